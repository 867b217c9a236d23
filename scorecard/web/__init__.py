"""The only package that knows Flask: one blueprint per resource, forms, errors, access."""

from __future__ import annotations

from flask import Flask
from flask_compress import Compress
from flask_wtf import CSRFProtect

from scorecard import jobs
from scorecard.aside import Here
from scorecard.web import (
    amending,
    anecdotes,
    api,
    archive,
    bins,
    boards,
    budget,
    demo,
    errors,
    files,
    game_rules,
    games,
    group_phones,
    groups,
    health,
    home,
    hosts,
    house_rules,
    join,
    languages,
    live,
    logs,
    moving,
    new_house_rules,
    offline,
    outbox,
    passkeys,
    phone_setup,
    pictures,
    players,
    privacy,
    proposals,
    quotas,
    reference,
    rematches,
    roster,
    rounds,
    rulings,
    scorecards,
    seasons,
    seats,
    security,
    shared_rules,
    templating,
)
from scorecard.web.limits import Clock, limiter

csrf = CSRFProtect()
compress = Compress()


def init_app(app: Flask) -> None:
    """Register extensions, blueprints and error pages on the application."""
    logs.init_app(app)
    if app.config["SETTINGS"].has_metrics:
        # What it is made with takes time to load.
        from scorecard.web import metrics  # noqa: PLC0415

        metrics.init_app(app)
    hosts.init_app(app)
    budget.init_app(app)
    # A server has helpers; wherever else the app runs, it does by itself what they would.
    app.extensions["aside"] = Here(jobs.do)
    csrf.init_app(app)
    app.before_request(Clock().look)
    limiter.init_app(app)
    quotas.init_app(app)
    compress.init_app(app)
    security.init_app(app)
    templating.init_app(app)
    languages.init_app(app)
    errors.init_app(app)
    for module in (
        *(home, games, rematches, moving, rounds, seats, join, live, reference, scorecards),
        *(
            boards,
            pictures,
            bins,
            groups,
            roster,
            group_phones,
            seasons,
            players,
            archive,
            passkeys,
            files,
        ),
        *(house_rules, new_house_rules, proposals, rulings, shared_rules),
        *(
            game_rules,
            amending,
            anecdotes,
            offline,
            outbox,
            phone_setup,
            privacy,
            demo,
            health,
            languages,
        ),
    ):
        app.register_blueprint(module.blueprint)
    api.init_app(app, csrf)
