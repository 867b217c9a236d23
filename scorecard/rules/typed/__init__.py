"""Read what was typed: numbers, players, cards, and where in an entry they stand."""
