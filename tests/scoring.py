"""Scores records: those that a test knows to be scored, or to be refused, and any other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from scorecard.rules import Refusal, Sheet, score
from scorecard.rules.core import OpenRound
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


def codes(sheet: Sheet) -> list[tuple[int, str]]:
    """Return the warnings' rounds and codes."""
    return [(warning.round, warning.code) for warning in sheet.warnings]


class CardTable:
    """A card game with its usual players, as its own test plays it."""

    def __init__(self, game: str, players: Sequence[str]) -> None:
        self.game = game
        self.players = players

    def record(self, *rounds: Any, players: Any = None, **more: Any) -> dict[str, Any]:
        """Return a record; options by name, the record's own keys with ``record_`` before them."""
        parts = {key[7:]: value for key, value in more.items() if key.startswith("record_")}
        return {
            "game": self.game,
            "options": {key: more[key] for key in more if not key.startswith("record_")},
            "players": list(self.players if players is None else players),
            "rounds": list(rounds),
            **parts,
        }

    def scored(self, *rounds: Any, **more: Any) -> Sheet:
        """Return the sheet after some rounds."""
        return sheet_of(self.record(*rounds, **more))

    def refused(self, *rounds: Any, **more: Any) -> Refusal:
        """Return why some rounds are refused."""
        return refusal_of(self.record(*rounds, **more))

    def looked_at(self, open_round: Any, *before: Any, **more: Any) -> OpenRound:
        """Return what is said of a round that is being entered."""
        sheet = sheet_of(self.record(*before, **more), open_round=open_round)
        assert sheet.open_round is not None
        return sheet.open_round
