"""The one place that reads the environment."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set from outside.

    ``secret_keys`` sign cookies and derive passes: the first signs, the others (older ones) are
    still accepted. ``public_url`` is the address phones reach this server at, where it cannot be
    told from a request. ``certificate`` is the file of the certificate made here, where the server
    speaks HTTPS with that.
    """

    data_dir: Path
    database_url: str
    secret_keys: tuple[str, ...]
    public_url: str = ""
    certificate: Path | None = None


def from_environment(
    environ: Mapping[str, str] = os.environ, *, data_dir: Path | None = None
) -> Settings:
    """Return the settings: ``SCORECARD_DATA``, ``DATABASE_URL``, ``SECRET_KEY``, ``PUBLIC_URL``.

    ``data_dir`` goes before ``SCORECARD_DATA``. Creates the data folder, and in it a file of
    secret keys when none are given.
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
    )


def _kept_secrets(path: Path) -> tuple[str, ...]:
    """Return the keys in ``path``, newest first, one a line; write one if there are none."""
    if not path.exists():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(SECRET_BYTES) + "\n")
    return tuple(path.read_text().split())
