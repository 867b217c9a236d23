"""One app on a database of its own for services and web; each test begins with empty tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings as hypothesis_settings
from sqlalchemy import delete
from sqlalchemy.orm import Session

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.db import Model, db
from scorecard.live import hub
from scorecard.web.limits import limiter

hypothesis_settings.register_profile("fast", max_examples=50, deadline=None)
# The long form of what is played at random: pytest --hypothesis-profile=torture
hypothesis_settings.register_profile(
    "torture", max_examples=200, stateful_step_count=50, deadline=None
)
hypothesis_settings.load_profile("fast")


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("data")
    return Settings(folder, f"sqlite:///{folder / 'scorecard.db'}", ("a test's secret key",))


@pytest.fixture(scope="session")
def shared_app(settings: Settings) -> Flask:
    app = create_app(settings)
    app.testing = True
    # A fault must fail the test, and still be answered as in production.
    app.config["PROPAGATE_EXCEPTIONS"] = False
    # Forms are sent without their token here; tests/web/test_csrf.py switches it on.
    app.config["WTF_CSRF_ENABLED"] = False
    migrate(app)
    return app


@pytest.fixture
def app(shared_app: Flask) -> Iterator[Flask]:
    yield shared_app
    with shared_app.app_context():
        limiter.reset()
        for table in reversed(Model.metadata.sorted_tables):
            db.session.execute(delete(table))
        db.session.commit()
    assert not hub._listeners, "a stream was left open"


@pytest.fixture
def session(app: Flask) -> Iterator[Session]:
    with app.app_context():
        yield db.session


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def data_dir() -> Path:
    return Path(__file__).parent / "data"
