"""Draws what is looked at from afar or shown to friends: charts, and pictures to share.

Everything in here is drawn from plain values: nothing knows of games, the database or the web.
"""
