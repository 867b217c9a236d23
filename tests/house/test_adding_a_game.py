"""Adding a game means adding its file and its test file, and nothing else anywhere.

A toy game is put into a folder of its own, which is added to the package of the games; then it is
played through every door to its End Game.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorecard.rules import Refusal, Sheet, card_game, games, score
from tests.rules import test_contract as contract
from tests.rules.random_records import random_record
from tests.scoring import sheet_of
from tests.web.conftest import Program
from tests.web.plain_browser import PlainBrowser

KEY = "conkers"
MODULE = '''
"""Conkers: knock the others' conkers off their strings.

Aim: be the first at the target.

Scoring: each conker you hit counts 1.

Source: a game of this test.

Not scored here: whose conker it was.
"""

from scorecard.rules import card_game, core, options
from scorecard.rules.outcome import standings
from scorecard.rules.typed import fields, reading

MOST = 9
WEATHER = (("dry", "Dry"), ("rain", "Rain"))


def read(setup, history, round_):
    reading.known_keys(round_.data, ("hits", "weather"), f"Bout {round_.number}")
    weather = round_.data.get("weather", "dry")
    if weather not in dict(WEATHER):
        message = f"Bout {round_.number} cannot have had {reading.show(weather)} as weather."
        raise core.Refused("bad_ending", message, item="weather")
    hits = {}
    for name, entry in reading.entries_by_player(round_, "hits", setup.players).items():
        entry = reading.mapping(entry, "hits", player=name)
        reading.known_keys(entry, ("hit",), "hits", player=name)
        hits[name] = reading.whole(entry.get("hit", 0), "hits", player=name, item="hit")
        if hits[name] > MOST:
            hit = reading.show(hits[name])
            message = f"{name} cannot have hit {hit} conkers: {MOST} is the most."
            raise core.Refused("bad_total", message, player=name, item="hit")
    return round_, hits


def awaits(setup, history, read):
    round_, hits = read
    return core.Awaited(round_.missing(hits))


def score_round(setup, history, read):
    round_, hits = read
    reading.refuse_missing(round_, hits)
    warnings = ()
    if not any(hits.values()):
        message = "Nobody hit anything."
        warnings = (core.RuleWarning(round_.number, "nobody_went_out", message),)
    weather = round_.data.get("weather", "dry")
    return core.RoundScore(hits, warnings, story=lambda: f"Weather: {weather}.")


def outcome(setup, history):
    if max(history.totals.values()) < setup.options["target"]:
        return None
    winners = standings.leaders(history.totals, "highest")
    return core.Outcome(winners, f"{winners[0]} wins with {history.totals[winners[0]]} hits.")


def end_early(setup, history):
    return core.Outcome(standings.leaders(history.totals, "highest"), "Ended early.")


def entry_form(setup, history):
    hits = fields.Field("hit", "Conkers hit", "points", high=MOST, worth=1)
    weather = fields.Field(
        "weather", "Weather", "choice", choices=WEATHER, default="dry", is_optional=True
    )
    return fields.EntryForm(
        players=history.present,
        styles=(fields.Style("hits", "Hits", "", (fields.FieldGroup("hits", "", (hits,)),)),),
        rounds=(fields.RoundStyle("bout", "", fields=(weather,)),),
        is_summed=True,
    )


RULES = card_game.GameRules(
    key="conkers",
    name="Conkers",
    aim="Hit the most conkers.",
    fewest=2,
    most=4,
    players="2 to 4 players",
    length="Ten minutes",
    source="A game of this test.",
    how_to_score=("Each conker you hit counts 1.",),
    example=card_game.Example(
        {
            "game": "conkers",
            "players": ["Ann", "Bob"],
            "rounds": [{"hits": {"Ann": {"hit": 3}, "Bob": {"hit": 1}}}],
        },
        "Ann hit three, Bob one.",
    ),
    options=(
        options.number("target", "Target", "Who has hit so many wins.", 1, 99, 20, is_basic=True),
    ),
    best="highest",
    entries_key="hits",
    round_word="Bout",
    action="Enter the hits",
    turn="begins",
    entry_form=entry_form,
    read=read,
    awaits=awaits,
    score_round=score_round,
    outcome=outcome,
    end_early=end_early,
    extras=lambda setup, history, is_over: {"bouts": len(history.rounds)},
    target=lambda setup: setup.options["target"],
)
'''
RECORD: dict[str, Any] = {
    "game": KEY,
    "options": {"target": 10},
    "players": ["Ann", "Bob"],
    "rounds": [
        {"hits": {"Ann": {"hit": 3}, "Bob": {"hit": 5}}, "weather": "rain"},
        {"hits": {"Ann": {"hit": 1}, "Bob": {"hit": 6}}},
    ],
}


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path) -> Iterator[Path]:
    """Put the toy game on the shelf, and take it off again."""
    (tmp_path / f"{KEY}.py").write_text(MODULE)
    games.__path__.append(str(tmp_path))
    importlib.invalidate_caches()
    games.keys.cache_clear()
    games.all_games.cache_clear()
    yield tmp_path
    games.__path__.remove(str(tmp_path))
    games.keys.cache_clear()
    games.all_games.cache_clear()
    sys.modules.pop(f"{games.__name__}.{KEY}", None)
    vars(games).pop(KEY, None)


@pytest.fixture
def rules() -> card_game.GameRules[Any]:
    found = games.find(KEY)
    assert found
    return found


@pytest.fixture
def phone(app: Flask) -> Callable[[], PlainBrowser]:
    return lambda: PlainBrowser(app.test_client())


def start(phone: PlainBrowser) -> str:
    """Start a game to 10 on the form, and return the table's address."""
    phone.get("/").click("New game").click("Conkers")
    assert "New game of Conkers" in phone.text
    phone.press("Start", {"player": ["Ann", "Bob"], "target": "100"})
    assert phone.status == 422
    assert "“Target” must be a whole number from 1 to 99" in phone.text
    phone.press("Start", {"target": "12", "me": "0"})
    return phone.url


def test_it_is_found_and_keeps_the_contract(rules: card_game.GameRules[Any]) -> None:
    contract.test_the_key_is_the_name_of_the_module_or_package(rules)
    contract.test_it_says_what_it_is_and_where_it_comes_from(rules)
    contract.test_its_defaults_are_legal(rules)
    contract.test_every_option_is_explained_and_has_a_range(rules)
    answers = [score(random_record(rules, seed)) for seed in range(100)]
    assert {type(answer) for answer in answers} == {Sheet, Refusal}


def test_it_is_played_on_a_phone_without_scripts(phone: Callable[[], PlainBrowser]) -> None:
    keeper = phone()
    table = start(keeper)
    assert "Bout 1 · to 12 · Ann begins" in keeper.text
    keeper.click("Settings").press("Save", {"target": "10"})
    assert "Bout 1 · to 10" in keeper.text

    keeper.click("Enter the hits").click("One player at a time").press("Save", {"hit": "11"})
    assert keeper.status == 422
    html = keeper.response.get_data(as_text=True)
    assert '<p class="field-error" id="hit-error">Ann cannot have hit 11 conkers' in html
    assert keeper.field("hit") == "11"
    keeper.press("Save", {"hit": "3"})
    assert "Waiting for Bob" in keeper.text

    keeper.get(f"{table}/rounds/1/all").press("Save", {"s2-hit": "5", "weather": "rain"})
    assert "Weather: rain." in keeper.get(f"{table}/rounds/1").text
    keeper.get(table)
    assert "Bout 2 · to 10 · Bob begins" in keeper.text

    keeper.get(f"{table}/rounds/2/all").press("Save", {"s1-hit": "0", "s2-hit": "0"})
    assert "Nobody hit anything." in keeper.text
    keeper.press("Score it anyway")
    keeper.get(f"{table}/rounds/3/all").press("Save", {"s1-hit": "1", "s2-hit": "6"})
    assert "Bob wins" in keeper.text
    keeper.click("End Game").press("End Game")
    assert "Ended after 3" in keeper.text


def test_its_rules_can_be_read(phone: Callable[[], PlainBrowser]) -> None:
    reader = phone().get("/rules")
    assert "Hit the most conkers.2 to 4 players · Ten minutes" in reader.text
    reader.click("Conkers")
    for words in (
        "Each conker you hit counts 1.",
        "Ann hit three, Bob one.",
        "Usually 20; 1 to 99",
    ):
        assert words in reader.text
    assert "Weather: dry." in reader.text


def test_it_is_played_by_programs(app: Flask) -> None:
    program = Program(app.test_client())
    listed = program.get("/api/v1/rules").get_json()["rules"]
    assert KEY in [summary["key"] for summary in listed]
    described = program.get(f"/api/v1/rules/{KEY}").get_json()
    assert described["form"]["styles"][0]["groups"][0]["fields"][0]["label"] == "Conkers hit"

    program.start(game=KEY, options={"target": 10})
    refusal = program.enter(1, 1, {"hit": 11})
    assert (refusal.status_code, refusal.get_json()["code"]) == (422, "bad_total")
    assert program.enter(1, 1, {"hit": 3}).status_code == 200
    assert program.enter(1, 2, {"hit": 5}, said={"weather": "rain"}).status_code == 200
    warned = program.put("/rounds/2", {"entries": {"1": {"hit": 0}, "2": {}}}).get_json()
    assert warned["open_round"]["warnings"][0]["message"] == "Nobody hit anything."
    corrected = program.put("/rounds/2", {"entries": {"1": {"hit": 1}, "2": {"hit": 6}}})
    assert corrected.get_json()["status"] == "finished"
    sheet = program.sheet()
    assert [seat["total"] for seat in sheet["seats"]] == [4, 11]
    assert program.post("/end").get_json()["is_ended"]
    kept = program.get("/record").get_json()
    assert {**kept, "end_early": False} == {**RECORD, "end_early": False}
    assert program.post("/api/v1/score", kept).get_json()["winners"] == ["Bob"]


def test_it_is_scored_by_every_door(app: Flask, shelf: Path) -> None:
    result = sheet_of(RECORD)
    assert result.extras == {"bouts": 2}
    sent = app.test_client().post("/api/v1/score", json=RECORD)
    assert sent.get_json() == result.to_json()
    # The command runs in a process of its own, which has to look into the folder, too.
    command = (
        f"from scorecard.rules import games; games.__path__.append({str(shelf)!r}); "
        "from scorecard.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", command, "score", "-"],
        input=json.dumps(RECORD),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == result.to_json()
