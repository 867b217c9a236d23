"""A hand of Brag as people enter it: by everybody's bets, pot by pot, or bet by bet.

Each of these comes down to pots with their winners. Something may still be missing while a hand
is being typed, so reading refuses only what can never be right; what is missing is listed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

from scorecard.rules import core
from scorecard.rules.cards.cards import read_cards, written
from scorecard.rules.games.brag import hands
from scorecard.rules.games.brag.betting import Betting, Pot, pot_of
from scorecard.rules.typed import reading
from scorecard.rules.words import NOTHING, Sentence, say

FEWEST_IN_HAND = 2


class Lack(NamedTuple):
    """What a hand still needs before it can be scored: in a few words, and as a refusal."""

    what: str
    refusal: core.Refused


class Table(NamedTuple):
    """Who is in a hand, who has folded, and what cards were shown, as far as that was typed.

    ``cards`` has what was typed of anybody's cards; ``shown`` the hands that are whole. ``options``
    are the house rules.
    """

    options: Mapping[str, core.Json]
    round: core.Round
    inside: tuple[str, ...]
    folded: tuple[str, ...]
    cards: dict[str, Sequence[str]]
    shown: dict[str, hands.Hand]

    def missing_cards(self, needed: Collection[str] = ()) -> list[Lack]:
        """Return what lacks of the hands ``needed``, and of those begun to be typed."""
        untold = {*needed, *self.cards} - self.shown.keys()
        if not untold:
            return []
        missing = [name for name in self.inside if name in untold]
        refusal = self.round.refused(
            "need_three_cards",
            "Hand %(number)s needs the %(cards_in_hand)s cards of %(missing)s.",
            cards_in_hand=hands.CARDS_IN_HAND,
            missing=reading.listed(missing),
            player=missing[0],
            item="hands",
        )
        return [Lack(say("the cards of %(missing)s", missing=reading.listed(missing)), refusal)]

    def missing(self, what: str, item: str) -> Lack:
        """Return the lack of something that is not about one player, such as who won."""
        return Lack(
            what,
            self.round.refused(
                "missing_entry", "Hand %(number)s: say %(what)s.", what=what, item=item
            ),
        )

    def absent(self, name: str, what: str, item: str) -> core.Refused:
        """Return the refusal of what somebody is said to have done while sitting the hand out."""
        return self.round.refused(
            "not_in_hand",
            "%(name)s sits hand %(number)s out, so %(what)s cannot be.",
            what=what,
            player=name,
            item=item,
        )

    def refuse_winner(self, name: str, item: str) -> None:
        """Refuse a winner who folded or sits the hand out."""
        if name in self.folded:
            raise self.round.refused(
                "folded_player_wins",
                "%(name)s cannot win hand %(number)s, having folded.",
                player=name,
                item=item,
            )
        if name not in self.inside:
            raise self.not_in_pot(name, "out", item)

    def not_in_pot(
        self,
        name: str,
        why: Literal["out", "no bets", "put nothing"],
        item: str,
        pot: Sentence = NOTHING,
    ) -> core.Refused:
        """Return the refusal of a winner who has nothing in a pot, which may be the only one."""
        values = {"name": name, "number": self.round.number, "pot": pot or pot_name(0, 1)}
        match why:
            case "out":
                message = say(
                    "%(name)s cannot win hand %(number)s: %(name)s sits it out.", **values
                )
            case "no bets":
                message = say(
                    "%(name)s cannot win the pot of hand %(number)s: %(name)s has no bets there.",
                    **values,
                )
            case _:
                message = say(
                    "%(name)s cannot win %(pot)s of hand %(number)s: %(name)s put nothing into it.",
                    **values,
                )
        return core.Refused("winner_not_in_pot", message, player=name, item=item)

    def refuse_beaten(self, winner: str, rivals: Collection[str], item: str) -> None:
        """Refuse a winner who shows a worse hand than somebody who has not folded."""
        for rival in rivals:
            if rival in self.folded or not {winner, rival} <= self.shown.keys():
                continue
            if self.shown[rival] > self.shown[winner]:
                raise core.Refused(
                    "outcome_conflict",
                    "%(winner)s cannot have won: %(rival)s’s %(better)s beats "
                    "%(winner)s’s %(hand)s. If %(rival)s folded, say so.",
                    winner=winner,
                    rival=rival,
                    better=self.name(rival, winner),
                    hand=self.name(winner, rival),
                    player=winner,
                    item=item,
                )

    def name(self, player: str, other: str = "") -> str:
        """Return what a shown hand is called, by its cards where the other's name is the same."""
        name = self.shown[player].name
        is_alike = other in self.shown and self.shown[other].name == name
        return written(read_cards(self.cards[player])) if is_alike else name


class Bets(NamedTuple):
    """A hand entered by what everybody bet in all, with who won, or who saw whom."""

    table: Table
    contrib: Mapping[str, int]
    winner: str
    seer: str
    opponent: str

    @property
    def see(self) -> tuple[str, str] | None:
        """Who asked to see, and whom they saw."""
        return (self.seer, self.opponent) if self.seer else None

    @property
    def lacks(self) -> list[Lack]:
        """What is missing: bets, the end of the hand, or cards that decide it."""
        return [*self._missing_bets(), *self._missing_end()]

    def _missing_bets(self) -> list[Lack]:
        table = self.table
        # Whoever folded without a word on bets made none; of all others blank says nothing.
        told = {*self.contrib, *table.folded}
        missing = [name for name in table.inside if name not in told]
        if not missing:
            return []
        if self.winner in missing:
            refusal = table.not_in_pot(self.winner, "no bets", "winner")
        else:
            refusal = table.round.refused(
                "missing_entry",
                "Hand %(number)s has no bets of %(missing)s; 0 says there were none.",
                missing=reading.listed(missing),
                player=missing[0],
                item="contrib",
            )
        return [Lack(say("the bets of %(missing)s", missing=reading.listed(missing)), refusal)]

    def _missing_end(self) -> list[Lack]:
        table = self.table
        if not (self.seer or self.opponent):
            end = [] if self.winner else [table.missing(say("who won"), "winner")]
            return [*end, *table.missing_cards()]
        if not self.seer:
            return [table.missing(say("who asked to see"), "seer")]
        if not self.opponent:
            return [table.missing(say("who was seen"), "opponent")]
        return table.missing_cards(() if self.winner else (self.seer, self.opponent))

    def pots(self) -> tuple[Pot, ...]:
        """Return the one pot, with the winner that the cards name where there was a see."""
        winner = self._winner_of_see() if self.seer else self.winner
        table = self.table
        if not self.seer:
            table.refuse_beaten(winner, table.inside, "winner")
        pot = pot_of(_with_antes(table, self.contrib), (winner,))
        if pot.size and not pot.chips[winner]:
            raise table.not_in_pot(winner, "put nothing", "winner")
        return (pot,)

    def _winner_of_see(self) -> str:
        table, seer, opponent, winner = self.table, self.seer, self.opponent, self.winner
        if winner not in ("", seer, opponent):
            raise core.Refused(
                "outcome_conflict",
                "%(winner)s cannot have won: %(seer)s saw %(opponent)s.",
                winner=winner,
                seer=seer,
                opponent=opponent,
                player=winner,
                item="winner",
            )
        if not {seer, opponent} <= table.shown.keys():
            return winner
        is_better = table.shown[seer] > table.shown[opponent]
        better = seer if is_better else opponent
        if winner not in ("", better):
            why = (
                say("the hands are equal, and %(seer)s asked to see", seer=seer)
                if table.shown[seer] == table.shown[opponent]
                else say(
                    "%(name)s’s %(better)s beats %(hand)s",
                    name=better,
                    better=table.name(better, winner),
                    hand=table.name(winner, better),
                )
            )
            raise core.Refused(
                "outcome_conflict",
                say("%(winner)s cannot have won: %(why)s.", winner=winner, why=why),
                player=winner,
                item="winner",
            )
        return better


class Pots(NamedTuple):
    """A hand entered pot by pot, the main pot first: what everybody bet into it, and who won it."""

    table: Table
    entries: tuple[tuple[Mapping[str, int], tuple[str, ...]], ...]
    see: None = None

    @property
    def lacks(self) -> list[Lack]:
        """What is missing: the winners of pots, or cards begun to be typed."""
        if not self.entries:
            return [self.table.missing(say("what is in the pot"), "pots")]
        missing = [
            self.table.missing(
                say("who won %(pot)s", pot=pot_name(place, len(self.entries))),
                f"pots.#{place}.winner",
            )
            for place, (_, winners) in enumerate(self.entries)
            if not winners
        ]
        return [*missing, *self.table.missing_cards()]

    def pots(self) -> tuple[Pot, ...]:
        """Return the pots, refusing winners who had no part in theirs or had lost before."""
        table = self.table
        pots: list[Pot] = []
        later: Pot | None = None
        for place, (contrib, winners) in reversed([*enumerate(self.entries)]):
            chips = contrib if place else _with_antes(table, contrib)
            item, name = f"pots.#{place}.winner", pot_name(place, len(self.entries))
            for winner in winners:
                if not chips.get(winner) and (place or any(chips.values())):
                    raise table.not_in_pot(winner, "put nothing", item, name)
                if later and later.chips.get(winner) and winner not in later.winners:
                    raise core.Refused(
                        "outcome_conflict",
                        "%(winner)s cannot have won %(pot)s: %(winners)s won the pot "
                        "after it, where %(winner)s lost.",
                        winner=winner,
                        pot=name,
                        winners=reading.listed(later.winners),
                        player=winner,
                        item=item,
                    )
                table.refuse_beaten(winner, [name for name in chips if chips[name]], item)
            later = pot_of(chips, self._odd_chips_first(winners, later, item))
            pots.insert(0, later)
        return tuple(pots)

    def _odd_chips_first(
        self, winners: tuple[str, ...], later: Pot | None, item: str
    ) -> tuple[str, ...]:
        """Return the winners with those first who cover the pot, having nothing in a later one."""
        if len(winners) == 1:
            return winners
        if later is None:
            why = say("with equal hands, the player who asked to see loses")
        elif self.table.options["cover_tie"] != "split":
            why = say("by your house rules an equal covering hand shares nothing")
        else:
            chips = later.chips
            return tuple(sorted(winners, key=lambda name: bool(chips.get(name))))
        raise self.table.round.refused(
            "outcome_conflict",
            "%(winners)s cannot share a pot in hand %(number)s: %(why)s.",
            winners=reading.listed(winners),
            why=why,
            player=winners[0],
            item=item,
        )


class Log(NamedTuple):
    """A hand entered bet by bet."""

    table: Table
    dealer: str
    betting: Betting

    @property
    def see(self) -> tuple[str, str] | None:
        """Who asked to see, and whom they saw."""
        seer = self.betting.seer
        return (seer, self.betting.other(seer)) if seer else None

    @property
    def lacks(self) -> list[Lack]:
        """What is missing: the end of the betting, or the cards that then decide."""
        table, betting = self.table, self.betting
        if betting.is_over:
            competing = betting.competing
            return table.missing_cards(competing if len(competing) > 1 else ())
        refusal = table.round.refused(
            "hand_not_over",
            "Hand %(number)s has no end: %(live)s are still betting.",
            live=reading.listed(betting.live),
            item="actions",
        )
        return [Lack(say("the end of the betting"), refusal)]

    def pots(self) -> tuple[Pot, ...]:
        """Return the pots with the winners that the betting and the cards name."""
        return self.betting.award_pots(self.table.shown)


Play = Bets | Pots | Log
"""How a hand was played, in one of the three ways to enter it."""


def pot_name(place: int, pots: int) -> Sentence:
    """Return what a pot is called among so many, at its place from 0."""
    if pots == 1:
        return say("the pot")
    if place == 0:
        return say("the main pot")
    return say("the side pot") if place == pots - 1 == 1 else say("side pot %(place)s", place=place)


def _with_antes(table: Table, contrib: Mapping[str, int]) -> dict[str, int]:
    ante: int = table.options["ante"]
    return {name: ante + contrib.get(name, 0) for name in table.inside}
