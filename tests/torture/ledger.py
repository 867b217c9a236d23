"""What the server promised the phones: every write with the answer it got."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tests.servers.clients import Answer, Phone, Posting

FAULT = 500
LONGEST_TOLD = 8_000
"""Characters of a server's log."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A write that was answered, by whom it was sent how often, and the answer.

    It was ``begun`` and answered ``at`` those seconds of the monotonic clock.
    """

    phone: str
    posting: Posting
    tries: int
    status: int
    version: int | None
    was_replayed: bool
    said: str
    begun: float
    at: float

    @property
    def is_done(self) -> bool:
        """Whether the write was acknowledged."""
        return self.status < 400


class Ledger:
    """All receipts in the order in which they came, of all phones."""

    def __init__(self) -> None:
        self.receipts: list[Receipt] = []
        self.acknowledged = 0
        self._news = threading.Condition()

    def deliver(self, phone: Phone, posting: Posting, again: Callable[[], object]) -> Answer:
        """Let a phone send a write until it is answered, and keep the receipt."""
        resent, begun = 0, time.monotonic()

        def once_more() -> None:
            nonlocal resent
            resent += 1
            again()

        answer = phone.deliver(posting, once_more)
        self.keep(phone, posting, answer, 1 + resent, begun)
        return answer

    def keep(
        self, phone: Phone, posting: Posting, answer: Answer, tries: int = 1, begun: float = 0
    ) -> None:
        """Keep a receipt."""
        was_replayed = "Idempotency-Replayed" in answer.headers
        is_json = answer.headers.get("Content-Type", "").partition(";")[0].endswith("json")
        found = answer.json if is_json and answer.body else {}
        is_game = answer.is_done and "sides" in found
        version = found["version"] if is_game and not was_replayed else None
        receipt = Receipt(
            phone.name,
            posting,
            tries,
            answer.status,
            version,
            was_replayed,
            "" if answer.is_done else found.get("code", ""),
            begun,
            time.monotonic(),
        )
        with self._news:
            self.receipts.append(receipt)
            self.acknowledged += receipt.is_done
            self._news.notify_all()

    def wait_for(self, acknowledged: int, seconds: float) -> bool:
        """Wait until so many writes were acknowledged; return whether that was so in time."""
        with self._news:
            return self._news.wait_for(lambda: self.acknowledged >= acknowledged, seconds)

    @property
    def resent(self) -> int:
        """How many writes were sent more than once."""
        return sum(receipt.tries > 1 for receipt in self.receipts)

    @property
    def replayed(self) -> int:
        """How many of them the server knew already, as far as it says so."""
        return sum(receipt.was_replayed for receipt in self.receipts)

    @property
    def refused(self) -> int:
        """How many writes were refused for good."""
        return len(self.receipts) - self.acknowledged

    def refuse_faults(self, log: str) -> None:
        """Raise what the server says of a fault of its own, if there was any."""
        _, what, told = log.partition("Traceback")
        assert not what, what + told[:LONGEST_TOLD]
        found = [receipt for receipt in self.receipts if receipt.status >= FAULT]
        assert not found, found

    def counted(self) -> Counter[str]:
        """Return how many writes of each kind were answered how."""
        return Counter(
            f"{receipt.posting.name} {receipt.status} {receipt.said}".strip()
            for receipt in self.receipts
        )
