"""The API of exports, imports, bins, and the scoring of records."""
