"""The choice of house rules in the form of a new game.

The chosen house rules fill in the settings. A setting counts as changed for this one game only if
it differs from what the form showed at first: so the house rules hold in all the rest, even where
others are chosen on a phone without scripts.
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


@dataclass(frozen=True, slots=True)
class Offer:
    """House rules to choose: unusual options in words, and players of this phone to ask.

    ``fields`` are the values of the form's settings if they are chosen, as JSON for scripts.
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
        """The form's value for this version."""
        return _shown(self.version)

    @property
    def agree(self) -> str:
        """The name of the check boxes with which players agree to this version."""
        return agree_name(self.version)

    def since(self, state: agreeing.AgreementState) -> str:
        """Return in words which version a player agreed to."""
        return agreeing.sentence(self.version, [state])


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """The offers, the chosen one, and the one that the form's settings show."""

    offers: Sequence[Offer]
    chosen: str
    shown: str
    usual_fields: str
    agreed: frozenset[str]
    """The uids of the players who agree to the chosen one."""

    @property
    def offer(self) -> Offer | None:
        """The chosen offer, None for none of them."""
        return next((one for one in self.offers if one.house_rules.uid == self.chosen), None)

    @property
    def house_rules(self) -> HouseRules | None:
        """The chosen house rules, None for none."""
        return self.offer.house_rules if self.offer else None


def agree_name(version: HouseRulesVersion) -> str:
    """Return the name of the check boxes with which players agree to a version."""
    return f"agree-{_shown(version)}"


def _shown(version: HouseRulesVersion) -> str:
    return f"{version.house_rules.uid}/{version.number}"


def fresh_choice(
    visit: access.GroupVisit | None, rules: card_game.GameRules[Any], players: Sequence[str]
) -> RuleChoice | None:
    """Return the choice of a new form; None without house rules."""
    if not (offers := _offers(visit, rules, players)):
        return None
    assert visit is not None, "only groups have house rules"
    chosen = _suggested(visit, rules.key, offers)
    choice = RuleChoice(offers, chosen, NONE, _fields(rules, {}, players), frozenset())
    return replace(choice, shown=choice.offer.shown) if choice.offer else choice


def sent_choice(
    visit: access.GroupVisit | None, rules: card_game.GameRules[Any], players: Sequence[str]
) -> RuleChoice | None:
    """Return the choice in the form that was sent; None without house rules."""
    if not (offers := _offers(visit, rules, players)):
        return None
    chosen = request.form.get("house_rules", NONE)
    shown = request.form.get("shown", NONE)
    choice = RuleChoice(offers, chosen, shown, _fields(rules, {}, players), frozenset())
    if choice.offer is None:
        return choice
    return replace(choice, agreed=frozenset(request.form.getlist(choice.offer.agree)))


def chosen_rules(choice: RuleChoice | None) -> HouseRules | None:
    """Return the chosen house rules, or None; refuse those that are gone."""
    wanted = choice.chosen if choice else request.form.get("house_rules")
    chosen = choice.house_rules if choice else None
    if wanted and chosen is None:
        raise errors.BadInput(
            say("These house rules are not in the book any more."), field="house_rules"
        )
    return chosen


def typed_options(choice: RuleChoice | None, form: settings_forms.SettingsForm) -> dict[str, Any]:
    """Return the options that were changed for this one game; None stands for the default."""
    if choice is None:
        return form.options()
    shown = _typed_as_shown(choice, form.rules, form.names)
    return {key: value for key, value in form.typed().items() if value != shown[key]}


def agreeing_players(choice: RuleChoice | None) -> list[Player]:
    """Return the players of this phone who agree to the chosen house rules."""
    if choice is None or choice.offer is None:
        return []
    return [one.player for one in choice.offer.asked if one.player.uid in choice.agreed]


def _typed_as_shown(
    choice: RuleChoice, rules: card_game.GameRules[Any], players: Sequence[str]
) -> dict[str, Any]:
    """Return the settings that the form showed at first, as if they were typed."""
    uid, _slash, typed = choice.shown.partition("/")
    number = sums.plain_number(typed) or 0
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
    # Usual values may depend on the number of players, not on their names.
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
    """Return the uid of the house rules used last, or of newer ones; "" for none."""
    newest = max(offers, key=lambda offer: offer.house_rules.created_at).house_rules
    last: Game | None = groups.last_game(visit.session, visit.group, rules_key)
    if last is None or newest.created_at > last.started_at:
        return newest.uid
    there = {offer.house_rules.uid for offer in offers}
    uid = last.rules_version.house_rules.uid if last.rules_version else NONE
    return uid if uid in there else NONE


def _fields(
    rules: card_game.GameRules[Any], options: Mapping[str, Any], players: Sequence[str]
) -> str:
    """Return the values of the settings' fields with these options, by name, as JSON."""
    form = settings_forms.new_game_form_class(rules, players)()
    form.fill(options)
    fields = {field.name: field.data for field in form if field.name not in ("player", "is_blind")}
    return json.dumps({name: data if data is not None else "" for name, data in fields.items()})
