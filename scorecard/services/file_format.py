"""The export format, version 3: how a game, a season or a group is written down as JSON.

Every file is one object::

    format       "scorecard"
    version      3; a reader refuses files of a later version, and reads all earlier ones
    kind         "game", "season" or "group"
    exported_at  when; the only thing in a file that two exports of the same do not share
    group        what it belongs to: uid, name, time_zone; null for a game outside of groups;
                 in the file of a group also version, created_at, changed_at, history, phones
    players      those of the roster who take part, or all of a group
    season(s)    ``season`` in the file of a season, ``seasons`` in that of a group
    game(s)      ``game`` in the file of a game, ``games`` in the others
    house_rules  a group's book; in the file of a season those its games were started with; in that
                 of a game none: there it only says what they are called

Moments are ISO 8601 in UTC (``2026-03-14T20:00:01+00:00``), days ``2026-03-14``. Things are known
by their uid, which is kept on import; players stand for people, seats for places at a table, and
**phones** are numbered in the order in which the file first names them. A phone's number says only
which changes came from one and the same phone: nothing in a file lets anybody in.

Games hold everything that was typed and the whole history. In the history's ``what``, each fact
that changed has what it was and became: ``options``, ``is_blind``, ``ended_at``, ``deleted_at``,
``group`` (a uid; null for none and for any other group), ``seat/2``, ``round/3``, ``entry/3/2``
(round 3, seat 2), ``amendments``, ``anecdote``, ``anecdote/3`` (of round 3). What follows from the
games is in no file, because it is counted from them: scores, totals, results, records, awards,
standings; but for the frozen table of a closed season.

Version 2 added how a change came (``source``), when it was made if it had to wait on a phone
(``made_at``), what changed in a group (``what``), and since when seasons, rulings and comments lie
in the bin (``deleted_at``). In files of version 1 nothing of that is known. Version 3 added what is
told of games and rounds (``anecdote``, "" for nothing).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError

from scorecard.errors import BadInput
from scorecard.rules.reading import show
from scorecard.rules.record import NotJson, loads
from scorecard.services.file_parts import (
    FILES,
    AmendmentPart,
    Anecdote,
    EntryFact,
    Json,
    Moment,
    RoundFact,
    SeatFact,
    Uid,
)

FORMAT = "scorecard"
VERSION = 3
Document = dict[str, Any]

LARGEST_NUMBER = 2**53
"""Beyond that, programs that read JSON disagree on what a number is."""
DEEPEST = 40
"""Lists and objects inside of each other."""
NOUNS = {
    "players": "player",
    "seasons": "season",
    "games": "game",
    "rounds": "round",
    "entries": "entry",
    "seats": "seat",
    "history": "history line",
    "house_rules": "set of house rules",
    "versions": "version",
    "agreements": "agreement",
    "proposals": "proposal",
    "votes": "vote",
    "comments": "comment",
    "rulings": "ruling",
    "amendments": "amendment",
    "consents": "consent",
    "phones": "phone",
    "table": "line of the frozen table",
    "titles": "title",
}
"""What one item of a list is called."""

SUSPICIOUS = re.compile(r"\\u(?:0000|[dD][89a-fA-F])|\d{16}|[:\[,\s]-?\d[\d.]*[eE]")
"""Text of JSON without this has no half characters, zero bytes or numbers too large."""
NO_EXPORT = "This is no export of Scorecard"

LATER = ConfigDict(defer_build=True)
FACTS: Mapping[str, TypeAdapter[Any]] = {
    "options": TypeAdapter(Json, config=LATER),
    "is_blind": TypeAdapter(bool, config=ConfigDict(strict=True, defer_build=True)),
    "ended_at": TypeAdapter(Moment | None, config=LATER),
    "deleted_at": TypeAdapter(Moment | None, config=LATER),
    "group": TypeAdapter(Uid | None, config=LATER),
    "seat": TypeAdapter(SeatFact | None),
    "amendments": TypeAdapter(list[AmendmentPart]),
    "anecdote": TypeAdapter(Anecdote | None, config=LATER),
    "round": TypeAdapter(RoundFact | None),
    "entry": TypeAdapter(EntryFact | None),
}
"""How each fact in a history's ``what`` is read, by its noun."""
FACT_NAME = re.compile(
    r"(options|is_blind|ended_at|deleted_at|group|amendments|anecdote)"
    r"|(seat|round|anecdote)/[1-9][0-9]{0,3}|(entry)/[1-9][0-9]{0,3}/[1-9][0-9]{0,3}"
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
    _bring_up(document)
    for place, game in games_of(document):
        for number, change in enumerate(game["history"], start=1):
            _read_facts(f"{place}, history line {number}", change["what"])
    return document


def _bring_up(document: Document) -> None:
    """Give a file of an earlier version the parts that it could not have."""
    for _where, game in games_of(document):
        for part in (game, *game["rounds"]):
            part.setdefault("anecdote", "")
    lines = [line for _where, game in games_of(document) for line in game["history"]]
    of_group = (document["group"] or {}).get("history", [])
    book = document.get("house_rules", [])
    for line in (*lines, *of_group):
        line.setdefault("source", None)
        line.setdefault("made_at", None)
    for line in of_group:
        line.setdefault("what", {})
    comments = [said for one in book for made in one["proposals"] for said in made["comments"]]
    rulings = [ruling for one in book for ruling in one["rulings"]]
    for part in (*seasons_of(document), *comments, *rulings):
        part.setdefault("deleted_at", None)


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
        "string_too_short": "some text",
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


def refuse_twice(what: str, ids: Sequence[Any]) -> None:
    """Refuse ids of which one stands twice, naming both places, counted from 1."""
    seen: dict[Any, int] = {}
    for number, uid in enumerate(ids, start=1):
        first = seen.setdefault(uid, number)
        if first != number:
            raise BadInput(
                f"{what} {first} and {number} have the same id, {uid}.", code="duplicate_id"
            )
