"""Open-Face Chinese Poker: thirteen cards in three rows, settled with each opponent.

Aim: lay a front of three cards, a middle and a back of five that beat the opponents' rows and
earn royalties, without the strength rising towards the front.

Scoring: each two players settle by themselves. To the royalties of a hand comes 1 for every row
won and 3 more for winning all three; whoever has less pays the difference, times what a point
costs between those two. A fouled hand pays each clean one 6 and its royalties.

Source: the traditional description of the game; its royalty table has lost its columns and is
read here as public descriptions of the open-face game have it.

Not scored here: the play of the cards, and how many are dealt to somebody in fantasyland.
"""

from __future__ import annotations

from itertools import combinations
from operator import gt
from typing import Any

from scorecard.rules import card_game, core, seating
from scorecard.rules.cards.cards import DECK_NAMES
from scorecard.rules.games.ofcp import about, basics, boards
from scorecard.rules.typed import fields, reading
from scorecard.rules.words import MINUS, NOTHING, Sentence, joined, say, say_as, shown_number

ROW_LABELS = {
    "front": say("Front"),
    "middle": say("Middle"),
    "back": say_as("the third row", "Back"),
}


def awaits(
    _setup: basics.OfcpSetup, _history: core.History, showdown: boards.Showdown
) -> core.Awaited:
    """Return who has not laid cards yet, or which rows have no order yet."""
    if showdown.boards is not None:
        return core.Awaited(showdown.round.missing(showdown.boards))
    rows = [boards.ROW_WORDS[row] for row in basics.ROWS if showdown.unplaced(row)]
    if not rows:
        return core.Awaited()
    return core.Awaited(table=say("the order of the %(rows)s", rows=reading.listed(rows)))


def score_round(
    setup: basics.OfcpSetup, history: core.History, showdown: boards.Showdown
) -> core.RoundScore:
    """Settle a hand between every two players; all changes add up to 0."""
    present = showdown.round.present
    scores = dict.fromkeys(present, 0)
    for one, other in combinations(present, 2):
        paid = _points_from(setup, showdown, one, other) * setup.unit_between(one, other)
        scores[one] += paid
        scores[other] -= paid
    return core.RoundScore(
        scores=scores,
        state=showdown,
        turn=_dealer(setup, history, present),
        story=lambda: _story(showdown),
        account=lambda: tuple(
            _account(setup, showdown, one, other) for one, other in combinations(present, 2)
        ),
    )


def _points_from(setup: basics.OfcpSetup, showdown: boards.Showdown, one: str, other: str) -> int:
    """Return how many points ``one`` gets from ``other``, below 0 where it pays."""
    # Whoever fouled has no royalties.
    points = showdown.royalties[one] - showdown.royalties[other]
    fouled = showdown.fouled
    if one in fouled or other in fouled:
        is_paid = (other in fouled) - (one in fouled)
        return points + is_paid * int(setup.options["foul_penalty"])
    ahead = _rows_ahead(showdown, one, other)
    if abs(ahead) == len(basics.ROWS):
        ahead += ahead // len(basics.ROWS) * int(setup.options["sweep_bonus"])
    return points + ahead


def _rows_ahead(showdown: boards.Showdown, one: str, other: str) -> int:
    """Return how many rows more one player won than the other: 3 only where it won them all."""
    mine, theirs = showdown.strengths[one], showdown.strengths[other]
    ahead: int = sum(map(gt, mine, theirs)) - sum(map(gt, theirs, mine))
    return ahead


def _account(setup: basics.OfcpSetup, showdown: boards.Showdown, one: str, other: str) -> Sentence:
    """Say what one of two pays the other, and why: "Ann–Bob: rows 6 + 15 − 1 = 20 × 5 = 100"."""
    points = _points_from(setup, showdown, one, other)
    if points < 0:
        one, other, points = other, one, -points
    if other in showdown.fouled and one in showdown.fouled:
        return say("%(one)s–%(other)s: both fouled, 0", one=one, other=other)
    earned, lost = showdown.royalties[one], showdown.royalties[other]
    summed = shown_number(points - earned + lost)
    if earned or lost:
        summed += f" + {earned}" * bool(earned) + f" {MINUS} {lost}" * bool(lost) + f" = {points}"
    if points and (unit := setup.unit_between(one, other)) > 1:
        summed += f" × {unit} = {points * unit}"
    if other in showdown.fouled:
        return say("%(one)s–%(other)s: foul %(summed)s", one=one, other=other, summed=summed)
    return say("%(one)s–%(other)s: rows %(summed)s", one=one, other=other, summed=summed)


def _story(showdown: boards.Showdown) -> Sentence:
    """Say who fouled, who won all three rows against whom, and who goes to fantasyland."""
    parts = (
        [say("%(names)s fouled", names=reading.listed(showdown.fouled))] if showdown.fouled else []
    )
    for name in showdown.clean:
        others = (other for other in showdown.clean if other != name)
        if swept := [
            other for other in others if _rows_ahead(showdown, name, other) == len(basics.ROWS)
        ]:
            parts.append(
                say(
                    "%(name)s won all three rows against %(names)s",
                    name=name,
                    names=reading.listed(swept),
                )
            )
    if showdown.fantasyland:
        names = reading.listed(showdown.fantasyland)
        parts.append(
            say("%(name)s is in fantasyland next", name=names)
            if len(showdown.fantasyland) == 1
            else say("%(names)s are in fantasyland next", names=names)
        )
    return say("%(parts)s.", parts=joined(parts, "; ")) if parts else NOTHING


def _dealer(setup: basics.OfcpSetup, history: core.History, present: tuple[str, ...]) -> str:
    """Return who deals the coming hand to those present.

    Nobody's turn passes while somebody is in fantasyland, so the deal then goes on from whoever
    dealt the last normal hand.
    """
    last: boards.Showdown | None = history.state
    is_held = last is not None and not set(present).isdisjoint(last.fantasyland)
    return seating.next_turn(setup, history, "first_dealer", present, stays=is_held)


def between(setup: basics.OfcpSetup, history: core.History) -> core.Between:
    """Say who deals next, again where somebody is in fantasyland."""
    last: boards.Showdown | None = history.state
    dealer = _dealer(setup, history, history.present)
    led = last.fantasyland if last else ()
    inside = tuple(name for name in led if name in history.present)
    stays = bool(inside) and dealer == history.turn
    return core.Between(
        turn=(dealer, say("deals again") if stays else RULES.turn),
        marks=dict.fromkeys(inside, (say("fantasyland"),)),
        stop=card_game.ALL_DEALT if not inside and _is_even(history) else NOTHING,
    )


def _is_even(history: core.History) -> bool:
    """Return whether everybody has dealt equally often, hands in fantasyland aside."""
    before = (bool(hand.state.fantasyland) for hand in history.rounds)
    hands = zip(history.rounds, (False, *before), strict=False)
    dealers = (hand.turn for hand, led in hands if not led)
    return seating.is_even(dealers, history.present)


def extras(setup: basics.OfcpSetup, history: core.History, _is_over: bool) -> dict[str, core.Json]:
    """Return royalties, fouls, fantasyland and dealer of each hand, and who deals next."""
    hands: list[boards.Showdown] = [scored.state for scored in history.rounds]
    return {
        "royalties": [dict(hand.royalties) for hand in hands],
        "fouled": [list(hand.fouled) for hand in hands],
        "fantasyland_next": [list(hand.fantasyland) for hand in hands],
        "dealers": [hand.turn for hand in history.rounds],
        "next_dealer": _dealer(setup, history, history.present),
    }


def entry_notes(
    _setup: basics.OfcpSetup, _history: core.History, showdown: boards.Showdown
) -> dict[str, Sentence]:
    """Say what everybody's rows are and earn: "pair of queens (7) · straight (4) · flush (4)"."""
    notes = {}
    for name, board in (showdown.boards or {}).items():
        parts = [
            say("%(hand)s (%(points)s)", hand=hand.short_name, points=earned)
            if earned
            else hand.short_name
            for hand, earned in zip(board.rows, board.royalties, strict=True)
        ]
        if name in showdown.fantasyland:
            parts.append(say("fantasyland"))
        notes[name] = joined(parts, " · ")
    return notes


def entry_faults(setup: basics.OfcpSetup, showdown: boards.Showdown) -> dict[str, Sentence]:
    """Say of whoever fouled which row is too strong for the one behind it."""
    laid = showdown.boards or {}
    return {name: _fault(setup, laid[name]) for name in showdown.fouled if name in laid}


def _fault(setup: basics.OfcpSetup, board: boards.Board) -> Sentence:
    front, middle, back = board.rows
    is_in_front = front > middle or (front == middle and setup.options["equal_is_foul"])
    stronger, weaker = (front, middle) if is_in_front else (middle, back)
    hands = {"hand": stronger.short_name, "other": weaker.short_name}
    if is_in_front:
        return say("Foul: the front (%(hand)s) is not weaker than the middle (%(other)s)", **hands)
    return say("Foul: the middle (%(hand)s) is not weaker than the back (%(other)s)", **hands)


def entry_form(_setup: basics.OfcpSetup, history: core.History) -> fields.EntryForm:
    """Describe the two ways to record a hand: everybody's cards, or what they came to."""

    def cards(row: str) -> fields.Field:
        return fields.Field(row, ROW_LABELS[row], "cards", high=basics.ROWS[row], deck=DECK_NAMES)

    def table(key: str, kind: fields.FieldKind, **more: Any) -> fields.Field:
        return fields.Field(key, basics.LABELS[key], kind, names=history.present, **more)

    quick = (
        table("fouled", "players", is_optional=True),
        table(
            "royalties",
            "amounts",
            high=basics.ROYALTIES.high,
            hint=about.FOUL_HAS_NONE,
            default=0,
            is_optional=True,
            without="fouled",
        ),
        *(table(f"row_order.{row}", "order", without="fouled") for row in basics.ROWS),
        table("fantasyland_next", "players", is_optional=True, without="fouled"),
    )
    rows = [cards(row) for row in basics.ROWS]
    return fields.EntryForm(
        players=history.present,
        rounds=(
            fields.RoundStyle("cards", say("Cards"), NOTHING),
            fields.whole("quick", say("Quick"), NOTHING, *quick),
        ),
        styles=(fields.style("cards", say("Cards"), say("Tap the cards of each row."), *rows),),
    )


RULES = card_game.GameRules(
    key="ofcp",
    name=say("Open-Face Chinese Poker"),
    aim=say(
        "Lay three poker hands that beat everybody else’s, each no stronger than the one behind."
    ),
    fewest=2,
    most=4,
    players=say("2–4 players"),
    length=say("As long as you like"),
    source=say("The traditional game, with royalties as public descriptions of it have them."),
    how_to_score=about.HOW_TO_SCORE,
    decided=about.DECIDED,
    card_values=about.ROYALTIES,
    worth_columns=tuple(ROW_LABELS.values()),
    example=about.EXAMPLE,
    options=basics.OPTIONS,
    best="highest",
    is_money=True,
    entries_key="hands",
    round_word=say("Hand"),
    action=say("Enter the hand"),
    first="first_dealer",
    why_not_late=say("What one wins the others pay from hand 1 on, so nobody joins after it."),
    set_up=basics.set_up,
    entry_form=entry_form,
    read=boards.read,
    awaits=awaits,
    score_round=score_round,
    entry_notes=entry_notes,
    entry_faults=entry_faults,
    not_in=say("no cards yet"),
    unplayed=say("Ended before a hand was played, so nobody owes anything."),
    extras=extras,
    between=between,
)
