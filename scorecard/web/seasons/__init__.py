"""Seasons: making, changing, looking at and closing them."""
