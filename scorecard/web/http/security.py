"""Headers, cookies and addresses of static files."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from datetime import timedelta
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, SignatureExpired, TimestampSigner, URLSafeTimedSerializer
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import BaseConverter

from scorecard.web.http import access, budget, hosts, paths

CONTENT_SECURITY_POLICY = "; ".join(
    ("default-src 'self'", "base-uri 'none'", "form-action 'self'", "object-src 'none'")
)
NEVER_CACHED = (
    "boards.show",
    "seats.share",
    "group_phones.share",
    "group_phones.recovery",
    "groups.settings",
    "house_rules.page",
    "house_rules.print_page",
    "api.read_game_invitation",
    "api.read_group_invitation",
    "api.read_standings_link",
    "api.read_public_rules_link",
)
"""The endpoints that show codes and links: no browser and no proxy may keep their answers."""
YEAR_SECONDS = 31_536_000
IMMUTABLE = f"public, max-age={YEAR_SECONDS}, immutable"
"""The cache header of files whose address changes with their content."""
RENEWED_AFTER = timedelta(days=30)
"""The age of a cookie at which it is renewed."""


class PatientSigner(TimestampSigner):
    """Accepts signatures from the future, made while the server's clock was ahead.

    Otherwise all phones would be logged out, and scorekeepers for good, once the clock is right.
    """

    def unsign(
        self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: Any = False
    ) -> Any:
        """Return the signed value; raise BadSignature if it is forged or too old."""
        try:
            return super().unsign(signed_value, max_age, return_timestamp)
        except SignatureExpired as error:
            signed_at = error.date_signed
            if signed_at is None or signed_at.timestamp() <= self.get_timestamp():
                raise
            return super().unsign(signed_value, None, return_timestamp)


class CookieInterface(SecureCookieSessionInterface):
    """Flask's signed cookie, renewed while a phone comes back, and over HTTPS bound to it.

    Its name there makes browsers refuse one that anybody else has set, or that came over plain
    HTTP. What was signed in the way of earlier releases is still read.
    """

    digest_method = staticmethod(hashlib.sha256)

    def get_cookie_name(self, app: Flask) -> str:
        """Return the cookie's name."""
        name = super().get_cookie_name(app)
        if not request.is_secure:
            return name
        # Browsers take the first for whole hosts alone.
        return f"__Secure-{name}" if request.script_root else f"__Host-{name}"

    def get_cookie_path(self, _app: Flask) -> str:
        """Return the path that the cookie is for."""
        return paths.of_cookies()

    def get_cookie_secure(self, _app: Flask) -> bool:
        """Return whether the cookie may only travel over HTTPS."""
        return request.is_secure

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer:
        """Return the serializer: it signs with the newest secret, and reads all of them."""
        fallbacks = [{"key_derivation": "hmac", "digest_method": hashlib.sha1}]
        keys = [*reversed(app.config["SECRET_KEY_FALLBACKS"]), app.config["SECRET_KEY"]]
        return self._serializer(keys, fallback_signers=fallbacks)

    def _serializer(self, keys: list[str], **more: Any) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(
            keys,
            salt=self.salt,
            serializer=self.serializer,
            signer=PatientSigner,
            signer_kwargs={
                "key_derivation": self.key_derivation,
                "digest_method": self.digest_method,
            },
            **more,
        )

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return what the phone's cookie says; nothing where it is forged, spoilt or too old."""
        name = self.get_cookie_name(app)
        value = request.cookies.get(name) or request.cookies.get(app.config["SESSION_COOKIE_NAME"])
        if not value:
            return self.session_class()
        is_renamed = name not in request.cookies
        # Most cookies are young and signed with the newest secret: they need no renewal.
        newest = self._serializer([app.config["SECRET_KEY"]])
        young = int(RENEWED_AFTER.total_seconds())
        with suppress(BadSignature):
            session = self.session_class(newest.loads(value, max_age=young))
            session.modified = is_renamed
            return session
        longest = int(app.permanent_session_lifetime.total_seconds())
        try:
            session = self.session_class(
                self.get_signing_serializer(app).loads(value, max_age=longest)
            )
        except BadSignature:
            return self.session_class()
        session.modified = True
        return session

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Give the phone its cookie where that has changed."""
        super().save_session(app, session, response)
        old = app.config["SESSION_COOKIE_NAME"]
        if request.is_secure and old in request.cookies:
            response.delete_cookie(old, path=self.get_cookie_path(app))


class NamedParts(FormDataParser):
    """Reads forms of a bounded number of fields, and leaves out fields without a name."""

    def parse(self, stream: Any, mimetype: str, *more: Any, **options: Any) -> Any:
        """Return what is left of the stream, the fields, and the files."""
        if mimetype == "application/x-www-form-urlencoded":
            # The library counts the fields of multipart forms only; here all of them have names.
            text = stream.read()
            if text.count(b"&") >= budget.MOST_FIELDS:
                raise RequestEntityTooLarge(budget.TOO_MANY_FIELDS)
            return super().parse(BytesIO(text), mimetype, *more, **options)
        stream, fields, files = super().parse(stream, mimetype, *more, **options)
        return stream, self._named(fields), self._named(files)

    def _named(self, parts: Any) -> Any:
        return self.cls([pair for pair in parts.items(multi=True) if pair[0] is not None])


class FormRequest(Request):
    """A request whose fields all have names."""

    form_data_parser_class = NamedParts


class UidConverter(BaseConverter):
    """A game's uid or a pass's token in an address."""

    regex = "[A-Za-z0-9_-]{8,40}"


class ItemConverter(BaseConverter):
    """The uid or number of something in an address."""

    regex = "[A-Za-z0-9_-]{1,40}"


def init_app(app: Flask) -> None:
    """Keep the cookie, set headers on every answer, and fingerprint the static files."""
    app.request_class = FormRequest
    app.session_interface = CookieInterface()
    app.url_map.converters |= {"uid": UidConverter, "item": ItemConverter}
    app.before_request(_refuse_unknown_length)
    app.before_request(_refuse_unknown_character)
    app.after_request(_set_headers)
    app.url_defaults(_fingerprint)
    settings = app.config["SETTINGS"]
    inner = paths.under_path(app.wsgi_app, settings)
    app.wsgi_app = inner  # type: ignore[assignment,method-assign]
    if hops := settings.trusted_proxies:
        # The host is not taken from the proxy's header, in which a phone could send any name.
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=hops, x_proto=hops, x_prefix=hops
        )


def _refuse_unknown_length() -> None:
    """Refuse a body in chunks: only one whose length is announced is known to be whole."""
    if "Transfer-Encoding" in request.headers:
        abort(411, "Send the length of the body, and the body in one piece.")


def _refuse_unknown_character() -> None:
    """Refuse an address with the character NUL in its query, which not every database can find."""
    if b"%00" in request.query_string:
        abort(400, "This address holds a character that nothing here is called by.")


def _set_headers(response: Response) -> Response:
    headers, endpoint = response.headers, request.endpoint
    is_static = endpoint == "static"
    if is_static:
        # Read now, so that it is compressed in one piece and its file closed.
        response.direct_passthrough = False
        response.make_sequence()
    # An address with a token lets others in, so it is never sent as a referrer.
    has_token = "token" in (request.view_args or {})
    usual = {
        "Content-Security-Policy": _policy(),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer" if has_token else "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
        "Cache-Control": "private, no-cache",
    }
    if _is_https_for_good():
        usual["Strict-Transport-Security"] = f"max-age={YEAR_SECONDS}"
    if is_static and request.args.get("v"):
        headers["Cache-Control"] = IMMUTABLE
    is_write = request.method not in access.SAFE_METHODS
    if has_token or is_write or endpoint in NEVER_CACHED:
        headers["Cache-Control"] = "no-store"
    # Each setdefault would look through all headers.
    present = {name.lower() for name, _text in headers}
    headers.extend({name: text for name, text in usual.items() if name.lower() not in present})
    return response


def _policy() -> str:
    """Return what browsers may do with a page; no page of another host may show it inside."""
    shown_inside = "'self'" if request.environ.get(paths.FRAMED) else "'none'"
    policy = f"{CONTENT_SECURITY_POLICY}; frame-ancestors {shown_inside}"
    return f"{policy}; upgrade-insecure-requests" if request.is_secure else policy


def _is_https_for_good() -> bool:
    """Whether browsers may be told to come over HTTPS only, for a year.

    Not with a self-made certificate, nor under a name of the home network, which can have no other:
    browsers would let nobody past their warning any more. Nor under a path, where the host is not
    ours alone. ``PUBLIC_URL`` says which name is for good.
    """
    settings = current_app.config["SETTINGS"]
    public = urlsplit(settings.public_url)
    is_meant = public.scheme == "https" and public.netloc == request.host
    is_known = settings.certificate is None and not hosts.is_of_home(public.hostname or "")
    return request.is_secure and is_meant and is_known and not request.script_root


def _fingerprint(endpoint: str, values: dict[str, Any]) -> None:
    """Add a static file's digest to its address, so that it can be kept for ever."""
    if endpoint == "static" and "filename" in values:
        values["v"] = _digest(Path(current_app.static_folder or "", values["filename"]))


@cache
def _digest(path: Path) -> str:
    return fingerprint(path.read_bytes()) if path.is_file() else ""


def fingerprint(content: bytes) -> str:
    """Return a short digest, which is another one once the content changes."""
    return hashlib.sha256(content).hexdigest()[:12]
