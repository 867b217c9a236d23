"""Ace-Deuce-Jack: three cards are shown, and the bank collects or pays.

Aim: bet that none of the three cards is an ace, a deuce or a jack; the bank holds against it.

Scoring: with an ace, a 2 or a jack among the three cards the bank collects every bet; without one
it pays every bet at even money. What the bank wins or loses is what the others lose or win, so
every hand, and every balance at any time, adds up to 0.

Source: traditional descriptions of the game. The odds are exact: three cards out of 52 avoid the
twelve bad ones in 40·39·38 of 52·51·50 cases, which is 38 of 85.

Not scored here: the cuts, the draw for the first bank, and who pays whom with real chips.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorecard.rules.cards import (
    ACE,
    DECK,
    DECK_NAMES,
    JACK,
    Card,
    read_card,
    written,
)
from scorecard.rules.core import (
    Awaited,
    Between,
    EntryForm,
    Example,
    Field,
    FieldGroup,
    GameRules,
    History,
    Json,
    Outcome,
    Refused,
    Round,
    RoundScore,
    RoundStyle,
    RuleWarning,
    Setup,
    Style,
)
from scorecard.rules.options import number, player
from scorecard.rules.reading import (
    entries_by_player,
    known_keys,
    listed,
    read_role,
    refuse_player_count,
    sequence,
    show,
    whole,
)
from scorecard.rules.seating import left_of

NAME = "Ace-Deuce-Jack"
FEWEST_PLAYERS = 2
MOST_PLAYERS = 12
SHOWN = 3
"""How many cards the two cuts show."""
DEUCE = 2
BANK_CARDS = frozenset({ACE, DEUCE, JACK})
"""The ranks that win for the bank."""
HIGHEST_BET = 1_000_000_000
"""More than anybody bets: where no maximum was agreed on, a longer number is a slip."""

ROUND_KEYS = ("banker", "min", "max", "bets", "outcome", "exposed")
OUTCOMES = (("bank", "Bank wins"), ("players", "Players win"))


def odds() -> dict[str, Fraction]:
    """Return how likely bank and players win, and what part of each bet the bank keeps."""
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
EDGE = f"Bank's edge {ODDS['house_edge']} ({float(100 * ODDS['house_edge']):.1f} %): play for beans"

HOW_TO_SCORE = (
    "One player is the bank and names the smallest and the largest bet. Everybody else bets or "
    "sits out. The pack is cut twice, which makes three piles, and the bottom card of each is "
    "shown.",
    "If at least one of the three cards is an ace, a 2 or a jack, the bank collects every bet. If "
    "none is, the bank pays each player as much as they bet.",
    "After the agreed number of hands the bank moves to the left. There is no natural end: stop "
    "when everybody has been the bank equally often.",
    "The bank wins 47 of 85 hands and the players 38, so that 9 of every 85 chips bet stay with "
    "the bank. Play for beans, and take turns.",
)
DECIDED = (
    (
        "Do bets win when an ace, a 2 or a jack shows, or when none does?",
        "When none does. Some descriptions open as if it were the other way round.",
    ),
    ("How many hands does a banker hold the bank?", "One, then it moves left; a house rule."),
    ("Must everybody bet?", "No: nothing or 0 sits the hand out. Somebody must bet, though."),
    (
        "What are the limits?",
        "1 and more, unless house rules say otherwise. A banker may name others for one hand.",
    ),
    (
        "What if somebody else takes the bank?",
        "It counts, with a warning. The bank then moves to the left of whoever held it, for the "
        "full number of hands.",
    ),
    ("And if the game stops with unequal bank turns?", "The last hand carries a warning."),
    (
        "How many can play, and who is the first bank?",
        "2 to 12; the draw decides, and whoever ties draws again.",
    ),
)

OPTIONS = (
    player("first_banker", "First bank", "Who is the bank first. Draw cards; ties draw again."),
    number(
        "hands_per_bank",
        "Hands per bank",
        "So many hands a player is the bank; then the bank moves to the left.",
        1,
        20,
        1,
        is_basic=True,
    ),
    number(
        "min_bet",
        "Smallest bet",
        "Whoever bets must bet at least this. A banker may name another limit for one hand.",
        1,
        100_000,
        1,
        is_basic=True,
    ),
    number(
        "max_bet",
        "Largest bet",
        "Nobody may bet more than this. A banker may name another limit for one hand.",
        1,
        100_000,
        none_label="No limit",
        is_basic=True,
    ),
)


@dataclass(frozen=True, slots=True)
class Bank:
    """Where the bank stands after a hand.

    ``hands_left`` is how many more hands in a row are ``banker``'s, ``hands_held`` who has been
    the bank for how many so far, ``present`` who took part in this one.
    """

    banker: str
    hands_left: int
    hands_held: Mapping[str, int]
    present: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand as it was told: ``outcome`` is "bank", "players", or "" while nobody knows."""

    banker: str
    is_in_turn: bool
    bets: Mapping[str, int]
    cards: tuple[Card, ...]
    outcome: str

    @property
    def stake(self) -> int:
        """What all bets add up to."""
        return sum(self.bets.values())


def set_up(players: tuple[str, ...], options: Mapping[str, Json]) -> Setup:
    """Return the set-up, refusing too few or many players and limits that no bet can keep."""
    refuse_player_count(NAME, players, FEWEST_PLAYERS, MOST_PLAYERS)
    low, high = options["min_bet"], options["max_bet"]
    if high is not None and high < low:
        message = (
            f"The option max_bet (Largest bet) is {high:,}, below min_bet (Smallest bet), "
            f"which is {low:,}."
        )
        raise Refused("option_out_of_range", message, item="max_bet")
    return Setup(players=players, options=options)


def next_banker(setup: Setup, history: History, present: Sequence[str]) -> str:
    """Return whose turn it is to be the bank, of those who are present."""
    bank: Bank | None = history.state
    if bank is None:
        first: str = setup.options["first_banker"]
        return first if first in present else left_of(setup.players, first, present)
    if bank.hands_left and bank.banker in present:
        return bank.banker
    return left_of(setup.players, bank.banker, present)


def read_hand(setup: Setup, history: History, round_: Round) -> Hand:
    """Read what is told of a hand so far, refusing what can never be right."""
    known_keys(round_.data, ROUND_KEYS, f"Hand {round_.number}")
    expected = next_banker(setup, history, round_.present)
    banker = read_role(round_, "banker", "hand", setup.players, expected)
    low, high = _read_limits(setup, round_)
    bets = {
        name: _read_bet(name, bet, banker, low, high)
        for name, bet in entries_by_player(round_, "bets", setup.players).items()
    }
    cards = _read_cards(round_.data.get("exposed"))
    outcome = round_.data.get("outcome")
    if outcome not in (None, "bank", "players"):
        message = (
            f"Hand {round_.number} is won by the bank or by the players, not by {show(outcome)}."
        )
        raise Refused("bad_ending", message, item="outcome")
    if len(cards) == SHOWN:
        outcome = _agreed(cards, outcome)
    return Hand(banker, banker == expected, bets, cards, outcome or "")


def _read_limits(setup: Setup, round_: Round) -> tuple[int, int]:
    """Return the smallest and the largest bet of a hand: its own, or else the agreed ones."""
    low, high = (
        _read_limit(round_, key, what, setup.options[option])
        for key, what, option in (
            ("min", "smallest bet", "min_bet"),
            ("max", "largest bet", "max_bet"),
        )
    )
    if low > high:
        message = f"Nobody can bet: the smallest bet, {low:,}, is above the largest, {high:,}."
        raise Refused(
            "bet_out_of_range", message, item="min" if round_.data.get("max") is None else "max"
        )
    return low, high


def _read_limit(round_: Round, key: str, what: str, agreed: int | None) -> int:
    value = round_.data.get(key)
    if value is None:
        return HIGHEST_BET if agreed is None else agreed
    limit = whole(value, what, item=key)
    if limit > HIGHEST_BET:
        message = f"The {what} cannot be {show(limit)}: {HIGHEST_BET:,} is the most."
        raise Refused("bet_out_of_range", message, item=key)
    return limit


def _read_bet(name: str, value: Json, banker: str, low: int, high: int) -> int:
    if value is None:
        return 0
    bet = whole(value, "bet", player=name)
    if bet and name == banker:
        message = (
            f"{name} is the banker and cannot bet against the bank, but {show(bet)} was entered."
        )
        raise Refused("banker_cannot_bet", message, player=name)
    if bet and not low <= bet <= high:
        limit = f"below the minimum of {low:,}" if bet < low else f"above the maximum of {high:,}"
        raise Refused("bet_out_of_range", f"{name}'s bet of {show(bet)} is {limit}.", player=name)
    return bet


def _read_cards(value: Json) -> tuple[Card, ...]:
    shown = () if value is None else sequence(value, "cards shown")
    if len(shown) > SHOWN:
        _refuse_count(len(shown))
    cards = tuple(read_card(card, item="exposed") for card in shown)
    for card in cards:
        if cards.count(card) > 1:
            message = f"There is only one {card}, but it was entered twice."
            raise Refused("duplicate_card", message, item="exposed")
    return cards


def _refuse_count(count: int) -> None:
    told = "1 was" if count == 1 else f"{count:,} were"
    raise Refused(
        "need_three_cards", f"Exactly {SHOWN} cards are shown, but {told} entered.", item="exposed"
    )


def _agreed(cards: tuple[Card, ...], told: str | None) -> str:
    """Return what the cards decide, refusing that something else was told."""
    bank_cards = [str(card) for card in cards if card.rank in BANK_CARDS]
    decided = "bank" if bank_cards else "players"
    if told and told != decided:
        reason = (
            f"{listed(bank_cards)} showed, so the bank wins"
            if bank_cards
            else f"{listed([str(card) for card in cards])} hold no ace, 2 or jack, "
            "so the players win"
        )
        entered = "the players" if told == "players" else "the bank"
        raise Refused(
            "outcome_conflict", f"{reason}, but {entered} was entered as winner.", item="outcome"
        )
    return decided


def check_round(setup: Setup, history: History, round_: Round) -> None:
    """Refuse what can never be right in a hand that is still being told."""
    read_hand(setup, history, round_)


def awaits(setup: Setup, history: History, round_: Round) -> Awaited:
    """Say what is missing until somebody has won: whoever has not bet sits out from then on."""
    hand = read_hand(setup, history, round_)
    if hand.outcome or hand.cards:
        return Awaited()
    undecided = (name for name in round_.present if name not in hand.bets and name != hand.banker)
    return Awaited(tuple(undecided), table="who won")


def hint(setup: Setup, history: History, round_: Round) -> str:
    """Say how much is bet so far."""
    hand = read_hand(setup, history, round_)
    return f"{hand.stake:,} bet against {hand.banker}" if hand.stake else ""


def score_round(setup: Setup, history: History, round_: Round) -> RoundScore:
    """Score a whole hand: the bank collects or pays every bet."""
    hand = read_hand(setup, history, round_)
    exposed = round_.data.get("exposed")
    if exposed is not None and len(hand.cards) != SHOWN:
        _refuse_count(len(hand.cards))
    if not hand.stake:
        raise Refused("no_bets", f"Nobody bet in hand {round_.number}: somebody must.", item="bets")
    if not hand.outcome:
        message = f"Hand {round_.number} does not say whether the bank or the players won."
        raise Refused("missing_entry", message, item="outcome")
    sign = 1 if hand.outcome == "bank" else -1
    scores = {name: -sign * hand.bets.get(name, 0) for name in round_.present}
    scores[hand.banker] = sign * hand.stake
    return RoundScore(
        scores,
        warnings=() if hand.is_in_turn else (_out_of_turn(setup, history, round_, hand),),
        state=_after(setup, history, round_, hand),
        story=_story(hand),
    )


def _out_of_turn(setup: Setup, history: History, round_: Round, hand: Hand) -> RuleWarning:
    expected = next_banker(setup, history, round_.present)
    return RuleWarning(
        round_.number,
        "banker_out_of_turn",
        f"{hand.banker} was the bank, though it was {expected}'s turn.",
    )


def _after(setup: Setup, history: History, round_: Round, hand: Hand) -> Bank:
    """Return where the bank stands after a hand; one held out of turn moves on at once."""
    before: Bank | None = history.state
    held = dict(before.hands_held) if before else {}
    held[hand.banker] = held.get(hand.banker, 0) + 1
    hands_left = 0
    if hand.is_in_turn:
        stays = before is not None and before.hands_left > 0 and before.banker == hand.banker
        of_turn = before.hands_left if before and stays else setup.options["hands_per_bank"]
        hands_left = of_turn - 1
    return Bank(hand.banker, hands_left, held, round_.present)


def _story(hand: Hand) -> str:
    does = "collected" if hand.outcome == "bank" else "paid"
    why = ""
    if hand.cards:
        bank_cards = [card for card in hand.cards if card.rank in BANK_CARDS]
        why = f": {written(bank_cards)} showed" if bank_cards else ": no ace, 2 or jack showed"
    return f"{hand.banker}'s bank {does} {hand.stake:,}{why}."


def outcome(_setup: Setup, _history: History) -> Outcome | None:
    """Return None: the game goes on until people stop it."""
    return None


def end_early(_setup: Setup, history: History) -> Outcome:
    """Stop: balances stand as they are, and nobody is called the winner."""
    if not history.rounds:
        return Outcome((), "Ended before a hand was played.")
    hands = len(history.rounds)
    played = "1 hand" if hands == 1 else f"{hands} hands"
    return Outcome((), f"Ended after {played}: the balances stand.")


def end_warnings(_setup: Setup, history: History) -> tuple[RuleWarning, ...]:
    """Warn when those who play have not been the bank equally often."""
    bank: Bank | None = history.state
    if bank is None:
        return ()
    held = {name: bank.hands_held.get(name, 0) for name in bank.present}
    if len(set(held.values())) == 1:
        return ()
    counts = ", ".join(f"{name} {hands}" for name, hands in held.items())
    message = f"Not everybody was the bank equally often: {counts}."
    return (RuleWarning(len(history.rounds), "unequal_bank_turns", message),)


def between(setup: Setup, history: History) -> Between:
    """Say who is the bank next, for how long, what may be bet, and what the bank's edge is."""
    bank: Bank | None = history.state
    banker = next_banker(setup, history, history.present)
    low, high = setup.options["min_bet"], setup.options["max_bet"]
    facts = [f"Bets: {low:,} or more" if high is None else f"Bets: {low:,} to {high:,}", EDGE]
    if (hands := setup.options["hands_per_bank"]) > 1:
        stays = bank is not None and bank.banker == banker
        left = bank.hands_left if bank and stays and bank.hands_left else hands
        facts.insert(0, f"{banker}'s hand {hands - left + 1} of {hands} as the bank")
    return Between(turn=(banker, "is the bank"), facts=tuple(facts))


def entry_form(setup: Setup, history: History) -> EntryForm:
    """Describe a bet, and the two ways to tell who won: as a result or by the cards."""
    present = history.present
    banker = next_banker(setup, history, present)
    low, high = setup.options["min_bet"], setup.options["max_bet"]
    limits = f"{low:,} or more" if high is None else f"{low:,} to {high:,}"
    # A hand may have other limits than the game, so that only the rules can hold a bet to them.
    bet = Field(
        key="",
        label="Bet",
        kind="number",
        high=HIGHEST_BET,
        hint=f"{limits}; blank sits out",
        is_optional=True,
    )
    table = (
        Field("banker", "Bank", "player", names=present, default=banker, is_optional=True),
        Field(
            "min",
            "Smallest bet",
            "number",
            low=1,
            high=HIGHEST_BET,
            hint="For this hand only",
            default=low,
            is_optional=True,
        ),
        Field(
            "max",
            "Largest bet",
            "number",
            low=1,
            high=HIGHEST_BET,
            hint="For this hand only",
            default=high,
            is_optional=True,
        ),
    )
    won = Field("outcome", "Who won", "choice", choices=OUTCOMES)
    cards = Field("exposed", "Cards shown", "cards", low=SHOWN, high=SHOWN, deck=DECK_NAMES)
    return EntryForm(
        styles=(Style("bet", "Bet", "", (FieldGroup("bet", "", (bet,)),)),),
        players=tuple(name for name in present if name != banker),
        rounds=(
            RoundStyle("result", "Result", "Say who won.", (*table, won)),
            RoundStyle("cards", "Cards", "Pick the three cards shown.", (*table, cards)),
        ),
    )


def extras(setup: Setup, history: History, _is_over: bool) -> dict[str, Json]:
    """Return who is the bank next, and the odds as fractions."""
    return {
        "next_banker": next_banker(setup, history, history.present),
        "facts": {name: str(chance) for name, chance in ODDS.items()},
    }


RULES = GameRules(
    key="ace_deuce_jack",
    name=NAME,
    aim="Bet that no ace, deuce or jack shows, and be the bank as often as everybody else.",
    fewest=FEWEST_PLAYERS,
    most=MOST_PLAYERS,
    players="2–12 players",
    length="As long as you like; a minute a hand",
    source="Traditional descriptions of Ace-Deuce-Jack.",
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    card_values=(
        ("Ace, 2, jack", "One of them among the three: the bank collects every bet"),
        ("All others", "Three of them: the bank pays every bet"),
    ),
    example=Example(
        record={
            "game": "ace_deuce_jack",
            "players": ["Ann", "Bob", "Cy"],
            "rounds": [
                {"bets": {"Bob": 5, "Cy": 10}, "exposed": ["Jh", "9c", "Kd"]},
                {"bets": {"Ann": 4, "Cy": 6}, "exposed": ["Kh", "Qc", "3d"]},
            ],
        },
        sentence="A jack shows, so Ann's bank collects 15. Then Bob is the bank; a king, a queen "
        "and a 3 show, so he pays Ann 4 and Cy 6.",
    ),
    options=OPTIONS,
    best="highest",
    is_money=True,
    entries_key="bets",
    round_word="Hand",
    action="Enter the hand",
    turn="is the bank",
    first="first_banker",
    set_up=set_up,
    entry_form=entry_form,
    check_round=check_round,
    score_round=score_round,
    outcome=outcome,
    has_end=lambda _setup: False,
    end_early=end_early,
    extras=extras,
    awaits=awaits,
    hint=hint,
    between=between,
    end_warnings=end_warnings,
)
