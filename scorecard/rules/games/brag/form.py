"""What is typed for a hand of Brag, in each of the four ways to enter one."""

from __future__ import annotations

from typing import Any

from scorecard.rules import core, seating
from scorecard.rules.cards import cards
from scorecard.rules.games.brag import basics
from scorecard.rules.games.brag.betting import MOST_CHIPS
from scorecard.rules.games.brag.hands import CARDS_IN_HAND
from scorecard.rules.typed import fields
from scorecard.rules.words import NOTHING, Sentence, say


def entry_form(setup: core.Setup, history: core.History) -> fields.EntryForm:
    """Describe the four ways to tell a hand: bets, a see, pots, or bet by bet.

    Long because it is one form, written out as data.
    """
    names = history.present

    def amounts(key: str, label: Sentence, hint: Sentence) -> fields.Field:
        return fields.Field(
            key, label, "amounts", high=MOST_CHIPS, names=names, hint=hint, default=0
        )

    def player(key: str, label: Sentence) -> fields.Field:
        return fields.Field(key, label, "player", names=names)

    def hands(*, is_optional: bool = True) -> fields.Field:
        return fields.Field(
            "hands",
            say("Cards"),
            "hands",
            high=CARDS_IN_HAND,
            names=names,
            deck=cards.DECK_NAMES,
            hint=say("Of those who showed them"),
            is_optional=is_optional,
            only=("seer", "opponent"),
        )

    bets = amounts("contrib", say("Bets"), say("Without the ante"))
    out = fields.rare("out", say("Sits out"), "players", names=names, hint=say("Pays no ante"))
    folded = fields.rare("folded", say("Folded"), "players", names=names)
    blind = fields.Field("blind", say("Play blind"), "players", names=names, is_optional=True)
    dealer = fields.Field(
        "dealer",
        say("Dealer"),
        "player",
        names=names,
        default=seating.next_turn(setup, history) or None,
        none_label=say("Not told"),
        is_optional=True,
        is_turn=True,
    )
    actions = fields.Field(
        "actions", say("Bets in turn"), "log", high=MOST_CHIPS, names=names, verbs=VERBS
    )
    return fields.EntryForm(
        rounds=(
            fields.whole(
                "bets", say("Bets"), NOTHING, player("winner", say("Who won?")), bets, folded, out
            ),
            fields.whole(
                "see",
                say("Bets and cards"),
                say("The cards of the last two say who won."),
                bets,
                player("seer", say("Asked to see")),
                player("opponent", say("Was seen")),
                hands(is_optional=False),
                out,
            ),
            fields.whole(
                "pots",
                say("Several pots"),
                say("Somebody was out of chips and covered a pot."),
                *_pot_fields(setup, names),
                hands(),
                folded,
                out,
            ),
            fields.whole("log", say("Bet by bet"), NOTHING, dealer, blind, actions, hands(), out),
        ),
        opening="winner",
    )


def _pot_fields(setup: core.Setup, names: tuple[str, ...]) -> list[fields.Field]:
    """Return the fields of the main pot and the side pots; only a split pot has two winners.

    Side pots are rare, and each of them comes after a tap.
    """
    can_split = setup.options["cover_tie"] == "split"
    pots: list[fields.Field] = []
    for place in range(basics.MOST_POTS):
        name = say("Main pot") if place == 0 else say("Side pot %(place)s", place=place)
        more: Any = {"names": names}
        if place:
            more |= {"is_optional": True, "fold": say("Add a side pot")}
        pots += [
            fields.Field(
                f"pots.#{place}.contrib",
                say("%(name)s: bets", name=name),
                "amounts",
                high=MOST_CHIPS,
                hint=NOTHING if place else say("Without the antes"),
                default=0,
                **more,
            ),
            fields.Field(
                f"pots.#{place}.winner",
                say("%(name)s: winner", name=name),
                "players" if can_split else "player",
                hint=say("Both, if they split it") if can_split else NOTHING,
                **more,
            ),
        ]
    return pots


VERBS = (
    fields.Verb("bet", say("bets"), "must"),
    fields.Verb("fold", say("folds")),
    fields.Verb("look", say("looks")),
    fields.Verb("cover", say("covers"), "may"),
    fields.Verb("see", say("sees"), "may"),
)
