"""The container's two files start what there is, install what is locked, and may do little else."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scorecard.cli import main
from tests.handbook.regions import SETTINGS
from tests.handbook.snippets import snippets
from tests.house import audit

ROOT = Path(__file__).parents[2]
LOCK = ".requirements/run.txt"


@pytest.fixture
def steps() -> list[tuple[str, str]]:
    """Return the instruction and the rest of each step of the image, in order."""
    text = (ROOT / ".container/Containerfile").read_text().replace("\\\n", "")
    return re.findall(r"^([A-Z]+) +(.*)$", text, re.MULTILINE)


@pytest.fixture
def services() -> dict[str, Any]:
    composed = yaml.safe_load((ROOT / ".container/compose.yaml").read_text())
    services: dict[str, Any] = composed["services"]
    volumes = [one.split(":")[0] for service in services.values() for one in service["volumes"]]
    assert set(volumes) == set(composed["volumes"])
    return services


def test_the_image_starts_what_there_is(steps: list[tuple[str, str]]) -> None:
    names = [name for name, _rest in steps]
    assert names.index("USER") < names.index("ENTRYPOINT")
    found = dict(steps)
    assert found["ENTRYPOINT"] == '["scorecard"]'
    for command in (yaml.safe_load(found["CMD"]), ["run", "--processes", "2"]):
        asked = main.commands[command[0]].make_context("run", command[1:]).params
        assert asked["port"] == int(found["EXPOSE"])
    assert "/readyz" in found["HEALTHCHECK"]
    user, group = map(int, found["USER"].split(":"))
    assert user * group > 0


def test_the_image_installs_only_what_is_locked(steps: list[tuple[str, str]]) -> None:
    done = [one for name, rest in steps if name == "RUN" for one in rest.split("&&")]
    installing = [one for one in done if "pip install" in one]
    assert len(installing) == 2
    assert all("--require-hashes -r" in one or "--no-deps" in one for one in installing)
    assert dict(steps)["COPY"].split()[0] == LOCK
    names = {canonicalize_name(name) for name in audit.locked(ROOT, [LOCK])}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [one for extra in project["optional-dependencies"].values() for one in extra]
    for wanted in (*project["dependencies"], *extras):
        assert canonicalize_name(Requirement(wanted).name) in names


@pytest.mark.long
@pytest.mark.parametrize("processor", ["x86_64", "aarch64"])
def test_what_is_locked_is_there_for_either_processor(tmp_path: Path, processor: str) -> None:
    """By its hash, and with nothing to compile."""
    systems = [f"manylinux{of}_{processor}" for of in ("2014", "_2_17", "_2_28")]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", str(tmp_path)]
    pip += ["--no-deps", "--only-binary=:all:", "--python-version=3.11"]
    pip += [*(f"--platform={one}" for one in systems), "--require-hashes", "-r", str(ROOT / LOCK)]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [*tmp_path.glob(f"*{processor}.whl")] != []


def test_the_composition_names_what_there_is(services: dict[str, Any]) -> None:
    scorecard = services["scorecard"]
    assert set(scorecard["environment"]) <= SETTINGS
    assert set(scorecard["depends_on"]) <= set(services)
    assert (ROOT / scorecard["build"]["dockerfile"]).is_file()
    main.commands["run"].make_context("run", scorecard["command"][1:])


def test_the_handbook_says_what_must_be_told(services: dict[str, Any]) -> None:
    wanted = set(re.findall(r"\$\{(\w+):\?\}", (ROOT / ".container/compose.yaml").read_text()))
    (told,) = snippets("sh")
    assert set(re.findall(r"^(\w+)=", told, re.MULTILINE)) == wanted
    # What was tried is what runs.
    assert set(re.findall(r"^(\w+)=\S+@sha256:", told, re.MULTILINE)) == {"BASE", "POSTGRES"}


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
