"""A new game: which one, who plays in which order, by which rules, and as last time."""
