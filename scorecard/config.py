"""The one place that reads the environment."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_data_path

SECRET_BYTES = 32
BACKUPS_KEPT = "7/4/12"
"""Daily, weekly and monthly backups."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set from outside.

    ``secret_keys`` sign cookies and derive passes: the first signs, the others (older ones) are
    still accepted. ``public_url`` is the address phones reach this server at, where it cannot be
    told from a request. ``backups_kept`` says how many daily, weekly and monthly backups the
    server keeps; None switches them off. ``redis_url`` names the Redis through which several
    processes serve the same games.
    """

    data_dir: Path
    # Neither is ever printed with the rest.
    database_url: str = field(repr=False)
    secret_keys: tuple[str, ...] = field(repr=False)
    public_url: str = ""
    backups_kept: tuple[int, int, int] | None = None
    redis_url: str = field(default="", repr=False)


def from_environment(
    environ: Mapping[str, str] = os.environ, *, data_dir: Path | None = None
) -> Settings:
    """Return the settings; the README lists the variables.

    ``data_dir`` goes before ``SCORECARD_DATA``. Creates the data folder, and in it a file of
    secret keys when none are given. Raises ValueError for a variable that makes no sense.
    """
    chosen = data_dir or environ.get("SCORECARD_DATA") or user_data_path("scorecard")
    data_dir = Path(chosen).absolute()
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    secret_key = environ.get("SECRET_KEY")
    return Settings(
        data_dir=data_dir,
        database_url=environ.get("DATABASE_URL") or f"sqlite:///{data_dir / 'scorecard.db'}",
        secret_keys=(secret_key,) if secret_key else _kept_secrets(data_dir / "secret-keys"),
        public_url=environ.get("PUBLIC_URL", "").rstrip("/"),
        redis_url=_checked_redis(environ.get("REDIS_URL", "")),
        backups_kept=_kept_backups(environ.get("BACKUPS_KEPT") or BACKUPS_KEPT),
    )


def _checked_redis(url: str) -> str:
    """Return the address of a Redis; raise ValueError for what is none, without saying it."""
    if url and not url.startswith(("redis://", "rediss://")):
        raise ValueError("REDIS_URL begins with redis:// or rediss://.")
    if url and not find_spec("redis"):
        raise ValueError("For REDIS_URL, install scorecard[redis].")
    return url


def _kept_backups(text: str) -> tuple[int, int, int] | None:
    """Return how many daily, weekly and monthly backups "7/4/12" says; None for "off"."""
    if text.strip().casefold() == "off":
        return None
    found = re.fullmatch(r"\s*(\d{1,4})\s*/\s*(\d{1,4})\s*/\s*(\d{1,4})\s*", text)
    if not found or not int(found[1]):
        raise ValueError(
            f"BACKUPS_KEPT says how many daily, weekly and monthly backups are kept, such as "
            f"{BACKUPS_KEPT} (one daily at least), or off; it is {text!r}."
        )
    return int(found[1]), int(found[2]), int(found[3])


def _kept_secrets(path: Path) -> tuple[str, ...]:
    """Return the keys in ``path``, newest first, one a line; write one if there are none."""
    if not path.exists():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(SECRET_BYTES) + "\n")
    return tuple(path.read_text().split())
