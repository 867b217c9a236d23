"""The command ``scorecard install-service``: writes, starts, stops and removes systemd units."""

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
    """A systemd: the ``folder`` of its local units, its command, and a path that shows it runs."""

    folder: Path
    command: tuple[str, ...]
    is_system: bool
    sign: Path = Path("/run/systemd/system")

    @property
    def is_running(self) -> bool:
        """Whether it runs: its programs may be installed where it does not."""
        return self.sign.is_dir() and shutil.which(self.command[0]) is not None

    @classmethod
    def of_this_user(cls) -> Manager:
        """Return the machine's systemd for root, else the user's own."""
        if os.geteuid() == 0:
            return cls(Path("/etc/systemd/system"), ("systemctl",), is_system=True)
        settings = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
        folder = Path(settings, "systemd", "user")
        return cls(folder, ("systemctl", "--user"), is_system=False)

    def units(self, wish: units.Wish) -> dict[str, str]:
        """Return the text of the present installation's units, by name."""
        installation = units.Installation.present()
        if self.is_system:
            return units.of_system(installation, wish)
        return units.of_user(installation, wish, config.data_folder(data_dir=wish.data))

    def ask(self, *words: str) -> None:
        """Run a command of it; raise :class:`ServiceError` with its message if that fails."""
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
    """Write the units that differ, and start them if they are to be begun; yield what was done.

    Raises :class:`ServiceError` where the units are not ours, and where systemd refuses.
    """
    kept = _kept(manager)
    changed = [name for name in texts if kept.get(name) != texts[name]]
    if is_begun:
        # Before anything is written, because there may be no systemd.
        manager.ask("daemon-reload")
        if SOCKET in changed and SOCKET in kept:
            # The old port must be closed before the new one is opened.
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
    """Stop the service and delete its units; yield what was done. The games stay."""
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
    """Return the text of the installed units, by name; refuse those that are not ours."""
    kept = {}
    for name in (SOCKET, SERVICE):
        file = manager.folder / name
        if file.exists():
            kept[name] = file.read_text()
            if not kept[name].startswith(MARK):
                raise ServiceError(f"{file} was not written by Scorecard: move it away first.")
    return kept
