"""What the API answers, as models: the shape of a game's sheet and its parts."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from scorecard.web.api.fields import Moment
from scorecard.web.api.model import Model

Status = Literal["in_progress", "finished", "ended_early"]
Role = Literal["keeper", "player", "spectator"]


class WarningAnswer(Model):
    """A concern that stays visible."""

    code: str
    message: str


class SeatAnswer(Model):
    """A player; ``total`` (null when out), ``rank`` and ``last`` (round's points) of their side."""

    seat: int
    name: str
    colour: int
    initial: str
    left_after: int | None = Field(description="Rounds played by somebody who left for good.")
    marks: list[str] = Field(description="What is to be known of them before the next deal.")
    total: int | None
    rank: int
    last: int | None
    is_winner: bool


class SideAnswer(Model):
    """Whoever scores belong to: a player, or a partnership."""

    side: str
    name: str
    seats: list[int]
    total: int | None
    rank: int
    last: int | None
    is_winner: bool


class EntryAnswer(Model):
    """What was typed for a seat, by whom, and what it scores; hidden while counted in secret."""

    seat: int
    points: int | None
    entry: Any
    by: str
    at: Moment
    version: int
    note: str = Field(default="", description="What the entry is, where that is worth saying.")


class RoundAnswer(Model):
    """A closed round."""

    number: int
    said: dict[str, Any] = Field(description="What was said about the whole round.")
    story: str = Field(description="What happened, where points alone do not tell.")
    anecdote: str = Field(description="What people tell of it.")
    is_after_end: bool
    scores: dict[str, int] = Field(description="Points by side.")
    entries: list[EntryAnswer]
    warnings: list[WarningAnswer]


class CountedBy(Model):
    """How many of a card one seat counted."""

    seat: int
    count: int


class CheckedCardAnswer(Model):
    """One card of the deck: how many there are, how many were counted, and by whom."""

    card: str
    label: str
    expected: int
    counted: int
    by: list[CountedBy]


class DeckCheckAnswer(Model):
    """Whether the counts add up to the deck."""

    is_complete: bool
    is_by_card: bool = Field(description="Whether everybody counted card by card.")
    sentence: str
    cards: list[CheckedCardAnswer]


class SingleCardAnswer(Model):
    """The card that only one can hold, and which seat says it does."""

    key: str
    seat: int | None


class OpenRoundAnswer(Model):
    """The round being counted; ``missing`` lists the seats that are not in yet."""

    number: int
    said: dict[str, Any] = Field(description="What was said about the whole round so far.")
    anecdote: str = Field(description="What people tell of it.")
    entries: list[EntryAnswer]
    has_entries: bool = Field(description="Whether players enter a part of their own.")
    missing: list[int]
    awaits: str = Field(description="What else the table has to tell.")
    can_close: bool = Field(description="Whether it can be closed while somebody is missing.")
    hint: str = Field(description="What comes next, while the round is being told.")
    warnings: list[WarningAnswer]
    check: DeckCheckAnswer | None
    single: SingleCardAnswer | None


class TurnAnswer(Model):
    """Whose turn it is in the round being played, and to do what."""

    seat: int
    does: str


class UndoStepAnswer(Model):
    """What undo or redo would do; ``seats`` of the device that may, besides the keeper."""

    label: str
    seats: list[int]


class PaymentAnswer(Model):
    """One side pays another, in chips or cents."""

    payer: str
    payee: str
    amount: int


class SettledGame(Model):
    """A money game that is over, and whether it is added up."""

    game: str
    name: str
    started_at: Moment
    balances: dict[str, int]
    is_chosen: bool


class SettlementAnswer(Model):
    """Who pays whom over several money games; nobody while chips belong to nobody."""

    evening: list[SettledGame] = Field(description="What there is to choose from, oldest first.")
    running: int = Field(description="How many more are not over yet, and so are not counted.")
    games: list[str] = Field(description="The ids of those that are added up.")
    balances: dict[str, int]
    left_over: int
    payments: list[PaymentAnswer]


class HouseRulesName(Model):
    """The house rules a game is played by, and the version it keeps."""

    id: str
    name: str
    version: int
    otherwise: str = Field(
        description="What the game plays otherwise, in words: `target 7,000`; empty for nothing."
    )


class AmendmentAnswer(Model):
    """Options that were changed while the game ran, and from which round they hold."""

    from_round: int
    options: dict[str, Any]
    changes: list[str] = Field(description="The same in words.")
    reason: str


class WaitingAmendmentAnswer(Model):
    """A change of the options that waits for the consent of the ``missing`` seats."""

    id: int
    options: dict[str, Any]
    changes: list[str] = Field(description="The same in words.")
    reason: str
    is_retroactive: bool
    from_round: int = Field(description="From which round on it would hold, agreed to now.")
    by: str
    missing: list[int]
    without_phone: list[int] = Field(description="Those of them whom only the keeper can confirm.")


class TurnedDownAnswer(Model):
    """A change of the options that was turned down, or taken back, a moment ago."""

    by: str
    what: str
    is_taken_back: bool


class GroupName(Model):
    """The group a game belongs to."""

    id: str
    name: str


class AwardAnswer(Model):
    """What a game brought one player; 55,440 parts are a point; ranks null while not ranked."""

    player: str
    name: str
    colour: int
    initial: str
    points: int
    rank: int | None
    rank_before: int | None = Field(
        description="The rank without this game; both ranks are told of the latest game only."
    )


class SeasonAwardsAnswer(Model):
    """What a game brought in one season."""

    season: str
    name: str
    scheme: str
    is_closed: bool
    is_latest: bool
    players: list[AwardAnswer]


class GameAnswer(Model):
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
    started_at: Moment
    ended_at: Moment | None
    seconds_played: int = Field(
        description="Up to the last entry, or End Game; pauses of more than an hour left out."
    )
    played_until: Moment | None = Field(description="When that was; null before the first entry.")
    took: str = Field(description="How long an ended game took, in words.")
    sides: list[SideAnswer]
    seats: list[SeatAnswer]
    rounds: list[RoundAnswer]
    open_round: OpenRoundAnswer | None
    last_check: DeckCheckAnswer | None
    payments: list[PaymentAnswer] = Field(description="Who pays whom, once a money game ended.")
    facts: list[str] = Field(description="What is to be known before the next deal.")
    warnings: list[WarningAnswer]
    house_rules: HouseRulesName | None
    amendments: list[AmendmentAnswer] = Field(description="Options changed while it ran.")
    amendment: WaitingAmendmentAnswer | None = Field(description="A change that waits for consent.")
    turned_down: TurnedDownAnswer | None
    book: str = Field(description="Differs once the rules of this game, or its rulings, changed.")
    is_deleted: bool = Field(description="Whether it lies in the bin.")
    group: GroupName | None
    awards: list[SeasonAwardsAnswer] = Field(
        description="What an ended game brings in each season."
    )
    uncounted: list[str] = Field(
        description="Why an ended game counts nowhere, and which closed seasons it cannot move."
    )
    after_end: list[int]
    turn: TurnAnswer
    undo: UndoStepAnswer | None
    redo: UndoStepAnswer | None
    rematch: str | None


class JoinedGameAnswer(Model):
    """A game this device is in now, and the token by which it is known."""

    game: GameAnswer
    role: Role
    seats: list[int]
    device_token: str


class GameSummary(Model):
    """A game this device is in."""

    id: str
    game: str
    name: str
    players: list[str]
    is_ended: bool
    started_at: Moment


class GamesAnswer(Model):
    """The games this device is in: those still running first, then the latest."""

    games: list[GameSummary]


class RecordAnswer(Model):
    """A game as a record, as ``POST /api/v1/score`` and ``scorecard score`` read it."""

    game: str
    options: dict[str, Any]
    players: list[str]
    rounds: list[dict[str, Any]]
    left: dict[str, int] | None = None
    end_early: bool | None = None
    keep_after_end: bool | None = None


class ChangeAnswer(Model):
    """One line of a history."""

    version: int
    kind: str
    sentence: str
    details: list[str] = Field(description="What was and became, where the sentence is short.")
    by: str
    at: Moment = Field(description="When it arrived.")
    source: str | None = Field(
        description="How it came: form, api, import, replay (late, from a phone that had kept it) "
        "or server; null for changes from before this was kept."
    )
    made_at: Moment | None = Field(description="When a replayed change was made on its phone.")


class ChangesAnswer(Model):
    """Changes, newest first."""

    changes: list[ChangeAnswer]
    older: int | None = Field(description="There are more before this version.")


class InvitationAnswer(Model):
    """How others get in: the short code of a running game, and a link for each role."""

    code: str | None
    links: dict[Role, str]


class DeviceAnswer(Model):
    """A device that is in the game."""

    id: int
    label: str
    role: Role
    seats: list[int]
    joined_at: Moment
    is_this: bool


class DevicesAnswer(Model):
    """The devices that are in the game."""

    devices: list[DeviceAnswer]


class RulesSummary(Model):
    """A card game one can keep the score of."""

    key: str
    name: str
    aim: str
    players: str
    length: str


class RulesListAnswer(Model):
    """The card games."""

    rules: list[RulesSummary]


class ScoreAnswer(Model):
    """A scored record; each game adds keys of its own, such as ``target``."""

    round_scores: list[dict[str, int]]
    totals: dict[str, int | None]
    status: Status
    winners: list[str]
    reason: str
    warnings: list[dict[str, Any]]
    after_end: list[int]


class PlayerFileAnswer(Model):
    """Everything that a group keeps about one player."""

    format: str
    version: int
    exported_at: Moment
    group: dict[str, Any]
    player: list[dict[str, Any]] = Field(description="And who was merged into them.")
    phones: list[dict[str, Any]]
    games: list[dict[str, Any]] = Field(description="With what was entered and scored for them.")
    seasons: list[dict[str, Any]]
    book: dict[str, list[dict[str, Any]]]


class WordsAlikeAnswer(Model):
    """How often each word that is nearly a player's name stands in what people wrote."""

    words: dict[str, int]


class PlayerForgottenAnswer(Model):
    """What a player is called who was forgotten."""

    name: str


class DeviceForgottenAnswer(Model):
    """That a device was forgotten."""

    is_forgotten: bool


class ScorecardAnswer(Model):
    """A scorecard of one's own in its latest version."""

    id: str
    version: int
    definition: dict[str, Any]


class ScorecardsAnswer(Model):
    """The scorecards a device made, and the ready-made ones by name."""

    scorecards: list[ScorecardAnswer]
    ready_made: dict[str, dict[str, Any]]
