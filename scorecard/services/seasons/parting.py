"""Teams and divisions of an open season: a scorekeeper makes, changes, orders and removes them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from scorecard import errors
from scorecard.models import Division, Player, Season, Team
from scorecard.models.group import WITH_MERGED, each_by_name
from scorecard.rules.typed import reading
from scorecard.rules.words import say
from scorecard.services.history import changes, facts, group_changes
from scorecard.services.limits import names, quotas
from scorecard.services.seasons import seasons
from scorecard.services.standings import lineups, team_tables

MOST_PROMOTED = 5
"""How many players at most go up, and down, between neighbouring divisions."""


def make(
    session: Session,
    season: Season,
    write: changes.Write,
    sort: lineups.Sort,
    name: str,
    players: Sequence[Player],
) -> Any:
    """Make a team or division of an open season, the last one; merges are followed."""
    seasons.refuse_closed(season)
    quotas.check(session, sort.bound, season.id)
    others = lineups.of_season(session, season, sort)
    chosen = _checked(sort, players, others)
    part = sort.new(season, _checked_name(sort, name, others), position=len(others))
    session.add(part)
    session.flush()
    _put(session, part, chosen)
    _count_and_note(session, part, write, "made", {}, chosen)
    return part


def change(
    session: Session,
    part: lineups.Part,
    write: changes.Write,
    name: str,
    players: Sequence[Player],
) -> None:
    """Give a team or division of an open season another name, or other players."""
    sort, season = lineups.sort_of(part), part.season
    seasons.refuse_closed(season)
    group_changes.refuse_stale(session, season.group, write, part.uid)
    present, others = lineups.parted(lineups.of_season(session, season, sort), part)
    chosen, cleaned = _checked(sort, players, others), _checked_name(sort, name, others)
    if cleaned == part.name and {*chosen} == {*present}:
        return
    before = facts.of_row(part)
    part.name = cleaned
    _drop(session, part, {*present} - {*chosen})
    _put(session, part, [player for player in chosen if player not in present])
    _count_and_note(session, part, write, "changed", before, chosen)


def remove(session: Session, part: lineups.Part, write: changes.Write) -> None:
    """Remove a team or division. It lies in no bin, because it is soon chosen anew."""
    season = part.season
    seasons.refuse_closed(season)
    group_changes.refuse_stale(session, season.group, write, part.uid)
    every = lineups.of_season(session, season, lineups.sort_of(part))
    present, others = lineups.parted(every, part)
    _drop(session, part, {*present})
    session.delete(part)
    lineups.number([lineup.part for lineup in others])
    session.flush()
    _count_and_note(session, part, write, "removed", facts.of_row(part), present)


def promote(session: Session, season: Season, write: changes.Write, count: int | None) -> None:
    """Say how many players go up, and how many down, when the next season follows an open one."""
    seasons.refuse_closed(season)
    group_changes.refuse_stale(session, season.group, write, season.uid)
    checked = check_promoted(count)
    about = {"name": season.name, "count": checked}
    with group_changes.record(session, season.group, write, "divisions_promote", season, about):
        season.promoted = checked


def move_up(session: Session, division: Division, write: changes.Write) -> None:
    """Put a division of an open season before the one that is above it."""
    season = division.season
    seasons.refuse_closed(season)
    group_changes.refuse_stale(session, season.group, write, division.uid)
    every = [one.part for one in lineups.of_season(session, season, lineups.DIVISIONS)]
    at = every.index(division)
    if at == 0:
        raise errors.Conflict(say("%(name)s is the highest division already.", name=division.name))
    every[at - 1 : at + 1] = division, every[at - 1]
    about = {"name": season.name, "names": ", ".join(one.name for one in every)}
    with group_changes.record(session, season.group, write, "divisions_ordered", division, about):
        lineups.number(every)


def check_promoted(count: int | None) -> int:
    """Return how many players go up and down; refuse None, and numbers out of range."""
    if count is None or not 0 <= count <= MOST_PROMOTED:
        raise errors.BadInput(
            say("From 0 to %(most)s players go up and down.", most=MOST_PROMOTED), field="promoted"
        )
    return count


def find(session: Session, season: Season, sort: lineups.Sort, uid: str) -> Any:
    """Return the team or division of a season with this uid."""
    wanted = select(sort.part).where(sort.part.season_id == season.id, sort.part.uid == uid)
    gone = (
        say("This team is not in this season any more.")
        if sort is lineups.TEAMS
        else say("This division is not in this season any more.")
    )
    return errors.found(session.scalar(wanted), gone)


def _checked_name(sort: lineups.Sort, name: str, others: Sequence[lineups.Lineup]) -> str:
    is_team = sort is lineups.TEAMS
    blank = say("A team needs a name.") if is_team else say("A division needs a name.")
    cleaned = names.clean(name, blank=blank)
    for lineup in others:
        if (other := lineup.part.name).casefold() == cleaned.casefold():
            raise errors.BadInput(
                say("There is a team called %(name)s already.", name=other)
                if is_team
                else say("There is a division called %(name)s already.", name=other),
                field="name",
                code="duplicate_name",
            )
    return cleaned


def _checked(
    sort: lineups.Sort, players: Sequence[Player], others: Sequence[lineups.Lineup]
) -> list[Player]:
    """Return players by name, each once; refuse none, guests, and those elsewhere already."""
    chosen = each_by_name(players)
    if not chosen:
        raise errors.BadInput(
            say("Choose who is in the team.")
            if sort is lineups.TEAMS
            else say("Choose who is in the division."),
            field="players",
        )
    part_of = {player: lineup.part for lineup in others for player in lineup.players}
    for player in chosen:
        if player.is_guest:
            raise errors.BadInput(
                say("%(name)s is a guest, and in no table.", name=player.name), field="players"
            )
        if player in part_of:
            raise errors.BadInput(
                say(
                    "%(name)s is in %(team)s already.", name=player.name, team=part_of[player].name
                ),
                field="players",
            )
    return chosen


def _put(session: Session, part: lineups.Part, players: Sequence[Player]) -> None:
    sort = lineups.sort_of(part)
    session.add_all(sort.membership(part, player) for player in players)
    session.flush()


def _drop(session: Session, part: lineups.Part, players: Collection[Player]) -> None:
    """Take players, and those who were merged into them, out of their team or division."""
    model = lineups.sort_of(part).member
    members = select(model).where(model.season_id == part.season_id)
    for member in session.scalars(members.options(joinedload(model.player).options(WITH_MERGED))):
        if member.player.one in players:
            session.delete(member)
    session.flush()


def _count_and_note(
    session: Session,
    part: lineups.Part,
    write: changes.Write,
    what_happened: str,
    before: facts.Facts,
    players: Sequence[Player],
) -> None:
    """Count anew what players bring a team that has changed, and note what happened."""
    if isinstance(part, Team):
        team_tables.recount(session, part.season)
    about = {
        "name": part.season.name,
        "team": part.name,
        "from": before.get("name", part.name),
        "names": reading.listed([player.name for player in players]),
    }
    what = facts.difference(before, {} if what_happened == "removed" else facts.of_row(part))
    kind, group = f"{lineups.sort_of(part).key}_{what_happened}", part.season.group
    group_changes.note(session, group, write, kind, about, what=what, touching=part.uid)
