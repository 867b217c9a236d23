"""What a player's page adds up over all games is kept, and is what counting all of them gives."""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorecard.errors import ScorecardError
from scorecard.models import Group, Meeting, Player, Result, Tally
from scorecard.services.files.exporting import exports
from scorecard.services.history import undo_redo
from scorecard.services.keeping import forgetting, recounting
from scorecard.services.looking_back import statistics
from scorecard.services.players import merging
from scorecard.services.standings import lifelong
from scorecard.services.table import games, occasions, seating
from tests.factories import EVENING, Club, Table
from tests.services.files.other_server import Elsewhere, elsewhere, second_app
from tests.services.steps import steps

__all__ = ["elsewhere", "second_app"]

NAMES = ("Ann", "Bob", "Cy", "Di")


def later(club: Club, **scores: int) -> Table:
    club.at += timedelta(minutes=5)
    return club.play(**scores)


def kept(session: Session, group: Group) -> list[Any]:
    """Return all that is kept of a group's players over all games."""
    session.flush()
    session.expire_all()
    group = session.merge(group)
    of_group = [player.id for player in group.players]
    streaks = select(Result.player_id, Result.order_key, Result.streak)
    return [
        sorted(map(tuple, session.execute(wanted)))
        for wanted in (
            select(Tally.__table__).where(Tally.player_id.in_(of_group)),
            select(Meeting.__table__).where(Meeting.player_id.in_(of_group)),
            streaks.where(Result.group_id == group.id),
        )
    ]


def is_as_counted_anew(session: Session, group: Group) -> bool:
    before = kept(session, group)
    lifelong.count_anew(session, session.merge(group))
    return before == kept(session, group)


def streaks(club: Club, name: str) -> tuple[int, int, int]:
    club.session.expire_all()
    found = statistics.of_player(club.session, club.players[name]).overall
    return found.streak, found.longest_streak, found.longest_drought


class TestStreaks:
    def evening(self, session: Session, won: str) -> tuple[Club, list[Table]]:
        """Play a game for each letter: Ann wins those that say w."""
        club = Club(session, *NAMES)
        return club, [later(club, Ann=500 if one == "w" else 100, Bob=300) for one in won]

    @pytest.mark.parametrize(
        ("won", "place", "expected"),
        [
            ("www", 1, (1, 1, 1)),
            ("lwl", 1, (0, 0, 3)),
            ("wlw", 1, (3, 3, 0)),
            ("wwlww", 0, (2, 2, 1)),
            ("wwlww", 2, (5, 5, 0)),
            ("wwlww", 4, (0, 2, 1)),
            ("lllwll", 3, (0, 0, 6)),
            ("w", 0, (0, 0, 1)),
        ],
    )
    def test_a_correction_ends_one_or_joins_two(
        self, session: Session, won: str, place: int, expected: tuple[int, int, int]
    ) -> None:
        club, tables = self.evening(session, won)
        table = tables[place]
        games.reopen(session, table.game, table.write())
        table.enter(1, {1: {"score": 100 if won[place] == "w" else 500}}, is_confirmed=True)
        club.end(table)
        assert streaks(club, "Ann") == expected
        assert is_as_counted_anew(session, club.group)

    def test_a_game_that_goes_or_comes_back_does_too(self, session: Session) -> None:
        club, tables = self.evening(session, "wwlww")
        games.delete(session, tables[2].game, tables[2].write())
        assert streaks(club, "Ann") == (4, 4, 0)
        games.delete(session, tables[4].game, tables[4].write())
        assert streaks(club, "Ann") == (3, 3, 0)
        games.restore(session, tables[2].game, tables[2].write())
        assert streaks(club, "Ann") == (1, 2, 1)
        assert is_as_counted_anew(session, club.group)

    def test_another_day_is_another_place(self, session: Session) -> None:
        club, tables = self.evening(session, "wwlww")
        day = EVENING.date() - timedelta(days=1)
        occasions.change(
            session, tables[2].game, tables[2].write(), day=day, is_friendly=False, friendly_in=[]
        )
        assert streaks(club, "Ann") == (4, 4, 1)
        assert is_as_counted_anew(session, club.group)


class TestKeeping:
    @pytest.mark.parametrize("seed", range(3))
    def test_whatever_happens_it_is_what_counting_from_nothing_gives(
        self, session: Session, seed: int
    ) -> None:
        chance, club = random.Random(seed), Club(session, *NAMES, "Anna")
        tables: list[Table] = []
        for _step in range(30):
            with suppress(ScorecardError):
                self.step(session, club, tables, chance)
            session.commit()
            assert is_as_counted_anew(session, club.group)
        assert session.scalars(select(Meeting)).first()

    def step(
        self, session: Session, club: Club, tables: list[Table], chance: random.Random
    ) -> None:
        names = chance.sample(NAMES, chance.randint(2, 4))
        if len(tables) < 6 or chance.random() < 0.3:
            scores = {name: chance.randrange(100, 500, 100) for name in names}
            tables.append(later(club, **scores))
            return
        table = chance.choice(tables)
        anna, one = club.players["Anna"], club.players[names[0]]
        match chance.choice(["gone", "corrected", "undone", "friendly", "moved", "merged"]):
            case "gone":
                change = games.restore if table.game.deleted_at else games.delete
                change(session, table.game, table.write())
            case "corrected":
                games.reopen(session, table.game, table.write())
                table.enter(1, {1: {"score": chance.randrange(150, 500, 100)}}, is_confirmed=True)
                club.end(table)
            case "undone":
                undo_redo.undo(session, table.game, table.write(), is_keeper=True)
            case "friendly":
                day = table.game.started_at.date() - timedelta(days=chance.randrange(3))
                occasions.change(session, table.game, table.write(), day=day, is_friendly=True)
            case "moved":
                group = None if table.game.group else club.group
                seating.move(session, table.game, table.write(), group, {})
            case "merged" if anna.merged_into:
                merging.unmerge(session, anna, club.write())
            case "merged":
                merging.merge(session, anna, one, club.write())

    def test_who_is_merged_is_one_with_the_other(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Anna")
        later(club, Ann=500, Bob=300)
        later(club, Anna=500, Bob=300)
        merging.merge(session, club.players["Anna"], club.players["Ann"], club.write())
        assert streaks(club, "Ann") == (2, 2, 0)
        assert is_as_counted_anew(session, club.group)
        merging.unmerge(session, club.players["Anna"], club.write())
        assert streaks(club, "Ann") == (1, 1, 0)
        assert is_as_counted_anew(session, club.group)

    def test_who_is_forgotten_keeps_them(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        for _game in range(2):
            later(club, Ann=500, Bob=300)
        before = kept(session, club.group)
        forgetting.forget(session, club.players["Ann"], club.write())
        session.commit()
        assert kept(session, club.group) == before
        assert is_as_counted_anew(session, club.group)

    def test_a_group_from_a_file_has_the_same(self, session: Session, elsewhere: Elsewhere) -> None:
        club = Club(session, *NAMES)
        later(club, Ann=500, Bob=300)
        later(club, Bob=500, Cy=300, Ann=200)
        session.commit()
        there = elsewhere.take_in(exports.of_group(session, club.group, club.at))
        assert is_as_counted_anew(elsewhere.session, there)
        session.expire_all()
        found = {player.name: player for player in session.merge(club.group).players}
        for player in elsewhere.session.merge(there).players:
            taken = statistics.of_player(elsewhere.session, player)
            own = statistics.of_player(session, found[player.name])
            assert (taken.overall, taken.nemesis) == (own.overall, own.nemesis)

    @pytest.mark.parametrize("spoilt", ["tally", "meeting", "streak"])
    def test_what_was_spoilt_is_found_and_mended(self, session: Session, spoilt: str) -> None:
        club = Club(session, "Ann", "Bob")
        later(club, Ann=500, Bob=300)
        wanted, ann = kept(session, club.group), club.players["Ann"].id
        session.execute(
            {
                "tally": update(Tally).where(Tally.player_id == ann).values(wins=7),
                "meeting": update(Meeting).where(Meeting.player_id == ann).values(level=7),
                "streak": update(Result).where(Result.player_id == ann).values(streak=7),
            }[spoilt]
        )
        session.commit()
        (line,) = recounting.recount(session, session.merge(club.group))
        assert line == f"Player {ann}: what is added up of all games was kept otherwise."
        session.commit()
        assert kept(session, club.group) == wanted

    def test_a_page_reads_no_more_however_many_games_there_are(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(statistics, "CURVE_GAMES", 3)
        club = Club(session, "Ann", "Bob")
        season = club.season()

        def read() -> int:
            session.commit()
            ann = session.get_one(Player, club.players["Ann"].id)
            assert ann.group.players
            assert session.merge(season)

            def page() -> None:
                assert statistics.last_season(session, ann) is session.merge(season)
                statistics.of_player(session, ann)
                assert statistics.in_season(session, session.merge(season), ann)

            return steps(session, page)

        def play(number: int) -> None:
            for game in range(number):
                later(club, Ann=(500, 100)[game % 2], Bob=300)

        play(8)
        few = read()
        play(24)
        assert read() <= 1.02 * few
