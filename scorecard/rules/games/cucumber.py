"""Cucumber (Agurk): seven tricks, of which only the last one hurts.

Aim: be the last one left.

Scoring: the highest card takes the last trick, among equal ones that played last, and costs its
owner its rank. The others who played that rank are relieved of as many points, down to 0. Whoever
comes over the limit draws a cucumber and goes on with the highest score among the others; whoever
does so a second time is out.

Source: the traditional description of Cucumber, known in Scandinavia as Agurk. It contradicts
itself on whether the last trick is good or bad, and leaves open when the score that a cucumber
brings is looked up.

Not scored here: the six tricks before the last, and whether each card was rightly played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from scorecard.rules.cards import RANKS, rank_number, read_rank
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
    Setup,
    Style,
)
from scorecard.rules.options import choice, number, player, switch
from scorecard.rules.reading import (
    entries_by_player,
    known_keys,
    listed,
    refuse_player_count,
    sequence,
    show,
)
from scorecard.rules.seating import clockwise, left_of

FEWEST_PLAYERS, MOST_PLAYERS = 2, 7
FEWEST_IN_A_HAND = 2
CARDS_OF_A_RANK = 4
LEADER, ENTRIES, TAKER, RANK, TIED = "leader", "cards", "winner", "rank", "tied"
"""The keys of a hand: the first two tell every card, the others only what matters of them."""
CUCUMBER, OUT = "cucumber", "out"

HOW_TO_SCORE = (
    "Everybody is dealt seven cards, and seven tricks are played. Suits mean nothing: a card must "
    "be at least as high as the highest in the trick, or else be the lowest of your hand. Whoever "
    "plays the highest card leads to the next trick.",
    "Only the seventh trick counts. Its highest card takes it, and if several are equally high, "
    "the one that was played last.",
    "Whoever takes it scores the card's rank as a penalty: 2 to 10 their number, a jack 11, a "
    "queen 12, a king 13, an ace 14. Others who played the same rank have as many points taken "
    "off, though never below 0.",
    "A total above 21 draws a cucumber: your score becomes that of the highest among the others "
    "still in. If it happens to you again, you are out.",
    "The last one left wins.",
)
DECIDED = (
    ("Is it good or bad to take the last trick?", "Bad: it costs the rank of your card."),
    (
        "Is a cucumber's score looked up before or after the others' relief?",
        "After it, unless you set it otherwise.",
    ),
    ("What if all others are at 0?", "A cucumber then brings you back to 0."),
    ("What about exactly 21?", "It is safe. Only more than the limit draws a cucumber."),
    (
        "Can two come over the limit in the same hand?",
        "No: only whoever takes the last trick gains points.",
    ),
    (
        "Does the score of somebody who is out still matter?",
        "No. It is shown as out and looked up by nobody.",
    ),
    (
        "May a card equal to the highest be played at all?",
        "Yes. You can switch off that equal cards bring relief.",
    ),
    (
        "What if you stop early?",
        "Those without a cucumber come before those with one, then the lower score; level ones "
        "share the win.",
    ),
    (
        "Somebody left for good?",
        "Their score stays on the sheet, but like somebody who is out it no longer matters.",
    ),
)
CARD_VALUES = (
    ("2 to 10", "their number"),
    ("J", "11"),
    ("Q", "12"),
    ("K", "13"),
    ("A", "14"),
)
EXAMPLE = Example(
    {
        "game": "cucumber",
        "players": ["Ann", "Bob", "Cy"],
        "rounds": [
            {"leader": "Ann", "cards": {"Ann": "9", "Bob": "K", "Cy": "4"}},
            {"leader": "Bob", "cards": {"Bob": "Q", "Cy": "5", "Ann": "Q"}},
        ],
    },
    "In the second hand Bob and Ann both play a queen. Ann played hers later, takes the trick "
    "and scores 12; Bob, who had 13, goes down to 1.",
)

OPTIONS = (
    number(
        "limit",
        "Limit",
        "A score above this draws a cucumber, and the second time it is the end for that player.",
        10,
        100,
        21,
        is_basic=True,
    ),
    switch(
        "tie_relief",
        "Equal cards bring relief",
        "Those who played the same rank as the taker have its points taken off.",
        default=True,
    ),
    choice(
        "reset_basis",
        "Score after a cucumber",
        "Which scores of the others are looked up for whoever draws a cucumber.",
        ("after_relief", "Those after this hand's relief"),
        ("before_relief", "Those before this hand's relief"),
    ),
    player("first_dealer", "First dealer", "Who deals first; then the deal passes to the left."),
)


@dataclass(frozen=True, slots=True)
class Table:
    """How things stand after a hand: everybody's score, and who has a cucumber.

    ``gone`` names who takes no part any more, earliest first; the score of those who are out is
    None, and that of those who left what it was. ``dealer`` dealt the hand, ``taker`` took its
    last trick.
    """

    scores: Mapping[str, int | None]
    cucumbers: frozenset[str] = frozenset()
    gone: tuple[str, ...] = ()
    dealer: str = ""
    taker: str = ""

    @property
    def inside(self) -> dict[str, int]:
        """The scores of those still in, in seating order."""
        return {
            name: score
            for name, score in self.scores.items()
            if score is not None and name not in self.gone
        }

    @property
    def eliminated(self) -> tuple[str, ...]:
        """Those who are out, earliest first."""
        return tuple(name for name in self.gone if self.scores[name] is None)


def table_of(setup: Setup, history: History, present: tuple[str, ...]) -> Table:
    """Return how things stand before the next hand, for those who are ``present`` then."""
    table: Table = history.state or Table(dict.fromkeys(setup.players, 0))
    left = tuple(name for name in setup.players if name not in present and name not in table.gone)
    return replace(table, gone=(*table.gone, *left)) if left else table


def next_dealer(setup: Setup, table: Table) -> str:
    """Return who deals the next hand: the next to the left who is still in."""
    if table.dealer:
        return left_of(setup.players, table.dealer, table.inside)
    first: str = setup.options["first_dealer"]
    return left_of(setup.players, first, table.inside) if first in table.gone else first


def set_up(players: tuple[str, ...], options: Mapping[str, Json]) -> Setup:
    """Return the set-up for these players, refusing fewer than 2 or more than 7."""
    refuse_player_count("Cucumber", players, FEWEST_PLAYERS, MOST_PLAYERS)
    return Setup(players=players, options=options)


@dataclass(frozen=True, slots=True)
class Told:
    """What was told of a hand's last trick, read, as far as it goes; "" where nothing was.

    It is told either by ``leader`` and everybody's ``cards``, or quickly by its ``taker``, their
    ``rank`` and who else played that, ``tied``.
    """

    is_quick: bool
    leader: str = ""
    cards: Mapping[str, str] = field(default_factory=dict)
    taker: str = ""
    rank: str = ""
    tied: tuple[str, ...] = ()


def read_round(setup: Setup, history: History, round_: Round) -> Told:
    """Read what was told of a hand, refusing what can never be right."""
    table = table_of(setup, history, round_.present)
    if len(table.inside) < FEWEST_IN_A_HAND:
        raise Refused(
            "player_count",
            f"Hand {round_.number} needs at least {FEWEST_IN_A_HAND} players who are still in.",
        )
    known_keys(round_.data, (LEADER, ENTRIES, TAKER, RANK, TIED), f"Hand {round_.number}")
    cards = _read_cards(setup, table, round_)
    told = {key: value for key, value in round_.data.items() if value is not None}
    if TAKER not in told and RANK not in told and TIED not in told:
        return Told(is_quick=False, leader=_read_leader(table, round_), cards=cards)
    if cards or LEADER in told:
        raise Refused(
            "malformed",
            f"Hand {round_.number}: tell either everybody's card and who led, "
            "or who took the trick and with what, not both.",
            item=TAKER,
        )
    taker = _read_name(table, round_, told[TAKER], TAKER) if TAKER in told else ""
    rank = read_rank(told[RANK], taker, item=RANK) if RANK in told else ""
    tied = _read_tied(table, round_, taker, rank, told.get(TIED, []))
    return Told(is_quick=True, taker=taker, rank=rank, tied=tied)


def _read_cards(setup: Setup, table: Table, round_: Round) -> Mapping[str, str]:
    cards = {}
    for name, entry in entries_by_player(round_, ENTRIES, setup.players).items():
        if entry is None:
            continue
        _refuse_eliminated(table, round_, name, ENTRIES)
        cards[name] = read_rank(entry, name)
    for rank in set(cards.values()):
        _refuse_too_many(rank, [name for name, card in cards.items() if card == rank], ENTRIES)
    return cards


def _refuse_too_many(rank: str, holders: Sequence[str], item: str) -> None:
    if len(holders) > CARDS_OF_A_RANK:
        raise Refused(
            "too_many_of_rank",
            f"There are only {CARDS_OF_A_RANK} × {rank or 'each rank'}, but {len(holders)} were "
            f"played: by {listed(holders)}.",
            item=item,
        )


def _refuse_eliminated(table: Table, round_: Round, name: str, item: str) -> None:
    if name in table.eliminated:
        raise Refused(
            "player_eliminated",
            f"Hand {round_.number}: {name} is out and plays no more cards.",
            player=name,
            item=item,
        )


def _read_leader(table: Table, round_: Round) -> str:
    value = round_.data.get(LEADER)
    if value is None:
        return ""
    name = value.strip() if isinstance(value, str) else ""
    if name not in table.inside:
        who = name if name in table.scores else show(value)
        why = "out" if name in table.eliminated else "not in the game"
        raise Refused(
            "bad_leader",
            f"Hand {round_.number}: {who} is {why} and cannot have led the last trick.",
            player=name,
            item=LEADER,
        )
    return name


def _read_name(table: Table, round_: Round, value: Json, item: str) -> str:
    name = value.strip() if isinstance(value, str) else ""
    _refuse_eliminated(table, round_, name, item)
    if name not in table.inside:
        reason = (
            f"{name} has left and takes no part in it."
            if name in table.scores
            else f"{show(value)} is not one of the players."
        )
        raise Refused("unknown_player", f"Hand {round_.number}: {reason}", player=name, item=item)
    return name


def _read_tied(table: Table, round_: Round, taker: str, rank: str, value: Json) -> tuple[str, ...]:
    """Read who else played the taker's rank, refusing the taker, and anybody named twice."""
    names: list[str] = []
    for given in sequence(value, "The players who had the same rank"):
        name = _read_name(table, round_, given, TIED)
        if name == taker:
            raise Refused(
                "outcome_conflict",
                f"Hand {round_.number}: {name} took the trick and cannot also be among those who "
                "had the same rank.",
                player=name,
                item=TIED,
            )
        if name in names:
            raise Refused(
                "duplicate_name",
                f"Hand {round_.number} has {name} twice among those who had the same rank.",
                player=name,
                item=TIED,
            )
        names.append(name)
    _refuse_too_many(rank, [taker or "the taker", *names], TIED)
    return tuple(names)


def check_round(setup: Setup, history: History, round_: Round) -> None:
    """Refuse what cannot be in what was told of a hand so far."""
    read_round(setup, history, round_)


def awaits(setup: Setup, history: History, round_: Round) -> Awaited:
    """Return what a hand still needs: cards and who led, or who took the trick with what."""
    told = read_round(setup, history, round_)
    if told.is_quick:
        if not told.taker:
            return Awaited(table="who took the last trick")
        return Awaited(table="" if told.rank else f"the card {told.taker} took the trick with")
    inside = table_of(setup, history, round_.present).inside
    return Awaited(
        players=tuple(name for name in inside if name not in told.cards),
        table="" if told.leader else "who led the last trick",
    )


@dataclass(frozen=True, slots=True)
class Trick:
    """The last trick: who took it, with which rank, and who else had played that."""

    taker: str
    rank: str
    tied: tuple[str, ...]

    @property
    def points(self) -> int:
        """The penalty for its taker, and the relief for those who played the same rank."""
        return rank_number(self.rank)


def _trick(setup: Setup, table: Table, round_: Round, told: Told) -> Trick:
    """Return the last trick as it was told, refusing it while something is missing."""
    if told.is_quick:
        if not told.taker:
            _refuse_untold(round_, TAKER, "who took the last trick")
        if not told.rank:
            _refuse_untold(round_, RANK, f"with which rank {told.taker} took the last trick")
        return Trick(told.taker, told.rank, told.tied)
    missing = [name for name in table.inside if name not in told.cards]
    if missing:
        raise Refused(
            "missing_entry",
            f"Hand {round_.number} has no card for {listed(missing)}.",
            player=missing[0],
        )
    if not told.leader:
        _refuse_untold(round_, LEADER, "who led the last trick")
    *others, last = clockwise(setup.players, told.leader, table.inside)
    # The leader comes last when the table is walked clockwise from their seat, but plays first.
    order = (last, *others)
    highest = max(told.cards.values(), key=rank_number)
    *tied, taker = (name for name in order if told.cards[name] == highest)
    return Trick(taker, highest, tuple(tied))


def _refuse_untold(round_: Round, item: str, what: str) -> NoReturn:
    message = f"Hand {round_.number} does not say {what} ({item})."
    raise Refused("missing_entry", message, item=item)


def score_round(setup: Setup, history: History, round_: Round) -> RoundScore:
    """Score a whole hand: reliefs, then the penalty, then what comes of a score over the limit.

    The points are what a score changed by; for somebody whom the hand puts out, the penalty.
    """
    told = read_round(setup, history, round_)
    table = table_of(setup, history, round_.present)
    trick = _trick(setup, table, round_, told)
    taker, limit = trick.taker, setup.options["limit"]
    before = table.inside
    relieved = dict(before)
    story = [f"{taker} took the last trick with {_a(trick.rank)}: {trick.points} points."]
    if setup.options["tie_relief"] and trick.tied:
        relieved |= {name: max(before[name] - trick.points, 0) for name in trick.tied}
        story += [f"{name} had one too: now at {relieved[name]}." for name in trick.tied]
    total = before[taker] + trick.points
    score: int | None = total
    cucumbers, gone = table.cucumbers, table.gone
    if total > limit and taker not in cucumbers:
        looked_up = relieved if setup.options["reset_basis"] == "after_relief" else before
        score = max(looked_up[name] for name in before if name != taker)
        cucumbers |= {taker}
        story.append(f"{total} is over {limit}: a cucumber, and back to {score}.")
    elif total > limit:
        score = None
        gone = (*gone, taker)
        story.append(f"{total} is over {limit} for the second time: {taker} is out.")
    after = {**table.scores, **relieved, taker: score}
    change = {name: relieved[name] - before[name] for name in before}
    change[taker] = trick.points if score is None else score - before[taker]
    return RoundScore(
        scores=change,
        state=Table(after, cucumbers, gone, next_dealer(setup, table), taker),
        totals=after,
        story=" ".join(story),
    )


def _a(rank: str) -> str:
    return f"an {rank}" if rank in ("8", "A") else f"a {rank}"


def between(setup: Setup, history: History) -> Between:
    """Say who deals the next hand and who is still in, and mark cucumbers and those out."""
    table = table_of(setup, history, history.present)
    marks = {name: (CUCUMBER,) for name in table.inside if name in table.cucumbers}
    marks |= dict.fromkeys(table.eliminated, (OUT,))
    if len(table.inside) < FEWEST_IN_A_HAND:
        return Between(marks=marks)
    hand = f"Hand {len(history.rounds) + 1}"
    still_in = f", {len(table.inside)} players still in" if table.gone else ""
    return Between(turn=(next_dealer(setup, table), "deals"), facts=(hand + still_in,), marks=marks)


def outcome(_setup: Setup, history: History) -> Outcome | None:
    """Return the last one left as the winner, or None while several are in."""
    table: Table = history.state
    if len(table.inside) > 1:
        return None
    (winner,) = table.inside
    return Outcome((winner,), f"{winner} wins: all others are out.")


def end_early(setup: Setup, history: History) -> Outcome:
    """Return who wins when the game is stopped: no cucumber first, then the lower score."""
    if not history.rounds:
        return Outcome((), "Ended before a hand was played, so nobody wins.")
    table = table_of(setup, history, history.present)
    places = places_of(table)
    winners = tuple(name for name in table.inside if places[name] == 1)
    if not winners:
        return Outcome((), "Ended early with nobody left in the game.")
    win = f"{winners[0]} wins" if len(winners) == 1 else f"{listed(winners)} share the win"
    cucumber = "with" if winners[0] in table.cucumbers else "without"
    score = table.inside[winners[0]]
    return Outcome(winners, f"Ended early: {win} {cucumber} a cucumber, at {score}.")


def places_of(table: Table) -> dict[str, int]:
    """Return everybody's place from 1.

    Those still in come first, without a cucumber before with one, then by score, level ones
    sharing a place; then those who are gone, whoever stayed longest first.
    """
    inside = {name: (name in table.cucumbers, score) for name, score in table.inside.items()}
    ordered = sorted(inside.values())
    places = {name: ordered.index(key) + 1 for name, key in inside.items()}
    last_first = reversed(table.gone)
    return places | {name: len(inside) + at for at, name in enumerate(last_first, start=1)}


def extras(setup: Setup, history: History, is_over: bool) -> dict[str, Json]:
    """Return the scores after each hand, who took it, cucumbers, who is out, and who deals."""
    tables: list[Table] = [scored.state for scored in history.rounds]
    now = table_of(setup, history, history.present)
    return {
        "scores_after": [dict(table.scores) for table in tables],
        "trick_winner": [table.taker for table in tables],
        "cucumbers": {name: int(name in now.cucumbers) for name in setup.players},
        "eliminated": list(now.eliminated),
        "next_dealer": None if is_over else next_dealer(setup, now),
    }


def entry_form(setup: Setup, history: History) -> EntryForm:
    """Describe the two ways to tell the last trick: everybody's card, or its taker's only."""
    inside = tuple(table_of(setup, history, history.present).inside)
    ranks = tuple((rank, rank) for rank in RANKS)
    card = Field("", "Card", "choice", choices=ranks)
    leader = Field(LEADER, "Who led the last trick?", "player", names=inside)
    quick = (
        Field(TAKER, "Who took the last trick?", "player", names=inside),
        Field(RANK, "With which card?", "choice", choices=ranks),
        Field(
            TIED,
            "Who else had that card?",
            "players",
            high=CARDS_OF_A_RANK - 1,
            names=inside,
            hint="Nobody, or up to three",
            is_optional=True,
            default=[],
        ),
    )
    return EntryForm(
        players=inside,
        styles=(
            Style(
                "card", "Card", "The card of the last trick.", (FieldGroup("card", "", (card,)),)
            ),
        ),
        rounds=(
            RoundStyle("cards", "Every card", "We find out who took it.", (leader,)),
            RoundStyle("quick", "Who took it", "", quick, has_entries=False),
        ),
        deck=dict.fromkeys(RANKS, CARDS_OF_A_RANK),
    )


RULES = GameRules(
    key="cucumber",
    name="Cucumber",
    fewest=FEWEST_PLAYERS,
    most=MOST_PLAYERS,
    aim="Do not take the last trick, and be the last one left.",
    players="2–7 players",
    length="Half an hour",
    source="The traditional description of Cucumber, or Agurk.",
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    card_values=CARD_VALUES,
    example=EXAMPLE,
    options=OPTIONS,
    best="lowest",
    entries_key=ENTRIES,
    round_word="Hand",
    action="Enter the last trick",
    turn="deals",
    first="first_dealer",
    set_up=set_up,
    entry_form=entry_form,
    check_round=check_round,
    score_round=score_round,
    outcome=outcome,
    end_early=end_early,
    extras=extras,
    awaits=awaits,
    between=between,
    ranks=lambda setup, history: places_of(table_of(setup, history, history.present)),
)
