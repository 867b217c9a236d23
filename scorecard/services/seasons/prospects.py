"""Say what ending a game will award in each season, before somebody ends it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from scorecard import answers
from scorecard.models import Game, Group, Season
from scorecard.rules import Sheet, core, kinds
from scorecard.rules.outcome import awards as schemes
from scorecard.rules.outcome import weights
from scorecard.rules.round_words import round_words
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, joined, say, say_n
from scorecard.services.scoring import sheets
from scorecard.services.seasons import late_results, seasons
from scorecard.services.standings import game_awards, results, standings

TOO_FEW = say("Without guests there are too few sides, so this game counts in no season.")


@dataclass(frozen=True, slots=True)
class Prospect:
    """A sentence about what ending a game means for one season, whose name is ``season``.

    ``season`` is "" in a sentence about all seasons. ``counts`` says whether the game counts in the
    season, ``is_closed`` whether its table is frozen. ``closed`` are the closed seasons it names.
    """

    sentence: Sentence
    season: str = ""
    counts: bool = False
    is_closed: bool = False
    closed: Sequence[Season] = ()


def of_game(session: Session, game: Game) -> list[Prospect]:
    """Return in which seasons a game would count if it ended now, or why not."""
    if game.group is None or game.is_ended:
        return []
    return _prospects(session, game, game.group)


def of_ended(session: Session, game: Game) -> list[Prospect]:
    """Return why an ended game counts in no season, or which closed seasons it cannot change."""
    if game.group is None or not game.is_ended or game.deleted_at:
        return []
    prospects = _prospects(session, game, game.group)
    if any(prospect.counts for prospect in prospects):
        prospects = [prospect for prospect in prospects if prospect.is_closed]
    return prospects


def of_leaving(session: Session, game: Game) -> list[Prospect]:
    """Return in which closed seasons a game still counts once it is deleted or leaves its group."""
    return [
        Prospect(
            say("%(name)s is closed: the game still counts there.", name=season.name),
            season.name,
            counts=True,
            is_closed=True,
            closed=[season],
        )
        for season in seasons.awarding(session, game)
        if season.is_closed
    ]


def _prospects(session: Session, game: Game, group: Group) -> list[Prospect]:
    if game.is_friendly:
        friendly = Prospect(say("Friendly game: counts in no season."))
        return [friendly, *standing(session, game)]
    sheet, rules = sheets.read(game), sheets.rules_of(game)
    if len(sheet.round_scores) == len(sheet.after_end):
        word = round_words(rules.round_word).word
        return [
            Prospect(
                say("No %(round)s counts, so this game counts in no season.", round=word)
                if game.is_ended
                else say("No %(round)s counts yet, so this game counts in no season.", round=word)
            )
        ]
    day = results.day_of(game.started_at, group)
    is_early = sheet.has_end and sheet.status != "finished"
    every = seasons.of_group(session, group)
    today = [season for season in every if season.holds(day)]
    guests = standings.guests(game)
    if guests and len(_sides_of_members(game, sheet)) < game_awards.LEAST_SIDES:
        return [Prospect(TOO_FEW), *standing(session, game)]
    why_not = {
        season.id: "friendly"
        if season.uid in game.friendly_in
        else game_awards.why_not(season, game.kind, day, is_money=rules.is_money, is_early=is_early)
        for season in today
    }
    still_open = [
        _prospect(season, why_not[season.id], game.kind, day, is_early=is_early)
        for season in today
        if not season.is_closed
    ]
    closed = [season for season in today if season.is_closed]
    return [
        *sorted(still_open, key=lambda prospect: not prospect.counts),
        *_passed_over(guests, still_open),
        *_closed(session, game, closed, why_not, is_alone=not still_open),
        *standing(session, game, but_of=day),
        *([] if today else [_nowhere(day, has_seasons=bool(every))]),
    ]


def _sides_of_members(game: Game, sheet: Sheet) -> set[str]:
    side_of = core.side_of(sheet.sides)
    seated = results.seated_in(game)
    return {side_of[name] for name, player in seated.items() if not player.is_guest}


def _passed_over(
    guests: Sequence[answers.OfPlayer], still_open: Sequence[Prospect]
) -> list[Prospect]:
    """Say which guests a game awards nothing, where it awards something at all."""
    if not guests or not any(prospect.counts for prospect in still_open):
        return []
    return [
        Prospect(
            say_n(
                "%(names)s is a guest: no points. The others are placed among themselves.",
                "%(names)s are guests: no points. The others are placed among themselves.",
                len(guests),
                names=reading.listed([row.name for row in guests]),
            )
        )
    ]


def standing(session: Session, game: Game, *, but_of: date | None = None) -> list[Prospect]:
    """Return the closed seasons that keep what a game brought, but for those of a day."""
    return [
        Prospect(_its_table_stands(season), season.name, counts=True, is_closed=True)
        for season in seasons.awarding(session, game)
        if season.is_closed and not season.deleted_at and not (but_of and season.holds(but_of))
    ]


def _closed(
    session: Session,
    game: Game,
    closed: Sequence[Season],
    why_not: Mapping[int, str],
    *,
    is_alone: bool,
) -> list[Prospect]:
    """Return the sentences about closed seasons of the game's day, which it does not change."""
    brought = {season.id for season in seasons.awarding(session, game)}
    stands = [
        Prospect(
            _stands(session, season, game, counts=season.id in brought),
            season.name,
            counts=season.id in brought,
            is_closed=True,
            closed=[season],
        )
        for season in closed
        if season.id in brought or not (is_alone or why_not[season.id])
    ]
    if stands or not (closed and is_alone):
        return stands
    return [
        Prospect(
            say_n(
                "It counts in no season: %(names)s is closed.",
                "It counts in no season: %(names)s are closed.",
                len(closed),
                names=reading.listed([season.name for season in closed]),
            ),
            closed=closed,
        )
    ]


def _stands(session: Session, season: Season, game: Game, *, counts: bool) -> Sentence:
    """Say that a closed season's table stands, and whether the game counts there as it was."""
    if counts and game.is_ended and late_results.has_changed(session, season, game):
        return say("%(name)s is closed: this game counts there as it was.", name=season.name)
    return _its_table_stands(season)


def _its_table_stands(season: Season) -> Sentence:
    return say("%(name)s is closed: its table stands.", name=season.name)


def _nowhere(day: date, *, has_seasons: bool) -> Prospect:
    if has_seasons:
        return Prospect(
            say("It counts in no season: none holds %(day)s, the day it was begun.", day=day)
        )
    return Prospect(say("The group has no season yet, so this game is awarded nothing."))


def _prospect(season: Season, why: str, kind: str, day: date, *, is_early: bool) -> Prospect:
    if not why:
        said = [_counting(season, is_early=is_early), *_weighed(season, day)]
        return Prospect(joined(said), season.name, counts=True)
    name = season.name
    sentences = {
        "friendly": say("It does not count in %(name)s: it is friendly there.", name=name),
        "kind": say(
            "It does not count in %(name)s: %(game)s is not one of its card games.",
            name=name,
            game=kinds.name_of(kind),
        ),
        "scheme": say("It does not count in %(name)s: only money games count there.", name=name),
        "early": say("It does not count in %(name)s: games that end early don’t.", name=name),
    }
    return Prospect(sentences[why], name)


def _counting(season: Season, *, is_early: bool) -> Sentence:
    scheme, name = schemes.read_scheme(season.scheme), season.name
    counting = {
        "places": say(
            "This game counts in %(name)s: %(places)s for the places.",
            name=name,
            places=" – ".join(map(str, scheme.places)),
        ),
        "wins": say("This game counts in %(name)s: wins.", name=name),
        "points": say("This game counts in %(name)s: the game’s own points.", name=name),
        "average": say("This game counts in %(name)s: against the average.", name=name),
        "relative": say("This game counts in %(name)s: against the table.", name=name),
        "size": say("This game counts in %(name)s: the size of the table.", name=name),
        "chips": say("This game counts in %(name)s: net chips.", name=name),
    }[scheme.kind]
    if is_early and season.early == "half":
        return joined([counting, say("Ended early, it brings half the points.")])
    if is_early and season.early == "distance":
        return joined(
            [counting, say("Ended early, it brings the average and half the distance from it.")]
        )
    return counting


def _weighed(season: Season, day: date) -> Iterator[Sentence]:
    weight = season.weight_on(day)
    if weight != weights.ONCE:
        yield say("The evening %(counts)s.", counts=weights.counts(weight))
