"""A group's rating over all its games: kept with the results, whatever happens to them."""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import timedelta

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorecard.errors import ScorecardError
from scorecard.models import Group, Result
from scorecard.services.files.exporting import exports
from scorecard.services.keeping import forgetting, recounting
from scorecard.services.looking_back import statistics
from scorecard.services.players import merging, rosters
from scorecard.services.seasons import hall_of_fame, seasons
from scorecard.services.standings import lifelong, ratings, rerating
from scorecard.services.table import games, occasions, seating
from tests.factories import Club, Table
from tests.services.files.other_server import Elsewhere, elsewhere, second_app

__all__ = ["elsewhere", "second_app"]

NAMES = ("Ann", "Bob", "Cy", "Di")
Found = dict[str, tuple[float, float]]


def kept(club: Club) -> Found:
    """Return the rating and doubt of everybody who has one."""
    found = rerating.latest(club.session, club.group, [one.id for one in club.group.players])
    name_of = {player.id: player.name for player in club.group.players}
    return {name_of[player]: (rating.mu, rating.sigma) for player, rating in found.items()}


def apart(*played: list[tuple[str, int]]) -> Found:
    """Rate games from nothing: of each who had which place, everybody a side of their own."""
    model = ratings._model
    now = {name: model.rating() for game in played for name, _place in game}
    for game in played:
        rated = model.rate([[now[name]] for name, _place in game], [place for _name, place in game])
        now |= {name: team[0] for (name, _place), team in zip(game, rated, strict=True)}
    return {name: (rating.mu, rating.sigma) for name, rating in now.items()}


def close(found: Found, wanted: Found) -> bool:
    return found.keys() == wanted.keys() and all(
        found[name] == pytest.approx(wanted[name]) for name in wanted
    )


def one_to(*names: str) -> list[tuple[str, int]]:
    return [(name, place) for place, name in enumerate(names, start=1)]


def later(club: Club, **scores: int) -> Table:
    club.at += timedelta(minutes=5)
    return club.play(**scores)


class TestWhatCounts:
    def test_it_goes_on_from_season_to_season(self, session: Session) -> None:
        club = Club(session, *NAMES)
        spring = club.season()
        club.play(Ann=500, Bob=300)
        seasons.close(session, spring, club.write(), next_name="Summer")
        club.at += timedelta(days=1)
        club.play(Bob=500, Cy=300)
        assert close(kept(club), apart(one_to("Ann", "Bob"), one_to("Bob", "Cy")))
        rows = [(player.name, row) for player, row in lifelong.table(session, club.group)]
        assert [name for name, _row in rows] == ["Ann", "Bob", "Cy"]
        hall = hall_of_fame.hall(session, club.group)
        assert [row.name for row in hall.ratings] == ["Ann", "Bob", "Cy"]
        assert not hall.has_ratings_due
        overall = statistics.of_player(session, club.players["Ann"]).overall
        assert overall.rating == rows[0][1]

    def test_friendly_games_and_guests_do_not_count(self, session: Session) -> None:
        club = Club(session, *NAMES)
        season = club.season()
        first = club.play(Ann=500, Bob=300)
        second = later(club, Bob=500, Ann=300)
        occasions.change(session, first.game, first.write(), day=None, is_friendly=True)
        occasions.change(
            session,
            second.game,
            second.write(),
            day=None,
            is_friendly=False,
            friendly_in=[season.uid],
        )
        session.commit()
        assert close(kept(club), apart(one_to("Bob", "Ann")))
        later(club, Cy=500, Ann=300, Bob=100)
        cy = club.players["Cy"]
        said = {"name": "Cy", "colour": cy.colour, "initial": cy.initial}
        rosters.change(session, cy, club.write(), **said, is_guest=True)  # type: ignore[arg-type]
        assert close(kept(club), apart(one_to("Bob", "Ann"), one_to("Ann", "Bob")))

    def test_a_correction_of_the_past_moves_what_came_after(self, session: Session) -> None:
        club = Club(session, *NAMES)
        first = club.play(Ann=500, Bob=300)
        later(club, Bob=500, Cy=300)
        later(club, Cy=500, Ann=300)
        games.reopen(session, first.game, first.write())
        first.enter(1, {1: {"score": 100}}, is_confirmed=True)
        later_games = (one_to("Bob", "Cy"), one_to("Cy", "Ann"))
        session.commit()
        assert close(kept(club), apart(*later_games))
        club.end(first)
        session.commit()
        assert close(kept(club), apart(one_to("Bob", "Ann"), *later_games))
        games.delete(session, first.game, first.write())
        assert close(kept(club), apart(*later_games))
        games.restore(session, first.game, first.write())
        assert close(kept(club), apart(one_to("Bob", "Ann"), *later_games))

    def test_another_day_is_another_place_in_the_order(self, session: Session) -> None:
        club = Club(session, *NAMES)
        first = club.play(Ann=500, Bob=300)
        club.at += timedelta(days=1)
        later(club, Bob=500, Cy=300)
        last = later(club, Cy=500, Di=300)
        day = first.game.started_at.date()
        occasions.change(
            session, last.game, last.write(), day=day, is_friendly=False, friendly_in=[]
        )
        wanted = (one_to("Ann", "Bob"), one_to("Cy", "Di"), one_to("Bob", "Cy"))
        assert close(kept(club), apart(*wanted))

    def test_who_is_merged_is_one_with_the_other(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Anna")
        club.play(Anna=500, Bob=300)
        later(club, Ann=500, Bob=300)
        merging.merge(session, club.players["Anna"], club.players["Ann"], club.write())
        assert close(kept(club), apart(one_to("Ann", "Bob"), one_to("Ann", "Bob")))
        merging.unmerge(session, club.players["Anna"], club.write())
        assert close(kept(club), apart(one_to("Anna", "Bob"), one_to("Ann", "Bob")))

    def test_who_is_forgotten_keeps_it(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        club.play(Ann=500, Bob=300)
        before = kept(club)["Bob"]
        forgetting.forget(session, club.players["Bob"], club.write())
        session.commit()
        assert before in kept(club).values()

    def test_a_game_that_leaves_the_group_takes_nothing_along(self, session: Session) -> None:
        club = Club(session, *NAMES)
        gone = club.play(Ann=500, Bob=300)
        later(club, Bob=500, Cy=300)
        seating.move(session, gone.game, gone.write(), None, {})
        assert close(kept(club), apart(one_to("Bob", "Cy")))


class TestKeeping:
    @pytest.mark.parametrize("at_once", [1, 40])
    @pytest.mark.parametrize("seed", [0, 1])
    def test_whatever_happens_it_is_what_rating_from_nothing_gives(
        self, session: Session, seed: int, at_once: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rerating, "AT_ONCE", at_once)
        chance, club = random.Random(seed), Club(session, *NAMES)
        tables: list[Table] = []
        for _step in range(25):
            with suppress(ScorecardError):
                self.step(session, club, tables, chance)
            session.commit()
            rated = rerating.waiting(session)
            if rated and chance.random() < 0.5:
                rerating.rerate_some(session, rated)
        while rated := rerating.waiting(session):
            rerating.rerate_some(session, rated)
        counting = sorted(
            (table.game for table in tables if table.game.is_ended and not table.game.deleted_at),
            key=lambda game: game.started_at,
        )
        played = [
            [(seat.name, seat.rank or 0) for seat in game.seats]
            for game in counting
            if not game.is_friendly
        ]
        assert played
        assert close(kept(club), apart(*played))
        assert recounting.recount(session, club.group) == []

    def step(
        self, session: Session, club: Club, tables: list[Table], chance: random.Random
    ) -> None:
        """Play a game, or delete, restore or correct one, or say when and how it was played."""
        if len(tables) < 5 or chance.random() < 0.4:
            names = chance.sample(NAMES, chance.randint(2, 4))
            scores = dict(zip(names, chance.sample(range(100, 900, 50), len(names)), strict=True))
            tables.append(later(club, **scores))
            return
        table = chance.choice(tables)
        match chance.choice(["gone", "corrected", "friendly", "moved"]):
            case "gone":
                change = games.restore if table.game.deleted_at else games.delete
                change(session, table.game, table.write())
            case "corrected":
                games.reopen(session, table.game, table.write())
                score = chance.randrange(125, 900, 50)
                table.enter(1, {1: {"score": score}}, is_confirmed=True)
                club.end(table)
            case "friendly":
                is_friendly = not table.game.is_friendly
                occasions.change(
                    session, table.game, table.write(), day=None, is_friendly=is_friendly
                )
            case "moved":
                day = table.game.started_at.date() - timedelta(days=chance.randrange(3))
                friendly = table.game.is_friendly
                occasions.change(session, table.game, table.write(), day=day, is_friendly=friendly)

    def test_what_was_spoilt_is_found_and_mended(self, session: Session) -> None:
        club = Club(session, *NAMES)
        table = club.play(Ann=500, Bob=300)
        wanted, ann, game = kept(club), club.players["Ann"].id, table.game.id
        session.execute(update(Result).where(Result.rank == 1).values(mu=99.0))
        session.commit()
        (line,) = recounting.recount(session, club.group)
        assert line == (
            f"Rating over all of player {ann} after game {game}: it was kept otherwise."
        )
        session.commit()
        assert session.scalar(select(Result.mu).where(Result.rank == 1)) == wanted["Ann"][0]

    def test_what_waits_is_rated_by_the_server(self, session: Session) -> None:
        club = Club(session, *NAMES)
        club.play(Ann=500, Bob=300)
        wanted = kept(club)
        session.execute(update(Result).values(mu=None, sigma=None))
        session.execute(update(Group).values(unrated_from=""))
        session.commit()
        assert kept(club) == {}
        assert hall_of_fame.hall(session, club.group).has_ratings_due
        rated = rerating.waiting(session)
        assert rated is club.group
        assert not rerating.rerate_some(session, rated)
        assert close(kept(club), wanted)
        assert rerating.waiting(session) is None

    def test_a_group_from_a_file_has_the_same(self, session: Session, elsewhere: Elsewhere) -> None:
        club = Club(session, *NAMES)
        club.season()
        club.play(Ann=500, Bob=300)
        later(club, Bob=500, Cy=300)
        session.commit()
        there = elsewhere.take_in(exports.of_group(session, club.group, club.at))
        found = [(one.name, row) for one, row in lifelong.table(elsewhere.session, there)]
        assert found == [(one.name, row) for one, row in lifelong.table(session, club.group)]

    def test_a_game_reads_no_more_however_many_there_are(self, session: Session) -> None:
        club = Club(session, *NAMES)
        for _game in range(3):
            later(club, Ann=500, Bob=300)
        in_order = select(Result.mu).order_by(Result.order_key, Result.player_id)
        keys = session.scalars(in_order).all()
        later(club, Ann=500, Bob=300)
        # What came before is not written again.
        assert session.scalars(in_order).all()[: len(keys)] == keys
