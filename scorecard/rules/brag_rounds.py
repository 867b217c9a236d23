"""A hand of Brag as people tell it: by everybody's bets, pot by pot, or bet by bet.

However it is told, it comes down to pots with their winners. Something may still be missing while
a hand is being typed, so reading refuses only what can never be right; what is missing is listed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from scorecard.rules.bounds import MOST_ACTIONS
from scorecard.rules.brag_betting import Betting, CoverTie, Limits, Pot, read_chips, start
from scorecard.rules.brag_hands import A23, CARDS_IN_HAND, Hand, rank_hand
from scorecard.rules.cards import Card, read_cards, refuse_duplicates, written
from scorecard.rules.core import Json, Refused, Round
from scorecard.rules.reading import known_keys, listed, mapping, sequence, show
from scorecard.rules.round_words import numbered
from scorecard.rules.seating import clockwise
from scorecard.rules.words import Sentence, say

FEWEST_IN_HAND = 2
ACTION_PARTS = (2, 3)
"""An action is a name, what was done, and perhaps a number."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table has agreed on: the ante, betting limits, A-2-3, and an equal covering hand."""

    ante: int
    limits: Limits
    a23: A23
    cover_tie: CoverTie


@dataclass(frozen=True, slots=True)
class Lack:
    """What a hand still needs before it can be scored: in a few words, and as a refusal."""

    what: str
    refusal: Refused


@dataclass(frozen=True, slots=True)
class Table:
    """Who is in a hand, who has folded, and what cards were shown, as far as that was typed.

    ``cards`` has what was typed of anybody's cards; ``shown`` the hands that are whole.
    """

    number: int
    inside: tuple[str, ...]
    folded: tuple[str, ...]
    cards: Mapping[str, tuple[Card, ...]]
    shown: Mapping[str, Hand]

    def missing_cards(self, needed: Collection[str] = ()) -> list[Lack]:
        """Return what lacks of the hands ``needed``, and of those begun to be typed."""
        missing = [
            name
            for name in self.inside
            if name not in self.shown and (name in needed or name in self.cards)
        ]
        if not missing:
            return []
        refusal = Refused(
            "need_three_cards",
            say(
                "Round %(number)s needs the %(cards_in_hand)s cards of %(missing)s.",
                number=self.number,
                cards_in_hand=CARDS_IN_HAND,
                missing=listed(missing),
            ),
            player=missing[0],
            item="hands",
        )
        return [Lack(say("the cards of %(missing)s", missing=listed(missing)), refusal)]

    def missing(self, what: str, item: str) -> Lack:
        """Return the lack of something that is not about one player, such as who won."""
        return Lack(
            what,
            Refused(
                "missing_entry",
                say("Round %(number)s: say %(what)s.", number=self.number, what=what),
                item=item,
            ),
        )

    def refuse_absent(self, name: str, what: str, item: str) -> None:
        """Refuse what somebody is said to have done while sitting the hand out."""
        if name not in self.inside:
            raise Refused(
                "not_in_hand",
                say(
                    "%(name)s sits round %(number)s out, so %(what)s cannot be.",
                    name=name,
                    number=self.number,
                    what=what,
                ),
                player=name,
                item=item,
            )

    def refuse_winner(self, name: str, item: str) -> None:
        """Refuse a winner who folded or sits the hand out."""
        if name in self.folded:
            raise Refused(
                "folded_player_wins",
                say(
                    "%(name)s cannot win round %(number)s, having folded.",
                    name=name,
                    number=self.number,
                ),
                player=name,
                item=item,
            )
        if name not in self.inside:
            raise self.not_in_pot(name, "out", item)

    def not_in_pot(
        self, name: str, why: Literal["out", "no bets", "put nothing"], item: str
    ) -> Refused:
        """Return the refusal of a winner who has nothing in the pot."""
        told = {"name": name, "number": self.number}
        match why:
            case "out":
                message = say(
                    "%(name)s cannot win the pot of round %(number)s: %(name)s sits the hand out.",
                    **told,
                )
            case "no bets":
                message = say(
                    "%(name)s cannot win the pot of round %(number)s: %(name)s has no bets there.",
                    **told,
                )
            case _:
                message = say(
                    "%(name)s cannot win the pot of round %(number)s: "
                    "%(name)s put nothing into it.",
                    **told,
                )
        return Refused("winner_not_in_pot", message, player=name, item=item)

    def refuse_beaten(self, winner: str, rivals: Collection[str], item: str) -> None:
        """Refuse a winner who shows a worse hand than somebody who has not folded."""
        for rival in rivals:
            if rival in self.folded or not {winner, rival} <= self.shown.keys():
                continue
            if self.shown[rival] > self.shown[winner]:
                raise Refused(
                    "outcome_conflict",
                    say(
                        "%(winner)s cannot have won: %(rival)s's %(better)s beats "
                        "%(winner)s's %(hand)s. If %(rival)s folded, say so.",
                        winner=winner,
                        rival=rival,
                        better=self.name(rival, winner),
                        hand=self.name(winner, rival),
                    ),
                    player=winner,
                    item=item,
                )

    def name(self, player: str, other: str = "") -> str:
        """Return what a shown hand is called, by its cards where the other's name is the same."""
        name = self.shown[player].name
        is_alike = other in self.shown and self.shown[other].name == name
        return written(self.cards[player]) if is_alike else name


@dataclass(frozen=True, slots=True)
class Bets:
    """A hand told by what everybody bet in all, with who won, or who saw whom."""

    KEYS: ClassVar = ("contrib", "winner", "seer", "opponent", "hands", "folded", "out")

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
        missing = [name for name in table.inside if name not in self.contrib]
        if not missing:
            return []
        if self.winner in missing:
            refusal = table.not_in_pot(self.winner, "no bets", "winner")
        else:
            refusal = Refused(
                "missing_entry",
                say(
                    "Round %(number)s has no bets of %(missing)s; 0 says there were none.",
                    number=table.number,
                    missing=listed(missing),
                ),
                player=missing[0],
                item="contrib",
            )
        return [Lack(say("the bets of %(missing)s", missing=listed(missing)), refusal)]

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

    def pots(self, rules: HouseRules) -> tuple[Pot, ...]:
        """Return the one pot, with the winner that the cards name where there was a see."""
        winner = self._winner_of_see() if self.seer else self.winner
        table = self.table
        if not self.seer:
            table.refuse_beaten(winner, table.inside, "winner")
        pot = Pot(_with_antes(table, self.contrib, rules.ante), (winner,))
        if pot.size and not pot.chips[winner]:
            raise table.not_in_pot(winner, "put nothing", "winner")
        return (pot,)

    def _winner_of_see(self) -> str:
        table, seer, opponent, winner = self.table, self.seer, self.opponent, self.winner
        if winner not in ("", seer, opponent):
            raise Refused(
                "outcome_conflict",
                say(
                    "%(winner)s cannot have won: %(seer)s saw %(opponent)s.",
                    winner=winner,
                    seer=seer,
                    opponent=opponent,
                ),
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
                    "%(name)s's %(better)s beats %(hand)s",
                    name=better,
                    better=table.name(better, winner),
                    hand=table.name(winner, better),
                )
            )
            raise Refused(
                "outcome_conflict",
                say("%(winner)s cannot have won: %(why)s.", winner=winner, why=why),
                player=winner,
                item="winner",
            )
        return better


@dataclass(frozen=True, slots=True)
class Pots:
    """A hand told pot by pot, the main pot first: what everybody bet into it, and who won it."""

    KEYS: ClassVar = ("pots", "hands", "folded", "out")

    table: Table
    told: tuple[tuple[Mapping[str, int], tuple[str, ...]], ...]
    see: None = None

    @property
    def lacks(self) -> list[Lack]:
        """What is missing: the winners of pots, or cards begun to be typed."""
        if not self.told:
            return [self.table.missing(say("what is in the pot"), "pots")]
        missing = [
            self.table.missing(
                say("who won %(pot)s", pot=pot_name(place, len(self.told))),
                f"pots.#{place}.winner",
            )
            for place, (_, winners) in enumerate(self.told)
            if not winners
        ]
        return [*missing, *self.table.missing_cards()]

    def pots(self, rules: HouseRules) -> tuple[Pot, ...]:
        """Return the pots, refusing winners who had no part in theirs or had lost before."""
        table = self.table
        pots: list[Pot] = []
        later: Pot | None = None
        for place, (contrib, winners) in reversed([*enumerate(self.told)]):
            chips = contrib if place else _with_antes(table, contrib, rules.ante)
            item = f"pots.#{place}.winner"
            for winner in winners:
                if not chips.get(winner) and (place or any(chips.values())):
                    raise table.not_in_pot(winner, "put nothing", item)
                if later and later.chips.get(winner) and winner not in later.winners:
                    raise Refused(
                        "outcome_conflict",
                        say(
                            "%(winner)s cannot have won %(pot)s: %(winners)s won the pot "
                            "after it, where %(winner)s lost.",
                            winner=winner,
                            pot=pot_name(place, len(self.told)),
                            winners=listed(later.winners),
                        ),
                        player=winner,
                        item=item,
                    )
                table.refuse_beaten(winner, [name for name in chips if chips[name]], item)
            later = Pot(chips, self._odd_chips_first(winners, later, rules, item))
            pots.insert(0, later)
        return tuple(pots)

    def _odd_chips_first(
        self, winners: tuple[str, ...], later: Pot | None, rules: HouseRules, item: str
    ) -> tuple[str, ...]:
        """Return the winners with those first who cover the pot, having nothing in a later one."""
        if len(winners) == 1:
            return winners
        if later is None:
            why = say("with equal hands, whoever asked to see loses")
        elif rules.cover_tie != "split":
            why = say("by your house rules an equal covering hand shares nothing")
        else:
            chips = later.chips
            return tuple(sorted(winners, key=lambda name: bool(chips.get(name))))
        raise Refused(
            "outcome_conflict",
            say(
                "%(winners)s cannot share a pot in round %(number)s: %(why)s.",
                winners=listed(winners),
                number=self.table.number,
                why=why,
            ),
            player=winners[0],
            item=item,
        )


@dataclass(frozen=True, slots=True)
class Log:
    """A hand told bet by bet."""

    KEYS: ClassVar = ("dealer", "blind", "actions", "hands", "out")

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
        betting, number = self.betting, self.table.number
        if betting.is_over:
            return self.table.missing_cards(betting.to_show)
        refusal = Refused(
            "hand_not_over",
            say(
                "Round %(number)s has no end: %(live)s are still betting.",
                number=number,
                live=listed(betting.live),
            ),
            item="actions",
        )
        return [Lack(say("the end of the betting"), refusal)]

    def pots(self, rules: HouseRules) -> tuple[Pot, ...]:
        """Return the pots with the winners that the betting and the cards name."""
        return self.betting.settle(self.table.shown, rules.cover_tie)


Told = Bets | Pots | Log


def read(rules: HouseRules, players: tuple[str, ...], round_: Round) -> Told:
    """Read a hand in whichever way it is told, refusing what can never be right."""
    reader = _Reader(rules, players, round_)
    if "pots" in round_.data:
        return reader.pots()
    if round_.data.keys() & {"actions", "dealer", "blind"}:
        return reader.log()
    return reader.bets()


def pot_name(place: int, pots: int) -> Sentence:
    """Return what a pot is called among so many, at its place from 0."""
    if pots == 1:
        return say("the pot")
    if place == 0:
        return say("the main pot")
    return say("the side pot") if place == pots - 1 == 1 else say("side pot %(place)s", place=place)


def _with_antes(table: Table, contrib: Mapping[str, int], ante: int) -> dict[str, int]:
    return {name: ante + contrib.get(name, 0) for name in table.inside}


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the parts of one round."""

    rules: HouseRules
    players: tuple[str, ...]
    round_: Round

    def bets(self) -> Bets:
        table = self.table(Bets.KEYS)
        contrib = self.chips(table, self.round_.data.get("contrib", {}), "contrib")
        winner = self.optional_name("winner")
        if winner:
            table.refuse_winner(winner, "winner")
        seer, opponent = self.optional_name("seer"), self.optional_name("opponent")
        for name, item in ((seer, "seer"), (opponent, "opponent")):
            if name in table.folded:
                raise Refused(
                    "not_in_hand",
                    say("%(name)s had folded, so there was no see with %(name)s.", name=name),
                    player=name,
                    item=item,
                )
            if name:
                table.refuse_absent(name, say("a see"), item)
        if seer and seer == opponent:
            raise Refused(
                "nothing_to_see",
                say("%(seer)s cannot see %(seer)s.", seer=seer),
                player=seer,
                item="opponent",
            )
        left = [name for name in table.inside if name not in table.folded]
        if len(left) == 1 and not winner:
            winner = left[0]
        return Bets(table, contrib, winner, seer, opponent)

    def pots(self) -> Pots:
        table = self.table(Pots.KEYS)
        told = []
        for place, value in enumerate(sequence(self.round_.data["pots"], "pots")):
            pot = mapping(value, say("pot %(place)s", place=place + 1))
            known_keys(pot, ("contrib", "winner"), say("Pot %(place)s", place=place + 1))
            contrib = self.chips(table, pot.get("contrib", {}), f"pots.#{place}.contrib")
            winners = self.winners(table, pot.get("winner"), f"pots.#{place}.winner")
            if winners or any(contrib.values()) or not place:
                told.append((contrib, winners))
        return Pots(table, tuple(told))

    def winners(self, table: Table, value: Json, item: str) -> tuple[str, ...]:
        """Return who won a pot, one name or several who share it; nobody where it is open."""
        if value is None:
            return ()
        names = [self.name(value, item)] if isinstance(value, str) else self.names(value, item)
        for name in names:
            table.refuse_winner(name, item)
        return tuple(names)

    def log(self) -> Log:
        table, data = self.table(Log.KEYS), self.round_.data
        dealer = self.optional_name("dealer")
        blind = self.names(data.get("blind"), "blind")
        for name in blind:
            table.refuse_absent(name, say("playing blind"), "blind")
        first = clockwise(self.players, dealer, table.inside)[0] if dealer else ""
        betting = start(self.rules.limits, table.inside, first, blind, self.rules.ante)
        actions = sequence(data.get("actions", []), "actions")
        if len(actions) > MOST_ACTIONS:
            raise Refused(
                "malformed",
                say(
                    "Round %(number)s: a hand can have up to %(most)s actions, not %(count)s.",
                    number=self.round_.number,
                    most=MOST_ACTIONS,
                    count=len(actions),
                ),
                item="actions",
            )
        for place, value in enumerate(actions, start=1):
            action = (
                value
                if type(value) is list
                else sequence(value, say("action %(place)s", place=place))
            )
            if len(action) not in ACTION_PARTS:
                raise Refused(
                    "malformed",
                    say(
                        "Action %(place)s must be a name, what was done, and perhaps a number.",
                        place=place,
                    ),
                    item="actions",
                )
            name, verb, *amounts = action
            betting.act(self.name(name, "actions"), verb, amounts)
        return Log(table, dealer, betting)

    def table(self, keys: Collection[str]) -> Table:
        """Return who is in the hand, who folded and what was shown."""
        round_, data = self.round_, self.round_.data
        known_keys(data, keys, numbered("Round", round_.number))
        out = self.names(data.get("out"), "out")
        inside = tuple(name for name in round_.present if name not in out)
        if len(inside) < FEWEST_IN_HAND:
            raise Refused(
                "player_count",
                say(
                    "Round %(number)s needs at least %(fewest)s players in the hand; "
                    "%(name)s would be alone.",
                    number=round_.number,
                    fewest=FEWEST_IN_HAND,
                    name=listed(inside) if inside else say("nobody"),
                ),
                item="out",
            )
        folded = self.names(data.get("folded"), "folded")
        table = Table(round_.number, inside, tuple(folded), {}, {})
        for name in folded:
            table.refuse_absent(name, "folding", "folded")
        cards = self.cards(table)
        shown = {
            name: rank_hand(hand, self.rules.a23)
            for name, hand in cards.items()
            if len(hand) == CARDS_IN_HAND
        }
        return Table(table.number, inside, table.folded, cards, shown)

    def cards(self, table: Table) -> dict[str, tuple[Card, ...]]:
        cards = {}
        for name, value in self.by_name(self.round_.data.get("hands"), "hands").items():
            table.refuse_absent(name, say("showing cards"), "hands")
            held = (
                value
                if type(value) is list
                else sequence(value, say("%(name)s's cards", name=name))
            )
            hand = read_cards(held, name, item="hands")
            if len(hand) > CARDS_IN_HAND:
                raise Refused(
                    "need_three_cards",
                    say(
                        "%(name)s holds %(cards_in_hand)s cards, but %(hand)s were entered.",
                        name=name,
                        cards_in_hand=CARDS_IN_HAND,
                        hand=len(hand),
                    ),
                    player=name,
                    item="hands",
                )
            if hand:
                cards[name] = hand
        refuse_duplicates(cards)
        return cards

    def chips(self, table: Table, value: Json, item: str) -> dict[str, int]:
        """Return whole chips by name; who sits out may have a 0."""
        found = {}
        for name, number in self.by_name(value, item).items():
            found[name] = read_chips(number, say("bet"), player=name, item=item)
            if found[name]:
                table.refuse_absent(name, say("betting"), item)
        return found

    def by_name(self, value: Json, item: str) -> dict[str, Json]:
        """Return an object's values by the players' names, trimmed."""
        if value is None:
            return {}
        found: dict[str, Json] = {}
        for typed, inner in mapping(value, item).items():
            name = self.name(typed, item)
            if name in found:
                raise self.twice(name, item)
            found[name] = inner
        return found

    def names(self, value: Json, item: str) -> list[str]:
        if value is None:
            return []
        names: list[str] = []
        for typed in sequence(value, item):
            name = self.name(typed, item)
            if name in names:
                raise self.twice(name, item)
            names.append(name)
        return names

    def twice(self, name: str, item: str) -> Refused:
        return Refused(
            "duplicate_name",
            say(
                "Round %(number)s names %(name)s twice under %(item)s.",
                number=self.round_.number,
                name=name,
                item=item,
            ),
            player=name,
            item=item,
        )

    def optional_name(self, item: str) -> str:
        """Return the player named there, "" where nobody is."""
        value = self.round_.data.get(item)
        return "" if value is None else self.name(value, item)

    def name(self, value: Json, item: str) -> str:
        """Return a player's name, trimmed, refusing whoever does not play or has left."""
        number = self.round_.number
        if not isinstance(value, str):
            raise Refused(
                "malformed",
                say(
                    "Round %(number)s: %(item)s must name a player, not %(value)s.",
                    number=number,
                    item=item,
                    value=show(value),
                ),
                item=item,
            )
        name = value.strip()
        if name in self.round_.present:
            return name
        message = (
            say(
                "Round %(number)s: %(name)s has left and takes no part in it.",
                number=number,
                name=name,
            )
            if name in self.players
            else say(
                "Round %(number)s: %(name)s is not one of the players.",
                number=number,
                name=show(name),
            )
        )
        raise Refused("unknown_player", message, player=name, item=item)
