"""Look the locked dependencies up in the database of known faults, or in the record of that.

``python -m tests.house.audit`` is part of ``make check``. Where the database answers, every package
of the lock files is looked up, and a known fault fails. Where it does not, that is said, and the
lock files are compared with ``.requirements/audited.json``, which says which versions were looked
up when: a version that is not in it fails. ``--record`` (``make audit``) writes that file.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / ".requirements"
LOCKS = ("run.txt", "test.txt")
RECORD = FOLDER / "audited.json"
PROBE = "flask"
"""A package that is looked up first, to find out whether the database answers."""
PROBE_SECONDS, AUDIT_SECONDS = 30, 300
NOT_REACHED = "The database of known faults could not be reached"

Versions = dict[str, str]


def locked(folder: Path = FOLDER, locks: Sequence[str] = LOCKS) -> Versions:
    """Return the version of every package in the lock files."""
    found = {}
    for lock in locks:
        for line in (folder / lock).read_text().splitlines():
            if match := re.match(r"([A-Za-z0-9._-]+)==([^\s;\\]+)", line):
                found[match.group(1)] = match.group(2)
    return found


def look_up(versions: Mapping[str, str], seconds: int) -> list[dict[str, Any]] | None:
    """Return what the database says of packages; None where it does not answer for all of them."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(f"{name}=={version}\n" for name, version in versions.items())
        file.flush()
        command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--no-deps"]
        command += ["--progress-spinner", "off", "--format", "json", "-r", file.name]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=seconds, check=False
            )
            found = json.loads(done.stdout)["dependencies"]
        except (subprocess.TimeoutExpired, ValueError, KeyError):
            return None
    # What is skipped was not looked up, though the command calls that a success.
    return None if any("skip_reason" in one for one in found) else found


def faults(found: list[dict[str, Any]]) -> list[str]:
    """Return a line for every known fault."""
    return [
        f"{one['name']} {one['version']}: {fault['id']}, mended in "
        f"{', '.join(fault['fix_versions']) or 'no release yet'}"
        for one in found
        for fault in one["vulns"]
    ]


def not_recorded(versions: Mapping[str, str], record: Mapping[str, Any]) -> list[str]:
    """Return a line for every locked version that the record does not have."""
    known = record["packages"]
    return [
        f"{name} {version} is not in the record"
        + (f", which has {known[name]}" if name in known else "")
        for name, version in versions.items()
        if known.get(name) != version
    ]


def told(record: Mapping[str, Any]) -> str:
    """Return what a record is worth."""
    if record["audited_on"]:
        return f"These versions had no known fault on {record['audited_on']}."
    return (
        f"These versions were written down on {record['recorded_on']}, where the database could "
        "not be reached either: nobody has looked them up yet. Run: make audit"
    )


def main(*, is_recording: bool) -> int:
    """Look up or compare; return the exit status."""
    versions = locked()
    is_answering = look_up({PROBE: versions[PROBE]}, PROBE_SECONDS) is not None
    found = look_up(versions, AUDIT_SECONDS) if is_answering else None
    if found is not None and (lines := faults(found)):
        print("\n".join(lines))
        return 1
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    if found is not None:
        print(f"{len(versions)} packages looked up: no known fault.")
    if is_recording:
        record = {
            "recorded_on": today,
            "audited_on": today if found is not None else None,
            "packages": dict(sorted(versions.items())),
        }
        RECORD.write_text(json.dumps(record, indent=1) + "\n")
    if found is not None:
        return 0
    record = json.loads(RECORD.read_text())
    print(f"{NOT_REACHED}. {told(record)}")
    lines = not_recorded(versions, record)
    print("\n".join(lines) if lines else f"{len(versions)} packages compared with the record.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(is_recording="--record" in sys.argv[1:]))
