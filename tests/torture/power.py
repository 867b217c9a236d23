"""The power goes: what the disk may hold at that moment is worked out, and looked through.

``python -m tests.torture.power --writes 60 --cuts 200 --seed 6``; it needs ``strace``, and SQLite.

The server runs under strace, which notes on one tape what it writes to the database's files, when
it has them synced, and what it answers. For any moment of that tape the disk holds what was synced
by then; of what was written since, any 512-byte sector may be there or not. Such disks are made,
at random moments and right after an answer has gone out, and opened: every write whose answer was
on its way must be there, in a database that is whole.

What this proves: nothing is acknowledged before it is synced, and a torn write is survived. What it
takes on trust: that the disk has what it says it has synced, and the names of the files.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from scorecard.config import from_environment
from tests.servers.server import Server
from tests.torture.audit import Audit
from tests.torture.evening import Evening
from tests.torture.figures import Figures, show
from tests.torture.ledger import Ledger, Receipt
from tests.torture.players import PATIENCE_SECONDS, Players

CALLS = "pwrite64,ftruncate,fdatasync,fsync,?unlink,unlinkat,recvfrom,sendto"
LONGEST_CALL = 5_000
"""Bytes of a call that are noted: more than a page of the database."""
FILES = ("scorecard.db", "scorecard.db-wal")
SECTOR = 512
CALL = re.compile(
    r'(?P<pid>\d+) +(?P<name>\w+)\(\d+<(?P<file>[^>]*)>(?:, "(?P<data>[^"]*)"(?:\.\.\.)?)?'
    r"(?:, (?P<rest>.*))?\) += (?P<result>-?\d+)"
)
REMOVED = re.compile(r'\d+ +unlink(?:at)?\([^"]*"(?P<file>[^"]*)".*= 0$')
UNFINISHED = re.compile(r"(?P<pid>\d+) +(?P<call>.*) <unfinished \.\.\.>$")
RESUMED = re.compile(r"(?P<pid>\d+) +<\.\.\. \w+ resumed>(?P<rest>.*)$")
ENDED = re.compile(r"^\d+ +\+\+\+ ", re.MULTILINE)
KEY = re.compile(rb"(?:idempotency-key: |[?&\n]key=)([0-9a-f]{24})", re.IGNORECASE)
DONE = re.compile(rb"HTTP/1\.1 [23]\d\d ")


class Event(NamedTuple):
    """Something on the tape: a file written, cut short, synced or removed, or a write answered."""

    kind: str
    file: str = ""
    at: int = 0
    data: bytes = b""


@dataclass
class Disk:
    """One file: what is synced, and what was written since."""

    synced: bytearray = field(default_factory=bytearray)
    pending: list[Event] = field(default_factory=list)

    def sync(self) -> None:
        """Make everything last."""
        for event in self.pending:
            _put(self.synced, event.at, event.data)
        self.pending.clear()

    def after_power_cut(self, chance: Random) -> bytes:
        """Return what may be found afterwards."""
        found = bytearray(self.synced)
        share = chance.choice((0, 0.5, 0.9, 1))
        for event in self.pending:
            # One that is cut short has no bytes, and one sector.
            for start in range(0, max(len(event.data), 1), SECTOR):
                if chance.random() < share:
                    _put(found, event.at + start, event.data[start : start + SECTOR])
        return bytes(found)


def _put(file: bytearray, at: int, data: bytes) -> None:
    """Write into a file; no bytes mean that it ends there."""
    if not data:
        del file[at:]
    if len(file) < at:
        file.extend(bytes(at - len(file)))
    file[at : at + len(data)] = data


def read(tape: Path) -> Iterator[Event]:
    """Yield what is on a tape."""
    asked: dict[str, bytes] = {}
    for line in _whole_lines(tape):
        if removed := REMOVED.match(line):
            if (file := _name(removed["file"])) in FILES:
                yield Event("removed", file)
            continue
        call = CALL.match(line)
        if call is None or call["result"].startswith("-"):
            continue
        name, file, data = call["name"], _name(call["file"]), _bytes(call["data"] or "")
        if name == "recvfrom":
            asked[file] = asked.get(file, b"") + data
        elif name == "sendto":
            key = KEY.search(asked.pop(file, b""))
            if key and DONE.match(data):
                yield Event("answered", data=key[1])
        elif file in FILES:
            yield _of_file(name, file, call["rest"], data)


def _whole_lines(tape: Path) -> Iterator[str]:
    """Yield a line for each call, also for those that others came between."""
    unfinished: dict[str, str] = {}
    for line in tape.read_text().splitlines():
        if begun := UNFINISHED.match(line):
            unfinished[begun["pid"]] = begun["call"]
        elif resumed := RESUMED.match(line):
            yield f"{resumed['pid']} {unfinished.pop(resumed['pid'], '')}{resumed['rest']}"
        else:
            yield line


def _of_file(name: str, file: str, rest: str, data: bytes) -> Event:
    match name:
        case "pwrite64":
            return Event("written", file, int(rest.split(", ")[1]), data)
        case "ftruncate":
            return Event("cut short", file, int(rest))
    return Event("synced", file)


def _bytes(noted: str) -> bytes:
    """Return the bytes of a string as strace notes it."""
    return bytes.fromhex(noted.replace("\\x", ""))


def _name(noted: str) -> str:
    """Return the last part of a path as strace notes it."""
    return _bytes(noted).decode().rpartition("/")[2]


def record(folder: Path, writes: int, seed: int) -> tuple[list[Event], Ledger, dict[str, bytes]]:
    """Let phones write to a server on tape; return the tape, receipts, and the disk before it."""
    server = Server(folder).start()
    try:
        evening = Evening(server.port)
    finally:
        server.stop()
    for phone in evening.phones:
        phone.hang_up()
    before = {name: (folder / name).read_bytes() for name in FILES if (folder / name).exists()}
    tape = folder.with_name("tape")
    # -DDD: the tape goes on running when the server's processes are killed, and so is whole.
    server.under = ["strace", "-DDD", "-f", "--seccomp-bpf", "-y", "-xx", "-e", f"trace={CALLS}",
                    "-s", str(LONGEST_CALL), "-o", str(tape)]  # fmt: skip
    ledger = Ledger()
    try:
        server.start()
        players = Players(evening, ledger, seed)
        try:
            players.play()
            players.wait_for(writes)
            players.rest()
        finally:
            players.go_home()
    finally:
        server.kill()
    _wait_for_end(tape)
    ledger.refuse_faults(server.output.read_text())
    return [*read(tape)], ledger, before


def _wait_for_end(tape: Path) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        text = tape.read_text()
        processes = set(re.findall(r"^\d+", text, re.MULTILINE))
        if len(ENDED.findall(text)) >= len(processes):
            return
        assert time.monotonic() < deadline, "strace did not come to its end"
        time.sleep(0.1)


def run(folder: Path, writes: int, cuts: int, seed: int) -> Figures:
    """Cut the power so many times, and return the figures."""
    begun = time.monotonic()
    if not shutil.which("strace"):
        sys.exit("This needs strace (Debian: apt install strace).")
    folder.mkdir(parents=True)
    chance = Random(seed)
    tape, ledger, before = record(folder / "data", writes, seed)
    answers = [place for place, event in enumerate(tape) if event.kind == "answered"]
    receipts = {receipt.posting.key: receipt for receipt in ledger.receipts}
    moments = sorted(
        chance.choice(answers) + 1 if chance.random() < 0.5 else chance.randrange(len(tape) + 1)
        for _ in range(cuts)
    )
    audit = _Scratch(folder / "after", folder / "data")
    for promised, disks in _at_moments(tape, before, moments):
        audit.put(disks, chance)
        audit.audit.check([receipts[key] for key in promised if key in receipts], in_full=True)
    refuse_blindness(tape, before, receipts, audit)
    return {
        "cuts": cuts,
        "writes acknowledged": len(answers),
        "pieces written": sum(event.kind == "written" for event in tape),
        "syncs": sum(event.kind == "synced" for event in tape),
        "lost": 0,
        "torn": 0,
        "seconds": round(time.monotonic() - begun),
    }


def refuse_blindness(
    tape: list[Event], before: dict[str, bytes], receipts: dict[str, Receipt], scratch: _Scratch
) -> None:
    """Raise if a server that never syncs would not be found out."""
    unsynced = [event for event in tape if event.kind != "synced"]
    ((promised, disks),) = _at_moments(unsynced, before, [len(unsynced)])
    for disk in disks.values():
        disk.pending.clear()
    scratch.put(disks, Random(0))
    found = scratch.audit.faults([receipts[key] for key in promised if key in receipts])
    assert found, "writes that were never synced were found"


def _at_moments(
    tape: list[Event], before: dict[str, bytes], moments: list[int]
) -> Iterator[tuple[list[str], dict[str, Disk]]]:
    """Yield at each place of the tape the keys answered so far, and the files."""
    disks = {name: Disk(bytearray(before.get(name, b""))) for name in FILES}
    promised: list[str] = []
    wanted = iter(moments)
    moment = next(wanted, None)
    for place, event in enumerate([*tape, Event("end")]):
        while moment == place:
            yield promised, disks
            moment = next(wanted, None)
        if event.kind == "answered":
            promised.append(event.data.decode())
        elif event.kind in ("written", "cut short"):
            disks[event.file].pending.append(event)
        elif event.kind == "synced":
            disks[event.file].sync()
        elif event.kind == "removed":
            disks[event.file] = Disk()


class _Scratch:
    """A data folder in which the disks after a power cut are put, and looked through."""

    def __init__(self, folder: Path, like: Path) -> None:
        folder.mkdir()
        shutil.copy(like / "secret-keys", folder)
        self.folder = folder
        self.audit = Audit(from_environment({}, data_dir=folder))

    def put(self, disks: dict[str, Disk], chance: Random) -> None:
        """Put what may be found of the files in the place of those that were there."""
        for name in (*FILES, "scorecard.db-shm"):
            (self.folder / name).unlink(missing_ok=True)
        for name, disk in disks.items():
            if found := disk.after_power_cut(chance):
                (self.folder / name).write_bytes(found)


def main() -> None:
    """Cut the power, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--writes", type=int, default=60)
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=6)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        show({"power": run(Path(folder) / "power", chosen.writes, chosen.cuts, chosen.seed)})


if __name__ == "__main__":
    main()
