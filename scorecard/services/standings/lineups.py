"""Players of a season parted into sets with names, nobody in two: its teams, or its divisions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, bindparam, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from scorecard.models import Division, DivisionMember, Player, Season, Team, TeamMember
from scorecard.models.group import WITH_MERGED, each_by_name
from scorecard.services.limits import bounds, codes

Part = Team | Division


@dataclass(frozen=True, slots=True)
class Sort:
    """Teams, or divisions: their table, that of their members, and how many a season holds.

    Kinds of lines of history begin with the ``key``.
    """

    key: str
    bound: bounds.Bound
    part: type[Team] | type[Division]
    member: type[TeamMember] | type[DivisionMember]
    part_id: InstrumentedAttribute[int]

    def new(self, season: Season, name: str, *, position: int) -> Any:
        """Return a new part, not stored yet; only divisions have an order."""
        ordered = {"position": position} if self.part is Division else {}
        return self.part(uid=codes.new_uid(), season=season, name=name, **ordered)

    def membership(self, part: Part, player: Player) -> TeamMember | DivisionMember:
        """Return a player's membership in a part, not stored yet."""
        columns = {"season_id": part.season_id, "player": player, self.part_id.key: part.id}
        return self.member(**columns)


TEAMS = Sort("team", bounds.TEAMS_OF_SEASON, Team, TeamMember, TeamMember.team_id)
DIVISIONS = Sort(
    "division", bounds.DIVISIONS_OF_SEASON, Division, DivisionMember, DivisionMember.division_id
)


def sort_of(part: Part) -> Sort:
    """Return what sort of part of a season this is."""
    return TEAMS if isinstance(part, Team) else DIVISIONS


def _parts_and_players(sort: Sort) -> Select[Any, Player]:
    return (
        select(sort.part, Player)
        .outerjoin(sort.member, sort.part_id == sort.part.id)
        .outerjoin(Player, Player.id == sort.member.player_id)
        .where(sort.part.season_id == bindparam("season"))
        .order_by(Player.merged_into_id.is_not(None), Player.id)
        .options(WITH_MERGED)
    )


# Built once, because every table of a season asks them.
_IN_SEASON = {sort.part: _parts_and_players(sort) for sort in (TEAMS, DIVISIONS)}


@dataclass(frozen=True, slots=True)
class Lineup:
    """A team or division, and the players who count for it, by name; merges are followed."""

    part: Any
    players: list[Player]


def of_season(session: Session, season: Season, sort: Sort) -> list[Lineup]:
    """Return a season's teams by name, or its divisions in order.

    They are read by one statement, and one more where some were merged. Who was merged into another
    player is where that one is, and else takes their own along. A guest is in none, until they are
    no guest any more.
    """
    rows: Sequence[Any] = session.execute(_IN_SEASON[sort.part], {"season": season.id}).all()
    part_of: dict[Player, Part] = {}
    for part, player in rows:
        if player and not player.one.is_guest:
            part_of.setdefault(player.one, part)
    players_of: defaultdict[Part, list[Player]] = defaultdict(list)
    for player in each_by_name(part_of):
        players_of[part_of[player]].append(player)
    parts = sorted({row[0] for row in rows}, key=_place)
    return [Lineup(part, players_of[part]) for part in parts]


def _place(part: Part) -> tuple[int, str, int]:
    return getattr(part, "position", 0), part.name.casefold(), part.id


def parted(lineups: Sequence[Lineup], part: Part) -> tuple[list[Player], list[Lineup]]:
    """Return the players of one team or division, and the other teams or divisions."""
    (own,) = (lineup.players for lineup in lineups if lineup.part is part)
    return own, [lineup for lineup in lineups if lineup.part is not part]


def number(parts: Sequence[Part]) -> None:
    """Give divisions their positions in an order; teams have none."""
    for position, part in enumerate(parts):
        if isinstance(part, Division):
            part.position = position


def take_along(
    session: Session, season: Season, following: Season, sort: Sort, moved: Mapping[str, int]
) -> None:
    """Give a new season another one's teams or divisions, with players ``moved`` down so far."""
    present = of_season(session, season, sort)
    parts = [
        sort.new(following, lineup.part.name, position=position)
        for position, lineup in enumerate(present)
    ]
    session.add_all(parts)
    session.flush()
    for position, lineup in enumerate(present):
        for player in lineup.players:
            part = parts[position + moved.get(player.uid, 0)]
            session.add(sort.membership(part, player))
    session.flush()
