"""The files that the handbook shows for running it have the shape that is asked of them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scorecard import handbook
from scorecard.cli import main
from tests.house import audit

ROOT = Path(__file__).parents[2]
RUNNING = handbook.page("running").text


def snippets(kind: str) -> list[str]:
    """Return the blocks of the handbook that are marked as a kind of file."""
    return re.findall(rf"^```{kind}\n(.*?)^```", RUNNING, re.MULTILINE | re.DOTALL)


def refuse_unknown_options(command: str) -> None:
    """Fail where ``scorecard run`` has no such option."""
    known = CliRunner().invoke(main, ["run", "--help"]).output
    for option in re.findall(r"--[a-z-]+", command):
        assert option in known, option


def refuse_unknown_settings(names: set[str]) -> None:
    """Fail where nobody reads a setting."""
    source = (ROOT / "scorecard" / "config.py").read_text()
    for name in names:
        assert f'"{name}"' in source, name


def test_the_container_starts_what_there_is() -> None:
    (text,) = snippets("dockerfile")
    lines = [line.split()[0] for line in text.splitlines() if re.match("[A-Z]", line)]
    assert lines.index("USER") < lines.index("CMD")
    found = re.search(r"^CMD (\[.*\])$", text, re.MULTILINE)
    assert found
    command = yaml.safe_load(found[1])
    assert command[:2] == ["scorecard", "run"]
    refuse_unknown_options(" ".join(command))


def test_the_container_installs_only_what_is_locked() -> None:
    (text,) = snippets("dockerfile")
    locked = [line for line in text.splitlines() if "pip install" in line]
    assert all("--require-hashes -r" in line or "--no-deps" in line for line in locked)
    (file,) = re.findall(r"^COPY (\S+)", text, re.MULTILINE)
    names = {canonicalize_name(name) for name in audit.locked(ROOT, [file])}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [one for extra in project["optional-dependencies"].values() for one in extra]
    for wanted in (*project["dependencies"], *extras):
        assert canonicalize_name(Requirement(wanted).name) in names


def test_every_image_is_named_by_its_digest() -> None:
    images = re.findall(r"^(?:FROM| +image:) (.*)$", RUNNING, re.MULTILINE)
    assert len(images) == 2
    assert all(re.search(r"@\$\{\w+_DIGEST(:\?)?\}$", image) for image in images)


@pytest.fixture
def services() -> dict[str, Any]:
    (text,) = snippets("yaml")
    found: dict[str, Any] = yaml.safe_load(text)
    volumes = [one.split(":")[0] for one in found["services"].values() for one in one["volumes"]]
    assert set(volumes) == set(found["volumes"])
    services: dict[str, Any] = found["services"]
    return services


def test_the_composition_names_what_there_is(services: dict[str, Any]) -> None:
    scorecard = services["scorecard"]
    refuse_unknown_settings(set(scorecard["environment"]))
    assert set(scorecard["depends_on"]) <= set(services)
    assert "/readyz" in " ".join(scorecard["healthcheck"]["test"])


def test_the_container_may_do_little_else(services: dict[str, Any]) -> None:
    scorecard = services["scorecard"]
    assert scorecard["read_only"] is True
    assert scorecard["cap_drop"] == ["ALL"]
    assert [one.split(":")[0] for one in scorecard["tmpfs"]] == ["/tmp"]
    assert all("no-new-privileges:true" in one["security_opt"] for one in services.values())


def test_where_a_proxy_is_believed_only_the_proxy_gets_in(services: dict[str, Any]) -> None:
    assert services["scorecard"]["environment"]["TRUSTED_PROXIES"] == "1"
    assert all(one.startswith("127.0.0.1:") for one in services["scorecard"]["ports"])
    assert [name for name, one in services.items() if "ports" in one] == ["scorecard"]
    assert "proxy_pass http://127.0.0.1:" in snippets("nginx")[0]
