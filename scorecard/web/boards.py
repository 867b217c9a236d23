"""The board, for a television or a tablet on the table; and its chart, for every phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, Response, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorecard.rules.moments import Moment, moments
from scorecard.rules.progress import totals_by_round
from scorecard.services import chances, codes, sheets
from scorecard.web import board_piece, charts
from scorecard.web.access import Visit, needs, now
from scorecard.web.addresses import base_url
from scorecard.web.languages import speech
from scorecard.web.live import stream_response
from scorecard.web.qr import qr_code
from scorecard.web.seats import links_of
from scorecard.web.sheets import Rendered, rendered
from scorecard.web.streams import Shelf

blueprint = Blueprint("boards", __name__)
PREFIX = "/games/<uid:game_uid>/board"
GAMES_KEPT = 200


class Going(NamedTuple):
    """How a game is going at one version: made for the first phone that asks, and kept.

    ``totals`` are those before the first round and after each one that counts, by side.
    """

    tag: str
    totals: Sequence[Mapping[str, int | None]]
    chart: Markup | None
    guess: chances.Guess | None
    moments: list[Moment]


_going: Shelf[Going] = Shelf(GAMES_KEPT)


@blueprint.get(PREFIX)
@needs("spectator")
def show(visit: Visit) -> ResponseReturnValue:
    """Show the board, with a QR code of what this device may pass on.

    One that may count invites players; one that only watches, spectators.
    """
    links = links_of(visit)
    role = "player" if visit.is_player else "spectator"
    address = base_url()
    one = rendered(visit.game)
    return render_template(
        "boards/show.html",
        visit=visit,
        sheet=one.sheet,
        board_html=one.board,
        invitation=board_piece.invitation_tag(visit.game.code),
        role=role,
        address=address.partition("://")[2],
        code=codes.good_code(visit.game, now()) if visit.is_player else None,
        invitation_qr=qr_code(address + url_for("join.invitation", token=links[role])),
    )


@blueprint.get("/games/<uid:game_uid>/chart")
@needs("spectator")
def chart(visit: Visit) -> ResponseReturnValue:
    """Show how a game is going; the table unfolds it from here."""
    sheet = rendered(visit.game).sheet
    return render_template("games/chart.html", visit=visit, sheet=sheet, going=going_of(visit))


def going_of(visit: Visit) -> Going:
    """Return how a game is going: its chart, the chances to win, and its moments."""
    one = rendered(visit.game)
    return _going.get((visit.game.uid, speech().code), one.tag, lambda: _look(visit, one))


def _look(visit: Visit, one: Rendered) -> Going:
    view = one.view
    totals = totals_by_round(view.fold, view.sheet)
    rounds = [sheets.round_data(visit.game, played) for played in visit.game.closed_rounds]
    return Going(
        one.tag,
        totals,
        charts.of_game(view, charts.SMALL),
        chances.of_game(visit.session, visit.game, view.sheet),
        moments(view.fold.rules, view.sheet, totals, rounds),
    )


@blueprint.get(f"{PREFIX}/events")
@needs("spectator")
def events(visit: Visit) -> Response:
    """Stream the board as a piece of the page."""
    return stream_response(visit, "board")
