"""A season as the API answers it."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from scorecard.models import Season
from scorecard.rules.outcome import awards
from scorecard.services.seasons import season_words, seasons
from scorecard.services.standings import counted_results, standings

NO_TABLE: dict[str, Any] = {"season": None, "standings": [], "titles": []}
"""What stands in the place of a table where a group has no season."""


def season_json(session: Session, season: Season) -> dict[str, Any]:
    """Return what a season is."""
    scheme = awards.read_scheme(season.scheme)
    return {
        "id": season.uid,
        "name": season.name,
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat() if season.ends_on else None,
        "kinds": season.kinds,
        "least_games": season.least_games,
        "best_of": season.best_of,
        "scheme": season.scheme,
        "scheme_name": scheme.name,
        "scheme_sentence": scheme.sentence,
        "tie_breaks": season.tie_breaks,
        "early": season.early,
        "has_ratings_due": season.unrated_from is not None,
        "words": season_words.sentences(season),
        "notes": season_words.notes(session, season, seasons.overlapping(session, season)),
        "is_closed": season.is_closed,
        "closed_at": season.closed_at.isoformat() if season.closed_at else None,
    }


def table_json(session: Session, season: Season, *, is_public: bool = False) -> dict[str, Any]:
    """Return a season with its table and, once it is closed, its titles.

    What is public names no games.
    """
    table = counted_results.beside(session, season, standings.present(session, season))
    if is_public:
        for line in table:
            del line["counted_games"]
    return {
        "season": season_json(session, season),
        "standings": table,
        "titles": season.final["titles"] if season.final else [],
    }


def overlapping_json(session: Session, season: Season) -> list[str]:
    """Return the ids of the open seasons in which some of the same games count, too."""
    if season.is_closed:
        return []
    return [other.uid for other in seasons.overlapping(session, season)]
