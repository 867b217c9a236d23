"""The moments of a game, during it and afterwards, in order.

They are the best round, changes of the lead, a comeback, an exact hit of the target, and a game's
own ``firsts``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorecard.rules import card_game, core
from scorecard.rules.outcome import standings
from scorecard.rules.round_words import points, round_words, so_many
from scorecard.rules.typed import places, reading
from scorecard.rules.words import Sentence, gained, say, shown

FAR = 0.2
"""A comeback's least deficit, as a share of the target or of the best total."""


Totals = Mapping[str, int | None]
Scores = Sequence[Mapping[str, int]]
"""The points of each round, by side."""
After = Sequence[tuple[int, Totals]]
"""The totals after each round, with its number."""


class _Held(NamedTuple):
    """A unique extreme of a game: the round, the points, and the sides who scored them."""

    round: int
    points: int
    sides: list[str]


class Moment(NamedTuple):
    """A moment: its round, and a sentence."""

    round: int
    sentence: Sentence


def moments(
    rules: card_game.GameRules[Any],
    sheet: core.Sheet,
    totals: Sequence[Totals],
    rounds: Sequence[Mapping[str, core.Json]],
) -> list[Moment]:
    """Return the moments of a game so far.

    ``totals`` are those before the first round and after each one that counts (see
    :func:`scorecard.rules.outcome.progress.totals_by_round`), ``rounds`` are as they were typed.
    """
    counted = len(totals) - 1
    after = list(enumerate(_comparable(rules, sheet, totals[1:]), start=1))
    all_moments = [
        *_extremes(rules, sheet, sheet.brought[:counted]),
        *_firsts(rules, rounds[:counted]),
        *_lead(rules, sheet, after),
        *_comeback(rules, sheet, after),
        *_exact(sheet, after),
    ]
    return sorted(all_moments, key=lambda moment: moment.round)


def _comparable(
    rules: card_game.GameRules[Any], sheet: core.Sheet, totals: Sequence[Totals]
) -> Sequence[Totals]:
    """Return the totals; if the lowest wins, None for sides that took no part in the round."""
    if rules.best == "highest":
        return totals
    rounds = zip(totals, sheet.round_scores, strict=False)
    return [standings.of_stayers(of, scores) for of, scores in rounds]


def _extremes(
    rules: card_game.GameRules[Any], sheet: core.Sheet, scores: Scores
) -> Iterator[Moment]:
    """Yield the best round, unless it brought no points; if the lowest total wins, the costliest.

    The costliest is the one with the most points.
    """
    word, is_high = round_words(rules.round_word).word, rules.best == "highest"
    best = _once(scores, max if is_high else min)
    if best and (best.points > 0 or (best.points and not is_high)):
        brought = gained(best.points) if rules.is_money else points(best.points)
        names = _names(sheet, best.sides)
        said = say(
            "The best %(round)s: %(points)s for %(names)s.", round=word, points=brought, names=names
        )
        yield Moment(best.round, said)
    worst = None if is_high else _once(scores, max)
    if worst and worst.points > 0:
        said = say(
            "The costliest %(round)s: %(points)s for %(names)s.",
            round=word,
            points=points(worst.points),
            names=_names(sheet, worst.sides),
        )
        yield Moment(worst.round, said)


def _once(scores: Scores, pick: Callable[[Iterator[int]], int]) -> _Held | None:
    """Return the highest or lowest score of a round, None if it is not unique.

    That is so after a single round, or if it came twice or to everybody.
    """
    if not scores[1:]:
        return None
    most = pick(points for of in scores for points in of.values())
    rounds = [number for number, of in enumerate(scores, start=1) if most in of.values()]
    of = scores[rounds[0] - 1]
    sides = [side for side, points in of.items() if points == most]
    if len(rounds) > 1 or len(sides) == len(of):
        return None
    return _Held(rounds[0], most, sides)


def _lead(rules: card_game.GameRules[Any], sheet: core.Sheet, after: After) -> Iterator[Moment]:
    """Yield the number of changes of the lead; ties do not count."""
    leader, changes, last = "", 0, 0
    for number, totals in after:
        ahead = standings.leaders(totals, rules.best)
        if len(ahead) == 1 and ahead[0] != leader:
            changes += bool(leader)
            last = number if leader else 0
            leader = ahead[0]
    if changes:
        yield Moment(last, _changed(changes, _names(sheet, [leader])))


def _changed(times: int, name: Sentence) -> Sentence:
    match times:
        case 1:
            return say("The lead changed once, to %(name)s.", name=name)
        case 2:
            return say("The lead changed twice, the last time to %(name)s.", name=name)
        case _:
            return say(
                "The lead changed %(times)s times, the last time to %(name)s.",
                times=times,
                name=name,
            )


def _comeback(rules: card_game.GameRules[Any], sheet: core.Sheet, after: After) -> Iterator[Moment]:
    """Yield the largest deficit of the winner or present leader, if it was large."""
    ahead = sheet.winners or (standings.leaders(after[-1][1], rules.best) if after else ())
    if len(ahead) != 1:
        return
    most, when = 0, 0
    for number, totals in after:
        own = totals[ahead[0]]
        if own is None:
            continue
        gap = abs((totals[standings.leaders(totals, rules.best)[0]] or 0) - own)
        if gap > most:
            most, when = gap, number
    scale = sheet.target or max(abs(total or 0) for total in after[-1][1].values())
    if most and most >= FAR * scale:
        said = say(
            "%(who)s was %(points)s behind after %(played)s, and came back.",
            who=_names(sheet, ahead),
            points=shown(most) if rules.is_money else points(most),
            played=so_many(when, rules.round_word),
        )
        yield Moment(when, said)


def _exact(sheet: core.Sheet, after: After) -> Iterator[Moment]:
    for number, totals in after:
        there = [side for side, total in totals.items() if sheet.target and total == sheet.target]
        if there:
            yield Moment(number, say("Exactly on target: %(names)s.", names=_names(sheet, there)))
            return


def _firsts(
    rules: card_game.GameRules[Any], rounds: Sequence[Mapping[str, core.Json]]
) -> Iterator[Moment]:
    for place, label in rules.firsts.items():
        for number, data in enumerate(rounds, start=1):
            entries = data.get(rules.entries_key)
            entered = entries.items() if isinstance(entries, Mapping) else ()
            names = [name for name, entry in entered if places.value_at(entry, place)]
            if names:
                yield Moment(
                    number, say("%(label)s: %(names)s.", label=label, names=reading.listed(names))
                )
                break


def _names(sheet: core.Sheet, sides: Sequence[str]) -> Sentence:
    return reading.listed([" & ".join(sheet.sides[side]) for side in sides])
