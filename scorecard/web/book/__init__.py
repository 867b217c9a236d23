"""House rules, rulings, the rules of every game, and home-made scorecards."""
