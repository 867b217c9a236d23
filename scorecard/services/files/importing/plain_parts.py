"""Parts of files as they are compared, with the phones of each numbered from 1.

Two files may number the same phones otherwise, because each counts them in its own order.
"""

from __future__ import annotations

from typing import Any

from scorecard.services.files.format import file_format


def game(game: file_format.Document) -> file_format.Document:
    """Return a game with its phones numbered from 1, and without what follows from the rest."""
    numbers: dict[int, int] = {}

    def renumbered(part: Any) -> Any:
        if not part:
            return part
        return {**part, "phone": numbers.setdefault(part["phone"], len(numbers) + 1)}

    rounds = [
        {**round_, "entries": [renumbered(entry) for entry in round_["entries"]]}
        for round_ in game["rounds"]
    ]
    history = [
        renumbered(line)
        | {
            "what": {
                fact: [renumbered(value) for value in pair] if fact.startswith("entry/") else pair
                for fact, pair in line["what"].items()
            }
        }
        for line in game["history"]
    ]
    phones = sorted(
        (renumbered(phone) for phone in game["phones"]), key=lambda phone: phone["phone"]
    )
    link = game["house_rules"]
    plain = {
        **game,
        "house_rules": (link["uid"], link["version"]) if link else None,
        "rounds": rounds,
        "waiting": renumbered(game["waiting"]),
        "history": history,
        "phones": phones,
    }
    del plain["kind"]
    return plain


def group(group: file_format.Document) -> file_format.Document:
    """Return a group with its phones numbered from 1."""
    numbers: dict[int, int] = {}

    def renumbered(part: file_format.Document) -> file_format.Document:
        return {**part, "phone": numbers.setdefault(part["phone"], len(numbers) + 1)}

    history = [renumbered(line) for line in group["history"]]
    phones = sorted(
        (renumbered(phone) for phone in group["phones"]), key=lambda phone: phone["phone"]
    )
    return {**group, "history": history, "phones": phones}


def house_rules(value: Any, numbers: dict[int, int] | None = None) -> Any:
    """Return house rules, or a part of them, with the phones numbered from 1."""
    numbers = {} if numbers is None else numbers
    if isinstance(value, dict):
        return {
            key: numbers.setdefault(item, len(numbers) + 1)
            if key == "phone" and type(item) is int
            else house_rules(item, numbers)
            for key, item in value.items()
        }
    return [house_rules(item, numbers) for item in value] if isinstance(value, list) else value
