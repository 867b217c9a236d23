"""A game's life: start, players, settings, play on, End Game, reopen, rematch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorecard.errors import BadInput, Conflict, NotFound, Refused, Unconfirmed
from scorecard.models import Game, Group, HouseRules, Membership, Player, Seat
from scorecard.models.access import KEEPER
from scorecard.rules import Refusal, Sheet, score
from scorecard.rules.definitions import GAME_KEY
from scorecard.rules.places import renamed, renamed_values
from scorecard.rules.sheet import NotARecord, resolve_options, rules_for
from scorecard.rules.words import say
from scorecard.services import (
    access,
    amending,
    anecdotes,
    bounds,
    changes,
    codes,
    facts,
    names,
    quotas,
    rematches,
    results,
    rosters,
    rounds,
    scorecards,
    sheets,
)
from scorecard.services.changes import Write
from scorecard.services.house_rules import keep, refuse_without_agreement


def start(
    session: Session,
    write: Write,
    rules_key: str,
    players: Sequence[str],
    options: Mapping[str, Any],
    *,
    is_blind: bool = False,
    first_seat: int = 1,
    is_confirmed: bool = False,
    group: Group | None = None,
    house_rules: HouseRules | None = None,
) -> Game:
    """Start a game with these players in seating order; the writing device becomes its keeper.

    ``options`` are those that differ from the defaults; all are copied onto the game as they
    are today. What the set-up warns about must be confirmed. In a ``group`` the players are those
    of its roster, to which new names are added. ``house_rules`` are those of the group that are
    played by, in the version that holds: ``options`` only add to them, None standing for the
    game's default. Players who have not agreed to it must be confirmed.
    """
    if house_rules:
        merged = {**house_rules.latest.options, **options}
        options = {key: value for key, value in merged.items() if value is not None}
    game = _create(
        session,
        write,
        rules_key,
        players,
        options,
        is_blind=is_blind,
        first_seat=first_seat,
        is_confirmed=is_confirmed,
        group=group,
        house_rules=house_rules,
    )
    session.add(Membership(game=game, device=write.device, role=KEEPER, joined_at=write.at))
    if house_rules:
        keep(game, house_rules.latest, [seat.player for seat in game.seats if seat.player])
    changes.remember(session, game, write)
    session.flush()
    return game


def _create(
    session: Session,
    write: Write,
    rules_key: str,
    players: Sequence[str],
    options: Mapping[str, Any],
    *,
    is_blind: bool,
    first_seat: int,
    is_confirmed: bool,
    group: Group | None,
    rematch_of: Game | None = None,
    seated: Sequence[Player | None] = (),
    house_rules: HouseRules | None = None,
) -> Game:
    """Make a game; ``seated`` says who of the group it is where that is known already."""
    quotas.check(session, bounds.GAMES_OF_PHONE, write.device.id)
    if group:
        quotas.check(session, bounds.GAMES_OF_GROUP, group.id)
    try:
        rules = rules_for(rules_key, options)
    except NotARecord:
        raise NotFound(
            say("No game is called %(game)s.", game=rules_key), code="unknown_game"
        ) from None
    if rules.key == GAME_KEY and not rematch_of:
        scorecards.refuse_taken_name(rules.name, "options.scorecard")
    trimmed = [names.clean(name, f"players.{seat}") for seat, name in enumerate(players)]
    # How many may play is asked first: names are compared each with each.
    sheet = _opening_sheet(rules_key, options, trimmed)
    if not group and not rematch_of:
        for place, name in enumerate(trimmed):
            names.refuse_lookalike(name, trimmed[:place], f"players.{place}")
    if group and not seated:
        found = _on_roster(session, group, write, trimmed)
        trimmed = [player.name for player in found]
        seated = found
        sheet = _opening_sheet(rules_key, options, trimmed)
    if house_rules and not is_confirmed:
        known = [player for player in seated if player]
        refuse_without_agreement(house_rules.latest, known, sheet.warnings)
    if sheet.warnings and not is_confirmed:
        raise Unconfirmed(sheet.warnings)
    resolved = resolve_options(rules, options, trimmed)
    assert not isinstance(resolved, Refusal), "the sheet has just been scored with them"
    if not 1 <= first_seat <= len(trimmed):
        raise BadInput(
            say("There is no seat %(first_seat)s.", first_seat=first_seat), field="first_seat"
        )
    seats = [Seat(position=seat, name=name) for seat, name in enumerate(trimmed, start=1)]
    for seat, player in zip(seats, seated, strict=False):
        seat.player = player
    game = Game(
        uid=codes.new_uid(),
        group=group,
        rules=rules_key,
        options=resolved,
        is_blind=is_blind,
        first_seat=first_seat,
        version=1,
        code=codes.free_code(session),
        started_at=write.at,
        changed_at=write.at,
        rematch_of_id=rematch_of.id if rematch_of else None,
        seats=seats,
    )
    session.add(game)
    session.flush()
    sheets.rescore(session, game)
    changes.note(session, game, write, "started")
    if group:
        results.touch(session, group, write.at)
    return game


def _opening_sheet(rules_key: str, options: Mapping[str, Any], players: Sequence[str]) -> Sheet:
    sheet = score({"game": rules_key, "options": options, "players": players})
    if isinstance(sheet, Refusal):
        raise Refused(sheet)
    return sheet


def _on_roster(
    session: Session, group: Group, write: Write, seat_names: Sequence[str]
) -> list[Player]:
    """Return the roster's players with these names; the write's key is kept for the game."""
    return rosters.seat_players(session, group, write.keyless, seat_names)


def find_game(session: Session, uid: str, *, for_write: bool = False) -> Game | None:
    """Return the game with this uid, with its seats, or None.

    Its rounds, which may be many, are loaded once somebody looks at all of them.
    """
    statement = select(Game).where(Game.uid == uid).options(selectinload(Game.seats))
    if for_write:
        statement = statement.with_for_update()
    return session.scalar(statement)


def add_player(session: Session, game: Game, write: Write, name: str) -> Seat:
    """Add a player in the last seat, before round 1 is closed."""
    changes.refuse_ended(game)
    if game.closed_rounds:
        raise Conflict(
            say("Players can join only before round 1 is closed. Start a rematch with everybody."),
            code="too_late_to_join",
        )
    cleaned = names.clean(name)
    names.refuse_lookalike(cleaned, (seat.name for seat in game.seats))
    with changes.record(session, game, write, "seat_added", {"name": cleaned}):
        game.options = _suggested_anew(game, len(game.seats) + 1)
        seat = Seat(position=len(game.seats) + 1, name=cleaned)
        if game.group:
            (seat.player,) = _on_roster(session, game.group, write, [cleaned])
            seat.name = seat.player.name
        game.seats.append(seat)
        _refuse_two_seats(game)
    return seat


def _suggested_anew(game: Game, players: int) -> dict[str, Any]:
    """Return the options as they are for another number of players.

    Where one still has the value that was suggested for the players so far, it takes the one that
    is suggested now.
    """
    options = dict(game.options)
    for option in sheets.rules_of(game).options:
        if option.suggest and options[option.key] == option.suggest(len(game.seats), options).value:
            options[option.key] = option.suggest(players, options).value
    return options


def rename(session: Session, game: Game, write: Write, position: int, name: str) -> None:
    """Give a player another name."""
    seat = _seat(game, position)
    cleaned = names.clean(name)
    changes.refuse_stale(session, game, write, [f"seat/{position}"])
    _refuse_other_player(game, seat, cleaned)
    names.refuse_lookalike(cleaned, (other.name for other in game.seats if other is not seat))
    with changes.record(session, game, write, "renamed", {"from": seat.name, "name": cleaned}):
        rewrite_names(game, seat.name, cleaned)
        amending.rename(session, game, seat.name, cleaned)
        seat.name = cleaned


def _refuse_other_player(game: Game, seat: Seat, name: str) -> None:
    """Refuse to call a player of the group by another one's name: their points would go astray."""
    other = rosters.named(game.group, name) if game.group else None
    if other and seat.player and other.one is not seat.player.one:
        raise BadInput(
            say(
                "%(name)s is somebody else in %(group)s. If %(name)s sits here, say so "
                "under Group in the table's menu.",
                name=other.name,
                group=other.group.name,
            ),
            field="name",
            code="duplicate_name",
        )


def rewrite_names(game: Game, old: str, new: str) -> None:
    """Put a new name wherever options and rounds hold the old one."""
    fields = sheets.form_of(game, 1).round_fields
    options = dict(game.options)
    for option in sheets.rules_of(game).options:
        if option.kind in ("player", "lines"):
            options[option.key] = renamed_values(options[option.key], old, new)
    game.options = options
    for round_ in game.rounds:
        data = renamed(round_.data, fields, old, new)
        if data != round_.data:
            round_.data = data


def leave(session: Session, game: Game, write: Write, position: int) -> None:
    """Mark a player as gone for good: the total stays, later rounds go on without them."""
    changes.refuse_ended(game)
    seat = _seat(game, position)
    changes.refuse_stale(session, game, write, [f"seat/{position}"])
    if seat.left_after is not None:
        raise Conflict(say("%(name)s has left already.", name=seat.name))
    staying = [other for other in game.seats if other.left_after is None and other is not seat]
    rules = sheets.rules_of(game)
    if len(staying) < rules.fewest:
        raise Conflict(
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
            if rounds.close_if_whole(session, game):
                about["closed"] = True
    # Who left is not asked any more: they may have been the last whose consent was missing.
    amending.settle(session, game, write)


def come_back(session: Session, game: Game, write: Write, position: int) -> None:
    """Take back that a player left, as long as no round was closed without them."""
    changes.refuse_ended(game)
    seat = _seat(game, position)
    changes.refuse_stale(session, game, write, [f"seat/{position}"])
    if seat.left_after is None:
        raise Conflict(say("%(name)s has not left.", name=seat.name))
    if seat.left_after < len(game.closed_rounds):
        raise Conflict(
            say(
                "Round %(number)s was closed without %(name)s, who can join again in a rematch.",
                number=seat.left_after + 1,
                name=seat.name,
            )
        )
    with changes.record(session, game, write, "came_back", {"seats": [position]}):
        seat.left_after = None


def change_settings(
    session: Session,
    game: Game,
    write: Write,
    options: Mapping[str, Any],
    *,
    is_blind: bool | None = None,
    is_confirmed: bool = False,
) -> None:
    """Change options before round 1 is closed; those not given stay as they are.

    None takes an option back to its default.
    """
    changes.refuse_ended(game)
    if game.closed_rounds:
        raise Conflict(say("Settings can be changed only before round 1 is closed."))
    changes.refuse_stale(session, game, write)
    warned = sheets.read(game).warnings
    with changes.record(session, game, write, "settings"):
        wanted = {**game.options, **options}
        if wanted.get("scorecard") != game.options.get("scorecard"):
            scorecards.refuse_taken_name(rules_for(game.rules, wanted).name, "options.scorecard")
        game.options = _resolved(game, {k: v for k, v in wanted.items() if v is not None})
        if is_blind is not None:
            game.is_blind = is_blind
        new = [warning for warning in sheets.read(game).warnings if warning not in warned]
        if new and not is_confirmed:
            raise Unconfirmed(new)


def play_on(session: Session, game: Game, write: Write, target: Any) -> None:
    """Go on after the target was reached, to a higher one."""
    changes.refuse_ended(game)
    changes.refuse_stale(session, game, write)
    if game.status != "finished":
        raise Conflict(say("Nobody has reached the target yet."))
    best = max(seat.total for seat in game.seats)
    if "target" not in game.options:
        raise Conflict(say("This game has no target to play on to."))
    if type(target) is int and target <= best:
        raise BadInput(
            say("The new target must be above %(best)s, the highest total.", best=best),
            field="target",
        )
    about = {"from": game.options.get("target"), "target": target}
    with changes.record(session, game, write, "played_on", about):
        game.options = _resolved(game, {**game.options, "target": target})
        # A target that was agreed to in mid-game would go before it.
        game.amendments = [
            amendment | {"options": {**amendment["options"], "target": target}}
            if "target" in amendment["options"]
            else amendment
            for amendment in game.amendments
        ]


def finish(
    session: Session,
    game: Game,
    write: Write,
    *,
    anecdote: str | None = None,
    told: str | None = None,
) -> None:
    """End Game: the ranking stands, unfinished rounds are not scored, the code is freed.

    An ``anecdote`` that is given is what is told of the game from now on, "" for nothing; where
    that would cover another one (see :func:`anecdotes.weigh`), the game does not end either.
    """
    changes.refuse_ended(game)
    becomes = game.anecdote
    if anecdote is not None:
        becomes = anecdotes.weigh(session, game, write, game, anecdote, told)
    changes.refuse_stale(session, game, write)
    with changes.record(session, game, write, "ended"):
        game.anecdote = becomes
        facts.set_ended(session, game, _ended_before(session, game) or write.at)


def _ended_before(session: Session, game: Game) -> datetime | None:
    """Return when a game had ended that was reopened, if no round more was played since.

    A correction moves neither the day on which it ended nor the time that it took.
    """
    reopened = changes.last_of(session, game, "ended_at", "reopened", "undo", "redo")
    if reopened is None or (before := reopened.what["ended_at"][0]) is None:
        return None
    closed_then = {round_.number for round_ in game.closed_rounds}
    for change in changes.since(session, game, reopened.version):
        for fact, (was, _became) in change.what.items():
            if fact.startswith("round/"):
                number = int(fact.removeprefix("round/"))
                closed_then -= {number}
                if was and was["is_closed"]:
                    closed_then |= {number}
    return None if len(game.closed_rounds) > len(closed_then) else datetime.fromisoformat(before)


def reopen(session: Session, game: Game, write: Write) -> None:
    """Open an ended game again; nothing of it is lost."""
    if not game.is_ended:
        raise Conflict(say("The game has not ended."))
    changes.refuse_stale(session, game, write)
    with changes.record(session, game, write, "reopened"):
        facts.set_ended(session, game, None)


def rematch(
    session: Session,
    game: Game,
    write: Write,
    *,
    version: int | None = None,
    is_confirmed: bool = False,
) -> Game:
    """Start the same game again: same people and phones, same rules, the turn moved on by one.

    Players who left are not in it. There is one rematch of a game; asking again returns it. Where
    its house rules have a newer ``version``, one of the two is chosen; without a choice that must
    be confirmed, and so must players who have not agreed.
    """
    if not game.is_ended:
        raise Conflict(say("End the game first."))
    if existing := rematch_of(session, game):
        changes.remember(session, existing, write)
        return existing
    changes.refuse_deleted_group(game)
    if game.deleted_at:
        raise Conflict(say("The game is in the bin. Take it out first."), code="game_deleted")
    played_by = rematches.choose_version(game, version, is_confirmed=is_confirmed)
    staying = rematches.staying(game)
    again = _create(
        session,
        write,
        game.rules,
        [seat.name for seat in staying],
        _options_of_rematch(game, staying, rematches.options_of(game, played_by)),
        is_blind=game.is_blind,
        first_seat=staying.index(turn(game)) + 1,
        is_confirmed=True,
        group=game.group,
        rematch_of=game,
        # They are who they were, whatever they are called on the roster by now.
        seated=[seat.player.one if seat.player else None for seat in staying],
    )
    rematches.keep(game, again, played_by)
    access.take_along(session, game, again, write.at)
    game.version += 1
    changes.note(session, game, write, "rematch")
    changes.remember(session, again, write)
    session.flush()
    return again


def _options_of_rematch(
    game: Game, staying: Sequence[Seat], options: dict[str, Any]
) -> dict[str, Any]:
    """Return the options with whoever's turn it is now named as the first, and nobody who left."""
    rules = rules_for(game.rules, options)
    if rules.first:
        options[rules.first] = turn(game).name
    if any(seat.left_after is not None for seat in game.seats):
        # What names somebody who is not there any more goes back to its default.
        gone = {seat.name for seat in game.seats} - {seat.name for seat in staying}
        for option in rules.options:
            value = options[option.key]
            names_somebody = option.kind in ("player", "lines")
            if names_somebody and any(renamed_values(value, name, "") != value for name in gone):
                del options[option.key]
    return options


def move(
    session: Session,
    game: Game,
    write: Write,
    group: Group | None,
    players: Mapping[int, Player | None],
) -> None:
    """Move a game into a group, into another one, or out of any.

    ``players`` says who of the group sat in each seat; None is somebody new, who is added to the
    roster under the name that was played. Nobody sits in two seats. A refusal names the seat:
    ``seat-2``.
    """
    changes.refuse_stale(session, game, write)
    was = game.group
    for position in players:
        _seat(game, position)
    about = {"group": group.name if group else "", "from": was.name if was else ""}
    with changes.record(session, game, write, "moved", about):
        game.group = group
        for seat in game.seats:
            # Within the same group, a seat nobody speaks of keeps who sat there.
            known = seat.player if was is group else None
            seat.player = None
            if group:
                seat.player = (
                    players.get(seat.position) or known or _newcomer(session, group, write, seat)
                )
                if seat.player.group is not group:
                    raise BadInput(
                        say(
                            "%(name)s is not on the roster of %(group)s.",
                            name=seat.player.name,
                            group=group.name,
                        ),
                        field=f"seat-{seat.position}",
                        code="unknown_player",
                    )
        _refuse_two_seats(game)
    results.link(session, game)
    for touched in {was, group} - {None}:
        results.touch(session, cast(Group, touched), write.at)


def _newcomer(session: Session, group: Group, write: Write, seat: Seat) -> Player:
    """Return the player that a seat's name stands for, adding one where there is none."""
    try:
        (player,) = _on_roster(session, group, write, [seat.name])
    except BadInput as error:
        raise BadInput(error.message, field=f"seat-{seat.position}", code=error.code) from None
    return player


def _refuse_two_seats(game: Game) -> None:
    seen: dict[int, Seat] = {}
    for seat in game.seats:
        if seat.player is None:
            continue
        one = seat.player.one
        if other := seen.get(one.id):
            raise BadInput(
                say(
                    "%(name)s cannot sit in two seats: %(other)s and %(seat)s.",
                    name=one.name,
                    other=other.name,
                    seat=seat.name,
                ),
                field=f"seat-{seat.position}",
                code="player_in_two_seats",
            )
        seen[one.id] = seat


def delete(session: Session, game: Game, write: Write) -> None:
    """Put a game into the bin: it counts for nothing, and can be taken out again."""
    changes.refuse_stale(session, game, write)
    with changes.record(session, game, write, "deleted"):
        facts.set_deleted(session, game, write.at)


def restore(session: Session, game: Game, write: Write) -> None:
    """Take a game out of the bin, as it was."""
    if game.deleted_at is None:
        raise Conflict(say("The game is not in the bin."))
    # A tap that comes late is not to take out what was deleted after it.
    changes.refuse_stale(session, game, write, ["deleted_at"])
    with changes.record(session, game, write, "restored"):
        facts.set_deleted(session, game, None)


def rematch_of(session: Session, game: Game) -> Game | None:
    """Return the game that is this one's rematch, or None."""
    return session.scalar(select(Game).where(Game.rematch_of_id == game.id))


def turn(game: Game, sheet: Sheet | None = None) -> Seat:
    """Return whose turn it is in the next round of a game, whose sheet may be at hand.

    Where the game itself has no rule for it, that is one seat further to the left each round.
    """
    order, sheet = game.seats, sheet or sheets.read(game)
    ruled = sheet.between.turn
    if ruled and (seat := next((seat for seat in order if seat.name == ruled[0]), None)):
        return seat
    first, coming = game.first_seat - 1, len(sheet.round_scores) + 1
    if all(seat.left_after is None for seat in order):
        return order[(first + coming - 1) % len(order)]
    seat = order[first]
    for number in range(1, coming + 1):
        while not _plays(seat, number) and any(_plays(other, number) for other in order):
            seat = order[seat.position % len(order)]
        if number < coming:
            seat = order[seat.position % len(order)]
    return seat


def _plays(seat: Seat, number: int) -> bool:
    return seat.left_after is None or number <= seat.left_after


def _resolved(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    names_now = [seat.name for seat in game.seats]
    resolved = resolve_options(sheets.rules_of(game), options, names_now)
    if isinstance(resolved, Refusal):
        raise Refused(resolved)
    return resolved


def _seat(game: Game, position: int) -> Seat:
    seat = next((seat for seat in game.seats if seat.position == position), None)
    if seat is None:
        raise NotFound(say("There is no seat %(position)s in this game.", position=position))
    return seat
