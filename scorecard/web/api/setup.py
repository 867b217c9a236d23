"""Registers the API: its views, its description, and the reading of bodies."""

from __future__ import annotations

import re
from importlib import import_module
from pkgutil import walk_packages

from flask import Flask, Response, json, render_template, request
from flask.json.provider import DefaultJSONProvider
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect
from markupsafe import Markup, escape
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from scorecard.rules.record import loads
from scorecard.web import api
from scorecard.web.api import spec
from scorecard.web.http import budget
from scorecard.web.http.access import SAFE_METHODS, anyone


class StrictJson(DefaultJSONProvider):
    """Reads JSON strictly: no NaN, no deep nesting."""

    def loads(self, s: str | bytes, **_options: object) -> object:
        """Return the value in ``s``."""
        return loads(s)


def init_app(app: Flask, csrf: CSRFProtect) -> None:
    """Register the API; each module of this package registers its views when it is imported."""
    for module in walk_packages(api.__path__, f"{api.__name__}."):
        import_module(module.name)
    app.json = StrictJson(app)
    csrf.exempt(spec.blueprint)
    app.register_blueprint(spec.blueprint)
    spec.spec.app = app


@spec.blueprint.before_request
def read_body() -> None:
    """Read a write's body before anything else; a view with a large budget reads its own."""
    if request.method in SAFE_METHODS:
        return
    if not request.is_json:
        raise UnsupportedMediaType("Send JSON, with Content-Type: application/json.")
    if budget.of_view(request.endpoint).values is None:
        return
    try:
        budget.refuse_much(request.get_json())
    except BadRequest as error:
        cause = error.__cause__
        detail = cause.description if isinstance(cause, BadRequest) else error.description
        raise BadRequest(detail) from None


@spec.blueprint.get("/openapi.json")
@anyone
def openapi() -> ResponseReturnValue:
    """Describe the API, as OpenAPI 3.1."""
    return Response(json.dumps(spec.document()), mimetype="application/json")


@spec.blueprint.get("/")
@anyone
def page() -> ResponseReturnValue:
    """Describe the API for people."""
    return render_template("api/page.html", document=spec.document(), described=_described)


def _described(text: str) -> Markup:
    """Return a description as HTML, with ``<code>`` for backticks."""
    return Markup(re.sub(r"(`+)(.+?)\1", r"<code>\2</code>", str(escape(text))))  # noqa: S704
