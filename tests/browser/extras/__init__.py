"""First player, timer and dice, on real phones."""
