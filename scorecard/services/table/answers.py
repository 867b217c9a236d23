"""What everybody at the table sees of a game, declared once: pages, JSON, the API's description."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from scorecard import answers
from scorecard.answers import says
from scorecard.rules.core import Status
from scorecard.rules.outcome.payments import Payment
from scorecard.services.seasons import seasons
from scorecard.services.standings import standings


@answers.answer
class WarningAnswer:
    """A concern that stays visible."""

    code: str
    message: str


@answers.answer
class JoinedAnswer:
    """That somebody joined late: after how many rounds, and what their total starts with."""

    after: int
    start: int


@answers.answer
class SeatAnswer:
    """A player; ``total`` (null when out), ``rank`` and ``last`` (round's points) of their side."""

    seat: int
    name: str
    colour: int
    initial: str
    left_after: Annotated[int | None, says("Rounds played by somebody who left for good.")]
    joined: Annotated[JoinedAnswer | None, says("When somebody joined late; null for all others.")]
    head_start: Annotated[int, says("What the total starts with from round 1 on.")]
    marks: Annotated[list[str], says("What is to be known of them before the next deal.")]
    total: int | None
    rank: int
    last: int | None
    is_winner: bool


@answers.answer
class SideAnswer:
    """Whoever scores belong to: a player, or a partnership."""

    side: str
    name: str
    seats: list[int]
    head_start: Annotated[int, says("What the total starts with, all its players together.")]
    total: int | None
    rank: int
    last: int | None
    is_winner: bool


@answers.answer
class EntryAnswer:
    """What was typed for a seat, by whom, and what it scores; hidden while counted in secret."""

    seat: int
    points: int | None
    entry: Any
    by: str
    at: answers.Moment
    version: int


@answers.answer
class ScoredRound:
    """What a round that was played came to."""

    number: int
    story: Annotated[str, says("What happened, where points alone do not tell.")]
    anecdote: Annotated[str, says("What people tell of it.")]
    is_after_end: bool
    scores: Annotated[dict[str, int], says("Points by side.")]
    warnings: list[WarningAnswer]


@answers.answer
class RoundAnswer(ScoredRound):
    """A closed round."""

    said: Annotated[dict[str, Any], says("What was said about the whole round.")]
    entries: list[EntryAnswer]


@answers.answer
class CountedBy:
    """How many of a card one seat counted."""

    seat: int
    count: int


@answers.answer
class CheckedCardAnswer:
    """One card of the deck: how many there are, how many were counted, and by whom."""

    card: str
    label: str
    expected: int
    counted: int
    by: list[CountedBy]


@answers.answer
class DeckCheckAnswer:
    """Whether the counts add up to the deck."""

    is_complete: bool
    is_by_card: Annotated[bool, says("Whether everybody counted card by card.")]
    sentence: str
    cards: list[CheckedCardAnswer]


@answers.answer
class SingleCardAnswer:
    """The card that only one can hold, and which seat says it does."""

    key: str
    seat: int | None


@answers.answer
class RowNote:
    """What was entered of a player, in a word or two."""

    seat: int
    note: str
    is_fault: Annotated[bool, says("Whether it says what is wrong, as of a foul.")]


@answers.answer
class OpenRoundAnswer:
    """The round being counted; ``missing`` lists the seats that are not in yet."""

    number: int
    said: Annotated[dict[str, Any], says("What was said about the whole round so far.")]
    anecdote: Annotated[str, says("What people tell of it.")]
    entries: list[EntryAnswer]
    notes: Annotated[list[RowNote], says("What was entered, where points do not say it.")]
    not_in: Annotated[str, says("What is said of who is not in yet: `no bet yet`.")]
    has_entries: Annotated[bool, says("Whether players enter a part of their own.")]
    missing: list[int]
    awaits: Annotated[str, says("What else the table has to tell.")]
    part: Annotated[int, says("0 while bids are missing, 1 once what was made of them is.")]
    can_close: Annotated[bool, says("Whether it can be closed while somebody is missing.")]
    hint: Annotated[str, says("What comes next, while the round is being told.")]
    warnings: list[WarningAnswer]
    check: DeckCheckAnswer | None
    single: SingleCardAnswer | None


@answers.answer
class TurnAnswer:
    """Whose turn it is in the round being played, and to do what."""

    seat: int
    does: str


@answers.answer
class UndoStepAnswer:
    """What undo or redo would do; ``seats`` of the device that may, besides the scorekeeper."""

    label: str
    seats: list[int]


@answers.answer
class HouseRulesName:
    """The house rules a game is played by, and the version it keeps."""

    id: str
    name: str
    version: int
    otherwise: Annotated[
        str, says("What the game plays otherwise, in words: `target 7,000`; empty for nothing.")
    ]


@answers.answer
class AmendmentAnswer:
    """Options that were changed while the game ran, and from which round they hold."""

    from_round: int
    options: dict[str, Any]
    changes: Annotated[Sequence[str], says("The same in words.")]
    reason: str


@answers.answer
class WaitingAmendmentAnswer:
    """A change of the options that waits for the consent of the ``missing`` seats."""

    id: int
    options: dict[str, Any]
    changes: Annotated[Sequence[str], says("The same in words.")]
    reason: str
    is_retroactive: bool
    from_round: Annotated[int, says("From which round on it would hold, agreed to now.")]
    by: str
    missing: list[int]
    without_phone: Annotated[
        list[int], says("Those of them whom only the scorekeeper can confirm.")
    ]


@answers.answer
class TurnedDownAnswer:
    """A change of the options that was turned down, or taken back, a moment ago."""

    by: str
    what: str
    is_taken_back: bool


@answers.answer
class GroupName:
    """The group a game belongs to."""

    id: str
    name: str


@answers.answer
class ClosedSeasonAnswer:
    """A closed season, whose table stands whatever becomes of a game; it can be reopened."""

    id: str
    name: str


@answers.answer
class SeasonAwardsAnswer:
    """What a game brought in one season."""

    season: str
    name: str
    scheme: str
    is_closed: bool
    is_latest: bool
    players: list[standings.AwardAnswer]
    guests: Annotated[list[answers.OfPlayer], says("Who played as a guest, and earned nothing.")]


@answers.answer
class ShownGame:
    """A game at one version, without the rounds that were played."""

    id: str
    game: str
    name: str
    version: int
    status: Annotated[
        Status, says("A game that has no end of its own is finished once somebody ends it.")
    ]
    is_ended: bool
    reason: str
    anecdote: Annotated[str, says("What people tell of the game.")]
    target: int | None
    best: Literal["highest", "lowest"]
    is_money: Annotated[bool, says("Whether totals are balances, in chips or cents.")]
    round_word: Annotated[str, says("What a round is called: Round, Hand, Deal.")]
    options: dict[str, Any]
    is_blind: bool
    is_friendly: Annotated[bool, says("Whether it counts in no season.")]
    started_at: answers.Moment
    ended_at: answers.Moment | None
    seconds_played: Annotated[
        int, says("Up to the last entry, or End Game; pauses of more than an hour left out.")
    ]
    played_until: Annotated[
        answers.Moment | None, says("When that was; null before the first entry.")
    ]
    took: Annotated[str, says("How long an ended game took, in words.")]
    sides: list[SideAnswer]
    seats: list[SeatAnswer]
    open_round: OpenRoundAnswer | None
    action: str
    last_check: DeckCheckAnswer | None
    payments: Annotated[list[Payment], says("Who pays whom, once a money game ended.")]
    round_count: Annotated[int | None, says("How many rounds there are, if that is known.")]
    lead: Annotated[str, says("What decides the next deal: `4s wild`.")]
    facts: Annotated[list[str], says("What else is to be known before the next deal.")]
    warnings: list[WarningAnswer]
    house_rules: HouseRulesName | None
    amendments: Annotated[list[AmendmentAnswer], says("Options changed while it ran.")]
    amendment: Annotated[WaitingAmendmentAnswer | None, says("A change that waits for consent.")]
    turned_down: TurnedDownAnswer | None
    book: Annotated[str, says("Differs once the rules of this game, or its rulings, changed.")]
    is_deleted: Annotated[bool, says("Whether it lies in the trash.")]
    group: GroupName | None
    awards: Annotated[list[SeasonAwardsAnswer], says("What an ended game brings in each season.")]
    friendly_in: Annotated[list[seasons.SeasonName], says("It does not count in these.")]
    uncounted: Annotated[
        list[str],
        says("Why an ended game counts nowhere, and which closed seasons it cannot move."),
    ]
    closed_seasons: Annotated[list[ClosedSeasonAnswer], says("Those that `uncounted` names.")]
    after_end: list[int]
    turn: TurnAnswer
    undo: UndoStepAnswer | None
    redo: UndoStepAnswer | None
    rematch: str | None


@answers.answer
class GameAnswer(ShownGame):
    """Everything about a game at one version."""

    rounds: list[RoundAnswer]
