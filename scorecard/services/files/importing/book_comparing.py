"""Compare the house rules of a file with those that are here."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Game, Group, HouseRules, Proposal, Ruling
from scorecard.rules.words import say
from scorecard.services.book import house_rules
from scorecard.services.files.exporting import group_files
from scorecard.services.files.format import book_parts, file_format
from scorecard.services.files.importing import file_comparing
from scorecard.services.files.importing.import_plans import Plan
from scorecard.services.files.restoring import renaming
from scorecard.services.groups.sight import Sight


def compare(session: Session, plan: Plan) -> None:
    """Plan which house rules of the file are here, and which new; refuse those of other groups."""
    group, of_file = plan.group, plan.document.get("house_rules", [])
    played_by = group_files.linked_house_rules(
        game for _where, game in file_format.games_of(plan.document)
    )
    here = file_comparing.with_uids(
        session, HouseRules, sorted({rule_set["uid"] for rule_set in of_file} | played_by)
    )
    for uid, known in here.items():
        if group and known.group_id == group.id:
            for version in known.versions:
                plan.versions[uid, version.number, known.rules] = version.id
    compared: list[tuple[file_format.Document, HouseRules]] = []
    for rule_set in of_file:
        known = here.get(rule_set["uid"])
        if known is None:
            _refuse_known_parts(session, rule_set, plan.sight)
            _refuse_same_name(session, rule_set, group)
            plan.house_rules.append(rule_set)
        elif group is None or known.group_id != group.id:
            refusal = say(
                "House rules %(name)s (%(uid)s) are here already, in another group.",
                name=rule_set["name"],
                uid=rule_set["uid"],
            )
            raise plan.sight.foreign(refusal, [known.group])
        else:
            compared.append((rule_set, known))
    if group and compared:
        _compare_known(session, plan, group, compared)


def _refuse_known_parts(session: Session, rule_set: file_format.Document, sight: Sight) -> None:
    name = rule_set["name"]
    refusals = {
        "proposals": say(
            "House rules %(name)s: some of their proposals are here already, with others.",
            name=name,
        ),
        "rulings": say(
            "House rules %(name)s: some of their rulings are here already, with others.",
            name=name,
        ),
    }
    for model, part in ((Proposal, "proposals"), (Ruling, "rulings")):
        if here := file_comparing.with_uids(
            session, model, [each["uid"] for each in rule_set[part]]
        ):
            raise sight.foreign(
                refusals[part], [known.house_rules.group for known in here.values()]
            )


def _refuse_same_name(
    session: Session, rule_set: file_format.Document, group: Group | None
) -> None:
    if group is None or rule_set["deleted_at"]:
        return
    if other := house_rules.named(session, group, rule_set["name"]):
        raise errors.BadInput(
            say(
                "There are other house rules called %(name)s in %(group)s. Rename those first.",
                name=other.name,
                group=group.name,
            ),
            code="duplicate_name",
        )


def _compare_known(
    session: Session,
    plan: Plan,
    group: Group,
    compared: Sequence[tuple[file_format.Document, HouseRules]],
) -> None:
    uids = plan.uids_here
    games = file_comparing.with_uids(
        session, Game, [game["uid"] for _where, game in file_format.games_of(plan.document)]
    )
    is_whole = plan.kind == "group"
    written = group_files.house_rules_parts(
        session,
        group,
        group_files.names_of(group, games.values()),
        only=None if is_whole else {rule_set["uid"] for rule_set, _known in compared},
        players={uids.get(player["uid"], player["uid"]) for player in plan.document["players"]},
    )
    by_uid = {rule_set["uid"]: rule_set for rule_set in written}
    for rule_set, known in compared:
        of_file = renaming.house_rules(rule_set, uids)
        is_same = renaming.are_same(book_parts.HouseRulesPart, by_uid[known.uid], of_file)
        difference = say(
            "House rules %(name)s are different here and stay as they are.", name=known.name
        )
        plan.note_known(known.uid, is_same, difference)
