"""Ready-made scorecards of games that one player plays against the others, as data."""

from __future__ import annotations

from collections.abc import Mapping

from scorecard.rules import core
from scorecard.rules.words import in_lines, say

NULLS = (
    {"key": "null", "label": say("Null"), "worth": 23},
    {"key": "null_hand", "label": say("Null hand"), "worth": 35},
    {"key": "null_ouvert", "label": say("Null ouvert"), "worth": 46},
    {"key": "null_ouvert_hand", "label": say("Null ouvert hand"), "worth": 59},
)
SKAT: Mapping[str, core.Json] = {
    "kind": "declarer",
    "key": "game",
    "label": say("Declarer"),
    "contracts": [
        {"key": "diamonds", "label": say("♦ Diamonds"), "worth": 9, "is_times": True},
        {"key": "hearts", "label": say("♥ Hearts"), "worth": 10, "is_times": True},
        {"key": "spades", "label": say("♠ Spades"), "worth": 11, "is_times": True},
        {"key": "clubs", "label": say("♣ Clubs"), "worth": 12, "is_times": True},
        {"key": "grand", "label": say("Grand"), "worth": 24, "is_times": True},
        *NULLS,
    ],
    "number": say("Times"),
    "lost": 2,
}
TIMES = say(
    "Times is the matadors, with or without, and 1 for the game; 1 more each for hand, schneider, "
    "schneider announced, schwarz, schwarz announced and ouvert."
)
TWO_AGAINST_TWO: Mapping[str, core.Json] = {
    "kind": "declarer",
    "hint": say("A solo is played alone"),
    "partner_from": 4,
    "is_paid": True,
    "players": 4,
}
DEALS: Mapping[str, core.Json] = {"has_dealer": True, "round_word": "Deal"}
ADDING_TO_ZERO: Mapping[str, core.Json] = {**DEALS, "is_zero_sum": True}
OF_FOUR: Mapping[str, core.Json] = {**ADDING_TO_ZERO, "fewest": 4, "most": 5}
SKAT_AT_ONCE: Mapping[str, core.Json] = {
    **ADDING_TO_ZERO,
    "name": say("Skat, adding to zero"),
    "fewest": 3,
    "most": 4,
    "source": say("The game values of the Skat rules, settled between the players at once."),
}
WHO_PAYS = say(
    "Each opponent pays the declarer the value of a game that is won; one that is lost costs the "
    "declarer twice its value to each opponent. So a game of 24 is +48, −24, −24 when it is won, "
    "and −96, +48, +48 when it is lost."
)
DEFINITIONS: Mapping[str, Mapping[str, core.Json]] = {
    "skat": {
        **SKAT_AT_ONCE,
        "fields": [{**SKAT, "is_paid": True, "players": 3}],
        "notes": in_lines(TIMES, WHO_PAYS),
    },
    "skat_list": {
        **DEALS,
        "name": say("Skat, by the list"),
        "fields": [{**SKAT, "bonus": 50, "defence": 40}],
        "fewest": 3,
        "most": 3,
        "source": say("The game values of the Skat rules, with the points of Seeger and Fabian."),
        "notes": in_lines(
            TIMES,
            say(
                "The declarer has the value of a game that is won and 50 besides; one that is "
                "lost costs twice its value and 50, and each opponent has 40."
            ),
            say(
                "At a table of four each of the others has 30, the dealer too: copy this "
                "scorecard, and change that and how many play."
            ),
        ),
    },
    "schafkopf": {
        "name": say("Schafkopf"),
        "fields": [
            {
                **TWO_AGAINST_TWO,
                "key": "game",
                "label": say("Played by"),
                "number": say("Value of the game"),
            }
        ],
        **OF_FOUR,
        "source": say("The usual rules of Bavarian Schafkopf."),
        "notes": in_lines(
            say(
                "Type what each opponent pays, for instance 10 for a call and 50 for a solo, "
                "with 10 more each for schneider, schwarz and every runner."
            ),
            say("In a call two pay two; a solo is paid by three, or pays three."),
        ),
    },
    "doppelkopf": {
        "name": say("Doppelkopf"),
        "fields": [
            {
                **TWO_AGAINST_TWO,
                "key": "re",
                "label": say("Re"),
                "number": say("Points of the game"),
                "is_signed": True,
            }
        ],
        **OF_FOUR,
        "source": say("The usual rules of Doppelkopf, without Bock rounds."),
        "notes": in_lines(
            say(
                "Work out the points of the game with its announcements and special points, as "
                "Re counts them where Re won, else as Kontra does; below zero if the other "
                "side had more special points."
            ),
            say("A solo counts three times for the one who plays it."),
        ),
    },
    "tarot": {
        **ADDING_TO_ZERO,
        "name": say("French Tarot"),
        "fields": [
            {
                "kind": "declarer",
                "key": "contract",
                "label": say("Taker"),
                "contracts": [
                    {"key": "petite", "label": say("Petite"), "worth": 1, "is_times": True},
                    {"key": "garde", "label": say("Garde"), "worth": 2, "is_times": True},
                    {"key": "garde_sans", "label": say("Garde sans"), "worth": 4, "is_times": True},
                    {
                        "key": "garde_contre",
                        "label": say("Garde contre"),
                        "worth": 6,
                        "is_times": True,
                    },
                ],
                "number": say("Points over or short"),
                "base": 25,
                "plus": say("Poignée, slam"),
                "partner_from": 5,
                "is_paid": True,
            }
        ],
        "fewest": 3,
        "most": 5,
        "source": say("The usual rules of French Tarot, as its federation has them."),
        "notes": in_lines(
            say(
                "The taker needs 56, 51, 41 or 36 points with 0, 1, 2 or 3 oudlers. Type how "
                "many there are over or short of that, with 10 more if the side that won also "
                "took the last trick with the petit, and 10 less if the other side did."
            ),
            say(
                "On top comes a poignée of 20, 30 or 40, for the side that won, and a slam: "
                "400 if it was announced, 200 if not, and −200 if it failed. Five play with a "
                "called partner, or with nobody; three and four always alone."
            ),
        ),
    },
}
BEFORE: Mapping[str, core.Json] = {
    **SKAT_AT_ONCE,
    "fields": [
        {
            "kind": "points",
            "key": "points",
            "label": say("Points"),
            "hint": say("Declarer one way, opponents the other"),
            "is_signed": True,
            "is_optional": True,
        }
    ],
    "notes": in_lines(
        WHO_PAYS,
        say(
            "With four at the table the dealer sits out and is left blank, unless you let the "
            "dealer share in the result."
        ),
    ),
}
"""An earlier ready-made Skat, with points worked out by hand, for games that still use it."""
