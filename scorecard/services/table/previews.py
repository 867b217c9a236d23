"""What a round would be with what is typed, before any of it is saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorecard import errors
from scorecard.models import Game
from scorecard.rules import Refusal, core
from scorecard.rules.words import say
from scorecard.services.scoring import sheets
from scorecard.services.table import entering, rounds


def of_round(
    game: Game, number: int, entries: entering.Entries, *, said: Mapping[str, Any] | None = None
) -> core.OpenRound:
    """Return what the rules say of a round in which these entries, by seat, replace those it has.

    ``said``, where given, replaces what was said about the whole round before. What others have
    counted in secret is left out. Raises :class:`Refused` for what cannot be.
    """
    rounds.refuse_unknown(game, number)
    rounds.refuse_entries_said(game, said)
    names = {seat.position: seat.name for seat in game.seats}
    for position in entries:
        if position not in names:
            raise errors.NotFound(
                say("There is no seat %(position)s in this game.", position=position)
            )
    round_ = rounds.find(game, number)
    whole = said if said is not None else round_.data if round_ else {}
    style = rounds.round_style(sheets.form_of(game, number), whole)
    kept = {}
    if round_ and not entering.is_hidden(game, round_) and (style is None or style.has_entries):
        kept = {entry.seat.name: entry.data for entry in round_.entries}
    typed = kept | {names[position]: entry for position, entry in entries.items()}
    data = {**whole, sheets.rules_of(game).entries_key: typed} if typed else dict(whole)
    looked = sheets.preview_round(game, number, data)
    if isinstance(looked, Refusal):
        raise errors.RefusedByRules(looked)
    return looked
