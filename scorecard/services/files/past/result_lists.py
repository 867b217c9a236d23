"""What importing a list of past results would do."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple, cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.database import pieces
from scorecard.models import Group, Result
from scorecard.rules import core, kinds
from scorecard.rules.games.own_scorecard import ready_made
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, joined, quoted, say, say_n, shown
from scorecard.services.files.past import past_games, result_lines
from scorecard.services.files.past.list_previews import Preview
from scorecard.services.files.past.past_games import PastGame, Roster
from scorecard.services.players import rosters
from scorecard.services.spreadsheets import list_days, lists
from scorecard.services.standings import records

DAYS_AT_ONCE = 500
"""Days that are asked for at once."""


class _Trace(NamedTuple):
    """What identifies a game; its players are ids, or names of people who are not in the group."""

    day: date
    kind: str
    totals: frozenset[tuple[int | str, int]]


_People = tuple[date, str, frozenset[int | str]]
"""The day and card game of a game, and its players, as ids or names."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A game that is not here, and its lines; ``is_numbered`` in a list with a column ``table``."""

    numbers: tuple[int, ...]
    game: PastGame
    is_numbered: bool


def preview_rows(
    session: Session, group: Group, rows: Sequence[lists.Row], preview: Preview, today: date
) -> None:
    """Put down in the preview which games of a list are new in a group."""
    card_games = _CardGames(records.books_of(session, group))
    tables = _tables(rows, card_games, preview, today)
    roster = rosters.by_any_name(group)
    here = _games_here(session, group, {day for day, _name, _table in tables})
    candidates: list[_Candidate] = []
    for (day, name, table), lines in tables.items():
        numbers = tuple(line.row.line for line in lines)
        try:
            seated = result_lines.seated(lines)
            definition = past_games.definition_of(name, seated, card_games.best_of(name))
            game = past_games.make(roster, day, definition, seated)
        except errors.BadInput as error:
            preview.note(numbers, "bad", quoted(error.message))
            continue
        trace = _Trace(day, game.kind, frozenset(_by_player(roster, game.totals).items()))
        if here[trace]:
            here[trace] -= 1
            in_words = past_games.in_words(game)
            preview.note(
                numbers, "here", say("%(game)s. This game is here already.", game=in_words)
            )
            continue
        candidates.append(_Candidate(numbers, game, bool(table)))
    # The games in the group that no line is about are known once every line was compared.
    _add_new(roster, candidates, _by_people(group, here), card_games, preview)


def _tables(
    rows: Sequence[lists.Row], card_games: _CardGames, preview: Preview, today: date
) -> dict[tuple[date, str, str], list[result_lines.ResultLine]]:
    """Return each game's lines by day, name and table; no game of which a line is unreadable."""
    tables: defaultdict[tuple[date, str, str], list[result_lines.ResultLine]] = defaultdict(list)
    unread: set[tuple[str, ...]] = set()
    order = list_days.order_in(row.cell("date") for row in rows)
    for row in rows:
        try:
            line = result_lines.read(row, today, order)
        except errors.BadInput as error:
            preview.note((row.line,), "bad", quoted(error.message))
            unread.add(_which_game(row))
            continue
        name = card_games.name_of(line.game, line.wins)
        tables[line.day, name, row.cell("table").casefold()].append(line)
    return {
        key: lines
        for key, lines in tables.items()
        if unread.isdisjoint(_which_game(line.row) for line in lines)
    }


def _which_game(row: lists.Row) -> tuple[str, ...]:
    """Return what a line says of its game, as it is typed, in small letters."""
    return tuple(row.cell(column).casefold() for column in ("date", "game", "table"))


def _add_new(
    roster: Roster,
    candidates: Sequence[_Candidate],
    left: Mapping[_People, Sentence],
    card_games: _CardGames,
    preview: Preview,
) -> None:
    """Put games that are not in the group down in the preview: as new, or as bad with a question.

    ``left`` are the totals, in words, of the group's games that no line is about. One of the same
    day and people may be the same game, corrected since.
    """
    joining: set[str] = set()
    for candidate in candidates:
        game, in_words = candidate.game, past_games.in_words(candidate.game)
        people = frozenset(_by_player(roster, game.totals))
        twin = left.get((game.day, game.kind, people))
        if twin and not candidate.is_numbered:
            preview.note(candidate.numbers, "bad", _ask(in_words, twin))
            continue
        new = [
            name
            for name in game.totals
            if (key := rosters.key_of(name)) not in roster and key not in joining
        ]
        joining |= set(map(rosters.key_of, new))
        preview.players += [rosters.Newcomer(name) for name in new]
        preview.games.append(game)
        sentences = [_new_game(in_words, new), *card_games.namesakes(game)]
        if twin:
            sentences.append(
                say("The same players have another one that day: %(totals)s.", totals=twin)
            )
        preview.note(candidate.numbers, "new", joined(sentences))


def _by_people(group: Group, games: Counter[_Trace]) -> dict[_People, Sentence]:
    """Return the totals of games in the group in words."""
    names: dict[int | str, str] = {player.id: player.name for player in group.players}
    in_words = {}
    for day, kind, totals in +games:
        in_order = sorted((names[player], total) for player, total in totals)
        people = frozenset(player for player, _total in totals)
        parts = [joined([name, shown(total)]) for name, total in in_order]
        in_words[day, kind, people] = joined(parts, ", ")
    return in_words


def _ask(in_words: Sentence, twin: Sentence) -> Sentence:
    return say(
        "%(game)s. The same players have one that day already: %(totals)s. If it is the same "
        "game, correct it there; if they played twice, write 2 in a column called table.",
        game=in_words,
        totals=twin,
    )


def _new_game(in_words: Sentence, joining: Sequence[str]) -> Sentence:
    if not joining:
        return say("%(game)s.", game=in_words)
    return say_n(
        "%(game)s. %(names)s joins the roster.",
        "%(game)s. %(names)s join the roster.",
        len(joining),
        game=in_words,
        names=reading.listed(joining),
    )


def _by_player(roster: Roster, totals: Mapping[str, int]) -> dict[int | str, int]:
    """Return totals by the ids of players who are here, and the names of those who are not."""
    by_player: dict[int | str, int] = {}
    for name, total in totals.items():
        player = roster.get(rosters.key_of(name))
        by_player[player.id if player else name] = total
    return by_player


def _games_here(session: Session, group: Group, days: Collection[date]) -> Counter[_Trace]:
    """Return how often each game is in the group already, on some days."""
    games: defaultdict[tuple[int, date, str], list[tuple[int | str, int]]] = defaultdict(list)
    columns = Result.game_id, Result.played_on, Result.kind, Result.player_id, Result.total
    of_group = select(*columns).where(Result.group_id == group.id)
    for some in pieces.in_parts(sorted(days), DAYS_AT_ONCE):
        for row in session.execute(of_group.where(Result.played_on.in_(some))):
            kind = kinds.kind_in(row.kind)
            games[row.game_id, row.played_on, kind].append((row.player_id, row.total))
    return Counter(
        _Trace(day, kind, frozenset(totals)) for (_game, day, kind), totals in games.items()
    )


class _CardGames:
    """The card games of a list: those of the shelf, those that the group played, and new ones."""

    def __init__(self, played: Collection[str]) -> None:
        self._spelled = {name.casefold(): name for name in map(kinds.own_name, played)}
        self._here: defaultdict[str, set[core.Best]] = defaultdict(set)
        for book in played:
            if not kinds.rules_of(book):
                self._here[kinds.own_name(book)].add(kinds.best_of(book))
        self._typed: defaultdict[str, set[core.Best]] = defaultdict(set)

    def name_of(self, typed: str, wins: str) -> str:
        """Return a card game's name as it is spelled here, or first; note which total ``wins``."""
        name = " ".join(typed.split())
        name = kinds.known_name(name) or self._spelled.setdefault(name.casefold(), name)
        if wins:
            self._typed[name].add(cast(core.Best, wins))
        return name

    def best_of(self, name: str) -> core.Best:
        """Return which total wins by the shelf, the group or other lines, else the highest."""
        if rules := kinds.on_shelf(name):
            return rules.best
        if ready := ready_made.named(name):
            return ready.wins
        elsewhere = self._here[name] | self._typed[name]
        return elsewhere.pop() if len(elsewhere) == 1 else "highest"

    def namesakes(self, game: PastGame) -> Iterator[Sentence]:
        """Yield a sentence where the group has another card game of the same name."""
        here = self._here[game.definition.name]
        if not here or game.definition.wins in here:
            return
        if "highest" in here:
            yield say("Another game of this name is here already: there the highest total wins.")
        else:
            yield say("Another game of this name is here already: there the lowest total wins.")
