"""What the API answers of groups: rosters, seasons, standings; as models, and how they are made."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import Field
from sqlalchemy.orm import Session

from scorecard.answers import stored
from scorecard.models import Group, Season
from scorecard.rules.outcome import awards
from scorecard.rules.outcome.standings import RankedBy
from scorecard.services.seasons import season_words, seasons
from scorecard.services.standings import lines, standings, team_tables
from scorecard.web.api import fields, model

TEAMS = "The table of its teams, if it has any."

GroupRole = Literal["keeper", "member"]


class PlayerAnswer(model.Model):
    """Somebody on a group's roster; who was merged is somebody else by now."""

    id: fields.Uid
    name: str
    colour: int = Field(description="One of the twelve seat colours, from 1.")
    initial: str
    is_retired: bool
    is_guest: bool = Field(description="Whether they enter no season’s table.")
    merged_into: fields.IdOf | None


class SeasonAnswer(model.Model):
    """A season: its days, what counts, and how. Without `kinds` every card game counts."""

    id: fields.Uid
    name: str
    starts_on: date
    ends_on: date | None
    kinds: list[str]
    least_games: int = Field(description="Who has played fewer is not ranked.")
    best_of: int | None = Field(description="Only so many best results count.")
    drop_worst: int = Field(description="So many worst results do not count.")
    ranked_by: RankedBy
    scheme: dict[str, Any] = Field(description="As it was given.")
    scheme_name: str
    scheme_sentence: str
    tie_breaks: list[str]
    early: awards.Early
    team_best: int = Field(description="Of each team so many best of an evening count; 0 for all.")
    promoted: int = Field(description="How many go up, and down, between neighbouring divisions.")
    weights: dict[str, int] = Field(
        description="How often evenings count that do not count once, in halves, by their days."
    )
    has_ratings_due: bool = Field(
        description="After a correction in a long season ratings are worked out for a while."
    )
    words: list[str] = Field(description="Everything that holds in it, a sentence each.")
    notes: list[str] = Field(description="What is allowed and still worth knowing of it, in words.")
    is_closed: bool
    closed_at: fields.Moment | None


@model.with_details(Group)
class _DetailsOfGroup(model.Model):
    """What is said of a group."""

    id: fields.Uid


class GroupAnswer(_DetailsOfGroup):
    """A group at one version, and what the asking device is in it."""

    version: int
    created_at: fields.Moment
    role: GroupRole
    me: list[fields.IdOf] = Field(description="The players this device is.")
    players: list[PlayerAnswer] = Field(description="By name, those retired and merged included.")
    seasons: list[SeasonAnswer] = Field(description="Open ones first, then the latest.")


class JoinedGroupAnswer(model.Model):
    """A group this device is in now, and the token by which it is known."""

    group: GroupAnswer
    device_token: str


class GroupSummary(model.Model):
    """A group this device is in."""

    id: fields.Uid
    name: str
    role: GroupRole


class GroupsAnswer(model.Model):
    """The groups this device is in, by name."""

    groups: list[GroupSummary]


class GroupInvitationAnswer(model.Model):
    """How others get in; null where the link can no longer be shown and must be renewed."""

    link: str | None


class PublicLinkAnswer(model.Model):
    """The public link to a group's standings; null while it is off."""

    link: str | None


class RecoveryCodeAnswer(model.Model):
    """A code that brings a scorekeeper back in, once; it is shown only here."""

    code: str


class GroupDeviceAnswer(model.Model):
    """A device that is in the group."""

    id: int = Field(validation_alias="device_id")
    label: str
    role: GroupRole
    players: list[fields.IdOf]
    joined_at: fields.Moment
    is_this: bool


class GroupDevicesAnswer(model.Model):
    """The devices that are in the group, in the order they came."""

    devices: list[GroupDeviceAnswer]


class SeasonsAnswer(model.Model):
    """A group's seasons: open ones first, then the latest."""

    seasons: list[SeasonAnswer]


class SeasonTable(model.Model):
    """A season's table as the group's stream carries it; nulls and nothing where there is none."""

    season: SeasonAnswer | None
    standings: list[lines.SeasonStandingAnswer]
    teams: list[team_tables.TeamStandingAnswer] = Field(description=TEAMS)
    titles: list[seasons.TitleAnswer]


class StandingsAnswer(model.Model):
    """A season's table, ranked players first; of a closed season, as it was frozen."""

    season: SeasonAnswer
    overlapping: list[fields.IdOf] = Field(
        description="Open seasons where some of the games count, too."
    )
    standings: list[lines.SeasonStandingAnswer]
    teams: list[team_tables.TeamStandingAnswer] = Field(description=TEAMS)
    titles: list[seasons.TitleAnswer]


class PublicSeason(model.Model):
    """A season whose standings are public."""

    id: fields.Uid
    name: str
    is_closed: bool


class PublicStandingsAnswer(model.Model):
    """What the public link shows: one season's table, and which others there are."""

    group: str
    season: SeasonAnswer | None
    standings: list[lines.StandingAnswer]
    teams: list[team_tables.TeamStandingAnswer] = Field(description=TEAMS)
    titles: list[seasons.TitleAnswer]
    seasons: list[PublicSeason]


def season_of(session: Session, season: Season) -> model.Extended:
    """Return a season with its rules in words."""
    scheme = awards.read_scheme(season.scheme)
    return model.Extended(
        season,
        scheme_name=scheme.name,
        scheme_sentence=scheme.sentence,
        has_ratings_due=season.unrated_from is not None,
        words=season_words.sentences(season),
        notes=[
            *season_words.notes(session, season, seasons.overlapping(session, season)),
            *season_words.beyond_places(season),
        ],
    )


def table_of(session: Session, season: Season | None) -> dict[str, Any]:
    """Return a season with its table and, if it is closed, its titles; nulls for None."""
    if season is None:
        return {"season": None, "standings": [], "teams": [], "titles": []}
    table = standings.present(session, season)
    return {
        "season": season_of(session, season),
        "standings": lines.with_counts(session, season, table),
        "teams": team_tables.present(session, season, table),
        "titles": stored(seasons.TitleAnswer, season.final["titles"]) if season.final else [],
    }
