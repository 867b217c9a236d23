"""Event streams as phones read them, without a server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from flask.testing import FlaskClient


class Stream:
    """An event stream being read, event by event."""

    def __init__(self, client: FlaskClient, url: str, **environ: str) -> None:
        self.response = client.get(url, buffered=False, environ_overrides=environ)
        self.chunks: Iterator[Any] = iter(self.response.response)
        self.text = ""

    def next(self) -> dict[str, str]:
        while "\n\n" not in self.text:
            chunk = next(self.chunks)
            self.text += chunk.decode() if isinstance(chunk, bytes) else chunk
        event, self.text = self.text.split("\n\n", 1)
        found: dict[str, str] = {}
        for line in event.split("\n"):
            name, value = line.split(": ", 1) if ": " in line else (line.rstrip(":"), "")
            found[name] = found[name] + "\n" + value if name in found else value
        return found

    def next_but_beats(self) -> dict[str, str]:
        while (found := self.next())["event"] == "beat":
            pass
        return found

    def rest(self) -> str:
        """Return everything up to the stream's end."""
        for chunk in self.chunks:
            self.text += chunk.decode() if isinstance(chunk, bytes) else chunk
        return self.text

    def close(self) -> None:
        self.response.close()


def since_of(client: FlaskClient, path: str) -> str:
    """Return the state that a page says it shows."""
    found = re.search(r'data-since="([^"]+)"', client.get(path).get_data(as_text=True))
    assert found
    return found[1]
