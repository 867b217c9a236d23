"""What the server does by itself: it empties the bin, at its start and once a day."""

from __future__ import annotations

from datetime import datetime

from flask import Flask

from scorecard.db import begin_write, db
from scorecard.services import bin as the_bin


def empty_bin(app: Flask, now: datetime) -> list[str]:
    """Erase what has lain in the bin for its time; return a sentence for each."""
    with app.app_context():
        begin_write(db.session)
        erased = the_bin.purge(db.session, now)
        db.session.commit()
    return erased
