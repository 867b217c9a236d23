"""Teams and divisions of an open season: a scorekeeper makes, changes and removes them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from scorecard import errors
from scorecard.models import Player, Season, Team
from scorecard.models.group import WITH_MERGED, each_by_name
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say
from scorecard.services.history import changes, facts, group_changes
from scorecard.services.limits import bounds, names, quotas
from scorecard.services.seasons import seasons
from scorecard.services.standings import lineups, team_tables


@dataclass(frozen=True, slots=True)
class Kind:
    """Teams, or divisions: sentences, bound, and the ``key`` with which kinds of lines begin."""

    sort: lineups.Sort
    key: str
    bound: bounds.Bound
    no_name: Sentence
    nobody: Sentence
    gone: Sentence

    def refuse_same(self, name: str) -> errors.BadInput:
        """Return the refusal of a name that there is already."""
        said = (
            say("There is a team called %(name)s already.", name=name)
            if self.sort is lineups.TEAMS
            else say("There is a division called %(name)s already.", name=name)
        )
        return errors.BadInput(said, field="name", code="duplicate_name")


TEAMS = Kind(
    lineups.TEAMS,
    "team",
    bounds.TEAMS_OF_SEASON,
    no_name=say("A team needs a name."),
    nobody=say("Choose who is in the team."),
    gone=say("This team is not in this season any more."),
)
DIVISIONS = Kind(
    lineups.DIVISIONS,
    "division",
    bounds.DIVISIONS_OF_SEASON,
    no_name=say("A division needs a name."),
    nobody=say("Choose who is in the division."),
    gone=say("This division is not in this season any more."),
)


def kind_of(part: lineups.Part) -> Kind:
    """Return what kind of part of a season this is."""
    return TEAMS if isinstance(part, Team) else DIVISIONS


def make(
    session: Session,
    season: Season,
    write: changes.Write,
    kind: Kind,
    name: str,
    players: Sequence[Player],
) -> Any:
    """Make a team or division of an open season, the last one; merges are followed."""
    seasons.refuse_closed(season)
    quotas.check(session, kind.bound, season.id)
    others = lineups.of_season(session, season, kind.sort)
    chosen = _checked(kind, players, others)
    part = kind.sort.new(season, _checked_name(kind, name, others), position=len(others))
    session.add(part)
    session.flush()
    _put(session, part, chosen)
    _count_for_teams(session, part)
    _note(session, part, write, "made", {}, chosen)
    return part


def change(
    session: Session,
    part: lineups.Part,
    write: changes.Write,
    name: str,
    players: Sequence[Player],
) -> None:
    """Give a team or division of an open season another name, or other players."""
    kind, season = kind_of(part), part.season
    seasons.refuse_closed(season)
    group_changes.refuse_stale(session, season.group, write, part.uid)
    present, others = lineups.parted(lineups.of_season(session, season, kind.sort), part)
    chosen, cleaned = _checked(kind, players, others), _checked_name(kind, name, others)
    if cleaned == part.name and {*chosen} == {*present}:
        return
    before = facts.of_row(part)
    part.name = cleaned
    _drop(session, part, {*present} - {*chosen})
    _put(session, part, [player for player in chosen if player not in present])
    _count_for_teams(session, part)
    _note(session, part, write, "changed", before, chosen)


def remove(session: Session, part: lineups.Part, write: changes.Write) -> None:
    """Remove a team or division. It lies in no bin, because it is soon chosen anew."""
    season = part.season
    seasons.refuse_closed(season)
    group_changes.refuse_stale(session, season.group, write, part.uid)
    every = lineups.of_season(session, season, kind_of(part).sort)
    present, others = lineups.parted(every, part)
    _drop(session, part, {*present})
    session.delete(part)
    lineups.number([lineup.part for lineup in others])
    session.flush()
    _count_for_teams(session, part)
    _note(session, part, write, "removed", facts.of_row(part), present)


def find(session: Session, season: Season, kind: Kind, uid: str) -> Any:
    """Return the team or division of a season with this uid."""
    model = kind.sort.part
    wanted = select(model).where(model.season_id == season.id, model.uid == uid)
    return errors.found(session.scalar(wanted), kind.gone)


def _checked_name(kind: Kind, name: str, others: Sequence[lineups.Lineup]) -> str:
    cleaned = names.clean(name, blank=kind.no_name)
    for lineup in others:
        if lineup.part.name.casefold() == cleaned.casefold():
            raise kind.refuse_same(lineup.part.name)
    return cleaned


def _checked(
    kind: Kind, players: Sequence[Player], others: Sequence[lineups.Lineup]
) -> list[Player]:
    """Return players by name, each once; refuse none, guests, and those elsewhere already."""
    chosen = each_by_name(players)
    if not chosen:
        raise errors.BadInput(kind.nobody, field="players")
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
    sort = kind_of(part).sort
    session.add_all(sort.membership(part, player) for player in players)
    session.flush()


def _drop(session: Session, part: lineups.Part, players: Collection[Player]) -> None:
    """Take players, and those who were merged into them, out of their team or division."""
    model = kind_of(part).sort.member
    members = select(model).where(model.season_id == part.season_id)
    for member in session.scalars(members.options(joinedload(model.player).options(WITH_MERGED))):
        if member.player.one in players:
            session.delete(member)
    session.flush()


def _count_for_teams(session: Session, part: lineups.Part) -> None:
    """Count anew what players bring their teams, where it is a team that has changed."""
    if kind_of(part) is TEAMS:
        team_tables.recount(session, part.season)


def _note(
    session: Session,
    part: lineups.Part,
    write: changes.Write,
    what_happened: str,
    before: facts.Facts,
    players: Sequence[Player],
) -> None:
    about = {
        "name": part.season.name,
        "team": part.name,
        "from": before.get("name", part.name),
        "names": reading.listed([player.name for player in players]),
    }
    what = facts.difference(before, {} if what_happened == "removed" else facts.of_row(part))
    kind, group = f"{kind_of(part).key}_{what_happened}", part.season.group
    group_changes.note(session, group, write, kind, about, what=what, touching=part.uid)
