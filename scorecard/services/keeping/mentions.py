"""Search the texts that people wrote in a group for words that are nearly a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import (
    Adjustment,
    Amendment,
    CashEntry,
    Change,
    Comment,
    Division,
    Game,
    Group,
    GroupChange,
    HouseRules,
    HouseRulesVersion,
    Proposal,
    Round,
    Ruling,
    Season,
    Team,
)
from scorecard.models.facts import details

LONGEST_ENDING = 2
"""Letters that may follow a name in one word, such as a possessive s."""
TEXTS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (HouseRulesVersion, ("notes", "reason")),
    (Proposal, ("notes", "reason")),
    (Ruling, ("situation", "decision", "decided_by")),
    (Comment, ("text",)),
)
"""What people have written into a group's book."""


def alike(session: Session, group: Group, names: Collection[str]) -> dict[str, int]:
    """Return the words that are nearly one of the names, and nobody else's, with their count."""
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    ending = rf"[^\W\d_]{{0,{LONGEST_ENDING}}}"
    pattern = re.compile(rf"(?<!\w)(?:{words}){ending}(?!\w)", re.IGNORECASE)
    others = {player.name.casefold() for player in group.players if player.name not in names}
    # A text that stands in a history, too, counts once.
    texts = {*_texts(session, group)}
    counts = Counter(word for text in texts for word in pattern.findall(text))
    return {
        word: counts[word]
        for word in sorted(counts)
        if word not in names and word.casefold() not in others
    }


def in_group(session: Session, group: Group) -> Iterator[tuple[Any, str]]:
    """Yield the row and column of each text in a group, its seasons, cash box and book."""
    yield from ((group, detail.key) for detail in details(Group) if not detail.blank)
    seasons = select(Season.id).where(Season.group_id == group.id)
    by_hand = select(Adjustment).where(Adjustment.season_id.in_(seasons))
    yield from ((row, "reason") for row in session.scalars(by_hand))
    for model in (Team, Division):
        parts = select(model).where(model.season_id.in_(seasons))
        yield from ((row, "name") for row in session.scalars(parts))
    in_box = select(CashEntry).where(CashEntry.group_id == group.id)
    yield from ((row, "note") for row in session.scalars(in_box))
    books = select(HouseRules.id).where(HouseRules.group_id == group.id)
    for model, columns in TEXTS:
        if model is Comment:
            proposals = select(Proposal.id).where(Proposal.house_rules_id.in_(books))
            of_group = Comment.proposal_id.in_(proposals)
        else:
            of_group = model.house_rules_id.in_(books)
        for row in session.scalars(select(model).where(of_group)):
            for column in columns:
                yield row, column


def _texts(session: Session, group: Group) -> Iterator[str]:
    for row, column in in_group(session, group):
        yield getattr(row, column)
    of_group = Game.group_id == group.id
    yield from session.scalars(select(Game.anecdote).where(of_group, Game.anecdote != ""))
    rounds = select(Round.anecdote).join(Game, Game.id == Round.game_id)
    yield from session.scalars(rounds.where(of_group, Round.anecdote != ""))
    yield from session.scalars(select(Amendment.reason).join(Game).where(of_group))
    # What was replaced since stands in the history only.
    of_details = select(GroupChange.what).where(GroupChange.group_id == group.id)
    for what in session.scalars(of_details.where(GroupChange.kind == "changed")):
        yield from (text for pair in what.values() for text in pair if isinstance(text, str))
    lines = select(Change.about).join(Game, Game.id == Change.game_id)
    for about in session.scalars(lines.where(of_group, Change.kind == "anecdote")):
        yield about.get("text", "")
