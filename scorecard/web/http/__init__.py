"""Every request: who asks, in which language, from where, how much, and what is refused."""
