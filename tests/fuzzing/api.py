"""Ask the whole API what its own description allows and forbids, with schemathesis.

``python -m tests.fuzzing.api --examples 200`` asks so many times of each operation, with ids
and bodies of the small world mixed in, so that it gets past the door. No answer may be a fault,
and each must be as described: status, content type and shape. Exits with 1 where one is not, or
where an operation could not be asked to the end.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky, FlakyStrategyDefinition
from schemathesis.checks import CHECKS
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok

from scorecard.models import Device
from scorecard.web.http.access import device_token
from tests.fuzzing.requests import API, Requests
from tests.fuzzing.world import World, world_in

CHECKED = (
    *("not_a_server_error", "status_code_conformance", "content_type_conformance"),
    *("response_schema_conformance", "response_headers_conformance"),
)
ENDLESS = ("/api/v1/games/{game_uid}/events", "/api/v1/groups/{group_uid}/events")
"""What cannot be read to its end."""
MOST_TRIES = 3
MODES = (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)


@dataclass
class Found:
    """What came of all operations."""

    statuses: Counter[int] = field(default_factory=Counter)
    operations: dict[str, Counter[int]] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    begun_again: int = 0

    @property
    def count(self) -> int:
        """How many requests were sent."""
        return self.statuses.total()


class Api:
    """The API of a world and its description."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.requests = Requests(world)
        self.schema = schemathesis.openapi.from_wsgi(f"{API}/openapi.json", world.app)
        with world.app.test_request_context():
            self.token = device_token(Device(uid=world.uids["keeper"]))
        self.checks = [CHECKS.get_one(name) for name in CHECKED]

    def ask_everything(self, examples: int, start: int = 0) -> Found:
        """Ask every operation so many times in each mode."""
        found = Found()
        self.world.restore()
        for operation in self._operations():
            # Without a body there is little that could be sent wrongly: ids are any text.
            for mode in MODES if operation.body else MODES[:1]:
                self._ask(found, operation, mode, examples, start)
        return found

    def _operations(self) -> Iterator[Any]:
        for result in self.schema.get_all_operations():
            assert isinstance(result, Ok), result
            operation = result.ok()
            if operation.path not in ENDLESS:
                yield operation

    def _ask(
        self, found: Found, operation: Any, mode: Any, examples: int, start: int, again: int = 0
    ) -> None:
        cases = operation.as_strategy(generation_mode=mode)

        @seed(start)
        @settings(
            max_examples=examples,
            database=None,
            deadline=None,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        @given(case=cases, pick=st.integers(0, 2**32))
        def each(case: Any, pick: int) -> None:
            self._deepen(case, Random(pick))
            self._send(found, operation, case)

        try:
            each()
        except (Flaky, FlakyStrategyDefinition):
            # Schemathesis does not always draw the same again; what was sent until then counts.
            if again == MOST_TRIES:
                name = f"{operation.label}: given up"
                found.faults[name] = f"It was not asked to the end in {MOST_TRIES + 1} tries."
                return
            found.begun_again += 1
            self._ask(found, operation, mode, examples, start + 1, again + 1)

    def _deepen(self, case: Any, random: Random) -> None:
        """Put what there really is into a generated request, wholly or in part."""
        operation = case.operation
        good = self._good(operation.method.upper(), operation.path)
        if not good or random.random() < 0.1:
            return
        ask, values = random.choice(good)
        if case.path_parameters:
            for name, value in values.items():
                if random.random() < 0.97:
                    case.path_parameters[name] = value
        if not isinstance(ask.body, dict):
            return
        if isinstance(case.body, dict):
            generated = {key: case.body[key] for key in case.body if random.random() < 0.3}
            case.body = {**ask.body, **generated} if random.random() < 0.7 else case.body
            if "version" in ask.body and random.random() < 0.8:
                case.body["version"] = ask.body["version"]

    def _good(self, method: str, path: str) -> list[tuple[Any, dict[str, Any]]]:
        found = []
        for (known, rule), asks in self.requests.all.items():
            if known == method and re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule) == path:
                found += [(ask, self.requests.values_of(ask)) for ask in asks]
        return found

    def _send(self, found: Found, operation: Any, case: Any) -> None:
        # What is compressed would be read as it is.
        headers = {"Authorization": f"Bearer {self.token}", "Accept-Encoding": "identity"}
        response = case.call(headers=headers)
        found.statuses[response.status_code] += 1
        found.operations.setdefault(operation.label, Counter())[response.status_code] += 1
        try:
            case.validate_response(response, checks=self.checks)
        except (FailureGroup, AssertionError) as failure:
            name = f"{operation.label}: {response.status_code}"
            found.faults.setdefault(name, str(failure))
        if self.world.changed():
            if response.status_code >= 400:
                found.faults.setdefault(
                    f"{operation.label} saved a refused one", case.as_curl_command()
                )
            self.world.restore()


def main() -> int:
    """Ask as often as wanted, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given_ = parser.parse_args()
    warnings.simplefilter("ignore")
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, world_in(Path(folder)) as world:
        found = Api(world).ask_everything(given_.examples, given_.seed)
    seconds = time.monotonic() - begun
    print(f"{found.count:,} requests to {len(found.operations)} operations in {seconds:,.0f} s")
    print(
        "Statuses:", ", ".join(f"{status}: {n:,}" for status, n in sorted(found.statuses.items()))
    )
    never = [name for name, statuses in found.operations.items() if min(statuses) >= 300]
    print("Never let in:", ", ".join(never) or "none")
    for what, example in found.faults.items():
        print(f"FAULT {what}\n{example}\n")
    print(f"{found.begun_again} begun again, {len(found.faults)} faults")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
