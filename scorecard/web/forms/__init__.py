"""Forms: the shape of what is typed, for settings and for the rounds of every game."""
