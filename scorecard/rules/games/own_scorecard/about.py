"""The rules page's texts about own scorecards, with an example."""

from __future__ import annotations

from scorecard.rules import card_game
from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.words import answers, paragraphs, say

HOW_TO_SCORE = paragraphs("""
    Say what you enter each round: points, cards, bonuses and penalties, who went out, bids
    and tricks, who played against the others. Say what each is worth, who wins and when the
    game ends.

    Every round adds up what you entered, for each player or, in partnerships, for each
    side.

    Begin with one of the ready-made scorecards if you like, and change what you play
    otherwise.
""")

DECIDED = answers("""
    Several reach the end at once. Who wins?
    The best total, or play on if you prefer.

    Everybody who was left goes out at once. Who wins?
    The lowest total of those.

    Somebody left for good?
    Their total stays on the sheet. Where the lowest one wins, they come in behind all who
    stayed.

    Who types for a partnership?
    The one of the partners who sits first; partners sit in turn with the other sides.

    What if points depend on more than that?
    Work such points out yourselves, and type them.
""")

EXAMPLE = card_game.Example(
    {
        "game": definitions.GAME_KEY,
        "options": {},
        "players": ["Ann", "Bob"],
        "rounds": [
            {definitions.ENTRIES: {"Ann": {"points": 12}, "Bob": {"points": 7}}},
            {definitions.ENTRIES: {"Ann": {"points": -5}, "Bob": {"points": 4}}},
        ],
    },
    say(
        "Plain points, as long as you like: Ann lost 5 in the second round, so Bob leads "
        "with 11 to 7."
    ),
)
