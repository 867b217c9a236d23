"""What is worth telling of a game, while it is played and after it: its moments, as they came.

Whose round was the best, how often the lead changed, who came from far behind, who hit the target
exactly, and what the game itself wants told the first time it happens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorecard.rules.core import GameRules, Json, Sheet
from scorecard.rules.describing import points, so_many
from scorecard.rules.feats import sign_of
from scorecard.rules.places import value_at
from scorecard.rules.reading import listed

FAR = 0.2
"""How much of the target, or of the best total, whoever leads must have been behind."""


class Moment(NamedTuple):
    """Something worth telling: the round it happened in, and a sentence."""

    round: int
    sentence: str


def moments(
    rules: GameRules[Any], sheet: Sheet, rounds: Sequence[Mapping[str, Json]]
) -> list[Moment]:
    """Return the moments of a game so far, given its rounds as they were typed.

    What depends on who led when is left out where totals are no plain sums of the rounds.
    """
    counted = len(sheet.round_scores) - len(sheet.after_end)
    scores = sheet.round_scores[:counted]
    found = [*_biggest(rules, sheet, scores), *_firsts(rules, rounds[:counted])]
    sums = _running(sheet, scores)
    if sums and sums[-1] == dict(sheet.totals):
        found += [*_lead(rules, sheet, sums), *_comeback(rules, sheet, sums), *_exact(sheet, sums)]
    return sorted(found, key=lambda moment: moment.round)


def _running(sheet: Sheet, scores: Sequence[Mapping[str, int]]) -> list[dict[str, int]]:
    """Return every side's sum after each round."""
    sums = dict.fromkeys(sheet.sides, 0)
    running = []
    for of in scores:
        sums = {side: total + of.get(side, 0) for side, total in sums.items()}
        running.append(sums)
    return running


def _biggest(
    rules: GameRules[Any], sheet: Sheet, scores: Sequence[Mapping[str, int]]
) -> Iterator[Moment]:
    sign = sign_of(rules.best)
    if not scores:
        return
    best = max(sign * value for of in scores for value in of.values())
    # Of a single round there is nothing to tell, and no score below zero is a feat.
    if len(scores) == 1 or (sign > 0 and best <= 0):
        return
    number, sides = next(
        (number, [side for side, value in of.items() if sign * value == best])
        for number, of in enumerate(scores, start=1)
        if sign * best in of.values()
    )
    word = rules.round_word.lower()
    yield Moment(
        number,
        f"The best {word} so far: {points(sign * best)} for {_names(sheet, sides)}.",
    )


def _lead(
    rules: GameRules[Any], sheet: Sheet, sums: Sequence[Mapping[str, int]]
) -> Iterator[Moment]:
    """Tell how often somebody else took the lead; being level is not leading."""
    leader, changes, last = "", 0, 0
    for number, totals in enumerate(sums, start=1):
        ahead = _ahead(rules, totals)
        if len(ahead) == 1 and ahead[0] != leader:
            changes += bool(leader)
            last = number if leader else 0
            leader = ahead[0]
    if changes:
        often = {1: "once", 2: "twice"}.get(changes, f"{changes} times")
        when = "" if changes == 1 else "the last time "
        yield Moment(last, f"The lead changed {often}, {when}to {_names(sheet, [leader])}.")


def _comeback(
    rules: GameRules[Any], sheet: Sheet, sums: Sequence[Mapping[str, int]]
) -> Iterator[Moment]:
    """Tell how far behind whoever leads now, or has won, once was."""
    sign = sign_of(rules.best)
    ahead = list(sheet.winners) or _ahead(rules, sums[-1])
    if len(ahead) != 1:
        return
    gap, number = max(
        (
            (sign * (totals[_ahead(rules, totals)[0]] - totals[ahead[0]]), -number)
            for number, totals in enumerate(sums, start=1)
        ),
    )
    scale = sheet.target or max(map(abs, sums[-1].values()))
    if gap and gap >= FAR * scale:
        word = so_many(-number, rules.round_word)
        yield Moment(
            -number, f"{_names(sheet, ahead)} was {points(gap)} behind after {word}, and came back."
        )


def _exact(sheet: Sheet, sums: Sequence[Mapping[str, int]]) -> Iterator[Moment]:
    for number, totals in enumerate(sums, start=1):
        there = [side for side, total in totals.items() if sheet.target and total == sheet.target]
        if there:
            yield Moment(number, f"Exactly on target: {_names(sheet, there)}.")
            return


def _firsts(rules: GameRules[Any], rounds: Sequence[Mapping[str, Json]]) -> Iterator[Moment]:
    for place, label in rules.firsts.items():
        for number, data in enumerate(rounds, start=1):
            entries = data.get(rules.entries_key)
            found = entries.items() if isinstance(entries, Mapping) else ()
            names = [name for name, entry in found if value_at(entry, place)]
            if names:
                yield Moment(number, f"{label}: {listed(names)}.")
                break


def _ahead(rules: GameRules[Any], totals: Mapping[str, int]) -> list[str]:
    sign = sign_of(rules.best)
    best = max(sign * total for total in totals.values())
    return [side for side, total in totals.items() if sign * total == best]


def _names(sheet: Sheet, sides: Sequence[str]) -> str:
    return listed([" & ".join(sheet.sides[side]) for side in sides])
