"""The findings of ``scorecard doctor``: whatever is, or soon will be, wrong round the app."""

from __future__ import annotations

import os
import resource
import socket
import stat
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

import sqlalchemy as sa
from cryptography import x509

from scorecard.app import create_app
from scorecard.config import Settings
from scorecard.database import disk, migrating, replicas
from scorecard.database.db import MOST_CONNECTIONS, db, engine_options, reason
from scorecard.live import relay
from scorecard.machine import certificates
from scorecard.operating import backups, daily_backups, greeting
from scorecard.services.limits import quotas
from scorecard.web.http import addresses

COPIES = 2
"""How many more copies of the games the disk must have room for: a backup, and an update."""
FEW_FILES = 1024
PATIENCE_SECONDS = 3
OTHER_LOOPBACK = "127.0.0.2"
"""On Linux it reaches a server that listens on all interfaces."""
LEAST_YEAR = 2026
"""An earlier year means that the clock is wrong."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence, and whether it says that something is wrong."""

    is_wrong: bool
    sentence: str


def examine(settings: Settings, port: int, now: datetime) -> Iterator[Finding]:
    """Yield what is found, one thing after the other."""
    yield from _folder(settings.data_dir)
    yield from _room(settings)
    yield from _secrets(settings)
    yield from _database(settings, now)
    yield from _replica(settings)
    yield from _other_processes(settings)
    yield from _backups(settings, now)
    yield from _port(port)
    yield from _past_proxy(settings, port)
    yield from _address(settings)
    yield from _certificate(settings.data_dir, now)
    yield from _files()


def _good(sentence: str) -> Finding:
    return Finding(False, sentence)


def _wrong(sentence: str) -> Finding:
    return Finding(True, sentence)


def _folder(folder: Path) -> Iterator[Finding]:
    mode = stat.S_IMODE(folder.stat().st_mode)
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield _wrong(f"This user cannot write to the data folder {folder}.")
    elif mode & 0o077:
        yield _wrong(f"Others on this computer can look into {folder}. Run: chmod 700 {folder}")
    else:
        yield _good(f"The data folder is {folder}.")


def _room(settings: Settings) -> Iterator[Finding]:
    free, floor = disk.free_bytes(settings), settings.disk_floor
    file = backups.sqlite_file(settings)
    wanted = floor + COPIES * (file.stat().st_size if file and file.exists() else 0)
    sentence = f"The disk has {free:,} bytes left"
    if free < floor:
        yield _wrong(f"{sentence}, fewer than {floor:,} (DISK_FLOOR): nothing new is begun.")
    elif free < wanted:
        yield _wrong(f"{sentence}; {wanted:,} are wanted for games and backups.")
    else:
        yield _good(f"{sentence}; with fewer than {floor:,} nothing new is begun.")


def _secrets(settings: Settings) -> Iterator[Finding]:
    for remark in settings.remarks:
        yield _wrong(remark)
    if not settings.remarks:
        yield _good("The secret that signs cookies is there, and nobody else can read it.")


def _database(settings: Settings, now: datetime) -> Iterator[Finding]:
    file = backups.sqlite_file(settings)
    if file and not file.exists():
        yield _good("There are no games yet.")
        yield from _clock(None, now)
        return
    app = create_app(settings, is_served=False)
    changed = None
    with app.app_context():
        try:
            if migrating.is_of_this_release(db.engine):
                changed = backups.last_change(settings)
                yield _good("The database answers, and is of this release.")
                yield _stored_today(now)
            else:
                yield _good("The database is of an older release; the next start updates it.")
            yield from _connections(db.engine)
        except migrating.DatabaseRefused as error:
            yield _wrong(str(error))
        except (sa.exc.SQLAlchemyError, backups.BackupError, OSError) as error:
            yield _wrong(f"The database cannot be used: {reason(error)}.")
        finally:
            db.engine.dispose()
    yield from _clock(changed, now)


def _stored_today(now: datetime) -> Finding:
    use = quotas.use_of(db.session, now.date())
    db.session.rollback()
    sentence = f"Today (UTC) {use.stored:,} bytes were stored"
    if use.stored >= quotas.NEW_A_DAY_IN_ALL:
        return _wrong(f"{sentence}: phones that were not here before begin nothing new.")
    most = f"{use.most:,} from one household, which may store {quotas.NEW_A_DAY:,}"
    if use.full:
        return _wrong(f"{sentence}, {most}: nothing new is begun from {use.full} of them.")
    return _good(f"{sentence}, at most {most}.")


def _connections(engine: sa.Engine) -> Iterator[Finding]:
    if engine.dialect.name != "postgresql":
        return
    with engine.connect() as connection:
        most = int(connection.scalar(sa.text("SHOW max_connections")) or 0)
    sentence = f"PostgreSQL takes {most} connections: enough for {most // MOST_CONNECTIONS} "
    yield Finding(most < MOST_CONNECTIONS, f"{sentence}processes of {MOST_CONNECTIONS} each.")


def _replica(settings: Settings) -> Iterator[Finding]:
    if not settings.replica_url:
        return
    primary = sa.create_engine(**engine_options(settings.database_url))
    replica = replicas.Replica(primary, settings.replica_url)
    if (why := replica.fault()) is None:
        yield _good("The replica follows the database, less than two seconds behind.")
    else:
        yield _wrong(f"{why}. Boards, standings and rules come from the database itself.")
    replica.engine.dispose()
    primary.dispose()


def _clock(changed: datetime | None, now: datetime) -> Iterator[Finding]:
    if now.year < LEAST_YEAR:
        yield _wrong(f"The clock shows {now:%Y-%m-%d}, which is past. Set it.")
    elif changed and changed > now:
        yield _wrong(
            f"The clock shows {now:%Y-%m-%d %H:%M} UTC, and games were changed after that, at "
            f"{changed:%Y-%m-%d %H:%M}: it is wrong now, or was then."
        )
    else:
        yield _good(f"The clock shows {now:%Y-%m-%d %H:%M} UTC.")


def _other_processes(settings: Settings) -> Iterator[Finding]:
    if (line := relay.line_of(settings)) is None:
        yield _good("One process serves alone.")
        return
    try:
        with line.hearer():
            yield _good(f"{line.name} carries what moves to other processes.")
    except line.errors as error:
        yield _wrong(f"{line.name} cannot be reached: {reason(error)}.")


def _backups(settings: Settings, now: datetime) -> Iterator[Finding]:
    if settings.backups_kept is None:
        yield _good("No daily backups are made: BACKUPS_KEPT is off.")
        return
    try:
        faults = [_wrong(sentence) for sentence in daily_backups.faults(settings, now)]
    except (sa.exc.SQLAlchemyError, backups.BackupError, OSError):
        # The database's own finding says so already.
        faults = []
    days = [*daily_backups.files(settings)]
    yield from faults or [
        _good(f"The newest daily backup is of {max(days)}." if days else "No daily backup yet.")
    ]


def _port(port: int) -> Iterator[Finding]:
    if not _is_reached("127.0.0.1", port):
        yield _good(f"Port {port} is free, so no Scorecard is running there.")
        return
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE_SECONDS):
            yield _good(f"A Scorecard is ready on port {port}.")
    except urllib.error.HTTPError as error:
        with error:
            yield _wrong(f"What answers on port {port} is not ready ({error.code}).")
    except OSError:
        yield _good(f"Something else than HTTP, or HTTPS, is on port {port}.")


def _past_proxy(settings: Settings, port: int) -> Iterator[Finding]:
    if not settings.trusted_proxies or not _is_reached("127.0.0.1", port):
        return
    elsewhere = [OTHER_LOOPBACK, addresses.home_network_address() or OTHER_LOOPBACK]
    if any(_is_reached(address, port) for address in elsewhere):
        yield _wrong(greeting.OPEN_PAST_PROXY)
    else:
        yield _good("Only this computer reaches the port, so the proxy can be believed.")


def _is_reached(address: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(PATIENCE_SECONDS)
        return probe.connect_ex((address, port)) == 0


def _address(settings: Settings) -> Iterator[Finding]:
    if not settings.public_url:
        yield _good("Links are made from the address a phone asks: PUBLIC_URL is not set.")
        return
    name = urlsplit(settings.public_url).hostname
    try:
        socket.getaddrinfo(name, None)
    except OSError:
        yield _wrong(f"PUBLIC_URL names {name}, which nobody knows from here.")
    else:
        yield _good(f"Links are made for {settings.public_url}.")


def _certificate(folder: Path, now: datetime) -> Iterator[Finding]:
    file = folder / certificates.CERTIFICATE
    if not file.exists():
        return
    try:
        ends = x509.load_pem_x509_certificate(file.read_bytes()).not_valid_after_utc
    except (OSError, ValueError) as error:
        yield _wrong(f"The certificate {file} cannot be read: {reason(error)}.")
        return
    sentence = f"The certificate made here holds until {ends:%Y-%m-%d}"
    is_late = ends - now < certificates.RENEWED_BEFORE
    yield Finding(is_late, f"{sentence}{'; start again to renew it' if is_late else ''}.")


def _files() -> Iterator[Finding]:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard <= FEW_FILES:
        yield _wrong(
            f"A process may open {hard} files, and each phone is one. Raise that (ulimit -Hn, or "
            "LimitNOFILE= of its unit)."
        )
    else:
        yield _good("A process may open enough files for its phones.")
