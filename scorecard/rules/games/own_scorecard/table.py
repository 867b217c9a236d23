"""The players, sides and dealers in a game on an own scorecard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorecard.rules import card_game, core, seating
from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.round_words import numbered
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say


@dataclass(frozen=True, kw_only=True)
class OwnSetup(core.Setup):
    """The set-up of a game on an own scorecard; ``side_of`` has each player's side."""

    definition: definitions.Definition
    side_of: Mapping[str, str]

    def name_of(self, side: str) -> str:
        """Return a side's name: "Ann & Cy"."""
        return " & ".join(self.sides[side])


def in_game(setup: OwnSetup, history: core.History, present: Sequence[str]) -> tuple[str, ...]:
    """Return those present who take part in the next round, because their side is not out."""
    if None not in history.totals.values():
        return tuple(present)
    return tuple(name for name in present if history.totals[setup.side_of[name]] is not None)


def entrants(setup: OwnSetup, inside: Sequence[str]) -> dict[str, str]:
    """Return the side for each player who types its entry, the first one who takes part."""
    by_side: dict[str, str] = {}
    for name in inside:
        by_side.setdefault(setup.side_of[name], name)
    return dict(zip(by_side.values(), by_side, strict=True))


class Tally(NamedTuple):
    """The state after a round.

    In a game for the last one in, ``sums`` are the totals of all sides, even of those that are out,
    and ``fallen`` are those who went out in the round. If a tick ends the game, ``ticks`` are the
    times each side had it.
    """

    sums: Mapping[str, int]
    ticks: Mapping[str, int]
    fallen: tuple[str, ...] = ()


def tally_of(setup: OwnSetup, history: core.History) -> Tally:
    """Return the tally before the next round."""
    if history.state is not None:
        return history.state  # type: ignore[no-any-return]
    nothing = dict.fromkeys(setup.sides, 0)
    return Tally(nothing, nothing)


def next_dealer(setup: OwnSetup, history: core.History, inside: Sequence[str]) -> str:
    """Return the dealer of the next round; "" in games without one."""
    if not setup.definition.has_dealer:
        return ""
    return seating.next_turn(setup, history, card_game.FIRST_DEALER.key, inside)


def asked_under(setup: OwnSetup, round_: core.Round, label: str) -> Sentence:
    """Return a round and a label, to begin a message: "Deal 1, Declarer"."""
    called = numbered(setup.definition.round_word, round_.number)
    return say("%(round)s, %(label)s", round=called, label=label)


def read_name(
    setup: OwnSetup,
    round_: core.Round,
    value: core.Json,
    inside: Sequence[str],
    *,
    item: str,
    label: str,
) -> str | None:
    """Return the player named under a label, None for nobody; refuses those who take no part."""
    name = value.strip() if isinstance(value, str) else value
    if name is None or (isinstance(name, str) and name in inside):
        return name
    where = asked_under(setup, round_, label)
    player = reading.named(round_, value, setup.players, item, where)
    message = say("%(where)s: %(name)s is out of the game.", where=where, name=player)
    raise core.Refused("player_eliminated", message, player=player, item=item)
