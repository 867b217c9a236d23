"""Tests that try to lose data, in full; ``tests/torture/test_torture.py`` runs their short forms.

``ledger`` what phones were promised, ``evening`` what they write, ``audit``
whether all of that stands in the database. ``kill``, ``network``, ``concurrency`` and ``power``
are what may happen meanwhile. ``python -m tests.torture`` runs everything.
"""
