"""The house stands as its plan says: pure rules, documented code."""

from __future__ import annotations

import ast
import hashlib
import re
import sys
import tomllib
from pathlib import Path

import pytest
from flask import Flask

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "scorecard"
MODULES = sorted(PACKAGE.rglob("*.py"))
IMPURE = {"time", "random", "secrets", "os", "io", "pathlib", "socket", "subprocess", "threading"}
TOP_LEVEL = {
    "pyproject.toml",
    "scorecard",
    "migrations",
    "templates",
    "tests",
    "README.md",
    "Makefile",
    "LICENSE",
}


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "rules").rglob("*.py")), ids=lambda path: path.stem
)
def test_rules_use_only_the_standard_library_and_nothing_that_is_not_pure(path: Path) -> None:
    imported = imports_of(path)
    assert imported <= sys.stdlib_module_names | {"scorecard", "__future__"}
    assert not imported & IMPURE
    assert "datetime" not in imported


def test_services_never_commit_and_never_read_the_clock() -> None:
    for path in (PACKAGE / "services").rglob("*.py"):
        source = path.read_text()
        assert ".commit(" not in source, path
        assert not re.search(r"\.(now|today|utcnow)\(", source), path


def test_no_game_is_named_outside_its_own_file() -> None:
    for path in [
        *MODULES,
        *(ROOT / "templates").rglob("*"),
        *(PACKAGE / "static" / "scripts").rglob("*.js"),
    ]:
        if path.is_file() and "games" not in path.parent.parts:
            assert "brownie" not in path.read_text().lower(), path


def test_every_module_whose_names_nobody_imports_one_by_one_is_there() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]
    for name in settings["flake8-import-conventions"]["banned-from"]:
        assert (ROOT / name.replace(".", "/")).with_suffix(".py").is_file(), name


def test_the_top_level_holds_what_was_agreed() -> None:
    there = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert there - {"build", "dist"} <= TOP_LEVEL


@pytest.mark.parametrize(
    "folder", ["scorecard/static/vendor", "scorecard/drawing/fonts", "tests/browser/vendor"]
)
def test_vendored_files_are_as_they_came_and_carry_their_licence(folder: str) -> None:
    sums = (ROOT / folder / "SHA256SUMS").read_text().splitlines()
    listed = {name: digest for digest, name in (line.split() for line in sums)}
    there = {path.name for path in (ROOT / folder).iterdir()} - {"SHA256SUMS"}
    assert listed.keys() == there
    assert any("LICENSE" in name for name in there)
    for name, digest in listed.items():
        assert hashlib.sha256((ROOT / folder / name).read_bytes()).hexdigest() == digest


def test_lock_files_name_no_host_and_no_path() -> None:
    for path in (ROOT / ".requirements").glob("*.txt"):
        text = path.read_text()
        assert "://" not in text
        assert "/home" not in text
        for line in text.splitlines():
            if re.match(r"^[a-z0-9]", line):
                assert re.match(r"^[a-z0-9._\[\]-]+==[^ ]+ .*\\$", line), line
        assert "--hash=sha256:" in text


def test_every_route_states_its_access(shared_app: Flask) -> None:
    known = {"anyone", "keeper", "player", "spectator", "group keeper", "group member"}
    for rule in shared_app.url_map.iter_rules():
        if rule.endpoint == "static":
            continue
        view = shared_app.view_functions[rule.endpoint]
        access = getattr(view, "access", None)
        assert access in known, rule
        is_of_game = "/games/<uid:game_uid>" in rule.rule
        is_of_group = "/groups/<uid:group_uid>" in rule.rule
        assert (access != "anyone") is (is_of_game or is_of_group), rule
        assert access.startswith("group ") is is_of_group, rule


def test_templates_hold_no_script_and_no_style_of_their_own() -> None:
    for path in (ROOT / "templates").rglob("*.html"):
        source = path.read_text()
        assert not re.search(r"<script(?![^>]*\bsrc=)", source), path
        assert not re.search(r"\sstyle\s*=|<style|\son[a-z]+\s*=\s*[\"']", source), path
        assert "http://" not in source.replace("http://www.w3.org", ""), path
        assert "https://" not in source, path
