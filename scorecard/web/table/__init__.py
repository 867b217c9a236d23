"""A game at its table, from "New game" to its pictures."""
