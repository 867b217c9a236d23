"""The parts of an exported file, as the handbook lists them: from the classes that read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorecard.services.files.format.file_parts import FILES
from tests.handbook.regions import heading, table

HEAD = ("key", "what stands there", "may be missing")
Schema = Mapping[str, Any]
KINDS = {"date-time": "moment", "date": "day", "array": "list", "object": "object"}
NUMBERS = {"integer": "whole number", "number": "number", "boolean": "true or false"}


def export() -> str:
    """Return a table for each kind of file, and one for each part that stands in any."""
    parts: dict[str, Schema] = {}
    pieces = []
    for kind, file in FILES.items():
        schema = file.model_json_schema(by_alias=True)
        parts |= schema.get("$defs", {})
        pieces.append(_described(f"A file of kind “{kind}”", schema))
    names = sorted(parts, key=_name)
    return "\n".join(
        [*pieces, *(_described(_name(name).capitalize(), parts[name]) for name in names)]
    )


def _described(title: str, schema: Schema) -> str:
    wanted = schema.get("required", ())
    rows = [
        (f"`{key}`", _kind(value), "" if key in wanted else "yes")
        for key, value in schema["properties"].items()
    ]
    more = "\nMore may stand in it.\n" if schema.get("additionalProperties") is True else ""
    about = " ".join(schema["description"].partition("\n\n")[0].replace("``", "`").split())
    return f"{heading(4, title)}{about}\n\n{table(HEAD, rows)}{more}"


def _kind(value: Schema) -> str:
    """Return what may stand under a key, in a few words."""
    return " or ".join(dict.fromkeys(_kinds(value)))


def _kinds(value: Schema) -> Iterator[str]:
    if "anyOf" in value:
        for one in value["anyOf"]:
            yield from _kinds(one)
    elif "$ref" in value:
        yield _name(value["$ref"].rpartition("/")[2])
    elif "const" in value:
        yield f"`{value['const']}`"
    elif "enum" in value:
        yield from (f"`{one}`" for one in value["enum"])
    else:
        yield _plain(value)


def _plain(value: Schema) -> str:
    kind = value.get("type")
    if kind == "array" and value.get("items"):
        return f"list of: {_kind(value['items'])}"
    if kind == "string":
        return KINDS.get(value.get("format", ""), "uid" if "pattern" in value else "text")
    return {**KINDS, **NUMBERS, "null": "null"}.get(str(kind), "anything")


def _name(title: str) -> str:
    """Return the words of a class's name: GroupChangePart is a group change."""
    words = "".join(
        f" {one.lower()}" if one.isupper() else one for one in title.removesuffix("Part")
    )
    return words.strip()
