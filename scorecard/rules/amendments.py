"""What a game's log of amendments comes to: which options hold from which round on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorecard.rules.core import Json


def effective(log: Sequence[Mapping[str, Any]]) -> list[dict[str, Json]]:
    """Return what a record says of amendments that were agreed to in this order.

    One replaces what earlier ones said of the same options for its round and later ones, so that
    one for all rounds holds in all of them.
    """
    found: list[dict[str, Any]] = []
    for amendment in log:
        first, options = amendment["from_round"], amendment["options"]
        for other in found:
            if other["from_round"] >= first:
                other["options"] = {k: v for k, v in other["options"].items() if k not in options}
        found.append({"from_round": first, "options": dict(options)})
    return sorted((one for one in found if one["options"]), key=lambda one: one["from_round"])
