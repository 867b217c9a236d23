"""Who sits where, who comes next, and who takes part: some come late, and some leave for good.

Some start ahead: what their totals start with from round 1 on is a head start.
"""

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
"""Points that somebody may start with."""


def left_of(players: Sequence[str], name: str, among: Collection[str] | None = None) -> str:
    """Return the next player clockwise after ``name``, of those in ``among`` if that is given.

    ``name`` is returned only where nobody else is left.
    """
    seat, count = players.index(name), len(players)
    for place in range(seat + 1 - count, seat):
        if among is None or players[place] in among:
            return players[place]
    return name


def in_turn(
    players: Sequence[str],
    last: str,
    first: str,
    among: Collection[str],
    *,
    stays: bool = False,
) -> str:
    """Return whose turn it is to deal, or to be the bank: at first that of ``first``.

    After that it passes on from who was ``last`` to the left, unless it ``stays`` there. Whoever
    is not ``among`` those who play is passed over. Where both are "", it is nobody's.
    """
    name = last or first
    if not name or (name in among and (stays or not last)):
        return name
    return left_of(players, name, among)


def clockwise(
    players: Sequence[str], name: str, among: Collection[str] | None = None
) -> tuple[str, ...]:
    """Return everybody from the left of ``name`` round to ``name``, of those in ``among``."""
    seat = players.index(name) + 1
    order = (*players[seat:], *players[:seat])
    if among is None:
        return order
    return tuple([player for player in order if player in among]) or (name,)


def is_even(held: Iterable[str], among: Collection[str]) -> bool:
    """Return whether all who play have dealt, or been the bank, equally often, and ever."""
    times = Counter(held)
    return all(times[name] for name in among) and len({times[name] for name in among}) == 1


@dataclass(frozen=True, slots=True)
class Presence:
    """Who came late, by name, and after how many rounds others left; everybody else is there.

    ``head_starts`` are what totals start with before round 1, by name; 0 where nothing is said.
    """

    left: Mapping[str, int] = field(default_factory=dict)
    joined: Mapping[str, core.Joined] = field(default_factory=dict)
    head_starts: Mapping[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anybody was not there from the first round to the last."""
        return bool(self.left or self.joined)

    def of(self, players: tuple[str, ...], number: int) -> tuple[str, ...]:
        """Return who of the players takes part in a round."""
        return tuple(
            name
            for name in players
            if self.left.get(name, number) >= number
            and (name not in self.joined or self.joined[name].after < number)
        )

    def opening(self, sides: Mapping[str, tuple[str, ...]]) -> dict[str, int | None]:
        """Return every side's total before round 1; None of who comes later.

        Partners start with what they were given together.
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
        """Return with what the sides start that do not start with 0."""
        if not self.head_starts:
            return {}
        return {side: total for side, total in self.opening(sides).items() if total}

    def starts(self, after: int) -> dict[str, int]:
        """Return what the totals start with of those who come after so many rounds."""
        return {name: one.start for name, one in self.joined.items() if one.after == after}


EVERYBODY = Presence()
"""Nobody came late, and nobody left."""


def read_presence(
    rules: card_game.GameRules[core.Setup],
    setup: core.Setup,
    record: Mapping[str, core.Json],
) -> Presence:
    """Return what a record says of who joined late, who left and who starts ahead.

    ``setup`` is the one that holds in round 1. What cannot be is refused.
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
"""What a record says of single players: what that is called, and what is said of a stranger."""


def _by_player(
    record: Mapping[str, core.Json], key: str, players: Sequence[str]
) -> Mapping[str, core.Json]:
    what, stranger = OF_PLAYERS[key]
    given = reading.mapping(record.get(key, {}), what)
    for name in given:
        if name not in players:
            said = stranger(name=reading.show(name))
            raise core.Refused("unknown_player", said, player=name)
    return given


def why_no_head_start(rules: card_game.GameRules[Any]) -> Sentence:
    """Return why nobody can start ahead in a card game; "" where somebody may."""
    if rules.is_money:
        return say("Everybody starts with 0: what one balance gains, another has lost.")
    return rules.why_no_head_start


def _head_start(
    rules: card_game.GameRules[core.Setup],
    name: str,
    value: core.Json,
    joined: Mapping[str, core.Joined],
) -> int:
    """Return with how many points somebody starts, refusing what cannot be."""
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
    """Refuse a head start that is as much as the game is played for."""
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
    given = reading.mapping(value, say("When %(name)s joined", name=name), player=name)
    reading.known_keys(given, JOINED_KEYS, say("When %(name)s joined", name=name))
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
