"""The parts of an export that are of a group and its players."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, create_model

from scorecard.models import CashEntry, CashShare, Group, GroupChange, GroupMembership, Player
from scorecard.rules.outcome import cash
from scorecard.services.book import consent, voting
from scorecard.services.files.format import tables, values
from scorecard.services.groups import details
from scorecard.services.scoring import badges


class PlayerPart(values.Part):
    """Somebody on the roster."""

    uid: values.Uid
    name: values.Name
    colour: Annotated[int, Field(ge=1, le=badges.COLOURS)]
    initial: Annotated[values.Name, StringConstraints(max_length=2)]
    created_at: values.Moment
    retired_at: values.Moment | None
    is_guest: bool = False
    merged_into: (
        Annotated[values.Uid, values.Reference("merged_into_id", "player", is_linked_later=True)]
        | None
    )


class GroupChangePart(values.Part):
    """A line of a group's history."""

    version: values.Number
    kind: Annotated[str, StringConstraints(max_length=20)]
    what: dict[values.Key, values.Pair] = Field(default_factory=dict)
    about: dict[str, Any]
    phone: values.Phone
    at: values.Moment
    source: values.Source = None
    made_at: values.Moment | None = None


class GroupPhonePart(values.Part):
    """A phone that a group's history names: its role, and the players it was "me" for."""

    phone: values.Phone
    role: Literal["keeper", "member"]
    players: list[values.Player]


class CashSharePart(values.Part):
    """What an entry in the cash box is for a player, in cents."""

    player: values.Player
    amount: int


class CashEntryPart(values.Part):
    """An entry in the cash box; ``rules/outcome/cash.py`` says what its values may be."""

    uid: values.Uid
    kind: Annotated[str, values.one_of(cash.KINDS)]
    amount: values.Count
    in_box: int
    day: values.Day
    note: values.Line
    way: Annotated[str, values.one_of(("", *cash.WAYS))]
    game: values.Game | None
    at: values.Moment
    shares: list[CashSharePart]


def _with_details(kind: type[GroupPart]) -> type[GroupPart]:
    """Give a part of a group the group's details; those that may be empty may be missing, too."""
    fields: dict[str, Any] = {
        detail.key: (Annotated[str, values.read_by(partial(details.read, detail.key))], ...)
        if detail.blank
        else (values.Line, "")
        for detail in details.ALL
    }
    return create_model(
        kind.__name__, __base__=kind, __doc__=kind.__doc__, __module__=__name__, **fields
    )


@_with_details
class GroupPart(values.Part):
    """The group that games and seasons belong to."""

    uid: values.Uid


class WholeGroupPart(GroupPart):
    """A whole group, but for its players, seasons and games."""

    version: values.Number
    created_at: values.Moment
    changed_at: values.Moment
    threshold: Annotated[str, values.one_of(voting.THRESHOLDS)]
    deadline_days: Annotated[int, Field(ge=1, le=consent.LONGEST_DEADLINE)] | None
    currency: Annotated[values.Line, StringConstraints(max_length=3)] = ""
    history: list[GroupChangePart]
    phones: list[GroupPhonePart]
    cash: list[CashEntryPart] = Field(default_factory=list)


PLAYERS = tables.Table(Player, PlayerPart, "group_id")
CHANGES = tables.Table(GroupChange, GroupChangePart, "group_id")
PHONES = tables.Table(GroupMembership, GroupPhonePart, "group_id")
CASH = tables.Table(CashEntry, CashEntryPart, "group_id")
CASH_SHARES = tables.Table(CashShare, CashSharePart, "entry_id")
GROUPS = tables.Table(Group, GroupPart)
WHOLE_GROUPS = tables.Table(Group, WholeGroupPart)
