"""The ways in which a game can be stopped, and the options that are set at its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorecard import errors
from scorecard.models import Game
from scorecard.rules import Refusal, Sheet, amendments, score
from scorecard.rules.options import Option
from scorecard.rules.sheet import resolve_options
from scorecard.rules.words import NOTHING, Sentence, say
from scorecard.services.scoring import sheets


@dataclass(frozen=True, slots=True)
class Ending:
    """A way to end a game: the sheet after it, and what becomes of money that lies open.

    ``value`` is the choice of the option that End Game asks for, "" where it asks for none;
    ``is_agreed`` says whether the option has that choice already.
    """

    sheet: Sheet
    value: str = ""
    label: Sentence = NOTHING
    is_agreed: bool = True


def of_game(game: Game) -> list[Ending]:
    """Return the ways to stop a game: several where money lies open, and End Game asks about it."""
    option = _asked(game)
    if option is None:
        return [Ending(sheets.fold_of(game).sheet(is_ended=True))]
    agreed = sheets.options_in_force(game)[option.key]
    ways = [
        Ending(_stopped_with(game, option.key, value), value, label, value == agreed)
        for value, label in option.choices
    ]
    is_open = any(way.sheet.totals != ways[0].sheet.totals for way in ways)
    return ways if is_open else [Ending(ways[0].sheet)]


def decide(game: Game, value: str) -> None:
    """Set the option that End Game asks for; refused in a game that asks for none."""
    option = _asked(game)
    if option is None:
        raise errors.BadInput(say("There is nothing to decide here."), field="at_end")
    put_option(game, option.key, value)


def put_option(game: Game, key: str, value: Any) -> None:
    """Set an option of a game, also in the amendments that have changed it in mid-game."""
    game.options = resolved(game, {**game.options, key: value})
    game.amendments = _amended(game, key, value)


def resolved(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return every option's value in a game where these are chosen, refusing what cannot be."""
    names_now = [seat.name for seat in game.seats]
    found = resolve_options(sheets.rules_of(game), options, names_now)
    if isinstance(found, Refusal):
        raise errors.RefusedByRules(found)
    return found


def _asked(game: Game) -> Option | None:
    rules = sheets.rules_of(game)
    return next((option for option in rules.options if option.key == rules.at_end), None)


def _stopped_with(game: Game, key: str, value: str) -> Sheet:
    """Return the sheet of a game that is stopped while an option has this value."""
    chosen = {
        "options": {**game.options, key: value},
        "amendments": amendments.effective(_amended(game, key, value)),
        "end_early": True,
    }
    sheet = score(sheets.record_of(game) | chosen)
    assert isinstance(sheet, Sheet), "a stored game can be scored"
    return sheet


def _amended(game: Game, key: str, value: Any) -> list[dict[str, Any]]:
    return [
        amendment | {"options": {**amendment["options"], key: value}}
        if key in amendment["options"]
        else amendment
        for amendment in game.amendments
    ]
