"""Ratings: how strong players are, from whom they came in before, and how uncertain that is.

The model is Plackett-Luce of openskill: any number of sides, ties, partnerships. Only places
count, not by how much. It is worked out game by game in the order they were begun, so that the
same games give the same ratings on every server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple

from openskill.models import PlackettLuce

from scorecard import answers
from scorecard.answers import says
from scorecard.rules.outcome.standings import DOUBT
from scorecard.rules.words import Sentence, say

_model = PlackettLuce()


class Rating(NamedTuple):
    """The expected strength of a player (``mu``), and how uncertain it is (``sigma``)."""

    mu: float
    sigma: float


@answers.answer
class LifelongRating:
    """A rating over all games that are not friendly, whatever the season."""

    rating: float
    doubt: Annotated[float, says("The rating's uncertainty.")]

    @classmethod
    def of(cls, rating: Rating) -> LifelongRating:
        """Return a rating as people see it, to one decimal."""
        return cls(rating=round(rating.mu, 1), doubt=round(rating.sigma, 1))


def at_least(rating: Rating) -> float:
    """Return the least strength to be expected of a player: the rating less its doubt."""
    return rating.mu - DOUBT * rating.sigma


NEWCOMER = Rating(_model.mu, _model.sigma)
STRENGTHS = (
    (6, say("among the best")),
    (2, say("strong")),
    (-2, say("in the middle")),
    (-6, say("catching up")),
)
"""The words for ratings so much above a newcomer's, the best first."""
WEAKEST = say("still learning")
DOUBTS = ((6, say("still uncertain")), (4, say("fairly certain")))
"""The words for the doubt of a rating, from so much on."""
SURE = say("certain")


def in_words(rating: float, doubt: float) -> Sentence:
    """Return a rating as people say it: "strong, still uncertain"."""
    above = rating - NEWCOMER.mu
    strength = next((words for least, words in STRENGTHS if above >= least), WEAKEST)
    certainty = next((words for least, words in DOUBTS if doubt >= least), SURE)
    return say("%(strength)s, %(certainty)s", strength=strength, certainty=certainty)


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
