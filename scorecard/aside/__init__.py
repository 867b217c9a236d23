"""Long jobs, done by child processes with limited time and memory."""
