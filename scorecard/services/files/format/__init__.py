"""The export format: what stands in a file, and how its text is read and written."""
