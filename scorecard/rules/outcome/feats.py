"""The feats of players in a game: rounds, totals, comebacks, cards held.

The best of them are a group's records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorecard.rules import card_game, core
from scorecard.rules.round_words import round_words
from scorecard.rules.typed import places
from scorecard.rules.words import Sentence, quoted, say

BEST_ROUND, WORST_ROUND = "best_round", "worst_round"
BEST_TOTAL, COMEBACK = "best_total", "comeback"
COMMON = (BEST_ROUND, WORST_ROUND, BEST_TOTAL, COMEBACK)
"""The feats of every game."""
WHOLE_GAME = 0
"""The ``round`` of feats of the whole game."""


class Feat(NamedTuple):
    """One player's feat: its key, its value (more is better), and its round."""

    player: str
    key: str
    worth: int
    round: int


def sign_of(best: core.Best) -> int:
    """Return the factor that turns points into a value of which more is better."""
    return 1 if best == "highest" else -1


def shown(key: str, worth: int, best: core.Best) -> int:
    """Return a feat's value as pages show it: in plain points."""
    if key in (BEST_ROUND, BEST_TOTAL):
        return worth * sign_of(best)
    return -worth * sign_of(best) if key == WORST_ROUND else worth


def label(rules: card_game.GameRules[Any], key: str) -> Sentence:
    """Return the label of a feat in a card game."""
    word, is_high = round_words(rules.round_word).word, rules.best == "highest"
    if key in (BEST_ROUND, WORST_ROUND):
        if is_high == (key == BEST_ROUND):
            return say("Highest %(round)s", round=word)
        return say("Lowest %(round)s", round=word)
    if key == BEST_TOTAL:
        return say("Highest total") if is_high else say("Lowest total")
    if key == COMEBACK:
        return say("Biggest comeback")
    return next((feat.label for feat in rules.feats if feat.key == key), quoted(key))


def feats(
    rules: card_game.GameRules[Any], sheet: core.Sheet, rounds: Sequence[Mapping[str, core.Json]]
) -> list[Feat]:
    """Return the feats of a game, given its rounds as they were typed.

    Only a player's best of each kind counts, and the first of equal ones.
    """
    counted = len(sheet.round_scores) - len(sheet.after_end)
    of_sides: list[Feat] = []
    for side, names in sheet.sides.items():
        for key, worth, number in _of_side(rules, sheet, counted, side):
            of_sides += [Feat(name, key, worth, number) for name in names]
    return of_sides + _counted(rules, rounds[:counted])


def _of_side(
    rules: card_game.GameRules[Any], sheet: core.Sheet, counted: int, side: str
) -> Iterator[tuple[str, int, int]]:
    sign, brought = sign_of(rules.best), sheet.brought[:counted]
    numbered = [(of[side] * sign, number) for number, of in enumerate(brought, 1) if side in of]
    if numbered and rules.has_rounds:
        yield BEST_ROUND, *max(numbered, key=lambda pair: pair[0])
        worst, number = min(numbered, key=lambda pair: pair[0])
        yield WORST_ROUND, -worst, number
    total = sheet.totals[side]
    # A total with a head start is no feat, nor a low one in a game that was cut short for the side.
    is_short = side in sheet.joined or (counted > 0 and side not in brought[-1])
    is_cut = sign < 0 and (sheet.is_early or is_short)
    is_given = sign > 0 and side in sheet.head_starts
    if total is not None and not is_cut and not is_given:
        yield BEST_TOTAL, total * sign, WHOLE_GAME
    scores = sheet.round_scores[:counted]
    if side in sheet.winners and (behind := _farthest_behind(sheet, scores, side, sign)):
        yield COMEBACK, *behind


def _farthest_behind(
    sheet: core.Sheet, scores: Sequence[Mapping[str, int]], side: str, sign: int
) -> tuple[int, int] | None:
    """Return a winner's largest deficit to the leader, and after which round that was.

    The deficit of a round is the smaller of those with and without head starts. None if there was
    no deficit, or if totals are not the sums of the rounds.
    """
    sums = {name: 0 for name in sheet.sides if name not in sheet.joined}
    most: tuple[int, int] | None = None
    for number, of in enumerate(scores, start=1):
        for other, points in of.items():
            sums[other] += points
        sums |= {name: one.start for name, one in sheet.joined.items() if one.after == number}
        if side not in sums:
            continue
        # A low total of a player who has left does not count.
        rivals = [other for other in sums if sign > 0 or other in of]
        gap = min(
            max(total[other] * sign for other in rivals) - total[side] * sign
            for total in (sums, _with_head_starts(sheet, sums))
        )
        if gap > (most[0] if most else 0):
            most = gap, number
    return most if _with_head_starts(sheet, sums) == dict(sheet.totals) else None


def _with_head_starts(sheet: core.Sheet, sums: Mapping[str, int]) -> dict[str, int]:
    return {name: total + sheet.head_starts.get(name, 0) for name, total in sums.items()}


def _counted(
    rules: card_game.GameRules[Any], rounds: Sequence[Mapping[str, core.Json]]
) -> list[Feat]:
    """Return the game's own feats, which are counts in the players' entries."""
    most: dict[tuple[str, str], Feat] = {}
    for number, data in enumerate(rounds, start=1):
        entries = data.get(rules.entries_key, {}) if rules.entries_key else {}
        for feat in rules.feats:
            for name, entry in entries.items():
                counts = (places.value_at(entry, place) for place in feat.places)
                count = next(filter(None, counts), 0)
                known = most.get((name, feat.key))
                if type(count) is int and count > (known.worth if known else 0):
                    most[name, feat.key] = Feat(name, feat.key, count, number)
    return list(most.values())
