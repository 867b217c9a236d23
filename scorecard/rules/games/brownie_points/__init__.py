"""Brownie Points: its rules, and house rules ready to start from."""

from scorecard.rules.games.brownie_points.game import RULES

__all__ = ["RULES"]
