"""Reads the JSON of a scorecard of one's own into a definition, refusing what cannot be one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scorecard.rules import core
from scorecard.rules.games.own_scorecard import definition_parts, definitions
from scorecard.rules.typed import reading
from scorecard.rules.words import quoted, say


def read_definition(value: core.Json) -> definitions.Definition:
    """Return the definition that a JSON value is.

    Raises :class:`BadDefinition` for the first thing in it that cannot be.
    """
    part = definition_parts.Part(value, "", definition_parts.WHOLE)
    name = part.text("name", definitions.LONGEST_NAME)
    own_fields = tuple(_read_field(item) for item in part.parts("fields", definitions.MOST_FIELDS))
    _refuse_twice(part, "fields", own_fields)
    sides = part.number("sides", definitions.SIDES[0], definitions.SIDES[-1], None)
    multiple = sides or 1
    low, high = multiple * definitions.SMALLEST_SIDE, definitions.MOST_PLAYERS
    fewest = part.number("fewest", low, high, low, "fewest players")
    definition = definitions.Definition(
        name=name,
        fields=own_fields,
        wins=part.one_of("wins", ("highest", "lowest"), "highest"),
        ends=_read_ends(part.part("ends", say("the end"))),
        tie=part.one_of("tie", ("shared", "play_on"), "shared"),
        sides=sides,
        fewest=fewest,
        most=part.number("most", fewest, high, high, "most players"),
        has_dealer=part.flag("has_dealer"),
        is_zero_sum=part.flag("is_zero_sum"),
        is_money=part.flag("is_money"),
        round_total=_read_round_total(part),
        round_word=part.text("round_word", definitions.LONGEST_ROUND_WORD, "Round"),
        source=part.text("source", definitions.LONGEST_SOURCE, ""),
        notes=part.text("notes", definitions.LONGEST_NOTES, "", has_lines=True),
    )
    part.close()
    _refuse_conflicts(part, definition)
    return definition


def _refuse_conflicts(part: definition_parts.Part, definition: definitions.Definition) -> None:
    """Refuse what is possible by itself, but not beside the rest."""
    sides, ends = definition.sides, definition.ends
    for key, players in (("fewest", definition.fewest), ("most", definition.most)):
        if sides and players % sides:
            complaint = say(
                "%(players)s players cannot make %(sides)s sides of the same size",
                players=players,
                sides=sides,
            )
            raise definitions.BadDefinition(key, complaint)
    if definition.is_money and not definition.is_zero_sum:
        part.refuse("is_money", say("a game for money must be zero-sum"))
    if definition.is_zero_sum and definition.round_total:
        part.refuse(
            "round_total", say("a zero-sum round adds up to 0, so it can have no other total")
        )
    if ends.when == "last_in" and definition.wins == "highest":
        part.refuse("wins", say("where players go out at a total, the lowest one must win"))
    ticks = [field.key for field in definition.fields if isinstance(field, definitions.Tick)]
    if ends.when == "ticks" and ends.field not in ticks:
        known = quoted(", ".join(ticks)) or say("there is none")
        complaint = say(
            "the end must name a tick by its key (%(known)s), not %(field)s",
            known=known,
            field=reading.show(ends.field),
        )
        raise definitions.BadDefinition("ends.field", complaint)


def _read_ends(part: definition_parts.Part | None) -> definitions.Ends:
    if part is None:
        return definitions.Ends()
    whens = ("stopped", *definitions.LIMITS)
    when: definitions.EndsWhen = part.one_of("when", whens, "stopped")
    at = (
        part.number("at", 1, definitions.LIMITS[when], noun="number")
        if when in definitions.LIMITS
        else 0
    )
    field = part.text("field", definitions.LONGEST_LABEL) if when == "ticks" else ""
    # What a way to end a game has no use for may stand there empty, as it is written.
    for key, empty in (("at", 0), ("field", "")):
        if part.rest.get(key) == empty and type(part.rest[key]) is type(empty):
            del part.rest[key]
    part.close()
    return definitions.Ends(when, at, field)


def _read_round_total(whole: definition_parts.Part) -> definitions.RoundTotal | None:
    part = whole.part("round_total", say("the total of a round"))
    if part is None:
        return None
    low, high = -definitions.MOST_TOTAL, definitions.MOST_TOTAL
    also = part.items("also", "totals", 0, definitions.MOST_ALSO)
    for position, number in enumerate(also):
        if type(number) is not int or not low <= number <= high:
            part.refuse(
                f"also.#{position}",
                definition_parts.whole(say("each total beside it"), low, high, number),
            )
    round_total = definitions.RoundTotal(
        part.number("total", low, high), tuple(also), part.flag("all_others")
    )
    part.close()
    return round_total


def read_field(value: core.Json) -> definitions.OwnField:
    """Return one field of a definition; raise :class:`BadDefinition` where it cannot be."""
    return _read_field(definition_parts.Part(value, "", say("field %(number)s", number=1)))


def _read_field(part: definition_parts.Part) -> definitions.OwnField:
    kind = part.one_of("kind", tuple(_KINDS))
    key = part.key("field")
    label = part.text("label", definitions.LONGEST_LABEL)
    part.name = say("the field “%(label)s”", label=label)
    field = _KINDS[kind](part, key, label, part.text("hint", definitions.LONGEST_HINT, ""))
    part.close()
    if key == definitions.ENTRIES:
        part.refuse(
            "key", say("no field can have the key %(entries)s", entries=definitions.ENTRIES)
        )
    return field


def _read_points(
    part: definition_parts.Part, key: str, label: str, hint: str
) -> definitions.Points:
    most = part.number("most", 1, definitions.MOST_TYPED, definitions.MOST_TYPED, "highest number")
    return definitions.Points(
        key,
        label,
        hint,
        part.worth("worth", 1),
        part.flag("is_signed"),
        most,
        part.flag("is_optional"),
    )


def _read_cards(part: definition_parts.Part, key: str, label: str, hint: str) -> definitions.Cards:
    cards = tuple(_read_card(item) for item in part.parts("cards", definitions.MOST_CARDS))
    _refuse_twice(part, "cards", cards)
    return definitions.Cards(key, label, cards, hint)


def _read_card(part: definition_parts.Part) -> definitions.Card:
    key = part.key("card")
    label = part.text("label", definitions.LONGEST_LABEL)
    part.name = say("the card “%(label)s”", label=label)
    in_deck = part.number("in_deck", 1, definitions.MOST_COPIES, None, "number in the deck")
    card = definitions.Card(key, label, part.worth("worth"), in_deck)
    part.close()
    return card


def _read_tick(part: definition_parts.Part, key: str, label: str, hint: str) -> definitions.Tick:
    return definitions.Tick(key, label, hint, part.worth("worth", 0))


def _read_went_out(
    part: definition_parts.Part, key: str, label: str, hint: str
) -> definitions.WentOut:
    return definitions.WentOut(key, label, hint, part.worth("worth", 0), part.flag("is_required"))


def _read_bid(part: definition_parts.Part, key: str, label: str, hint: str) -> definitions.Bid:
    worths = ("made", "made_per_bid", "missed", "missed_per_bid")
    steps = ("per_over", "per_short", "per_trick")
    return definitions.Bid(
        key,
        label,
        hint,
        part.flag("is_exact"),
        **{worth: part.worth(worth, 0) for worth in (*worths, *steps)},
        in_round=part.number("in_round", 1, definitions.MOST_COPIES, None, "number in a round"),
        is_growing=part.flag("is_growing"),
    )


_KINDS: Mapping[str, Callable[[definition_parts.Part, str, str, str], definitions.OwnField]] = {
    definitions.Points.kind: _read_points,
    definitions.Cards.kind: _read_cards,
    definitions.Tick.kind: _read_tick,
    definitions.WentOut.kind: _read_went_out,
    definitions.Bid.kind: _read_bid,
}


def _refuse_twice(
    part: definition_parts.Part,
    key: definition_parts.Many,
    items: Sequence[definitions.OwnField | definitions.Card],
) -> None:
    """Refuse two fields or cards of the same key, or that nobody can tell apart on a phone."""
    seen: set[str] = set()
    for position, item in enumerate(items):
        place = f"{key}.#{position}"
        if f"key {item.key}" in seen:
            values = {"name": part.name, "key": item.key}
            part.refuse(
                f"{place}.key",
                say("two fields of %(name)s have the key %(key)s", **values)
                if key == "fields"
                else say("two cards of %(name)s have the key %(key)s", **values),
            )
        if item.label.casefold() in seen:
            values = {"name": part.name, "label": item.label}
            part.refuse(
                f"{place}.label",
                say("two fields of %(name)s are called “%(label)s”", **values)
                if key == "fields"
                else say("two cards of %(name)s are called “%(label)s”", **values),
            )
        seen |= {f"key {item.key}", item.label.casefold()}
