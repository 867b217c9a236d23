"""Registers extensions, blueprints and error pages on the application."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from flask import Flask
from flask_compress import Compress
from flask_wtf import CSRFProtect

from scorecard.aside import helpers, jobs
from scorecard.web import book, files, people, phone, seasons, table
from scorecard.web.api import setup as api
from scorecard.web.http import budget, hosts, languages, limits, logs, quotas, redoing, security
from scorecard.web.http import refusals as errors
from scorecard.web.live import events
from scorecard.web.pages import replica, styles, templating
from scorecard.web.watching import health

ROOMS = (book, files, people, phone, seasons, table)
"""The rooms with pages: each ``blueprint`` of a module in them is registered."""
OTHERS = (events, health, languages, styles)
"""Modules of other rooms that have a blueprint."""

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
    styles.init_app(app)
    languages.init_app(app)
    templating.init_app(app)
    errors.init_app(app)
    for module in (*OTHERS, *_pages()):
        app.register_blueprint(module.blueprint)
    api.init_app(app, csrf)


def _pages() -> Iterator[Any]:
    """Yield the modules of the rooms that have a blueprint."""
    for room in ROOMS:
        for found in walk_packages(room.__path__, f"{room.__name__}."):
            module = import_module(found.name)
            if hasattr(module, "blueprint"):
                yield module
