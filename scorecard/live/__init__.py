"""Live updates: wakes the phones of all server processes after a commit."""
