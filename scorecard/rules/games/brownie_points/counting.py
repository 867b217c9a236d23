"""Reads what the players counted in a round of Brownie Points, refusing what cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import gt
from typing import NoReturn

from scorecard.rules import core
from scorecard.rules.cards.deck import Counted, refuse_more_than_exist, shares, together
from scorecard.rules.games.brownie_points import basics, worths
from scorecard.rules.typed import reading
from scorecard.rules.words import say, say_n

WAYS_TO_END = {
    "last_card": say("Somebody played the last card"),
    "slap": say("A slap attack on the last card"),
    "dog_house": say("The last card went into a Dog House"),
    "early": say("Ended early"),
}

KEYS = {
    "score": frozenset({"score", "squirts", "knocked_out"}),
    "quick": frozenset({"quick", "squirts", "knocked_out"}),
    "by_worth": frozenset({"by_worth", "squirts", "knocked_out"}),
    "detailed": frozenset({"pile", "hand", "squirts", "knocked_out"}),
}

PLACES = ("pile", "hand")
SUMS = frozenset({"pile_points", "hand_points"})
ROUND_KEYS = frozenset({"entries", "ended_by"})
"""What an entry may hold by its style, its heaps by worth, its two sums, and a round."""


@dataclass(slots=True)
class Table:
    """A round's entries, read: what everybody scores and has, by name, in seating order.

    ``piles`` and ``hands`` are points as if nobody were knocked out; a direct score counts as the
    cards it needs, in the pile above 0 and in the hand below. ``by_card`` holds pile and hand of
    those who counted card by card, ``cards`` what these add up to, ``by_worth`` pile and hand of
    those who counted by worth, and ``squirts`` who has some.
    ``is_anybody_out`` when somebody is known to have got rid of every card.
    """

    round: core.Round
    cards: dict[str, int]
    scores: dict[str, int] = field(default_factory=dict)
    piles: dict[str, int] = field(default_factory=dict)
    hands: dict[str, int] = field(default_factory=dict)
    squirts: dict[str, int] = field(default_factory=dict)
    by_card: dict[str, tuple[Mapping[str, int], Mapping[str, int]]] = field(default_factory=dict)
    by_worth: dict[str, tuple[Mapping[str, int], Mapping[str, int]]] = field(default_factory=dict)
    direct: list[str] = field(default_factory=list)
    knocked_out: list[str] = field(default_factory=list)
    is_anybody_out: bool = False

    @property
    def is_by_card(self) -> bool:
        """Whether everybody so far counted card by card."""
        return len(self.by_card) == len(self.scores)

    @property
    def is_counted(self) -> bool:
        """Whether everybody so far counted cards, one by one or by worth."""
        return len(self.by_card) + len(self.by_worth) == len(self.scores)

    def cards_by_player(self) -> Counted:
        """Return how many of each card those have in pile and hand who counted card by card."""
        return {name: together(*heaps) for name, heaps in self.by_card.items()}


def _read_entry(
    setup: basics.BrowniePointsSetup, table: Table, player: str, entry: core.Json
) -> None:
    """Read one player's entry into the table, in whichever of the four styles it was typed.

    ``{"score": n}``, ``{"quick": {"pile_points", "hand_points"}}``, ``{"by_worth": {"pile": {worth:
    n}, "hand": {worth: n}}}`` or ``{"pile": {card: n}, "hand": {card: n}}``, each with optional
    ``squirts`` and ``knocked_out``; a direct score already contains what these two cost. A
    knocked-out player's pile changes sign, and nothing else does.
    """
    entry = reading.mapping(entry, "entry", player=player)
    style = "score" if "score" in entry else "quick" if "quick" in entry else "detailed"
    style = "by_worth" if "by_worth" in entry and style == "detailed" else style
    reading.known_keys(entry, KEYS[style], "entry", player=player)
    worth, squirts = setup.worth, 0
    if "knocked_out" in entry and reading.switch(
        entry["knocked_out"], say("“knocked out”"), player=player, item="knocked_out"
    ):
        table.knocked_out.append(player)
        # Whoever is knocked out was caught holding Squirts; an explicit 0 says it was passed on.
        worth, squirts = setup.worth_knocked_out, 1
    if "squirts" in entry:
        squirts = reading.whole(
            entry["squirts"], say("number of Squirts cards"), player=player, item="squirts"
        )
    if squirts:
        table.squirts[player] = squirts
    if style == "score":
        _read_score(setup, table, player, entry["score"])
        return
    if style == "quick":
        sums = reading.parts(entry["quick"], SUMS, say("quick entry"), player=player)
        pile = _read_sum(sums, "pile", setup.pile_unit, player)
        hand = _read_sum(sums, "hand", setup.hand_unit, player)
        table.is_anybody_out |= hand == 0
    else:
        read = _read_worths if style == "by_worth" else _read_cards
        pile, hand = read(setup, table, player, entry)
    table.piles[player], table.hands[player] = pile, hand
    table.scores[player] = pile * worth.pile + hand * worth.hand + squirts * worth.squirts


def _read_score(
    setup: basics.BrowniePointsSetup, table: Table, player: str, score: core.Json
) -> None:
    unit = setup.score_unit
    if type(score) is not int or (score % unit if unit else score):
        score = reading.signed(score, say("score"), player=player, item="score")
        _refuse_between_cards(score, unit, say("score"), player, "score")
    table.direct.append(player)
    table.scores[player] = score
    table.piles[player], table.hands[player] = (score, 0) if score > 0 else (0, -score)


def _read_worths(
    setup: basics.BrowniePointsSetup, table: Table, player: str, entry: Mapping[str, core.Json]
) -> tuple[int, int]:
    """Return the points of the pile and of the hand, which were counted by worth."""
    counted = reading.parts(entry["by_worth"], PLACES, "by_worth", player=player)
    piled, held = (
        worths.read_heap(setup, player, place, counted.get(place, {})) for place in PLACES
    )
    table.by_worth[player] = piled, held
    hand = worths.heap_points(setup, held, setup.hand_values)
    if not (hand or any(held.values())):
        table.is_anybody_out = True
    return worths.heap_points(setup, piled, setup.pile_values), hand


def _read_cards(
    setup: basics.BrowniePointsSetup, table: Table, player: str, entry: Mapping[str, core.Json]
) -> tuple[int, int]:
    """Return the points of the pile and of the hand, which were counted card by card."""
    piled, held = entry.get("pile", {}), entry.get("hand", {})
    pile = _add_cards(table.cards, player, "pile", piled, setup.pile_values)
    hand = _add_cards(table.cards, player, "hand", held, setup.hand_values)
    table.by_card[player] = piled, held
    # A card worth nothing is a card, too.
    if not (hand or any(held.values())):
        table.is_anybody_out = True
    return pile, hand


def _add_cards(
    cards: dict[str, int], player: str, place: str, typed: core.Json, values: Mapping[str, int]
) -> int:
    """Add what was typed to the cards and return its points, refusing what cannot be there."""
    points = 0
    try:
        for card, count in reading.mapping(typed, place, player=player).items():
            if type(count) is not int or count < 0:
                _refuse_card(player, place, card, count, values)
            points += count * values[card]
            cards[card] += count
    except KeyError:
        _refuse_card(player, place, card, count, values)
    return points


def _refuse_card(
    player: str, place: str, card: str, count: core.Json, values: Mapping[str, int]
) -> NoReturn:
    item = f"{place}.{card}"
    if card in values:
        what = (
            say("number of %(card)s cards in the pile", card=basics.IN_SENTENCES[card])
            if place == "pile"
            else say("number of %(card)s cards in the hand", card=basics.IN_SENTENCES[card])
        )
        reading.whole(count, what, player=player, item=item)
    where = say("pile") if place == "pile" else say("hand")
    message = (
        say(
            "%(player)s’s %(place)s: there is no %(card)s in the base deck.",
            player=player,
            place=where,
            card=basics.CARDS[card],
        )
        if card in basics.CARDS
        else say(
            "%(player)s’s %(place)s: no card is called %(card)s.",
            player=player,
            place=where,
            card=reading.show(card),
        )
    )
    raise core.Refused("unknown_card", message, player=player, item=item)


def _read_sum(sums: Mapping[str, core.Json], place: str, unit: int, player: str) -> int:
    points = sums.get(f"{place}_points", 0)
    if type(points) is int and points >= 0 and (points % unit == 0 if unit else points == 0):
        return points
    what = say("pile points") if place == "pile" else say("hand points")
    item = f"quick.{place}_points"
    points = reading.whole(points, what, player=player, item=item)
    _refuse_between_cards(points, unit, what, player, item)
    return points


def _refuse_between_cards(value: int, unit: int, what: str, player: str, item: str) -> None:
    """Refuse points that no set of cards adds up to; ``unit`` 0 means cards worth nothing."""
    if value % unit if unit else value:
        why = (
            say("it must be a multiple of %(unit)s", unit=unit)
            if unit
            else say("the cards are worth nothing")
        )
        message = say(
            "%(player)s’s %(what)s cannot be %(show)s: %(why)s.",
            player=player,
            what=what,
            show=reading.show(value),
            why=why,
        )
        raise core.Refused("points_not_possible", message, player=player, item=item)


def read(setup: basics.BrowniePointsSetup, _history: core.History, round_: core.Round) -> Table:
    """Read a round's entries, refusing what cannot be, and whom a whole round lacks."""
    reading.known_parts(round_, ROUND_KEYS)
    ended_by = round_.data.get("ended_by", "last_card")
    if not isinstance(ended_by, str) or ended_by not in WAYS_TO_END:
        raise round_.refused(
            "bad_ending",
            "Round %(number)s cannot have ended by %(ended_by)s: choose %(ways)s.",
            ended_by=reading.show(ended_by),
            ways=", ".join(WAYS_TO_END),
            item="ended_by",
        )
    entries = reading.entries_by_player(round_, "entries", setup.players)
    if round_.is_whole and len(entries) < len(round_.present):
        reading.refuse_missing(round_, entries)
    table = Table(round_, dict(setup.no_cards))
    for name, entry in entries.items():
        _read_entry(setup, table, name, entry)
    _refuse_more_than_exist(setup, table)
    return table


def _refuse_more_than_exist(setup: basics.BrowniePointsSetup, table: Table) -> None:
    """Refuse more cards, Squirts or points than there are."""
    # Both are in the deck's order.
    if table.by_card and any(map(gt, table.cards.values(), setup.deck.values())):
        refuse_more_than_exist(table.cards_by_player(), setup.deck, basics.IN_SENTENCES)
    if table.by_worth:
        counted = worths.counted(setup, table.cards_by_player(), table.by_worth)
        refuse_more_than_exist(counted, worths.deck_of(setup), worths.short_labels(setup))
    there_are = setup.squirts_cards
    if table.squirts and (squirts := sum(table.squirts.values())) > there_are:
        message = say_n(
            "There is %(num)s Squirts card, but %(squirts)s are claimed: %(shares)s.",
            "There are %(num)s Squirts cards, but %(squirts)s are claimed: %(shares)s.",
            there_are,
            squirts=reading.show(squirts),
            shares=shares(table.squirts),
        )
        raise core.Refused("squirts_exceeded", message, item="squirts")
    in_piles = sum(table.piles.values())
    if in_piles > setup.most_in_piles:
        _refuse_points(say("The piles"), table.piles, setup.most_in_piles)
    if in_piles + sum(table.hands.values()) > setup.most_in_all:
        _refuse_points_in_all(setup, table)


def _refuse_points_in_all(setup: basics.BrowniePointsSetup, table: Table) -> None:
    """Refuse more points than the deck is worth; what a direct score owes may be for Squirts."""
    owed = -sum(min(table.scores[name], 0) for name in table.direct)
    most_for_squirts = -min(setup.worth.squirts, setup.worth_knocked_out.squirts)
    limit = setup.most_in_all + min(owed, most_for_squirts * setup.squirts_cards)
    by = {name: points + table.hands[name] for name, points in table.piles.items()}
    if sum(by.values()) > limit:
        _refuse_points(say("Piles and hands"), by, limit)


def _refuse_points(what: str, by: Mapping[str, int], limit: int) -> NoReturn:
    raise core.Refused(
        "points_not_possible",
        "%(what)s have %(limit)s points at most, but you counted %(values)s: %(by)s.",
        what=what,
        values=reading.show(sum(by.values())),
        limit=limit,
        by=shares(by),
    )
