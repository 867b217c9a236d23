"""The path under which this server stands, at a host that serves other things as well.

A proxy passes on to it what begins with a path such as ``/cards``. ``PUBLIC_URL`` names that path,
and believed proxies may name it with each request, which goes before: Home Assistant for what it
shows in its own pages, others in ``X-Forwarded-Prefix``. It becomes the ``SCRIPT_NAME`` of the
request, with which every address is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from flask import request
from werkzeug.utils import redirect

from scorecard.config import Settings
from scorecard.web.http import hosts

PATH = re.compile(r"(?=.{1,200}$)(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")
"""A path as a server may stand under: it names no other host, and leads nowhere by dots."""
FRAMED = "scorecard.is_framed"
"""Where the environment of a request says that a page of the same host shows the answer inside."""
MOVED = 308

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


def public_path(settings: Settings) -> str:
    """Return the path of ``PUBLIC_URL``, "" where it has none or no good one."""
    return good(hosts.parts_of(settings.public_url).path)


def good(path: str) -> str:
    """Return a path that a server may stand under, "" for everything else."""
    path = path.rstrip("/")
    return path if PATH.fullmatch(path) else ""


def under_path(application: Application, settings: Settings) -> Application:
    """Return the application, which hears under which path each request was made.

    A proxy that names the path has taken it off the address. Whether one has that names none, the
    address says: it begins with the path of ``PUBLIC_URL``, or does not.
    """
    public = public_path(settings)
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


def root() -> str:
    """Return the path under which the request was made, "" for none."""
    return request.script_root


def inside(address: str) -> str:
    """Return an address of this server as it is without the path."""
    return address.removeprefix(request.script_root)


def of_cookies() -> str:
    """Return the path for which phones keep cookies: what else is at this host never gets them."""
    return f"{request.script_root}/"


def is_framed() -> bool:
    """Whether the answer is shown inside a page of the same host."""
    return bool(request.environ.get(FRAMED))
