"""Stakes of games: what a result comes to in the cash box, and whether it still says so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import CashEntry, Game, Group, Player, Result
from scorecard.rules.outcome import cash, stakes
from scorecard.rules.words import Sentence, say
from scorecard.services.cash import entries, wording
from scorecard.services.history import changes, group_changes
from scorecard.services.scoring import sheets
from scorecard.services.standings import results

OTHERWISE = "result_changed"
"""The code of a refusal of sums that are no longer those that were shown."""


def of_game(session: Session, group: Group, game: Game, way: str, amount: int) -> entries.Cents:
    """Return what players win or lose in cents; refuse a result that is nothing in money."""
    if way not in cash.WAYS:
        raise errors.BadInput(say("Say how: %(ways)s.", ways=", ".join(cash.WAYS)), field="way")
    entries.check_amount(amount)
    rows = _results(session, group, [game.id]).get(game.id, ())
    if not rows:
        raise errors.Conflict(say("This game has no result yet. End it first."))
    if len(rows) < rows[0].table_size:
        raise errors.Conflict(
            say("Somebody at this table is not among the players. Say who sat where first.")
        )
    cents = _cents(group, rows, way, amount)
    if cents is None:
        raise errors.Conflict(
            say("Chips on the table belong to nobody, so this doesn’t come out even.")
            if rows[0].is_money and way == cash.POINTS
            else say("Nobody has won this game, so nobody gets anything.")
        )
    if not cents:
        raise errors.BadInput(say("Nobody owes anybody anything."), field="amount")
    if max(map(abs, cents.values())) > cash.MOST_CENTS:
        raise errors.BadInput(say("This comes to too much money."), field="amount")
    return cents


def explained(game: Game) -> Mapping[str, Sentence]:
    """Return what each way does with a game's result, a sentence each."""
    return {
        cash.POINTS: say("What each took home, times this much.")
        if sheets.rules_of(game).is_money
        else say("Each loser pays the winner this much for each point behind."),
        cash.WINNER: say("Each loser pays the winner this much."),
    }


def shown(cents: entries.Cents) -> str:
    """Return a text that tells whether sums are still those that somebody was shown."""
    return " ".join(sorted(f"{player.uid}:{won}" for player, won in cents.items()))


def put(
    session: Session,
    group: Group,
    write: changes.Write,
    game: Game,
    way: str,
    amount: int,
    *,
    was_shown: str = "",
) -> CashEntry:
    """Put what a game's result comes to into the cash box, unless another sum ``was_shown``."""
    if of_one(session, group, game):
        raise errors.Conflict(say("This game is in the cash box already."))
    cents = of_game(session, group, game, way, amount)
    if was_shown and was_shown != shown(cents):
        raise errors.Conflict(say("The result has changed since."), code=OTHERWISE)
    entry = entries.new(group, write.at, cash.STAKE, amount)
    entry.way, entry.game = way, game
    entry.day = results.day_of(game.started_at, group)
    return entries.add(session, entry, write, cents)


def anew(session: Session, entry: CashEntry, write: changes.Write) -> None:
    """Write the stakes of a game anew, as its result is now."""
    group = entry.group
    group_changes.refuse_stale(session, group, write, entry.uid)
    if entry.game is None or entry.game.group_id != group.id:
        raise errors.Conflict(say("This game is not in the group any more."))
    cents = of_game(session, group, entry.game, entry.way, entry.amount)
    about: dict[str, Any] = {}
    with group_changes.record(session, group, write, "cash_changed", entry, about):
        entries.put_shares(entry, cents)
        about |= wording.about(entry)


def of_one(session: Session, group: Group, game: Game) -> CashEntry | None:
    """Return the entry of a game in the cash box, or None."""
    return session.scalar(
        select(CashEntry).where(CashEntry.group_id == group.id, CashEntry.game_id == game.id)
    )


def outdated(session: Session, group: Group, found: Iterable[CashEntry]) -> set[str]:
    """Return the uids of the entries that differ from the result that their game has now."""
    of_games = {entry.game_id: entry for entry in found if entry.game_id is not None}
    rows = _results(session, group, of_games)
    return {
        entry.uid
        for game, entry in of_games.items()
        if _stored(entry) != _cents(group, rows.get(game, ()), entry.way, entry.amount)
    }


def _stored(entry: CashEntry) -> dict[Player, int]:
    stored: dict[Player, int] = {}
    for share in entry.shares:
        one = share.player.one
        stored[one] = stored.get(one, 0) + share.amount
    return {player: amount for player, amount in stored.items() if amount}


def _cents(group: Group, rows: Sequence[Result], way: str, amount: int) -> dict[Player, int] | None:
    """Return what each player wins or loses by these results, without those who do neither."""
    if not rows:
        return None
    is_money = rows[0].is_money
    finishes = [
        stakes.Finish(row.player_id, row.side, row.total if is_money else row.worth, row.is_win)
        for row in rows
    ]
    found = stakes.cents(finishes, way, amount, is_money=is_money)
    by_id = {player.id: player for player in group.players}
    if found is None:
        return None
    return {by_id[player]: won for player, won in found.items() if won}


def _results(session: Session, group: Group, games: Collection[int]) -> dict[int, list[Result]]:
    rows = session.scalars(
        select(Result)
        .where(Result.game_id.in_(games), Result.group_id == group.id)
        .order_by(Result.game_id, Result.rank, Result.player_id)
    )
    return {game: list(of_game) for game, of_game in groupby(rows, key=lambda row: row.game_id)}
