"""What a new game may begin with, over the API: as it was last time, and the house rules there are.

Which values go with how many players, ``/rules/{key}`` says.
"""

from __future__ import annotations

from typing import Any

from pydantic import AliasPath, Field

from scorecard import errors
from scorecard.rules import card_game
from scorecard.rules.games import find
from scorecard.rules.words import say
from scorecard.web.api import book_answers, fields, model, spec
from scorecard.web.api.model import Extended
from scorecard.web.book import rule_choice
from scorecard.web.http import access
from scorecard.web.table.start import shelf, suggestions


class SuggestionsQuery(model.Model):
    """For which new game."""

    game: str | None = Field(
        default=None, description="The card game's key; the one played last without it."
    )
    group: str | None = Field(default=None, description="Outside of groups without it.")


class OfferedRulesAnswer(model.Model):
    """House rules that the game can be played by."""

    id: fields.IdOf = Field(validation_alias="house_rules")
    name: str = Field(validation_alias=AliasPath("house_rules", "name"))
    version: int = Field(validation_alias=AliasPath("version", "number"))
    words: list[str] = Field(validation_alias="differs", description="What is not as usual.")
    missing: list[book_answers.MissingAgreement] = Field(
        validation_alias="asked",
        description="This device's players who have not agreed to this version.",
    )
    is_suggested: bool


class SuggestionsAnswer(model.Model):
    """What a new game may begin with."""

    game: str | None = Field(description="Null where none was asked for and none was played yet.")
    players: list[str] = Field(description="Who played last, in the order they sat.")
    names: list[str] = Field(description="Who else to offer: a roster, or who has played here.")
    house_rules: list[OfferedRulesAnswer]
    options: dict[str, Any] = Field(
        description="Those that were not as usual last time; none where there are house rules."
    )
    is_blind: bool = Field(description="Whether counts were hidden last time.")
    words: list[str] = Field(description="The same in words.")


class HeadStartsQuery(model.Model):
    """Who is to play what."""

    game: str = Field(description="The card game’s key.")
    scorecard: str = Field(default="", description="Which one, as in the address of a new game.")
    player: fields.Several = Field(default=[], description="Each by name, in the order they sit.")
    target: int | None = Field(default=None, description="Where it is not the usual one.")


class HeadStartsAnswer(model.Model):
    """The head starts that ratings propose."""

    head_starts: dict[str, int] = Field(description="Points by name; nobody else has one.")
    sentence: str = Field(description="Why these, or why none.")


@spec.group_read(
    "/groups/<uid:group_uid>/head-starts", "member", HeadStartsAnswer, "games", refusals=(422,)
)
def read_head_starts(visit: access.GroupVisit, query: HeadStartsQuery) -> object:
    """Return what players should start with by the ratings of the season that would count it.

    What a rating is worth in points, the latest games of it in the group say.
    """
    rules, given = shelf.rules_of(query.game, query.scorecard)
    options = given if query.target is None else given | {"target": query.target}
    return suggestions.from_ratings(visit, rules, options, query.player)


@spec.open_read("/suggestions", SuggestionsAnswer, "games", refusals=(*spec.LET_IN_REFUSALS, 422))
def read_suggestions(query: SuggestionsQuery) -> object:
    """Return what a new game may begin with: who played last, by which rules and settings."""
    visit = access.visit_group(query.group) if query.group else None
    key = query.game or suggestions.last_card_game(visit)
    rules = find(key) if key else None
    if query.game and rules is None:
        raise errors.NotFound(say("No game is called that."))
    players = suggestions.last_players(visit)
    roster = sorted(player.name for player in visit.group.roster) if visit else []
    return {
        "game": rules.key if rules else None,
        "players": players[: rules.most] if rules else players,
        "names": roster or ([] if visit else suggestions.known_names()),
        **_settings(visit, rules, players),
    }


def _settings(
    visit: access.GroupVisit | None, rules: card_game.GameRules[Any] | None, players: list[str]
) -> dict[str, Any]:
    """Return the house rules to choose from; where there are none, what held last time."""
    choice = rule_choice.fresh_choice(visit, rules, players) if rules else None
    last = suggestions.last_time(visit, rules) if rules and not choice else None
    return {
        "house_rules": [
            Extended(offer, is_suggested=offer.house_rules is choice.house_rules)
            for offer in choice.offers
        ]
        if choice
        else [],
        "options": dict(last.options) if last else {},
        "is_blind": last is not None and last.is_blind,
        "words": last.sentences if last else [],
    }
