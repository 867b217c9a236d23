"""Phones that begin to listen let others go before them, and are put off where too many wait."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import gevent
import pytest

from scorecard.serving.gate import AT_A_TIME, Gate
from scorecard.web.live.streams import EVENT_STREAM, RETRY_MILLISECONDS, SPREAD_MILLISECONDS

MANY = 40


class Server:
    """An application behind a gate; every stream takes as long as ``work`` does."""

    def __init__(self, most_waiting: int) -> None:
        self.done: list[str] = []
        self.at_once = self.most_at_once = 0
        self.guarded = Gate(most_waiting).guard(self.answer)

    def answer(self, environ: dict[str, Any], _start_response: Any) -> Iterable[bytes]:
        self.at_once += 1
        self.most_at_once = max(self.at_once, self.most_at_once)
        gevent.sleep(0)
        self.at_once -= 1
        self.done.append(environ.get("HTTP_ACCEPT", "a page"))
        return [b"answered"]

    def ask(self, accept: str, method: str = "GET") -> gevent.Greenlet:
        written: list[bytes] = []

        def start(_status: str, _headers: object) -> Callable[[bytes], None]:
            return written.append

        def answer() -> bytes:
            left = self.guarded({"REQUEST_METHOD": method, "HTTP_ACCEPT": accept}, start)
            return b"".join([*written, *left])

        return gevent.spawn(answer)


def test_who_wants_a_page_goes_before_those_who_wait_to_listen() -> None:
    server = Server(MANY)
    streams = [server.ask(EVENT_STREAM) for _ in range(MANY)]
    page = server.ask("text/html")
    gevent.joinall([*streams, page])
    assert server.done.index("text/html") <= AT_A_TIME
    assert server.done.count(EVENT_STREAM) == MANY
    assert server.most_at_once <= AT_A_TIME + 1


@pytest.fixture
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorecard.serving.gate.monotonic", lambda: 1000.0)


@pytest.mark.usefixtures("no_time_passes")
def test_beyond_those_who_can_wait_phones_are_told_when_to_come_again() -> None:
    server = Server(most_waiting=10)
    answers = [server.ask(EVENT_STREAM) for _ in range(MANY)]
    gevent.joinall(answers)
    let_in = [one.value for one in answers if one.value == b"answered"]
    assert len(let_in) == 10
    hints = [re.fullmatch(rb"retry: (\d+)\n\n", one.value) for one in answers[10:]]
    times = [int(found[1]) for found in hints if found]
    assert len(times) == MANY - 10
    # Each when those before it are let in.
    assert times == [RETRY_MILLISECONDS + SPREAD_MILLISECONDS * turn for turn in range(11, 41)]
    # Those who come once the others are in find the gate open.
    assert server.ask(EVENT_STREAM).get() == b"answered"


@pytest.mark.usefixtures("no_time_passes")
def test_nobody_is_put_off_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorecard.serving.gate.LONGEST_SECONDS", 0.1)
    server = Server(most_waiting=10)
    answers = [server.ask(EVENT_STREAM) for _ in range(MANY)]
    gevent.joinall(answers)
    times = [int(one.value[7:]) - RETRY_MILLISECONDS for one in answers[10:]]
    assert max(times) <= 100
    assert min(times[-10:]) >= 50


def test_a_write_is_done_whatever_kind_of_answer_it_asks_for() -> None:
    server = Server(most_waiting=0)
    assert server.ask(EVENT_STREAM, "POST").get() == b"answered"
    assert server.ask(EVENT_STREAM).get() != b"answered"


def test_an_application_that_fails_keeps_no_place() -> None:
    def fail(_environ: object, _start_response: object) -> Iterable[bytes]:
        raise OSError("no database")

    guarded = Gate(most_waiting=1).guard(fail)
    for _ in range(2 * AT_A_TIME):
        with pytest.raises(OSError, match="no database"):
            guarded({"REQUEST_METHOD": "GET", "HTTP_ACCEPT": EVENT_STREAM}, None)
