"""The packages and their rooms, as the handbook lists them: in the order that imports may go."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.handbook.regions import heading, table

ROOT = Path(__file__).parents[2]
LEVELS = {
    "scorecard": "The package",
    "scorecard.services": "The rooms of services",
    "scorecard.services.files": "The rooms of files",
    "scorecard.web": "The rooms of web",
}


def rooms() -> str:
    """Return a table for the package and for each of its halls, the lowest room first."""
    return "\n".join(
        heading(3, title) + table(("lies in", "what it is"), _rows(container))
        for container, title in LEVELS.items()
    )


def _rows(container: str) -> Iterator[tuple[str, str]]:
    for name in _in_order(container):
        place = ROOT.joinpath(*container.split("."), name)
        path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        shown = path.relative_to(ROOT) if path.name != "__init__.py" else place.relative_to(ROOT)
        yield f"`{shown}`", _about(path)


def _in_order(container: str) -> list[str]:
    """Return the layers of a container's import contract, from below."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (layers,) = (
        one["layers"]
        for one in contracts["contracts"]
        if one["type"] == "layers" and one["containers"] == [container]
    )
    return [name.strip() for layer in reversed(layers) for name in layer.split(":")]


def _about(path: Path) -> str:
    """Return the first sentence of a module."""
    text = ast.get_docstring(ast.parse(path.read_text())) or ""
    return " ".join(text.partition("\n\n")[0].replace("``", "`").split())
