"""Pay Me: eleven hands of rummy, each with one card more and another rank wild.

Aim: have the lowest total after the eleventh hand.

Scoring: whoever melds every card calls and counts nothing. The others draw once more and may lay
off on the caller's melds; every card they cannot use counts against them, 15 for a wild card, 10
for an 8 to king, 5 for an ace or a 3 to 7.

Source: the traditional description of Pay Me. It does not say what a wild card costs when it
stands for itself, how many jokers a deck has, or what happens when the stock runs out.

Not scored here: melds and laying off, and any money the players settle by the totals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from scorecard.rules.cards import RANKS, read_rank
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
    Suggestion,
)
from scorecard.rules.deck import refuse_more_than_exist, shares
from scorecard.rules.options import number
from scorecard.rules.reading import (
    entries_by_player,
    known_keys,
    listed,
    refuse_missing,
    refuse_player_count,
    sequence,
    show,
    whole,
)
from scorecard.rules.seating import left_of
from scorecard.rules.standings import leaders, ranks

FEWEST_PLAYERS, MOST_PLAYERS = 2, 8
DECKS, MOST_DECKS = ((2, 1), (4, 2)), 3
"""Up to so many players use so many decks, and more players the most."""
HANDS = 11
FEWEST_CARDS = 3
"""Dealt to each in the first hand; one more in each that follows."""

JOKER = "JOKER"
ALWAYS_WILD = "2"
SUITS_PER_DECK = 4
"""How many of each rank a deck has."""

WILD, HIGH, LOW = "wild", "high", "low"
WORTH = {WILD: 15, HIGH: 10, LOW: 5}
"""What a card left over costs, by its band."""
STEP = 5
"""Divides every possible deadwood."""
BANDS = {
    WILD: ("2", JOKER),
    HIGH: ("8", "9", "10", "J", "Q", "K"),
    LOW: ("A", "3", "4", "5", "6", "7"),
}
"""The bands before a hand's own rank turns wild."""
IN_SENTENCES = {WILD: "wild card", HIGH: "8 to king", LOW: "ace or 3 to 7"}
PLURALS = {"J": "jacks", "Q": "queens", "K": "kings"}

HOW_TO_SCORE = (
    "There are eleven hands. Everybody is dealt three cards in the first and one more in each "
    "that follows, thirteen in the last. Jokers and 2s are wild in every hand, and so is the "
    "rank that equals the number of cards dealt: 3s in the first hand, jacks when eleven are "
    "dealt, queens when twelve and kings when thirteen are.",
    "Draw and discard in turn until somebody can lay down everything in sets and runs. They "
    "call, and count nothing for this hand. With or without a last discard makes no difference.",
    "Each of the others has one more draw. Then they lay down what they can, and may add cards "
    "to the caller's sets and runs, but to nobody else's.",
    "What they cannot use is their deadwood: 15 for every wild card, 10 for every 8, 9, 10, "
    "jack, queen or king, and 5 for every ace and every 3 to 7.",
    "Deadwood is added up over the hands. The lowest total after the eleventh hand wins. "
    "Nobody drops out before, and calling earns no bonus.",
)
DECIDED = (
    (
        "What does a wild card cost that would have been used as itself?",
        "15, like any wild card: the hand's own rank and the 2s belong to no other band.",
    ),
    ("What if several have the lowest total?", "They share the win."),
    ("How many jokers has a deck?", "Two, unless you set another number."),
    (
        "What if the stock runs out and nobody has called?",
        "The hand stands, with a warning, and everybody counts their deadwood.",
    ),
    ("Must whoever calls still discard?", "Either way they count 0."),
    ("What if you stop before the eleventh hand?", "The lowest total so far wins."),
    (
        "Does the win go to whoever calls most often?",
        "No. Calling first is the aim of a hand, the lowest total that of the game.",
    ),
    (
        "Who deals, is the ace high or low, how many wild cards may a meld have?",
        "The deal passes to the left. The rest is yours to agree on: it changes no score.",
    ),
    (
        "Somebody left for good?",
        "Their total stays on the sheet, but only those who play to the end can win.",
    ),
)
CARD_VALUES = (
    ("Joker, 2, and the rank of the hand", "15"),
    ("8, 9, 10, J, Q, K", "10"),
    ("A, 3, 4, 5, 6, 7", "5"),
)
EXAMPLE = Example(
    {
        "game": "pay_me",
        "players": ["Ann", "Bob", "Cy"],
        "rounds": [
            {
                "went_out": "Ann",
                "deadwood": {"Ann": 0, "Bob": {"cards": ["3", "9"]}, "Cy": {"cards": ["A", "4"]}},
            },
            {
                "went_out": "Cy",
                "deadwood": {"Ann": 20, "Bob": {"cards": ["3", "9"]}, "Cy": 0},
            },
        ],
    },
    "Bob is caught twice with a 3 and a 9: in the first hand 3s are wild and he counts "
    "15 + 10, in the second 4s are, and he counts 5 + 10.",
)


def suggest_decks(players: int, _options: Mapping[str, Json]) -> Suggestion:
    """Return how many decks this many players use, and why."""
    decks = next((decks for most, decks in DECKS if players <= most), MOST_DECKS)
    return Suggestion(decks, f"Usual for {players} players.")


OPTIONS = (
    number(
        "decks",
        "Decks",
        "How many decks are shuffled together; it limits how often a card can be counted.",
        1,
        4,
        suggest=suggest_decks,
        is_basic=True,
    ),
    number(
        "jokers_per_deck",
        "Jokers in a deck",
        "How many jokers each of the decks has.",
        0,
        4,
        2,
        is_basic=True,
    ),
)


@dataclass(frozen=True, slots=True)
class Hand:
    """One of the eleven hands: its number, how many cards each is dealt, and what turns wild.

    ``bands`` maps each card to its band, ``copies`` to how many there are, and ``in_band`` each
    band to the number of its cards over all decks.
    """

    number: int
    dealt: int
    wild: str
    bands: Mapping[str, str]
    copies: Mapping[str, int]
    in_band: Mapping[str, int]

    @property
    def most(self) -> int:
        """The points of a hand full of wild cards."""
        return self.dealt * WORTH[WILD]


@dataclass(frozen=True, kw_only=True)
class PayMeSetup(Setup):
    """A game of Pay Me with its eleven hands, worked out once."""

    hands: tuple[Hand, ...]
    decks: int


def set_up(players: tuple[str, ...], options: Mapping[str, Json]) -> PayMeSetup:
    """Return the set-up for these players, refusing fewer than 2 or more than 8."""
    refuse_player_count("Pay Me", players, FEWEST_PLAYERS, MOST_PLAYERS)
    decks, jokers = options["decks"], options["jokers_per_deck"]
    copies = dict.fromkeys(("A", *RANKS[:-1]), decks * SUITS_PER_DECK)
    if jokers:
        copies[JOKER] = decks * jokers
    return PayMeSetup(
        players=players,
        options=options,
        hands=tuple(_hand(number, copies) for number in range(1, HANDS + 1)),
        decks=decks,
    )


def _hand(number: int, copies: Mapping[str, int]) -> Hand:
    dealt = number + FEWEST_CARDS - 1
    wild = RANKS[dealt - 2]
    bands = {card: band for band, cards in BANDS.items() for card in cards if card in copies}
    bands[wild] = WILD
    in_band = dict.fromkeys(WORTH, 0)
    for card, band in bands.items():
        in_band[band] += copies[card]
    return Hand(number, dealt, wild, bands, copies, in_band)


@dataclass(frozen=True, slots=True)
class Deadwood:
    """One player's entry, read: its points, and the cards where it tells them.

    ``in_band`` counts the cards by band, None for mere points; ``cards`` counts them by rank
    where they were named one by one.
    """

    points: int
    in_band: Mapping[str, int] | None = None
    cards: Mapping[str, int] | None = None


def read_entry(hand: Hand, player: str, entry: Json) -> Deadwood:
    """Read one player's deadwood: points, cards by band, or ``{"cards": [rank, …]}``."""
    if not isinstance(entry, Mapping):
        return Deadwood(_read_points(hand, player, entry))
    cards: Mapping[str, int] | None = None
    if "cards" in entry:
        known_keys(entry, ("cards",), "deadwood", player=player)
        cards = Counter(
            _read_card(hand, player, card)
            for card in sequence(entry["cards"], f"The cards of {player}")
        )
        in_band = dict.fromkeys(WORTH, 0)
        for card, count in cards.items():
            in_band[hand.bands[card]] += count
    else:
        known_keys(entry, WORTH, "deadwood", player=player)
        in_band = {
            band: whole(
                entry.get(band, 0), f"number of {band} cards left over", player=player, item=band
            )
            for band in WORTH
        }
    held = sum(in_band.values())
    if held > hand.dealt:
        raise Refused(
            "too_many_cards",
            f"{player} cannot have {show(held)} cards left over: "
            f"only {hand.dealt} were dealt in hand {hand.number}.",
            player=player,
            item="cards" if cards is not None else WILD,
        )
    return Deadwood(_worth_of(in_band), in_band, cards)


def _worth_of(in_band: Mapping[str, int]) -> int:
    return sum(count * WORTH[band] for band, count in in_band.items())


def _read_points(hand: Hand, player: str, value: Json) -> int:
    points = whole(value, "deadwood", player=player)
    if points > hand.most:
        why = f"{hand.dealt} cards cost at most {hand.most}"
    elif points % STEP:
        why = f"it must be a multiple of {STEP}"
    else:
        return points
    message = f"{player}'s deadwood cannot be {show(points)}: {why}."
    raise Refused("points_not_possible", message, player=player)


def _read_card(hand: Hand, player: str, value: Json) -> str:
    if isinstance(value, str) and value.strip().upper() == JOKER:
        if JOKER in hand.copies:
            return JOKER
        message = f"{player} cannot have a {JOKER}: you play without jokers."
        raise Refused("unknown_card", message, player=player, item="cards")
    return read_rank(value, player, item="cards")


CALLER_KEY, ENTRIES_KEY = "went_out", "deadwood"


@dataclass(frozen=True, slots=True)
class Told:
    """What was told of a hand, read, as far as it goes.

    ``caller`` is "" where nobody went out, or where nobody said yet who did; ``is_caller_told``
    tells these apart.
    """

    caller: str
    is_caller_told: bool
    deadwood: Mapping[str, Deadwood]

    @property
    def counted(self) -> frozenset[str]:
        """Those of whom all is known; the caller has melded everything."""
        return frozenset({*self.deadwood, self.caller})


def read_round(setup: PayMeSetup, round_: Round) -> Told:
    """Read what was told of a hand, refusing what can never be right."""
    hand = hand_of(setup, round_.number)
    known_keys(round_.data, (CALLER_KEY, ENTRIES_KEY), f"Hand {round_.number}")
    caller = _read_caller(setup, round_)
    entries = entries_by_player(round_, ENTRIES_KEY, setup.players)
    deadwood = {name: read_entry(hand, name, entry) for name, entry in entries.items()}
    if caller in deadwood and deadwood[caller].points:
        raise Refused(
            "caller_has_deadwood",
            f"{caller} called and so has melded every card, "
            f"but {deadwood[caller].points} points of deadwood were entered.",
            player=caller,
            item=CALLER_KEY,
        )
    _refuse_more_than_exist(setup, hand, deadwood)
    return Told(caller, CALLER_KEY in round_.data, deadwood)


def hand_of(setup: PayMeSetup, number: int) -> Hand:
    """Return a hand by its number, refusing a twelfth."""
    if number > HANDS:
        raise Refused("game_over", f"There are {HANDS} hands, and this would be hand {number}.")
    return setup.hands[number - 1]


def _read_caller(setup: PayMeSetup, round_: Round) -> str:
    value = round_.data.get(CALLER_KEY)
    if value is None:
        return ""
    name = value.strip() if isinstance(value, str) else ""
    if name not in round_.present:
        reason = (
            f"{name} has left and cannot have called."
            if name in setup.players
            else f"{show(value)} is not one of the players and cannot have called."
        )
        message = f"Hand {round_.number}: {reason}"
        raise Refused("unknown_player", message, player=name, item=CALLER_KEY)
    return name


def _refuse_more_than_exist(
    setup: PayMeSetup, hand: Hand, deadwood: Mapping[str, Deadwood]
) -> None:
    """Refuse more cards of a band or a rank than there are, over everybody who named theirs."""
    in_bands = {name: held.in_band for name, held in deadwood.items() if held.in_band is not None}
    refuse_more_than_exist(in_bands, hand.in_band, IN_SENTENCES)
    named: dict[str, dict[str, int]] = {}
    for name, held in deadwood.items():
        for card, count in (held.cards or {}).items():
            named.setdefault(card, {})[name] = count
    for card, by in named.items():
        if sum(by.values()) > hand.copies[card]:
            decks = "one deck" if setup.decks == 1 else f"{setup.decks} decks"
            raise Refused(
                "too_many_of_rank",
                f"There are {hand.copies[card]} × {card} in {decks}, "
                f"but {sum(by.values())} were counted: {shares(by)}.",
                item=card,
            )


def check_round(setup: PayMeSetup, _history: History, round_: Round) -> None:
    """Refuse what cannot be in what was told of a hand so far."""
    read_round(setup, round_)


def awaits(setup: PayMeSetup, _history: History, round_: Round) -> Awaited:
    """Return what a hand still needs: who called, and the deadwood of everybody else."""
    told = read_round(setup, round_)
    return Awaited(
        players=tuple(name for name in round_.present if name not in told.counted),
        table="" if told.is_caller_told else "who called",
    )


def score_round(setup: PayMeSetup, history: History, round_: Round) -> RoundScore:
    """Score a whole hand: everybody's deadwood, nothing for the caller."""
    told = read_round(setup, round_)
    if not told.is_caller_told:
        raise Refused(
            "missing_entry",
            f"Hand {round_.number} does not say who called: {CALLER_KEY} must be a player's name, "
            "or null if the stock ran out.",
            item=CALLER_KEY,
        )
    refuse_missing(round_, dict.fromkeys(told.counted))
    return RoundScore(
        scores={
            name: told.deadwood[name].points if name in told.deadwood else 0
            for name in round_.present
        },
        warnings=() if told.caller else (_nobody_went_out(round_.number),),
        state=dealer(setup, history, round_.present),
        story=f"{told.caller} went out." if told.caller else "Nobody went out: the stock ran out.",
    )


def _nobody_went_out(number: int) -> RuleWarning:
    message = "Nobody went out, though a hand ends by that unless the stock runs out."
    return RuleWarning(number, "nobody_went_out", message)


def dealer(setup: PayMeSetup, history: History, present: tuple[str, ...]) -> str:
    """Return who deals the next hand: the first seat at first, then always the next to the left.

    Whoever has left is passed over. The state kept of a hand is the name of its dealer.
    """
    if history.rounds:
        return left_of(setup.players, history.state, present)
    return next(iter(present or setup.players))


def entry_score(_setup: PayMeSetup, _player: str, entry: Json) -> int | None:
    """Return what an entry scores where it tells by itself: what a rank costs changes by hand."""
    if not isinstance(entry, Mapping):
        return int(entry)
    return None if "cards" in entry else _worth_of(entry)


def entry_note(setup: PayMeSetup, history: History, player: str, entry: Json) -> str:
    """Return what cards that were named one by one cost in the hand being counted."""
    if not isinstance(entry, Mapping) or "cards" not in entry:
        return ""
    held = read_entry(hand_of(setup, len(history.rounds) + 1), player, entry)
    return f"{held.points} points"


def between(setup: PayMeSetup, history: History) -> Between:
    """Say who deals, how many cards, and what is wild; nothing after the last hand."""
    if len(history.rounds) >= HANDS:
        return Between()
    hand = setup.hands[len(history.rounds)]
    wild = PLURALS.get(hand.wild, f"{hand.wild}s")
    return Between(
        turn=(dealer(setup, history, history.present), "deals"),
        facts=(f"Hand {hand.number} of {HANDS}: {hand.dealt} cards, {wild} wild",),
    )


def outcome(_setup: PayMeSetup, history: History) -> Outcome | None:
    """Return the winners after the eleventh hand, None before it."""
    if len(history.rounds) < HANDS:
        return None
    winners, sentence = _lowest(history)
    return Outcome(winners, f"{sentence} after hand {HANDS}.")


def end_early(_setup: PayMeSetup, history: History) -> Outcome:
    """Return who wins when the game is stopped before its last hand: the lowest total so far."""
    if not history.rounds:
        return Outcome((), "Ended before a hand was played, so nobody wins.")
    winners, sentence = _lowest(history)
    return Outcome(winners, f"Ended early: {sentence} after hand {len(history.rounds)}.")


def _lowest(history: History) -> tuple[tuple[str, ...], str]:
    totals = _totals_of_stayers(history)
    winners = leaders(totals, "lowest")
    total = f"the lowest total, {totals[winners[0]]:,},"
    if len(winners) == 1:
        return winners, f"{winners[0]} wins with {total}"
    return winners, f"{listed(winners)} share the win with {total}"


def _totals_of_stayers(history: History) -> Mapping[str, int | None]:
    """Return the totals, None for those who did not play the latest hand.

    Fewer hands mean less deadwood, so nobody may win by leaving.
    """
    stayed = history.rounds[-1].scores if history.rounds else history.totals
    return {name: total if name in stayed else None for name, total in history.totals.items()}


def places(_setup: PayMeSetup, history: History) -> Mapping[str, int]:
    """Return the places from 1: the lowest total first, whoever has left last."""
    return ranks(_totals_of_stayers(history), "lowest")


def entry_form(setup: PayMeSetup, history: History) -> EntryForm:
    """Describe the three ways to enter deadwood, and the question who called."""
    hand = setup.hands[min(len(history.rounds) + history.ahead, HANDS - 1)]
    points = Field("", "Deadwood", "points", high=hand.most, step=STEP, worth=1)
    bands = tuple(
        Field(
            band,
            _label(hand, band),
            "count",
            high=min(hand.dealt, hand.in_band[band]),
            worth=WORTH[band],
            hint=f"{WORTH[band]} each",
        )
        for band in WORTH
    )
    cards = Field("cards", "Cards left over", "cards", high=hand.dealt, deck=tuple(hand.copies))
    caller = Field(
        CALLER_KEY,
        "Who called?",
        "player",
        names=history.present,
        none_label="Nobody: the stock ran out",
        hint="Counts 0",
    )
    return EntryForm(
        players=history.present,
        rounds=(RoundStyle("round", "", fields=(caller,)),),
        styles=(
            Style("quick", "Points", "Type the sum.", (FieldGroup("quick", "", (points,)),)),
            Style(
                "bands", "By value", "Count what is left over.", (FieldGroup("bands", "", bands),)
            ),
            Style(
                "cards", "Cards", "Tap every card left over.", (FieldGroup("cards", "", (cards,)),)
            ),
        ),
        deck=hand.copies,
    )


def _label(hand: Hand, band: str) -> str:
    """Return a band's name in one hand: "Joker, 2, 9"; "8–K but 9"; "A, 3–7"."""
    if band == WILD:
        return f"Joker, 2, {hand.wild}" if JOKER in hand.copies else f"2, {hand.wild}"
    name = {HIGH: "8–K", LOW: "A, 3–7"}[band]
    return f"{name} but {hand.wild}" if hand.wild in BANDS[band] else name


RULES = GameRules(
    key="pay_me",
    name="Pay Me",
    fewest=FEWEST_PLAYERS,
    most=MOST_PLAYERS,
    aim="Meld every card before the others do, and have the lowest total after eleven hands.",
    players="2–8 players",
    length="About an hour",
    source="The traditional description of Pay Me.",
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    card_values=CARD_VALUES,
    example=EXAMPLE,
    options=OPTIONS,
    best="lowest",
    entries_key=ENTRIES_KEY,
    round_word="Hand",
    action="Enter the hand",
    turn="deals",
    set_up=set_up,
    entry_form=entry_form,
    check_round=check_round,
    score_round=score_round,
    outcome=outcome,
    end_early=end_early,
    extras=lambda setup, history, _is_over: {
        "hand_info": [
            {"cards": hand.dealt, "wild": hand.wild} for hand in setup.hands[: len(history.rounds)]
        ]
    },
    awaits=awaits,
    entry_score=entry_score,
    entry_note=entry_note,
    between=between,
    ranks=places,
)
