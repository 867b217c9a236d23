"""A client generated from the API's description, used against the app."""

from __future__ import annotations

import importlib
import json
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest
from flask import Flask

pytestmark = pytest.mark.long

PACKAGE = "generated_scorecard"


@pytest.fixture(scope="module")
def document(shared_app: Flask) -> dict[str, Any]:
    described: dict[str, Any] = shared_app.test_client().get("/api/v1/openapi.json").get_json()
    return described


@pytest.fixture(scope="module")
def generated(document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield the folder of the generated package, which can be imported meanwhile."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_text(json.dumps(document))
    # A picture is a file to the client, which knows no type of pictures by itself.
    config = {"post_hooks": [], "content_type_overrides": {"image/png": "application/octet-stream"}}
    (folder / "config.yml").write_text(json.dumps(config))
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning"]
    files = ["--path", "openapi.json", "--config", "config.yml", "--output-path", PACKAGE]
    done = subprocess.run(
        [*command, *files, "--meta", "none"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield folder / PACKAGE
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


class Caller:
    """A program that knows the API by the generated client alone."""

    def __init__(self, app: Flask) -> None:
        self.models = importlib.import_module(f"{PACKAGE}.models")
        self.options = {
            "base_url": "http://localhost",
            "httpx_args": {"transport": httpx.WSGITransport(app=app)},
        }
        self.client = importlib.import_module(PACKAGE).Client(**self.options)
        self.tags: set[str] = set()

    def authenticate(self, token: str) -> None:
        """Be known by a token from now on, in place of a cookie."""
        known = importlib.import_module(PACKAGE).AuthenticatedClient
        self.client = known(token=token, **self.options)

    def __call__(self, tag: str, operation: str, *ids: str | int, **more: Any) -> Any:
        """Return what an operation answers."""
        self.tags.add(tag)
        module = f"{PACKAGE}.api.{tag.replace(' ', '_')}"
        names = [module, f"{module}_"]
        found = next(name for name in names if importlib.util.find_spec(name))
        called = importlib.import_module(f"{found}.{operation}")
        answer = called.sync_detailed(*ids, client=self.client, **more)
        assert answer.status_code < 300, answer.content
        return answer.parsed


def test_every_part_of_it_can_be_imported(generated: Path, document: dict[str, Any]) -> None:
    package = importlib.import_module(PACKAGE)
    operations = [o for path in document["paths"].values() for o in path.values()]
    names = [part.name for part in pkgutil.walk_packages(package.__path__, f"{PACKAGE}.")]
    for name in names:
        importlib.import_module(name)
    assert {name.rsplit(".", 1)[-1] for name in names} >= {o["operationId"] for o in operations}
    models = importlib.import_module(f"{PACKAGE}.models")
    assert {"NewGroup", "Group", "NewGame", "Game", "CloseSeason"} <= {*dir(models)}


def test_it_keeps_an_evening_and_calls_each_tag(
    generated: Path, app: Flask, document: dict[str, Any]
) -> None:
    call = Caller(app)
    new = call.models
    joined = call("groups", "create_group", body=new.NewGroup("Friday"))
    call.authenticate(joined.device_token)
    group = joined.group
    for name in ("Ann", "Bob"):
        body = new.NewPlayer(version=group.version, name=name)
        group = call("players", "add_to_roster", group.id, body=body)
    season = new.NewSeason(version=group.version, name="Spring", starts_on=date(2026, 3, 1))
    group = call("seasons", "make_season", group.id, body=season)
    assert group.seasons[0].starts_on == date(2026, 3, 1)
    call("house rules", "write_rules", group.id, body=_rules(new, group.version))

    body = new.NewGame(game="brownie_points", players=["Ann", "Bob"], group=group.id)
    game = call("games", "start_game", body=body).game
    entries = new.SaveRoundEntries.from_dict({"1": {"score": 450}, "2": {"score": 200}})
    body = new.SaveRound(version=game.version, entries=entries)
    game = call("rounds", "save_round", game.id, 1, body=body)
    assert {seat.name: seat.total for seat in game.seats} == {"Ann": 450, "Bob": 200}
    assert [device.is_this for device in call("access", "list_devices", game.id).devices] == [True]
    record = call("games", "read_record", game.id)
    scored = call("score", "score_record", body=new.ScoreRecord.from_dict(record.to_dict()))
    assert scored.totals.to_dict() == {"Ann": 450, "Bob": 200}
    game = call("games", "end_game", game.id, body=new.EndGame(version=game.version))
    assert game.is_ended

    group = call("groups", "read_group", group.id)
    body = new.CloseSeason(version=group.version, last_day=date(2026, 3, 14))
    closed = call("seasons", "close_season", group.id, group.seasons[0].id, body=body)
    assert [(one.ends_on, one.is_closed) for one in closed.seasons] == [(date(2026, 3, 14), True)]
    file = call("files", "export_group", group.id)
    assert [one["name"] for one in file.to_dict()["players"]] == ["Ann", "Bob"]
    assert call("bin", "list_my_bin").items == []
    assert "pitch" in {rules.key for rules in call("rules", "list_rules").rules}
    assert call("scorecards", "list_scorecards").scorecards == []
    assert call.tags == {tag["name"] for tag in document["tags"]}


def _rules(new: Any, version: int) -> Any:
    options = new.NewHouseRulesOptions.from_dict({"target": 7_000})
    return new.NewHouseRules(version=version, name="Cabin", game="brownie_points", options=options)


def test_a_refusal_has_its_type_too(generated: Path, app: Flask) -> None:
    call = Caller(app)
    module = importlib.import_module(f"{PACKAGE}.api.games.start_game")
    body = call.models.NewGame(game="pitch", players=["Ann", "Ann"])
    refused = module.sync_detailed(client=call.client, body=body)
    assert (refused.status_code, refused.parsed.status) == (422, 422)
    assert isinstance(refused.parsed, call.models.Problem)
