"""Parts of files as they are compared, with the phones of each numbered from 1.

Two files may number the same phones otherwise, because each counts them in its own order.
"""

from __future__ import annotations

from pydantic import BaseModel

from scorecard.services.files.format import file_format, game_parts, references


def are_same(kind: type[BaseModel], one: file_format.Document, other: file_format.Document) -> bool:
    """Whether two parts say the same."""
    return _numbered(kind, one) == _numbered(kind, other)


def _numbered(kind: type[BaseModel], part: file_format.Document) -> file_format.Document:
    numbers: dict[int, int] = {}
    names = {"phone": lambda number: numbers.setdefault(number, len(numbers) + 1)}
    plain = references.renamed(kind, part, names)
    if "phones" in plain:
        plain["phones"] = sorted(plain["phones"], key=lambda phone: phone["phone"])
    return plain


def game(part: file_format.Document) -> file_format.Document:
    """Return a game without what follows from the rest of it, with its phones numbered from 1."""
    plain, link = _numbered(game_parts.GamePart, part), part["house_rules"]
    del plain["kind"]
    return {**plain, "house_rules": (link["uid"], link["version"]) if link else None}
