"""The files that README shows for running it have the shape that is asked of them."""

from __future__ import annotations

import configparser
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from scorecard.cli import main

ROOT = Path(__file__).parents[1]


def snippets(kind: str) -> list[str]:
    """Return the blocks of README that are marked as a kind of file."""
    return re.findall(
        rf"^```{kind}\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL
    )


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


@pytest.fixture
def units() -> list[configparser.ConfigParser]:
    found = []
    for text in snippets("ini"):
        unit = configparser.ConfigParser(interpolation=None, strict=False)
        # systemd tells large letters from small ones.
        unit.optionxform = str  # type: ignore[assignment, method-assign]
        unit.read_string(text)
        found.append(unit)
    return found


def test_the_units_start_what_there_is(units: list[configparser.ConfigParser]) -> None:
    socket, service = units
    port = socket["Socket"]["ListenStream"]
    command = service["Service"]["ExecStart"]
    assert re.fullmatch(rf"/\S+/scorecard run --port {port} .*", command)
    refuse_unknown_options(command)
    text = snippets("ini")[1]
    names = re.findall(
        r"([A-Z_]{3,})=", "\n".join(re.findall("^Environment=(.*)$", text, re.MULTILINE))
    )
    refuse_unknown_settings(set(names))


def test_the_container_starts_what_there_is() -> None:
    (text,) = snippets("dockerfile")
    lines = [line.split()[0] for line in text.splitlines() if re.match("[A-Z]", line)]
    assert lines[0] == "FROM"
    assert lines.index("USER") < lines.index("CMD")
    found = re.search(r"^CMD (\[.*\])$", text, re.MULTILINE)
    assert found
    command = yaml.safe_load(found[1])
    assert command[:2] == ["scorecard", "run"]
    refuse_unknown_options(" ".join(command))
    extras = re.search(r"\[([a-z,]+)\]\"", text)
    assert extras
    project = (ROOT / "pyproject.toml").read_text()
    for extra in extras[1].split(","):
        assert re.search(rf"^{extra} = \[", project, re.MULTILINE), extra


def test_the_composition_names_what_there_is() -> None:
    (text,) = snippets("yaml")
    found: dict[str, Any] = yaml.safe_load(text)
    services = found["services"]
    scorecard = services["scorecard"]
    refuse_unknown_settings(set(scorecard["environment"]))
    assert set(scorecard["depends_on"]) <= set(services)
    volumes = [one.split(":")[0] for service in services.values() for one in service["volumes"]]
    assert set(volumes) == set(found["volumes"])
    assert "/readyz" in " ".join(scorecard["healthcheck"]["test"])
