"""The text of the two systemd units that serve from this installation.

The socket unit holds the port, so that phones wait while the service restarts, and none is refused.
The service unit has as few rights as possible.
"""

from __future__ import annotations

import ipaddress
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

import scorecard
from scorecard.config import OperatorError

SOCKET, SERVICE = "scorecard.socket", "scorecard.service"
MARK = "# Written by scorecard install-service. Put what is to differ beside it: systemctl edit\n"
"""The first line of each unit; one that begins otherwise is somebody else's."""
STATE = Path("/var/lib/scorecard")
"""The data folder of a system's service, which belongs to a user that systemd makes."""
UNSEEN = tuple(map(Path, ("/home", "/root", "/run/user", "/tmp", "/var/tmp")))  # noqa: S108
"""Folders that a system's service does not see."""

BOUNDS = """\
LimitNOFILE=16384
MemoryMax=1G
TasksMax=128
UMask=0077
"""
REFUSED = """\
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
SystemCallArchitectures=native
NoNewPrivileges=yes
MemoryDenyWriteExecute=yes
LockPersonality=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
"""
"""Restrictions that need no privileges, so that a user's own systemd can set them, too."""
HIDDEN = """\
CapabilityBoundingSet=
ProtectSystem=strict
ProtectHome=yes
ProtectProc=invisible
ProcSubset=pid
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
PrivateDevices=yes
PrivateMounts=yes
PrivateTmp=yes
PrivateUsers=yes
RemoveIPC=yes
"""
"""Restrictions by namespaces, which only the system's systemd can set."""
BEHIND_PROXY = """\
# It asks nobody: add a database or a Redis elsewhere to IPAddressAllow.
IPAddressAllow=localhost
IPAddressDeny=any
"""


class ServiceError(OperatorError):
    """A sentence that says why there is no service, or why it stays as it is."""


@dataclass(frozen=True, slots=True)
class Installation:
    """The Python that is started, and the folder in which it finds the package."""

    python: Path
    home: Path

    @classmethod
    def present(cls) -> Installation:
        """Return this process's installation."""
        return cls(Path(sys.executable), Path(scorecard.__file__).parents[1])


@dataclass(frozen=True, slots=True)
class Wish:
    """The options of a service: address, HTTPS with an own certificate if ``is_tls``, and so on.

    ``data`` is by default ``STATE``, and ``env_file`` is ``scorecard.env`` in ``/etc`` or
    ``~/.config``, if it exists.
    """

    host: str
    port: int
    processes: int = 1
    is_tls: bool = False
    data: Path | None = None
    env_file: Path | None = None


def of_system(installation: Installation, wish: Wish) -> dict[str, str]:
    """Return the text of a machine's units, by name.

    With a data folder, the service runs as its owner. Raises :class:`ServiceError` where it could
    not read the installation, or write to the folder.
    """
    for path in (installation.python, installation.python.resolve(), installation.home):
        if not _is_open(path):
            raise ServiceError(
                f"A service with a user of its own cannot read {path}. Install Scorecard where "
                "everybody may read, such as in /opt/scorecard, or install the service as an "
                "ordinary user."
            )
    data = wish.data.absolute() if wish.data else STATE
    user = ["DynamicUser=yes", "StateDirectory=scorecard", "StateDirectoryMode=0700"]
    if data != STATE:
        user = [f"User={_owner(data)}", f"ReadWritePaths={_quoted(data)}"]
    elsewhere = BEHIND_PROXY if _address(wish.host).is_loopback else ""
    rights = "\n".join(user) + "\n\n" + elsewhere + REFUSED + HIDDEN
    return _units(installation, wish, data, rights, "multi-user.target")


def of_user(installation: Installation, wish: Wish, data: Path) -> dict[str, str]:
    """Return the text of a user's own units, by name, with the games in ``data``."""
    return _units(installation, wish, data, "\n" + REFUSED, "default.target")


def _units(
    installation: Installation, wish: Wish, data: Path, rights: str, target: str
) -> dict[str, str]:
    address = _address(wish.host)
    listen = f"[{address}]:{wish.port}" if ":" in wish.host else f"{address}:{wish.port}"
    words = [installation.python, "-m", "scorecard", "run", "--host", address, "--port", wish.port]
    words += ["--data", data, *(["--tls"] if wish.is_tls else [])]
    words += ["--processes", wish.processes] if wish.processes > 1 else []
    env_file = _escaped(wish.env_file.absolute()) if wish.env_file else "-%E/scorecard.env"
    socket = f"""\
{MARK}
[Unit]
Description=The port of Scorecard

[Socket]
ListenStream={listen}

[Install]
WantedBy=sockets.target
"""
    service = f"""\
{MARK}
[Unit]
Description=Scorecard
After=network.target

[Service]
Type=notify
NotifyAccess=main
ExecStart={" ".join(map(_quoted, words))}
ExecReload=/bin/kill -HUP $MAINPID
WorkingDirectory={_escaped(installation.home)}
EnvironmentFile={env_file}
Restart=on-failure
TimeoutStopSec=20
{BOUNDS}{rights}
[Install]
WantedBy={target}
"""
    return {SOCKET: socket, SERVICE: service}


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        raise ServiceError(
            f"A service listens at an address, such as 127.0.0.1, not at {host!r}."
        ) from None


def _escaped(value: object) -> str:
    return str(value).replace("%", "%%")


def _quoted(word: object) -> str:
    text = _escaped(word).replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$")
    return f'"{text}"' if text != str(word) or " " in text else text


def _is_open(path: Path) -> bool:
    """Whether everybody may read a path, and a system's service sees it."""
    if any(path.is_relative_to(folder) for folder in UNSEEN):
        return False
    ways = all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents)
    return ways and bool(path.stat().st_mode & stat.S_IROTH)


def _owner(data: Path) -> str:
    """Return the owner of a data folder, with whose rights a system's service can run."""
    try:
        owner = data.owner()
    except (OSError, KeyError):
        owner = "root"
    if owner == "root":
        raise ServiceError(
            f"The service runs as the user who has {data}: make that folder, and give it to a user "
            f"that is not root. Without --data the games lie in {STATE}, and need no user."
        )
    if any(data.is_relative_to(folder) for folder in UNSEEN):
        raise ServiceError(f"A service of the system does not see {data}.")
    return owner
