"""Teams of a season: a scorekeeper makes, changes and removes them while it is open."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from scorecard import errors
from scorecard.models import Player, Season, Team, TeamMember
from scorecard.models.group import WITH_MERGED
from scorecard.rules.typed import reading
from scorecard.rules.words import say
from scorecard.services.history import changes, facts, group_changes
from scorecard.services.limits import bounds, names, quotas
from scorecard.services.seasons import seasons
from scorecard.services.standings import team_tables


def make(
    session: Session, season: Season, write: changes.Write, name: str, players: Sequence[Player]
) -> Team:
    """Make a team of an open season; who was merged into another player is that one."""
    seasons.refuse_closed(season)
    quotas.check(session, bounds.TEAMS_OF_SEASON, season.id)
    lineups = team_tables.of_season(session, season)
    chosen = _checked(players, lineups)
    team = team_tables.add(session, season, _checked_name(name, lineups), chosen)
    _note(session, team, write, "team_made", {}, chosen)
    return team


def change(
    session: Session, team: Team, write: changes.Write, name: str, players: Sequence[Player]
) -> None:
    """Give a team of an open season another name, or other players."""
    seasons.refuse_closed(team.season)
    group_changes.refuse_stale(session, team.season.group, write, team.uid)
    lineups = team_tables.of_season(session, team.season)
    present, others = team_tables.parted(lineups, team)
    chosen, cleaned = _checked(players, others), _checked_name(name, others)
    if cleaned == team.name and {*chosen} == {*present}:
        return
    before = facts.of_row(team)
    team.name = cleaned
    _drop(session, team.season, {*present} - {*chosen})
    team_tables.put(session, team, [player for player in chosen if player not in present])
    _note(session, team, write, "team_changed", before, chosen)


def remove(session: Session, team: Team, write: changes.Write) -> None:
    """Remove a team of an open season: its players stay, and count for no team.

    It lies in no bin, because a name and its players are all there is to choose anew; the history
    says which.
    """
    seasons.refuse_closed(team.season)
    group_changes.refuse_stale(session, team.season.group, write, team.uid)
    lineups = team_tables.of_season(session, team.season)
    present, _others = team_tables.parted(lineups, team)
    _drop(session, team.season, {*present})
    session.delete(team)
    _note(session, team, write, "team_removed", facts.of_row(team), present)


def find(session: Session, season: Season, uid: str) -> Team:
    """Return the team of a season with this uid."""
    found = session.scalar(select(Team).where(Team.season_id == season.id, Team.uid == uid))
    if found is None:
        raise errors.NotFound(say("This team is not in this season any more."))
    return found


def _checked_name(name: str, others: Sequence[team_tables.Lineup]) -> str:
    cleaned = names.clean(name, blank=say("A team needs a name."))
    for lineup in others:
        if lineup.team.name.casefold() == cleaned.casefold():
            raise errors.BadInput(
                say("There is a team called %(name)s already.", name=lineup.team.name),
                field="name",
                code="duplicate_name",
            )
    return cleaned


def _checked(players: Sequence[Player], others: Sequence[team_tables.Lineup]) -> list[Player]:
    """Return players by name, each once; refuse none, guests, and those of other teams."""
    chosen = sorted(
        {player.one for player in players},
        key=lambda player: (player.name.casefold(), player.id),
    )
    if not chosen:
        raise errors.BadInput(say("Choose who is in the team."), field="players")
    team_of = {player: lineup.team for lineup in others for player in lineup.players}
    for player in chosen:
        if player.is_guest:
            raise errors.BadInput(
                say("%(name)s is a guest, and in no table.", name=player.name), field="players"
            )
        if player in team_of:
            raise errors.BadInput(
                say(
                    "%(name)s is in %(team)s already.", name=player.name, team=team_of[player].name
                ),
                field="players",
            )
    return chosen


def _drop(session: Session, season: Season, players: Collection[Player]) -> None:
    """Take players out of the teams of a season, and whoever was merged into them."""
    members = select(TeamMember).where(TeamMember.season_id == season.id)
    for member in session.scalars(
        members.options(joinedload(TeamMember.player).options(WITH_MERGED))
    ):
        if member.player.one in players:
            session.delete(member)
    session.flush()


def _note(
    session: Session,
    team: Team,
    write: changes.Write,
    kind: str,
    before: facts.Facts,
    players: Sequence[Player],
) -> None:
    """Write a line of history about a team whose facts were ``before``, and who is in it."""
    about = {
        "name": team.season.name,
        "team": team.name,
        "from": before.get("name", team.name),
        "names": reading.listed([player.name for player in players]) if players else "",
    }
    what = facts.difference(before, {} if kind == "team_removed" else facts.of_row(team))
    group_changes.note(session, team.season.group, write, kind, about, what=what, touching=team.uid)
