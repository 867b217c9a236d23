"""Who sits where, who comes next, and who takes part: some come late, and some leave for good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scorecard.rules import card_game, core
from scorecard.rules.typed import reading
from scorecard.rules.words import say

JOINED_KEYS = ("after", "start")


def left_of(players: Sequence[str], name: str, among: Collection[str] | None = None) -> str:
    """Return the next player clockwise after ``name``, of those in ``among`` if that is given.

    ``name`` is returned only where nobody else is left.
    """
    seat = players.index(name) + 1
    for player in (*players[seat:], *players[:seat]):
        if among is None or player in among:
            return player
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
    """Who came late, by name, and after how many rounds others left; everybody else is there."""

    left: Mapping[str, int] = field(default_factory=dict)
    joined: Mapping[str, core.Joined] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anybody was not there from the first round to the last."""
        return bool(self.left or self.joined)

    def of(self, players: tuple[str, ...], number: int) -> tuple[str, ...]:
        """Return who of the players takes part in a round."""
        if not self.left and not self.joined:
            return players
        return tuple(
            name
            for name in players
            if self.left.get(name, number) >= number
            and (name not in self.joined or self.joined[name].after < number)
        )

    def starts(self, after: int) -> dict[str, int]:
        """Return what the totals start with of those who come after so many rounds."""
        return {name: one.start for name, one in self.joined.items() if one.after == after}


EVERYBODY = Presence()
"""Nobody came late, and nobody left."""


def read_presence(
    rules: card_game.GameRules[core.Setup],
    players: Sequence[str],
    record: Mapping[str, core.Json],
) -> Presence:
    """Return what a record says of who joined late and who left, refusing what cannot be."""
    if "left" not in record and "joined" not in record:
        return EVERYBODY
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
    return Presence(left, joined)


def _by_player(
    record: Mapping[str, core.Json], key: str, players: Sequence[str]
) -> Mapping[str, core.Json]:
    what = say("The players who left") if key == "left" else say("The players who joined late")
    given = reading.mapping(record.get(key, {}), what)
    for name in given:
        if name not in players:
            values = {"name": reading.show(name)}
            raise core.Refused(
                "unknown_player",
                say("%(name)s left, but never played.", **values)
                if key == "left"
                else say("%(name)s joined late, but is not one of the players.", **values),
                player=name,
            )
    return given


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
