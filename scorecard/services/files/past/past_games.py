"""A past game, made of the totals that a list has of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Any

from scorecard import errors
from scorecard.models import Player
from scorecard.rules import Refusal, Sheet, core, kinds, score
from scorecard.rules.games.own_scorecard import definition_reader, definitions, ready_made
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, joined, say, say_n, shown
from scorecard.services.files.past import result_lines
from scorecard.services.players import rosters

FIELD = ready_made.PAST_FIELD.key
Roster = Mapping[str, Player]
"""A group's players by the keys of their names."""


@dataclass(slots=True)
class PastGame:
    """A game that was played some day: who had which total, by name."""

    day: date
    definition: definitions.Definition
    totals: dict[str, int]
    sheet: Sheet

    @property
    def kind(self) -> str:
        """Which card game it is, as a group's books name it."""
        return kinds.kind_named(self.definition.name, self.definition.wins)


def make(
    roster: Roster,
    day: date,
    definition: definitions.Definition,
    lines: Sequence[result_lines.ResultLine],
) -> PastGame:
    """Return the game that some lines make; refuse one that the rules refuse."""
    totals = _totals_of(roster, lines)
    if definition.is_money and (left := sum(entered(definition, totals).values())):
        raise errors.BadInput(
            say(
                "%(game)s on %(day)s: what was won and lost must add up to 0, but adds up to "
                "%(left)s.",
                game=definition.name,
                day=day,
                left=left,
            )
        )
    sheet = score(record_of(definition, totals))
    if isinstance(sheet, Refusal):
        raise errors.BadInput(
            say(
                "%(game)s on %(day)s: %(problem)s",
                game=definition.name,
                day=day,
                problem=sheet.message,
            )
        )
    return PastGame(day, definition, totals, sheet)


def _totals_of(roster: Roster, lines: Sequence[result_lines.ResultLine]) -> dict[str, int]:
    """Return the totals of some lines by the names on the roster; refuse anybody in two lines."""
    totals: dict[str, int] = {}
    seen: dict[str, tuple[str, int]] = {}
    for line in lines:
        player = roster.get(rosters.key_of(line.player))
        name = player.name if player else line.player
        other, number = seen.setdefault(rosters.key_of(name), (name, line.row.line))
        if number != line.row.line:
            raise errors.BadInput(
                say(
                    "%(name)s is in this game twice, in lines %(first)s and %(second)s. If these "
                    "were two games, number them in a column called table.",
                    name=other,
                    first=number,
                    second=line.row.line,
                )
            )
        totals[name] = line.total
    return totals


def definition_of(
    name: str, lines: Sequence[result_lines.ResultLine], usual: core.Best
) -> definitions.Definition:
    """Return the scorecard for a game's totals; ``usual`` is which wins where no line says so."""
    typed = {line.wins for line in lines} - {""}
    rules = kinds.on_shelf(name)
    if len(typed) > 1:
        raise errors.BadInput(say("Some lines say that the highest total wins, others the lowest."))
    if rules and typed - {rules.best}:
        raise errors.BadInput(
            say("In %(game)s the lowest total wins.", game=rules.name)
            if rules.best == "lowest"
            else say("In %(game)s the highest total wins.", game=rules.name)
        )
    is_money = bool(rules and rules.is_money)
    wins = next(iter(typed), usual)
    return definition_reader.read_definition(
        {
            "name": name,
            "fields": definitions.to_json((ready_made.PAST_FIELD,)),
            "wins": wins,
            "sides": len(result_lines.by_side(lines)) or None,
            "is_zero_sum": is_money,
            "is_money": is_money,
            "notes": ready_made.PAST_NOTES,
        }
    )


def entered(definition: definitions.Definition, totals: Mapping[str, int]) -> dict[str, int]:
    """Return the totals that are entered: for partners, that of the one who sits first."""
    return dict(islice(totals.items(), definition.sides))


def record_of(definition: definitions.Definition, totals: Mapping[str, int]) -> dict[str, Any]:
    """Return the record of a past game: one round that holds the totals."""
    return {
        "game": definitions.GAME_KEY,
        "options": {"scorecard": definitions.to_json(definition)},
        "players": list(totals),
        "rounds": [
            {
                "entries": {
                    name: {FIELD: total} for name, total in entered(definition, totals).items()
                }
            }
        ],
        "end_early": True,
    }


def in_words(game: PastGame) -> Sentence:
    """Return a past game in words: which, when, everybody's total and who won."""
    totals = [
        joined([reading.listed(names), shown(game.totals[names[0]])])
        for names in game.sheet.sides.values()
    ]
    return say(
        "%(game)s on %(day)s: %(totals)s; %(won)s",
        game=game.definition.name,
        day=game.day,
        totals=joined(totals, ", "),
        won=_won(game),
    )


def _won(game: PastGame) -> Sentence:
    winners = [game.sheet.sides[side] for side in game.sheet.winners]
    names = [name for together in winners for name in together]
    if game.definition.is_money:
        won = say("the balances stand")
    elif game.definition.sides and len(winners) == 1:
        won = say("%(names)s win", names=reading.listed(names))
    else:
        won = say_n(
            "%(names)s wins", "%(names)s share the win", len(winners), names=reading.listed(names)
        )
    return say("%(won)s (lowest)", won=won) if game.definition.wins == "lowest" else won
