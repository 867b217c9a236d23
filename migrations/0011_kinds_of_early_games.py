"""Which card game each game is, of games from before that was kept.

Revision ID: 0011
Revises: 0010
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

OWN = "own_scorecard"
SHELF = {
    "ace-deuce-jack": "ace_deuce_jack",
    "brag": "brag",
    "brownie points": "brownie_points",
    "cucumber": "cucumber",
    "farmer": "farmer",
    "open-face chinese poker": "ofcp",
    "pay me": "pay_me",
    "pitch": "pitch",
    "spite and malice": "spite_and_malice",
}
"""The games of the shelf by their names: somebody's own scorecard of such a name is that game."""


def upgrade() -> None:
    games = sa.table("games", *map(sa.column, ("id", "rules", "options", "kind")))
    is_early = games.c.kind == ""
    op.execute(sa.update(games).where(is_early, games.c.rules != OWN).values(kind=games.c.rules))
    connection = op.get_bind()
    early = sa.select(games.c.id, sa.cast(games.c.options, sa.Text)).where(is_early)
    for number, options in connection.execute(early).all():
        if kind := _kind_of_own(options):
            op.execute(sa.update(games).where(games.c.id == number).values(kind=kind))


def _kind_of_own(options: str) -> str:
    """Return the kind of a game with a scorecard of somebody's own; "" where it cannot be told."""
    try:
        name = " ".join(json.loads(options)["scorecard"]["name"].split())
    except (ValueError, LookupError, TypeError, AttributeError):
        # Spoilt rows are told by "scorecard check", and keep nobody from the others.
        return ""
    return SHELF.get(name.casefold(), f"{OWN}/{name}")


def downgrade() -> None:
    # The release before this one keeps the same, of every game that is written to.
    pass
