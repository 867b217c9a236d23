"""What has been played: games to search, statistics, and histories to read."""
