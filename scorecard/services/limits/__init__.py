"""How much anybody may store, which names are allowed, codes and tokens, and who has to wait."""
