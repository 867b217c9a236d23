"""Hostile requests: good ones to every route, spoilt; and what the API's description allows."""
