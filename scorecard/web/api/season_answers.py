"""A season as the API answers it."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from scorecard.answers import stored
from scorecard.models import Season
from scorecard.rules.outcome import awards
from scorecard.services.seasons import season_words, seasons
from scorecard.services.standings import lines, standings, team_tables
from scorecard.web.api.model import Extended


def whole(session: Session, season: Season) -> Extended:
    """Return a season with its rules in words."""
    scheme = awards.read_scheme(season.scheme)
    return Extended(
        season,
        scheme_name=scheme.name,
        scheme_sentence=scheme.sentence,
        has_ratings_due=season.unrated_from is not None,
        words=season_words.sentences(season),
        notes=[
            *season_words.notes(session, season, seasons.overlapping(session, season)),
            *season_words.beyond_places(season),
        ],
    )


def table_of(session: Session, season: Season | None) -> dict[str, Any]:
    """Return a season with its table and, if it is closed, its titles; nulls for None."""
    if season is None:
        return {"season": None, "standings": [], "teams": [], "titles": []}
    table = standings.present(session, season)
    return {
        "season": whole(session, season),
        "standings": lines.with_counts(session, season, table),
        "teams": team_tables.present(session, season, table),
        "titles": stored(seasons.TitleAnswer, season.final["titles"]) if season.final else [],
    }
