"""Runs long jobs in helper processes, because a server process has one thread for all its phones.

A *job* may take more than a tenth of a second (reading a file, scoring a long record, drawing a
picture): it is one of :mod:`scorecard.aside.jobs` by name, with plain values as arguments. A
:class:`HelperPool` gives it to a helper, a child process that is killed once its processor time is
over; what it had begun to write is rolled back. Helpers are kept for a while, because the next step
of an import comes soon. Their priority is not lowered: while one writes, whoever counts waits.

Without a server, as in tests, :class:`InProcess` does the same jobs at once.

What goes through the pipe between both is pickled. Nothing that comes from outside ever is.
"""

from __future__ import annotations

import errno
import logging
import os
import pickle
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorecard import errors
from scorecard.live.hub import News, hub
from scorecard.machine import outages
from scorecard.rules.words import Sentence, say

Do = Callable[[str, tuple[Any, ...]], Any]
"""Does the job of a name with its arguments."""

HELPERS = 2
"""Helpers of one server process, each of which does one job at a time."""
PATIENCE_SECONDS = 10
"""How long a job waits for its turn."""
CPU_SECONDS = 10
"""Processor time that a job may take."""
PATIENT = 4
"""The most wall-clock time of a job, as a multiple of its processor time, on a busy machine."""
MEMORY_BYTES = 2 * 1024**3
"""Memory that a helper may take."""
START_SECONDS = 30
"""How long a helper may take to start."""
MOST_REMEMBERED = 1_000
"""Households whose latest turn is remembered; others count as never helped."""
IDLE_SECONDS = 120
"""How long a helper waits for another job."""
HEADER_BYTES = 8
PIECE = 256 * 1024
BEGUN = b"\x01"
"""What a helper sends when it begins a job; until then, another one may do it."""

log = logging.getLogger("scorecard")


@dataclass(frozen=True, slots=True)
class Order:
    """A job by name, with its arguments and its seconds of processor time."""

    name: str
    arguments: tuple[Any, ...]
    seconds: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """A job's ``result``; or a ``refusal``, ``outage`` or ``fault``. ``news`` are for the hub."""

    result: Any = None
    refusal: errors.ScorecardError | None = None
    outage: str = ""
    fault: str = ""
    news: list[News] = field(default_factory=list)


class InProcess:
    """Does jobs at once, in this process."""

    def __init__(self, do: Do) -> None:
        self._do = do

    def run(self, name: str, *arguments: Any, **_turn: object) -> Any:
        """Return a job's result, and raise its refusal."""
        return self._do(name, arguments)


class HelperGone(Exception):
    """A helper ended before it began the job."""


class OutOfTime(Exception):
    """A helper ended, or was killed, before it finished its job."""


class HelperPool:
    """Gives jobs to helpers, a few at a time."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._idle: list[Helper] = []
        self._busy: list[Hashable] = []
        self._waiting: Counter[Hashable] = Counter()
        # By household, the number of its latest turn.
        self._helped: dict[Hashable, int] = {}
        self._turns_given = 0
        self._turns = threading.Condition()

    def run(
        self,
        name: str,
        *arguments: Any,
        who: Hashable = None,
        seconds: int = CPU_SECONDS,
        too_long: Sentence,
    ) -> Any:
        """Return a job's result, and raise its refusal.

        Raises :class:`TooLarge` with ``too_long`` after ``seconds`` of processor time, and
        :class:`Busy` where no helper is free in time. ``who`` has one job at a time.
        """
        order = Order(name, arguments, seconds)
        with self._turn(who):
            try:
                outcome = self._outcome_of(order)
            except OutOfTime:
                raise errors.TooLarge(too_long) from None
            except HelperGone:
                raise OSError(errno.ENOMEM, "no helper process can be started") from None
        for news in outcome.news:
            hub.tell(news)
        return _result(order, outcome)

    def close(self) -> None:
        """End the idle helpers."""
        while self._idle:
            self._idle.pop().end()

    def _outcome_of(self, order: Order) -> Outcome:
        """Have a job done by an idle helper, else by a new one."""
        while self._idle:
            # An idle helper may just have ended.
            with suppress(HelperGone):
                return self._outcome_by(self._idle.pop(), order)
        return self._outcome_by(Helper(self._data_dir), order)

    def _outcome_by(self, helper: Helper, order: Order) -> Outcome:
        try:
            outcome = helper.do(order)
        except BaseException:
            helper.end()
            raise
        self._idle.append(helper)
        return outcome

    @contextmanager
    def _turn(self, who: Hashable) -> Iterator[None]:
        """Wait until a helper is free, and no other job of the same household runs.

        The household that was helped longest ago is next, however many jobs others have sent.
        """
        with self._turns:
            self._waiting[who] += 1
            has_turn = self._turns.wait_for(lambda: self._is_next(who), PATIENCE_SECONDS)
            self._waiting -= Counter([who])
            if not has_turn:
                self._turns.notify_all()
                raise errors.Busy(say("The server is busy. Try again in a moment."))
            self._turns_given += 1
            self._helped.pop(who, None)
            self._helped[who] = self._turns_given
            if len(self._helped) > MOST_REMEMBERED:
                del self._helped[next(iter(self._helped))]
            self._busy.append(who)
        try:
            yield
        finally:
            with self._turns:
                self._busy.remove(who)
                self._turns.notify_all()

    def _is_next(self, who: Hashable) -> bool:
        if len(self._busy) >= HELPERS or not self._may_have_turn(who):
            return False
        others = filter(self._may_have_turn, self._waiting)
        return self._helped.get(who, 0) <= min(self._helped.get(one, 0) for one in others)

    def _may_have_turn(self, who: Hashable) -> bool:
        return who is None or who not in self._busy


class Helper:
    """The parent's side of a child process that does one job after the other."""

    def __init__(self, data_dir: Path) -> None:
        self._pipe, theirs = socket.socketpair()
        command = [sys.executable, "-m", "scorecard", "help-aside", "--data", str(data_dir)]
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own command
                command,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
            )

    def do(self, order: Order) -> Outcome:
        """Have a job done; raise :class:`OutOfTime` if the helper ends before that."""
        self._pipe.settimeout(START_SECONDS + PATIENT * order.seconds)
        try:
            _send(self._pipe, order)
            if self._pipe.recv(len(BEGUN)) != BEGUN:
                raise HelperGone
        except OSError:
            raise HelperGone from None
        try:
            outcome: Outcome = _receive(self._pipe)
        except (OSError, EOFError):
            raise OutOfTime from None
        return outcome

    def end(self) -> None:
        """Kill the process; what it has begun to write is rolled back."""
        self._pipe.close()
        self._process.kill()
        self._process.wait()


def serve(do: Do) -> None:
    """Do jobs from standard input, until it is closed or none comes for long."""
    # Ctrl+C reaches every process of the terminal; this one ends with its parent.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    with socket.socket(fileno=os.dup(0)) as pipe:
        while True:
            pipe.settimeout(IDLE_SECONDS)
            try:
                order: Order = _receive(pipe)
            except (OSError, EOFError):
                return
            pipe.settimeout(None)
            _limit_seconds(order.seconds)
            try:
                pipe.sendall(BEGUN)
                _send(pipe, _outcome(do, order))
            except OSError:
                return


def _outcome(do: Do, order: Order) -> Outcome:
    """Do a job, and return its outcome with the news for the parent's hub."""
    news: list[News] = []
    hub.pass_on = news.append
    try:
        return Outcome(do(order.name, order.arguments), news=news)
    except errors.ScorecardError as error:
        return Outcome(refusal=error)
    except MemoryError:
        # The memory limit ends a helper as the time limit does.
        sys.exit(1)
    except Exception as error:  # noqa: BLE001 - whatever it was, the parent answers
        why = outages.reason(error)
        return Outcome(outage=why) if why else Outcome(fault=outages.kind_of(error))


def _result(order: Order, outcome: Outcome) -> Any:
    if outcome.refusal:
        raise outcome.refusal
    if outcome.outage:
        raise OSError(errno.EIO, outcome.outage)
    if outcome.fault:
        log.error("fault in %s: %s", order.name, outcome.fault)
        raise RuntimeError(order.name)
    return outcome.result


def _limit_seconds(seconds: int) -> None:
    """Let the system kill this process after so many more seconds of processor time."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


def _send(pipe: socket.socket, what: object) -> None:
    data = pickle.dumps(what)
    pipe.sendall(len(data).to_bytes(HEADER_BYTES) + data)


def _receive(pipe: socket.socket) -> Any:
    length = int.from_bytes(_exactly(pipe, HEADER_BYTES))
    return pickle.loads(_exactly(pipe, length))  # noqa: S301 - written by our own process


def _exactly(pipe: socket.socket, length: int) -> bytes:
    read = bytearray()
    while len(read) < length:
        piece = pipe.recv(min(PIECE, length - len(read)))
        if not piece:
            raise EOFError
        read += piece
    return bytes(read)
