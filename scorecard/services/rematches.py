"""By which house rules a rematch is played, and what is asked first: as a new game asks it.

It is played by the version that holds now, unless somebody chooses to stay with the one that the
game was played by. One whose house rules were deleted keeps its version: there is no other one. A
game that was moved out of the book's group has its options alone.
"""

from __future__ import annotations

from scorecard.errors import NotAgreed, Unconfirmed
from scorecard.models import Game, HouseRulesVersion, Player, Seat
from scorecard.rules.core import Json, RuleWarning
from scorecard.rules.options import NAME_PLAYERS
from scorecard.rules.sheet import rules_for
from scorecard.rules.words import say
from scorecard.services import amending, house_rules, wording


def staying(game: Game) -> list[Seat]:
    """Return the seats that are in a rematch: those of players who have not left."""
    return [seat for seat in game.seats if seat.left_after is None]


def version_that_holds(game: Game) -> HouseRulesVersion | None:
    """Return the version by which a new game would be played, where that is not the game's own."""
    version = game.house_rules
    if version is None or version.of.deleted_at:
        return None
    return version.of.latest if version.of.latest is not version else None


def choose_version(
    game: Game, number: int | None, *, is_confirmed: bool
) -> HouseRulesVersion | None:
    """Return the version to play by; ask where it is newer, or somebody has not agreed to it.

    ``number`` is the version that was chosen, None where nobody was asked: then ``is_confirmed``
    stands for the one that holds.
    """
    version = game.house_rules
    holds = version_that_holds(game)
    if version is None:
        return version
    chosen, warnings = version, []
    if holds and number != version.number:
        chosen = holds
        is_answered = is_confirmed if number is None else number == holds.number
        warnings = [] if is_answered else _news(version, holds)
    missing = house_rules.missing_agreement(chosen, players(game))
    # What was confirmed was confirmed of what was shown then.
    if missing and (warnings or not is_confirmed):
        sentence = house_rules.agreement_sentence(chosen, missing)
        raise NotAgreed(sentence, warnings=warnings)
    if warnings:
        raise Unconfirmed(warnings)
    return chosen


def players(game: Game) -> list[Player]:
    """Return who of the group is in a rematch."""
    return [seat.player.one for seat in staying(game) if seat.player]


def options_of(game: Game, version: HouseRulesVersion | None) -> dict[str, Json]:
    """Return the options in force in a game at its end, with what a newer version has changed."""
    options = amending.game_options(game)
    if version is None or game.house_rules is None or version is game.house_rules:
        return options
    names = [seat.name for seat in game.seats]
    before, after = (
        wording.whole(rules_for(game.rules, one.options), one.options, names)
        for one in (game.house_rules, version)
    )
    named = {
        option.key
        for option in rules_for(game.rules, version.options).options
        if option.kind in NAME_PLAYERS
    }
    changed = {
        key: value for key, value in after.items() if key not in named and value != before.get(key)
    }
    merged = options | changed
    rules = rules_for(game.rules, merged)
    return {option.key: merged[option.key] for option in rules.options if option.key in merged}


def keep(game: Game, again: Game, version: HouseRulesVersion | None) -> None:
    """Note on a rematch by which version it is played, and who has not agreed to that."""
    if version:
        house_rules.keep(again, version, players(game))


def _news(version: HouseRulesVersion, holds: HouseRulesVersion) -> list[RuleWarning]:
    """Return what is to be known of a newer version; nothing where it says the same."""
    if not house_rules.changed_labels(version, holds):
        return []
    sentence = say(
        "Version %(number)s of %(rules)s holds now; you played by version %(played)s.",
        rules=version.of.name,
        number=holds.number,
        played=version.number,
    )
    return [RuleWarning(0, "newer_version", sentence)]
