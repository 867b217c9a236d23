"""A process that has loaded the program already, and forks a server in a moment.

To load it takes seconds of a processor for every server, and nearly every test of a browser has
one. What is forked is a server like any other, in a session of its own. ``python -m
tests.servers.nursery FD FOLDER`` hears over a socket, line by line, what to start and whom to ask
after, and keeps compiled templates in a folder.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any


class Child:
    """A process that the nursery has forked, asked and stopped as those of ``subprocess`` are."""

    def __init__(self, nursery: Nursery, pid: int) -> None:
        self.nursery = nursery
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return how it ended, or None while it runs."""
        if self.returncode is None:
            self.returncode = self.nursery.ask(poll=self.pid)
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Wait until it has ended, and return how."""
        deadline = time.monotonic() + timeout
        while (ended := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("scorecard run", timeout)
            time.sleep(0.01)
        return ended

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it runs."""
        if self.poll() is None:
            os.kill(self.pid, number)


class Nursery:
    """The process that forks, as those who want something of it see it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        here, there = socket.socketpair()
        self._compiled = tempfile.TemporaryDirectory()
        command = [sys.executable, "-m", "tests.servers.nursery"]
        command += [str(there.fileno()), self._compiled.name]
        self._process = subprocess.Popen(command, pass_fds=[there.fileno()])
        there.close()
        self._lines = here.makefile("rw")
        here.close()
        atexit.register(self.close)

    def fork(self, arguments: Sequence[str], environment: Mapping[str, str], output: Path) -> Child:
        """Begin to run the program, with its output at the end of a file."""
        told = {"environment": dict(environment), "output": str(output), "folder": str(Path.cwd())}
        return Child(self, self.ask(arguments=list(arguments), **told))

    def ask(self, **question: Any) -> Any:
        """Return the answer to a question."""
        with self._lock:
            self._lines.write(json.dumps(question) + "\n")
            self._lines.flush()
            return json.loads(self._lines.readline())

    def close(self) -> None:
        """End the process that forks; servers go on."""
        self._lines.close()
        self._process.wait()
        self._compiled.cleanup()


@cache
def nursery() -> Nursery:
    """Return this process's nursery, which is started when it is first asked for."""
    return Nursery()


def _ended(pid: int, waitpid: Any) -> int | None:
    ended, status = waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _settle(question: Mapping[str, Any]) -> None:
    """Make this process what one that was started anew would be."""
    os.setsid()
    os.chdir(question["folder"])
    os.environ.clear()
    os.environ.update(question["environment"])
    nothing = os.open(os.devnull, os.O_RDONLY)
    output = os.open(question["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for descriptor, place in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(descriptor, place)
    os.close(nothing)
    os.close(output)
    sys.argv = ["scorecard", *question["arguments"]]


def serve(lines: Any) -> Mapping[str, Any] | None:
    """Fork whenever asked to; return in a fork what it is for, and at the end nothing."""
    from gevent.monkey import get_original

    fork, waitpid = get_original("os", ["fork", "waitpid"])
    for line in iter(lines.readline, ""):
        question: Mapping[str, Any] = json.loads(line)
        if "poll" in question:
            answer = _ended(question["poll"], waitpid)
        elif (answer := fork()) == 0:
            return question
        lines.write(json.dumps(answer) + "\n")
        lines.flush()
    return None


def main() -> None:
    """Load the program, fork, and be the program in each fork."""
    # Imported first of all: it prepares the standard library.
    from scorecard.serving import server  # noqa: F401, I001
    import flask
    from jinja2 import FileSystemBytecodeCache
    from scorecard import cli
    from scorecard.web import setup  # noqa: F401

    # What one server compiles of the templates, the next ones have.
    flask.Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(sys.argv[2])}
    with socket.socket(fileno=int(sys.argv[1])) as asked, asked.makefile("rw") as lines:
        question = serve(lines)
    if question:
        _settle(question)
        cli.main()


if __name__ == "__main__":
    main()
