"""What the audit of the dependencies says, and what it does not claim."""

from __future__ import annotations

import json

from tests.house import audit


def test_every_locked_version_is_in_the_record() -> None:
    record = json.loads(audit.RECORD.read_text())
    assert audit.not_recorded(audit.locked(), record) == []


def test_a_version_that_nobody_has_looked_at_is_named() -> None:
    record = {"packages": {"flask": "3.1.0"}}
    versions = {"flask": "3.1.1", "evil": "1.0"}
    assert audit.not_recorded(versions, record) == [
        "flask 3.1.1 is not in the record, which has 3.1.0",
        "evil 1.0 is not in the record",
    ]


def test_a_known_fault_is_named_with_its_mend() -> None:
    vulnerable = {"name": "flask", "version": "0.1"}
    fault = {"id": "PYSEC-1", "fix_versions": ["0.2", "1.0"]}
    found = [{**vulnerable, "vulns": [fault, {"id": "PYSEC-2", "fix_versions": []}]}]
    assert audit.faults(found) == [
        "flask 0.1: PYSEC-1, mended in 0.2, 1.0",
        "flask 0.1: PYSEC-2, mended in no release yet",
    ]


def test_a_record_says_whether_anybody_looked() -> None:
    record = {"recorded_on": "2026-01-02", "audited_on": None}
    assert "nobody has looked them up yet" in audit.told(record)
    assert "no known fault on 2026-01-02" in audit.told({**record, "audited_on": "2026-01-02"})
