"""What services refuse, as exceptions; ``scorecard.web.http.refusals`` turns each into one status.

::

    ScorecardError             a sentence for people, and a ``code`` for programs
    ├── NotFound               no such game, round, seat or device here             404
    ├── NotAllowed             known, but not for this device's role                403
    ├── BadInput               a value of the wrong shape, with the field's name    422
    ├── RefusedByRules         the rules say it cannot be; carries the Refusal      422
    ├── NotAgreed              somebody has not agreed to the house rules           409
    ├── Unconfirmed            possible but unlikely; asks for "save anyway"        409
    ├── Stale                  somebody else wrote first; says what stands now      409
    ├── Conflict               not possible as the game stands now                  409
    ├── PassExpired            a link that was good once                            410
    ├── TooLarge               more than what is done over the web                  413
    ├── TooMany                too often; says after how many seconds to come back  429
    ├── Busy                   its turn did not come; it may in a moment            503
    └── Full                   no more of this can be kept:
        ├── BoundReached       there are as many of it as there may be              409
        ├── TooMuchToday       a household has stored all that it may in a day      429
        └── DiskNearlyFull     only games that are under way can go on              507
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from scorecard.rules import Refusal, RuleWarning
from scorecard.rules.words import Sentence, joined

Thing = TypeVar("Thing")
Versus = Callable[[], tuple[Sentence, Sentence]]
"""Returns both sides of a collision in words: what somebody else wrote, and what was typed."""


class ScorecardError(Exception):
    """A sentence for people, and a ``code`` for programs."""

    code = "error"

    def __init__(self, message: Sentence, *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code


class NotFound(ScorecardError):
    """There is no such thing, or not for this device."""

    code = "not_found"


def found(thing: Thing | None, otherwise: Sentence, *, code: str | None = None) -> Thing:
    """Return a thing, or raise :class:`NotFound` with a sentence if it is None."""
    if thing is None:
        raise NotFound(otherwise, code=code)
    return thing


class NotAllowed(ScorecardError):
    """The thing exists, but this device's role may not do that."""

    code = "not_allowed"


class BadInput(ScorecardError):
    """A value of the wrong shape; ``field`` names it."""

    code = "bad_input"

    def __init__(self, message: Sentence, *, field: str = "", code: str | None = None) -> None:
        super().__init__(message, code=code)
        self.field = field


class RefusedByRules(ScorecardError):
    """The rules say that this cannot be; ``refusal`` says what and why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message, code=refusal.code)
        self.refusal = refusal


class Unconfirmed(ScorecardError):
    """Possible but unlikely: saved only once somebody says "save anyway"."""

    code = "unconfirmed"

    def __init__(self, warnings: Sequence[RuleWarning]) -> None:
        super().__init__(joined([warning.message for warning in warnings]))
        self.warnings = tuple(warnings)


class NotAgreed(ScorecardError):
    """Somebody has not agreed to the house rules; started only once that is confirmed.

    With it come the ``warnings`` of the set-up, because both are confirmed at once.
    """

    code = "agreement_required"

    def __init__(self, message: Sentence, *, warnings: Sequence[RuleWarning] = ()) -> None:
        super().__init__(message)
        self.warnings = tuple(warnings)


class Stale(ScorecardError):
    """Somebody else wrote first; ``current`` is the stored value now, and ``by`` who wrote it.

    ``seat`` is the position of the entry's seat, 0 for anything else; ``version`` that of the entry
    or round, 0 for the game as a whole. ``versus`` returns both sides in words, where people may
    choose between them; without a ``version``, theirs alone. With ``has_rest`` only a part of the
    write collides: the rest can be saved.
    """

    code = "stale"

    def __init__(
        self,
        message: Sentence,
        *,
        current: Any = None,
        by: str = "",
        seat: int = 0,
        version: int = 0,
        versus: Versus | None = None,
        has_rest: bool = False,
    ) -> None:
        super().__init__(message)
        self.current = current
        self.by = by
        self.seat = seat
        self.version = version
        self.versus = versus
        self.has_rest = has_rest


class Conflict(ScorecardError):
    """Not possible as the game stands now."""

    code = "conflict"


class PassExpired(ScorecardError):
    """A link that was good once."""

    code = "pass_expired"


class TooLarge(ScorecardError):
    """More than what can be done over the web without keeping others waiting."""

    code = "too_large"


class TooMany(ScorecardError):
    """Done too often; ``seconds`` is when it can be done again."""

    code = "too_many_requests"

    def __init__(self, message: Sentence, *, seconds: int = 1) -> None:
        super().__init__(message)
        self.seconds = seconds


class Busy(ScorecardError):
    """Not done, because no helper was free; it may be in a moment."""

    code = "busy"


class Full(ScorecardError):
    """No more of this can be kept."""


class BoundReached(Full):
    """There are as many of something already as one owner may have."""

    code = "bound_reached"


class TooMuchToday(Full, TooMany):
    """So much was stored today that it must wait for tomorrow; ``seconds`` until then."""

    code = "too_much_today"


class DiskNearlyFull(Full):
    """The rest of the disk is reserved for games that are under way."""

    code = "disk_nearly_full"
