"""Every link, file, route, command and target that README and the handbook name is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from markdown_it import MarkdownIt
from markdown_it.token import Token

from scorecard import handbook
from scorecard.cli import main

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = [README, *sorted(handbook.FOLDER.glob("*.md"))]
FOLDERS = ("scorecard/", "tests/", "templates/", "migrations/", ".requirements/", ".ci/")
NOT_ROUTES = ("/dev/", "/etc/", "/opt/", "/var/")
OTHER_ADDRESSES = ("/metrics", "/api/v1")
"""What is there only where it is switched on, and where the API begins."""
parser = MarkdownIt("commonmark").enable("table")


def read(path: Path) -> handbook.Page:
    return handbook.Page(path.stem, path.read_text())


def inline(path: Path) -> Iterator[Token]:
    for token in parser.parse(path.read_text()):
        yield from token.children or ()


def codes(path: Path) -> Iterator[str]:
    """Yield what stands there as code, inside of a line or as lines of their own."""
    for token in parser.parse(path.read_text()):
        if token.type == "code_block":
            yield from token.content.splitlines()
        for child in token.children or ():
            if child.type == "code_inline":
                yield child.content


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    for token in inline(path):
        address = token.attrs.get("href") or token.attrs.get("src")
        if address is None:
            continue
        url = urlsplit(str(address))
        if url.scheme:
            assert url.scheme == "https", address
            assert re.fullmatch(r"[a-z0-9.-]+\.[a-z]{2,}", url.netloc), address
            continue
        there = (path.parent / url.path).resolve() if url.path else path
        assert there.is_file(), address
        if url.fragment:
            assert url.fragment in {one.anchor for one in read(there).sections}, address


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_file_that_is_named_is_there(path: Path) -> None:
    tests = {str(one.relative_to(ROOT / "tests")) for one in (ROOT / "tests").rglob("test_*.py")}
    tests |= {Path(one).name for one in tests}
    for code in codes(path):
        for word in code.split():
            if word.startswith(FOLDERS) and not set(word) & set("<*…"):
                assert (ROOT / word).exists(), word
            elif re.fullmatch(r"(\w+/)*test_\w+\.py", word):
                assert word in tests, word


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_module_target_and_command_that_is_named_is_there(path: Path) -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for code in codes(path):
        for module in re.findall(r"python -m (tests[\w.]*)", code):
            assert find_spec(module), module
        for target in re.findall(r"^make ([a-z-]+)", code.strip()):
            assert target in targets, target
        for name in re.findall(r"(?:^|\s)scorecard ([a-z][a-z-]*)\b", code):
            assert name in main.commands, code


def test_every_route_that_is_named_is_there(shared_app: Flask) -> None:
    routes = {unnamed(rule.rule) for rule in shared_app.url_map.iter_rules()}
    for path in PAGES:
        for code in codes(path):
            for word in re.findall(r"^(?:[A-Z ]+ )?(/[a-z][\w<>/.-]*)$", code.strip()):
                if not word.startswith(NOT_ROUTES) and word not in OTHER_ADDRESSES:
                    assert {unnamed(word), unnamed(f"/api/v1{word}")} & routes, (path.name, word)


def unnamed(route: str) -> str:
    """Return a route without the names of its parts."""
    return re.sub(r"<[^>]*>", "<>", route)


def test_readme_leads_to_every_page() -> None:
    text = README.read_text()
    for key in handbook.pages():
        assert f"(scorecard/handbook/{key}.md)" in text
    assert len(text.splitlines()) <= 150
