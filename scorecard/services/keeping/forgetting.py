"""Forget a player: replace their name wherever it stands, and drop their phones, claims and keys.

What they played stays, under a name such as "Former player 1", so that nobody else's scores, ranks
and standings change. Nothing else rewrites history, and it cannot be undone, because the name is
stored nowhere any more. Files that were exported and backups that were made before still hold it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session, selectinload

from scorecard import errors
from scorecard.database.db import leave_no_trace
from scorecard.live import hub
from scorecard.models import (
    Amendment,
    Award,
    Change,
    Game,
    Group,
    GroupChange,
    Passkey,
    Player,
    Season,
)
from scorecard.models.device import KEEPER
from scorecard.models.names import as_stored, former_player
from scorecard.rules.words import Sentence, say
from scorecard.services.book import consent
from scorecard.services.groups import group_members, groups
from scorecard.services.history import changes, group_changes, members
from scorecard.services.keeping import mentions
from scorecard.services.keeping.mentions import Replacement
from scorecard.services.players import rosters
from scorecard.services.scoring import sheets
from scorecard.services.standings import awards, results
from scorecard.services.table import seating


def is_forgotten(player: Player) -> bool:
    """Whether a player has been forgotten, which their name shows."""
    return isinstance(as_stored(player.name), Sentence)


def words_alike(session: Session, player: Player) -> dict[str, int]:
    """Return the words in what people wrote that are nearly a player's name, with their count."""
    names = {row.name for row in player.identities}
    return mentions.alike(session, player.group, names)


def forget(
    session: Session, player: Player, write: changes.Write, also: Collection[str] = ()
) -> str:
    """Forget a player of a group for good, and return what they are called from now on.

    Their name, and every name they had in the group's games, is replaced in the roster, in games
    and their history, in the book, in tables of closed seasons, and as a word in what anybody
    wrote. ``also`` are those of :func:`words_alike` that are replaced, too. Names of the group, its
    seasons and house rules stay, and so do scores. Phones that were theirs alone leave the group
    and its games.
    """
    if is_forgotten(player.one):
        raise errors.BadInput(
            say("%(name)s was forgotten already.", name=player.one.name), code="forgotten"
        )
    player, group = player.one, player.group
    same = player.identities
    new = _free_name(session, group)
    names = _names_of(session, group, same)
    names |= words_alike(session, player).keys() & set(also)
    seated = _seats_of(session, group, same)
    for game in _games(session, group):
        _forget_in_game(session, game, seated.get(game.id, ()), names, new, write)
    replacement = Replacement(frozenset(names), new)
    _forget_in_texts(session, group, replacement)
    _forget_in_seasons(session, group, {row.uid for row in same}, replacement)
    _forget_in_group_history(session, group, replacement)
    for row in same:
        row.name, row.initial = new, rosters.first_letter(new)
    if player.retired_at is None:
        player.retired_at = write.at
    _drop_phones(session, group, same, write)
    session.flush()
    group_changes.note(session, group, write, "forgotten", {"name": new})
    consent.settle_open(session, group, write)
    leave_no_trace(session)
    # History was rewritten in its tables, past the session, which reads everything anew now.
    session.flush()
    session.expire_all()
    return new


def _free_name(session: Session, group: Group) -> str:
    taken = {player.name for player in group.players}
    taken |= {seat.name for game in _games(session, group) for seat in game.seats}
    number = 1
    while former_player(number) in taken:
        number += 1
    return former_player(number)


def _seats_of(session: Session, group: Group, players: Collection[Player]) -> dict[int, list[int]]:
    ids = {player.id for player in players}
    return {
        game.id: [seat.position for seat in game.seats if seat.player_id in ids]
        for game in _games(session, group)
    }


def _names_of(session: Session, group: Group, same: Collection[Player]) -> set[str]:
    """Return every name that players ever had, without those that somebody else has today."""
    ids, uids = {row.id for row in same}, {row.uid for row in same}
    names = {row.name for row in same}
    for change in changes.lines(session, group):
        if change.about.get("touching") in uids:
            names |= {str(change.about[key]) for key in ("name", "from") if key in change.about}
    for game in _games(session, group):
        mine = {seat.position: seat.name for seat in game.seats if seat.player_id in ids}
        names |= set(mine.values())
        if mine:
            for line in changes.lines(session, game):
                names |= set(_names_at(line.what, mine))
    others = {row.name for row in group.players if row not in same}
    return {name for name in names if name and name not in others}


def _names_at(what: Mapping[str, Any], positions: Collection[int]) -> Iterator[str]:
    for position in positions:
        for side in what.get(f"seat/{position}", ()):
            if side:
                yield side["name"]


def _games(session: Session, group: Group) -> list[Game]:
    """Return all games of a group, also those in the bin, with their seats and rounds."""
    return groups.games_of(session, group, selectinload(Game.seats), selectinload(Game.rounds))


def _forget_in_game(
    session: Session,
    game: Game,
    positions: Collection[int],
    names: Collection[str],
    new: str,
    write: changes.Write,
) -> None:
    sides = sheets.read(game).sides
    # A name that somebody else has at this table stays.
    others = {seat.name for seat in game.seats if seat.position not in positions}
    gone = set(names) - others
    for position in positions:
        seat = next(seat for seat in game.seats if seat.position == position)
        gone.add(seat.name)
        seating.put_name(session, game, seat, new)
    replacement = Replacement(frozenset(gone), new)
    texts_before = _texts_of(game)
    _replace_in_texts(session, game, replacement)
    _forget_in_history(session, game, positions, replacement)
    if not positions and _texts_of(game) == texts_before:
        return
    if positions:
        try:
            reading = sheets.rescore(session, game)
        except errors.RefusedByRules:
            game.reason = replacement.in_text(game.reason)
        else:
            results.store(session, {game.id: results.rows_of(game, reading)})
            _rename_sides(session, game, sides, reading.sheet.sides)
    # A new version makes every phone load the game again, and drops what was cached of it.
    changes.add(session, game, write.keyless, "forgotten", {"name": new})


def _texts_of(game: Game) -> list[Any]:
    """Return everything in a game besides its seats that may hold somebody's name."""
    anecdotes = [game.anecdote, *(round_.anecdote for round_ in game.rounds)]
    return [*game.not_agreed, *game.amendments, *anecdotes]


def _replace_in_texts(session: Session, game: Game, replacement: Replacement) -> None:
    in_text = replacement.in_text
    game.not_agreed = [row | {"name": in_text(row["name"])} for row in game.not_agreed]
    game.amendments = [row | {"reason": in_text(row["reason"])} for row in game.amendments]
    game.anecdote = in_text(game.anecdote)
    for round_ in game.rounds:
        round_.anecdote = in_text(round_.anecdote)
    for amendment in session.scalars(select(Amendment).where(Amendment.game_id == game.id)):
        amendment.reason = in_text(amendment.reason)
        amendment.options = replacement.in_options(game, amendment.options)


def _forget_in_history(
    session: Session, game: Game, positions: Collection[int], replacement: Replacement
) -> None:
    def rewrite(row: Mapping[str, Any]) -> dict[str, Any]:
        what = {
            fact: replacement.in_fact(game, fact, pair, positions)
            for fact, pair in row["what"].items()
        }
        # A line that only changed the name has nothing left to undo, and undo would stop there.
        what = {fact: pair for fact, pair in what.items() if pair[0] != pair[1]}
        return {
            "what": what,
            "about": replacement.in_about(game, row["about"]),
            "is_undoable": row["is_undoable"] and bool(what),
        }

    _rewrite_rows(session, Change.__table__, Change.game_id == game.id, rewrite)


def _forget_in_group_history(session: Session, group: Group, replacement: Replacement) -> None:
    table = GroupChange.__table__
    json_columns = [column.name for column in table.c if isinstance(column.type, sa.JSON)]
    _rewrite_rows(
        session,
        table,
        GroupChange.group_id == group.id,
        lambda row: {name: replacement.in_json(row[name]) for name in json_columns},
    )


def _rename_sides(
    session: Session,
    game: Game,
    before: Mapping[str, Collection[str]],
    after: Mapping[str, Collection[str]],
) -> None:
    """Rename the sides in the stored awards of a game; their order is the same."""
    for old, new in zip(before, after, strict=True):
        if old != new:
            session.execute(
                update(Award.__table__)  # type: ignore[arg-type]
                .where(Award.game_id == game.id, Award.side == old)
                .values(side=new)
            )


def _rewrite_rows(
    session: Session,
    table: Any,
    which: sa.ColumnElement[bool],
    rewrite: Callable[[Mapping[str, Any]], dict[str, Any]],
) -> None:
    """Rewrite lines of a history in their table, because the model refuses any change of them."""
    session.flush()
    for row in session.execute(select(table).where(which)).mappings().all():
        changed = rewrite(dict(row))
        if any(row[name] != value for name, value in changed.items()):
            session.execute(update(table).where(table.c.id == row["id"]).values(**changed))


def _forget_in_texts(session: Session, group: Group, replacement: Replacement) -> None:
    for row, column in mentions.in_group(session, group):
        text = getattr(row, column)
        if (replaced := replacement.in_text(text)) != text:
            setattr(row, column, replaced)


def _forget_in_seasons(
    session: Session, group: Group, uids: Collection[str], replacement: Replacement
) -> None:
    """Put the new name into the final tables of closed seasons, with all that people typed."""
    new = replacement.new
    called = {"name": new, "initial": rosters.first_letter(new)}
    for season in session.scalars(select(Season).where(Season.group_id == group.id)):
        if season.final is None:
            continue
        # The side of an award is needed only while its game is here.
        session.execute(
            update(Award.__table__)  # type: ignore[arg-type]
            .where(Award.season_id == season.id, Award.game_id.is_(None))
            .values(side=awards.NO_SIDE)
        )
        season.final = {
            **season.final,
            "table": [
                _called(_without_name(row, replacement), called, uids)
                for row in season.final["table"]
            ],
            "titles": [
                title
                | {
                    "names": [
                        new if player in uids else name
                        for player, name in zip(title["players"], title["names"], strict=True)
                    ]
                }
                for title in season.final["titles"]
            ],
            "teams": [
                {
                    **team,
                    "name": replacement.in_text(team["name"]),
                    "players": [_called(one, called, uids) for one in team["players"]],
                }
                for team in season.final.get("teams", ())
            ],
        }


def _called(
    row: Mapping[str, Any], called: Mapping[str, str], uids: Collection[str]
) -> dict[str, Any]:
    return {**row, **(called if row["player"] in uids else {})}


def _without_name(row: Mapping[str, Any], replacement: Replacement) -> dict[str, Any]:
    """Return a line of a final table with names replaced in its reasons and its division."""
    by_hand = row.get("adjustments", ())
    adjustments = [one | {"reason": replacement.in_text(one["reason"])} for one in by_hand]
    division = replacement.in_text(row.get("division_name", ""))
    return {**row, "adjustments": adjustments, "division_name": division}


def _drop_phones(
    session: Session, group: Group, same: Collection[Player], write: changes.Write
) -> None:
    """Drop a player's claims, passkeys, and phones, but those of others, too, and of keepers."""
    ids = {player.id for player in same}
    for membership in group_members.everybody(session, group):
        mine = [player for player in membership.players if player.id in ids]
        if not mine:
            continue
        # A password manager shows a passkey under the name it was made with.
        session.execute(delete(Passkey).where(Passkey.membership_id == membership.id))
        membership.players = [player for player in membership.players if player.id not in ids]
        if not membership.players and membership.role != KEEPER and not membership.removed_at:
            membership.removed_at = write.at
            hub.announce_group(session, group, sent_out=membership.device)
    session.flush()
    for game in _games(session, group):
        theirs = {seat.id for seat in game.seats if seat.player_id in ids}
        if not theirs:
            continue
        for at_table in members.everybody(session, game):
            if theirs.isdisjoint(seat.id for seat in at_table.seats):
                continue
            at_table.seats = [seat for seat in at_table.seats if seat.id not in theirs]
            if not at_table.seats and at_table.role != KEEPER and not at_table.removed_at:
                at_table.removed_at = write.at
                hub.announce(session, game, sent_out=at_table.device)
