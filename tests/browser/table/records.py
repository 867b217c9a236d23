"""What the phones show, against what the command line makes of the exported record."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.browser.phone import Phone


def record_of(phone: Phone) -> dict[str, Any]:
    response = phone.page.request.get(f"/api/v1/games/{phone.uid}/record")
    found: dict[str, Any] = response.json()
    return found


def totals_of(phone: Phone) -> dict[str, int | None]:
    """Return the totals of whoever scores belong to: players, or sides."""
    sheet = phone.page.request.get(f"/api/v1/games/{phone.uid}").json()
    return {side["side"]: side["total"] for side in sheet["sides"]}


def check_against_command_line(phone: Phone) -> dict[str, Any]:
    """Score the evening's record with ``scorecard score``; it must say what the phones show."""
    done = subprocess.run(
        [sys.executable, "-m", "scorecard", "score", "-"],
        input=json.dumps(record_of(phone)),
        capture_output=True,
        text=True,
        check=True,
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    assert answer["totals"] == totals_of(phone)
    return answer
