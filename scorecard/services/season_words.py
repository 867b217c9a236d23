"""What a season is, said in words: before it is made, while it runs, and on its page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard.models import Award, Game, Group, Season
from scorecard.rules import awards as schemes
from scorecard.rules import kinds
from scorecard.rules.definitions import GAME_KEY
from scorecard.rules.games import all_games
from scorecard.rules.reading import listed
from scorecard.rules.ready_made import READY_MADE
from scorecard.services import results, standings
from scorecard.services.seasons import in_words


def state(session: Session, season: Season, today: date) -> str:
    """Return how a season stands, for a list: "open · 15 games · Bob leads"."""
    if not season.is_closed and season.starts_on > today:
        return f"begins on {in_words(season.starts_on)}"
    played = session.scalar(
        select(func.count(Award.game_id.distinct())).where(Award.season_id == season.id)
    )
    stands = "closed" if season.is_closed else "open" if season.holds(today) else "over, not closed"
    found = [stands, f"{played or 'no'} game{'' if played == 1 else 's'}"]
    if not season.is_closed:
        table = standings.present(session, season)
        leaders = [row["name"] for row in table if row["rank"] == 1]
        if leaders:
            found.append(f"{listed(leaders)} {'leads' if len(leaders) == 1 else 'lead'}")
    return " · ".join(found)


def days(season: Season) -> str:
    """Return a season's days: "14 Mar – 30 Jun 2026", or "from 14 Mar 2026"."""
    if season.ends_on is None:
        return f"from {in_words(season.starts_on)}"
    if season.starts_on == season.ends_on:
        return in_words(season.starts_on)
    start = in_words(season.starts_on)
    if season.starts_on.year == season.ends_on.year:
        start = start.rsplit(" ", 1)[0]
    return f"{start} – {in_words(season.ends_on)}"


def sentences(season: Season) -> list[str]:
    """Return everything that holds in a season, a sentence each."""
    scheme = schemes.read_scheme(season.scheme)
    early = schemes.EARLY[season.early]  # type: ignore[index]
    found = [
        _days(season),
        f"{listed([kinds.name_of(kind) for kind in season.kinds])} "
        f"{'counts' if len(season.kinds) == 1 else 'count'}, and nothing else."
        if season.kinds
        else "Every card game counts.",
        f"{scheme.name}. {scheme.sentence}",
        f"A game that is ended early {early}.",
    ]
    if season.least_games > 1:
        found.append(f"Who has played {season.least_games} games is ranked.")
    else:
        found.append("One game is enough to be ranked.")
    if season.best_of:
        best = (
            "the best result counts" if season.best_of == 1 else f"the best {season.best_of} count"
        )
        found.append(f"Of everybody's results, {best}.")
    ties = standings.tie_breaks_in_words(season)
    if ties:
        found.append(f"Level on points: {', then '.join(ties)}; else the place is shared.")
    else:
        found.append("Level on points: the place is shared.")
    return found


def notes(season: Season, overlapping: Sequence[Season]) -> list[str]:
    """Return what is allowed and still worth knowing of a season that is open."""
    if season.is_closed:
        return []
    found = []
    if overlapping:
        names = listed([other.name for other in overlapping])
        found.append(f"Some games count in {names} as well: their days and card games overlap.")
    if season.unrated_from is not None:
        found.append(
            "An earlier game was changed: the ratings are being worked out again. Points are right "
            "already."
        )
    scheme = schemes.read_scheme(season.scheme)
    if scheme.kind == "places" and len(season.group.roster) > len(scheme.places):
        found.append(
            f"There are points for {len(scheme.places)} "
            f"{'place' if len(scheme.places) == 1 else 'places'}: "
            "whoever comes in behind them gets 0."
        )
    return found


def kinds_on_offer(session: Session, group: Group) -> list[tuple[str, str]]:
    """Return the card games that a season may be about: (kind, name), those of the shelf first.

    Behind them come what the group has played on cards of its own, and the ready-made cards.
    """
    shelf = [key for key in all_games() if key != GAME_KEY]
    played = session.scalars(
        select(Game.kind).where(Game.group_id == group.id, Game.kind != "").distinct()
    )
    ready_made = (kinds.kind_named(definition.name) for definition in READY_MADE.values())
    others = sorted({*played, *ready_made} - {*shelf}, key=kinds.name_of)
    return [(kind, kinds.name_of(kind)) for kind in [*shelf, *others]]


def closing(session: Session, season: Season, days: Sequence[date], today: date) -> list[str]:
    """Return what closing a season today will do, a sentence each; it may end on any of ``days``.

    ``days`` are what :func:`scorecard.services.seasons.last_days` returned.
    """
    last = days[0]
    next_day = in_words(last + timedelta(days=1))
    found = [
        "The table stays as it is now, for good. Later corrections of its games do not move it.",
        "The titles are awarded.",
    ]
    if last < today:
        found.append(
            f"A next season begins on {next_day}: games played since then count in it at once."
        )
    elif len(days) > 1:
        found.append(
            "A next season begins on the day after its last day. On the evening of a game, choose "
            "yesterday: everything that is begun today then counts in the next one."
        )
    else:
        found.append(
            f"{season.name} ends on {in_words(last)}. A game that ends after you close it counts "
            f"in no season; a next one begins on {next_day}."
        )
    running = _running(session, season)
    if running:
        games = "1 game is" if running == 1 else f"{running} games are"
        found.append(f"{games} still running and will not count in it, unless ended first.")
    return found


def _running(session: Session, season: Season) -> int:
    of_group = session.scalars(
        select(Game).where(
            Game.group_id == season.group_id,
            Game.started_at >= datetime.combine(season.starts_on, time(), UTC) - timedelta(days=1),
            Game.ended_at.is_(None),
            Game.deleted_at.is_(None),
        )
    )
    return sum(
        season.holds(results.day_of(game.started_at, season.group))
        and (not season.kinds or game.kind in season.kinds)
        for game in of_group
    )


def _days(season: Season) -> str:
    if season.ends_on is None:
        return f"Games from {in_words(season.starts_on)} on count, until it is closed."
    return f"Games from {in_words(season.starts_on)} to {in_words(season.ends_on)} count."
