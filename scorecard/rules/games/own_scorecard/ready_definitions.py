"""The ready-made scorecards as data: only the scoring of games, in our own words."""

from __future__ import annotations

from collections.abc import Mapping

from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.words import in_lines, paragraphs, say

DEFINITIONS: Mapping[str, definitions.Definition] = {
    "plain_points": definitions.Definition(
        say("Plain points"),
        (definitions.Points("points", say("Points"), is_signed=True),),
        source=say("Pencil and paper."),
        notes=say(
            "For any game whose points you work out yourselves: type what everybody "
            "scored, with a minus where it counts against them."
        ),
    ),
    "hearts": definitions.Definition(
        say("Hearts"),
        (
            definitions.Points(
                "points", say("Penalty points"), say("Hearts 1 each, queen of spades 13"), most=26
            ),
        ),
        wins="lowest",
        ends=definitions.Ends("total", 100),
        fewest=3,
        most=6,
        has_dealer=True,
        round_total=definitions.RoundTotal(26, all_others=True),
        round_word="Hand",
        source=say("The usual rules of Hearts, as card game books and web sites have them."),
        notes=in_lines(
            *paragraphs("""
            Every heart somebody took costs 1 point and the queen of spades 13, so a hand has 26
            points.

            Taking all of them shoots the moon: type 0 for that player and 26 for each of the
            others.
        """)
        ),
    ),
    "spades": definitions.Definition(
        say("Spades"),
        (
            definitions.Bid(
                "tricks",
                say("Tricks"),
                say("Both partners’ together"),
                made_per_bid=10,
                missed_per_bid=-10,
                per_over=1,
                in_round=13,
            ),
            definitions.Cards(
                "nil",
                say("Nil bids"),
                (
                    definitions.Card("made", say("Nil made"), 100, in_deck=4),
                    definitions.Card("lost", say("Nil lost"), -100, in_deck=4),
                ),
            ),
            definitions.Tick("bags", say("Tenth bag"), worth=-100),
        ),
        ends=definitions.Ends("total", 500),
        sides=2,
        fewest=4,
        most=4,
        has_dealer=True,
        round_word="Hand",
        source=say("The usual partnership rules of Spades; nil and bags as most tables play them."),
        notes=in_lines(
            *paragraphs("""
            Partners add up their bids. A side that takes at least so many tricks scores 10 for
            each trick bid and 1 for each trick over it, a bag. A side that falls short loses 10
            for each trick bid.

            Bidding nil, no trick at all, wins or loses 100 besides. The tricks of a nil that
            was lost help the partner’s bid.

            When a side has collected ten bags, tick that it loses 100; the next ten begin.
        """)
        ),
    ),
    "gin_rummy": definitions.Definition(
        say("Gin Rummy"),
        (
            definitions.Points(
                "difference",
                say("Deadwood difference"),
                say("For the winner"),
                most=200,
                is_optional=True,
            ),
            definitions.Tick("gin", say("Gin"), worth=25),
            definitions.Tick("undercut", say("Undercut"), worth=25),
        ),
        ends=definitions.Ends("total", 100),
        fewest=2,
        most=2,
        has_dealer=True,
        round_word="Hand",
        source=say("The usual rules of Gin Rummy with bonuses of 25; older ones give 20 and 10."),
        notes=in_lines(
            *paragraphs("""
            Face cards count 10, aces 1 and the others their number. The one with less deadwood
            scores the difference.

            Going gin scores 25 and all of the other’s deadwood. A player who knocks and does
            not have less is undercut: the other scores the difference and 25.

            Bonuses for the game and for each hand won are left to you.
        """)
        ),
    ),
    "rummy_500": definitions.Definition(
        say("Rummy 500"),
        (
            definitions.Points("melds", say("Cards laid down")),
            definitions.Points(
                "hand",
                say("Cards in hand"),
                say("As a positive number"),
                worth=-1,
                is_optional=True,
            ),
        ),
        ends=definitions.Ends("total", 500),
        most=8,
        has_dealer=True,
        source=say("The usual rules of 500 Rum, also called Rummy 500."),
        notes=in_lines(
            *paragraphs("""
            Face cards count 10 and number cards their number. An ace counts 15, or 1 where it
            was laid below a two; a joker counts 15.

            What you laid down counts for you, and what you still hold against you, so a round
            may well cost points.
        """)
        ),
    ),
    "canasta": definitions.Definition(
        say("Canasta"),
        (
            definitions.Points("melds", say("Cards melded"), say("All of them, canastas too")),
            definitions.Points(
                "hand",
                say("Cards in hand"),
                say("Both partners’, as a positive number"),
                worth=-1,
                is_optional=True,
            ),
            definitions.Cards(
                "bonus",
                say("Canastas and red threes"),
                (
                    definitions.Card("natural", say("Natural canasta"), 500),
                    definitions.Card("mixed", say("Mixed canasta"), 300),
                    definitions.Card("red_three", say("Red three"), 100, in_deck=4),
                    definitions.Card(
                        "red_three_against", say("Red three, nothing melded"), -100, in_deck=4
                    ),
                ),
            ),
            definitions.Tick("all_red", say("All four red threes"), worth=400),
            definitions.Tick("all_red_against", say("All four, nothing melded"), worth=-400),
            definitions.Tick("concealed", say("Went out concealed"), worth=100),
            definitions.WentOut("out", say("Went out"), worth=100),
        ),
        ends=definitions.Ends("total", 5_000),
        sides=2,
        fewest=4,
        most=4,
        has_dealer=True,
        round_word="Deal",
        source=say("The classic partnership rules of Canasta."),
        notes=in_lines(
            *paragraphs("""
            Jokers count 50, twos and aces 20, kings to eights 10, sevens to fours and black
            threes 5. What a side melded counts for it, what both partners hold against it.

            A natural canasta scores 500 and a mixed one 300. A red three scores 100, and all
            four of them 800: tick the other 400. They count against a side that melded nothing.

            Going out scores 100, and 100 more if it was concealed.
        """)
        ),
    ),
    "cribbage": definitions.Definition(
        say("Cribbage to 121"),
        (
            definitions.Points("play", say("Pegged in play"), most=121),
            definitions.Points("hand", say("Hand"), most=29),
            definitions.Points(
                "crib", say("Crib"), say("For the dealer"), most=29, is_optional=True
            ),
        ),
        ends=definitions.Ends("total", 121),
        fewest=2,
        most=3,
        has_dealer=True,
        round_word="Deal",
        source=say("The usual rules of Cribbage for two or three players."),
        notes=in_lines(
            *paragraphs("""
            Type what each player pegged in play, his heels included, then the hand, and the
            crib for the dealer. No hand or crib has more than 29.

            The first to peg 121 wins at once: in the last deal, count nothing that would have
            come after that.
        """)
        ),
    ),
    "oh_hell": definitions.Definition(
        say("Oh Hell"),
        (definitions.Bid("tricks", say("Tricks"), is_exact=True, made=10, made_per_bid=1),),
        fewest=3,
        most=7,
        has_dealer=True,
        source=say("The usual rules of Oh Hell, with the simplest of its many ways to score."),
        notes=in_lines(
            *paragraphs("""
            Exactly as many tricks as bid score 10 and 1 for each of them. Any other number
            scores nothing.

            Play as many deals as you agreed on, usually with one card more or less each time.
        """)
        ),
    ),
    "wizard": definitions.Definition(
        say("Wizard"),
        (
            definitions.Bid(
                "tricks",
                say("Tricks"),
                is_exact=True,
                made=20,
                made_per_bid=10,
                per_over=-10,
                per_short=-10,
                in_round=1,
                is_growing=True,
            ),
        ),
        fewest=3,
        most=6,
        has_dealer=True,
        source=say("The usual rules of Wizard, the trick game with predictions."),
        notes=in_lines(
            *paragraphs("""
            Exactly as many tricks as bid score 20 and 10 for each of them. Any other number
            costs 10 for each trick over or short.

            Everybody has one card in the first round and one more in each further one. The 60
            cards last for 20 rounds with 3 players, 15 with 4, 12 with 5, 10 with 6.
        """)
        ),
    ),
    "ten_phases": definitions.Definition(
        say("Ten phases"),
        (
            definitions.Tick("phase", say("Phase completed")),
            definitions.Cards(
                "left",
                say("Cards left"),
                (
                    definitions.Card("low", say("1 to 9"), 5, in_deck=72),
                    definitions.Card("high", say("10 to 12"), 10, in_deck=24),
                    definitions.Card("skip", say("Skip"), 15, in_deck=4),
                    definitions.Card("wild", say("Wild"), 25, in_deck=8),
                ),
            ),
        ),
        wins="lowest",
        ends=definitions.Ends("ticks", 10, "phase"),
        most=6,
        has_dealer=True,
        round_word="Hand",
        source=say("The printed scoring of the commercial rummy game with ten phases."),
        notes=in_lines(
            *paragraphs("""
            Tick who completed their phase in this hand, and count the cards everybody has left.
            They are penalty points.

            The first to complete the tenth phase wins. If several do in the same hand, the
            lowest total decides.
        """)
        ),
    ),
}
