"""Two players of a roster who turn out to be one person, or two people again."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from scorecard import errors
from scorecard.models import Game, Player, Seat
from scorecard.rules import kinds
from scorecard.rules.words import joined, say
from scorecard.services.book import consent
from scorecard.services.history import changes, group_changes
from scorecard.services.players import rosters
from scorecard.services.standings import results

TWO_SEATS = "player_in_two_seats"
"""The code of a merge refused because both sat at one table."""


def merge(session: Session, player: Player, into: Player, write: changes.Write) -> None:
    """Merge a player into another one, for whom everything counts that either has played.

    Seats keep their player, so that the merge can be undone. Refused for two who sat at one table,
    because nobody sits in two seats.
    """
    group = player.group
    into = into.one
    rosters.refuse_merged(player)
    if player is into:
        raise errors.BadInput(say("Choose two different players."), field="into")
    if game := game_of_both(session, player, into):
        in_trash = [say("That game is in the trash.")] if game.deleted_at else []
        raise errors.Conflict(
            joined(
                [
                    say(
                        "%(name)s and %(into)s cannot be one person: both sat at the "
                        "table of %(game)s on %(day)s.",
                        name=player.name,
                        into=into.name,
                        game=kinds.name_of(game.kind),
                        day=results.day_of(game.started_at, group),
                    ),
                    *in_trash,
                ]
            ),
            code=TWO_SEATS,
        )
    merged, about = player.identities, {"into": into.name, "name": player.name}
    with group_changes.record(session, group, write, "merged", player, about):
        player.merged_into = into
        results.reassign(session, group, merged, player, into, write.at)
    consent.settle_open(session, group, write)


def unmerge(session: Session, player: Player, write: changes.Write) -> None:
    """Undo a merge: both count for themselves again."""
    group, into = player.group, player.merged_into
    if into is None:
        raise errors.Conflict(say("%(name)s is not merged with anybody.", name=player.name))
    if (other := rosters.named(group, player.name)) is not None:
        raise errors.Conflict(
            say("There is another %(name)s now. Rename that player first.", name=other.name),
            code="duplicate_name",
        )
    one, about = into.one, {"into": into.one.name, "name": player.name}
    with group_changes.record(session, group, write, "unmerged", player, about):
        player.merged_into = None
        results.reassign(session, group, player.identities, one, player, write.at)
    consent.settle_open(session, group, write)


def game_of_both(session: Session, player: Player, into: Player) -> Game | None:
    """Return a game in which both sat, merges followed; one in the trash only without another."""
    one, other = aliased(Seat), aliased(Seat)
    same = [row.id for row in player.identities]
    others = [row.id for row in into.identities]
    return session.scalar(
        select(Game)
        .join(one, one.game_id == Game.id)
        .join(other, other.game_id == Game.id)
        .where(one.player_id.in_(same), other.player_id.in_(others))
        .order_by(Game.deleted_at.is_not(None))
        .limit(1)
    )
