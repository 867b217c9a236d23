"""Pay Me: eleven hands of rummy, each with one card more and another rank wild.

Aim: have the lowest total after the eleventh hand.

Scoring: whoever melds every card calls and counts nothing. The others draw once more and may lay
off on the caller's melds; every card they cannot use counts against them, 15 for a wild card, 10
for an 8 to king, 5 for an ace or a 3 to 7.

Source: the traditional description of Pay Me. It does not say what a wild card costs when it
stands for itself, how many jokers a deck has, or what happens when the stock runs out.

Not scored here: melds and laying off, and any money the players settle by the totals.

Long because a game is one file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from scorecard.rules import card_game, core, options
from scorecard.rules.cards import deck
from scorecard.rules.cards.cards import RANKS, read_rank
from scorecard.rules.options import number
from scorecard.rules.outcome import standings
from scorecard.rules.typed import fields, reading
from scorecard.rules.words import NOTHING, Sentence, answers, begun, paragraphs, quoted, say, say_n

DECKS, MOST_DECKS = ((2, 1), (4, 2)), 3
"""Pairs of most players and decks; more players use the most decks."""
HANDS = 11
FEWEST_CARDS = 3
"""Cards for each player in the first hand; one more in each further hand."""

JOKER = "JOKER"
SUITS_PER_DECK = 4
"""The number of cards of each rank in a deck."""

WILD, HIGH, LOW = "wild", "high", "low"
WORTH = {WILD: 15, HIGH: 10, LOW: 5}
"""The points of a card left over, by its band."""
STEP = 5
"""A divisor of every possible deadwood."""
BANDS = {
    WILD: ("2", JOKER),
    HIGH: ("8", "9", "10", "J", "Q", "K"),
    LOW: ("A", "3", "4", "5", "6", "7"),
}
"""The bands before a hand's own rank turns wild."""
LEFT_OVER = {
    WILD: say("number of wild cards left over"),
    HIGH: say("number of high cards left over"),
    LOW: say("number of low cards left over"),
}
IN_SENTENCES = {WILD: say("wild card"), HIGH: say("8 to king"), LOW: say("ace or 3 to 7")}
PLURALS = {"J": say("jacks"), "Q": say("queens"), "K": say("kings")}

HOW_TO_SCORE = paragraphs("""
    Two players need one deck, three or four need two, and five to eight need three, all
    with their jokers. What is not dealt is the stock; its top card, turned over, begins the
    discard pile.

    There are eleven hands. Everybody is dealt three cards in the first and one more in each
    that follows, thirteen in the last. Jokers and 2s are wild in every hand, and so is the
    rank that equals the number of cards dealt: 3s in the first hand, jacks when eleven are
    dealt, queens when twelve and kings when thirteen are.

    From the dealer’s left on, take the top card of the stock or of the discard pile in
    turn, and discard one.

    Three or four cards of a rank, each of another suit, are a set; a rank may make two
    sets. A run is three or more cards of a suit in sequence. Both stay in the hand until
    the hand is over.

    A wild card stands for any card; a 2 or the hand’s own rank may also stand for itself.
    At most half of a set or run may be wild, and in a run never two side by side.

    Who has nothing but sets and runs calls “Pay me!” and counts nothing for this hand. With
    or without a last discard makes no difference.

    Each of the others has one more turn, and draws from the stock only. Then they lay down
    what they can, and may add cards to the caller’s sets and runs, but to nobody else’s.
    Nobody takes a wild card that lies there in exchange.

    What they cannot use is their deadwood: 15 for every wild card, 10 for every 8, 9, 10,
    jack, queen or king, and 5 for every ace and every 3 to 7.

    Deadwood is added up over the hands. The lowest total after the eleventh hand wins.
    Nobody drops out before, and calling earns no bonus.
""")
DECIDED = answers("""
    What does a wild card cost that would have been used as itself?
    15, like any wild card: the hand’s own rank and the 2s belong to no other band.

    What if several have the lowest total?
    They share the win.

    How many jokers has a deck?
    Two, unless you set another number.

    What if the stock runs out and nobody has called?
    The hand stands, with a warning, and everybody counts their deadwood.

    Must the caller still discard?
    Either way they count 0.

    What if the game ends before the eleventh hand?
    The lowest total so far wins.

    Does calling most often win?
    No. Calling first is the aim of a hand, the lowest total that of the game.

    Who deals, and is the ace high or low?
    The deal passes to the left. The ace is yours to agree on: it changes no score.

    Somebody left for good?
    Their total stays on the sheet, but only those who play to the end can win.
""")
CARD_VALUES = (
    (say("Joker, 2, and the rank of the hand"), quoted("15")),
    (quoted("8, 9, 10, J, Q, K"), quoted("10")),
    (quoted("A, 3, 4, 5, 6, 7"), quoted("5")),
)
EXAMPLE = card_game.Example(
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
    say(
        "Bob is caught twice with a 3 and a 9: in the first hand 3s are wild and he counts "
        "15 + 10, in the second 4s are, and he counts 5 + 10."
    ),
)


def suggest_decks(players: int, _options: Mapping[str, core.Json]) -> options.Suggestion:
    """Return the number of decks for this many players, and why."""
    decks = next((decks for most, decks in DECKS if players <= most), MOST_DECKS)
    return options.Suggestion(decks, say("Usual for %(players)s players.", players=players))


OPTIONS = (
    number(
        "decks",
        say("Decks"),
        say("How many decks you shuffle together."),
        1,
        4,
        suggest=suggest_decks,
        is_basic=True,
        said=lambda decks: say_n("%(num)s deck", "%(num)s decks", decks),
        is_plain=True,
    ),
    number(
        "jokers_per_deck",
        say("Jokers in a deck"),
        say("How many jokers in each deck."),
        0,
        4,
        2,
        is_basic=True,
        said=lambda jokers: (
            say_n("%(num)s joker in each", "%(num)s jokers in each", jokers)
            if jokers
            else say("no jokers")
        ),
        is_plain=True,
    ),
)


@dataclass(frozen=True, slots=True)
class Hand:
    """One of the eleven hands: its number, the cards dealt to each player, and the wild rank.

    ``bands`` has each card's band, ``copies`` its number over all decks, and ``in_band`` the
    number of each band's cards.
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
class PayMeSetup(core.Setup):
    """A game of Pay Me with its eleven hands, worked out once."""

    hands: tuple[Hand, ...]
    decks: int


def set_up(players: tuple[str, ...], options: Mapping[str, core.Json]) -> PayMeSetup:
    """Return the set-up with its eleven hands."""
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


class Deadwood(NamedTuple):
    """One player's entry: its points, and the cards if they were entered.

    ``in_band`` counts the cards by band, None for mere points; ``cards`` are the ranks of cards
    that were entered one by one.
    """

    points: int
    in_band: Mapping[str, int] | None = None
    cards: Sequence[str] = ()


def read_entry(hand: Hand, player: str, entry: core.Json) -> Deadwood:
    """Read one player's deadwood: points, cards by band, or ``{"cards": [rank, …]}``."""
    if type(entry) is int or not isinstance(entry, reading.OBJECTS):
        return Deadwood(_read_points(hand, player, entry))
    cards: Sequence[str] = ()
    if "cards" in entry:
        cards = _read_cards(hand, player, entry)
        in_band = dict.fromkeys(WORTH, 0)
        for card in cards:
            in_band[hand.bands[card]] += 1
    else:
        reading.known_keys(entry, WORTH, "deadwood", player=player)
        in_band = {
            band: reading.whole(entry.get(band, 0), LEFT_OVER[band], player=player, item=band)
            for band in WORTH
        }
    held = sum(in_band.values())
    if held > hand.dealt:
        raise core.Refused(
            "too_many_cards",
            "%(player)s cannot have %(held)s cards left over: only %(dealt)s were dealt "
            "in hand %(number)s.",
            held=reading.show(held),
            dealt=hand.dealt,
            number=hand.number,
            player=player,
            item="cards" if "cards" in entry else WILD,
        )
    points = sum([count * WORTH[band] for band, count in in_band.items()])
    return Deadwood(points, in_band, cards)


def _read_points(hand: Hand, player: str, value: core.Json) -> int:
    points = reading.whole(value, DEADWOOD, player=player)
    if points > hand.most:
        why = say("%(dealt)s cards cost at most %(most)s", dealt=hand.dealt, most=hand.most)
    elif points % STEP:
        why = say("it must be a multiple of %(step)s", step=STEP)
    else:
        return points
    message = say(
        "%(player)s’s deadwood cannot be %(points)s: %(why)s.",
        player=player,
        points=reading.show(points),
        why=why,
    )
    raise core.Refused("points_not_possible", message, player=player)


def _read_cards(hand: Hand, player: str, entry: Mapping[str, core.Json]) -> list[str]:
    reading.known_keys(entry, ("cards",), "deadwood", player=player)
    listed = entry["cards"]
    if type(listed) is not list:
        listed = reading.sequence(listed, say("The cards of %(player)s", player=player))
    return [_read_card(hand, player, card) for card in listed]


def _read_card(hand: Hand, player: str, value: core.Json) -> str:
    if type(value) is str and value in hand.copies:
        return value
    if isinstance(value, str) and value.strip().upper() == JOKER:
        if JOKER in hand.copies:
            return JOKER
        message = say(
            "%(player)s cannot have a %(joker)s: you play without jokers.",
            player=player,
            joker=JOKER,
        )
        raise core.Refused("unknown_card", message, player=player, item="cards")
    return read_rank(value, player, item="cards")


DEADWOOD = say("deadwood")
CALLER_KEY, ENTRIES_KEY = "went_out", "deadwood"


class ParsedHand(NamedTuple):
    """A hand as it was entered, whole or in part.

    ``caller`` is "" if nobody went out, or, without ``is_caller_known``, if this is missing.
    """

    round: core.Round
    caller: str
    is_caller_known: bool
    deadwood: Mapping[str, Deadwood]

    @property
    def counted(self) -> frozenset[str]:
        """The players with an entry, and the caller, who needs none."""
        return frozenset({*self.deadwood, self.caller})


def read(setup: PayMeSetup, _history: core.History, round_: core.Round) -> ParsedHand:
    """Read and validate what was entered of a hand."""
    if round_.number > HANDS:
        raise round_.refused(
            "game_over",
            "There are %(hands)s hands, and this would be hand %(number)s.",
            hands=HANDS,
        )
    hand = setup.hands[round_.number - 1]
    reading.known_parts(round_, (CALLER_KEY, ENTRIES_KEY))
    value = round_.data.get(CALLER_KEY)
    caller = "" if value is None else reading.named(round_, value, setup.players, CALLER_KEY)
    entries = reading.entries_by_player(round_, ENTRIES_KEY, setup.players)
    deadwood = {name: read_entry(hand, name, entry) for name, entry in entries.items()}
    if caller in deadwood and deadwood[caller].points:
        raise core.Refused(
            "caller_has_deadwood",
            "%(caller)s called, so every card is melded, but you entered %(points)s "
            "points of deadwood.",
            caller=caller,
            points=deadwood[caller].points,
            player=caller,
            item=CALLER_KEY,
        )
    _refuse_more_than_exist(setup, hand, deadwood)
    return ParsedHand(round_, caller, CALLER_KEY in round_.data, deadwood)


def next_hand(setup: PayMeSetup, history: core.History) -> Hand:
    """Return the hand for a form; after the last one, the last one."""
    return setup.hands[min(len(history.rounds) + history.ahead, HANDS - 1)]


def _refuse_more_than_exist(
    setup: PayMeSetup, hand: Hand, deadwood: Mapping[str, Deadwood]
) -> None:
    """Refuse more cards of a band or a rank than there are, over all players."""
    in_bands = {name: held.in_band for name, held in deadwood.items() if held.in_band is not None}
    deck.refuse_more_than_exist(in_bands, hand.in_band, IN_SENTENCES)
    named = [card for held in deadwood.values() for card in held.cards]
    for card in dict.fromkeys(named):
        if named.count(card) > hand.copies[card]:
            by = {name: held.cards.count(card) for name, held in deadwood.items()}
            decks = (
                say("one deck") if setup.decks == 1 else say("%(decks)s decks", decks=setup.decks)
            )
            raise core.Refused(
                "too_many_of_rank",
                "There are %(copie)s × %(card)s in %(decks)s, but you counted %(values)s: %(by)s.",
                copie=hand.copies[card],
                card=card,
                decks=decks,
                values=sum(by.values()),
                by=deck.shares(by),
                item=card,
            )


def awaits(_setup: PayMeSetup, _history: core.History, parsed: ParsedHand) -> core.Awaited:
    """Return what a hand still needs: who called, and the deadwood of everybody else."""
    return core.Awaited(
        players=parsed.round.missing(parsed.counted),
        table=NOTHING if parsed.is_caller_known else say("who called"),
    )


def score_round(_setup: PayMeSetup, _history: core.History, parsed: ParsedHand) -> core.RoundScore:
    """Score a whole hand: everybody's deadwood, nothing for the caller."""
    round_ = parsed.round
    if not parsed.is_caller_known:
        raise round_.refused(
            "missing_entry",
            "Hand %(number)s does not say who called: %(caller_key)s must be a player’s "
            "name, or null if the stock ran out.",
            caller_key=CALLER_KEY,
            item=CALLER_KEY,
        )
    reading.refuse_missing(round_, parsed.counted)
    return core.RoundScore(
        scores={
            name: parsed.deadwood[name].points if name in parsed.deadwood else 0
            for name in round_.present
        },
        warnings=() if parsed.caller else (_nobody_went_out(round_.number),),
        story=lambda: _story(parsed.caller),
    )


def _story(caller: str) -> Sentence:
    if caller:
        return say("%(caller)s called.", caller=caller)
    return say("Nobody called: the stock ran out.")


def _nobody_went_out(number: int) -> core.RuleWarning:
    message = say("Nobody called, but a hand ends only then, or when the stock runs out.")
    return core.RuleWarning(number, "nobody_went_out", message, is_said=True)


def row_notes(
    _setup: PayMeSetup, _history: core.History, parsed: ParsedHand
) -> dict[str, Sentence]:
    """Return the sentence about the caller."""
    return {parsed.caller: say("called · 0")} if parsed.caller else {}


def between(setup: PayMeSetup, history: core.History) -> core.Between:
    """Return the number of cards dealt, and the wild cards, in words."""
    hand = next_hand(setup, history)
    wild = PLURALS.get(hand.wild) or say("%(rank)ss", rank=hand.wild)
    return core.Between(
        lead=begun(say("%(wild)s wild", wild=wild)),
        facts=(say("%(dealt)s cards", dealt=hand.dealt),),
        rounds=HANDS,
    )


def outcome(_setup: PayMeSetup, history: core.History) -> core.Outcome | None:
    """Return the winners after the eleventh hand, None before it."""
    if len(history.rounds) < HANDS:
        return None
    winners, sentence = _lowest(history)
    return core.Outcome(
        winners, say("%(sentence)s after hand %(hands)s.", sentence=sentence, hands=HANDS)
    )


def end_early(_setup: PayMeSetup, history: core.History) -> core.Outcome:
    """Return the outcome of a stopped game: the lowest total so far wins."""
    winners, sentence = _lowest(history)
    return core.Outcome(
        winners,
        say(
            "Ended early: %(sentence)s after hand %(rounds)s.",
            sentence=sentence,
            rounds=len(history.rounds),
        ),
    )


def _lowest(history: core.History) -> tuple[tuple[str, ...], str]:
    totals = standings.of_stayers(history.totals, history.rounds[-1].scores)
    winners = standings.leaders(totals, "lowest")
    total = say("the lowest total, %(total)s,", total=totals[winners[0]])
    if len(winners) == 1:
        return winners, say("%(winner)s wins with %(total)s", winner=winners[0], total=total)
    return winners, say(
        "%(winners)s share the win with %(total)s", winners=reading.listed(winners), total=total
    )


def entry_form(setup: PayMeSetup, history: core.History) -> fields.EntryForm:
    """Describe the three ways to enter deadwood, and the question who called.

    Long because it is one form, written out as data.
    """
    hand = next_hand(setup, history)
    points = fields.Field("", say("Deadwood"), "points", high=hand.most, step=STEP, worth=1)
    bands = tuple(
        fields.Field(
            band,
            _label(hand, band),
            "count",
            high=min(hand.dealt, hand.in_band[band]),
            worth=WORTH[band],
            hint=say("%(worth)s each", worth=WORTH[band]),
        )
        for band in WORTH
    )
    cards = fields.Field(
        "cards",
        say("Cards left over"),
        "cards",
        high=hand.dealt,
        deck=tuple(hand.copies),
        wild=tuple(card for card, band in hand.bands.items() if band == WILD),
        hint=say("★ is wild"),
    )
    caller = fields.Field(
        CALLER_KEY,
        say("Who called?"),
        "player",
        names=history.present,
        none_label=say("Nobody: the stock ran out"),
        entry_of_named=0,
        excuses=say("called · 0"),
    )
    return fields.EntryForm(
        players=history.present,
        rounds=(fields.RoundStyle("round", NOTHING, fields=(caller,)),),
        styles=(
            fields.style("quick", say("Points"), say("Type the sum."), points),
            fields.style("bands", say("By value"), say("Count what is left over."), *bands),
            fields.style("cards", say("Cards"), say("Tap every card left over."), cards),
        ),
        deck=hand.copies,
        opening=CALLER_KEY,
    )


def _label(hand: Hand, band: str) -> Sentence:
    """Return a band's name in one hand: "Joker, 2, 9"; "8, 10–K"; "A, 3–7"."""
    if band == WILD:
        if JOKER in hand.copies:
            return say("Joker, 2, %(wild)s", wild=hand.wild)
        return quoted(f"2, {hand.wild}")
    return quoted(", ".join(_runs([rank for rank in BANDS[band] if rank != hand.wild])))


def _runs(ranks: Sequence[str]) -> Iterator[str]:
    """Yield ranks that follow each other as one: "A", "4–7"."""
    for _, run in groupby(enumerate(ranks), lambda place: RANKS.index(place[1]) - place[0]):
        first, *others = (rank for _, rank in run)
        yield f"{first}–{others[-1]}" if len(others) > 1 else ", ".join([first, *others])


RULES = card_game.GameRules(
    key="pay_me",
    name=say("Pay Me"),
    fewest=2,
    most=8,
    aim=say("Meld every card before the others do, and have the lowest total after eleven hands."),
    players=say("2–8 players"),
    length=say("About an hour"),
    source=say("The traditional description of Pay Me."),
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    card_values=CARD_VALUES,
    example=EXAMPLE,
    options=OPTIONS,
    best="lowest",
    entries_key=ENTRIES_KEY,
    told={CALLER_KEY: lambda name: say("%(name)s called", name=name)},
    in_story=(CALLER_KEY,),
    round_word=say("Hand"),
    action=say("Enter the hand"),
    why_not_late=NOTHING,
    set_up=set_up,
    entry_form=entry_form,
    read=read,
    awaits=awaits,
    score_round=score_round,
    outcome=outcome,
    end_early=end_early,
    extras=lambda setup, history, _is_over: {
        "hand_info": [
            {"cards": hand.dealt, "wild": hand.wild} for hand in setup.hands[: len(history.rounds)]
        ]
    },
    entry_scores=lambda _setup, parsed: {
        name: held.points for name, held in parsed.deadwood.items()
    },
    row_notes=row_notes,
    between=between,
)
