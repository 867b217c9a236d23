"""What the form of a new game begins with: as it was last time, in the group or on this phone."""

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
from scorecard.services.table import seating as seats
from scorecard.web.http.access import GroupVisit, current_device
from scorecard.web.table.start import lineup

MOST_NAMES = 16
"""Names that a phone offers: more are slower to look through than to type."""
MOST_PLAYERS = 100
"""Players that an address may ask about."""


@dataclass(frozen=True, slots=True)
class LastTime:
    """The settings that were not as usual when a card game was played last, also in words."""

    options: Mapping[str, Any]
    is_blind: bool
    sentences: Sequence[Sentence]


def asked_about(rules: card_game.GameRules[Any]) -> tuple[int, dict[str, Any], dict[str, Any]]:
    """Return what the address asks about a new game, such as ``?players=5&deck=expansion``.

    That is how many players, the choices that it names, and every option as it is with these.
    """
    players = max(1, min(request.args.get("players", 2, type=int), MOST_PLAYERS))
    chosen = {
        option.key: value
        for option in rules.options
        if option.kind == "choice"
        and (value := request.args.get(option.key)) in dict(option.choices)
    }
    return players, chosen, {option.key: option.default for option in rules.options} | chosen


def last_card_game(visit: GroupVisit | None) -> str:
    """Return the key of the card game that was played last; "" where there was none."""
    last = last_game(visit)
    return last.rules if last else ""


def last_game(visit: GroupVisit | None) -> Game | None:
    """Return the game that was started last, in the group or on this phone outside of groups."""
    if visit:
        return groups.last_game(visit.session, visit.group)
    return next(iter(_mine()), None)


def last_players(visit: GroupVisit | None) -> list[str]:
    """Return who played last: in the group, or in a game of this phone outside of groups."""
    if visit:
        return [player.name for player in groups.last_players(visit.session, visit.group)]
    last = last_game(None)
    return [seat.name for seat in last.seats] if last else []


def my_name(visit: GroupVisit | None) -> str:
    """Return who held this phone last: somebody of the group, or in a game outside of groups."""
    if visit:
        return next((player.name for player in visit.my_players), "")
    device, last = current_device(), last_game(None)
    membership = members.find(db.session, last, device) if device and last else None
    return next((seat.name for seat in membership.seats), "") if membership else ""


def known_names() -> list[str]:
    """Return the names in this phone's games outside of groups, those that played last first."""
    names: dict[str, str] = {}
    for game in _mine():
        for seat in game.seats:
            names.setdefault(seat.name.casefold(), seat.name)
    return list(names.values())[:MOST_NAMES]


def last_time(visit: GroupVisit | None, rules: card_game.GameRules[Any]) -> LastTime | None:
    """Return how a card game was played last; None where that was as usual, or never."""
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
    """Return a line-up with the head starts that the same players had last time, if any.

    What was typed already stays.
    """
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
    """Return the head starts that ratings propose for a game of these players, with a sentence."""
    if why_not := seating.why_no_head_start(rules):
        return handicaps.Proposal(why_not)
    sheet = score({"game": rules.key, "options": options, "players": names})
    if isinstance(sheet, Refusal):
        return handicaps.Proposal(sheet.message)
    return handicaps.propose(visit.session, visit.group, rules, sheet, visit.today)


def _mine() -> list[Game]:
    """Return this phone's games outside of groups, the latest first; read once in a request."""
    if "own_games" not in g:
        device = current_device()
        mine = access.games_of(db.session, device) if device else []
        alone = [game for game in mine if game.group_id is None]
        g.own_games = sorted(alone, key=lambda game: (game.started_at, game.id), reverse=True)
    games: list[Game] = g.own_games
    return games
