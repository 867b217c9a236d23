"""Players and past results that come in from lists."""
