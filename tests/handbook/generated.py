"""What each region of the handbook that follows from the code must say."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.handbook import commands, formats, refusals, rooms, routes

REGIONS: Mapping[str, Callable[[], str]] = {
    "rooms": rooms.rooms,
    "commands": commands.commands,
    "export": formats.export,
    "refusals": refusals.of_app,
    "routes-of-api": routes.of_api,
}
"""By the name of the region; the other regions of the handbook are of the benchmarks."""
