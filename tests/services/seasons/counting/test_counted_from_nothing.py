"""Whatever happened, what is kept of seasons is what counting all games from nothing gives."""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict
from scorecard.models import Award, Game, Meeting, Season, Standing, Tally
from scorecard.operating.housekeeping import rate_some
from scorecard.services.history import undo_redo
from scorecard.services.keeping import recounting
from scorecard.services.players import merging, rosters
from scorecard.services.seasons import parting, season_words, seasons, weighing
from scorecard.services.standings import lineups, rerating, standings, team_tables
from scorecard.services.table import games, occasions, rounds, seating
from tests.factories import EVENING, Club, Table

TODAY = EVENING.date()
POINTS = {"kind": "points", "key": "points", "label": "Points"}
LAST_IN = {"when": "last_in", "at": 31}


class TestCountedFromNothing:
    """Whatever happened, everything kept is what counting the games from nothing gives."""

    NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo")

    @pytest.mark.parametrize(
        ("seed", "at_once"),
        [
            (0, 40),
            (3, 1),
            *(
                pytest.param(*each, marks=pytest.mark.long)
                for each in [(1, 40), (2, 40), (4, 2), (5, 3)]
            ),
        ],
    )
    @pytest.mark.long
    def test_random_histories(
        self, session: Session, seed: int, at_once: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rerating, "AT_ONCE", at_once)
        chance, server = random.Random(seed), random.Random(seed)
        club = Club(session, *self.NAMES)
        of_all = club.season(name="All")
        for name, members in (("One", self.NAMES[:3]), ("Two", self.NAMES[3:])):
            players = [club.players[member] for member in members]
            parting.make(session, of_all, club.write(), lineups.TEAMS, name, players)
        club.season(name="Best", best_of=3, least_games=2, scheme={"kind": "relative"})
        club.season(name="Half", early="half", scheme={"kind": "points"}, kinds=["brownie_points"])
        club.season(name="Wins", scheme={"kind": "wins"}, ends_on=TODAY, tie_breaks=["direct"])
        club.season(name="Average", scheme={"kind": "average"}, drop_worst=2)
        club.season(name="Distance", early="distance", scheme={"kind": "points"}, best_of=2)
        tables: list[Table] = []
        for _step in range(60):
            self.change_something(session, club, tables, chance)
            if chance.random() < 0.1:
                self.weigh(session, club, chance)
            if (season := rerating.waiting(session)) and server.random() < 0.5:
                rerating.rerate_some(session, season)
            session.commit()
        assert session.scalars(select(Award)).first(), "something was awarded"
        while season := rerating.waiting(session):
            rerating.rerate_some(session, season)
            session.commit()
        stored = self.kept(session)
        assert recounting.recount(session, session.merge(club.group)) == []
        assert self.kept(session) == stored
        season = session.merge(of_all)
        rows = team_tables.present(session, season, standings.present(session, season))
        assert {row.name: row.points for row in rows} == self.of_teams(session, club)

    def of_teams(self, session: Session, club: Club) -> dict[str, int]:
        """Return what the games of the season All brought each team."""
        teams_of = {
            session.merge(club.players[name]).id: "One" if name in self.NAMES[:3] else "Two"
            for name in self.NAMES
        }
        brought = {"One": 0, "Two": 0}
        for award in session.scalars(select(Award).join(Season).where(Season.name == "All")):
            # Moved games may bring players who are new, and in no team.
            if team := teams_of.get(award.player_id):
                brought[team] += award.points
        return brought

    def change_something(
        self, session: Session, club: Club, tables: list[Table], chance: random.Random
    ) -> None:
        step = chance.random()
        if step < 0.35 or len(tables) < 4:
            names = chance.sample(self.NAMES, chance.randint(2, 5))
            seated = [club.players[name].name for name in names]
            if chance.random() < 0.3:
                tables.append(self.own_game(session, club, seated, chance))
                return
            table = club.start(*seated)
            for _round in range(chance.randint(1, 3)):
                table.play(*(chance.randrange(-500, 900, 50) for _name in names))
            tables.append(table)
            return
        table = chance.choice(tables)
        game = table.game
        if game.deleted_at:
            games.restore(session, game, table.write())
        elif not game.is_ended and step < 0.8:
            if chance.random() < 0.5:
                self.correct(session, table, chance)
            games.finish(session, game, table.write())
        elif game.is_ended and step < 0.65:
            games.reopen(session, game, table.write())
        elif step < 0.75:
            undo_redo.undo(session, game, table.write(), is_keeper=True)
        elif step < 0.85:
            self.redate_or_delete(session, club, table, chance)
        elif step < 0.92 and game.group:
            seating.move(session, game, table.write(), None, {})
        elif game.group is None:
            seating.move(session, game, table.write(), club.group, {})
        else:
            change = chance.choice([self.mark_or_not, self.merge_or_not])
            change(session, club, chance)

    def redate_or_delete(
        self, session: Session, club: Club, table: Table, chance: random.Random
    ) -> None:
        if table.game.group is None or chance.random() < 0.4:
            games.delete(session, table.game, table.write())
            return
        day, is_friendly = TODAY - timedelta(days=chance.randrange(2)), chance.random() < 0.4
        every = [season.uid for season in seasons.of_group(session, club.group)]
        some = chance.sample(every, min(len(every), chance.choice([0, 0, 1, 3])))
        friendly: dict[str, Any] = {"is_friendly": is_friendly, "friendly_in": some}
        occasions.change(session, table.game, table.write(), day=day, **friendly)

    def weigh(self, session: Session, club: Club, chance: random.Random) -> None:
        season = chance.choice(seasons.of_group(session, club.group))
        day, times = TODAY - timedelta(days=chance.randrange(2)), chance.choice([0.5, 1, 1.5, 2])
        with suppress(BadInput):  # The season began later.
            weighing.weigh(session, season, club.write(), day, times)

    def correct(self, session: Session, table: Table, chance: random.Random) -> None:
        game = table.game
        entries = chance.choice(game.closed_rounds).entries
        entry: dict[str, Any] = {"score": chance.randrange(-500, 900, 50)}
        if game.rules == "own_scorecard":
            # Who was put out by it, or no more, would have entries too many or too few.
            entry = {"points": entries[0].data["points"] if game.kind.endswith("31") else 10}
        number, seat = entries[0].round.number, entries[0].seat.position
        rounds.enter(session, game, table.write(), number, {seat: entry}, is_confirmed=True)

    def own_game(
        self, session: Session, club: Club, names: list[str], chance: random.Random
    ) -> Table:
        """Play where the lowest total wins, or the last one in, and somebody may leave."""
        own: dict[str, Any] = {"name": "Golf", "fields": [POINTS], "wins": "lowest"}
        if chance.random() < 0.5:
            own |= {"name": "31", "ends": LAST_IN}
        table = club.start(*names, rules="own_scorecard", options={"scorecard": own})
        gone: set[int] = set()
        for _round in range(chance.randint(1, 3)):
            seats = set(range(1, len(names) + 1)) - gone
            table.tell({}, {seat: {"points": chance.randrange(0, 20, 10)} for seat in seats})
            if len(seats) > 2 and chance.random() < 0.4:
                gone.add(seat := chance.choice(sorted(seats)))
                seating.leave(session, table.game, table.write(), seat)
        return table

    def mark_or_not(self, session: Session, club: Club, chance: random.Random) -> None:
        """Make a player a guest, or the guest none."""
        players = [one for one in club.players.values() if not one.merged_into]
        guest = next((one for one in players if one.is_guest), None)
        player = guest or chance.choice(players)
        said: dict[str, Any] = {"name": player.name, "colour": player.colour, "initial": ""}
        rosters.change(session, player, club.write(), is_guest=not player.is_guest, **said)

    def merge_or_not(self, session: Session, club: Club, chance: random.Random) -> None:
        merged = next((one for one in club.players.values() if one.merged_into), None)
        if merged:
            # A game that came back may have brought somebody of that name.
            with suppress(Conflict):
                merging.unmerge(session, merged, club.write())
            return
        one, other = chance.sample(list(club.players.values()), 2)
        # Two who sat at one table are not one person.
        with suppress(Conflict):
            merging.merge(session, one, other, club.write())

    def kept(self, session: Session) -> list[tuple[Any, ...]]:
        return [
            tuple(row)
            for model in (Award, Standing, Tally, Meeting)
            for row in session.execute(
                select(model.__table__).order_by(*model.__table__.primary_key)
            )
        ]

    def test_a_late_game_changes_the_ratings_after_it(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        club.season()
        late = club.start("Ann", "Bob")
        late.play(100, 900)
        club.play(Ann=500, Bob=300)
        club.play(Bob=500, Cy=300)
        before = {row.player_id: row.mu for row in session.scalars(select(Standing))}
        club.end(late)
        after = {row.player_id: row.mu for row in session.scalars(select(Standing))}
        assert all(before[player] != after[player] for player in before)
        assert recounting.recount(session, session.merge(club.group)) == []

    def test_after_a_correction_in_a_long_season_ratings_wait_and_nothing_else(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rerating, "AT_ONCE", 2)
        club = Club(session, "Ann", "Bob")
        season = club.season()
        first = club.start("Ann", "Bob")
        first.play(100, 900)
        for _game in range(7):
            club.play(Ann=500, Bob=300)
        club.end(first)
        assert season_words.notes(session, season, []) == [
            "An earlier game has changed: ratings will follow. Points are up to date."
        ]
        points = club.standings(season)
        unfinished = self.kept(session)
        left = [rerating.rerate_some(session, season) for _ in range(4)]
        assert left == [True, True, True, False]
        assert season_words.notes(session, season, []) == []
        assert self.kept(session) != unfinished
        assert club.standings(season) == points
        assert recounting.recount(session, session.merge(club.group)) == []

    def test_ratings_that_wait_are_no_difference(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        club, season = self.with_ratings_that_wait(session, monkeypatch)
        assert recounting.recount(session, session.merge(club.group)) == []
        assert session.merge(season).unrated_from is None

    def test_a_season_is_closed_with_all_ratings(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        club, season = self.with_ratings_that_wait(session, monkeypatch)
        seasons.close(session, season, club.write())
        assert season.final
        table = standings.frozen(season.final)
        season.final = None
        rerating.rerate_all(session, season)
        assert standings.present(session, season) == table

    def test_the_server_works_off_what_waits_and_tells_the_phones(
        self, app: Flask, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        club, season = self.with_ratings_that_wait(session, monkeypatch)
        version, waited = club.group.version, 0
        session.commit()
        while rate_some(app, EVENING):
            waited += 1
        session.expire_all()
        # Four games for the season, and four for the rating of all time.
        assert waited == 8
        assert season.unrated_from is None
        assert club.group.version == version + 2
        assert recounting.recount(session, session.merge(club.group)) == []

    def test_one_that_cannot_be_rated_keeps_no_other_waiting(
        self, app: Flask, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        club, season = self.with_ratings_that_wait(session, monkeypatch)
        session.execute(update(Award).where(Award.season_id == season.id).values(mu=1e300))
        session.commit()

        def work_off() -> None:
            while rate_some(app, EVENING):
                pass

        with pytest.raises(OverflowError):
            work_off()
        session.expire_all()
        assert season.unrated_from
        assert club.group.unrated_from is None

    def with_ratings_that_wait(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> tuple[Club, Season]:
        monkeypatch.setattr(rerating, "AT_ONCE", 1)
        club = Club(session, "Ann", "Bob")
        season = club.season()
        first = club.start("Ann", "Bob")
        first.play(100, 900)
        for _game in range(4):
            club.play(Ann=500, Bob=300)
        club.end(first)
        assert season.unrated_from
        session.commit()
        return club, season

    def test_a_difference_is_found_and_mended(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        club.play(Ann=500, Bob=300)
        standing = session.scalars(select(Standing)).first()
        assert standing
        standing.points += 100
        session.commit()
        (found,) = recounting.recount(session, club.group)
        assert "Season Spring: standing of player" in found
        session.commit()
        assert recounting.recount(session, session.merge(club.group)) == []
        assert session.get(Game, 1) is None or club.standings(session.merge(season))
