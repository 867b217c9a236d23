"""The package for Debian: built, installed in a system of Debian's packages, served, and removed.

systemd does not run in that system: what it would have been asked for is written down instead.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from scorecard.operating.units import SERVICE, SOCKET
from tests.programs import unpack_system
from tests.servers.brokers import wait_until
from tests.servers.server import PATIENCE_SECONDS, free_port

ROOT = Path(__file__).parents[2]
NAME = "card-table-scorecard"
PYTHON = Path("/usr/bin/python3")
NEEDED = ("python3", "dash", "coreutils", "libstdc++6")
"""What the system has: Python and the library that the package asks for, and what scripts need."""
ASKED = "systemctl-was-asked"
SYSTEMCTL = f'#!/bin/sh\necho "$*" >> /{ASKED}\n'

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def path_of_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find what only root runs, such as chroot and what dpkg asks for."""
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:/usr/sbin:/sbin")


def possible() -> None:
    """Skip where there is no Debian that may be changed."""
    if os.geteuid() != 0:
        pytest.skip("Only root installs packages, and this is not root.")
    if not (shutil.which("dpkg") and shutil.which("apt-get") and PYTHON.exists()):
        pytest.skip("This is no Debian with its own Python.")


def build(folder: Path) -> Path:
    """Return the package, built in a copy of what it is made of."""
    copy = folder / "source"
    for part in (".debian", ".requirements"):
        shutil.copytree(ROOT / part, copy / part)
    wheel = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(copy / "dist")]
    subprocess.run([sys.executable, *wheel, ROOT], capture_output=True, check=True)
    command = [str(copy / ".debian/build"), sys.executable]
    environment = {**os.environ, "TMPDIR": str(folder)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    (package,) = (copy / "dist").glob("*.deb")
    return package


class System:
    """A system of Debian's packages in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        unpack_system(NEEDED, folder)
        (folder / "var/lib/dpkg/info").mkdir(parents=True, exist_ok=True)
        (folder / "var/lib/dpkg/updates").mkdir(exist_ok=True)
        (folder / "var/lib/dpkg/status").touch()
        (folder / "run/systemd/system").mkdir(parents=True)
        systemctl = folder / "usr/bin/systemctl"
        systemctl.write_text(SYSTEMCTL)
        systemctl.chmod(0o755)
        for number, device in ((3, "null"), (9, "urandom")):
            place = folder / "dev" / device
            place.parent.mkdir(exist_ok=True)
            os.mknod(place, 0o020666, os.makedev(1, number))

    def dpkg(self, *words: str | Path) -> None:
        """Have a package installed or removed; what it depends on is there, and not listed."""
        command = ["dpkg", f"--root={self.folder}", "--force-depends", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def asked(self) -> list[str]:
        """Return what systemd was asked for since this was asked last."""
        file = self.folder / ASKED
        lines = file.read_text().splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        return lines

    def has(self, place: str) -> bool:
        """Whether there is anything at a place."""
        return (self.folder / place).exists()

    @contextmanager
    def serving(self, *options: str) -> Iterator[None]:
        """Have the installed command serve."""
        command = ["chroot", str(self.folder), "/usr/bin/scorecard", "run", *options]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
            yield
            server.terminate()
            assert server.wait(PATIENCE_SECONDS) == 0


def answers(port: int) -> bool:
    """Whether a server says that it is ready."""
    try:
        with closing(urlopen(f"http://127.0.0.1:{port}/readyz")) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def test_the_package_serves_goes_on_and_leaves_the_games(tmp_path: Path) -> None:
    possible()
    package = build(tmp_path)
    system = System(tmp_path / "system")
    units = [f"etc/systemd/system/{unit}" for unit in (SOCKET, SERVICE)]

    system.dpkg("--install", package)
    assert all(map(system.has, units))
    assert f"start {SOCKET}" in system.asked()
    files = [file for file in (system.folder / "opt/scorecard").rglob("*") if file.is_file()]
    assert [file for file in files if bytes(tmp_path) in file.read_bytes()] == []

    port = free_port()
    with system.serving("--port", str(port), "--data", "/var/lib/scorecard"):
        wait_until(lambda: answers(port))

    # A new release leaves what is served as it was asked for.
    service = system.folder / units[1]
    service.write_text(chosen := service.read_text().replace("8000", "8123"))
    system.dpkg("--install", package)
    assert system.asked() == [f"try-restart {SERVICE}"]
    assert service.read_text() == chosen

    system.dpkg("--purge", NAME)
    assert f"disable --now {SOCKET} {SERVICE}" in system.asked()
    assert not any(map(system.has, [*units, "usr/bin/scorecard", "opt/scorecard"]))
    assert system.has("var/lib/scorecard/scorecard.db")
