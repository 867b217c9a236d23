"""Every table says how many of its rows one owner may have, or why it needs no such bound."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from scorecard.database.db import Model
from scorecard.models import (
    Agreement,
    Award,
    BinCount,
    CashShare,
    Change,
    Claim,
    DailyUse,
    Device,
    DivisionMember,
    Entry,
    Feat,
    GroupChange,
    Meeting,
    Pass,
    PlayerClaim,
    RecoveryCode,
    Result,
    Score,
    Seat,
    Standing,
    Tally,
    TeamMember,
    Vote,
    WriteKey,
    WrongGuess,
)
from scorecard.services.limits import bounds

_OF_A_DAY = "one for each write, bounded by what a household stores in a day"
_OF_A_GAME = "worked out from a game: at most a few for each of its players"
UNBOUNDED: Mapping[type[Model], str] = {
    Agreement: "one for each player and version",
    Award: _OF_A_GAME,
    BinCount: "one for each thing in the bin",
    CashShare: "one for each entry and player",
    Change: _OF_A_DAY,
    Claim: "one for each phone and seat",
    DailyUse: "one for each household, of which a few thousand are told apart; kept for a day",
    Device: "a name and a moment, bounded by what a household stores in a day",
    DivisionMember: "one for each season and player",
    Entry: "one for each round and seat",
    Feat: _OF_A_GAME,
    GroupChange: _OF_A_DAY,
    Meeting: "one for each two players and size of a table",
    Pass: "the newest few of each game are kept",
    PlayerClaim: "one for each phone and player",
    RecoveryCode: "one for each phone",
    Result: _OF_A_GAME,
    Score: "one for each round and seat",
    Seat: "the card game says how many can play",
    Standing: "one for each season and player",
    Tally: "one for each player, card game and size of a table",
    TeamMember: "one for each season and player",
    Vote: "one for each proposal and player",
    WriteKey: _OF_A_DAY,
    WrongGuess: "so many an hour are looked at, the others are not counted; kept for a day",
}


def test_every_table_says_its_bound_or_why_it_needs_none() -> None:
    every = [one for one in vars(bounds).values() if isinstance(one, bounds.Bound)]
    counted: list[Any] = [bound.rows.get_final_froms()[0] for bound in every]
    # The games and groups of a phone are counted by its memberships.
    bounded = {table.right if isinstance(table, sa.Join) else table for table in counted}
    unbounded = {model.__table__ for model in UNBOUNDED}
    assert {one.local_table for one in Model.registry.mappers} == bounded | unbounded
    assert not bounded & unbounded
    assert all(UNBOUNDED.values())
