"""Find a Chromium for the browser tests, or install one: Debian's where we may, else Playwright's.

``python -m tests.browser.chromium`` is part of ``make test``; it fails, and says what to install,
where there is no way to get one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name that is no "localhost": over plain HTTP it is no secure context, as in a home network.
    "--host-resolver-rules=MAP table.test 127.0.0.1",
]


def find() -> str | None:
    """Return the path of a Chromium: ``$CHROMIUM``, one on the path, or Playwright's own."""
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return chosen if Path(chosen).is_file() else None
    for name in NAMES:
        if path := shutil.which(name):
            return path
    return _playwrights_own()


def _playwrights_own() -> str | None:
    script = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as playwright: print(playwright.chromium.executable_path)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    path = Path(done.stdout.strip())
    return str(path) if done.returncode == 0 and path.is_file() else None


def install() -> None:
    """Install a Chromium in the first way that works."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if shutil.which("apt-get") and os.geteuid() == 0:
        package = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]
        for command in (package, ["apt-get", "update"], package):
            done = subprocess.run(command, env=environment, stdout=sys.stderr, check=False)
            if command == package and done.returncode == 0:
                return
    subprocess.run(
        [sys.executable, "-m", "playwright", "install", "chromium"],
        stdout=sys.stderr,
        check=False,
    )


def main() -> None:
    """Print where a Chromium is, installing one if there is none."""
    if find() is None:
        print("No Chromium found; installing one.", file=sys.stderr)
        install()
    path = find()
    if path is None:
        sys.exit(
            "The browser tests need Chromium, and none could be installed. Install it "
            "(Debian: apt install chromium), or set CHROMIUM to its path."
        )
    print(f"Chromium: {path}")


if __name__ == "__main__":
    main()
