"""A game's changes in words, for its history and for naming what undo takes back."""

from __future__ import annotations

from typing import Any

from scorecard.models import Change, Game

MINUS = "\N{MINUS SIGN}"


def sentence(change: Change, game: Game) -> str:
    """Return what a change did, for people: "Ann's count for round 3: 450 → 540".

    Points of a blind round that is still open are left out.
    """
    return _sentence(change.kind, change.about, game)


def _sentence(kind: str, about: dict[str, Any], game: Game) -> str:
    names = {seat.position: seat.name for seat in game.seats}
    who = [names.get(position, f"seat {position}") for position in about.get("seats", [])]
    number = about.get("round")
    match kind:
        case "started":
            return "Game started"
        case "counted" | "corrected":
            return _count_sentence(kind, about, game, who)
        case "closed":
            zero = f" with 0 for {', '.join(who)}" if who else ""
            return f"Round {number} closed{zero}"
        case "described":
            return f"Round {number}: how it ended"
        case "dropped":
            return f"Dropped round {', '.join(map(str, about['rounds']))} after the end"
        case "seat_added":
            return f"{about['name']} joined"
        case "renamed":
            return f"{about['from']} is now called {about['name']}"
        case "left":
            return f"{who[0]} left before round {number}"
        case "came_back":
            return f"{who[0]} came back"
        case "settings":
            return "Settings changed"
        case "played_on":
            return f"Play on to {about['target']:,}"
        case "ended":
            return "End Game"
        case "reopened":
            return "Game reopened"
        case "rematch":
            return "Rematch started"
        case "undo":
            return f"Undone: {_sentence(about['of'], about, game)}"
        case "redo":
            return f"Redone: {_sentence(about['of'], about, game)}"
        case _:
            return _access_sentence(kind, about)


def _count_sentence(kind: str, about: dict[str, Any], game: Game, who: list[str]) -> str:
    number = about["round"]
    verb = "corrected" if kind == "corrected" else "count"
    is_hidden = game.is_blind and number >= game.next_number
    parts = []
    for name, pair in zip(who, about.get("points", {}).values(), strict=False):
        before, after = pair
        points = ""
        if after is not None and not is_hidden:
            changed = before is not None and before != after
            points = f" {signed(before)} → {signed(after)}" if changed else f" {signed(after)}"
        parts.append(f"{name}{points}")
    return f"Round {number} {verb}: {', '.join(parts or who)}"


def _access_sentence(kind: str, about: dict[str, Any]) -> str:
    whom = about.get("whom", "")
    return {
        "claimed": f"A phone counts for {whom}",
        "watched": "A phone only watches now",
        "sent_out": f"Sent out: the phone of {whom}",
        "handed_over": f"Keeper's role handed over to {whom}",
        "renewed": "Code and links renewed",
    }[kind]


def signed(points: int) -> str:
    """Return points with a thousands separator and a proper minus sign."""
    return f"{MINUS}{-points:,}" if points < 0 else f"{points:,}"
