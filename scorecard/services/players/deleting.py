"""Delete a player who was mistyped, as long as nothing hangs on them."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Text, cast, func, or_, select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import (
    Adjustment,
    Agreement,
    Award,
    CashShare,
    Change,
    Division,
    DivisionMember,
    Game,
    Player,
    Season,
    Seat,
    Team,
    TeamMember,
    Vote,
)
from scorecard.rules.words import NOTHING, Sentence, joined, say, say_n
from scorecard.services.book import consent
from scorecard.services.groups import group_members
from scorecard.services.history import changes, group_changes
from scorecard.services.players import rosters

IN_USE = "player_in_use"
"""The code of a refusal to delete somebody on whom something hangs."""


def delete(session: Session, player: Player, write: changes.Write) -> None:
    """Delete a player for good, unless something hangs on them: a name is soon typed anew."""
    group = player.group
    group_changes.refuse_stale(session, group, write, player.uid)
    rosters.refuse_merged(player)
    if why := hanging(session, player) or _named_in_history(session, player):
        raise errors.Conflict(why, code=IN_USE)
    about = {"name": player.name}
    with group_changes.record(session, group, write, "player_deleted", player, about):
        group.players.remove(player)
    consent.settle_open(session, group, write)


def hanging(session: Session, player: Player) -> Sentence:
    """Return why a player stays, and what to do about it; "" where nothing hangs on them."""
    for sentence in _uses(session, player):
        return joined([sentence, say("Merge them with another player instead.")])
    count = group_members.phones_of(session, player.group).get(player.id, 0)
    if count:
        return say_n(
            "%(name)s is on %(num)s phone. Say there who plays on it.",
            "%(name)s is on %(num)s phones. Say there who plays on them.",
            count,
            name=player.name,
        )
    return NOTHING


def _uses(session: Session, player: Player) -> Iterator[Sentence]:
    """Yield what would lose its player, each as a sentence."""
    name = player.name
    sat = select(func.count()).select_from(Seat).join(Game, Game.id == Seat.game_id)
    games = sat.where(Seat.player_id == player.id)
    if count := session.scalar(games.where(Game.deleted_at.is_(None))):
        yield say_n(
            "%(name)s is in %(num)s game.", "%(name)s is in %(num)s games.", count, name=name
        )
    if count := session.scalar(games):
        yield say_n(
            "%(name)s is in %(num)s game in the trash.",
            "%(name)s is in %(num)s games in the trash.",
            count,
            name=name,
        )
    for model in (Award, Adjustment):
        of_player = select(Season.name).join(model, model.season_id == Season.id)
        # By season, as the index goes.
        own = (Season.group_id == player.group_id, model.player_id == player.id)
        if season := session.scalar(of_player.where(*own).limit(1)):
            yield say("%(name)s is in the table of %(season)s.", name=name, season=season)
    in_box = select(CashShare.entry_id).where(CashShare.player_id == player.id)
    if session.scalar(in_box.limit(1)) is not None:
        yield say("%(name)s is in the cash box.", name=name)
    in_team = select(Team.name).join(TeamMember).where(TeamMember.player_id == player.id)
    if team := session.scalar(in_team.limit(1)):
        yield say("%(name)s is in the team %(team)s.", name=name, team=team)
    in_division = select(Division.name).join(DivisionMember)
    own_division = in_division.where(DivisionMember.player_id == player.id).limit(1)
    if division := session.scalar(own_division):
        yield say("%(name)s is in the division %(division)s.", name=name, division=division)
    if other := next((one for one in player.group.players if one.merged_into is player), None):
        yield say("%(other)s is merged into %(name)s.", other=other.name, name=name)
    for row in (Vote, Agreement):
        if session.scalar(select(row.at).where(row.player_id == player.id).limit(1)):
            yield say("%(name)s has voted on house rules, or agreed to them.", name=name)


def _named_in_history(session: Session, player: Player) -> Sentence:
    """Return why a player stays who would be in a game again after a redo, or ""."""
    text = cast(Change.what, Text)
    # Earlier releases stored it with a space.
    seated = (text.contains(f'"player_id":{space}{player.id}') for space in ("", " "))
    what = session.scalars(
        select(Change.what)
        .join(Game, Game.id == Change.game_id)
        .where(Game.group_id == player.group_id, Change.at >= player.created_at)
        .where(or_(*seated))
    )
    named = (value for facts_of in what for pair in facts_of.values() for value in pair)
    if any(isinstance(value, dict) and value.get("player_id") == player.id for value in named):
        return say(
            "%(name)s sat at a table until that was undone; Redo would bring them back.",
            name=player.name,
        )
    return NOTHING
