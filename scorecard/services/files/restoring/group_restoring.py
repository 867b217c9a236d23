"""Write the players of a file, and the history of its group, into the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from scorecard.models import Group, Player, PlayerClaim
from scorecard.services.cash import balances
from scorecard.services.files.format import file_format, group_parts, references
from scorecard.services.files.restoring import inserting


def restore_players(
    session: Session,
    players: Sequence[file_format.Document],
    group: Group,
    places: inserting.Places,
) -> None:
    """Add players of a file to a group's roster, and to ``places``."""
    for player in players:
        added = Player(**group_parts.PLAYERS.row(player, places.names))
        places.players[player["uid"]] = added
        group.players.append(added)
    session.flush()
    for player in players:
        if player["merged_into"]:
            places.players[player["uid"]].merged_into = places.players[player["merged_into"]]
    session.flush()


def restore_history(
    session: Session, part: file_format.Document, group: Group, places: inserting.Places
) -> None:
    """Give a new group the history, version and times that it has in its file."""
    session.flush()
    places.add_phones(references.named(group_parts.WholeGroupPart, part, "phone"))
    places.put(group_parts.CHANGES, [(group.id, line) for line in part["history"]])
    # Nobody has these phones.
    phones = [(group.id, phone) for phone in part["phones"]]
    claims = [
        {"membership_id": membership, "player_id": places.players[uid].id}
        for membership, phone in places.add(group_parts.PHONES, phones, **places.gone)
        for uid in phone["players"]
    ]
    inserting.insert_rows(session, PlayerClaim, claims)
    _restore_cash(session, part, group, places)
    for column, value in group_parts.WHOLE_GROUPS.row(part, places.names).items():
        setattr(group, column, value)


def _restore_cash(
    session: Session, part: file_format.Document, group: Group, places: inserting.Places
) -> None:
    """Write the cash box of a new group, and what its entries add up to."""
    places.add_games({entry["game"] for entry in part["cash"] if entry["game"]})
    entries = places.add(group_parts.CASH, [(group.id, entry) for entry in part["cash"]])
    places.put(group_parts.CASH_SHARES, inserting.inside(entries, "shares"))
    balances.recount(session, group)
