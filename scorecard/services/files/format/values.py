"""What a part of an export is, and the values in it: moments, days, names, texts, numbers.

The classes of parts are the one place that says what of a row a file carries. A field stands in
the column that is called like it, or in the one that its type names by a :class:`Column`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
)

from scorecard import errors
from scorecard.models.change import SOURCES
from scorecard.rules.typed import reading
from scorecard.rules.words import say
from scorecard.services.limits import names, texts

LARGEST_VERSION = 2**31 - 1
YEARS = range(1900, 3000)


def _read_moment(value: Any) -> datetime:
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        moment = None
    # In any other zone or form the next export would have it otherwise.
    is_plain = moment and moment.utcoffset() is not None and moment.year in YEARS
    if not is_plain or moment is None or moment.astimezone(UTC).isoformat() != value:
        raise ValueError(
            say(
                "must be a moment such as 2026-03-14T20:00:01+00:00, not %(value)s",
                value=reading.show(value),
            )
        )
    return moment


def _read_day(value: Any) -> date:
    try:
        day = date.fromisoformat(value)
    except (TypeError, ValueError):
        day = None
    if day is None or day.isoformat() != value or day.year not in YEARS:
        raise ValueError(
            say("must be a day such as 2026-03-14, not %(value)s", value=reading.show(value))
        )
    return day


def read_by(read: Callable[[str], str]) -> AfterValidator:
    """Return a validator that refuses a text unless ``read`` returns it as it is."""

    def check(value: str) -> str:
        try:
            cleaned = read(value)
        except errors.BadInput as error:
            raise ValueError(
                say(
                    "cannot be %(value)s: %(message)s",
                    value=reading.show(value),
                    message=error.message,
                )
            ) from None
        return _trimmed(value, cleaned)

    return AfterValidator(check)


def _trimmed(value: str, trimmed: str) -> str:
    if trimmed != value:
        raise ValueError(
            say("cannot be %(value)s: blanks stand around it", value=reading.show(value))
        )
    return value


class Part(BaseModel):
    """A part of a file, read strictly: nothing is converted, nothing unknown is let through.

    Its validator is built at its first use: most starts of the app never read a file.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


class Kept(Part):
    """A part that is stored as it is in a JSON column, without defaults for missing fields."""


class Loose(BaseModel):
    """A part that may have fields that this release does not know."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True, defer_build=True)


@dataclass(frozen=True, slots=True)
class Column:
    """The column that a value stands in, where it is not called like the field."""

    name: str


@dataclass(frozen=True, slots=True)
class Reference(Column):
    """A column with an id, for which files have a uid; ``is_linked_later``, when all rows exist."""

    noun: Literal["player", "game", "phone", "seat", "line", "group"]
    is_linked_later: bool = False


Moment = Annotated[datetime, BeforeValidator(_read_moment)]
Day = Annotated[date, BeforeValidator(_read_day)]
DayText = Annotated[str, AfterValidator(lambda text: _read_day(text).isoformat())]
"""A day where it is kept as text."""
Uid = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{8,16}$")]
Name = Annotated[str, read_by(names.clean)]
Text = Annotated[str, StringConstraints(max_length=400)]
Key = Annotated[str, StringConstraints(max_length=60)]
Number = Annotated[int, Field(ge=1, le=LARGEST_VERSION)]
Count = Annotated[int, Field(ge=0, le=LARGEST_VERSION)]
Json = dict[str, Any]
Player = Annotated[Uid, Reference("player_id", "player")]
Game = Annotated[Uid, Reference("game_id", "game")]
Phone = Annotated[Number, Reference("device_id", "phone")]
Group = Annotated[Uid, Reference("group_id", "group")]
LongText = Annotated[str, StringConstraints(max_length=texts.LONGEST_TEXT)]
"""What people say at length: reasons, comments, rulings."""
FilledText = Annotated[LongText, StringConstraints(min_length=1)]
"""A long text that may not be empty."""


def one_of(known: Collection[str]) -> AfterValidator:
    """Return a validator that refuses any text but the known ones."""

    def check(value: str) -> str:
        if value not in known:
            raise ValueError(
                say(
                    "must be one of %(known)s, not %(value)s",
                    known=", ".join(known),
                    value=reading.show(value),
                )
            )
        return value

    return AfterValidator(check)


Source = Annotated[str, one_of(SOURCES)] | None
"""How a change came; None in files of version 1."""
Pair = Annotated[list[Any], Field(min_length=2, max_length=2)]
"""What a fact was and what it became."""


def _plain_line(value: str) -> str:
    # It may be longer than what can be typed: the name of a forgotten player in it is long.
    if any(names.is_control(character) for character in value):
        raise ValueError(
            say("cannot be %(value)s: it has control characters", value=reading.show(value))
        )
    return _trimmed(value, value.strip())


Line = Annotated[LongText, AfterValidator(_plain_line)]
"""One line that people wrote; "" for nothing."""
