"""The JSON API under ``/api/v1``: everything the screens do, by the same services.

Requests are JSON, read strictly; refusals are problem+json. There is no token against forged
requests: a JSON request from another site needs a permission that browsers ask for and we never
give.
"""
