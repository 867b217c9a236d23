"""Podman, with its images in a folder of their own; and a base for images, of Debian's packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

from tests import programs

PACKAGES = ("python3-venv", "coreutils", "dash", "libstdc++6")
"""What a base has of Debian's own: a Python, a shell, and what wheels are linked with."""
TRUSTING = '{"default": [{"type": "insecureAcceptAnything"}]}'
SETTINGS = """
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=1024:1024"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
conmon_path = ["{conmon}"]
[engine.runtimes]
runc = ["{runc}"]
"""
"""Without its own limits a container is given more than this process may have to give."""


class Impossible(Exception):
    """A sentence that says why no container can be run here."""


class Podman:
    """The program, with all that it keeps in a folder of its own, whose path must be short."""

    def __init__(self) -> None:
        if os.geteuid() != 0:
            raise Impossible("Only root's containers are tried, and this is not root.")
        try:
            found = programs.podman()
        except (AssertionError, OSError, subprocess.CalledProcessError) as error:
            raise Impossible(f"There is no Podman here. {error}") from error
        self.folder = Path(tempfile.mkdtemp(prefix="podman-"))
        settings = self.folder / "home/.config/containers"
        settings.mkdir(parents=True)
        (settings / "policy.json").write_text(TRUSTING)
        (settings / "containers.conf").write_text(SETTINGS.format(**found))
        self.environment = {
            **programs.libraries(),
            "HOME": str(self.folder / "home"),
            "CONTAINERS_CONF": str(settings / "containers.conf"),
        }
        self.command = [found["podman"]]
        for option, place in (("root", "images"), ("runroot", "run"), ("tmpdir", "temporary")):
            self.command += [f"--{option}", str(self.folder / place)]
        self.driver = "--storage-driver=overlay"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        for what in ("rm", "volume rm", "rmi"):
            self.done(*what.split(), "--all", "--force")
        shutil.rmtree(self.folder, ignore_errors=True)

    def done(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Return what became of a command, and what it said."""
        command = [*self.command, self.driver, *map(str, words)]
        return subprocess.run(
            command, capture_output=True, text=True, check=False, env=self.environment
        )

    def __call__(self, *words: str | Path) -> str:
        """Return what a command said, which must succeed."""
        done = self.done(*words)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout.strip()

    def make_base(self, name: str) -> None:
        """Make an image of Debian's packages; fail where no container of it can be run."""
        system = self.folder / "system"
        programs.unpack_system(PACKAGES, system)
        archive = self.folder / "system.tar"
        subprocess.run(["tar", "-C", system, "-cf", archive, "."], check=True)
        if self.done("info").returncode:
            # Slower, and possible on every file system.
            self.driver = "--storage-driver=vfs"
        self("import", archive, name)
        shutil.rmtree(system)
        archive.unlink()
        tried = self.done("run", "--rm", "--network=none", name, "true")
        if tried.returncode:
            raise Impossible(f"No container can be run here: {tried.stderr.strip()}")
