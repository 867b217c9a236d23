"""Find nginx, Caddy, PgBouncer, systemd and Podman for the tests; get from Debian what is missing.

``python -m tests.programs`` is part of ``make test``; it fails, and says what to install, where
there is no way to get one.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "build" / "programs"
"""Where packages are unpacked: nothing is installed, and nothing begins to serve."""
PLACES = ("/usr/bin", "/usr/sbin")
PODMAN = (
    "podman",
    "conmon",
    "runc",
    "golang-github-containers-common",
    "libgpgme11",
    "libassuan0",
    "libdevmapper1.02.1",
    "libglib2.0-0",
    "libseccomp2",
    "libsubid4",
)
"""The packages of what runs containers, and of the libraries that are not everywhere."""


def nginx() -> str:
    """Return the path of an nginx."""
    return _found("nginx", "nginx")


def caddy() -> str:
    """Return the path of a Caddy."""
    return _found("caddy", "caddy")


def pgbouncer() -> str:
    """Return the path of a PgBouncer; it runs with ``libraries``."""
    return _found("pgbouncer", "pgbouncer", "libevent-2.1-7", "libc-ares2")


def analyze(*arguments: str | Path) -> str:
    """Return what systemd-analyze says; raise CalledProcessError where it does not agree."""
    return _ask_systemd("systemd-analyze", arguments)


def systemctl(*arguments: str | Path) -> str:
    """Return what systemctl says, which needs no systemd that runs where it is given a --root."""
    return _ask_systemd("systemctl", arguments)


def _ask_systemd(program: str, arguments: Sequence[str | Path]) -> str:
    command = [_found(program, "systemd", "libsystemd-shared"), *arguments]
    environment = {**libraries("usr/lib/*/systemd"), "SYSTEMD_COLORS": "0"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return done.stdout


def podman() -> dict[str, str]:
    """Return the paths of podman, conmon and runc; they run with ``libraries``."""
    return {name: _found(name, *PODMAN) for name in ("podman", "conmon", "runc")}


def libraries(pattern: str = "usr/lib/*-linux-*") -> dict[str, str]:
    """Return the environment in which what was unpacked finds its libraries."""
    return {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(map(str, FOLDER.glob(pattern)))}


def unpack_system(packages: Sequence[str], folder: Path) -> None:
    """Unpack Debian's packages, with all that they need, as a system of their own."""
    with tempfile.TemporaryDirectory() as nothing:
        (Path(nothing) / "status").touch()
        options = ["-o", f"Dir::State::status={nothing}/status", "-o", "APT::Install-Recommends=0"]
        planned = subprocess.run(
            ["apt-get", "--simulate", *options, "install", *packages],
            capture_output=True,
            text=True,
            check=True,
        )
    for name in ("bin", "sbin", "lib", "lib64"):
        (folder / "usr" / name).mkdir(parents=True)
        (folder / name).symlink_to(f"usr/{name}")
    (folder / "tmp").mkdir()
    (folder / "tmp").chmod(0o1777)
    _unpack(re.findall(r"^Inst (\S+)", planned.stdout, re.MULTILINE), folder)


def _found(program: str, *packages: str) -> str:
    unpacked = [f"{FOLDER}{place}" for place in PLACES]
    places = os.pathsep.join([os.environ["PATH"], *PLACES, *unpacked])
    path = shutil.which(program, path=places)
    if path is None:
        _unpack(packages)
        path = shutil.which(program, path=places)
    assert path, f"There is no {program}. Install it (Debian: apt install {packages[0]})."
    return path


def _unpack(packages: Sequence[str], place: Path = FOLDER) -> None:
    """Unpack Debian's packages, if they can be had."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        return
    download = ["apt-get", "download", *packages]
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for command in (download, ["apt-get", "update"], download):
            done = subprocess.run(command, cwd=folder, stdout=sys.stderr, check=False)
            if command == download and done.returncode == 0:
                break
        for file in Path(folder).glob("*.deb"):
            unpack = ["dpkg-deb", "--fsys-tarfile", str(file)]
            archive = subprocess.run(unpack, capture_output=True, check=True).stdout
            # A folder of one package may be a link of another's.
            command = ["tar", "--keep-directory-symlink", "-xf", "-", "-C", str(place)]
            subprocess.run(command, input=archive, check=True)


def main() -> None:
    """Say what the programs are, getting those that are not there."""
    try:
        print(nginx())
        print(caddy())
        print(pgbouncer())
        print(analyze("--version").splitlines()[0])
    except (AssertionError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
