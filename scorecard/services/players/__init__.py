"""A group's players: adding, changing, retiring and merging them."""
