"""Filters for the templates."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from flask import Flask

from scorecard.rules.core import EntryForm, Option
from scorecard.rules.games import find
from scorecard.rules.reading import listed
from scorecard.services.history import signed
from scorecard.web.forms import field_name, value_at


def init_app(app: Flask) -> None:
    """Register the filters and what templates may call."""
    environment = app.jinja_env
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.globals["new_key"] = new_key
    environment.filters.update(
        day=day,
        delta=delta,
        entry_words=entry_words,
        field_name=field_name,
        game_name=game_name,
        listed=listed,
        moment=moment,
        names_at=names_at,
        option_words=option_words,
        points=signed,
        share=share,
        sign_class=sign_class,
    )


def delta(points: int | None) -> str:
    """Return what a round brought, with its sign: "+450", "−100", "0"."""
    if points is None:
        return ""
    return f"+{points:,}" if points > 0 else signed(points)


def sign_class(points: int) -> str:
    """Return the style of what a round brought: gains and losses look different, 0 like neither."""
    return "count-plus" if points > 0 else "count-minus" if points < 0 else "count-zero"


def share(points: int, target: int | None) -> int:
    """Return how far points have come towards a target, from 0 to 100."""
    if not target:
        return 0
    return max(0, min(100, round(100 * points / target)))


def names_at(positions: Sequence[int], seats: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the names of the players in these seats."""
    return [seat["name"] for seat in seats if seat["seat"] in positions]


def new_key() -> str:
    """Return a key for the one write that a form asks for."""
    return secrets.token_urlsafe(12)


def game_name(key: str) -> str:
    """Return the name of a game by its key."""
    rules = find(key)
    return rules.name if rules else key


def day(when: datetime) -> str:
    """Return a day as "21 Nov 2026"."""
    return f"{when.day} {when:%b %Y}"


def moment(when: datetime | str) -> str:
    """Return a moment as "21 Nov 2026, 19:05 UTC"; scripts turn it into the phone's own time."""
    if isinstance(when, str):
        when = datetime.fromisoformat(when)
    return f"{day(when)}, {when:%H:%M} UTC"


def entry_words(entry: Mapping[str, Any], form: EntryForm) -> str:
    """Return what was typed for a player in words: "Points pile: 3 × 7 · Squirts"."""
    parts = []
    for style in form.styles:
        for group in style.groups:
            items = [
                f"{value} × {field.label}"
                if field.kind == "count"
                else f"{field.label} {signed(value)}"
                for field in group.fields
                if (value := value_at(entry, field.key)) is not None
            ]
            if items:
                parts.append(f"{group.label}: {', '.join(items)}" if group.label else items)
    words = [part if isinstance(part, str) else ", ".join(part) for part in parts]
    words += [switch.label for switch in form.switches if entry.get(switch.key)]
    return " · ".join(words) or "No cards"


def option_words(option: Option, value: Any) -> str:
    """Return an option's value in words."""
    if option.kind == "choice":
        return dict(option.choices).get(value, str(value))
    if option.kind == "per_card":
        labels = dict(option.cards)
        changed = [
            f"{labels[card]} = {number:,}"
            for card, number in (value or {}).items()
            if number != option.card_defaults.get(card)
        ]
        return ", ".join(changed) or "as usual"
    return signed(value)
