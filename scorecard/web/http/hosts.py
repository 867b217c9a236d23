"""The names this server answers to, and who may make a browser write to it.

Links and QR codes are made from the address that a request came to, and a page of somebody else's
could have its own name lead to a computer in the home network. So only names are answered that no
stranger can own: those of home networks, and the one of ``PUBLIC_URL``.
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

HOME_ENDINGS = (".localhost", ".local", ".home.arpa", ".internal", ".lan", ".home", ".test")
"""What names end with that nobody can register on the internet."""
OWN_SITES = ("same-origin", "none")
"""What browsers call a request of our own pages, and one that was typed or tapped elsewhere."""
LONGEST_SHOWN = 80
"""Characters of an unknown name that the refusal repeats."""


class Misdirected(HTTPException):
    """Asked under a name that is not this server's."""

    code = 421


def init_app(app: Flask) -> None:
    """Guard every request, before anything else looks at it."""
    app.before_request(refuse_unknown)
    app.before_request(refuse_foreign_writes)


def refuse_unknown() -> None:
    """Refuse a request under a name that may be anybody's."""
    # Empty where the name holds characters that no name has.
    host = request.host
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
    """Refuse what the page of another site has a browser write here.

    The token in every form, and JSON in the API, refuse it already; this is a second lock.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if not is_own_page() and (_site() or _origin()):
        raise Forbidden(say("A page of another site sent this, so nothing happened."))


def is_own_page() -> bool:
    """Whether the browser says that a page of ours sent this request; programs say nothing."""
    if site := _site():
        return site in OWN_SITES
    if not (origin := _origin()):
        return False
    public = parts_of(current_app.config["SETTINGS"].public_url).netloc
    return parts_of(origin).netloc in {request.host, public} - {""}


def is_known(host: str, settings: Settings, own_address: str = "") -> bool:
    """Whether a ``Host`` is one of ours, given the address that the request arrived at."""
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
    try:
        return not ipaddress.ip_address(name).is_global
    except ValueError:
        return "." not in name or name.endswith(HOME_ENDINGS)


def _site() -> str:
    """Return whose page sends the request; browsers say so over HTTPS and to localhost."""
    return request.headers.get("Sec-Fetch-Site", "")


def _origin() -> str:
    """Return the address of the page that sends the request, "" where the browser hides it."""
    origin = request.headers.get("Origin", "")
    return "" if origin == "null" else origin


def _name(address: str) -> str:
    return (parts_of(address).hostname or "").rstrip(".").partition("%")[0]


def _own_address() -> str:
    """Return the address of this computer at which the request arrived, "" where nobody knows."""
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
