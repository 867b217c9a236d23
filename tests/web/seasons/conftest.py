"""A group with a season, as the phones of its scorekeeper and of its members see it."""

from __future__ import annotations

from contextvars import Context
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from scorecard.models import Device, Season
from scorecard.services.groups import access, group_members
from scorecard.web.http.access import device_token, now
from tests.factories import Club
from tests.web.plain_browser import PlainBrowser


class Apart(FlaskClient):
    """A browser whose requests share nothing with the test's own look into the database."""

    def open(self, *arguments: Any, **more: Any) -> TestResponse:
        return Context().run(super().open, *arguments, **more)


class Keeper:
    """A group with players and games, and its keeper's phone."""

    def __init__(self, session: Session, app: Flask, *names: str) -> None:
        self.session = session
        self.club = Club(session, *names, at=now())
        self.path = f"/groups/{self.club.group.uid}"
        self.app = app
        self.browser = self.phone_of(self.club.keeper)

    def phone_of(self, device: Device) -> PlainBrowser:
        client = Apart(self.app, self.app.response_class)
        client.environ_base |= {
            "HTTP_AUTHORIZATION": f"Bearer {device_token(device)}",
            "REMOTE_ADDR": "127.0.0.1",
        }
        return PlainBrowser(client)

    def member(self) -> PlainBrowser:
        device = access.new_device(self.session, now())
        group_members.join(self.session, self.club.group, device, self.club.write(device))
        self.session.commit()
        return self.phone_of(device)

    def get(self, path: str = "") -> PlainBrowser:
        return self.browser.get(self.path + path)

    def again(self, season: Season) -> Season:
        """Return a season as it is now, after other phones wrote."""
        self.session.rollback()
        return self.session.merge(season)

    def season_path(self, season: Season, more: str = "") -> str:
        return f"/seasons/{season.uid}{more}"


@pytest.fixture
def three(session: Session, app: Flask) -> Keeper:
    return Keeper(session, app, "Ann", "Bob", "Cy")
