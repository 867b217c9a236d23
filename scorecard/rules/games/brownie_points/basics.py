"""What a game of Brownie Points starts from: its deck, its options, and its set-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import gcd

from scorecard.rules import core, options
from scorecard.rules.options import choice, number, per_card
from scorecard.rules.words import Sentence, quoted, say

RANKS = tuple(str(rank) for rank in range(1, 11))

SPECIALS = {
    "game_changer": say("Game Changer"),
    "dog_house": say("Dog House"),
    "nope": say("Nope"),
    "wild": say("Wild Card"),
}

CARDS = {rank: quoted(rank) for rank in RANKS} | SPECIALS
IN_SENTENCES = {rank: say("rank %(rank)s", rank=rank) for rank in RANKS} | SPECIALS
BOX = dict.fromkeys(RANKS, 8) | {"game_changer": 1, "dog_house": 5, "nope": 3, "wild": 1}
"""The base deck's cards, and the Wild Card of the expansion."""

DEFAULT_VALUES = (
    dict.fromkeys(RANKS[:5], 50)
    | dict.fromkeys(RANKS[5:9], 100)
    | {"10": 150, "game_changer": 500, "dog_house": 500}
)

FEWEST_PLAYERS = 2
MOST_PLAYERS = {"base": 8, "base_plus_wild": 8, "expansion": 12}
SMALL_TABLE = 4
"""Up to so many players 15,000 is recommended, and the expansion is not."""
UNKNOWN_DECK_CARDS = 99
UNKNOWN_DECK_POINTS = 100_000
"""More of one card, and more points, than any deck holds: where its contents are not known."""


def suggest_target(players: int, chosen: Mapping[str, core.Json]) -> options.Suggestion:
    """Return the target the rules recommend for this many players and this deck, and why."""
    if chosen["deck"] == "expansion":
        return options.Suggestion(15_000, say("15,000 is recommended with the expansion deck."))
    if players <= SMALL_TABLE:
        return options.Suggestion(15_000, say("15,000 is recommended for 2 to 4 players."))
    return options.Suggestion(10_000, say("10,000 is the rule for five or more players."))


def needed_deck(players: int, chosen: Mapping[str, core.Json]) -> options.Suggestion | None:
    """Return the deck that is large enough for so many players, where the chosen one is not."""
    largest = max(MOST_PLAYERS, key=lambda deck: MOST_PLAYERS[deck])
    enough_for = MOST_PLAYERS.get(str(chosen["deck"]), players)
    if not enough_for < players <= MOST_PLAYERS[largest]:
        return None
    reason = say(
        "%(players)s players need the expansion deck. We’ve switched to it.", players=players
    )
    return options.Suggestion(largest, reason)


OPTIONS = (
    number(
        "target",
        say("Target"),
        say("The round in which somebody reaches this is the last."),
        500,
        100_000,
        step=500,
        suggest=suggest_target,
        is_basic=True,
    ),
    choice(
        "deck",
        say("Deck"),
        say("Which cards you play with."),
        ("base", say("Base deck")),
        ("base_plus_wild", say("Base deck and the Wild Card")),
        ("expansion", say("With the expansion deck")),
        is_basic=True,
        needed=needed_deck,
        is_plain=True,
    ),
    per_card(
        "values",
        say("Card values"),
        say("Check them against your cards."),
        5_000,
        DEFAULT_VALUES,
        CARDS,
        default={},
        step=50,
    ),
    number(
        "wild_value",
        say("Wild Card worth"),
        say("The rules don’t say what the Wild Card is worth: agree on it."),
        0,
        5_000,
        500,
        step=50,
    ),
    per_card(
        "deck_counts",
        say("Cards in your deck"),
        say("How many of each card your deck has."),
        UNKNOWN_DECK_CARDS,
        BOX,
        CARDS,
        is_plain=True,
    ),
    number(
        "squirts_value",
        say("Squirts costs"),
        say("What Squirts costs at the end of the round."),
        0,
        1_000,
        100,
        step=50,
        is_plain=True,
    ),
    number(
        "squirts_cards",
        say("Squirts cards"),
        say("How many Squirts cards are in play."),
        1,
        4,
        1,
        is_plain=True,
    ),
    choice(
        "ko_hand",
        say("Knocked-out player’s hand"),
        say("Whether it still counts as minus."),
        ("also_negative", say("Still counts as minus")),
        ("ignored", say("Doesn’t count")),
        is_plain=True,
    ),
    choice(
        "ko_squirts",
        say("Knocked-out player’s Squirts"),
        say("What Squirts costs a knocked-out player."),
        ("once", say("Its price once")),
        ("twice", say("Its price twice")),
        ("waived", say("Nothing")),
        is_plain=True,
    ),
    choice(
        "tie",
        say("A tie at the top"),
        say("Several players at the target with the same total."),
        ("shared", say("They share the win")),
        ("play_on", say("Play on until one leads")),
    ),
)


@dataclass(frozen=True, slots=True)
class Worth:
    """What counts for one player: points for each point of pile and hand, and each Squirts card.

    It is not the same for a knocked-out player as for the others.
    """

    pile: int
    hand: int
    squirts: int


@dataclass(frozen=True, kw_only=True)
class BrowniePointsSetup(core.Setup):
    """A Brownie Points game's deck and card values, worked out once.

    ``deck`` maps each card in play to how many there are; where nobody said what the expansion
    adds, ``is_deck_known`` is False and it only holds limits that no deck reaches. The values are
    positive points by card. Each unit divides every possible sum: of pile cards, of hand cards,
    and of whole round scores (0 where everything is worth nothing). ``most_in_piles`` is the
    worth of the deck in piles, ``most_in_all`` that with every Dog House in a hand. ``no_cards``
    has 0 of each card, to count from. ``worths`` are the cards that are counted together by their
    worth.
    """

    target: int
    deck: Mapping[str, int]
    is_deck_known: bool
    pile_values: Mapping[str, int]
    hand_values: Mapping[str, int]
    worth: Worth
    worth_knocked_out: Worth
    pile_unit: int
    hand_unit: int
    score_unit: int
    most_in_piles: int
    most_in_all: int
    squirts_cards: int
    no_cards: Mapping[str, int]
    worths: Mapping[str, tuple[str, ...]]


def seats(options: Mapping[str, core.Json]) -> tuple[Sentence, int]:
    """Return what the game is called with its deck, and how many players that serves."""
    deck = options["deck"]
    with_deck = say("Brownie Points with the expansion deck")
    return with_deck if deck == "expansion" else say("Brownie Points"), MOST_PLAYERS[deck]


def set_up(players: tuple[str, ...], options: Mapping[str, core.Json]) -> BrowniePointsSetup:
    """Return the set-up for these players: the deck, and what its cards are worth."""
    has_expansion = options["deck"] == "expansion"
    is_deck_known = not has_expansion or options["deck_counts"] is not None
    deck = dict(options["deck_counts"] or BOX)
    if options["deck"] == "base":
        del deck["wild"]
    values = options["values"] | {"nope": 0, "wild": options["wild_value"]}
    hand_values = {card: values[card] for card in deck}
    pile_values = hand_values | {"dog_house": 0}
    squirts = options["squirts_value"]
    hand_unit = gcd(*hand_values.values())
    return BrowniePointsSetup(
        players=players,
        options=options,
        warnings=_set_up_warnings(len(players), has_expansion, is_deck_known),
        target=options["target"],
        deck=deck if is_deck_known else dict.fromkeys(deck, UNKNOWN_DECK_CARDS),
        is_deck_known=is_deck_known,
        pile_values=pile_values,
        hand_values=hand_values,
        worth=Worth(pile=1, hand=-1, squirts=-squirts),
        worth_knocked_out=_worth_knocked_out(options),
        pile_unit=gcd(*pile_values.values()),
        hand_unit=hand_unit,
        score_unit=gcd(hand_unit, squirts),
        most_in_piles=_worth_of(deck, pile_values) if is_deck_known else UNKNOWN_DECK_POINTS,
        most_in_all=_worth_of(deck, hand_values) if is_deck_known else UNKNOWN_DECK_POINTS,
        squirts_cards=options["squirts_cards"],
        no_cards=dict.fromkeys(deck, 0),
        worths=_counted_together(deck, hand_values),
    )


def _counted_together(
    deck: Mapping[str, int], values: Mapping[str, int]
) -> dict[str, tuple[str, ...]]:
    """Return the cards that are counted together, by the name under which an entry counts them.

    These are the ranks of each worth, under that number, and each special card by itself. A Nope
    is worth nothing anywhere, and is not counted.
    """
    found: dict[str, tuple[str, ...]] = {}
    for worth in sorted({values[card] for card in deck if card in RANKS}):
        ranks = (card for card in deck if card in RANKS and values[card] == worth)
        found[str(worth)] = tuple(ranks)
    return found | {card: (card,) for card in deck if card in SPECIALS and card != "nope"}


def _worth_knocked_out(options: Mapping[str, core.Json]) -> Worth:
    times = {"once": 1, "twice": 2, "waived": 0}[options["ko_squirts"]]
    return Worth(
        pile=-1,
        hand=-1 if options["ko_hand"] == "also_negative" else 0,
        squirts=-options["squirts_value"] * times,
    )


def _set_up_warnings(
    players: int, has_expansion: bool, is_deck_known: bool
) -> tuple[core.RuleWarning, ...]:
    warnings = []
    if not is_deck_known:
        message = say(
            "Card counts aren’t checked with the expansion deck, unless you enter your deck."
        )
        warnings.append(core.RuleWarning(0, "deck_unverified", message))
    if has_expansion and players <= SMALL_TABLE:
        message = say(
            "The expansion deck is for five or more, not recommended for %(players)s players.",
            players=players,
        )
        warnings.append(core.RuleWarning(0, "expansion_not_recommended", message))
    return tuple(warnings)


def _worth_of(cards: Mapping[str, int], values: Mapping[str, int]) -> int:
    return sum(number * values[card] for card, number in cards.items())
