"""Take in players and past results from a list: preview it line by line, then import all of it.

A past result becomes a game of plain points that bears the card game's name, with one round that
holds the totals, ended at noon of its day; so it counts in seasons like any other game.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Game, Group
from scorecard.models.change import IMPORT
from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.words import say
from scorecard.services.files.checking import game_checks
from scorecard.services.files.format import file_parts, game_parts
from scorecard.services.files.importing import undoing
from scorecard.services.files.past import past_games, result_lists
from scorecard.services.files.past.list_previews import Preview, preview_players
from scorecard.services.files.restoring import game_restoring, inserting
from scorecard.services.history import changes
from scorecard.services.limits import bounds, codes, quotas
from scorecard.services.players import rosters
from scorecard.services.spreadsheets import list_encodings, lists
from scorecard.services.standings import results

NOON = time(12)
PHONE = 1
"""The number that the importing phone has among the phones of a past game."""


def preview(
    session: Session, group: Group, text: str, at: datetime, *, is_as_written: bool = False
) -> Preview:
    """Return what importing a list would do; write nothing.

    Names that look wrongly encoded cannot be imported, unless it is said that the list
    ``is_as_written``. Raises :class:`BadInput` where it is no list at all.
    """
    listing = lists.read(text, is_as_written=is_as_written)
    preview = Preview(listing.kind)
    repaired = list_encodings.repaired(text)
    if repaired != text and not is_as_written:
        preview.repaired = repaired
    if listing.kind == "players":
        preview_players(group, listing.rows, preview)
    else:
        today = results.day_of(at, group)
        result_lists.preview_rows(session, group, listing.rows, preview, today)
    preview.verdicts.sort(key=lambda verdict: verdict.lines)
    if preview.players:
        quotas.check(session, bounds.PLAYERS_OF_GROUP, group.id, more=len(preview.players))
    return preview


def carry_out(session: Session, group: Group, preview: Preview, write: changes.Write) -> None:
    """Import all that a preview says, into a group whose players are as they were then."""
    if not preview.is_good:
        raise errors.BadInput(say("Some lines cannot be imported."), field="text")
    quotas.refuse_new(session)
    if preview.is_empty:
        return
    write = write.imported
    joined_now = rosters.add_all(session, group, write.keyless, preview.players)
    uids = _add_games(session, group, preview.games, write) if preview.games else []
    new = undoing.New(games=dict.fromkeys(uids, 1), players=[player.uid for player in joined_now])
    undoing.note_import(session, group, write, preview.what, new)


def _add_games(
    session: Session, group: Group, games: Sequence[past_games.PastGame], write: changes.Write
) -> list[str]:
    """Add past games, in their first version; return their uids."""
    zone = ZoneInfo(group.time_zone)
    taken = set(session.scalars(select(Game.started_at).where(Game.group_id == group.id)))
    places = inserting.Places(session, write, group, phones={PHONE: write.device.id})
    roster = rosters.by_name(group)
    parts, scored = [], {}
    for past in games:
        moment = datetime.combine(past.day, NOON, zone).astimezone(UTC)
        while moment in taken:
            moment += timedelta(seconds=1)
        taken.add(moment)
        game = _game_part(past, moment.isoformat(), write.at.isoformat())
        for name, seat in zip(past.totals, game["seats"], strict=True):
            # Who was not on the roster has just joined.
            player = roster[rosters.key_of(name)]
            seat["player"] = player.uid
            places.players[player.uid] = player
        parts.append(game)
        scored[game["uid"]] = game_checks.Scored(past.sheet, past.kind)
    ids = game_restoring.restore(parts, scored, places)
    results.settle_all(session, group, game_restoring.loaded(session, ids), write.at)
    return [game["uid"] for game in parts]


def _game_part(past: past_games.PastGame, moment: str, now: str) -> dict[str, Any]:
    """Return a past game as a file of a group has one; its players are put in later."""
    game = {
        "uid": codes.new_uid(),
        "rules": definitions.GAME_KEY,
        "kind": past.kind,
        "options": past_games.record_of(past.definition, past.totals)["options"],
        "is_blind": False,
        "first_seat": 1,
        "version": 1,
        "started_at": moment,
        "changed_at": now,
        "ended_at": moment,
        "deleted_at": None,
        "rematch_of": None,
        "house_rules": None,
        "not_agreed": [],
        "amendments": [],
        "waiting": None,
        "seats": [
            {"position": seat, "name": name, "left_after": None, "player": None}
            for seat, name in enumerate(past.totals, start=1)
        ],
        "rounds": [_round_part(past, now)],
        "history": [_change_part(now)],
        "phones": [],
    }
    file_parts.bring_up(game_parts.GamePart, game)
    return game


def _round_part(past: past_games.PastGame, now: str) -> dict[str, Any]:
    totals = past_games.entered(past.definition, past.totals).values()
    return {
        "number": 1,
        "data": {},
        "is_closed": True,
        "version": 1,
        "entries": [
            {
                "seat": seat,
                "data": {past_games.FIELD: total},
                "phone": PHONE,
                "at": now,
                "version": 1,
            }
            for seat, total in enumerate(totals, start=1)
        ],
    }


def _change_part(now: str) -> dict[str, Any]:
    return {
        "version": 1,
        "kind": "past_result",
        "what": {},
        "about": {},
        "is_undoable": False,
        "reverts": None,
        "phone": PHONE,
        "at": now,
        "source": IMPORT,
    }
