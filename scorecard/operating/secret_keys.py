"""The command ``scorecard rotate-secret``: renews the secrets that sign cookies and links."""

from __future__ import annotations

import os
from pathlib import Path

from scorecard import config


class SecretError(config.OperatorError):
    """A sentence that says why the secrets stay as they are."""


def rotate(data_dir: Path | None, *, is_old_dropped: bool) -> str:
    """Make a new secret, or drop all but the newest; return what was done in a sentence."""
    if os.environ.get("SECRET_KEY"):
        raise SecretError(
            "The secret comes from SECRET_KEY. Put a new one there, and the old one into "
            "SECRET_KEY_FALLBACKS (older ones behind it, with blanks between)."
        )
    try:
        folder = config.from_environment(data_dir=data_dir).data_dir
        if is_old_dropped:
            dropped = config.drop_old_secrets(folder)
            return f"Dropped {dropped} old secret{'' if dropped == 1 else 's'}."
        return f"Made a new secret; {config.rotate_secret(folder) - 1} older still good."
    except OSError as error:
        raise SecretError(f"The secrets cannot be kept: {error}.") from error
