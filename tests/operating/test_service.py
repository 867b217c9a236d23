"""The systemd units: systemd takes them, they start the server, and it may do little else."""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from scorecard import handbook
from scorecard.cli import main
from scorecard.operating.service import Manager, install, remove
from scorecard.operating.units import (
    SERVICE,
    SOCKET,
    STATE,
    Installation,
    ServiceError,
    Wish,
    of_system,
    of_user,
)
from tests import bounded
from tests.command import run
from tests.confined import directives
from tests.programs import analyze, systemctl
from tests.servers.brokers import wait_until
from tests.servers.clients import Phone
from tests.servers.processes import children
from tests.servers.server import PATIENCE_SECONDS, Server, free_port
from tests.serving.test_restart import HAND_OVER

READABLE = Installation(Path("/usr/bin/env"), Path("/usr"))
"""A program and a folder that everybody may read, wherever this runs."""
BEHIND_PROXY = Wish("127.0.0.1", 8000, processes=2)
AT_HOME = Wish("0.0.0.0", 8000, is_tls=True)
ODD = Installation(Path(sys.executable), Path("/srv/100% of\\ours"))


def written(folder: Path, texts: dict[str, str]) -> list[Path]:
    for name, text in texts.items():
        (folder / name).write_text(text)
    return [folder / name for name in texts]


@pytest.mark.parametrize("wish", [BEHIND_PROXY, AT_HOME, Wish("::1", 81, env_file=Path("/a %b"))])
def test_systemd_takes_the_units_of_a_machine(tmp_path: Path, wish: Wish) -> None:
    assert analyze("verify", *written(tmp_path, of_system(READABLE, wish))) == ""


@pytest.mark.parametrize("installation", [Installation.present(), ODD])
def test_systemd_takes_the_units_of_a_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installation: Installation
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    texts = of_user(installation, AT_HOME, Path('/srv/50% "of" $it\\'))
    assert analyze("--user", "verify", *written(tmp_path, texts)) == ""


def test_a_unit_that_systemd_does_not_take_would_be_noticed(tmp_path: Path) -> None:
    texts = of_system(READABLE, AT_HOME)
    texts[SERVICE] = texts[SERVICE].replace("/usr/bin/env", "/usr/bin/nothing-of-that-name")
    with pytest.raises(subprocess.CalledProcessError):
        analyze("verify", *written(tmp_path, texts))


def test_both_begin_with_the_machine(tmp_path: Path) -> None:
    folder = tmp_path / "etc/systemd/system"
    folder.mkdir(parents=True)
    written(folder, of_system(READABLE, AT_HOME))
    systemctl(f"--root={tmp_path}", "enable", SOCKET, SERVICE)
    links = {str(link.relative_to(folder)) for link in folder.glob("*.wants/*")}
    assert links == {f"sockets.target.wants/{SOCKET}", f"multi-user.target.wants/{SERVICE}"}


@pytest.mark.parametrize("wish", [BEHIND_PROXY, AT_HOME])
def test_the_service_may_do_little_else(tmp_path: Path, wish: Wish) -> None:
    _socket, service = written(tmp_path, of_system(READABLE, wish))
    told = analyze("security", "--offline=true", service)
    found = re.search(r"Overall exposure level for scorecard.service: ([\d.]+)", told)
    assert found
    assert float(found[1]) < 3
    text = handbook.pages()["running"].text
    claimed = re.search(r"`systemd-analyze security` gives it ([\d.]+), or ([\d.]+) where", text)
    assert claimed
    assert found[1] == claimed[1 if wish is BEHIND_PROXY else 2]


@pytest.fixture
def service(tmp_path: Path) -> Path:
    """The unit of a machine's service behind a proxy, in a file."""
    return written(tmp_path, of_system(READABLE, BEHIND_PROXY))[1]


@pytest.mark.long
def test_the_service_does_what_it_must_within_what_it_may(service: Path, tmp_path: Path) -> None:
    """It counts, draws, streams, backs up in a process of its own, is reloaded, and stops."""
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
def test_what_the_service_may_not_do_is_refused(service: Path, code: str, status: int) -> None:
    command = [sys.executable, "-m", "tests.confined", str(service), "--"]
    done = subprocess.run([*command, sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == status, done.stderr


def test_its_command_is_one_that_there_is() -> None:
    for text in (of_system(READABLE, BEHIND_PROXY), of_user(READABLE, AT_HOME, STATE)):
        words = shlex.split(directives(text[SERVICE])["ExecStart"][0])
        assert words[:4] == ["/usr/bin/env", "-m", "scorecard", "run"]
        asked = main.commands["run"].make_context("run", words[4:]).params
        assert asked["data"] == STATE
        (listen,) = directives(text[SOCKET])["ListenStream"]
        assert listen == f"{asked['host']}:{asked['port']}"


@pytest.mark.long
def test_the_unit_starts_the_server_and_is_told_when_it_serves(tmp_path: Path) -> None:
    """Its command, in its folder and with its port and settings, as systemd starts it."""
    port = free_port()
    data = tmp_path / "the data"
    texts = of_user(Installation.present(), Wish("127.0.0.1", port), data)
    told = directives(texts[SERVICE])
    command = shlex.split(told["ExecStart"][0])
    with (
        socket.create_server(("127.0.0.1", port)) as held,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices,
        (tmp_path / "log").open("wb") as log,
    ):
        notices.bind(str(tmp_path / "notices"))
        notices.settimeout(PATIENCE_SECONDS)
        process = subprocess.Popen(
            [sys.executable, "-c", HAND_OVER, str(held.fileno()), *command],
            env={"NOTIFY_SOCKET": str(tmp_path / "notices"), "PATH": os.defpath},
            cwd=told["WorkingDirectory"][0],
            pass_fds=[held.fileno()],
            stdout=log,
            stderr=log,
        )
        try:
            assert b"READY=1" in notices.recv(4096)
            phone = Phone("ann", port)
            assert phone.ask("GET", "/readyz").json["ready"] is True
            phone.hang_up()
        finally:
            process.terminate()
            process.wait(PATIENCE_SECONDS)
    assert process.returncode == 0, (tmp_path / "log").read_text()
    assert (data / "scorecard.db").is_file()


@pytest.fixture
def manager(tmp_path: Path) -> Manager:
    """One whose systemd writes down what it is asked, and refuses what ``refused`` says."""
    program = tmp_path / "systemctl"
    program.write_text(
        f'#!/bin/sh\ncd {shlex.quote(str(tmp_path))}\necho "$@" >> asked\n'
        'if [ "$1" = "$(cat refused)" ]; then echo "It cannot." >&2; exit 1; fi\n'
    )
    program.chmod(0o755)
    (tmp_path / "refused").touch()
    return Manager(tmp_path / "units", (str(program),), is_system=True, sign=tmp_path)


def asked(tmp_path: Path) -> list[str]:
    """Return what systemd was asked since the last time."""
    file = tmp_path / "asked"
    lines = file.read_text().splitlines() if file.exists() else []
    file.unlink(missing_ok=True)
    return lines


class TestInstalling:
    def test_it_is_written_enabled_and_started(self, manager: Manager, tmp_path: Path) -> None:
        texts = of_system(READABLE, AT_HOME)
        said = [*install(manager, texts, is_begun=True)]
        assert said[-1] == "Scorecard serves, and starts with this machine."
        assert {file.name: file.read_text() for file in manager.folder.iterdir()} == texts
        done = asked(tmp_path)
        assert done[-4:] == [
            "daemon-reload",
            f"enable {SOCKET} {SERVICE}",
            f"start {SOCKET}",
            f"restart {SERVICE}",
        ]

    def test_once_more_changes_nothing(self, manager: Manager, tmp_path: Path) -> None:
        texts = of_system(READABLE, AT_HOME)
        [*install(manager, texts, is_begun=True)]
        asked(tmp_path)
        before = {file: file.stat().st_mtime_ns for file in manager.folder.iterdir()}
        said = [*install(manager, texts, is_begun=True)]
        assert said[0] == f"The units in {manager.folder} are as they should be."
        assert {file: file.stat().st_mtime_ns for file in manager.folder.iterdir()} == before
        assert not any(line.startswith(("stop", "restart")) for line in asked(tmp_path))

    def test_another_port_is_opened_after_the_one_before_is_closed(
        self, manager: Manager, tmp_path: Path
    ) -> None:
        [*install(manager, of_system(READABLE, AT_HOME), is_begun=True)]
        asked(tmp_path)
        other = Wish("0.0.0.0", 8001)
        [*install(manager, of_system(READABLE, other), is_begun=True)]
        done = asked(tmp_path)
        assert done.index(f"stop {SERVICE} {SOCKET}") < done.index(f"start {SOCKET}")
        assert "ListenStream=0.0.0.0:8001\n" in (manager.folder / SOCKET).read_text()

    def test_what_only_the_service_differs_in_keeps_the_port_open(
        self, manager: Manager, tmp_path: Path
    ) -> None:
        [*install(manager, of_system(READABLE, AT_HOME), is_begun=True)]
        asked(tmp_path)
        [*install(manager, of_system(READABLE, Wish("0.0.0.0", 8000)), is_begun=True)]
        done = asked(tmp_path)
        assert f"restart {SERVICE}" in done
        assert not any(line.startswith("stop") for line in done)

    def test_it_can_be_written_alone(self, manager: Manager, tmp_path: Path) -> None:
        [*install(manager, of_system(READABLE, AT_HOME), is_begun=False)]
        assert {file.name for file in manager.folder.iterdir()} == {SOCKET, SERVICE}
        assert asked(tmp_path) == []

    def test_removing_it_leaves_the_games_and_what_stands_beside(
        self, manager: Manager, tmp_path: Path
    ) -> None:
        data = tmp_path / "data"
        data.mkdir()
        (data / "scorecard.db").write_text("games")
        [*install(manager, of_user(READABLE, AT_HOME, data), is_begun=True)]
        (manager.folder / "other.service").write_text("[Service]\n")
        asked(tmp_path)
        assert [*remove(manager)][-1] == "The games stay where they are."
        assert asked(tmp_path) == [f"disable --now {SOCKET} {SERVICE}", "daemon-reload"]
        assert [file.name for file in manager.folder.iterdir()] == ["other.service"]
        assert (data / "scorecard.db").read_text() == "games"
        assert [*remove(manager)] == ["There is no service here."]

    @pytest.mark.parametrize("name", [SOCKET, SERVICE])
    def test_a_unit_of_somebody_else_is_left_alone(self, manager: Manager, name: str) -> None:
        manager.folder.mkdir()
        theirs = manager.folder / name
        theirs.write_text("[Unit]\n")
        for done in (
            install(manager, of_system(READABLE, AT_HOME), is_begun=True),
            remove(manager),
        ):
            with pytest.raises(ServiceError, match="was not written by Scorecard"):
                next(done)
        assert [file.read_text() for file in manager.folder.iterdir()] == ["[Unit]\n"]

    def test_what_systemd_refuses_is_said(self, manager: Manager, tmp_path: Path) -> None:
        (tmp_path / "refused").write_text("restart")
        with pytest.raises(ServiceError, match=rf"restart {SERVICE}: It cannot\.$"):
            [*install(manager, of_system(READABLE, AT_HOME), is_begun=True)]

    def test_where_no_systemd_runs_nothing_is_written(self, tmp_path: Path) -> None:
        nowhere = Manager(tmp_path / "units", ("systemctl",), is_system=True, sign=tmp_path / "run")
        with pytest.raises(ServiceError, match="systemd does not run here"):
            [*install(nowhere, of_system(READABLE, AT_HOME), is_begun=True)]
        assert not nowhere.folder.exists()
        [*install(nowhere, of_system(READABLE, AT_HOME), is_begun=False)]
        [*remove(nowhere)]
        assert [*nowhere.folder.iterdir()] == []


class TestRights:
    def test_an_installation_that_others_cannot_read_is_refused(self, tmp_path: Path) -> None:
        closed = tmp_path / "closed"
        closed.mkdir(mode=0o700)
        (closed / "python").touch()
        for python in (closed / "python", Path("/home/ann/.venv/bin/python")):
            with pytest.raises(ServiceError, match="cannot read"):
                of_system(Installation(python, Path("/usr")), AT_HOME)
        of_user(Installation(closed / "python", closed), AT_HOME, tmp_path)

    def test_the_games_elsewhere_are_those_of_a_user(self, tmp_path: Path) -> None:
        for folder in (Path("/usr"), tmp_path / "nowhere"):
            with pytest.raises(ServiceError, match=f"runs as the user who has {folder}"):
                of_system(READABLE, Wish("::", 8000, data=folder))

    def test_it_listens_at_an_address(self) -> None:
        with pytest.raises(ServiceError, match=r"not at 'example\.org'"):
            of_system(READABLE, Wish("example.org", 8000))


@pytest.fixture
def as_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the command believe that it is not root's; return where its units would lie."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("SCORECARD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PATH", "")
    return tmp_path / "systemd/user"


def test_the_command_shows_what_it_would_write(as_user: Path) -> None:
    done = run("install-service", "--print", "--port", "8123")
    assert done.returncode == 0, done.stderr
    texts = of_user(Installation.present(), Wish("0.0.0.0", 8123), as_user.parents[1] / "data")
    for name, text in texts.items():
        assert f"# {as_user / name}\n{text}" in done.stdout.decode()
    assert not as_user.exists()


def test_the_command_writes_and_removes(as_user: Path) -> None:
    assert run("install-service", "--no-enable").returncode == 0
    assert {file.name for file in as_user.iterdir()} == {SOCKET, SERVICE}
    assert run("install-service", "--remove").returncode == 0
    assert [*as_user.iterdir()] == []


def test_the_command_says_where_there_is_no_systemd(as_user: Path) -> None:
    done = run("install-service")
    assert done.returncode == 1
    assert b"systemd does not run here" in done.stderr
    assert b"Traceback" not in done.stderr
    assert not as_user.exists()
