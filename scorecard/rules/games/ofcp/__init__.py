"""Open-Face Chinese Poker: its rules, and the poker hands of its rows."""

from scorecard.rules.games.ofcp.game import RULES

__all__ = ["RULES"]
