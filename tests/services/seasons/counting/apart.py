"""A second way to count a season, written apart from the services, in whole points and fractions.

It knows of a season only what is typed into its form, and of a game only who had which total.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from itertools import combinations
from typing import Any

HALF = Fraction(1, 2)


@dataclass
class Played:
    """A game as people remember it: the total of each player, more being better.

    Totals have the ``head_starts`` in them.
    """

    day: date
    totals: dict[str, int]
    head_starts: dict[str, int] = field(default_factory=dict)
    kind: str = "brownie_points"
    is_money: bool = False
    is_early: bool = False
    is_friendly: bool = False
    friendly_in: tuple[int, ...] = ()
    is_gone: bool = False

    def place(self, name: str) -> int:
        """Return a player's place: 1 and one more for each who had more."""
        return 1 + sum(total > self.totals[name] for total in self.totals.values())

    def is_won_by(self, name: str) -> bool:
        """Whether a player won: for money, nobody who takes nothing home."""
        return self.place(name) == 1 and (not self.is_money or self.totals[name] > 0)


@dataclass
class Line:
    """What somebody has in a season: points of each game, places, wins, and points by hand."""

    results: list[Fraction] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    wins: int = 0
    by_hand: int = 0

    def counted(self, plan: Mapping[str, Any]) -> list[Fraction]:
        """Return the results that count."""
        worst_last = sorted(self.results, reverse=True)
        if plan["best_of"]:
            return worst_last[: plan["best_of"]]
        kept = list(worst_last)
        for _one in range(plan["drop_worst"]):
            if len(kept) > 1:
                kept.pop()
        return kept

    def points(self, plan: Mapping[str, Any]) -> Fraction:
        return sum(self.counted(plan), Fraction(self.by_hand))

    def figure(self, plan: Mapping[str, Any]) -> Fraction:
        """Return what ranks: all points, or those per game."""
        if plan["ranked_by"] == "points":
            return self.points(plan)
        games = len(self.counted(plan))
        return self.points(plan) / games if games else Fraction(0)


def among_members(games: Iterable[Played], guests: Collection[str]) -> list[Played]:
    """Return games as if guests had not sat there, and none in which nobody is left to beat."""
    found = []
    for game in games:
        totals = {name: total for name, total in game.totals.items() if name not in guests}
        if len(totals) == len(game.totals) or len(totals) > 1:
            found.append(replace(game, totals=totals))
    return found


def counts(plan: Mapping[str, Any], game: Played) -> bool:
    first, last = plan["starts_on"], plan["ends_on"]
    return not (
        game.is_gone
        or game.is_friendly
        or plan["number"] in game.friendly_in
        or game.day < first
        or (last is not None and game.day > last)
        or (plan["kinds"] and game.kind not in plan["kinds"])
        or (game.is_early and plan["early"] == "none")
        or (plan["scheme"]["kind"] == "chips" and not game.is_money)
    )


def brings(plan: Mapping[str, Any], game: Played) -> dict[str, Fraction]:
    """Return what a game that counts brings each player, by the weight of its evening."""
    times = plan["weights"].get(game.day, 1)
    return {name: times * points for name, points in _once(plan, game).items()}


def _once(plan: Mapping[str, Any], game: Played) -> dict[str, Fraction]:
    whole = {name: _whole(plan["scheme"], game, name) for name in game.totals}
    if game.is_early and plan["early"] == "half":
        return {name: points * HALF for name, points in whole.items()}
    if game.is_early and plan["early"] == "distance":
        average = Fraction(sum(whole.values()), len(whole))
        return {name: average + (points - average) * HALF for name, points in whole.items()}
    return whole


def _whole(scheme: Mapping[str, Any], game: Played, name: str) -> Fraction:
    mine, totals = game.totals[name], list(game.totals.values())
    beaten = sum(total < mine for total in totals)
    level = sum(total == mine for total in totals)
    place = game.place(name)
    match scheme["kind"]:
        case "places":
            places = [*scheme["places"], *[0] * len(totals)]
            return Fraction(sum(places[place - 1 : place - 1 + level]), level)
        case "wins":
            return Fraction(1, level) if game.is_won_by(name) else Fraction(0)
        case "average":
            return mine - Fraction(sum(totals), len(totals))
        case "relative":
            return 100 * (beaten + (level - 1) * HALF) / (len(totals) - 1)
        case "size":
            return 1 + beaten + (level - 1) * HALF
        case _:
            return Fraction(mine)


def lines(
    plan: Mapping[str, Any], games: Iterable[Played], by_hand: Iterable[tuple[str, int]]
) -> dict[str, Line]:
    found: dict[str, Line] = {}
    for game in games:
        if counts(plan, game):
            for name, points in brings(plan, game).items():
                line = found.setdefault(name, Line())
                line.results.append(points)
                line.places.append(game.place(name))
                line.wins += game.is_won_by(name)
    for name, given in by_hand:
        found.setdefault(name, Line()).by_hand += given
    return found


def teams(
    plan: Mapping[str, Any],
    of: Mapping[str, Line],
    members: Mapping[str, Collection[str]],
    games_played: Iterable[Played],
) -> dict[str, tuple[int | None, Fraction, int]]:
    """Return the place, points and games of each team: what its players have, added up.

    Where only the best of an evening count, that is what they brought, and what is by hand.
    """
    points, games = {}, {}
    evenings: dict[date, dict[str, Fraction]] = {}
    for game in games_played:
        if counts(plan, game):
            for name, brought in brings(plan, game).items():
                evening = evenings.setdefault(game.day, {})
                evening[name] = evening.get(name, Fraction(0)) + brought
    for team, names in members.items():
        own = [of[name] for name in names if name in of]
        points[team] = sum((line.points(plan) for line in own), Fraction(0))
        if plan["team_best"]:
            points[team] = Fraction(sum(line.by_hand for line in own))
            for evening in evenings.values():
                own_of_it = sorted((evening[one] for one in names if one in evening), reverse=True)
                points[team] += sum(own_of_it[: plan["team_best"]])
        games[team] = sum(len(line.results) for line in own)
    ahead = [points[team] for team in members if games[team]]
    return {
        team: (
            1 + sum(other > points[team] for other in ahead) if games[team] else None,
            points[team],
            games[team],
        )
        for team in members
    }


def ranks(plan: Mapping[str, Any], games: Sequence[Played], of: Mapping[str, Line]) -> Counter[str]:
    """Return the rank of everybody who has enough games."""
    counting = [game for game in games if counts(plan, game)]
    levels = [[name for name, line in of.items() if len(line.results) >= plan["least_games"]]]
    for key in ("", *plan["tie_breaks"]):
        levels = [part for level in levels for part in _split(plan, counting, of, level, key)]
    found: Counter[str] = Counter()
    taken = 0
    for level in levels:
        found.update(dict.fromkeys(level, taken + 1))
        taken += len(level)
    return found


def ranks_in_divisions(
    plan: Mapping[str, Any],
    games: Sequence[Played],
    of: Mapping[str, Line],
    members: Sequence[Collection[str]],
) -> Counter[str]:
    """Return the rank of everybody among those of their division, or those who are in none."""
    inside = {name for names in members for name in names}
    found: Counter[str] = Counter()
    for names in (*members, {*of} - inside):
        found |= ranks(plan, games, {name: line for name, line in of.items() if name in names})
    return found


def moving(
    found: Mapping[str, int], members: Sequence[Collection[str]], promoted: int
) -> dict[str, str]:
    """Return who goes up or down, or shares a place with one who stays.

    ``found`` are the ranks in divisions, 0 for none.
    """
    moves: dict[str, str] = {}
    placed = [[name for name in names if found[name]] for names in members]
    for at in range(len(members) - 1):
        count = min(promoted, len(placed[at]) // 2, len(placed[at + 1]) // 2)
        for names, way in ((placed[at + 1], "up"), (placed[at], "down")):
            for name in names:
                before = sum(found[other] < found[name] for other in names)
                after = sum(found[other] > found[name] for other in names)
                level = len(names) - before - after
                ahead = before if way == "up" else after
                if ahead + level <= count:
                    moves.setdefault(name, way)
                elif ahead < count:
                    moves[name] = "level"
    return moves


def _split(
    plan: Mapping[str, Any],
    counting: Sequence[Played],
    of: Mapping[str, Line],
    level: Sequence[str],
    key: str,
) -> list[list[str]]:
    """Return those who are level so far, apart where one more thing tells them apart."""
    among = _duels(counting, level) if key == "direct" else Counter()
    worth: dict[str, Callable[[str], Any]] = {
        "": lambda name: of[name].figure(plan),
        "wins": lambda name: of[name].wins,
        "seconds": lambda name: of[name].places.count(2),
        "best": lambda name: max(of[name].results),
        "average": lambda name: sum(of[name].results) / len(of[name].results),
        "games": lambda name: len(of[name].results),
        "direct": lambda name: among[name],
    }
    values = {name: worth[key](name) for name in level}
    return [
        [name for name in level if values[name] == value]
        for value in sorted(set(values.values()), reverse=True)
    ]


def _duels(counting: Sequence[Played], level: Sequence[str]) -> Counter[str]:
    """Return how many of the others each was ahead of more often, less of how many less often."""
    found: Counter[str] = Counter()
    for one, other in combinations(level, 2):
        both = [game for game in counting if one in game.totals and other in game.totals]
        ahead = sum(game.totals[one] > game.totals[other] for game in both)
        behind = sum(game.totals[one] < game.totals[other] for game in both)
        found[one] += (ahead > behind) - (ahead < behind)
        found[other] += (ahead < behind) - (ahead > behind)
    return found
