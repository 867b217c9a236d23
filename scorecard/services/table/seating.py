"""Who sits where: players join, leave, come back and are renamed, and games move between groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Game, Group, Player, Seat
from scorecard.rules.round_words import inside, numbered
from scorecard.rules.typed import places
from scorecard.rules.words import say
from scorecard.services.groups import group_members
from scorecard.services.history import changes, facts, members
from scorecard.services.limits import names
from scorecard.services.players import rosters
from scorecard.services.scoring import sheets
from scorecard.services.standings import results
from scorecard.services.table import amending, entering, rounds

Start = Literal["zero", "last"]
"""What a latecomer's total starts with: 0, or the total of the player who is last."""
LEVEL: Mapping[str, int] = MappingProxyType({})
"""The head starts of a game in which nobody has one."""


def by_place(players: Sequence[str], head_starts: Mapping[str, int]) -> dict[int, int]:
    """Return head starts by the places, from 1, of the players they are given to by name."""
    place_of = {name.strip().casefold(): place for place, name in enumerate(players, start=1)}
    found = {}
    for name, points in head_starts.items():
        if (place := place_of.get(name.strip().casefold())) is None:
            raise errors.BadInput(
                say("%(name)s has a head start, but is not one of the players.", name=name),
                field="head_starts",
                code="unknown_player",
            )
        found[place] = points
    return found


def give_head_starts(game: Game, head_starts: Mapping[str, int]) -> dict[str, Any]:
    """Give players head starts, 0 for none; return what the line of history says about them."""
    given = by_place([seat.name for seat in game.seats], head_starts)
    changed = [
        seat for seat in game.seats if given.get(seat.position, seat.head_start) != seat.head_start
    ]
    for seat in changed:
        seat.head_start = given[seat.position]
    if changed:
        # The rules refuse what no column takes.
        sheets.beginning(game)
    return about_head_starts(changed)


def about_head_starts(seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the part of a line of history about the head starts of some seats."""
    points = {str(seat.position): seat.head_start for seat in seats}
    return {"head_starts": points} if points else {}


def last_head_starts(
    session: Session, group: Group, kind: str, player_names: Sequence[str]
) -> dict[str, int]:
    """Return the head starts of the last game of a kind by name, if the same people played."""
    last = session.scalar(
        select(Game)
        .where(Game.group_id == group.id, Game.deleted_at.is_(None), Game.kind == kind)
        .where(Game.ended_at.is_not(None))
        .order_by(Game.started_at.desc(), Game.id.desc())
        .limit(1)
    )
    if last is None:
        return {}
    seated = {seat.player.one.name.casefold(): seat for seat in last.seats if seat.player}
    names = {name.strip().casefold(): name for name in player_names}
    if seated.keys() != names.keys():
        return {}
    return {name: seated[key].head_start for key, name in names.items() if seated[key].head_start}


def is_gathering(session: Session, game: Game) -> bool:
    """Whether a game, but no rematch, has just begun, and players still lack a phone."""
    is_begun = sheets.fold_of(game).next_number > 1 or game.open_round is not None
    if is_begun or game.is_ended or game.deleted_at or game.rematch_of_id:
        return False
    there = with_phone(session, game)
    return any(seat.position not in there for seat in game.seats if seat.left_after is None)


def with_phone(session: Session, game: Game) -> set[int]:
    """Return the positions of those who have a phone in the game, or in its group."""
    phones = group_members.phones_of(session, game.group) if game.group else {}
    of_group = {
        seat.position for seat in game.seats if seat.player and seat.player.one.id in phones
    }
    return of_group | members.seats_claimed(session, game)


def is_full(game: Game) -> bool:
    """Whether its rules and options seat nobody more."""
    _name, most = sheets.rules_of(game).seats_with(game.options)
    return len(game.seats) >= most


def add_player(session: Session, game: Game, write: changes.Write, name: str) -> Seat:
    """Add a player in the last seat, before round 1 is closed."""
    changes.refuse_ended(game)
    if game.closed_rounds:
        raise errors.Conflict(
            sheets.rules_of(game).why_not_late
            or say(
                "Nobody joins after %(round)s, by the rules. The scorekeeper can let you in late.",
                round=inside(sheets.rules_of(game).round_word, 1),
            ),
            code="too_late_to_join",
        )
    cleaned = names.clean(name)
    names.refuse_lookalike(cleaned, (seat.name for seat in game.seats))
    with changes.record(session, game, write, "seat_added", {"name": cleaned}):
        game.options = _suggested_anew(game, len(game.seats) + 1)
        return _seat_last(session, game, write, cleaned)


def _seat_last(session: Session, game: Game, write: changes.Write, name: str) -> Seat:
    """Give somebody the last seat; in a group's game they join the roster, if they are new."""
    seat = Seat(position=len(game.seats) + 1, name=name)
    if game.group:
        (seat.player,) = rosters.seat_players(session, game.group, write, [name])
        seat.name = seat.player.name
    game.seats.append(seat)
    _refuse_two_seats(game)
    return seat


def let_in(session: Session, game: Game, write: changes.Write, name: str, start: Start) -> Seat:
    """Let somebody in after round 1: they take the last seat, and count from the open round on.

    What their total starts with is worked out and stored now, and stays as the table has agreed
    on it when rounds are corrected later. So the writer must have seen every closed round as it is.
    """
    changes.refuse_ended(game)
    rounds.refuse_finished(game)
    refuse_late(game)
    changes.refuse_stale(session, game, write, list(facts.of_rounds(game, game.closed_rounds)))
    cleaned = names.clean(name)
    names.refuse_lookalike(cleaned, (seat.name for seat in game.seats))
    if (points := starts(game).get(start)) is None:
        raise errors.BadInput(say("Here everybody starts with 0."), field="start")
    joined = {"after": len(game.closed_rounds), "start": points}
    about = {"name": cleaned, "round": game.next_number, "start": points}
    with changes.record(session, game, write, "let_in", about):
        seat = _seat_last(session, game, write, cleaned)
        seat.joined = joined
    return seat


def refuse_late(game: Game) -> None:
    """Refuse to let anybody in where a player is simply added, or the game has no latecomers."""
    if not game.closed_rounds:
        word = sheets.rules_of(game).round_word
        raise errors.Conflict(
            say("%(round)s is not scored yet: add a player instead.", round=numbered(word, 1)),
            code="not_late",
        )
    if why_not := sheets.rules_of(game).why_not_late:
        raise errors.Conflict(why_not, code="cannot_join_late")


def starts(game: Game) -> dict[Start, int]:
    """Return what a latecomer may start with: 0, or the last one's total, but not in money."""
    rules = sheets.rules_of(game)
    playing = [seat.total for seat in game.seats if seat.left_after is None and not seat.is_out]
    if rules.is_money or not playing:
        return {"zero": 0}
    return {"zero": 0, "last": min(playing) if rules.best == "highest" else max(playing)}


def not_seated(game: Game) -> list[Player]:
    """Return the players of the group's roster who have no seat in its game."""
    if game.group is None:
        return []
    seated = {seat.player.one.id for seat in game.seats if seat.player}
    return [player for player in game.group.roster if player.id not in seated]


def _suggested_anew(game: Game, players: int) -> dict[str, Any]:
    """Return options in which suggested values are those suggested for so many ``players``."""
    options = dict(game.options)
    for option in sheets.rules_of(game).options:
        if option.suggest and options[option.key] == option.suggest(len(game.seats), options).value:
            options[option.key] = option.suggest(players, options).value
    return options


def rename(session: Session, game: Game, write: changes.Write, position: int, name: str) -> None:
    """Give a player another name."""
    seat = entering.seat_at(game, position)
    cleaned = names.clean(name)
    changes.refuse_stale(session, game, write, [f"seat/{position}"])
    _refuse_other_player(game, seat, cleaned)
    names.refuse_lookalike(cleaned, (other.name for other in game.seats if other is not seat))
    with changes.record(session, game, write, "renamed", {"from": seat.name, "name": cleaned}):
        put_name(session, game, seat, cleaned)


def _refuse_other_player(game: Game, seat: Seat, name: str) -> None:
    """Refuse to call a player of the group by another one's name: their points would go astray."""
    other = rosters.named(game.group, name) if game.group else None
    if other and seat.player and other.one is not seat.player.one:
        raise errors.BadInput(
            say(
                "%(name)s is somebody else in %(group)s. Choose who sits where under “Move "
                "to a group”.",
                name=other.name,
                group=other.group.name,
            ),
            field="name",
            code="duplicate_name",
        )


def put_name(session: Session, game: Game, seat: Seat, new: str) -> None:
    """Give a seat a new name, also wherever options, amendments and rounds hold the old one."""
    old, fields = seat.name, sheets.form_of(game, 1).round_fields
    game.options = facts.renamed_options(game, game.options, old, new)
    game.amendments = [
        one | {"options": facts.renamed_options(game, one["options"], old, new)}
        for one in game.amendments
    ]
    facts.rename_waiting(session, game, old, new)
    for round_ in game.rounds:
        data = places.renamed(round_.data, fields, old, new)
        if data != round_.data:
            round_.data = data
    seat.name = new


def leave(session: Session, game: Game, write: changes.Write, position: int) -> None:
    """Mark a player as gone for good: the total stays, later rounds go on without them."""
    changes.refuse_ended(game)
    seat = entering.seat_at(game, position)
    changes.refuse_stale(session, game, write, [f"seat/{position}"])
    if seat.left_after is not None:
        raise errors.Conflict(say("%(name)s has left already.", name=seat.name))
    staying = [other for other in game.seats if other.left_after is None and other is not seat]
    rules = sheets.rules_of(game)
    if len(staying) < rules.fewest:
        raise errors.Conflict(
            say(
                "Without %(name)s too few are left: %(game)s needs %(fewest)s. "
                "End the game instead.",
                name=seat.name,
                game=rules.name,
                fewest=rules.fewest,
            ),
            code="too_few_players",
        )
    about = {"seats": [position], "round": game.next_number}
    with changes.record(session, game, write, "left", about):
        seat.left_after = len(game.closed_rounds)
        if round_ := game.open_round:
            entry = round_.entry_of(seat)
            if entry:
                round_.entries.remove(entry)
            if rounds.close_if_whole(session, game, round_):
                about["closed"] = True
    # Who left is not asked any more: they may have been the last whose consent was missing.
    amending.settle(session, game, write)


def come_back(session: Session, game: Game, write: changes.Write, position: int) -> None:
    """Take back that a player left, as long as no round was closed without them."""
    changes.refuse_ended(game)
    seat = entering.seat_at(game, position)
    changes.refuse_stale(session, game, write, [f"seat/{position}"])
    if seat.left_after is None:
        raise errors.Conflict(say("%(name)s has not left.", name=seat.name))
    if seat.left_after < len(game.closed_rounds):
        raise errors.Conflict(
            say(
                "%(round)s was scored without %(name)s, who can play in the rematch.",
                round=numbered(sheets.rules_of(game).round_word, seat.left_after + 1),
                name=seat.name,
            )
        )
    with changes.record(session, game, write, "came_back", {"seats": [position]}):
        seat.left_after = None


def move(
    session: Session,
    game: Game,
    write: changes.Write,
    group: Group | None,
    players: Mapping[int, Player | None],
) -> None:
    """Move a game into a group, into another one, or out of any.

    ``players`` says who of the group sat in each seat; None stands for somebody new, who is added
    to the roster under the name at the seat. Nobody can sit in two seats. The field of a refusal is
    the seat, such as ``seat-2``.
    """
    changes.refuse_stale(session, game, write)
    was = game.group
    for position in players:
        entering.seat_at(game, position)
    about = {"group": group.name if group else "", "from": was.name if was else ""}
    with changes.record(session, game, write, "moved", about):
        game.group = group
        for seat in game.seats:
            # Within the same group, a seat that is not in ``players`` keeps its player.
            stays = seat.player if was is group else None
            seat.player = None
            if group:
                seat.player = (
                    players.get(seat.position) or stays or _newcomer(session, group, write, seat)
                )
                _refuse_stranger(seat, group)
        _refuse_two_seats(game)
    results.link(session, game)
    for touched in {was, group} - {None}:
        results.touch(session, cast(Group, touched), write.at)


def _refuse_stranger(seat: Seat, group: Group) -> None:
    if seat.player and seat.player.group is not group:
        raise errors.BadInput(
            say(
                "%(name)s is not on the roster of %(group)s.",
                name=seat.player.name,
                group=group.name,
            ),
            field=f"seat-{seat.position}",
            code="unknown_player",
        )


def _newcomer(session: Session, group: Group, write: changes.Write, seat: Seat) -> Player:
    """Return the player that a seat's name stands for, adding one where there is none."""
    try:
        (player,) = rosters.seat_players(session, group, write, [seat.name])
    except errors.BadInput as error:
        raise errors.BadInput(
            error.message, field=f"seat-{seat.position}", code=error.code
        ) from None
    return player


def _refuse_two_seats(game: Game) -> None:
    seat_of: dict[int, Seat] = {}
    for seat in game.seats:
        if seat.player is None:
            continue
        one = seat.player.one
        if other := seat_of.get(one.id):
            raise errors.BadInput(
                say(
                    "%(name)s cannot sit in two seats: %(other)s and %(seat)s.",
                    name=one.name,
                    other=other.name,
                    seat=seat.name,
                ),
                field=f"seat-{seat.position}",
                code="player_in_two_seats",
            )
        seat_of[one.id] = seat
