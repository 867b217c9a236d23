"""The demo: a made-up game that plays itself, and is stored nowhere."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from flask import render_template, url_for
from markupsafe import Markup

from scorecard.database.db import apart
from scorecard.services.scripted import demo
from scorecard.web.http import languages
from scorecard.web.live import charts, sheets
from scorecard.web.pages import views
from scorecard.web.write import writes

blueprint = views.Views("demo", __name__)

ADDRESSES = re.compile(rf' href="[^"]*/games/{demo.UID}[^"]*"')


class Shown(NamedTuple):
    """One step of the demo: who has just counted, the table, and its chart."""

    counted: tuple[str, ...]
    table: sheets.Rendered
    chart: Markup | None


@blueprint.open_page("/demo")
def page() -> str:
    """Show one step of the demo; its script goes on to the next by itself."""
    steps = evening(languages.speech().code)
    number = min(writes.number_asked("step") or 0, len(steps) - 1)
    step = steps[number]
    return render_template(
        "phone/demo.html",
        step=step,
        sheet=step.table.sheet,
        sheet_html=_without_addresses(step.table.html),
        next_number=number + 1 if number + 1 < len(steps) else None,
    )


@cache
def played() -> list[tuple[tuple[str, ...], sheets.Rendered]]:
    """Return the demo's steps, played once in each process."""
    with apart() as session:
        return [(step.counted, sheets.Rendered(step.view, "")) for step in demo.play(session)]


@cache
def evening(_language: str) -> list[Shown]:
    """Return the demo's steps, rendered in the present language, which is the cache key."""
    return [
        Shown(counted, table, charts.of_game(table.view, charts.SMALL))
        for counted, table in played()
    ]


def _without_addresses(html: str) -> Markup:
    """Return the table's piece without its links, except for that to the rules."""
    game = f'"{url_for("game_rules.page", game_uid=demo.UID)}"'
    rules = url_for("reference.page", key=demo.record()["game"])
    return Markup(ADDRESSES.sub("", html.replace(game, f'"{rules}"')))  # noqa: S704 - escaped by its template
