"""Brag: its rules, its betting, its hands, and the ways to enter a hand."""

from scorecard.rules.games.brag.game import RULES

__all__ = ["RULES"]
