"""A group's details, such as its name: what may be typed for each, as its column declares it."""

from __future__ import annotations

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from scorecard import errors
from scorecard.models import Group
from scorecard.models.facts import Detail, details
from scorecard.rules.words import say
from scorecard.services.limits import names, texts

CONTINENTS = {
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
}
"""What the names of time zones begin with; the others are abbreviations and old names."""
UTC_ZONE = "UTC"
ALL = details(Group)
"""What scorekeepers can set on the group's page of settings, in its order there."""
KEYS = tuple(detail.key for detail in ALL)
_BY_KEY = dict(zip(KEYS, ALL, strict=True))


def read(key: str, text: str) -> str:
    """Return what was typed for a detail, trimmed; refuse what it cannot be."""
    detail = _BY_KEY[key]
    match key:
        case "name":
            return names.clean(text, blank=detail.blank)
        case "time_zone":
            return _zone(detail, text.strip())
        case _:
            line = texts.line(text, detail.label, field=key, longest=detail.longest)
            if not line and detail.blank:
                raise errors.BadInput(detail.blank, field=key)
            return line


def _zone(detail: Detail, typed: str) -> str:
    if not is_zone(typed):
        raise errors.BadInput(
            say("%(zone)s isn’t a time zone. Choose one such as Europe/Berlin.", zone=typed)
            if typed
            else detail.blank,
            field=detail.key,
        )
    return ZoneInfo(typed).key


def is_zone(name: str) -> bool:
    """Return whether a time zone of this machine is called so."""
    return name in _zones()


def time_zones() -> list[str]:
    """Return the time zones to choose from: those named after places, in order, and UTC."""
    places = (zone for zone in _zones() if zone.split("/")[0] in CONTINENTS)
    return [*sorted(places), UTC_ZONE]


@cache
def _zones() -> frozenset[str]:
    # Looking through the folders of the machine takes longer than all else when a group is founded.
    return frozenset(available_timezones())
