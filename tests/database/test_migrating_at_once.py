"""Processes that migrate at the same moment, or die while they do."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.database.test_migrations import copy_of_the_oldest, dump, kept_beside, revision_of
from tests.servers.poolers import Pooler
from tests.servers.postgresql import Cluster
from tests.servers.server import PATIENCE_SECONDS


def run_python(program: str, *arguments: object) -> list[str]:
    """Run a program in a process of its own; return the lines it prints."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout.splitlines()


BEGINNING = """
import logging, os, signal, sys
from pathlib import Path
from typing import Any, cast
import sqlalchemy as sa
from scorecard.app import create_app, migrate
from scorecard.config import Settings
file = Path(sys.argv[1])
logging.disable()
def make_app():
    return create_app(Settings(file.parent, f"sqlite:///{file}", ("secret",)))
"""
DYING = f"""{BEGINNING}
# Each child dies after so many statements; the last one lives to the end.
before, stride = file.read_bytes(), int(sys.argv[2])
app, statements, died = make_app(), 0, 1
while died:
    statements += stride
    for path in file.parent.glob(f"{{file.name}}*"):
        path.unlink()
    file.write_bytes(before)
    child = os.fork()
    if not child:
        seen = 0
        def count(*_arguments):
            global seen
            seen += 1
            if seen == statements:
                os.kill(os.getpid(), signal.SIGKILL)
        sa.event.listen(sa.Engine, "after_cursor_execute", count)
        migrate(app)
        os._exit(0)
    _pid, status = os.waitpid(child, 0)
    died = os.WIFSIGNALED(status)
    prefix = f"{{statements}}-{{'died' if died else 'lived'}}-"
    for ending in ("", "-wal", "-shm"):
        path = Path(f"{{file}}{{ending}}")
        if path.exists():
            path.rename(path.with_name(prefix + path.name))
"""


@pytest.mark.long
def test_a_process_that_dies_in_the_middle_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "dying" / "old.db"
    file.parent.mkdir()
    before = copy_of_the_oldest(file)
    run_python(DYING, file, 30)
    died = sorted(file.parent.glob("*-died-old.db"))
    assert len(died) > 2
    for path in died:
        assert dump(path) == before
    (lived,) = file.parent.glob("*-lived-old.db")
    assert dump(lived) != before


RACING = f"""{BEGINNING}
# All wait at the gate, then begin at once.
gate, go = os.pipe()
app, children = make_app(), []
for number in range(4):
    child = os.fork()
    if not child:
        os.close(go)
        os.read(gate, 1)
        # With its line's end in one piece, so that no other process writes between.
        print("copied\\n" if migrate(app) else "nothing to copy\\n", end="", flush=True)
        os._exit(0)
    children.append(child)
os.close(gate)
os.close(go)
assert all(os.waitpid(child, 0)[1] == 0 for child in children)
"""


@pytest.mark.long
def test_of_many_processes_one_migrates_and_the_others_wait(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    copy_of_the_oldest(file)
    assert sorted(run_python(RACING, file)) == ["copied", *["nothing to copy"] * 3]
    assert len(kept_beside(file)) == 1
    fresh = file.with_name("fresh.db")
    assert run_python(RACING, fresh) == ["nothing to copy"] * 4
    assert revision_of(fresh) == revision_of(file)


@pytest.mark.parametrize("is_pooled", [False, True])
def test_on_postgresql_one_process_migrates_and_the_others_wait(
    cluster: Cluster, pooler: Pooler, *, is_pooled: bool
) -> None:
    url = cluster.database()
    program = RACING.replace('f"sqlite:///{file}"', "sys.argv[1]")
    program = program.replace('print("copied\\n" if migrate(app) else', "print(migrate(app) or")
    address = pooler.address(url) if is_pooled else url
    assert run_python(program, address) == ["nothing to copy"] * 4
    with closing(psycopg.connect(url)) as connection:
        found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        assert len(found) == 1
        # Of the processes that migrated only: PostgreSQL's own vacuum holds locks whenever it runs.
        others = connection.execute(
            "SELECT * FROM pg_locks JOIN pg_stat_activity USING (pid)"
            " WHERE datname = current_database() AND backend_type = 'client backend'"
            " AND pid <> pg_backend_pid()"
        )
        assert others.fetchall() == []
