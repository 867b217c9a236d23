"""What a game comes to: ranks, awards, feats, moments, progress and payments."""
