"""The board, for a television or a tablet on the table; and its chart, for every phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import Response
from markupsafe import Markup

from scorecard.rules.outcome import progress
from scorecard.rules.outcome.moments import Moment, moments
from scorecard.services.limits import codes
from scorecard.services.scoring import chances, sheets
from scorecard.web.http import access, addresses, languages
from scorecard.web.live import board_piece, charts
from scorecard.web.live.events import stream_response
from scorecard.web.live.sheets import Rendered, rendered
from scorecard.web.pages import qr, responses, views
from scorecard.web.table import seats

blueprint = views.Views("boards", __name__)
PREFIX = "/games/<uid:game_uid>/board"


class Going(NamedTuple):
    """A game's progress at one version.

    ``totals`` are those before the first round and after each one that counts, by side.
    """

    totals: Sequence[Mapping[str, int | None]]
    chart: Markup | None
    guess: chances.Guess | None
    moments: list[Moment]


@blueprint.game_page(PREFIX, "spectator", may_lag=True)
def show(visit: access.Visit) -> str:
    """Show the board, with a QR code of what this device may pass on."""
    links = seats.links_of(visit)
    role = "player" if visit.is_player else "spectator"
    address = addresses.base_url()
    current = rendered(visit.game)
    return responses.page(
        "table/board/show.html",
        sheet=current.sheet,
        board_html=current.piece("board"),
        since=current.tag,
        invitation=board_piece.invitation_tag(visit.game.code),
        role=role,
        address=address.partition("://")[2],
        code=codes.good_code(visit.game, access.now()) if visit.is_player else None,
        invitation_qr=qr.qr_code(addresses.link("join.invitation", links[role])),
    )


@blueprint.game_page("/games/<uid:game_uid>/chart", "spectator", may_lag=True)
def chart(visit: access.Visit) -> str:
    """Show how a game is going; the table unfolds it from here."""
    sheet = rendered(visit.game).sheet
    return responses.page("table/board/chart.html", sheet=sheet, going=going_of(visit))


def going_of(visit: access.Visit) -> Going:
    """Return how a game is going: its chart, the chances to win, and its moments."""
    current = rendered(visit.game)
    return current.once(languages.speech().code, lambda: _make_going(visit, current))


def _make_going(visit: access.Visit, current: Rendered) -> Going:
    view = current.view
    totals = progress.totals_by_round(view.fold, view.sheet)
    rounds = [sheets.round_data(visit.game, played) for played in visit.game.closed_rounds]
    return Going(
        totals,
        charts.of_game(view, charts.SMALL),
        chances.of_game(visit.session, visit.game, view.sheet),
        moments(view.fold.rules, view.sheet, totals, rounds),
    )


@blueprint.game_page(f"{PREFIX}/events", "spectator")
def events(visit: access.Visit) -> Response:
    """Stream the board as a piece of the page."""
    return stream_response(visit, "board")
