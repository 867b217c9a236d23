"""Draws charts and pictures to share, from plain values, without games, database or web."""
