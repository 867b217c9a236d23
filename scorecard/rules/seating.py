"""Who sits where, and who comes next."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def left_of(players: Sequence[str], name: str, among: Collection[str] | None = None) -> str:
    """Return the next player clockwise after ``name``, of those in ``among`` if that is given.

    ``name`` is returned only where nobody else is left.
    """
    seat = players.index(name) + 1
    for player in (*players[seat:], *players[:seat]):
        if among is None or player in among:
            return player
    return name


def clockwise(
    players: Sequence[str], name: str, among: Collection[str] | None = None
) -> tuple[str, ...]:
    """Return everybody from the left of ``name`` round to ``name``, of those in ``among``."""
    seat = players.index(name) + 1
    order = (*players[seat:], *players[:seat])
    if among is None:
        return order
    return tuple([player for player in order if player in among]) or (name,)
