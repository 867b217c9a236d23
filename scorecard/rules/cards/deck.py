"""Compares the cards that several players counted with their common deck."""

from __future__ import annotations

from collections.abc import Mapping

from scorecard.rules import core
from scorecard.rules.typed import reading
from scorecard.rules.words import NOTHING, Sentence, joined, quoted, say, say_n

Counted = Mapping[str, Mapping[str, int]]
"""How many of each card everybody counted: by player, then by card."""


def shares(by: Mapping[str, int]) -> Sentence:
    """Return everybody's number in words, without zeros: "Ann 5, Bob 4"."""
    return joined([share(name, number) for name, number in by.items() if number], ", ")


def share(name: str, number: int) -> Sentence:
    """Return somebody's number in words: "Ann 5"."""
    return joined([quoted(name), reading.show(number)])


def together(pile: Mapping[str, int], hand: Mapping[str, int]) -> dict[str, int]:
    """Return the sums of pile and hand by card."""
    return {card: pile.get(card, 0) + hand.get(card, 0) for card in {**pile, **hand}}


def counted_by(counted: Counted, card: str) -> dict[str, int]:
    """Return the counts of one card by player, without zeros."""
    return {name: cards[card] for name, cards in counted.items() if cards.get(card)}


def not_counted(
    totals: Mapping[str, int], deck: Mapping[str, int], labels: Mapping[str, Sentence]
) -> Sentence:
    """Return a sentence about the cards of ``deck`` that nobody counted, NOTHING for none."""
    if totals == deck:
        return NOTHING
    missing = {
        card: expected - totals[card] for card, expected in deck.items() if totals[card] < expected
    }
    cards = [
        labels[card]
        if number == 1
        else say("%(number)s × %(card)s", number=number, card=labels[card])
        for card, number in missing.items()
    ]
    return say_n(
        "1 card is missing: %(cards)s.",
        "%(num)s cards are missing: %(cards)s.",
        sum(missing.values()),
        cards=reading.listed(cards),
    )


def refuse_more_than_exist(
    counted: Counted, deck: Mapping[str, int], labels: Mapping[str, Sentence]
) -> None:
    """Refuse a card counted more often, over all players, than ``deck`` holds it.

    ``labels`` names each card as a sentence does: "card of rank 7", "Game Changer".
    """
    totals: dict[str, int] = {}
    for cards in counted.values():
        for card, number in cards.items():
            totals[card] = totals.get(card, 0) + number
    for card, total in totals.items():
        if total > deck[card]:
            raise core.Refused(
                "deck_exceeded",
                "The deck has %(number)s × %(card)s, but you counted %(total)s: %(shares)s.",
                number=deck[card],
                card=labels[card],
                total=reading.show(total),
                shares=shares(counted_by(counted, card)),
                item=card,
            )


def check_cards(
    counted: Counted, deck: Mapping[str, int], labels: Mapping[str, Sentence]
) -> list[core.CardCheck]:
    """Compare all counts with the deck, card by card."""
    cards = []
    for card, expected in deck.items():
        by = counted_by(counted, card)
        cards.append(core.CardCheck(card, labels[card], expected, sum(by.values()), by))
    return cards
