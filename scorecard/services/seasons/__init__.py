"""A group's seasons: creating, changing and closing them, their charts and words."""
