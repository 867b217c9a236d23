"""Read what was typed for a round on a home-made scorecard, refusing what cannot be.

What it comes to is for the game itself; here every entry becomes a :class:`Count`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorecard.rules.core import History, Json, Refused, Round, Setup
from scorecard.rules.deck import refuse_more_than_exist, share
from scorecard.rules.definitions import (
    ENTRIES,
    MOST_COPIES,
    Bid,
    Card,
    Cards,
    Definition,
    Points,
    Tick,
    WentOut,
)
from scorecard.rules.reading import (
    entries_by_player,
    known_keys,
    mapping,
    show,
    signed,
    switch,
    whole,
)
from scorecard.rules.round_words import numbered
from scorecard.rules.words import Sentence, joined, quoted, say, shown

BID_PARTS = {"bid": say("Bid"), "made": say("Made")}
"""What an entry says of a bid, and what that is called."""
IN_SENTENCES = {"bid": say("bid"), "made": say("made")}


@dataclass(frozen=True, kw_only=True)
class OwnSetup(Setup):
    """A game on a scorecard people made: its definition, and ``side_of`` each player."""

    definition: Definition
    side_of: Mapping[str, str]

    def name_of(self, side: str) -> str:
        """Return a side as sentences name it: "Ann & Cy"."""
        return " & ".join(self.sides[side])


def in_game(setup: OwnSetup, history: History, present: Sequence[str]) -> tuple[str, ...]:
    """Return who of those present takes part in the next round, their side not being out."""
    return tuple(name for name in present if history.totals[setup.side_of[name]] is not None)


def entrants(setup: OwnSetup, inside: Sequence[str]) -> dict[str, str]:
    """Return who types a side's entry, and for which side: its first player who takes part."""
    by_side: dict[str, str] = {}
    for name in inside:
        by_side.setdefault(setup.side_of[name], name)
    return {name: side for side, name in by_side.items()}


@dataclass(slots=True)
class Count:
    """One side's entry, read: points, cards by their dotted place, ticks, and bids with tricks."""

    points: int = 0
    cards: dict[str, int] = field(default_factory=dict)
    ticks: list[Tick] = field(default_factory=list)
    bids: list[tuple[Bid, int, int]] = field(default_factory=list)

    @property
    def note(self) -> Sentence:
        """What of the entry is worth saying: its bids and ticks."""
        bids = [
            say("%(label)s: bid %(said)s, made %(made)s", label=bid.label, said=said, made=made)
            for bid, said, made in self.bids
        ]
        return joined([*bids, *(quoted(tick.label) for tick in self.ticks)], "; ")


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a round: who takes part, the counts so far, and who went out, by key."""

    inside: tuple[str, ...]
    entrants: Mapping[str, str]
    counts: Mapping[str, Count]
    named: Mapping[str, str | None]

    def missing(self, definition: Definition) -> list[str]:
        """Return whose entry is not in."""
        if not definition.entry_fields:
            return []
        return [name for name in self.entrants if name not in self.counts]


def read_round(setup: OwnSetup, history: History, round_: Round) -> Told:
    """Read what was told of a round so far, refusing what can never be right."""
    definition = setup.definition
    where = numbered(definition.round_word, round_.number)
    inside = in_game(setup, history, round_.present)
    if not inside:
        raise Refused(
            "player_count", say("%(where)s has nobody left to take part in it.", where=where)
        )
    who = entrants(setup, inside)
    table_keys = [own.key for own in definition.table_fields]
    entries_key = ENTRIES if definition.entry_fields else ""
    known_keys(round_.data, [*table_keys, *filter(None, [entries_key])], where)
    counts = {}
    for name, entry in entries_by_player(round_, entries_key, setup.players).items():
        if name not in who:
            raise _no_entry(setup, where, name, inside, who)
        counts[name] = read_entry(definition, name, entry)
    named = {}
    for asked in definition.table_fields:
        value = round_.data.get(asked.key)
        if value is not None or (asked.key in round_.data and not asked.is_required):
            named[asked.key] = _read_name(setup, round_, asked, value, inside)
    _refuse_more_cards(definition, counts)
    for own in definition.entry_fields:
        if isinstance(own, Bid) and own.in_round:
            _refuse_tricks(own, own.in_round, counts, is_whole=len(counts) == len(who))
    return Told(inside, who, counts, named)


def _no_entry(
    setup: OwnSetup, where: str, name: str, inside: Sequence[str], who: Mapping[str, str]
) -> Refused:
    if name not in inside:
        return Refused(
            "player_eliminated",
            say("%(where)s: %(name)s is out of the game.", where=where, name=name),
            player=name,
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
    return Refused("unknown_player", message, player=name)


def _read_name(
    setup: OwnSetup, round_: Round, asked: WentOut, value: Json, inside: Sequence[str]
) -> str | None:
    """Return who did what was asked for, or None for nobody."""
    name = value.strip() if isinstance(value, str) else value
    if name is None or name in inside:
        return name
    where = say(
        "%(round)s, %(label)s",
        round=numbered(setup.definition.round_word, round_.number),
        label=asked.label,
    )
    if name in round_.present:
        message = say("%(where)s: %(name)s is out of the game.", where=where, name=name)
        raise Refused("player_eliminated", message, player=name, item=asked.key)
    player = name if isinstance(name, str) else ""
    message = (
        say("%(where)s: %(name)s has left.", where=where, name=show(name))
        if name in setup.players
        else say("%(where)s: %(name)s is not one of the players.", where=where, name=show(name))
    )
    raise Refused("unknown_player", message, player=player, item=asked.key)


def read_entry(definition: Definition, name: str, entry: Json) -> Count:
    """Read one side's entry, refusing what its fields cannot hold."""
    told = mapping(entry, "entry", player=name)
    known_keys(told, [own.key for own in definition.entry_fields], "entry", player=name)
    count = Count()
    for own in definition.entry_fields:
        value = told.get(own.key)
        match own:
            case Points():
                count.points += own.worth * _read_points(own, name, value)
            case Cards():
                _read_cards(own, name, {} if value is None else value, count)
            case Tick():
                if value is not None and switch(value, own.label, player=name, item=own.key):
                    count.points += own.worth
                    count.ticks.append(own)
            case Bid():
                said, made = _read_bid(own, name, value)
                count.points += own.score(said, made)
                count.bids.append((own, said, made))
    return count


def _read_points(own: Points, name: str, value: Json) -> int:
    if value is None:
        message = say(
            "%(name)s's %(label)s is missing: type 0 for none.", name=name, label=own.label
        )
        raise Refused("missing_entry", message, player=name, item=own.key)
    read = signed if own.is_signed else whole
    number = read(value, own.label, player=name, item=own.key)
    if abs(number) > own.most:
        low = shown(-own.most if own.is_signed else 0)
        message = say(
            "%(name)s's %(label)s must be from %(low)s to %(most)s, not %(number)s.",
            name=name,
            label=own.label,
            low=low,
            most=own.most,
            number=show(number),
        )
        raise Refused("points_not_possible", message, player=name, item=own.key)
    return number


def _read_cards(own: Cards, name: str, value: Json, count: Count) -> None:
    by_key = {card.key: card for card in own.cards}
    for key, given in mapping(value, own.label, player=name).items():
        if key not in by_key:
            message = say(
                "%(name)s's %(label)s: no card is called %(key)s.",
                name=name,
                label=own.label,
                key=show(key),
            )
            raise Refused("unknown_card", message, player=name, item=own.key)
        card = by_key[key]
        item = place_of(own, card)
        what = say("number of %(label)s", label=card.label)
        number = 0 if given is None else whole(given, what, player=name, item=item)
        if number > MOST_COPIES:
            message = say(
                "%(name)s's %(what)s must be from 0 to %(most_copies)s, not %(number)s.",
                name=name,
                what=what,
                most_copies=MOST_COPIES,
                number=show(number),
            )
            raise Refused("bad_card_count", message, player=name, item=item)
        count.cards[item] = number
        count.points += card.worth * number


def place_of(own: Cards, card: Card) -> str:
    """Return where an entry counts a card."""
    return f"{own.key}.{card.key}"


def _read_bid(own: Bid, name: str, value: Json) -> tuple[int, int]:
    told = mapping({} if value is None else value, own.label, player=name)
    known_keys(told, BID_PARTS, own.label, player=name)
    most = own.in_round or MOST_COPIES
    read = []
    for key in BID_PARTS:
        item = f"{own.key}.{key}"
        what = say("%(label)s (%(part)s)", label=own.label, part=IN_SENTENCES[key])
        if told.get(key) is None:
            message = say("%(name)s's %(what)s is missing: type 0 for none.", name=name, what=what)
            raise Refused("missing_entry", message, player=name, item=item)
        number = whole(told[key], what, player=name, item=item)
        if number > most:
            message = say(
                "%(name)s's %(what)s must be from 0 to %(most)s, not %(number)s.",
                name=name,
                what=what,
                most=most,
                number=show(number),
            )
            if key == "bid":
                raise Refused("bad_bid", message, player=name, item=item)
            raise Refused("bad_trick_count", message, player=name, item=item)
        read.append(number)
    bid, made = read
    return bid, made


def _refuse_more_cards(definition: Definition, counts: Mapping[str, Count]) -> None:
    """Refuse a card counted more often over all players than it is in the deck."""
    known = {
        place_of(own, card): card
        for own in definition.entry_fields
        if isinstance(own, Cards)
        for card in own.cards
        if card.in_deck is not None
    }
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
    own: Bid, there_are: int, counts: Mapping[str, Count], *, is_whole: bool
) -> None:
    """Refuse more made than there are in a round, or fewer once everybody has told."""
    made = {
        name: number
        for name, count in counts.items()
        for bid, _said, number in count.bids
        if bid is own
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
        raise Refused("bad_trick_count", message, item=f"{own.key}.made")


def shares_of(by: Mapping[str, int]) -> Sentence:
    """Return who has how many, zeros too: "Ann 5, Bob 0"."""
    return joined([share(name, number) for name, number in by.items()], ", ")
