"""Preview a round with entries that are not saved yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorecard import errors
from scorecard.models import Game
from scorecard.rules import Refusal, core
from scorecard.services.scoring import sheets
from scorecard.services.table import entering, rounds


def of_round(
    game: Game,
    number: int,
    entries: entering.Entries,
    *,
    table_entry: Mapping[str, Any] | None = None,
) -> core.OpenRound:
    """Return what the rules make of a round with these entries, by seat, over those it has.

    ``table_entry``, where given, replaces the one for the whole table. What others have counted in
    secret is left out. Raises :class:`RefusedByRules` for what is not legal.
    """
    rounds.refuse_unknown(game, number)
    entering.refuse_misplaced(game, entries, table_entry)
    typed = {entering.seat_at(game, position).name: entry for position, entry in entries.items()}
    round_ = game.round(number)
    whole = table_entry if table_entry is not None else round_.data if round_ else {}
    style = rounds.round_style(sheets.form_of(game, number), whole)
    entered = {}
    if round_ and not entering.is_hidden(game, round_) and (style is None or style.has_entries):
        entered = {entry.seat.name: entry.data for entry in round_.entries}
    typed = entered | typed
    data = {**whole, sheets.rules_of(game).entries_key: typed} if typed else dict(whole)
    preview = sheets.preview_round(game, number, data)
    if isinstance(preview, Refusal):
        raise errors.RefusedByRules(preview)
    return preview
