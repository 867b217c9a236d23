"""Seats and turns, and the presence of players: latecomers, leavers and head starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorecard.rules import card_game, core
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say

JOINED_KEYS = ("after", "start")
MOST_HEAD_START = 1_000_000
"""The largest head start."""


def left_of(players: Sequence[str], name: str, among: Collection[str]) -> str:
    """Return the next player in ``among`` clockwise after ``name``.

    Returns ``name`` only if there is nobody else.
    """
    seat, count = players.index(name), len(players)
    for place in range(seat + 1 - count, seat):
        if players[place] in among:
            return players[place]
    return name


def next_turn(
    setup: core.Setup,
    history: core.History,
    first: str = "",
    among: Collection[str] | None = None,
    *,
    stays: bool = False,
) -> str:
    """Return the next dealer or bank: the player to the left of the last one.

    At first it is the one named by the option ``first``. With ``stays`` it is the last one again.
    Players not in ``among`` are skipped, by default those not present. Returns "" if nobody was
    ever named.
    """
    if among is None:
        among = history.present
    last = history.turn
    name = last or (setup.options[first] if first else "")
    if not name or (name in among and (stays or not last)):
        return name
    return left_of(setup.players, name, among)


def clockwise(
    players: Sequence[str], name: str, among: Collection[str] | None = None
) -> tuple[str, ...]:
    """Return the players in ``among``, from the one to the left of ``name`` round to ``name``."""
    seat = players.index(name) + 1
    order = (*players[seat:], *players[:seat])
    if among is None:
        return order
    return tuple([player for player in order if player in among]) or (name,)


def is_even(held: Iterable[str], among: Collection[str]) -> bool:
    """Whether all in ``among`` have dealt or been the bank equally often, and at least once."""
    times = Counter(held)
    return all(times[name] for name in among) and len({times[name] for name in among}) == 1


@dataclass(frozen=True, slots=True)
class Presence:
    """By name: the latecomers, the last rounds of those who ``left``, and the head starts."""

    left: Mapping[str, int] = field(default_factory=dict)
    joined: Mapping[str, core.Joined] = field(default_factory=dict)
    head_starts: Mapping[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anybody came late or left."""
        return bool(self.left or self.joined)

    def of(self, players: tuple[str, ...], number: int) -> tuple[str, ...]:
        """Return the players who take part in a round."""
        return tuple(
            name
            for name in players
            if self.left.get(name, number) >= number
            and (name not in self.joined or self.joined[name].after < number)
        )

    def opening(self, sides: Mapping[str, tuple[str, ...]]) -> dict[str, int | None]:
        """Return every side's total before round 1, None for latecomers.

        A side's head start is the sum of its partners'.
        """
        if not (self.joined or self.head_starts):
            return dict.fromkeys(sides, 0)
        return {
            side: None
            if side in self.joined
            else sum(self.head_starts.get(name, 0) for name in names)
            for side, names in sides.items()
        }

    def ahead(self, sides: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
        """Return the head starts by side, without those of 0."""
        if not self.head_starts:
            return {}
        return {side: total for side, total in self.opening(sides).items() if total}

    def starts(self, after: int) -> dict[str, int]:
        """Return the first totals of the latecomers after round ``after``."""
        return {name: one.start for name, one in self.joined.items() if one.after == after}


EVERYBODY = Presence()
"""The presence in a game without latecomers, leavers and head starts."""


def read_presence(
    rules: card_game.GameRules[core.Setup], setup: core.Setup, record: Mapping[str, core.Json]
) -> Presence:
    """Read and validate the latecomers, leavers and head starts of a record.

    ``setup`` is that of round 1.
    """
    if OF_PLAYERS.keys().isdisjoint(record):
        return EVERYBODY
    players = setup.players
    left = {
        name: reading.whole(
            rounds, say("The rounds %(name)s played before leaving", name=name), player=name
        )
        for name, rounds in _by_player(record, "left", players).items()
    }
    joined = {
        name: _joined(rules, name, value)
        for name, value in _by_player(record, "joined", players).items()
    }
    given = _by_player(record, "head_starts", players)
    ahead = {
        name: points
        for name, value in given.items()
        if (points := _head_start(rules, name, value, joined))
    }
    presence = Presence(left, joined, ahead)
    if ahead:
        _refuse_won(rules.target(setup), setup, presence)
    return presence


OF_PLAYERS: Mapping[str, tuple[Sentence, Callable[..., Sentence]]] = {
    "left": (
        say("The players who left"),
        lambda **values: say("%(name)s left, but never played.", **values),
    ),
    "joined": (
        say("The players who joined late"),
        lambda **values: say("%(name)s joined late, but is not one of the players.", **values),
    ),
    "head_starts": (
        say("The head starts"),
        lambda **values: say("%(name)s has a head start, but is not one of the players.", **values),
    ),
}
"""The record's keys with values by player: their names, and the messages for unknown players."""


def _by_player(
    record: Mapping[str, core.Json], key: str, players: Sequence[str]
) -> Mapping[str, core.Json]:
    what, stranger = OF_PLAYERS[key]
    given = reading.mapping(record.get(key, {}), what)
    for name in given:
        if name not in players:
            raise core.Refused("unknown_player", stranger(name=reading.show(name)), player=name)
    return given


def why_no_head_start(rules: card_game.GameRules[Any]) -> Sentence:
    """Return why a card game has no head starts; "" if it has."""
    if rules.is_money:
        return say("Everybody starts with 0: what one balance gains, another has lost.")
    return rules.why_no_head_start


def _head_start(
    rules: card_game.GameRules[core.Setup],
    name: str,
    value: core.Json,
    joined: Mapping[str, core.Joined],
) -> int:
    points = reading.whole(value, say("The head start of %(name)s", name=name), player=name)
    if points and (why_not := why_no_head_start(rules)):
        raise core.Refused("no_head_start", why_not, player=name)
    if name in joined:
        raise core.Refused(
            "no_head_start",
            "%(name)s joined late, and has no head start besides what their total starts with.",
            player=name,
        )
    if points > MOST_HEAD_START:
        raise core.Refused(
            "no_head_start",
            "%(name)s cannot start with %(points)s: %(most)s is the most.",
            player=name,
            points=points,
            most=MOST_HEAD_START,
        )
    return points


def _refuse_won(target: int | None, setup: core.Setup, presence: Presence) -> None:
    """Refuse head starts that reach the target."""
    for side, total in presence.opening(setup.sides).items():
        if target is not None and total is not None and total >= target:
            names = setup.sides[side]
            raise core.Refused(
                "no_head_start",
                say(
                    "%(names)s cannot start with %(points)s: the game is to %(target)s.",
                    names=reading.listed(names),
                    points=total,
                    target=target,
                ),
                player=next(name for name in names if presence.head_starts.get(name)),
            )


def _joined(rules: card_game.GameRules[core.Setup], name: str, value: core.Json) -> core.Joined:
    if rules.why_not_late:
        raise core.Refused("cannot_join_late", rules.why_not_late, player=name)
    given = reading.parts(value, JOINED_KEYS, say("When %(name)s joined", name=name), player=name)
    after = reading.whole(
        given.get("after"), say("The rounds before %(name)s joined", name=name), player=name
    )
    start = reading.signed(
        given.get("start"), say("The total %(name)s starts with", name=name), player=name
    )
    if not after:
        raise core.Refused(
            "cannot_join_late", "%(name)s joined before round 1, so not late.", player=name
        )
    if start and rules.is_money:
        raise core.Refused(
            "cannot_join_late",
            say("%(name)s starts with 0: what one balance gains, another has lost.", name=name),
            player=name,
        )
    return core.Joined(after, start)
