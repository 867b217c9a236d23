"""The form of a new game: card game, players and their order, house rules, settings."""
