"""Seasons of every kind stand as a second way to count them says, over random games.

What happens in between is random, too: games are deleted and come back, get another day or become
friendly, in all seasons or in one, totals are corrected, players become guests, points are given by
hand, evenings get a weight, teams are made, seasons change, are closed and reopened.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from operator import attrgetter
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.models import Adjustment, Season
from scorecard.rules.outcome.awards import SCHEMES, UNIT
from scorecard.rules.outcome.standings import TIE_BREAKS
from scorecard.services.keeping import recounting
from scorecard.services.seasons import (
    adjustments,
    parting,
    reopening,
    season_plans,
    season_sheet,
    seasons,
    trials,
    weighing,
)
from scorecard.services.standings import lineups, standings, team_tables
from scorecard.services.standings.lines import Line
from scorecard.services.table import games, occasions
from tests.factories import EVENING, Club, Table
from tests.rich_group import MONEY
from tests.services.seasons.counting import apart

NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo")
TODAY = EVENING.date()
TARGET = 500
Stands = dict[str, tuple[Any, ...]]
TIES = tuple(name for name in TIE_BREAKS if name != "rating")
"""A rating has tests of its own; every other tie-break is counted a second time."""


class History:
    """A group in which all sorts of things happen, and what people remember of it."""

    def __init__(self, session: Session, seed: int) -> None:
        self.session, self.chance = session, random.Random(seed)
        self.club = Club(session, *NAMES)
        self.tables: list[Table] = []
        self.played: list[apart.Played] = []
        self.seasons = [self.club.season(name=kind, **self.plan(kind)) for kind in SCHEMES]
        self.plans = [self.plan_of(season) for season in self.seasons]
        self.by_hand: list[list[tuple[Adjustment, str]]] = [[] for _season in self.seasons]
        self.frozen: list[Stands | None] = [None for _season in self.seasons]
        self.teams: list[dict[str, list[str]]] = [{} for _season in self.seasons]
        self.divisions: list[list[list[str]]] = [[] for _season in self.seasons]
        self.guests: set[str] = set()

    def plan(self, kind: str) -> dict[str, Any]:
        chance = self.chance
        scheme: dict[str, Any] = {"kind": kind}
        if kind == "places":
            places = chance.sample(range(9), chance.randint(1, 5))
            scheme["places"] = sorted(places, reverse=True)
        early = ["full", "half", "none", *(["distance"] if kind == "points" else [])]
        which = chance.choice(["all", "best", "worst", "worst"])
        best = chance.randint(1, 6) if which == "best" else None
        by = chance.choice(["points", "average"])
        return {
            "scheme": scheme,
            "early": chance.choice(early),
            "best_of": best,
            "drop_worst": chance.randint(1, 4) if which == "worst" else 0,
            "ranked_by": by,
            "least_games": chance.randint(best or 1 if by == "average" else 1, 7),
            "tie_breaks": chance.sample(TIES, chance.randint(0, len(TIES))),
            "starts_on": TODAY - timedelta(days=chance.randrange(3)),
            "ends_on": chance.choice([None, None, TODAY + timedelta(days=1)]),
            "kinds": chance.choice([[], [], ["brownie_points"]]) if kind != "chips" else [],
            "team_best": chance.randrange(3),
        }

    def plan_of(self, season: Season) -> dict[str, Any]:
        columns = ("scheme", "early", "best_of", "drop_worst", "ranked_by", "least_games")
        more = ("tie_breaks", "starts_on", "ends_on", "kinds", "team_best")
        plan = {name: getattr(season, name) for name in (*columns, *more)}
        halves = {date.fromisoformat(day): weight for day, weight in season.weights.items()}
        weights = {day: Fraction(weight, 2) for day, weight in halves.items()}
        return plan | {"number": season.id, "weights": weights}

    def step(self) -> None:
        """Let something happen."""
        step = self.chance.random()
        if step < 0.55 or len(self.tables) < 5:
            self.play()
        elif step < 0.75:
            self.change_game(self.chance.randrange(len(self.tables)))
        elif step < 0.78:
            self.change_player(self.chance.choice(NAMES))
        else:
            self.change_season(self.chance.randrange(len(self.seasons)))
        self.session.commit()

    def play(self) -> None:
        chance = self.chance
        names = chance.sample(NAMES, chance.randint(2, 5))
        if chance.random() < 0.2:
            chips = [chance.randrange(-20, 21, 5) for _name in names[1:]]
            totals = dict(zip(names, [-sum(chips), *chips], strict=True))
            table = self.club.start(*names, rules="own_scorecard", options={"scorecard": MONEY})
            table.tell({}, {seat: {"points": won} for seat, won in enumerate(totals.values(), 1)})
            game = apart.Played(self.day_of(table), totals, kind=table.game.kind, is_money=True)
        else:
            points = {name: chance.randrange(-100, 450, 50) for name in names}
            if is_whole := chance.random() < 0.5:
                points[chance.choice(names)] = TARGET + 50
            ahead = {name: 50 for name in names if chance.random() < 0.1}
            table = self.club.start(*names, options={"target": TARGET}, head_starts=ahead)
            table.play(*points.values())
            totals = {name: score + ahead.get(name, 0) for name, score in points.items()}
            game = apart.Played(self.day_of(table), totals, ahead, is_early=not is_whole)
        self.club.end(table)
        self.tables.append(table)
        self.played.append(game)

    def day_of(self, table: Table) -> date:
        return table.game.started_at.date()

    def change_game(self, which: int) -> None:
        """Delete a game or bring it back, correct it, or say that it was of another day."""
        chance, table, game = self.chance, self.tables[which], self.played[which]
        what = chance.choice(["gone", "other", "other", "corrected", "corrected"])
        if game.is_gone or what == "gone":
            (games.restore if game.is_gone else games.delete)(
                self.session, table.game, table.write()
            )
            self.played[which] = replace(game, is_gone=not game.is_gone)
        elif what == "other":
            day = TODAY - timedelta(days=chance.randrange(4))
            is_friendly = chance.random() < 0.2
            still_open = [season for season in self.seasons if not season.is_closed]
            some = chance.sample(still_open, min(len(still_open), chance.choice([0, 0, 1, 2])))
            some += [one for one in self.seasons if one.is_closed and one.id in game.friendly_in]
            of_some: dict[str, Any] = {
                "is_friendly": is_friendly,
                "friendly_in": [season.uid for season in some],
            }
            occasions.change(self.session, table.game, table.write(), day=day, **of_some)
            numbers = tuple(season.id for season in some)
            self.played[which] = replace(
                game, day=day, is_friendly=is_friendly, friendly_in=numbers
            )
        elif not game.is_money:
            seat = chance.randrange(len(game.totals))
            # Whether it was played to its end stays as it is.
            name = [*game.totals][seat]
            if game.totals[name] < TARGET:
                score = chance.randrange(-100, 450, 50)
                games.reopen(self.session, table.game, table.write())
                table.enter(1, {seat + 1: {"score": score}}, is_confirmed=True)
                self.club.end(table)
                total = score + game.head_starts.get(name, 0)
                self.played[which] = replace(game, totals=game.totals | {name: total})

    def change_player(self, name: str) -> None:
        """Make somebody a guest, or a guest none."""
        self.guests ^= {name}
        self.club.mark(name, is_guest=name in self.guests)

    def change_season(self, which: int) -> None:
        """Close a season or reopen it, change it, or give and take points in it."""
        session, club, chance = self.session, self.club, self.chance
        season = self.seasons[which]
        if season.is_closed:
            reopening.reopen(session, season, club.write())
            self.plans[which]["ends_on"] = season.ends_on
            self.frozen[which] = None
            return
        what = chance.choice(
            ["closed", "changed", "given", "given", "taken back", "weighed", "weighed", "parted"]
        )
        if what == "closed" and season.starts_on <= club.at.date():
            seasons.close(session, season, club.write())
            self.plans[which]["ends_on"] = season.ends_on
            self.frozen[which] = self.expected(which)
        elif what == "changed":
            plan = season_plans.Plan.of(season, **self.plan(season.scheme["kind"]))
            tried = trials.trial(session, club.group, plan, season)
            seasons.change(session, season, club.write(), plan)
            self.plans[which] = self.plan_of(season)
            if any(apart.counts(self.plans[which], game) for game in self.remembered()):
                assert stands(tried.table) == stands(standings.present(session, season))
        elif what == "weighed":
            self.weigh(which)
        elif what == "parted":
            chance.choice([self.team_up, self.divide])(which)
        elif what == "given":
            self.give(which)
        elif what == "taken back" and self.by_hand[which]:
            given, _name = self.by_hand[which].pop(chance.randrange(len(self.by_hand[which])))
            adjustments.take_back(session, given, club.write())

    def give(self, which: int) -> None:
        """Give or take points by hand in a season; guests get none."""
        chance, season = self.chance, self.seasons[which]
        members = [name for name in NAMES if name not in self.guests]
        if members:
            name, points = chance.choice(members), chance.randint(1, 5)
            kind = chance.choice(["bonus", "penalty"])
            given = adjustments.give(
                self.session,
                season,
                self.club.write(),
                self.club.players[name],
                kind=kind,
                points=points if kind == "bonus" else -points,
                reason="By chance",
                day=season.starts_on,
            )
            self.by_hand[which].append((given, name))

    def weigh(self, which: int) -> None:
        """Let an evening of a season count more or less often than the others, or once again."""
        season = self.seasons[which]
        day = TODAY - timedelta(days=self.chance.randrange(4))
        if season.holds(day):
            times = self.chance.choice([0.5, 1, 1.5, 2, 3])
            weighing.weigh(self.session, season, self.club.write(), day, times)
            self.plans[which] = self.plan_of(season)

    def team_up(self, which: int) -> None:
        """Make a team of a season, of those who are in none; guests are in none either."""
        taken = {name for names in self.teams[which].values() for name in names} | self.guests
        free = [name for name in NAMES if name not in taken]
        names = self.chance.sample(free, min(len(free), 3))
        if names:
            team = f"Team of {names[0]}"
            players = [self.club.players[name] for name in names]
            parting.make(
                self.session, self.seasons[which], self.club.write(), lineups.TEAMS, team, players
            )
            self.teams[which][team] = names

    def divide(self, which: int) -> None:
        """Make another division of a season, the lowest one, or remove one, and say who moves."""
        session, chance, season = self.session, self.chance, self.seasons[which]
        present = self.divisions[which]
        taken = {name for names in present for name in names} | self.guests
        free = [name for name in NAMES if name not in taken]
        if present and (not free or chance.random() < 0.3):
            at = chance.randrange(len(present))
            found = lineups.of_season(session, season, lineups.DIVISIONS)
            parting.remove(session, found[at].part, self.club.write())
            del present[at]
        else:
            names = chance.sample(free, min(len(free), chance.randint(1, 4)))
            players = [self.club.players[name] for name in names]
            called, write = f"Division of {names[0]}", self.club.write()
            parting.make(session, season, write, lineups.DIVISIONS, called, players)
            present.append(names)
        parting.promote(session, season, self.club.write(), chance.randint(0, 2))

    def remembered(self) -> list[apart.Played]:
        return apart.among_members(self.played, self.guests)

    def lines(self, which: int) -> dict[str, apart.Line]:
        by_hand = [
            (name, given.points) for given, name in self.by_hand[which] if name not in self.guests
        ]
        return apart.lines(self.plans[which], self.remembered(), by_hand)

    def expected(self, which: int) -> Stands:
        """Return how a season stands, counted apart."""
        plan, lines = self.plans[which], self.lines(which)
        ranks = apart.ranks_in_divisions(plan, self.remembered(), lines, self.divisions[which])
        moves = apart.moving(ranks, self.divisions[which], self.seasons[which].promoted)
        return {
            name: (
                ranks[name] or None,
                line.points(plan) * UNIT,
                round(line.figure(plan) * UNIT) if plan["ranked_by"] == "average" else None,
                len(line.results),
                line.wins,
                max(line.results, default=0) * UNIT,
                moves.get(name),
            )
            for name, line in lines.items()
        }

    def check(self) -> None:
        """Compare every season with what is counted apart, and its sheet with its table."""
        for which, season in enumerate(self.seasons):
            frozen = self.frozen[which]
            wanted = self.expected(which) if frozen is None else frozen
            table = standings.present(self.session, season)
            assert stands(table) == wanted, self.plans[which]
            if frozen is None:
                self.check_teams(which, table)
                for line in season_sheet.whole(self.session, season).lines:
                    counted = sum(cell.counted or 0 for cell in line.cells if cell)
                    assert counted + (line.by_hand or 0) == line.row.points

    def check_teams(self, which: int, table: Sequence[Line]) -> None:
        plan, lines = self.plans[which], self.lines(which)
        wanted = apart.teams(plan, lines, self.teams[which], self.remembered())
        found = team_tables.present(self.session, self.seasons[which], table)
        assert {
            row.name: (row.rank, Fraction(row.points, UNIT), row.games) for row in found
        } == wanted


def stands(table: Sequence[Line]) -> Stands:
    told = attrgetter("rank", "points", "per_game", "games", "wins", "best", "moves")
    return {row.name: told(row) for row in table}


def happens(session: Session, seed: int, most: int) -> History:
    """Let things happen until so many games were played; look at the seasons now and then."""
    history = History(session, seed)
    while len(history.tables) < most:
        history.step()
        if history.chance.random() < 0.1:
            history.check()
    history.check()
    return history


def test_a_few_games(session: Session) -> None:
    history = happens(session, 0, 12)
    assert any(history.expected(which) for which in range(len(history.seasons)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 11))
def test_a_thousand_games_in_all(session: Session, seed: int) -> None:
    history = happens(session, seed, 100)
    assert recounting.recount(session, session.merge(history.club.group)) == []
