"""Counting over the API: what is typed, look at it, enter, correct, close, and tell of it."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from typing import Any

from pydantic import AliasPath, Field

from scorecard import errors
from scorecard.rules.words import say
from scorecard.services.history import changes
from scorecard.services.limits.locking import Hold
from scorecard.services.scoring import sheets
from scorecard.services.table import anecdotes, answers, open_rounds, rounds
from scorecard.web.api import model, spec
from scorecard.web.api.model import Extended
from scorecard.web.api.table.games import GAME
from scorecard.web.http import access
from scorecard.web.table import anecdotes as anecdote_pages
from scorecard.web.table import rounds as round_pages

SEAT = "[1-9][0-9]{0,2}"
TABLE_ENTRY = (
    "In place of what was said about the whole round before; left as it is where not given."
)
SEEN = (
    "Versions from refusals as `stale`, of what others have written and this replaces on purpose."
)
ROUND = f"{GAME}/rounds/<int:number>"


class SaveEntryBody(spec.WriteBody):
    """What was counted for one seat, and what was said about the whole round, if anything."""

    entry: Any = Field(description="In the shape of the game's records.")
    said: dict[str, Any] | None = Field(default=None, description=TABLE_ENTRY)
    is_confirmed: bool = Field(default=False, description="Save in spite of warnings.")
    seen: list[int] = Field(default=[], description=SEEN)


class SaveRoundBody(spec.WriteBody):
    """What was said about a whole round, and what was counted for any of its seats."""

    said: dict[str, Any] | None = Field(default=None, description=TABLE_ENTRY)
    entries: dict[str, Any] = Field(default={}, description="By seat number.")
    is_confirmed: bool = Field(default=False, description="Save in spite of warnings.")
    seen: list[int] = Field(default=[], description=SEEN)


class CloseRoundBody(spec.WriteBody):
    """How to close a round."""

    zero_for: list[int] = Field(default=[], description="Seats not in, who score 0. Keeper only.")
    is_confirmed: bool = Field(default=False, description="Close in spite of warnings.")


class RoundPreviewAnswer(model.Model):
    """What a round would be with what was sent, beside what was counted before."""

    scores: dict[str, int] = Field(
        description="Points by side, as far as they can be told before the round is whole."
    )
    notes: dict[str, str] = Field(description="What an entry is, by name: `pair of queens`.")
    missing: list[int] = Field(description="The seats that would not be in yet.")
    awaits: str = Field(
        validation_alias=AliasPath("awaited", "table"),
        description="What else the table would have to tell.",
    )
    hint: str = Field(description="What would come next, while the round is being told.")
    actor: str = Field(
        validation_alias=AliasPath("turns", "actor"),
        description="Whose turn it is, where a round is told bet by bet.",
    )
    story: str = Field(description="What happened, once nothing is missing.")
    warnings: list[answers.WarningAnswer]


class RoundFormAnswer(model.Model):
    """What is typed in a round."""

    form: dict[str, Any] = Field(description="As `/rules/{key}` describes it, with these players.")


class TellAnecdoteBody(spec.WriteBody):
    """What is told: one line of plain text."""

    text: str = Field(description=f"At most {anecdotes.LONGEST} characters; empty takes it back.")


@spec.game_read(f"{ROUND}/form", "player", RoundFormAnswer, "rounds")
def read_round_form(visit: access.Visit, number: int) -> object:
    """Return what is typed in a round: the one being counted, a past one, or one of the next."""
    rounds.refuse_unknown(visit.game, number, ahead=sheets.MOST_AHEAD)
    return {"form": asdict(sheets.form_of(visit.game, number))}


@spec.blueprint.post(f"{ROUND}/preview")
@access.needs("player", Hold.SHARE)
@spec.describes(RoundPreviewAnswer, "rounds", refusals=spec.WRITE_REFUSALS)
def preview_round(visit: access.Visit, number: int, json: SaveRoundBody) -> object:
    """Say what a round would be if this were entered; nothing of it is saved.

    What the rules would refuse is refused.
    """
    entries = _by_seat(visit, json.entries)
    preview = open_rounds.preview(visit.game, number, entries, table_entry=json.said)
    position_of = {seat.name: seat.position for seat in visit.game.seats}
    return Extended(
        preview,
        notes={name: note for name, note in preview.notes.items() if note},
        missing=[position_of[name] for name in preview.awaited.players],
        warnings=[open_rounds.warning(one) for one in preview.warnings],
    )


@spec.game_write("PUT", f"{ROUND}/entries/<int:seat>", "player", "rounds", hold=Hold.SHARE)
def save_entry(
    visit: access.Visit, this: changes.Write, number: int, seat: int, json: SaveEntryBody
) -> None:
    """Enter what was counted for a seat, in the round being counted or, to correct, a past one."""
    _refuse_foreign(visit, [seat])
    _enter(visit, this, number, {seat: json.entry}, json)


@spec.game_write("PUT", ROUND, "player", "rounds", hold=Hold.SHARE)
def save_round(visit: access.Visit, this: changes.Write, number: int, json: SaveRoundBody) -> None:
    """Enter a whole round, or what is known of it, as one change."""
    _enter(visit, this, number, _by_seat(visit, json.entries), json)


spec.game_write("POST", f"{ROUND}/close", "player", "rounds", body=CloseRoundBody, hold=Hold.SHARE)(
    round_pages.close_round
)
spec.game_write("PUT", f"{GAME}/anecdote", "player", "games", body=TellAnecdoteBody)(
    anecdote_pages.tell_of_game
)
spec.game_write("PUT", f"{ROUND}/anecdote", "player", "rounds", body=TellAnecdoteBody)(
    anecdote_pages.tell_of_round
)


def _enter(
    visit: access.Visit,
    this: changes.Write,
    number: int,
    entries: dict[int, Any],
    json: SaveEntryBody | SaveRoundBody,
) -> None:
    rounds.enter(
        visit.session,
        visit.game,
        replace(this, seen=this.seen | frozenset(json.seen)),
        number,
        entries,
        table_entry=json.said,
        is_confirmed=json.is_confirmed,
    )


def _by_seat(visit: access.Visit, sent: dict[str, Any]) -> dict[int, Any]:
    """Return entries by seat, all of them of seats that this device counts for."""
    if not all(re.fullmatch(SEAT, seat) for seat in sent):
        raise errors.BadInput(say("entries: the keys are seat numbers."), field="entries")
    entries = {int(seat): entry for seat, entry in sent.items()}
    _refuse_foreign(visit, list(entries))
    return entries


def _refuse_foreign(visit: access.Visit, seats: list[int]) -> None:
    foreign = [seat for seat in seats if not visit.may_count_for(seat)]
    if foreign:
        raise errors.NotAllowed(
            say(
                "This device does not count for seat %(seat)s. The scorekeeper can.",
                seat=foreign[0],
            )
        )
