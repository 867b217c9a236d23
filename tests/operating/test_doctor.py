"""``scorecard doctor``: each thing that is wrong is said in words, and turns the exit status."""

from __future__ import annotations

import socket
import sqlite3
from collections import namedtuple
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorecard.app import create_app, migrate
from scorecard.cli import main
from scorecard.config import Settings
from scorecard.database import engines
from scorecard.database.db import db
from scorecard.machine import certificates
from scorecard.services.limits import quotas
from tests.factories import Table
from tests.servers.poolers import Pooler
from tests.servers.postgresql import Cluster
from tests.servers.replicas import Standby
from tests.servers.server import free_port

Usage = namedtuple("Usage", "total used free")
DAY = timedelta(days=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    return folder


def examined(folder: Path, port: int | None = None, /, **environment: str) -> tuple[int, str]:
    """Return the exit status and what is said, on a port that nobody has unless one is named."""
    runner = CliRunner(env={"BACKUPS_KEPT": "off", **environment})
    arguments = ["doctor", "--data", str(folder), "--port", str(port or free_port())]
    result = runner.invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def play(folder: Path) -> None:
    app = create_app(Settings(folder, f"sqlite:///{folder / 'scorecard.db'}", ("secret",)))
    migrate(app)
    with app.app_context():
        Table(db.session, "Ann", "Bob").play(100, 200)
        db.engine.dispose()


def change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / "scorecard.db")) as connection, connection:
        connection.execute(statement)


def refused(folder: Path, sentence: str, **environment: str) -> None:
    status, said = examined(folder, **environment)
    assert status == 1, said
    wrong = [line for line in said.splitlines() if line.startswith("WRONG")]
    assert any(sentence in line for line in wrong), said


def test_where_all_is_well_it_says_so(folder: Path) -> None:
    assert "All is well." in examined(folder)[1]
    play(folder)
    status, said = examined(folder)
    assert status == 0, said
    assert "The database answers, and is of this release." in said
    assert "All is well." in said


def test_a_folder_that_is_not_there_is_not_made(folder: Path) -> None:
    folder.rmdir()
    status, said = examined(folder)
    assert status == 1
    assert "There is no data folder" in said
    assert not folder.exists()


def test_a_folder_that_others_look_into(folder: Path) -> None:
    folder.chmod(0o755)
    refused(folder, "chmod 700")


def test_a_secret_that_others_could_read(folder: Path) -> None:
    (folder / "secret-keys").write_text("secret")
    (folder / "secret-keys").chmod(0o644)
    refused(folder, "rotate-secret")


def test_a_disk_that_is_nearly_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _path: Usage(10**9, 10**9 - 5_000, 5_000))
    refused(folder, "The disk has 5,000 bytes left, fewer than 500,000,000 (DISK_FLOOR)")
    refused(folder, "fewer than 1,000,000 (DISK_FLOOR): nothing new", DISK_FLOOR="1")
    assert examined(folder, DISK_FLOOR="off")[0] == 0


def test_a_disk_too_small_for_the_backups(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(folder)
    monkeypatch.setattr("shutil.disk_usage", lambda _path: Usage(10**9, 10**9 - 5_000, 5_000))
    refused(folder, "are wanted for games and backups", DISK_FLOOR="off")


def test_a_household_that_has_stored_all_it_may_today(folder: Path) -> None:
    play(folder)
    assert "Today (UTC) 0 bytes were stored" in examined(folder)[1]
    today = datetime.now(UTC)
    row = "INSERT INTO daily_uses VALUES ('{:%Y-%m-%d}', '{}', {})"
    change(folder, row.format(today - DAY, "address-1", 9 * quotas.NEW_A_DAY))
    # Midnight may pass before the doctor looks.
    for day in (today, today + DAY):
        change(folder, row.format(day, "address-1", 7))
    assert "Today (UTC) 7 bytes were stored, at most 7 from one" in examined(folder)[1]
    for day in (today, today + DAY):
        change(folder, row.format(day, "address-2", quotas.NEW_A_DAY))
    refused(folder, "nothing new is begun from 1 of them")
    change(folder, f"UPDATE daily_uses SET stored = {quotas.NEW_A_DAY_IN_ALL}")
    refused(folder, "phones that were not here before begin nothing new")


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "of a newer Scorecard"),
        ("UPDATE alembic_version SET version_num = 'abcd'", "another program"),
        ("UPDATE games SET changed_at = '2100-01-01 00:00:00'", "it is wrong now, or was then"),
    ],
)
def test_a_database_that_cannot_be_used_and_one_from_the_future(
    folder: Path, statement: str, sentence: str
) -> None:
    play(folder)
    change(folder, statement)
    refused(folder, sentence)


def test_a_file_that_is_no_database(folder: Path) -> None:
    (folder / "scorecard.db").write_text("junk" * 1000)
    refused(folder, "The database cannot be used: file is not a database.")


def test_a_postgresql_that_is_well(folder: Path, template: str) -> None:
    status, said = examined(folder, DATABASE_URL=template)
    assert status == 0, said
    assert "PostgreSQL takes 100 connections" in said
    assert "PostgreSQL carries what moves" in said


def test_a_replica_that_is_well_behind_and_none(
    folder: Path, cluster: Cluster, template: str
) -> None:
    url = cluster.database(template)
    with Standby(cluster) as standby:
        standby.has(url)
        addresses = {"DATABASE_URL": url, "REPLICA_URL": standby.address(url)}
        status, said = examined(folder, **addresses)
        assert status == 0, said
        assert "The replica follows the database" in said
        standby.hold()
        cluster.database(template)
        refused(folder, "The replica is more than two seconds behind", **addresses)
        with Cluster() as other:
            strange = {**addresses, "REPLICA_URL": other.database()}
            refused(folder, "REPLICA_URL names another database", **strange)
        standby.go_on()
        standby.promote()
        refused(folder, "REPLICA_URL names no replica", **addresses)
        standby.stop()
        refused(folder, "The replica cannot be used", **addresses)
    itself = {"DATABASE_URL": url, "REPLICA_URL": url}
    refused(folder, "REPLICA_URL names no replica", **itself)


def test_a_pooler_that_carries_no_news(folder: Path, pooler: Pooler, template: str) -> None:
    refused(folder, engines.NEEDS_REDIS, DATABASE_URL=pooler.address(template))


def test_a_wrong_password_is_not_said(folder: Path, cluster: Cluster) -> None:
    address = cluster.locked_database("Sesame-8812").replace("Sesame-8812", "Sesame-9999")
    refused(folder, "The database cannot be used", DATABASE_URL=address)
    assert "Sesame" not in examined(folder, DATABASE_URL=address)[1]


def test_a_redis_that_is_away(folder: Path) -> None:
    url = f"redis://:Sesame@127.0.0.1:{free_port()}"
    refused(folder, "Redis cannot be reached", REDIS_URL=url)
    assert "Sesame" not in examined(folder, REDIS_URL=url)[1]


def test_a_daily_backup_that_failed(folder: Path) -> None:
    (folder / "backups").mkdir()
    (folder / "backups" / "last-failure.txt").write_text("2026-03-14 20:00 UTC: no room.\n")
    refused(folder, "The last daily backup failed", BACKUPS_KEPT="7/4/12")


def test_an_address_under_a_path(folder: Path) -> None:
    url = "http://localhost/cards"
    assert f"Links are made for {url}." in examined(folder, PUBLIC_URL=url)[1]


def test_an_address_that_nobody_knows(folder: Path) -> None:
    refused(folder, "which nobody knows", PUBLIC_URL="https://cards.invalid")


def test_a_certificate_that_ends(folder: Path) -> None:
    long_ago = datetime.now(UTC) - timedelta(days=390)
    certificates.own(folder, certificates.own_names("127.0.0.1", None, None), long_ago)
    refused(folder, "start again to renew it")


def test_few_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _kind: (256, 256))
    refused(folder, "A process may open 256 files")


@pytest.mark.parametrize(("host", "status"), [("0.0.0.0", 1), ("127.0.0.1", 0)])
def test_a_port_that_is_open_past_the_proxy(
    folder: Path, monkeypatch: pytest.MonkeyPatch, host: str, status: int
) -> None:
    monkeypatch.setattr("scorecard.operating.doctor.PATIENCE_SECONDS", 0.2)
    with socket.create_server((host, 0)) as listener:
        port = listener.getsockname()[1]
        assert examined(folder, port, TRUSTED_PROXIES="0")[0] == 0
        found, said = examined(folder, port, TRUSTED_PROXIES="1")
    assert found == status, said
    assert ("others than the proxy reach this port" in said) == (status == 1)
    assert ("Only this computer reaches the port" in said) == (status == 0)
