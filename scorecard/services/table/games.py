"""A game's life: start, settings, play on, End Game, reopen, and the bin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session, joinedload

from scorecard import errors
from scorecard.models import Game, Group, HouseRules, Membership, Player, Seat
from scorecard.models.device import KEEPER
from scorecard.rules import Refusal, Sheet, card_game, score
from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.options import with_changes
from scorecard.rules.round_words import inside
from scorecard.rules.sheet import NotARecord, resolve_options, rules_for
from scorecard.rules.words import say
from scorecard.services.book import agreeing, scorecards
from scorecard.services.history import changes, members
from scorecard.services.limits import bounds, codes, locking, names, quotas
from scorecard.services.players import rosters
from scorecard.services.scoring import rows, sheets
from scorecard.services.standings import results
from scorecard.services.table import anecdotes, endings, occasions, seating


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
    occasion: occasions.Occasion = occasions.NOW,
    head_starts: Mapping[str, int] = seating.LEVEL,
    rematch_of: Game | None = None,
    seated: Sequence[Player | None] = (),
) -> Game:
    """Start a game with these players in seating order; the writing device is its scorekeeper.

    ``options`` are those that differ from the defaults, or from the latest ``house_rules``: None
    takes one of theirs back. New names are added to the roster of a ``group``, in which a game may
    have another ``occasion``; ``head_starts`` are points by name. Warnings, and who has not agreed
    to the house rules, must be confirmed. Nobody is in a rematch yet, whose players are ``seated``.
    Long because it names everything that a game is started with.
    """
    if house_rules:
        options = with_changes(house_rules.latest.options, options)
    _refuse_too_many(session, write, group)
    rules = _known_rules(rules_key, options)
    if rules.key == definitions.GAME_KEY and not rematch_of:
        scorecards.refuse_taken_name(rules.name, "options.scorecard")
    trimmed = [names.clean(name, f"players.{seat}") for seat, name in enumerate(players)]
    ahead = seating.by_place(players, head_starts)
    # The number of players is checked first, because each name is compared with each other.
    sheet = _opening_sheet(rules_key, options, trimmed, ahead)
    if not group and not rematch_of:
        _refuse_lookalikes(trimmed)
    if group and not seated:
        seated = rostered = rosters.seat_players(session, group, write, trimmed)
        trimmed = [player.name for player in rostered]
        sheet = _opening_sheet(rules_key, options, trimmed, ahead)
    if not is_confirmed:
        _refuse_unconfirmed(sheet, house_rules, seated)
    _refuse_unknown_seat(first_seat, len(trimmed))
    game = Game(
        uid=codes.new_uid(),
        group=group,
        rules=rules_key,
        options=_resolved(rules, options, trimmed),
        is_blind=is_blind,
        is_friendly=occasion.is_friendly,
        friendly_in=occasions.checked(session, group, occasion.friendly_in),
        first_seat=first_seat,
        version=1,
        code=codes.free_code(session),
        started_at=occasions.begin(session, group, write.at, occasion),
        changed_at=write.at,
        rematch_of_id=rematch_of.id if rematch_of else None,
        seats=_seats(trimmed, seated, ahead),
    )
    _add(session, game, write)
    if house_rules:
        agreeing.start_with(game, house_rules.latest, _rostered(one.player for one in game.seats))
    if not rematch_of:
        _keep_score(session, game, write)
    return game


def _resolved(
    rules: card_game.GameRules[Any], options: Mapping[str, Any], players: Sequence[str]
) -> dict[str, Any]:
    resolved = resolve_options(rules, options, players)
    assert not isinstance(resolved, Refusal), "the sheet has just been scored with them"
    return resolved


def _refuse_too_many(session: Session, write: changes.Write, group: Group | None) -> None:
    locking.lock_device(session, write.device)
    quotas.check(session, bounds.GAMES_OF_PHONE, write.device.id)
    if group:
        quotas.check(session, bounds.GAMES_OF_GROUP, group.id)


def _known_rules(rules_key: str, options: Mapping[str, Any]) -> card_game.GameRules[Any]:
    try:
        return rules_for(rules_key, options)
    except NotARecord:
        raise errors.NotFound(
            say("No game is called %(game)s.", game=rules_key), code="unknown_game"
        ) from None


def _refuse_lookalikes(players: Sequence[str]) -> None:
    for place, name in enumerate(players):
        names.refuse_lookalike(name, players[:place], f"players.{place}")


def _refuse_unknown_seat(first_seat: int, seats: int) -> None:
    if not 1 <= first_seat <= seats:
        raise errors.BadInput(
            say("There is no seat %(first_seat)s.", first_seat=first_seat), field="first_seat"
        )


def _seats(
    player_names: Sequence[str], seated: Sequence[Player | None], ahead: Mapping[int, int]
) -> list[Seat]:
    return [
        Seat(position=position, name=name, player=player, start=ahead.get(position, 0))
        for position, (name, player) in enumerate(zip_longest(player_names, seated), start=1)
    ]


def _refuse_unconfirmed(
    sheet: Sheet, house_rules: HouseRules | None, seated: Sequence[Player | None]
) -> None:
    if house_rules:
        agreeing.refuse_missing(house_rules.latest, _rostered(seated), sheet.warnings)
    if sheet.warnings:
        raise errors.Unconfirmed(sheet.warnings)


def _rostered(seated: Iterable[Player | None]) -> list[Player]:
    return [player for player in seated if player]


def _add(session: Session, game: Game, write: changes.Write) -> None:
    session.add(game)
    session.flush()
    sheets.rescore(session, game)
    ahead = [seat for seat in game.seats if seat.head_start]
    changes.note(session, game, write, "started", seating.about_head_starts(ahead))
    if game.group:
        results.touch(session, game.group, write.at)


def _keep_score(session: Session, game: Game, write: changes.Write) -> None:
    """Make the writing device the scorekeeper of a new game, and remember the write."""
    session.add(Membership(game=game, device=write.device, role=KEEPER, joined_at=write.at))
    changes.remember(session, game, write)
    session.flush()


def _opening_sheet(
    rules_key: str, options: Mapping[str, Any], players: Sequence[str], ahead: Mapping[int, int]
) -> Sheet:
    head_starts = {players[place - 1]: points for place, points in ahead.items()}
    record = {"game": rules_key, "options": options, "players": players}
    sheet = score(record | {"head_starts": head_starts})
    if isinstance(sheet, Refusal):
        raise errors.RefusedByRules(sheet)
    return sheet


def find_game(session: Session, uid: str) -> Game | None:
    """Return a game with its group and seats, or None; its rounds are loaded when first read."""
    game = session.scalar(_WITH_GROUP, {"uid": uid})
    if game:
        members.load_seats(session, game)
    return game


# Built once, because every sheet that phones look at may begin with it.
_WITH_GROUP = select(Game).where(Game.uid == bindparam("uid")).options(joinedload(Game.group))


def change_settings(
    session: Session,
    game: Game,
    write: changes.Write,
    options: Mapping[str, Any],
    *,
    is_blind: bool | None = None,
    first_seat: int | None = None,
    head_starts: Mapping[str, int] = seating.LEVEL,
    is_confirmed: bool = False,
) -> None:
    """Change options before round 1 is closed; those that are not given stay as they are.

    An option that is None goes back to its default. ``first_seat`` is who begins, where no option
    says it, and ``head_starts`` are what some of the players start with from now on. New warnings
    must be confirmed.
    """
    changes.refuse_ended(game)
    if game.closed_rounds:
        called = inside(sheets.rules_of(game).round_word, 1)
        raise errors.Conflict(say("Rules are fixed after %(round)s.", round=called))
    changes.refuse_stale(session, game, write)
    warnings_before = sheets.read(game).warnings
    about: dict[str, Any] = {}
    with changes.record(session, game, write, "settings", about) as rescored:
        wanted = with_changes(game.options, options)
        if wanted.get("scorecard") != game.options.get("scorecard"):
            scorecards.refuse_taken_name(rules_for(game.rules, wanted).name, "options.scorecard")
        game.options = endings.resolved(game, wanted)
        if is_blind is not None:
            game.is_blind = is_blind
        if first_seat is not None:
            _refuse_unknown_seat(first_seat, len(game.seats))
            game.first_seat = first_seat
        about.update(seating.give_head_starts(game, head_starts))
        new = [one for one in rescored().sheet.warnings if one not in warnings_before]
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
    with changes.record(session, game, write, "played_on", about, rounds=()):
        endings.put_option(game, "target", target)


def finish(
    session: Session,
    game: Game,
    write: changes.Write,
    *,
    anecdote: str | None = None,
    shown: str | None = None,
    at_end: str | None = None,
) -> None:
    """End Game: the ranking stands, unfinished rounds are not scored, the code is freed.

    ``at_end`` says what becomes of open money, None for what is agreed: see :mod:`endings`.
    ``anecdote`` is what was typed in the form's field for it, None where there was none, and
    ``shown`` what stood in the field before. If somebody else has changed the anecdote since, the
    game does not end: see :func:`anecdotes.resolve`.
    """
    changes.refuse_ended(game)
    new_anecdote = game.anecdote
    if anecdote is not None:
        new_anecdote = anecdotes.resolve(session, game, write, game, anecdote, shown, has_rest=True)
    changes.refuse_stale(session, game, write)
    ended_at = _ended_before(session, game) or write.at
    with changes.record(session, game, write, "ended", rounds=()):
        if at_end is not None:
            endings.decide(game, at_end)
        rows.update(session, game, anecdote=new_anecdote, ended_at=ended_at)


def _ended_before(session: Session, game: Game) -> datetime | None:
    """Return when a reopened game ended the first time; None where more rounds were played since.

    So a correction after the end changes neither the day of a game nor how long it took.
    """
    reopened = changes.last_of(session, game, "ended_at", "reopened", "undo", "redo")
    if reopened is None or (before := reopened.what["ended_at"][0]) is None:
        return None
    closed = game.next_number - 1
    closed_then = set(range(1, closed + 1))
    for change in changes.lines(session, game, after=reopened.version):
        for fact, (was, _became) in change.what.items():
            if fact.startswith("round/"):
                number = int(fact.removeprefix("round/"))
                closed_then -= {number}
                if was and was["is_closed"]:
                    closed_then |= {number}
    return None if closed > len(closed_then) else datetime.fromisoformat(before)


def reopen(session: Session, game: Game, write: changes.Write) -> None:
    """Open an ended game again; nothing of it is lost."""
    if not game.is_ended:
        raise errors.Conflict(say("The game has not ended."))
    changes.refuse_stale(session, game, write)
    with changes.record(session, game, write, "reopened", rounds=()):
        rows.update(session, game, ended_at=None)


def delete(session: Session, game: Game, write: changes.Write) -> None:
    """Put a game into the bin: it counts for no season, and can be taken out again."""
    changes.refuse_stale(session, game, write)
    with changes.record(session, game, write, "deleted", rounds=()):
        rows.update(session, game, deleted_at=write.at)


def restore(session: Session, game: Game, write: changes.Write) -> None:
    """Take a game out of the bin, as it was."""
    if game.deleted_at is None:
        raise errors.Conflict(say("The game is not in the trash."))
    # A tap that comes late must not take out a game that was deleted after it.
    changes.refuse_stale(session, game, write, ["deleted_at"])
    with changes.record(session, game, write, "restored", rounds=()):
        rows.update(session, game, deleted_at=None)


def turn(game: Game, sheet: Sheet | None = None) -> Seat:
    """Return whose turn it is, by the rules, else one seat further; ``sheet`` saves scoring."""
    order, sheet = game.seats, sheet or sheets.read(game)
    ruled = sheet.between.turn
    if ruled and (seat := next((seat for seat in order if seat.name == ruled[0]), None)):
        return seat
    first, coming = game.first_seat - 1, len(sheet.round_scores) + 1
    if all(seat.left_after is None and seat.joined_after is None for seat in order):
        return order[(first + coming - 1) % len(order)]
    seat = order[first]
    for number in range(1, coming + 1):
        while not seat.plays(number) and any(other.plays(number) for other in order):
            seat = order[seat.position % len(order)]
        if number < coming:
            seat = order[seat.position % len(order)]
    return seat
