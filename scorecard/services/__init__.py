"""What the app can do, one function per use case, in rooms by noun.

Services take the session first and plain values after it, flush when they need an id, never
commit, and know nothing of HTTP. Whatever they refuse they raise from :mod:`scorecard.errors`.
A room imports from the rooms below it only; ``pyproject.toml`` holds their order.
"""
