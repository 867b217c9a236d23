"""Exports that come in: compared with what is here, added where new, and undone again."""
