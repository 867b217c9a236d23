"""Rate limits. Wrong guesses of a game's short code count; right ones never do."""

from __future__ import annotations

from http.client import NOT_FOUND

from flask import Response, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

SCORE_LIMIT = "1200 per minute"
"""Records scored over HTTP, by address."""
UPLOAD_LIMIT = "60 per 10 minutes"
"""Files looked at or imported, by address: reading a large one takes seconds."""
GUESSES_BY_ADDRESS = "10 per 15 minutes"
GUESSES_BY_ALL = "100 per hour"
"""Wrong codes from one address, and from everywhere together."""

limiter = Limiter(get_remote_address)


def _was_wrong(response: Response) -> bool:
    return response.status_code == NOT_FOUND


def _has_link() -> bool:
    """Whether a program joins with the token of a link, which nobody can guess."""
    body = request.get_json(silent=True) if request.is_json else None
    return isinstance(body, dict) and bool(body.get("token"))


limit_guesses_by_address = limiter.shared_limit(
    GUESSES_BY_ADDRESS,
    scope="guesses-by-address",
    deduct_when=_was_wrong,
    exempt_when=_has_link,
    error_message="Too many wrong codes from here. Wait a quarter of an hour, or scan the QR code.",
)
limit_guesses_by_all = limiter.shared_limit(
    GUESSES_BY_ALL,
    scope="guesses-by-all",
    key_func=lambda: "everybody",
    deduct_when=_was_wrong,
    exempt_when=_has_link,
    error_message="Too many wrong codes just now. Scan the QR code or open the link instead.",
)
