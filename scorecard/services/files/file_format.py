"""The export format, version 4: how a game, a season or a group is written down as JSON.

Every file is one object::

    format       "scorecard"
    version      4; a reader refuses files of a later version, and reads all earlier ones
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
standings; but for the frozen table of a closed season, and what its games awarded when it was
closed (``awards``), which stands whatever became of them since.

Version 2 added how a change came (``source``), when it was made if it had to wait on a phone
(``made_at``), what changed in a group (``what``), and since when seasons, rulings and comments lie
in the bin (``deleted_at``). In files of version 1 nothing of that is known. Version 3 added what is
told of games and rounds (``anecdote``, "" for nothing). Version 4 added the ``awards`` of closed
seasons; in an earlier file they are null, and are counted from the games.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError

from scorecard import errors
from scorecard.rules import record
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, joined, quoted, say
from scorecard.services.files import file_parts

FORMAT = "scorecard"
VERSION = 4
Document = dict[str, Any]

LARGEST_NUMBER = 2**53
"""Beyond that, programs that read JSON disagree on what a number is."""
DEEPEST = 40
"""Lists and objects inside of each other."""
NOUNS: Mapping[str, Sentence] = {
    "players": say("player"),
    "seasons": say("season"),
    "games": say("game"),
    "rounds": say("round"),
    "entries": say("entry"),
    "seats": say("seat"),
    "history": say("history line"),
    "house_rules": say("set of house rules"),
    "versions": say("version"),
    "agreements": say("agreement"),
    "proposals": say("proposal"),
    "votes": say("vote"),
    "comments": say("comment"),
    "rulings": say("ruling"),
    "amendments": say("amendment"),
    "consents": say("consent"),
    "phones": say("phone"),
    "table": say("line of the frozen table"),
    "titles": say("title"),
    "awards": say("award"),
}
"""What one item of a list is called."""
FIRST_NOUNS: Mapping[str, Sentence] = {
    "players": say("Player"),
    "seasons": say("Season"),
    "games": say("Game"),
    "house_rules": say("Set of house rules"),
}
"""What one item of a list is called at the beginning of a sentence."""
COMPLAINTS = {"missing": say("is missing"), "extra_forbidden": say("means nothing here")}
"""What is wrong with a part of a file, by what its check calls it."""
WANTED = {
    "int_type": say("a whole number"),
    "int_from_float": say("a whole number"),
    "string_pattern_mismatch": say("8 to 16 letters and digits"),
    "string_type": say("text"),
    "bool_type": say("true or false"),
    "list_type": say("a list"),
    "dict_type": say("an object"),
    "model_type": say("an object"),
    "float_type": say("a number"),
    "string_too_short": say("some text"),
}
"""What a part of a file must be, by what its check calls it."""

SUSPICIOUS = re.compile(r"\\u(?:0000|[dD][89a-fA-F])|\d{16}|[:\[,\s]-?\d[\d.]*[eE]")
"""Text of JSON without this has no half characters, zero bytes or numbers too large."""

LATER = ConfigDict(defer_build=True)
FACTS: Mapping[str, TypeAdapter[Any]] = {
    "options": TypeAdapter(file_parts.Json, config=LATER),
    "is_blind": TypeAdapter(bool, config=ConfigDict(strict=True, defer_build=True)),
    "ended_at": TypeAdapter(file_parts.Moment | None, config=LATER),
    "deleted_at": TypeAdapter(file_parts.Moment | None, config=LATER),
    "group": TypeAdapter(file_parts.Uid | None, config=LATER),
    "seat": TypeAdapter(file_parts.SeatFact | None),
    "amendments": TypeAdapter(list[file_parts.AmendmentPart]),
    "anecdote": TypeAdapter(file_parts.Anecdote | None, config=LATER),
    "round": TypeAdapter(file_parts.RoundFact | None),
    "entry": TypeAdapter(file_parts.EntryFact | None),
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
        raise errors.BadInput(
            say('This is no export of Scorecard: it does not begin with "format": "scorecard".')
        )
    version = document.get("version")
    if type(version) is not int or version < 1:
        raise errors.BadInput(
            say(
                "This is no export of Scorecard: its version is %(version)s.",
                version=reading.show(version),
            )
        )
    if version > VERSION:
        raise errors.BadInput(
            say(
                "This file was made by a newer Scorecard: version %(version)s, this "
                "one reads %(known)s. Update this server first.",
                version=reading.show(version),
                known=VERSION,
            ),
            code="newer_export",
        )
    kind = document.get("kind")
    if not isinstance(kind, str) or kind not in file_parts.FILES:
        raise errors.BadInput(
            say(
                "An export is of a game, season or group, not of %(kind)s.", kind=reading.show(kind)
            )
        )
    if SUSPICIOUS.search(text) or record.extent(document)[1] > DEEPEST:
        _refuse_unwritable(document)
    try:
        file_parts.FILES[kind].model_validate(document)
    except ValidationError as error:
        raise errors.BadInput(sentence(error)) from None
    _bring_up(document)
    for place, game in games_of(document):
        for number, change in enumerate(game["history"], start=1):
            where = say("%(place)s, history line %(number)s", place=place, number=number)
            _read_facts(where, change["what"])
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
    for season in seasons_of(document):
        season.setdefault("awards", None)


def games_of(document: Document) -> list[tuple[Sentence, Document]]:
    """Return the games of a file, each with what a sentence calls it."""
    games = document.get("games", [document["game"]] if "game" in document else [])
    return [
        (say("Game %(number)s (%(uid)s)", number=number, uid=game["uid"]), game)
        for number, game in enumerate(games, 1)
    ]


def seasons_of(document: Document) -> list[Document]:
    """Return the seasons of a file."""
    found: list[Document] = document.get(
        "seasons", [document["season"]] if "season" in document else []
    )
    return found


def write(document: Document) -> str:
    """Return an export as the text of its file, the same for the same.

    Each of its parts begins a line, and so does each item of those that are lists.
    """
    parts = []
    for key, value in document.items():
        if isinstance(value, list) and value:
            items = ",\n  ".join(map(_dumped, value))
            parts.append(f"{_dumped(key)}: [\n  {items}\n ]")
        else:
            parts.append(f"{_dumped(key)}: {_dumped(value)}")
    return "{{\n {}\n}}\n".format(",\n ".join(parts))


def _dumped(value: Any) -> str:
    # All at once: with an indentation, the library would go through it piece by piece, in Python.
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def decoded(data: bytes) -> str:
    """Return the text in a file's bytes; refuse what is not UTF-8, saying where."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise errors.BadInput(
            say("This file is written in UTF-16. Save it again with the encoding UTF-8."),
            field="file",
            code="wrong_encoding",
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise errors.BadInput(
            say(
                "Line %(line)s is not written in UTF-8: byte %(number)s of the file is "
                "%(byte)s. Save the file again with the encoding UTF-8.",
                line=line,
                number=error.start + 1,
                byte=f"{data[error.start]:#04x}",
            ),
            field="file",
            code="wrong_encoding",
        ) from None
    return text


def sentence(error: ValidationError) -> Sentence:
    """Return the first thing that a validation complains about, and where."""
    first = error.errors(include_url=False)[0]
    *places, last = _named(first["loc"]) or [say("The file")]
    place = joined([joined(places, ", "), last], ": ") if places else last
    return say("%(place)s %(complaint)s.", place=place, complaint=_complaint(first))


def _complaint(error: Any) -> Sentence:
    kind, value, more = error["type"], reading.show(error["input"]), error.get("ctx", {})
    if kind == "value_error":
        return quoted(more["error"].args[0])
    if (wanted := WANTED.get(kind) or _limit(kind, more)) is not None:
        return say("must be %(wanted)s, not %(value)s", wanted=wanted, value=value)
    return COMPLAINTS.get(kind, say("cannot be used"))


def _limit(kind: str, more: Mapping[str, Any]) -> Sentence | None:
    match kind:
        case "greater_than_equal":
            return say("%(number)s or more", number=more["ge"])
        case "less_than_equal":
            return say("%(number)s or less", number=more["le"])
        case "string_too_long":
            return say("%(number)s characters or fewer", number=more["max_length"])
        case "too_short":
            return say("a list of %(number)s", number=more["min_length"])
        case "too_long":
            return say("a list of %(number)s", number=more["max_length"])
        case "literal_error":
            return quoted(str(more["expected"]))
    return None


def _named(location: Iterable[int | str]) -> list[Sentence]:
    """Return the steps to a place in words: "Game 3", "round 2", "“number”"."""
    found: list[Sentence] = []
    name = "item"
    for step in location:
        if isinstance(step, int):
            del found[-1:]
            noun = NOUNS.get(name, quoted(name)) if found else _beginning(name)
            found.append(say("%(noun)s %(number)s", noun=noun, number=step + 1))
        else:
            name = step
            found.append(say("“%(name)s”", name=name))
    return found


def _beginning(name: str) -> Sentence:
    return FIRST_NOUNS.get(name, quoted(name[:1].upper() + name[1:]))


def _read_json(data: bytes) -> tuple[str, Any]:
    text = decoded(data)
    if not text.strip():
        raise errors.BadInput(say("This file is empty."), field="file")
    try:
        return text, record.loads(text)
    except record.NotJson as error:
        raise errors.BadInput(
            _broken(text) or quoted(error.args[0]), field="file", code=record.NOT_JSON
        ) from None


def _broken(text: str) -> Sentence:
    """Return where a text stops being JSON; "" where that is not what is wrong with it."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        # What was cut inside a text or word is found wanting where that begins.
        is_cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        if is_cut and text.lstrip()[0] in "{[":
            return say(
                "The file ends in the middle, in line %(line)s: it was not copied whole.",
                line=text.count("\n") + 1,
            )
        if text.lstrip()[0] not in "{[":
            return say("This is no export of Scorecard: it is not JSON.")
        return say(
            "This is not JSON: line %(line)s, position %(position)s (%(why)s).",
            line=error.lineno,
            position=error.colno,
            why=error.msg,
        )
    except (ValueError, RecursionError):
        return Sentence()
    return Sentence()


def _refuse_unwritable(document: Any) -> None:
    """Refuse values that JSON can say and a database cannot keep."""
    waiting: list[tuple[tuple[int | str, ...], Any]] = [((), document)]
    while waiting:
        place, value = waiting.pop()
        complaint = Sentence()
        if isinstance(value, dict | list):
            if len(place) > DEEPEST:
                complaint = say("is nested deeper than %(most)s levels", most=DEEPEST)
            items = value.items() if isinstance(value, dict) else enumerate(value)
            waiting += [((*place, step), item) for step, item in items]
            if isinstance(value, dict) and not all(map(_is_writable, value)):
                complaint = say("has a key with characters that cannot be kept")
        elif isinstance(value, str) and not _is_writable(value):
            complaint = say("has characters that cannot be kept")
        elif isinstance(value, float) and not math.isfinite(value):
            complaint = say("is no number that can be kept")
        elif type(value) is int and abs(value) > LARGEST_NUMBER:
            complaint = say("is a number too large to keep")
        if complaint:
            raise errors.BadInput(
                say(
                    "%(place)s %(complaint)s.",
                    place=joined(_named(place), ", "),
                    complaint=complaint,
                )
            )


def _is_writable(text: str) -> bool:
    """Whether a database can hold a text: no zero byte, no half of a character."""
    if "\0" in text:
        return False
    return text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text)


def _read_facts(where: Sentence, what: Mapping[str, list[Any]]) -> None:
    for fact, pair in what.items():
        if not FACT_NAME.fullmatch(fact):
            raise errors.BadInput(
                say("%(where)s: there is no fact %(fact)s.", where=where, fact=reading.show(fact))
            )
        reader = FACTS[fact.split("/")[0]]
        for value in pair:
            try:
                reader.validate_python(value)
            except ValidationError as error:
                raise errors.BadInput(
                    say(
                        "%(where)s, %(fact)s: %(error)s",
                        where=where,
                        fact=fact,
                        error=sentence(error),
                    )
                ) from None


def refuse_twice(what: Sentence, ids: Sequence[Any]) -> None:
    """Refuse ids of which one stands twice, naming both places, counted from 1."""
    seen: dict[Any, int] = {}
    for number, uid in enumerate(ids, start=1):
        first = seen.setdefault(uid, number)
        if first != number:
            raise errors.BadInput(
                say(
                    "%(what)s %(first)s and %(number)s have the same id, %(uid)s.",
                    what=what,
                    first=first,
                    number=number,
                    uid=uid,
                ),
                code="duplicate_id",
            )


def unknown(
    where: Sentence, noun: Literal["player", "game", "group", "house_rules"], uid: str
) -> errors.BadInput:
    """Return the refusal of what a file names and does not hold."""
    match noun:
        case "player":
            told = say("%(where)s: there is no player %(uid)s in this file.", where=where, uid=uid)
        case "game":
            told = say("%(where)s: there is no game %(uid)s in this file.", where=where, uid=uid)
        case "group":
            told = say("%(where)s: there is no group %(uid)s in this file.", where=where, uid=uid)
        case "house_rules":
            told = say(
                "%(where)s: there is no set of house rules %(uid)s in this file.",
                where=where,
                uid=uid,
            )
    return errors.BadInput(told, code="unknown_reference")
