"""What the rules page says of scorecards of one's own, with an example."""

from __future__ import annotations

from scorecard.rules import card_game
from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.words import say

HOW_TO_SCORE = (
    say(
        "Say what you enter each round: points, cards, bonuses and penalties, who went out, "
        "bids and tricks, who played against the others. Say what each is worth, who wins and when "
        "the game ends."
    ),
    say(
        "Every round adds up what you entered, for each player or, in partnerships, for each side."
    ),
    say(
        "Begin with one of the ready-made scorecards if you like, and change what you play "
        "otherwise."
    ),
)


DECIDED = (
    (
        say("Several reach the end at once. Who wins?"),
        say("The best total, or play on if you prefer."),
    ),
    (say("Everybody who was left goes out at once. Who wins?"), say("The lowest total of those.")),
    (
        say("Somebody left for good?"),
        say(
            "Their total stays on the sheet. Where the lowest one wins, they come in behind all "
            "who stayed."
        ),
    ),
    (
        say("Who types for a partnership?"),
        say("The one of the partners who sits first; partners sit in turn with the other sides."),
    ),
    (
        say("What if points depend on more than that?"),
        say("Work such points out yourselves, and type them."),
    ),
)


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
