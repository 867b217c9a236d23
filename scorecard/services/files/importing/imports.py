"""Take in an export: plan what it does here, then do all of it, or nothing.

Whatever is here already stays as it is; where the file has it otherwise, the plan says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Device, Game, Group, Membership
from scorecard.models.device import KEEPER
from scorecard.rules.words import say
from scorecard.services.files.checking import file_checks, game_checks
from scorecard.services.files.format import file_format, group_parts
from scorecard.services.files.importing import file_comparing, undoing
from scorecard.services.files.importing.import_plans import Plan
from scorecard.services.files.restoring import game_restoring, group_restoring, inserting
from scorecard.services.groups import group_members, groups
from scorecard.services.groups.sight import ELSEWHERE, Sight
from scorecard.services.history import changes
from scorecard.services.limits import bounds, quotas
from scorecard.services.standings import awards, results
from scorecard.services.table import games, seating


@dataclass(frozen=True, slots=True)
class Checked:
    """A file that was read and checked, and what the rules make of its games, by their uids."""

    document: file_format.Document
    scored: Mapping[str, game_checks.Scored]


def read(data: bytes) -> Checked:
    """Return what a file holds, checked without the database.

    Raises :class:`BadInput` with what is wrong, and where.
    """
    document = file_format.read(data)
    return Checked(document, file_checks.check(document))


def plan(
    session: Session,
    checked: Checked,
    device: Device | None,
    *,
    into: Group | None = None,
    is_trusted: bool = False,
) -> Plan:
    """Return what taking in a file would do here; write nothing.

    A game goes ``into`` a group where one is given, else it stands by itself. A season goes into
    the group given, else into its own, which is made where it is not here. Whoever runs the
    server ``is_trusted``: they see everything, and no limits hold them.
    """
    if not is_trusted:
        quotas.refuse_new(session)
    document, scored = checked.document, checked.scored
    sight = Sight(session, device, is_trusted)
    group = _target(session, document, into, sight)
    planned = Plan(document, scored, sight, group)
    if document["group"] is None:
        planned.group, planned.moved_into = None, group
        if group and document["game"]["deleted_at"]:
            raise errors.BadInput(say("This game is in the trash. Restore it before exporting it."))
    planned.is_new_group = group is None and document["kind"] != "game"
    if group and not is_trusted:
        _refuse_stranger(group, sight)
    if planned.group or planned.is_new_group:
        file_comparing.compare_players(session, planned)
        file_comparing.compare_seasons(session, planned)
        file_comparing.compare_book(session, planned)
    file_comparing.compare_games(session, planned)
    if group and document["kind"] == "group":
        file_comparing.compare_group(session, planned, group)
    if not is_trusted:
        _refuse_too_many(session, planned)
    return planned


def carry_out(session: Session, plan: Plan, write: changes.Write, secret_key: str) -> Group | Game:
    """Do what a plan says; return the group, or the game that stands by itself.

    The writing device becomes the scorekeeper of a group, or of such a game, that is new here.
    """
    group, write = plan.group, write.imported
    if plan.is_new_group:
        group = _new_group(session, plan, write, secret_key)
    places = inserting.Places(session, write, group, dict(plan.known), versions=dict(plan.versions))
    if group:
        group_restoring.restore_players(plan.players, group, places)
    new_seasons = [
        group_restoring.restore_season(season, group, places) for season in plan.seasons if group
    ]
    if group:
        group_restoring.restore_book(plan.house_rules, group, places)
    ids = game_restoring.restore(plan.games, plan.scored, places)
    group_restoring.restore_rulings(plan.house_rules, places)
    session.flush()
    if group is None:
        return _game_alone(session, plan, ids, write)
    if plan.is_empty:
        changes.remember(session, group, write)
        return group
    results.settle_all(session, group, game_restoring.loaded(session, ids), write.at)
    for season, part in zip(new_seasons, plan.seasons, strict=True):
        if season.is_closed and part["awards"] is not None:
            group_restoring.restore_awards(season, part["awards"], places)
        elif season.is_closed:
            # A file of an earlier version says only how its table was frozen.
            awards.recount(session, season)
    if plan.is_new_group and plan.kind == "group":
        group_restoring.restore_history(plan.document["group"], group, places)
        changes.remember(session, group, write)
    else:
        undoing.note_import(session, group, write, plan.what, _brought(plan))
    session.flush()
    return group


def _brought(plan: Plan) -> undoing.New:
    return undoing.New(
        games={game["uid"]: game["version"] for game in plan.games},
        players=[player["uid"] for player in plan.players],
        seasons=[season["uid"] for season in plan.seasons],
        house_rules=[rule_set["uid"] for rule_set in plan.house_rules],
    )


def _target(
    session: Session, document: file_format.Document, into: Group | None, sight: Sight
) -> Group | None:
    kind, header = document["kind"], document["group"]
    if kind == "group" and into and into.uid != header["uid"]:
        raise errors.BadInput(
            say(
                "This file is a whole group, %(name)s. It cannot go into another one.",
                name=header["name"],
            ),
            field="file",
        )
    if into or kind == "game":
        return into
    here = groups.find(session, header["uid"])
    if here and here.deleted_at and sight.sees_group(here):
        raise errors.BadInput(
            say("%(name)s is in the trash here. Restore it first.", name=here.name), field="file"
        )
    return here


def _refuse_stranger(group: Group, sight: Sight) -> None:
    if not sight.sees_group(group):
        raise errors.NotAllowed(ELSEWHERE)
    assert sight.device is not None, "it is in the group"
    membership = group_members.membership_of(sight.session, group, sight.device)
    if membership is None or not membership.is_keeper:
        raise errors.NotAllowed(
            say(
                "The group in this file is here already, and only its scorekeepers "
                "can import into it."
            )
        )


def _refuse_too_many(session: Session, plan: Plan) -> None:
    """Refuse a file that would bring a group over one of its limits."""
    group_id = plan.group.id if plan.group else 0
    for bound, new in (
        (bounds.PLAYERS_OF_GROUP, plan.players),
        (bounds.SEASONS_OF_GROUP, plan.seasons),
        (bounds.RULES_OF_GROUP, plan.house_rules),
    ):
        if new:
            quotas.check(session, bound, group_id, more=len(new))


def _new_group(session: Session, plan: Plan, write: changes.Write, secret_key: str) -> Group:
    header = plan.document["group"]
    founding = write.keyless  # The key of the write remembers the import.
    # A whole group brings its own history.
    begin = groups.create_without_history if plan.kind == "group" else groups.create
    return begin(session, founding, secret_key=secret_key, **group_parts.GROUPS.row(header, {}))


def _game_alone(session: Session, plan: Plan, ids: Sequence[int], write: changes.Write) -> Game:
    game = games.find_game(session, plan.document["game"]["uid"])
    assert game is not None, "it was here, or has just been written"
    if ids and not game.is_ended:
        quotas.check(session, bounds.GAMES_OF_PHONE, write.device.id)
    if ids:
        session.add(Membership(game=game, device=write.device, role=KEEPER, joined_at=write.at))
    if ids and plan.moved_into:
        moving = replace(write, version=game.version)
        seating.move(session, game, moving, plan.moved_into, {})
    else:
        changes.remember(session, game, write)
    session.flush()
    return game
