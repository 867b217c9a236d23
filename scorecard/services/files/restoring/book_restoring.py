"""Write the house rules of a file into the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Group, HouseRules
from scorecard.services.files.format import book_parts, file_format, references
from scorecard.services.files.restoring import inserting


def restore(book: Sequence[file_format.Document], group: Group, places: inserting.Places) -> None:
    """Write house rules of a file into a group, but for their rulings."""
    for part in book:
        places.add_phones(references.named(book_parts.HouseRulesPart, part, "phone"))
    rule_sets = places.add(book_parts.HOUSE_RULES, [(group.id, part) for part in book])
    versions = places.add(book_parts.VERSIONS, inserting.inside(rule_sets, "versions"))
    proposals = places.add(book_parts.PROPOSALS, inserting.inside(rule_sets, "proposals"))
    places.put(book_parts.COMMENTS, inserting.inside(proposals, "comments"))
    places.put(book_parts.AGREEMENTS, _once_each(inserting.inside(versions, "agreements"), places))
    places.put(book_parts.VOTES, _once_each(inserting.inside(proposals, "votes"), places))
    owners = [part for part in book for _version in part["versions"]]
    for part, (version_id, version) in zip(owners, versions, strict=True):
        places.versions[part["uid"], version["number"], part["rules"]] = version_id


def restore_rulings(
    session: Session, book: Sequence[file_format.Document], places: inserting.Places
) -> None:
    """Write the rulings of house rules that were added, once their games are there."""
    uids = [rule_set["uid"] for rule_set in book]
    added = session.scalars(select(HouseRules).where(HouseRules.uid.in_(uids)))
    ids = {rule_set.uid: rule_set.id for rule_set in added}
    rulings = inserting.inside([(ids[rule_set["uid"]], rule_set) for rule_set in book], "rulings")
    places.add_games({ruling["game"] for _id, ruling in rulings if ruling["game"]})
    places.put(book_parts.RULINGS, rulings)


def _once_each(parts: inserting.Parts, places: inserting.Places) -> inserting.Parts:
    """Return the first agreement or vote of each player: two of a file may be one player here."""
    first: dict[tuple[int, int], tuple[int, file_format.Document]] = {}
    for id_, part in parts:
        first.setdefault((id_, places.players[part["player"]].id), (id_, part))
    return list(first.values())
