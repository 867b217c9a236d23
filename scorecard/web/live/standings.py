"""A season's standings as everybody in the group gets them: the same bytes for every phone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from flask import Flask, render_template
from sqlalchemy import select

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Group, Season
from scorecard.services.book import voting
from scorecard.services.groups import groups
from scorecard.services.seasons import season_words, seasons
from scorecard.services.standings import results, standings
from scorecard.web.http import access, languages
from scorecard.web.live import streams

SEASONS_CACHED = 200
"""Seasons whose rendered standings are cached in memory."""
DECIDED_LATELY = timedelta(days=2)
"""How long the phones of a group are told how it decided on its house rules."""

LEADERS = 3
"""How many players of a group the home page shows."""

Draw = Callable[[Group, Season | None], str]
"""Makes what is sent of a group and the season that is looked at, None where it has none."""

_shelf: streams.Shelf[streams.Piece] = streams.Shelf(SEASONS_CACHED)


def html(group: Group, season: Season | None) -> str:
    """Return a season's standings as a piece of the page."""
    return render_template(
        "seasons/_standings.html",
        group=group,
        decided=voting.decided_since(db.session, group, access.now() - DECIDED_LATELY),
        running=groups.running(db.session, group),
        season=season,
        table=standings.present(db.session, season) if season else [],
        words=season_words.sentences(season) if season else [],
        notes=season_words.notes(db.session, season, seasons.overlapping(db.session, season))
        if season
        else [],
        seasons=seasons.of_group(db.session, group),
    )


def leaders(group: Group, season: Season | None) -> str:
    """Return a group in short, for the home page: its season and who leads it."""
    ranked = [row for row in standings.present(db.session, season) if row["rank"]] if season else []
    return render_template(
        "seasons/_leaders.html", group=group, season=season, leaders=ranked[:LEADERS]
    )


def piece(group: Group, season_uid: str = "", draw: Draw = html) -> streams.Piece:
    """Return a group's standings: those of the season it sees first, or of the one named."""
    today = results.day_of(access.now(), group)
    tag = _tag(group.version, group.changed_at, today)

    def make() -> streams.Piece:
        season = (
            seasons.find(db.session, group, season_uid)
            if season_uid
            else seasons.current(db.session, group, today)
        )
        return streams.Piece(tag, draw(group, season), group.version)

    return _shelf.get((group.uid, season_uid, languages.speech().code, draw), tag, make)


def stream(
    app: Flask, group_uid: str, device_uid: str, season_uid: str = "", draw: Draw = html
) -> streams.Stream:
    """Return the stream of a group's standings: as they are now, and whenever the group moves."""
    language = languages.speech().code
    return streams.Stream(
        group_uid,
        device_uid,
        "standings",
        (group_uid, season_uid, language, draw),
        lambda: _read(app, group_uid, season_uid, language, draw),
    )


def _read(
    app: Flask, group_uid: str, season_uid: str, language: str, draw: Draw
) -> streams.Piece | None:
    with app.app_context():
        state = db.session.execute(
            select(Group.version, Group.changed_at, Group.time_zone).where(Group.uid == group_uid)
        ).one_or_none()
        if state is None:
            return None
        version, changed_at, time_zone = state
        today = access.now().astimezone(ZoneInfo(time_zone)).date()
        key = (group_uid, season_uid, language, draw)
        cached = _shelf.peek(key, _tag(version, changed_at, today))
        if cached:
            return cached
    # A request's context, because the page's fragment contains addresses.
    with app.test_request_context(), languages.spoken(language):
        group = groups.find(db.session, group_uid)
        try:
            return piece(group, season_uid, draw) if group else None
        except errors.NotFound:
            return None


def _tag(version: int, changed_at: datetime, today: date) -> str:
    """Return what names a state; which season is seen first depends on the day."""
    return streams.tag_of(version, changed_at, today)
