"""The defaults of a new game: players and settings of last time, in the group or on this phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import g, request

from scorecard.database.db import db
from scorecard.models import Game
from scorecard.rules import Refusal, card_game, kinds, score, seating
from scorecard.rules.words import Sentence, say
from scorecard.services.groups import access, groups
from scorecard.services.history import members
from scorecard.services.looking_back import handicaps
from scorecard.services.scoring import sheets, wording
from scorecard.services.table import rematches
from scorecard.services.table import seating as seats
from scorecard.web.http.access import GroupVisit, current_device
from scorecard.web.table.start import lineup

MOST_NAMES = 16
"""Names that a phone offers; more are slower to look through than to type."""
MOST_PLAYERS = 100
"""The largest number of players in a query."""


@dataclass(frozen=True, slots=True)
class LastTime:
    """The unusual settings of the latest game of a kind, also in words."""

    options: Mapping[str, Any]
    is_blind: bool
    sentences: Sequence[Sentence]


def asked_about(rules: card_game.GameRules[Any]) -> tuple[int, dict[str, Any], dict[str, Any]]:
    """Return players, chosen options, and all options of a query like ``?players=5&deck=small``."""
    players = max(1, min(request.args.get("players", 2, type=int), MOST_PLAYERS))
    chosen = {
        option.key: value
        for option in rules.options
        if option.kind == "choice"
        and (value := request.args.get(option.key)) in dict(option.choices)
    }
    return players, chosen, {option.key: option.default for option in rules.options} | chosen


def last_card_game(visit: GroupVisit | None) -> str:
    """Return the card game of the latest game, "" without one."""
    last = last_game(visit)
    return rematches.card_game_of(last)[0] if last else ""


def last_game(visit: GroupVisit | None) -> Game | None:
    """Return the latest game, in the group or on this phone outside of groups."""
    if visit:
        return groups.last_game(visit.session, visit.group)
    return next(iter(_mine()), None)


def last_players(visit: GroupVisit | None) -> list[str]:
    """Return the players of the latest game, in the group or on this phone outside of groups."""
    if visit:
        return [player.name for player in groups.last_players(visit.session, visit.group)]
    last = last_game(None)
    return [seat.name for seat in last.seats] if last else []


def my_names(visit: GroupVisit | None) -> list[str]:
    """Return who holds this phone: players of the group, or the seats of the latest game."""
    if visit:
        return [player.name for player in visit.my_players]
    device, last = current_device(), last_game(None)
    membership = members.find(db.session, last, device) if device and last else None
    return [seat.name for seat in membership.seats] if membership else []


def known_names() -> list[str]:
    """Return the names in this phone's games outside of groups, the latest first."""
    names: dict[str, str] = {}
    for game in _mine():
        for seat in game.seats:
            names.setdefault(seat.name.casefold(), seat.name)
    return list(names.values())[:MOST_NAMES]


def last_time(visit: GroupVisit | None, rules: card_game.GameRules[Any]) -> LastTime | None:
    """Return the unusual settings of the latest game of this kind, None for none."""
    kind = kinds.kind_of(rules)
    if visit:
        last = groups.last_game(visit.session, visit.group, rules.key)
    else:
        last = next((game for game in _mine() if game.kind == kind), None)
    if last is None or last.kind != kind:
        return None
    played, names = sheets.rules_of(last), [seat.name for seat in last.seats]
    options = wording.unusual_options(played, last.options, names)
    if not options and not last.is_blind:
        return None
    settings = wording.settings(played, last.options, names)
    sentences = [one.sentence for one in settings if one.is_changed]
    if last.is_blind:
        sentences.append(say("Hidden scores"))
    return LastTime(options, last.is_blind, sentences)


def with_head_starts(
    visit: GroupVisit | None, rules: card_game.GameRules[Any], lined_up: lineup.LineUp
) -> lineup.LineUp:
    """Return a line-up with the same players' head starts of last time, unless some are typed."""
    if visit is None or lined_up.head_starts or seating.why_no_head_start(rules):
        return lined_up
    kind = kinds.kind_of(rules)
    had = seats.last_head_starts(visit.session, visit.group, kind, lined_up.names)
    return replace(lined_up, head_starts={name: str(points) for name, points in had.items()})


def from_ratings(
    visit: GroupVisit,
    rules: card_game.GameRules[Any],
    options: Mapping[str, Any],
    names: Sequence[str],
) -> handicaps.Proposal:
    """Return the head starts that ratings propose for these players, with a sentence."""
    if why_not := seating.why_no_head_start(rules):
        return handicaps.Proposal(why_not)
    sheet = score({"game": rules.key, "options": options, "players": names})
    if isinstance(sheet, Refusal):
        return handicaps.Proposal(sheet.message)
    return handicaps.propose(visit.session, visit.group, rules, sheet, visit.today)


def _mine() -> list[Game]:
    """Return this phone's games outside of groups, the latest first; cached for the request."""
    if "own_games" not in g:
        device = current_device()
        mine = access.games_of(db.session, device) if device else []
        alone = [game for game in mine if game.group_id is None]
        g.own_games = sorted(alone, key=lambda game: (game.started_at, game.id), reverse=True)
    games: list[Game] = g.own_games
    return games
