"""A group's records: the best feats of its games, and who achieved them.

Records are read from the index of the feats, never by counting games, so the cost depends on the
number of card games and players, not on how often they played.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Annotated, Any

from sqlalchemy import CTE, ScalarSelect, Select, String, bindparam, func, select, union_all
from sqlalchemy.orm import Session

from scorecard import answers
from scorecard.answers import says
from scorecard.database import pieces
from scorecard.models import Feat, Game, Group, Player, Result
from scorecard.rules import card_game, kinds, sheet
from scorecard.rules.outcome import feats
from scorecard.rules.words import say
from scorecard.services.scoring import badges

MOST_NAMED = 3
"""Players named for one record; more who share it are only counted."""
PAIRS_AT_ONCE = 100
"""Pairs of a kind and a key that one statement looks up; SQLite takes 500."""


@answers.answer
class Partner(answers.OfPlayer):
    """Somebody who set a record together with another one."""


@answers.answer
class RecordHolder(Partner):
    """Who set a record, when, and in which round; 0 is the whole game."""

    partners: Annotated[list[Partner], says("Who set it together with them.")]
    day: answers.Day
    game: str
    round: int


@answers.answer
class GroupRecord:
    """The best there was of one thing."""

    key: str
    label: str
    value: int
    holders: Annotated[list[RecordHolder], says("Who set it first comes first.")]
    others: Annotated[int, says("How many more share it.")]


@answers.answer
class GameRecords:
    """The records of one card game."""

    kind: str
    name: str
    is_money: bool
    round_word: Annotated[str, says("What a round is called: Round, Hand, Deal.")]
    records: list[GroupRecord]


def of_group(session: Session, group: Group) -> list[GameRecords]:
    """Return a group's records, a book for each card game, by name."""
    players = {player.id: player for player in group.players if player.merged_into_id is None}
    wanted = [
        (book, key)
        for kind in kinds_of(session, group)
        for book in kinds.books_of(kind)
        for key in (*feats.COMMON, *_own_keys(kinds.rules_of(kind)))
    ]
    rows = firsts(session, wanted, list(players))
    records_of: defaultdict[str, list[GroupRecord]] = defaultdict(list)
    manners: dict[str, dict[str, Any]] = {}
    for (book, key), sharing in groupby(rows, key=lambda row: (row.kind, row.key)):
        holders = list(sharing)
        rules = kinds.rules_of(book) or sheet.rules_for(holders[0].rules, holders[0].options)
        records_of[book].append(_record(key, rules, holders, players))
        if book not in manners or rules.has_rounds:
            manners[book] = manner_of(rules)
    names = kinds.names_of(records_of)
    order = {pair: number for number, pair in enumerate(wanted)}
    books = [
        GameRecords(
            kind=kinds.kind_in(book),
            name=names[book],
            **manners[book],
            records=sorted(records, key=lambda record: order[book, record.key]),
        )
        for book, records in records_of.items()
    ]
    return sorted(books, key=lambda book: book.name.casefold())


def _record(
    key: str, rules: card_game.GameRules[Any], holders: Sequence[Any], players: Mapping[int, Player]
) -> GroupRecord:
    sides = _by_side(holders)
    return GroupRecord(
        key=key,
        label=feats.label(rules, key),
        value=feats.shown(key, holders[0].worth, rules.best),
        holders=[
            RecordHolder(
                **badges.who(players[first.player_id]),
                partners=[Partner(**badges.who(players[row.player_id])) for row in partners],
                **place_of(first),
            )
            for first, *partners in sides[:MOST_NAMED]
        ],
        others=sum(map(len, sides[MOST_NAMED:])),
    )


def kinds_of(session: Session, group: Group) -> list[str]:
    """Return the kinds a group has played, running games included, by one index read each."""
    return list(session.scalars(_kinds(), {"group": group.id}))


@cache
def _kinds() -> Select[str]:
    """Return the statement of :func:`kinds_of`: to build it takes longer than to ask it."""
    of_group = (Game.group_id == bindparam("group"), Game.deleted_at.is_(None))
    first = select(func.min(Game.kind).label("kind")).where(*of_group, Game.kind > "")
    played = first.cte(recursive=True)
    following = select(func.min(Game.kind)).where(*of_group, Game.kind > played.c.kind)
    played = played.union_all(select(following.scalar_subquery()).where(played.c.kind.is_not(None)))
    return select(played.c.kind).where(played.c.kind.is_not(None))


def books_of(session: Session, group: Group) -> list[str]:
    """Return the books in which a group has results."""
    return list(session.scalars(select(Result.kind).where(Result.group_id == group.id).distinct()))


def firsts(
    session: Session, wanted: Sequence[tuple[str, str]], player_ids: Sequence[int]
) -> list[Any]:
    """Return which of some players achieved their best feat of each kind and key.

    ``wanted`` are pairs of a kind (a book) and a key. Of each player it is the first time only.
    Rows have kind, key, worth, player_id, round, order_key, played_on, side, and the game's uid,
    rules and options; they are sorted by kind, key and time.
    """
    rows: list[Any] = []
    for pairs in pieces.in_parts(wanted, PAIRS_AT_ONCE):
        values: dict[str, Any] = {"players": list(player_ids)}
        for place, (kind, key) in enumerate(pairs):
            values |= {f"kind_{place}": kind, f"key_{place}": key}
        rows += session.execute(_firsts(len(pairs)), values)
    return sorted(rows, key=lambda row: (row.kind, row.key, row.order_key, row.player_id))


@cache
def _firsts(pairs: int) -> Any:
    """Return the statement for so many pairs: to build it takes longer than to ask it."""
    own = _best_of_each(pairs)
    top = (
        select(own.c.kind, own.c.key, func.max(own.c.worth).label("worth"))
        .group_by(own.c.kind, own.c.key)
        .cte("top")
    )
    return (
        select(
            own.c.kind,
            own.c.key,
            own.c.worth,
            Feat.player_id,
            Feat.round,
            Feat.order_key,
            Result.played_on,
            Result.side,
            Game.uid,
            Game.rules,
            Game.options,
        )
        .select_from(own)
        .join(
            top,
            (top.c.kind == own.c.kind) & (top.c.key == own.c.key) & (top.c.worth == own.c.worth),
        )
        .join(
            Feat,
            (Feat.game_id == _first_game(own))
            & (Feat.player_id == own.c.player_id)
            & (Feat.key == own.c.key),
        )
        .join(Result, (Result.game_id == Feat.game_id) & (Result.player_id == Feat.player_id))
        .join(Game, Game.id == Feat.game_id)
    )


def _best_of_each(pairs: int) -> CTE:
    """Select the best worth of each player in each kind and key; None where there is none."""
    wanted = union_all(
        *(
            select(
                bindparam(f"kind_{place}", type_=String).label("kind"),
                bindparam(f"key_{place}", type_=String).label("key"),
            )
            for place in range(pairs)
        )
    ).cte("asked")
    best = (
        select(func.max(Feat.worth))
        .where(Feat.player_id == Player.id, Feat.kind == wanted.c.kind, Feat.key == wanted.c.key)
        .correlate(wanted, Player)
        .scalar_subquery()
    )
    return (
        select(wanted.c.kind, wanted.c.key, Player.id.label("player_id"), best.label("worth"))
        .join(Player, Player.id.in_(bindparam("players", expanding=True)))
        .cte("own")
    )


def _first_game(own: CTE) -> ScalarSelect[Any]:
    """Select the first game in which a player reached their best worth."""
    one = Feat.__table__.alias("one")
    return (
        select(one.c.game_id)
        .where(
            one.c.player_id == own.c.player_id,
            one.c.kind == own.c.kind,
            one.c.key == own.c.key,
            one.c.worth == own.c.worth,
        )
        .order_by(one.c.order_key)
        .limit(1)
        .correlate(own)
        .scalar_subquery()
    )


def manner_of(rules: card_game.GameRules[Any] | None) -> dict[str, Any]:
    """Return whether a card game's points are money, and what it calls a round."""
    return {
        "is_money": bool(rules and rules.is_money),
        "round_word": rules.round_word if rules else say("Round"),
    }


def place_of(row: Any) -> dict[str, Any]:
    """Return when and where a feat happened: its day, its game's uid, and the round."""
    return {"day": row.played_on.isoformat(), "game": row.uid, "round": row.round}


def _by_side(rows: Sequence[Any]) -> list[list[Any]]:
    """Return rows in lists: partners, who achieved something together, are in one."""
    sides: defaultdict[tuple[Any, ...], list[Any]] = defaultdict(list)
    for row in rows:
        sides[row.uid, row.side, row.round].append(row)
    return list(sides.values())


def _own_keys(rules: card_game.GameRules[Any] | None) -> Iterator[str]:
    return (feat.key for feat in rules.feats) if rules else iter(())
