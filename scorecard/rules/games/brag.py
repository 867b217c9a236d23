"""Brag: three cards, one pot, and the nerve to go on betting.

Aim: take the pot, with the best hand or by being the last who has not folded.

Scoring: everybody in a hand antes and bets into the pot. The last one left takes it, or the winner
of a "see" between the last two; whoever asked to see loses with an equal hand. What a player wins
less what they put in is their balance, and every hand adds up to nothing. A player out of chips
covers the pot, and what is bet afterwards makes a side pot.

Source: a traditional description of three-card Brag; British rules of Brag where it is silent.

Not scored here: the dealing itself, wild cards, and who owes whom for chips lent at the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorecard.rules.brag_betting import LAST_TWO, MOST_CHIPS, Betting, Limits, Pot
from scorecard.rules.brag_hands import CARDS_IN_HAND, Kind
from scorecard.rules.brag_rounds import HouseRules, Log, Told, pot_name, read
from scorecard.rules.cards import DECK_NAMES
from scorecard.rules.core import (
    Awaited,
    Between,
    EntryForm,
    Example,
    Field,
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
    Verb,
)
from scorecard.rules.options import choice, number
from scorecard.rules.reading import listed, refuse_player_count
from scorecard.rules.seating import left_of

FEWEST, MOST = 4, 8
MOST_POTS = 4
"""How many pots the form offers; more need four players out of chips in one hand."""

HOW_TO_SCORE = (
    "Everybody who plays the hand puts the ante into the pot and is dealt three cards. From the "
    "player left of the dealer on, each in turn bets at least as much as the last bet, or folds.",
    "Who does not look at their cards plays blind and pays half: a blind bet counts double. A "
    "blind player may look at any time, and plays open from then on.",
    "When two are left, either may pay to see, on their turn: an open player twice the last bet, a "
    "blind one once its value. A blind player may see anybody; an open player cannot see a blind "
    "one. The better hand takes the pot, and if both are equal, whoever asked to see loses.",
    "From best to worst: a prial (three of a kind; threes are best, then aces, kings and so on "
    "down to twos), a running flush, a run, a flush, a pair, a high card. A run beats a flush. "
    "Hands of one kind go by their cards, never by suit.",
    "Who runs out of chips covers the pot with the cards and stays in for it; the others bet on "
    "into a side pot. The side pot is settled first, and the hand that took it then meets the "
    "covering hand for the main pot.",
    "The last player who has not folded takes the pot without showing. What you take less your "
    "ante and your bets goes to your balance, so every hand adds up to 0.",
    "The cards are gathered without shuffling, until a shown prial has taken a pot.",
)

DECIDED = (
    (
        "What do ace, two and three make?",
        "The lowest run. Many British tables make it the highest: the house rules can.",
    ),
    (
        "Is 9-10-queen of one suit a running flush?",
        "No, a rank is missing: it is a plain flush.",
    ),
    (
        "What if the covering hand is equal to the one that took the side pot?",
        "They split the pot, and an odd chip goes to the covering player. The house rules can give "
        "all of it to either.",
    ),
    (
        "What if a second player covers?",
        "There is one more side pot. The last pot is settled first, and the better hand so far "
        "moves on to the pot before it.",
    ),
    (
        "Where do the last chips of a covering player go?",
        "Into the pot that is being covered.",
    ),
    (
        "Are there betting limits?",
        "The least bet is 1, with no limit above, unless the house rules set one. Limits are "
        "compared in open money. The first bet is no raise, and just paying the price is always "
        "allowed.",
    ),
    ("What if all fold to a blind player?", "The blind player takes the pot."),
    ("Who deals next?", "The deal moves to the left."),
    (
        "What if somebody acts out of turn?",
        "It counts as it happened, and the hand is marked.",
    ),
    ("Who wins when you stop?", "Nobody: the balances say who owes what."),
)

HANDS_FROM_BEST = (
    ("Prial", "Three of a kind; 3-3-3 is best, then A-A-A down to 4-4-4 and 2-2-2 (52 hands)"),
    ("Running flush", "Three in sequence of one suit (48)"),
    ("Run", "Three in sequence (720)"),
    ("Flush", "Three of one suit (1,096)"),
    ("Pair", "Two of a rank, then the third card (3,744)"),
    ("High card", "The highest card, then the next (16,440)"),
)

NO_LIMIT = "No limit"
OPTIONS = (
    number(
        "ante",
        "Ante",
        "What everybody in a hand puts into the pot before the cards are dealt.",
        0,
        10_000,
        1,
        is_basic=True,
    ),
    number(
        "min_bet",
        "Least bet",
        "The least a bet may be worth in open money; a blind player pays half.",
        1,
        100_000,
        1,
        is_basic=True,
    ),
    number(
        "max_bet",
        "Highest bet",
        "The most a bet may be worth in open money.",
        1,
        100_000,
        None,
        none_label=NO_LIMIT,
    ),
    number(
        "max_raise",
        "Highest raise",
        "By how much a bet may go over the one before, in open money.",
        1,
        100_000,
        None,
        none_label=NO_LIMIT,
    ),
    choice(
        "a23",
        "Ace, two, three",
        "Where a run of ace, two and three stands.",
        ("lowest", "The lowest run"),
        ("highest", "The highest run"),
        ("not_a_run", "No run at all"),
    ),
    choice(
        "cover_tie",
        "The covering hand is equal",
        "Who takes a pot when the covering hand is equal to the one it meets.",
        ("split", "They split it"),
        ("coverer", "The covering player"),
        ("live", "Who took the side pot"),
    ),
)


@dataclass(frozen=True, kw_only=True)
class BragSetup(Setup):
    """A game of Brag with what its table has agreed on."""

    rules: HouseRules


@dataclass(frozen=True, slots=True)
class HandState:
    """What is known of a hand later on: its pots and who won them, and for the next deal.

    ``is_prial`` says that a shown prial took a pot; ``dealer`` is who deals the next hand, ""
    where no dealer was ever named.
    """

    pots: tuple[int, ...]
    winners: tuple[tuple[str, ...], ...]
    is_prial: bool
    dealer: str


def set_up(players: tuple[str, ...], options: Mapping[str, Json]) -> BragSetup:
    """Return the set-up, refusing too few or too many players and limits that leave no bet."""
    refuse_player_count("Brag", players, FEWEST, MOST)
    limits = Limits(options["min_bet"], options["max_bet"], options["max_raise"])
    if limits.max_bet is not None and limits.max_bet < limits.min_bet:
        raise Refused(
            "option_out_of_range",
            f"The option max_bet (Highest bet) must be at least {limits.min_bet:,}, the least bet, "
            f"not {limits.max_bet:,}.",
            item="max_bet",
        )
    rules = HouseRules(options["ante"], limits, options["a23"], options["cover_tie"])
    return BragSetup(players=players, options=options, rules=rules)


def read_round(setup: BragSetup, round_: Round) -> Told:
    """Read a hand as far as it is told, refusing what can never be right."""
    return read(setup.rules, setup.players, round_)


def check_round(setup: BragSetup, _history: History, round_: Round) -> None:
    """Refuse what can never be right in a hand that is still being told."""
    read_round(setup, round_)


def awaits(setup: BragSetup, _history: History, round_: Round) -> Awaited:
    """Return what a hand still needs: bets, its end, or the cards that decide."""
    lacks = [lack.what for lack in read_round(setup, round_).lacks]
    return Awaited(table=listed(lacks)) if lacks else Awaited()


def score_round(setup: BragSetup, history: History, round_: Round) -> RoundScore:
    """Score a whole hand: what each player takes from the pots, less what they put in."""
    told = read_round(setup, round_)
    for lack in told.lacks:
        raise lack.refusal
    pots = told.pots(setup.rules)
    scores = dict.fromkeys(round_.present, 0)
    for pot in pots:
        for name, chips in pot.chips.items():
            scores[name] -= chips
        for name, chips in pot.shares().items():
            scores[name] += chips
    shown = told.table.shown
    state = HandState(
        pots=tuple(pot.size for pot in pots),
        winners=tuple(_by_seat(setup, pot.winners) for pot in pots),
        is_prial=any(
            name in shown and shown[name].kind is Kind.PRIAL for pot in pots for name in pot.winners
        ),
        dealer=_next_dealer(setup, history, round_, told),
    )
    return RoundScore(
        scores, warnings=_warnings(round_, told), state=state, story=_story(setup, told, pots)
    )


def _by_seat(setup: BragSetup, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in setup.players if name in names)


def _next_dealer(setup: BragSetup, history: History, round_: Round, told: Told) -> str:
    """Return who deals after this hand: the deal moves left, once anybody has named a dealer."""
    dealer = (isinstance(told, Log) and told.dealer) or _dealer(setup, history)
    return left_of(setup.players, dealer, round_.present) if dealer else ""


def _warnings(round_: Round, told: Told) -> tuple[RuleWarning, ...]:
    """Mark a hand in which somebody acted out of turn: once, for the others then do as well."""
    if not isinstance(told, Log) or told.betting.hasty is None:
        return ()
    name, turn = told.betting.hasty
    message = f"{name} acted out of turn: {turn} was to act."
    return (RuleWarning(round_.number, "acted_out_of_turn", message),)


def _story(setup: BragSetup, told: Told, pots: tuple[Pot, ...]) -> str:
    """Say who took which pot, and with what; the last pot was settled first."""
    table = told.table

    def with_hand(name: str) -> str:
        return f"{name} ({table.shown[name].name})" if name in table.shown else name

    parts = []
    for place, pot in reversed([*enumerate(pots)]):
        names = [with_hand(name) for name in _by_seat(setup, pot.winners)]
        verb = "shared" if len(names) > 1 else "took"
        parts.append(f"{listed(names)} {verb} {pot_name(place, len(pots))} of {pot.size:,}")
    story = f"{', '.join(parts)}."
    if told.see is None:
        return story
    seer, opponent = told.see
    if table.shown.get(seer) and table.shown.get(seer) == table.shown.get(opponent):
        story += f" The hands were equal, and {seer} had asked to see."
    return f"{seer} saw {opponent}: {story}"


def outcome(_setup: BragSetup, _history: History) -> Outcome | None:
    """Return None: Brag goes on for as long as people like."""
    return None


def end_early(_setup: BragSetup, history: History) -> Outcome:
    """Return that nobody wins; the balances stand."""
    if not history.rounds:
        return Outcome((), "Stopped before a hand was played, so nobody wins.")
    hands = len(history.rounds)
    played = "1 hand" if hands == 1 else f"{hands} hands"
    return Outcome((), f"Stopped after {played}: the balances stand, and nobody wins.")


def extras(_setup: BragSetup, history: History, _is_over: bool) -> dict[str, Json]:
    """Return the pots of every hand with their winners, and whether to shuffle now."""
    states: list[HandState] = [scored.state for scored in history.rounds]
    return {
        "pots": [list(state.pots) for state in states],
        "pot_winners": [[list(names) for names in state.winners] for state in states],
        "shuffle_next": bool(states) and states[-1].is_prial,
    }


def between(setup: BragSetup, history: History) -> Between:
    """Return who deals, where a dealer was named before, and whether to shuffle."""
    state: HandState | None = history.state
    if state is None:
        return Between()
    dealer = _dealer(setup, history)
    facts = ("Shuffle: a prial took the last pot.",) if state.is_prial else ()
    return Between(turn=(dealer, "deals") if dealer else None, facts=facts)


def _dealer(setup: BragSetup, history: History) -> str:
    """Return who deals the coming hand, "" where nobody ever named a dealer."""
    dealer: str = history.state.dealer if history.state else ""
    if not dealer or dealer in history.present:
        return dealer
    return left_of(setup.players, dealer, history.present)


def hint(setup: BragSetup, _history: History, round_: Round) -> str:
    """Say who is to act and at what price, while a hand is being told bet by bet."""
    told = read_round(setup, round_)
    if not isinstance(told, Log):
        return ""
    betting = told.betting
    if betting.is_over:
        return f"The betting is over; type {listed([lack.what for lack in told.lacks])}."
    sizes = [f"{sum(chips.values()):,}" for chips in betting.pots]
    pots = f"In the {'pots' if len(sizes) > 1 else 'pot'}: {listed(sizes)}."
    if not betting.turn:
        return f"The first bet is {setup.rules.limits.min_bet:,} or more, half if blind. {pots}"
    return f"{_prices(betting, betting.turn)} {pots}"


def _prices(betting: Betting, name: str) -> str:
    is_blind = name in betting.blind
    price, most = betting.price(name), betting.most(name)
    if most is None:
        bet = f"bet {price:,} or more"
    else:
        bet = f"bet {price:,}" if most == price else f"bet {price:,} to {most:,}"
    choices = f"{bet}, look, or fold" if is_blind else f"{bet}, or fold"
    words = f"{name} to act{', blind' if is_blind else ''}: {choices}."
    if len(betting.live) > LAST_TWO or not betting.value:
        return words
    other = betting.other(name)
    if other in betting.blind and not is_blind:
        return f"{words} {other} plays blind and cannot be seen."
    return f"{words} To see costs {betting.see_price(name):,}."


def entry_form(setup: BragSetup, history: History) -> EntryForm:
    """Describe the four ways to tell a hand: bets, a see, pots, or bet by bet."""
    names = history.present

    def amounts(key: str, label: str, hint: str) -> Field:
        return Field(key, label, "amounts", high=MOST_CHIPS, names=names, hint=hint)

    def player(key: str, label: str) -> Field:
        return Field(key, label, "player", names=names)

    def several(key: str, label: str, hint: str = "") -> Field:
        return Field(key, label, "players", names=names, hint=hint, is_optional=True)

    def hands(hint: str, *, is_optional: bool = True) -> Field:
        return Field(
            "hands",
            "Cards",
            "hands",
            high=CARDS_IN_HAND,
            names=names,
            deck=DECK_NAMES,
            hint=hint,
            is_optional=is_optional,
        )

    bets = amounts("contrib", "Bets", "All in all, without the ante")
    out = several("out", "Sits out", "Pays no ante")
    folded = several("folded", "Folded")
    dealer = Field(
        "dealer",
        "Dealer",
        "player",
        names=names,
        default=_dealer(setup, history) or None,
        none_label="Not told",
        is_optional=True,
    )
    actions = Field("actions", "Bets in turn", "log", high=MOST_CHIPS, names=names, verbs=VERBS)
    return EntryForm(
        rounds=(
            RoundStyle(
                "bets",
                "Bets",
                "Type what everybody bet, and who won.",
                (bets, player("winner", "Winner"), folded, out),
                has_entries=False,
            ),
            RoundStyle(
                "see",
                "Bets and cards",
                "The cards of the last two say who won.",
                (
                    bets,
                    player("seer", "Asked to see"),
                    player("opponent", "Was seen"),
                    hands("Of the last two", is_optional=False),
                    out,
                ),
                has_entries=False,
            ),
            RoundStyle(
                "pots",
                "Several pots",
                "Somebody was out of chips and covered a pot.",
                (*_pot_fields(setup, names), hands("If they were shown"), folded, out),
                has_entries=False,
            ),
            RoundStyle(
                "log",
                "Bet by bet",
                "See the price of every bet.",
                (
                    dealer,
                    several("blind", "Play blind", "Have not looked"),
                    actions,
                    hands("If they were shown"),
                    out,
                ),
                has_entries=False,
            ),
        )
    )


def _pot_fields(setup: BragSetup, names: tuple[str, ...]) -> list[Field]:
    """Return the fields of the main pot and the side pots; only a split pot has two winners."""
    can_split = setup.rules.cover_tie == "split"
    fields = []
    for place in range(MOST_POTS):
        name = "Main pot" if place == 0 else f"Side pot {place}"
        fields += [
            Field(
                f"pots.#{place}.contrib",
                f"{name}: bets",
                "amounts",
                high=MOST_CHIPS,
                names=names,
                hint="" if place else "Without the antes",
                is_optional=place > 0,
            ),
            Field(
                f"pots.#{place}.winner",
                f"{name}: winner",
                "players" if can_split else "player",
                names=names,
                hint="Both, if they split it" if can_split else "",
                is_optional=place > 0,
            ),
        ]
    return fields


VERBS = (
    Verb("bet", "bets", "must"),
    Verb("fold", "folds"),
    Verb("look", "looks"),
    Verb("cover", "covers", "may"),
    Verb("see", "sees", "may"),
)

EXAMPLE = Example(
    record={
        "game": "brag",
        "options": {},
        "players": ["Ann", "Bob", "Cy", "Di"],
        "rounds": [
            {
                "dealer": "Di",
                "blind": ["Bob"],
                "actions": [
                    ["Ann", "bet", 2],
                    ["Bob", "bet", 1],
                    ["Cy", "fold"],
                    ["Di", "fold"],
                    ["Ann", "bet", 2],
                    ["Bob", "look"],
                    ["Bob", "see", 4],
                ],
                "hands": {"Ann": ["Ah", "Kh", "9h"], "Bob": ["4c", "5d", "6s"]},
            }
        ],
    },
    sentence="Bob plays blind and pays 1 where Ann bet 2. Ann cannot see a blind player, so she "
    "bets 2 again. Bob looks, finds a run, and pays 4 to see: it beats Ann's flush and takes the "
    "pot of 13, of which Bob put in 6.",
)


RULES = GameRules(
    key="brag",
    name="Brag",
    fewest=FEWEST,
    most=MOST,
    aim="Take the pot: hold the best three cards, or be the last who has not folded.",
    players="4–8 players",
    length="As long as you like",
    source="A traditional description of three-card Brag, and British rules where it is silent.",
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    card_values=HANDS_FROM_BEST,
    example=EXAMPLE,
    options=OPTIONS,
    best="highest",
    is_money=True,
    round_word="Hand",
    action="Enter the hand",
    turn="deals",
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
)
