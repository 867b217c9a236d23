"""Own scorecards: their definitions, their scoring, and ready-made ones."""

from scorecard.rules.games.own_scorecard.game import RULES

__all__ = ["RULES"]
