"""The tables, one module per noun. Importing this package knows them all."""

from scorecard.models.access import Claim, Device, Membership, Pass
from scorecard.models.change import Change, WriteKey
from scorecard.models.game import Entry, Game, Round, Score, Seat
from scorecard.models.scorecard import Scorecard, ScorecardVersion

__all__ = [
    "Change",
    "Claim",
    "Device",
    "Entry",
    "Game",
    "Membership",
    "Pass",
    "Round",
    "Score",
    "Scorecard",
    "ScorecardVersion",
    "Seat",
    "WriteKey",
]
