"""Sentences about a season: its rules, how it stands, and what closing it will do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard.models import Award, Feat, Game, Group, Player, Season
from scorecard.rules import kinds
from scorecard.rules.games import all_games
from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.games.own_scorecard.ready_made import READY_MADE, named
from scorecard.rules.outcome import awards as schemes
from scorecard.rules.outcome import weights
from scorecard.rules.outcome.standings import TIE_BREAKS
from scorecard.rules.typed import reading
from scorecard.rules.words import NOTHING, Sentence, day, joined, quoted, say, say_n, shown
from scorecard.services.standings import division_tables, lineups, records, results, standings
from scorecard.services.standings.lines import Line


def state(session: Session, season: Season, today: date) -> Sentence:
    """Return how a season stands: "open · 15 games · Bob leads"; "" before its first day."""
    if not season.is_closed and season.starts_on > today:
        return NOTHING
    played = session.scalar(
        select(func.count(Award.order_key.distinct())).where(Award.season_id == season.id)
    )
    parts = [
        _stands(season, today),
        say_n("%(num)s game", "%(num)s games", played) if played else say("no games"),
    ]
    if not season.is_closed:
        first = standings.present(session, season, up_to=1)
        leaders = [row.name for row in first if row.leads]
        if leaders:
            names = reading.listed(leaders)
            parts.append(say_n("%(names)s leads", "%(names)s lead", len(leaders), names=names))
    return joined(parts, " · ")


def _stands(season: Season, today: date) -> Sentence:
    if season.is_closed:
        return say("closed")
    return say("open") if season.holds(today) else say("over, not closed")


def days(season: Season) -> Sentence:
    """Return a season's days: "14 Mar – 30 Jun 2026", or "from 14 Mar 2026"."""
    first, last = season.starts_on, season.ends_on
    if last is None:
        return say("from %(day)s", day=first)
    if first == last:
        return shown(first)
    start = day(first)
    if first.year == last.year:
        start = start.rsplit(" ", 1)[0]
    # In translations both days have their year: not everywhere does it stand last.
    days = {"first": first, "last": last}
    return Sentence(f"{start} – {day(last)}", "%(first)s – %(last)s", values=days)


def sentences(season: Season) -> list[Sentence]:
    """Return the rules of a season: which games count, how, and who is ranked."""
    scheme = schemes.read_scheme(season.scheme)
    return [
        _days(season),
        _kinds(season.kinds),
        joined([scheme.name, scheme.sentence], ". "),
        say(
            "A game that ends early %(early)s.",
            early=schemes.EARLY[season.early],  # type: ignore[index]
        ),
        *_average(season),
        say("You’re ranked after %(games)s games.", games=season.least_games)
        if season.least_games > 1
        else say("You’re ranked after 1 game."),
        *_which_count(season),
        *_weights(season),
        _ties([TIE_BREAKS[name] for name in season.tie_breaks]),
        *_direct(season),
    ]


def all_of(
    session: Session, season: Season, table: Sequence[Line], teams: Sequence[object]
) -> list[Sentence]:
    """Return all rules of a season; if its table is empty, first who is in which division."""
    parted = [] if table else lineups.of_season(session, season, lineups.DIVISIONS)
    has_divisions = bool(parted) or division_tables.has_any(table)
    return [
        *(_players_of(one) for one in parted if one.players),
        *sentences(season),
        *beyond_places(season),
        *(_divisions(season) if has_divisions else ()),
        *of_teams(season, teams),
    ]


def beyond_places(season: Season) -> Iterator[Sentence]:
    """Say from which place on an open season brings no points, if so many play."""
    if season.is_closed:
        return
    scheme = schemes.read_scheme(season.scheme)
    if scheme.kind == "places" and len(season.group.roster) > len(scheme.places):
        yield say("Place %(place)s and below: 0 points", place=len(scheme.places) + 1)


def _players_of(division: lineups.Lineup) -> Sentence:
    names = reading.listed([player.name for player in division.players])
    return say("%(label)s: %(names)s.", label=quoted(division.part.name), names=names)


def _divisions(season: Season) -> list[Sentence]:
    """Return how the divisions of a season are ranked."""
    said = [say("Each division is ranked for itself. Games count as they do without divisions.")]
    if season.promoted:
        said.append(
            say_n(
                "Between neighbouring divisions %(num)s player goes up and %(num)s down, but never "
                "more than half of those with a place; who has none stays.",
                "Between neighbouring divisions %(num)s players go up and %(num)s down, but never "
                "more than half of those with a place; who has none stays.",
                season.promoted,
            )
        )
    return said


def of_teams(season: Season, teams: Sequence[object]) -> list[Sentence]:
    """Return how the teams of a season are counted, nothing where there are none."""
    if not teams:
        return []
    if not season.team_best:
        return [say("A team’s points are its players’ points, added up.")]
    also = season.best_of or season.drop_worst
    return [
        best_of_teams(season),
        say(
            "What the others bring that evening counts for them alone; points by hand always count."
        ),
        *([say("For teams every game of the evening counts.")] if also else ()),
    ]


def best_of_teams(season: Season) -> Sentence:
    """Return how many of each team count, "" where all of them do."""
    if not season.team_best:
        return NOTHING
    return say_n(
        "Of each team the best one of an evening counts.",
        "Of each team the %(num)s best of an evening count.",
        season.team_best,
    )


def _kinds(kinds_of: Sequence[str]) -> Sentence:
    if not kinds_of:
        return say("Every card game counts.")
    return say_n(
        "Only %(games)s counts.",
        "Only %(games)s count.",
        len(kinds_of),
        games=reading.listed([kinds.name_of(kind) for kind in kinds_of]),
    )


def _which_count(season: Season) -> Iterator[Sentence]:
    if season.best_of:
        yield say_n(
            "Only your best game counts.", "Only your best %(num)s games count.", season.best_of
        )
    if season.drop_worst:
        yield say_n(
            "Your worst game doesn’t count, unless it is your only one.",
            "Your %(num)s worst games don’t count; your best one always does.",
            season.drop_worst,
        )


def _average(season: Season) -> Iterator[Sentence]:
    if season.ranked_by != "average":
        return
    if season.best_of or season.drop_worst:
        yield say(
            "Your average per game decides: the points that count, and those by hand, divided by "
            "the games that count."
        )
    else:
        yield say("Your average per game decides: all points, also by hand, divided by your games.")


def _weights(season: Season) -> Iterator[Sentence]:
    for evening, weight in sorted(season.weights.items()):
        day = date.fromisoformat(evening)
        # A finale may have been planned for a day after the one on which the season was closed.
        if season.holds(day):
            yield say("The evening of %(day)s %(counts)s.", day=day, counts=weights.counts(weight))


def _ties(ties: Sequence[str]) -> Sentence:
    if not ties:
        return say("Ties share the place.")
    return say("Ties: %(ties)s; then the place is shared.", ties=reading.in_turn(ties))


def _direct(season: Season) -> Iterator[Sentence]:
    if "direct" in season.tie_breaks:
        yield say(
            "Direct comparison: who finished ahead of the other more often. Among three or more, "
            "you gain 1 for each you were ahead of, and lose 1 for each who was ahead of you."
        )


def notes(session: Session, season: Season, overlapping: Sequence[Season]) -> list[Sentence]:
    """Return hints about an open season whose rules are allowed but may surprise people."""
    if season.is_closed:
        return []
    lines = []
    if overlapping:
        lines.append(
            say(
                "Some games also count in %(names)s.",
                names=reading.listed([other.name for other in overlapping]),
            )
        )
    if season.unrated_from is not None:
        lines.append(
            say("An earlier game has changed: ratings will follow. Points are up to date.")
        )
    if season.ranked_by == "average" and season.least_games == 1:
        lines.append(
            say("One good game is enough to lead. Ask for more games to be ranked, if you mind.")
        )
    scheme = schemes.read_scheme(season.scheme)
    if scheme.kind == "points" and (games := _won_by_the_lowest(session, season)):
        lines += _absence(reading.listed(games), season.early)
    return lines


def _absence(games: Sentence, early: str) -> Iterator[Sentence]:
    """Say what is unfair about counting a game's own points where the lowest total wins."""
    yield say(
        "In %(games)s the lowest total wins, so staying away pays off. “Against the average” is "
        "fairer.",
        games=games,
    )
    if early == "half":
        yield say(
            "Ended early, such a game costs only half. Half the distance from the average is "
            "fairer."
        )


def _won_by_the_lowest(session: Session, season: Season) -> list[Sentence]:
    """Return a season's card games, or the group's, in which the lowest total wins."""
    wanted = season.kinds or records.kinds_of(session, season.group)
    return [
        kinds.name_of(kind)
        for kind in wanted
        if any(
            kinds.best_of(book) == "lowest" and _is_played(session, season.group, book)
            for book in kinds.books_of(kind)
        )
    ]


def _is_played(session: Session, group: Group, book: str) -> bool:
    """Whether a group has played games of this book, or may well: a built-in or ready-made one."""
    ready = named(kinds.own_name(book))
    if kinds.rules_of(book) or (ready and ready.wins == "lowest"):
        return True
    in_group = select(Player.id).where(Player.group_id == group.id)
    of_book = select(Feat.game_id).where(Feat.player_id.in_(in_group), Feat.kind == book)
    return session.scalar(of_book.limit(1)) is not None


def kinds_on_offer(session: Session, group: Group) -> list[tuple[str, str]]:
    """Return (kind, name) of the card games for a season: built-in ones, then all others."""
    shelf = [key for key in all_games() if key != definitions.GAME_KEY]
    played = session.scalars(
        select(Game.kind).where(Game.group_id == group.id, Game.kind != "").distinct()
    )
    ready_made = (kinds.kind_named(definition.name) for definition in READY_MADE.values())
    others = sorted({*played, *ready_made} - {*shelf}, key=kinds.name_of)
    return [(kind, kinds.name_of(kind)) for kind in [*shelf, *others]]


def closing(session: Session, season: Season, days: Sequence[date], today: date) -> list[Sentence]:
    """Return what closing a season today does; ``days`` are those of :func:`seasons.last_days`."""
    lines = [
        say("The table is final: later corrections no longer move it."),
        _next_season(season, days, today),
    ]
    running = _running(session, season)
    if running:
        lines.append(
            say_n(
                "%(num)s game is still running. Finish it first if it should count.",
                "%(num)s games are still running. Finish them first if they should count.",
                running,
            )
        )
    return lines


def _next_season(season: Season, days: Sequence[date], today: date) -> Sentence:
    last = days[0]
    next_day = last + timedelta(days=1)
    if last < today:
        return say("The next season starts on %(day)s, with the games played since.", day=next_day)
    if len(days) > 1:
        return say(
            "The next season starts on the day after. Choose yesterday if today’s games belong "
            "to it."
        )
    return say(
        "%(name)s runs until %(last)s; the next season starts on %(next)s.",
        name=season.name,
        last=last,
        next=next_day,
    )


def _running(session: Session, season: Season) -> int:
    of_group = session.scalars(
        select(Game).where(
            Game.group_id == season.group_id,
            Game.started_at >= datetime.combine(season.starts_on, time(), UTC) - timedelta(days=1),
            Game.ended_at.is_(None),
            Game.deleted_at.is_(None),
            Game.is_friendly.is_(False),
        )
    )
    return sum(
        season.uid not in game.friendly_in
        and season.holds(results.day_of(game.started_at, season.group))
        and (not season.kinds or game.kind in season.kinds)
        for game in of_group
    )


def _days(season: Season) -> Sentence:
    first, last = season.starts_on, season.ends_on
    if last is None:
        return say("Games count from %(first)s on.", first=first)
    return say("Games from %(first)s to %(last)s count.", first=first, last=last)
