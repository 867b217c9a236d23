"""The standings, the end and the winners of a game on an own scorecard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorecard.rules import core
from scorecard.rules.games.own_scorecard import definitions, ready_made
from scorecard.rules.games.own_scorecard.describing import tick_label
from scorecard.rules.games.own_scorecard.rounds import Count
from scorecard.rules.games.own_scorecard.table import OwnSetup, Tally, in_game, tally_of
from scorecard.rules.outcome import standings, winning
from scorecard.rules.round_words import points, so_many
from scorecard.rules.words import NOTHING, Sentence, say


def reached(setup: OwnSetup, history: core.History) -> dict[str, int]:
    """Return every side's total, of those who are out the one they had then."""
    inside = {side: total for side, total in history.totals.items() if total is not None}
    return {**tally_of(setup, history).sums, **inside}


def tally_after(
    setup: OwnSetup,
    history: core.History,
    scores: Mapping[str, int],
    counts: Mapping[str, Count],
) -> Tally:
    """Return the tally after a round with these scores."""
    ends, before = setup.definition.ends, tally_of(setup, history)
    sums, ticks, fallen = before.sums, before.ticks, []
    if ends.when == "ticks":
        ticked = {side for side, count in counts.items() if ends.field in count.ticked}
        ticks = {side: number + (side in ticked) for side, number in ticks.items()}
    elif ends.when == "last_in":
        now = reached(setup, history)
        sums = {side: total + scores.get(side, 0) for side, total in now.items()}
        fallen = [side for side in scores if sums[side] >= ends.at]
    return Tally(sums, ticks, (*fallen,))


def outcome(setup: OwnSetup, history: core.History) -> core.Outcome | None:
    """Return the outcome once the game is over, else None."""
    if not history.rounds:
        return None
    if setup.definition.ends.when == "last_in":
        return _last_in(setup, history)
    ending = _at_the_end(setup, history)
    if not ending:
        return None
    still_in = _still_in(setup, history)
    comparable = {side: total for side, total in ending.items() if still_in[side] is not None}
    winners = standings.leaders(comparable, setup.definition.wins)
    if not winners or (len(winners) > 1 and setup.definition.tie == "play_on"):
        return None
    return _won(setup, history, winners, _why(setup.definition))


def _at_the_end(setup: OwnSetup, history: core.History) -> Mapping[str, int | None]:
    """Return the totals of those who may win now; empty while the game goes on."""
    ends, totals = setup.definition.ends, history.totals
    match ends.when:
        case "total" if any(total is not None and total >= ends.at for total in totals.values()):
            return totals
        case "rounds" if len(history.rounds) >= ends.at:
            return totals
        case "ticks":
            ticks = tally_of(setup, history).ticks
            return {side: totals[side] for side in totals if ticks[side] >= ends.at}
    return {}


def _why(definition: definitions.Definition) -> Sentence:
    ends = definition.ends
    match ends.when:
        case "total":
            return say("the target was %(at)s", at=ends.at)
        case "rounds":
            return say(
                "the game was for %(rounds)s", rounds=so_many(ends.at, definition.round_word)
            )
    return say("“%(tick)s” %(at)s times ended the game", tick=tick_label(definition), at=ends.at)


def _last_in(setup: OwnSetup, history: core.History) -> core.Outcome | None:
    """Return the outcome once one side is left; if all the last ones fell at once, the best won."""
    inside = _sides_in(setup, history)
    tally = tally_of(setup, history)
    fallen = {side: tally.sums[side] for side in tally.fallen}
    if len(inside) > 1 or not (inside or fallen):
        return None
    why = say("nobody else is left in") if inside else say("all the others are out")
    return _won(setup, history, inside or standings.leaders(fallen, "lowest"), why)


def _won(
    setup: OwnSetup, history: core.History, winners: Sequence[str], why: Sentence
) -> core.Outcome:
    if setup.definition.is_money:
        return core.Outcome((), say("The balances stand: %(why)s.", why=why))
    win = winning.win(winners, points(reached(setup, history)[winners[0]]), _teams(setup))
    is_in_view = setup.definition.ends.when in ("total", "rounds")
    reason = say("%(win)s; %(why)s.", win=win, why=why)
    return core.Outcome(tuple(winners), reason, how=NOTHING if is_in_view else why)


def _teams(setup: OwnSetup) -> dict[str, str]:
    return {side: setup.name_of(side) for side in setup.partnerships}


def end_early(setup: OwnSetup, history: core.History) -> core.Outcome:
    """Return the outcome of a stopped game: the best total of those still in it wins."""
    if ready_made.is_past(setup.definition) and setup.definition.is_money:
        return core.Outcome((), say("The balances stand."))
    if setup.definition.is_money:
        return winning.balances(history, setup.definition.round_word)
    return winning.stopped(
        _still_in(setup, history),
        points,
        _teams(setup),
        setup.definition.wins,
        is_early=setup.definition.ends.when != "stopped",
    )


def _still_in(setup: OwnSetup, history: core.History) -> Mapping[str, int | None]:
    """Return the totals of all sides, None for those who are out and cannot win.

    If the lowest total wins, those who have left cannot win either.
    """
    definition = setup.definition
    if definition.wins == "highest":
        return history.totals
    if definition.ends.when == "last_in":
        return standings.of_stayers(history.totals, _sides_in(setup, history))
    return standings.of_stayers(history.totals, history.rounds[-1].scores)


def _sides_in(setup: OwnSetup, history: core.History) -> tuple[str, ...]:
    """Return the sides that take part in the coming round."""
    present = in_game(setup, history, history.present)
    return tuple(dict.fromkeys(setup.side_of[name] for name in present))


def places_of_last_in(setup: OwnSetup, history: core.History) -> dict[str, int]:
    """Return every side's place from 1 in a game for the last one in.

    Those still in come first, by their totals; then the others, by the last round they played, then
    those who were put out before those who left, then by total.
    """
    inside, sums = _sides_in(setup, history), reached(setup, history)

    def key(side: str) -> tuple[bool, int, bool, int]:
        if side in inside:
            return (False, 0, False, sums[side])
        last = max((n for n, of in enumerate(history.rounds) if side in of.scores), default=-1)
        return (True, -last, history.totals[side] is not None, sums[side])

    return standings.places({side: key(side) for side in setup.sides})


def own_points_of_last_in(setup: OwnSetup, history: core.History) -> dict[str, int]:
    """Return the totals; of sides no longer in at least the total that puts one out."""
    inside, least = _sides_in(setup, history), setup.definition.ends.at
    return {
        side: total if side in inside else max(total, least)
        for side, total in reached(setup, history).items()
    }
