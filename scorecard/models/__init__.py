"""The tables, one module per noun. Importing this package knows them all."""

from scorecard.models.access import Claim, Device, Membership, Pass
from scorecard.models.change import Change, WriteKey
from scorecard.models.game import Entry, Game, Round, Score, Seat
from scorecard.models.group import (
    Group,
    GroupChange,
    GroupMembership,
    Passkey,
    Player,
    PlayerClaim,
    RecoveryCode,
)
from scorecard.models.scorecard import Scorecard, ScorecardVersion
from scorecard.models.season import Award, Feat, Result, Season, Standing

__all__ = [
    "Award",
    "Change",
    "Claim",
    "Device",
    "Entry",
    "Feat",
    "Game",
    "Group",
    "GroupChange",
    "GroupMembership",
    "Membership",
    "Pass",
    "Passkey",
    "Player",
    "PlayerClaim",
    "RecoveryCode",
    "Result",
    "Round",
    "Score",
    "Scorecard",
    "ScorecardVersion",
    "Season",
    "Seat",
    "Standing",
    "WriteKey",
]
