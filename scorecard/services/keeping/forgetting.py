"""Forget a player: another name wherever theirs stands, and their phones, claims and keys let go.

What they played stays, under a name that says nothing, so that nobody else's scores, ranks and
standings move. It is the one thing that rewrites history, and it cannot be undone: nothing here
keeps the name. Files that were exported and backups that were made before still hold it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
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
    GroupMembership,
    Passkey,
    Player,
    Round,
    Season,
)
from scorecard.models.device import KEEPER
from scorecard.models.names import as_stored, former_player
from scorecard.rules.options import NAME_PLAYERS
from scorecard.rules.typed import places
from scorecard.rules.words import Sentence, say
from scorecard.services.book import consent
from scorecard.services.history import changes, group_changes, members
from scorecard.services.keeping import mentions
from scorecard.services.players import rosters
from scorecard.services.scoring import sheets
from scorecard.services.standings import awards, results
from scorecard.services.table import amending, seating

CODES = ("of", "how", "touching", "key")
"""What in the lines of a history is no word for people."""
SWITCHED = ("on", "off", "renewed")
TOGETHER = 200
Told = Callable[[Any], Any]


def is_forgotten(player: Player) -> bool:
    """Whether a player has only the name that is given to who was forgotten."""
    return isinstance(as_stored(player.name), Sentence)


def words_alike(session: Session, player: Player) -> dict[str, int]:
    """Return the words in what people wrote that are nearly a player's name, and how often."""
    names = {row.name for row in player.group.players if row.one is player.one}
    return mentions.alike(session, player.group, names)


def forget(
    session: Session, player: Player, write: changes.Write, also: Collection[str] = ()
) -> str:
    """Forget a player of a group for good, and return what they are called from now on.

    Their name, and every name they had in the group's games, is replaced in the roster, in games
    and their history, in the book, in tables of closed seasons, and as a word in what anybody
    wrote; there, what of :func:`words_alike` is named in ``also`` is replaced, too. Names of the
    group itself, its seasons and sets of house rules stay as they are. Scores stay. Phones that
    were theirs alone leave the group and its games.
    """
    if is_forgotten(player.one):
        raise errors.BadInput(
            say("%(name)s was forgotten already.", name=player.one.name), code="forgotten"
        )
    player = player.one
    group = player.group
    same = [row for row in group.players if row.one is player]
    new = _free_name(session, group)
    names = _names_of(session, group, same)
    names |= words_alike(session, player).keys() & set(also)
    seated = _seats_of(session, same)
    for game in _games(session, group):
        _forget_in_game(session, game, seated.get(game.id, ()), names, new, write)
    _forget_in_book(session, group, names, new)
    _forget_in_seasons(session, group, {row.uid for row in same}, new)
    told, table = _told(names, new), GroupChange.__table__
    told_in = [column.name for column in table.c if isinstance(column.type, sa.JSON)]
    _rewrite_rows(
        session,
        table,
        GroupChange.group_id == group.id,
        lambda row: {name: _words(row[name], told) for name in told_in},
    )
    for row in same:
        row.name, row.initial = new, rosters.first_letter(new)
    if player.retired_at is None:
        player.retired_at = write.at
    _let_go(session, group, same, write)
    session.flush()
    group_changes.note(session, group, write, "forgotten", {"name": new})
    consent.settle_open(session, group, write)
    leave_no_trace(session)
    # What was rewritten in the tables themselves is read anew.
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


def _seats_of(session: Session, players: Collection[Player]) -> dict[int, list[int]]:
    """Return the positions at which players sit, by the game's id."""
    ids = {player.id for player in players}
    found: dict[int, list[int]] = {}
    for game in _games(session, next(iter(players)).group):
        found[game.id] = [seat.position for seat in game.seats if seat.player_id in ids]
    return found


def _names_of(session: Session, group: Group, same: Collection[Player]) -> set[str]:
    """Return every name that players had, but for those that are somebody else's today."""
    ids, uids = {row.id for row in same}, {row.uid for row in same}
    found = {row.name for row in same}
    for change in group_changes.lines(session, group):
        if change.about.get("touching") in uids:
            found |= {str(change.about[key]) for key in ("name", "from") if key in change.about}
    for game in _games(session, group):
        mine = {seat.position: seat.name for seat in game.seats if seat.player_id in ids}
        found |= set(mine.values())
        if mine:
            for line in changes.lines(session, game):
                found |= set(_names_at(line.what, mine))
    others = {row.name for row in group.players if row not in same}
    return {name for name in found if name and name not in others}


def _names_at(what: Mapping[str, Any], positions: Collection[int]) -> Iterator[str]:
    for position in positions:
        for side in what.get(f"seat/{position}", ()):
            if side:
                yield side["name"]


def _games(session: Session, group: Group) -> list[Game]:
    """Return all games of a group, also those in the bin, with what they consist of."""
    return list(
        session.scalars(
            select(Game)
            .where(Game.group_id == group.id)
            .order_by(Game.started_at, Game.id)
            .options(selectinload(Game.seats), selectinload(Game.rounds).selectinload(Round.scores))
        )
    )


def _forget_in_game(
    session: Session,
    game: Game,
    positions: Collection[int],
    names: Collection[str],
    new: str,
    write: changes.Write,
) -> None:
    sides = sheets.read(game).sides
    # A name that somebody else has at this table is that one's.
    others = {seat.name for seat in game.seats if seat.position not in positions}
    gone = set(names) - others
    for position in positions:
        seat = next(seat for seat in game.seats if seat.position == position)
        gone.add(seat.name)
        seating.rewrite_names(game, seat.name, new)
        amending.rename(session, game, seat.name, new)
        seat.name = new
    told = _told(gone, new)
    said = _said(game)
    game.not_agreed = [row | {"name": told(row["name"])} for row in game.not_agreed]
    game.amendments = [row | {"reason": told(row["reason"])} for row in game.amendments]
    game.anecdote = told(game.anecdote)
    for round_ in game.rounds:
        round_.anecdote = told(round_.anecdote)
    for amendment in session.scalars(select(Amendment).where(Amendment.game_id == game.id)):
        amendment.reason = told(amendment.reason)
        amendment.options = _in_options(game, amendment.options, gone, new)
    _forget_in_history(session, game, positions, gone, new)
    if not positions and _said(game) == said:
        return
    if positions:
        try:
            fold = sheets.rescore(session, game)
        except errors.RefusedByRules:
            game.reason = told(game.reason)
        else:
            _rename_sides(session, game, sides, fold.setup.sides)
    # What was made of the game as it was is thrown away, and every phone hears so.
    game.version += 1
    changes.note(session, game, write, "forgotten", {"name": new})


def _said(game: Game) -> list[Any]:
    """Return what a game shows of people besides its seats."""
    return [
        *([*row.items()] for row in (*game.not_agreed, *game.amendments)),
        game.anecdote,
        *(round_.anecdote for round_ in game.rounds),
    ]


def _forget_in_history(
    session: Session, game: Game, positions: Collection[int], gone: Collection[str], new: str
) -> None:
    told = _told(gone, new)

    def rewrite(row: Mapping[str, Any]) -> dict[str, Any]:
        what = {
            fact: _fact(game, fact, pair, gone, new, positions)
            for fact, pair in row["what"].items()
        }
        # Where only the name was changed nothing is left to undo, and undo would stop there.
        what = {fact: pair for fact, pair in what.items() if pair[0] != pair[1]}
        return {
            "what": what,
            "about": _about(game, row["about"], gone, new, told),
            "is_undoable": row["is_undoable"] and bool(what),
        }

    _rewrite_rows(session, Change.__table__, Change.game_id == game.id, rewrite)


def _rename_sides(
    session: Session,
    game: Game,
    before: Mapping[str, Collection[str]],
    after: Mapping[str, Collection[str]],
) -> None:
    """Call sides in what is kept of a game as they are called now; they keep their order."""
    session.flush()
    if rows := results.rows_of(game):
        results.store(session, game.id, rows)
    for old, new in zip(before, after, strict=True):
        if old != new:
            session.execute(
                update(Award.__table__)  # type: ignore[arg-type]
                .where(Award.game_id == game.id, Award.side == old)
                .values(side=new)
            )


def _fact(
    game: Game, fact: str, pair: Any, gone: Collection[str], new: str, positions: Collection[int]
) -> Any:
    """Return what a fact was and became, without the names that are to go."""
    noun, *place = fact.split("/")
    match noun:
        case "seat":
            is_theirs = int(place[0]) in positions
            return [
                value | {"name": new} if value and (is_theirs or value["name"] in gone) else value
                for value in pair
            ]
        case "options":
            return [value and _in_options(game, value, gone, new) for value in pair]
        case "amendments":
            told = _told(gone, new)
            return [
                value
                and [
                    one
                    | {
                        "options": _in_options(game, one["options"], gone, new),
                        "reason": told(one["reason"]),
                    }
                    for one in value
                ]
                for value in pair
            ]
        case "anecdote":
            told = _told(gone, new)
            return [value and told(value) for value in pair]
        case "round":
            return [
                value and value | {"data": _in_round(game, value["data"], gone, new)}
                for value in pair
            ]
        case _:
            return pair


def _in_options(
    game: Game, options: Mapping[str, Any], gone: Collection[str], new: str
) -> dict[str, Any]:
    naming = {option.key for option in sheets.rules_of(game).options if option.kind in NAME_PLAYERS}
    found = dict(options)
    for old in gone:
        for key in naming & found.keys():
            found[key] = places.renamed_values(found[key], old, new)
    return found


def _in_round(game: Game, data: Any, gone: Collection[str], new: str) -> Any:
    for old in gone:
        data = places.renamed(data, sheets.form_of(game, 1).round_fields, old, new)
    return data


def _about(
    game: Game, about: Mapping[str, Any], gone: Collection[str], new: str, told: Told
) -> dict[str, Any]:
    found = dict(about)
    if isinstance(found.get("said"), dict):
        found["said"] = _in_round(game, found["said"], gone, new)
    words: dict[str, Any] = _words(found, told)
    return words


def _words(value: Any, told: Told) -> Any:
    """Return a value with every word for people in it told anew; keys and codes stay."""
    match value:
        case str():
            return value if value in SWITCHED else told(value)
        case list():
            return [_words(item, told) for item in value]
        case dict():
            return {
                key: item if key in CODES else _words(item, told) for key, item in value.items()
            }
        case _:
            return value


def _told(gone: Iterable[str], new: str) -> Told:
    """Return what puts the new name wherever one of the others stands as a word of its own."""
    longest_first = sorted(gone, key=lambda name: (-len(name), name))
    words = "|".join(re.escape(name) for name in longest_first)
    if not words:
        return lambda text: text
    pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)")
    return lambda text: pattern.sub(new, text)


def _rewrite_rows(
    session: Session,
    table: Any,
    which: sa.ColumnElement[bool],
    rewrite: Callable[[Mapping[str, Any]], dict[str, Any]],
) -> None:
    """Rewrite lines of a history in the table itself: nothing else may change them."""
    session.flush()
    for row in session.execute(select(table).where(which)).mappings().all():
        changed = rewrite(dict(row))
        if any(row[name] != value for name, value in changed.items()):
            session.execute(update(table).where(table.c.id == row["id"]).values(**changed))


def _forget_in_book(session: Session, group: Group, names: Collection[str], new: str) -> None:
    told = _told(names, new)
    for row, column in mentions.in_book(session, group):
        if (text := getattr(row, column)) != told(text):
            setattr(row, column, told(text))


def _forget_in_seasons(session: Session, group: Group, uids: Collection[str], new: str) -> None:
    """Put the new name into the tables of closed seasons, which stand for good otherwise."""
    initial = rosters.first_letter(new)
    for season in session.scalars(select(Season).where(Season.group_id == group.id)):
        if season.final is None:
            continue
        # Whose sides they were is only asked while their games are here.
        session.execute(
            update(Award.__table__)  # type: ignore[arg-type]
            .where(Award.season_id == season.id, Award.game_id.is_(None))
            .values(side=awards.NO_SIDE)
        )
        season.final = {
            **season.final,
            "table": [
                row | {"name": new, "initial": initial} if row["player"] in uids else row
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
        }


def _let_go(session: Session, group: Group, same: Collection[Player], write: changes.Write) -> None:
    """Let go of the claims, passkeys and phones of who is forgotten.

    A phone that stands for somebody else, too, or keeps the group or a game, stays for that.
    """
    ids = {player.id for player in same}
    for membership in session.scalars(
        select(GroupMembership)
        .where(GroupMembership.group_id == group.id)
        .options(selectinload(GroupMembership.players))
    ).all():
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
