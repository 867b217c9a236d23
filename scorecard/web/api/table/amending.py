"""Amendments over the API: change the rules of a running game, with everybody's consent."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from scorecard import errors
from scorecard.models import Seat
from scorecard.rules.words import say
from scorecard.services.history import changes, members
from scorecard.services.table import amending
from scorecard.web.api import spec
from scorecard.web.api.table import games
from scorecard.web.http import access
from scorecard.web.table import amending as amending_pages

AMENDMENTS = f"{games.GAME}/amendments"


class AmendGameBody(spec.WriteBody):
    """Options of a running game to change."""

    options: dict[str, Any] = Field(description="Those to change.")
    reason: str
    is_retroactive: bool = Field(default=False, description="For all rounds, not from the next.")
    agreed_by: list[str] | None = Field(
        default=None,
        description="Names. With them it is done at once, or refused; else it waits for consent.",
    )


class WithdrawAmendmentBody(spec.WriteBody):
    """Which change is spoken of; another one that waits by now is not settled with it."""

    amendment: int = Field(ge=1, description="The id of the change that waits.")


class ConsentToAmendmentBody(WithdrawAmendmentBody):
    """The seats that consent."""

    seats: list[int]


@spec.game_write("POST", AMENDMENTS, "player", "games")
def amend(visit: access.Visit, this: changes.Write, json: AmendGameBody) -> None:
    """Propose to change options of a running game; everybody who plays must consent."""
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


@spec.game_write("POST", f"{AMENDMENTS}/consent", "player", "games")
def consent_to_amendment(
    visit: access.Visit, this: changes.Write, json: ConsentToAmendmentBody
) -> None:
    """Consent to the change that waits, for one's seats, or as scorekeeper for those without."""
    seats = [seat for seat in visit.game.seats if seat.position in json.seats]
    _refuse_foreign(visit, seats)
    is_own = set(json.seats) <= set(visit.my_seats)
    how = amending.PHONE if is_own else amending.KEEPER
    amending.consent(visit.session, visit.game, this, seats, how=how, wish=json.amendment)


spec.game_write("POST", f"{AMENDMENTS}/withdraw", "player", "games", body=WithdrawAmendmentBody)(
    amending_pages.withdraw_amendment
)


def _refuse_foreign(visit: access.Visit, seats: list[Seat]) -> None:
    """Let a device consent for its own seats, and the scorekeeper for those that have none."""
    claimed = members.seats_claimed(visit.session, visit.game)
    for seat in seats:
        may = seat.position in visit.my_seats or (visit.is_keeper and seat.position not in claimed)
        if not may:
            raise errors.NotAllowed(say("%(name)s agrees on their own phone.", name=seat.name))
