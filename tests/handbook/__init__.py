"""The handbook: what of it is written by programs, and that all of it is alive and shown.

``python -m tests.handbook --write`` writes the regions that follow from the code anew; without
``--write`` it names those that have to be.
"""
