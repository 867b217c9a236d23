"""Playing cards: how they are written, and the deck that several players count from."""
