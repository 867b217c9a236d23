"""What leaves as a file and comes in as one: exports, imports, and past results."""
