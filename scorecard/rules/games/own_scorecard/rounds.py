"""Reads and validates the rounds of an own scorecard: every entry becomes a :class:`Count`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scorecard.rules import core, round_words
from scorecard.rules.cards.deck import refuse_more_than_exist, share
from scorecard.rules.games.own_scorecard import declaring, definitions
from scorecard.rules.games.own_scorecard.table import OwnSetup, entrants, in_game, read_name
from scorecard.rules.typed import reading
from scorecard.rules.typed.numbers import Number, refused
from scorecard.rules.words import Sentence, joined, quoted, say

BID_PARTS = {"bid": say("Bid"), "made": say("Made")}
"""The keys of a bid in an entry, and their labels."""
IN_SENTENCES = {"bid": say("bid"), "made": say("made")}


@dataclass(slots=True)
class Count:
    """One side's entry: points, cards by their dotted place, ticks, and bids with tricks.

    ``gaps`` are errors about values that are missing so far, after the bids.
    """

    points: int = 0
    cards: dict[str, int] = field(default_factory=dict)
    ticks: list[definitions.Tick] = field(default_factory=list)
    bids: list[tuple[definitions.Bid, int, int | None]] = field(default_factory=list)
    gaps: list[core.Refused] = field(default_factory=list)

    @property
    def ticked(self) -> list[str]:
        """The keys of the ticks."""
        return [tick.key for tick in self.ticks]

    @property
    def note(self) -> Sentence:
        """The bids and ticks in words."""
        bids = [_bid_note(*bid, is_only=len(self.bids) == 1) for bid in self.bids]
        return joined([*bids, *(quoted(tick.label) for tick in self.ticks)], "; ")


def _bid_note(bid: definitions.Bid, number: int, made: int | None, *, is_only: bool) -> Sentence:
    note = (
        say("bid %(said)s", said=number)
        if made is None
        else say("bid %(said)s, made %(made)s", said=number, made=made)
    )
    return note if is_only else say("%(label)s: %(note)s", label=bid.label, note=note)


class ParsedRound(NamedTuple):
    """A round as it was read: who takes part, the counts so far, and the fields of the table.

    ``named`` are the players who went out, by key, and ``declared`` is the declarer's game.
    """

    round: core.Round
    inside: tuple[str, ...]
    entrants: Mapping[str, str]
    counts: Mapping[str, Count]
    named: Mapping[str, str | None]
    declared: declaring.Declared | None

    def missing(self, definition: definitions.Definition) -> list[str]:
        """Return the names without an entry."""
        if not definition.entry_fields or len(self.counts) == len(self.entrants):
            return []
        return [name for name in self.entrants if name not in self.counts]

    @property
    def unmade(self) -> list[str]:
        """The names with a bid, but without the number made."""
        return [name for name, count in self.counts.items() if count.gaps]


def read(setup: OwnSetup, history: core.History, round_: core.Round) -> ParsedRound:
    """Read and validate what was entered of a round so far."""
    definition = setup.definition
    where = round_words.numbered(definition.round_word, round_.number)
    inside = in_game(setup, history, round_.present)
    if not inside:
        raise core.Refused(
            "player_count", say("%(where)s has nobody left to take part in it.", where=where)
        )
    who = entrants(setup, inside)
    entries_key = definitions.ENTRIES if definition.entry_fields else ""
    reading.known_parts(round_, definition.round_keys)
    counts = {}
    for name, entry in reading.entries_by_player(round_, entries_key, setup.players).items():
        if name not in who:
            raise _no_entry(setup, where, name, inside, who)
        counts[name] = _read_entry(definition, name, entry, round_.number)
    named = {}
    for asked in definition.named_fields:
        value = round_.data.get(asked.key)
        if value is not None or (asked.key in round_.data and not asked.is_required):
            item, label = asked.key, asked.label
            named[item] = read_name(setup, round_, value, inside, item=item, label=label)
    _refuse_more_cards(definition, counts)
    for own in definition.entry_fields:
        if isinstance(own, definitions.Bid) and (there_are := own.there_are(round_.number)):
            by_side = {setup.name_of(setup.side_of[name]): one for name, one in counts.items()}
            is_whole = len(counts) == len(who) and not any(count.gaps for count in counts.values())
            _refuse_tricks(own, there_are, by_side, is_whole=is_whole)
    declared = declaring.read(setup, history, round_, inside)
    return ParsedRound(round_, inside, who, counts, named, declared)


def _no_entry(
    setup: OwnSetup, where: str, name: str, inside: Sequence[str], who: Mapping[str, str]
) -> core.Refused:
    if name not in inside:
        return core.Refused(
            "player_eliminated", "%(where)s: %(name)s is out of the game.", where=where, player=name
        )
    side = setup.side_of[name]
    captain = next(other for other, own in who.items() if own == side)
    message = say(
        "%(where)s: %(captain)s enters for %(side)s, so %(name)s has no entry.",
        where=where,
        captain=captain,
        side=setup.name_of(side),
        name=name,
    )
    return core.Refused("unknown_player", message, player=name)


def _read_entry(
    definition: definitions.Definition, name: str, entry: core.Json, number: int
) -> Count:
    """Read and validate one side's entry in the round of a number.

    With bids, values that are known only after the play may be missing.
    """
    values = reading.parts(entry, definition.entry_keys, "entry", player=name)
    count = Count()
    for own in definition.entry_fields:
        value = values.get(own.key)
        match own:
            case definitions.Points():
                typed = _read_points(own, name, value, count if definition.has_bids else None)
                count.points += own.worth * typed
            case definitions.Cards():
                _read_cards(own, name, {} if value is None else value, count)
            case definitions.Tick():
                if value is not None and reading.switch(
                    value, own.label, player=name, item=own.key
                ):
                    count.points += own.worth
                    count.ticks.append(own)
            case definitions.Bid():
                most = own.there_are(number) or definitions.MOST_COPIES
                _read_bid(own, name, value, count, most)
    return count


def _read_points(own: definitions.Points, name: str, value: core.Json, count: Count | None) -> int:
    """Return the typed number; with a ``count`` it may be missing and becomes a gap of that."""
    if value is None and own.is_optional:
        return 0
    if value is None:
        missing = _missing(name, own.label, own.key)
        if count is None:
            raise missing
        count.gaps.append(missing)
        return 0
    return own.number.read(value, name)


def _read_cards(own: definitions.Cards, name: str, value: core.Json, count: Count) -> None:
    by_key = {card.key: card for card in own.cards}
    for key, given in reading.mapping(value, own.label, player=name).items():
        if key not in by_key:
            message = say(
                "%(name)s’s %(label)s: no card is called %(key)s.",
                name=name,
                label=own.label,
                key=reading.show(key),
            )
            raise core.Refused("unknown_card", message, player=name, item=own.key)
        card = by_key[key]
        item = place_of(own, card)
        what = say("number of %(label)s", label=card.label)
        copies = Number(what, definitions.MOST_COPIES, refused("bad_card_count"), item=item)
        number = 0 if given is None else copies.read(given, name)
        count.cards[item] = number
        count.points += card.worth * number


def place_of(own: definitions.Cards, card: definitions.Card) -> str:
    """Return the dotted place of a card in an entry."""
    return f"{own.key}.{card.key}"


def _missing(name: str, what: Sentence | str, item: str) -> core.Refused:
    message = say("%(name)s’s %(what)s is missing: type 0 for none.", name=name, what=what)
    return core.Refused("missing_entry", message, player=name, item=item)


def _read_bid(own: definitions.Bid, name: str, value: core.Json, count: Count, most: int) -> None:
    """Read bid and number made into the count; the number made may be missing."""
    values = reading.parts({} if value is None else value, BID_PARTS, own.label, player=name)
    read: dict[str, int] = {}
    for key in BID_PARTS:
        item = f"{own.key}.{key}"
        what = say("%(label)s (%(part)s)", label=own.label, part=IN_SENTENCES[key])
        if values.get(key) is None:
            missing = _missing(name, what, item)
            if key == "bid":
                raise missing
            count.gaps.append(missing)
            continue
        beyond = refused("bad_bid") if key == "bid" else refused("bad_trick_count")
        read[key] = Number(what, most, beyond, item=item).read(values[key], name)
    count.bids.append((own, read["bid"], read.get("made")))
    if "made" in read:
        count.points += own.score(read["bid"], read["made"])


def _refuse_more_cards(definition: definitions.Definition, counts: Mapping[str, Count]) -> None:
    """Refuse more copies of a card over all players than are in the deck."""
    known = definition.deck
    if not known:
        return
    counted = {
        name: {card: number for card, number in count.cards.items() if card in known}
        for name, count in counts.items()
    }
    deck = {place: card.in_deck or 0 for place, card in known.items()}
    refuse_more_than_exist(
        counted, deck, {place: quoted(card.label) for place, card in known.items()}
    )


def _refuse_tricks(
    own: definitions.Bid, there_are: int, counts: Mapping[str, Count], *, is_whole: bool
) -> None:
    """Refuse more tricks than there are in a round, or fewer in a whole round."""
    made = {
        name: number
        for name, count in counts.items()
        for bid, _said, number in count.bids
        if bid is own and number is not None
    }
    total = sum(made.values())
    if total > there_are or (is_whole and total < there_are):
        message = say(
            "%(label)s: %(there_are)s are made in all, not %(total)s (%(made)s).",
            label=own.label,
            there_are=there_are,
            total=total,
            made=shares_of(made),
        )
        raise core.Refused("bad_trick_count", message, item=f"{own.key}.made")


def shares_of(by: Mapping[str, int]) -> Sentence:
    """Return the numbers by name, zeros too: "Ann 5, Bob 0"."""
    return joined([share(name, number) for name, number in by.items()], ", ")
