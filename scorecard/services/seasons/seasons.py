"""A group's seasons: make, change, close, delete and find them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from scorecard import answers, errors
from scorecard.models import Award, Game, Group, Season
from scorecard.rules import kinds
from scorecard.rules.outcome import awards as schemes
from scorecard.rules.typed import reading
from scorecard.rules.words import say
from scorecard.services.history import changes, group_changes
from scorecard.services.limits import bounds, codes, quotas
from scorecard.services.scoring import sheets
from scorecard.services.seasons import season_plans
from scorecard.services.standings import (
    awards,
    division_tables,
    lineups,
    rerating,
    results,
    standings,
    team_tables,
)
from scorecard.services.standings.lines import Line

ALIKE: tuple[schemes.Kind, ...] = ("places", "wins")
"""Schemes in which every won game brings the same award, so that none is the best."""
MOST_BEST = 2
"""The largest number of players who share the title of the best game."""
# Built once, because most pages of a group ask it.
_OF_GROUP = select(Season).where(Season.group_id == bindparam("group"), Season.deleted_at.is_(None))


@answers.answer
class SeasonName:
    """A season, by its name."""

    id: str
    name: str


@answers.answer
class TitleAnswer:
    """A title that a closed season awarded, and to whom."""

    title: str
    key: str
    players: list[str]
    names: list[str]
    value: int


def make(session: Session, group: Group, write: changes.Write, plan: season_plans.Plan) -> Season:
    """Create a season; games that were already played on its days count at once."""
    quotas.check(session, bounds.SEASONS_OF_GROUP, group.id)
    checked = plan.checked()
    _refuse_same_name(session, group, checked["name"])
    _refuse_no_money(session, group, plan)
    season = Season(uid=codes.new_uid(), group=group, created_at=write.at, **checked)
    session.add(season)
    session.flush()
    awards.recount(session, season)
    group_changes.note_new(session, group, write, "season_made", (season, {"name": season.name}))
    return season


def change(session: Session, season: Season, write: changes.Write, plan: season_plans.Plan) -> None:
    """Change an open season and recount its games."""
    refuse_closed(season)
    group_changes.refuse_stale(session, season.group, write, season.uid)
    checked = plan.checked()
    changed = [name for name, value in checked.items() if getattr(season, name) != value]
    if not changed:
        return
    if "name" in changed:
        _refuse_same_name(session, season.group, checked["name"], apart_from=season)
    if {"kinds", "scheme"} & set(changed):
        _refuse_no_money(session, season.group, plan)
    what = reading.listed([name.replace("_", " ") for name in changed])
    about = {"what": what, "name": checked["name"]}
    with group_changes.record(session, season.group, write, "season_changed", season, about):
        for name in changed:
            setattr(season, name, checked[name])
        awards.recount(session, season)


def close(
    session: Session,
    season: Season,
    write: changes.Write,
    *,
    next_name: str = "",
    last_day: date | None = None,
) -> Season | None:
    """Freeze a season's table and award its titles.

    A season that still runs ends on ``last_day``, else today. Where ``next_name`` is given, a
    season like it begins on the day after, with the same teams, and with divisions from which
    players have gone up and down; it is returned.
    """
    refuse_closed(season)
    group_changes.refuse_stale(session, season.group, write, season.uid)
    about = {"name": season.name}
    ends_on = _last_day(season, last_day, results.day_of(write.at, season.group))
    with group_changes.record(session, season.group, write, "season_closed", season, about):
        if season.ends_on != ends_on:
            season.ends_on = ends_on
            awards.recount(session, season)
        rerating.rerate_all(session, season)
        table = standings.present(session, season)
        season.closed_at = write.at
        kept = {
            "table": table,
            "titles": titles(table, season.scheme["kind"]),
            "teams": team_tables.present(session, season, table),
        }
        season.final = answers.to_store(kept)
    if not next_name.strip():
        return None
    return _follow(session, season, write, next_name, ends_on + timedelta(days=1))


def _follow(
    session: Session, season: Season, write: changes.Write, name: str, starts_on: date
) -> Season:
    """Begin a season like one that was closed, with its teams, and divisions as they are next."""
    plan = season_plans.Plan.of(season, name=name, starts_on=starts_on, ends_on=None)
    # The key of the write was stored with the closing.
    following = make(session, season.group, write.keyless, plan)
    following.promoted = season.promoted
    moved = division_tables.moved(standings.present(session, season))
    lineups.take_along(session, season, following, lineups.TEAMS, {})
    lineups.take_along(session, season, following, lineups.DIVISIONS, moved)
    return following


def last_days(season: Season, today: date) -> list[date]:
    """Return the days on which a season that is closed now may end, the later first."""
    if season.ends_on is not None and season.ends_on <= today:
        return [season.ends_on]
    latest = max(today, season.starts_on)
    yesterday = latest - timedelta(days=1)
    return [latest, yesterday] if yesterday >= season.starts_on else [latest]


def _last_day(season: Season, wanted: date | None, today: date) -> date:
    latest = last_days(season, today)[0]
    if wanted is None:
        return latest
    if not season.starts_on <= wanted <= latest:
        first = season.starts_on
        raise errors.BadInput(
            say(
                "The last day of %(name)s can be %(first)s to %(last)s, not %(wanted)s.",
                name=season.name,
                first=first,
                last=latest,
                wanted=wanted,
            )
            if first < latest
            else say(
                "The last day of %(name)s can be %(last)s, not %(wanted)s.",
                name=season.name,
                last=latest,
                wanted=wanted,
            ),
            field="last_day",
        )
    return wanted


def has_games(session: Session, season: Season) -> bool:
    """Whether a game counts in a season, so that it cannot be deleted."""
    return bool(_last_game(session, season))


def delete(session: Session, season: Season, write: changes.Write) -> None:
    """Put a season in which no game counts into the bin."""
    if season.deleted_at:
        raise errors.Conflict(say("%(name)s is already in the trash.", name=season.name))
    if has_games(session, season):
        raise errors.Conflict(
            say("Games count in %(name)s, so it stays. Close it instead.", name=season.name)
        )
    about = {"name": season.name}
    with group_changes.record(session, season.group, write, "season_deleted", season, about):
        season.deleted_at = write.at


def restore(session: Session, season: Season, write: changes.Write) -> None:
    """Take a season out of the bin; games that were played on its days since then count in it."""
    if season.deleted_at is None:
        raise errors.Conflict(say("%(name)s is not in the trash.", name=season.name))
    group_changes.refuse_stale(session, season.group, write, season.uid)
    _refuse_same_name(session, season.group, season.name)
    about = {"name": season.name}
    with group_changes.record(session, season.group, write, "season_restored", season, about):
        season.deleted_at = None
        awards.recount(session, season)


def deleted(session: Session, group: Group) -> Sequence[Season]:
    """Return the seasons in a group's bin, those deleted last first."""
    return session.scalars(
        select(Season)
        .where(Season.group_id == group.id, Season.deleted_at.is_not(None))
        .order_by(Season.deleted_at.desc(), Season.id.desc())
    ).all()


def find(session: Session, group: Group, uid: str, *, is_deleted: bool = False) -> Season:
    """Return the season of a group with this uid: one outside of the bin, or one in it."""
    season = session.scalar(select(Season).where(Season.group_id == group.id, Season.uid == uid))
    if season is None or (season.deleted_at is not None) is not is_deleted:
        raise errors.NotFound(say("There is no such season in this group."))
    return season


def of_group(session: Session, group: Group) -> list[Season]:
    """Return a group's seasons: those still open first, then the latest."""
    rows = session.scalars(_OF_GROUP, {"group": group.id}).all()
    return sorted(
        rows, key=lambda season: (not season.is_closed, season.starts_on, season.id), reverse=True
    )


def named(session: Session, group: Group, name: str) -> Season | None:
    """Return the season outside of the bin that has a name, whatever the letter case."""
    wanted = name.casefold()
    return next((one for one in of_group(session, group) if one.name.casefold() == wanted), None)


def names_of(session: Session, group: Group | None, uids: Sequence[str]) -> list[SeasonName]:
    """Return the names of those seasons of a group that are among some uids."""
    if group is None or not uids:
        return []
    return [
        SeasonName(id=season.uid, name=season.name)
        for season in of_group(session, group)
        if season.uid in uids
    ]


def _refuse_same_name(
    session: Session, group: Group, name: str, apart_from: Season | None = None
) -> None:
    other = named(session, group, name)
    if other and other is not apart_from:
        raise errors.BadInput(
            say("There is a season called %(name)s already.", name=other.name),
            field="name",
            code="duplicate_name",
        )


def _refuse_no_money(session: Session, group: Group, plan: season_plans.Plan) -> None:
    """Refuse net chips of a scorecard of one's own that is played in the group, not for money."""
    if plan.scheme.get("kind") != "chips":
        return
    for kind in plan.kinds:
        latest = session.scalar(
            select(Game)
            .where(Game.group_id == group.id, Game.kind == kind, Game.deleted_at.is_(None))
            .order_by(Game.started_at.desc(), Game.id.desc())
            .limit(1)
        )
        if latest and not sheets.rules_of(latest).is_money:
            raise season_plans.no_chips(kinds.name_of(kind))


def awarding(session: Session, game: Game) -> Sequence[Season]:
    """Return the seasons in which a game counts, also those closed since, oldest first."""
    return session.scalars(
        select(Season)
        .where(Season.id.in_(select(Award.season_id).where(Award.game_id == game.id).distinct()))
        .order_by(Season.starts_on, Season.id)
    ).all()


def shown(session: Session, group: Group, asked: str, at: datetime) -> Season | None:
    """Return the season that is asked for by its uid, or with "" the one that a group sees first.

    Of the open seasons of today that is the one with the latest game; without any it is the latest
    of all seasons, None where there are none.
    """
    if asked:
        return find(session, group, asked)
    every, today = of_group(session, group), results.day_of(at, group)
    of_today = [season for season in every if not season.is_closed and season.holds(today)]
    last = {season.id: _last_game(session, season) for season in of_today}
    if any(last.values()):
        return max(of_today, key=lambda season: last[season.id])
    return next(iter(of_today or every), None)


def _last_game(session: Session, season: Season) -> str:
    """Return the order key of the latest game that counts in a season, "" where there is none."""
    key = session.scalar(select(func.max(Award.order_key)).where(Award.season_id == season.id))
    return key or ""


def overlapping(session: Session, season: Season) -> list[Season]:
    """Return the open seasons in which some of the same games count, too."""
    return [
        other
        for other in of_group(session, season.group)
        if other.id != season.id
        and not other.is_closed
        and (season.ends_on is None or other.starts_on <= season.ends_on)
        and (other.ends_on is None or season.starts_on <= other.ends_on)
        and (not season.kinds or not other.kinds or set(season.kinds) & set(other.kinds))
    ]


def titles(table: Sequence[Line], scheme: schemes.Kind) -> list[TitleAnswer]:
    """Return a season's titles and who won them; a title that nobody has won is left out.

    So is that of the best game where more than :data:`MOST_BEST` share it, or where by the scheme
    every won game brings the same.
    """
    ranked = [row for row in table if row.rank is not None]
    awarded = []
    for title, key in (
        ("Champion", "rank"),
        ("Most wins", "wins"),
        ("Best game", "best"),
        ("Most games", "games"),
    ):
        # Of divisions only the highest one has a champion.
        able = [row for row in ranked if key != "rank" or row.is_of_top]
        values = [getattr(row, key) * (-1 if key == "rank" else 1) for row in able]
        best = max(values, default=0)
        if not values or (key != "rank" and best <= 0):
            continue
        holders = [row for row, value in zip(able, values, strict=True) if value == best]
        if key == "best" and (scheme in ALIKE or len(holders) > MOST_BEST):
            continue
        awarded.append(
            TitleAnswer(
                title=title,
                key=key,
                players=[row.player for row in holders],
                names=[row.name for row in holders],
                value=getattr(holders[0], key),
            )
        )
    return awarded


def refuse_closed(season: Season) -> None:
    """Refuse to change a season whose table is frozen."""
    if season.is_closed:
        raise errors.Conflict(
            say("%(name)s is closed; its table is final.", name=season.name),
            code="season_closed",
        )
