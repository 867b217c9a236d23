"""Playing cards as they are written: ``9c``, ``10h`` or ``Th``, ``AS``, in any letter case."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from scorecard.rules import core
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""From lowest to highest."""
SUITS = ("c", "d", "h", "s")
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
LOWEST = 2
"""The number of the lowest rank; an ace is 14."""
ACE, KING, QUEEN, JACK = 14, 13, 12, 11


class RankWords(NamedTuple):
    """A rank in words: one card of it, and several."""

    one: Sentence
    several: Sentence


RANK_WORDS = {
    2: RankWords(say("two"), say("twos")),
    3: RankWords(say("three"), say("threes")),
    4: RankWords(say("four"), say("fours")),
    5: RankWords(say("five"), say("fives")),
    6: RankWords(say("six"), say("sixes")),
    7: RankWords(say("seven"), say("sevens")),
    8: RankWords(say("eight"), say("eights")),
    9: RankWords(say("nine"), say("nines")),
    10: RankWords(say("ten"), say("tens")),
    JACK: RankWords(say("jack"), say("jacks")),
    QUEEN: RankWords(say("queen"), say("queens")),
    KING: RankWords(say("king"), say("kings")),
    ACE: RankWords(say("ace"), say("aces")),
}
"""Each rank in words, by its number."""


class Card(NamedTuple):
    """A playing card: its rank's number, 2 to 14, and its suit's letter."""

    rank: int
    suit: str

    def __str__(self) -> str:
        """Return the card as it is written: "10h"."""
        return f"{RANKS[self.rank - LOWEST]}{self.suit}"


DECK = tuple(Card(rank, suit) for suit in SUITS for rank in range(LOWEST, ACE + 1))
"""The 52 cards."""
DECK_NAMES = tuple(str(card) for card in DECK)

RANK_DIGITS = 3 * len(RANKS)
WEIGHT_OF = {
    str(card): (1 << 3 * (card.rank - LOWEST)) + (1 << RANK_DIGITS + 3 * SUITS.index(card.suit))
    for card in DECK
}.__getitem__
"""A card's rank and suit as two octal digits 1, those of ranks lowest, by its name.

The weights of up to seven cards add up to how many there are of each rank and of each suit.
"""
ALL_RANKS = (1 << RANK_DIGITS) - 1

_BY_TEXT = {str(card).lower(): card for card in DECK}
_BY_TEXT |= {f"t{suit}": Card(10, suit) for suit in SUITS}
_BY_TEXT |= {str(card): card for card in DECK}
_RANK_BY_TEXT = {rank.lower(): rank for rank in RANKS} | {"t": "10"}
_RANK_BY_TEXT |= {rank: rank for rank in RANKS}
"""Keys in small letters, and as we write them ourselves, which saves a second look-up."""


def read_cards(values: Iterable[core.Json], whose: str = "", *, item: str = "") -> tuple[Card, ...]:
    """Return the cards of some texts; refuse the first that is none."""
    try:
        return tuple(map(_BY_TEXT.__getitem__, values))
    except (KeyError, TypeError):
        return tuple([read_card(value, whose, item=item) for value in values])


def weigh(values: Sequence[core.Json], whose: str, *, item: str = "") -> tuple[Sequence[str], int]:
    """Return the names of some cards as we write them, and what these weigh in all."""
    try:
        return values, sum(map(WEIGHT_OF, values))
    except (KeyError, TypeError):  # Some card is written in another way.
        names = [str(card) for card in read_cards(values, whose, item=item)]
        return names, sum(map(WEIGHT_OF, names))


def card_named(text: str) -> Card | None:
    """Return the card of a text, None where it is none."""
    return _BY_TEXT.get(text) or _BY_TEXT.get(text.strip().lower())


def rank_named(text: str) -> str | None:
    """Return the rank of a text, one of :data:`RANKS`, None where it is none."""
    return _RANK_BY_TEXT.get(text) or _RANK_BY_TEXT.get(text.strip().lower())


def read_card(value: core.Json, whose: str = "", *, item: str = "") -> Card:
    """Return the card of a text; refuse any other value. ``whose`` is a player's name."""
    card = card_named(value) if isinstance(value, str) else None
    if card is None:
        raise core.Refused(
            "unknown_card",
            say("%(whose)s: no card is called %(card)s.", whose=whose, card=reading.show(value))
            if whose
            else say("No card is called %(card)s.", card=reading.show(value)),
            player=whose,
            item=item,
        )
    return card


def read_rank(value: core.Json, whose: str, *, item: str = "") -> str:
    """Return the rank of a text, one of :data:`RANKS`; refuse any other value."""
    rank = rank_named(value) if isinstance(value, str) else None
    if rank is None:
        values = {"whose": whose, "rank": reading.show(value), "ranks": ", ".join(RANKS)}
        raise core.Refused(
            "unknown_card",
            say("%(whose)s: no rank is called %(rank)s; there are %(ranks)s.", **values)
            if whose
            else say("No rank is called %(rank)s; there are %(ranks)s.", **values),
            player=whose,
            item=item,
        )
    return rank


def rank_number(rank: str) -> int:
    """Return a rank's number: 2 to 10, jack 11, queen 12, king 13, ace 14."""
    return RANKS.index(rank) + LOWEST


def refuse_duplicates(cards_of: Mapping[str, Collection[Card | str]]) -> None:
    """Refuse a card that occurs twice; ``cards_of`` are the cards by player.

    Either all cards are texts, or none.
    """
    hands = cards_of.values()
    if len(set().union(*hands)) == sum(map(len, hands)):
        return
    seen: dict[Card | str, str] = {}
    for name, cards in cards_of.items():
        for card in cards:
            if card in seen:
                owner = seen[card]
                raise core.Refused(
                    "duplicate_card",
                    say("There is only one %(card)s: %(name)s has it twice.", card=card, name=name)
                    if owner == name
                    else say(
                        "There is only one %(card)s: %(owner)s and %(name)s both have it.",
                        card=card,
                        owner=owner,
                        name=name,
                    ),
                    player=name,
                    item=str(card),
                )
            seen[card] = name


def written(cards: Sequence[Card]) -> str:
    """Return cards as in a sentence: "9♣ 10♥ A♠"."""
    return " ".join(f"{RANKS[card.rank - LOWEST]}{SUIT_SIGNS[card.suit]}" for card in cards)


def join_cards(value: core.Json) -> str:
    """Return cards as a text."""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
