"""Compare the players, seasons, games and house rules of a file with those that are here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.database import pieces
from scorecard.models import Game, Group, HouseRules, Player, Proposal, Ruling, Season
from scorecard.rules.words import Sentence, say
from scorecard.services.book import house_rules
from scorecard.services.files.exporting import game_files, group_files
from scorecard.services.files.format import (
    book_parts,
    file_format,
    game_parts,
    group_parts,
    references,
    tables,
)
from scorecard.services.files.importing.import_plans import Plan
from scorecard.services.files.restoring import inserting, renaming
from scorecard.services.groups.sight import Sight
from scorecard.services.history import history
from scorecard.services.players import rosters
from scorecard.services.seasons import seasons


def compare_players(session: Session, plan: Plan) -> None:
    """Plan which players of the file are here, by uid or name; refuse those of other groups."""
    group = plan.group
    by_uid = {player.uid: player for player in group.players} if group else {}
    roster = rosters.by_name(group) if group else {}
    here = with_uids(session, Player, [player["uid"] for player in plan.document["players"]])
    header = plan.document["group"]
    is_own = group is not None and header is not None and group.uid == header["uid"]
    names = group_files.names_of(group)
    for player in plan.document["players"]:
        uid, name = player["uid"], player["name"]
        if uid in by_uid:
            plan.known[uid] = by_uid[uid]
            written = group_parts.PLAYERS.part(by_uid[uid], names)
            difference = say(
                "%(name)s is different here (%(here)s) and stays as is.",
                name=name,
                here=written["name"],
            )
            plan.note_known(uid, written == player, difference)
        elif uid in here:
            refusal = say(
                "%(name)s (%(uid)s) is here already, in another group.", name=name, uid=uid
            )
            raise plan.sight.foreign(refusal, [here[uid].group])
        elif (
            group and player["merged_into"] is None and (known := roster.get(rosters.key_of(name)))
        ):
            if is_own:
                raise _same_name(known, group)
            plan.known[uid] = known
            plan.same.append(uid)
        else:
            plan.players.append(player)


def _same_name(player: Player, group: Group) -> errors.BadInput:
    return errors.BadInput(
        say(
            "There is another %(name)s in %(group)s, who is not the one in "
            "this file. Rename that player first.",
            name=player.name,
            group=group.name,
        ),
        code="duplicate_name",
    )


def compare_seasons(session: Session, plan: Plan) -> None:
    """Put down in the plan which seasons of the file are here; refuse those of other groups."""
    of_file = file_format.seasons_of(plan.document)
    here = with_uids(session, Season, [season["uid"] for season in of_file])
    for season in of_file:
        known = here.get(season["uid"])
        if known is None:
            _refuse_two_awards(season, plan.uids_here)
            plan.seasons.append(season)
            if plan.group and (other := seasons.named(session, plan.group, season["name"])):
                plan.differing.append(say("Another season is called %(name)s.", name=other.name))
        elif plan.group is None or known.group_id != plan.group.id:
            refusal = say(
                "Season %(name)s (%(uid)s) is here already, in another group.",
                name=season["name"],
                uid=season["uid"],
            )
            raise plan.sight.foreign(refusal, [known.group])
        else:
            is_same = _is_season_here(session, known, season, plan.uids_here)
            difference = say("Season %(name)s is different here and stays as is.", name=known.name)
            plan.note_known(known.uid, is_same, difference)


def _is_season_here(
    session: Session, known: Season, season: file_format.Document, uids: Mapping[str, str]
) -> bool:
    """Whether a season here is as in the file; early files do not say what a season awarded."""
    written = group_files.season_part(session, known, group_files.names_of(known.group))
    of_file = renaming.season(season, uids)
    if of_file["awards"] is None:
        of_file["awards"] = written["awards"]
    return written == of_file


def compare_games(session: Session, plan: Plan) -> None:
    """Put down in the plan which games of the file are here; refuse those of other groups."""
    of_file = file_format.games_of(plan.document)
    here = with_uids(session, Game, [game["uid"] for _where, game in of_file])
    compared: list[tuple[Sentence, file_format.Document, Game]] = []
    for where, game in of_file:
        known = here.get(game["uid"])
        if known is None:
            _refuse_two_seats(where, game, plan)
            plan.games.append(game)
            continue
        target = plan.group or plan.moved_into
        if plan.is_new_group or known.group_id != (target.id if target else None):
            refusal = (
                say("%(where)s is here already, in another group.", where=where)
                if known.group_id
                else say("%(where)s is here already, as a game of its own.", where=where)
            )
            raise plan.sight.foreign(refusal, [known])
        compared.append((where, game, known))
    names = group_files.names_of(plan.group, here.values())
    written = {
        game["uid"]: game
        for game in game_files.parts_of(session, [known for _w, _g, known in compared], names)
    }
    for where, game, known in compared:
        of_file_here = _game_here(game, plan)
        is_same = renaming.plain_game(written[known.uid]) == renaming.plain_game(of_file_here)
        difference = say("%(where)s is different here and stays as is.", where=where)
        plan.note_known(known.uid, is_same, difference)


def compare_group(session: Session, plan: Plan, group: Group) -> None:
    """Put down in the plan whether the group itself is here as in the file."""
    written = group_files.group_part(session, group, group_files.names_of(group))
    is_same = renaming.are_same(group_parts.WholeGroupPart, written, plan.document["group"])
    difference = say(
        "The group itself is different here (%(name)s) and stays as is.", name=group.name
    )
    plan.note_known(group.uid, is_same, difference)


def _refuse_two_seats(where: Sentence, game: file_format.Document, plan: Plan) -> None:
    """Refuse a game in which two players of the file are one player here."""
    of_file = {player["uid"]: player for player in plan.document["players"]}
    seated: dict[str, str] = {}
    if plan.group is None and not plan.is_new_group:
        return
    for seat in game["seats"]:
        uid = seat["player"]
        if uid is None:
            continue
        while uid not in plan.known and of_file[uid]["merged_into"]:
            uid = of_file[uid]["merged_into"]
        player = plan.known[uid].one.uid if uid in plan.known else uid
        if player in seated:
            raise errors.BadInput(
                say(
                    "%(where)s: %(other)s and %(name)s are one player, who cannot sit in "
                    "two seats.",
                    where=where,
                    other=seated[player],
                    name=seat["name"],
                ),
                code="player_in_two_seats",
            )
        seated[player] = seat["name"]


def _game_here(game: file_format.Document, plan: Plan) -> file_format.Document:
    """Return a game of the file as an export from here would call its players and group."""
    group, uids = plan.group, plan.uids_here
    names: tables.Names = {
        "player": lambda uid: uids.get(uid, uid) if group else None,
        "group": lambda _uid: group.uid if group else None,
    }
    here = references.renamed(game_parts.GamePart, game, names)
    for line in here["history"]:
        line["about"] = history.about_here(
            line["kind"], line["about"], line["what"], group.uid if group else None
        )
    if link := game["house_rules"]:
        is_known = (link["uid"], link["version"], game["rules"]) in plan.versions
        here["house_rules"] = here["house_rules"] if group and is_known else None
    return here


def _refuse_two_awards(season: file_format.Document, uids: Mapping[str, str]) -> None:
    """Refuse awards of one game to two players of the file who are one player here."""
    for game in season["awards"] or ():
        players = [uids.get(award["player"], award["player"]) for award in game["players"]]
        if len(set(players)) < len(players):
            raise errors.BadInput(
                say(
                    "Season %(name)s: two players of game %(uid)s are one player here.",
                    name=season["name"],
                    uid=game["game"],
                ),
                code="player_in_two_seats",
            )


def with_uids(session: Session, model: type[Any], uids: Sequence[str]) -> dict[str, Any]:
    """Return the things of a kind here that have some uids, by these, whatever their group."""
    return {
        row.uid: row
        for some in pieces.in_parts(uids, inserting.AT_ONCE)
        for row in session.scalars(select(model).where(model.uid.in_(some)))
    }


def compare_book(session: Session, plan: Plan) -> None:
    """Plan which house rules of the file are here, and which new; refuse those of other groups."""
    group, of_file = plan.group, plan.document.get("house_rules", [])
    played_by = group_files.linked_house_rules(
        game for _where, game in file_format.games_of(plan.document)
    )
    here = with_uids(
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
        if here := with_uids(session, model, [each["uid"] for each in rule_set[part]]):
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
    games = with_uids(
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
