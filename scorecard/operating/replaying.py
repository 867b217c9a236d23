"""What ``scorecard replay`` answers."""

from __future__ import annotations

from scorecard.database.db import apart
from scorecard.operating import scoring
from scorecard.rules import core, record
from scorecard.services.scripted import replay as replays


def replay(data: bytes) -> scoring.Answer:
    """Play a house-rules case, or each in a list of cases, in an empty database of its own."""
    try:
        parsed = record.loads(data)
        is_list = isinstance(parsed, list)
        bodies = [_replay(case) for case in (parsed if is_list else [parsed])]
    except (record.NotJson, replays.NotACase) as error:
        return scoring.no_record(str(error))
    errors = [body["error"]["message"] for body in bodies if "error" in body]
    return scoring.Answer(bodies if is_list else bodies[0], errors, 1 if errors else 0)


def _replay(case: object) -> dict[str, core.Json]:
    with apart() as session:
        return replays.replay(session, case)
