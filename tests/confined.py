"""Run a command within what a unit lets its service do, as far as that needs no systemd.

Its system calls and kinds of sockets, no memory that is written and run, no capability, no new
privilege: ``python -m tests.confined UNIT -- COMMAND`` gives up the same in this process, and then
becomes the command. What is meant by ``@system-service`` is asked of systemd itself.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.programs import analyze

BETWEEN = "--"
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
"""What libseccomp calls them; the lower half of the second is an error's number."""
EQUAL, MASKED_EQUAL = 4, 7
SET_NO_NEW_PRIVILEGES, DROP_CAPABILITY = 38, 24
LAST_CAPABILITY = 63
WRITE_AND_RUN, RUN = 0x2 | 0x4, 0x4
MOST_FAMILIES = 64
FAMILIES = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10}


class Comparison(ctypes.Structure):
    """Which argument of a system call is compared, how, and with what."""

    _fields_ = (
        ("argument", ctypes.c_uint),
        ("how", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    )


class Filter:
    """What libseccomp makes of some rules."""

    def __init__(self, otherwise: int) -> None:
        self._library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
        self._library.seccomp_init.restype = ctypes.c_void_p
        self._made = ctypes.c_void_p(self._library.seccomp_init(ctypes.c_uint32(otherwise)))

    def add(self, action: int, name: str, *compared: Comparison) -> None:
        """Do this with a system call; one that this machine does not have is left out."""
        number = self._library.seccomp_syscall_resolve_name(name.encode())
        comparisons = (Comparison * len(compared))(*compared)
        if number >= 0:
            done = self._library.seccomp_rule_add_array(
                self._made, ctypes.c_uint32(action), number, len(compared), comparisons
            )
            assert done == 0, (name, done)

    def load(self) -> None:
        """Hold this process to it, for good."""
        assert self._library.seccomp_load(self._made) == 0


def directives(unit: str) -> dict[str, list[str]]:
    """Return the values of each directive of a unit, in order."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r"^(\w+)=(.*)$", unit, re.MULTILINE):
        found.setdefault(name, []).append(value)
    return found


def allowed_calls(filters: Iterable[str]) -> set[str]:
    """Return the system calls that SystemCallFilter allows: those named, without those after ~."""
    groups: dict[str, list[str]] = {}
    for line in analyze("syscall-filter").splitlines():
        word = line.strip()
        if line.startswith("@"):
            groups[word] = []
        elif line.startswith("    ") and not word.startswith("#"):
            groups[next(reversed(groups))].append(word)
    allowed = _expanded("@default", groups)
    for filter_ in filters:
        for word in filter_.removeprefix("~").split():
            calls = _expanded(word, groups)
            allowed = allowed - calls if filter_.startswith("~") else allowed | calls
    return allowed


def _expanded(word: str, groups: Mapping[str, list[str]]) -> set[str]:
    if not word.startswith("@"):
        return {word}
    return set().union(*(_expanded(one, groups) for one in groups[word]))


def confine(unit: str) -> None:
    """Give up what the unit does not let its service do."""
    told = directives(unit)
    assert told["CapabilityBoundingSet"] == [""]
    assert told["NoNewPrivileges"] == told["MemoryDenyWriteExecute"] == ["yes"]
    (families,) = told["RestrictAddressFamilies"]
    process = ctypes.CDLL(None, use_errno=True)
    for capability in range(LAST_CAPABILITY if os.geteuid() == 0 else 0):
        process.prctl(DROP_CAPABILITY, capability, 0, 0, 0)
    assert process.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0

    refuse = REFUSE | errno.EPERM
    by_argument = Filter(ALLOW)
    by_argument.add(refuse, "mmap", Comparison(2, MASKED_EQUAL, WRITE_AND_RUN, WRITE_AND_RUN))
    by_argument.add(refuse, "mprotect", Comparison(2, MASKED_EQUAL, RUN, RUN))
    for family in set(range(MOST_FAMILIES)) - {FAMILIES[name] for name in families.split()}:
        by_argument.add(REFUSE | errno.EAFNOSUPPORT, "socket", Comparison(0, EQUAL, family, 0))
    by_argument.load()
    by_name = Filter(refuse)
    for name in sorted(allowed_calls(told["SystemCallFilter"])):
        by_name.add(ALLOW, name)
    by_name.load()


def main(arguments: list[str]) -> None:
    """Confine this process, and become the command."""
    unit, between, *command = arguments
    assert between == BETWEEN
    confine(Path(unit).read_text())
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(sys.argv[1:])
