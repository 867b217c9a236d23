"""The style sheet of every page, joined from its source files: one request in place of 17.

Pages with styles of their own link further files beside the folder.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, request, url_for

from scorecard.web.http import access, security

blueprint = Blueprint("styles", __name__)

FOLDER = "styles/every_page"
"""Where the files lie, among the static ones."""
ORDER = (
    "tokens",
    "base",
    "parts/buttons",
    "parts/boxes",
    "pages/table",
    "parts/forms",
    "pages/counting",
    "pages/round",
    "pages/reading",
    "pages/groups",
    "pages/seasons",
    "pages/looking_back",
    "pages/book",
    "pages/rules",
    "adapting",
    "parts/tray",
)
"""The order of the files: in CSS later rules win."""


def init_app(app: Flask) -> None:
    """Join the sheet, and let templates name its address."""
    assert app.static_folder
    sheet(app.static_folder)
    app.jinja_env.globals["style_sheet"] = address


@blueprint.get("/static/styles.css")
@access.anyone
def show() -> Response:
    """Return the style sheet of every page, cached for good under its versioned address."""
    text = _sheet()
    response = Response(text, mimetype="text/css")
    response.set_etag(_version(text))
    response.make_conditional(request)
    if request.args.get("v") == _version(text):
        response.headers["Cache-Control"] = security.IMMUTABLE
    return response


def address() -> str:
    """Return the style sheet's versioned address."""
    return url_for("styles.show", v=_version(_sheet()))


def _sheet() -> str:
    assert current_app.static_folder
    return sheet(current_app.static_folder)


@cache
def sheet(static_folder: str) -> str:
    """Return the files in their order, as one text."""
    paths = (Path(static_folder, FOLDER, f"{name}.css") for name in ORDER)
    return "\n".join(compact(path.read_text(encoding="utf-8")) for path in paths)


def compact(text: str) -> str:
    """Return styles without what only people read."""
    text = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    return re.sub(r" ?([{};,]) ?", r"\1", text).strip()


@cache
def _version(text: str) -> str:
    return security.fingerprint(text.encode())
