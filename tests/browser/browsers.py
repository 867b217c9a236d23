"""Find a Chromium and a Firefox for the browser tests, or install them: Debian's where we may, else
Playwright's.

``python -m tests.browser.browsers`` is part of ``make test``; it fails, and says what to install,
where there is no way to get one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

CHROMIUMS = (
    # Without a window of its own, which nobody sees here, it takes a fifth less of the machine.
    "chromium-headless-shell",
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
)
FIREFOXES = ("firefox-esr", "firefox")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name that is no "localhost": over plain HTTP it is no secure context, as in a home network.
    "--host-resolver-rules=MAP table.test 127.0.0.1, MAP cards.example.org 127.0.0.1",
]


def find() -> str | None:
    """Return the path of a Chromium: ``$CHROMIUM``, one on the path, or Playwright's own."""
    return _find("CHROMIUM", CHROMIUMS) or _playwrights_own("chromium")


def find_firefox() -> str | None:
    """Return the path of a Firefox: ``$FIREFOX``, or one on the path."""
    return _find("FIREFOX", FIREFOXES)


def find_playwrights_firefox() -> str | None:
    """Return the path of Playwright's own Firefox, which it drives in its own way."""
    return _playwrights_own("firefox")


def _find(variable: str, names: tuple[str, ...]) -> str | None:
    chosen = os.environ.get(variable)
    if chosen:
        return chosen if Path(chosen).is_file() else None
    return next((path for name in names if (path := shutil.which(name))), None)


def _playwrights_own(browser: str) -> str | None:
    script = (
        "from playwright.sync_api import sync_playwright\n"
        f"with sync_playwright() as playwright: print(playwright.{browser}.executable_path)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    path = Path(done.stdout.strip())
    return str(path) if done.returncode == 0 and path.is_file() else None


def install(package: str, browser: str) -> None:
    """Install a browser in the first way that works: Debian's package, else Playwright's own."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if shutil.which("apt-get") and os.geteuid() == 0:
        debians = ["apt-get", "install", "--yes", "--no-install-recommends", package]
        for command in (debians, ["apt-get", "update"], debians):
            done = subprocess.run(command, env=environment, stdout=sys.stderr, check=False)
            if command == debians and done.returncode == 0:
                return
    subprocess.run(
        [sys.executable, "-m", "playwright", "install", browser],
        stdout=sys.stderr,
        check=False,
    )


def main() -> None:
    """Print where the browsers are, installing what is not there."""
    for name, package, search in (
        ("Chromium", "chromium-headless-shell", find),
        ("Firefox", "firefox-esr", lambda: find_firefox() or find_playwrights_firefox()),
    ):
        if search() is None:
            print(f"No {name} found; installing one.", file=sys.stderr)
            install(package, name.lower())
        path = search()
        if path is None:
            sys.exit(
                f"The browser tests need {name}, and none could be installed. Install it "
                f"(Debian: apt install {package}), or set {name.upper()} to its path."
            )
        print(f"{name}: {path}")


if __name__ == "__main__":
    main()
