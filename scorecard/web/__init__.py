"""The only package that knows Flask: pages and API, in rooms by noun.

A view loads, checks access and shape, calls one service, commits, and answers. A room imports from
the rooms below it only; ``pyproject.toml`` holds their order.
"""
