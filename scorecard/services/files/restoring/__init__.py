"""How what an export holds is written into the database."""
