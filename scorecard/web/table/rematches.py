"""The rematch: started at once, or after a page about house rules and agreement."""

from __future__ import annotations

from flask import request, url_for

from scorecard import errors
from scorecard.models import Game, HouseRulesVersion
from scorecard.services.book import agreeing
from scorecard.services.groups import group_members
from scorecard.services.history import changes
from scorecard.services.scoring import wording
from scorecard.services.table import rematches
from scorecard.web.book import house_rules_words, rule_choice
from scorecard.web.book.house_rules import read_number
from scorecard.web.http import access
from scorecard.web.pages import responses, views

blueprint = views.Views("rematches", __name__)
VERSION = "house_rules_version"
"""The field for the version of the house rules."""


def _page(visit: access.Visit) -> str:
    """Return the page about house rules and agreement, or the table for any other refusal."""
    error, game, played = responses.refusal(), visit.game, visit.game.rules_version
    if not isinstance(error, errors.NotAgreed | errors.Unconfirmed) or played is None:
        return responses.table_page(visit)
    holds = rematches.version_that_holds(game)
    chosen = played if holds is None or _number() == played.number else holds
    names = [seat.name for seat in game.seats]
    options = rematches.options_of(game, chosen)
    rules = house_rules_words.rules_of(played.house_rules, options)
    return responses.page(
        "table/start/rematch.html",
        played=played,
        chosen=chosen,
        holds=holds,
        changes=house_rules_words.changes(played.house_rules, played, holds) if holds else None,
        otherwise=wording.off_book_words(wording.off_book(rules, options, chosen.options, names)),
        not_agreed=error.message if isinstance(error, errors.NotAgreed) else "",
        warnings=error.warnings,
        asked=_asked(visit, chosen),
        agree=rule_choice.agree_name(chosen),
        field=VERSION,
        address=url_for("rematches.start", game_uid=game.uid),
    )


@blueprint.game_form(
    "/games/<uid:game_uid>/rematch", "player", then=views.table_of_new_game, again=_page
)
def start(visit: access.Visit, write: changes.Write) -> Game:
    """Start the same game again, with the same people and phones."""
    _agree(visit, write, _number())
    is_confirmed = "confirmed" in request.form
    return rematches.create(
        visit.session, visit.game, write, version=_number(), is_confirmed=is_confirmed
    )


def _number() -> int | None:
    """Return the chosen version's number, None for none."""
    return read_number(request.form.get(VERSION, "")) or None


def _agree(visit: access.Visit, write: changes.Write, number: int | None) -> None:
    """Store the agreement of this phone's players who have ticked it."""
    of = visit.game.rules_version.house_rules if visit.game.rules_version else None
    version = of.version(number) if of and number else None
    if version is None:
        return
    ticked = request.form.getlist(rule_choice.agree_name(version))
    players = [one.player for one in _asked(visit, version) if one.player.uid in ticked]
    if players:
        agreeing.agree(visit.session, version, players, write.keyless)


def _asked(visit: access.Visit, version: HouseRulesVersion) -> list[agreeing.AgreementState]:
    """Return the game's players of this phone who have not agreed to a version."""
    group = visit.game.group
    membership = group_members.membership_of(visit.session, group, visit.device) if group else None
    if membership is None or membership.removed_at:
        return []
    mine = [one for one in rematches.players(visit.game) if one in membership.people]
    return agreeing.not_agreed(version, mine)
