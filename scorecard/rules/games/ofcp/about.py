"""What the rules page says of Open-Face Chinese Poker: how to score it, and an example."""

from __future__ import annotations

from scorecard.rules import card_game
from scorecard.rules.cards.cards import ACE, RANKS
from scorecard.rules.games.ofcp import basics, poker
from scorecard.rules.words import NOTHING, Sentence, answers, paragraphs, quoted, say

FOUL_HAS_NONE = say("A foul has none")

HOW_TO_SCORE = paragraphs("""
    Agree on what a point costs; two players may agree on another price between them.

    Everybody is dealt five cards, face down. From the dealer’s left on, each turns them
    over and lays them in three rows, as they like: three cards in front, five in the middle
    and five at the back. Then each in turn draws a card from the stock and adds it to a
    row, face up, until everybody has thirteen. A card stays where it was laid.

    Poker hands rank as usual: high card, pair, two pair, three of a kind, straight, flush,
    full house, four of a kind, straight flush, royal flush. In the front only high cards, a
    pair and three of a kind count, no straights or flushes. The back must be at least as
    strong as the middle, and the middle as the front. If not, the hand is fouled.

    Each player settles with each other player. You have the royalties of all three rows, 1
    for each row that beats your opponent’s and 3 more for winning all three. A tied row
    counts for neither. The player with less pays the difference, times what a point costs.

    A fouled hand wins no row and loses its royalties. It pays each clean hand 6 and that
    hand’s royalties. Two fouled hands pay each other nothing.

    A pair of queens, kings or aces in front, or three of a kind, leads to fantasyland
    unless the hand fouls: that player gets all cards of the next hand at once, lays them
    face down, and shows them when the others are done. Several can be there together. You
    stay there with three of a kind in front, at least a full house in the middle, or at
    least four of a kind at the back.

    The deal moves left, but not to a hand with somebody in fantasyland: the same dealer
    deals that one again. You stop when you like and settle the balances.
""")

DECIDED = answers("""
    May two neighbouring rows be equally strong?
    Yes, unless you choose that they foul.

    What if front and middle hold the same pair or high cards?
    Their cards are compared in order; the front runs out of cards first and is weaker.

    Does a fouled hand keep its royalties?
    No, and it neither earns nor keeps fantasyland.

    What if two players foul?
    They pay each other nothing.

    Does winning all three rows add to what a fouled hand pays?
    No: 6 and the opponent’s royalties is all. Both 6 and 3 can be changed.

    Which three of a kind earns 20?
    Any in front. In the middle and at the back three of a kind earns nothing.

    What is A-2-3-4-5?
    The lowest straight, five high; in one suit a straight flush, never a royal one.

    Do queens in front keep somebody in fantasyland?
    No, they only lead there, unless you choose otherwise.

    What does a special price between two players apply to?
    To everything those two settle: rows, royalties and fouls.

    Is there one score against the whole table?
    No, one against each opponent.

    Can four play, though that takes all 52 cards?
    Yes, in fantasyland, too.
""")

HANDS = {
    poker.Category.ROYAL_FLUSH: say("Royal flush"),
    poker.Category.STRAIGHT_FLUSH: say("Straight flush"),
    poker.Category.QUADS: say("Four of a kind"),
    poker.Category.FULL_HOUSE: say("Full house"),
    poker.Category.FLUSH: say("Flush"),
    poker.Category.STRAIGHT: say("Straight"),
}


def _worth(front: int = 0, middle: int = 0, back: int = 0) -> tuple[Sentence, ...]:
    return tuple(quoted(str(worth)) if worth else NOTHING for worth in (front, middle, back))


ROYALTIES = (
    *(
        (name, *_worth(0, basics.MIDDLE_ROYALTIES[hand], basics.BACK_ROYALTIES[hand]))
        for hand, name in HANDS.items()
    ),
    (say("Three of a kind"), *_worth(basics.FLAT_TRIPS)),
    *(
        (quoted(f"{rank}-{rank}-x"), *_worth(number - basics.BELOW_PAIRS))
        for number in range(ACE, basics.BELOW_PAIRS, -1)
        for rank in (RANKS[number - 2],)
    ),
)
"""A hand, and what it earns in front, in the middle and at the back."""


def _laid(front: str, middle: str, back: str) -> dict[str, list[str]]:
    return {"front": front.split(), "middle": middle.split(), "back": back.split()}


EXAMPLE_HANDS = {
    "Ann": _laid("Qs Qh 4d", "5h 6h 7c 8d 9s", "2c 5c 9c Jc Kc"),
    "Bob": _laid("6s 6d 3h", "10s 10d 2d 3c 8h", "Jh Jd Js 7d 4s"),
    "Cy": _laid("As Ad 8s", "Kh Kd 9h 5d 3s", "4h 4c 7h 7s Ah"),
}

EXAMPLE = card_game.Example(
    {"game": "ofcp", "players": list(EXAMPLE_HANDS), "rounds": [{"hands": EXAMPLE_HANDS}]},
    say(
        "Ann has royalties of 7 for the queens in front, 4 for the straight in the middle "
        "and 4 for the flush at the back, and wins all three rows against Bob, whose sixes "
        "earn 1: 15 + 6 − 1 = 20. Cy’s aces in front are stronger than the kings behind "
        "them: a foul, which pays Ann 6 + 15 and Bob 6 + 1. The queens lead Ann to "
        "fantasyland, so the deal stays."
    ),
)
