"""House rules, rulings, the rules of every game, and scorecards of one's own."""
