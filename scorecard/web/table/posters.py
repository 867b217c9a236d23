"""The pictures of games and seasons: their content, and the cached PNG of each version."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from weakref import WeakValueDictionary

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.database.db import db
from scorecard.drawing import fonts, motifs, poster
from scorecard.drawing.chart import Line
from scorecard.models import Game, Season
from scorecard.rules.outcome import awards
from scorecard.rules.outcome.standings import RANKED_BY
from scorecard.rules.round_words import round_words
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, joined, say, say_as, say_n, shown
from scorecard.services.seasons import season_chart, season_words
from scorecard.services.standings import division_tables, results, standings, team_tables
from scorecard.services.table import answers
from scorecard.web.http import languages
from scorecard.web.live import charts, sheets, streams
from scorecard.web.live.shown import how_it_ended
from scorecard.web.pages import templating
from scorecard.web.write import transfers

TOO_LONG = say("This picture takes too long to draw.")
PICTURES_CACHED = 100
"""Pictures that are cached in memory, of some 100 KB each."""


_shelf: streams.Shelf[bytes] = streams.Shelf(PICTURES_CACHED)
_drawing: WeakValueDictionary[Hashable, threading.Semaphore] = WeakValueDictionary()
"""Locks by picture, so that it is drawn once for all phones."""


def picture_of_game(game: Game, shape: poster.Shape) -> bytes:
    """Return the picture of how a game ended; refuse one that has not."""
    current = sheets.rendered(game)
    return _cached_png(game.uid, shape, current.tag, lambda: of_game(game))


def picture_of_season(session: Session, season: Season, shape: poster.Shape) -> bytes:
    """Return the picture of a season as it stands; refuse one in which no game counts."""
    group = season.group
    tag = streams.tag_of(group.version, group.changed_at)
    return _cached_png(season.uid, shape, tag, lambda: of_season(session, season))


def _cached_png(
    uid: str, shape: poster.Shape, tag: str, make: Callable[[], poster.Poster]
) -> bytes:
    key = uid, shape, languages.speech().code
    if (cached := _shelf.peek(key, tag)) is not None:
        return cached
    lines = poster.svg(make(), shape, languages.translated)
    # Hold no database connection while waiting.
    db.session.rollback()
    turn = _drawing.setdefault(key, threading.Semaphore())
    with turn:
        if (cached := _shelf.peek(key, tag)) is not None:
            return cached
        drawn: bytes = transfers.do_aside("draw a picture", lines, too_long=TOO_LONG)
        return _shelf.get(key, tag, lambda: drawn)


def of_game(game: Game) -> poster.Poster:
    """Return the content of an ended game's picture; refuse one that has not ended."""
    if not game.is_ended:
        raise errors.Conflict(
            say("There is a picture of this game once it has ended."), code="not_ended"
        )
    view = sheets.rendered(game).view
    sheet = view.game
    seats = {seat.seat: seat for seat in sheet.seats}
    badges = {seat.colour: _letters(seat.initial, number) for number, seat in seats.items()}
    sides = sorted(sheet.sides, key=lambda side: side.rank)
    winners = [side for side in sides if side.is_winner]
    called = round_words(sheet.round_word)
    many = view.played - len(sheet.after_end)
    return poster.Poster(
        title=fonts.printable(languages.translated(sheet.name))
        or languages.translated(say("A game of cards")),
        evening=_evening(game),
        headline=_headline(winners, is_money=sheet.is_money),
        reason=_spelt(languages.translated(how_it_ended(view)), sheet.seats),
        rows=[_row(side, seats, badges, is_money=sheet.is_money) for side in sides],
        lines=[replace(line, initial=badges[line.colour]) for line in charts.lines_of(view)],
        target=sheet.target,
        note=languages.translated(
            say_n(
                "%(num)s %(round)s",
                "%(num)s %(rounds)s",
                many,
                round=called.word,
                rounds=called.words,
            )
        ),
        motif=motifs.of_game(game.rules),
        has_crown=bool(winners),
        is_money=sheet.is_money,
    )


def _evening(game: Game) -> str:
    when = shown(results.day_of(game.started_at, game.group))
    if game.group is None:
        return languages.translated(when)
    parts = [game.group.name, when, *([say("friendly")] if game.is_friendly else ())]
    return languages.translated(joined(parts, " · "))


def _headline(winners: Sequence[answers.SideAnswer], *, is_money: bool) -> str:
    if not winners:
        return languages.translated(
            say_as("a game for money", "Settled") if is_money else say("No winner")
        )
    names = reading.listed([_name(side) for side in winners])
    people = sum(len(side.seats) for side in winners)
    if people == 1:
        return languages.translated(say("%(names)s wins", names=names))
    return languages.translated(say("%(names)s win", names=names))


def _name(side: answers.SideAnswer) -> str:
    """Return a side's name, or its seats' numbers if no font has its letters."""
    return fonts.printable(side.name) or _unnamed(side.seats)


def _unnamed(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return languages.translated(say("Player %(number)s", number=numbers[0]))
    return languages.translated(
        say("Players %(numbers)s", numbers=reading.listed([str(number) for number in numbers]))
    )


def _spelt(sentence: str, seats: Sequence[answers.SeatAnswer]) -> str:
    """Return a sentence with seat numbers in place of names that no font has."""
    for seat in seats:
        if not fonts.printable(seat.name):
            sentence = sentence.replace(seat.name, _unnamed([seat.seat]))
    return sentence


def _letters(initial: str, number: int) -> str:
    return fonts.printable(initial) or str(number)


def _row(
    side: answers.SideAnswer,
    seats: Mapping[int, answers.SeatAnswer],
    badges: Mapping[int, str],
    *,
    is_money: bool,
) -> poster.Row:
    own = [seats[number] for number in side.seats]
    total = side.total
    return poster.Row(
        rank=str(side.rank),
        seats=[(seat.colour, badges[seat.colour]) for seat in own],
        name=_name(side),
        total=languages.translated(say("out"))
        if total is None
        else templating.delta(total)
        if is_money
        else languages.speech().number(total),
        is_winner=side.is_winner,
    )


def of_season(session: Session, season: Season) -> poster.Poster:
    """Return the content of a season's picture."""
    chart = season_chart.chart(session, season)
    every = standings.present(session, season)
    if not every:
        raise errors.Conflict(
            say("There is a picture of this season once a game counts in it."), code="no_games"
        )
    # The highest division with games.
    division = division_tables.tables(every)[0]
    table = division.rows
    places = {row.player: place for place, row in enumerate(table, start=1)}
    names = {
        row.player: fonts.printable(row.name) or _unnamed([places[row.player]]) for row in table
    }
    badges = {row.player: _letters(row.initial, places[row.player]) for row in table}
    first = [row.player for row in table if row.leads]
    return poster.Poster(
        title=languages.translated(_title(season, division.name)),
        evening=languages.translated(season_words.days(season)),
        headline=_leading([names[one] for one in first], is_closed=season.is_closed),
        reason=_teams(season, team_tables.present(session, season, every)),
        rows=[
            poster.Row(
                rank=str(row.rank or "–"),
                seats=[(row.colour, badges[row.player])],
                name=names[row.player],
                total=templating.award(row.figure, season),
                is_winner=row.leads,
            )
            for row in table
        ],
        lines=_season_lines(season, chart, badges),
        steps=["", *_days(chart)],
        note=_counted_by(season),
        has_crown=season.is_closed and bool(first),
    )


def _teams(season: Season, teams: Sequence[team_tables.TeamStandingAnswer]) -> str:
    """Return the teams of a season with their points: "Foxes 25 · Bears 11"; "" without any."""
    return " · ".join(
        f"{fonts.printable(team.name) or '–'} {templating.award(team.figure, season)}"
        for team in teams
    )


def _counted_by(season: Season) -> str:
    """Return the scheme of a season: "Wins", or "Wins · average per game"."""
    scheme = awards.read_scheme(season.scheme).name
    if season.ranked_by != "average":
        return languages.translated(scheme)
    return languages.translated(joined([scheme, RANKED_BY["average"]], " · "))


def _days(chart: season_chart.Chart) -> list[str]:
    """Return the days of a season's chart: "14 Mar", or "14 Mar × 2" where it counts double."""
    return [
        f"{languages.speech().day_of_year(day)} {languages.translated(sign)}".rstrip()
        for day, sign in zip(chart.days, chart.signs, strict=True)
    ]


def _title(season: Season, division: Sentence) -> Sentence:
    """Return the title of a season's picture, with the name of its division."""
    title = say("%(group)s: %(season)s", group=season.group.name, season=season.name)
    return joined([title, division], ", ") if division else title


def _season_lines(
    season: Season, chart: season_chart.Chart, badges: Mapping[str, str]
) -> list[Line]:
    """Return everybody's line: points after each day, from 0, or averages."""
    lines, first = [], None if season.ranked_by == "average" else 0
    for at, player in enumerate(chart.players):
        if player.player not in badges:
            continue
        points = [None if row[at] is None else (row[at] or 0) / awards.UNIT for row in chart.points]
        lines.append(Line(player.colour, badges[player.player], [first, *points]))
    return lines


def _leading(names: Sequence[str], *, is_closed: bool) -> str:
    """Return who leads a season, or has won a closed one."""
    match len(names), is_closed:
        case 0, _:
            return languages.translated(say("Nobody is ranked yet"))
        case 1, True:
            return languages.translated(say("%(names)s wins", names=names[0]))
        case 1, False:
            return languages.translated(say("%(names)s leads", names=names[0]))
        case _, True:
            return languages.translated(say("%(names)s win", names=reading.listed(names)))
        case _:
            return languages.translated(say("%(names)s lead", names=reading.listed(names)))
