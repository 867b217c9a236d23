"""Brag's betting, action by action: whose turn it is, what it costs, which pot it goes into.

Everything is compared in open money: a bet made blind, by a player who has not looked at the
cards, counts double. A player out of chips may cover the pot; whatever is bet afterwards goes
into another pot, for which the covering player does not compete.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorecard.rules import core
from scorecard.rules.games.brag.hands import Hand
from scorecard.rules.typed import reading
from scorecard.rules.typed.numbers import Number, refused
from scorecard.rules.words import Sentence, say

MOST_CHIPS = 1_000_000_000
"""More than anybody bets at once; a longer number is a slip of the finger."""
BET = Number(
    say("bet"),
    MOST_CHIPS,
    refused(
        "bet_too_big",
        "%(name)s’s %(what)s cannot be %(number)s: %(high)s is the most that can be written down.",
    ),
    item="actions",
)
LAST_CHIPS = BET._replace(what=say("last chips"))
LAST_TWO = 2
BLIND_COUNTS = 2
OPEN_SEES_FOR = 2
"""An open player sees for so many times the value of the last bet, a blind one for half of it."""


class Covered(NamedTuple):
    """A pot that somebody out of chips covers: its chips by who put them in, and who covers it."""

    chips: Mapping[str, int]
    by: str


class Pot(NamedTuple):
    """Chips by the players who put them in, who wins them, and how many there are.

    Of several winners, those named first get the odd chips.
    """

    chips: Mapping[str, int]
    winners: tuple[str, ...]
    size: int


@dataclass(slots=True)
class Betting:
    """The betting of one hand as it goes on, by the house rules in ``options``.

    ``seats`` are the players in the hand, clockwise; so are ``live``, who may still act. ``blind``
    are those who have not looked. ``turn`` is who acts next, "" while nobody can tell.
    ``value`` is the last bet's in open money, 0 before the first. ``pot`` is what is bet into, the
    chips by player, with the antes in it at first; ``covered`` are the pots before it. ``seer`` has
    asked to see, and may fold unseen after that. ``hasty`` is who first acted out of turn, with
    whose turn it was.
    """

    options: Mapping[str, core.Json]
    seats: tuple[str, ...]
    turn: str
    blind: list[str]
    pot: dict[str, int]
    live: list[str]
    value: int = 0
    covered: tuple[Covered, ...] = ()
    seer: str = ""
    hasty: tuple[str, str] | None = None

    @property
    def is_over(self) -> bool:
        """Whether the betting is over: somebody saw, or one player is left to bet."""
        return bool(self.seer) or len(self.live) == 1

    @property
    def may_fold_unseen(self) -> str:
        """Who has seen a hand that is better and need not show the own one; "" for nobody."""
        return self.seer if self.seer in self.live else ""

    @property
    def competing(self) -> list[str]:
        """Who may still win something: the live players, and whoever covers a pot."""
        return [*self.live, *[pot.by for pot in self.covered]]

    @property
    def pots(self) -> list[Mapping[str, int]]:
        """Every pot's chips by player, the main pot first."""
        return [*[pot.chips for pot in self.covered], self.pot]

    def other(self, name: str) -> str:
        """Return who is left beside ``name``, of the last two."""
        return self.live[self.live[0] == name]

    def bets(self, name: str) -> tuple[int, int | None]:
        """Return the least and the most this player may bet now, None where nothing limits it.

        A blind player pays half, rounded up. The first bet is no raise. The least may always be
        paid, even where rounding it up goes beyond a limit.
        """
        counts, options = BLIND_COUNTS if name in self.blind else 1, self.options
        least = -(-(self.value or options["min_bet"]) // counts)
        most, max_raise = options["max_bet"], options["max_raise"]
        if max_raise is not None and self.value:
            raised = self.value + max_raise
            most = raised if most is None else min(most, raised)
        return least, None if most is None else max(most // counts, least)

    def see_price(self, name: str) -> int:
        """Return what this player pays to see."""
        return self.value if name in self.blind else OPEN_SEES_FOR * self.value

    @staticmethod
    def refused(code: str, message: str, name: str, **values: object) -> core.Refused:
        """Return the exception for what a player cannot do; the pattern may use the ``name``."""
        return core.Refused(code, message, player=name, item="actions", **values)

    def may_see(self, name: str) -> bool:
        """Whether this player may ask to see now."""
        try:
            self.refuse_to_see(name)
        except core.Refused:
            return False
        return True

    def refuse_to_see(self, name: str) -> None:
        """Refuse to let this player see where that cannot be."""
        if len(self.live) > LAST_TWO:
            raise self.refused(
                "see_needs_two",
                "%(name)s cannot see: that needs the last two, and %(count)s are still in "
                "(%(names)s).",
                name,
                count=len(self.live),
                names=reading.listed(self.live),
            )
        if not self.value:
            raise self.refused("nothing_to_see", "%(name)s cannot see: nobody has bet yet.", name)
        other = self.other(name)
        if other in self.blind and name not in self.blind:
            raise self.refused(
                "blind_cannot_be_seen",
                "%(name)s cannot see %(other)s: %(name)s has looked and %(other)s plays blind.",
                name,
                other=other,
            )

    def act(self, name: str, verb: core.Json, amounts: Sequence[core.Json]) -> None:
        """Take down what a player did; ``amounts`` hold the number typed with it, if there is one.

        Refuses what the rules do not allow. Acting out of turn happens, and is only noted.
        """
        live = self.live
        if self.seer or len(live) == 1 or name not in live:
            if verb == "fold" and name == self.may_fold_unseen and not amounts:
                live.remove(name)
                return
            raise self._refusal_to_act(name)
        following = live.index(name) + 1
        match verb:
            case "bet":
                self._bet(name, BET.read(amounts[0] if amounts else None, name))
            case "fold" if not amounts:
                live.remove(name)
                following -= 1
            case "look" if not amounts:
                self._look(name)
                return  # Looking is no turn.
            case "cover":
                self.pot[name] += LAST_CHIPS.read(amounts[0] if amounts else 0, name)
                live.remove(name)
                following -= 1
                self.covered += (Covered(self.pot, name),)
                self.pot = dict.fromkeys(self.seats, 0)
            case "see":
                self._see(name, amounts)
            case _:
                raise self._meaningless(name, verb, amounts)
        if self.turn != name and self.turn and self.hasty is None:
            self.hasty = (name, self.turn)
        self.turn = live[following % len(live)]

    def _refusal_to_act(self, name: str) -> core.Refused:
        if self.is_over:
            return self.refused(
                "hand_already_over",
                "%(name)s cannot do anything more: the betting was over by then.",
                name,
            )
        return self.refused("not_in_hand", self._why_not(name), name)

    def _meaningless(
        self, name: str, verb: core.Json, amounts: Sequence[core.Json]
    ) -> core.Refused:
        values = {"verb": reading.show(verb)}
        if verb in ("fold", "look"):
            amount = reading.show(amounts[-1])
            why = say("%(amount)s after %(verb)s means nothing", amount=amount, **values)
        else:
            why = say(
                "%(verb)s is nothing to do; there are bet, fold, look, cover and see", **values
            )
        return self.refused("bad_action", "%(name)s: %(why)s.", name, why=why)

    def _bet(self, name: str, amount: int) -> None:
        is_blind = name in self.blind
        price, most = self.bets(name)
        if amount < price:
            values = {"name": name, "price": price, "amount": reading.show(amount)}
            raise self.refused(
                "bet_too_small",
                say("%(name)s must bet %(price)s or more blind, but bet %(amount)s.", **values)
                if is_blind
                else say("%(name)s must bet %(price)s or more, but bet %(amount)s.", **values),
                name,
            )
        if most is not None and amount > most:
            limits = self._limits_in_words()
            values = {"name": name, "most": most, "amount": reading.show(amount), "limits": limits}
            raise self.refused(
                "bet_too_big",
                say(
                    "%(name)s may bet %(most)s at most blind, but bet %(amount)s: %(limits)s.",
                    **values,
                )
                if is_blind
                else say(
                    "%(name)s may bet %(most)s at most, but bet %(amount)s: %(limits)s.", **values
                ),
                name,
            )
        self.pot[name] += amount
        self.value = amount * BLIND_COUNTS if is_blind else amount

    def _limits_in_words(self) -> Sentence:
        words, max_bet, max_raise = [], self.options["max_bet"], self.options["max_raise"]
        if max_bet is not None:
            words.append(say("the limit is %(max_bet)s", max_bet=max_bet))
        if max_raise is not None and self.value:
            values = {"value": self.value, "max_raise": max_raise}
            words.append(say("%(value)s can be raised by %(max_raise)s", **values))
        return say("%(words)s, in open money", words=reading.listed(words))

    def _look(self, name: str) -> None:
        if name not in self.blind:
            why = say("nobody who plays open can look again")
            raise self.refused("bad_action", "%(name)s: %(why)s.", name, why=why)
        self.blind.remove(name)

    def _see(self, name: str, amounts: Sequence[core.Json]) -> None:
        self.refuse_to_see(name)
        price = self.see_price(name)
        paid = (
            reading.whole(amounts[0], say("price for seeing"), player=name, item="actions")
            if amounts
            else price
        )
        if paid != price:
            raise self.refused(
                "wrong_see_amount",
                "Seeing costs %(name)s %(price)s, but you entered %(paid)s.",
                name,
                price=price,
                paid=reading.show(paid),
            )
        self.pot[name] += price
        self.seer = name

    def _why_not(self, name: str) -> Sentence:
        if name not in self.seats:
            return say("%(name)s sits this hand out.", name=name)
        if name in self.competing:
            return say("%(name)s covers a pot and does nothing more in this hand.", name=name)
        return say("%(name)s has folded and is not in the hand any more.", name=name)

    def award_pots(self, hands: Mapping[str, Hand]) -> tuple[Pot, ...]:
        """Return every pot with its winners, once the betting is over and the cards are shown.

        The last pot goes first. Its winner's hand meets the hand that covers the pot before, and
        so on back to the main pot; the better hand so far moves on. Of level hands both do where
        such a pot is split, and odd chips go to whoever covers. Pots that nothing came into are
        left out.
        """
        best, cover_tie = self.live[0], self.options["cover_tie"]
        if self.may_fold_unseen:
            other = self.other(self.seer)
            best = self.seer if hands[self.seer] > hands[other] else other
        winners: tuple[str, ...] = (best,)
        pots = [pot_of(self.pot, winners)]
        for chips, coverer in reversed(self.covered):
            moving, covers = hands[winners[0]], hands[coverer]
            if covers > moving or (covers == moving and cover_tie == "coverer"):
                winners = (coverer,)
            elif covers == moving and cover_tie == "split":
                winners = (coverer, *winners)
            pots.insert(0, pot_of(chips, winners))
        return (pots[0], *[pot for pot in pots[1:] if pot.size])


def pot_of(chips: Mapping[str, int], winners: tuple[str, ...]) -> Pot:
    """Return the pot of these chips."""
    return Pot(chips, winners, sum(chips.values()))
