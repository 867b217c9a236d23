"""What End Game will award: said before it is tapped, season by season."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from scorecard.models import Game, Season
from scorecard.rules import awards as schemes
from scorecard.rules import kinds
from scorecard.rules.reading import listed
from scorecard.services import awards, results, seasons, sheets


@dataclass(frozen=True, slots=True)
class Prospect:
    """What ending a game now means for the standings, as a sentence; ``season`` is in it."""

    sentence: str
    season: str = ""
    counts: bool = False


def of_game(session: Session, game: Game) -> list[Prospect]:
    """Return what ending a game as it stands awards: where it counts, else why it does not.

    There is nothing to say of a game outside of groups.
    """
    if game.group is None or game.is_ended:
        return []
    sheet = sheets.read(game)
    if len(sheet.round_scores) == len(sheet.after_end):
        return [Prospect("No round counts yet, so this game counts in no season.")]
    rules = sheets.rules_of(game)
    day = results.day_of(game.started_at, game.group)
    is_early = sheet.has_end and sheet.status != "finished"
    every = seasons.of_group(session, game.group)
    today = [season for season in every if season.holds(day)]
    found = [
        _prospect(
            season,
            awards.why_not(season, game.kind, day, is_money=rules.is_money, is_early=is_early),
            game.kind,
            is_early=is_early,
        )
        for season in today
        if not season.is_closed
    ]
    if found:
        return sorted(found, key=lambda prospect: not prospect.counts)
    if not every:
        return [Prospect("The group has no season yet, so this game is awarded nothing.")]
    date = seasons.in_words(day)
    if today:
        closed = listed([season.name for season in today])
        are = "is" if len(today) == 1 else "are"
        return [Prospect(f"It counts in no season: {closed}, which held {date}, {are} closed.")]
    return [Prospect(f"It counts in no season: none holds {date}, the day it was begun.")]


def _prospect(season: Season, why: str, kind: str, *, is_early: bool) -> Prospect:
    if not why:
        return Prospect(_counting(season, is_early=is_early), season.name, counts=True)
    reason = {
        "kind": f"{kinds.name_of(kind)} is not one of its card games",
        "scheme": "only money games count there",
        "early": "a game that is ended early does not count there",
    }[why]
    return Prospect(f"It does not count in {season.name}: {reason}.", season.name)


def _counting(season: Season, *, is_early: bool) -> str:
    scheme = schemes.read_scheme(season.scheme).name
    counting = f"This game counts in {season.name}: {scheme[:1].lower()}{scheme[1:]}."
    if is_early and season.early == "half":
        counting += " Ended early, it brings half the award."
    return counting
