"""Every field of every body in the API's description takes a good value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.fuzzing.requests import Ask, Requests
from tests.fuzzing.world import World

ROLES = ("keeper", "member", "player")


@dataclass(frozen=True)
class Choice:
    """One type of value that a field of a body may have."""

    body: str
    field: str
    schema: dict[str, Any]

    def __str__(self) -> str:
        kind = self.schema.get("format") or self.schema.get("type", "anything")
        return f"{self.body}.{self.field}: {kind}"

    def values(self) -> list[Any]:
        """Return good values, where the type alone tells them."""
        if "const" in self.schema:
            return [self.schema["const"]]
        if "enum" in self.schema:
            return list(self.schema["enum"])
        if self.schema.get("format") == "date":
            return [datetime.now(UTC).date().isoformat()]
        by_type: dict[str, list[Any]] = {"null": [None], "boolean": [True, False]}
        return by_type.get(self.schema.get("type", ""), [])


class Bodies:
    """What the description says of the bodies, and a world to try them in."""

    def __init__(self, world: World, requests: Requests) -> None:
        self.world = world
        answer = world.client("nobody").get("/api/v1/openapi.json")
        self.document: dict[str, Any] = answer.get_json()
        self.asks: dict[str, list[Ask]] = {}
        """Good requests by the body that they send."""
        for ask in requests.calls:
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", ask.rule)
            operation = self.document["paths"][path][ask.method.lower()]
            self.asks.setdefault(_body_of(operation), []).append(ask)

    def choices(self) -> list[Choice]:
        """Return each type of each field of each body."""
        bodies = {
            _body_of(operation)
            for operations in self.document["paths"].values()
            for operation in operations.values()
            if "requestBody" in operation
        }
        return [
            Choice(body, field, one)
            for body in sorted(bodies)
            for field, schema in self._schema(body).get("properties", {}).items()
            for one in schema.get("anyOf", [schema])
        ]

    def refused(self) -> Iterator[Choice]:
        """Yield the types of which no value is taken."""
        taken = {
            body: [ask for ask in asks if self._is_taken(ask)] for body, asks in self.asks.items()
        }
        for choice in self.choices():
            asks = taken.get(choice.body, [])
            if not any(self._has(ask, choice) for ask in asks) and not any(
                self._is_taken(replace(ask, body={**ask.body, choice.field: value}))
                for value in choice.values()
                for ask in asks
            ):
                yield choice

    def _has(self, ask: Ask, choice: Choice) -> bool:
        schema = {**choice.schema, "components": self.document["components"]}
        return choice.field in ask.body and Draft202012Validator(schema).is_valid(
            ask.body[choice.field]
        )

    def _is_taken(self, ask: Ask) -> bool:
        for role in ROLES:
            status = ask.send(self.world.client(role)).status_code
            if self.world.changed():
                self.world.restore()
            if status < 300:
                return True
        return False

    def _schema(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self.document["components"]["schemas"][name]
        return found


def _body_of(operation: dict[str, Any]) -> str:
    (content,) = operation["requestBody"]["content"].values()
    return str(content["schema"]["$ref"]).rsplit("/", 1)[-1]


@pytest.fixture(scope="module")
def bodies(kept_world: tuple[World, Requests]) -> Bodies:
    return Bodies(*kept_world)


@pytest.mark.long
def test_every_field_of_every_body_takes_a_good_value_of_each_type(bodies: Bodies) -> None:
    assert len(bodies.choices()) > 150
    refused = [str(choice) for choice in bodies.refused()]
    assert not refused, "in no good request:\n" + "\n".join(refused)
