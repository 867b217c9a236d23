"""What the rules page says of Brag: how to score it, what we decided, and an example."""

from __future__ import annotations

from scorecard.rules import card_game
from scorecard.rules.words import answers, paragraphs, say

HOW_TO_SCORE = paragraphs("""
    Agree on the ante, on the least and most of a first bet, and by how much a bet may be
    raised; or let the pot be the limit.

    Everybody who plays the hand puts the ante into the pot and is dealt three cards, face
    down. From the player left of the dealer on, each in turn bets at least as much as the
    last bet, or folds and puts the cards unseen under the stock. It goes round and round:
    who stays in goes on betting, and may raise at any turn.

    Who does not look at their cards plays blind and pays half: a blind bet counts double,
    so that the next open player pays twice as much. A blind player may look before any bet,
    and plays open from then on.

    When two are left, they bet on until one folds or pays to see, on their turn, and says
    “See you”; a double bet without these words is only a bet. It costs twice the least they
    could bet: after an open bet of 4 an open player pays 8, a blind one 4.

    A blind player may see anybody; an open player cannot see a blind one, and bets on or
    folds. The player who is seen shows the cards. A better hand of the one who paid is
    shown and takes the pot; else that player may fold unseen and has lost. If both are
    equal, the one who asked to see loses.

    Show your cards to nobody before that, say nothing of what you hold, and act in turn.

    From best to worst: a prial (three of a kind; threes are best, then aces, kings and so
    on down to twos), a running flush, a run, a flush, a pair, a high card. A run beats a
    flush. Hands of one kind go by their cards, never by suit.

    If you run out of chips, cover the pot with your cards and stay in for it; the others
    bet on into a side pot. Settle the side pot first; the hand that takes it then meets the
    covering hand for the main pot.

    The last player who has not folded takes the pot without showing. What you take less
    your ante and your bets goes to your balance, so every hand adds up to 0.

    Gather the cards without shuffling, until a shown prial takes a pot.
""")

DECIDED = answers("""
    What do ace, two and three make?
    The lowest run. Many British tables make it the highest: the house rules can.

    Is 9-10-queen of one suit a running flush?
    No, a rank is missing: it is a plain flush.

    What if the covering hand is equal to the one that took the side pot?
    They split the pot, and an odd chip goes to the covering player. The house rules can
    give all of it to either.

    What if a second player covers?
    There is one more side pot. The last pot is settled first, and the better hand so far
    moves on to the pot before it.

    Where do the last chips of a covering player go?
    Into the covered pot.

    Are there betting limits?
    The smallest bet is 1, with no limit above, unless the house rules set one. Limits are
    compared in open money. The first bet is no raise, and just paying the price is always
    allowed.

    What if all fold to a blind player?
    The blind player takes the pot.

    Who deals next?
    The deal moves to the left.

    What if somebody acts out of turn?
    It counts as it happened, and the hand is marked.

    Who wins when you stop?
    Nobody: the balances say who owes what.
""")

HANDS_FROM_BEST = (
    (
        say("Prial"),
        say("Three of a kind; 3-3-3 is best, then A-A-A down to 4-4-4 and 2-2-2 (52 hands)"),
    ),
    (say("Running flush"), say("Three in sequence of one suit (48)")),
    (say("Run"), say("Three in sequence (720)")),
    (say("Flush"), say("Three of one suit (1,096)")),
    (say("Pair"), say("Two of a rank, then the third card (3,744)")),
    (say("High card"), say("The highest card, then the next (16,440)")),
)

EXAMPLE = card_game.Example(
    record={
        "game": "brag",
        "options": {},
        "players": ["Ann", "Bob", "Cy", "Di"],
        "rounds": [
            {
                "dealer": "Di",
                "blind": ["Bob"],
                "actions": [
                    ["Ann", "bet", 2],
                    ["Bob", "bet", 1],
                    ["Cy", "fold"],
                    ["Di", "fold"],
                    ["Ann", "bet", 2],
                    ["Bob", "look"],
                    ["Bob", "see", 4],
                ],
                "hands": {"Ann": ["Ah", "Kh", "9h"], "Bob": ["4c", "5d", "6s"]},
            }
        ],
    },
    sentence=say(
        "Bob plays blind and pays 1 where Ann bet 2. Ann cannot see a blind player, so she "
        "bets 2 again. Bob looks, finds a run, and pays 4 to see: it beats Ann’s flush and "
        "takes the pot of 13, of which Bob put in 6."
    ),
)
