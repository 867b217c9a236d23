"""Exports, imports, and the bins."""
