"""What tests need to begin with: devices, games, and a table as a test wants it."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from scorecard.answers import to_json
from scorecard.models import Device, Game, Group, Membership, Season
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.groups import access, groups
from scorecard.services.history import members
from scorecard.services.history.changes import Write
from scorecard.services.players import rosters
from scorecard.services.seasons import season_plans, seasons
from scorecard.services.standings import standings
from scorecard.services.table import games, rounds, tables

EVENING = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)


def day_shown(day: date) -> str:
    """Return a day as screens say it in English: its year only where that is not this one."""
    this_year = datetime.fromtimestamp(time.time(), UTC).year
    return f"{day.day} {day:%b}" + ("" if day.year == this_year else f" {day.year}")


EVENING_SHOWN = day_shown(EVENING)

WHOLE_DECK = {
    **{str(rank): 8 for rank in range(1, 11)},
    "game_changer": 1,
    "dog_house": 5,
    "nope": 3,
}
"""A pile with every card of the base deck; with it a fully counted round is clean."""


class Table:
    """A game and the devices round it, with a clock that moves a second with every write."""

    def __init__(
        self,
        session: Session,
        *names: str,
        rules: str = "brownie_points",
        options: dict[str, Any] | None = None,
        keeper: Device | None = None,
        at: datetime = EVENING,
        **more: Any,
    ) -> None:
        self.session = session
        self.at = at
        self.keeper = keeper or self.device()
        self.game: Game = games.start(
            session, self.write(version=0), rules, names or ("Ann", "Bob"), options or {}, **more
        )
        session.commit()

    def device(self) -> Device:
        return access.new_device(self.session, self.at)

    def write(self, device: Device | None = None, **more: Any) -> Write:
        self.at += timedelta(seconds=1)
        more.setdefault("version", self.game.version if hasattr(self, "game") else 0)
        return Write(device or self.keeper, self.at, **more)

    def player(self, *seats: int, role: str = "player") -> Device:
        """Let a new device in, which counts for these seats."""
        device = self.device()
        membership = access.join(self.session, self.game, role, self.write(device))
        if seats:
            access.claim(self.session, self.game, membership, seats, self.write(device))
        self.session.commit()
        return device

    def membership(self, device: Device) -> Membership:
        found = members.find(self.session, self.game, device)
        assert found
        return found

    def enter(
        self,
        number: int,
        entries: Mapping[int, Any],
        device: Device | None = None,
        *,
        is_confirmed: bool = False,
        **more: Any,
    ) -> None:
        write = self.write(device, **more)
        rounds.enter(self.session, self.game, write, number, entries, is_confirmed=is_confirmed)
        self.session.commit()

    def tell(self, said: dict[str, Any], entries: dict[int, Any] | None = None) -> None:
        """Enter the round being played."""
        number = self.game.next_number
        rounds.enter(self.session, self.game, self.write(), number, entries or {}, table_entry=said)
        self.session.commit()

    def play(self, *scores: int) -> None:
        """Enter a whole round of direct scores."""
        entries = {seat: {"score": points} for seat, points in enumerate(scores, start=1)}
        self.enter(self.game.next_number, entries)

    def totals(self) -> list[int]:
        return [seat.total for seat in self.game.seats]

    def whole(self) -> dict[str, Any]:
        """Return the game as it stands, with the rounds that were played, as programs read it."""
        view = tables.view(self.session, self.game)
        played = tables.rounds_played(self.session, view)
        return shown_of(self.session, self.game) | {"rounds": read(played)}


def shown_of(session: Session, game: Game) -> dict[str, Any]:
    """Return what everybody at the table sees, without the rounds, as programs read it."""
    found: dict[str, Any] = read(tables.view(session, game).game)
    return found


def read(answer: object) -> Any:
    """Return an answer as programs read it."""
    return json.loads(to_json(answer))


class Club:
    """A group, its keeper's device, and a clock that moves a minute with every write."""

    SECRET = "a test's secret key"

    def __init__(self, session: Session, *names: str, at: datetime = EVENING) -> None:
        self.session = session
        self.at = at
        self.keeper = access.new_device(session, at)
        self.group: Group = groups.create(session, self.write(), "Thursday", self.SECRET)
        self.players = {
            name: rosters.add(session, self.group, self.write(), name) for name in names
        }
        session.commit()

    def write(self, device: Device | None = None, **more: Any) -> Write:
        self.at += timedelta(minutes=1)
        more.setdefault("version", self.group.version if hasattr(self, "group") else 0)
        return Write(device or self.keeper, self.at, **more)

    def season(self, **plan: Any) -> Season:
        number = len(seasons.of_group(self.session, self.group)) + 1
        is_taken = seasons.named(self.session, self.group, "Spring")
        name = f"Spring {number}" if is_taken else "Spring"
        plan = {"name": name, "starts_on": self.at.date(), **plan}
        season = seasons.make(self.session, self.group, self.write(), season_plans.Plan(**plan))
        self.session.commit()
        return season

    def invite(self, name: str = "Mia") -> None:
        """Add a guest to the roster."""
        write = self.write()
        self.players[name] = rosters.add(self.session, self.group, write, name, is_guest=True)
        self.session.commit()

    def mark(self, name: str, *, is_guest: bool) -> None:
        """Say of a player that they are a guest, or none any more."""
        player = self.players[name]
        said: dict[str, Any] = {"colour": player.colour, "initial": player.initial}
        write = self.write()
        rosters.change(self.session, player, write, name=name, is_guest=is_guest, **said)
        self.session.commit()

    def start(self, *names: str, **more: Any) -> Table:
        """Sit down at a table of the group's players."""
        self.at += timedelta(minutes=10)
        return Table(
            self.session,
            *(names or self.players),
            keeper=self.keeper,
            at=self.at,
            group=self.group,
            **more,
        )

    def play(self, **scores: int) -> Table:
        """Play a game of one round, which is then ended."""
        table = self.start(*scores)
        table.play(*scores.values())
        return self.end(table)

    def end(self, table: Table) -> Table:
        games.finish(self.session, table.game, table.write())
        self.session.commit()
        return table

    def standings(self, season: Season) -> list[tuple[str, int | None, float]]:
        """Return who stands where with how many points."""
        rows = standings.present(self.session, season)
        return [(row.name, row.rank, round(row.points / UNIT, 2)) for row in rows]
