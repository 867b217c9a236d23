"""Headers, cookies and addresses of static files."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, Request, Response, abort, current_app, request
from flask.sessions import SecureCookieSessionInterface
from werkzeug.formparser import FormDataParser
from werkzeug.routing import BaseConverter

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
YEAR_SECONDS = 31_536_000


class CookieInterface(SecureCookieSessionInterface):
    """Flask's signed cookie, kept from plain HTTP once it was set over HTTPS."""

    def get_cookie_secure(self, _app: Flask) -> bool:
        """Return whether the cookie may only travel over HTTPS."""
        return request.is_secure


class NamedParts(FormDataParser):
    """Reads forms, and leaves out what has no name: nobody could ask for it."""

    def parse(self, *arguments: Any, **more: Any) -> Any:
        """Return what is left of the stream, the fields, and the files."""
        stream, fields, files = super().parse(*arguments, **more)
        return stream, self._named(fields), self._named(files)

    def _named(self, parts: Any) -> Any:
        return self.cls([pair for pair in parts.items(multi=True) if pair[0] is not None])


class FormRequest(Request):
    """A request whose fields all have names."""

    form_data_parser_class = NamedParts


class UidConverter(BaseConverter):
    """A game's uid or a pass's token in an address."""

    regex = "[A-Za-z0-9_-]{8,40}"


def init_app(app: Flask) -> None:
    """Set headers on every answer, and fingerprint the static files."""
    app.request_class = FormRequest
    app.session_interface = CookieInterface()
    app.url_map.converters["uid"] = UidConverter
    app.before_request(_refuse_unknown_length)
    app.after_request(_set_headers)
    app.url_defaults(_fingerprint)


def _refuse_unknown_length() -> None:
    """Refuse a body in chunks: only one whose length is told is known to be whole."""
    if "Transfer-Encoding" in request.headers:
        abort(411, "Send the length of the body, and the body in one piece.")


def _set_headers(response: Response) -> Response:
    headers = response.headers
    if request.endpoint == "static":
        # Read now, so that it is compressed in one piece and its file closed.
        response.direct_passthrough = False
        response.make_sequence()
    headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "same-origin")
    headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
    if request.endpoint == "static" and request.args.get("v"):
        headers["Cache-Control"] = f"public, max-age={YEAR_SECONDS}, immutable"
    headers.setdefault("Cache-Control", "private, no-cache")
    return response


def _fingerprint(endpoint: str, values: dict[str, Any]) -> None:
    """Add a static file's digest to its address, so that it can be kept for ever."""
    if endpoint == "static" and "filename" in values:
        values["v"] = _digest(Path(current_app.static_folder or "", values["filename"]))


@cache
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12] if path.is_file() else ""
