"""Open-Face Chinese Poker: thirteen cards in three rows, settled with each opponent.

Aim: lay a front of three cards, a middle and a back of five that beat the opponents' rows and
earn royalties, without the strength rising towards the front.

Scoring: each two players settle by themselves. To the royalties of a hand comes 1 for every row
won and 3 more for winning all three; whoever has less pays the difference, times what a point
costs between those two. A fouled hand pays each clean one 6 and its royalties.

Source: the traditional description of the game; its royalty table has lost its columns and is
read here as public descriptions of the open-face game have it.

Not scored here: the play of the cards, and how many are dealt to somebody in fantasyland.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scorecard.rules.cards import DECK_NAMES, QUEEN, Card, read_cards, refuse_duplicates
from scorecard.rules.core import (
    Awaited,
    Between,
    EntryForm,
    Example,
    Field,
    FieldGroup,
    FieldKind,
    GameRules,
    History,
    Json,
    Lines,
    Option,
    Outcome,
    Refused,
    Round,
    RoundScore,
    RoundStyle,
    Setup,
    Style,
)
from scorecard.rules.options import choice, number, player, switch
from scorecard.rules.poker import Category, Hand, read_hand
from scorecard.rules.reading import (
    entries_by_player,
    known_keys,
    listed,
    mapping,
    refuse_missing,
    refuse_player_count,
    sequence,
    show,
    whole,
)
from scorecard.rules.round_words import numbered
from scorecard.rules.seating import left_of
from scorecard.rules.words import NOTHING, Sentence, joined, say, say_as, say_n

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
ROWS = {"front": 3, "middle": 5, "back": 5}
"""How many cards lie in each row."""
ROW_WORDS = {"front": say("front"), "middle": say("middle"), "back": say("back")}
ROW_LABELS = {
    "front": say("Front"),
    "middle": say("Middle"),
    "back": say_as("the third row", "Back"),
}
IN_SENTENCES = {"front": say("front"), "middle": say("middle"), "back": say("back")}

BACK_ROYALTIES = {
    Category.STRAIGHT: 2,
    Category.FLUSH: 4,
    Category.FULL_HOUSE: 6,
    Category.QUADS: 10,
    Category.STRAIGHT_FLUSH: 15,
    Category.ROYAL_FLUSH: 25,
}
MIDDLE_ROYALTIES = {category: 2 * worth for category, worth in BACK_ROYALTIES.items()}
BELOW_PAIRS = 5
"""A front pair earns its rank less this, from sixes for 1 to aces for 9; lower ones nothing."""
FLAT_TRIPS = 20
GRADED_TRIPS = 8
"""Where front trips are graded they earn their rank and this: twos 10, aces 22."""
MOST_ROYALTIES = 95
"""Trips in front and two royal flushes: no hand earns more."""
DEAREST_UNIT = 100_000
LONGEST_NUMBER = 9
"""A price of more digits is read as text, whatever it is."""
PAIR_EXAMPLE = say("Ann, Bob, 5")

QUICK_KEYS = ("fouled", "royalties", "row_order", "fantasyland_next")
"""What a round holds that is told without its cards."""
LABELS = {
    "fouled": say("Fouled"),
    "royalties": say("Royalties"),
    "row_order.front": say("Front, best first"),
    "row_order.middle": say("Middle, best first"),
    "row_order.back": say("Back, best first"),
    "fantasyland_next": say("In fantasyland next"),
}
"""What each part of such a round is called on screen."""
BLANK = say("Blank is 0; a foul has none")

HOW_TO_SCORE = (
    say(
        "Everybody is dealt thirteen cards, the first five together and the others one by "
        "one, and lays each of them face up in one of three rows, where it stays: three "
        "cards in front, five in the middle and five at the back."
    ),
    say(
        "Poker hands rank as usual: high card, pair, two pair, three of a kind, straight, "
        "flush, full house, four of a kind, straight flush, royal flush. In the front only "
        "high cards, a pair and three of a kind count. The back must be at least as strong "
        "as the middle, and the middle as the front. If not, the hand is fouled."
    ),
    say(
        "Each player settles with each other player by themselves. A player has the "
        "royalties of all three rows, 1 for each row that is stronger than the opponent's "
        "and 3 more for winning all three. A row that is level counts for neither. Whoever "
        "has less pays the difference, times what a point costs."
    ),
    say(
        "A fouled hand wins no row and loses its royalties. It pays each clean hand 6 and "
        "that hand's royalties. Two fouled hands pay each other nothing."
    ),
    say(
        "A pair of queens, kings or aces in front, or three of a kind, leads to fantasyland "
        "unless the hand fouls: that player gets all cards of the next hand at once. You stay "
        "there with three of a kind in front, at least a full house in the middle, or at least "
        "four of a kind at the back."
    ),
    say(
        "The deal moves left, but not to a hand with somebody in fantasyland: the same "
        "dealer deals that one again. You stop when you like and settle the balances."
    ),
)

DECIDED = (
    (
        say("May two neighbouring rows be equally strong?"),
        say("Yes, unless you choose that they foul."),
    ),
    (
        say("What if front and middle hold the same pair or high cards?"),
        say("Their cards are compared in order; the front runs out of cards first and is weaker."),
    ),
    (
        say("Does a fouled hand keep its royalties?"),
        say("No, and it neither earns nor keeps fantasyland."),
    ),
    (say("What if two players foul?"), say("They pay each other nothing.")),
    (
        say("Does winning all three rows add to what a fouled hand pays?"),
        say("No: 6 and the opponent's royalties is all. Both 6 and 3 can be changed."),
    ),
    (
        say("Which three of a kind earns 20?"),
        say("Any in front. In the middle and at the back three of a kind earns nothing."),
    ),
    (
        say("What is A-2-3-4-5?"),
        say("The lowest straight, five high; in one suit a straight flush, never a royal one."),
    ),
    (
        say("Do queens in front keep somebody in fantasyland?"),
        say("No, they only lead there, unless you choose otherwise."),
    ),
    (
        say("What does a special price between two players apply to?"),
        say("To everything those two settle: rows, royalties and fouls."),
    ),
    (say("Is there one score against the whole table?"), say("No, one against each opponent.")),
    (say("Can four play, though that takes all 52 cards?"), say("Yes, in fantasyland, too.")),
)

ROYALTIES = (
    (say("Royal flush"), say("middle 50, back 25")),
    (say("Straight flush"), say("middle 30, back 15")),
    (say("Four of a kind"), say("middle 20, back 10")),
    (say("Full house"), say("middle 12, back 6")),
    (say("Flush"), say("middle 8, back 4")),
    (say("Straight"), say("middle 4, back 2")),
    (say("Three of a kind"), say("front 20")),
    (say("A pair, aces to sixes"), say("front 9, 8, 7, 6, 5, 4, 3, 2, 1")),
)


def _laid(front: str, middle: str, back: str) -> dict[str, list[str]]:
    return {"front": front.split(), "middle": middle.split(), "back": back.split()}


EXAMPLE_HANDS = {
    "Ann": _laid("Qs Qh 4d", "5h 6h 7c 8d 9s", "2c 5c 9c Jc Kc"),
    "Bob": _laid("6s 6d 3h", "10s 10d 2d 3c 8h", "Jh Jd Js 7d 4s"),
    "Cy": _laid("As Ad 8s", "Kh Kd 9h 5d 3s", "4h 4c 7h 7s Ah"),
}
EXAMPLE = Example(
    {"game": "ofcp", "players": list(EXAMPLE_HANDS), "rounds": [{"hands": EXAMPLE_HANDS}]},
    say(
        "Ann has royalties of 7 for the queens in front, 4 for the straight in the middle "
        "and 4 for the flush at the back, and wins all three rows against Bob, whose sixes "
        "earn 1: 15 + 6 − 1 = 20. Cy's aces in front are stronger than the kings behind "
        "them: a foul, which pays Ann 6 + 15 and Bob 6 + 1. The queens lead Ann to "
        "fantasyland, so the deal stays."
    ),
)


def check_pair_units(players: tuple[str, ...], value: Json) -> Json:
    """Return the special prices as ``[[name, name, unit]]``; raise ValueError for what is none."""
    if not isinstance(value, list | tuple):
        raise ValueError(
            say("must be a list of two names and a price each, not %(show)s", show=show(value))
        )
    checked: list[Json] = []
    pairs: set[frozenset[str]] = set()
    for line in value:
        if not isinstance(line, list | tuple) or len(line) != len(("name", "name", "unit")):
            raise ValueError(
                say(
                    "needs two names and a price in each line, as in %(pair_example)s",
                    pair_example=PAIR_EXAMPLE,
                )
            )
        names = [name.strip() if isinstance(name, str) else name for name in line[:2]]
        for name in names:
            if name not in players:
                raise ValueError(
                    say(
                        "must name players (%(players)s), not %(name)s",
                        players=", ".join(players),
                        name=show(name),
                    )
                )
        pair, unit = frozenset(names), line[2]
        if len(pair) == 1:
            raise ValueError(say("needs two players, but names %(name)s twice", name=names[0]))
        if pair in pairs:
            raise ValueError(say("has a price between %(names)s already", names=listed(names)))
        if type(unit) is not int or not 1 <= unit <= DEAREST_UNIT:
            raise ValueError(
                say(
                    "must be a whole number from 1 to %(dearest_unit)s between %(names)s, "
                    "not %(unit)s",
                    dearest_unit=DEAREST_UNIT,
                    names=listed(names),
                    unit=show(unit),
                )
            )
        pairs.add(pair)
        checked.append([*names, unit])
    return checked


def read_pair_units(text: str) -> Json:
    """Return typed lines as a list; a price that is no number stays text, which is refused."""
    lines = []
    for line in filter(str.strip, text.splitlines()):
        *names, unit = (part.strip() for part in line.split(","))
        is_number = unit.isascii() and unit.isdecimal() and len(unit) <= LONGEST_NUMBER
        lines.append([*names, int(unit) if is_number else unit])
    return lines


def write_pair_units(value: Json) -> str:
    """Return the special prices as lines of text."""
    return "\n".join(", ".join(map(str, line)) for line in value)


COST = say("What a point costs, in your smallest chip or coin.")
SPECIAL = say("What a point costs between two players who agreed on something else.")
FOUL = say("What a fouled hand pays each clean one, besides the royalties of that hand.")
SWEEP = say("What winning all three rows against an opponent earns, besides 1 for each row.")
EQUAL = say("The back must be stronger than the middle, and the middle stronger than the front.")
STAY = say("Whoever is in fantasyland stays there with queens, kings or aces in front, too.")

OPTIONS = (
    number("unit", say("A point costs"), COST, 1, DEAREST_UNIT, 1, is_basic=True),
    Option(
        "pair_units",
        say("Special prices"),
        SPECIAL,
        "lines",
        default=[],
        lines=Lines(check_pair_units, read_pair_units, write_pair_units, PAIR_EXAMPLE),
    ),
    number("foul_penalty", say("A foul costs"), FOUL, 0, 20, 6),
    number("sweep_bonus", say("All three rows"), SWEEP, 0, 10, 3),
    switch("equal_is_foul", say("Equal rows foul"), EQUAL),
    choice(
        "front_trips",
        say("Three of a kind in front"),
        say("What three of a kind in front earns."),
        ("flat20", say("20, whatever the rank")),
        ("graded", say("From 10 for twos to 22 for aces")),
    ),
    switch("fl_requalify_by_front", say("Queens in front stay"), STAY),
    player("first_dealer", say("First dealer"), say("Who deals the first hand.")),
)


@dataclass(frozen=True, kw_only=True)
class OfcpSetup(Setup):
    """A game's prices: ``units`` holds that of a point between two players who have their own."""

    units: Mapping[frozenset[str], int]

    def unit_between(self, one: str, other: str) -> int:
        """Return what a point costs between two players."""
        return self.units.get(frozenset((one, other)), int(self.options["unit"]))


def set_up(players: tuple[str, ...], options: Mapping[str, Json]) -> OfcpSetup:
    """Return the set-up for these players, refusing more of them than there are cards for."""
    refuse_player_count(say("Open-Face Chinese Poker"), players, FEWEST_PLAYERS, MOST_PLAYERS)
    units = {frozenset((one, other)): unit for one, other, unit in options["pair_units"]}
    return OfcpSetup(players=players, options=options, units=units)


@dataclass(frozen=True, slots=True)
class Board:
    """A player's thirteen cards: each row's hand and royalties, and whether they foul.

    A fouled board has no royalties.
    """

    cards: tuple[Card, ...]
    rows: Mapping[str, Hand]
    royalties: Mapping[str, int]
    is_foul: bool

    def leads_to_fantasyland(self, setup: OfcpSetup, *, is_inside: bool) -> bool:
        """Whether it leads to fantasyland, or keeps there who is inside already."""
        front, middle, back = self.rows.values()
        if self.is_foul or front.category == Category.TRIPS:
            return not self.is_foul
        is_high_pair = front.category == Category.PAIR and front.ranks[0] >= QUEEN
        if not is_inside or (is_high_pair and setup.options["fl_requalify_by_front"]):
            return is_high_pair
        return middle.category >= Category.FULL_HOUSE or back.category >= Category.QUADS


def read_board(setup: OfcpSetup, name: str, entry: Json) -> Board:
    """Read one player's three rows, refusing too many or too few cards in one."""
    given = mapping(entry, "hand", player=name)
    known_keys(given, ROWS, "hand", player=name)
    cards = {row: _read_row(name, row, given.get(row, [])) for row in ROWS}
    rows = {row: read_hand(laid) for row, laid in cards.items()}
    front, middle, back = rows.values()
    if setup.options["equal_is_foul"]:
        is_foul = not front < middle < back
    else:
        is_foul = not front <= middle <= back
    royalties = {row: 0 if is_foul else royalty(setup, row, hand) for row, hand in rows.items()}
    return Board((*cards["front"], *cards["middle"], *cards["back"]), rows, royalties, is_foul)


def _read_row(name: str, row: str, given: Json) -> tuple[Card, ...]:
    size = ROWS[row]
    if not isinstance(given, list | tuple):
        message = say(
            "%(name)s's %(row)s must be a list of cards, not %(given)s.",
            name=name,
            row=ROW_WORDS[row],
            given=show(given),
        )
        raise Refused("malformed", message, player=name, item=row)
    if len(given) != size:
        message = say_n(
            "%(name)s's %(row)s has %(num)s card, but the %(row)s takes %(size)s.",
            "%(name)s's %(row)s has %(num)s cards, but the %(row)s takes %(size)s.",
            len(given),
            name=name,
            row=ROW_WORDS[row],
            size=size,
        )
        raise Refused("row_size", message, player=name, item=row)
    return read_cards(given, name, item=row)


def royalty(setup: OfcpSetup, row: str, hand: Hand) -> int:
    """Return what a clean hand earns in a row."""
    if row != "front":
        earned = BACK_ROYALTIES if row == "back" else MIDDLE_ROYALTIES
        return earned.get(hand.category, 0)
    rank = hand.ranks[0]
    if hand.category == Category.TRIPS:
        return FLAT_TRIPS if setup.options["front_trips"] == "flat20" else rank + GRADED_TRIPS
    return max(rank - BELOW_PAIRS, 0) if hand.category == Category.PAIR else 0


@dataclass(frozen=True, slots=True)
class Told:
    """What there is to know of a hand to settle it, whichever way it was told.

    ``strengths`` holds for each row what compares the clean players who were told of, the greater
    the stronger; ``fantasyland`` who is in it next. Names stand in seating order.
    """

    fouled: tuple[str, ...]
    royalties: Mapping[str, int]
    strengths: Mapping[str, Mapping[str, Any]]
    fantasyland: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand that was settled: who dealt it, and what was told of it."""

    dealer: str
    told: Told


def is_quick(round_: Round) -> bool:
    """Whether a round is told without its cards, refusing one that is told both ways."""
    told = [key for key in QUICK_KEYS if key in round_.data]
    if told and round_.data.get("hands", {}) != {}:
        raise Refused(
            "malformed",
            say(
                "Hand %(number)s has both cards and %(told)s: record it in one way.",
                number=round_.number,
                told=told[0],
            ),
            item=told[0],
        )
    return bool(told)


def read_round(setup: OfcpSetup, history: History, round_: Round, *, is_whole: bool = True) -> Told:
    """Read what was told of a round, refusing what cannot be.

    With ``is_whole`` False, those of whom nothing was told yet are left out instead of refused.
    """
    known_keys(round_.data, ("hands", *QUICK_KEYS), numbered("Hand", round_.number))
    if is_quick(round_):
        return _read_quick(setup, round_, is_whole=is_whole)
    entries = entries_by_player(round_, "hands", setup.players)
    if is_whole:
        refuse_missing(round_, entries)
    boards = {name: read_board(setup, name, entry) for name, entry in entries.items()}
    refuse_duplicates({name: board.cards for name, board in boards.items()})
    clean = {name: board for name, board in boards.items() if not board.is_foul}
    return Told(
        fouled=tuple(name for name in boards if name not in clean),
        royalties={name: sum(board.royalties.values()) for name, board in boards.items()},
        strengths={row: {name: board.rows[row] for name, board in clean.items()} for row in ROWS},
        fantasyland=tuple(
            name
            for name, board in boards.items()
            if board.leads_to_fantasyland(setup, is_inside=_is_inside(history, name))
        ),
    )


def _is_inside(history: History, name: str) -> bool:
    """Whether somebody is in fantasyland in the coming hand."""
    return history.state is not None and name in history.state.told.fantasyland


def _read_quick(setup: OfcpSetup, round_: Round, *, is_whole: bool) -> Told:
    data = round_.data
    fouled = _read_names(setup, round_, data.get("fouled", []), "fouled")
    royalties = dict.fromkeys(round_.present, 0)
    for name, given in entries_by_player(round_, "royalties", setup.players).items():
        worth = whole(given, say("royalties"), player=name, item="royalties")
        if worth > MOST_ROYALTIES:
            message = say(
                "%(name)s's royalties are %(worth)s, but no hand earns over %(most_royalties)s.",
                name=name,
                worth=show(worth),
                most_royalties=MOST_ROYALTIES,
            )
            raise Refused("points_not_possible", message, player=name, item="royalties")
        royalties[name] = 0 if name in fouled else worth
    fantasyland = _read_names(setup, round_, data.get("fantasyland_next", []), "fantasyland_next")
    _refuse_fouled(fantasyland, fouled, "fantasyland_next")
    orders = mapping(
        data.get("row_order", {}), say("The row_order of hand %(number)s", number=round_.number)
    )
    known_keys(orders, ROWS, "row_order")
    strengths = {row: _read_order(setup, round_, row, orders.get(row, []), fouled) for row in ROWS}
    told = Told(fouled, royalties, strengths, fantasyland)
    for row in ROWS if is_whole else ():
        if absent := _unplaced(round_, told, row):
            message = say(
                "The order of the %(row)s does not say where %(absent)s came.",
                row=ROW_WORDS[row],
                absent=listed(absent),
            )
            raise Refused("missing_entry", message, player=absent[0], item=f"row_order.{row}")
    return told


def _read_order(
    setup: OfcpSetup, round_: Round, row: str, given: Json, fouled: tuple[str, ...]
) -> dict[str, int]:
    """Return how strong everybody was in a row, told from best to worst."""
    item = f"row_order.{row}"
    placed: dict[str, int] = {}
    for place, level in enumerate(
        sequence(given, say("The order of the %(row)s", row=ROW_WORDS[row]))
    ):
        names = _read_names(setup, round_, level, item, placed)
        _refuse_fouled(names, fouled, item)
        placed |= dict.fromkeys(names, -place)
    return placed


def _refuse_fouled(names: tuple[str, ...], fouled: tuple[str, ...], item: str) -> None:
    for name in names:
        if name in fouled:
            message = say(
                '%(name)s fouled and cannot stand under "%(labels)s".',
                name=name,
                labels=LABELS[item],
            )
            raise Refused("outcome_conflict", message, player=name, item=item)


def _unplaced(round_: Round, told: Told, row: str) -> tuple[str, ...]:
    """Return the clean players whom a row's order leaves out; one alone needs no order."""
    clean = [name for name in round_.present if name not in told.fouled]
    return tuple(name for name in clean if name not in told.strengths[row] and len(clean) > 1)


def _read_names(
    setup: OfcpSetup, round_: Round, given: Json, item: str, before: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the players in a list, in seating order; each may stand there, or before, once."""
    named: list[str] = []
    for value in sequence(given, say('What stands under "%(labels)s"', labels=LABELS[item])):
        name = value.strip() if isinstance(value, str) else value
        if name not in round_.present:
            message = (
                say(
                    '%(name)s has left, but stands under "%(labels)s".',
                    name=name,
                    labels=LABELS[item],
                )
                if name in setup.players
                else say(
                    '%(name)s does not play, but stands under "%(labels)s".',
                    name=show(name),
                    labels=LABELS[item],
                )
            )
            raise Refused("unknown_player", message, item=item)
        if name in named or name in before:
            message = say(
                '%(name)s stands twice under "%(labels)s".', name=name, labels=LABELS[item]
            )
            raise Refused("duplicate_name", message, player=name, item=item)
        named.append(name)
    return tuple(name for name in round_.present if name in named)


def check_round(setup: OfcpSetup, history: History, round_: Round) -> None:
    """Refuse what cannot be in what was told so far."""
    read_round(setup, history, round_, is_whole=False)


def awaits(setup: OfcpSetup, history: History, round_: Round) -> Awaited:
    """Return who has not laid cards yet, or which rows have no order yet."""
    if is_quick(round_):
        told = read_round(setup, history, round_, is_whole=False)
        rows = [row for row in ROWS if _unplaced(round_, told, row)]
        return Awaited(
            table=say("the order of the %(rows)s", rows=listed([IN_SENTENCES[row] for row in rows]))
            if rows
            else NOTHING
        )
    entries = entries_by_player(round_, "hands", setup.players)
    return Awaited(tuple(name for name in round_.present if name not in entries))


def score_round(setup: OfcpSetup, history: History, round_: Round) -> RoundScore:
    """Settle a hand between every two players; all changes add up to 0."""
    told = read_round(setup, history, round_)
    scores = dict.fromkeys(round_.present, 0)
    for one, other in combinations(round_.present, 2):
        paid = _settled(setup, told, one, other) * setup.unit_between(one, other)
        scores[one] += paid
        scores[other] -= paid
    dealer = _dealer(setup, history, round_.present)
    return RoundScore(
        scores=scores,
        state=Dealt(dealer, told),
        story=lambda: _story(told, round_.present),
    )


def _settled(setup: OfcpSetup, told: Told, one: str, other: str) -> int:
    """Return how many points ``one`` has from ``other``."""
    if one in told.fouled and other in told.fouled:
        return 0
    return _earned(setup, told, one, other) - _earned(setup, told, other, one)


def _earned(setup: OfcpSetup, told: Told, one: str, other: str) -> int:
    """Return the points of ``one`` against ``other``, of whom one at most fouled."""
    if one in told.fouled:
        return 0
    if other in told.fouled:
        return told.royalties[one] + int(setup.options["foul_penalty"])
    won = _rows_won(told, one, other)
    sweep = int(setup.options["sweep_bonus"]) if won == len(ROWS) else 0
    return told.royalties[one] + won + sweep


def _rows_won(told: Told, one: str, other: str) -> int:
    return sum(row[one] > row[other] for row in told.strengths.values())


def _story(told: Told, present: tuple[str, ...]) -> Sentence:
    """Say who fouled, who won all three rows against whom, and who goes to fantasyland."""
    parts = [say("%(names)s fouled", names=listed(told.fouled))] if told.fouled else []
    clean = [name for name in present if name not in told.fouled]
    for name in clean:
        others = (other for other in clean if other != name)
        if swept := [other for other in others if _rows_won(told, name, other) == len(ROWS)]:
            parts.append(
                say("%(name)s won all three rows against %(names)s", name=name, names=listed(swept))
            )
    if told.fantasyland:
        names = listed(told.fantasyland)
        parts.append(
            say("%(name)s is in fantasyland next", name=names)
            if len(told.fantasyland) == 1
            else say("%(names)s are in fantasyland next", names=names)
        )
    return say("%(parts)s.", parts=joined(parts, "; ")) if parts else NOTHING


def _stays(names: tuple[str, ...], dealer: str) -> Sentence:
    if len(names) == 1:
        return say(
            "%(name)s is in fantasyland, so the deal stays with %(dealer)s",
            name=names[0],
            dealer=dealer,
        )
    return say(
        "%(names)s are in fantasyland, so the deal stays with %(dealer)s",
        names=listed(names),
        dealer=dealer,
    )


def _dealer(setup: OfcpSetup, history: History, present: tuple[str, ...]) -> str:
    """Return who deals the coming hand to those present.

    Nobody's turn passes while somebody is in fantasyland, so the deal then goes on from whoever
    dealt the last normal hand.
    """
    last: Dealt | None = history.state
    if last is None:
        first = str(setup.options["first_dealer"])
        return first if first in present else left_of(setup.players, first, present)
    is_held = any(name in present for name in last.told.fantasyland)
    if is_held and last.dealer in present:
        return last.dealer
    return left_of(setup.players, last.dealer, present)


def between(setup: OfcpSetup, history: History) -> Between:
    """Say who deals next, and who is in fantasyland."""
    last: Dealt | None = history.state
    dealer = _dealer(setup, history, history.present)
    led = last.told.fantasyland if last else ()
    inside = tuple(name for name in led if name in history.present)
    return Between(
        turn=(dealer, RULES.turn),
        facts=(_stays(inside, dealer),) if inside else (),
        marks=dict.fromkeys(inside, (say("fantasyland"),)),
    )


def extras(setup: OfcpSetup, history: History, _is_over: bool) -> dict[str, Json]:
    """Return royalties, fouls, fantasyland and dealer of each hand, and who deals next."""
    hands: list[Dealt] = [scored.state for scored in history.rounds]
    return {
        "royalties": [dict(hand.told.royalties) for hand in hands],
        "fouled": [list(hand.told.fouled) for hand in hands],
        "fantasyland_next": [list(hand.told.fantasyland) for hand in hands],
        "dealers": [hand.dealer for hand in hands],
        "next_dealer": _dealer(setup, history, history.present),
    }


def end_early(_setup: OfcpSetup, history: History) -> Outcome:
    """Return that there are balances to settle, and no winners."""
    hands = len(history.rounds)
    if not hands:
        return Outcome((), say("Ended before a hand was played, so nobody owes anything."))
    return Outcome(
        (),
        say_n(
            "Ended after %(num)s hand: settle the balances.",
            "Ended after %(num)s hands: settle the balances.",
            hands,
        ),
    )


def entry_note(setup: OfcpSetup, history: History, name: str, entry: Json) -> Sentence:
    """Say what a player's rows are and earn: "pair of queens (7) · straight (4) · flush (4)"."""
    board = read_board(setup, name, entry)
    parts = [
        say("%(hand)s (%(points)s)", hand=hand.short_name, points=earned)
        if (earned := board.royalties[row])
        else hand.short_name
        for row, hand in board.rows.items()
    ]
    if board.leads_to_fantasyland(setup, is_inside=_is_inside(history, name)):
        parts.append(say("fantasyland"))
    rows = joined(parts, " · ")
    return say("FOULED: %(rows)s", rows=rows) if board.is_foul else rows


def entry_form(_setup: OfcpSetup, history: History) -> EntryForm:
    """Describe the two ways to record a hand: everybody's cards, or what they came to."""

    def cards(row: str) -> Field:
        return Field(row, ROW_LABELS[row], "cards", high=ROWS[row], deck=DECK_NAMES)

    def table(key: str, kind: FieldKind, **more: Any) -> Field:
        return Field(key, LABELS[key], kind, names=history.present, **more)

    quick = (
        table("fouled", "players", is_optional=True),
        table("royalties", "amounts", high=MOST_ROYALTIES, hint=BLANK, is_optional=True),
        *(table(f"row_order.{row}", "order") for row in ROWS),
        table("fantasyland_next", "players", is_optional=True),
    )
    rows = FieldGroup("cards", NOTHING, tuple(cards(row) for row in ROWS))
    return EntryForm(
        players=history.present,
        rounds=(
            RoundStyle("cards", say("Cards"), say("Everybody enters three rows of cards.")),
            RoundStyle(
                "quick", say("Quick"), say("Say what the rows came to."), quick, has_entries=False
            ),
        ),
        styles=(Style("cards", say("Cards"), say("Tap the cards of each row."), (rows,)),),
    )


def outcome(_setup: OfcpSetup, _history: History) -> None:
    """Return None: the game goes on until it is stopped."""


RULES = GameRules(
    key="ofcp",
    name=say("Open-Face Chinese Poker"),
    aim=say(
        "Lay three poker hands that beat everybody else's, each no stronger than the one behind."
    ),
    fewest=FEWEST_PLAYERS,
    most=MOST_PLAYERS,
    players=say("2–4 players"),
    length=say("As long as you like"),
    source=say("The traditional game, with royalties as public descriptions of it have them."),
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    card_values=ROYALTIES,
    example=EXAMPLE,
    options=OPTIONS,
    best="highest",
    is_money=True,
    entries_key="hands",
    round_word=say("Hand"),
    action=say("Enter the hand"),
    turn=say_as("what the dealer does", "deals"),
    first="first_dealer",
    set_up=set_up,
    entry_form=entry_form,
    check_round=check_round,
    score_round=score_round,
    awaits=awaits,
    entry_note=entry_note,
    outcome=outcome,
    has_end=lambda _setup: False,
    end_early=end_early,
    extras=extras,
    between=between,
)
