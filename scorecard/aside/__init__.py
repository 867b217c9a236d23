"""Long work, done by child processes with a limit, so that nobody waits for it."""
