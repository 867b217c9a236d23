"""The card games to choose from: those of the shelf, and home-made scorecards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorecard.database.db import db
from scorecard.rules import card_game
from scorecard.rules.games import all_games
from scorecard.rules.games.own_scorecard import definitions, ready_made
from scorecard.rules.words import NOTHING, Sentence, quoted
from scorecard.services.book import scorecards
from scorecard.services.table import rematches
from scorecard.web.book.reference import known_rules
from scorecard.web.http import access
from scorecard.web.table.start import suggestions

PLAIN = f"{definitions.GAME_KEY}/plain_points"
"""The scorecard for every game: points, typed."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A card game to choose: the value of its button, its name, and who can play it."""

    value: str
    name: Sentence
    players: Sentence = NOTHING

    @property
    def game(self) -> str:
        """The card game's key."""
        return self.value.partition("/")[0]


def offers() -> list[Offer]:
    """Return the card games, this phone's scorecards, and the ready-made ones."""
    device = access.current_device()
    mine = scorecards.of_device(db.session, device) if device else []
    shelf = [one for one in all_games().values() if not one.specialised]
    own = definitions.GAME_KEY
    return [
        *(Offer(rules.key, rules.name, rules.players) for rules in shelf),
        *(Offer(f"{own}/{one.uid}", quoted(one.name)) for one in mine),
        *(Offer(f"{own}/{key}", quoted(one.name)) for key, one in ready_made.READY_MADE.items()),
    ]


def chips(
    all_offers: Sequence[Offer], chosen: card_game.GameRules[Any], visit: access.GroupVisit | None
) -> list[Offer]:
    """Return the games to choose with one tap: the last one played, plain points, the chosen one.

    A scorecard that is not offered here, such as a friend's, has the value "".
    """
    by_value = {offer.value: offer for offer in all_offers}
    last, _given = last_played(visit)
    wanted = [_offer_of(all_offers, last), by_value[PLAIN]]
    wanted.append(_offer_of(all_offers, chosen))
    return list({offer.name: offer for offer in wanted}.values())


def last_played(visit: access.GroupVisit | None) -> tuple[card_game.GameRules[Any], dict[str, Any]]:
    """Return the rules of the latest game, else of the first, and the options that define it."""
    last = suggestions.last_game(visit)
    if last is None or last.rules not in all_games():
        return next(iter(all_games().values())), {}
    key, given = rematches.card_game_of(last)
    return known_rules(key, given), given


def _offer_of(all_offers: Sequence[Offer], rules: card_game.GameRules[Any]) -> Offer:
    return next((one for one in all_offers if one.name == rules.name), Offer("", rules.name))


def rules_of(key: str, scorecard: str = "") -> tuple[card_game.GameRules[Any], dict[str, Any]]:
    """Return the rules of a game, and the options that define it: a home-made scorecard."""
    given: dict[str, Any] = {}
    if key == definitions.GAME_KEY and scorecard:
        given["scorecard"] = scorecards.definition_of(db.session, scorecard)
    return known_rules(key, given), given
