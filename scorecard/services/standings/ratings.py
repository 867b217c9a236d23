"""Ratings: how strong players are, from whom they came in before, and how uncertain that is.

The model is Plackett-Luce of openskill: any number of sides, ties, partnerships. Only places
count, not by how much. It is worked out game by game in the order they were begun, so that the
same games give the same ratings on every server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

_model = PlackettLuce()


class Rating(NamedTuple):
    """What somebody is expected to be worth, and how uncertain that is."""

    mu: float
    sigma: float


NEWCOMER = Rating(_model.mu, _model.sigma)


def rate(
    before: Mapping[int, Rating], sides: Mapping[str, Sequence[int]], ranks: Mapping[str, int]
) -> dict[int, Rating]:
    """Return the players' ratings after a game.

    ``sides`` are the players of each side, ``ranks`` the sides' places from 1, equal when level.
    A game of one side says nothing about anybody.
    """
    if len(sides) < 2:  # noqa: PLR2004 - two sides make a game
        return {player: before[player] for players in sides.values() for player in players}
    teams = [[_model.rating(*before[player]) for player in players] for players in sides.values()]
    rated = _model.rate(teams, ranks=[float(ranks[side]) for side in sides])
    return {
        player: Rating(rating.mu, rating.sigma)
        for players, team in zip(sides.values(), rated, strict=True)
        for player, rating in zip(players, team, strict=True)
    }
