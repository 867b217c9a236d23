"""The API's description: valid, complete, and true of what is answered."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime
from functools import cache
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator, FormatChecker
from openapi_spec_validator import validate
from werkzeug.test import TestResponse

from scorecard.web.api.spec import Body, Problem, spec
from tests.factories import WHOLE_DECK
from tests.web.conftest import Program

DAY_OR_TIME = re.compile(r"(^|_)(on|at|day|date|time|until|since|deadline)$")
"""What a field is called that tells a day or a time."""
FORMATS = FormatChecker(formats=())


@FORMATS.checks("date", ValueError)
def is_day(text: object) -> bool:
    return not isinstance(text, str) or bool(date.fromisoformat(text))


@FORMATS.checks("date-time", ValueError)
def is_moment(text: object) -> bool:
    return not isinstance(text, str) or datetime.fromisoformat(text).tzinfo is not None


@pytest.fixture
def document(client: FlaskClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/v1/openapi.json").get_json()
    return found


def check(document: dict[str, Any], name: str, body: Any) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    Draft202012Validator(schema, format_checker=FORMATS).validate(body)


def schema_name(document: dict[str, Any], path: str, method: str, status: str) -> str:
    response = document["paths"][path][method]["responses"][status]
    content = next(iter(response["content"].values()))
    return str(content["schema"]["$ref"].rsplit("/", 1)[-1])


def answered_as_described(client: FlaskClient, rule: str, **values: str) -> TestResponse:
    """Return the answer to a good GET request, having checked it against the description.

    What the ``rule`` does not name of the values goes into the query.
    """
    names = {name for name in values if f"{{{name}}}" in rule}
    query = {name: value for name, value in values.items() if name not in names}
    response = client.get(rule.format(**values), query_string=query)
    assert response.status_code == 200, response.get_json()
    check_answer(client, rule, response)
    return response


@cache
def description_of(app: Flask) -> dict[str, Any]:
    """Return the API's description, fetched once: it takes a while to write and to read."""
    found: dict[str, Any] = app.test_client().get("/api/v1/openapi.json").get_json()
    return found


def check_answer(client: FlaskClient, rule: str, response: TestResponse) -> None:
    """Check a good answer against the description of what it answers."""
    described = description_of(client.application)
    method, status = response.request.method.lower(), str(response.status_code)
    check(described, schema_name(described, rule, method, status), response.get_json())


def test_it_is_valid_openapi_3_1(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    validate(document)


def test_every_route_of_the_api_is_in_it(document: dict[str, Any], shared_app: Flask) -> None:
    described = {
        (method.upper(), path)
        for path, operations in document["paths"].items()
        for method in operations
    }
    there = set()
    for rule in shared_app.url_map.iter_rules():
        if rule.endpoint.startswith("api.") and rule.endpoint not in ("api.openapi", "api.page"):
            path = rule.rule
            for converter in ("uid:", "int:", "item:"):
                path = path.replace(f"<{converter}", "<")
            path = path.replace("<", "{").replace(">", "}")
            there |= {(method, path) for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    assert described == there


def test_every_operation_says_what_it_does_and_how_it_refuses(document: dict[str, Any]) -> None:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"].endswith((".", "?")), (method, path)
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    assert list(response["content"]) == ["application/problem+json"]
            if method in ("post", "put"):
                assert "requestBody" in operation, path
                assert "422" in operation["responses"], path


def test_every_field_of_every_body_is_described_or_plain(document: dict[str, Any]) -> None:
    bodies = set()
    for operations in document["paths"].values():
        for operation in operations.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                bodies.add(content["schema"]["$ref"].rsplit("/", 1)[-1])
    assert len(bodies) > 40
    for name in bodies:
        schema = document["components"]["schemas"][name]
        assert schema.get("additionalProperties") is False or name == "ScoreRecord"
        assert schema["description"]


def test_names_are_those_that_a_program_would_give(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for name, schema in schemas.items():
        assert re.fullmatch("([A-Z][a-z]+)+", name), name
        assert schema["title"] == name
    assert {"NewGroup", "Group", "NewSeason", "ChangeSeason", "Season", "Problem"} <= set(schemas)
    operations = [one for path in document["paths"].values() for one in path.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    for name in names:
        assert re.fullmatch("[a-z]+(_[a-z]+)*", name), name


def test_two_models_of_one_name_are_refused() -> None:
    described = type(spec)(backend_name="base", naming_strategy=lambda _model: "Same")
    described._add_model(Problem)
    described._add_model(Problem, "serialization")
    with pytest.raises(ValueError, match="would both be described as Same"):
        described._add_model(Body)


def test_days_and_times_are_described_as_such(document: dict[str, Any]) -> None:
    fields = [
        (f"{name}.{field}", schema)
        for name, model in document["components"]["schemas"].items()
        for field, schema in model.get("properties", {}).items()
        if DAY_OR_TIME.search(field)
    ]
    assert len(fields) > 20
    for name, schema in fields:
        for one in schema.get("anyOf", [schema]):
            if one["type"] == "string":
                assert one.get("format") in ("date", "date-time"), name


def test_answers_are_as_described(document: dict[str, Any], program: Callable[[], Program]) -> None:
    game = "/api/v1/games/{game_uid}"

    def described(path: str, method: str = "get", status: str = "200") -> str:
        return schema_name(document, path, method, status)

    keeper = program()
    body = {"game": "brownie_points", "players": ["Ann", "Bob", "Cy"]}
    started = keeper.post("/api/v1/games", body)
    check(document, described("/api/v1/games", "post", "201"), started.get_json())
    keeper.start("Ann", "Bob", "Cy")
    keeper.enter(1, 1, {"pile": {"7": 2}, "squirts": 1})
    sheet = described(game)
    check(document, sheet, keeper.sheet())
    keeper.enter(1, 2, {"pile": WHOLE_DECK | {"7": 6}})
    keeper.enter(1, 3, {})
    check(document, sheet, keeper.sheet())
    check(document, described(f"{game}/record"), keeper.get("/record").get_json())
    check(document, described(f"{game}/changes"), keeper.get("/changes").get_json())
    check(document, described(f"{game}/devices"), keeper.get("/devices").get_json())
    check(document, described(f"{game}/invitation"), keeper.get("/invitation").get_json())
    keeper.sheet()
    check(document, sheet, keeper.post("/end").get_json())
    listed = keeper.client.get("/api/v1/games").get_json()
    check(document, described("/api/v1/games"), listed)
    shelf = keeper.client.get("/api/v1/rules").get_json()
    check(document, described("/api/v1/rules"), shelf)
    for rules in shelf["rules"]:
        found = keeper.client.get(f"/api/v1/rules/{rules['key']}?players=5").get_json()
        check(document, described("/api/v1/rules/{key}"), found)
    record = keeper.get("/record").get_json()
    scored = keeper.client.post("/api/v1/score", json=record).get_json()
    check(document, described("/api/v1/score", "post"), scored)
    refused = keeper.client.post("/api/v1/score", json={**record, "players": []})
    check(document, described("/api/v1/score", "post", "422"), refused.get_json())


def test_defaults_follow_the_players_and_the_deck(client: FlaskClient) -> None:
    def target(query: str) -> tuple[int, str]:
        body = client.get(f"/api/v1/rules/brownie_points{query}").get_json()
        option = next(option for option in body["options"] if option["key"] == "target")
        return option["default"], option["reason"]

    assert target("?players=3")[0] == 15_000
    assert target("?players=6") == (10_000, "10,000 is the rule for five or more players.")
    assert target("?players=6&deck=expansion")[0] == 15_000
    for odd in ("?players=x", "?players=-5", "?players=999999999", "?deck=tarot", ""):
        assert target(odd)[0] in (10_000, 15_000)


def test_there_is_a_page_for_people(client: FlaskClient) -> None:
    html = client.get("/api/v1/").get_data(as_text=True)
    assert "PUT /api/v1/games/{game_uid}/rounds/{number}/entries/{seat}" in html
    assert "<code>Idempotency-Key</code>" in html
    assert "`" not in html
