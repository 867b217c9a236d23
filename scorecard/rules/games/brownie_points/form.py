"""What is typed for a round of Brownie Points."""

from __future__ import annotations

from collections.abc import Mapping

from scorecard.rules import core
from scorecard.rules.games.brownie_points import basics, counting, worths
from scorecard.rules.typed import fields
from scorecard.rules.words import NOTHING, quoted, say

PLACES = {"pile": say("Points pile"), "hand": say("Left in hand")}


def _by_worth(setup: basics.BrowniePointsSetup) -> fields.Style:
    """Describe counting by worth: how many cards of each worth, as the piles are sorted."""
    normal, knocked_out = setup.worth, setup.worth_knocked_out
    there_are = worths.deck_of(setup)

    def heap(place: str, values: Mapping[str, int], worth: int, flipped: int) -> fields.FieldGroup:
        counts = [
            fields.Field(
                key=f"by_worth.{place}.{kind}",
                label=basics.SPECIALS.get(kind) or quoted(kind),
                kind="count",
                high=there_are[kind],
                worth=values[cards[0]] * worth,
                flipped_worth=values[cards[0]] * flipped,
                card=kind,
                cards=cards,
                place=place,
                hint=NOTHING if kind in basics.SPECIALS else quoted(worths.ranks_shown(cards)),
            )
            for kind, cards in setup.worths.items()
            if values[cards[0]] or kind not in basics.SPECIALS
        ]
        none = say("Hand empty") if place == "hand" else NOTHING
        return fields.FieldGroup(f"by_worth.{place}", PLACES[place], tuple(counts), none)

    return fields.Style(
        "by_worth",
        say("By value"),
        say("How many cards of each worth?"),
        (
            heap("pile", setup.pile_values, normal.pile, knocked_out.pile),
            heap("hand", setup.hand_values, normal.hand, knocked_out.hand),
        ),
        has_steppers=True,
    )


def entry_form(setup: basics.BrowniePointsSetup, history: core.History) -> fields.EntryForm:
    """Describe the ways to count: by worth, card by card, as two sums, or as one signed number.

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
                cards=(card,),
                place=place,
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
            place=place,
            worth=worth,
            flipped_worth=flipped,
            hint=say("We subtract it for you") if place == "hand" else NOTHING,
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
        hint=say("I ended with it"),
    )
    out = fields.Field(
        "knocked_out", say("Knocked out"), "switch", high=1, hint=say("My pile counts as minus")
    )
    how, ways = say("How the round ended"), tuple(counting.WAYS_TO_END.items())
    ended_by = fields.rare("ended_by", how, "choice", choices=ways, default="last_card")
    return fields.EntryForm(
        players=history.present,
        rounds=(fields.RoundStyle("round", NOTHING, fields=(ended_by,)),),
        styles=(
            _by_worth(setup),
            fields.Style("detailed", say("Card by card"), say("Tap every card you have."), piles),
            fields.style("quick", say("Pile & hand"), say("Type both sums."), *sums),
            fields.style("direct", say("Just the total"), say("Type your round score."), score),
        ),
        switches=(squirts, out),
        flip="knocked_out",
        ticks={"knocked_out": "squirts"},
        single="squirts" if setup.squirts_cards == 1 else "",
        deck=setup.deck if setup.is_deck_known else None,
        is_summed=True,
    )
