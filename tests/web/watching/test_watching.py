"""Whoever watches the server: alive, ready, figures, and a log that names nobody."""

from __future__ import annotations

import io
import json
import logging
import re
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient

from scorecard.config import Settings, SettingsError, from_environment
from scorecard.database.db import db
from scorecard.live.hub import hub
from scorecard.web.http import logs
from tests.conftest import make_app
from tests.web.conftest import Place, Program
from tests.web.http.test_faults import read_only

TOKEN = "a-token-for-the-figures"


@contextmanager
def no_larger_files() -> Iterator[None]:
    """Keep this process from writing to a file behind its first bytes, as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


class TestHealth:
    def test_alive_asks_nothing_of_the_database(self, tmp_path: Path) -> None:
        app = make_app(Settings(tmp_path, f"sqlite:///{tmp_path / 'games.db'}", ("secret",)))
        (tmp_path / "games.db").unlink()
        answer = app.test_client().get("/healthz")
        assert (answer.status_code, answer.text) == (200, "ok")

    def test_ready_says_so_part_by_part(self, client: FlaskClient) -> None:
        answer = client.get("/readyz")
        assert answer.status_code == 200
        assert answer.get_json() == {
            "ready": True,
            "database": "ok",
            "disk": "ok",
            "other_processes": "ok",
            "process": "ok",
        }

    def test_a_database_that_is_gone(self, tmp_path: Path) -> None:
        app = make_app(Settings(tmp_path, f"sqlite:///{tmp_path / 'games.db'}", ("secret",)))
        for path in tmp_path.glob("games.db*"):
            path.unlink()
        answer = app.test_client().get("/readyz")
        assert answer.status_code == 503
        assert answer.get_json()["database"] == "cannot be reached"

    def test_a_disk_that_takes_no_more_though_the_database_answers(self, place: Place) -> None:
        with no_larger_files():
            answer = place.phone.client.get("/readyz")
        assert answer.status_code == 503
        assert answer.get_json()["disk"] == "takes no more"
        assert answer.get_json()["database"] == "ok"
        assert place.phone.client.get("/readyz").status_code == 200
        assert sorted(place.file.parent.iterdir()) == sorted(place.files())

    def test_a_database_that_takes_no_writes_though_it_is_read(self, place: Place) -> None:
        with read_only(place):
            answer = place.phone.client.get("/readyz")
            assert answer.status_code == 503
            assert answer.get_json()["database"] == "takes no writes"
            assert place.phone.sheet()
        assert place.phone.client.get("/readyz").get_json()["ready"]

    def test_who_is_writing_is_not_waited_for_and_is_no_fault(self, place: Place) -> None:
        with closing(sqlite3.connect(place.file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            answers = [place.phone.client.get("/readyz") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200]

    @pytest.mark.parametrize(("revision", "status"), [("0001", 503), ("9999", 200)])
    def test_an_older_schema_is_not_ready_and_a_newer_one_is(
        self, tmp_path: Path, revision: str, status: int
    ) -> None:
        """A newer release may have begun to take over: the processes of this one serve on."""
        app = make_app(Settings(tmp_path, f"sqlite:///{tmp_path / 'games.db'}", ("secret",)))
        with app.app_context(), db.engine.begin() as connection:
            connection.execute(sa.text(f"UPDATE alembic_version SET version_num = '{revision}'"))
        assert app.test_client().get("/readyz").status_code == status

    def test_a_line_that_is_down_and_a_process_that_is_about_to_stop(
        self, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(hub, "cut", {"send to"})
        monkeypatch.setattr(hub, "is_closing", True)
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert answer.get_json()["other_processes"] == "cannot be told"
        assert answer.get_json()["process"] == "is about to stop"


class TestMetrics:
    @pytest.fixture(params=["", TOKEN])
    def watched(
        self, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> Flask:
        monkeypatch.setattr(hub, "note", hub.note)
        url = f"sqlite:///{tmp_path / 'games.db'}"
        settings = Settings(tmp_path, url, ("secret",), has_metrics=True)
        return make_app(replace(settings, metrics_token=request.param))

    def figures(self, app: Flask) -> dict[str, float]:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        answer = app.test_client().get("/metrics", headers=headers)
        assert answer.status_code == 200, answer.text
        lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}

    def test_there_are_none_unless_the_settings_say_so(self, client: FlaskClient) -> None:
        assert client.get("/metrics").status_code == 404

    def test_they_count_what_happens(self, watched: Flask) -> None:
        before = self.figures(watched)
        phone = Program(watched.test_client()).start()
        stream = phone.client.get(f"/games/{phone.id}/events", buffered=False)
        chunks: Iterator[Any] = iter(stream.response)
        next(chunks)
        next(chunks)
        headers = {"Idempotency-Key": "once", "Scorecard-Made-At": "2026-03-14T20:00:00+00:00"}
        path = f"/api/v1/games/{phone.id}/rounds/1/entries/1"
        body = {"version": phone.version, "entry": {"score": 100}}
        for _ in range(2):
            answer = phone.client.put(path, json=body, headers=headers)
            assert answer.status_code == 200, answer.text
        phone.sheet()
        assert phone.enter(1, 1, {"score": 17}).status_code == 422
        next(chunks)
        after = self.figures(watched)

        def more(name: str) -> float:
            return after.get(name, 0) - before.get(name, 0)

        entries = [name for name in after if "entries" in name and "requests_total" in name]
        assert sum(more(name) for name in entries) == 3, entries
        assert more("scorecard_open_streams") == 1
        # A write that comes again is told again: its first answer may have been lost on the way.
        assert more("scorecard_versions_published_total") == 3
        assert more("scorecard_versions_delivered_total") == 2
        assert more("scorecard_outbox_writes_total") == 2
        assert more("scorecard_repeated_writes_total") == 1
        refused = [name for name in after if name.startswith("scorecard_refused_writes_total")]
        assert sum(more(name) for name in refused) == 1
        assert more("scorecard_database_statements_total") > 0
        assert more("scorecard_database_seconds_total") > 0
        stream.close()
        assert self.figures(watched)["scorecard_open_streams"] == before["scorecard_open_streams"]
        assert not any(phone.id in name for name in after)

    def test_with_a_token_only_who_sends_it_sees_them(self, watched: Flask) -> None:
        has_token = bool(watched.config["SETTINGS"].metrics_token)
        for headers in ({}, {"Authorization": "Bearer wrong"}):
            answer = watched.test_client().get("/metrics", headers=headers)
            assert answer.status_code == (401 if has_token else 200)

    def test_the_setting_is_off_on_or_a_token(self, tmp_path: Path) -> None:
        def made(value: str) -> Settings:
            return from_environment({"METRICS": value}, data_dir=tmp_path)

        assert not from_environment({}, data_dir=tmp_path).has_metrics
        assert not made("off").has_metrics
        assert (made("on").has_metrics, made("on").metrics_token) == (True, "")
        assert (made(TOKEN).has_metrics, made(TOKEN).metrics_token) == (True, TOKEN)
        assert TOKEN not in repr(made(TOKEN))
        with pytest.raises(SettingsError, match="METRICS is off, on, or a token"):
            made("yes")


class TestLog:
    @pytest.fixture
    def lines(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[Any]]]:
        text = io.StringIO()
        kept = {
            name: (one.handlers, one.propagate, one.level, one.filters)
            for name in ("gunicorn.error", "scorecard", "scorecard.requests")
            for one in [logging.getLogger(name)]
        }
        monkeypatch.setattr("sys.stderr", text)
        logs.use(is_json=True)
        yield lambda: [json.loads(line) for line in text.getvalue().splitlines()]
        for name, (handlers, propagate, level, filters) in kept.items():
            one = logging.getLogger(name)
            one.handlers, one.propagate, one.filters = handlers, propagate, filters
            one.setLevel(level)

    def test_each_request_is_a_line_that_names_nobody(
        self, program: Callable[[], Program], lines: Callable[[], list[Any]]
    ) -> None:
        phone = program().start("Annabel", "Bartholomew")
        invitation = phone.get("/invitation").get_json()
        link = invitation["links"]["player"]
        program().client.get(link)
        found = lines()
        assert [line["route"] for line in found] == [
            "/api/v1/games",
            "/api/v1/games/<uid:game_uid>/invitation",
            "/join/<uid:token>",
        ]
        assert {"at", "level", "message", "request_id", "method", "status", "milliseconds"} <= set(
            found[0]
        )
        text = json.dumps(found)
        for secret in ("Annabel", phone.id, invitation["code"], link.rsplit("/", 1)[-1]):
            assert secret not in text

    def test_a_fault_carries_the_id_of_its_request(
        self,
        client: FlaskClient,
        lines: Callable[[], list[Any]],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def broken(*_more: object) -> None:
            raise RuntimeError("Annabel")

        monkeypatch.setattr("scorecard.web.watching.health._plain", broken)
        assert client.get("/healthz", headers={"X-Request-Id": "abc-12345"}).status_code == 500
        fault, told = lines()
        assert fault["request_id"] == told["request_id"] == "abc-12345"
        assert fault["level"] == "error"
        assert "fault at GET /healthz: RuntimeError" in fault["message"]
        assert "Annabel" not in json.dumps(fault)

    @pytest.mark.parametrize("given", ["", "short", "x" * 65, 'a"quote"d-one', "with blank in it"])
    def test_only_an_id_of_a_safe_shape_is_taken_over(
        self, client: FlaskClient, given: str
    ) -> None:
        found = client.get("/healthz", headers={"X-Request-Id": given}).headers["X-Request-Id"]
        assert re.fullmatch("[0-9a-f]{16}", found)

    def test_the_setting_is_plain_or_json(self, tmp_path: Path) -> None:
        assert not from_environment({}, data_dir=tmp_path).has_json_log
        assert from_environment({"LOG": "json"}, data_dir=tmp_path).has_json_log
        with pytest.raises(SettingsError, match="LOG is plain or json, not 'xml'"):
            from_environment({"LOG": "xml"}, data_dir=tmp_path)
