"""A group's past games, with a search, and its records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from flask import g, request
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.rules import kinds
from scorecard.rules.words import say
from scorecard.services.looking_back import archive
from scorecard.services.seasons import seasons
from scorecard.services.standings import records as all_records
from scorecard.web.http import access, languages, limits, refusals
from scorecard.web.pages import responses, views
from scorecard.web.people import groups

blueprint = views.Views("archive", __name__)

MORE = ("player", "kind", "season", "status", "year", "from", "to")
"""Filters besides the text; they are folded away, and shown in words."""
Choice = tuple[str, str, str, list[tuple[str, str]]]
"""A filter: its name, its label, "any", and (value, words) of each choice."""
FILTERS = ("q", *MORE)
OUT = say("out")
Finish = tuple[int, tuple[tuple[str | None, str, int | None, str], ...], bool, str]
"""A side's rank, its players (uid, name, colour, initial), whether it won, its total in words."""


@blueprint.group_page(f"{groups.PREFIX}/games", "member")
@limits.limit_searches
def games(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show a group's games that match the search, newest first."""
    asked = {
        name: value for name in (*FILTERS, "page") if (value := request.args.get(name, "").strip())
    }
    listing, error = None, None
    try:
        wanted = archive.read(visit.session, visit.group, asked)
        listing = archive.search(visit.session, visit.group, wanted)
    except errors.BadInput as refused:
        g.refusal = error = refused
    asked.pop("page", None)
    choices = _choices(visit)
    page = responses.page(
        "people/group/games.html",
        listing=listing,
        asked=asked,
        is_open=bool(error and error.field in MORE),
        chosen=[] if error else _in_words(choices, asked),
        by_side=by_side,
        choices=choices,
    )
    return page, refusals.status_of(error) if error else 200


@blueprint.group_page(f"{groups.PREFIX}/records", "member")
def records(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show the records of a group, card game by card game."""
    books = all_records.of_group(visit.session, visit.group)
    return responses.page("people/group/records.html", books=books)


def by_side(game: Mapping[str, Any]) -> list[Finish]:
    """Return the finishes of a game's sides; partners are one side."""
    speech = languages.speech()
    written = speech.gain if game["is_money"] else speech.number
    sides: dict[Any, list[Mapping[str, Any]]] = {}
    for number, seat in enumerate(game["seats"]):
        sides.setdefault(seat["side"] or number, []).append(seat)
    return [
        (
            side[0]["rank"],
            tuple((one["player"], one["name"], one["colour"], one["initial"]) for one in side),
            side[0]["is_win"],
            speech.say(OUT) if (total := side[0]["total"]) is None else written(total),
        )
        for side in sides.values()
    ]


def _in_words(choices: Sequence[Choice], asked: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return label and words of each chosen filter."""
    in_words = [
        (label, words)
        for name, label, _any, pairs in choices
        for value, words in pairs
        if asked.get(name) == value
    ]
    if "year" in asked:
        in_words.append((say("Year"), asked["year"]))
    for name, label in (("from", say("From")), ("to", say("To"))):
        if name in asked:
            in_words.append((label, languages.translated(date.fromisoformat(asked[name]))))
    return in_words


def _choices(visit: access.GroupVisit) -> list[Choice]:
    """Return the filters with their choices."""
    session, group = visit.session, visit.group
    players = [(one.uid, one.name) for one in group.players if one.merged_into_id is None]
    played = [(kind, kinds.name_of(kind)) for kind in all_records.kinds_of(session, group)]
    of_group = [(season.uid, season.name) for season in seasons.of_group(session, group)]
    return [
        (
            "player",
            say("Player"),
            say("Anybody"),
            sorted(players, key=lambda pair: pair[1].casefold()),
        ),
        ("kind", say("Card game"), say("Any"), sorted(played, key=lambda pair: pair[1].casefold())),
        ("season", say("Season"), say("Any"), of_group),
        ("status", say("How it stands"), say("Any"), list(archive.STATUSES.items())),
    ]
