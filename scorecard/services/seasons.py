"""Seasons: make, change, close; and what is said of one in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, NotFound
from scorecard.models import Award, Game, Group, Season
from scorecard.rules import awards as schemes
from scorecard.rules import kinds
from scorecard.rules.reading import listed
from scorecard.rules.standings import TIE_BREAKS
from scorecard.rules.words import quoted, say
from scorecard.services import (
    awards,
    bounds,
    codes,
    facts,
    group_changes,
    names,
    quotas,
    rerating,
    results,
    sheets,
    standings,
)
from scorecard.services.changes import Write
from scorecard.services.facts import Facts

MOST_GAMES = 1000
"""The largest number of games that can be asked for to be ranked, or that count at most."""
FIRST_YEAR, LAST_YEAR = 1900, 2999
"""Years in which a season's days may lie."""
ALIKE: tuple[schemes.Kind, ...] = ("places", "wins")
"""Schemes by which every game that is won brings the same."""
MOST_BEST = 2
"""The largest number of players who share the title of the best game."""
USUAL_TIE_BREAKS = ("wins", "seconds", "best", "average")


@dataclass(frozen=True, slots=True)
class Plan:
    """What a season is to be, as it was asked for; :meth:`checked` refuses what cannot be."""

    name: str
    starts_on: date
    ends_on: date | None = None
    kinds: Sequence[str] = ()
    least_games: int = 1
    best_of: int | None = None
    scheme: dict[str, Any] = field(default_factory=lambda: schemes.Scheme("places").to_json())
    tie_breaks: Sequence[str] = USUAL_TIE_BREAKS
    early: str = "full"

    def checked(self) -> dict[str, Any]:
        """Return the plan as a season's columns; raise the first of its refusals."""
        if found := self.refusals():
            raise found[0]
        return {
            "name": names.clean(self.name, blank=say("A season needs a name.")),
            "starts_on": self.starts_on,
            "ends_on": self.ends_on,
            "kinds": list(dict.fromkeys(self.kinds)),
            "least_games": self.least_games,
            "best_of": self.best_of,
            "scheme": schemes.read_scheme(self.scheme).to_json(),
            "tie_breaks": list(dict.fromkeys(self.tie_breaks)),
            "early": self.early,
        }

    def refusals(self) -> list[BadInput]:
        """Return everything that cannot be, each with its field, in the order of the form."""
        return [
            *self._refused_name(),
            *self._refused_days(),
            *self._refused_scheme(),
            *self._refused_numbers(),
        ]

    def _refused_name(self) -> Iterator[BadInput]:
        try:
            names.clean(self.name, blank=say("A season needs a name."))
        except BadInput as error:
            yield BadInput(error.message, field="name", code=error.code)

    def _refused_days(self) -> Iterator[BadInput]:
        for name, day in (("starts_on", self.starts_on), ("ends_on", self.ends_on)):
            if day is not None and not FIRST_YEAR <= day.year <= LAST_YEAR:
                yield BadInput(
                    say(
                        "A season's days lie between %(first)s and %(last)s.",
                        first=str(FIRST_YEAR),
                        last=str(LAST_YEAR),
                    ),
                    field=name,
                )
        if self.ends_on is not None and self.ends_on < self.starts_on:
            yield BadInput(
                say(
                    "The season cannot end on %(ends_on)s, before it starts on %(starts_on)s.",
                    ends_on=self.ends_on,
                    starts_on=self.starts_on,
                ),
                field="ends_on",
            )

    def _refused_scheme(self) -> Iterator[BadInput]:
        scheme = None
        try:
            scheme = schemes.read_scheme(self.scheme)
        except schemes.BadScheme as error:
            yield BadInput(quoted(error.args[0]), field=error.field, code="bad_scheme")
        try:
            schemes.refuse_early(scheme or schemes.Scheme("points"), self.early)
        except schemes.BadScheme as error:
            yield BadInput(quoted(error.args[0]), field=error.field)
        for kind in self.kinds:
            rules = kinds.rules_of(kind)
            if rules is None and not kind.startswith(kinds.OWN):
                yield BadInput(say("No card game is called %(kind)s.", kind=kind), field="kinds")
            elif rules and not rules.is_money and scheme and scheme.kind == "chips":
                yield _no_chips(rules.name)

    def _refused_numbers(self) -> Iterator[BadInput]:
        if not 1 <= self.least_games <= MOST_GAMES:
            yield BadInput(
                say("The games needed to be ranked are 1 to %(most)s.", most=MOST_GAMES),
                field="least_games",
            )
        if self.best_of is not None and not 1 <= self.best_of <= MOST_GAMES:
            yield BadInput(
                say("The results that count are 1 to %(most)s.", most=MOST_GAMES),
                field="best_of",
            )
        if unknown := [name for name in self.tie_breaks if name not in TIE_BREAKS]:
            yield BadInput(say("%(name)s is no tie-break.", name=unknown[0]), field="tie_breaks")


def make(session: Session, group: Group, write: Write, plan: Plan) -> Season:
    """Make a season; games that were played on its days already count at once."""
    quotas.check(session, bounds.SEASONS_OF_GROUP, group.id)
    checked = plan.checked()
    _refuse_same_name(session, group, checked["name"])
    _refuse_no_money(session, group, plan)
    season = Season(uid=codes.new_uid(), group=group, created_at=write.at, **checked)
    session.add(season)
    session.flush()
    awards.recount(session, season)
    _note(session, season, write, "season_made", {})
    return season


def change(session: Session, season: Season, write: Write, plan: Plan) -> None:
    """Change a season that is open; its games are counted anew."""
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
    before = _facts(season)
    for name in changed:
        setattr(season, name, checked[name])
    session.flush()
    awards.recount(session, season)
    about = {"what": listed([name.replace("_", " ") for name in changed])}
    _note(session, season, write, "season_changed", before, about)


def close(
    session: Session,
    season: Season,
    write: Write,
    *,
    next_name: str = "",
    last_day: date | None = None,
) -> Season | None:
    """Freeze a season's table for good and award its titles.

    A season that still runs ends on ``last_day``, else today. Where ``next_name`` is given, a
    season like it begins on the day after; it is returned.
    """
    refuse_closed(season)
    group_changes.refuse_stale(session, season.group, write, season.uid)
    before = _facts(season)
    ends_on = _last_day(season, last_day, results.day_of(write.at, season.group))
    if season.ends_on != ends_on:
        season.ends_on = ends_on
        session.flush()
        awards.recount(session, season)
    rerating.finish(session, season)
    table = standings.present(session, season)
    season.closed_at = write.at
    season.final = {"table": table, "titles": titles(table, season.scheme["kind"])}
    _note(session, season, write, "season_closed", before)
    if not next_name.strip():
        return None
    plan = Plan(
        name=next_name,
        starts_on=ends_on + timedelta(days=1),
        kinds=season.kinds,
        least_games=season.least_games,
        best_of=season.best_of,
        scheme=season.scheme,
        tie_breaks=season.tie_breaks,
        early=season.early,
    )
    # The key of the write remembers the closing already.
    return make(session, season.group, write.keyless, plan)


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
        raise BadInput(
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


def delete(session: Session, season: Season, write: Write) -> None:
    """Put a season in which no game counts into the bin."""
    if season.deleted_at:
        raise Conflict(say("%(name)s is in the bin already.", name=season.name))
    if session.scalar(select(Award.order_key).where(Award.season_id == season.id).limit(1)):
        raise Conflict(
            say("Games count in %(name)s, so it stays. Close it instead.", name=season.name)
        )
    before = _facts(season)
    season.deleted_at = write.at
    _note(session, season, write, "season_deleted", before)


def restore(session: Session, season: Season, write: Write) -> None:
    """Take a season out of the bin; games that were played on its days since then count in it."""
    if season.deleted_at is None:
        raise Conflict(say("%(name)s is not in the bin.", name=season.name))
    group_changes.refuse_stale(session, season.group, write, season.uid)
    _refuse_same_name(session, season.group, season.name)
    before = _facts(season)
    season.deleted_at = None
    session.flush()
    awards.recount(session, season)
    _note(session, season, write, "season_restored", before)


def deleted(session: Session, group: Group) -> list[Season]:
    """Return the seasons in a group's bin, those deleted last first."""
    return list(
        session.scalars(
            select(Season)
            .where(Season.group_id == group.id, Season.deleted_at.is_not(None))
            .order_by(Season.deleted_at.desc(), Season.id.desc())
        )
    )


def find(session: Session, group: Group, uid: str, *, is_deleted: bool = False) -> Season:
    """Return the season of a group with this uid: one outside of the bin, or one in it."""
    season = session.scalar(select(Season).where(Season.group_id == group.id, Season.uid == uid))
    if season is None or (season.deleted_at is not None) is not is_deleted:
        raise NotFound(say("There is no such season in this group."))
    return season


def of_group(session: Session, group: Group) -> list[Season]:
    """Return a group's seasons: those still open first, then the latest."""
    found = session.scalars(
        select(Season).where(Season.group_id == group.id, Season.deleted_at.is_(None))
    ).all()
    return sorted(
        found, key=lambda season: (not season.is_closed, season.starts_on, season.id), reverse=True
    )


def named(session: Session, group: Group, name: str) -> Season | None:
    """Return the season outside of the bin that has a name, whatever the letter case."""
    wanted = name.casefold()
    return next((one for one in of_group(session, group) if one.name.casefold() == wanted), None)


def _refuse_same_name(
    session: Session, group: Group, name: str, apart_from: Season | None = None
) -> None:
    other = named(session, group, name)
    if other and other is not apart_from:
        raise BadInput(
            say("There is a season called %(name)s already.", name=other.name),
            field="name",
            code="duplicate_name",
        )


def _refuse_no_money(session: Session, group: Group, plan: Plan) -> None:
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
            raise _no_chips(kinds.name_of(kind))


def _no_chips(name: str) -> BadInput:
    return BadInput(
        say("%(name)s is not played for chips, so it brings no net chips.", name=name),
        field="kinds",
    )


def awarding(session: Session, game: Game) -> list[Season]:
    """Return the seasons in which a game counts, also those closed since, oldest first."""
    return list(
        session.scalars(
            select(Season)
            .where(
                Season.id.in_(select(Award.season_id).where(Award.game_id == game.id).distinct())
            )
            .order_by(Season.starts_on, Season.id)
        )
    )


def current(session: Session, group: Group, today: date) -> Season | None:
    """Return the season a group sees first: of the open ones of today, where the latest game was.

    Where none is open today it is the latest of all; None where there is none.
    """
    found = of_group(session, group)
    of_today = [season for season in found if not season.is_closed and season.holds(today)]
    last = {season.id: _last_game(session, season) for season in of_today}
    if any(last.values()):
        return max(of_today, key=lambda season: last[season.id])
    return next(iter(of_today or found), None)


def _last_game(session: Session, season: Season) -> str:
    """Return the place of a season's latest game among all games, "" where there is none."""
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


def titles(table: Sequence[standings.Row], scheme: schemes.Kind) -> list[dict[str, Any]]:
    """Return a season's titles and who won them; nobody wins one with nothing.

    There is none for the best game where everybody who ever won a game had it.
    """
    ranked = [row for row in table if row["rank"] is not None]
    found = []
    for title, key in (
        ("Champion", "rank"),
        ("Most wins", "wins"),
        ("Best game", "best"),
        ("Most games", "games"),
    ):
        values = [-row["rank"] if key == "rank" else row[key] for row in ranked]
        best = max(values, default=0)
        if not values or (key != "rank" and best <= 0):
            continue
        holders = [row for row, value in zip(ranked, values, strict=True) if value == best]
        if key == "best" and (scheme in ALIKE or len(holders) > MOST_BEST):
            continue
        found.append(
            {
                "title": title,
                "key": key,
                "players": [row["player"] for row in holders],
                "names": [row["name"] for row in holders],
                "value": holders[0][key],
            }
        )
    return found


def _facts(season: Season) -> Facts:
    """Return what a season is, JSON-plain, but for its frozen table."""
    found: Facts = {column.name: getattr(season, column.name) for column in fields(Plan)}
    found |= {name: getattr(season, name) for name in ("closed_at", "deleted_at")}
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in found.items()
    }


def _note(
    session: Session,
    season: Season,
    write: Write,
    kind: str,
    before: Facts,
    about: dict[str, Any] | None = None,
) -> None:
    """Leave a line about a season, which was as ``before`` says."""
    group_changes.note(
        session,
        season.group,
        write,
        kind,
        {**(about or {}), "name": season.name},
        what=facts.difference(before, _facts(season)),
        touching=season.uid,
    )


def refuse_closed(season: Season) -> None:
    """Refuse to change a season whose table is frozen."""
    if season.is_closed:
        raise Conflict(
            say("%(name)s is closed; its table stands for good.", name=season.name),
            code="season_closed",
        )
