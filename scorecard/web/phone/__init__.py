"""The front door, and what a phone needs for itself: offline, outbox, setting up."""
