"""Another server, which takes in what this one exports."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.database.db import Model, db
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.files.importing.import_plans import Plan
from scorecard.services.groups import access
from scorecard.services.history.changes import Write
from tests.factories import EVENING, Club
from tests.rich_group import rich_group

SECRET = "another secret"
LATER = EVENING + timedelta(days=400)


@pytest.fixture(scope="module")
def second_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder = tmp_path_factory.mktemp("elsewhere")
    app = create_app(Settings(folder, f"sqlite:///{folder / 'scorecard.db'}", (SECRET,)))
    migrate(app)
    return app


class Elsewhere:
    """Another server with an empty database, and a phone that knows it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.phone = access.new_device(session, LATER)
        session.commit()

    def plan(self, file: str | bytes | dict[str, Any], **more: Any) -> Plan:
        if isinstance(file, dict):
            file = file_format.write(file)
        data = file.encode() if isinstance(file, str) else file
        more.setdefault("device", self.phone)
        return imports.plan(self.session, imports.read(data), **more)

    def take_in(self, file: str | bytes | dict[str, Any], **more: Any) -> Any:
        try:
            imported = imports.carry_out(
                self.session, self.plan(file, **more), Write(self.phone, LATER), SECRET
            )
            self.session.commit()
        except Exception:
            self.session.rollback()
            raise
        return imported

    def rows(self) -> dict[str, int]:
        return {
            table.name: self.session.scalar(select(func.count()).select_from(table)) or 0
            for table in Model.metadata.sorted_tables
        }

    def empty(self) -> None:
        self.session.rollback()
        for table in reversed(Model.metadata.sorted_tables):
            self.session.execute(delete(table))
        self.session.commit()


@pytest.fixture
def elsewhere(second_app: Flask) -> Iterator[Elsewhere]:
    with second_app.app_context():
        there = Elsewhere(db.session)
        yield there
        there.empty()


@pytest.fixture
def club(session: Session) -> Club:
    return rich_group(session)


def group_file(club: Club) -> str:
    return file_format.write(exports.of_group(club.session, club.group, EVENING))


def document_of(club: Club) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(group_file(club))
    return document
