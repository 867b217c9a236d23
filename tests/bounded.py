"""Run the server with other bounds than its own, so that an attack takes seconds in a test.

``python -m tests.bounded serving.connections.BODY_SECONDS=1 -- python -m scorecard run ...`` sets
constants of the package by their name, and then does what the rest of the line says.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping

BETWEEN = "--"
NAMES = ("python", "-m", "scorecard")
"""What the rest of the line begins with."""


def under(bounds: Mapping[str, float]) -> list[str]:
    """Return the command that a server runs under, to have these bounds."""
    settings = [f"{name}={value}" for name, value in bounds.items()]
    return [sys.executable, "-m", "tests.bounded", *settings, BETWEEN]


def set_bound(name: str, value: str) -> None:
    """Set a constant, which must be there, to a number."""
    module_name, _, constant = name.rpartition(".")
    module = importlib.import_module(f"scorecard.{module_name}")
    assert hasattr(module, constant), name
    setattr(module, constant, float(value) if "." in value else int(value))


def run(arguments: list[str]) -> None:
    """Serve as the line says."""
    # Imported first of all: it prepares the standard library.
    from scorecard.cli import main
    from scorecard.serving import server  # noqa: F401

    middle = arguments.index(BETWEEN)
    for setting in arguments[:middle]:
        set_bound(*setting.split("="))
    main(arguments[middle + 1 + len(NAMES) :])


if __name__ == "__main__":
    run(sys.argv[1:])
