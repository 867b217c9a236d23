"""Amendments over the API: change the rules of a running game, with everybody's consent."""

from __future__ import annotations

from typing import Any

from flask import Response
from pydantic import Field

from scorecard.errors import NotAllowed
from scorecard.models import Seat
from scorecard.rules.words import say
from scorecard.services import amending, members
from scorecard.services.changes import Write
from scorecard.web.access import Visit, needs
from scorecard.web.api.answers import GameAnswer
from scorecard.web.api.games import GAME
from scorecard.web.api.spec import WRITE_REFUSALS, WriteBody, blueprint, describes, write

AMENDMENTS = f"{GAME}/amendments"


class AmendGameBody(WriteBody):
    """Options of a running game to change."""

    options: dict[str, Any] = Field(description="Those to change.")
    reason: str
    is_retroactive: bool = Field(default=False, description="For all rounds, not from the next.")
    agreed_by: list[str] | None = Field(
        default=None,
        description="Names. With them it is done at once, or refused; else it waits for consent.",
    )


class WithdrawAmendmentBody(WriteBody):
    """Which change is spoken of; another one that waits by now is not settled with it."""

    amendment: int = Field(ge=1, description="The id of the change that waits.")


class ConsentToAmendmentBody(WithdrawAmendmentBody):
    """The seats that consent."""

    seats: list[int]


@blueprint.post(AMENDMENTS)
@needs("player")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def amend(visit: Visit, json: AmendGameBody) -> Response:
    """Propose to change options of a running game; everybody who plays must consent."""

    def action(this: Write) -> None:
        if json.agreed_by is None:
            amending.propose(
                visit.session,
                visit.game,
                this,
                json.options,
                json.reason,
                is_retroactive=json.is_retroactive,
            )
            return
        names = {name.strip().casefold() for name in json.agreed_by}
        _refuse_foreign(visit, [s for s in visit.game.seats if s.name.casefold() in names])
        amending.amend(
            visit.session,
            visit.game,
            this,
            json.options,
            json.agreed_by,
            json.reason,
            is_retroactive=json.is_retroactive,
        )

    return write(visit, json.version, action)


@blueprint.post(f"{AMENDMENTS}/consent")
@needs("player")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def consent_to_amendment(visit: Visit, json: ConsentToAmendmentBody) -> Response:
    """Consent to the change that waits, for this device's seats, or as keeper for those without."""

    def action(this: Write) -> None:
        seats = [seat for seat in visit.game.seats if seat.position in json.seats]
        _refuse_foreign(visit, seats)
        is_own = set(json.seats) <= set(visit.my_seats)
        how = amending.PHONE if is_own else amending.KEEPER
        amending.consent(visit.session, visit.game, this, seats, how=how, wish=json.amendment)

    return write(visit, json.version, action)


@blueprint.post(f"{AMENDMENTS}/withdraw")
@needs("player")
@describes(GameAnswer, "games", refusals=WRITE_REFUSALS)
def withdraw_amendment(visit: Visit, json: WithdrawAmendmentBody) -> Response:
    """Take the change that waits back, or turn it down: nothing is changed."""
    return write(
        visit,
        json.version,
        lambda this: amending.withdraw(visit.session, visit.game, this, wish=json.amendment),
    )


def _refuse_foreign(visit: Visit, seats: list[Seat]) -> None:
    """Let a device consent for its own seats, and the keeper for those that have none."""
    claimed = members.seats_claimed(visit.session, visit.game)
    for seat in seats:
        may = seat.position in visit.my_seats or (visit.is_keeper and seat.position not in claimed)
        if not may:
            raise NotAllowed(say("%(name)s consents on a phone of their own.", name=seat.name))
