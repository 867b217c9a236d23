"""Adding a field means saying it once: what else there is of it follows from its column.

The motto of groups is the example: so many files may name it. Beside that, a copy of the program
gets one more column, and nothing else but its migration; then the field is set on the form and by
programs, told and taken back in the history, and carried by a file.
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

from tests.fuzzing.answers import RECORDED
from tests.house.sizes import ROOT, tracked

MOST_FILES = 12
EXAMPLE = re.compile(r"\bmottos?\b", re.IGNORECASE)
CATALOGS = Path("scorecard/languages")
"""They count as one file: a sentence stands in each of them."""
OF_THIS = {Path("tests/house/test_adding_a_field.py"), Path("scorecard/handbook/contributing.md")}
"""What takes it as an example."""
COLUMN = """
    mascot: Mapped[str] = with_default(
        "", sa.Text, info=detail(say("Mascot"), longest=20, hint=say("An animal."))
    )
"""
MIGRATION = '''
"""The mascot of a group."""

import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "{new}", "{last}", None, None


def upgrade() -> None:
    op.add_column("groups", sa.Column("mascot", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("groups", "mascot")
'''
DOORS = """
import json, re, sys
from pathlib import Path

from scorecard import app as apps
from scorecard.config import Settings

here = Path.cwd()
assert Path(apps.__file__).is_relative_to(here), apps.__file__
app = apps.create_app(Settings(here, f"sqlite:///{here / 'scorecard.db'}", ("a secret",)))
app.config.update(WTF_CSRF_ENABLED=False)
apps.migrate(app)
client = app.test_client()


def of(path, method="get", **body):
    return client.open(f"/api/v1/groups{path}", method=method, json=body or None).get_json()


made = of("", "post", name="Thursday")["group"]
uid = made["id"]
said = of(f"/{uid}", "put", version=made["version"], mascot=" Otto ")
settings = client.get(f"/groups/{uid}/settings").text
typed = {"version": said["version"], "key": "a" * 20, "mascot": "Emma"}
sent = client.post(f"/groups/{uid}/settings", data=typed)
more = {"version": said["version"] + 1, "key": "b" * 20, "mascot": "x" * 21}
too_long = client.post(f"/groups/{uid}/settings", data=more)
history = client.get(f"/groups/{uid}/history").text
text = json.dumps(of(f"/{uid}/export"))
file = json.loads(re.sub(r'("uid": ")..', r"\\g<1>10", text))
other = app.test_client()
taken = other.post("/api/v1/groups/import", json=file)
there = other.get(f"/api/v1/groups/{file['group']['uid']}").get_json()
json.dump(
    {
        "made": made["mascot"],
        "said": said["mascot"],
        "settings": settings,
        "sent": sent.status_code,
        "now": of(f"/{uid}")["mascot"],
        "too long": [too_long.status_code, too_long.text],
        "history": history,
        "taken": [taken.status_code, there["mascot"]],
    },
    sys.stdout,
)
"""


def test_a_field_stands_in_few_files() -> None:
    naming = {
        CATALOGS if CATALOGS in path.parents else path
        for path in tracked()
        if EXAMPLE.search(str(path)) or EXAMPLE.search((ROOT / path).read_bytes().decode("latin-1"))
    }
    # Of the answers that have it only digests are kept.
    found = sorted({*naming, RECORDED.relative_to(ROOT)} - OF_THIS)
    assert Path("scorecard/models/group.py") in found
    assert len(found) <= MOST_FILES, (
        f"The motto of a group stands in {len(found)} files, and {MOST_FILES} are the most: "
        f"{', '.join(map(str, found))}. Whatever names it beside its column in the model is to "
        "follow from what that declares: see scorecard/models/facts.py, and “Add a field” in "
        "scorecard/handbook/contributing.md."
    )


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a program with one more column says of it at each of its doors."""
    copy = tmp_path_factory.mktemp("mascot")
    for folder in ("scorecard", "templates", "migrations"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    model = copy / "scorecard/models/group.py"
    before, after = model.read_text().split("    time_zone: Mapped", 1)
    model.write_text(f"{before}{COLUMN.strip(chr(10))}\n    time_zone: Mapped{after}")
    last = max(path.name[:4] for path in (copy / "migrations").glob("[0-9]*.py"))
    new = f"{int(last) + 1:04}"
    (copy / f"migrations/{new}_mascots.py").write_text(MIGRATION.format(new=new, last=last))
    done = subprocess.run(
        [sys.executable, "-c", DOORS], cwd=copy, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_programs_say_it_and_are_told(doors: dict[str, Any]) -> None:
    assert (doors["made"], doors["said"]) == ("", "Otto")


def test_people_set_it_on_the_form(doors: dict[str, Any]) -> None:
    field = re.search(r'<input id="mascot"[^>]*>', doors["settings"])
    assert field
    assert 'value="Otto" maxlength="20"' in field[0]
    assert "An animal." in doors["settings"]
    assert (doors["sent"], doors["now"]) == (303, "Emma")
    status, page = doors["too long"]
    assert status == 422
    assert "Mascot cannot be longer than 20 characters; this has 21." in page


def test_history_tells_it_and_offers_to_take_it_back(doors: dict[str, Any]) -> None:
    for told in ("Settings changed: mascot", "Mascot: none → Otto", "Mascot: Otto → Emma"):
        assert told in doors["history"], told
    assert '<input type="hidden" name="mascot" value="Otto">' in doors["history"]


def test_a_file_carries_it_to_another_group(doors: dict[str, Any]) -> None:
    assert doors["taken"] == [200, "Emma"]
