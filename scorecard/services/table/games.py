"""A game's life: start, settings, play on, End Game, reopen, and the bin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorecard import errors
from scorecard.models import Game, Group, HouseRules, Membership, Player, Seat
from scorecard.models.device import KEEPER
from scorecard.rules import Refusal, Sheet, score
from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.sheet import NotARecord, resolve_options, rules_for
from scorecard.rules.words import say
from scorecard.services.book import agreeing, scorecards
from scorecard.services.history import changes, facts
from scorecard.services.limits import bounds, codes, names, quotas
from scorecard.services.scoring import sheets
from scorecard.services.standings import results
from scorecard.services.table import anecdotes, seating


def start(
    session: Session,
    write: changes.Write,
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
    game = create(
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
        agreeing.start_with(
            game, house_rules.latest, [seat.player for seat in game.seats if seat.player]
        )
    changes.remember(session, game, write)
    session.flush()
    return game


def create(
    session: Session,
    write: changes.Write,
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
        raise errors.NotFound(
            say("No game is called %(game)s.", game=rules_key), code="unknown_game"
        ) from None
    if rules.key == definitions.GAME_KEY and not rematch_of:
        scorecards.refuse_taken_name(rules.name, "options.scorecard")
    trimmed = [names.clean(name, f"players.{seat}") for seat, name in enumerate(players)]
    # How many may play is asked first: names are compared each with each.
    sheet = _opening_sheet(rules_key, options, trimmed)
    if not group and not rematch_of:
        for place, name in enumerate(trimmed):
            names.refuse_lookalike(name, trimmed[:place], f"players.{place}")
    if group and not seated:
        found = seating.on_roster(session, group, write, trimmed)
        trimmed = [player.name for player in found]
        seated = found
        sheet = _opening_sheet(rules_key, options, trimmed)
    if house_rules and not is_confirmed:
        known = [player for player in seated if player]
        agreeing.refuse_missing(house_rules.latest, known, sheet.warnings)
    if sheet.warnings and not is_confirmed:
        raise errors.Unconfirmed(sheet.warnings)
    resolved = resolve_options(rules, options, trimmed)
    assert not isinstance(resolved, Refusal), "the sheet has just been scored with them"
    if not 1 <= first_seat <= len(trimmed):
        raise errors.BadInput(
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
        raise errors.RefusedByRules(sheet)
    return sheet


def find_game(session: Session, uid: str, *, for_write: bool = False) -> Game | None:
    """Return the game with this uid, with its seats, or None.

    Its rounds, which may be many, are loaded once somebody looks at all of them.
    """
    statement = select(Game).where(Game.uid == uid).options(selectinload(Game.seats))
    if for_write:
        statement = statement.with_for_update()
    return session.scalar(statement)


def change_settings(
    session: Session,
    game: Game,
    write: changes.Write,
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
        raise errors.Conflict(say("Settings can be changed only before round 1 is closed."))
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
            raise errors.Unconfirmed(new)


def play_on(session: Session, game: Game, write: changes.Write, target: Any) -> None:
    """Go on after the target was reached, to a higher one."""
    changes.refuse_ended(game)
    changes.refuse_stale(session, game, write)
    if game.status != "finished":
        raise errors.Conflict(say("Nobody has reached the target yet."))
    best = max(seat.total for seat in game.seats)
    if "target" not in game.options:
        raise errors.Conflict(say("This game has no target to play on to."))
    if type(target) is int and target <= best:
        raise errors.BadInput(
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
    write: changes.Write,
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


def reopen(session: Session, game: Game, write: changes.Write) -> None:
    """Open an ended game again; nothing of it is lost."""
    if not game.is_ended:
        raise errors.Conflict(say("The game has not ended."))
    changes.refuse_stale(session, game, write)
    with changes.record(session, game, write, "reopened"):
        facts.set_ended(session, game, None)


def delete(session: Session, game: Game, write: changes.Write) -> None:
    """Put a game into the bin: it counts for nothing, and can be taken out again."""
    changes.refuse_stale(session, game, write)
    with changes.record(session, game, write, "deleted"):
        facts.set_deleted(session, game, write.at)


def restore(session: Session, game: Game, write: changes.Write) -> None:
    """Take a game out of the bin, as it was."""
    if game.deleted_at is None:
        raise errors.Conflict(say("The game is not in the bin."))
    # A tap that comes late is not to take out what was deleted after it.
    changes.refuse_stale(session, game, write, ["deleted_at"])
    with changes.record(session, game, write, "restored"):
        facts.set_deleted(session, game, None)


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
        raise errors.RefusedByRules(resolved)
    return resolved
