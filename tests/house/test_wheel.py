"""The wheel: built, installed into an empty environment, and used from there."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
import venv
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from scorecard import __version__
from tests.confined import directives
from tests.operating.test_cli import RECORD
from tests.servers.server import PATIENCE_SECONDS, free_port

ROOT = Path(__file__).parents[2]
NAME = "card-table-scorecard"
pytestmark = pytest.mark.long


def run(*command: str | Path, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [str(part) for part in command], capture_output=True, text=True, check=True, **more
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, install it into a new environment, and return that one's bin folder."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    # What git would deliver, so that nothing lying about here gets into the wheel.
    files = run("git", "-C", ROOT, "ls-files", "-co", "--exclude-standard").stdout.split("\n")
    for name in filter(None, files):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    build = ("-m", "build", "--wheel", "--no-isolation", "--outdir", folder / "dist", source)
    run(sys.executable, *build)
    (wheel,) = (folder / "dist").glob("*.whl")
    assert wheel.name.startswith(f"{NAME.replace('-', '_')}-{__version__}-")
    venv.create(folder / "empty", with_pip=True)
    python = folder / "empty/bin/python"
    locked = ROOT / ".requirements/run.txt"
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, "--require-hashes", "-r", locked)
    run(*pip, "--no-deps", wheel)
    return folder / "empty/bin"


def test_it_brings_its_command(installed: Path, tmp_path: Path) -> None:
    command = installed / "scorecard"
    assert __version__ in run(command, "--version", cwd=tmp_path).stdout
    done = run(command, "score", "-", input=json.dumps(RECORD), cwd=tmp_path)
    assert json.loads(done.stdout)["totals"] == {"Ann": 450, "Bob": 100}


UNIT = """
from pathlib import Path
from scorecard.operating import units
texts = units.of_user(units.Installation.present(), units.Wish("127.0.0.1", 8000), Path("/data"))
print(texts[units.SERVICE])
"""


def test_its_unit_starts_it_from_there(installed: Path, tmp_path: Path) -> None:
    """Not from a folder of the source, and not with the Python of this test."""
    unit = directives(run(installed / "python", "-c", UNIT, cwd=tmp_path).stdout)
    command, folder = shlex.split(unit["ExecStart"][0]), Path(unit["WorkingDirectory"][0])
    assert folder.is_relative_to(installed.parent)
    assert command[:4] == [str(installed / "python"), "-m", "scorecard", "run"]
    assert __version__ in run(*command[:3], "--version", cwd=folder, env={}).stdout


def by_uvx(dist: Path, folder: Path) -> tuple[str | Path, ...]:
    """Return what runs a command of the package from a folder of wheels, installed nowhere."""
    uv = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if uv is None:
        pytest.skip("There is no uv here; the other ways were tried.")
    # Whom pip trusts where packages come from, the system, uv else trusts by a setting alone.
    return uv, "tool", "run", "--system-certs", "--find-links", dist, "--from", NAME


def by_pipx(dist: Path, folder: Path) -> tuple[str | Path, ...]:
    """Install the package with pipx, and return what runs its commands."""
    pipx = shutil.which("pipx")
    if pipx is None:
        pytest.skip("There is no pipx here; the other ways were tried.")
    home = {"PIPX_HOME": str(folder / "pipx"), "PIPX_BIN_DIR": str(folder / "bin")}
    run(pipx, "install", f"--pip-args=--find-links={dist}", NAME, env=os.environ | home)
    return ("env", f"PATH={folder / 'bin'}")


def by_pip(dist: Path, folder: Path) -> tuple[str | Path, ...]:
    """Install the package by its name into an empty environment, as pipx does."""
    venv.create(folder / "empty", with_pip=True)
    pip = (folder / "empty/bin/python", "-m", "pip", "install", "--quiet")
    run(*pip, "--disable-pip-version-check", "--find-links", dist, NAME)
    return ("env", f"PATH={folder / 'empty/bin'}")


@pytest.mark.parametrize("way", [by_uvx, by_pipx, by_pip])
def test_it_is_installed_by_its_name_in_one_line(
    installed: Path, tmp_path: Path, way: Callable[[Path, Path], tuple[str | Path, ...]]
) -> None:
    """The wheel comes from a folder, and what it needs from wherever packages come from here."""
    command = (*way(installed.parents[1] / "dist", tmp_path), "scorecard")
    assert __version__ in run(*command, "--version", cwd=tmp_path).stdout
    (server, port) = started(command, tmp_path)
    try:
        wait_for(f"http://127.0.0.1:{port}")
    finally:
        stop(server)


def started(command: Sequence[str | Path], folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """Serve with a command, on a data folder of its own; return the process and its port."""
    port = free_port()
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [*map(str, command), "run", "--host", "127.0.0.1", "--port", str(port)],
            env={**os.environ, "SCORECARD_DATA": str(folder / "data")},
            cwd=folder,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    return server, port


def stop(server: subprocess.Popen[bytes]) -> None:
    """End a server, and what has started it."""
    os.killpg(server.pid, signal.SIGTERM)
    server.wait(timeout=PATIENCE_SECONDS)


def test_it_serves_backs_up_and_restores(installed: Path, tmp_path: Path) -> None:
    """Templates, migrations and static files are in the wheel, not beside it."""
    command, data = installed / "scorecard", tmp_path / "data"
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "SCORECARD_DATA": str(data)}
    server, port = started([command], tmp_path)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address)
        with urllib.request.urlopen(f"{address}/games/new/brownie_points") as page:
            html = page.read().decode()
        assert "Who’s playing?" in html
        style = html.split('rel="stylesheet" href="')[1].split('"')[0]
        with urllib.request.urlopen(address + style) as css:
            assert b"--table" in css.read()
        body = json.dumps({"game": "brownie_points", "players": ["Ann", "Bob"]}).encode()
        request = urllib.request.Request(
            f"{address}/api/v1/games", data=body, headers={"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            assert answer.status == 201
    finally:
        stop(server)
    backup = tmp_path / "evening.backup"
    run(command, "backup", backup, env=environment, cwd=tmp_path)
    run(command, "restore", backup, "--yes", env=environment, cwd=tmp_path)


def wait_for(address: str) -> None:
    import time

    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10):
                return
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.1)
