"""What the API answers, as models: the shape of a game's sheet and its parts."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from scorecard.rules.core import Status
from scorecard.web.api import fields, model

Role = Literal["keeper", "player", "spectator"]


class WarningAnswer(model.Model):
    """A concern that stays visible."""

    code: str
    message: str


class JoinedAnswer(model.Model):
    """That somebody joined late: after how many rounds, and what their total starts with."""

    after: int
    start: int


class SeatAnswer(model.Model):
    """A player; ``total`` (null when out), ``rank`` and ``last`` (round's points) of their side."""

    seat: int
    name: str
    colour: int
    initial: str
    left_after: int | None = Field(description="Rounds played by somebody who left for good.")
    joined: JoinedAnswer | None = Field(
        description="When somebody joined late; null for all others."
    )
    head_start: int = Field(description="What the total starts with from round 1 on.")
    marks: list[str] = Field(description="What is to be known of them before the next deal.")
    total: int | None
    rank: int
    last: int | None
    is_winner: bool


class SideAnswer(model.Model):
    """Whoever scores belong to: a player, or a partnership."""

    side: str
    name: str
    seats: list[int]
    head_start: int = Field(description="What the total starts with, all its players together.")
    total: int | None
    rank: int
    last: int | None
    is_winner: bool


class EntryAnswer(model.Model):
    """What was typed for a seat, by whom, and what it scores; hidden while counted in secret."""

    seat: int
    points: int | None
    entry: Any
    by: str
    at: fields.Moment
    version: int


class RoundAnswer(model.Model):
    """A closed round."""

    number: int
    said: dict[str, Any] = Field(description="What was said about the whole round.")
    story: str = Field(description="What happened, where points alone do not tell.")
    anecdote: str = Field(description="What people tell of it.")
    is_after_end: bool
    scores: dict[str, int] = Field(description="Points by side.")
    entries: list[EntryAnswer]
    warnings: list[WarningAnswer]


class CountedBy(model.Model):
    """How many of a card one seat counted."""

    seat: int
    count: int


class CheckedCardAnswer(model.Model):
    """One card of the deck: how many there are, how many were counted, and by whom."""

    card: str
    label: str
    expected: int
    counted: int
    by: list[CountedBy]


class DeckCheckAnswer(model.Model):
    """Whether the counts add up to the deck."""

    is_complete: bool
    is_by_card: bool = Field(description="Whether everybody counted card by card.")
    sentence: str
    cards: list[CheckedCardAnswer]


class SingleCardAnswer(model.Model):
    """The card that only one can hold, and which seat says it does."""

    key: str
    seat: int | None


class RowNote(model.Model):
    """What was entered of a player, in a word or two."""

    seat: int
    note: str
    is_fault: bool = Field(description="Whether it says what is wrong, as of a foul.")


class OpenRoundAnswer(model.Model):
    """The round being counted; ``missing`` lists the seats that are not in yet."""

    number: int
    said: dict[str, Any] = Field(description="What was said about the whole round so far.")
    anecdote: str = Field(description="What people tell of it.")
    entries: list[EntryAnswer]
    notes: list[RowNote] = Field(description="What was entered, where points do not say it.")
    not_in: str = Field(description="What is said of who is not in yet: `no bet yet`.")
    has_entries: bool = Field(description="Whether players enter a part of their own.")
    missing: list[int]
    awaits: str = Field(description="What else the table has to tell.")
    part: int = Field(description="0 while bids are missing, 1 once what was made of them is.")
    can_close: bool = Field(description="Whether it can be closed while somebody is missing.")
    hint: str = Field(description="What comes next, while the round is being told.")
    warnings: list[WarningAnswer]
    check: DeckCheckAnswer | None
    single: SingleCardAnswer | None


class TurnAnswer(model.Model):
    """Whose turn it is in the round being played, and to do what."""

    seat: int
    does: str


class UndoStepAnswer(model.Model):
    """What undo or redo would do; ``seats`` of the device that may, besides the scorekeeper."""

    label: str
    seats: list[int]


class PaymentAnswer(model.Model):
    """One side pays another, in chips or cents."""

    payer: str
    payee: str
    amount: int


class HouseRulesName(model.Model):
    """The house rules a game is played by, and the version it keeps."""

    id: str
    name: str
    version: int
    otherwise: str = Field(
        description="What the game plays otherwise, in words: `target 7,000`; empty for nothing."
    )


class AmendmentAnswer(model.Model):
    """Options that were changed while the game ran, and from which round they hold."""

    from_round: int
    options: dict[str, Any]
    changes: list[str] = Field(description="The same in words.")
    reason: str


class WaitingAmendmentAnswer(model.Model):
    """A change of the options that waits for the consent of the ``missing`` seats."""

    id: int
    options: dict[str, Any]
    changes: list[str] = Field(description="The same in words.")
    reason: str
    is_retroactive: bool
    from_round: int = Field(description="From which round on it would hold, agreed to now.")
    by: str
    missing: list[int]
    without_phone: list[int] = Field(
        description="Those of them whom only the scorekeeper can confirm."
    )


class TurnedDownAnswer(model.Model):
    """A change of the options that was turned down, or taken back, a moment ago."""

    by: str
    what: str
    is_taken_back: bool


class GroupName(model.Model):
    """The group a game belongs to."""

    id: str
    name: str


class AwardAnswer(model.OfPlayer):
    """What a game brought one player; 55,440 parts are a point; ranks null while not ranked."""

    points: int
    rank: int | None
    rank_before: int | None = Field(
        description="The rank without this game; both ranks are told of the latest game only."
    )


class SeasonName(model.Model):
    """A season, by its name."""

    id: str
    name: str


class ClosedSeasonAnswer(model.Model):
    """A closed season, whose table stands whatever becomes of a game; it can be reopened."""

    id: str
    name: str


class SeasonAwardsAnswer(model.Model):
    """What a game brought in one season."""

    season: str
    name: str
    scheme: str
    is_closed: bool
    is_latest: bool
    players: list[AwardAnswer]
    guests: list[model.OfPlayer] = Field(description="Who played as a guest, and earned nothing.")


class GameAnswer(model.Model):
    """Everything about a game at one version."""

    id: str
    game: str
    name: str
    version: int
    status: Status = Field(
        description="A game that has no end of its own is finished once somebody ends it."
    )
    is_ended: bool
    reason: str
    anecdote: str = Field(description="What people tell of the game.")
    target: int | None
    best: Literal["highest", "lowest"]
    is_money: bool = Field(description="Whether totals are balances, in chips or cents.")
    round_word: str = Field(description="What a round is called: Round, Hand, Deal.")
    action: str
    options: dict[str, Any]
    is_blind: bool
    is_friendly: bool = Field(description="Whether it counts in no season.")
    friendly_in: list[SeasonName] = Field(description="It does not count in these.")
    started_at: fields.Moment
    ended_at: fields.Moment | None
    seconds_played: int = Field(
        description="Up to the last entry, or End Game; pauses of more than an hour left out."
    )
    played_until: fields.Moment | None = Field(
        description="When that was; null before the first entry."
    )
    took: str = Field(description="How long an ended game took, in words.")
    sides: list[SideAnswer]
    seats: list[SeatAnswer]
    rounds: list[RoundAnswer]
    open_round: OpenRoundAnswer | None
    last_check: DeckCheckAnswer | None
    payments: list[PaymentAnswer] = Field(description="Who pays whom, once a money game ended.")
    round_count: int | None = Field(description="How many rounds there are, if that is known.")
    lead: str = Field(description="What decides the next deal: `4s wild`.")
    facts: list[str] = Field(description="What else is to be known before the next deal.")
    warnings: list[WarningAnswer]
    house_rules: HouseRulesName | None
    amendments: list[AmendmentAnswer] = Field(description="Options changed while it ran.")
    amendment: WaitingAmendmentAnswer | None = Field(description="A change that waits for consent.")
    turned_down: TurnedDownAnswer | None
    book: str = Field(description="Differs once the rules of this game, or its rulings, changed.")
    is_deleted: bool = Field(description="Whether it lies in the trash.")
    group: GroupName | None
    awards: list[SeasonAwardsAnswer] = Field(
        description="What an ended game brings in each season."
    )
    uncounted: list[str] = Field(
        description="Why an ended game counts nowhere, and which closed seasons it cannot move."
    )
    closed_seasons: list[ClosedSeasonAnswer] = Field(description="Those that `uncounted` names.")
    after_end: list[int]
    turn: TurnAnswer
    undo: UndoStepAnswer | None
    redo: UndoStepAnswer | None
    rematch: str | None


class JoinedGameAnswer(model.Model):
    """A game this device is in now, and the token by which it is known."""

    game: GameAnswer
    role: Role
    seats: list[int]
    device_token: str


class ChangeAnswer(model.Model):
    """One line of a history."""

    version: int
    kind: str
    sentence: str
    details: list[str] = Field(description="What was and became, where the sentence is short.")
    by: str
    at: fields.Moment = Field(description="When it arrived.")
    source: str | None = Field(
        description="How it came: form, api, import, replay (late, from a phone that had kept it) "
        "or server; null for changes from before this was kept."
    )
    made_at: fields.Moment | None = Field(
        description="When a replayed change was made on its phone."
    )


class ChangesAnswer(model.Model):
    """Changes, newest first."""

    changes: list[ChangeAnswer] = Field(validation_alias="lines")
    older: int | None = Field(description="There are more before this version.")
