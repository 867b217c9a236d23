"""Run every check that needs no test, all at once, and say what each found.

``python -m tests.house`` is ``make check``: formatting, lint, types, contracts, sizes, and whether
a dependency has a known fault. What else stands in the line is a command that runs beside them.
"""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
# The longest comes first.
CHECKS = (
    (str(BIN / "mypy"),),
    (sys.executable, "-m", "tests.house.sizes"),
    (str(BIN / "lint-imports"),),
    (sys.executable, "-m", "tests.house.audit"),
    (str(BIN / "ruff"), "check", "."),
    (str(BIN / "ruff"), "format", "--check", "."),
)


def run(command: tuple[str, ...]) -> bool:
    """Run a check, print what it says, and return whether it found nothing."""
    began = time.monotonic()
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    name = " ".join(Path(part).name for part in command if part != "-m")
    outcome = "" if done.returncode == 0 else " FAILED"
    print(
        f"== {name}: {time.monotonic() - began:.0f} s{outcome}\n{done.stdout.strip()}", flush=True
    )
    return done.returncode == 0


def main() -> int:
    """Run all checks, and the command beside them; fail where one did."""
    beside = sys.argv[1:]
    with ThreadPoolExecutor(len(CHECKS)) as pool:
        checking = [pool.submit(run, command) for command in CHECKS]
        status = subprocess.run(beside, cwd=ROOT, check=False).returncode if beside else 0
        failed = [one for one in checking if not one.result()]
    if beside and failed:
        print("A check that ran beside it failed, and says so above.")
    return status or bool(failed)


if __name__ == "__main__":
    sys.exit(main())
