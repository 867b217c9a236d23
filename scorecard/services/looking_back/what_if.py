"""Score a group's past games by house rules that somebody proposes.

Every ended game of the card game is scored from what was typed, with its own options but for those
that the proposal changes, and compared with how it ended. Nothing is stored. What was typed says
nothing of rounds that were not played: a game that would not be over has no result, and how people
would have played under other rules nobody knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import SimpleNamespace
from typing import Any

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import Session, selectinload

from scorecard.database import pieces
from scorecard.models import Game, Group, HouseRules, Proposal, Round
from scorecard.rules import Refusal, Sheet, core, kinds
from scorecard.rules import sheet as rules_sheet
from scorecard.rules.fold import Fold
from scorecard.rules.games.own_scorecard import definitions, ready_made
from scorecard.services.book import voting
from scorecard.services.looking_back import title_moves
from scorecard.services.scoring import sheets, typed_rounds
from scorecard.services.seasons import seasons
from scorecard.services.standings import results

GAMES_AT_ONCE = 50
"""Games that are read together, and are in memory."""
ROUNDS_AT_ONCE = 10_000
"""Rounds that are counted before the result so far is returned."""
MOST_EXAMPLES = 5

Change = Mapping[str, core.Json]
"""The options that a proposal changes, with the new values; None stands for the usual."""
Record = dict[str, Any]
Results = list[SimpleNamespace]
"""What would be stored as the results of one game."""
LATEST_FIRST = Game.started_at.desc(), Game.id.desc()


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended, or would have: who won, nobody if empty, and after how many rounds."""

    winners: tuple[str, ...]
    rounds: int


@dataclass(frozen=True, slots=True)
class Example:
    """A game that would have ended otherwise: its uid, when it began, and both ends."""

    game: str
    at: datetime
    before: End
    after: End


@dataclass(slots=True)
class WhatIf:
    """How a group's games would have ended under other rules, as far as they are counted.

    Of all ``games`` so many are ``counted``, the latest first. Of these ``other_winner`` would have
    another winner, ``shorter`` the same winner in fewer rounds, ``gone_on`` would not be over, and
    ``refused`` are refused by the other rules. ``rounds_before`` and ``rounds_after`` are the sums
    over the games that would be over.
    """

    games: int = 0
    counted: int = 0
    other_winner: int = 0
    shorter: int = 0
    gone_on: int = 0
    refused: int = 0
    rounds_before: int = 0
    rounds_after: int = 0
    examples: list[Example] = field(default_factory=list)
    shift: title_moves.Shift = field(default_factory=title_moves.Shift)
    moves: list[title_moves.TitleMove] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether all games are counted."""
        return self.counted >= self.games

    @property
    def over(self) -> int:
        """How many of the games counted would be over."""
        return self.counted - self.gone_on - self.refused


def change_of(proposal: Proposal) -> Change:
    """Return the options that a proposal changes; empty where it changes the notes only."""
    return {one.option.key: one.after for one in voting.difference_of(proposal).options}


def go_on(
    session: Session, group_id: int, proposal_uid: str, so_far: WhatIf | None = None
) -> WhatIf:
    """Count further games by the rules of a proposal, and return the result so far.

    ``so_far`` is the result returned before, None at first; it is not changed.
    """
    group = session.get_one(Group, group_id)
    proposal = voting.find_proposal(session, group, proposal_uid)
    ids = session.scalars(_past(group, proposal.house_rules)).all()
    found = replace(deepcopy(so_far) if so_far else WhatIf(), games=len(ids))
    of_group = seasons.of_group(session, group)
    change = change_of(proposal)
    rounds = 0
    for batch in pieces.in_parts(ids[found.counted :], GAMES_AT_ONCE):
        moved = []
        for game, record in _loaded(session, batch):
            rounds += len(record["rounds"])
            moved += _count(found, game, record, change)
        found.counted += len(batch)
        found.shift.note(session, of_group, moved)
        if rounds >= ROUNDS_AT_ONCE:
            break
    found.moves = title_moves.moves(session, of_group, found.shift)
    return found


def _past(group: Group, rule_set: HouseRules) -> Select[int]:
    """Return the query for the ids of the ended games that house rules are for, latest first."""
    rules = rules_sheet.rules_for(rule_set.rules, rule_set.latest.options)
    conditions: list[ColumnElement[bool]] = [
        Game.group_id == group.id,
        Game.deleted_at.is_(None),
        Game.ended_at.is_not(None),
        Game.rules == rule_set.rules,
        Game.kind == kinds.kind_of(rules),
        Game.rounds.any(Round.is_closed),
    ]
    if rule_set.rules == definitions.GAME_KEY:
        # Of these only the result is known.
        notes = Game.options["scorecard"]["notes"].as_string()
        conditions.append(notes.is_distinct_from(ready_made.PAST_NOTES))
    return select(Game.id).where(*conditions).order_by(*LATEST_FIRST)


def _loaded(session: Session, ids: Sequence[int]) -> Iterator[tuple[Game, Record]]:
    """Yield games with the records of what was typed, by one read for each kind of rows."""
    rounds = typed_rounds.of_games(session, ids)
    of_ids = select(Game).where(Game.id.in_(ids)).options(selectinload(Game.seats))
    for game in session.scalars(of_ids.order_by(*LATEST_FIRST)).all():
        pieces.give_way()
        yield game, sheets.record_with(game, rounds[game.id])
        session.expunge(game)


def _count(found: WhatIf, game: Game, record: Record, change: Change) -> list[Results]:
    """Count one game; return its results as they would be, none where they are the same."""
    changed = _as_if(record, change)
    before = rules_sheet.fold_of(record)
    after = before if changed == record else rules_sheet.fold_of(changed)
    if isinstance(before, Refusal) or isinstance(after, Refusal):
        found.refused += 1
        return []
    if before.outcome and not after.outcome:
        found.gone_on += 1
        return []
    was, would_be = before.sheet(is_ended=True), after.sheet(is_ended=True)
    _compare(found, game, _end(before, was), _end(after, would_be))
    seated = results.seated_in(game)
    finishes = [*results.finishes(after.rules, would_be, seated)]
    if finishes == [*results.finishes(before.rules, was, seated)]:
        return []
    common = results.whose(game, kinds.book_of(after.rules)) | results.when(game)
    return [[SimpleNamespace(**common, **finish) for finish in finishes]] if finishes else []


def _as_if(record: Record, change: Change) -> Record:
    """Return a record with the changed options, which hold in it from the first round on."""

    def kept(options: Mapping[str, core.Json]) -> dict[str, core.Json]:
        return {key: value for key, value in options.items() if key not in change}

    chosen = {key: value for key, value in change.items() if value is not None}
    amended = [part | {"options": kept(part["options"])} for part in record.get("amendments", [])]
    return record | {
        "options": kept(record["options"]) | chosen,
        **({"amendments": amended} if amended else {}),
    }


def _end(fold: Fold, sheet: Sheet) -> End:
    winners = tuple(
        side
        for side in sheet.sides
        if results.is_win(results.standing_of(sheet, side), is_money=fold.rules.is_money)
    )
    return End(winners, len(fold.history.rounds))


def _compare(found: WhatIf, game: Game, before: End, after: End) -> None:
    """Note what became of a game that would be over: another winner, fewer rounds, or neither."""
    found.rounds_before += before.rounds
    found.rounds_after += after.rounds
    if before.winners != after.winners:
        found.other_winner += 1
        if len(found.examples) < MOST_EXAMPLES:
            found.examples.append(Example(game.uid, game.started_at, before, after))
    elif after.rounds < before.rounds:
        found.shorter += 1
