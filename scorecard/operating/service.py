"""What ``scorecard install-service`` does: units are written, begun, ended and removed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scorecard import config
from scorecard.operating import units
from scorecard.operating.units import MARK, SERVICE, SOCKET, ServiceError


@dataclass(frozen=True, slots=True)
class Manager:
    """A systemd: the ``folder`` for what is added to its units, and the command that asks it.

    While it runs, ``sign`` is there.
    """

    folder: Path
    command: tuple[str, ...]
    is_system: bool
    sign: Path = Path("/run/systemd/system")

    @property
    def is_running(self) -> bool:
        """Whether anything can be asked of it; its programs may be installed where it never ran."""
        return self.sign.is_dir() and shutil.which(self.command[0]) is not None

    @classmethod
    def of_this_user(cls, environ: Mapping[str, str] = os.environ) -> Manager:
        """Return the machine's for root, and the user's own for anybody else."""
        if os.geteuid() == 0:
            return cls(Path("/etc/systemd/system"), ("systemctl",), is_system=True)
        settings = environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
        folder = Path(settings, "systemd", "user")
        return cls(folder, ("systemctl", "--user"), is_system=False)

    def units(self, wish: units.Wish) -> dict[str, str]:
        """Return the text of the present installation's units, by name."""
        installation = units.Installation.present()
        if self.is_system:
            return units.of_system(installation, wish)
        return units.of_user(installation, wish, config.data_folder(data_dir=wish.data))

    def ask(self, *words: str) -> None:
        """Have something done; raise :class:`ServiceError` with what is said where it is not."""
        if not self.is_running:
            raise ServiceError(
                "systemd does not run here, so there is nothing to install a service in. Have "
                "whatever starts programs here run: scorecard run"
            )
        command = [*self.command, *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise ServiceError(f"{' '.join(command)}: {done.stderr.strip()}")


def install(manager: Manager, texts: Mapping[str, str], *, is_begun: bool) -> Iterator[str]:
    """Write the units where they differ, and begin to serve by them; yield what was done.

    Raises :class:`ServiceError` where others have written such units, and where systemd refuses.
    """
    kept = _kept(manager)
    changed = [name for name in texts if kept.get(name) != texts[name]]
    if is_begun:
        # Before anything is written: there may be no systemd to ask.
        manager.ask("daemon-reload")
        if SOCKET in changed and SOCKET in kept:
            # Another port is opened only once the one before is closed.
            manager.ask("stop", SERVICE, SOCKET)
    manager.folder.mkdir(parents=True, exist_ok=True)
    for name in changed:
        (manager.folder / name).write_text(texts[name])
        yield f"Wrote {manager.folder / name}."
    if not changed:
        yield f"The units in {manager.folder} are as they should be."
    if not is_begun:
        return
    manager.ask("daemon-reload")
    manager.ask("enable", SOCKET, SERVICE)
    manager.ask("start", SOCKET)
    manager.ask("restart" if changed else "start", SERVICE)
    if manager.is_system:
        yield "Scorecard serves, and starts with this machine."
    else:
        yield (
            "Scorecard serves while you are logged in. To have it start with this machine, run: "
            "loginctl enable-linger"
        )


def remove(manager: Manager) -> Iterator[str]:
    """End the service and take its units away; yield what was done. The games stay."""
    kept = _kept(manager)
    if kept and manager.is_running:
        manager.ask("disable", "--now", *kept)
    for name in kept:
        (manager.folder / name).unlink()
        yield f"Removed {manager.folder / name}."
    if kept and manager.is_running:
        manager.ask("daemon-reload")
    yield "The games stay where they are." if kept else "There is no service here."


def _kept(manager: Manager) -> dict[str, str]:
    """Return the units that are there, by name."""
    kept = {}
    for name in (SOCKET, SERVICE):
        file = manager.folder / name
        if file.exists():
            kept[name] = file.read_text()
            if not kept[name].startswith(MARK):
                raise ServiceError(f"{file} was not written by Scorecard: move it away first.")
    return kept
