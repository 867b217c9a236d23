"""Live updates: telling phones after a commit, also those at other server processes."""
