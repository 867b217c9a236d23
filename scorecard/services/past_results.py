"""Take in players and past results from a list: say line by line what will happen, then do it.

A past result becomes a game of plain points that bears the card game's name, with one round that
holds the totals, ended at noon of its day; so it counts in seasons like any other game.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorecard.errors import BadInput
from scorecard.models import Game, Group
from scorecard.models.change import IMPORT
from scorecard.rules import Refusal, Sheet, kinds, score
from scorecard.rules.definitions import (
    GAME_KEY,
    MOST_TYPED,
    Definition,
    Points,
    read_definition,
    to_json,
)
from scorecard.rules.reading import listed
from scorecard.rules.ready_made import READY_MADE
from scorecard.services import codes, group_changes, lists, names, restoring, results, rosters
from scorecard.services.badges import COLOURS
from scorecard.services.changes import Write
from scorecard.services.file_checks import Scored
from scorecard.services.history import signed
from scorecard.services.imports import counted
from scorecard.services.lists import Row
from scorecard.services.restoring import Places
from scorecard.services.seasons import in_words

ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
OTHER_DAY = re.compile(r"(\d{1,4})[./ -](\d{1,2})[./ -](\d{2,4})")
FIRST_YEAR = 1900
NOON = time(12)
FIELD = "points"
WINS = ("highest", "lowest")
PHONE = 1
"""The number that the importing phone has among the phones of a past game."""


@dataclass(frozen=True, slots=True)
class Told:
    """What will happen with some lines; ``mark`` is ``new``, ``here`` or ``bad``."""

    lines: tuple[int, ...]
    mark: str
    sentence: str

    @property
    def where(self) -> str:
        """The lines in words: "Line 3", "Lines 5–7", "Lines 5, 7 and 9"."""
        first, last = self.lines[0], self.lines[-1]
        if first == last:
            return f"Line {first:,}"
        if len(self.lines) == last - first + 1:
            return f"Lines {first:,}–{last:,}"
        return f"Lines {listed([f'{line:,}' for line in self.lines])}"


@dataclass(slots=True)
class NewPlayer:
    """Somebody who joins the roster."""

    name: str
    colour: int | None = None
    initial: str = ""


@dataclass(slots=True)
class Past:
    """A game that was played some day: who had which total, by name."""

    day: date
    definition: Definition
    totals: dict[str, int]
    sheet: Sheet


@dataclass(slots=True)
class Look:
    """What a list would do: told line by line, and what is to be written."""

    kind: str
    told: list[Told] = field(default_factory=list)
    players: list[NewPlayer] = field(default_factory=list)
    games: list[Past] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Whether no line is bad."""
        return not any(told.mark == "bad" for told in self.told)

    @property
    def is_empty(self) -> bool:
        """Whether everything is here already."""
        return not self.players and not self.games

    @property
    def what(self) -> str:
        """What is new, in words."""
        counts = [
            counted(len(found), noun)
            for found, noun in ((self.players, "player"), (self.games, "past game"))
            if found
        ]
        return listed(counts) if counts else "nothing new"


def look(session: Session, group: Group, text: str, at: datetime) -> Look:
    """Return what importing a list would do; write nothing.

    Raises :class:`BadInput` where it is no list at all.
    """
    read = lists.read(text)
    found = Look(read.kind)
    if read.kind == "players":
        _look_at_players(group, read.rows, found)
    else:
        _look_at_results(session, group, read.rows, found, results.day_of(at, group))
    found.told.sort(key=lambda told: told.lines)
    return found


def carry_out(session: Session, group: Group, found: Look, write: Write) -> None:
    """Import what was looked at: all of it, into a group whose players are as they were then."""
    if not found.is_good:
        raise BadInput("Some lines cannot be imported.", field="text")
    for new in found.players:
        write = write.imported
        joining = write.keyless
        rosters.add(session, group, joining, new.name, colour=new.colour, initial=new.initial)
    if found.games:
        _add_games(session, group, found.games, write)
    if not found.is_empty:
        group_changes.note(session, group, write, "imported", {"what": found.what})


def _look_at_players(group: Group, rows: Sequence[Row], found: Look) -> None:
    seen: dict[str, int] = {}
    for row in rows:
        try:
            new = _player(row)
            if other := seen.get(new.name.casefold()):
                raise BadInput(f"{new.name} is in line {other:,} already.")
        except BadInput as error:
            found.told.append(Told((row.line,), "bad", error.message))
            continue
        seen[new.name.casefold()] = row.line
        if known := rosters.named(group, new.name):
            gone = "has retired" if known.retired_at else "is on the roster already"
            found.told.append(Told((row.line,), "here", f"{known.name} {gone}."))
        else:
            found.players.append(new)
            found.told.append(Told((row.line,), "new", f"{new.name} joins the roster."))


def _player(row: Row) -> NewPlayer:
    if row.problem:
        raise BadInput(row.problem)
    name, colour = names.clean(row.cell("name")), None
    if typed := row.cell("colour"):
        colour = lists.number(typed)
        if colour is None or not 1 <= colour <= COLOURS:
            raise BadInput(f"A colour is a number from 1 to {COLOURS}, not “{typed}”.")
    initial = row.cell("initial")
    if initial and len(names.clean(initial, "initial", "A badge")) > rosters.LONGEST_INITIAL:
        raise BadInput(f"“{initial}” is too long: an initial has at most two characters.")
    return NewPlayer(name, colour, initial)


@dataclass(slots=True)
class _Line:
    """A line of past results, as far as it can be read by itself."""

    row: Row
    day: date
    game: str
    player: str
    total: int
    wins: str


def _look_at_results(
    session: Session, group: Group, rows: Sequence[Row], found: Look, today: date
) -> None:
    tables: defaultdict[tuple[date, str, str], list[_Line]] = defaultdict(list)
    for row in rows:
        try:
            line = _line(row, today)
        except BadInput as error:
            found.told.append(Told((row.line,), "bad", error.message))
            continue
        tables[line.day, kinds.kind_named(line.game), row.cell("table").casefold()].append(line)
    here = _games_here(session, group)
    joining: set[str] = set()
    for (day, kind, _table), lines in tables.items():
        numbers = tuple(line.row.line for line in lines)
        try:
            past = _past(group, day, kind, lines)
        except BadInput as error:
            found.told.append(Told(numbers, "bad", error.message))
            continue
        words = _in_words(past)
        trace = (day, kind, frozenset(_known(group, past.totals).items()))
        if here[trace]:
            here[trace] -= 1
            found.told.append(Told(numbers, "here", f"{words}. This game is here already."))
            continue
        new = [
            name
            for name in past.totals
            if rosters.named(group, name) is None and name.casefold() not in joining
        ]
        joining |= {name.casefold() for name in new}
        found.players += [NewPlayer(name) for name in new]
        joins = f" {listed(new)} {'joins' if len(new) == 1 else 'join'} the roster." if new else ""
        found.games.append(past)
        found.told.append(Told(numbers, "new", f"{words}.{joins}"))


def _line(row: Row, today: date) -> _Line:
    if row.problem:
        raise BadInput(row.problem)
    day = _day(row.cell("date"), today)
    game = names.clean(row.cell("game"), "game", "A card game")
    player = names.clean(row.cell("player"))
    total = lists.number(row.cell("total"))
    if total is None:
        typed = row.cell("total")
        raise BadInput(
            f"“{typed}” is no whole number: write {player}'s total as 10450 or -2000."
            if typed
            else f"{player}'s total is missing: write 0 for nothing."
        )
    if abs(total) > MOST_TYPED:
        raise BadInput(
            f"{player}'s total must be from {signed(-MOST_TYPED)} to {MOST_TYPED:,}, not "
            f"{signed(total)}."
        )
    wins = row.cell("wins").casefold()
    if wins and wins not in WINS:
        raise BadInput(f"“{row.cell('wins')}” cannot win: write highest or lowest.")
    return _Line(row, day, game, player, total, wins)


def _day(typed: str, today: date) -> date:
    if not typed:
        raise BadInput(f"The date is missing: write it as {today.isoformat()}.")
    if not ISO_DAY.fullmatch(typed):
        raise BadInput(_other_day(typed))
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        raise BadInput(f"{typed} is no date: there is no such day.") from None
    if day > today:
        raise BadInput(f"{in_words(day)} is still to come.")
    if day.year < FIRST_YEAR:
        raise BadInput(f"{in_words(day)} is too long ago.")
    return day


def _other_day(typed: str) -> str:
    """Return what to say of a day that is not written as 2025-02-28: how to write it."""
    sentence = f"“{typed}” is no date here: write it as 2025-02-28, year first."
    match = OTHER_DAY.fullmatch(typed)
    if match is None:
        return sentence
    one, two, three = map(int, match.groups())
    meant = [
        day.isoformat()
        for year, month, of_month in ((three, two, one), (three, one, two), (one, two, three))
        if (day := _made(year, month, of_month))
    ]
    meant = list(dict.fromkeys(meant))
    if len(meant) > 1:
        return f"“{typed}” could be {meant[0]} or {meant[1]}: write the one you mean."
    return f"“{typed}” is no date here: write {meant[0]}." if meant else sentence


def _made(year: int, month: int, of_month: int) -> date | None:
    try:
        return date(year, month, of_month) if year >= FIRST_YEAR else None
    except ValueError:
        return None


def _past(group: Group, day: date, kind: str, lines: Sequence[_Line]) -> Past:
    """Return the game that some lines make."""
    totals: dict[str, int] = {}
    seen: dict[str, tuple[str, int]] = {}
    for line in lines:
        known = rosters.named(group, line.player)
        name = known.name if known else line.player
        other, number = seen.setdefault(name.casefold(), (name, line.row.line))
        if number != line.row.line:
            raise BadInput(
                f"{other} is in this game twice, in lines {number:,} and {line.row.line:,}. If "
                "these were two games, number them in a column called table."
            )
        totals[name] = line.total
    definition = _definition(kind, lines)
    if definition.is_money and (left := sum(totals.values())):
        raise BadInput(
            f"{definition.name} on {in_words(day)}: what was won and lost must add up to 0, but "
            f"adds up to {signed(left)}."
        )
    sheet = score(_record(definition, totals))
    if isinstance(sheet, Refusal):
        raise BadInput(f"{definition.name} on {in_words(day)}: {sheet.message}")
    return Past(day, definition, totals, sheet)


def _definition(kind: str, lines: Sequence[_Line]) -> Definition:
    """Return the plain scorecard on which a card game's totals are kept."""
    said = {line.wins for line in lines} - {""}
    rules = kinds.rules_of(kind)
    if len(said) > 1:
        raise BadInput("Some lines say that the highest total wins, others the lowest.")
    if rules and said - {rules.best}:
        raise BadInput(f"In {rules.name} the {rules.best} total wins.")
    name = rules.name if rules else " ".join(lines[0].game.split())
    ready = next(
        (one for one in READY_MADE.values() if one.name.casefold() == name.casefold()), None
    )
    usual = rules.best if rules else ready.wins if ready else WINS[0]
    is_money = bool(rules and rules.is_money)
    wins = next(iter(said), usual)
    return read_definition(
        {
            "name": name,
            "fields": to_json((Points(FIELD, "Total", is_signed=True),)),
            "wins": wins,
            "is_zero_sum": is_money,
            "is_money": is_money,
            "notes": "A result from before, taken in from a list.",
        }
    )


def _record(definition: Definition, totals: Mapping[str, int]) -> dict[str, Any]:
    return {
        "game": GAME_KEY,
        "options": {"scorecard": to_json(definition)},
        "players": list(totals),
        "rounds": [{"entries": {name: {FIELD: total} for name, total in totals.items()}}],
        "end_early": True,
    }


def _in_words(past: Past) -> str:
    shown = ", ".join(f"{name} {signed(total)}" for name, total in past.totals.items())
    winners = past.sheet.winners
    if past.definition.is_money:
        won = "the balances stand"
    else:
        won = f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the win'}"
    if past.definition.wins == "lowest":
        won += " (lowest)"
    return f"{past.definition.name} on {in_words(past.day)}: {shown}; {won}"


def _known(group: Group, totals: Mapping[str, int]) -> dict[str, int]:
    """Return totals by the uid of the player here, of others by the name."""
    found = {}
    for name, total in totals.items():
        known = rosters.named(group, name)
        found[known.uid if known else f"new {name}"] = total
    return found


def _games_here(session: Session, group: Group) -> Counter[Any]:
    """Return how often each day, card game and set of totals is here already."""
    found = session.scalars(
        select(Game)
        .where(Game.group_id == group.id, Game.ended_at.is_not(None), Game.deleted_at.is_(None))
        .options(selectinload(Game.seats))
    )
    return Counter(
        (
            results.day_of(game.started_at, group),
            game.kind,
            frozenset((seat.player.one.uid, seat.total) for seat in game.seats if seat.player),
        )
        for game in found
    )


def _add_games(session: Session, group: Group, games: Sequence[Past], write: Write) -> None:
    zone = ZoneInfo(group.time_zone)
    taken = set(session.scalars(select(Game.started_at).where(Game.group_id == group.id)))
    places = Places(session, write, group, phones={PHONE: write.device.id})
    written, scored = [], {}
    for past in games:
        moment = datetime.combine(past.day, NOON, zone).astimezone(UTC)
        while moment in taken:
            moment += timedelta(seconds=1)
        taken.add(moment)
        game = _written(past, moment.isoformat(), write.at.isoformat())
        for name, seat in zip(past.totals, game["seats"], strict=True):
            player = rosters.named(group, name)
            assert player is not None, "who was not on the roster has just joined"
            seat["player"] = player.uid
            places.players[player.uid] = player
        written.append(game)
        kind = kinds.kind_named(past.definition.name)
        scored[game["uid"]] = Scored(past.sheet, kind)
    ids = restoring.games(session, written, scored, places)
    results.settle_all(session, group, restoring.loaded(session, ids), write.at)


def _written(past: Past, moment: str, now: str) -> dict[str, Any]:
    """Return a past game as a file of a group would have it; its players are put in later."""
    record = _record(past.definition, past.totals)
    entries = [
        {"seat": seat, "data": {FIELD: total}, "phone": PHONE, "at": now, "version": 1}
        for seat, total in enumerate(past.totals.values(), start=1)
    ]
    return {
        "uid": codes.new_uid(),
        "rules": GAME_KEY,
        "options": record["options"],
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
        "anecdote": "",
        "waiting": None,
        "seats": [
            {"position": seat, "name": name, "left_after": None, "player": None}
            for seat, name in enumerate(past.totals, start=1)
        ],
        "rounds": [
            {
                "number": 1,
                "data": {},
                "is_closed": True,
                "version": 1,
                "anecdote": "",
                "entries": entries,
            }
        ],
        "history": [
            {
                "version": 1,
                "kind": "past_result",
                "what": {},
                "about": {},
                "is_undoable": False,
                "reverts": None,
                "phone": PHONE,
                "at": now,
                "source": IMPORT,
                "made_at": None,
            }
        ],
        "phones": [],
    }
