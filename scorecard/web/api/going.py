"""How a game is going, over the API: its chart, chances and moments, and what End Game awards."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Response
from pydantic import Field

from scorecard.services import prospects
from scorecard.services.chances import Guess
from scorecard.web import boards
from scorecard.web.access import Visit, needs
from scorecard.web.api.games import GAME
from scorecard.web.api.model import Model
from scorecard.web.api.spec import GAME_REFUSALS, blueprint, describes, json_answer
from scorecard.web.sheets import rendered


class LineOfSide(Model):
    """How one side's total went."""

    side: str
    totals: list[int | None] = Field(
        description="Before the first round and after each one that counts; null when out."
    )


class ChancesAnswer(Model):
    """A guess, made by playing the game on to its end many times."""

    wins: dict[str, float] = Field(description="Each side's share of them; they add up to 1.")
    rounds_to_go: tuple[int, int] = Field(
        description="How many more rounds three of five of them took, at least and at most."
    )
    games: int = Field(description="How many were played on.")
    rounds: int = Field(description="The rounds really played from which they were made up.")


class MomentAnswer(Model):
    """Something worth telling, and the round it happened in."""

    round: int
    sentence: str


class GameChartAnswer(Model):
    """How a game is going, or went."""

    version: int = Field(description="The game's.")
    target: int | None
    lines: list[LineOfSide]
    chances: ChancesAnswer | None = Field(
        description="Null where there is nothing to guess: no race to a target, or it is over."
    )
    moments: list[MomentAnswer] = Field(description="In the order they came.")


class ProspectAnswer(Model):
    """What ending the game now means for the standings of one season, or of all."""

    sentence: str
    season: str = Field(description="The season's name; empty where none is concerned.")
    counts: bool
    is_closed: bool


class ProspectsAnswer(Model):
    """What End Game will award; nothing for a game outside of groups, or one that has ended."""

    prospects: list[ProspectAnswer]


@blueprint.get(f"{GAME}/chart")
@needs("spectator")
@describes(GameChartAnswer, "games", refusals=GAME_REFUSALS)
def read_chart(visit: Visit) -> Response:
    """Return how a game is going: totals round by round, the chances to win, and its moments."""
    sheet, going = rendered(visit.game).sheet, boards.going_of(visit)
    found = {
        "version": sheet["version"],
        "target": sheet["target"],
        "lines": [
            {"side": side["side"], "totals": [totals[side["side"]] for totals in going.totals]}
            for side in sheet["sides"]
        ],
        "chances": _chances_json(going.guess) if going.guess else None,
        "moments": [moment._asdict() for moment in going.moments],
    }
    return json_answer(found)


@blueprint.get(f"{GAME}/prospects")
@needs("player")
@describes(ProspectsAnswer, "games", refusals=GAME_REFUSALS)
def read_prospects(visit: Visit) -> Response:
    """Return what End Game will award, season by season, before it is tapped."""
    found = prospects.of_game(visit.session, visit.game)
    return json_answer({"prospects": [asdict(prospect) for prospect in found]})


def _chances_json(guess: Guess) -> dict[str, Any]:
    return {**guess._asdict(), "wins": dict(guess.wins)}
