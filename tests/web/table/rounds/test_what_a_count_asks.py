"""What a count asks of the database: few statements, however many sit at the table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from scorecard.database.db import db
from tests.web.conftest import Program, group_of
from tests.work import statements

NAMES = ("Ann", "Bob", "Cy", "Dora", "Eve", "Flo")
QUICK = {"style": "quick", "quick-pile_points": "50", "quick-hand_points": "100", "confirmed": "1"}
WRITES = re.compile(r"(?:^|\(|\) )(INSERT|UPDATE|DELETE) ")


def asked_by(app: Flask, count: Callable[[], object]) -> Counter[str]:
    """Return how many statements of each kind a count is, without PostgreSQL's locks."""
    with app.app_context():
        engine = db.engine
    with statements(Session(engine)) as told:
        count()
    locks = ("LOCK TABLE", "FOR KEY SHARE", "FOR UPDATE")
    asked = [" ".join(one.split()) for one in told if not any(lock in one for lock in locks)]
    # PostgreSQL is sent several writes as one statement.
    return Counter(kind for one in asked for kind in WRITES.findall(one) or ["SELECT"])


@pytest.mark.parametrize("is_in_group", [False, True])
def test_a_count_reads_the_table_and_who_asks_once_each_and_writes_four_rows(
    app: Flask, program: Callable[[], Program], is_in_group: bool
) -> None:
    ann = program()
    more = {"group": group_of(ann.client)} if is_in_group else {}
    ann.start(*NAMES, options={"target": 100_000}, **more)
    ann.play(*(50 for _name in NAMES))
    ann.enter(2, 1, {"score": 100})
    written = {"INSERT": 3, "UPDATE": 1}

    def by_form() -> None:
        fields = {**QUICK, "version": str(ann.version), "key": "a count by the form"}
        answer = ann.client.post(f"/games/{ann.id}/rounds/2/seats/2", data=fields)
        assert answer.status_code == 303

    def by_program() -> None:
        headers = {"Idempotency-Key": "a count by a program"}
        assert ann.enter(2, 3, {"score": 150}, headers).status_code == 200

    assert asked_by(app, by_form) == {"SELECT": 2, **written}
    ann.sheet()
    # The round is known from the count before. The answer is the whole game, with the colours of
    # the players of a group.
    assert asked_by(app, by_program) == {"SELECT": 2 + is_in_group, **written}


def test_the_first_count_of_a_round_and_the_last_ask_hardly_more(
    app: Flask, program: Callable[[], Program]
) -> None:
    ann = program().start(*NAMES, options={"target": 100_000})
    ann.play(*(50 for _name in NAMES))
    first = asked_by(app, lambda: ann.enter(2, 1, {"score": 100}))
    # Without a key; the round is inserted.
    assert first == {"SELECT": 2, "INSERT": 3, "UPDATE": 1}
    for seat in range(2, len(NAMES)):
        ann.enter(2, seat, {"score": 100})
    last = asked_by(app, lambda: ann.enter(2, len(NAMES), {"score": 100}, is_confirmed=True))
    # The scores are inserted; round and seats are updated, and the round is read for the answer.
    assert last == {"SELECT": 3, "INSERT": 3, "UPDATE": 3}


def test_a_repetition_is_known_by_its_key(app: Flask, program: Callable[[], Program]) -> None:
    ann = program().start(*NAMES)
    headers = {"Idempotency-Key": "twice"}
    body = {"entry": {"score": 100}, "version": ann.version}
    path = f"/api/v1/games/{ann.id}/rounds/1/entries/1"
    first = ann.client.put(path, json=body, headers=headers)
    assert first.status_code == 200
    asked = asked_by(app, lambda: ann.client.put(path, json=body, headers=headers))
    assert set(asked) == {"SELECT"}
    assert ann.sheet()["version"] == first.get_json()["version"]
