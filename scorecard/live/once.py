"""What is read or made once for all phones."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Made = TypeVar("Made")


class Once:
    """Keeps what is made of it, which lasts as long as it does itself."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Any] = {}
        self._lock = threading.RLock()

    def once(self, what: Hashable, make: Callable[[], Made]) -> Made:
        """Return what was made before, or what ``make`` returns."""
        with self._lock:
            if what not in self._made:
                self._made[what] = make()
            made: Made = self._made[what]
            return made
