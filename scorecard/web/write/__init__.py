"""From a request to a commit: its key, what its writer has seen, and what it stores."""
