"""A season's standings as a live piece: the same bytes for every phone of the group."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from flask import Flask, render_template
from sqlalchemy import select

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Group, Season
from scorecard.services.book import voting
from scorecard.services.groups import groups
from scorecard.services.seasons import late_results, season_words, seasons
from scorecard.services.standings import results, standings, team_tables
from scorecard.web.http import access
from scorecard.web.live import readers, streams

SEASONS_CACHED = 200
"""Seasons whose rendered standings are cached in memory."""
DECIDED_LATELY = timedelta(days=2)
"""How long a group sees its latest decisions on house rules."""

LATEST = 5
"""Ended games that are listed beside the standings on a wide screen."""
LEADERS = 3
"""How many players of a group the home page shows."""

Draw = Callable[[Group, Season | None], str]
"""Renders a group's piece, with a season or None."""

_shelf: streams.Shelf[streams.Piece] = streams.Shelf(SEASONS_CACHED)


def html(group: Group, season: Season | None) -> str:
    """Return a season's standings as HTML."""
    table = standings.present(db.session, season) if season else []
    teams = team_tables.present(db.session, season, table) if season else []
    return render_template(
        "seasons/_standings.html",
        group=group,
        decided=voting.decided_since(db.session, group, access.now() - DECIDED_LATELY),
        running=groups.running(db.session, group),
        ended=groups.latest_ended(db.session, group, LATEST),
        season=season,
        table=table,
        teams=teams,
        words=season_words.all_of(db.session, season, table, teams) if season else [],
        notes=season_words.notes(db.session, season, seasons.overlapping(db.session, season))
        if season
        else [],
        moved=late_results.lines(db.session, season) if season else [],
        seasons=seasons.of_group(db.session, group),
    )


def leaders(group: Group, season: Season | None) -> str:
    """Return a group in short, for the home page: season, and leaders of the top division."""
    first = standings.present(db.session, season, up_to=LEADERS) if season else []
    leaders = [row for row in first if row.is_of_top][:LEADERS]
    return render_template(
        "people/group/_leaders.html", group=group, season=season, leaders=leaders
    )


def piece(group: Group, season_uid: str = "", draw: Draw = html) -> streams.Piece:
    """Return a group's standings: of its current season, or of the one with a uid."""
    now = access.now()
    # The current season depends on the day.
    tag = streams.tag_of(group.version, group.changed_at, results.day_of(now, group))

    def make() -> streams.Piece:
        season = seasons.shown(db.session, group, season_uid, now)
        return streams.Piece(tag, draw(group, season), group.version)

    return _shelf.get((group.uid, season_uid, readers.of_request(), draw), tag, make)


class Wanted(NamedTuple):
    """What a stream sends: a group's standings of a season, "" for the current one.

    They are sent anew when one of the ``others``, groups by uid, changes, too.
    """

    group_uid: str
    season_uid: str
    draw: Draw
    others: tuple[str, ...] = ()


def stream(app: Flask, wanted: Wanted, device_uid: str, since: str = "") -> streams.Stream:
    """Return the stream of a group's standings."""
    reader = readers.of_request()

    def read() -> streams.Piece | None:
        piece = _read(app, wanted, reader)
        if piece is None or not wanted.others:
            return piece
        query = select(Group.version, Group.changed_at).where(Group.uid.in_(wanted.others))
        with app.app_context():
            states = db.session.execute(query).tuples().all()
        return piece._replace(tag=tag_with(piece, states))

    what = (wanted, reader)
    return streams.Stream(
        wanted.group_uid, device_uid, "standings", what, read, *wanted.others, since=since
    )


def tag_with(piece: streams.Piece, others: Iterable[tuple[int, datetime]]) -> str:
    """Return the tag of a piece together with the versions and moments of other groups."""
    return " ".join([piece.tag, *sorted(streams.tag_of(*state) for state in others)])


def _read(app: Flask, wanted: Wanted, reader: readers.Reader) -> streams.Piece | None:
    with app.app_context():
        state = db.session.execute(
            select(Group.version, Group.changed_at, Group.time_zone).where(
                Group.uid == wanted.group_uid
            )
        ).one_or_none()
        if state is None:
            return None
        version, changed_at, time_zone = state
        today = access.now().astimezone(ZoneInfo(time_zone)).date()
        key = (wanted.group_uid, wanted.season_uid, reader, wanted.draw)
        if cached := _shelf.peek(key, streams.tag_of(version, changed_at, today)):
            return cached
    with readers.reading(app, reader):
        group = groups.find(db.session, wanted.group_uid)
        try:
            return piece(group, wanted.season_uid, wanted.draw) if group else None
        except errors.NotFound:
            return None
