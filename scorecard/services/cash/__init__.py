"""The cash box of a group: what is written into it, what it comes to, and stakes of games."""
