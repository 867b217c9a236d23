"""Imports of files and lists, previewed or committed in a helper process, so with plain values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from flask import current_app
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.database.db import begin_write, commit_as_if_written, confirm
from scorecard.models import Device, Game, Group, WriteKey
from scorecard.rules.words import Sentence, say
from scorecard.services.files.importing import imports, undoing
from scorecard.services.files.importing.import_plans import Plan
from scorecard.services.files.past import past_results
from scorecard.services.files.past.list_previews import ListLine, Preview
from scorecard.services.groups import access, group_members, groups
from scorecard.services.history import changes

Place = tuple[Literal["group", "game"], str]
"""The group or game that an import went into or made, by its uid."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """The bytes of an import, and the uid of the group that it is for; "" for a group of its own.

    The device of ``write`` has only a uid, "" for an unknown one. The stored bytes are charged to
    ``household``, if it is not ""; ``is_known`` says whether the phone was here on an earlier day.
    """

    data: bytes
    write: changes.Write
    group: str = ""
    household: str = ""
    is_known: bool = False


@dataclass(frozen=True, slots=True)
class FileReport:
    """What importing a file would do, or did: see :class:`Plan`; without a place in a preview."""

    kind: str
    name: str
    is_empty: bool
    is_new_group: bool
    group: str | None
    game: str | None
    new: dict[str, list[str]]
    same: list[str]
    differing: list[Sentence]
    lines: list[Sentence]
    place: Place | None = None
    is_repeated: bool = False


@dataclass(frozen=True, slots=True)
class ListReport:
    """What importing a list would do, or did; see :class:`Preview`. ``version`` is the group's."""

    kind: str
    is_good: bool
    is_empty: bool
    what: Sentence
    verdicts: list[ListLine]
    repaired: str
    version: int
    is_imported: bool = False
    is_repeated: bool = False


@dataclass(frozen=True, slots=True)
class UndoReport:
    """What undoing an import did, in a sentence; ``version`` is the group's."""

    did: Sentence
    version: int
    is_repeated: bool = False


def preview_file(session: Session, parcel: Parcel) -> FileReport:
    """Return what importing a file would do; write nothing."""
    checked = imports.read(parcel.data)
    into = _kept(session, parcel)[0] if parcel.group else None
    return _file_report(imports.plan(session, checked, _device(session, parcel), into=into))


def take_in_file(session: Session, parcel: Parcel) -> FileReport:
    """Import a file, unless that was done before; return what it did."""
    # The slow part is done before the transaction begins.
    checked = imports.read(parcel.data)
    begin_write(session)
    into = _kept(session, parcel)[0] if parcel.group else None
    uid, at = parcel.write.device.uid, parcel.write.at
    device = _device(session, parcel) or access.new_device(session, at, uid)
    write = replace(parcel.write, device=device)
    done = changes.earlier(session, write)
    plan = imports.plan(session, checked, device, into=into)
    if done:
        commit_as_if_written(session, done)
        return _file_report(plan, _place(_written(session, done)), is_repeated=True)
    secret_key = current_app.config["SETTINGS"].secret_keys[0]
    imported = imports.carry_out(session, plan, write, secret_key)
    _commit(session)
    return _file_report(plan, _place(imported))


def preview_list(
    session: Session, parcel: Parcel, kind: str, is_as_written: bool = False
) -> ListReport:
    """Return what importing a list would do; write nothing.

    Raises :class:`BadInput` where it is no list, or not of the ``kind`` asked for ("" for any).
    """
    group, _write = _kept(session, parcel)
    return _list_report(_preview_of(session, group, parcel, kind, is_as_written), group)


def take_in_list(
    session: Session, parcel: Parcel, kind: str, is_as_written: bool = False
) -> ListReport:
    """Import a list without bad lines, unless that was done before; return what it did."""
    group, write = _kept(session, parcel)
    preview = _preview_of(session, group, parcel, kind, is_as_written)
    if not preview.is_good and not changes.earlier(session, write):
        return _list_report(preview, group)
    # The slow part was done without a lock; the group's version is checked below.
    session.rollback()
    begin_write(session)
    if done := changes.earlier(session, write):
        commit_as_if_written(session, done)
        return _list_report(preview, group, is_imported=True, is_repeated=True)
    if write.version != group.version:
        raise errors.Stale(
            say("The group has changed meanwhile. Look again at what will happen."),
            current={"version": group.version, "did": ""},
        )
    past_results.carry_out(session, group, preview, write)
    _commit(session)
    return _list_report(preview, group, is_imported=True)


def undo_import(session: Session, parcel: Parcel, number: int) -> UndoReport:
    """Undo an import into a group, unless this was done before; return what it did."""
    begin_write(session)
    group, write = _kept(session, parcel)
    if done := changes.earlier(session, write):
        commit_as_if_written(session, done)
        return UndoReport(undoing.done(session, group, number), group.version, is_repeated=True)
    undoing.undo(session, group, write, number)
    _commit(session)
    return UndoReport(undoing.done(session, group, number), group.version)


def _preview_of(
    session: Session, group: Group, parcel: Parcel, kind: str, is_as_written: bool
) -> Preview:
    text, at = parcel.data.decode(), parcel.write.at
    preview = past_results.preview(session, group, text, at, is_as_written=is_as_written)
    if kind not in ("", preview.kind):
        raise errors.BadInput(
            say("This is a list of %(kind)s, not of %(wanted)s.", kind=preview.kind, wanted=kind),
            field="kind",
        )
    return preview


def _commit(session: Session) -> None:
    session.commit()
    confirm(session)


def _device(session: Session, parcel: Parcel) -> Device | None:
    return access.find_device(session, parcel.write.device.uid)


def _kept(session: Session, parcel: Parcel) -> tuple[Group, changes.Write]:
    """Return the group that a parcel is for, and the write of the device that keeps it."""
    group, device = groups.find(session, parcel.group), _device(session, parcel)
    membership = group_members.membership_of(session, group, device) if group and device else None
    if group is None or device is None or membership is None or not membership.is_keeper:
        raise errors.NotAllowed(say("Only a scorekeeper of the group can do that."))
    return group, replace(parcel.write, device=device)


def _written(session: Session, done: WriteKey) -> Group | Game:
    if done.group_id:
        return session.get_one(Group, done.group_id)
    return session.get_one(Game, done.game_id)


def _place(made: Group | Game) -> Place:
    return ("group" if isinstance(made, Group) else "game", made.uid)


def _file_report(
    plan: Plan, place: Place | None = None, *, is_repeated: bool = False
) -> FileReport:
    document, group = plan.document, plan.group or plan.moved_into
    return FileReport(
        kind=plan.kind,
        name=plan.name,
        is_empty=plan.is_empty,
        is_new_group=plan.is_new_group,
        group=group.uid if group else document["group"]["uid"] if plan.is_new_group else None,
        game=document["game"]["uid"] if plan.kind == "game" else None,
        new={
            "players": [one["uid"] for one in plan.players],
            "seasons": [one["uid"] for one in plan.seasons],
            "games": [one["uid"] for one in plan.games],
        },
        same=plan.same,
        differing=plan.differing,
        lines=plan.lines(),
        place=place,
        is_repeated=is_repeated,
    )


def _list_report(
    preview: Preview, group: Group, *, is_imported: bool = False, is_repeated: bool = False
) -> ListReport:
    return ListReport(
        kind=preview.kind,
        is_good=preview.is_good,
        is_empty=preview.is_empty,
        what=preview.what,
        verdicts=preview.verdicts,
        repaired=preview.repaired,
        version=group.version,
        is_imported=is_imported,
        is_repeated=is_repeated,
    )
