"""Take in players and past results from a list: say line by line what will happen, then do it.

A past result becomes a game of plain points that bears the card game's name, with one round that
holds the totals, ended at noon of its day; so it counts in seasons like any other game.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import Any, cast
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Game, Group, Player, Result
from scorecard.models.change import IMPORT
from scorecard.rules import Refusal, Sheet, core, kinds, score
from scorecard.rules.games.own_scorecard import definition_reader, definitions, ready_made
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, joined, quoted, say, say_n, shown
from scorecard.services.files import file_checks, restoring, undoing
from scorecard.services.history import changes
from scorecard.services.limits import bounds, codes, names, quotas
from scorecard.services.players import rosters
from scorecard.services.scoring import badges
from scorecard.services.spreadsheets import list_days, list_encodings, list_headings, lists
from scorecard.services.standings import records, results

Roster = Mapping[str, Player]
"""A group's players by the keys of their names."""
_TRACE = (Result.game_id, Result.played_on, Result.kind, Result.player_id, Result.total)
"""What tells past games apart."""

NOON = time(12)
FIELD = ready_made.PAST_FIELD.key
WINS = ("highest", "lowest")
TOGETHER = 500
"""Days that are asked for at once."""
PHONE = 1
"""The number that the importing phone has among the phones of a past game."""


@dataclass(frozen=True, slots=True)
class Told:
    """What will happen with some lines; ``mark`` is ``new``, ``here`` or ``bad``."""

    lines: tuple[int, ...]
    mark: str
    sentence: Sentence

    @property
    def where(self) -> Sentence:
        """The lines in words: "Line 3", "Lines 5–7", "Lines 5, 7 and 9"."""
        first, last = self.lines[0], self.lines[-1]
        if first == last:
            return say("Line %(line)s", line=first)
        if len(self.lines) == last - first + 1:
            return say("Lines %(first)s–%(last)s", first=first, last=last)
        return say("Lines %(lines)s", lines=reading.listed([shown(line) for line in self.lines]))


@dataclass(slots=True)
class Past:
    """A game that was played some day: who had which total, by name."""

    day: date
    definition: definitions.Definition
    totals: dict[str, int]
    sheet: Sheet

    @property
    def kind(self) -> str:
        """Which card game it is."""
        return kinds.kind_named(self.definition.name, self.definition.wins)


@dataclass(slots=True)
class Look:
    """What a list would do: told line by line, and what is to be written.

    ``repaired`` is its text read in the other encoding, where that may be meant; else "".
    """

    kind: str
    repaired: str = ""
    told: list[Told] = field(default_factory=list)
    players: list[rosters.Newcomer] = field(default_factory=list)
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
    def what(self) -> Sentence:
        """What is new, in words."""
        counts = [
            say_n("%(num)s player", "%(num)s players", len(self.players)),
            say_n("%(num)s past game", "%(num)s past games", len(self.games)),
        ]
        new = [count for count in counts if count.num]
        return reading.listed(new) if new else say("nothing new")


def look(
    session: Session, group: Group, text: str, at: datetime, *, is_as_written: bool = False
) -> Look:
    """Return what importing a list would do; write nothing.

    Names that look wrongly encoded cannot be imported, unless it is said that the list
    ``is_as_written``. Raises :class:`BadInput` where it is no list at all.
    """
    read = lists.read(text, is_as_written=is_as_written)
    found = Look(read.kind)
    meant = list_encodings.repaired(text)
    if meant != text and not is_as_written:
        found.repaired = meant
    if read.kind == "players":
        _look_at_players(group, read.rows, found)
    else:
        _look_at_results(session, group, read.rows, found, results.day_of(at, group))
    found.told.sort(key=lambda told: told.lines)
    if found.players:
        quotas.check(session, bounds.PLAYERS_OF_GROUP, group.id, more=len(found.players))
    return found


def carry_out(session: Session, group: Group, found: Look, write: changes.Write) -> None:
    """Import what was looked at: all of it, into a group whose players are as they were then."""
    if not found.is_good:
        raise errors.BadInput(say("Some lines cannot be imported."), field="text")
    quotas.refuse_new(session)
    if found.is_empty:
        return
    write = write.imported
    joined_now = rosters.add_all(session, group, write.keyless, found.players)
    uids = _add_games(session, group, found.games, write) if found.games else []
    new = undoing.New(games=dict.fromkeys(uids, 1), players=[player.uid for player in joined_now])
    undoing.note_import(session, group, write, found.what, new)


def _look_at_players(group: Group, rows: Sequence[lists.Row], found: Look) -> None:
    seen: dict[str, int] = {}
    roster = rosters.by_name(group)
    for row in rows:
        try:
            new = _player(row)
            if other := seen.get(rosters.key_of(new.name)):
                raise errors.BadInput(
                    say("%(name)s is in line %(line)s already.", name=new.name, line=other)
                )
        except errors.BadInput as error:
            found.told.append(Told((row.line,), "bad", quoted(error.message)))
            continue
        seen[rosters.key_of(new.name)] = row.line
        if known := roster.get(rosters.key_of(new.name)):
            here = (
                say("%(name)s has retired.", name=known.name)
                if known.retired_at
                else say("%(name)s is on the roster already.", name=known.name)
            )
            found.told.append(Told((row.line,), "here", here))
        else:
            found.players.append(new)
            joins = say("%(name)s joins the roster.", name=new.name)
            found.told.append(Told((row.line,), "new", joins))


def _player(row: lists.Row) -> rosters.Newcomer:
    if row.problem:
        raise errors.BadInput(row.problem)
    name, colour = names.clean(row.cell("name")), None
    if typed := row.cell("colour"):
        colour = lists.number(typed)
        if colour is None or not 1 <= colour <= badges.COLOURS:
            raise errors.BadInput(
                say(
                    "A colour is a number from 1 to %(most)s, not “%(typed)s”.",
                    most=badges.COLOURS,
                    typed=typed,
                )
            )
    initial = row.cell("initial")
    if (
        initial
        and len(names.clean(initial, "initial", say("A badge needs a name.")))
        > rosters.LONGEST_INITIAL
    ):
        raise errors.BadInput(
            say("“%(typed)s” is too long: an initial has at most two characters.", typed=initial)
        )
    return rosters.Newcomer(name, colour, initial)


@dataclass(slots=True)
class _Line:
    """A line of past results, as far as it can be read by itself."""

    row: lists.Row
    day: date
    game: str
    player: str
    total: int
    wins: str
    side: str


def _look_at_results(
    session: Session, group: Group, rows: Sequence[lists.Row], found: Look, today: date
) -> None:
    tables: defaultdict[tuple[date, str, str], list[_Line]] = defaultdict(list)
    card_games = _CardGames(records.books_of(session, group))
    order = list_days.order_in(row.cell("date") for row in rows)
    for row in rows:
        try:
            line = _line(row, today, order)
        except errors.BadInput as error:
            found.told.append(Told((row.line,), "bad", quoted(error.message)))
            continue
        name = card_games.name_of(line.game, line.wins)
        tables[line.day, name, row.cell("table").casefold()].append(line)
    roster = rosters.by_name(group)
    here = _games_here(session, group, {day for day, _name, _table in tables})
    others: list[tuple[tuple[int, ...], Past, bool]] = []
    for (day, name, table), lines in tables.items():
        numbers = tuple(line.row.line for line in lines)
        try:
            seated = _seated(lines)
            past = _past(roster, day, _definition(name, seated, card_games.best_of(name)), seated)
        except errors.BadInput as error:
            found.told.append(Told(numbers, "bad", quoted(error.message)))
            continue
        trace = (day, past.kind, frozenset(_known(roster, past.totals).items()))
        if here[trace]:
            here[trace] -= 1
            found.told.append(
                Told(
                    numbers,
                    "here",
                    say("%(game)s. This game is here already.", game=_in_words(past)),
                )
            )
            continue
        others.append((numbers, past, bool(table)))
    # Only once every line has found the game here that it tells of, the others are left.
    _add_new(roster, others, _by_people(group, here), card_games, found)


def _add_new(
    roster: Roster,
    others: Sequence[tuple[tuple[int, ...], Past, bool]],
    left: Mapping[Any, Sentence],
    card_games: _CardGames,
    found: Look,
) -> None:
    """Tell what becomes of games that are not here; each says whether it is numbered.

    What the same people played that day, with other totals, may be the same game, put right since:
    it is asked about. Those are ``left``, by their day, card game and people.
    """
    joining: set[str] = set()
    for numbers, past, is_numbered in others:
        words = _in_words(past)
        twin = left.get((past.day, past.kind, frozenset(_known(roster, past.totals))))
        if twin and not is_numbered:
            found.told.append(Told(numbers, "bad", _ask(words, twin)))
            continue
        new = [
            name
            for name in past.totals
            if (key := rosters.key_of(name)) not in roster and key not in joining
        ]
        joining |= set(map(rosters.key_of, new))
        found.players += [rosters.Newcomer(name) for name in new]
        found.games.append(past)
        told = [_new_game(words, new), *card_games.told_apart(past)]
        if twin:
            told.append(say("The same players have another one that day: %(totals)s.", totals=twin))
        found.told.append(Told(numbers, "new", joined(told)))


def _by_people(group: Group, games: Counter[Any]) -> dict[Any, Sentence]:
    """Return the totals of games that no line tells of, by their day, card game and people."""
    names = {player.id: player.name for player in group.players}
    found = {}
    for day, kind, totals in +games:
        in_order = sorted((names[player], total) for player, total in totals)
        told = [joined([name, shown(total)]) for name, total in in_order]
        found[day, kind, frozenset(player for player, _total in totals)] = joined(told, ", ")
    return found


def _ask(words: Sentence, twin: Sentence) -> Sentence:
    return say(
        "%(game)s. The same players have one that day already: %(totals)s. If it is the same "
        "game, correct it there; if they played twice, write 2 in a column called table.",
        game=words,
        totals=twin,
    )


def _line(row: lists.Row, today: date, order: list_days.Order | None) -> _Line:
    if row.problem:
        raise errors.BadInput(row.problem)
    day = list_days.read(row.cell("date"), today, order)
    game = names.clean(row.cell("game"), "game", say("A card game needs a name."))
    player = names.clean(row.cell("player"))
    total = lists.number(row.cell("total"))
    if total is None:
        typed = row.cell("total")
        raise errors.BadInput(
            say(
                "“%(typed)s” is no whole number: write %(player)s's total as 10450 or -2000.",
                typed=typed,
                player=player,
            )
            if typed
            else say("%(player)s's total is missing: write 0 for nothing.", player=player)
        )
    if abs(total) > definitions.MOST_TYPED:
        raise errors.BadInput(
            say(
                "%(player)s's total must be from %(least)s to %(most)s, not %(total)s.",
                player=player,
                least=-definitions.MOST_TYPED,
                most=definitions.MOST_TYPED,
                total=total,
            )
        )
    wins = list_headings.wins_of(row.cell("wins"))
    if wins and wins not in WINS:
        raise errors.BadInput(
            say("“%(typed)s” cannot win: write highest or lowest.", typed=row.cell("wins"))
        )
    return _Line(row, day, game, player, total, wins, row.cell("side").casefold())


def _sides(lines: Sequence[_Line]) -> dict[str, list[_Line]]:
    """Return a game's lines by the side they name; nothing where nobody has partners."""
    sides: defaultdict[str, list[_Line]] = defaultdict(list)
    for line in lines:
        sides[line.side].append(line)
    return {} if sides.keys() == {""} else dict(sides)


def _seated(lines: Sequence[_Line]) -> list[_Line]:
    """Return a game's lines as its players sit: partners in turn with the other sides."""
    sides = _sides(lines)
    if not sides:
        return list(lines)
    if unsaid := sides.get(""):
        raise errors.BadInput(say("Whose partner is %(name)s? Name a side.", name=unsaid[0].player))
    for together in sides.values():
        if len({line.total for line in together}) > 1:
            raise errors.BadInput(
                say(
                    "%(names)s are partners and have one total: write the same for each.",
                    names=reading.listed([line.player for line in together]),
                )
            )
    sizes = {len(together) for together in sides.values()}
    if (
        len(sides) not in definitions.SIDES
        or len(sizes) > 1
        or min(sizes) < definitions.SMALLEST_SIDE
    ):
        raise errors.BadInput(
            say("Partners make two or three sides, with as many players in each.")
        )
    return [line for in_turn in zip(*sides.values(), strict=True) for line in in_turn]


def _past(
    roster: Roster, day: date, definition: definitions.Definition, lines: Sequence[_Line]
) -> Past:
    """Return the game that some lines make."""
    totals: dict[str, int] = {}
    seen: dict[str, tuple[str, int]] = {}
    for line in lines:
        known = roster.get(rosters.key_of(line.player))
        name = known.name if known else line.player
        other, number = seen.setdefault(rosters.key_of(name), (name, line.row.line))
        if number != line.row.line:
            raise errors.BadInput(
                say(
                    "%(name)s is in this game twice, in lines %(first)s and %(second)s. If these "
                    "were two games, number them in a column called table.",
                    name=other,
                    first=number,
                    second=line.row.line,
                )
            )
        totals[name] = line.total
    if definition.is_money and (left := sum(_entered(definition, totals).values())):
        raise errors.BadInput(
            say(
                "%(game)s on %(day)s: what was won and lost must add up to 0, but adds up to "
                "%(left)s.",
                game=definition.name,
                day=day,
                left=left,
            )
        )
    sheet = score(_record(definition, totals))
    if isinstance(sheet, Refusal):
        raise errors.BadInput(
            say(
                "%(game)s on %(day)s: %(problem)s",
                game=definition.name,
                day=day,
                problem=sheet.message,
            )
        )
    return Past(day, definition, totals, sheet)


class _CardGames:
    """The card games that a list may speak of: known ones, those of the group, and new ones."""

    def __init__(self, played: Collection[str]) -> None:
        self._spelled = {name.casefold(): name for name in map(kinds.own_name, played)}
        self._here: defaultdict[str, set[core.Best]] = defaultdict(set)
        for book in played:
            if not kinds.rules_of(book):
                self._here[kinds.own_name(book)].add(kinds.best_of(book))
        self._typed: defaultdict[str, set[core.Best]] = defaultdict(set)

    def name_of(self, typed: str, wins: str) -> str:
        """Return a card game's name as it is spelled here, or else where it was typed first.

        ``wins`` is which total wins in it, "" where that is not said.
        """
        name = " ".join(typed.split())
        name = kinds.known_name(name) or self._spelled.setdefault(name.casefold(), name)
        if wins:
            self._typed[name].add(cast(core.Best, wins))
        return name

    def best_of(self, name: str) -> core.Best:
        """Return which total wins where it is not said: the one that does elsewhere, or usually."""
        rules, ready = kinds.on_shelf(name), ready_made.named(name)
        if rules or ready:
            return rules.best if rules else ready.wins if ready else "highest"
        elsewhere = self._here[name] | self._typed[name]
        return elsewhere.pop() if len(elsewhere) == 1 else "highest"

    def told_apart(self, past: Past) -> Iterator[Sentence]:
        """Yield what is said of a card game that has the name of another one of the group."""
        here = self._here[past.definition.name]
        if not here or past.definition.wins in here:
            return
        if "highest" in here:
            yield say("Another game of this name is here already: there the highest total wins.")
        else:
            yield say("Another game of this name is here already: there the lowest total wins.")


def _definition(name: str, lines: Sequence[_Line], usual: core.Best) -> definitions.Definition:
    """Return the plain scorecard on which a card game's totals are kept."""
    said = {line.wins for line in lines} - {""}
    rules = kinds.on_shelf(name)
    if len(said) > 1:
        raise errors.BadInput(say("Some lines say that the highest total wins, others the lowest."))
    if rules and said - {rules.best}:
        raise errors.BadInput(
            say("In %(game)s the lowest total wins.", game=rules.name)
            if rules.best == "lowest"
            else say("In %(game)s the highest total wins.", game=rules.name)
        )
    is_money = bool(rules and rules.is_money)
    wins = next(iter(said), usual)
    return definition_reader.read_definition(
        {
            "name": name,
            "fields": definitions.to_json((ready_made.PAST_FIELD,)),
            "wins": wins,
            "sides": len(_sides(lines)) or None,
            "is_zero_sum": is_money,
            "is_money": is_money,
            "notes": ready_made.PAST_NOTES,
        }
    )


def _entered(definition: definitions.Definition, totals: Mapping[str, int]) -> dict[str, int]:
    """Return the totals that are entered: of partners that of the one who sits first."""
    return dict(islice(totals.items(), definition.sides))


def _record(definition: definitions.Definition, totals: Mapping[str, int]) -> dict[str, Any]:
    return {
        "game": definitions.GAME_KEY,
        "options": {"scorecard": definitions.to_json(definition)},
        "players": list(totals),
        "rounds": [
            {
                "entries": {
                    name: {FIELD: total} for name, total in _entered(definition, totals).items()
                }
            }
        ],
        "end_early": True,
    }


def _in_words(past: Past) -> Sentence:
    totals = [
        joined([reading.listed(names), shown(past.totals[names[0]])])
        for names in past.sheet.sides.values()
    ]
    return say(
        "%(game)s on %(day)s: %(totals)s; %(won)s",
        game=past.definition.name,
        day=past.day,
        totals=joined(totals, ", "),
        won=_won(past),
    )


def _won(past: Past) -> Sentence:
    winners = [past.sheet.sides[side] for side in past.sheet.winners]
    names = [name for together in winners for name in together]
    if past.definition.is_money:
        won = say("the balances stand")
    elif past.definition.sides and len(winners) == 1:
        won = say("%(names)s win", names=reading.listed(names))
    else:
        won = say_n(
            "%(names)s wins", "%(names)s share the win", len(winners), names=reading.listed(names)
        )
    return say("%(won)s (lowest)", won=won) if past.definition.wins == "lowest" else won


def _new_game(words: Sentence, joining: Sequence[str]) -> Sentence:
    if not joining:
        return say("%(game)s.", game=words)
    return say_n(
        "%(game)s. %(names)s joins the roster.",
        "%(game)s. %(names)s join the roster.",
        len(joining),
        game=words,
        names=reading.listed(joining),
    )


def _known(roster: Roster, totals: Mapping[str, int]) -> dict[int | str, int]:
    """Return totals by the id of the player here, of others by the name."""
    found: dict[int | str, int] = {}
    for name, total in totals.items():
        known = roster.get(rosters.key_of(name))
        found[known.id if known else name] = total
    return found


def _games_here(session: Session, group: Group, days: Collection[date]) -> Counter[Any]:
    """Return how often each card game with its totals is here already, on some days."""
    wanted = sorted(days)
    games: defaultdict[tuple[int, date, str], list[tuple[int, int]]] = defaultdict(list)
    for start in range(0, len(wanted), TOGETHER):
        part = wanted[start : start + TOGETHER]
        for row in session.execute(
            select(*_TRACE).where(Result.group_id == group.id, Result.played_on.in_(part))
        ):
            kind = kinds.kind_in(row.kind)
            games[row.game_id, row.played_on, kind].append((row.player_id, row.total))
    return Counter((day, kind, frozenset(totals)) for (_game, day, kind), totals in games.items())


def _add_games(
    session: Session, group: Group, games: Sequence[Past], write: changes.Write
) -> list[str]:
    """Add past games, in their first version; return their uids."""
    zone = ZoneInfo(group.time_zone)
    taken = set(session.scalars(select(Game.started_at).where(Game.group_id == group.id)))
    places = restoring.Places(session, write, group, phones={PHONE: write.device.id})
    roster = rosters.by_name(group)
    written, scored = [], {}
    for past in games:
        moment = datetime.combine(past.day, NOON, zone).astimezone(UTC)
        while moment in taken:
            moment += timedelta(seconds=1)
        taken.add(moment)
        game = _written(past, moment.isoformat(), write.at.isoformat())
        for name, seat in zip(past.totals, game["seats"], strict=True):
            # Who was not on the roster has just joined.
            player = roster[rosters.key_of(name)]
            seat["player"] = player.uid
            places.players[player.uid] = player
        written.append(game)
        scored[game["uid"]] = file_checks.Scored(past.sheet, past.kind)
    ids = restoring.games(session, written, scored, places)
    results.settle_all(session, group, restoring.loaded(session, ids), write.at)
    return [game["uid"] for game in written]


def _written(past: Past, moment: str, now: str) -> dict[str, Any]:
    """Return a past game as a file of a group would have it; its players are put in later."""
    record = _record(past.definition, past.totals)
    entries = [
        {"seat": seat, "data": {FIELD: total}, "phone": PHONE, "at": now, "version": 1}
        for seat, total in enumerate(_entered(past.definition, past.totals).values(), start=1)
    ]
    return {
        "uid": codes.new_uid(),
        "rules": definitions.GAME_KEY,
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
