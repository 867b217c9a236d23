"""A game while it is played: from its start, round by round, to End Game."""
