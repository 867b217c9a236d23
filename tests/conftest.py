"""One app on a database of its own for services and web; each test begins with empty tables."""

from __future__ import annotations

import fcntl
import gc
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask, Response, has_request_context, request
from flask.testing import FlaskClient
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from jinja2.bccache import Bucket, BytecodeCache
from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.database.db import Model, db
from scorecard.live.hub import hub
from scorecard.web.http.limits import limiter
from tests.servers.poolers import Pooler
from tests.servers.postgresql import Cluster

DATABASE = "SCORECARD_TEST_DATABASE"
"""Set to ``postgresql``, this variable runs services and web on PostgreSQL instead of SQLite."""

MEMORY = Path("/dev/shm")
ROOM = 2 * 1024**3
"""Bytes that a run may leave there at most."""


def _write_to_memory() -> None:
    """Let tests write where no disk is waited for, if there is room and programs can be started."""
    if "TMPDIR" in os.environ or not MEMORY.is_dir():
        return
    is_inert = os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    if not is_inert and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None


_write_to_memory()

# How long anything takes depends on what else the machine does.
UNTIMED = hypothesis_settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The same examples each time, so that a change is judged by itself; others are tried below.
hypothesis_settings.register_profile("fast", UNTIMED, max_examples=25, derandomize=True)
# What is played at random, longer: make test-all, and make torture.
hypothesis_settings.register_profile("thorough", UNTIMED, max_examples=100)
hypothesis_settings.register_profile("torture", UNTIMED, max_examples=200, stateful_step_count=50)
hypothesis_settings.load_profile("fast")


class Compiled(BytecodeCache):
    """Templates as compiled for any app of this process; to compile them takes most of a page."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


Flask.jinja_options = {"bytecode_cache": Compiled()}


WRITES = ("INSERT", "UPDATE", "DELETE", "WITH part_0 AS")
"""How statements begin that write; several that PostgreSQL is sent as one are parts of it."""


@sa.event.listens_for(sa.Engine, "before_cursor_execute")
def _refuse_hidden_writes(
    connection: sa.Connection, _cursor: object, statement: str, *_more: object
) -> None:
    """Fail a request that writes without having begun to: it could write over somebody else."""
    is_write = connection.get_execution_options().get("is_write", False)
    if has_request_context() and not is_write:
        assert not statement.startswith(WRITES), statement


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the files and folders that are waited for until they are on disk, as it happens."""
    found: list[str] = []
    sync = os.fsync

    def listen(descriptor: int) -> None:
        sync(descriptor)
        found.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))

    monkeypatch.setattr(os, "fsync", listen)
    return found


@pytest.fixture(scope="session")
def made_once(
    tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> Callable[[str, Callable[[Path], None]], Path]:
    """Return what makes a folder for all processes of this run: by the first that asks for it."""
    here = tmp_path_factory.getbasetemp()
    shared = here if worker_id == "master" else here.parent

    def make(name: str, fill: Callable[[Path], None]) -> Path:
        folder = shared / f"once-{name}"
        with (shared / f"once-{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                unfinished = folder.with_suffix(".unfinished")
                fill(unfinished)
                unfinished.rename(folder)
        return folder

    return make


IN_A_BROWSER = Path(__file__).parent / "browser"
"""Tests of phones: those of the table, single screens, games and gadgets have their folders."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the second engine, PostgreSQL, to make test-all, and what one thing on a phone does.

    An evening, the tour and the flows walk through most of what pages and scripts do.
    """
    for item in items:
        is_of_second_engine = "cluster" in getattr(item, "fixturenames", ())
        is_one_thing = item.path.parent.parent == IN_A_BROWSER
        if is_of_second_engine or is_one_thing:
            item.add_marker("long")


def pytest_collection_finish() -> None:
    """Spare the collector of garbage what stays to the end: hundreds of thousands of objects."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of this test process, started when a test first asks for it."""
    with Cluster() as started:
        yield started


@pytest.fixture(scope="session")
def pooler(cluster: Cluster) -> Iterator[Pooler]:
    """A PgBouncer before this process's PostgreSQL."""
    with Pooler(cluster) as started:
        yield started


@pytest.fixture(scope="session")
def template(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a PostgreSQL database with all tables and no rows, to make others from."""
    url = cluster.database()
    with opened(Settings(tmp_path_factory.mktemp("template"), url, ("secret",))):
        return url


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Settings:
    folder = tmp_path_factory.mktemp("data")
    url = f"sqlite:///{folder / 'scorecard.db'}"
    if os.environ.get(DATABASE) == "postgresql":
        url = request.getfixturevalue("cluster").database()
    return Settings(folder, url, ("a test's secret key",), has_limits=False)


def make_app(settings: Settings) -> Flask:
    """Return an app as tests use it, on a database with all tables."""
    app = create_app(settings)
    app.testing = True
    # A fault must fail the test, and still be answered as in production.
    app.config["PROPAGATE_EXCEPTIONS"] = False
    # Forms are sent without their token here; tests/web/test_csrf.py switches it on.
    app.config["WTF_CSRF_ENABLED"] = False
    app.after_request(refuse_what_is_not_kept)
    migrate(app)
    return app


@contextmanager
def opened(settings: Settings) -> Iterator[Flask]:
    """Yield such an app, and let go of its database afterwards."""
    app = make_app(settings)
    try:
        yield app
    finally:
        with app.app_context():
            db.engine.dispose()


@event.listens_for(Engine, "begin")
def _begin_counting(connection: Connection) -> None:
    connection.info["changed"] = False


@event.listens_for(Engine, "after_cursor_execute")
def _count_changes(
    connection: Connection, cursor: Any, statement: str, _values: Any, _context: Any, _many: bool
) -> None:
    if statement.startswith(WRITES) and cursor.rowcount:
        connection.info["changed"] = True


def refuse_what_is_not_kept(response: Response) -> Response:
    """Fail every test in which a request is answered as done with changes not yet committed."""
    if response.status_code < 400 and db.session.in_transaction():
        db.session.flush()
        changed = db.session.connection().info["changed"]
        assert not changed, f"{request.method} {request.path} is answered before its commit"
    return response


@pytest.fixture(scope="session")
def shared_app(settings: Settings) -> Iterator[Flask]:
    with opened(settings) as app:
        yield app


EMPTYING = [f'DELETE FROM "{table.name}"' for table in reversed(Model.metadata.sorted_tables)]


@pytest.fixture
def app(shared_app: Flask) -> Iterator[Flask]:
    yield shared_app
    limiter.reset()
    with shared_app.app_context(), closing(db.engine.raw_connection()) as connection:
        # Past SQLAlchemy, which takes longer for it than many a test.
        with closing(connection.cursor()) as cursor:
            for statement in EMPTYING:
                cursor.execute(statement)
        connection.commit()
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
