"""Which games a search finds: as a plain look at all of them would, and without one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, insert, select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.models import Game, Group, Player, Result, Seat
from scorecard.rules import kinds
from scorecard.services.keeping import forgetting
from scorecard.services.limits import codes
from scorecard.services.looking_back import archive, matching
from scorecard.services.looking_back.matching import Wanted
from scorecard.services.players import merging, rosters
from scorecard.services.standings import records
from scorecard.services.table import games
from tests.factories import EVENING, Club

NAMES = ("Ann", "Hannah", "José", "ZOË", "Straße", "Łukasz", "İpek", "Bjørn-Åge", "O'Neil", "100%")
KINDS = ("brownie_points", "pitch", "own_scorecard/Fröhlich", "own_scorecard/Annabel")
STATUSES = ("", "", "running", "ended", "early")
AT_A_TABLE = 3
HALF_AN_HOUR = timedelta(minutes=30)
Said = dict[int, dict[str, Any]]
"""What a plain look knows of each game that is not in the bin, by its id."""


class Shelf:
    """A group with as many games as a test wants, written as rows."""

    def __init__(self, session: Session, *names: str) -> None:
        self.session = session
        self.club = Club(session, *names)
        self.players = list(self.club.players.values())
        self.said: Said = {}

    @property
    def group(self) -> Group:
        return self.club.group

    def add(self, players: list[Player], number: int = 1, **about: Any) -> None:
        """Write games of some players, each begun half an hour after the one before."""
        last = self.session.scalar(select(Game.id).order_by(Game.id.desc()).limit(1)) or 0
        rows = [self._game(last + place, **about) for place in range(1, number + 1)]
        self.session.execute(insert(Game), rows)
        seats = [
            {
                "game_id": row["id"],
                "position": position,
                "name": player.name,
                "player_id": player.id,
            }
            for row in rows
            for position, player in enumerate(players, start=1)
        ]
        self.session.execute(insert(Seat), seats)
        results = [
            _result(row, player.one, is_early=about.get("is_early", False))
            for row in rows
            if row["ended_at"]
            for player in players
        ]
        if results:
            self.session.execute(insert(Result), results)
        for row in rows:
            if row["deleted_at"] is None:
                self.said[row["id"]] = {**row, **about, "players": players}

    def _game(self, game_id: int, **about: Any) -> dict[str, Any]:
        begun = EVENING + game_id * HALF_AN_HOUR + about.get("later", timedelta())
        return {
            "id": game_id,
            "uid": codes.new_uid(),
            "rules": "brownie_points",
            "options": {},
            "started_at": begun,
            "changed_at": begun,
            "ended_at": None if about.get("is_running") else begun + HALF_AN_HOUR,
            "deleted_at": begun if about.get("is_deleted") else None,
            "group_id": self.group.id,
            "kind": about.get("kind", KINDS[0]),
        }

    def found(self, most: int = 10_000, **wanted: Any) -> list[int]:
        return matching.newest(self.session, self.group, Wanted(**wanted), most)

    def looked_at(self, **wanted: Any) -> list[int]:
        """Return the ids of the games that match, by looking at every one of them."""
        one = Wanted(**wanted)
        matches = [game_id for game_id, game in self.said.items() if self._matches(game, one)]
        return sorted(matches, key=lambda one: (self.said[one]["started_at"], one), reverse=True)

    def _matches(self, game: dict[str, Any], wanted: Wanted) -> bool:
        ones = [player.one for player in game["players"]]
        # Somebody is found by the names of all who were merged into them, too.
        names = [one.name.casefold() for one in self.group.players if one.one in ones]
        called = kinds.name_of(game["kind"]).casefold()
        day = game["started_at"].date()
        status = "running" if not game["ended_at"] else "early" if game["is_early"] else "ended"
        return (
            all(
                word in called or any(word in name for name in names)
                for word in wanted.text.casefold().split()
            )
            and (not wanted.player or wanted.player in ones)
            and wanted.kind in ("", game["kind"])
            and wanted.status in ("", status)
            and (not wanted.first or day >= wanted.first)
            and (not wanted.last or day <= wanted.last)
        )


def _result(game: dict[str, Any], player: Player, *, is_early: bool) -> dict[str, Any]:
    return {
        "game_id": game["id"],
        "player_id": player.id,
        "group_id": game["group_id"],
        "order_key": f"{game['started_at']:%Y-%m-%dT%H:%M:%S}/{game['uid']}",
        "played_on": game["started_at"].date(),
        "kind": game["kind"],
        "is_money": False,
        "is_early": is_early,
        "table_size": 2,
        "side": player.name,
        "rank": 1,
        "is_win": False,
        "total": 0,
        "worth": 0,
    }


def any_games(shelf: Shelf, chance: random.Random, number: int) -> None:
    """Write games that differ in all that is searched for; the first two never meet in any."""
    first, second, *others = shelf.players
    for _game in range(number):
        shelf.add(
            chance.sample([chance.choice((first, second)), *others], chance.randint(1, AT_A_TABLE)),
            kind=chance.choice(KINDS),
            is_running=chance.random() < 0.1,
            is_deleted=chance.random() < 0.1,
            is_early=chance.random() < 0.3,
            # Some were typed in later than they were played, and some began in the same moment.
            later=chance.choice((-3, 0, 0, 1)) * HALF_AN_HOUR,
        )


def any_search(shelf: Shelf, chance: random.Random) -> dict[str, Any]:
    """Return a search for pieces of what people and games are called, in any letter case."""
    called = [*NAMES, *(kinds.name_of(kind) for kind in KINDS), "zebra", "_"]
    words = []
    for _word in range(chance.choice((0, 1, 1, 2, 3))):
        name = chance.choice(called)
        begin = chance.randrange(len(name))
        piece = name[begin : begin + chance.randrange(1, 6)]
        words.append(chance.choice((piece, piece.upper(), piece.lower())))
    day = EVENING.date() + timedelta(days=chance.randrange(3))
    players = [player for player in shelf.players if player.merged_into_id is None]
    return {
        "text": " ".join(words),
        "player": chance.choice((None, None, None, *players)),
        "kind": chance.choice(("", "", "", *KINDS)),
        "status": chance.choice(STATUSES),
        "first": chance.choice((None, None, day)),
        "last": chance.choice((None, None, day)),
    }


@pytest.fixture(params=[0, 5, matching.FEW])
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """So few games of a word are all looked up: none, some, or all that there are."""
    most: int = request.param
    monkeypatch.setattr(matching, "FEW", most)
    return most


def test_it_finds_what_a_look_at_every_game_finds(session: Session, few: int) -> None:
    chance = random.Random(few)
    shelf = Shelf(session, *NAMES)
    hannah, ann = shelf.club.players["Hannah"], shelf.club.players["Ann"]
    any_games(shelf, chance, 100)
    merging.merge(session, hannah, ann, shelf.club.write())
    session.flush()
    sizes = []
    for _search in range(150):
        wanted = any_search(shelf, chance)
        found = shelf.found(**wanted)
        assert found == shelf.looked_at(**wanted), wanted
        assert shelf.found(3, **wanted) == found[:3]
        sizes.append(len(found))
    assert sum(0 < size < len(shelf.said) for size in sizes) > len(sizes) / 4


def test_other_groups_and_the_bin_are_left_alone(session: Session, few: int) -> None:
    ours, theirs = Shelf(session, "Ann", "Bob"), Shelf(session, "Ann", "Bob")
    ours.add(ours.players, 3, is_early=False)
    theirs.add(theirs.players, 3, is_early=False)
    ours.add(ours.players, 3, is_deleted=True)
    assert ours.found(text="ann brownie") == [3, 2, 1]
    assert theirs.found(text="ann brownie") == [6, 5, 4]


class TestAfterEveryWrite:
    """No text of a game is kept for a search, so nothing can be left behind in it."""

    @pytest.fixture
    def club(self, session: Session) -> Club:
        return Club(session, "Ann", "Bob", "Cy")

    def count(self, club: Club, text: str) -> int:
        club.session.flush()
        club.session.expire_all()
        return len(matching.newest(club.session, club.group, Wanted(text=text), 99))

    def test_who_is_renamed_is_found_by_the_new_name_alone(self, club: Club) -> None:
        club.play(Ann=500, Bob=300)
        ann = club.players["Ann"]
        rosters.change(club.session, ann, club.write(), name="Zoë", colour=2, initial="Z")
        assert [self.count(club, text) for text in ("ann", "ZOË", "zo")] == [0, 1, 1]

    def test_who_is_forgotten_is_found_no_more(self, club: Club) -> None:
        club.play(Ann=500, Bob=300)
        forgetting.forget(club.session, club.players["Ann"], club.write())
        assert [self.count(club, text) for text in ("ann", "bob", "former")] == [0, 1, 1]

    def test_a_game_in_the_bin_comes_back(self, club: Club) -> None:
        table = club.play(Ann=500, Bob=300)
        games.delete(club.session, table.game, table.write())
        assert self.count(club, "ann") == 0
        games.restore(club.session, table.game, table.write())
        assert self.count(club, "ann") == 1


class TestGrowth:
    """Of ten times as many games, the database reads no more; counted in steps of SQLite."""

    SMALL, LARGE = 300, 3_000
    MOST = 51

    def steps(self, session: Session, number: int, **wanted: Any) -> int:
        """Return how many steps SQLite takes in a group with so many games."""
        shelf = Shelf(session, "Ann", "Bob", "Cy", "Eve")
        ann, bob, cy, eve = shelf.players
        shelf.add([eve, ann], 5, kind="pitch", is_early=True)
        shelf.add([ann, bob], number // 2)
        shelf.add([ann, bob, cy], number // 2)
        session.flush()
        driver: Any = session.connection().connection.driver_connection
        taken = 0

        def step() -> None:
            nonlocal taken
            taken += 1

        driver.set_progress_handler(step, 1)
        try:
            shelf.found(self.MOST, **wanted)
        finally:
            driver.set_progress_handler(None, 1)
        return taken

    @pytest.mark.parametrize(
        "wanted",
        [
            {},
            {"text": "ann"},
            {"text": "brownie ann"},
            {"text": "cy bob ann brownie", "status": "ended"},
            {"text": "eve"},
            {"text": "eve brownie"},
            {"text": "pitch", "status": "early"},
            {"status": "running"},
        ],
    )
    def test_a_page_costs_the_same_however_many_games_there_are(
        self, session: Session, monkeypatch: pytest.MonkeyPatch, wanted: dict[str, Any]
    ) -> None:
        if session.get_bind().dialect.name != "sqlite":
            pytest.skip("PostgreSQL counts no steps")
        monkeypatch.setattr(matching, "FEW", 100)
        assert self.steps(session, self.LARGE, **wanted) <= 1.1 * self.steps(
            session, self.SMALL, **wanted
        )

    def test_games_are_met_in_the_order_of_an_index(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if session.get_bind().dialect.name != "sqlite":
            pytest.skip("the plans are those of SQLite")
        monkeypatch.setattr(matching, "FEW", 0)
        shelf = Shelf(session, "Ann", "Bob")
        shelf.add(shelf.players, 3)
        with noted(session) as asked:
            assert len(shelf.found(text="ann brownie", status="ended")) == 3
        (walk,) = (one for one in asked if one[0].startswith("SELECT games.id"))
        plan = plan_of(session, *walk)
        assert "games USING INDEX ix_games_group_id_deleted_at" in plan[0]
        assert any("results USING INDEX ix_results_early" in step for step in plan)
        assert any("seats USING COVERING INDEX ix_seats_player_id_game_id" in step for step in plan)
        assert not [step for step in plan if "SCAN games" in step or "ORDER BY" in step]

    def test_a_page_asks_as_many_statements_for_two_games_as_for_fifty(
        self, session: Session
    ) -> None:
        counts = []
        for number in (2, archive.PAGE_GAMES):
            shelf = Shelf(session, "Ann", "Bob")
            shelf.add(shelf.players, number)
            # Loaded with the group, before the page is made.
            assert [player.one for player in shelf.group.players]
            with noted(session) as asked:
                page = archive.search(session, shelf.group, Wanted(text="ann brownie"))
            assert len(page.games) == number
            counts.append(len(asked))
        assert counts[0] == counts[1]

    def test_the_card_games_of_a_group_are_found_by_one_statement(self, session: Session) -> None:
        shelf = Shelf(session, "Ann")
        for kind in (*KINDS, "", *KINDS):
            shelf.add(shelf.players, kind=kind)
        shelf.add(shelf.players, kind="skat", is_deleted=True)
        with noted(session) as asked:
            assert set(records.kinds_of(session, shelf.group)) == set(KINDS)
        assert len(asked) == 1


class TestCounting:
    @pytest.fixture
    def group(self, session: Session, monkeypatch: pytest.MonkeyPatch) -> Group:
        """Count up to 4 of 7 games, of which 2 are on a page."""
        monkeypatch.setattr(archive, "PAGE_GAMES", 2)
        monkeypatch.setattr(archive, "MOST_COUNTED", 4)
        shelf = Shelf(session, "Ann")
        shelf.add(shelf.players, 7)
        return shelf.group

    @pytest.mark.parametrize(
        ("page", "expected"),
        [(1, (2, 4, True, 2)), (2, (2, 6, True, 3)), (3, (2, 7, False, 4)), (4, (1, 7, False, 4))],
    )
    def test_only_so_many_are_counted_and_always_those_of_the_next_page(
        self, session: Session, group: Group, page: int, expected: tuple[int, int, bool, int]
    ) -> None:
        found = archive.search(session, group, Wanted(page=page))
        assert (len(found.games), found.count, found.is_more, found.pages) == expected
        assert found.first == 2 * page - 1

    def test_a_page_after_the_last_one_is_refused_with_how_many_there_are(
        self, session: Session, group: Group
    ) -> None:
        with pytest.raises(BadInput, match="only 4 pages"):
            archive.search(session, group, Wanted(page=5))


Asked = list[tuple[str, Any]]


@contextmanager
def noted(session: Session) -> Iterator[Asked]:
    """Provide a list into which go all statements that are asked, with their values."""
    asked: Asked = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_more: object) -> None:
        asked.append((statement, values))

    engine = session.get_bind().engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(engine, "before_cursor_execute", note)


def plan_of(session: Session, statement: str, values: Any) -> list[str]:
    """Return the steps of SQLite's plan for a statement."""
    rows = session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
    return [row[3] for row in rows]
