"""The export format, version 7: how a game, a season or a group is written down as JSON.

Every file is one object::

    format       "scorecard"
    version      7; a reader refuses files of a later version, and reads all earlier ones
    kind         "game", "season" or "group"; "house_rules" have a file of their own, see below
    exported_at  when; the only thing in a file that two exports of the same do not share
    group        what it belongs to: uid, name, motto, time_zone; null for a game outside of
                 groups; in the file of a group also version, created_at, changed_at, history,
                 phones, currency, cash
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
that changed has what it was and became: ``options``, ``is_blind``, ``is_friendly``,
``friendly_in``, ``first_seat`` (who begins), ``started_at`` (on which day it was played),
``ended_at``, ``deleted_at``, ``group`` (a uid; null for none and for any other group), ``seat/2``,
``round/3``, ``entry/3/2`` (round 3, seat 2), ``amendments``, ``anecdote``, ``anecdote/3`` (of round
3). What follows from the games is in no file, because it is counted from them: scores, totals,
results, records, awards, standings; but for the frozen table of a closed season, and what its games
awarded when it was closed (``awards``), which stands whatever became of them since.

Version 2 added how a change came (``source``), when it was made if it had to wait on a phone
(``made_at``), what changed in a group (``what``), and since when seasons, rulings and comments lie
in the bin (``deleted_at``). In files of version 1 nothing of that is known. Version 3 added what is
told of games and rounds (``anecdote``, "" for nothing). Version 4 added the ``awards`` of closed
seasons; in an earlier file they are null, and are counted from the games. Version 5 added who
joined late (``joined`` of a seat: after how many rounds, and what the total starts with; null for
all others, as in earlier files). Version 6 added the ``motto`` of a group, "" for none. Version 7
added ``is_friendly`` of a game and the uids of the seasons it is ``friendly_in``, ``started_at``
(the day that it is said to have been played on) and ``kept`` (bets and hands that were saved again
as they were) to what its history tells, ``is_guest`` of a player, and of a season what scorekeepers
gave and took by hand (``adjustments``), how many of the worst results do not count
(``drop_worst``), what it is ``ranked_by``, how often its evenings count (``weights``), its
``teams``, how many best of each count every evening (``team_best``), its ``divisions``, and how
many go up and down between these (``promoted``); and of a group the entries of its cash box
(``cash``) and their ``currency``. In earlier files games count in every season, players are no
guests, and seasons and groups have none of these.

A file of **house rules** says what their latest version is: ``game`` (the card game's key),
``name``, ``options`` (those that differ from the game's defaults), ``notes`` (Markdown),
``rulings`` (newest first) and ``origin`` (the group, name and version that it was made from). No
version changed it, so that it is still written as version 1, which every release reads.
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
