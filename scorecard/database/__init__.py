"""The database: its engine, its schema, its file, and all rows as one file."""
