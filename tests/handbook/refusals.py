"""The codes of refusals, as the handbook lists them: of everything but the rules."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import scorecard
from scorecard import errors
from scorecard.rules.record import NOT_JSON
from scorecard.web.http import refusals
from tests.handbook.regions import table

PLACEHOLDER = re.compile(r"%\((\w+)\)s")
KINDS = {kind.__name__: kind for kind in refusals.STATUS} | {"found": errors.NotFound}
"""What refuses, by the name under which it is called."""


def of_app() -> str:
    """Return every such code with its status and a sentence that comes with it."""
    found: dict[tuple[str, int], str] = {}
    for code, status, sentence in sorted((*_usual(), *_raised())):
        found.setdefault((code, status), sentence)
    rows = [(f"`{code}`", status, sentence) for (code, status), sentence in sorted(found.items())]
    return table(("code", "status", "what it says, for example"), rows)


def _usual() -> Iterator[tuple[str, int, str]]:
    """Yield the codes of what is refused without a word of its own."""
    for kind, status in refusals.STATUS.items():
        if kind.code and kind is not errors.RefusedByRules:
            yield kind.code, status, _about(kind)
    for status, code in refusals.CODES.items():
        yield code, status, f"{refusals.TITLES[status]}."
    yield NOT_JSON, 422, "What was sent is not JSON."
    yield refusals.CSRF_CODE, 400, "The form's token is no longer good."


def _raised() -> Iterator[tuple[str, int, str]]:
    """Yield every code that is written where something is raised, with the sentence there."""
    paths = sorted(Path(scorecard.__file__).parent.rglob("*.py"))
    trees = [ast.parse(path.read_text()) for path in paths]
    calls = defaultdict(list)
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Call):
            calls[_name(node.func)].append(node)
    for tree in trees:
        in_file = _named(tree.body)
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                handed = _handed(function, calls[function.name])
                yield from _raised_in(function, handed | in_file | _named(ast.walk(function)))


def _handed(function: ast.FunctionDef, calls: Iterable[ast.Call]) -> dict[str, ast.expr]:
    """Return a sentence that somebody hands over, for each argument of a function."""
    names = [one.arg for one in function.args.args]
    handed: dict[str, ast.expr] = {}
    for call in calls:
        by_name = {one.arg: one.value for one in call.keywords if one.arg}
        for name, value in (dict(zip(names, call.args, strict=False)) | by_name).items():
            if isinstance(value, ast.Call) and _name(value.func) == "say":
                handed.setdefault(name, value)
    return handed


def _raised_in(
    function: ast.FunctionDef, named: Mapping[str, ast.expr]
) -> Iterator[tuple[str, int, str]]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and (kind := KINDS.get(_name(node.func))):
            for one in node.keywords:
                code = _text(one.value, named) if one.arg == "code" else ""
                if code and kind is not errors.RefusedByRules:
                    yield code, refusals.STATUS[kind], _sentence(node, named) or _about(kind)


def _about(kind: type[errors.ScorecardError]) -> str:
    """Return what a kind of refusal says of itself."""
    return f"{re.split('[;.]', kind.__doc__ or '')[0]}."


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _named(nodes: Iterable[ast.AST]) -> dict[str, ast.expr]:
    """Return what simple names stand for, of a file or in a function."""
    return {
        node.targets[0].id: node.value
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }


def _text(node: ast.expr, named: Mapping[str, ast.expr]) -> str:
    """Return the text that is written somewhere, or under the name that is; "" where none is."""
    if isinstance(node, ast.Name):
        node = named.get(node.id, node)
    if isinstance(node, ast.IfExp):
        node = node.body
    return str(node.value) if isinstance(node, ast.Constant) and node.value else ""


def _sentence(call: ast.Call, named: Mapping[str, ast.expr]) -> str:
    """Return the sentence that something is raised with, "" where it is not written there."""
    for part in call.args:
        for name in ast.walk(part):
            said = named.get(name.id, name) if isinstance(name, ast.Name) else name
            for node in ast.walk(said):
                if isinstance(node, ast.Call) and _name(node.func) == "say" and node.args:
                    return PLACEHOLDER.sub("…", _text(node.args[0], named)).replace("%%", "%")
    return ""
