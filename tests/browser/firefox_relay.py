"""Start a Firefox that is older than Playwright expects, and stand between the two.

Playwright speaks WebDriver BiDi with Firefox, and begins with a few commands that Debian's Firefox
does not know yet: about downloads, bodies of answers and the screen. They are answered as done
here; none of our tests needs them. Everything else goes through as it is.

Run as the browser's executable; ``FIREFOX`` names the real one.
"""

from __future__ import annotations

import json
import os
import re
import socket
import struct
import subprocess
import sys
import threading
from contextlib import suppress

ADDRESS = re.compile(r"(BiDi listening on ws://127\.0\.0\.1:)(\d+)")
TEXT = 0x81
LENGTH = 0x7F
SHORT, LONG = 126, 127
LONGEST_SHORT = 65_536


def main() -> int:
    """Run Firefox, and tell Playwright the relay's address in place of Firefox's own."""
    command = [os.environ["FIREFOX"], *sys.argv[1:]]
    firefox = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    listener = socket.create_server(("127.0.0.1", 0))
    assert firefox.stderr
    for line in firefox.stderr:
        if found := ADDRESS.search(line):
            port = int(found.group(2))
            threading.Thread(target=_accept, args=(listener, port), daemon=True).start()
        sys.stderr.write(ADDRESS.sub(rf"\g<1>{listener.getsockname()[1]}", line))
        sys.stderr.flush()
    return firefox.wait()


def _accept(listener: socket.socket, port: int) -> None:
    while True:
        playwright, _address = listener.accept()
        firefox = socket.create_connection(("127.0.0.1", port))
        # Firefox answers only to its own address.
        greeting = re.sub(rb"Host: [^\r]+", b"Host: 127.0.0.1:%d" % port, _head(playwright))
        firefox.sendall(greeting)
        playwright.sendall(_head(firefox))
        for target in (_commands, _answers):
            threading.Thread(target=target, args=(playwright, firefox), daemon=True).start()


def _commands(playwright: socket.socket, firefox: socket.socket) -> None:
    with suppress(OSError):
        while data := playwright.recv(65_536):
            firefox.sendall(data)
    firefox.close()


def _answers(playwright: socket.socket, firefox: socket.socket) -> None:
    with suppress(OSError, EOFError):
        while True:
            frame, body = _frame(firefox)
            said = json.loads(body) if b'"unknown command"' in body else {}
            if said.get("error") == "unknown command":
                # The one whose answer is looked at hands out a collector's name.
                done = {"type": "success", "id": said["id"], "result": {"collector": "none"}}
                frame = _text(json.dumps(done).encode())
            playwright.sendall(frame)
    playwright.close()


def _head(one: socket.socket) -> bytes:
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += _exactly(one, 1)
    return head


def _frame(firefox: socket.socket) -> tuple[bytes, bytes]:
    """Return the next frame that Firefox sends, and what is in it; a server never masks it."""
    head = _exactly(firefox, 2)
    length = head[1] & LENGTH
    if length in (SHORT, LONG):
        more = _exactly(firefox, 2 if length == SHORT else 8)
        length = int.from_bytes(more, "big")
        head += more
    body = _exactly(firefox, length)
    return head + body, body


def _text(body: bytes) -> bytes:
    length = len(body)
    assert length < LONGEST_SHORT
    size = bytes([length]) if length < SHORT else bytes([SHORT]) + struct.pack("!H", length)
    return bytes([TEXT]) + size + body


def _exactly(one: socket.socket, number: int) -> bytes:
    data = b""
    while len(data) < number:
        more = one.recv(number - len(data))
        if not more:
            raise EOFError
        data += more
    return data


if __name__ == "__main__":
    sys.exit(main())
