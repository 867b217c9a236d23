"""Rematches: the same people play the same game again.

A rematch is played by the latest version of the house rules, unless somebody chooses to stay with
the one that the game was played by. A game whose house rules were deleted keeps its version; one
that was moved to another group keeps its options only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Game, HouseRulesVersion, Player, Seat
from scorecard.rules import core, kinds
from scorecard.rules.games.own_scorecard import definition_reader, definitions, ready_made
from scorecard.rules.sheet import rules_for
from scorecard.rules.typed import places
from scorecard.rules.words import say
from scorecard.services.book import agreeing, comparing
from scorecard.services.groups import access
from scorecard.services.history import changes
from scorecard.services.scoring import sheets, wording
from scorecard.services.table import games, occasions


def staying(game: Game) -> list[Seat]:
    """Return the seats of players who have not left the game: they are in its rematch."""
    return [seat for seat in game.seats if seat.left_after is None]


def card_game_of(game: Game) -> tuple[str, dict[str, Any]]:
    """Return the key of the card game that a game was of, and the options that define it.

    A result from a list is of the card game that it names, else of plain points by that name: its
    own scorecard holds a total alone.
    """
    if game.rules != definitions.GAME_KEY:
        return game.rules, {}
    given = game.options["scorecard"]
    if sheets.rules_of(game).has_rounds:
        return game.rules, {"scorecard": given}
    if kinds.rules_of(game.kind):
        return game.kind, {}
    past = definition_reader.read_definition(given)
    return game.rules, {"scorecard": definitions.to_json(ready_made.to_play(past))}


def version_that_holds(game: Game) -> HouseRulesVersion | None:
    """Return the latest version of a game's house rules; None if that is the game's own already."""
    version = game.rules_version
    if version is None or version.house_rules.deleted_at:
        return None
    return version.house_rules.latest if version.house_rules.latest is not version else None


def choose_version(
    game: Game, number: int | None, *, is_confirmed: bool
) -> HouseRulesVersion | None:
    """Return the version of the house rules to play a rematch by.

    ``number`` is the version that somebody chose, None where nobody was asked: then
    ``is_confirmed`` stands for the latest. Raises :class:`Unconfirmed` where a newer version must
    be chosen first, :class:`NotAgreed` where somebody has not agreed to the one that is played by.
    """
    version = game.rules_version
    holds = version_that_holds(game)
    if version is None:
        return None
    chosen, warnings = version, []
    if holds and number != version.number:
        chosen = holds
        is_answered = is_confirmed if number is None else number == holds.number
        warnings = [] if is_answered else _news(version, holds)
    # A confirmation does not hold for warnings that were not shown yet.
    if warnings or not is_confirmed:
        agreeing.refuse_missing(chosen, players(game), warnings)
    if warnings:
        raise errors.Unconfirmed(warnings)
    return chosen


def players(game: Game) -> list[Player]:
    """Return the players of the group who are in a rematch."""
    return [seat.player.one for seat in staying(game) if seat.player]


def options_of(game: Game, version: HouseRulesVersion | None) -> dict[str, core.Json]:
    """Return a game's last options with what a newer version changed, but for players' names."""
    options = sheets.options_in_force(game)
    if version is None or game.rules_version is None or version is game.rules_version:
        return options
    names = [seat.name for seat in game.seats]
    before, after = (
        wording.complete_options(rules_for(game.rules, one.options), one.options, names)
        for one in (game.rules_version, version)
    )
    named = {
        option.key
        for option in rules_for(game.rules, version.options).options
        if option.names_players
    }
    changed = {
        key: value for key, value in after.items() if key not in named and value != before.get(key)
    }
    merged = options | changed
    rules = rules_for(game.rules, merged)
    return {option.key: merged[option.key] for option in rules.options if option.key in merged}


def _news(version: HouseRulesVersion, holds: HouseRulesVersion) -> list[core.RuleWarning]:
    """Return a warning that a newer version holds; none where it says the same."""
    if not comparing.changed_labels(version, holds):
        return []
    sentence = say(
        "%(rules)s is now at version %(number)s; you played by version %(played)s.",
        rules=version.house_rules.name,
        number=holds.number,
        played=version.number,
    )
    return [core.RuleWarning(0, "newer_version", sentence)]


def create(
    session: Session,
    game: Game,
    write: changes.Write,
    *,
    version: int | None = None,
    is_confirmed: bool = False,
) -> Game:
    """Start the same game again for who stayed; return it when asked again. See choose_version."""
    if not game.is_ended:
        raise errors.Conflict(say("End the game first."))
    if existing := of_game(session, game):
        changes.remember(session, existing, write)
        return existing
    changes.refuse_deleted(game)
    played_by = choose_version(game, version, is_confirmed=is_confirmed)
    seats = staying(game)
    key, options = _rules_of_rematch(game, seats, played_by)
    again = games.start(
        session,
        write,
        key,
        [seat.name for seat in seats],
        options,
        is_blind=game.is_blind,
        first_seat=seats.index(games.turn(game)) + 1,
        is_confirmed=True,
        group=game.group,
        rematch_of=game,
        # The same players sit there, whatever they are called on the roster by now.
        seated=[seat.player.one if seat.player else None for seat in seats],
        occasion=occasions.again(session, game),
        head_starts={seat.name: seat.head_start for seat in seats},
    )
    if played_by:
        agreeing.start_with(again, played_by, players(game))
    access.take_along(session, game, again, write.at)
    changes.add(session, game, write.keyless, "rematch")
    changes.remember(session, again, write)
    return again


def _rules_of_rematch(
    game: Game, staying: Sequence[Seat], version: HouseRulesVersion | None
) -> tuple[str, dict[str, Any]]:
    """Return the card game and options of a rematch; who begins is whose turn it would be now.

    An option that names somebody who left goes back to its default.
    """
    key, options = card_game_of(game)
    if sheets.rules_of(game).has_rounds:
        options = options_of(game, version)
    rules = rules_for(key, options)
    if rules.first:
        options[rules.first] = games.turn(game).name
    if any(seat.left_after is not None for seat in game.seats):
        gone = {seat.name for seat in game.seats} - {seat.name for seat in staying}
        for option in rules.options:
            value = options.get(option.key)
            if option.names_players and any(
                places.renamed_values(value, name, "") != value for name in gone
            ):
                del options[option.key]
    return key, options


def of_game(session: Session, game: Game) -> Game | None:
    """Return the game that is this one's rematch, or None."""
    return session.scalar(select(Game).where(Game.rematch_of_id == game.id))
