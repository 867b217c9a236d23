"""The path prefix of this server, such as ``/cards``, at a host that serves other things as well.

It comes from a trusted proxy with each request (``X-Forwarded-Prefix``, or ``X-Ingress-Path`` of
Home Assistant), else from ``PUBLIC_URL``, and becomes the ``SCRIPT_NAME`` of the request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flask import request
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from scorecard.config import PATH, Settings
from scorecard.web.http import hosts

FRAMED = "scorecard.is_framed"
"""The environment's key for: the answer is shown in a frame of a page of the same host."""
MOVED = 308

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


def good(path: str) -> str:
    """Return a path without its last slash if it is a valid prefix, else ""."""
    path = path.rstrip("/")
    return path if PATH.fullmatch(path) else ""


def under_path(application: Application, settings: Settings) -> Application:
    """Return the application with the prefix of each request in ``SCRIPT_NAME``.

    A proxy that names the prefix has removed it from the address; one that does not may have.
    """
    public = good(hosts.parts_of(settings.public_url).path)
    is_proxy_believed = settings.trusted_proxies > 0

    def rooted(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        ingress = good(environ.get("HTTP_X_INGRESS_PATH", "")) if is_proxy_believed else ""
        named = ingress or good(environ.get("SCRIPT_NAME", ""))
        root, path = named or public, environ["PATH_INFO"]
        if not named and f"{path}/".startswith(f"{public}/"):
            path = path[len(public) :]
        if root and not path:
            # Relative addresses and the worker's scope begin with the slash.
            return redirect(f"{root}/", MOVED)(environ, start_response)
        environ |= {"SCRIPT_NAME": root, "PATH_INFO": path, FRAMED: bool(ingress)}
        return application(environ, start_response)

    return rooted


def inside(address: str) -> str:
    """Return an address of this server without the prefix."""
    return address.removeprefix(request.script_root)


def keep_cookie(
    response: Response, name: str, value: str, seconds: int, *, is_hidden: bool = False
) -> None:
    """Have the phone keep a cookie of this server; no script sees one that ``is_hidden``."""
    secure = request.is_secure
    response.set_cookie(
        name, value, seconds, path=of_cookies(), samesite="Lax", secure=secure, httponly=is_hidden
    )


def of_cookies() -> str:
    """Return the ``Path`` of cookies: other services at this host do not get them."""
    return f"{request.script_root}/"
