"""Results of games: ranks, awards, feats, moments, progress and payments."""
