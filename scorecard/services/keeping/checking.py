"""Compare everything that is stored with what the games themselves say, and report each fault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from scorecard.models import Change, Entry, Game, Group, GroupChange, Round, Seat, WriteKey
from scorecard.rules.typed import reading
from scorecard.services.keeping import recounting, rescoring

MOST_LISTED = 10
"""How many numbers a sentence lists one by one."""


def faults(session: Session) -> Iterator[str]:
    """Yield a sentence for every fault in the database; none where all is well.

    The session must be one on a copy of the database that is thrown away afterwards: to compare
    them, results and standings of the groups are counted anew in its transactions.
    """
    yield from rescoring.of_every_game(session, _faults_of_game)
    yield from _faults_of_keys(session)
    yield from _faults_of_groups(session)


def _faults_of_game(session: Session, game: Game) -> Iterator[str]:
    yield from _gaps("seat", [seat.position for seat in game.seats])
    yield from _gaps("round", [round_.number for round_ in game.rounds])
    for round_ in game.rounds[:-1]:
        if not round_.is_closed:
            yield f", round {round_.number}: it is open, though later rounds were played."
    strangers = session.scalars(
        select(Round.number)
        .join(Entry, Entry.round_id == Round.id)
        .join(Seat, Seat.id == Entry.seat_id)
        .where(Round.game_id == game.id, Seat.game_id != game.id)
    ).all()
    for number in strangers:
        yield f", round {number}: an entry is of a seat at another table."
    if not strangers:
        yield from rescoring.faults_of_scores(game)
    yield from _faults_of_history(session, game)


def _faults_of_history(session: Session, game: Game) -> Iterator[str]:
    versions = session.scalars(
        select(Change.version).where(Change.game_id == game.id).order_by(Change.version)
    ).all()
    if missing := _missing(versions, game.version):
        yield f": its history has no line for version {_some(missing)}."
    if versions and versions[-1] > game.version:
        yield f": its history goes on after version {game.version}, which it stands at."
    other = Change.__table__.alias()
    astray = session.scalars(
        select(Change.version)
        .join(other, other.c.id == Change.reverts_id)
        .where(Change.game_id == game.id)
        .where(or_(other.c.game_id != game.id, other.c.version >= Change.version))
    ).all()
    for version in astray:
        yield f": version {version} takes back a change that was not made before it."
    kinds = session.scalars(
        select(Change.kind)
        .where(Change.game_id == game.id, Change.is_undoable)
        .order_by(Change.version)
    )
    if not _can_be_undone(kinds):
        yield ": more of its changes are taken back than were made."


def _can_be_undone(kinds: Iterable[str]) -> bool:
    """Whether every undo had something to take back, and every redo something to bring back."""
    done = undone = 0
    for kind in kinds:
        match kind:
            case "undo":
                done, undone = done - 1, undone + 1
            case "redo":
                done, undone = done + 1, undone - 1
            case _:
                done, undone = done + 1, 0
        if done < 0 or undone < 0:
            return False
    return True


def _faults_of_keys(session: Session) -> Iterator[str]:
    """Find write keys that belong to nothing, or to a version that does not exist."""
    ownerless = session.scalar(
        select(func.count(WriteKey.id)).where(
            WriteKey.game_id.is_(None), WriteKey.group_id.is_(None)
        )
    )
    if ownerless:
        yield f"{ownerless} kept keys of writes belong to no game and no group."
    for model, column in ((Game, WriteKey.game_id), (Group, WriteKey.group_id)):
        ahead = session.execute(
            select(model.uid, func.max(WriteKey.version), model.version)
            .join(WriteKey, column == model.id)
            .where(WriteKey.version > model.version)
            .group_by(model.uid, model.version)
            .order_by(model.uid)
        )
        for uid, version, present in ahead:
            yield (
                f"{model.__name__} {uid}: a write is known to have led to version {version}, but "
                f"it stands at {present}."
            )


def _faults_of_groups(session: Session) -> Iterator[str]:
    for group_id in session.scalars(select(Group.id).order_by(Group.id)).all():
        group = session.get_one(Group, group_id)
        name = group.name
        last = session.scalar(
            select(func.max(GroupChange.version)).where(GroupChange.group_id == group_id)
        )
        if last and last > group.version:
            yield f"{name}: its history goes on after version {group.version}, which it stands at."
        yield from (f"{name}: {line}" for line in recounting.recount(session, group))
        session.rollback()
        session.expunge_all()


def _gaps(noun: str, numbers: Sequence[int]) -> Iterator[str]:
    if list(numbers) != list(range(1, len(numbers) + 1)):
        yield f": its {noun}s are numbered {_some(numbers)}."


def _missing(versions: Sequence[int], last: int) -> list[int]:
    """Return the first versions that are missing, at most one more than a sentence lists."""
    missing: list[int] = []
    expected = 1
    for version in (*versions, last + 1):
        missing += range(expected, min(version, expected + MOST_LISTED + 1))
        expected = version + 1
    return missing[: MOST_LISTED + 1]


def _some(numbers: Sequence[int]) -> str:
    shown = [str(number) for number in numbers[:MOST_LISTED]]
    return (
        reading.listed(shown) if len(numbers) <= MOST_LISTED else ", ".join([*shown, "and so on"])
    )
