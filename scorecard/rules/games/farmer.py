"""Farmer: reach exactly 16 and take the farm.

Aim: hold cards that add up to 16, or come closest without going over.

Scoring: everybody antes into the farm before every deal. A 16 takes all of it. While nobody has
16 it grows, and whoever is below the best total pays the ante to the best. Whoever went over 16
pays the ante to the farmer. What everybody won and lost and what lies in the farm add up to 0.

Source: traditional descriptions of Farmer, also known as La Ferme.

Not scored here: the deal, the draws, and who gives up a seat as farmer for other reasons than
losing the farm.

Long because a game is one file.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import accumulate
from typing import Literal, NamedTuple

from scorecard.rules import card_game, core, round_words, seating
from scorecard.rules.cards.cards import ACE, DECK, SUIT_SIGNS, Card, read_cards, refuse_duplicates
from scorecard.rules.options import choice, number, player, switch
from scorecard.rules.outcome import winning
from scorecard.rules.typed import fields, reading
from scorecard.rules.typed.numbers import Number, refused
from scorecard.rules.typed.reading import switch as read_switch
from scorecard.rules.words import NOTHING, Sentence, answers, joined, paragraphs, quoted, say, say_n

FARM_TOTAL = 16
"""The total that takes the farm; above it a hand is bust."""
FACE_WORTH = 10
LEAST_TOTAL = 2
MOST_TOTAL = FARM_TOTAL + FACE_WORTH
"""The last card is added to 16 at most, because nobody draws on a bust hand."""
FEWEST_CARDS = 2
"""The card dealt, and one that everybody must draw."""
MOST_CARDS = 10
CARDS_HELD = Number(
    say("number of cards"),
    MOST_CARDS,
    refused(
        "bad_card_count",
        "%(name)s’s hand must have %(low)s to %(high)s cards, not %(number)s: everybody draws at "
        "least one.",
    ),
    low=FEWEST_CARDS,
    item="cards",
)

SIX, EIGHT = 6, 8
SIX_OF_HEARTS = Card(SIX, "h")
FARM_DECK = dict.fromkeys(
    card for card in DECK if card.rank not in (SIX, EIGHT) or card == SIX_OF_HEARTS
)
"""The 45 cards: no 8s, and of the 6s only the 6 of hearts."""
HAND_KEYS = ("total", "cards", "six_hearts")
TOTAL = say("total")
FARM_DECK_NAMES = tuple(str(card) for card in FARM_DECK)
SIX_SIGN = f"6{SUIT_SIGNS['h']}"


def worth(card: Card) -> int:
    """Return a card's points: 1 for an ace, 10 for a face card, else its number."""
    return 1 if card.rank == ACE else min(card.rank, FACE_WORTH)


LEAST_OF = (0, *accumulate(sorted(map(worth, FARM_DECK))))
"""The least totals, by the number of cards."""

HOW_TO_SCORE = paragraphs("""
    Take the 8s out of the pack, and all 6s but the 6 of hearts: 45 cards. Everybody pays
    the ante into the farm. The farmer deals each player one card, face down. An ace counts
    1, face cards 10, the others what is on them.

    From the farmer’s left on, and the farmer last, each says “Hit” for a card, dealt face
    up, at least once and as often as they like, and then “I stay”. Over 16 is bust; say
    nothing of it and stay. When everybody has drawn, all hands are shown.

    Somebody has 16: that player takes the whole farm and is the next farmer. Of several
    with 16 the one with the 6 of hearts takes it, else the one with the fewest cards. If
    that is still a tie, it goes to the farmer if they are in it, else to the first of them
    on the farmer’s left.

    Nobody has 16: the farm stays, and so does the farmer. Everybody below the best total up
    to 16 pays the ante to the best. Several who are best share it in whole chips; the rest
    goes into the farm.

    In every deal, each player over 16 pays the ante to the farmer. A farmer over 16 pays
    nobody and still collects. Then everybody antes again.

    Stop when you like. What lies in the farm then belongs to nobody, or you share it out if
    you agreed on that.
""")
DECIDED = answers("""
    Do players over 16 also pay the closest?
    No, they pay the farmer; a house rule makes them pay both when nobody has 16. A farmer
    over 16 pays nobody either way.

    What if less is paid than there are best players?
    Each of them gets nothing, and all of it goes into the farm.

    What if everybody goes over 16?
    The farm stays, the others pay the farmer, and the farmer stays farmer.

    What if everybody who is not over 16 has the same?
    They pay each other nothing.

    What if the farmer has 16, but not with the fewest cards?
    Then the farmer is not part of the last tie: the first tied player on the left wins.

    What becomes of chips in the farm when you stop?
    End Game asks: leave them there, for nobody, share them out in whole chips, odd ones one
    each from the farmer’s left, or give them to the farmer.

    Is the closest to 16 enough for the farm?
    No, only exactly 16 takes it.

    Who is the first farmer?
    The player who gets the 6 of hearts; say so when the game starts.

    What if somebody else acts as farmer?
    It counts, with a warning: the acting farmer collects, and keeps or loses the farm.
""")

OPTIONS = (
    number(
        "ante",
        say("Ante"),
        say("What everybody pays into the farm before each deal, and all other payments."),
        1,
        10_000,
        1,
        is_basic=True,
    ),
    player(
        "first_farmer",
        say("First farmer"),
        say("Deal cards face up: the 6 of hearts makes the first farmer."),
    ),
    switch(
        "busted_pay_closest",
        say("Over 16 pays the closest, too"),
        say(
            "When nobody has 16, players over 16 pay the ante to the best as well as to the farmer."
        ),
    ),
    choice(
        "farm_on_end",
        say("The farm when you stop"),
        say("What becomes of the chips in the farm. End Game asks you again."),
        ("ask", say("It stays there")),
        ("split", say("Share it out")),
        ("farmer", say("The farmer takes it")),
    ),
)


class Farm(NamedTuple):
    """The farm after a deal: its chips, and who took it in the deal, or None."""

    chips: int
    winner: str | None


class Hand(NamedTuple):
    """One player's hand: the total, the number of cards if entered, and the cards known."""

    total: int
    size: int | None
    cards: tuple[Card, ...] = ()

    @property
    def is_bust(self) -> bool:
        """Whether it is over 16."""
        return self.total > FARM_TOTAL


Hands = Mapping[str, Hand]


class Deal(NamedTuple):
    """A deal as it was entered: the farmer, whose turn as the farmer it was, and the hands."""

    round: core.Round
    farmer: str
    expected: str
    hands: Hands


Reason = Literal["alone", "six", "fewest", "farmer", "left"]
"""The reasons for taking the farm: alone at 16, or a decision between several."""


def next_farmer(setup: core.Setup, history: core.History, present: Collection[str]) -> str:
    """Return the next farmer of those who are present."""
    return seating.next_turn(setup, history, "first_farmer", present, stays=True)


def _chips(history: core.History) -> int:
    """Return the farm's chips before the next antes."""
    farm: Farm | None = history.state
    return farm.chips if farm else 0


def read(setup: core.Setup, history: core.History, round_: core.Round) -> Deal:
    """Read and validate the hands shown so far, in seating order."""
    expected = next_farmer(setup, history, round_.present)
    farmer = reading.read_role(round_, "farmer", setup.players, expected)
    reading.known_parts(round_, ("farmer", "hands"))
    entries = reading.entries_by_player(round_, "hands", setup.players)
    hands = {name: read_hand(name, entry) for name, entry in entries.items()}
    refuse_duplicates({name: hand.cards for name, hand in hands.items()})
    held = sum([hand.size or FEWEST_CARDS for hand in hands.values()])
    if held > len(FARM_DECK):
        message = say(
            "The deck has %(farm_deck)s cards, but the hands hold %(held)s together.",
            farm_deck=len(FARM_DECK),
            held=held,
        )
        raise core.Refused("deck_exceeded", message, item="cards")
    return Deal(round_, farmer, expected, hands)


def read_hand(name: str, entry: core.Json) -> Hand:
    """Read a hand typed as a total or card by card; both together must agree.

    ``{"total": n, "cards"?: how many, "six_hearts"?: bool}`` or ``{"cards": ["7c", "9d"]}``.
    """
    entry = reading.parts(entry, HAND_KEYS, "hand", player=name)
    given = entry.get("cards")
    if given is not None and isinstance(given, reading.LISTS) and not isinstance(given, str):
        return _read_cards(name, given, entry)
    has_six = "six_hearts" in entry and _claims_six(name, entry)
    count = None if given is None else CARDS_HELD.read(given, name)
    if entry.get("total") is None:
        raise core.Refused(
            "missing_entry", "%(name)s’s hand has no total.", player=name, item="total"
        )
    total = reading.whole(entry["total"], TOTAL, player=name, item="total")
    least, most = possible_totals(count, has_six=has_six)
    if not least <= total <= most:
        what = _total_of(name, count, has_six=has_six)
        message = say(
            "%(what)s must be from %(least)s to %(most)s, but you entered %(total)s.",
            what=what,
            least=least,
            most=most,
            total=reading.show(total),
        )
        raise core.Refused("bad_total", message, player=name, item="total")
    return Hand(total, count, (SIX_OF_HEARTS,) if has_six else ())


def _total_of(name: str, count: int | None, *, has_six: bool) -> Sentence:
    if count is not None and has_six:
        return say(
            "%(name)s’s total with %(count)s cards and the %(six)s",
            name=name,
            count=count,
            six=SIX_SIGN,
        )
    if has_six:
        return say("%(name)s’s total with the %(six)s", name=name, six=SIX_SIGN)
    if count is not None:
        return say("%(name)s’s total with %(count)s cards", name=name, count=count)
    return say("%(name)s’s total", name=name)


@cache
def possible_totals(count: int | None, *, has_six: bool) -> tuple[int, int]:
    """Return the least and the most that a hand can total, of so many cards if that is known."""
    six = int(has_six)
    least = LEAST_OF[(count or FEWEST_CARDS) - six] + SIX * six
    most = MOST_TOTAL if count is None else SIX * six + FACE_WORTH * (count - six)
    return least, min(most, MOST_TOTAL)


def _read_cards(name: str, listed: Sequence[core.Json], entry: Mapping[str, core.Json]) -> Hand:
    cards = read_cards(listed, name, item="cards")
    for card, typed in zip(cards, listed, strict=True):
        if card not in FARM_DECK:
            raise _not_in_deck(name, typed)
    refuse_duplicates({name: cards})
    CARDS_HELD.read(len(cards), name)
    total = sum(map(worth, cards))
    entered = entry.get("total")
    if entered is not None and reading.whole(entered, TOTAL, player=name, item="total") != total:
        message = say(
            "%(name)s’s cards add up to %(total)s, but you entered %(told)s.",
            name=name,
            total=total,
            told=reading.show(entered),
        )
        raise core.Refused("bad_total", message, player=name, item="total")
    if total > MOST_TOTAL:
        message = say(
            "%(name)s’s cards add up to %(total)s, but no hand can be above "
            "%(most_total)s: nobody draws on more than %(farm_total)s.",
            name=name,
            total=total,
            most_total=MOST_TOTAL,
            farm_total=FARM_TOTAL,
        )
        raise core.Refused("bad_total", message, player=name, item="cards")
    if "six_hearts" in entry:
        _refuse_other_six(name, entry, has_six=SIX_OF_HEARTS in cards)
    return Hand(total, len(cards), cards)


def _refuse_other_six(name: str, entry: Mapping[str, core.Json], *, has_six: bool) -> None:
    """Refuse an entry that contradicts its cards about the 6 of hearts."""
    if _claims_six(name, entry) != has_six:
        message = (
            say(
                "%(name)s’s cards include the %(six)s, but you didn’t tick it.",
                name=name,
                six=SIX_SIGN,
            )
            if has_six
            else say(
                "%(name)s’s cards do not include the %(six)s, but you ticked it.",
                name=name,
                six=SIX_SIGN,
            )
        )
        raise core.Refused("outcome_conflict", message, player=name, item="six_hearts")


def _claims_six(name: str, entry: Mapping[str, core.Json]) -> bool:
    what = f"“{SIX_SIGN}”"
    return read_switch(entry["six_hearts"], what, player=name, item="six_hearts")


def _not_in_deck(name: str, typed: core.Json) -> core.Refused:
    return core.Refused(
        "unknown_card",
        "%(name)s: there is no %(show)s in the Farmer deck, which has no 8s and of "
        "the 6s only the %(six_sign)s.",
        show=reading.show(typed),
        six_sign=SIX_SIGN,
        player=name,
        item="cards",
    )


def cards_needed(hands: Hands, tied: Sequence[str]) -> tuple[str, ...]:
    """Return those of the ``tied`` whose number of cards is needed for a decision."""
    if len(tied) <= 1 or any(SIX_OF_HEARTS in hands[name].cards for name in tied):
        return ()
    return tuple(name for name in tied if hands[name].size is None)


def with_16(hands: Hands) -> list[str]:
    """Return who has exactly 16."""
    return [name for name, hand in hands.items() if hand.total == FARM_TOTAL]


def awaits(_setup: core.Setup, _history: core.History, deal: Deal) -> core.Awaited:
    """Return the missing hands, or missing numbers of cards of those tied for the farm."""
    if missing := deal.round.missing(deal.hands):
        return core.Awaited(missing)
    if not (unknown := cards_needed(deal.hands, with_16(deal.hands))):
        return core.Awaited()
    if len(unknown) == 1:
        return core.Awaited(table=say("how many cards %(name)s has", name=unknown[0]))
    return core.Awaited(table=say("how many cards %(names)s have", names=reading.listed(unknown)))


def entry_notes(_setup: core.Setup, _history: core.History, deal: Deal) -> dict[str, Sentence]:
    """Return the notes of hands: totals that were not typed, and whether they are bust."""
    return {name: note for name, hand in deal.hands.items() if (note := _note(hand))}


def _note(hand: Hand) -> Sentence:
    if hand.cards:
        return _added_up(hand)
    return say("bust") if hand.is_bust else NOTHING


def _added_up(hand: Hand) -> Sentence:
    total = hand.total
    return say("%(total)s, bust", total=total) if hand.is_bust else quoted(str(total))


def _refuse_undecided(hands: Hands, tied: Sequence[str]) -> None:
    """Refuse several 16s without the numbers of cards that decide between them."""
    if unknown := cards_needed(hands, tied):
        message = say(
            "%(hands)s have %(farm_total)s and none has the %(six_sign)s: "
            "say how many cards %(unknown)s had.",
            hands=reading.listed(tied),
            farm_total=FARM_TOTAL,
            six_sign=SIX_SIGN,
            unknown=reading.listed(unknown),
        )
        raise core.Refused("cards_needed", message, player=unknown[0], item="cards")


def score_round(setup: core.Setup, history: core.History, deal: Deal) -> core.RoundScore:
    """Score a whole deal: antes, the farm or the closest, and payments to the farmer."""
    farmer, hands = deal.farmer, deal.hands
    reading.refuse_missing(deal.round, hands)
    tied = with_16(hands)
    _refuse_undecided(hands, tied)
    ante: int = setup.options["ante"]
    farm = _chips(history) + ante * len(hands)
    scores = dict.fromkeys(hands, -ante)
    bust = [name for name, hand in hands.items() if hand.is_bust and name != farmer]
    for name in bust:
        scores[name] -= ante
    scores[farmer] += ante * len(bust)
    winner, reason = farm_winner(setup, farmer, hands, tied)
    if winner:
        scores[winner] += farm
        story = partial(_took, winner, reason, farmer, tied, farm)
        farm = 0
    else:
        closest = closest_to_16(hands)
        best = hands[closest[0]].total if closest else 0
        payers = [name for name, hand in hands.items() if hand.total < best]
        if closest and setup.options["busted_pay_closest"]:
            payers += bust
        for name in payers:
            scores[name] -= ante
        share, rest = divmod(ante * len(payers), len(closest) or 1)
        for name in closest:
            scores[name] += share
        farm += rest
        story = partial(_nobody_had_16, hands, closest, farm, rest)
    return core.RoundScore(
        scores,
        warnings=() if farmer == deal.expected else (_out_of_turn(deal),),
        state=Farm(farm, winner or None),
        turn=winner or farmer,
        story=story,
        roles={"farmer": farmer},
    )


def farm_winner(
    setup: core.Setup, farmer: str, hands: Hands, tied: Sequence[str]
) -> tuple[str, Reason]:
    """Return the one of the ``tied`` who takes the farm, and why; "" if nobody has 16."""
    if len(tied) <= 1:
        return (tied[0] if tied else ""), "alone"
    for name in tied:
        if SIX_OF_HEARTS in hands[name].cards:
            return name, "six"
    fewest = min(hands[name].size or MOST_CARDS for name in tied)
    tied = [name for name in tied if hands[name].size == fewest]
    if len(tied) == 1:
        return tied[0], "fewest"
    if farmer in tied:
        return farmer, "farmer"
    return seating.clockwise(setup.players, farmer, tied)[0], "left"


def _took(winner: str, reason: Reason, farmer: str, tied: Sequence[str], farm: int) -> Sentence:
    values = {"winner": winner, "farm": farm, "farm_total": FARM_TOTAL}
    values |= {"tied": reading.listed(tied)}
    match reason:
        case "alone":
            return say("%(winner)s took the farm of %(farm)s with %(farm_total)s.", **values)
        case "six":
            return say(
                "%(winner)s took the farm of %(farm)s: %(tied)s had %(farm_total)s, and "
                "%(winner)s held the %(six_sign)s.",
                six_sign=SIX_SIGN,
                **values,
            )
        case "fewest":
            return say(
                "%(winner)s took the farm of %(farm)s: %(tied)s had %(farm_total)s, and "
                "%(winner)s had the fewest cards.",
                **values,
            )
        case "farmer":
            return say(
                "%(winner)s took the farm of %(farm)s: %(tied)s had %(farm_total)s, and of those "
                "with the fewest cards %(winner)s was the farmer.",
                **values,
            )
        case "left":
            return say(
                "%(winner)s took the farm of %(farm)s: %(tied)s had %(farm_total)s, and of those "
                "with the fewest cards %(winner)s was first on %(farmer)s’s left.",
                farmer=farmer,
                **values,
            )


def closest_to_16(hands: Hands) -> tuple[str, ...]:
    """Return those with the best total that is not bust; nobody if all are bust."""
    best = max([hand.total for hand in hands.values() if not hand.is_bust], default=0)
    return tuple([name for name, hand in hands.items() if hand.total == best])


def _nobody_had_16(hands: Hands, closest: tuple[str, ...], farm: int, rest: int) -> Sentence:
    """Return the story of the closest, and of chips that could not be shared and go to the farm."""
    if not closest:
        return say("Everybody went bust, and the farm of %(farm)s stays.", farm=farm)
    told = say_n(
        "%(closest)s was closest with %(best)s, and the farm of %(farm)s stays.",
        "%(closest)s were closest with %(best)s, and the farm of %(farm)s stays.",
        len(closest),
        closest=reading.listed(closest),
        best=hands[closest[0]].total,
        farm=farm,
    )
    if not rest:
        return told
    odd = say_n(
        "%(num)s chip could not be shared evenly and went into it.",
        "%(num)s chips could not be shared evenly and went into it.",
        rest,
    )
    return joined([told, odd])


def _out_of_turn(deal: Deal) -> core.RuleWarning:
    message = say(
        "%(farmer)s was the farmer of deal %(number)s, though %(expected)s should have been.",
        farmer=deal.farmer,
        number=deal.round.number,
        expected=deal.expected,
    )
    return core.RuleWarning(deal.round.number, "farmer_out_of_turn", message)


def end_early(setup: core.Setup, history: core.History) -> core.Outcome:
    """Return the outcome of a stopped game: balances stand, after the farm is shared or taken."""
    chips = _chips(history)
    if not chips:
        return winning.balances(history, RULES.round_word)
    played = round_words.so_many(len(history.rounds), RULES.round_word)
    farmer = next_farmer(setup, history, history.present)
    values = {"played": played, "chips": chips, "farmer": farmer}
    match setup.options["farm_on_end"]:
        case "split":
            heirs = seating.clockwise(setup.players, history.turn, history.rounds[-1].scores)
            reason = _shared_out(played, chips, heirs)
        case "farmer":
            heirs = (farmer,)
            reason = say("Ended after %(played)s; %(farmer)s took the farm of %(chips)s.", **values)
        case _:
            left = say("Ended after %(played)s, with %(chips)s left in the farm.", **values)
            return core.Outcome((), left)
    share, odd = divmod(chips, len(heirs))
    totals = {name: total or 0 for name, total in history.totals.items()}
    for place, name in enumerate(heirs):
        totals[name] += share + (place < odd)
    return core.Outcome((), reason, totals)


def _shared_out(played: Sentence, chips: int, heirs: tuple[str, ...]) -> Sentence:
    """Return the sentence about sharing out the farm, and about odd chips."""
    told = say(
        "Ended after %(played)s; the farm of %(chips)s was shared out.", played=played, chips=chips
    )
    odd = chips % len(heirs)
    if not odd:
        return told
    more = say("From the farmer’s left, 1 more each: %(names)s.", names=reading.listed(heirs[:odd]))
    return joined([told, more])


def end_warnings(setup: core.Setup, history: core.History) -> tuple[core.RuleWarning, ...]:
    """Warn if chips stay in the farm for nobody."""
    chips = _chips(history)
    if not chips or setup.options["farm_on_end"] != "ask":
        return ()
    message = say("There are still %(chips)s in the farm: decide who gets them.", chips=chips)
    return (core.RuleWarning(len(history.rounds), "farm_unclaimed", message),)


def row_notes(_setup: core.Setup, _history: core.History, deal: Deal) -> dict[str, Sentence]:
    """Return hands in words: the total, and for 16 the number of cards, which breaks ties."""
    return {
        name: say_n(
            "%(total)s · %(num)s card", "%(total)s · %(num)s cards", hand.size, total=hand.total
        )
        if hand.size and hand.total == FARM_TOTAL
        else _added_up(hand)
        for name, hand in deal.hands.items()
    }


def between(setup: core.Setup, history: core.History) -> core.Between:
    """Return the next farmer, and the farm's chips with everybody's ante."""
    farmers = [scored.roles["farmer"] for scored in history.rounds]
    is_fair = not _chips(history) and seating.is_even(farmers, history.present)
    stop = (
        say(
            "The farm is empty and everybody has been the farmer equally often: a fair moment to "
            "stop."
        )
        if is_fair
        else NOTHING
    )
    farmer = next_farmer(setup, history, history.present)
    return replace(_between(setup, history, farmer), stop=stop)


def during(setup: core.Setup, history: core.History, deal: Deal) -> core.Between:
    """Return the same for a deal that may name another farmer."""
    return _between(setup, history, deal.farmer)


def _between(setup: core.Setup, history: core.History, farmer: str) -> core.Between:
    ante = setup.options["ante"]
    return core.Between(
        turn=(farmer, RULES.turn),
        lead=say("Farm %(chips)s", chips=_chips(history) + ante * len(history.present)),
        facts=(say("with antes of %(chips)s", chips=ante),),
    )


def entry_form(setup: core.Setup, history: core.History) -> fields.EntryForm:
    """Describe the two ways to type a hand, as a total or card by card, and who is the farmer.

    Long because it is one form, written out as data.
    """
    present = history.present
    expected = next_farmer(setup, history, present)
    low, high = FEWEST_CARDS, MOST_CARDS
    quick = (
        fields.Field(
            "total",
            say("Total"),
            "points",
            low=LEAST_TOTAL,
            high=MOST_TOTAL,
            hint=say("Over %(farm_total)s is bust", farm_total=FARM_TOTAL),
            named=(FARM_TOTAL + 1, say("Bust")),
        ),
        fields.Field(
            "cards",
            say("Number of cards"),
            "number",
            low=low,
            high=high,
            hint=say("Only if two or more have %(farm_total)s", farm_total=FARM_TOTAL),
            is_optional=True,
            asked_if=("total", (FARM_TOTAL,)),
            is_of_several=True,
        ),
        fields.Field(
            "six_hearts",
            say("Has the %(six_sign)s", six_sign=SIX_SIGN),
            "switch",
            high=1,
            is_optional=True,
            asked_if=("total", (FARM_TOTAL,)),
            is_of_several=True,
        ),
    )
    cards = fields.Field("cards", say("Cards"), "cards", low=low, high=high, deck=FARM_DECK_NAMES)
    farmer = fields.rare("farmer", say("Farmer"), "player", names=present, default=expected)
    return fields.EntryForm(
        styles=(
            fields.style("quick", say("Total"), say("Type what your cards add up to."), *quick),
            fields.style("detailed", say("Cards"), say("Tap every card you have."), cards),
        ),
        players=present,
        rounds=(fields.RoundStyle("round", NOTHING, fields=(farmer,)),),
        single="six_hearts",
    )


def extras(setup: core.Setup, history: core.History, is_over: bool) -> dict[str, core.Json]:
    """Return the farm after each deal, its takers, the next farmer, and its chips at the end."""
    farms: list[Farm] = [round_.state for round_ in history.rounds]
    is_empty = is_over and setup.options["farm_on_end"] != "ask"
    return {
        "farm_after": [farm.chips for farm in farms],
        "farm_winner": [farm.winner for farm in farms],
        "next_farmer": next_farmer(setup, history, history.present),
        "farm_final": 0 if is_empty else _chips(history),
    }


RULES = card_game.GameRules(
    key="farmer",
    name=say("Farmer"),
    aim=say("Draw to exactly 16 and take the farm."),
    fewest=2,
    most=8,
    players=say("2–8 players"),
    length=say("As long as you like; a few minutes a deal"),
    source=say("Traditional descriptions of Farmer (La Ferme)."),
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    card_values=(
        (say("Ace"), quoted("1")),
        (say("2 to 5, 7, 9, 10"), say("What is on them")),
        (
            say("6 of hearts (%(six_sign)s)", six_sign=SIX_SIGN),
            say("6; decides between several with 16"),
        ),
        (say("Jack, queen, king"), quoted("10")),
        (say("8s and the other 6s"), say("Not in the deck")),
    ),
    example=card_game.Example(
        record={
            "game": "farmer",
            "players": ["Ann", "Bob", "Cy"],
            "options": {"ante": 2},
            "rounds": [
                {"hands": {"Ann": {"total": 15}, "Bob": {"total": 13}, "Cy": {"total": 17}}},
                {
                    "hands": {
                        "Ann": {"total": 18},
                        "Bob": {"cards": ["6h", "Kd"]},
                        "Cy": {"total": 16},
                    }
                },
            ],
        },
        sentence=say(
            "At first nobody has 16, so the antes of 6 stay in the farm; Bob pays Ann, who "
            "is closest, and Cy, who is bust, pays Ann as the farmer. In the second deal Bob "
            "and Cy have 16: Bob holds the %(six_sign)s and takes the farm of 12. Ann is "
            "bust and pays nobody.",
            six_sign=SIX_SIGN,
        ),
    ),
    options=OPTIONS,
    best="highest",
    is_money=True,
    entries_key="hands",
    entry_words=round_words.HANDS,
    told={"farmer": lambda name: say("%(name)s farms", name=name)},
    round_word=say("Deal"),
    action=say("Enter the deal"),
    turn=say("farms"),
    first="first_farmer",
    at_end="farm_on_end",
    why_not_late=say("Everybody has paid into the farm, so nobody joins after deal 1."),
    entry_form=entry_form,
    read=read,
    awaits=awaits,
    score_round=score_round,
    end_early=end_early,
    unplayed=say("Ended before a deal was played."),
    extras=extras,
    entry_notes=entry_notes,
    row_notes=row_notes,
    not_in=say("no hand yet"),
    between=between,
    during=during,
    end_warnings=end_warnings,
)
