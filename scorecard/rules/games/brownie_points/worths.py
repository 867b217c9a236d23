"""Counting by worth: how many cards of each worth lie in a pile or hand, whatever their ranks."""

from __future__ import annotations

from collections.abc import Mapping

from scorecard.rules import core
from scorecard.rules.cards.deck import Counted, together
from scorecard.rules.games.brownie_points import basics
from scorecard.rules.round_words import points
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say, say_n


def ranks_shown(cards: tuple[str, ...]) -> str:
    """Return ranks as people say them: "1–5", "1, 3, 10"."""
    numbers = [int(card) for card in cards]
    is_row = len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{cards[0]}–{cards[-1]}" if is_row else ", ".join(cards)


def worth_here(setup: basics.BrowniePointsSetup) -> tuple[tuple[Sentence, Sentence], ...]:
    """Return what each card is worth in this game, the ranks of one worth together."""
    ranks = [
        (
            say_n("Rank %(ranks)s", "Ranks %(ranks)s", len(cards), ranks=ranks_shown(cards)),
            points(int(worth)),
        )
        for worth, cards in setup.worths.items()
        if worth not in basics.SPECIALS
    ]
    specials = [
        (basics.SPECIALS[card], points(setup.pile_values[card]))
        for card in ("game_changer", "wild")
        if card in setup.deck
    ]
    return (
        *ranks,
        *specials,
        (
            basics.SPECIALS["dog_house"],
            say("%(points)s in hand", points=-setup.hand_values["dog_house"]),
        ),
        (basics.SPECIALS["nope"], points(0)),
        (say("Squirts"), points(setup.worth.squirts)),
        (say("Target"), points(setup.target)),
    )


def read_heap(
    setup: basics.BrowniePointsSetup, player: str, place: str, typed: core.Json
) -> Mapping[str, int]:
    """Return what a player has in the pile or in the hand, refusing what cannot be there."""
    heap = reading.mapping(typed, place, player=player)
    for kind, count in heap.items():
        item = f"by_worth.{place}.{kind}"
        if kind not in setup.worths:
            message = say(
                "%(player)s: no card of this deck is worth %(kind)s.",
                player=player,
                kind=reading.show(kind),
            )
            raise core.Refused("unknown_card", message, player=player, item=item)
        reading.whole(count, say("number of cards"), player=player, item=item)
    return heap


def heap_points(
    setup: basics.BrowniePointsSetup, heap: Mapping[str, int], values: Mapping[str, int]
) -> int:
    """Return what a heap is worth where its cards have these values."""
    return sum(count * values[setup.worths[kind][0]] for kind, count in heap.items())


def deck_of(setup: basics.BrowniePointsSetup) -> dict[str, int]:
    """Return how many cards of each worth there are in the deck."""
    return {kind: sum(setup.deck[card] for card in cards) for kind, cards in setup.worths.items()}


def labels(setup: basics.BrowniePointsSetup) -> dict[str, Sentence]:
    """Return what cards of each worth are called by themselves: "cards worth 150"."""
    return {kind: say("cards worth %(w)s", w=kind) for kind in setup.worths} | basics.SPECIALS


def short_labels(setup: basics.BrowniePointsSetup) -> dict[str, Sentence]:
    """Return what cards of each worth are called beside their number: "2 × 150 points"."""
    ranks = [kind for kind in setup.worths if kind not in basics.SPECIALS]
    return {kind: points(int(kind)) for kind in ranks} | basics.SPECIALS


def counted(
    setup: basics.BrowniePointsSetup,
    by_card: Counted,
    by_worth: Mapping[str, tuple[Mapping[str, int], Mapping[str, int]]],
) -> dict[str, dict[str, int]]:
    """Return how many cards of each worth everybody has who counted them, by either way."""
    summed = {
        name: {
            kind: sum(cards.get(card, 0) for card in group) for kind, group in setup.worths.items()
        }
        for name, cards in by_card.items()
    }
    return summed | {name: together(*heaps) for name, heaps in by_worth.items()}
