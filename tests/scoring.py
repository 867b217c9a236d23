"""Scores records that a test knows to be scored, or to be refused."""

from __future__ import annotations

from typing import Any

from scorecard.rules import Refusal, Sheet, score


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
