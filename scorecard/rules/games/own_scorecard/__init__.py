"""Scorecards of one's own: what a definition is, what it scores, and ready-made ones."""

from scorecard.rules.games.own_scorecard.game import RULES

__all__ = ["RULES"]
