"""Pieces of pages that move by themselves, rendered once per version for every phone."""
