"""A game, from "New game" to its pictures."""
