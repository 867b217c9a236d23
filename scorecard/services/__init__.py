"""What the app can do, one function per use case.

Services take the session first and plain values after it, flush when they need an id, never
commit, and know nothing of HTTP. Whatever they refuse they raise from :mod:`scorecard.errors`.
"""
