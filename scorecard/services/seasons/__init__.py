"""A group's seasons: making, changing and closing them, and what they come to."""
