"""PostgreSQL that is one of several: behind a pooler, in a pair, with a replica, and its like."""
