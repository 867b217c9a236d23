"""How the house stands: sizes, layers, dependencies, and the check that holds all of them."""
