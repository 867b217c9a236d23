"""What is typed for a round of Brownie Points."""

from __future__ import annotations

from collections.abc import Mapping

from scorecard.rules import core
from scorecard.rules.games.brownie_points import basics, counting
from scorecard.rules.typed import fields
from scorecard.rules.words import NOTHING, say

PLACES = {"pile": say("Points pile"), "hand": say("Left in hand")}


HINTS = {
    ("pile", "dog_house"): say("Worth nothing in a pile"),
    ("hand", "dog_house"): say("Costly when left in hand"),
    **dict.fromkeys([("pile", "nope"), ("hand", "nope")], say("Worth nothing, but counts as card")),
    ("pile", "game_changer"): say("For whoever won it"),
}


def entry_form(setup: basics.BrowniePointsSetup, history: core.History) -> fields.EntryForm:
    """Describe the three ways to count: card by card, as two sums, or as one signed number.

    Long because it is one form, written out as data.
    """
    normal, knocked_out = setup.worth, setup.worth_knocked_out

    def cards(place: str, values: Mapping[str, int], worth: int, flipped: int) -> fields.FieldGroup:
        counts = [
            fields.Field(
                key=f"{place}.{card}",
                label=basics.CARDS[card],
                kind="count",
                high=there_are,
                worth=values[card] * worth,
                flipped_worth=values[card] * flipped,
                card=card,
                hint=HINTS.get((place, card), NOTHING),
            )
            for card, there_are in setup.deck.items()
        ]
        return fields.FieldGroup(place, PLACES[place], tuple(counts))

    def sum_of(place: str, high: int, unit: int, worth: int, flipped: int) -> fields.Field:
        return fields.Field(
            key=f"quick.{place}_points",
            label=PLACES[place],
            kind="points",
            high=high,
            step=unit or 1,
            worth=worth,
            flipped_worth=flipped,
            hint=say("As a positive number") if place == "hand" else NOTHING,
        )

    most = setup.most_in_piles, setup.most_in_all
    piles = (
        cards("pile", setup.pile_values, normal.pile, knocked_out.pile),
        cards("hand", setup.hand_values, normal.hand, knocked_out.hand),
    )
    sums = (
        sum_of("pile", most[0], setup.pile_unit, normal.pile, knocked_out.pile),
        sum_of("hand", most[1], setup.hand_unit, normal.hand, knocked_out.hand),
    )
    score = fields.Field(
        key="score",
        label=say("Round score"),
        kind="signed_points",
        low=-most[1],
        high=most[0],
        step=setup.score_unit or 1,
        worth=1,
        flipped_worth=1,
    )
    squirts = fields.Field(
        key="squirts",
        label=say("Squirts"),
        kind="switch" if setup.squirts_cards == 1 else "count",
        high=setup.squirts_cards,
        worth=normal.squirts,
        flipped_worth=knocked_out.squirts,
        hint=say("You hold it at the end"),
    )
    out = fields.Field(
        "knocked_out",
        say("Knocked out"),
        "switch",
        high=1,
        hint=say("Your pile counts against you"),
    )
    whole_score = say("Type the round score, minus if it is one.")
    ended_by = fields.Field(
        "ended_by",
        say("How the round ended"),
        "choice",
        choices=counting.ENDINGS,
        default="last_card",
        is_optional=True,
    )
    return fields.EntryForm(
        players=history.present,
        rounds=(fields.RoundStyle("round", NOTHING, fields=(ended_by,)),),
        styles=(
            fields.Style("detailed", say("Cards"), say("Tap every card you have."), piles),
            fields.Style(
                "quick",
                say("Two sums"),
                say("Type two sums."),
                (fields.FieldGroup("quick", NOTHING, sums),),
            ),
            fields.Style(
                "direct",
                say("Score"),
                whole_score,
                (fields.FieldGroup("direct", NOTHING, (score,)),),
            ),
        ),
        switches=(squirts, out),
        flip="knocked_out",
        ticks={"knocked_out": "squirts"},
        single="squirts" if setup.squirts_cards == 1 else "",
        deck=setup.deck if setup.is_deck_known else None,
        is_summed=True,
    )
