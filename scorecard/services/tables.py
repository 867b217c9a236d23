"""What everybody at the table sees: one JSON-plain description of a game at one version.

The sheet's page fragment, the API's answer and the event stream are all made from it, and it is
the same for every phone.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Change, Entry, Game, Round
from scorecard.pieces import give_way
from scorecard.rules import RuleWarning, Sheet
from scorecard.rules.awards import read_scheme
from scorecard.rules.core import OpenRound, TableCheck
from scorecard.rules.fold import Fold
from scorecard.rules.words import say
from scorecard.services import (
    amending,
    changes,
    games,
    history,
    members,
    playing_time,
    prospects,
    rounds,
    rulings,
    seasons,
    settling,
    sheets,
    standings,
    wording,
)
from scorecard.services.badges import badges as badges_of
from scorecard.services.house_rules import book_warning


@dataclass(frozen=True, slots=True)
class View:
    """A game as it stands: what is said of it, the rules' sheet, and how each phone is called.

    The rounds that were played are not in ``game``: they may be many, and are asked for apart.
    ``seats`` are the place and name of each seat, by its id, ``anecdotes`` what is told of rounds,
    by their numbers.
    """

    game_id: int
    game: dict[str, Any]
    fold: Fold
    sheet: Sheet
    seats: Mapping[int, tuple[int, str]]
    labels: Mapping[int, str]
    anecdotes: Mapping[int, str]

    @property
    def played(self) -> int:
        """How many rounds were played, those after the end included."""
        return len(self.sheet.round_scores)

    def scores(self, before: int, most: int) -> list[dict[str, Any]]:
        """Return what the rules make of so many rounds before one, the latest first."""
        last = min(before - 1, self.played)
        return [self.score(number) for number in range(last, max(0, last - most), -1)]

    def score(self, number: int) -> dict[str, Any]:
        """Return what the rules make of a round that was played."""
        sheet = self.sheet
        return {
            "number": number,
            "story": sheet.told[number - 1](),
            "anecdote": self.anecdotes.get(number, ""),
            "is_after_end": number in sheet.after_end,
            "scores": dict(sheet.round_scores[number - 1]),
            "warnings": [_warning(told) for told in sheet.warnings if told.round == number],
        }


def present(session: Session, game: Game) -> dict[str, Any]:
    """Return the game as it stands: sides, seats, rounds, the open round, what undo would do.

    In a blind game the entries of the open round are left out until everybody is in.
    """
    view = look(session, game)
    return {**view.game, "rounds": rounds_played(session, view)}


def look(session: Session, game: Game) -> View:
    """Return everything that :func:`present` does but the rounds that were played."""
    fold = sheets.settled(session, game)
    counted = None if game.is_ended else sheets.open_round(game)
    sheet = sheets.sheet_of(game, fold, counted)
    rules = sheets.rules_of(game)
    beside = _beside(session, game, fold)
    labels, seats_of = beside.labels, beside.seats_of
    house_rules = _house_rules(game, beside.otherwise)
    reach = changes.reach(session, game)
    turn = games.turn(game, sheet)
    badges = badges_of(game)
    side_of = {name: side for side, names in sheet.sides.items() for name in names}
    last = _last_scores(sheet)
    played = playing_time.of_game(session, game, fold)
    shown = {
        "id": game.uid,
        "game": game.rules,
        "name": rules.name,
        "version": game.version,
        "status": sheet.stands,
        "is_ended": game.is_ended,
        "reason": sheet.reason,
        "anecdote": game.anecdote,
        "target": sheet.target,
        "best": rules.best,
        "is_money": rules.is_money,
        "round_word": rules.round_word,
        "action": rules.action,
        "options": game.options,
        "is_blind": game.is_blind,
        "started_at": game.started_at.isoformat(),
        "ended_at": game.ended_at.isoformat() if game.ended_at else None,
        "seconds_played": int(played.time.total_seconds()),
        "played_until": played.until.isoformat() if played.until else None,
        "took": playing_time.sentence(played.time, len(sheet.round_scores), rules.round_word)
        if game.is_ended
        else "",
        "sides": [
            {
                "side": side,
                "name": " & ".join(names),
                "seats": [seat.position for seat in game.seats if seat.name in names],
                **_standing(side, sheet, last),
            }
            for side, names in sheet.sides.items()
        ],
        "seats": [
            {
                "seat": seat.position,
                "name": seat.name,
                "colour": badges[seat.position].colour,
                "initial": badges[seat.position].initial,
                "left_after": seat.left_after,
                "marks": list(sheet.between.marks.get(seat.name, ())),
                **_standing(side_of[seat.name], sheet, last),
            }
            for seat in game.seats
        ],
        "open_round": _open_round(game, fold, counted, sheet, labels),
        "last_check": _last_check(game, fold),
        "payments": [asdict(payment) for payment in settling.settle(settling.balances_of(sheet))]
        if rules.is_money and game.is_ended
        else [],
        "facts": list(sheet.between.facts),
        "warnings": [
            *([_warning(not_agreed)] if (not_agreed := book_warning(game)) else []),
            *(_warning(warning) for warning in sheet.warnings if warning.round == 0),
        ],
        "house_rules": house_rules,
        "amendments": beside.amendments,
        "amendment": beside.amendment,
        # Whatever else was done since has closed the matter.
        "turned_down": beside.turned_down if beside.version == game.version else None,
        "book": _book(session, game, house_rules) if house_rules else beside.book,
        "is_deleted": game.deleted_at is not None,
        "group": {"id": game.group.uid, "name": game.group.name} if game.group else None,
        "awards": _awards(session, game),
        "uncounted": prospects.of_ended(session, game),
        "after_end": list(sheet.after_end),
        "turn": {
            "seat": turn.position,
            "does": sheet.between.turn[1] if sheet.between.turn else rules.turn,
        },
        "undo": _step(reach.undo, game, seats_of),
        "redo": _step(reach.redo, game, seats_of),
        "rematch": beside.rematch,
    }
    places = {seat.id: (seat.position, seat.name) for seat in game.seats}
    return View(game.id, shown, fold, sheet, places, labels, beside.anecdotes)


@dataclass(frozen=True, slots=True)
class _Beside:
    """What stands beside the counts of a game, and is what it is while nothing but counts comes.

    ``version`` is the one that it was read at, and ``next_number`` that of the round being counted
    then. ``labels`` are how phones are called, and ``seats_of`` the seats they count for. ``book``
    is of a game without house rules of a group, which change without it.
    """

    version: int
    next_number: int
    labels: Mapping[int, str]
    seats_of: Mapping[int, list[int]]
    amendments: list[dict[str, Any]]
    amendment: dict[str, Any] | None
    turned_down: dict[str, Any] | None
    rematch: str | None
    otherwise: str
    book: str
    anecdotes: Mapping[int, str]


# Any write that is more than a count begins another walk.
_kept: WeakKeyDictionary[Fold, _Beside] = WeakKeyDictionary()


def _beside(session: Session, game: Game, fold: Fold) -> _Beside:
    found = _kept.get(fold.root)
    # From which round a change would hold, depends on the round being counted.
    if found and (found.amendment is None or found.next_number == fold.next_number):
        return found
    memberships = members.everybody(session, game)
    labels = members.labels(memberships)
    again = games.rematch_of(session, game)
    found = _kept[fold.root] = _Beside(
        version=game.version,
        next_number=fold.next_number,
        labels=labels,
        seats_of=members.seats_of(memberships),
        amendments=amendments(game),
        amendment=_waiting_amendment(session, game, labels),
        turned_down=_turned_down(session, game, labels),
        rematch=again.uid if again else None,
        otherwise=_otherwise(game),
        book=_book(session, game, None),
        anecdotes=_anecdotes(session, game),
    )
    return found


def rounds_played(
    session: Session, view: View, number: int | None = None, *, after: int = 0
) -> list[dict[str, Any]]:
    """Return the rounds that were played, with who counted what.

    Only the one with a ``number`` where that is given, or those ``after`` one.
    """
    statement = (
        select(Round.number, Round.data)
        .add_columns(Entry.seat_id, Entry.data, Entry.device_id, Entry.entered_at, Entry.version)
        .outerjoin(Entry, Entry.round_id == Round.id)
        .where(Round.game_id == view.game_id, Round.is_closed, Round.number > after)
        .order_by(Round.number)
    )
    if number is not None:
        statement = statement.where(Round.number == number)
    found: dict[int, dict[str, Any]] = {}
    for played, said, seat_id, typed, device_id, at, version in session.execute(statement):
        if played not in found:
            give_way()
            found[played] = {"said": said, **view.score(played), "entries": []}
        if seat_id is not None:
            position, name = view.seats[seat_id]
            points = found[played]["scores"].get(name)
            entry = _told(position, points, typed, device_id, at, version, view.labels)
            found[played]["entries"].append(entry)
    for round_ in found.values():
        round_["entries"].sort(key=lambda entry: entry["seat"])
    return list(found.values())


def _anecdotes(session: Session, game: Game) -> dict[int, str]:
    """Return what is told of the rounds of a game, by their numbers."""
    told = select(Round.number, Round.anecdote).where(
        Round.game_id == game.id, Round.anecdote != ""
    )
    return {round_.number: round_.anecdote for round_ in session.execute(told)}


def _house_rules(game: Game, otherwise: str) -> dict[str, Any] | None:
    """Say by which house rules a game is played, in which version, and what it plays otherwise."""
    version = game.house_rules
    if version is None:
        return None
    return {
        "id": version.of.uid,
        "name": version.of.name,
        "version": version.number,
        "otherwise": otherwise,
    }


def _otherwise(game: Game) -> str:
    """Say what a game plays otherwise than the version of its house rules, "" for nothing."""
    if game.house_rules is None:
        return ""
    in_force, players = amending.game_options(game), [seat.name for seat in game.seats]
    rules = sheets.rules_of(game)
    return wording.off_book_words(
        wording.off_book(rules, in_force, game.house_rules.options, players)
    )


def amendments(game: Game) -> list[dict[str, Any]]:
    """Return what was changed while a game ran: from which round on, what in words, and why."""
    rules = sheets.rules_of(game)
    return [
        {
            "from_round": amendment["from_round"],
            "options": amendment["options"],
            "changes": wording.change_sentences(
                rules, amending.game_options(game, number), amendment["options"], was="before"
            ),
            "reason": amendment["reason"],
        }
        for number, amendment in enumerate(game.amendments)
    ]


def _waiting_amendment(
    session: Session, game: Game, labels: Mapping[int, str]
) -> dict[str, Any] | None:
    """Return the change of the house rules that waits for consent, and whose is missing."""
    amendment = amending.waiting(session, game)
    if amendment is None or game.is_ended or game.deleted_at:
        return None
    return {
        "id": amendment.id,
        "options": amendment.options,
        "changes": wording.change_sentences(
            sheets.rules_of(game), amending.game_options(game), amendment.options
        ),
        "reason": amendment.reason,
        "is_retroactive": amendment.is_retroactive,
        "from_round": amending.holds_from(game, amendment),
        "by": labels.get(amendment.device_id, say("another phone")),
        "missing": [seat.position for seat in amending.missing(game, amendment)],
        "without_phone": [
            seat.position for seat in amending.without_phone(session, game, amendment)
        ],
    }


def _turned_down(session: Session, game: Game, labels: Mapping[int, str]) -> dict[str, Any] | None:
    """Return who has just turned down a change or taken it back; None once something else was."""
    change = changes.at_version(session, game, game.version)
    if change is None or change.kind != "amendment_dropped":
        return None
    return {
        "by": labels.get(change.device_id, say("another phone")),
        "what": change.about["what"],
        "is_taken_back": bool(change.about.get("taken_back")),
    }


def _book(session: Session, game: Game, house_rules: dict[str, Any] | None) -> str:
    """Return what tells one state of the rules of this game from another."""
    settled = [ruling.uid for ruling in rulings.of_game(session, game)]
    state = [game.options, game.amendments, house_rules, settled]
    return f"{zlib.crc32(json.dumps(state, sort_keys=True).encode()):08x}"


def _awards(session: Session, game: Game) -> list[dict[str, Any]]:
    """Return what an ended game brings in each season: who earned what, and moved from where."""
    if game.group is None or not game.is_ended or game.deleted_at:
        return []
    found = [
        {
            "season": season.uid,
            "name": season.name,
            "scheme": read_scheme(season.scheme).name,
            "is_closed": season.is_closed,
            "is_latest": standings.is_latest(session, season, game),
            "players": standings.moves(session, season, game),
        }
        for season in seasons.awarding(session, game)
    ]
    return [season for season in found if season["players"]]


def _last_scores(sheet: Sheet) -> Mapping[str, int]:
    """Return what the last round that counts brought each side."""
    counted = len(sheet.round_scores) - len(sheet.after_end)
    return sheet.round_scores[counted - 1] if counted else {}


def _standing(side: str, sheet: Sheet, last: Mapping[str, int]) -> dict[str, Any]:
    return {
        "total": sheet.totals[side],
        "rank": sheet.ranks[side],
        "last": last.get(side),
        "is_winner": side in sheet.winners,
    }


def _open_round(
    game: Game, fold: Fold, round_: Round | None, sheet: Sheet, labels: Mapping[int, str]
) -> dict[str, Any] | None:
    if game.is_ended or sheet.status != "in_progress":
        return None
    form = fold.form
    seen = sheet.open_round
    if seen is None:
        looked = fold.look({})
        assert isinstance(looked, OpenRound), "nothing was entered that could be refused"
        seen = looked
    is_hidden = game.is_blind and bool(seen.awaited)
    entries = _in_order(round_) if round_ else []
    holder = next((entry for entry in entries if rounds.holds(entry.data, form)), None)
    position_of = {seat.name: seat.position for seat in game.seats}
    return {
        "number": fold.next_number,
        "said": round_.data if round_ else {},
        "anecdote": round_.anecdote if round_ else "",
        "entries": [
            _entry(entry, None, labels) | {"entry": None, "note": ""}
            if is_hidden
            else _entry(entry, seen.scores.get(entry.seat.name), labels)
            | {"note": seen.notes.get(entry.seat.name, "")}
            for entry in entries
        ],
        "has_entries": bool(form.styles),
        "missing": [position_of[name] for name in seen.awaited.players],
        "awaits": seen.awaited.table,
        "can_close": sheets.rules_of(game).absent_entry is not None,
        "hint": "" if is_hidden else seen.hint,
        "warnings": [_warning(warning) for warning in seen.warnings],
        "check": _check(seen.check, game) if seen.check and not is_hidden else None,
        "single": {"key": form.single, "seat": holder.seat.position if holder else None}
        if form.single
        else None,
    }


def _last_check(game: Game, fold: Fold) -> dict[str, Any] | None:
    """Say whether the round closed last added up; None where nothing can be said of it."""
    check = fold.check_of_last
    return _check(check, game) if check and check.sentence else None


def _in_order(round_: Round) -> list[Entry]:
    return sorted(round_.entries, key=lambda entry: entry.seat.position)


def _entry(entry: Entry, points: int | None, labels: Mapping[int, str]) -> dict[str, Any]:
    kept = (entry.data, entry.device_id, entry.entered_at, entry.version)
    return _told(entry.seat.position, points, *kept, labels)


def _told(
    seat: int,
    points: int | None,
    typed: Any,
    device_id: int,
    at: datetime,
    version: int,
    labels: Mapping[int, str],
) -> dict[str, Any]:
    return {
        "seat": seat,
        "points": points,
        "entry": typed,
        "by": labels.get(device_id, say("another phone")),
        "at": at.isoformat(),
        "version": version,
    }


def _check(check: TableCheck, game: Game) -> dict[str, Any]:
    position_of = {seat.name: seat.position for seat in game.seats}
    return {
        "is_complete": check.is_complete,
        "is_by_card": check.is_by_card,
        "sentence": check.sentence,
        "cards": [
            {
                "card": card.card,
                "label": card.label,
                "expected": card.expected,
                "counted": card.counted,
                "by": [
                    {"seat": position_of[name], "count": number} for name, number in card.by.items()
                ],
            }
            for card in check.cards
        ],
    }


def _step(
    change: Change | None, game: Game, seats_of: Mapping[int, list[int]]
) -> dict[str, Any] | None:
    if change is None:
        return None
    return {
        "label": history.sentence(change, game),
        "seats": seats_of.get(change.device_id, []),
    }


def _warning(warning: RuleWarning) -> dict[str, Any]:
    return {"code": warning.code, "message": warning.message}
