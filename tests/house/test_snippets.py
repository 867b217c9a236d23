"""The files that the handbook shows for running it have the shape that is asked of them."""

from __future__ import annotations

import configparser
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scorecard import handbook
from scorecard.cli import main
from tests import bounded
from tests.house import audit
from tests.programs import analyze
from tests.servers.brokers import wait_until
from tests.servers.clients import Phone
from tests.servers.processes import children
from tests.servers.server import PATIENCE_SECONDS, Server

ROOT = Path(__file__).parents[2]
RUNNING = handbook.page("running").text


def snippets(kind: str) -> list[str]:
    """Return the blocks of the handbook that are marked as a kind of file."""
    return re.findall(rf"^```{kind}\n(.*?)^```", RUNNING, re.MULTILINE | re.DOTALL)


def refuse_unknown_options(command: str) -> None:
    """Fail where ``scorecard run`` has no such option."""
    known = CliRunner().invoke(main, ["run", "--help"]).output
    for option in re.findall(r"--[a-z-]+", command):
        assert option in known, option


def refuse_unknown_settings(names: set[str]) -> None:
    """Fail where nobody reads a setting."""
    source = (ROOT / "scorecard" / "config.py").read_text()
    for name in names:
        assert f'"{name}"' in source, name


@pytest.fixture
def units() -> list[configparser.ConfigParser]:
    found = []
    for text in snippets("ini"):
        unit = configparser.ConfigParser(interpolation=None, strict=False)
        # systemd tells large letters from small ones.
        unit.optionxform = str  # type: ignore[assignment, method-assign]
        unit.read_string(text)
        found.append(unit)
    return found


def test_the_units_start_what_there_is(units: list[configparser.ConfigParser]) -> None:
    socket, service = units
    host, _, port = socket["Socket"]["ListenStream"].rpartition(":")
    command = service["Service"]["ExecStart"]
    assert re.fullmatch(rf"/\S+/scorecard run --host {host} --port {port} .*", command)
    refuse_unknown_options(command)
    text = snippets("ini")[1]
    names = re.findall(
        r"([A-Z_]{3,})=", "\n".join(re.findall("^Environment=(.*)$", text, re.MULTILINE))
    )
    refuse_unknown_settings(set(names))


@pytest.fixture
def unit_files(tmp_path: Path) -> list[Path]:
    """The units in files, with a program that is there wherever this runs."""
    files = [tmp_path / "scorecard.socket", tmp_path / "scorecard.service"]
    for file, text in zip(files, snippets("ini"), strict=True):
        file.write_text(text.replace("/opt/scorecard/bin/scorecard", sys.executable))
    return files


def test_systemd_takes_the_units(unit_files: list[Path]) -> None:
    assert analyze("verify", *unit_files) == ""


def test_the_service_may_do_little_else(unit_files: list[Path]) -> None:
    told = analyze("security", "--offline=true", unit_files[1])
    found = re.search(r"Overall exposure level for scorecard.service: ([\d.]+)", told)
    assert found
    assert float(found[1]) < 3
    (claimed,) = re.findall(r"`systemd-analyze security` gives it ([\d.]+)", RUNNING)
    assert found[1] == claimed


@pytest.mark.long
def test_the_service_does_what_it_must_within_what_it_may(
    unit_files: list[Path], tmp_path: Path
) -> None:
    """It counts, draws, streams, backs up in a process of its own, is reloaded, and stops."""
    service = unit_files[1]
    often = bounded.under({"serving.chores.LOOK_SECONDS": 1})
    under = [sys.executable, "-m", "tests.confined", str(service), "--", *often]
    with Server(tmp_path / "data", under=under) as server:
        phone = Phone("ann", server.port)
        started = phone.do("POST", "/games", {"game": "brownie_points", "players": ["Ann", "Bob"]})
        game = started["game"]
        path = f"/games/{game['id']}"
        listening = phone.listen(f"{path}/events", PATIENCE_SECONDS)
        assert next(listening)[0] == "sheet"
        counted = {"version": game["version"], "entries": {"1": {"score": 450}, "2": {"score": 50}}}
        version = phone.do("PUT", f"{path}/rounds/1", counted)["version"]
        assert next(listening)[0] == "sheet"
        listening.close()
        phone.do("POST", f"{path}/end", {"version": version})
        assert phone.ask("GET", f"{path}/picture/wide.png").status == 200
        wait_until(lambda: [*(server.folder / "backups").glob("*.db")] != [])
        reload(server)
        assert phone.do("POST", f"{path}/reopen", {"version": phone.get(path)["version"]})
        phone.hang_up()
        server.stop()
        assert "Traceback" not in server.output.read_text()
        assert "No daily backup" not in server.output.read_text()


def reload(server: Server) -> None:
    """Replace the process that serves, as systemd does."""
    assert server.process
    first = server.process.pid
    before = children(first)
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: children(first) != [] and set(before).isdisjoint(children(first)))


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("import os; os.getpid()", 0),
        ("import os; os.chroot('/')", 1),
        ("import os; os.setgid(1)", 1),
        ("import socket; socket.socket(socket.AF_NETLINK)", 1),
        ("import ctypes; exit(ctypes.CDLL(None).mprotect(ctypes.c_void_p(0), 0, 4) != 0)", 1),
    ],
    ids=["nothing", "change the root", "become a group", "another socket", "run memory"],
)
def test_what_the_service_may_not_do_is_refused(
    unit_files: list[Path], code: str, status: int
) -> None:
    command = [sys.executable, "-m", "tests.confined", str(unit_files[1]), "--"]
    done = subprocess.run([*command, sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == status, done.stderr


def test_the_container_starts_what_there_is() -> None:
    (text,) = snippets("dockerfile")
    lines = [line.split()[0] for line in text.splitlines() if re.match("[A-Z]", line)]
    assert lines.index("USER") < lines.index("CMD")
    found = re.search(r"^CMD (\[.*\])$", text, re.MULTILINE)
    assert found
    command = yaml.safe_load(found[1])
    assert command[:2] == ["scorecard", "run"]
    refuse_unknown_options(" ".join(command))


def test_the_container_installs_only_what_is_locked() -> None:
    (text,) = snippets("dockerfile")
    locked = [line for line in text.splitlines() if "pip install" in line]
    assert all("--require-hashes -r" in line or "--no-deps" in line for line in locked)
    (file,) = re.findall(r"^COPY (\S+)", text, re.MULTILINE)
    names = {canonicalize_name(name) for name in audit.locked(ROOT, [file])}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [one for extra in project["optional-dependencies"].values() for one in extra]
    for wanted in (*project["dependencies"], *extras):
        assert canonicalize_name(Requirement(wanted).name) in names


def test_every_image_is_named_by_its_digest() -> None:
    images = re.findall(r"^(?:FROM| +image:) (.*)$", RUNNING, re.MULTILINE)
    assert len(images) == 2
    assert all(re.search(r"@\$\{\w+_DIGEST(:\?)?\}$", image) for image in images)


@pytest.fixture
def services() -> dict[str, Any]:
    (text,) = snippets("yaml")
    found: dict[str, Any] = yaml.safe_load(text)
    volumes = [one.split(":")[0] for one in found["services"].values() for one in one["volumes"]]
    assert set(volumes) == set(found["volumes"])
    services: dict[str, Any] = found["services"]
    return services


def test_the_composition_names_what_there_is(services: dict[str, Any]) -> None:
    scorecard = services["scorecard"]
    refuse_unknown_settings(set(scorecard["environment"]))
    assert set(scorecard["depends_on"]) <= set(services)
    assert "/readyz" in " ".join(scorecard["healthcheck"]["test"])


def test_the_container_may_do_little_else(services: dict[str, Any]) -> None:
    scorecard = services["scorecard"]
    assert scorecard["read_only"] is True
    assert scorecard["cap_drop"] == ["ALL"]
    assert [one.split(":")[0] for one in scorecard["tmpfs"]] == ["/tmp"]
    assert all("no-new-privileges:true" in one["security_opt"] for one in services.values())


def test_where_a_proxy_is_believed_only_the_proxy_gets_in(
    units: list[configparser.ConfigParser], services: dict[str, Any]
) -> None:
    socket, service = units
    assert "TRUSTED_PROXIES=1" in snippets("ini")[1]
    assert service["Service"]["ExecStart"]
    assert socket["Socket"]["ListenStream"].startswith("127.0.0.1:")
    assert services["scorecard"]["environment"]["TRUSTED_PROXIES"] == "1"
    assert all(one.startswith("127.0.0.1:") for one in services["scorecard"]["ports"])
    assert [name for name, one in services.items() if "ports" in one] == ["scorecard"]
    assert "proxy_pass http://127.0.0.1:" in snippets("nginx")[0]
