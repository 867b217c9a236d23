"""Checks the ``Host`` of a request, against DNS rebinding, and the origin of a write.

Links and QR codes are made from ``Host``, and a foreign site could let its own name lead to a
computer in the home network. So only names are accepted that no stranger can own: those of home
networks, and the one of ``PUBLIC_URL``.
"""

from __future__ import annotations

import ipaddress
import socket
from functools import cache
from typing import Any
from urllib.parse import SplitResult, urlsplit

from flask import Flask, current_app, request
from werkzeug.exceptions import Forbidden, HTTPException

from scorecard.config import Settings
from scorecard.rules.words import say
from scorecard.web.http.access import SAFE_METHODS

HOME_ENDINGS = (".localhost", ".local", ".home.arpa", ".internal", ".lan", ".home", ".test")
"""Endings of host names that nobody can register on the internet."""
OWN_SITES = ("same-origin", "none")
"""Values of ``Sec-Fetch-Site`` for our own pages, and for an address that somebody typed."""
LONGEST_SHOWN = 80
"""Characters of an unknown name that the refusal repeats."""


class Misdirected(HTTPException):
    """The ``Host`` is not a name of this server."""

    code = 421


def init_app(app: Flask) -> None:
    """Check every request, before anything else looks at it."""
    app.before_request(refuse_unknown)
    app.before_request(refuse_foreign_writes)


def refuse_unknown() -> None:
    """Refuse a request with an unknown ``Host``."""
    host = request.host  # "" where it holds characters that no name has.
    if is_known(host, current_app.config["SETTINGS"], _own_address()):
        return
    shown = host[:LONGEST_SHOWN]
    raise Misdirected(
        say(
            "This Scorecard does not know that it is called %(name)s. Open it under its "
            "address in the home network, or set PUBLIC_URL to the whole address, such as "
            "%(address)s, and start it again.",
            name=shown or say("that name"),
            address=f"{request.scheme}://{shown or 'cards.example.org'}",
        )
    )


def refuse_foreign_writes() -> None:
    """Refuse a write that a page of another site makes a browser send.

    The token in every form, and JSON in the API, prevent that already; this is a second lock.
    """
    if request.method in SAFE_METHODS:
        return
    if not is_own_page() and (_site() or _origin()):
        raise Forbidden(say("A page of another site sent this, so nothing happened."))


def is_own_page() -> bool:
    """Whether a page of ours sent this request, by the headers that browsers set."""
    if site := _site():
        return site in OWN_SITES
    if not (origin := _origin()):
        return False
    public = parts_of(current_app.config["SETTINGS"].public_url).netloc
    return parts_of(origin).netloc in {request.host, public} - {""}


def is_known(host: str, settings: Settings, own_address: str = "") -> bool:
    """Whether a ``Host`` is a name of this server; ``own_address`` is that of its socket."""
    name = _name(f"//{host}")
    if not name:
        return False
    if name == _name(settings.public_url):
        return True
    return is_of_home(name) or name in (own_address, _computer())


def parts_of(address: str) -> SplitResult:
    """Split an address that may be malformed; then its parts are empty."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def is_of_home(name: str) -> bool:
    """Whether a name or an IP address is one of home networks, which nobody has on the internet."""
    if number := ip_of(name):
        return not number.is_global
    return "." not in name or name.endswith(HOME_ENDINGS)


def ip_of(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the IP address that stands in the place of a name, None for a name."""
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _site() -> str:
    """Return ``Sec-Fetch-Site``, which browsers send over HTTPS and to localhost."""
    return request.headers.get("Sec-Fetch-Site", "")


def _origin() -> str:
    """Return the address of the page that sends the request, "" where the browser hides it."""
    origin = request.headers.get("Origin", "")
    return "" if origin == "null" else origin


def _name(address: str) -> str:
    return (parts_of(address).hostname or "").rstrip(".").partition("%")[0]


def _own_address() -> str:
    """Return the local address of the request's socket, "" where it is unknown."""
    connection: Any = request.environ.get("gunicorn.socket")
    if connection is None:
        return ""
    try:
        return str(connection.getsockname()[0]).partition("%")[0]
    except (OSError, IndexError):
        return ""


@cache
def _computer() -> str:
    return socket.gethostname().lower()
