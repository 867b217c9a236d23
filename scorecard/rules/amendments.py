"""A game's amendments: the options in force from each round on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorecard.rules import core


def effective(log: Sequence[Mapping[str, Any]]) -> list[dict[str, core.Json]]:
    """Return the ``amendments`` of a record from a log in the order of agreement.

    Each one overrides earlier ones for its options, in its round and all later ones.
    """
    parts: list[dict[str, Any]] = []
    for amendment in log:
        first, options = amendment["from_round"], amendment["options"]
        for other in parts:
            if other["from_round"] >= first:
                other["options"] = {k: v for k, v in other["options"].items() if k not in options}
        parts.append({"from_round": first, "options": dict(options)})
    return sorted((part for part in parts if part["options"]), key=lambda part: part["from_round"])


def options_after(
    options: Mapping[str, core.Json], log: Sequence[Mapping[str, Any]]
) -> dict[str, core.Json]:
    """Return a game's options after some amendments."""
    in_force = dict(options)
    for amendment in log:
        in_force |= amendment["options"]
    return in_force
