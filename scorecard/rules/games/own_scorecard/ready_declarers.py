"""Ready-made scorecards of games that one player plays against the others, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.words import in_lines, paragraphs, say

NULLS = (
    definitions.Contract("null", say("Null"), 23),
    definitions.Contract("null_hand", say("Null hand"), 35),
    definitions.Contract("null_ouvert", say("Null ouvert"), 46),
    definitions.Contract("null_ouvert_hand", say("Null ouvert hand"), 59),
)
SKAT = definitions.Declarer(
    "game",
    say("Declarer"),
    contracts=(
        definitions.Contract("diamonds", say("♦ Diamonds"), 9, is_times=True),
        definitions.Contract("hearts", say("♥ Hearts"), 10, is_times=True),
        definitions.Contract("spades", say("♠ Spades"), 11, is_times=True),
        definitions.Contract("clubs", say("♣ Clubs"), 12, is_times=True),
        definitions.Contract("grand", say("Grand"), 24, is_times=True),
        *NULLS,
    ),
    number=say("Times"),
    lost=2,
)
TIMES = say(
    "Times is the matadors, with or without, and 1 for the game; 1 more each for hand, schneider, "
    "schneider announced, schwarz, schwarz announced and ouvert."
)
DEALS: Mapping[str, Any] = {"has_dealer": True, "round_word": "Deal"}
ADDING_TO_ZERO: Mapping[str, Any] = {**DEALS, "is_zero_sum": True}
OF_FOUR: Mapping[str, Any] = {**ADDING_TO_ZERO, "fewest": 4, "most": 5}
TWO_AGAINST_TWO = definitions.Declarer(
    "game",
    say("Played by"),
    say("A solo is played alone"),
    number=say("Value of the game"),
    partner_from=4,
    is_paid=True,
    players=4,
)
WHO_PAYS = say(
    "Each opponent pays the declarer the value of a game that is won; one that is lost costs the "
    "declarer twice its value to each opponent. So a game of 24 is +48, −24, −24 when it is won, "
    "and −96, +48, +48 when it is lost."
)
SKAT_AT_ONCE = definitions.Definition(
    say("Skat, adding to zero"),
    (replace(SKAT, is_paid=True, players=3),),
    **ADDING_TO_ZERO,
    fewest=3,
    most=4,
    source=say("The game values of the Skat rules, settled between the players at once."),
    notes=in_lines(TIMES, WHO_PAYS),
)
DEFINITIONS: Mapping[str, definitions.Definition] = {
    "skat": SKAT_AT_ONCE,
    "skat_list": definitions.Definition(
        say("Skat, by the list"),
        (replace(SKAT, bonus=50, defence=40),),
        **DEALS,
        fewest=3,
        most=3,
        source=say("The game values of the Skat rules, with the points of Seeger and Fabian."),
        notes=in_lines(
            TIMES,
            *paragraphs("""
            The declarer has the value of a game that is won and 50 besides; one that is lost
            costs twice its value and 50, and each opponent has 40.

            At a table of four each of the others has 30, the dealer too: copy this scorecard,
            and change that and how many play.
        """),
        ),
    ),
    "schafkopf": definitions.Definition(
        say("Schafkopf"),
        (TWO_AGAINST_TWO,),
        **OF_FOUR,
        source=say("The usual rules of Bavarian Schafkopf."),
        notes=in_lines(
            *paragraphs("""
            Type what each opponent pays, for instance 10 for a call and 50 for a solo, with 10
            more each for schneider, schwarz and every runner.

            In a call two pay two; a solo is paid by three, or pays three.
        """)
        ),
    ),
    "doppelkopf": definitions.Definition(
        say("Doppelkopf"),
        (
            replace(
                TWO_AGAINST_TWO,
                key="re",
                label=say("Re"),
                number=say("Points of the game"),
                is_signed=True,
            ),
        ),
        **OF_FOUR,
        source=say("The usual rules of Doppelkopf, without Bock rounds."),
        notes=in_lines(
            *paragraphs("""
            Work out the points of the game with its announcements and special points, as Re
            counts them where Re won, else as Kontra does; below zero if the other side had more
            special points.

            A solo counts three times for the one who plays it.
        """)
        ),
    ),
    "tarot": definitions.Definition(
        say("French Tarot"),
        (
            definitions.Declarer(
                "contract",
                say("Taker"),
                contracts=(
                    definitions.Contract("petite", say("Petite"), 1, is_times=True),
                    definitions.Contract("garde", say("Garde"), 2, is_times=True),
                    definitions.Contract("garde_sans", say("Garde sans"), 4, is_times=True),
                    definitions.Contract("garde_contre", say("Garde contre"), 6, is_times=True),
                ),
                number=say("Points over or short"),
                base=25,
                plus=say("Poignée, slam"),
                partner_from=5,
                is_paid=True,
            ),
        ),
        **ADDING_TO_ZERO,
        fewest=3,
        most=5,
        source=say("The usual rules of French Tarot, as its federation has them."),
        notes=in_lines(
            *paragraphs("""
            The taker needs 56, 51, 41 or 36 points with 0, 1, 2 or 3 oudlers. Type how many
            there are over or short of that, with 10 more if the side that won also took the
            last trick with the petit, and 10 less if the other side did.

            On top comes a poignée of 20, 30 or 40, for the side that won, and a slam: 400 if it
            was announced, 200 if not, and −200 if it failed, or 200 if the contract was lost as
            well. Five play with a called partner, or with nobody; three and four always alone.
        """)
        ),
    ),
}
BEFORE = replace(
    SKAT_AT_ONCE,
    fields=(
        definitions.Points(
            "points",
            say("Points"),
            say("Declarer one way, opponents the other"),
            is_signed=True,
            is_optional=True,
        ),
    ),
    notes=in_lines(
        WHO_PAYS,
        *paragraphs("""
            With four at the table the dealer sits out and is left blank, unless you let the
            dealer share in the result.
        """),
    ),
)
"""An earlier ready-made Skat, with points worked out by hand, for games that still use it."""
