"""Tests of what the games of a season add up to, some counted apart from the services."""
