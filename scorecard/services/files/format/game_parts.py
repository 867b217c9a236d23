"""The parts of an export that are of a game."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from scorecard.models import Amendment, Change, Entry, Game, Membership, Round, Seat
from scorecard.models.device import ROLES
from scorecard.services.files.format import tables, values
from scorecard.services.table import amending


class JoinedPart(values.Part):
    """After how many rounds somebody joined late, and what their total starts with."""

    after: values.Number
    start: int


class SeatFact(values.Part):
    """A seat as a change left it; ``player`` came later than the first histories."""

    name: values.Name
    left_after: values.Count | None
    joined: JoinedPart | None = None
    head_start: values.Count = 0
    player: values.Player | None = None


class SeatPart(values.Part):
    """A seat of a game."""

    position: values.Number
    name: values.Name
    left_after: values.Count | None
    joined: JoinedPart | None = None
    head_start: Annotated[values.Count, values.Column("start")] = 0
    player: values.Player | None


class EntryFact(values.Part):
    """What was typed for a seat, as a change left it."""

    data: Any
    phone: Annotated[values.Number, values.Reference("device", "phone")]
    at: values.Moment


class EntryPart(values.Part):
    """What was typed for a seat."""

    seat: Annotated[values.Number, values.Reference("seat_id", "seat")]
    data: Any
    phone: values.Phone
    at: Annotated[values.Moment, values.Column("entered_at")]
    version: values.Number


class RoundFact(values.Part):
    """A round as a change left it."""

    data: values.Json
    is_closed: bool


class RoundPart(values.Part):
    """A round of a game."""

    number: values.Number
    data: values.Json
    is_closed: bool
    anecdote: values.Line = ""
    version: values.Number
    entries: list[EntryPart]


class About(values.Loose):
    """What a change was about: which of these there are goes with its kind."""

    round: values.Count | None = None
    seats: list[values.Count] = Field(default_factory=list)
    rounds: list[values.Count] = Field(default_factory=list)
    points: dict[str, Annotated[list[int | None], Field(min_length=2, max_length=2)]] = Field(
        default_factory=dict
    )
    said: values.Json = Field(default_factory=dict)
    kept: values.Json = Field(default_factory=dict)
    head_starts: dict[str, values.Count] = Field(default_factory=dict)
    closed: bool = False
    taken_from: values.Count | None = None
    text: values.LongText = ""
    name: values.Text = ""
    whom: values.LongText = ""
    group: values.Text = ""
    of: values.Text = ""
    what: values.LongText = ""
    reason: values.LongText = ""
    decision: values.LongText = ""
    how: values.Text = ""
    taken_back: bool = False
    target: int | None = None
    from_: Annotated[int | str | None, Field(alias="from")] = None


class ChangePart(values.Part):
    """A line of a game's history."""

    version: values.Number
    kind: Annotated[str, StringConstraints(max_length=20)]
    what: dict[str, values.Pair]
    about: About
    is_undoable: bool
    reverts: (
        Annotated[values.Number, values.Reference("reverts_id", "line", is_linked_later=True)]
        | None
    )
    phone: values.Phone
    at: values.Moment
    source: values.Source = None
    made_at: values.Moment | None = None


class PhonePart(values.Part):
    """A phone that a game's history names: its role, and the seats it counted for."""

    phone: values.Phone
    role: Annotated[str, values.one_of(ROLES)]
    seats: list[values.Number]


class AmendmentPart(values.Part):
    """A change of the house rules of a game, and the round from which on it holds."""

    from_round: values.Number
    options: values.Json
    reason: values.LongText
    at: values.Moment


class NotAgreedPart(values.Part):
    """Somebody who sat down without having agreed; ``agreed`` is the version that is known."""

    name: values.Name
    agreed: values.Number | None


class ConsentPart(values.Part):
    """A seat's consent to a change of the house rules, and how it was given."""

    seat: values.Number
    how: Annotated[str, values.one_of((amending.PHONE, amending.KEEPER))]


class WaitingPart(values.Part):
    """A change of the house rules that waits for everybody's consent."""

    options: values.Json
    reason: values.LongText
    is_retroactive: bool
    consents: list[ConsentPart]
    phone: values.Phone
    at: values.Moment


class LinkPart(values.Part):
    """The version of house rules that a game was started with."""

    uid: values.Uid
    name: values.Name
    version: values.Number


class GamePart(values.Part):
    """A game."""

    uid: values.Uid
    rules: Annotated[str, StringConstraints(max_length=40)]
    kind: values.Key
    options: values.Json
    is_blind: bool
    is_friendly: bool = False
    friendly_in: list[values.Uid] = Field(default_factory=list)
    first_seat: values.Number
    version: values.Number
    started_at: values.Moment
    changed_at: values.Moment
    ended_at: values.Moment | None
    deleted_at: values.Moment | None
    rematch_of: (
        Annotated[values.Uid, values.Reference("rematch_of_id", "game", is_linked_later=True)]
        | None
    )
    house_rules: LinkPart | None
    not_agreed: list[NotAgreedPart]
    amendments: list[AmendmentPart]
    anecdote: values.Line = ""
    waiting: WaitingPart | None
    seats: list[SeatPart]
    rounds: list[RoundPart]
    history: list[ChangePart]
    phones: list[PhonePart]


GAMES = tables.Table(Game, GamePart, "group_id")
SEATS = tables.Table(Seat, SeatPart, "game_id")
ROUNDS = tables.Table(Round, RoundPart, "game_id")
ENTRIES = tables.Table(Entry, EntryPart, "round_id")
CHANGES = tables.Table(Change, ChangePart, "game_id")
PHONES = tables.Table(Membership, PhonePart, "game_id")
WAITING = tables.Table(Amendment, WaitingPart, "game_id")
