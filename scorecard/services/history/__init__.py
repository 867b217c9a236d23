"""Every write, what it changed, and how it is undone, redone and told."""
