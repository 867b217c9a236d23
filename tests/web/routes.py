"""The routes of the app, as the tables of the tests name them."""

from __future__ import annotations

import re

from flask import Flask

Route = tuple[str, str]


def short(rule: str) -> str:
    """Return a rule as the tables have it."""
    return re.sub(r"<(?:\w+(?:\([^)]*\))?:)?(\w+?)(?:_uid|_id)?>", r"<\1>", rule)


def access_of(app: Flask) -> dict[Route, str]:
    """Return what every method of every route asks of whoever comes."""
    return {
        (method, short(rule.rule)): getattr(app.view_functions[rule.endpoint], "access", "anyone")
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def addressed(rule: str, url: str, name: str, value: str) -> str:
    """Return an address with another value in one place of its rule."""
    path, question, query = url.partition("?")
    parts = path.split("/")
    for place, part in enumerate(rule.split("/")):
        if part.endswith((f":{name}>", f"<{name}>")):
            parts[place] = value
    return "/".join(parts) + question + query
