"""How a game is going, over the API: its chart, chances and moments, and what End Game awards."""

from __future__ import annotations

from pydantic import Field

from scorecard.services.seasons import prospects
from scorecard.web.api import model, spec
from scorecard.web.api.table.games import GAME
from scorecard.web.http import access
from scorecard.web.live import sheets
from scorecard.web.table import boards


class LineOfSide(model.Model):
    """How one side's total went."""

    side: str
    totals: list[int | None] = Field(
        description="Before the first round and after each one that counts; null when out."
    )


class ChancesAnswer(model.Model):
    """A guess, made by playing the game on to its end many times."""

    wins: dict[str, float] = Field(description="Each side's share of them; they add up to 1.")
    rounds_to_go: tuple[int, int] = Field(
        description="How many more rounds three of five of them took, at least and at most."
    )
    games: int = Field(description="How many were played on.")
    rounds: int = Field(description="The rounds really played from which they were made up.")


class MomentAnswer(model.Model):
    """Something worth telling, and the round it happened in."""

    round: int
    sentence: str


class GameChartAnswer(model.Model):
    """How a game is going, or went."""

    version: int = Field(description="The game's.")
    target: int | None
    lines: list[LineOfSide]
    chances: ChancesAnswer | None = Field(
        description="Null where there is nothing to guess: no race to a target, before four rounds "
        "were played, or when it is over."
    )
    moments: list[MomentAnswer] = Field(description="In the order they came.")


class ProspectAnswer(model.Model):
    """What ending the game now means for the standings of one season, or of all."""

    sentence: str
    season: str = Field(description="The season's name; empty where none is concerned.")
    counts: bool
    is_closed: bool


class ProspectsAnswer(model.Model):
    """What End Game will award; nothing for a game outside of groups, or one that has ended."""

    prospects: list[ProspectAnswer]


@spec.game_read(f"{GAME}/chart", "spectator", GameChartAnswer, "games")
def read_chart(visit: access.Visit) -> object:
    """Return how a game is going: totals round by round, the chances to win, and its moments."""
    sheet, going = sheets.rendered(visit.game).sheet, boards.going_of(visit)
    return {
        "version": sheet.version,
        "target": sheet.target,
        "lines": [
            {"side": side.side, "totals": [totals[side.side] for totals in going.totals]}
            for side in sheet.sides
        ],
        "chances": going.guess,
        "moments": going.moments,
    }


@spec.game_read(f"{GAME}/prospects", "player", ProspectsAnswer, "games")
def read_prospects(visit: access.Visit) -> object:
    """Return what ending a game now would award, season by season."""
    return {"prospects": prospects.of_game(visit.session, visit.game)}
