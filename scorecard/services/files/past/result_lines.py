"""Read the lines of a list of past results, and who was whose partner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from scorecard import errors
from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.typed import reading
from scorecard.rules.words import say
from scorecard.services.limits import names
from scorecard.services.spreadsheets import list_days, list_headings, lists


@dataclass(slots=True)
class ResultLine:
    """A line of past results: what one player had in one game, "" for what it does not say."""

    row: lists.Row
    day: date
    game: str
    player: str
    total: int
    wins: str
    side: str


def read(row: lists.Row, today: date, order: list_days.Order | None) -> ResultLine:
    """Return what a line says of today or before; ``order`` is the list's order in dates."""
    if row.problem:
        raise errors.BadInput(row.problem)
    day = list_days.read(row.cell("date"), today, order)
    game = names.clean(row.cell("game"), "game", say("A card game needs a name."))
    player = names.clean(row.cell("player"))
    total = _read_total(row.cell("total"), player)
    wins = list_headings.wins_of(row.cell("wins"))
    if wins and wins not in list_headings.WINNING:
        raise errors.BadInput(
            say("“%(typed)s” cannot win: write highest or lowest.", typed=row.cell("wins"))
        )
    return ResultLine(row, day, game, player, total, wins, row.cell("side").casefold())


def _read_total(typed: str, player: str) -> int:
    total = lists.number(typed)
    if total is None:
        raise errors.BadInput(
            say(
                "“%(typed)s” is no whole number: write %(player)s’s total as 10450 or -2000.",
                typed=typed,
                player=player,
            )
            if typed
            else say("%(player)s’s total is missing: write 0 for nothing.", player=player)
        )
    if abs(total) > definitions.MOST_TYPED:
        raise errors.BadInput(
            say(
                "%(player)s’s total must be from %(least)s to %(most)s, not %(total)s.",
                player=player,
                least=-definitions.MOST_TYPED,
                most=definitions.MOST_TYPED,
                total=total,
            )
        )
    return total


def by_side(lines: Sequence[ResultLine]) -> dict[str, list[ResultLine]]:
    """Return a game's lines by the sides they name; nothing where nobody has partners."""
    sides: defaultdict[str, list[ResultLine]] = defaultdict(list)
    for line in lines:
        sides[line.side].append(line)
    return {} if sides.keys() == {""} else dict(sides)


def seated(lines: Sequence[ResultLine]) -> list[ResultLine]:
    """Return lines in the order of seats; refuse uneven sides, and partners of several totals."""
    sides = by_side(lines)
    if not sides:
        return list(lines)
    if without := sides.get(""):
        raise errors.BadInput(
            say("Whose partner is %(name)s? Name a side.", name=without[0].player)
        )
    for together in sides.values():
        if len({line.total for line in together}) > 1:
            raise errors.BadInput(
                say(
                    "%(names)s are partners and have one total: write the same for each.",
                    names=reading.listed([line.player for line in together]),
                )
            )
    sizes = {len(together) for together in sides.values()}
    if (
        len(sides) not in definitions.SIDES
        or len(sizes) > 1
        or min(sizes) < definitions.SMALLEST_SIDE
    ):
        raise errors.BadInput(
            say("Partners make two or three sides, with as many players in each.")
        )
    return [line for in_turn in zip(*sides.values(), strict=True) for line in in_turn]
