"""Real processes for tests: the app as it is served, what it is served beside, and its clients."""
