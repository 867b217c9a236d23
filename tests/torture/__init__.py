"""Tests that try to lose data, in full; ``tests/test_torture.py`` runs their short forms.

``clients`` is a phone, ``ledger`` what it was promised, ``evening`` what it writes, ``audit``
whether all of that stands in the database. ``kill``, ``network``, ``concurrency`` and ``power``
are what may happen meanwhile. ``python -m tests.torture`` runs everything.
"""
