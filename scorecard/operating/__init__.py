"""What an operator runs, and what the server does by itself once a day."""
