"""A group's house rules: versions, consent, rulings, and scorecards of its own."""
