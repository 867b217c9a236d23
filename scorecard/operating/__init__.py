"""The operator's commands, and the server's daily housekeeping."""
