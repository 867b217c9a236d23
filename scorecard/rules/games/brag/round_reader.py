"""Reads what was typed for a hand of Brag, refusing what can never be right."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from scorecard.rules import bounds, core, seating
from scorecard.rules.cards.cards import refuse_duplicates, weigh
from scorecard.rules.games.brag import hands, rounds
from scorecard.rules.games.brag.betting import BET, Betting
from scorecard.rules.typed import reading
from scorecard.rules.words import say

IN_BETS = ("contrib", "winner", "seer", "opponent", "hands", "folded", "out")
IN_POTS = ("pots", "hands", "folded", "out")
IN_LOG = ("dealer", "blind", "actions", "hands", "out")
"""What may be said of a hand that is entered in either way."""
ACTION_PARTS = (2, 3)
"""An action is a name, what was done, and perhaps a number."""


def read(setup: core.Setup, _history: core.History, round_: core.Round) -> rounds.Play:
    """Read a hand in whichever way it was entered, refusing what can never be right."""
    reader = _Reader(setup, round_)
    if "pots" in round_.data:
        return reader.pots()
    if not round_.data.keys().isdisjoint(("actions", "dealer", "blind")):
        return reader.log()
    return reader.bets()


class _Reader(NamedTuple):
    """Reads the parts of one round."""

    setup: core.Setup
    round_: core.Round

    def bets(self) -> rounds.Bets:
        table = self.table(IN_BETS)
        contrib = self.chips(table, self.round_.data.get("contrib", {}), "contrib")
        winner = self.optional_name("winner")
        if winner:
            table.refuse_winner(winner, "winner")
        seer, opponent = self.optional_name("seer"), self.optional_name("opponent")
        for name, item in ((seer, "seer"), (opponent, "opponent")):
            if name in table.folded:
                raise core.Refused(
                    "not_in_hand",
                    say("%(name)s had folded, so there was no see with %(name)s.", name=name),
                    player=name,
                    item=item,
                )
            if name and name not in table.inside:
                raise table.absent(name, say("a see"), item)
        if seer and seer == opponent:
            raise core.Refused(
                "nothing_to_see",
                say("%(seer)s cannot see %(seer)s.", seer=seer),
                player=seer,
                item="opponent",
            )
        left = [name for name in table.inside if name not in table.folded]
        if len(left) == 1 and not winner:
            winner = left[0]
        return rounds.Bets(table, contrib, winner, seer, opponent)

    def pots(self) -> rounds.Pots:
        table = self.table(IN_POTS)
        entries = []
        for place, value in enumerate(reading.sequence(self.round_.data["pots"], "pots")):
            called = say("pot %(place)s", place=place + 1)
            pot = reading.parts(value, ("contrib", "winner"), called)
            contrib = self.chips(table, pot.get("contrib", {}), f"pots.#{place}.contrib")
            winners = self.winners(table, pot.get("winner"), f"pots.#{place}.winner")
            if winners or any(contrib.values()) or not place:
                entries.append((contrib, winners))
        return rounds.Pots(table, tuple(entries))

    def winners(self, table: rounds.Table, value: core.Json, item: str) -> tuple[str, ...]:
        """Return who won a pot, one name or several who share it; nobody where it is open."""
        if value is None:
            return ()
        names = [self.name(value, item)] if isinstance(value, str) else self.names(value, item)
        for name in names:
            table.refuse_winner(name, item)
        return tuple(names)

    def log(self) -> rounds.Log:
        table, data = self.table(IN_LOG), self.round_.data
        dealer = self.optional_name("dealer")
        blind = self.names(data.get("blind"), "blind")
        for name in blind:
            if name not in table.inside:
                raise table.absent(name, say("playing blind"), "blind")
        first = seating.left_of(self.setup.players, dealer, table.inside) if dealer else ""
        ante: int = self.setup.options["ante"]
        live, antes = list(table.inside), dict.fromkeys(table.inside, ante)
        betting = Betting(self.setup.options, table.inside, first, blind, antes, live)
        actions = reading.sequence(data.get("actions", []), "actions")
        if len(actions) > bounds.MOST_ACTIONS:
            raise self.round_.refused(
                "malformed",
                "Hand %(number)s: a hand can have up to %(most)s actions, not %(count)s.",
                most=bounds.MOST_ACTIONS,
                count=len(actions),
                item="actions",
            )
        for place, value in enumerate(actions, start=1):
            action = value
            if type(value) is not list:
                action = reading.sequence(value, say("action %(place)s", place=place))
            if len(action) not in ACTION_PARTS:
                raise core.Refused(
                    "malformed",
                    "Action %(place)s must be a name, what was done, and perhaps a number.",
                    place=place,
                    item="actions",
                )
            name, verb, *amounts = action
            if name not in live:
                name = self.name(name, "actions")
            betting.act(name, verb, amounts)
        return rounds.Log(table, dealer, betting)

    def table(self, keys: Collection[str]) -> rounds.Table:
        """Return who is in the hand, who folded and what was shown."""
        round_, data = self.round_, self.round_.data
        reading.known_parts(round_, keys)
        out = self.names(data.get("out"), "out")
        present = round_.present
        inside = tuple([name for name in present if name not in out]) if out else present
        if len(inside) < rounds.FEWEST_IN_HAND:
            raise round_.refused(
                "player_count",
                "Hand %(number)s needs at least %(fewest)s players; %(name)s would be alone.",
                fewest=rounds.FEWEST_IN_HAND,
                name=reading.listed(inside) or say("nobody"),
                item="out",
            )
        folded = self.names(data.get("folded"), "folded")
        table = rounds.Table(self.setup.options, round_, inside, tuple(folded), {}, {})
        for name in folded:
            if name not in inside:
                raise table.absent(name, "folding", "folded")
        self.show(table)
        return table

    def show(self, table: rounds.Table) -> None:
        """Lay the cards that were typed on the table, refusing what cannot be."""
        for name, value in self.by_name(self.round_.data.get("hands"), "hands").items():
            if name not in table.inside:
                raise table.absent(name, say("showing cards"), "hands")
            held = (
                value
                if type(value) is list
                else reading.sequence(value, say("%(name)s’s cards", name=name))
            )
            hand, weight = weigh(held, name, item="hands")
            if len(hand) > hands.CARDS_IN_HAND:
                raise core.Refused(
                    "need_three_cards",
                    "%(name)s holds %(cards_in_hand)s cards, but you entered %(hand)s.",
                    cards_in_hand=hands.CARDS_IN_HAND,
                    hand=len(hand),
                    player=name,
                    item="hands",
                )
            if hand:
                table.cards[name] = hand
            if len(hand) == hands.CARDS_IN_HAND:
                table.shown[name] = hands.rank_hand(weight, self.setup.options["a23"])
        refuse_duplicates(table.cards)

    def chips(self, table: rounds.Table, value: core.Json, item: str) -> dict[str, int]:
        """Return whole chips by name; who sits out may have a 0."""
        amounts = {}
        for name, number in self.by_name(value, item).items():
            amounts[name] = BET.read(number, name, item=item)
            if amounts[name] and name not in table.inside:
                raise table.absent(name, say("betting"), item)
        return amounts

    def by_name(self, value: core.Json, item: str) -> dict[str, core.Json]:
        """Return an object's values by the players' names, trimmed."""
        if value is None:
            return {}
        values: dict[str, core.Json] = {}
        for typed, inner in reading.mapping(value, item).items():
            name = typed if typed in self.round_.present else self.name(typed, item)
            if name in values:
                raise reading.named_twice(self.round_, name, item)
            values[name] = inner
        return values

    def names(self, value: core.Json, item: str) -> list[str]:
        if value is None:
            return []
        return reading.names(self.round_, value, item, lambda typed: self.name(typed, item))

    def optional_name(self, item: str) -> str:
        """Return the player named there, "" where nobody is."""
        value = self.round_.data.get(item)
        return "" if value is None else self.name(value, item)

    def name(self, value: core.Json, item: str) -> str:
        """Return a player's name, trimmed, refusing whoever does not play or has left."""
        if value in self.round_.present:
            return value  # type: ignore[no-any-return]
        if not isinstance(value, str):
            raise self.round_.refused(
                "malformed",
                "Hand %(number)s: %(item)s must name a player, not %(value)s.",
                value=reading.show(value),
                item=item,
            )
        return reading.named(self.round_, value, self.setup.players, item)
