"""Ace-Deuce-Jack: three cards are shown, and the bank collects or pays.

Aim: bet that none of the three cards is an ace, a deuce or a jack; the bank holds against it.

Scoring: with an ace, a 2 or a jack among the three cards the bank collects every bet; without one
it pays every bet at even money. What the bank wins or loses is what the others lose or win, so
every hand, and every balance at any time, adds up to 0.

Source: traditional descriptions of the game. The odds are exact: three cards out of 52 avoid the
twelve bad ones in 40·39·38 of 52·51·50 cases, which is 38 of 85.

Not scored here: the cuts, the draw for the first bank, and who pays whom with real chips.

Long because a game is one file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from scorecard.rules import card_game, core, round_words, seating
from scorecard.rules.cards.cards import ACE, DECK, DECK_NAMES, JACK, Card, read_cards, written
from scorecard.rules.options import number, player
from scorecard.rules.typed import fields, reading
from scorecard.rules.typed.numbers import Number, refused
from scorecard.rules.words import NOTHING, Sentence, answers, paragraphs, quoted, say, say_n

SHOWN = 3
"""The number of cards that are shown."""
DEUCE = 2
BANK_CARDS = frozenset({ACE, DEUCE, JACK})
"""The ranks that win for the bank."""
HIGHEST_BET = 1_000_000_000
"""The largest bet without an agreed maximum: more is a typing error."""
SMALLEST = Number(
    say("smallest bet"),
    HIGHEST_BET,
    refused("bet_out_of_range", "The %(what)s cannot be %(number)s: %(high)s is the most."),
    item="min",
)
LARGEST = SMALLEST._replace(what=say("largest bet"), item="max")

ROUND_KEYS = ("banker", "min", "max", "bets", "outcome", "exposed")
OUTCOMES = (("bank", say("Bank wins")), ("players", say("Players win")))


def odds() -> dict[str, Fraction]:
    """Return the chances of bank and players, and the bank's edge as a share of each bet."""
    players = Fraction(1)
    good = sum(card.rank not in BANK_CARDS for card in DECK)
    for drawn in range(SHOWN):
        players *= Fraction(good - drawn, len(DECK) - drawn)
    bank = 1 - players
    return {
        "bank_win_probability": bank,
        "player_win_probability": players,
        "house_edge": bank - players,
    }


ODDS = odds()
EDGE = say(
    "Bank’s edge %(edge)s (%(percent)s%%) – play for beans",
    edge=ODDS["house_edge"],
    percent=round(float(100 * ODDS["house_edge"]), 1),
)
BANKS = say("banks")

HOW_TO_SCORE = paragraphs("""
    One player is the bank and names the smallest and the largest bet. The bank shuffles and
    cuts the pack twice, which makes three piles. Everybody else bets or sits out. Once all
    bets lie there, the bank shows the bottom card of each pile.

    If at least one of the three cards is an ace, a 2 or a jack, the bank collects every
    bet. If none is, the bank pays each player as much as they bet.

    After the agreed number of hands the bank moves to the left. Stop when everybody has
    been the bank equally often.

    The bank wins 47 of 85 hands and the players 38, so that 9 of every 85 chips bet stay
    with the bank. Play for beans, and take turns.
""")
DECIDED = answers("""
    Do bets win when an ace, a 2 or a jack shows, or when none does?
    When none does. Some descriptions open as if it were the other way round.

    How many hands does a banker hold the bank?
    One, then it moves left; a house rule.

    Must everybody bet?
    No. Leave it empty to sit out. Somebody must bet, though.

    What are the limits?
    1 and more, unless house rules say otherwise. A banker may name others for one hand.

    What if somebody else takes the bank?
    It counts, with a warning. The bank then moves left from there, for the full number of
    hands.

    And if the game stops with unequal bank turns?
    The last hand carries a warning.

    How many can play, and who is the first bank?
    2 to 12. One card is dealt to each, face up, and the highest has the bank; players who
    tie get another.
""")

OPTIONS = (
    player(
        "first_banker",
        say("First bank"),
        say("Draw cards; ties draw again."),
    ),
    number(
        "hands_per_bank",
        say("Hands per bank"),
        say("Then the bank moves to the left."),
        1,
        20,
        1,
        is_basic=True,
    ),
    number(
        "min_bet",
        say("Smallest bet"),
        say("A banker may name another limit for one hand."),
        1,
        100_000,
        1,
        is_basic=True,
    ),
    number(
        "max_bet",
        say("Largest bet"),
        say("A banker may name another limit for one hand."),
        1,
        100_000,
        none_label=say("No limit"),
        is_basic=True,
    ),
)


class Hand(NamedTuple):
    """One hand as it was entered: ``outcome`` is "bank", "players", or "" while unknown.

    ``expected`` is the player whose turn as the ``banker`` it was; ``limits`` are those of bets.
    """

    round: core.Round
    banker: str
    expected: str
    limits: tuple[int, int]
    bets: Mapping[str, int]
    cards: tuple[Card, ...]
    outcome: str

    @property
    def stake(self) -> int:
        """The sum of all bets."""
        return sum(self.bets.values())


def set_up(players: tuple[str, ...], options: Mapping[str, core.Json]) -> core.Setup:
    """Return the set-up, refusing a minimum above the maximum."""
    low, high = options["min_bet"], options["max_bet"]
    if high is not None and high < low:
        message = say(
            "The option “Largest bet” is %(high)s, below “Smallest bet”, which is %(low)s.",
            high=high,
            low=low,
        )
        raise core.Refused("option_out_of_range", message, item="max_bet")
    return core.Setup(players=players, options=options)


def next_banker(setup: core.Setup, history: core.History, present: Sequence[str]) -> str:
    """Return the next bank of those who are present.

    The state after a hand is how many further hands in a row its bank has.
    """
    return seating.next_turn(setup, history, "first_banker", present, stays=bool(history.state))


def read(setup: core.Setup, history: core.History, round_: core.Round) -> Hand:
    """Read and validate what was entered of a hand so far."""
    reading.known_parts(round_, ROUND_KEYS)
    expected = next_banker(setup, history, round_.present)
    banker = reading.read_role(round_, "banker", setup.players, expected)
    limits = low, high = _read_limits(setup, round_)
    bets = {
        name: _read_bet(name, bet, banker, low, high)
        for name, bet in reading.entries_by_player(round_, "bets", setup.players).items()
    }
    cards = _read_cards(round_.data.get("exposed"))
    outcome = round_.data.get("outcome")
    if outcome not in (None, "bank", "players"):
        message = say(
            "Hand %(number)s is won by the bank or by the players, not by %(outcome)s.",
            number=round_.number,
            outcome=reading.show(outcome),
        )
        raise core.Refused("bad_ending", message, item="outcome")
    if len(cards) == SHOWN:
        outcome = _agreed(cards, outcome)
    return Hand(round_, banker, expected, limits, bets, cards, outcome or "")


def _read_limits(setup: core.Setup, round_: core.Round) -> tuple[int, int]:
    """Return the smallest and the largest bet of a hand: its own, or else the agreed ones."""
    low, high = (
        _read_limit(round_, limit, setup.options[option])
        for limit, option in ((SMALLEST, "min_bet"), (LARGEST, "max_bet"))
    )
    if low > high:
        raise core.Refused(
            "bet_out_of_range",
            "Nobody can bet: the smallest bet, %(low)s, is above the largest, %(high)s.",
            low=low,
            high=high,
            item="min" if round_.data.get("max") is None else "max",
        )
    return low, high


def _read_limit(round_: core.Round, limit: Number, agreed: int | None) -> int:
    value = round_.data.get(limit.item)
    if value is None:
        return HIGHEST_BET if agreed is None else agreed
    return limit.read(value)


def _read_bet(name: str, value: core.Json, banker: str, low: int, high: int) -> int:
    if value is None:
        return 0
    bet = reading.whole(value, say("bet"), player=name)
    if bet and name == banker:
        message = say(
            "%(name)s is the banker and cannot bet against the bank, but you entered %(bet)s.",
            name=name,
            bet=reading.show(bet),
        )
        raise core.Refused("banker_cannot_bet", message, player=name)
    if bet and not low <= bet <= high:
        limit = (
            say("below the minimum of %(low)s", low=low)
            if bet < low
            else say("above the maximum of %(high)s", high=high)
        )
        raise core.Refused(
            "bet_out_of_range",
            "%(name)s’s bet of %(bet)s is %(limit)s.",
            bet=reading.show(bet),
            limit=limit,
            player=name,
        )
    return bet


def _read_cards(value: core.Json) -> tuple[Card, ...]:
    shown = () if value is None else reading.sequence(value, say("cards shown"))
    if len(shown) > SHOWN:
        _refuse_count(len(shown))
    cards = read_cards(shown, item="exposed")
    for card in cards:
        if cards.count(card) > 1:
            message = say("There is only one %(card)s, but you entered it twice.", card=card)
            raise core.Refused("duplicate_card", message, item="exposed")
    return cards


def _refuse_count(count: int) -> None:
    message = say_n(
        "The bank shows exactly %(shown)s cards, but you entered %(num)s.",
        "The bank shows exactly %(shown)s cards, but you entered %(num)s.",
        count,
        shown=SHOWN,
    )
    raise core.Refused("need_three_cards", message, item="exposed")


def _agreed(cards: tuple[Card, ...], entered: str | None) -> str:
    """Return the outcome by the cards, refusing a different entered one."""
    bank_cards = [str(card) for card in cards if card.rank in BANK_CARDS]
    decided = "bank" if bank_cards else "players"
    if entered and entered != decided:
        message = (
            say(
                "%(bank_cards)s showed, so the bank wins, but you entered the players.",
                bank_cards=reading.listed(bank_cards),
            )
            if bank_cards
            else say(
                "%(listed)s hold no ace, 2 or jack, so the players win, but you entered the bank.",
                listed=reading.listed([str(card) for card in cards]),
            )
        )
        raise core.Refused("outcome_conflict", message, item="outcome")
    return decided


def awaits(_setup: core.Setup, _history: core.History, hand: Hand) -> core.Awaited:
    """Return what is missing; once the outcome is known, nothing is: who has no bet sits out."""
    if hand.outcome or hand.cards:
        return core.Awaited()
    return core.Awaited(hand.round.missing({*hand.bets, hand.banker}), table=say("who won"))


def entry_notes(_setup: core.Setup, _history: core.History, hand: Hand) -> dict[str, Sentence]:
    """Return those who sit out, being present without a bet."""
    sitting = (name for name, bet in hand.bets.items() if not bet and name != hand.banker)
    return dict.fromkeys(sitting, say("sits out"))


def row_notes(_setup: core.Setup, _history: core.History, hand: Hand) -> dict[str, Sentence]:
    """Return each row's note: the bet."""
    return {name: say("bets %(bet)s", bet=bet) for name, bet in hand.bets.items() if bet}


def hint(_setup: core.Setup, _history: core.History, hand: Hand) -> Sentence:
    """Return the sum of the bets so far in words."""
    return (
        say("%(stake)s bet against %(banker)s", stake=hand.stake, banker=hand.banker)
        if hand.stake
        else NOTHING
    )


def score_round(setup: core.Setup, history: core.History, hand: Hand) -> core.RoundScore:
    """Score a whole hand: the bank collects or pays every bet."""
    round_ = hand.round
    exposed = round_.data.get("exposed")
    if exposed is not None and len(hand.cards) != SHOWN:
        _refuse_count(len(hand.cards))
    if not hand.stake:
        raise round_.refused(
            "no_bets", "Nobody bet in hand %(number)s: somebody must.", item="bets"
        )
    if not hand.outcome:
        message = say(
            "Hand %(number)s does not say whether the bank or the players won.",
            number=round_.number,
        )
        raise core.Refused("missing_entry", message, item="outcome")
    sign = 1 if hand.outcome == "bank" else -1
    scores = {name: -sign * hand.bets.get(name, 0) for name in round_.present}
    scores[hand.banker] = sign * hand.stake
    is_in_turn = hand.banker == hand.expected
    return core.RoundScore(
        scores,
        warnings=() if is_in_turn else (_out_of_turn(hand),),
        state=_left_to(setup, history, hand.banker) - 1 if is_in_turn else 0,
        turn=hand.banker,
        story=lambda: _story(hand),
        roles={"banker": hand.banker},
    )


def _out_of_turn(hand: Hand) -> core.RuleWarning:
    return core.RuleWarning(
        hand.round.number,
        "banker_out_of_turn",
        say(
            "%(banker)s was the bank in hand %(number)s, though it was %(expected)s’s turn.",
            banker=hand.banker,
            number=hand.round.number,
            expected=hand.expected,
        ),
    )


def _left_to(setup: core.Setup, history: core.History, banker: str) -> int:
    """Return how many hands in a row a bank whose turn it is still has."""
    left: int = (history.turn == banker and history.state) or setup.options["hands_per_bank"]
    return left


def _story(hand: Hand) -> Sentence:
    banker, stake = hand.banker, hand.stake
    match hand.outcome == "bank", bool(hand.cards):
        case True, True:
            return say(
                "%(banker)s’s bank collected %(stake)s: %(bank_cards)s showed.",
                banker=banker,
                stake=stake,
                bank_cards=written([card for card in hand.cards if card.rank in BANK_CARDS]),
            )
        case True, False:
            return say("%(banker)s’s bank collected %(stake)s.", banker=banker, stake=stake)
        case False, True:
            return say(
                "%(banker)s’s bank paid %(stake)s: no ace, 2 or jack showed.",
                banker=banker,
                stake=stake,
            )
        case _:
            return say("%(banker)s’s bank paid %(stake)s.", banker=banker, stake=stake)


def end_warnings(_setup: core.Setup, history: core.History) -> tuple[core.RuleWarning, ...]:
    """Warn if the players have not been the bank equally often, naming those who never were."""
    if not history.rounds:
        return ()
    times = Counter(_banks(history))
    held = {name: times[name] for name in history.rounds[-1].scores}
    if len(set(held.values())) == 1:
        return ()
    counts = ", ".join(f"{name} {hands}" for name, hands in held.items())
    message = say("Not everybody was the bank equally often: %(counts)s.", counts=counts)
    never = [name for name, hands in held.items() if not hands]
    if set(held.values()) == {0, 1}:
        message = say_n(
            "%(names)s has not been the bank yet.",
            "%(names)s have not been the bank yet.",
            len(never),
            names=reading.listed(never),
        )
    return (core.RuleWarning(len(history.rounds), "unequal_bank_turns", message),)


def _banks(history: core.History) -> list[str]:
    return [scored.roles["banker"] for scored in history.rounds]


def between(setup: core.Setup, history: core.History) -> core.Between:
    """Return the next bank, for how many hands, and the limits of bets."""
    banker = next_banker(setup, history, history.present)
    low, high = setup.options["min_bet"], setup.options["max_bet"]
    stop = (
        say("Everybody has been the bank equally often: a fair moment to stop.")
        if seating.is_even(_banks(history), history.present)
        else NOTHING
    )
    return replace(_between(setup, history, banker, low, high), stop=stop)


def during(setup: core.Setup, history: core.History, hand: Hand) -> core.Between:
    """Return the same for a hand that may have a bank and limits of its own."""
    low, high = hand.limits
    return _between(setup, history, hand.banker, low, None if high == HIGHEST_BET else high)


def _between(
    setup: core.Setup, history: core.History, banker: str, low: int, high: int | None
) -> core.Between:
    does, hands = BANKS, setup.options["hands_per_bank"]
    if hands > 1 and banker == next_banker(setup, history, history.present):
        number = hands - _left_to(setup, history, banker) + 1
        does = say("banks (%(number)s of %(hands)s)", number=number, hands=hands)
    return core.Between(turn=(banker, does), facts=(round_words.bet_limits(low, high),))


def entry_form(setup: core.Setup, history: core.History) -> fields.EntryForm:
    """Describe a bet, and the two ways to tell who won: as a result or by the cards.

    Long because it is one form, written out as data.
    """
    present = history.present
    banker = next_banker(setup, history, present)
    # A hand may have its own limits, so the form has none for bets; the rules check them.
    bet = fields.Field(
        "", say("Bet"), "number", high=HIGHEST_BET, blank=say("sits out"), is_optional=True
    )

    def limit(key: str, label: Sentence, agreed: int | None) -> fields.Field:
        hint = say("For this hand only")
        return fields.rare(key, label, "number", low=1, high=HIGHEST_BET, hint=hint, default=agreed)

    table = (
        fields.Field(
            "banker",
            say("Bank"),
            "player",
            names=present,
            default=banker,
            is_optional=True,
            excuses=say("is the bank"),
        ),
        limit("min", say("Smallest bet"), setup.options["min_bet"]),
        limit("max", say("Largest bet"), setup.options["max_bet"]),
    )
    won = fields.Field("outcome", say("Who won"), "choice", choices=OUTCOMES)
    cards = fields.Field(
        "exposed", say("Cards shown"), "cards", low=SHOWN, high=SHOWN, deck=DECK_NAMES
    )
    return fields.EntryForm(
        styles=(fields.style("bet", say("Bet"), NOTHING, bet),),
        # The player whose turn as the bank it is may bet if somebody else has taken it.
        players=present,
        closing="outcome",
        usual=_latest_bets(setup, history),
        rounds=(
            fields.RoundStyle("result", say("Result"), NOTHING, (*table, won)),
            fields.RoundStyle("cards", say("Cards"), NOTHING, (*table, cards)),
        ),
    )


def _latest_bets(setup: core.Setup, history: core.History) -> dict[str, core.Json]:
    """Return each player's bet in their last hand as a player, if it is one of the next hand, too.

    A bet is what somebody won or lost by it; that of who sat out is none.
    """
    low, high = setup.options["min_bet"], setup.options["max_bet"] or HIGHEST_BET
    bets: dict[str, core.Json] = {}
    for scored in history.rounds:
        for name, points in scored.scores.items():
            if name != scored.turn:
                bets[name] = abs(points)
    return {name: bet for name, bet in bets.items() if low <= bet <= high}


def extras(setup: core.Setup, history: core.History, _is_over: bool) -> dict[str, core.Json]:
    """Return who is the bank next, and the odds as fractions."""
    return {
        "next_banker": next_banker(setup, history, history.present),
        "facts": {name: str(chance) for name, chance in ODDS.items()},
    }


RULES = card_game.GameRules(
    key="ace_deuce_jack",
    name=say("Ace-Deuce-Jack"),
    aim=say("Bet that no ace, deuce or jack shows, and be the bank as often as everybody else."),
    fewest=2,
    most=12,
    players=say("2–12 players"),
    length=say("As long as you like; a minute a hand"),
    odds=EDGE,
    source=say("Traditional descriptions of Ace-Deuce-Jack."),
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    card_values=(
        (say("Ace, 2, jack"), say("One of them among the three: the bank collects every bet")),
        (say("All others"), say("Three of them: the bank pays every bet")),
    ),
    example=card_game.Example(
        record={
            "game": "ace_deuce_jack",
            "players": ["Ann", "Bob", "Cy"],
            "rounds": [
                {"bets": {"Bob": 5, "Cy": 10}, "exposed": ["Jh", "9c", "Kd"]},
                {"bets": {"Ann": 4, "Cy": 6}, "exposed": ["Kh", "Qc", "3d"]},
            ],
        },
        sentence=say(
            "A jack shows, so Ann’s bank collects 15. Then Bob is the bank; a king, a queen "
            "and a 3 show, so he pays Ann 4 and Cy 6."
        ),
    ),
    options=OPTIONS,
    best="highest",
    is_money=True,
    entries_key="bets",
    entry_words=round_words.BETS,
    told={"banker": lambda name: say("%(name)s banks", name=name), "outcome": quoted},
    in_story=("banker", "outcome"),
    round_word=say("Hand"),
    action=say("Enter the hand"),
    turn=BANKS,
    first="first_banker",
    why_not_late=say("Everybody holds the bank equally often, so nobody joins after hand 1."),
    set_up=set_up,
    entry_form=entry_form,
    read=read,
    awaits=awaits,
    score_round=score_round,
    unplayed=say("Ended before a hand was played."),
    extras=extras,
    entry_notes=entry_notes,
    row_notes=row_notes,
    not_in=say("no bet yet"),
    hint=hint,
    between=between,
    during=during,
    end_warnings=end_warnings,
)
