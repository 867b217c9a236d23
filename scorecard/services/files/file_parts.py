"""The parts of an export, as classes that read them strictly (see ``file_format``)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
)

from scorecard import errors
from scorecard.models.change import SOURCES
from scorecard.models.device import ROLES
from scorecard.rules.typed import reading
from scorecard.rules.words import say
from scorecard.services.book import consent, rulings, texts, voting
from scorecard.services.limits import names
from scorecard.services.scoring import badges
from scorecard.services.table import amending

LARGEST_VERSION = 2**31 - 1
YEARS = range(1900, 3000)
OUTCOMES = ("adopted", "rejected", "withdrawn", "overtaken")
"""How a proposal can have ended."""


def _read_moment(value: Any) -> datetime:
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        moment = None
    # In any other zone or form it would not come out of the next export as it went in.
    is_plain = moment and moment.utcoffset() is not None and moment.year in YEARS
    if not is_plain or moment is None or moment.astimezone(UTC).isoformat() != value:
        raise ValueError(
            say(
                "must be a moment such as 2026-03-14T20:00:01+00:00, not %(value)s",
                value=reading.show(value),
            )
        )
    return moment


def _read_day(value: Any) -> date:
    try:
        day = date.fromisoformat(value)
    except (TypeError, ValueError):
        day = None
    if day is None or day.isoformat() != value or day.year not in YEARS:
        raise ValueError(
            say("must be a day such as 2026-03-14, not %(value)s", value=reading.show(value))
        )
    return day


def _plain_name(value: str) -> str:
    try:
        cleaned = names.clean(value)
    except errors.BadInput as error:
        raise ValueError(
            say(
                "cannot be %(value)s: %(message)s", value=reading.show(value), message=error.message
            )
        ) from None
    if cleaned != value:
        raise ValueError(
            say("cannot be %(value)s: blanks stand around it", value=reading.show(value))
        )
    return value


class Part(BaseModel):
    """A part of a file, read strictly: nothing is converted, nothing unknown is let through.

    Made ready when it is first used, which most starts never do.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


class Loose(BaseModel):
    """A part that may also hold what this release does not know."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True, defer_build=True)


Moment = Annotated[datetime, BeforeValidator(_read_moment)]
Day = Annotated[date, BeforeValidator(_read_day)]
Uid = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{8,16}$")]
Name = Annotated[str, AfterValidator(_plain_name)]
Text = Annotated[str, StringConstraints(max_length=400)]
Key = Annotated[str, StringConstraints(max_length=60)]
Number = Annotated[int, Field(ge=1, le=LARGEST_VERSION)]
Count = Annotated[int, Field(ge=0, le=LARGEST_VERSION)]
Json = dict[str, Any]
Said = Annotated[str, StringConstraints(max_length=texts.LONGEST_TEXT)]
"""What people say at length: reasons, comments, rulings."""
Words = Annotated[Said, StringConstraints(min_length=1)]
Notes = Annotated[str, StringConstraints(max_length=texts.LONGEST_NOTES)]
Decider = Annotated[str, StringConstraints(min_length=1, max_length=rulings.LONGEST_DECIDER)]


def _one_of(known: Collection[str]) -> AfterValidator:
    def check(value: str) -> str:
        if value not in known:
            raise ValueError(
                say(
                    "must be one of %(known)s, not %(value)s",
                    known=", ".join(known),
                    value=reading.show(value),
                )
            )
        return value

    return AfterValidator(check)


Source = Annotated[str, _one_of(SOURCES)] | None
"""How a change came; None in files of version 1."""
Pair = Annotated[list[Any], Field(min_length=2, max_length=2)]
"""What a fact was and what it became."""


def _plain_anecdote(value: str) -> str:
    # It may be longer than what is typed: whoever was forgotten has a long name in it.
    if any(names.is_control(character) for character in value):
        raise ValueError(f"cannot be {reading.show(value)}: it has control characters")
    if value != value.strip():
        raise ValueError(f"cannot be {reading.show(value)}: blanks stand around it")
    return value


Anecdote = Annotated[Said, AfterValidator(_plain_anecdote)]
"""What is told of a game or round; "" for nothing."""


class PlayerPart(Part):
    """Somebody on the roster."""

    uid: Uid
    name: Name
    colour: Annotated[int, Field(ge=1, le=badges.COLOURS)]
    initial: Annotated[Name, StringConstraints(max_length=2)]
    created_at: Moment
    retired_at: Moment | None
    merged_into: Uid | None


class FrozenLine(Loose):
    """A line of a closed season's table."""

    player: Uid
    name: Name
    colour: Annotated[int, Field(ge=1, le=badges.COLOURS)]
    initial: str
    is_retired: bool
    rank: Number | None
    rank_before: Number | None
    decided_by: str
    missing_games: Count
    games: Count
    wins: Count
    points: int
    average: int
    best: int
    rating: float
    doubt: float
    form: list[Json]


class Title(Loose):
    """A title of a closed season."""

    title: str
    key: str
    players: list[Uid]
    names: list[Name]
    value: int


class Frozen(Loose):
    """A closed season's table, as it stands for good."""

    table: list[FrozenLine]
    titles: list[Title]


class AwardPart(Part):
    """What one game of a closed season awarded a player, and their rating after it."""

    player: Uid
    rank: Number
    is_win: bool
    points: int
    rating: float
    doubt: float


class AwardsPart(Part):
    """What one game awarded in a closed season; it may be in the group no longer."""

    game: Uid
    begun_at: Moment
    players: list[AwardPart]


class SeasonPart(Part):
    """A season; ``services/seasons.py`` says what its values may be."""

    uid: Uid
    name: Name
    starts_on: Day
    ends_on: Day | None
    kinds: list[Key]
    least_games: Count
    best_of: Count | None
    scheme: Json
    tie_breaks: list[Key]
    early: Key
    created_at: Moment
    closed_at: Moment | None
    final: Frozen | None
    awards: list[AwardsPart] | None = None
    deleted_at: Moment | None = None


class SeatFact(Part):
    """A seat as a change left it; ``player`` came later than the first histories."""

    name: Name
    left_after: Count | None
    player: Uid | None = None


class SeatPart(SeatFact):
    """A seat of a game."""

    position: Number
    player: Uid | None


class EntryFact(Part):
    """What was typed for a seat, as a change left it."""

    data: Any
    phone: Number
    at: Moment


class EntryPart(EntryFact):
    """What was typed for a seat."""

    seat: Number
    version: Number


class RoundFact(Part):
    """A round as a change left it."""

    data: Json
    is_closed: bool


class RoundPart(RoundFact):
    """A round of a game."""

    number: Number
    version: Number
    anecdote: Anecdote = ""
    entries: list[EntryPart]


class About(Loose):
    """What a change was about: which of these there are goes with its kind."""

    round: Count | None = None
    seats: list[Count] = []
    rounds: list[Count] = []
    points: dict[str, Annotated[list[int | None], Field(min_length=2, max_length=2)]] = {}
    said: Json = {}
    closed: bool = False
    taken_from: Count | None = None
    text: Said = ""
    name: Text = ""
    whom: Said = ""
    group: Text = ""
    of: Text = ""
    what: Said = ""
    reason: Said = ""
    decision: Said = ""
    how: Text = ""
    taken_back: bool = False
    target: int | None = None
    from_: Annotated[int | str | None, Field(alias="from")] = None


class ChangePart(Part):
    """A line of a game's history."""

    version: Number
    kind: Annotated[str, StringConstraints(max_length=20)]
    what: dict[str, Pair]
    about: About
    is_undoable: bool
    reverts: Number | None
    phone: Number
    at: Moment
    source: Source = None
    made_at: Moment | None = None


class PhonePart(Part):
    """A phone that a game's history names: its role, and the seats it counted for."""

    phone: Number
    role: Annotated[str, _one_of(ROLES)]
    seats: list[Number]


class AmendmentPart(Part):
    """A change of the house rules of a game, and the round from which on it holds."""

    from_round: Number
    options: Json
    reason: Said
    at: Moment


class NotAgreedPart(Part):
    """Somebody who sat down without having agreed; ``agreed`` is the version that is known."""

    name: Name
    agreed: Number | None


class ConsentPart(Part):
    """A seat's consent to a change of the house rules, and how it was given."""

    seat: Number
    how: Annotated[str, _one_of((amending.PHONE, amending.KEEPER))]


class WaitingPart(Part):
    """A change of the house rules that waits for everybody's consent."""

    options: Json
    reason: Said
    is_retroactive: bool
    consents: list[ConsentPart]
    phone: Number
    at: Moment


class LinkPart(Part):
    """The version of house rules that a game was started with."""

    uid: Uid
    name: Name
    version: Number


class GamePart(Part):
    """A game."""

    uid: Uid
    rules: Annotated[str, StringConstraints(max_length=40)]
    kind: Key
    options: Json
    is_blind: bool
    first_seat: Number
    version: Number
    started_at: Moment
    changed_at: Moment
    ended_at: Moment | None
    deleted_at: Moment | None
    rematch_of: Uid | None
    house_rules: LinkPart | None
    not_agreed: list[NotAgreedPart]
    amendments: list[AmendmentPart]
    anecdote: Anecdote = ""
    waiting: WaitingPart | None
    seats: list[SeatPart]
    rounds: list[RoundPart]
    history: list[ChangePart]
    phones: list[PhonePart]


class GroupChangePart(Part):
    """A line of a group's history."""

    version: Number
    kind: Annotated[str, StringConstraints(max_length=20)]
    what: dict[Key, Pair] = {}
    about: dict[str, Any]
    phone: Number
    at: Moment
    source: Source = None
    made_at: Moment | None = None


class GroupPhonePart(Part):
    """A phone that a group's history names: its role, and the players it was "me" for."""

    phone: Number
    role: Literal["keeper", "member"]
    players: list[Uid]


class OriginPart(Part):
    """Whose rules house rules were copied from, as far as that was said."""

    ready_made: Said = ""
    group: Said = ""
    name: Said = ""
    version: int = 0
    file: bool = False


class AgreementPart(Part):
    """A player's agreement to a version of house rules."""

    player: Uid
    phone: Number
    at: Moment


class VersionPart(Part):
    """A version of house rules."""

    number: Number
    options: Json
    notes: Notes
    reason: Said
    phone: Number
    at: Moment
    agreements: list[AgreementPart]


class VotePart(AgreementPart):
    """What a player says to a proposal."""

    choice: Annotated[str, _one_of(voting.CHOICES)]


class CommentPart(Part):
    """Something said about a proposal."""

    text: Words
    phone: Number
    at: Moment
    deleted_at: Moment | None = None


class ProposalPart(Part):
    """A change of house rules that somebody wants, or wanted."""

    uid: Uid
    base: Number
    options: Json
    notes: Notes
    reason: Words
    phone: Number
    at: Moment
    deadline: Moment | None
    outcome: Annotated[str, _one_of(OUTCOMES)] | None
    closed_at: Moment | None
    votes: list[VotePart]
    comments: list[CommentPart]


class RulingPart(Part):
    """How something unclear was settled."""

    uid: Uid
    game: Uid | None
    situation: Words
    decision: Words
    decided_by: Decider
    phone: Number
    at: Moment
    deleted_at: Moment | None = None


class HouseRulesPart(Part):
    """House rules, with all of their versions."""

    uid: Uid
    name: Name
    rules: Annotated[str, StringConstraints(max_length=40)]
    origin: OriginPart | None
    created_at: Moment
    deleted_at: Moment | None
    versions: list[VersionPart]
    proposals: list[ProposalPart]
    rulings: list[RulingPart]


class GroupPart(Part):
    """The group that games and seasons belong to."""

    uid: Uid
    name: Name
    time_zone: Annotated[str, StringConstraints(max_length=64)]


class WholeGroupPart(GroupPart):
    """A whole group, but for its players, seasons and games."""

    version: Number
    created_at: Moment
    changed_at: Moment
    threshold: Annotated[str, _one_of(voting.THRESHOLDS)]
    deadline_days: Annotated[int, Field(ge=1, le=consent.LONGEST_DEADLINE)] | None
    history: list[GroupChangePart]
    phones: list[GroupPhonePart]


class File(Part):
    """What stands in every file."""

    format: str
    version: int
    kind: str
    exported_at: Moment
    players: list[PlayerPart]


class GameFile(File):
    """One game, with its players."""

    group: GroupPart | None
    game: GamePart


class SeasonFile(File):
    """One season, with its games and the players in them."""

    group: GroupPart
    season: SeasonPart
    games: list[GamePart]
    house_rules: list[HouseRulesPart]


class GroupFile(File):
    """A whole group."""

    group: WholeGroupPart
    seasons: list[SeasonPart]
    games: list[GamePart]
    house_rules: list[HouseRulesPart]


FILES: Mapping[str, type[File]] = {"game": GameFile, "season": SeasonFile, "group": GroupFile}
