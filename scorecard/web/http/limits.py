"""Rate limits by phone, by address, and by game or group, counted before any other work.

Twelve phones behind one address never reach them in an evening; a loop of requests does. Wrong
codes are counted in ``services/groups/guesses.py``.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from flask import current_app, request
from flask_limiter import ApplicationLimit, Limiter, RouteLimit

from scorecard.machine import households
from scorecard.rules.words import Sentence, say
from scorecard.web.http import access

SCORE_LIMIT = "1200 per minute"
"""Records scored over HTTP, by address."""
UPLOAD_LIMIT = "60 per 10 minutes"
"""Files looked at or imported, by address: reading a large one takes seconds."""
WRITES_BY_DEVICE = "600 per minute"
WRITES_BY_TOPIC = "1200 per minute"
"""Writes to one game or group, from all its phones together."""
WRITES_BY_ADDRESS = "3000 per minute"
"""Twelve phones behind one address, all of them sending what waited while there was no network."""
ARRIVALS = "1200 per 10 minutes"
"""Games, groups and scorecards begun, games and groups joined or come back to, by address: each
leaves a device behind."""
LINKS = "600 per minute"
"""Links opened, right or wrong, by address: they cannot be guessed, so only the work counts."""
SEARCHES = "600 per minute"
EXPORTS = "120 per 10 minutes"
"""Files of games, seasons, groups and players; what else is handed over is no more than a page."""
PASSKEYS = "60 per 10 minutes"
"""By address, all three; a search or export only where it is allowed."""
BUCKETS = 4096
"""Counters for addresses, phones and games, so few that they take little memory.

Two addresses that share a counter share its limit; nobody outside can work out which do.
"""
ARRIVING = (
    "new_game.start",
    "groups.create",
    "join.by_code",
    "join.by_link",
    "group_phones.join",
    "group_phones.recover",
    "passkeys.come_back",
    "files.preview",
    "api.start_game",
    "api.create_group",
    "api.join_game",
    "api.join_group",
    "api.recover_group",
    "api.import_document",
    "scorecards.make",
    "scorecards.take_in",
    "api.make_scorecard",
)
"""The endpoints that may meet a phone for the first time and keep a place for it."""
PREVIEWS = ("rounds.preview", "seasons.preview", "api.preview")
"""Prefixes of the endpoints that only preview a write."""
TOO_MUCH = say("That was too much at once. Wait a minute, then try again: nothing typed is lost.")
BEGUN = say("Too much has begun from here just now. Wait ten minutes, then try again.")
TAKEN_OUT = say("Many files went out to here just now. Wait ten minutes, then try again.")
TRIED = say("Passkeys were tried often just now. Wait ten minutes, then try again.")


def network() -> str:
    """Return the client's IPv4 address, or its household's IPv6 network."""
    return households.household_of(request.remote_addr or "")


def household() -> str:
    """Return the bucket in which limits by address count this request."""
    return bucket("address", network())


def _device() -> str:
    return bucket("device", access.device_uid() or "")


def _topic() -> str:
    arguments = request.view_args or {}
    return bucket("topic", arguments.get("game_uid") or arguments.get("group_uid") or "")


def bucket(kind: str, text: str, buckets: int = BUCKETS) -> str:
    """Return a text's keyed hash as a counter's name, one of ``buckets``; it reveals nothing."""
    secret = current_app.config["SETTINGS"].secret_keys[0].encode()
    digest = hashlib.blake2b(text.encode(), key=hashlib.sha256(secret).digest(), digest_size=8)
    return f"{kind}-{int.from_bytes(digest.digest()) % buckets}"


def _is_write() -> bool:
    return request.method not in access.SAFE_METHODS


def _is_write_of_device() -> bool:
    return _is_write() and access.device_uid() is not None


def _is_write_to_topic() -> bool:
    # A preview asks what an entry would score, or a season's table be, with every tap.
    is_preview = (request.endpoint or "").startswith(PREVIEWS)
    is_topic = not (request.view_args or {}).keys().isdisjoint(("game_uid", "group_uid"))
    return _is_write() and is_topic and not is_preview


def _is_link() -> bool:
    return "token" in (request.view_args or {}) or request.endpoint == "api.join_group"


class ConditionalLimit(ApplicationLimit):
    """A limit with a condition, parsed once: the library would parse it with each request."""

    def __iter__(self) -> Iterator[Any]:
        """Yield the limit, if this request is subject to it."""
        return iter(() if self.exempt_when and self.exempt_when() else self._parsed)

    @cached_property
    def _parsed(self) -> tuple[Any, ...]:
        return tuple(super().__iter__())


def _work(
    amount: str,
    scope: str,
    is_concerned: Callable[[], bool],
    sentence: Sentence = TOO_MUCH,
    key: Callable[[], str] = household,
) -> ApplicationLimit:
    """Return a limit on the requests for which ``is_concerned`` is true."""
    return ConditionalLimit(
        amount,
        scope=scope,
        key_function=key,
        exempt_when=lambda: not is_concerned(),
        error_message=sentence,
    )


JUMP_SECONDS = 60
"""A larger difference between wall clock and monotonic clock means that the clock was set."""


class Clock:
    """Detects that the clock was set, because limits keep their counts by the time of day."""

    def __init__(self) -> None:
        self._ahead = self._now_ahead()

    def check(self) -> None:
        """Reset all counts if the clock was set: otherwise a limit might hold for years."""
        ahead = self._now_ahead()
        if abs(ahead - self._ahead) > JUMP_SECONDS:
            limiter.reset()
        self._ahead = ahead

    @staticmethod
    def _now_ahead() -> float:
        """Return the difference between wall clock and monotonic clock, in seconds."""
        return time.time() - time.monotonic()


limiter = Limiter(
    household,
    # Not so many per fixed hour, but in any hour.
    strategy="moving-window",
    application_limits=[
        _work(WRITES_BY_DEVICE, "writes-by-device", _is_write_of_device, key=_device),
        _work(WRITES_BY_TOPIC, "writes-by-topic", _is_write_to_topic, key=_topic),
        _work(WRITES_BY_ADDRESS, "writes-by-address", _is_write),
        _work(ARRIVALS, "arrivals", lambda: _is_write() and request.endpoint in ARRIVING, BEGUN),
        _work(PASSKEYS, "passkeys", lambda: _is_write() and request.blueprint == "passkeys", TRIED),
        _work(LINKS, "links", _is_link),
    ],
)

LOOKING = ("games.table", "rounds.count", "live.events", "api.read_game", "api.events")
"""The endpoints that phones at a table ask for most: no limit counts them, so none is checked."""


@limiter.request_filter
def is_unlimited() -> bool:
    """Whether no limit is checked: there are none here, or a phone only looks at its table."""
    if not current_app.config["SETTINGS"].has_limits:
        return True
    return request.endpoint in LOOKING and not _is_write()


def _work_of_view(amount: str, scope: str, sentence: Sentence = TOO_MUCH) -> RouteLimit:
    """Return a decorator for views that share one limit.

    It stands below the decorator that checks access, so that refused strangers behind the same
    address use up nothing.
    """
    return limiter.shared_limit(amount, scope=scope, error_message=sentence)


limit_scores = _work_of_view(SCORE_LIMIT, "scores")
limit_uploads = _work_of_view(UPLOAD_LIMIT, "uploads")
limit_searches = _work_of_view(SEARCHES, "searches")
limit_exports = _work_of_view(EXPORTS, "exports", TAKEN_OUT)
