"""The API of a game at its table."""
