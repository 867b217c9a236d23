"""Write the players of a file, and the history of its group, into the database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from scorecard.models import Group, GroupChange, GroupMembership, Player, PlayerClaim
from scorecard.services.files.format import file_format
from scorecard.services.files.restoring import inserting


def restore_players(
    session: Session,
    players: Sequence[file_format.Document],
    group: Group,
    places: inserting.Places,
) -> None:
    """Add players of a file to a group's roster, and to the places of what comes after them."""
    for player in players:
        added = places.players[player["uid"]] = Player(
            uid=player["uid"],
            name=player["name"],
            colour=player["colour"],
            initial=player["initial"],
            created_at=inserting.moment_of(player["created_at"]),
            retired_at=inserting.moment_of(player["retired_at"]),
        )
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
    lines, phones = part["history"], part["phones"]
    session.flush()
    places.add_phones(named["phone"] for named in (*lines, *phones))
    inserting.insert_all(
        session,
        GroupChange,
        [
            {
                "group_id": group.id,
                **{name: line[name] for name in ("version", "kind", "about", "what", "source")},
                "device_id": places.phones[line["phone"]],
                "at": inserting.moment_of(line["at"]),
                "made_at": inserting.moment_of(line["made_at"]),
            }
            for line in lines
        ],
    )
    _restore_phones(session, phones, group, places)
    group.version = part["version"]
    group.threshold, group.deadline_days = part["threshold"], part["deadline_days"]
    group.created_at = datetime.fromisoformat(part["created_at"])
    group.changed_at = datetime.fromisoformat(part["changed_at"])


def _restore_phones(
    session: Session,
    phones: Sequence[file_format.Document],
    group: Group,
    places: inserting.Places,
) -> None:
    """Write who was whose phone. These phones are gone: they are in nobody's hands."""
    ids = inserting.insert_all(
        session,
        GroupMembership,
        [
            {
                "group_id": group.id,
                "device_id": places.phones[phone["phone"]],
                "role": phone["role"],
                "joined_at": places.write.at,
                "removed_at": places.write.at,
                "is_barred": False,
            }
            for phone in phones
        ],
    )
    claims = [
        {"membership_id": membership, "player_id": places.players[uid].id}
        for membership, phone in zip(ids, phones, strict=True)
        for uid in phone["players"]
    ]
    inserting.insert_rows(session, PlayerClaim, claims)
