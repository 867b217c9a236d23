"""The application factory: configuration, extensions, blueprints; no logic."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from flask import Flask

from scorecard import models  # noqa: F401 - the database has all tables, whoever asks
from scorecard.config import Settings
from scorecard.database import db, migrating

COOKIE_LIFETIME = timedelta(days=400)
"""As long as browsers keep a cookie."""
REDIS_OPTIONS = {"socket_connect_timeout": 2, "socket_timeout": 2}
"""Timeouts in seconds, after which each process counts rate limits for itself."""


def create_app(settings: Settings, *, is_served: bool = True) -> Flask:
    """Return the application for these settings; without pages and API unless it ``is_served``."""
    app = Flask("scorecard", template_folder=str(db.packaged("templates")))
    app.config.update(
        SETTINGS=settings,
        SECRET_KEY=settings.secret_keys[0],
        SECRET_KEY_FALLBACKS=list(settings.secret_keys[1:]),
        PERMANENT_SESSION_LIFETIME=COOKIE_LIFETIME,
        SESSION_COOKIE_NAME="scorecard",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_REFRESH_EACH_REQUEST=False,
        # No typed values in errors and logs.
        SQLALCHEMY_ENGINES={
            "default": {**db.engine_options(settings.database_url), "hide_parameters": True}
        },
        ALEMBIC={"script_location": str(db.packaged("migrations"))},
        # One transaction for all migrations, on SQLite as well.
        ALEMBIC_CONTEXT={"render_as_batch": True, "compare_type": True, "transactional_ddl": True},
        # A count typed offline may be sent hours later; its form must still be good.
        WTF_CSRF_TIME_LIMIT=None,
        # The origin is checked in web/http/hosts.py, for browsers that hide the referrer, too.
        WTF_CSRF_SSL_STRICT=False,
        RATELIMIT_STORAGE_URI=settings.redis_url or "memory://",
        RATELIMIT_STORAGE_OPTIONS=REDIS_OPTIONS if settings.redis_url else {},
        # While Redis is away, each process counts for itself.
        RATELIMIT_IN_MEMORY_FALLBACK_ENABLED=bool(settings.redis_url),
        RATELIMIT_HEADERS_ENABLED=True,
        # Browsers accept only gzip over plain HTTP, as in a home network.
        COMPRESS_ALGORITHM=["br", "gzip"],
    )
    db.init_app(app)
    if is_served:
        # Half of the loading time are the pages, which most commands do not need.
        from scorecard.web import setup  # noqa: PLC0415

        setup.init_app(app)
    return app


def migrate(app: Flask) -> Path | None:
    """Migrate the database to this release's schema; return the copy of the older one, if any.

    Raises :class:`scorecard.database.migrating.DatabaseRefused` where it cannot be migrated.
    """
    with app.app_context():
        return migrating.upgrade()
