"""The ready-made scorecards as data: only the scoring of games, in our own words."""

from __future__ import annotations

from collections.abc import Mapping

from scorecard.rules import core
from scorecard.rules.games.own_scorecard import ready_declarers
from scorecard.rules.words import in_lines, say

DEFINITIONS: Mapping[str, Mapping[str, core.Json]] = {
    "plain_points": {
        "name": say("Plain points"),
        "fields": [{"kind": "points", "key": "points", "label": say("Points"), "is_signed": True}],
        "source": say("Pencil and paper."),
        "notes": in_lines(
            say(
                "For any game whose points you work out yourselves: type what everybody "
                "scored, with a minus where it counts against them."
            ),
        ),
    },
    "hearts": {
        "name": say("Hearts"),
        "fields": [
            {
                "kind": "points",
                "key": "points",
                "label": say("Penalty points"),
                "hint": say("Hearts 1 each, queen of spades 13"),
                "most": 26,
            }
        ],
        "wins": "lowest",
        "ends": {"when": "total", "at": 100},
        "fewest": 3,
        "most": 6,
        "has_dealer": True,
        "round_total": {"total": 26, "all_others": True},
        "round_word": "Hand",
        "source": say("The usual rules of Hearts, as card game books and web sites have them."),
        "notes": in_lines(
            say(
                "Every heart somebody took costs 1 point and the queen of spades 13, so a hand "
                "has 26 points."
            ),
            say(
                "Taking all of them shoots the moon: type 0 for that player and 26 for each of "
                "the others."
            ),
        ),
    },
    "spades": {
        "name": say("Spades"),
        "fields": [
            {
                "kind": "bid",
                "key": "tricks",
                "label": say("Tricks"),
                "hint": say("Both partners’ together"),
                "made_per_bid": 10,
                "missed_per_bid": -10,
                "per_over": 1,
                "in_round": 13,
            },
            {
                "kind": "cards",
                "key": "nil",
                "label": say("Nil bids"),
                "cards": [
                    {"key": "made", "label": say("Nil made"), "worth": 100, "in_deck": 4},
                    {"key": "lost", "label": say("Nil lost"), "worth": -100, "in_deck": 4},
                ],
            },
            {"kind": "tick", "key": "bags", "label": say("Tenth bag"), "worth": -100},
        ],
        "ends": {"when": "total", "at": 500},
        "sides": 2,
        "fewest": 4,
        "most": 4,
        "has_dealer": True,
        "round_word": "Hand",
        "source": say(
            "The usual partnership rules of Spades; nil and bags as most tables play them."
        ),
        "notes": in_lines(
            say(
                "Partners add up their bids. A side that takes at least so many tricks scores "
                "10 for each trick bid and 1 for each trick over it, a bag. A side that falls "
                "short loses 10 for each trick bid."
            ),
            say(
                "Bidding nil, no trick at all, wins or loses 100 besides. The tricks of a nil "
                "that was lost help the partner’s bid."
            ),
            say("When a side has collected ten bags, tick that it loses 100; the next ten begin."),
        ),
    },
    "gin_rummy": {
        "name": say("Gin Rummy"),
        "fields": [
            {
                "kind": "points",
                "key": "difference",
                "label": say("Deadwood difference"),
                "hint": say("For the winner"),
                "most": 200,
                "is_optional": True,
            },
            {"kind": "tick", "key": "gin", "label": say("Gin"), "worth": 25},
            {"kind": "tick", "key": "undercut", "label": say("Undercut"), "worth": 25},
        ],
        "ends": {"when": "total", "at": 100},
        "fewest": 2,
        "most": 2,
        "has_dealer": True,
        "round_word": "Hand",
        "source": say(
            "The usual rules of Gin Rummy with bonuses of 25; older ones give 20 and 10."
        ),
        "notes": in_lines(
            say(
                "Face cards count 10, aces 1 and the others their number. The one with less "
                "deadwood scores the difference."
            ),
            say(
                "Going gin scores 25 and all of the other’s deadwood. A player who knocks and "
                "does not have less is undercut: the other scores the difference and 25."
            ),
            say("Bonuses for the game and for each hand won are left to you."),
        ),
    },
    "rummy_500": {
        "name": say("Rummy 500"),
        "fields": [
            {"kind": "points", "key": "melds", "label": say("Cards laid down")},
            {
                "kind": "points",
                "key": "hand",
                "label": say("Cards in hand"),
                "hint": say("As a positive number"),
                "worth": -1,
                "is_optional": True,
            },
        ],
        "ends": {"when": "total", "at": 500},
        "most": 8,
        "has_dealer": True,
        "source": say("The usual rules of 500 Rum, also called Rummy 500."),
        "notes": in_lines(
            say(
                "Face cards count 10 and number cards their number. An ace counts 15, or 1 "
                "where it was laid below a two; a joker counts 15."
            ),
            say(
                "What you laid down counts for you, and what you still hold against you, so a "
                "round may well cost points."
            ),
        ),
    },
    "canasta": {
        "name": say("Canasta"),
        "fields": [
            {
                "kind": "points",
                "key": "melds",
                "label": say("Cards melded"),
                "hint": say("All of them, canastas too"),
            },
            {
                "kind": "points",
                "key": "hand",
                "label": say("Cards in hand"),
                "hint": say("Both partners’, as a positive number"),
                "worth": -1,
                "is_optional": True,
            },
            {
                "kind": "cards",
                "key": "bonus",
                "label": say("Canastas and red threes"),
                "cards": [
                    {"key": "natural", "label": say("Natural canasta"), "worth": 500},
                    {"key": "mixed", "label": say("Mixed canasta"), "worth": 300},
                    {"key": "red_three", "label": say("Red three"), "worth": 100, "in_deck": 4},
                    {
                        "key": "red_three_against",
                        "label": say("Red three, nothing melded"),
                        "worth": -100,
                        "in_deck": 4,
                    },
                ],
            },
            {"kind": "tick", "key": "all_red", "label": say("All four red threes"), "worth": 400},
            {"kind": "tick", "key": "concealed", "label": say("Went out concealed"), "worth": 100},
            {"kind": "went_out", "key": "out", "label": say("Went out"), "worth": 100},
        ],
        "ends": {"when": "total", "at": 5_000},
        "sides": 2,
        "fewest": 4,
        "most": 4,
        "has_dealer": True,
        "round_word": "Deal",
        "source": say("The classic partnership rules of Canasta."),
        "notes": in_lines(
            say(
                "Jokers count 50, twos and aces 20, kings to eights 10, sevens to fours and "
                "black threes 5. What a side melded counts for it, what both partners hold "
                "against it."
            ),
            say(
                "A natural canasta scores 500 and a mixed one 300. A red three scores 100, and "
                "all four of them 800: tick the other 400. They count against a side that "
                "melded nothing."
            ),
            say("Going out scores 100, and 100 more if it was concealed."),
        ),
    },
    "cribbage": {
        "name": say("Cribbage to 121"),
        "fields": [
            {"kind": "points", "key": "play", "label": say("Pegged in play"), "most": 121},
            {"kind": "points", "key": "hand", "label": say("Hand"), "most": 29},
            {
                "kind": "points",
                "key": "crib",
                "label": say("Crib"),
                "hint": say("For the dealer"),
                "most": 29,
                "is_optional": True,
            },
        ],
        "ends": {"when": "total", "at": 121},
        "fewest": 2,
        "most": 3,
        "has_dealer": True,
        "round_word": "Deal",
        "source": say("The usual rules of Cribbage for two or three players."),
        "notes": in_lines(
            say(
                "Type what each player pegged in play, his heels included, then the hand, and "
                "the crib for the dealer. No hand or crib has more than 29."
            ),
            say(
                "The first to peg 121 wins at once: in the last deal, count nothing that would "
                "have come after that."
            ),
        ),
    },
    "oh_hell": {
        "name": say("Oh Hell"),
        "fields": [
            {
                "kind": "bid",
                "key": "tricks",
                "label": say("Tricks"),
                "is_exact": True,
                "made": 10,
                "made_per_bid": 1,
            }
        ],
        "fewest": 3,
        "most": 7,
        "has_dealer": True,
        "source": say("The usual rules of Oh Hell, with the simplest of its many ways to score."),
        "notes": in_lines(
            say(
                "Exactly as many tricks as bid score 10 and 1 for each of them. Any other number "
                "scores nothing."
            ),
            say(
                "Play as many deals as you agreed on, usually with one card more or less each time."
            ),
        ),
    },
    "wizard": {
        "name": say("Wizard"),
        "fields": [
            {
                "kind": "bid",
                "key": "tricks",
                "label": say("Tricks"),
                "is_exact": True,
                "made": 20,
                "made_per_bid": 10,
                "per_over": -10,
                "per_short": -10,
                "in_round": 1,
                "is_growing": True,
            }
        ],
        "fewest": 3,
        "most": 6,
        "has_dealer": True,
        "source": say("The usual rules of Wizard, the trick game with predictions."),
        "notes": in_lines(
            say(
                "Exactly as many tricks as bid score 20 and 10 for each of them. Any other number "
                "costs 10 for each trick over or short."
            ),
            say(
                "Everybody has one card in the first round and one more in each further one. The "
                "60 cards last for 20 rounds with 3 players, 15 with 4, 12 with 5, 10 with 6."
            ),
        ),
    },
    "ten_phases": {
        "name": say("Ten phases"),
        "fields": [
            {"kind": "tick", "key": "phase", "label": say("Phase completed")},
            {
                "kind": "cards",
                "key": "left",
                "label": say("Cards left"),
                "cards": [
                    {"key": "low", "label": say("1 to 9"), "worth": 5, "in_deck": 72},
                    {"key": "high", "label": say("10 to 12"), "worth": 10, "in_deck": 24},
                    {"key": "skip", "label": say("Skip"), "worth": 15, "in_deck": 4},
                    {"key": "wild", "label": say("Wild"), "worth": 25, "in_deck": 8},
                ],
            },
        ],
        "wins": "lowest",
        "ends": {"when": "ticks", "at": 10, "field": "phase"},
        "most": 6,
        "has_dealer": True,
        "round_word": "Hand",
        "source": say("The printed scoring of the commercial rummy game with ten phases."),
        "notes": in_lines(
            say(
                "Tick who completed their phase in this hand, and count the cards everybody "
                "has left. They are penalty points."
            ),
            say(
                "The first to complete the tenth phase wins. If several do in the same hand, "
                "the lowest total decides."
            ),
        ),
    },
    **ready_declarers.DEFINITIONS,
}
