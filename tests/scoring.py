"""Scores records: those that a test knows to be scored, or to be refused, and any other."""

from __future__ import annotations

import json
from typing import Any

from scorecard.rules import Refusal, Sheet, score
from tests.handbook.regions import REFUSALS, WARNINGS


def sheet_of(record: Any, **more: Any) -> Sheet:
    """Return the sheet of a record, which the rules must not refuse."""
    result = score(record, **more)
    assert isinstance(result, Sheet), result
    return result


def refusal_of(record: Any, **more: Any) -> Refusal:
    """Return why the rules refuse a record, as they must."""
    result = score(record, **more)
    assert isinstance(result, Refusal), result
    return result


def answer_of(record: Any, **more: Any) -> Sheet | Refusal:
    """Return what the rules answer, having checked what every answer promises."""
    result = score(record, **more)
    answer = result.to_json()
    assert json.loads(json.dumps(answer)) == answer
    assert score(record, **more).to_json() == answer
    sheet = result.kept if isinstance(result, Refusal) else result
    assert {warning.code for warning in sheet.warnings} <= WARNINGS
    if isinstance(result, Refusal):
        assert result.code in REFUSALS
        assert result.message.endswith((".", '."', '".')), result.message
    return result
