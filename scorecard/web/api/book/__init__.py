"""The API of house rules and of scorecards of one's own."""
