"""House rules for readers elsewhere: the public page, and the file that other groups take in."""

from __future__ import annotations

from flask import Response, make_response, render_template
from flask.typing import ResponseReturnValue

from scorecard.database.db import db
from scorecard.models import HouseRules
from scorecard.services.book import sharing
from scorecard.services.files.importing import house_rules_files
from scorecard.web.book.house_rules import ONE, shown
from scorecard.web.http import access
from scorecard.web.pages import responses, views

blueprint = views.Views("shared_rules", __name__)
PUBLIC = "/book/<uid:token>"


@blueprint.group_page(f"{ONE}/export", "member")
def export(_visit: access.GroupVisit, of: HouseRules) -> ResponseReturnValue:
    """Hand house rules over as a JSON file."""
    return _file(of)


@blueprint.open_page(PUBLIC, may_lag=True)
def page(token: str) -> ResponseReturnValue:
    """Show house rules to whoever has their public link, to read."""
    of = sharing.by_public_link(db.session, token)
    response = make_response(
        render_template(
            "book/house_rules/public.html", token=token, names_nobody=True, **shown(of, of.latest)
        )
    )
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@blueprint.open_page(f"{PUBLIC}/export")
def public_export(token: str) -> ResponseReturnValue:
    """Hand public house rules over as a JSON file."""
    return _file(sharing.by_public_link(db.session, token))


def _file(of: HouseRules) -> Response:
    return responses.json_file("house-rules", of, house_rules_files.export(of))
