"""What was typed for a player, or about a whole round, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from scorecard import errors
from scorecard.models.names import as_stored
from scorecard.rules import core
from scorecard.rules.cards.cards import card_named, join_cards, rank_named, written
from scorecard.rules.round_words import BIDS, EntryWords
from scorecard.rules.typed import fields, places, reading
from scorecard.rules.words import NOTHING, Sentence, joined, quoted, say, shown

Laid = tuple[Sentence, Sentence]


def entry_words(entry: core.Json, form: fields.EntryForm) -> Sentence:
    """Return what was typed for a player in words: "Points pile: 3 × 7 · Squirts"."""
    parts: list[Sentence] = []
    for style in form.styles:
        for group in style.groups:
            items = [
                words
                for field in group.fields
                if (value := places.value_at(entry, field.key)) is not None
                and (words := field_words(field, value))
            ]
            if not items and group.none_label and places.value_at(entry, group.key) is not None:
                parts.append(group.none_label)
            if items:
                words = joined(items, ", ")
                parts.append(labelled(group.label, words) if group.label else words)
        if parts:
            break
    parts += [
        quoted(switch.label) for switch in form.switches if places.value_at(entry, switch.key)
    ]
    return joined(parts, " · ") if parts else say("No cards")


def bid_words(typed: core.Json, asked: Iterable[fields.Field]) -> Sentence:
    """Return the bid of an entry that holds nothing else yet: "2"; "" for any other entry."""
    values = [(field, places.value_at(typed, field.key)) for field in asked]
    later = [value for field, value in values if field.is_later]
    if not later or any(value is not None for value in later):
        return NOTHING
    bids = [
        field_words(field, value, is_short=True) for field, value in values if value is not None
    ]
    return joined(bids, ", ") if bids else NOTHING


def entry_called(
    typed: core.Json, form: fields.EntryForm, words: EntryWords, name: str
) -> Sentence:
    """Return what a player's entry is called: "Ann’s bid" while it is no more, else by ``words``.

    A secret entry is None, and called by ``words``.
    """
    return (BIDS if bid_words(typed, form.entry_fields) else words).of(name)


def labelled(label: str, words: str) -> Sentence:
    """Return what was typed after its label, which may be a question: "Bid: 3"."""
    if label.endswith("?"):
        return joined([label, words])
    return say("%(label)s: %(words)s", label=label, words=words)


def table_entry_words(
    table_entry: Mapping[str, Any], form: fields.EntryForm, *, told: Sequence[str] = ()
) -> list[tuple[str, Sentence]]:
    """Return what was typed about a whole round: (label, words) for each field not ``told``."""
    return [
        (field.label, field_words(field, value, is_short=True))
        for field, value in _typed_of_round(table_entry, form)
        if field.key not in told
    ]


def _typed_of_round(
    table_entry: Mapping[str, Any], form: fields.EntryForm
) -> Iterator[tuple[fields.Field, core.Json]]:
    for field in form.round_fields:
        value = places.value_at(table_entry, field.key)
        means_none = field.none_label or None in dict(field.choices)
        if places.is_at(table_entry, field.key) and (value is not None or means_none):
            yield field, value


def told_of_round(
    table_entry: Mapping[str, Any],
    form: fields.EntryForm,
    told: Mapping[str, Callable[[Sentence], Sentence]],
) -> list[Sentence]:
    """Return what was typed about a round as people tell it: "Ann called"; no usual numbers."""
    parts = []
    for field, value in _typed_of_round(table_entry, form):
        is_usual = field.kind == "number" and value == field.default
        if (words := field_words(field, value, is_short=True)) and not is_usual:
            tell = told.get(field.key) if value is not None else None
            parts.append(tell(words) if tell else labelled(field.label, words))
    return parts


def short_words(entry: core.Json, form: fields.EntryForm) -> Sentence:
    """Return the first thing that was typed for a player, by itself: "16", "7♣ 9♦", "sits out"."""
    for field in form.entry_fields:
        value = places.value_at(entry, field.key)
        if value and (words := field_words(field, value, is_short=True)):
            return words
    return next((field.blank for field in form.entry_fields), NOTHING)


def moved_single(
    entries: Mapping[str, tuple[core.Json, core.Json]], form: fields.EntryForm
) -> list[Sentence]:
    """Return that the one card of its kind went from one player to another, or [].

    ``entries`` are those before and after by name. That somebody new to the round has it is no
    news.
    """
    if (card := form.single_field) is None:
        return []
    had, has = (
        [name for name, typed in entries.items() if form.has_single(typed[when])] for when in (0, 1)
    )
    if had == has or not (had or any(entries[name][0] is not None for name in has)):
        return []
    before, after = (reading.listed(names) if names else say("nobody") for names in (had, has))
    return [say("%(name)s: %(before)s → %(after)s", name=card.label, before=before, after=after)]


def _where_different(
    typed: Mapping[str, Any], other: Mapping[str, Any], form: fields.EntryForm
) -> Sentence:
    """Return one entry about a whole round in words, as far as the other one differs."""
    others = table_entry_words(other, form)
    parts = [
        labelled(label, words)
        for label, words in table_entry_words(typed, form)
        if words and (label, words) not in others
    ]
    return joined(parts, " · ") if parts else say("nothing")


def entries_versus(theirs: core.Json, mine: core.Json, form: fields.EntryForm) -> errors.Versus:
    """Say how two people have counted a player; ``theirs`` is None where that is secret."""
    return lambda: (
        say("a hidden count") if theirs is None else entry_words(theirs, form),
        entry_words(mine, form),
    )


def table_entries_versus(
    theirs: Mapping[str, Any], mine: Mapping[str, Any], form: fields.EntryForm
) -> errors.Versus:
    """Say what two people have typed about a whole round, as far as it differs."""
    return lambda: (_where_different(theirs, mine, form), _where_different(mine, theirs, form))


def whole_versus_entries(
    theirs: Mapping[str, Any], mine: Iterable[core.Json], form: fields.EntryForm
) -> errors.Versus:
    """Say what somebody has typed about a whole round, and somebody else for players."""
    return lambda: (
        _where_different(theirs, {}, form),
        joined([entry_words(entry, form) for entry in mine], " · "),
    )


def cards_in(round_: Mapping[str, Any], entries_key: str, form: fields.EntryForm) -> list[Laid]:
    """Return the cards of a round: the player's name or the field's label, and the cards."""
    own = [field for field in form.entry_fields if field.kind == "cards"]
    laid: list[Laid] = [
        (quoted(name), entry_words(entry, form))
        for name, entry in (round_.get(entries_key) or {}).items()
        if any(places.value_at(entry, field.key) for field in own)
    ]
    for field in form.round_fields:
        value = places.value_at(round_, field.key)
        if field.kind == "cards" and value:
            laid.append((field.label, quoted(card_words(value))))
        elif field.kind == "hands" and isinstance(value, Mapping):
            laid += [(quoted(name), quoted(card_words(cards))) for name, cards in value.items()]
    return laid


def field_words(field: fields.Field, value: core.Json, *, is_short: bool = False) -> Sentence:
    """Return a field's value in words; ``is_short`` leaves the label out. "" for no such value."""
    match field.kind:
        case "count":
            return say("%(count)s × %(label)s", count=value, label=field.label)
        case "switch":
            return quoted(field.label if value is True else "")
        case "choice":
            words = next((label for choice, label in field.choices if choice == value), str(value))
        case "player":
            words = field.none_label if value is None else as_stored(str(value))
        case "cards":
            words = card_words(value) if isinstance(value, list) else ""
        case "players" if isinstance(value, list):
            words = reading.listed([str(name) for name in value]) if value else ""
        case "hands" if isinstance(value, Mapping):
            hands = [joined([name, card_words(cards)]) for name, cards in value.items()]
            words = joined(hands, "; ") if hands else ""
        case "amounts" if isinstance(value, Mapping):
            labels = dict(field.choices)
            words = joined(
                [
                    say("%(name)s %(amount)s", name=labels.get(name, name), amount=amount)
                    for name, amount in value.items()
                ],
                ", ",
            )
        case "order" if isinstance(value, list):
            words = reading.in_turn([joined(level, " = ") for level in value])
        case "log" if isinstance(value, list):
            verbs = {verb.value: verb.label for verb in field.verbs}
            rows = [joined([_step(part, verbs) for part in row]) for row in value if row]
            words = joined(rows, ", ") if rows else ""
        case _:
            words = shown(value) if type(value) is int else ""
    if is_short or not words:
        return quoted(words)
    return say("%(label)s %(words)s", label=field.label, words=words)


def _step(part: core.Json, verbs: Mapping[core.Json, Sentence]) -> Sentence:
    """Return one part of a row of a log, which is a name, an action or a number, in words."""
    return shown(part) if type(part) is int else verbs.get(part) or quoted(str(part))


def card_words(cards: core.Json) -> str:
    """Return cards as people see them, however they were written: "9♣ Q♥", "K 4 Joker"."""
    return " ".join(map(_face, join_cards(cards).split()))


def _face(text: str) -> str:
    if card := card_named(text):
        return written((card,))
    if rank := rank_named(text):
        return rank
    return text.capitalize()
