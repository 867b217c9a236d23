"""A stored game read by the rules: its sheet, its stored scores, and their words."""
