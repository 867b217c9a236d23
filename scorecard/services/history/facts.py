"""A game's facts as flat, JSON-plain values, so that any change can be written down and undone.

A fact is one thing that people decided or typed, under a name such as ``options``, ``started_at``,
``ended_at``, ``seat/2``, ``round/3``, ``entry/3/2`` (round 3, seat 2), ``anecdote`` (of the game),
``anecdote/3`` (of a round). What the rules make of them (scores, totals, winners) are no facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from scorecard.database import pieces
from scorecard.database.db import Model
from scorecard.models import Amendment, CashEntry, Change, Game, Player, Round, Seat
from scorecard.models.facts import FACT
from scorecard.rules import sheet
from scorecard.rules.typed import places
from scorecard.rules.words import Sentence
from scorecard.services.scoring.counted_rounds import CountedRound

Facts = dict[str, Any]
Difference = dict[str, list[Any]]
"""``{fact: [before, after]}``, None standing for "was not there"."""

RESTORE_ORDER = {"seat": 1, "round": 2, "entry": 3, "anecdote": 3}
"""Facts with a higher number are restored later, because they need those before; others are 0."""

BROKEN = (KeyError, TypeError, ValueError, IndexError, AttributeError)
"""What the sentence of a line may raise if an imported history has impossible facts."""


def of(game: Game, rounds: Iterable[Round] | None = None) -> Facts:
    """Return every fact of the game, with those of all its rounds or only of some ``rounds``."""
    facts = of_row(game) | {"group": game.group_id, "anecdote": game.anecdote or None}
    for seat in game.seats:
        facts[f"seat/{seat.position}"] = {
            "name": seat.name,
            "left_after": seat.left_after,
            "player_id": seat.player_id,
            # Left out of all other seats, whose facts in older lines have no such keys.
            **({"joined": seat.joined} if seat.joined else {}),
            **({"head_start": seat.head_start} if seat.head_start else {}),
        }
    return facts | of_rounds(game, game.rounds if rounds is None else rounds)


def of_row(row: Model) -> Facts:
    """Return the facts of a row, JSON-plain, also those in other rows: merges, and shares."""
    found = {name: _plain(getattr(row, name)) for name in columns(type(row))}
    if isinstance(row, Player):
        found["merged_into"] = row.merged_into.uid if row.merged_into else None
    elif isinstance(row, CashEntry):
        found["shares"] = {share.player.uid: share.amount for share in row.shares}
    return found


@cache
def columns(model: type[Model]) -> Mapping[str, Sentence]:
    """Return the columns of a table that are facts, and what people call each; "" for unshown."""
    return {
        column.name: column.info[FACT] for column in model.__table__.columns if FACT in column.info
    }


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else copy(value)


def of_rounds(game: Game, rounds: Iterable[Round | CountedRound]) -> Facts:
    """Return every fact of some of the game's rounds."""
    facts: Facts = {}
    position_of = {seat.id: seat.position for seat in game.seats}
    for round_ in rounds:
        pieces.give_way()
        facts[f"round/{round_.number}"] = {"data": round_.data, "is_closed": round_.is_closed}
        facts[f"anecdote/{round_.number}"] = round_.anecdote or None
        for entry in round_.entries:
            facts[f"entry/{round_.number}/{position_of[entry.seat_id]}"] = {
                "data": entry.data,
                "device": entry.device_id,
                "at": entry.entered_at.isoformat(),
            }
    return facts


def is_anecdote(fact: str) -> bool:
    """Whether a fact is an anecdote: undo leaves alone those that were changed since."""
    return fact == "anecdote" or fact.startswith("anecdote/")


def difference(before: Facts, after: Facts) -> Difference:
    """Return what changed from one to the other."""
    return {
        fact: [before.get(fact), after.get(fact)]
        for fact in before | after
        if before.get(fact) != after.get(fact)
    }


def as_kept(what: Mapping[str, Sequence[Any]], device_id: int, at: datetime) -> Difference:
    """Return a difference as a line stores it: its entries without the line's device and moment."""
    own = _own(device_id, at)

    def shortened(value: Any) -> Any:
        if value is None or not own.items() <= value.items():
            return value
        return {name: part for name, part in value.items() if name not in own}

    return {
        fact: [shortened(value) if _is_entry(fact) else value for value in pair]
        for fact, pair in what.items()
    }


def whole(line: Change | Row[Any]) -> Difference:
    """Return the difference of a line of history, with the device and moment of every entry."""
    own = _own(line.device_id, line.at)

    def completed(value: Any) -> Any:
        return value if value is None or "at" in value else value | own

    what: Difference = line.what
    return {
        fact: [completed(value) for value in pair] if _is_entry(fact) else pair
        for fact, pair in what.items()
    }


def _own(device_id: int, at: datetime) -> Facts:
    # In UTC, as it is when it is loaded again.
    return {"device": device_id, "at": at.astimezone(UTC).isoformat()}


def _is_entry(fact: str) -> bool:
    return fact.startswith("entry/")


def restore(session: Session, game: Game, facts: Facts) -> None:
    """Give the game's facts the values in ``facts``; those not in it stay as they are."""
    # Seats come first, then rounds, then the entries in them.
    for fact in sorted(facts, key=lambda fact: RESTORE_ORDER.get(fact.split("/")[0], 0)):
        noun, *place = fact.split("/")
        value = facts[fact]
        match noun:
            case "started_at" | "ended_at" | "deleted_at":
                setattr(game, noun, value and datetime.fromisoformat(value))
            case "anecdote":
                _restore_anecdote(game, place, value)
            case "seat":
                _restore_seat(session, game, int(place[0]), value)
            case "round":
                _restore_round(session, game, int(place[0]), value)
            case "entry":
                _restore_entry(game, int(place[0]), int(place[1]), value)
            case _ if noun in columns(Game):
                setattr(game, noun, value)


def _restore_seat(session: Session, game: Game, position: int, value: Any) -> None:
    seat = game.seat_at(position)
    if value is None:
        if seat:
            game.seats.remove(seat)
        return
    if seat is None:
        seat = Seat(position=position)
        # Only the group's own players sit in it; the game may have been moved since.
        player = session.get(Player, value["player_id"]) if value.get("player_id") else None
        if player and player.group_id == game.group_id:
            seat.player = player
        game.seats.append(seat)
    elif seat.name != value["name"]:
        rename_waiting(session, game, seat.name, value["name"])
    seat.name, seat.left_after = value["name"], value["left_after"]
    seat.joined = value.get("joined")
    seat.head_start = value.get("head_start", 0)
    session.flush()


def rename_waiting(session: Session, game: Game, old: str, new: str) -> None:
    """Rename a player in a change that waits: it is no fact yet that undo would restore."""
    waiting = session.scalar(
        select(Amendment).where(Amendment.game_id == game.id, Amendment.closed_at.is_(None))
    )
    if waiting:
        waiting.options = renamed_options(game, waiting.options, old, new)


def renamed_options(game: Game, options: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    """Return options with a player's new name in those that name players."""
    rules = sheet.rules_for(game.rules, game.options)
    naming = {option.key for option in rules.options if option.names_players}
    return {
        key: places.renamed_values(value, old, new) if key in naming else value
        for key, value in options.items()
    }


def _restore_round(session: Session, game: Game, number: int, value: Any) -> None:
    round_ = game.round(number)
    if value is None:
        if round_:
            game.rounds.remove(round_)
        return
    if round_ is None:
        game.rounds.append(Round(number=number, version=game.version, **value))
    else:
        round_.data, round_.is_closed = value["data"], value["is_closed"]
        round_.version = game.version
    session.flush()


def _restore_anecdote(game: Game, place: list[str], value: str | None) -> None:
    if not place:
        game.anecdote = value or ""
    elif round_ := game.round(int(place[0])):
        round_.anecdote = value or ""


def _restore_entry(game: Game, number: int, position: int, value: Any) -> None:
    round_ = game.round(number)
    if round_ is None:
        return  # It went with its round.
    seat = next(seat for seat in game.seats if seat.position == position)
    if value is not None:
        at = datetime.fromisoformat(value["at"])
        round_.put(seat, value["data"], value["device"], at, game.version)
    elif entry := round_.entry_of(seat):
        round_.entries.remove(entry)
