"""The export format, version 1: how a game, a season or a group is written down as JSON.

Every file is one object::

    format       "scorecard"
    version      1; a reader refuses files of a later version, and reads all earlier ones
    kind         "game", "season" or "group"
    exported_at  when; the only thing in a file that two exports of the same do not share
    group        what it belongs to: uid, name, time_zone; null for a game outside of groups;
                 in the file of a group also version, created_at, changed_at, history, phones
    players      those of the roster who take part, or all of a group
    season(s)    ``season`` in the file of a season, ``seasons`` in that of a group
    game(s)      ``game`` in the file of a game, ``games`` in the others

Moments are ISO 8601 in UTC (``2026-03-14T20:00:01+00:00``), days ``2026-03-14``. Things are known
by their uid, which is kept on import; players stand for people, seats for places at a table, and
**phones** are numbered in the order in which the file first names them. A phone's number says only
which changes came from one and the same phone: nothing in a file lets anybody in.

Games hold everything that was typed and the whole history. In the history's ``what``, each fact
that changed has what it was and became: ``options``, ``is_blind``, ``ended_at``, ``deleted_at``,
``group`` (a uid; null for none and for any other group), ``seat/2``, ``round/3``, ``entry/3/2``
(round 3, seat 2). What follows from the games is in no file, because it is counted from them:
scores, totals, results, records, awards, standings; but for the frozen table of a closed season.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)

from scorecard.errors import BadInput
from scorecard.models.access import ROLES
from scorecard.rules.reading import show
from scorecard.rules.record import NotJson, loads
from scorecard.services import names
from scorecard.services.badges import COLOURS

FORMAT = "scorecard"
VERSION = 1
Document = dict[str, Any]

LARGEST_NUMBER = 2**53
"""Beyond that, programs that read JSON disagree on what a number is."""
DEEPEST = 40
"""Lists and objects inside of each other."""
LARGEST_VERSION = 2**31 - 1
YEARS = range(1900, 3000)
NOUNS = {
    "players": "player",
    "seasons": "season",
    "games": "game",
    "rounds": "round",
    "entries": "entry",
    "seats": "seat",
    "history": "history line",
    "phones": "phone",
    "table": "line of the frozen table",
    "titles": "title",
}
"""What one item of a list is called."""


def _read_moment(value: Any) -> datetime:
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        moment = None
    # In any other zone or form it would not come out of the next export as it went in.
    is_plain = moment and moment.utcoffset() is not None and moment.year in YEARS
    if not is_plain or moment is None or moment.astimezone(UTC).isoformat() != value:
        raise ValueError(f"must be a moment such as 2026-03-14T20:00:01+00:00, not {show(value)}")
    return moment


def _read_day(value: Any) -> date:
    try:
        day = date.fromisoformat(value)
    except (TypeError, ValueError):
        day = None
    if day is None or day.isoformat() != value or day.year not in YEARS:
        raise ValueError(f"must be a day such as 2026-03-14, not {show(value)}")
    return day


def _plain_name(value: str) -> str:
    try:
        cleaned = names.clean(value)
    except BadInput as error:
        raise ValueError(f"cannot be {show(value)}: {error.message}") from None
    if cleaned != value:
        raise ValueError(f"cannot be {show(value)}: blanks stand around it")
    return value


def _role(value: str) -> str:
    if value not in ROLES:
        raise ValueError(f"must be one of {', '.join(ROLES)}, not {show(value)}")
    return value


class Part(BaseModel):
    """A part of a file, read strictly: nothing is converted, nothing unknown is let through."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Loose(BaseModel):
    """A part that may also hold what this release does not know."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True)


Moment = Annotated[datetime, BeforeValidator(_read_moment)]
Day = Annotated[date, BeforeValidator(_read_day)]
Uid = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{8,16}$")]
Name = Annotated[str, AfterValidator(_plain_name)]
Text = Annotated[str, StringConstraints(max_length=400)]
Key = Annotated[str, StringConstraints(max_length=60)]
Number = Annotated[int, Field(ge=1, le=LARGEST_VERSION)]
Count = Annotated[int, Field(ge=0, le=LARGEST_VERSION)]
Json = dict[str, Any]


class PlayerPart(Part):
    """Somebody on the roster."""

    uid: Uid
    name: Name
    colour: Annotated[int, Field(ge=1, le=COLOURS)]
    initial: Annotated[Name, StringConstraints(max_length=2)]
    created_at: Moment
    retired_at: Moment | None
    merged_into: Uid | None


class FrozenLine(Loose):
    """A line of a closed season's table."""

    player: Uid
    name: Name
    colour: Annotated[int, Field(ge=1, le=COLOURS)]
    initial: str
    is_retired: bool
    rank: Number | None
    rank_before: Number | None
    decided_by: str
    missing_games: Count
    games: Count
    wins: Count
    points: int
    average: int
    best: int
    rating: float
    doubt: float
    form: list[Json]


class Title(Loose):
    """A title of a closed season."""

    title: str
    key: str
    players: list[Uid]
    names: list[Name]
    value: int


class Frozen(Loose):
    """A closed season's table, as it stands for good."""

    table: list[FrozenLine]
    titles: list[Title]


class SeasonPart(Part):
    """A season; ``services/seasons.py`` says what its values may be."""

    uid: Uid
    name: Name
    starts_on: Day
    ends_on: Day | None
    kinds: list[Key]
    least_games: Count
    best_of: Count | None
    scheme: Json
    tie_breaks: list[Key]
    early: Key
    created_at: Moment
    closed_at: Moment | None
    final: Frozen | None


class SeatFact(Part):
    """A seat as a change left it; ``player`` came later than the first histories."""

    name: Name
    left_after: Count | None
    player: Uid | None = None


class SeatPart(SeatFact):
    """A seat of a game."""

    position: Number
    player: Uid | None


class EntryFact(Part):
    """What was typed for a seat, as a change left it."""

    data: Any
    phone: Number
    at: Moment


class EntryPart(EntryFact):
    """What was typed for a seat."""

    seat: Number
    version: Number


class RoundFact(Part):
    """A round as a change left it."""

    data: Json
    is_closed: bool


class RoundPart(RoundFact):
    """A round of a game."""

    number: Number
    version: Number
    entries: list[EntryPart]


class About(Loose):
    """What a change was about: which of these there are goes with its kind."""

    round: Count | None = None
    seats: list[Count] = []
    rounds: list[Count] = []
    points: dict[str, Annotated[list[int | None], Field(min_length=2, max_length=2)]] = {}
    said: Json = {}
    closed: bool = False
    taken_from: Count | None = None
    name: Text = ""
    whom: Text = ""
    group: Text = ""
    of: Text = ""
    target: int | None = None
    from_: Annotated[int | str | None, Field(alias="from")] = None


class ChangePart(Part):
    """A line of a game's history."""

    version: Number
    kind: Annotated[str, StringConstraints(max_length=20)]
    what: dict[str, Annotated[list[Any], Field(min_length=2, max_length=2)]]
    about: About
    is_undoable: bool
    reverts: Number | None
    phone: Number
    at: Moment


class PhonePart(Part):
    """A phone that a game's history names: its role, and the seats it counted for."""

    phone: Number
    role: Annotated[str, AfterValidator(_role)]
    seats: list[Number]


class GamePart(Part):
    """A game."""

    uid: Uid
    rules: Annotated[str, StringConstraints(max_length=40)]
    kind: Key
    options: Json
    is_blind: bool
    first_seat: Number
    version: Number
    started_at: Moment
    changed_at: Moment
    ended_at: Moment | None
    deleted_at: Moment | None
    rematch_of: Uid | None
    seats: list[SeatPart]
    rounds: list[RoundPart]
    history: list[ChangePart]
    phones: list[PhonePart]


class GroupChangePart(Part):
    """A line of a group's history."""

    version: Number
    kind: Annotated[str, StringConstraints(max_length=20)]
    about: dict[str, Any]
    phone: Number
    at: Moment


class GroupPhonePart(Part):
    """A phone that a group's history names: its role, and the players it was "me" for."""

    phone: Number
    role: Literal["keeper", "member"]
    players: list[Uid]


class GroupPart(Part):
    """The group that games and seasons belong to."""

    uid: Uid
    name: Name
    time_zone: Annotated[str, StringConstraints(max_length=64)]


class WholeGroupPart(GroupPart):
    """A whole group, but for its players, seasons and games."""

    version: Number
    created_at: Moment
    changed_at: Moment
    history: list[GroupChangePart]
    phones: list[GroupPhonePart]


class File(Part):
    """What stands in every file."""

    format: str
    version: int
    kind: str
    exported_at: Moment
    players: list[PlayerPart]


class GameFile(File):
    """One game, with its players."""

    group: GroupPart | None
    game: GamePart


class SeasonFile(File):
    """One season, with its games and the players in them."""

    group: GroupPart
    season: SeasonPart
    games: list[GamePart]


class GroupFile(File):
    """A whole group."""

    group: WholeGroupPart
    seasons: list[SeasonPart]
    games: list[GamePart]


FILES: Mapping[str, type[File]] = {"game": GameFile, "season": SeasonFile, "group": GroupFile}
SUSPICIOUS = re.compile(r"\\u(?:0000|[dD][89a-fA-F])|\d{16}|[:\[,\s]-?\d[\d.]*[eE]")
"""Text of JSON without this has no half characters, zero bytes or numbers too large."""
NO_EXPORT = "This is no export of Scorecard"

FACTS: Mapping[str, TypeAdapter[Any]] = {
    "options": TypeAdapter(Json),
    "is_blind": TypeAdapter(bool, config=ConfigDict(strict=True)),
    "ended_at": TypeAdapter(Moment | None),
    "deleted_at": TypeAdapter(Moment | None),
    "group": TypeAdapter(Uid | None),
    "seat": TypeAdapter(SeatFact | None),
    "round": TypeAdapter(RoundFact | None),
    "entry": TypeAdapter(EntryFact | None),
}
"""How each fact in a history's ``what`` is read, by its noun."""
FACT_NAME = re.compile(
    r"(options|is_blind|ended_at|deleted_at|group)"
    r"|(seat|round)/[1-9][0-9]{0,3}|(entry)/[1-9][0-9]{0,3}/[1-9][0-9]{0,3}"
)


def read(data: bytes) -> Document:
    """Return the export in a file's bytes, of the right shape throughout.

    Raises :class:`BadInput` with what is wrong, and where.
    """
    text, document = _read_json(data)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise BadInput(f'{NO_EXPORT}: it does not begin with "format": "{FORMAT}".')
    version = document.get("version")
    if type(version) is not int or version < 1:
        raise BadInput(f"{NO_EXPORT}: its version is {show(version)}.")
    if version > VERSION:
        raise BadInput(
            f"This file was made by a newer Scorecard: version {show(version)}, this one reads "
            f"{VERSION}. Update this server first.",
            code="newer_export",
        )
    kind = document.get("kind")
    if not isinstance(kind, str) or kind not in FILES:
        raise BadInput(f"An export is of a game, season or group, not of {show(kind)}.")
    if SUSPICIOUS.search(text) or _is_deep(document):
        _refuse_unwritable(document)
    try:
        FILES[kind].model_validate(document)
    except ValidationError as error:
        raise BadInput(sentence(error)) from None
    for place, game in games_of(document):
        for number, change in enumerate(game["history"], start=1):
            _read_facts(f"{place}, history line {number}", change["what"])
    return document


def games_of(document: Document) -> list[tuple[str, Document]]:
    """Return the games of a file, each with what a sentence calls it."""
    games = document.get("games", [document["game"]] if "game" in document else [])
    return [(f"Game {number} ({game['uid']})", game) for number, game in enumerate(games, 1)]


def seasons_of(document: Document) -> list[Document]:
    """Return the seasons of a file."""
    found: list[Document] = document.get(
        "seasons", [document["season"]] if "season" in document else []
    )
    return found


def write(document: Document) -> str:
    """Return an export as the text of its file, the same for the same."""
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def decoded(data: bytes) -> str:
    """Return the text in a file's bytes; refuse what is not UTF-8, saying where."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadInput(
            "This file is written in UTF-16. Save it again with the encoding UTF-8.",
            field="file",
            code="wrong_encoding",
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(
            f"Line {line:,} is not written in UTF-8: byte {error.start + 1:,} of the file is "
            f"{data[error.start]:#04x}. Save the file again with the encoding UTF-8.",
            field="file",
            code="wrong_encoding",
        ) from None
    return text


def sentence(error: ValidationError) -> str:
    """Return the first thing that a validation complains about, and where."""
    first = error.errors(include_url=False)[0]
    *places, last = _named(first["loc"]) or ["the file"]
    where = f"{', '.join(places)}: " if places else ""
    return _capital(f"{where}{last} {_complaint(first)}.")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _complaint(error: Any) -> str:
    kind, value, more = error["type"], error["input"], error.get("ctx", {})
    match kind:
        case "missing":
            return "is missing"
        case "extra_forbidden":
            return "means nothing here"
        case "int_type" | "int_from_float":
            return f"must be a whole number, not {show(value)}"
        case "greater_than_equal":
            return f"must be {more['ge']:,} or more, not {show(value)}"
        case "less_than_equal":
            return f"must be {more['le']:,} or less, not {show(value)}"
        case "string_pattern_mismatch":
            return f"must be 8 to 16 letters and digits, not {show(value)}"
        case "value_error":
            return str(more["error"])
    words = {
        "string_type": "text",
        "bool_type": "true or false",
        "list_type": "a list",
        "dict_type": "an object",
        "model_type": "an object",
        "float_type": "a number",
        "string_too_long": f"{more.get('max_length')} characters or fewer",
        "literal_error": str(more.get("expected")),
        "too_short": f"a list of {more.get('min_length')}",
        "too_long": f"a list of {more.get('max_length')}",
    }
    return f"must be {words[kind]}, not {show(value)}" if kind in words else "cannot be used"


def _named(location: Iterable[int | str]) -> list[str]:
    """Return the steps to a place in words: "game 3", "round 2", "“number”"."""
    found: list[str] = []
    for step in location:
        if isinstance(step, int):
            name = found.pop().strip("“”") if found else "item"
            found.append(f"{NOUNS.get(name, name)} {step + 1}")
        else:
            found.append(f"“{step}”")
    return found


def _read_json(data: bytes) -> tuple[str, Any]:
    text = decoded(data)
    if not text.strip():
        raise BadInput("This file is empty.", field="file")
    try:
        return text, loads(text)
    except NotJson as error:
        raise BadInput(_broken(text) or str(error), field="file", code="not_json") from None


def _broken(text: str) -> str:
    """Return where a text stops being JSON; "" where that is not what is wrong with it."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        # What was cut inside a text or word is found wanting where that begins.
        is_cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        if is_cut and text.lstrip()[0] in "{[":
            return (
                f"The file ends in the middle, in line {text.count(chr(10)) + 1:,}: "
                "it was not copied whole."
            )
        if text.lstrip()[0] not in "{[":
            return f"{NO_EXPORT}: it is not JSON."
        return f"This is not JSON: line {error.lineno:,}, position {error.colno:,} ({error.msg})."
    except (ValueError, RecursionError):
        return ""
    return ""


def _is_deep(document: Any) -> bool:
    """Whether something in it is nested too deeply; level by level, because files are large."""
    level, depth = [document], 0
    while level and depth <= DEEPEST:
        depth += 1
        level = [
            item
            for outer in level
            for item in (outer.values() if type(outer) is dict else outer)
            if type(item) is dict or type(item) is list
        ]
    return bool(level)


def _refuse_unwritable(document: Any) -> None:
    """Refuse values that JSON can say and a database cannot keep."""
    waiting: list[tuple[tuple[int | str, ...], Any]] = [((), document)]
    while waiting:
        place, value = waiting.pop()
        complaint = ""
        if isinstance(value, dict | list):
            if len(place) > DEEPEST:
                complaint = f"is nested deeper than {DEEPEST} levels"
            items = value.items() if isinstance(value, dict) else enumerate(value)
            waiting += [((*place, step), item) for step, item in items]
            if isinstance(value, dict) and not all(map(_is_writable, value)):
                complaint = "has a key with characters that cannot be kept"
        elif isinstance(value, str):
            complaint = "" if _is_writable(value) else "has characters that cannot be kept"
        elif isinstance(value, float):
            complaint = "" if math.isfinite(value) else "is no number that can be kept"
        elif type(value) is int and abs(value) > LARGEST_NUMBER:
            complaint = "is a number too large to keep"
        if complaint:
            raise BadInput(f"{_capital(', '.join(_named(place)))} {complaint}.")


def _is_writable(text: str) -> bool:
    """Whether a database can hold a text: no zero byte, no half of a character."""
    if "\0" in text:
        return False
    return text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text)


def _read_facts(where: str, what: Mapping[str, list[Any]]) -> None:
    for fact, pair in what.items():
        if not FACT_NAME.fullmatch(fact):
            raise BadInput(f"{where}: there is no fact {show(fact)}.")
        reader = FACTS[fact.split("/")[0]]
        for value in pair:
            try:
                reader.validate_python(value)
            except ValidationError as error:
                raise BadInput(f"{where}, {fact}: {sentence(error)}") from None
