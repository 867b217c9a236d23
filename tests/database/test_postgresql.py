"""The app on PostgreSQL, and on both databases where many write at once."""

from __future__ import annotations

import contextlib
import json
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask, Response
from psycopg import sql
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from scorecard.app import create_app
from scorecard.cli import main
from scorecard.config import Settings
from scorecard.database.db import Model, alembic, begin_write, db
from scorecard.models import Game, Round
from scorecard.operating.greeting import greeting
from scorecard.services.groups import guesses
from scorecard.services.table import games
from tests.conftest import opened
from tests.database.test_migrations import tables
from tests.factories import Table
from tests.servers.postgresql import Cluster
from tests.servers.server import PATIENCE_SECONDS, Server, start
from tests.web.conftest import Program

pytestmark = pytest.mark.long
PHONES = 6
MOST_TRIES = 50


def settings_for(url: str, folder: Path) -> Settings:
    return Settings(folder, url, ("a test's secret key",))


def close_engine(app: Flask) -> None:
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def url(cluster: Cluster, template: str) -> str:
    return cluster.database(template)


@pytest.fixture
def app(url: str, tmp_path: Path) -> Iterator[Flask]:
    with opened(settings_for(url, tmp_path)) as app:
        yield app


@pytest.fixture(params=["sqlite", "postgresql", "pooled"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    if request.param == "sqlite":
        address = f"sqlite:///{tmp_path / 'scorecard.db'}"
    else:
        address = request.getfixturevalue("url")
    if request.param == "pooled":
        address = request.getfixturevalue("pooler").address(address)
    with opened(settings_for(address, tmp_path)) as app:
        yield app


def test_migrations_go_up_and_down(cluster: Cluster, tmp_path: Path) -> None:
    app = create_app(settings_for(cluster.database(), tmp_path))
    with app.app_context():
        # PostgreSQL cannot compare JSON, and so no defaults of JSON columns.
        app.config["ALEMBIC_CONTEXT"]["compare_server_default"] = False
        alembic.upgrade()
        assert alembic.compare_metadata() == []
        assert tables() == set(Model.metadata.tables)
        for script in list(alembic.script_directory.walk_revisions()):
            alembic.downgrade(str(script.down_revision or "base"))
            alembic.upgrade(script.revision)
            alembic.upgrade()
        alembic.downgrade("base")
        assert tables() == set()
    close_engine(app)


def test_games_stand_in_the_order_of_their_keys_whatever_the_servers_order_of_letters(
    app: Flask,
) -> None:
    with app.app_context():
        found = db.session.connection().exec_driver_sql(
            "SELECT table_name, collation_name FROM information_schema.columns "
            "WHERE column_name = 'order_key' ORDER BY table_name"
        )
        assert [tuple(row) for row in found] == [("awards", "C"), ("feats", "C"), ("results", "C")]


def test_what_one_request_reads_is_of_one_moment(app: Flask) -> None:
    with app.app_context():
        table = Table(db.session, "Ann", "Bob")
        with Session(db.engine) as reader:
            before = reader.scalars(select(Game)).one()
            table.play(100, 200)
            assert before.version == 1
            assert reader.scalars(select(Round)).all() == []
            reader.rollback()
            assert reader.scalars(select(Round)).one().is_closed


def test_a_write_sees_what_the_write_before_it_left(app: Flask) -> None:
    with app.app_context():
        table = Table(db.session, "Ann", "Bob")
        uid, engine = table.game.uid, db.engine
        db.session.close()
        first, second = Session(engine), Session(engine)
        begin_write(first)
        game = games.find_game(first, uid)
        assert game
        game.version += 1
        with ThreadPoolExecutor(1) as pool:

            def wait_and_read() -> int:
                begin_write(second)
                found = games.find_game(second, uid)
                assert found
                return found.version

            waiting = pool.submit(wait_and_read)
            first.commit()
            assert waiting.result() == 2
        first.close()
        second.close()


def test_what_was_connected_while_it_took_no_writes_does_not_stay_so(
    app: Flask, cluster: Cluster
) -> None:
    with app.app_context():
        name = sql.Identifier(str(db.engine.url.database))
    phone = Program(app.test_client()).start("Ann", "Bob")
    cluster.run(sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(name))
    close_engine(app)
    assert [phone.play(450, 100).status_code for _ in range(2)] == [503, 503]
    answer = phone.client.get("/readyz")
    assert answer.status_code == 503
    assert answer.get_json()["database"] == "takes no writes"
    assert phone.sheet()["rounds"] == []
    cluster.run(sql.SQL("ALTER DATABASE {} RESET default_transaction_read_only").format(name))
    # What was connected meanwhile is found out, and given up.
    assert [phone.play(450, 100).status_code for _ in range(2)] == [503, 200]
    assert phone.client.get("/readyz").get_json()["ready"]


class TestAtOnce:
    """Twelve phones do the same thing at the same moment."""

    @pytest.fixture
    def phones(self, either: Flask) -> list[Program]:
        keeper = Program(either.test_client()).start("Ann", "Bob", "Cy")
        keeper.play(100, 200, 300)
        others = [Program(either.test_client()).join(keeper, role="keeper") for _ in range(11)]
        everybody = [keeper, *others]
        for phone in everybody:
            phone.sheet()
        return everybody

    def all_at_once(
        self, phones: list[Program], do: Callable[[int, Program], TestResponse]
    ) -> list[TestResponse]:
        barrier = Barrier(len(phones))

        def run(number: int, phone: Program) -> TestResponse:
            barrier.wait()
            # As a phone does where the server is busy; on a slow machine it may well be.
            for _ in range(MOST_TRIES):
                response = do(number, phone)
                if response.status_code != 503:
                    return response
            raise AssertionError("the server stayed busy")

        with ThreadPoolExecutor(len(phones)) as pool:
            return list(pool.map(run, range(len(phones)), phones))

    def test_one_writes_a_cell_and_eleven_hear_what_stands_there(
        self, phones: list[Program]
    ) -> None:
        answers = self.all_at_once(
            phones, lambda number, phone: phone.enter(2, 1, {"score": 50 * number})
        )
        assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 11}
        sheet = phones[0].sheet()
        (winner,) = [number for number, one in enumerate(answers) if one.status_code == 200]
        for answer in answers:
            if answer.status_code == 409:
                assert answer.get_json()["code"] == "stale"
                assert answer.get_json()["current"] == {"score": 50 * winner}
        assert sheet["version"] == phones[winner].version

    def test_one_closes_a_round_and_eleven_hear_so(self, phones: list[Program]) -> None:
        phones[0].enter(2, 1, {"score": 50})
        for phone in phones:
            phone.sheet()
        answers = self.all_at_once(
            phones, lambda _number, phone: phone.post("/rounds/2/close", {"zero_for": [2, 3]})
        )
        assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 11}
        assert phones[0].sheet()["open_round"]["number"] == 3

    def test_one_corrects_a_cell_while_others_close_the_next_round(
        self, phones: list[Program]
    ) -> None:
        phones[0].enter(2, 1, {"score": 50})
        for phone in phones:
            phone.sheet()

        def close_or_correct(number: int, phone: Program) -> TestResponse:
            if number % 2:
                return phone.enter(1, 1, {"score": 1000 + 50 * number})
            return phone.post("/rounds/2/close", {"zero_for": [2, 3]})

        answers = self.all_at_once(phones, close_or_correct)
        assert {answer.status_code for answer in answers} == {200, 409}
        corrected = [
            1000 + 50 * number
            for number, answer in enumerate(answers)
            if number % 2 and answer.status_code == 200
        ]
        sheet = phones[0].sheet()
        assert len(corrected) <= 1
        closed = sheet["open_round"]["number"] == 3
        assert sheet["seats"][0]["total"] == (corrected or [100])[0] + 50 * closed

    def test_the_same_write_arriving_twelve_times_is_done_once(self, phones: list[Program]) -> None:
        def replay(_number: int, _phone: Program) -> TestResponse:
            copy = Program(phones[0].client.application.test_client())
            copy.id, copy.version = phones[0].id, version
            cookie = phones[0].client.get_cookie("scorecard")
            assert cookie
            copy.client.set_cookie("scorecard", cookie.value)
            headers = {"Idempotency-Key": "one and the same"}
            return copy.enter(2, 1, {"score": 50}, headers=headers)

        version = phones[0].version
        answers = self.all_at_once(phones, replay)
        assert Counter(answer.status_code for answer in answers) == {200: 12}
        assert phones[0].sheet()["version"] == version + 1


def test_of_a_thousand_guesses_at_once_a_hundred_are_looked_up(either: Flask) -> None:
    code = Program(either.test_client()).start().get("/invitation").get_json()["code"]

    def guess(number: int) -> int:
        at = {"REMOTE_ADDR": f"198.51.100.{number % 40}"}
        body = {"code": f"{number:06}"}
        # As a guesser does where the server is busy.
        for _ in range(MOST_TRIES):
            answer = either.test_client().post("/api/v1/join", json=body, environ_base=at)
            if answer.status_code != 503:
                return answer.status_code
        raise AssertionError("the server stayed busy")

    most = guesses.BY_ALL.most
    with ThreadPoolExecutor(2 * PHONES) as pool:
        statuses = Counter(pool.map(guess, range(1_000)))
    assert statuses == {404: most, 429: 1_000 - most}
    refused = either.test_client().post("/api/v1/join", json={"code": code})
    assert refused.status_code == 429


class TestGoneAndBack:
    def test_broken_connections_are_replaced_unseen(
        self, app: Flask, cluster: Cluster, url: str
    ) -> None:
        phone = Program(app.test_client()).start()
        cluster.cut(url)
        assert phone.get().status_code == 200
        cluster.cut(url)
        assert phone.enter(1, 1, {"score": 100}).status_code == 200

    def test_one_that_breaks_once_the_answer_is_made_does_not_spoil_it(
        self, app: Flask, cluster: Cluster, url: str
    ) -> None:
        @app.after_request
        def cut(response: Response) -> Response:
            cluster.cut(url)
            return response

        phone = Program(app.test_client()).start()
        assert phone.get().status_code == 200
        assert phone.enter(1, 1, {"score": 100}).status_code == 200
        assert phone.enter(1, 2, {"score": 100}).status_code == 200

    def test_while_it_is_away_everybody_is_told_to_come_back(
        self, app: Flask, cluster: Cluster
    ) -> None:
        phone = Program(app.test_client()).start()
        cluster.stop()
        try:
            answers = [
                phone.get(),
                phone.enter(1, 1, {"score": 100}),
                phone.client.get(f"/games/{phone.id}"),
                phone.client.get("/"),
            ]
        finally:
            cluster.start()
        for answer in answers:
            assert answer.status_code == 503
            assert int(answer.headers["Retry-After"]) > 0
            assert "Traceback" not in answer.text
        again = phone.enter(1, 1, {"score": 100})
        assert again.status_code == 200
        assert again.get_json()["version"] == 2

    def test_a_write_that_waits_too_long_is_told_to_come_back(
        self, app: Flask, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        phone = Program(app.test_client()).start()
        monkeypatch.setattr("scorecard.database.sqlite_files.BUSY_SECONDS", 1)
        with app.app_context(), Session(db.engine) as other:
            begin_write(other)
            answer = phone.enter(1, 1, {"score": 100})
            assert answer.status_code == 503
            assert int(answer.headers["Retry-After"]) > 0
            # Who only looks waits for nobody.
            assert phone.get().status_code == 200
        assert phone.enter(1, 1, {"score": 100}).status_code == 200

    def test_when_every_connection_is_taken_everybody_is_told_in_time_to_come_back(
        self, app: Flask, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        phone = Program(app.test_client()).start()
        with app.app_context():
            pool: Any = db.engine.pool
        assert pool.timeout() <= 5
        monkeypatch.setattr(pool, "_timeout", 0.1)
        most = pool.size() + pool._max_overflow
        with ExitStack() as stack:
            for _ in range(most):
                stack.enter_context(contextlib.closing(pool.connect()))
            for answer in (phone.get(), phone.enter(1, 1, {"score": 100})):
                assert answer.status_code == 503
                assert int(answer.headers["Retry-After"]) > 0
            ready = phone.client.get("/readyz")
            assert (ready.status_code, ready.get_json()["database"]) == (503, "cannot be reached")
            assert phone.client.get("/healthz").status_code == 200
        assert phone.enter(1, 1, {"score": 100}).status_code == 200


class TestPassword:
    @pytest.fixture
    def locked(self, cluster: Cluster) -> str:
        """The address of a database with a wrong password in it."""
        address = cluster.locked_database("Sesame-8812")
        return address.replace("Sesame-8812", "Sesame-9999")

    def test_a_wrong_one_is_a_sentence_that_does_not_say_it(
        self, locked: str, tmp_path: Path
    ) -> None:
        environment = {"DATABASE_URL": locked, "SCORECARD_DATA": str(tmp_path)}
        for command in (["groups"], ["recount"], ["backup", str(tmp_path / "x")]):
            result = CliRunner(env=environment).invoke(main, command)
            assert result.exit_code == 1
            assert "Error:" in result.output
            assert "Sesame" not in result.output
            assert "Traceback" not in result.output

    def test_the_server_does_not_start_with_it_and_does_not_say_it(
        self, locked: str, tmp_path: Path
    ) -> None:
        found = start(tmp_path, DATABASE_URL=locked)
        assert found.returncode != 0
        assert "The database cannot be used" in found.stderr
        assert "Sesame" not in found.stdout + found.stderr
        assert "Traceback" not in found.stderr


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("mysql://user:Sesame@host/x", "only postgresql and sqlite"),
        ("no address Sesame", "no address of a database"),
        ("postgresql://user:Sesame@host:port/x", "no address of a database"),
    ],
)
def test_an_address_that_cannot_be_is_a_sentence(
    tmp_path: Path, address: str, sentence: str
) -> None:
    environment = {"DATABASE_URL": address, "SCORECARD_DATA": str(tmp_path)}
    result = CliRunner(env=environment).invoke(main, ["groups"])
    assert result.exit_code == 1
    assert sentence in result.output
    assert "Sesame" not in result.output


def test_the_real_server_serves_many_phones_from_it(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    server = Server(tmp_path / "data").start()
    try:

        def ask(method: str, path: str, body: Any = None, token: str = "") -> Any:
            request = urllib.request.Request(f"{server.url}/api/v1{path}", method=method)
            request.add_header("Content-Type", "application/json")
            if token:
                request.add_header("Authorization", f"Bearer {token}")
            data = json.dumps(body).encode() if body is not None else None
            with urllib.request.urlopen(request, data, timeout=PATIENCE_SECONDS) as answer:
                return json.load(answer)

        def evening(number: int) -> int:
            started = ask("POST", "/games", {"game": "brownie_points", "players": ["Ann", "Bob"]})
            token, sheet = started["device_token"], started["game"]
            for round_ in (1, 2):
                entries = {"1": {"score": 100}, "2": {"score": 50 * number}}
                sheet = ask(
                    "PUT",
                    f"/games/{sheet['id']}/rounds/{round_}",
                    {"version": sheet["version"], "entries": entries},
                    token,
                )
            return int(sheet["open_round"]["number"])

        with ThreadPoolExecutor(PHONES) as pool:
            assert set(pool.map(evening, range(PHONES))) == {3}
    finally:
        server.stop()


def test_text_that_the_database_does_not_keep_is_refused(app: Flask) -> None:
    phone = Program(app.test_client()).start()
    new = {"game": "brownie_points", "players": ["Ann", "Bob"]}
    for body in (
        {**new, "players": ["Ann", "B\x00b"]},
        {**new, "game": "\x00"},
        {**new, "group": "\x00"},
    ):
        answer = phone.post("/api/v1/games", body)
        assert answer.status_code in (404, 422), answer.text
        assert answer.content_type == "application/problem+json"
    assert phone.enter(1, 1, {"score": 50, "note\x00": "\x00"}).status_code == 422
    assert phone.post("/api/v1/join", {"token": "\x00"}).status_code == 404
    assert phone.post("/api/v1/join", {"code": "\x00"}).status_code == 404
    group = phone.post("/api/v1/groups", {"name": "Thursday"}).get_json()["group"]["id"]
    for path in ("games?text=%00", "events?season=%00", "?season=%00"):
        assert phone.client.get(f"/groups/{group}/{path}").status_code == 400
    assert phone.enter(1, 1, {"score": 50}).status_code == 200


def test_the_greeting_names_the_database_without_its_password(tmp_path: Path) -> None:
    settings = settings_for("postgresql://ann:Sesame@cards.example.org/games", tmp_path)
    said = greeting("127.0.0.1", 8000, settings)
    assert "Games are kept in postgresql://ann:***@cards.example.org/games." in said
    assert "Sesame" not in said + repr(settings)
