"""From a request to a commit: keys, guessed codes, sitting down, exports and imports."""
