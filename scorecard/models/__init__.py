"""The tables, one module per noun. Importing this package knows them all."""

from scorecard.models.access import Claim, Membership, Pass
from scorecard.models.amendment import Amendment
from scorecard.models.cash import CashEntry, CashShare
from scorecard.models.change import Change, GroupChange, WriteKey
from scorecard.models.counters import BinCount, DailyUse, WrongGuess
from scorecard.models.device import Device
from scorecard.models.game import Entry, Game, Round, Score, Seat
from scorecard.models.group import (
    Group,
    GroupMembership,
    Passkey,
    Player,
    PlayerClaim,
    RecoveryCode,
)
from scorecard.models.house_rules import (
    Agreement,
    Comment,
    HouseRules,
    HouseRulesVersion,
    Proposal,
    Ruling,
    Vote,
)
from scorecard.models.result import Feat, Meeting, Result, Tally
from scorecard.models.scorecard import Scorecard, ScorecardVersion
from scorecard.models.season import (
    Adjustment,
    Award,
    Division,
    DivisionMember,
    Season,
    Standing,
    Team,
    TeamMember,
)
