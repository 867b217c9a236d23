"""Reads what was laid out in a hand of Open-Face Chinese Poker, refusing what cannot be."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from scorecard.rules import core
from scorecard.rules.cards.cards import QUEEN, refuse_duplicates, weigh
from scorecard.rules.games.ofcp import basics, poker
from scorecard.rules.typed import reading
from scorecard.rules.words import say, say_n

ORDER = tuple(basics.ROWS)
"""The rows from front to back."""
ROW_WORDS = {"front": say("front"), "middle": say("middle"), "back": say("back")}
PAIR, TRIPS = poker.Category.PAIR, poker.Category.TRIPS
FULL_HOUSE, QUADS = poker.Category.FULL_HOUSE, poker.Category.QUADS
"""Named once: looking up the name of an enumeration's member takes longer than comparing it."""
QUICK_KEYS = ("fouled", "royalties", "row_order", "fantasyland_next")
"""The keys of a round that is entered without its cards."""
KEYS = ("hands", *QUICK_KEYS)


class Board(NamedTuple):
    """A player's thirteen cards: each row's hand and royalties, and whether they foul.

    Rows come from front to back. A fouled board has no royalties.
    """

    cards: Sequence[str]
    rows: Sequence[poker.Hand]
    royalties: tuple[int, ...]
    is_foul: bool

    def leads_to_fantasyland(self, setup: basics.OfcpSetup, *, is_inside: bool) -> bool:
        """Whether it leads to fantasyland, or keeps there who is inside already."""
        front, middle, back = self.rows
        if self.is_foul or front.category == TRIPS:
            return not self.is_foul
        is_high_pair = front.category == PAIR and front.ranks[0] >= QUEEN
        if not is_inside or (is_high_pair and setup.options["fl_requalify_by_front"]):
            return is_high_pair
        return middle.category >= FULL_HOUSE or back.category >= QUADS


def read_board(setup: basics.OfcpSetup, name: str, entry: core.Json) -> Board:
    """Read one player's three rows, refusing too many or too few cards in one."""
    given = reading.parts(entry, basics.ROWS, "hand", player=name)
    cards: list[str] = []
    hands = []
    for row, size in basics.ROWS.items():
        names = given.get(row, [])
        if type(names) is not list or len(names) != size:
            _refuse_row(name, row, size, names)
        named, weight = weigh(names, name, item=row)
        hands.append(poker.rank_hand(weight))
        cards += named
    front, middle, back = hands
    if setup.options["equal_is_foul"]:
        is_foul = not front < middle < back
    else:
        is_foul = not front <= middle <= back
    royalties = (0, 0, 0) if is_foul else royalties_of(setup, front, middle, back)
    return Board(cards, hands, royalties, is_foul)


def _refuse_row(name: str, row: str, size: int, given: core.Json) -> None:
    """Refuse what is no list of so many cards."""
    if not isinstance(given, list | tuple):
        message = say(
            "%(name)s’s %(row)s must be a list of cards, not %(given)s.",
            name=name,
            row=ROW_WORDS[row],
            given=reading.show(given),
        )
        raise core.Refused("malformed", message, player=name, item=row)
    if len(given) != size:
        message = say_n(
            "%(name)s’s %(row)s has %(num)s card, but the %(row)s takes %(size)s.",
            "%(name)s’s %(row)s has %(num)s cards, but the %(row)s takes %(size)s.",
            len(given),
            name=name,
            row=ROW_WORDS[row],
            size=size,
        )
        raise core.Refused("row_size", message, player=name, item=row)


def royalties_of(
    setup: basics.OfcpSetup, front: poker.Hand, middle: poker.Hand, back: poker.Hand
) -> tuple[int, int, int]:
    """Return what the rows of a clean hand earn."""
    rank = front.ranks[0]
    in_front = 0
    if front.category == TRIPS:
        is_flat = setup.options["front_trips"] == "flat20"
        in_front = basics.FLAT_TRIPS if is_flat else rank + basics.GRADED_TRIPS
    elif front.category == PAIR:
        in_front = max(rank - basics.BELOW_PAIRS, 0)
    return (
        in_front,
        basics.MIDDLE_ROYALTIES.get(middle.category, 0),
        basics.BACK_ROYALTIES.get(back.category, 0),
    )


class Showdown(NamedTuple):
    """What a hand is settled by, whichever way it was entered; ``boards`` is None without cards.

    ``strengths`` holds what compares the rows of the clean players who were entered, the greater
    the stronger, None where nothing was said; ``fantasyland`` who is in it next. Names stand in
    seating order.
    """

    round: core.Round
    fouled: tuple[str, ...]
    royalties: Mapping[str, int]
    strengths: Mapping[str, Sequence[Any]]
    fantasyland: tuple[str, ...]
    boards: Mapping[str, Board] | None

    @property
    def clean(self) -> list[str]:
        """Those who take part and did not foul."""
        return [name for name in self.round.present if name not in self.fouled]

    def unplaced(self, row: str) -> tuple[str, ...]:
        """Return the clean players whom a row's order leaves out; one alone needs no order."""
        clean, place = self.clean, ORDER.index(row)
        return tuple(
            name for name in clean if self.strengths[name][place] is None and len(clean) > 1
        )


def read(setup: basics.OfcpSetup, history: core.History, round_: core.Round) -> Showdown:
    """Read what was entered of a round, refusing what cannot be, and whom a whole one lacks."""
    reading.known_parts(round_, KEYS)
    if not round_.data.keys().isdisjoint(QUICK_KEYS):
        return _read_quick(setup, round_)
    entries = reading.entries_by_player(round_, "hands", setup.players)
    if round_.is_whole:
        reading.refuse_missing(round_, entries)
    last: Showdown | None = history.state
    inside = last.fantasyland if last else ()
    boards, fouled, royalties, strengths, fantasyland = {}, [], {}, {}, []
    for name, entry in entries.items():
        boards[name] = board = read_board(setup, name, entry)
        royalties[name] = sum(board.royalties)
        if board.is_foul:
            fouled.append(name)
        else:
            strengths[name] = board.rows
        if board.leads_to_fantasyland(setup, is_inside=name in inside):
            fantasyland.append(name)
    refuse_duplicates({name: board.cards for name, board in boards.items()})
    return Showdown(round_, (*fouled,), royalties, strengths, (*fantasyland,), boards)


def _read_quick(setup: basics.OfcpSetup, round_: core.Round) -> Showdown:
    data = round_.data
    if data.get("hands", {}) != {}:
        told = next(key for key in QUICK_KEYS if key in data)
        raise round_.refused(
            "malformed",
            "Hand %(number)s has both cards and %(told)s: record it in one way.",
            told=told,
            item=told,
        )
    fouled = _read_names(setup, round_, data.get("fouled", []), "fouled")
    royalties = dict.fromkeys(round_.present, 0)
    for name, given in reading.entries_by_player(round_, "royalties", setup.players).items():
        worth = basics.ROYALTIES.read(given, name)
        royalties[name] = 0 if name in fouled else worth
    led = data.get("fantasyland_next", [])
    fantasyland = _read_names(setup, round_, led, "fantasyland_next", fouled=fouled)
    called = say("The row_order of hand %(number)s", number=round_.number)
    orders = reading.parts(data.get("row_order", {}), basics.ROWS, called)
    placed = [_read_order(setup, round_, row, orders.get(row, []), fouled) for row in basics.ROWS]
    strengths = {name: [order.get(name) for order in placed] for name in round_.present}
    showdown = Showdown(round_, fouled, royalties, strengths, fantasyland, None)
    for row in basics.ROWS if round_.is_whole else ():
        if absent := showdown.unplaced(row):
            message = say(
                "The order of the %(row)s does not say where %(absent)s came.",
                row=ROW_WORDS[row],
                absent=reading.listed(absent),
            )
            raise core.Refused("missing_entry", message, player=absent[0], item=f"row_order.{row}")
    return showdown


def _read_order(
    setup: basics.OfcpSetup, round_: core.Round, row: str, given: core.Json, fouled: tuple[str, ...]
) -> dict[str, int]:
    """Return how strong everybody was in a row, told from best to worst."""
    item = f"row_order.{row}"
    placed: dict[str, int] = {}
    for place, level in enumerate(
        reading.sequence(given, say("The order of the %(row)s", row=ROW_WORDS[row]))
    ):
        names = _read_names(setup, round_, level, item, before=placed, fouled=fouled)
        placed |= dict.fromkeys(names, -place)
    return placed


def _read_names(
    setup: basics.OfcpSetup,
    round_: core.Round,
    given: core.Json,
    item: str,
    *,
    before: Collection[str] = (),
    fouled: Collection[str] = (),
) -> tuple[str, ...]:
    """Return the players in a list, in seating order; each may stand there, or before, once."""
    label = basics.LABELS[item]

    def read_name(value: core.Json) -> str:
        return reading.named(round_, value, setup.players, item)

    named = reading.names(round_, given, item, read_name, before, label)
    in_order = tuple(name for name in round_.present if name in named)
    for name in in_order:
        if name in fouled:
            message = say(
                '%(name)s fouled and cannot stand under "%(labels)s".', name=name, labels=label
            )
            raise core.Refused("outcome_conflict", message, player=name, item=item)
    return in_order
