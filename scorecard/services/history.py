"""A game's changes in words, for its history and for naming what undo takes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorecard.models import Change, Game

MOST_NAMES = 4
"""More players than that are counted, not named."""
MINUS = "\N{MINUS SIGN}"

AS_ROLE = {"keeper": "as a keeper", "player": "as a player", "spectator": "to watch"}
"""What a phone is in a game as."""

About = Mapping[str, Any]

SENTENCES: dict[str, Callable[[About, list[str]], str]] = {
    "started": lambda _about, _who: "Game started",
    "past_result": lambda _about, _who: "Taken in from a list of past results",
    "closed": lambda about, who: (
        f"Round {about['round']} closed" + (f" with 0 for {', '.join(who)}" if who else "")
    ),
    "described": lambda about, _who: f"Round {about['round']}: {said(about['said'])}",
    "dropped": lambda about, _who: (
        f"Dropped round {', '.join(map(str, about['rounds']))} after the end"
    ),
    "seat_added": lambda about, _who: f"{about['name']} joined",
    "renamed": lambda about, _who: f"{about['from']} is now called {about['name']}",
    "left": lambda about, who: f"{who[0]} left before round {about['round']}",
    "came_back": lambda _about, who: f"{who[0]} came back",
    "settings": lambda _about, _who: "Settings changed",
    "played_on": lambda about, _who: f"Play on to {about['target']:,}",
    "ended": lambda _about, _who: "End Game",
    "reopened": lambda _about, _who: "Game reopened",
    "deleted": lambda _about, _who: "Game put into the bin",
    "restored": lambda _about, _who: "Game taken out of the bin",
    "amendment_asked": lambda about, _who: (
        f"Asked for a change of the house rules: {about['what']} ({about['reason']})"
    ),
    "amendment_consent": lambda about, who: (
        f"{', '.join(who)} agreed to change the house rules"
        + (" (the keeper confirmed it)" if about.get("how") == "keeper" else "")
    ),
    "amendment_dropped": lambda about, _who: (
        f"{'Taken back' if about.get('taken_back') else 'Turned down'}, the house rules stay as "
        f"they are: {about['what']}"
    ),
    "amended": lambda about, _who: (
        f"House rules changed from round {about['round']} on: {about['what']} ({about['reason']})"
    ),
    "book_begun": lambda about, _who: f"Played by {about['name']} from now on",
    "anecdote": lambda about, _who: anecdote(about),
    "ruled": lambda about, _who: f"Settled: {about['decision']}",
    "moved": lambda about, _who: (
        f"Game moved to {about['group']}" if about["group"] else "Game taken out of its group"
    ),
    "rematch": lambda _about, _who: "Rematch started",
    "joined": lambda about, _who: (
        f"A phone came in {AS_ROLE[about['role']]}"
        if not about.get("was")
        else f"A phone is in {AS_ROLE[about['role']]} now"
    ),
    "claimed": lambda about, _who: f"A phone counts for {about['whom']}",
    "watched": lambda _about, _who: "A phone only watches now",
    "sent_out": lambda about, _who: f"Sent out: the phone of {about['whom']}",
    "phone_left": lambda about, _who: f"The phone of {about['whom']} left",
    "handed_over": lambda about, _who: f"Keeper's role handed over to {about['whom']}",
    "renewed": lambda _about, _who: "Code and links renewed",
    "forgotten": lambda about, _who: f"A player was forgotten, now called {about['name']}",
}
"""What each kind of change did, told from what it was about and whom; counts are told apart."""


def sentence(change: Change, game: Game) -> str:
    """Return what a change did, for people: "Round 3 corrected: Ann 450 → 540".

    Points of a round that is still counted in secret are left out.
    """
    kind, about = change.kind, change.about
    if kind in ("undo", "redo"):
        done = {"undo": "Undone", "redo": "Redone"}[kind]
        return f"{done}: {_sentence(about['of'], about, game)}"
    return _sentence(kind, about, game)


def _sentence(kind: str, about: About, game: Game) -> str:
    names = {seat.position: seat.name for seat in game.seats}
    who = [names.get(position, f"seat {position}") for position in about.get("seats", [])]
    if kind in ("counted", "corrected"):
        return _count_sentence(kind, about, game, who)
    return SENTENCES[kind](about, who)


def _count_sentence(kind: str, about: About, game: Game, who: list[str]) -> str:
    number = about["round"]
    parts = _points(about, game, who)
    verb = "corrected" if kind == "corrected" else "count"
    if len(who) > MOST_NAMES:
        return f"Round {number} {verb}: {len(who)} players"
    return f"Round {number} {verb}: {', '.join(parts or who)}"


def points_by_name(change: Change, game: Game) -> list[str]:
    """Return what each player's points were and became: "Ann 450 → 540"; in secret, nothing."""
    names = {seat.position: seat.name for seat in game.seats}
    who = [names.get(position, f"seat {position}") for position in change.about.get("seats", ())]
    return _points(change.about, game, who)


def _points(about: About, game: Game, who: list[str]) -> list[str]:
    is_hidden = game.is_blind and about.get("round", 0) >= game.next_number
    points = [] if is_hidden else about.get("points", {}).values()
    return [f"{name} {_change(*pair)}" for name, pair in zip(who, points, strict=False)]


def _change(before: int | None, after: int | None) -> str:
    if before is None or before == after:
        return signed(after or 0)
    return f"{signed(before)} → {signed(after or 0)}"


def anecdote(about: About) -> str:
    """Return what a change of an anecdote did: of a round where it names one, else of the game."""
    whose = f"round {about['round']}" if "round" in about else "the game"
    if not about["text"]:
        return f"Anecdote of {whose} removed"
    return f"Anecdote of {whose}: {about['text']}"


def said(data: Mapping[str, Any]) -> str:
    """Return what was said about a round, short enough for a line of history."""
    words = ", ".join(
        f"{key.replace('_', ' ')} {value}"
        for key, value in data.items()
        if isinstance(value, str | int) and not isinstance(value, bool)
    )
    return words or "as the table told it"


def signed(points: int) -> str:
    """Return points with a thousands separator and a proper minus sign."""
    return f"{MINUS}{-points:,}" if points < 0 else f"{points:,}"
