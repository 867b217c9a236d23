"""Undo an import as one step: what it brought goes into the bin, and its players retire.

The line of history of an import says what was new with it. What was changed since, or is in use,
stays, and the line of the undoing says what stayed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Sized
from dataclasses import asdict, dataclass, field
from typing import Any

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.database import pieces
from scorecard.models import (
    Adjustment,
    Award,
    CashShare,
    Game,
    Group,
    GroupChange,
    GroupMembership,
    HouseRules,
    HouseRulesVersion,
    Player,
    PlayerClaim,
    Season,
    Seat,
    TeamMember,
)
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say, say_n
from scorecard.services.book import house_rules
from scorecard.services.files.format import values
from scorecard.services.files.restoring import inserting
from scorecard.services.history import changes, group_changes
from scorecard.services.players import rosters
from scorecard.services.seasons import seasons
from scorecard.services.standings import adjusted, lineups

IMPORTED, UNDONE = "imported", "import_undone"
MOST_NEW = 5_000
"""How many things an import may bring to be undone later."""


@dataclass(frozen=True, slots=True)
class New:
    """What an import brought, by uids; of games also the version in which they came."""

    games: dict[values.Uid, int] = field(default_factory=dict)
    players: list[values.Uid] = field(default_factory=list)
    seasons: list[values.Uid] = field(default_factory=list)
    house_rules: list[values.Uid] = field(default_factory=list)

    @property
    def size(self) -> int:
        """How many things they are."""
        return sum(map(len, self.to_json().values()))

    def to_json(self) -> dict[str, Any]:
        """Return what the history keeps: what there is of each kind."""
        return {kind: uids for kind, uids in asdict(self).items() if uids}


@dataclass(slots=True)
class _Parts:
    """The games, players, seasons and house rules of an import that go, or those that stay."""

    games: list[Game] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    seasons: list[Season] = field(default_factory=list)
    house_rules: list[HouseRules] = field(default_factory=list)

    @property
    def in_words(self) -> Sentence:
        """How many of each there are, "" where there is nothing."""
        return counted(self.players, self.seasons, self.games, self.house_rules)


_NEW = TypeAdapter(New)


def counted(players: Sized, seasons: Sized, games: Sized, rule_sets: Sized) -> Sentence:
    """Return in words how many of each there are: "2 players and 14 games", "" for nothing."""
    counts = [
        say_n("%(num)s player", "%(num)s players", len(players)),
        say_n("%(num)s season", "%(num)s seasons", len(seasons)),
        say_n("%(num)s game", "%(num)s games", len(games)),
        say_n("%(num)s rule set", "%(num)s rule sets", len(rule_sets)),
    ]
    return reading.listed([count for count in counts if count.num])


def note_import(
    session: Session, group: Group, write: changes.Write, what: Sentence, new: New
) -> None:
    """Write the line of history of an import, by which it can be undone."""
    about: dict[str, Any] = {"what": what}
    if 0 < new.size <= MOST_NEW:
        about["new"] = new.to_json()
    group_changes.note(session, group, write, IMPORTED, about)


def newest(session: Session, group: Group) -> GroupChange | None:
    """Return the line of the newest import that can still be undone, None where there is none."""
    lines = _lines(session, group)
    undone = [line.about.get("of") for line in lines if line.kind == UNDONE]
    return next((line for line in lines if line.version not in undone and _new_in(line).size), None)


def undo(session: Session, group: Group, write: changes.Write, number: int) -> None:
    """Undo the import whose line of history is at a version of the group.

    Its games go into the bin, as do its seasons in which nothing counts and its house rules that
    nothing is played by; its players retire who sit nowhere else, and are in no
    season that stays, by a team or by points by hand. What was changed since stays.
    Refused where nothing would change, and where a closed season counts one of its games.
    """
    changes.refuse_future(group, write)
    line = _imported(session, group, number)
    new, touched = _new_in(line), _touched_since(session, group, number)
    gone, stay = _Parts(), _Parts()
    for game in _games(session, group, new.games):
        (gone if game.version == new.games[game.uid] else stay).games.append(game)
    _refuse_closed(session, gone.games)
    changes.delete_all(session, group, gone.games, write)
    session.flush()
    for season in _seasons(session, group, new):
        is_changed = season.uid in touched or _is_adjusted_since(session, season, touched)
        is_used = is_changed or _counts(session, season)
        (stay if is_used else gone).seasons.append(season)
    for rule_set in _house_rules(session, group, new):
        is_used = rule_set.uid in touched or _is_played_by(session, rule_set)
        (stay if is_used else gone).house_rules.append(rule_set)
    in_use, brought = _in_use(session, group, gone.seasons), set(new.players)
    for player in [player for player in group.roster if player.uid in brought]:
        is_used = player.uid in touched or player.id in in_use
        (stay if is_used else gone).players.append(player)
    _remove(session, gone, write)
    if not gone.in_words:
        raise errors.Conflict(
            say("All of this import was changed or is in use since, so it stays.")
            if stay.in_words
            else say("Nothing of this import is here any more.")
        )
    about = {"what": gone.in_words, "stay": stay.in_words, "of": number}
    group_changes.note(session, group, write, UNDONE, about)


def done(session: Session, group: Group, number: int) -> Sentence:
    """Return in words what undoing an import did."""
    line = next(line for line in _lines(session, group) if line.about.get("of") == number)
    return group_changes.sentence(line)


def _remove(session: Session, gone: _Parts, write: changes.Write) -> None:
    """Delete seasons and house rules, and retire players; games lie in the bin already."""
    for season in gone.seasons:
        seasons.delete(session, season, write.keyless)
    for rule_set in gone.house_rules:
        house_rules.delete(session, rule_set, write.keyless)
    for player in gone.players:
        rosters.retire(session, player, write.keyless)


def _lines(session: Session, group: Group) -> list[GroupChange]:
    return list(session.scalars(changes.newest(group, IMPORTED, UNDONE)))


def _imported(session: Session, group: Group, number: int) -> GroupChange:
    """Return the line of an import; refuse one that cannot be undone, or was undone already."""
    lines = _lines(session, group)
    line = next((line for line in lines if line.version == number), None)
    if line is None or line.kind != IMPORTED:
        raise errors.NotFound(say("There is no such import in this group."))
    if any(line.about.get("of") == number for line in lines):
        raise errors.Conflict(say("This import is undone already."))
    if not _new_in(line).size:
        raise errors.Conflict(
            say("The history does not tell what this import brought, so it stays.")
        )
    return line


def _new_in(line: GroupChange) -> New:
    """Return what an import brought, nothing where its line does not say so readably."""
    try:
        return _NEW.validate_python(line.about.get("new", {}))
    except ValidationError:
        return New()


def _touched_since(session: Session, group: Group, number: int) -> set[str]:
    later = changes.lines(session, group, after=number)
    return {line.about["touching"] for line in later if "touching" in line.about}


def _games(session: Session, group: Group, uids: Collection[str]) -> list[Game]:
    here = (Game.group_id == group.id, Game.deleted_at.is_(None))
    return [
        game
        for some in pieces.in_parts(uids, inserting.AT_ONCE)
        for game in session.scalars(select(Game).where(*here, Game.uid.in_(some)).order_by(Game.id))
    ]


def _seasons(session: Session, group: Group, new: New) -> list[Season]:
    return [season for season in seasons.of_group(session, group) if season.uid in new.seasons]


def _house_rules(session: Session, group: Group, new: New) -> list[HouseRules]:
    book = house_rules.of_group(session, group)
    return [rule_set for rule_set in book if rule_set.uid in new.house_rules]


def _refuse_closed(session: Session, games: Sequence[Game]) -> None:
    """Refuse to delete games that a closed season counts: what it awarded stands."""
    for some in pieces.in_parts([game.id for game in games], inserting.AT_ONCE):
        name = session.scalar(
            select(Season.name)
            .join(Award, Award.season_id == Season.id)
            .where(Award.game_id.in_(some), Season.closed_at.is_not(None))
            .limit(1)
        )
        if name is not None:
            raise errors.Conflict(
                say(
                    "Season %(name)s is closed and counts games of this import, so it stays.",
                    name=name,
                )
            )


def _counts(session: Session, season: Season) -> bool:
    awarded = select(Award.order_key).where(Award.season_id == season.id).limit(1)
    return season.is_closed or session.scalar(awarded) is not None


def _is_adjusted_since(session: Session, season: Season, touched: Collection[str]) -> bool:
    """Whether points by hand, teams or divisions came into a season after its import."""
    given = {one.uid for one in adjusted.all_of(session, season)}
    parts = {
        lineup.part.uid
        for sort in (lineups.TEAMS, lineups.DIVISIONS)
        for lineup in lineups.of_season(session, season, sort)
    }
    return not (given | parts).isdisjoint(touched)


def _is_played_by(session: Session, rule_set: HouseRules) -> bool:
    played = (
        select(Game.id)
        .join(HouseRulesVersion, Game.version_id == HouseRulesVersion.id)
        .where(HouseRulesVersion.house_rules_id == rule_set.id, Game.deleted_at.is_(None))
    )
    return session.scalar(played.limit(1)) is not None


def _in_use(session: Session, group: Group, going: Sequence[Season]) -> set[int]:
    """Return the ids of players in a game, the cash box, on a phone, or in a season that stays."""
    staying = (
        Season.group_id == group.id,
        Season.deleted_at.is_(None),
        Season.id.not_in([season.id for season in going]),
    )
    of_seasons = [
        select(model.player_id).join(Season, Season.id == model.season_id).where(*staying)
        for model in (TeamMember, Adjustment)
    ]
    seated = (
        select(Seat.player_id)
        .join(Game, Game.id == Seat.game_id)
        .join(Player, Player.id == Seat.player_id)
        .where(Player.group_id == group.id, Game.deleted_at.is_(None))
    )
    claimed = (
        select(PlayerClaim.player_id)
        .join(Player, Player.id == PlayerClaim.player_id)
        .join(GroupMembership, GroupMembership.id == PlayerClaim.membership_id)
        .where(Player.group_id == group.id, GroupMembership.removed_at.is_(None))
    )
    in_cash = (
        select(CashShare.player_id)
        .join(Player, Player.id == CashShare.player_id)
        .where(Player.group_id == group.id)
    )
    in_use = {
        player_id
        for used in (seated, claimed, in_cash, *of_seasons)
        for player_id in session.scalars(used.distinct())
    }
    merged = {player.one.id for player in group.players if player.one is not player}
    return {player_id for player_id in in_use if player_id is not None} | merged
