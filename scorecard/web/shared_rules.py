"""House rules for readers elsewhere: the public page, and the file that other groups take in."""

from __future__ import annotations

from flask import Blueprint, Response, json, make_response, render_template
from flask.typing import ResponseReturnValue

from scorecard.db import db
from scorecard.models import HouseRules
from scorecard.services import house_rules, sharing
from scorecard.web.access import GroupVisit, anyone, needs_in_group
from scorecard.web.house_rules import ONE, shown

blueprint = Blueprint("shared_rules", __name__)
PUBLIC = "/book/<uid:token>"


@blueprint.get(f"{ONE}/export")
@needs_in_group("member")
def export(visit: GroupVisit, rules_uid: str) -> ResponseReturnValue:
    """Hand house rules over as a JSON file."""
    return _file(house_rules.find(visit.session, visit.group, rules_uid))


@blueprint.get(PUBLIC)
@anyone
def page(token: str) -> ResponseReturnValue:
    """Show house rules to whoever has their public link, to read."""
    of = sharing.by_public_link(db.session, token)
    response = make_response(
        render_template(
            "house_rules/public.html", token=token, names_nobody=True, **shown(of, of.latest)
        )
    )
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@blueprint.get(f"{PUBLIC}/export")
@anyone
def public_export(token: str) -> ResponseReturnValue:
    """Hand public house rules over as a JSON file."""
    return _file(sharing.by_public_link(db.session, token))


def _file(of: HouseRules) -> Response:
    text = json.dumps(sharing.export(of), indent=2, ensure_ascii=False, sort_keys=False)
    headers = {"Content-Disposition": f'attachment; filename="house-rules-{of.uid}.json"'}
    return Response(text + "\n", mimetype="application/json", headers=headers)
