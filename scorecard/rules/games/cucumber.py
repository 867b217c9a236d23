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

Long because a game is one file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scorecard.rules import card_game, core, seating
from scorecard.rules.cards.cards import RANKS, rank_number, read_rank
from scorecard.rules.options import choice, number, switch
from scorecard.rules.outcome import standings, winning
from scorecard.rules.typed import fields, reading
from scorecard.rules.words import NOTHING, Sentence, answers, joined, paragraphs, quoted, say, say_n

FEWEST_IN_A_HAND = 2
CARDS_OF_A_RANK = 4
LEADER, ENTRIES, TAKER, RANK, TIED = "leader", "cards", "winner", "rank", "tied"
"""The keys of a hand: two for an entry of all cards, and three for a quick entry."""

HOW_TO_SCORE = paragraphs("""
    Everybody is dealt seven cards, and seven tricks are played. The rest of the pack stays
    out. Suits mean nothing, and the ace is highest.

    The dealer’s left leads any card to the first trick. Everybody after that beats the
    highest card so far, or else gives the lowest of their hand. The highest card, the last
    of several, leads to the next trick. What was played stays open on the table.

    Only the seventh trick counts. The highest card takes it; of equal cards, the last one
    played.

    The taker scores the card’s rank as a penalty: 2 to 10 their number, a jack 11, a queen
    12, a king 13, an ace 14. Others who played the same rank lose as many points, but never
    go below 0.

    Above 21 you get a cucumber: your score becomes the highest among the others still in.
    The second time, you’re out.

    The last one left wins.
""")
DECIDED = answers("""
    Is it good or bad to take the last trick?
    Bad: it costs the rank of your card.

    Does a cucumber copy scores before or after the others’ relief?
    After it, unless you set it otherwise.

    What if all others are at 0?
    A cucumber then brings you back to 0.

    What about exactly 21?
    It is safe. Only more than the limit draws a cucumber.

    Can two come over the limit in the same hand?
    No: only the taker of the last trick gains points.

    Does the score of somebody who is out still matter?
    No. A player who is out no longer matters.

    May a card equal to the highest be played at all?
    It must be played if it is the lowest of your hand, and may then take the trick. In all
    other cases you agree at the table: either way is scored. Relief for equal cards can be
    switched off.

    What if the game ends early?
    Those without a cucumber come before those with one, then the lower score; level ones
    share the win.

    Somebody left for good?
    Their score stays on the sheet, but like somebody who is out it no longer matters.
""")
CARD_VALUES = (
    (say("2 to 10"), say("their number")),
    *((quoted(rank), quoted(str(rank_number(rank)))) for rank in "JQKA"),
)
EXAMPLE = card_game.Example(
    {
        "game": "cucumber",
        "players": ["Ann", "Bob", "Cy"],
        "rounds": [
            {"leader": "Ann", "cards": {"Ann": "9", "Bob": "K", "Cy": "4"}},
            {"leader": "Bob", "cards": {"Bob": "Q", "Cy": "5", "Ann": "Q"}},
        ],
    },
    say(
        "In the second hand Bob and Ann both play a queen. Ann played hers later, takes the "
        "trick and scores 12; Bob, who had 13, goes down to 1."
    ),
)

LIMIT = say("Above this you get a cucumber; the second time, you’re out.")
RELIEF = say("Players with the taker’s rank lose as many points.")
BASIS = say("Which scores of the others a cucumber copies.")
OPTIONS = (
    number("limit", say("Limit"), LIMIT, 10, 100, 21, is_basic=True),
    switch("tie_relief", say("Equal cards bring relief"), RELIEF, default=True),
    choice(
        "reset_basis",
        say("Score after a cucumber"),
        BASIS,
        ("after_relief", say("The others’ highest, after relief")),
        ("before_relief", say("The others’ highest, before relief")),
    ),
    card_game.FIRST_DEALER,
)


class Table(NamedTuple):
    """The state after a hand: everybody's score, None for those who are out, and the cucumbers.

    ``inside`` has the scores of those still in, in seating order, ``gone`` the others, earliest
    first. ``out`` has, for those who are out, the score that put them out, and the hand. ``taker``
    took the last trick.
    """

    scores: Mapping[str, int | None]
    inside: Mapping[str, int]
    cucumbers: frozenset[str] = frozenset()
    gone: tuple[str, ...] = ()
    out: Mapping[str, tuple[int, int]] = {}
    taker: str = ""


def table_of(setup: core.Setup, history: core.History) -> Table:
    """Return the state before the next hand, for those who are present then."""
    nothing, present = dict.fromkeys(setup.players, 0), history.present
    table: Table = history.state or Table(nothing, nothing)
    if len(present) == len(setup.players):
        return table
    left = tuple(name for name in setup.players if name not in present and name not in table.gone)
    inside = {name: score for name, score in table.inside.items() if name in present}
    return table._replace(inside=inside, gone=(*table.gone, *left))


def next_dealer(setup: core.Setup, history: core.History, table: Table) -> str:
    """Return the dealer of the next hand: the next to the left who is still in.

    Once one is left, the next hand is the first of another game, with everybody in.
    """
    among = table.inside if len(table.inside) >= FEWEST_IN_A_HAND else setup.players
    return seating.next_turn(setup, history, RULES.first, among)


class Trick(NamedTuple):
    """A hand's last trick as it was entered, and the ``table`` before; "" for what is missing.

    It is entered either as ``leader`` and everybody's ``cards``, from which the rest follows, or
    quickly as its ``taker``, their ``rank``, and the others who played that rank, ``tied``.
    """

    round: core.Round
    table: Table
    is_quick: bool
    leader: str
    cards: Mapping[str, str]
    taker: str = ""
    rank: str = ""
    tied: Sequence[str] = ()


def read(setup: core.Setup, history: core.History, round_: core.Round) -> Trick:
    """Read and validate what was entered of a hand."""
    table = table_of(setup, history)
    if len(table.inside) < FEWEST_IN_A_HAND:
        raise round_.refused(
            "player_count",
            "Hand %(number)s needs at least %(fewest_in_a_hand)s players who are still in.",
            fewest_in_a_hand=FEWEST_IN_A_HAND,
        )
    reading.known_parts(round_, (LEADER, ENTRIES, TAKER, RANK, TIED))
    cards = _read_cards(setup, table, round_)
    taker, rank, tied = (round_.data.get(key) for key in (TAKER, RANK, TIED))
    if taker is None and rank is None and tied is None:
        return _read_every_card(setup, table, round_, cards)
    if cards or round_.data.get(LEADER) is not None:
        raise round_.refused(
            "malformed",
            "Hand %(number)s: tell either everybody’s card and who led, or who took the "
            "trick and with what, not both.",
            item=TAKER,
        )
    taker = "" if taker is None else _read_name(table, round_, taker, TAKER)
    rank = "" if rank is None else read_rank(rank, taker, item=RANK)
    tied = _read_tied(table, round_, taker, tied)
    _refuse_too_many(rank, [taker or say("the taker"), *tied], TIED)
    return Trick(round_, table, True, "", cards, taker, rank, tied)


def _read_every_card(
    setup: core.Setup, table: Table, round_: core.Round, cards: Mapping[str, str]
) -> Trick:
    """Return the trick with its taker, once the leader and every card are known."""
    leader = _read_leader(table, round_)
    if not leader or len(cards) < len(table.inside):
        return Trick(round_, table, False, leader, cards)
    # The leader comes last when the table is walked clockwise from their seat, but plays first.
    *others, last = seating.clockwise(setup.players, leader, table.inside)
    rank = max(cards.values(), key=rank_number)
    *tied, taker = [name for name in (last, *others) if cards[name] == rank]
    return Trick(round_, table, False, leader, cards, taker, rank, tied)


def _read_cards(setup: core.Setup, table: Table, round_: core.Round) -> Mapping[str, str]:
    cards = {}
    for name, entry in reading.entries_by_player(round_, ENTRIES, setup.players).items():
        if entry is not None:
            _refuse_eliminated(table, round_, name, ENTRIES)
            cards[name] = read_rank(entry, name)
    for rank in {*cards.values()} if len(cards) > CARDS_OF_A_RANK else ():
        _refuse_too_many(rank, [name for name, card in cards.items() if card == rank], ENTRIES)
    return cards


def _refuse_too_many(rank: str, holders: Sequence[str], item: str) -> None:
    if len(holders) > CARDS_OF_A_RANK:
        raise core.Refused(
            "too_many_of_rank",
            "There are only %(cards_of_a_rank)s × %(value)s, but %(holders)s were "
            "played: by %(holders2)s.",
            cards_of_a_rank=CARDS_OF_A_RANK,
            value=rank or say("each rank"),
            holders=len(holders),
            holders2=reading.listed(holders),
            item=item,
        )


def _refuse_eliminated(table: Table, round_: core.Round, name: str, item: str) -> None:
    if name in table.out:
        raise round_.refused(
            "player_eliminated",
            "Hand %(number)s: %(name)s is out since hand %(since)s and plays no more cards.",
            since=table.out[name][1],
            player=name,
            item=item,
        )


def _read_leader(table: Table, round_: core.Round) -> str:
    value = round_.data.get(LEADER)
    name = value.strip() if isinstance(value, str) else ""
    if value is None or name in table.inside:
        return name
    who = name if name in table.scores else reading.show(value)
    values = {"number": round_.number, "who": who}
    said = say("Hand %(number)s: %(who)s is out and cannot have led the last trick.", **values)
    if name not in table.out:
        said = say(
            "Hand %(number)s: %(who)s is not in the game and cannot have led the last trick.",
            **values,
        )
    raise core.Refused("bad_leader", said, player=name, item=LEADER)


def _read_name(table: Table, round_: core.Round, value: core.Json, item: str) -> str:
    if isinstance(value, str):
        _refuse_eliminated(table, round_, value.strip(), item)
    return reading.named(round_, value, table.scores, item)


def _read_tied(table: Table, round_: core.Round, taker: str, value: core.Json) -> Sequence[str]:
    """Read and validate the others who played the taker's rank."""
    typed = [] if value is None else value
    names = reading.names(round_, typed, TIED, lambda one: _read_name(table, round_, one, TIED))
    if taker in names:
        raise round_.refused(
            "outcome_conflict",
            "Hand %(number)s: %(name)s took the trick and cannot also be among those "
            "who had the same rank.",
            player=taker,
            item=TIED,
        )
    return names


def awaits(_setup: core.Setup, _history: core.History, trick: Trick) -> core.Awaited:
    """Return what a hand still needs: the leader and cards, or the taker and rank."""
    if not trick.is_quick:
        untold = tuple([name for name in trick.table.inside if name not in trick.cards])
        who_led = NOTHING if trick.leader else say("who led the last trick")
        return core.Awaited(untold, who_led, item=LEADER)
    if not trick.taker:
        return core.Awaited(table=say("who took the last trick"), item=TAKER)
    with_what = say("the card %(taker)s took the trick with", taker=trick.taker)
    return core.Awaited(table=NOTHING if trick.rank else with_what, item=RANK)


def row_notes(_setup: core.Setup, _history: core.History, trick: Trick) -> dict[str, Sentence]:
    """Return each row's note: the card, or of a quick entry the taker's rank."""
    cards = {name: quoted(card) for name, card in trick.cards.items()}
    return cards if trick.rank or not trick.taker else {trick.taker: say("took the trick")}


def score_round(setup: core.Setup, history: core.History, trick: Trick) -> core.RoundScore:
    """Score a whole hand: reliefs, then the penalty, then what comes of a score over the limit.

    The points are what a score changed by; for somebody whom the hand puts out, the penalty.
    """
    if not (trick.taker and trick.rank):
        reading.refuse_awaited(trick.round, awaits(setup, history, trick))
    table, taker, points = trick.table, trick.taker, rank_number(trick.rank)
    before, limit = table.inside, setup.options["limit"]
    total = before[taker] + points
    after = {**before, taker: total}
    for name in trick.tied if setup.options["tie_relief"] else ():
        after[name] = max(before[name] - points, 0)
    brought = {name: after[name] - score for name, score in before.items()}
    cucumbers, gone, out = table.cucumbers, table.gone, table.out
    if total > limit and taker not in cucumbers:
        looked_up = after if setup.options["reset_basis"] == "after_relief" else before
        after[taker] = max(looked_up[name] for name in before if name != taker)
        cucumbers |= {taker}
    elif total > limit:
        del after[taker]
        gone, out = (*gone, taker), {**out, taker: (total, trick.round.number)}
    scores = {**table.scores, taker: None, **after}
    return core.RoundScore(
        scores={**brought, taker: after.get(taker, total) - before[taker]},
        brought=brought,
        state=Table(scores, after, cucumbers, gone, out, taker),
        turn=next_dealer(setup, history, table),
        totals=scores,
        story=lambda: _story(setup, trick, total, scores),
    )


def _story(
    setup: core.Setup, trick: Trick, total: int, after: Mapping[str, int | None]
) -> Sentence:
    """Return the story of a trick; ``total`` is its taker's score after it."""
    taker, rank, limit = trick.taker, trick.rank, setup.options["limit"]
    values = {"taker": taker, "total": total, "limit": limit, "score": after[taker]}
    card = say("an %(rank)s", rank=rank) if rank in ("8", "A") else say("a %(rank)s", rank=rank)
    values |= {"rank": card, "points": rank_number(rank)}
    took = say("%(taker)s took the last trick with %(rank)s: %(points)s points.", **values)
    relieved = [
        say("%(name)s had one too: now at %(relieved)s.", name=name, relieved=after[name])
        for name in (trick.tied if setup.options["tie_relief"] else ())
    ]
    came = NOTHING
    if after[taker] is None:
        came = say("%(total)s is over %(limit)s for the second time: %(taker)s is out.", **values)
    elif total > limit:
        came = say("%(total)s is over %(limit)s: a cucumber, and back to %(score)s.", **values)
    return joined([part for part in (took, *relieved, came) if part])


def between(setup: core.Setup, history: core.History) -> core.Between:
    """Return the next dealer and who is still in, and marks for cucumbers."""
    table = table_of(setup, history)
    marks = {name: (say("cucumber"),) for name in table.inside if name in table.cucumbers}
    still_in = say("%(count)s players still in", count=len(table.inside))
    return core.Between(
        turn=(next_dealer(setup, history, table), RULES.turn),
        lead=say("Cucumber above %(limit)s", limit=setup.options["limit"]),
        facts=(still_in,) if table.gone else (),
        marks=marks,
    )


def outcome(_setup: core.Setup, history: core.History) -> core.Outcome | None:
    """Return the last one left as the winner, or None while several are in."""
    winner, *others = history.state.inside
    if others:
        return None
    return core.Outcome((winner,), say("%(winner)s wins: all others are out.", winner=winner))


def end_early(setup: core.Setup, history: core.History) -> core.Outcome:
    """Return the outcome of a stopped game: the best has no cucumber, then the lower score."""
    table = table_of(setup, history)
    winners = tuple(name for name, place in places_of(table).items() if place == 1)
    if not table.inside:
        return core.Outcome((), say("Ended early with nobody left in the game."))
    has_one = winners[0] in table.cucumbers
    how = say("with a cucumber") if has_one else say("without a cucumber")
    reason = say_n(
        "Ended early: %(winners)s wins %(how)s, at %(score)s.",
        "Ended early: %(winners)s share the win %(how)s, at %(score)s.",
        len(winners),
        winners=reading.listed(winners),
        how=how,
        score=table.inside[winners[0]],
    )
    return core.Outcome(winners, reason, how=how)


def places_of(table: Table) -> dict[str, int]:
    """Return everybody's place from 1.

    Those still in come first, without a cucumber before with one, then by score, level ones
    sharing a place; then those who are gone, whoever stayed longest first.
    """
    inside = {name: (name in table.cucumbers, score) for name, score in table.inside.items()}
    longest = enumerate(reversed(table.gone), start=len(inside) + 1)
    return standings.places(inside) | {name: place for place, name in longest}


def own_points(setup: core.Setup, history: core.History) -> dict[str, int]:
    """Return everybody's score, for those who are out the one that put them out.

    Whoever left is out, too, with a score above the limit at least.
    """
    table = table_of(setup, history)
    least = setup.options["limit"] + 1
    gone = {name: max(table.scores[name] or 0, least) for name in table.gone}
    out = {name: total for name, (total, _hand) in table.out.items()}
    reached = {**table.inside, **gone, **out}
    return {name: reached[name] for name in setup.players}


def extras(setup: core.Setup, history: core.History, is_over: bool) -> dict[str, core.Json]:
    """Return the scores after each hand, who took it, cucumbers, who is out, and who deals."""
    tables, now = [scored.state for scored in history.rounds], table_of(setup, history)
    return {
        "scores_after": [dict(table.scores) for table in tables],
        "trick_winner": [table.taker for table in tables],
        "cucumbers": {name: int(name in now.cucumbers) for name in setup.players},
        "eliminated": list(now.out),
        "next_dealer": None if is_over else next_dealer(setup, history, now),
    }


def entry_form(setup: core.Setup, history: core.History) -> fields.EntryForm:
    """Describe the two ways to tell the last trick: everybody's card, or its taker's only."""
    inside = tuple(table_of(setup, history).inside)
    ranks = tuple((rank, quoted(rank)) for rank in RANKS)
    card = fields.Field("", say("Card in the last trick"), "choice", choices=ranks, deck=RANKS)
    leader = fields.Field(LEADER, say("Who led the last trick?"), "player", names=inside)
    few: Any = {"high": CARDS_OF_A_RANK - 1, "without": TAKER}
    quick = (
        fields.Field(TAKER, say("Who took the last trick?"), "player", names=inside),
        fields.Field(RANK, say("With which card?"), "choice", choices=ranks, deck=RANKS),
        fields.rare(
            TIED, say("Who else had that card?"), "players", names=inside, default=[], **few
        ),
    )
    asked = quick if setup.options["tie_relief"] else quick[:-1]
    return fields.EntryForm(
        players=inside,
        styles=(fields.style("card", say("Card"), NOTHING, card),),
        rounds=(
            fields.whole("quick", say("Who took it"), NOTHING, *asked),
            fields.RoundStyle(
                "cards", say("Every card"), say("We find out who took it."), (leader,)
            ),
        ),
        deck=dict.fromkeys(RANKS, CARDS_OF_A_RANK),
        opening=TAKER,
    )


RULES = card_game.GameRules(
    key="cucumber",
    name=say("Cucumber"),
    fewest=2,
    most=7,
    aim=say("Do not take the last trick, and be the last one left."),
    players=say("2–7 players"),
    length=say("Half an hour"),
    source=say("The traditional description of Cucumber, or Agurk."),
    how_to_score=HOW_TO_SCORE,
    decided=DECIDED,
    card_values=CARD_VALUES,
    example=EXAMPLE,
    options=OPTIONS,
    best="lowest",
    entries_key=ENTRIES,
    round_word=say("Hand"),
    action=say("Enter the last trick"),
    first=card_game.FIRST_DEALER.key,
    why_not_late=say("The last one in wins, so nobody joins after hand 1."),
    why_no_head_start=winning.LAST_IN,
    entry_form=entry_form,
    read=read,
    awaits=awaits,
    score_round=score_round,
    outcome=outcome,
    end_early=end_early,
    extras=extras,
    row_notes=row_notes,
    not_in=say("no card yet"),
    between=between,
    ranks=lambda setup, history: places_of(table_of(setup, history)),
    own_points=own_points,
)
