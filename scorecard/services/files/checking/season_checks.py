"""What must hold in the seasons of an export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorecard import errors
from scorecard.models import Season
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say
from scorecard.services.files.checking import file_ids
from scorecard.services.files.format import file_format, references, season_parts
from scorecard.services.limits import bounds
from scorecard.services.seasons import adjustments, divisions, season_plans, weighing


def check(where: Sentence, season: file_format.Document, players: Mapping[str, Any]) -> None:
    """Refuse what cannot be in a season, which sentences call ``where``."""
    plan = season_plans.Plan.of(Season(**season_parts.SEASONS.row(season, {})))
    with file_ids.inside(where):
        checked = plan.checked()
    for name in ("kinds", "scheme", "tie_breaks"):
        if checked[name] != season[name]:
            raise errors.BadInput(
                say(
                    "%(where)s: “%(name)s” cannot be %(value)s.",
                    where=where,
                    name=name,
                    value=reading.show(season[name]),
                )
            )
    if (season["closed_at"] is None) is not (season["final"] is None):
        raise errors.BadInput(
            say("%(where)s: a closed season has a frozen table, and no other one has.", where=where)
        )
    if season["awards"] is not None and season["closed_at"] is None:
        raise errors.BadInput(say("%(where)s: only a closed season awarded anything.", where=where))
    _check_awards(where, season["awards"] or ())
    _check_adjustments(where, season["adjustments"])
    most = bounds.TEAMS_OF_SEASON.most
    too_many = say("%(where)s: teams are more than %(most)s.", where=where, most=most)
    _check_parts(say("%(where)s: teams", where=where), season["teams"], most, too_many)
    most = bounds.DIVISIONS_OF_SEASON.most
    too_many = say("%(where)s: divisions are more than %(most)s.", where=where, most=most)
    _check_parts(say("%(where)s: divisions", where=where), season["divisions"], most, too_many)
    with file_ids.inside(where):
        divisions.check(season["promoted"])
        weighing.check(season["weights"])
    for uid in references.named(season_parts.SeasonPart, season, "player"):
        file_ids.refuse_unknown(where, "player", uid, players)


def _check_adjustments(where: Sentence, by_hand: Sequence[file_format.Document]) -> None:
    """Refuse points by hand that nobody could give, and more than a season holds."""
    most = bounds.ADJUSTMENTS_OF_SEASON.most
    if len(by_hand) > most:
        raise errors.BadInput(
            say("%(where)s: points by hand are more than %(most)s.", where=where, most=most)
        )
    file_ids.refuse_twice(
        say("%(where)s: points by hand", where=where), [one["uid"] for one in by_hand]
    )
    for number, one in enumerate(by_hand, start=1):
        place = say("%(where)s, points by hand %(number)s", where=where, number=number)
        with file_ids.inside(place):
            adjustments.check_points(one["kind"], one["points"])
            is_as_typed = adjustments.checked_reason(one["reason"]) == one["reason"]
        if not is_as_typed:
            raise errors.BadInput(
                say(
                    "%(where)s: “%(name)s” cannot be %(value)s.",
                    where=place,
                    name="reason",
                    value=reading.show(one["reason"]),
                )
            )


def _check_parts(
    place: Sentence, parts: Sequence[file_format.Document], most: int, too_many: Sentence
) -> None:
    """Refuse more teams or divisions than a season holds, one twice, and players in two of them."""
    if len(parts) > most:
        raise errors.BadInput(too_many)
    file_ids.refuse_twice(place, [part["uid"] for part in parts])
    players = [uid for part in parts for uid in part["players"]]
    file_ids.refuse_twice(say("%(where)s: players", where=place), players)


def _check_awards(where: Sentence, games: Sequence[file_format.Document]) -> None:
    """Refuse awards in which a game, or a player of a game, stands twice."""
    file_ids.refuse_twice(
        say("%(where)s: awards of games", where=where), [game["game"] for game in games]
    )
    for game in games:
        place = say("%(where)s, awards of game %(uid)s", where=where, uid=game["game"])
        players = [award["player"] for award in game["players"]]
        file_ids.refuse_twice(say("%(where)s: players", where=place), players)
        if not players:
            raise errors.BadInput(say("%(where)s: nobody was awarded anything.", where=place))
