"""The API of seasons and pictures."""
