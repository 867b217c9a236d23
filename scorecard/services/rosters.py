"""A group's players: add, change, retire, and merge two who are one person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from scorecard.errors import BadInput, Conflict, NotFound
from scorecard.models import Game, Group, Player, Seat
from scorecard.rules import kinds
from scorecard.rules.words import say
from scorecard.services import (
    bounds,
    codes,
    consent,
    facts,
    group_changes,
    names,
    quotas,
    results,
)
from scorecard.services.badges import COLOURS
from scorecard.services.changes import Write
from scorecard.services.facts import Facts

LONGEST_INITIAL = 2
"""Characters."""
TWO_SEATS = "player_in_two_seats"
"""The code of a merge refused because both sat at one table."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who joins the roster."""

    name: str
    colour: int | None = None
    initial: str = ""


def find(group: Group, uid: str) -> Player:
    """Return the player of a group with this uid, also one who was merged or has retired."""
    player = next((player for player in group.players if player.uid == uid), None)
    if player is None:
        raise NotFound(say("There is no such player in this group."), code="unknown_player")
    return player


def chosen(group: Group, uid: str, field: str) -> Player:
    """Return the player with this uid; refuse, beside the ``field``, who is not of the group."""
    try:
        return find(group, uid)
    except NotFound as error:
        raise BadInput(error.message, field=field, code=error.code) from None


def named(group: Group, name: str) -> Player | None:
    """Return the player of a group with this name, whatever the letter case, or None."""
    return by_name(group).get(key_of(name))


def by_name(group: Group) -> dict[str, Player]:
    """Return a group's players by the keys of their names, so that many can be looked up.

    Who was merged into somebody else has no name of their own any more.
    """
    return {
        key_of(player.name): player for player in group.players if player.merged_into_id is None
    }


def key_of(name: str) -> str:
    """Return what is the same for names that are the same on a roster."""
    return name.strip().casefold()


def add(
    session: Session,
    group: Group,
    write: Write,
    name: str,
    *,
    colour: int | None = None,
    initial: str = "",
) -> Player:
    """Add a player to the roster; colour and initial are chosen where none are given."""
    return add_all(session, group, write, [Newcomer(name, colour, initial)])[0]


def add_all(
    session: Session, group: Group, write: Write, newcomers: Iterable[Newcomer]
) -> list[Player]:
    """Add players to the roster, looking through those who are there once."""
    newcomers = [*newcomers]
    quotas.check(session, bounds.PLAYERS_OF_GROUP, group.id, more=len(newcomers))
    taken, colours = _Taken(group), _colours(group)
    added: list[Player] = []
    for newcomer in newcomers:
        name, initial = names.clean(newcomer.name), newcomer.initial
        taken.refuse(group, name)
        colour = _checked_colour(newcomer.colour) if newcomer.colour else _rarest(colours)
        player = Player(
            uid=codes.new_uid(),
            name=name,
            colour=colour,
            initial=_checked_initial(initial) if initial.strip() else first_letter(name),
            created_at=write.at,
        )
        taken.add(player)
        colours[colour] += 1
        added.append(player)
    group.players += added
    session.flush()
    lines = [_line(player, {}) for player in added]
    group_changes.note_all(session, group, write, "player_added", lines)
    return added


def change(
    session: Session, player: Player, write: Write, *, name: str, colour: int, initial: str
) -> None:
    """Give a player another name, colour or initial; games keep the names that were played."""
    group = player.group
    group_changes.refuse_stale(session, group, write, player.uid)
    _refuse_merged(player)
    cleaned = names.clean(name)
    if cleaned.casefold() != player.name.casefold():
        _Taken(group, besides=player).refuse(group, cleaned)
    before = _facts(player)
    player.name, player.colour = cleaned, _checked_colour(colour)
    player.initial = _checked_initial(initial) if initial.strip() else first_letter(cleaned)
    if before != _facts(player):
        about = {"from": before["name"]}
        _note(session, player, write, "player_changed", before, about)


def retire(session: Session, player: Player, write: Write) -> None:
    """Take a player off the roster of today; everything they played stays."""
    _refuse_merged(player)
    if player.retired_at is None:
        before = _facts(player)
        player.retired_at = write.at
        _note(session, player, write, "retired", before)
        consent.settle_open(session, player.group, write)


def come_back(session: Session, player: Player, write: Write) -> None:
    """Put a retired player back on the roster."""
    _refuse_merged(player)
    if player.retired_at is not None:
        before = _facts(player)
        player.retired_at = None
        _note(session, player, write, "returned", before)
        consent.settle_open(session, player.group, write)


def merge(session: Session, player: Player, into: Player, write: Write) -> None:
    """Say that a player is another one: everything they played counts for that one.

    Seats keep whom they were given, so that this can be taken apart again. Refused for two who
    sat at one table, because nobody sits in two seats.
    """
    group = player.group
    into = into.one
    _refuse_merged(player)
    if player is into:
        raise BadInput(say("Choose two different players."), field="into")
    if game := game_of_both(session, player, into):
        day = results.day_of(game.started_at, group)
        raise Conflict(
            say(
                "%(name)s and %(into)s cannot be one person: both sat at the "
                "table of %(game)s on %(day)s.",
                name=player.name,
                into=into.name,
                game=kinds.name_of(game.kind),
                day=day,
            ),
            code=TWO_SEATS,
        )
    merged, before = _all_of(player), _facts(player)
    player.merged_into = into
    results.reassign(session, group, merged, player, into, write.at)
    _note(session, player, write, "merged", before, {"into": into.name})
    consent.settle_open(session, group, write)


def unmerge(session: Session, player: Player, write: Write) -> None:
    """Take a merge apart: both count for themselves again."""
    into = player.merged_into
    if into is None:
        raise Conflict(say("%(name)s is not merged with anybody.", name=player.name))
    if (other := named(player.group, player.name)) is not None:
        raise Conflict(
            say(
                "There is another %(name)s on the roster now. Rename that player first.",
                name=other.name,
            ),
            code="duplicate_name",
        )
    before, one = _facts(player), into.one
    player.merged_into = None
    results.reassign(session, player.group, _all_of(player), one, player, write.at)
    _note(session, player, write, "unmerged", before, {"into": into.one.name})
    consent.settle_open(session, player.group, write)


def seat_players(
    session: Session, group: Group, write: Write, seat_names: Iterable[str]
) -> list[Player]:
    """Return the players with these names, adding those the roster does not have yet.

    A refusal names the place in the list, from 0: ``players.1``.
    """
    roster, wanted = by_name(group), [*seat_names]
    for seat, name in enumerate(wanted):
        player = roster.get(key_of(names.clean(name, f"players.{seat}")))
        if player and player.retired_at:
            raise BadInput(
                say(
                    "%(name)s has retired from %(group)s. They can come back on the roster.",
                    name=player.name,
                    group=group.name,
                ),
                field=f"players.{seat}",
                code="retired_player",
            )
    new = {key_of(name): Newcomer(name) for name in wanted if key_of(name) not in roster}
    if new:
        roster |= zip(new, add_all(session, group, write, new.values()), strict=True)
    return [roster[key_of(name)] for name in wanted]


def first_letter(name: str) -> str:
    """Return the initial that goes with a name: its first letter, or the first character."""
    letter = next((character for character in name if character.isalnum()), name[:1])
    return letter.upper()[:LONGEST_INITIAL]


def _facts(player: Player) -> Facts:
    return {
        "name": player.name,
        "colour": player.colour,
        "initial": player.initial,
        "retired_at": player.retired_at.isoformat() if player.retired_at else None,
        "merged_into": player.merged_into.uid if player.merged_into else None,
    }


def _note(
    session: Session,
    player: Player,
    write: Write,
    kind: str,
    before: Facts,
    about: dict[str, Any] | None = None,
) -> None:
    """Leave a line about a player, who was as ``before`` says."""
    line = _line(player, before, about)
    group_changes.note_all(session, player.group, write, kind, [line])


def _line(
    player: Player, before: Facts, about: Mapping[str, Any] | None = None
) -> group_changes.Line:
    """Return what the history says of a player, who was as ``before`` says."""
    what = facts.difference(before, _facts(player))
    return group_changes.Line({**(about or {}), "name": player.name}, what, player.uid)


class _Taken:
    """The names that a roster has already, by themselves and by what they look like."""

    def __init__(self, group: Group, besides: Player | None = None) -> None:
        self.by_name = by_name(group)
        others = (row.name for row in group.players if row.one is row and row is not besides)
        self.by_looks = names.by_looks(others)

    def add(self, player: Player) -> None:
        """Take one more name."""
        self.by_name[key_of(player.name)] = player
        self.by_looks.setdefault(names.look_of(player.name), []).append(player.name)

    def refuse(self, group: Group, name: str) -> None:
        """Refuse a name that is taken, or that nobody could tell from one that is."""
        if (other := self.by_name.get(key_of(name))) is not None:
            raise BadInput(
                say(
                    "%(name)s, who has retired, is on the roster of %(group)s already.",
                    name=other.name,
                    group=group.name,
                )
                if other.retired_at
                else say(
                    "%(name)s is on the roster of %(group)s already.",
                    name=other.name,
                    group=group.name,
                ),
                field="name",
                code="duplicate_name",
            )
        names.refuse_look(name, self.by_looks)


def _refuse_merged(player: Player) -> None:
    if player.merged_into:
        raise Conflict(
            say(
                "%(name)s is %(into)s now. Undo the merge first.",
                name=player.name,
                into=player.one.name,
            )
        )


def _checked_colour(colour: int) -> int:
    if not 1 <= colour <= COLOURS:
        raise BadInput(
            say("A colour is a number from 1 to %(colours)s.", colours=COLOURS), field="colour"
        )
    return colour


def _checked_initial(initial: str) -> str:
    cleaned = names.clean(initial, "initial", say("A player's badge needs a name."))
    if len(cleaned) > LONGEST_INITIAL:
        raise BadInput(
            say(
                "An initial has at most %(most)s characters.",
                most=LONGEST_INITIAL,
            ),
            field="initial",
        )
    return cleaned


def _colours(group: Group) -> Counter[int]:
    """Return how many players of today have each colour."""
    return Counter(player.colour for player in group.players if player.is_active)


def _rarest(colours: Counter[int]) -> int:
    """Return the colour that fewest have."""
    return min(range(1, COLOURS + 1), key=lambda colour: colours[colour])


def _all_of(player: Player) -> list[Player]:
    """Return a player and everybody who was merged into them."""
    return [row for row in player.group.players if row.one is player]


def game_of_both(session: Session, player: Player, into: Player) -> Game | None:
    """Return a game in which both sat, counting everybody who was merged into either."""
    one, other = aliased(Seat), aliased(Seat)
    same = [row.id for row in _all_of(player)]
    others = [row.id for row in _all_of(into)]
    return session.scalar(
        select(Game)
        .join(one, one.game_id == Game.id)
        .join(other, other.game_id == Game.id)
        .where(one.player_id.in_(same), other.player_id.in_(others))
        .limit(1)
    )
