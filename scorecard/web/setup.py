"""Registers extensions, blueprints and error pages on the application."""

from __future__ import annotations

from flask import Flask
from flask_compress import Compress
from flask_wtf import CSRFProtect

from scorecard.aside import helpers, jobs
from scorecard.web.api import setup as api
from scorecard.web.book import (
    game_rules,
    handbook,
    house_rules,
    new_house_rules,
    proposals,
    reference,
    rulings,
    scorecards,
    shared_rules,
)
from scorecard.web.files import bins, files
from scorecard.web.http import (
    budget,
    hosts,
    languages,
    limits,
    logs,
    quotas,
    redoing,
    security,
)
from scorecard.web.http import refusals as errors
from scorecard.web.live import events as live
from scorecard.web.pages import replica, styles, templating
from scorecard.web.people import (
    archive,
    cash_box,
    group_phones,
    groups,
    passkeys,
    players,
    privacy,
    roster,
)
from scorecard.web.phone import demo, extras, home, offline, outbox, phone_setup
from scorecard.web.seasons import by_hand, divisions, hall_of_fame, seasons, teams, weights
from scorecard.web.table import (
    amending,
    anecdotes,
    boards,
    ending,
    games,
    join,
    moving,
    pictures,
    rematches,
    rounds,
    seats,
)
from scorecard.web.table.start import new_game, occasions
from scorecard.web.watching import health

VIEWS = (
    # The table.
    new_game,
    games,
    ending,
    rematches,
    occasions,
    moving,
    rounds,
    seats,
    join,
    live,
    boards,
    pictures,
    amending,
    anecdotes,
    # People, and their seasons.
    groups,
    roster,
    group_phones,
    players,
    archive,
    passkeys,
    privacy,
    cash_box,
    seasons,
    by_hand,
    hall_of_fame,
    teams,
    divisions,
    weights,
    # The book.
    house_rules,
    new_house_rules,
    proposals,
    rulings,
    shared_rules,
    game_rules,
    reference,
    scorecards,
    handbook,
    # Export and import.
    files,
    bins,
    # This phone, and whoever watches the server.
    home,
    offline,
    outbox,
    phone_setup,
    extras,
    demo,
    languages,
    styles,
    health,
)

csrf = CSRFProtect()
compress = Compress()


def init_app(app: Flask) -> None:
    """Register them."""
    logs.init_app(app)
    if app.config["SETTINGS"].has_metrics:
        # The library for it takes time to load.
        from scorecard.web.watching import metrics  # noqa: PLC0415

        metrics.init_app(app)
    hosts.init_app(app)
    budget.init_app(app)
    # The server replaces this by a pool of helpers.
    app.extensions["aside"] = helpers.InProcess(jobs.do)
    csrf.init_app(app)
    app.before_request(limits.Clock().check)
    limits.limiter.init_app(app)
    quotas.init_app(app)
    redoing.init_app(app)
    replica.init_app(app)
    compress.init_app(app)
    security.init_app(app)
    templating.init_app(app)
    styles.init_app(app)
    languages.init_app(app)
    errors.init_app(app)
    for module in VIEWS:
        app.register_blueprint(module.blueprint)
    api.init_app(app, csrf)
