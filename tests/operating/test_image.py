"""The image, built as the Containerfile says and run as compose.yaml does.

No registry is asked: the base is made of Debian's packages, and what pip installs in it comes from
a folder of wheels. Podman comes from Debian, too; where none can run, the reason is told.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import yaml
from packaging.requirements import Requirement

from tests.servers.brokers import wait_until
from tests.servers.containers import Impossible, Podman
from tests.servers.postgresql import Cluster

ROOT = Path(__file__).parents[2]
LOCK = ROOT / ".requirements/run.txt"
BASE, IMAGE = "localhost/base", "localhost/scorecard"
ASK = """
import json, sys, urllib.request as r
method, path, body = sys.argv[1:]
asked = r.Request("http://127.0.0.1:8000" + path, body.encode() or None, method=method)
asked.add_header("Content-Type", "application/json")
print(r.urlopen(asked).read().decode())
"""
pytestmark = pytest.mark.long


def build(podman: Podman, folder: Path) -> None:
    """Build the image from the wheel and what is locked, and from nothing else."""
    context, wheels, settings = folder / "context", folder / "wheels", folder / "pip"
    (context / LOCK.parent.name).mkdir(parents=True)
    shutil.copy(LOCK, context / LOCK.parent.name)
    shutil.copy(ROOT / ".dockerignore", context)
    wheel = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(context / "dist")]
    subprocess.run([sys.executable, *wheel, ROOT], capture_output=True, check=True)
    python = podman("run", "--rm", "--network=none", BASE, "python3", "--version")
    fetch_wheels(wheels, python.removeprefix("Python "))
    settings.mkdir()
    (settings / "pip.conf").write_text("[global]\nno-index = true\nfind-links = /wheels\n")
    podman(
        *("build", "--isolation=oci", "--network=none", "--layers=false", "--format=docker"),
        *(f"--build-arg=BASE={BASE}", f"--tag={IMAGE}"),
        *(f"--volume={settings}:/etc/xdg/pip:ro", f"--volume={wheels}:/wheels:ro"),
        *(f"--file={ROOT / '.container/Containerfile'}", context),
    )


def fetch_wheels(folder: Path, python: str) -> None:
    """Fetch what is locked, for another Python than this one."""
    there = {"python_full_version": python}
    wanted = []
    for requirement in re.findall(r"^\S+==(?:.*\\\n)*.*\n", LOCK.read_text(), re.MULTILINE):
        words, *hashes = requirement.replace("\\\n", "").split("--hash=")
        parsed = Requirement(words.strip())
        if parsed.marker is None or parsed.marker.evaluate(there):
            marks = " ".join(f"--hash={one.split()[0]}" for one in hashes)
            wanted.append(f"{parsed.name}{parsed.specifier} {marks}\n")
    folder.mkdir()
    file = folder.with_suffix(".txt")
    file.write_text("".join(wanted))
    pip = [sys.executable, "-m", "pip", "download", "--dest", str(folder), "--no-deps"]
    pip += ["--only-binary=:all:", f"--python-version={python}", "--require-hashes"]
    pip += ["-r", str(file)]
    subprocess.run(pip, check=True, capture_output=True)


class Container:
    """A container of the image, restricted as compose.yaml says, without a network."""

    def __init__(self, podman: Podman, name: str, *options: str, command: list[str]) -> None:
        self.podman = podman
        self.name = name
        service = yaml.safe_load((ROOT / ".container/compose.yaml").read_text())["services"][
            "scorecard"
        ]
        rights = ["--read-only"] if service["read_only"] else []
        rights += [f"--tmpfs={one}" for one in service["tmpfs"]]
        rights += [f"--cap-drop={one}" for one in service["cap_drop"]]
        rights += [f"--security-opt={one}" for one in service["security_opt"]]
        rights += ["--network=none", "--log-driver=k8s-file"]
        podman("run", "--detach", f"--name={name}", *rights, *options, IMAGE, *command)
        wait_until(self.is_well)

    def is_well(self) -> bool:
        """Whether the image's own check is content; a container that has ended fails."""
        running = self.podman("inspect", "--format={{.State.Running}}", self.name)
        assert running == "true", self.podman.done("logs", self.name)
        return self.podman.done("healthcheck", "run", self.name).returncode == 0

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Return what became of a command inside."""
        return self.podman.done("exec", self.name, *command)

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return what the API answers inside."""
        sent = json.dumps(body) if body else ""
        done = self.run("python", "-c", ASK, method, f"/api/v1{path}", sent)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def stop(self) -> None:
        """End it, which it must do by itself."""
        self.podman("stop", "--time=60", self.name)
        assert self.podman("inspect", "--format={{.State.ExitCode}}", self.name) == "0"


NEW: dict[str, Any] = {"game": "brownie_points", "players": ["Ann", "Bob"]}


def test_the_image_serves_on_a_volume_and_on_postgresql(tmp_path: Path, cluster: Cluster) -> None:
    """One test, because the image takes most of the time."""
    try:
        with Podman() as podman:
            podman.make_base(BASE)
            build(podman, tmp_path)
            keeps_games_in_a_volume(podman)
            serves_over_postgresql(podman, cluster)
    except Impossible as reason:
        pytest.skip(str(reason))


def keeps_games_in_a_volume(podman: Podman) -> None:
    """A container counts, writes to its volume alone, and another one goes on."""
    container = Container(podman, "first", "--volume=games:/data", command=["run"])
    game = container.ask("POST", "/games", NEW)["game"]
    assert container.run("id", "-u").stdout.strip() == "10001"
    for place in ("/", "/opt/scorecard/bin", "/etc", "/var"):
        assert "Read-only file system" in container.run("touch", f"{place}/x").stderr
    assert container.run("touch", "/tmp/x", "/data/x").returncode == 0
    status = container.run("python", "-c", "print(open('/proc/self/status').read())").stdout
    rights = dict(re.findall(r"^(CapBnd|CapEff|NoNewPrivs):\s+(\w+)$", status, re.MULTILINE))
    assert rights == {"CapBnd": "0" * 16, "CapEff": "0" * 16, "NoNewPrivs": "1"}
    done = container.run("scorecard", "check")
    assert (done.returncode, done.stdout) == (0, "No fault.\n"), done
    container.stop()

    another = Container(podman, "second", "--volume=games:/data", command=["run"])
    found = another.run("scorecard", "export", str(game["id"]), "-")
    assert found.returncode == 0, found.stderr
    assert [player in found.stdout for player in NEW["players"]] == [True, True]
    another.stop()


def serves_over_postgresql(podman: Podman, cluster: Cluster) -> None:
    """Two processes do, as in compose.yaml; the database is reached without a network."""
    address = sa.make_url(cluster.database())
    sockets = Path(str(address.query["host"]))
    (socket,) = sockets.glob(".s.PGSQL.*[0-9]")
    there = address.set(query={**address.query, "host": "/database"})
    container = Container(
        podman,
        "third",
        f"--volume={socket}:/database/{socket.name}",
        f"--env=DATABASE_URL={there.render_as_string(hide_password=False)}",
        command=["run", "--processes", "2"],
    )
    container.ask("POST", "/games", NEW)
    assert len(re.findall("scorecard run", podman("top", "third", "args"))) == 3
    container.stop()
    engine = sa.create_engine(address)
    with engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM games")) == 1
    engine.dispose()
