"""Rulings: how a situation that the rules leave open was settled, written into the book."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Game, HouseRules, Ruling
from scorecard.rules.words import say
from scorecard.services.book import house_rules
from scorecard.services.history import changes, group_changes
from scorecard.services.limits import bounds, codes, quotas, texts
from scorecard.services.scoring import sheets, wording

LONGEST_DECIDER = 200
"""Characters of who decided."""


def rule(
    session: Session,
    rule_set: HouseRules,
    write: changes.Write,
    situation: str,
    decision: str,
    decided_by: str,
    *,
    game: Game | None = None,
) -> Ruling:
    """Write down how a situation was settled, by whom, and at which game."""
    house_rules.refuse_deleted(rule_set)
    quotas.check(session, bounds.RULINGS_OF_RULES, rule_set.id)
    ruling = Ruling(
        uid=codes.new_uid(),
        game_id=game.id if game else None,
        device_id=write.device.id,
        at=write.at,
        **checked(situation, decision, decided_by),
    )
    rule_set.rulings.insert(0, ruling)
    session.flush()
    news = ruling, {"name": rule_set.name, "decision": ruling.decision}
    group_changes.note_new(session, rule_set.group, write, "ruled", news)
    if game:
        # The phones at the table hold a copy of the book; the new version makes them renew it.
        changes.add(session, game, write.keyless, "ruled", {"decision": ruling.decision})
    return ruling


def checked(situation: str, decision: str, decided_by: str) -> dict[str, str]:
    """Return the texts of a ruling trimmed; refuse one that is blank or too long."""
    parts = {
        "situation": texts.clean(situation, say("The situation"), field="situation"),
        "decision": texts.clean(decision, say("The decision"), field="decision"),
        "decided_by": texts.clean(
            decided_by, say("Who decided"), field="decided_by", longest=LONGEST_DECIDER
        ),
    }
    questions = {
        "situation": say("Say what was unclear."),
        "decision": say("Say how it was settled."),
        "decided_by": say("Say who decided."),
    }
    for field, question in questions.items():
        if not parts[field]:
            raise errors.BadInput(question, field=field)
    return parts


def begin_book(session: Session, game: Game, write: changes.Write, name: str) -> HouseRules:
    """Create house rules from a game's options, which it is played by if it had none yet."""
    if game.group is None:
        raise errors.Conflict(say("Move the game to a group first."))
    options = wording.unusual_options(
        sheets.rules_of(game), sheets.options_in_force(game), [seat.name for seat in game.seats]
    )
    book = house_rules.create(session, game.group, write, name, game.rules, options)
    if game.rules_version is None:
        game.rules_version = book.latest
        changes.add(session, game, write.keyless, "book_begun", {"name": book.name})
    return book


def of_game(session: Session, game: Game) -> Sequence[Ruling]:
    """Return the rulings that hold in a game, the latest first.

    They are those of its house rules, and those that were made during the game, if in the book of
    the group it belongs to now.
    """
    of_group = select(HouseRules.id).where(HouseRules.group_id == game.group_id)
    is_held = (Ruling.game_id == game.id) & Ruling.house_rules_id.in_(of_group)
    if game.rules_version:
        is_held |= Ruling.house_rules_id == game.rules_version.house_rules_id
    return session.scalars(
        select(Ruling)
        .where(is_held, Ruling.deleted_at.is_(None))
        .order_by(Ruling.at.desc(), Ruling.id.desc())
    ).all()


def remove(session: Session, ruling: Ruling, write: changes.Write) -> None:
    """Put a ruling into the bin."""
    _move(session, ruling, write, "ruling_removed", write.at)


def restore(session: Session, ruling: Ruling, write: changes.Write) -> None:
    """Take a ruling out of the bin, back into the book."""
    house_rules.refuse_deleted(ruling.house_rules)
    group_changes.refuse_stale(session, ruling.house_rules.group, write, ruling.uid)
    _move(session, ruling, write, "ruling_restored", None)


def _move(
    session: Session, ruling: Ruling, write: changes.Write, kind: str, deleted_at: datetime | None
) -> None:
    rule_set = ruling.house_rules
    about = {"name": rule_set.name, "decision": ruling.decision, "situation": ruling.situation}
    with group_changes.record(session, rule_set.group, write, kind, ruling, about):
        ruling.deleted_at = deleted_at
    session.expire(rule_set, ["rulings"])


def find(session: Session, rule_set: HouseRules, uid: str) -> Ruling:
    """Return a ruling of these house rules, outside of the bin."""
    is_here = Ruling.house_rules_id == rule_set.id, Ruling.deleted_at.is_(None)
    ruling = session.scalar(select(Ruling).where(*is_here, Ruling.uid == uid))
    return errors.found(ruling, say("There is no such ruling in this book."))
