"""The phones' people: everybody writes what comes to mind, at the same time."""

from __future__ import annotations

import threading
import time
from random import Random
from typing import Self

from tests.servers.clients import Lost, Phone
from tests.torture.evening import Evening
from tests.torture.ledger import Ledger

PATIENCE_SECONDS = 120
"""For whatever must happen soon, on however loaded a machine."""


class Players:
    """The phones' people: each a thread that writes what comes to mind, until told to stop."""

    def __init__(self, evening: Evening, ledger: Ledger, seed: int) -> None:
        self.evening, self.ledger = evening, ledger
        self._turn = threading.Condition()
        self._may_play = self._is_over = False
        self._busy = 0
        self._failures: list[BaseException] = []
        self._threads = [
            threading.Thread(target=self._play, args=(phone, Random(f"{seed} {phone.name}")))
            for phone in evening.phones
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.go_home()

    def play(self) -> None:
        """Let everybody write."""
        with self._turn:
            self._may_play = True
            self._turn.notify_all()

    def rest(self) -> None:
        """Let everybody bring what they are writing to its end, and then wait."""
        with self._turn:
            self._may_play = False
            done = self._turn.wait_for(lambda: self._busy == 0, PATIENCE_SECONDS)
        self.check()
        assert done, f"{self._busy} phones were not answered within {PATIENCE_SECONDS} seconds"

    def go_home(self) -> None:
        """End the evening."""
        with self._turn:
            self._is_over = True
            self._turn.notify_all()
        for thread in self._threads:
            thread.join(PATIENCE_SECONDS)
        for phone in self.evening.phones:
            phone.hang_up()

    def wait_for(self, more: int) -> None:
        """Wait until so many more writes are acknowledged; there must be one now and then."""
        begun = self.ledger.acknowledged
        for wanted in range(begun + 1, begun + more + 1):
            came = self.ledger.wait_for(wanted, PATIENCE_SECONDS)
            self.check()
            assert came, f"nothing was acknowledged within {PATIENCE_SECONDS} seconds"

    def check(self) -> None:
        """Raise what went wrong on a phone."""
        if self._failures:
            raise self._failures[0]

    def _play(self, phone: Phone, chance: Random) -> None:
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._may_play or self._is_over)
                if self._is_over:
                    return
                self._busy += 1
            try:
                self._write(phone, chance)
            except Lost:
                time.sleep(chance.random() / 10)
            except BaseException as error:  # noqa: BLE001
                self._failures.append(error)
                return
            finally:
                with self._turn:
                    self._busy -= 1
                    self._turn.notify_all()

    def _write(self, phone: Phone, chance: Random) -> None:
        posting = self.evening.idea(phone, chance)
        if posting is None:
            return
        answer = self.ledger.deliver(phone, posting, self._go_on)
        if answer.is_done and posting.name in ("start", "rematch"):
            self.evening.note_game(answer.game)

    def _go_on(self) -> None:
        if self._is_over:
            raise Lost("the evening is over")
