"""How much anybody may store, which names are allowed, and codes and tokens."""
