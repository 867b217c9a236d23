"""What games come to in a season: results, awards, ratings, standings and records."""
