"""The answer of ``scorecard score``. It imports the rules only, so that the command starts fast."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scorecard.rules import record

NOT_A_RECORD = 2
"""The exit code for a file without a game record."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The JSON that a command prints (``body``), its ``errors``, and its exit code."""

    body: object
    errors: list[str] = field(default_factory=list)
    exit_code: int = 0


def score(data: bytes) -> Answer:
    """Score a game record, or each in a list of records."""
    try:
        parsed = record.loads(data)
    except record.NotJson as error:
        return no_record(str(error))
    is_list = isinstance(parsed, list)
    records = parsed if is_list else [parsed]
    records.reverse()
    scored = []
    while records:
        # Taken away, so that a record's memory is free for the next and not given back in the end.
        scored.append(record.answer(records.pop()))
    bodies = [body for _code, body in scored]
    return Answer(
        bodies if is_list else bodies[0],
        [body["error"]["message"] for code, body in scored if code],
        max((code for code, _body in scored), default=0),
    )


def no_record(message: str) -> Answer:
    """Return the answer to a file without a game record."""
    body: dict[str, Any] = {
        "error": {"round": 0, "code": "not_a_record", "message": message},
        "kept": {},
    }
    return Answer(body, [message], NOT_A_RECORD)
