"""Public links: everybody who has one sees a group's standings, or a set of its house rules."""

from __future__ import annotations

from collections.abc import Sequence

from scorecard.models import Group, HouseRules
from scorecard.services.limits import codes

Shown = Group | HouseRules
"""What can have a public link: ``public_nonce`` and ``public_hash``, None while it is off."""


def switch(shown: Shown, secret_key: str, *, is_on: bool) -> tuple[str, dict[str, list[bool]]]:
    """Switch a link on (again: renew it) or off; return which it was, and the history's facts."""
    was_on = shown.public_hash is not None
    shown.public_nonce, shown.public_hash = codes.new_token(secret_key) if is_on else (None, None)
    on = "renewed" if was_on else "on"
    return on if is_on else "off", {"public": [was_on, is_on]}


def token(shown: Shown, secret_keys: Sequence[str]) -> str | None:
    """Return the token of a public link, None while it is off."""
    if shown.public_nonce is None or shown.public_hash is None:
        return None
    return codes.shown_token(shown.public_nonce, shown.public_hash, secret_keys)
