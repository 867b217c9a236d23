"""The home page, and the pages for a phone itself: offline, outbox, setup."""
