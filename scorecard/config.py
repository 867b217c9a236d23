"""Reads the settings from the environment, and nothing else does."""

from __future__ import annotations

import os
import re
import secrets
import stat
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

SECRET_BYTES = 32
BACKUPS_KEPT = "7/4/12"
"""Daily, weekly and monthly backups."""
PRIVATE = 0o600
"""The mode of files that only the server's own user may read."""
DISK_FLOOR = "500"
"""Megabytes."""
MEGABYTE = 1_000_000
MOST_PROXIES = 5
SECRETS_FILE = "secret-keys"
TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]{16,}")
"""A valid bearer token that cannot be guessed."""
PATH = re.compile(r"(?=.{1,200}$)(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")
"""A path that a server can be under: it names no other host, and has no dot segments."""


class OperatorError(Exception):
    """A sentence for whoever runs the server: why a command did nothing."""


class SettingsError(OperatorError, ValueError):
    """A sentence that says which setting cannot be used, and why."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set from outside.

    ``secret_keys`` sign cookies and derive passes: the first signs, the others (older ones) are
    still accepted. ``public_url`` is the address phones reach this server at, where it cannot be
    told from a request. ``certificate`` is the file of the certificate made here, where the server
    speaks HTTPS with that. ``replica_url`` names a replica of the database, from which some pages
    are read. ``disk_floor`` is how many bytes of the disk are left for games under
    way: with fewer nothing new is begun. ``backups_kept`` says how many daily, weekly and monthly
    backups the server keeps; None switches them off. ``redis_url`` names the Redis through which
    several processes serve the same games. ``trusted_proxies`` is how many proxies stand in front,
    who are believed about the phone's address, HTTPS and the path. ``has_limits`` says whether
    there is an end to how much one phone or household can ask for; wrong guesses always have one.
    ``has_metrics`` says whether there are figures for Prometheus, to whoever sends
    ``metrics_token`` where that is set. ``has_json_log`` says whether the log is JSON. ``remarks``
    are sentences to print at the start.
    """

    data_dir: Path
    # Addresses and keys are never printed.
    database_url: str = field(repr=False)
    secret_keys: tuple[str, ...] = field(repr=False)
    public_url: str = ""
    certificate: Path | None = None
    disk_floor: int = 0
    backups_kept: tuple[int, int, int] | None = None
    redis_url: str = field(default="", repr=False)
    replica_url: str = field(default="", repr=False)
    trusted_proxies: int = 0
    has_limits: bool = True
    has_metrics: bool = False
    metrics_token: str = field(default="", repr=False)
    has_json_log: bool = False
    remarks: tuple[str, ...] = ()


def from_environment(
    environ: Mapping[str, str] = os.environ, *, data_dir: Path | None = None
) -> Settings:
    """Return the settings that the environment makes; the handbook lists its variables.

    ``data_dir`` goes before ``SCORECARD_DATA``. Creates the data folder, and in it a file of
    secret keys when none are given. Raises :class:`SettingsError` for a value that means nothing.
    """
    data_dir = data_folder(environ, data_dir)
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    secret_key = environ.get("SECRET_KEY")
    older = tuple(environ.get("SECRET_KEY_FALLBACKS", "").split())
    file = data_dir / SECRETS_FILE
    remarks = () if secret_key else _closed(file)
    database_url = environ.get("DATABASE_URL") or f"sqlite:///{data_dir / 'scorecard.db'}"
    return Settings(
        data_dir=data_dir,
        database_url=database_url,
        secret_keys=(secret_key, *older) if secret_key else _kept_secrets(file),
        public_url=_checked_address(environ.get("PUBLIC_URL", "").rstrip("/")),
        redis_url=_checked_redis(environ.get("REDIS_URL", "")),
        replica_url=_checked_replica(environ.get("REPLICA_URL", ""), database_url),
        disk_floor=_disk_floor(environ.get("DISK_FLOOR") or DISK_FLOOR),
        backups_kept=_kept_backups(environ.get("BACKUPS_KEPT") or BACKUPS_KEPT),
        trusted_proxies=_proxies(environ.get("TRUSTED_PROXIES", "")),
        has_limits=_one_of(("on", "off"), "LIMITS", environ.get("LIMITS", "on")) == "on",
        has_metrics=environ.get("METRICS", "off") != "off",
        metrics_token=_metrics_token(environ.get("METRICS", "off")),
        has_json_log=_one_of(("plain", "json"), "LOG", environ.get("LOG", "plain")) == "json",
        remarks=remarks,
    )


def data_folder(environ: Mapping[str, str] = os.environ, data_dir: Path | None = None) -> Path:
    """Return the data folder, which may not exist yet."""
    chosen = data_dir or environ.get("SCORECARD_DATA")
    usual = Path(environ.get("XDG_DATA_HOME") or "~/.local/share", "scorecard")
    return Path(chosen or usual.expanduser()).absolute()


def _checked_address(url: str) -> str:
    """Return the address of this server; raise :class:`SettingsError` unless it is a whole one."""
    try:
        parts = urlsplit(url)
        is_whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        is_whole = False
    beyond = parts._replace(scheme="", netloc="").geturl() if is_whole else ""
    if url and not (is_whole and (not beyond or PATH.fullmatch(beyond))):
        raise SettingsError(
            "PUBLIC_URL is a whole address, as https://cards.example.org or, under a path of a "
            "host, https://home.example/cards."
        )
    return url


def _checked_redis(url: str) -> str:
    """Return the address of a Redis; raise ValueError, without it, for any other."""
    if url and not url.startswith(("redis://", "rediss://")):
        raise ValueError("REDIS_URL begins with redis:// or rediss://.")
    if url and not find_spec("redis"):
        raise ValueError("For REDIS_URL, install card-table-scorecard[redis].")
    return url


def _checked_replica(url: str, database_url: str) -> str:
    """Return the address of a replica; raise :class:`SettingsError` unless both are PostgreSQL."""
    if url and not (url.startswith("postgres") and database_url.startswith("postgres")):
        raise SettingsError(
            "REPLICA_URL names a replica of PostgreSQL, which DATABASE_URL has to name then."
        )
    return url


def _kept_backups(text: str) -> tuple[int, int, int] | None:
    """Return how many daily, weekly and monthly backups "7/4/12" says; None for "off"."""
    if text.strip().casefold() == "off":
        return None
    match = re.fullmatch(r"\s*(\d{1,4})\s*/\s*(\d{1,4})\s*/\s*(\d{1,4})\s*", text)
    if not match or not int(match[1]):
        raise SettingsError(
            f"BACKUPS_KEPT says how many daily, weekly and monthly backups are kept, such as "
            f"{BACKUPS_KEPT} (one daily at least), or off; it is {text!r}."
        )
    return int(match[1]), int(match[2]), int(match[3])


def _disk_floor(text: str) -> int:
    """Return how many bytes so many megabytes are; 0 for "off"."""
    if text.strip().casefold() == "off":
        return 0
    if not re.fullmatch(r"\s*[0-9]{1,9}\s*", text):
        raise SettingsError(
            "DISK_FLOOR says with how many megabytes left on the disk nothing new is begun, such "
            f"as {DISK_FLOOR}, or off; it is {text!r}."
        )
    return int(text) * MEGABYTE


def rotate_secret(data_dir: Path) -> int:
    """Put a new secret before those in a data folder; return how many there are then."""
    file = data_dir / SECRETS_FILE
    keys = (_new_secret(), *_kept_secrets(file))
    _write_private(file, keys)
    return len(keys)


def drop_old_secrets(data_dir: Path) -> int:
    """Keep only the newest secret of a data folder; return how many were dropped."""
    file = data_dir / SECRETS_FILE
    newest, *older = _kept_secrets(file)
    if older:
        _write_private(file, (newest,))
    return len(older)


def _kept_secrets(path: Path) -> tuple[str, ...]:
    """Return the keys in ``path``, newest first, one a line; write one if there are none."""
    is_there = path.exists()
    keys = tuple(path.read_text().split()) if is_there else ()
    if not keys:
        # Another process may have made the file since.
        _write_private(path, (_new_secret(),), is_first=not is_there)
        keys = tuple(path.read_text().split())
    return keys


def _new_secret() -> str:
    return secrets.token_hex(SECRET_BYTES)


def _write_private(path: Path, lines: tuple[str, ...], *, is_first: bool = False) -> None:
    """Write a file that only its owner can read, atomically; ``is_first`` keeps an existing one."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    part = Path(name)
    try:
        # Made by mkstemp, which lets nobody else read it.
        with os.fdopen(descriptor, "w") as file:
            file.write("".join(f"{line}\n" for line in lines))
            file.flush()
            os.fsync(file.fileno())
        if is_first:
            with suppress(FileExistsError):
                path.hardlink_to(part)
        else:
            part.replace(path)
        sync_folder(path.parent)
    finally:
        part.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Wait until a folder's entries are on disk, so that a power cut undoes no rename."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _closed(path: Path) -> tuple[str, ...]:
    """Remove the rights of others on a file of secrets; return remarks about that."""
    if not path.exists():
        return ()
    mode = stat.S_IMODE(path.stat().st_mode)
    if not mode & 0o077:
        return ()
    try:
        path.chmod(PRIVATE)
    except OSError:
        return (f"Others on this computer can read {path}, and this user cannot change that.",)
    return (
        f"Others on this computer could read {path}; that is mended. If somebody may have done so, "
        "run: scorecard rotate-secret",
    )


def _proxies(typed: str) -> int:
    if not typed:
        return 0
    if not (typed.isascii() and typed.isdecimal() and int(typed[:4]) <= MOST_PROXIES):
        raise SettingsError(
            f"TRUSTED_PROXIES is the number of proxies in front of this server, 0 to "
            f"{MOST_PROXIES}, not {typed!r}."
        )
    return int(typed)


def _metrics_token(typed: str) -> str:
    if typed in ("on", "off"):
        return ""
    if not TOKEN.fullmatch(typed):
        raise SettingsError(
            "METRICS is off, on, or a token of 16 letters and digits or more that whoever asks for "
            "the figures must send."
        )
    return typed


def _one_of(words: tuple[str, str], name: str, typed: str) -> str:
    if typed not in words:
        raise SettingsError(f"{name} is {words[0]} or {words[1]}, not {typed!r}.")
    return typed
