"""How much anybody may keep, what may be a name, and the codes that stand for things."""
