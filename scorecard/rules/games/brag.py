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

from collections.abc import Mapping, Sequence
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
from scorecard.rules.words import NOTHING, Sentence, joined, quoted, say, say_as, say_n, shown

FEWEST, MOST = 4, 8
MOST_POTS = 4
"""How many pots the form offers; more need four players out of chips in one hand."""

HOW_TO_SCORE = (
    say(
        "Everybody who plays the hand puts the ante into the pot and is dealt three cards. "
        "From the player left of the dealer on, each in turn bets at least as much as the "
        "last bet, or folds."
    ),
    say(
        "Who does not look at their cards plays blind and pays half: a blind bet counts "
        "double. A blind player may look at any time, and plays open from then on."
    ),
    say(
        "When two are left, either may pay to see, on their turn: an open player twice the "
        "last bet, a blind one once its value. A blind player may see anybody; an open "
        "player cannot see a blind one. The better hand takes the pot, and if both are "
        "equal, whoever asked to see loses."
    ),
    say(
        "From best to worst: a prial (three of a kind; threes are best, then aces, kings and "
        "so on down to twos), a running flush, a run, a flush, a pair, a high card. A run "
        "beats a flush. Hands of one kind go by their cards, never by suit."
    ),
    say(
        "Who runs out of chips covers the pot with the cards and stays in for it; the others "
        "bet on into a side pot. The side pot is settled first, and the hand that took it "
        "then meets the covering hand for the main pot."
    ),
    say(
        "The last player who has not folded takes the pot without showing. What you take "
        "less your ante and your bets goes to your balance, so every hand adds up to 0."
    ),
    say("The cards are gathered without shuffling, until a shown prial has taken a pot."),
)

DECIDED = (
    (
        say("What do ace, two and three make?"),
        say("The lowest run. Many British tables make it the highest: the house rules can."),
    ),
    (
        say("Is 9-10-queen of one suit a running flush?"),
        say("No, a rank is missing: it is a plain flush."),
    ),
    (
        say("What if the covering hand is equal to the one that took the side pot?"),
        say(
            "They split the pot, and an odd chip goes to the covering player. The house "
            "rules can give all of it to either."
        ),
    ),
    (
        say("What if a second player covers?"),
        say(
            "There is one more side pot. The last pot is settled first, and the better hand "
            "so far moves on to the pot before it."
        ),
    ),
    (
        say("Where do the last chips of a covering player go?"),
        say("Into the pot that is being covered."),
    ),
    (
        say("Are there betting limits?"),
        say(
            "The least bet is 1, with no limit above, unless the house rules set one. Limits "
            "are compared in open money. The first bet is no raise, and just paying the "
            "price is always allowed."
        ),
    ),
    (say("What if all fold to a blind player?"), say("The blind player takes the pot.")),
    (say("Who deals next?"), say("The deal moves to the left.")),
    (
        say("What if somebody acts out of turn?"),
        say("It counts as it happened, and the hand is marked."),
    ),
    (say("Who wins when you stop?"), say("Nobody: the balances say who owes what.")),
)

HANDS_FROM_BEST = (
    (
        say("Prial"),
        say("Three of a kind; 3-3-3 is best, then A-A-A down to 4-4-4 and 2-2-2 (52 hands)"),
    ),
    (say("Running flush"), say("Three in sequence of one suit (48)")),
    (say("Run"), say("Three in sequence (720)")),
    (say("Flush"), say("Three of one suit (1,096)")),
    (say("Pair"), say("Two of a rank, then the third card (3,744)")),
    (say("High card"), say("The highest card, then the next (16,440)")),
)

NO_LIMIT = say("No limit")
OPTIONS = (
    number(
        "ante",
        say("Ante"),
        say("What everybody in a hand puts into the pot before the cards are dealt."),
        0,
        10_000,
        1,
        is_basic=True,
    ),
    number(
        "min_bet",
        say("Least bet"),
        say("The least a bet may be worth in open money; a blind player pays half."),
        1,
        100_000,
        1,
        is_basic=True,
    ),
    number(
        "max_bet",
        say("Highest bet"),
        say("The most a bet may be worth in open money."),
        1,
        100_000,
        None,
        none_label=NO_LIMIT,
    ),
    number(
        "max_raise",
        say("Highest raise"),
        say("By how much a bet may go over the one before, in open money."),
        1,
        100_000,
        None,
        none_label=NO_LIMIT,
    ),
    choice(
        "a23",
        say("Ace, two, three"),
        say("Where a run of ace, two and three stands."),
        ("lowest", say("The lowest run")),
        ("highest", say("The highest run")),
        ("not_a_run", say("No run at all")),
    ),
    choice(
        "cover_tie",
        say("The covering hand is equal"),
        say("Who takes a pot when the covering hand is equal to the one it meets."),
        ("split", say("They split it")),
        ("coverer", say("The covering player")),
        ("live", say("Who took the side pot")),
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
            say(
                "The option max_bet (Highest bet) must be at least %(min_bet)s, the least "
                "bet, not %(max_bet)s.",
                min_bet=limits.min_bet,
                max_bet=limits.max_bet,
            ),
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
        scores,
        warnings=_warnings(round_, told),
        state=state,
        story=lambda: _story(setup, told, pots),
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
    message = say("%(name)s acted out of turn: %(turn)s was to act.", name=name, turn=turn)
    return (RuleWarning(round_.number, "acted_out_of_turn", message),)


def _story(setup: BragSetup, told: Told, pots: tuple[Pot, ...]) -> Sentence:
    """Say who took which pot, and with what; the last pot was settled first."""
    table = told.table

    def with_hand(name: str) -> Sentence:
        if name not in table.shown:
            return quoted(name)
        return say("%(name)s (%(hand)s)", name=name, hand=table.shown[name].name)

    parts = []
    for place, pot in reversed([*enumerate(pots)]):
        names = [with_hand(name) for name in _by_seat(setup, pot.winners)]
        parts.append(_took(names, pot_name(place, len(pots)), pot.size))
    story = say("%(parts)s.", parts=joined(parts, ", "))
    if told.see is None:
        return story
    seer, opponent = told.see
    if table.shown.get(seer) and table.shown.get(seer) == table.shown.get(opponent):
        equal = say("The hands were equal, and %(seer)s had asked to see.", seer=seer)
        story = joined([story, equal])
    return say("%(seer)s saw %(opponent)s: %(story)s", seer=seer, opponent=opponent, story=story)


def _took(names: Sequence[Sentence], pot: Sentence, size: int) -> Sentence:
    if len(names) > 1:
        return say("%(names)s shared %(pot)s of %(size)s", names=listed(names), pot=pot, size=size)
    return say("%(name)s took %(pot)s of %(size)s", name=names[0], pot=pot, size=size)


def outcome(_setup: BragSetup, _history: History) -> Outcome | None:
    """Return None: Brag goes on for as long as people like."""
    return None


def end_early(_setup: BragSetup, history: History) -> Outcome:
    """Return that nobody wins; the balances stand."""
    if not history.rounds:
        return Outcome((), say("Stopped before a hand was played, so nobody wins."))
    played = say_n("%(num)s hand", "%(num)s hands", len(history.rounds))
    return Outcome(
        (), say("Stopped after %(played)s: the balances stand, and nobody wins.", played=played)
    )


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
    facts = (say("Shuffle: a prial took the last pot."),) if state.is_prial else ()
    return Between(turn=(dealer, RULES.turn) if dealer else None, facts=facts)


def _dealer(setup: BragSetup, history: History) -> str:
    """Return who deals the coming hand, "" where nobody ever named a dealer."""
    dealer: str = history.state.dealer if history.state else ""
    if not dealer or dealer in history.present:
        return dealer
    return left_of(setup.players, dealer, history.present)


def hint(setup: BragSetup, _history: History, round_: Round) -> Sentence:
    """Say who is to act and at what price, while a hand is being told bet by bet."""
    told = read_round(setup, round_)
    if not isinstance(told, Log):
        return NOTHING
    betting = told.betting
    if betting.is_over:
        return say(
            "The betting is over; type %(missing)s.",
            missing=listed([lack.what for lack in told.lacks]),
        )
    sizes = [shown(sum(chips.values())) for chips in betting.pots]
    pots = (
        say("In the pots: %(sizes)s.", sizes=listed(sizes))
        if len(sizes) > 1
        else say("In the pot: %(size)s.", size=sizes[0])
    )
    if not betting.turn:
        least = setup.rules.limits.min_bet
        first = say("The first bet is %(least)s or more, half if blind.", least=least)
        return joined([first, pots])
    return joined([_prices(betting, betting.turn), pots])


def _prices(betting: Betting, name: str) -> Sentence:
    is_blind = name in betting.blind
    price, most = betting.price(name), betting.most(name)
    if most is None:
        bet = say("bet %(price)s or more", price=price)
    else:
        bet = (
            say("bet %(price)s", price=price)
            if most == price
            else say("bet %(price)s to %(most)s", price=price, most=most)
        )
    choices = (
        say("%(bet)s, look, or fold", bet=bet) if is_blind else say("%(bet)s, or fold", bet=bet)
    )
    words = (
        say("%(name)s to act, blind: %(choices)s.", name=name, choices=choices)
        if is_blind
        else say("%(name)s to act: %(choices)s.", name=name, choices=choices)
    )
    if len(betting.live) > LAST_TWO or not betting.value:
        return words
    other = betting.other(name)
    if other in betting.blind and not is_blind:
        blind = say("%(name)s plays blind and cannot be seen.", name=other)
        return joined([words, blind])
    return joined([words, say("To see costs %(price)s.", price=betting.see_price(name))])


def entry_form(setup: BragSetup, history: History) -> EntryForm:
    """Describe the four ways to tell a hand: bets, a see, pots, or bet by bet."""
    names = history.present

    def amounts(key: str, label: Sentence, hint: Sentence) -> Field:
        return Field(key, label, "amounts", high=MOST_CHIPS, names=names, hint=hint)

    def player(key: str, label: Sentence) -> Field:
        return Field(key, label, "player", names=names)

    def several(key: str, label: Sentence, hint: Sentence = NOTHING) -> Field:
        return Field(key, label, "players", names=names, hint=hint, is_optional=True)

    def hands(hint: Sentence, *, is_optional: bool = True) -> Field:
        return Field(
            "hands",
            say("Cards"),
            "hands",
            high=CARDS_IN_HAND,
            names=names,
            deck=DECK_NAMES,
            hint=hint,
            is_optional=is_optional,
        )

    bets = amounts("contrib", say("Bets"), say("All in all, without the ante"))
    out = several("out", say("Sits out"), say("Pays no ante"))
    folded = several("folded", say("Folded"))
    dealer = Field(
        "dealer",
        say("Dealer"),
        "player",
        names=names,
        default=_dealer(setup, history) or None,
        none_label=say("Not told"),
        is_optional=True,
    )
    actions = Field(
        "actions", say("Bets in turn"), "log", high=MOST_CHIPS, names=names, verbs=VERBS
    )
    return EntryForm(
        rounds=(
            RoundStyle(
                "bets",
                say("Bets"),
                say("Type what everybody bet, and who won."),
                (bets, player("winner", say("Winner")), folded, out),
                has_entries=False,
            ),
            RoundStyle(
                "see",
                say("Bets and cards"),
                say("The cards of the last two say who won."),
                (
                    bets,
                    player("seer", say("Asked to see")),
                    player("opponent", say("Was seen")),
                    hands(say("Of the last two"), is_optional=False),
                    out,
                ),
                has_entries=False,
            ),
            RoundStyle(
                "pots",
                say("Several pots"),
                say("Somebody was out of chips and covered a pot."),
                (*_pot_fields(setup, names), hands(say("If they were shown")), folded, out),
                has_entries=False,
            ),
            RoundStyle(
                "log",
                say("Bet by bet"),
                say("See the price of every bet."),
                (
                    dealer,
                    several("blind", say("Play blind"), say("Have not looked")),
                    actions,
                    hands(say("If they were shown")),
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
        name = say("Main pot") if place == 0 else say("Side pot %(place)s", place=place)
        fields += [
            Field(
                f"pots.#{place}.contrib",
                say("%(name)s: bets", name=name),
                "amounts",
                high=MOST_CHIPS,
                names=names,
                hint=NOTHING if place else say("Without the antes"),
                is_optional=place > 0,
            ),
            Field(
                f"pots.#{place}.winner",
                say("%(name)s: winner", name=name),
                "players" if can_split else "player",
                names=names,
                hint=say("Both, if they split it") if can_split else NOTHING,
                is_optional=place > 0,
            ),
        ]
    return fields


VERBS = (
    Verb("bet", say("bets"), "must"),
    Verb("fold", say("folds")),
    Verb("look", say("looks")),
    Verb("cover", say("covers"), "may"),
    Verb("see", say("sees"), "may"),
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
    sentence=say(
        "Bob plays blind and pays 1 where Ann bet 2. Ann cannot see a blind player, so she "
        "bets 2 again. Bob looks, finds a run, and pays 4 to see: it beats Ann's flush and "
        "takes the pot of 13, of which Bob put in 6."
    ),
)


RULES = GameRules(
    key="brag",
    name=say("Brag"),
    fewest=FEWEST,
    most=MOST,
    aim=say("Take the pot: hold the best three cards, or be the last who has not folded."),
    players=say("4–8 players"),
    length=say("As long as you like"),
    source=say(
        "A traditional description of three-card Brag, and British rules where it is silent."
    ),
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    card_values=HANDS_FROM_BEST,
    example=EXAMPLE,
    options=OPTIONS,
    best="highest",
    is_money=True,
    round_word=say("Hand"),
    action=say("Enter the hand"),
    turn=say_as("what the dealer does", "deals"),
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
