"""The API of groups, players and phones."""
