"""What goes out: games, seasons and groups as exports, and a player's own data."""
