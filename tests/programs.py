"""Find nginx, Caddy, PgBouncer and systemd-analyze for the tests; get them from Debian if need be.

``python -m tests.programs`` is part of ``make test``; it fails, and says what to install, where
there is no way to get one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "build" / "programs"
"""Where packages are unpacked: nothing is installed, and nothing begins to serve."""
PLACES = ("/usr/bin", "/usr/sbin")


def nginx() -> str:
    """Return the path of an nginx."""
    return _found("nginx", "nginx")


def caddy() -> str:
    """Return the path of a Caddy."""
    return _found("caddy", "caddy")


def pgbouncer() -> tuple[str, str]:
    """Return the path of a PgBouncer, and the folders of its libraries."""
    program = _found("pgbouncer", "pgbouncer", "libevent-2.1-7", "libc-ares2")
    return program, os.pathsep.join(map(str, FOLDER.glob("usr/lib/*")))


def analyze(*arguments: str | Path) -> str:
    """Return what systemd-analyze says; raise CalledProcessError where it does not agree."""
    return _ask_systemd("systemd-analyze", arguments)


def systemctl(*arguments: str | Path) -> str:
    """Return what systemctl says, which needs no systemd that runs where it is given a --root."""
    return _ask_systemd("systemctl", arguments)


def _ask_systemd(program: str, arguments: Sequence[str | Path]) -> str:
    command = [_found(program, "systemd", "libsystemd-shared"), *arguments]
    libraries = os.pathsep.join(map(str, FOLDER.glob("usr/lib/*/systemd")))
    environment = {**os.environ, "LD_LIBRARY_PATH": libraries, "SYSTEMD_COLORS": "0"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return done.stdout


def _found(program: str, *packages: str) -> str:
    unpacked = [f"{FOLDER}{place}" for place in PLACES]
    places = os.pathsep.join([os.environ["PATH"], *PLACES, *unpacked])
    path = shutil.which(program, path=places)
    if path is None:
        _unpack(packages)
        path = shutil.which(program, path=places)
    assert path, f"There is no {program}. Install it (Debian: apt install {packages[0]})."
    return path


def _unpack(packages: Sequence[str]) -> None:
    """Unpack Debian's packages, if they can be had."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        return
    download = ["apt-get", "download", *packages]
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for command in (download, ["apt-get", "update"], download):
            done = subprocess.run(command, cwd=folder, stdout=sys.stderr, check=False)
            if command == download and done.returncode == 0:
                break
        for file in Path(folder).glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", file, FOLDER], check=True)


def main() -> None:
    """Say what the programs are, getting those that are not there."""
    try:
        print(nginx())
        print(caddy())
        print(pgbouncer()[0])
        print(analyze("--version").splitlines()[0])
    except (AssertionError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
