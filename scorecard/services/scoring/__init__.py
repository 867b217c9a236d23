"""Scoring a stored game by the rules: its sheet, its scores, and words for them."""
