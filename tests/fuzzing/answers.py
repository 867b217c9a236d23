"""What the API answers to every good request of the small world, kept as one digest for each.

``python -m tests.fuzzing.answers FILE`` writes the answers into a file, and keeps their digests:
write them before and after a change, and compare the two files to see what it changed.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from scorecard.services.limits import codes
from scorecard.web.http import access
from tests.fuzzing.requests import API, Requests
from tests.fuzzing.world import World, world_in

RECORDED = Path(__file__).parents[1] / "data" / "api_answers.txt"
NOON = datetime(2026, 11, 26, 11, tzinfo=UTC)
CHANCE = (
    (r"\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)", "MOMENT"),
    (r"\d{4}-\d\d-\d\d|\b\d{1,2} [A-Z][a-z]{2} \d{4}", "DAY"),
    (r"(?<![\w-])(?=[\w-]*[A-Z0-9])(?:[\w-]{12}|[\w-]{24})(?![\w-])", "ID"),
    (r'(?<=[\[ ]")(?:[\w-]{12}|[\w-]{24})(?="[^:])', "ID"),
    (r'(?<="code": ")[A-Z0-9-]+(?=")', "CODE"),
    (r'(?<="device_token": ")[^"]+', "TOKEN"),
    (r'(?<="book": ")[0-9a-f]{8}(?=")', "DIGEST"),
    (r'(?<="seconds_played": )\d+', "SECONDS"),
    (r'(?<="took": ")[^"]*', "TIME"),
)
"""What differs from one world to the next, and what stands for it."""
TAGS = ((r'"tags": \[\{.*?\]', "TAGS"),)
"""What the description lists in the order in which a process met it."""
NOT_JSON = ("/events", "/picture", "/api/v1/")
OF_TODAY = ("/export", "/chart", "/closing")
"""What depends on the day, or is written by a helper process."""


@contextmanager
def recordable() -> Iterator[None]:
    """Let it be noon where the group lives, and let no id look like a word.

    In the small hours its evening lies on two days, and one id in 20,000 has no capital and no
    digit to be known by.
    """
    ahead = NOON.timestamp() - time.time()
    clock = SimpleNamespace(time=lambda: time.time() + ahead)
    drawn = iter(codes.new_uid, None)
    known = (uid for uid in drawn if not uid.islower())
    with patch.object(access, "time", clock), patch.object(codes, "new_uid", known.__next__):
        yield


def answers(world: World, requests: Requests) -> Iterator[tuple[str, str]]:
    """Yield requests as the keeper makes them, each with what is answered."""
    for ask in [*requests.pages, *requests.calls]:
        if not ask.rule.startswith(API) or ask.rule.endswith((*NOT_JSON, *OF_TODAY)):
            continue
        with ask.send(world.client()) as response:
            text = response.get_data(as_text=True)
        if ask.method != "GET":
            world.restore()
        for pattern, word in TAGS if "openapi" in ask.rule else CHANCE:
            text = re.sub(pattern, word, text)
        yield f"{ask.method} {ask.rule} {response.status_code}", text


def digest(text: str) -> str:
    """Return what is kept of an answer."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def main() -> None:
    """Write the answers into the file that the command line names, and keep their digests."""
    with recordable(), tempfile.TemporaryDirectory() as folder, world_in(Path(folder)) as world:
        told = list(answers(world, Requests(world)))
    Path(sys.argv[1]).write_text("".join(f"{asked}\n{text}\n" for asked, text in told))
    RECORDED.write_text("".join(f"{digest(text)} {asked}\n" for asked, text in told))


if __name__ == "__main__":
    main()
