"""Money games over the API: who pays whom at the end of an evening."""

from __future__ import annotations

from pydantic import Field

from scorecard import errors
from scorecard.rules.outcome.payments import Payment
from scorecard.rules.words import say
from scorecard.services.scoring import sheets
from scorecard.services.table import settling
from scorecard.web.api import fields, model, spec
from scorecard.web.api.model import Extended
from scorecard.web.api.table import games
from scorecard.web.http.access import Visit


class SettledGame(model.Model):
    """A money game that is over, and whether it is added up."""

    game: str = Field(validation_alias="uid")
    name: str
    started_at: fields.Moment
    balances: dict[str, int]
    is_chosen: bool


class SettlementAnswer(model.Model):
    """Who pays whom over several money games; nobody while chips belong to nobody."""

    evening: list[SettledGame] = Field(description="What there is to choose from, oldest first.")
    running: int = Field(description="How many more are not over yet, and so are not counted.")
    games: list[fields.IdOf] = Field(description="The ids of those that are added up.")
    balances: dict[str, int]
    left_over: int
    payments: list[Payment]


class SettlementQuery(model.Model):
    """Which money games are added up."""

    game: fields.Several = Field(
        default=[], description="Once or more: only these. All of the evening without it."
    )


@spec.game_read(f"{games.GAME}/settlement", "spectator", SettlementAnswer, "games", refusals=(422,))
def read_settlement(visit: Visit, query: SettlementQuery) -> object:
    """Return who pays whom over the money games of this game's evening.

    Those are the ended ones of its group that are open to the device; outside of groups the game
    itself, what it is a rematch of, and its rematches. `evening` lists what there is to choose
    from.
    """
    evening = settling.of_evening(visit.session, visit.game, visit.device)
    wanted, known = query.game, {game.uid for game in evening.games}
    if unknown := [uid for uid in wanted if uid not in known]:
        raise errors.BadInput(
            say("%(game)s is no ended money game of this evening.", game=unknown[0]), field="game"
        )
    chosen = [game for game in evening.games if not wanted or game.uid in wanted]
    balances = settling.balances(visit.session, visit.game, chosen)
    return {
        "evening": [
            Extended(
                game,
                name=sheets.rules_of(game).name,
                balances=settling.balances_of(sheets.read(game)),
                is_chosen=game in chosen,
            )
            for game in evening.games
        ],
        "running": evening.running,
        "games": chosen,
        "balances": balances,
        "left_over": settling.left_over(balances),
        "payments": settling.settle(balances),
    }
