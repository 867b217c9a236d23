"""Brownie Points: slap attacks, Dog Houses and a pile of points.

Aim: be the one with the highest total once somebody reaches the target.

Scoring: each player's points pile counts for them, the cards still in hand count against them,
and whoever holds Squirts at the end of the round pays for it. For a knocked-out player the pile
counts against them, too; the hand and Squirts still count once.

Source: the two published versions of the Brownie Points rules, the web page and the box leaflet.
They name no card values; the defaults here are the only ones that fit their examples for 1–4 and
10, and a guess for 5–9, which is why every game shows them for checking.

Not scored here: who wins a sequence or a slap; cards that a Dog House leaves lying (are missing).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import gcd
from typing import NoReturn

from scorecard.rules.brownie_points_sets import READY_MADE
from scorecard.rules.core import (
    CountFeat,
    EntryForm,
    Field,
    FieldGroup,
    GameRules,
    History,
    Json,
    Outcome,
    Refused,
    Round,
    RoundScore,
    RoundStyle,
    RuleWarning,
    Setup,
    Style,
    Suggestion,
    TableCheck,
)
from scorecard.rules.deck import (
    Counted,
    check_deck,
    has_more,
    not_counted,
    refuse_more_than_exist,
    shares,
    together,
)
from scorecard.rules.options import choice, number, per_card
from scorecard.rules.reading import (
    entries_by_player,
    known_keys,
    listed,
    mapping,
    refuse_missing,
    refuse_player_count,
    show,
    signed,
    switch,
    whole,
)
from scorecard.rules.standings import leaders
from scorecard.rules.words import NOTHING, Sentence, quoted, say, say_n

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

ENDINGS = (
    ("last_card", say("Somebody played the last card")),
    ("slap", say("A slap attack on the last card")),
    ("dog_house", say("The last card went into a Dog House")),
    ("early", say("Stopped early")),
)
WAYS_TO_END = dict(ENDINGS)

PLACES = {"pile": say("Points pile"), "hand": say("Left in hand")}
HINTS = {
    ("pile", "dog_house"): say("Worth nothing in a pile"),
    ("hand", "dog_house"): say("Costly when left in hand"),
    **dict.fromkeys([("pile", "nope"), ("hand", "nope")], say("Worth nothing, but counts as card")),
    ("pile", "game_changer"): say("For whoever won it"),
}
HOW_TO_SCORE = (
    say(
        "A round ends when the draw pile is used up and somebody gets rid of their last "
        "card: by playing it, by a slap attack on it, or by handing it over to a Dog House."
    ),
    say(
        "Each player adds up their points pile. Cards still in hand are subtracted. Dog "
        "Houses cost only whoever still holds them; Nopes are worth nothing anywhere. The "
        "Game Changer counts for whoever won it."
    ),
    say("Whoever holds Squirts at the end of the round pays its price."),
    say(
        "A knocked-out player fibbed again while holding Squirts: their pile counts against "
        "them for this round. Their hand and Squirts count against them once, as for anybody."
    ),
    say(
        "The round scores add up to a running total, which may be negative. After a round in "
        "which a total has reached the target, the highest total wins."
    ),
)


def suggest_target(players: int, options: Mapping[str, Json]) -> Suggestion:
    """Return the target the rules recommend for this many players and this deck, and why."""
    if options["deck"] == "expansion":
        return Suggestion(15_000, say("15,000 is recommended with the expansion deck."))
    if players <= SMALL_TABLE:
        return Suggestion(15_000, say("15,000 is recommended for 2 to 4 players."))
    return Suggestion(10_000, say("10,000 is the rule for five or more players."))


OPTIONS = (
    number(
        "target",
        say("Target"),
        say("The game ends after the round in which somebody's total reaches this."),
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
    ),
    per_card(
        "values",
        say("Card values"),
        say("What each card is worth. Check them against your cards."),
        5_000,
        DEFAULT_VALUES,
        CARDS,
        default={},
        step=50,
    ),
    number(
        "wild_value",
        say("Wild Card worth"),
        say("What the Wild Card is worth. The rules do not say: agree on it."),
        0,
        5_000,
        500,
        step=50,
    ),
    per_card(
        "deck_counts",
        say("Cards in your deck"),
        say("How many of each card your deck holds, so that counts can be checked."),
        UNKNOWN_DECK_CARDS,
        BOX,
        CARDS,
    ),
    number(
        "squirts_value",
        say("Squirts costs"),
        say("What the Squirts card costs whoever holds it at the end of the round."),
        0,
        1_000,
        100,
        step=50,
    ),
    number(
        "squirts_cards", say("Squirts cards"), say("How many Squirts cards are in play."), 1, 4, 1
    ),
    choice(
        "ko_hand",
        say("Knocked out: the hand"),
        say("Whether a knocked-out player's hand still counts against them."),
        ("also_negative", say("Counts against them")),
        ("ignored", say("Is ignored")),
    ),
    choice(
        "ko_squirts",
        say("Knocked out: Squirts"),
        say("What Squirts costs a knocked-out player."),
        ("once", say("Its price once")),
        ("twice", say("Its price twice")),
        ("waived", say("Nothing")),
    ),
    choice(
        "tie",
        say("A tie at the top"),
        say("What happens when several players at the target have the same total."),
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
class BrowniePointsSetup(Setup):
    """A Brownie Points game's deck and card values, worked out once.

    ``deck`` maps each card in play to how many there are; where nobody said what the expansion
    adds, ``is_deck_known`` is False and it only holds limits that no deck reaches. The values are
    positive points by card. Each unit divides every possible sum: of pile cards, of hand cards,
    and of whole round scores (0 where everything is worth nothing). ``most_in_piles`` is the
    worth of the deck in piles, ``most_in_all`` that with every Dog House in a hand. ``no_cards``
    has 0 of each card, to count from.
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


def set_up(players: tuple[str, ...], options: Mapping[str, Json]) -> BrowniePointsSetup:
    """Return the set-up for these players, refusing more of them than the deck serves."""
    has_expansion = options["deck"] == "expansion"
    refuse_player_count(
        say("Brownie Points with the expansion deck") if has_expansion else say("Brownie Points"),
        players,
        FEWEST_PLAYERS,
        MOST_PLAYERS[options["deck"]],
    )
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
        worth_knocked_out=Worth(
            pile=-1,
            hand=-1 if options["ko_hand"] == "also_negative" else 0,
            squirts=-squirts * {"once": 1, "twice": 2, "waived": 0}[options["ko_squirts"]],
        ),
        pile_unit=gcd(*pile_values.values()),
        hand_unit=hand_unit,
        score_unit=gcd(hand_unit, squirts),
        most_in_piles=_worth_of(deck, pile_values) if is_deck_known else UNKNOWN_DECK_POINTS,
        most_in_all=_worth_of(deck, hand_values) if is_deck_known else UNKNOWN_DECK_POINTS,
        squirts_cards=options["squirts_cards"],
        no_cards=dict.fromkeys(deck, 0),
    )


def _set_up_warnings(
    players: int, has_expansion: bool, is_deck_known: bool
) -> tuple[RuleWarning, ...]:
    warnings = []
    if not is_deck_known:
        message = say(
            "What the expansion deck holds is not published, so counts cannot be "
            "checked. Type in your deck's cards to have them checked."
        )
        warnings.append(RuleWarning(0, "deck_unverified", message))
    if has_expansion and players <= SMALL_TABLE:
        message = say(
            "The expansion deck is for five or more, not recommended for %(players)s players.",
            players=players,
        )
        warnings.append(RuleWarning(0, "expansion_not_recommended", message))
    return tuple(warnings)


def _worth_of(cards: Mapping[str, int], values: Mapping[str, int]) -> int:
    return sum(number * values[card] for card, number in cards.items())


KEYS = {
    "score": frozenset({"score", "squirts", "knocked_out"}),
    "quick": frozenset({"quick", "squirts", "knocked_out"}),
    "detailed": frozenset({"pile", "hand", "squirts", "knocked_out"}),
}
SUMS = frozenset({"pile_points", "hand_points"})
ROUND_KEYS = frozenset({"entries", "ended_by"})
"""What an entry may hold by its style, its two sums, and a round."""


@dataclass(slots=True)
class Table:
    """A round's entries, read: what everybody scores and has, by name, in seating order.

    ``piles`` and ``hands`` are points as if nobody were knocked out; a direct score counts as the
    cards it needs, in the pile above 0 and in the hand below. ``by_card`` holds pile and hand of
    those who counted card by card, ``cards`` what these add up to, and ``squirts`` who has some.
    ``is_anybody_out`` when somebody is known to have got rid of every card.
    """

    cards: dict[str, int]
    scores: dict[str, int] = field(default_factory=dict)
    piles: dict[str, int] = field(default_factory=dict)
    hands: dict[str, int] = field(default_factory=dict)
    squirts: dict[str, int] = field(default_factory=dict)
    by_card: dict[str, tuple[Mapping[str, int], Mapping[str, int]]] = field(default_factory=dict)
    direct: list[str] = field(default_factory=list)
    knocked_out: list[str] = field(default_factory=list)
    is_anybody_out: bool = False

    @property
    def is_by_card(self) -> bool:
        """Whether everybody so far counted card by card."""
        return len(self.by_card) == len(self.scores)

    def cards_by_player(self) -> Counted:
        """Return how many of each card those have in pile and hand who counted card by card."""
        return {name: together(*heaps) for name, heaps in self.by_card.items()}


def read_entry(setup: BrowniePointsSetup, table: Table, player: str, entry: Json) -> None:
    """Read one player's entry into the table, in whichever of the three styles it was typed.

    ``{"score": n}``, ``{"quick": {"pile_points", "hand_points"}}`` or ``{"pile": {card: n},
    "hand": {card: n}}``, each with optional ``squirts`` and ``knocked_out``. Beside a direct
    score those two say who held what; the number typed already contains them.

    A knocked-out player's pile changes sign; the hand and Squirts are subtracted once anyway,
    because negating the whole round would turn them into gains.
    """
    if type(entry) is not dict:
        entry = mapping(entry, "entry", player=player)
    style = "score" if "score" in entry else "quick" if "quick" in entry else "detailed"
    if not entry.keys() <= KEYS[style]:
        known_keys(entry, KEYS[style], "entry", player=player)
    worth, squirts = setup.worth, 0
    if "knocked_out" in entry and switch(
        entry["knocked_out"], say("“knocked out”"), player=player, item="knocked_out"
    ):
        table.knocked_out.append(player)
        # Whoever is knocked out was caught holding Squirts; an explicit 0 says it was passed on.
        worth, squirts = setup.worth_knocked_out, 1
    if "squirts" in entry:
        squirts = whole(
            entry["squirts"], say("number of Squirts cards"), player=player, item="squirts"
        )
    if squirts:
        table.squirts[player] = squirts
    if style == "score":
        score, unit = entry["score"], setup.score_unit
        if type(score) is not int or (score % unit if unit else score):
            score = signed(score, say("score"), player=player, item="score")
            _refuse_between_cards(score, unit, say("score"), player, "score")
        table.direct.append(player)
        table.scores[player] = score
        table.piles[player], table.hands[player] = (score, 0) if score > 0 else (0, -score)
        return
    if style == "quick":
        sums = entry["quick"]
        if type(sums) is not dict:
            sums = mapping(sums, say("quick entry"), player=player)
        if not sums.keys() <= SUMS:
            known_keys(sums, SUMS, say("quick entry"), player=player)
        pile = _read_sum(sums, "pile", setup.pile_unit, player)
        hand = _read_sum(sums, "hand", setup.hand_unit, player)
        has_cards = hand > 0
    else:
        piled, held = entry.get("pile", {}), entry.get("hand", {})
        pile = _add_cards(table.cards, player, "pile", piled, setup.pile_values)
        hand = _add_cards(table.cards, player, "hand", held, setup.hand_values)
        table.by_card[player] = piled, held
        # A card worth nothing is a card, too.
        has_cards = hand > 0 or any(held.values())
    table.is_anybody_out |= not has_cards
    table.piles[player], table.hands[player] = pile, hand
    table.scores[player] = pile * worth.pile + hand * worth.hand + squirts * worth.squirts


def _add_cards(
    cards: dict[str, int], player: str, place: str, typed: Json, values: Mapping[str, int]
) -> int:
    """Add what was typed to the cards and return its points, refusing what cannot be there."""
    points = 0
    if type(typed) is not dict:
        typed = mapping(typed, place, player=player)
    for card, count in typed.items():
        if card not in values or type(count) is not int or count < 0:
            _refuse_card(player, place, card, count, values)
        cards[card] += count
        points += count * values[card]
    return points


def _refuse_card(
    player: str, place: str, card: str, count: Json, values: Mapping[str, int]
) -> NoReturn:
    item = f"{place}.{card}"
    if card in values:
        what = (
            say("number of %(card)s cards in the pile", card=IN_SENTENCES[card])
            if place == "pile"
            else say("number of %(card)s cards in the hand", card=IN_SENTENCES[card])
        )
        whole(count, what, player=player, item=item)
    where = say("pile") if place == "pile" else say("hand")
    message = (
        say(
            "%(player)s's %(place)s: there is no %(card)s in the base deck.",
            player=player,
            place=where,
            card=CARDS[card],
        )
        if card in CARDS
        else say(
            "%(player)s's %(place)s: no card is called %(card)s.",
            player=player,
            place=where,
            card=show(card),
        )
    )
    raise Refused("unknown_card", message, player=player, item=item)


def _read_sum(sums: Mapping[str, Json], place: str, unit: int, player: str) -> int:
    points = sums.get(f"{place}_points", 0)
    if type(points) is int and points >= 0 and (points % unit == 0 if unit else points == 0):
        return points
    what = say("pile points") if place == "pile" else say("hand points")
    item = f"quick.{place}_points"
    points = whole(points, what, player=player, item=item)
    _refuse_between_cards(points, unit, what, player, item)
    return points


def _refuse_between_cards(value: int, unit: int, what: str, player: str, item: str) -> None:
    """Refuse points that no set of cards adds up to; ``unit`` 0 means cards worth nothing."""
    if value % unit if unit else value:
        why = (
            say("it must be a multiple of %(unit)s", unit=unit)
            if unit
            else say("the cards are worth nothing")
        )
        message = say(
            "%(player)s's %(what)s cannot be %(show)s: %(why)s.",
            player=player,
            what=what,
            show=show(value),
            why=why,
        )
        raise Refused("points_not_possible", message, player=player, item=item)


def read_round(setup: BrowniePointsSetup, round_: Round, *, is_whole: bool = True) -> Table:
    """Read a round's entries, refusing what cannot be.

    With ``is_whole`` False, players who have not counted yet are left out instead of refused.
    """
    if not round_.data.keys() <= ROUND_KEYS:
        known_keys(round_.data, ROUND_KEYS, say("Round %(number)s", number=round_.number))
    ended_by = round_.data.get("ended_by", "last_card")
    if not isinstance(ended_by, str) or ended_by not in WAYS_TO_END:
        ways = ", ".join(WAYS_TO_END)
        message = say(
            "Round %(number)s cannot have ended by %(ended_by)s: choose %(ways)s.",
            number=round_.number,
            ended_by=show(ended_by),
            ways=ways,
        )
        raise Refused("bad_ending", message, item="ended_by")
    entries = entries_by_player(round_, "entries", setup.players)
    if is_whole and len(entries) < len(round_.present):
        refuse_missing(round_, entries)
    table = Table(dict(setup.no_cards))
    for name, entry in entries.items():
        read_entry(setup, table, name, entry)
    _refuse_more_than_exist(setup, table)
    return table


def _refuse_more_than_exist(setup: BrowniePointsSetup, table: Table) -> None:
    """Refuse more cards, Squirts or points than there are."""
    if table.by_card and has_more(table.cards, setup.deck):
        refuse_more_than_exist(table.cards_by_player(), setup.deck, IN_SENTENCES)
    there_are = setup.squirts_cards
    if table.squirts and (squirts := sum(table.squirts.values())) > there_are:
        message = say_n(
            "There is %(num)s Squirts card, but %(squirts)s are claimed: %(shares)s.",
            "There are %(num)s Squirts cards, but %(squirts)s are claimed: %(shares)s.",
            there_are,
            squirts=show(squirts),
            shares=shares(table.squirts),
        )
        raise Refused("squirts_exceeded", message, item="squirts")
    in_piles = sum(table.piles.values())
    if in_piles > setup.most_in_piles:
        _refuse_points(say("The points piles"), table.piles, setup.most_in_piles)
    if in_piles + sum(table.hands.values()) > setup.most_in_all:
        _refuse_points_in_all(setup, table)


def _refuse_points_in_all(setup: BrowniePointsSetup, table: Table) -> None:
    """Refuse more points than the deck is worth; a direct score may owe some to Squirts."""
    limit = setup.most_in_all
    if any(table.scores[name] < 0 for name in table.direct):
        most_for_squirts = -min(setup.worth.squirts, setup.worth_knocked_out.squirts)
        limit += most_for_squirts * setup.squirts_cards
    by = {name: points + table.hands[name] for name, points in table.piles.items()}
    if sum(by.values()) > limit:
        _refuse_points(say("Piles and hands together"), by, limit)


def _refuse_points(what: str, by: Mapping[str, int], limit: int) -> NoReturn:
    raise Refused(
        "points_not_possible",
        say(
            "%(what)s add up to %(values)s points, more than the %(limit)s there are: %(by)s.",
            what=what,
            values=show(sum(by.values())),
            limit=limit,
            by=shares(by),
        ),
    )


def check_round(setup: BrowniePointsSetup, _history: History, round_: Round) -> None:
    """Refuse what cannot be among the counts that are in so far."""
    read_round(setup, round_, is_whole=False)


def score_round(setup: BrowniePointsSetup, _history: History, round_: Round) -> RoundScore:
    """Score a whole round: every present player's pile, hand and Squirts."""
    table = read_round(setup, round_)
    return RoundScore(table.scores, tuple(_round_warnings(setup, round_, table)))


def _round_warnings(setup: BrowniePointsSetup, round_: Round, table: Table) -> list[RuleWarning]:
    warnings = []
    at = round_.number
    is_early = round_.data.get("ended_by") == "early"
    if setup.is_deck_known and not is_early and table.is_by_card and table.cards != setup.deck:
        sentence = not_counted(table.cards, setup.deck, CARDS)
        warnings.append(RuleWarning(at, "cards_missing", sentence))
    if not (is_early or table.direct or table.is_anybody_out):
        message = say(
            "Nobody has an empty hand, though a round ends when somebody's last card goes."
        )
        warnings.append(RuleWarning(at, "nobody_went_out", message))
    for name in table.knocked_out:
        if name not in table.squirts:
            message = say(
                "%(name)s was knocked out but does not hold Squirts: right only if it was "
                "passed on.",
                name=name,
            )
            warnings.append(RuleWarning(at, "knocked_out_without_squirts", message))
    return warnings


def check_table(setup: BrowniePointsSetup, round_: Round) -> TableCheck | None:
    """Say whether the counts so far add up to the deck: by card, or by points for quick ones.

    None where nothing can be said: an unknown deck, or a direct score in the round.
    """
    table = read_round(setup, round_, is_whole=False)
    if not setup.is_deck_known:
        return None
    by_card = check_deck(table.cards_by_player(), setup.deck, CARDS)
    if table.is_by_card:
        return by_card
    if table.direct:
        return TableCheck(False, NOTHING, by_card.cards)
    counted = sum(table.piles.values()) + sum(table.hands.values())
    # A Dog House is worth something only in a hand, so quick hands may exceed the piles' worth.
    expected, dog_house = setup.most_in_piles, setup.hand_values["dog_house"]
    if dog_house and counted > expected:
        expected += -((expected - counted) // dog_house) * dog_house
    missing = max(expected - counted, 0)
    sentence = (
        say("%(missing)s points are not counted.", missing=missing)
        if missing
        else say("The points add up: %(counted)s in piles and hands.", counted=counted)
    )
    return TableCheck(missing == 0, sentence, by_card.cards)


def outcome(setup: BrowniePointsSetup, history: History) -> Outcome | None:
    """Return the winners once a total has reached the target, or None while play goes on.

    Scores are only written at the end of a round, so of several players at the target the highest
    total wins, whatever the seating.
    """
    best = max(filter(None, history.totals.values()), default=0)
    if best < setup.target:
        return None
    winners = leaders(history.totals, "highest")
    if len(winners) > 1 and setup.options["tie"] == "play_on":
        return None
    return Outcome(
        winners,
        say("%(best)s; the target was %(target)s.", best=_win(winners, best), target=setup.target),
    )


def end_early(_setup: BrowniePointsSetup, history: History) -> Outcome:
    """Return who wins when the game is stopped before the target: the highest total, shared."""
    if not history.rounds:
        return Outcome((), say("Ended before a round was played, so nobody wins."))
    winners = leaders(history.totals, "highest")
    best = max(total or 0 for total in history.totals.values())
    return Outcome(winners, say("Ended early: %(best)s.", best=_win(winners, best)))


def _win(winners: tuple[str, ...], best: int) -> Sentence:
    if len(winners) == 1:
        return say("%(winner)s wins with %(best)s points", winner=winners[0], best=best)
    return say(
        "%(winners)s share the win with %(best)s points each", winners=listed(winners), best=best
    )


def entry_form(setup: BrowniePointsSetup, history: History) -> EntryForm:
    """Describe the three ways to count: card by card, as two sums, or as one signed number."""
    normal, knocked_out = setup.worth, setup.worth_knocked_out

    def cards(place: str, values: Mapping[str, int], worth: int, flipped: int) -> FieldGroup:
        fields = [
            Field(
                key=f"{place}.{card}",
                label=CARDS[card],
                kind="count",
                high=there_are,
                worth=values[card] * worth,
                flipped_worth=values[card] * flipped,
                card=card,
                hint=HINTS.get((place, card), NOTHING),
            )
            for card, there_are in setup.deck.items()
        ]
        return FieldGroup(place, PLACES[place], tuple(fields))

    def sum_of(place: str, high: int, unit: int, worth: int, flipped: int) -> Field:
        return Field(
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
    score = Field(
        key="score",
        label=say("Round score"),
        kind="signed_points",
        low=-most[1],
        high=most[0],
        step=setup.score_unit or 1,
        worth=1,
        flipped_worth=1,
    )
    squirts = Field(
        key="squirts",
        label=say("Squirts"),
        kind="switch" if setup.squirts_cards == 1 else "count",
        high=setup.squirts_cards,
        worth=normal.squirts,
        flipped_worth=knocked_out.squirts,
        hint=say("You hold it at the end"),
    )
    out = Field(
        "knocked_out",
        say("Knocked out"),
        "switch",
        high=1,
        hint=say("Your pile counts against you"),
    )
    whole_score = say("Type the round score, minus if it is one.")
    ended_by = Field(
        "ended_by",
        say("How the round ended"),
        "choice",
        choices=ENDINGS,
        default="last_card",
        is_optional=True,
    )
    return EntryForm(
        players=history.present,
        rounds=(RoundStyle("round", NOTHING, fields=(ended_by,)),),
        styles=(
            Style("detailed", say("Cards"), say("Tap every card you have."), piles),
            Style(
                "quick",
                say("Two sums"),
                say("Type two sums."),
                (FieldGroup("quick", NOTHING, sums),),
            ),
            Style("direct", say("Score"), whole_score, (FieldGroup("direct", NOTHING, (score,)),)),
        ),
        switches=(squirts, out),
        flip="knocked_out",
        ticks={"knocked_out": "squirts"},
        single="squirts" if setup.squirts_cards == 1 else "",
        deck=setup.deck if setup.is_deck_known else None,
        is_summed=True,
    )


def entry_score(setup: BrowniePointsSetup, player: str, entry: Json) -> int:
    """Return what one player's entry scores; it does not depend on the others'."""
    table = Table(dict(setup.no_cards))
    read_entry(setup, table, player, entry)
    return table.scores[player]


RULES = GameRules(
    key="brownie_points",
    name=say("Brownie Points"),
    fewest=FEWEST_PLAYERS,
    most=max(MOST_PLAYERS.values()),
    is_first=True,
    aim=say("Collect the most points in your pile, and be rid of your hand when the round ends."),
    players=say("2–8 players, up to 12 with the expansion deck"),
    length=say("An hour or two"),
    source=say("The Brownie Points rules, web page and box leaflet."),
    how_to_score=HOW_TO_SCORE,
    options=OPTIONS,
    best="highest",
    entries_key="entries",
    absent_entry={"score": 0},
    action=say("Count cards"),
    turn=say("starts"),
    set_up=set_up,
    entry_form=entry_form,
    check_round=check_round,
    score_round=score_round,
    outcome=outcome,
    end_early=end_early,
    extras=lambda setup, _history, _is_over: {"target": setup.target},
    entry_score=entry_score,
    check_table=check_table,
    target=lambda setup: setup.target,
    feats=(CountFeat("dog_houses", say("Most Dog Houses held"), "hand.dog_house"),),
    firsts={"squirts": say("The first Squirts of the evening")},
    house_rules=READY_MADE,
)
