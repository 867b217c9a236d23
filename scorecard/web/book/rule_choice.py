"""The house rules that a new game can be played by, in the form that starts it.

What is chosen fills in the settings. What is then changed by hand is for this one game: only what
differs from what was shown when the form was made counts as typed, so that the house rules hold in
all the rest, also where somebody chooses other ones on a phone without scripts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import request

from scorecard import errors
from scorecard.models import Game, HouseRules, HouseRulesVersion, Player
from scorecard.rules import card_game
from scorecard.rules.typed import sums
from scorecard.rules.words import say
from scorecard.services.book import agreeing, house_rules
from scorecard.services.groups import groups
from scorecard.services.scoring import wording
from scorecard.web.forms import settings_forms
from scorecard.web.http import access

NONE = ""
VERSION_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Offer:
    """House rules to choose: what is not as usual in words, and whom of this phone to ask.

    ``fields`` is what the settings' fields hold when they are chosen, as JSON for scripts.
    """

    house_rules: HouseRules
    differs: Sequence[str]
    fields: str
    asked: Sequence[agreeing.AgreementState]

    @property
    def version(self) -> HouseRulesVersion:
        """The version that a game would be played by."""
        return self.house_rules.latest

    @property
    def shown(self) -> str:
        """What names this version in the form."""
        return _shown(self.version)

    @property
    def agree(self) -> str:
        """The name of the boxes with which players agree to this version."""
        return agree_name(self.version)

    def since(self, state: agreeing.AgreementState) -> str:
        """Say in words where a player of this phone stands."""
        return agreeing.sentence(self.version, [state])


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """What can be chosen, what is chosen, and what the form's settings show of it."""

    offers: Sequence[Offer]
    chosen: str
    shown: str
    usual_fields: str
    agreed: frozenset[str]
    """The uids of the players who have ticked that they agree to what is chosen."""

    @property
    def offer(self) -> Offer | None:
        """What is chosen, None for nothing that is offered."""
        return next((one for one in self.offers if one.house_rules.uid == self.chosen), None)

    @property
    def house_rules(self) -> HouseRules | None:
        """The house rules that are chosen, None for none."""
        return self.offer.house_rules if self.offer else None


def agree_name(version: HouseRulesVersion) -> str:
    """Return the name of the boxes with which players agree to a version."""
    return f"agree-{_shown(version)}"


def _shown(version: HouseRulesVersion) -> str:
    return f"{version.of.uid}/{version.number}"


def fresh_choice(
    visit: access.GroupVisit | None, rules: card_game.GameRules[Any], players: Sequence[str]
) -> RuleChoice | None:
    """Return the choice of a fresh form; None where there is nothing to choose."""
    if not (offers := _offers(visit, rules, players)):
        return None
    assert visit is not None, "only groups have house rules"
    chosen = _suggested(visit, rules.key, offers)
    choice = RuleChoice(offers, chosen, NONE, _fields(rules, {}, players), frozenset())
    return replace(choice, shown=choice.offer.shown) if choice.offer else choice


def sent_choice(
    visit: access.GroupVisit | None, rules: card_game.GameRules[Any], players: Sequence[str]
) -> RuleChoice | None:
    """Return the choice that a form was sent with."""
    if not (offers := _offers(visit, rules, players)):
        return None
    chosen = request.form.get("house_rules", NONE)
    shown = request.form.get("shown", NONE)
    choice = RuleChoice(offers, chosen, shown, _fields(rules, {}, players), frozenset())
    if choice.offer is None:
        return choice
    return replace(choice, agreed=frozenset(request.form.getlist(choice.offer.agree)))


def chosen_rules(choice: RuleChoice | None) -> HouseRules | None:
    """Return the house rules that were chosen; refuse those that are gone meanwhile."""
    wanted = choice.chosen if choice else request.form.get("house_rules")
    chosen = choice.house_rules if choice else None
    if wanted and chosen is None:
        raise errors.BadInput(
            say("These house rules are not in the book any more."), field="house_rules"
        )
    return chosen


def typed_options(choice: RuleChoice | None, form: settings_forms.SettingsForm) -> dict[str, Any]:
    """Return the options that were typed for this one game, None standing for the default."""
    if choice is None:
        return form.options()
    shown = _typed_as_shown(choice, form.rules, form.names)
    return {key: value for key, value in form.typed().items() if value != shown[key]}


def agreeing_players(choice: RuleChoice | None) -> list[Player]:
    """Return the players of this phone who have ticked that they agree to what is chosen."""
    if choice is None or choice.offer is None:
        return []
    return [one.player for one in choice.offer.asked if one.player.uid in choice.agreed]


def _typed_as_shown(
    choice: RuleChoice, rules: card_game.GameRules[Any], players: Sequence[str]
) -> dict[str, Any]:
    """Return what would have been typed had nothing been changed by hand."""
    uid, _slash, typed = choice.shown.partition("/")
    number = sums.plain_number(typed, VERSION_DIGITS) or 0
    options: Mapping[str, Any] = {}
    for offer in choice.offers:
        version = offer.house_rules.version(number)
        if offer.house_rules.uid == uid and version:
            options = version.options
    form = settings_forms.new_game_form_class(rules, players)()
    form.fill(options)
    return form.typed()


def _offers(
    visit: access.GroupVisit | None, rules: card_game.GameRules[Any], players: Sequence[str]
) -> list[Offer]:
    if visit is None:
        return []
    # What is usual may depend on how many play; not on who.
    names = [f"Player {number}" for number in range(max(len(players), rules.fewest))]
    return [
        Offer(
            one,
            _differs(rules, one.latest.options, names),
            _fields(rules, one.latest.options, players),
            agreeing.not_agreed(one.latest, visit.my_players),
        )
        for one in house_rules.of_group(visit.session, visit.group, rules.key)
    ]


def _differs(
    rules: card_game.GameRules[Any], options: Mapping[str, Any], players: Sequence[str]
) -> list[str]:
    whole = wording.complete_options(rules, options, players)
    return [
        one.sentence
        for one in wording.settings(rules, whole, players)
        if one.is_changed or (one.option.key in options and one.option.kind in wording.OF_THE_TABLE)
    ]


def _suggested(visit: access.GroupVisit, rules_key: str, offers: Sequence[Offer]) -> str:
    """Return the house rules used last, or those written down since; "" for none."""
    newest = max(offers, key=lambda offer: offer.house_rules.created_at).house_rules
    last: Game | None = groups.last_game(visit.session, visit.group, rules_key)
    if last is None or newest.created_at > last.started_at:
        return newest.uid
    there = {offer.house_rules.uid for offer in offers}
    uid = last.house_rules.of.uid if last.house_rules else NONE
    return uid if uid in there else NONE


def _fields(
    rules: card_game.GameRules[Any], options: Mapping[str, Any], players: Sequence[str]
) -> str:
    """Return what the fields of the settings hold with these options, by the fields' names."""
    form = settings_forms.new_game_form_class(rules, players)()
    form.fill(options)
    fields = {field.name: field.data for field in form if field.name not in ("player", "is_blind")}
    return json.dumps({name: data if data is not None else "" for name, data in fields.items()})
