"""Live pieces of pages, rendered once per version for all phones."""
