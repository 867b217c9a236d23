"""The export format: how a game, a season or a group is written down as JSON, and read.

The handbook's page of files and formats says what stands in a file, and since which version.
The modules beside this one have a class for every part.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from pydantic import ValidationError

from scorecard import errors
from scorecard.rules import core, record
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say
from scorecard.services.files.format import complaints, file_parts, history_facts, json_text

FORMAT = "scorecard"
VERSION = 7
Document = dict[str, Any]


def read(data: bytes) -> Document:
    """Return the export in a file's bytes; raise :class:`BadInput` with what is wrong, where."""
    document = read_kind(data, file_parts.EXPORTS)
    for place, game in games_of(document):
        for number, change in enumerate(game["history"], start=1):
            where = say("%(place)s, history line %(number)s", place=place, number=number)
            history_facts.check(where, change["what"])
    return document


def read_kind(data: bytes | core.Json, wanted: Collection[str]) -> Document:
    """Return what a file of a ``wanted`` kind holds; ``data`` is its text, or its JSON content."""
    document: Document
    text, document = json_text.load(data) if isinstance(data, bytes | str) else ("", data)
    kind = file_parts.FILES[_kind_of(document, wanted)]
    is_suspicious = not text or json_text.SUSPICIOUS.search(text)
    if is_suspicious or record.extent(document)[1] > json_text.DEEPEST:
        json_text.refuse_unwritable(document)
    try:
        kind.model_validate(document)
    except ValidationError as error:
        raise errors.BadInput(complaints.sentence(error)) from None
    file_parts.bring_up(kind, document)
    return document


def _kind_of(document: Any, wanted: Collection[str]) -> str:
    """Return what a file is of; refuse those of other kinds, and of later versions."""
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
    if not isinstance(kind, str) or kind not in wanted:
        if "house_rules" in wanted:
            raise errors.BadInput(say("This is no file of house rules."))
        raise errors.BadInput(
            say(
                "An export is of a game, season or group, not of %(kind)s.", kind=reading.show(kind)
            )
        )
    return kind


def games_of(document: Document) -> list[tuple[Sentence, Document]]:
    """Return the games of a file, each with what a sentence calls it."""
    games = document.get("games", [document["game"]] if "game" in document else [])
    return [
        (say("Game %(number)s (%(uid)s)", number=number, uid=game["uid"]), game)
        for number, game in enumerate(games, 1)
    ]


def seasons_of(document: Document) -> list[Document]:
    """Return the seasons of a file."""
    seasons: list[Document] = document.get(
        "seasons", [document["season"]] if "season" in document else []
    )
    return seasons


def write(document: Document) -> str:
    """Return an export as text, each part and item on a line; equal exports give equal texts."""
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
