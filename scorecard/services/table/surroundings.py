"""What a game's page shows besides its counts: house rules, changes of them, phones, the rematch.

It changes only by a write other than a count.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.models import Change, Game, Round
from scorecard.rules.fold import Fold
from scorecard.rules.words import NOTHING, Sentence, say
from scorecard.services.book import rulings
from scorecard.services.history import changes, history, members
from scorecard.services.scoring import sheets, wording
from scorecard.services.table import amending, answers, rematches


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a game's page shows besides its counts.

    ``version`` and ``next_number`` are the game's version, and the number of the round being
    counted, when it was read. ``labels`` name the phones, and ``seats_of`` are the seats they count
    for, both by device id. ``amendment`` is the change that waits for consent, ``turned_down`` the
    one that was just refused it. ``corrected`` says what was just corrected of an earlier round.
    ``rematch`` is the uid of the rematch, ``otherwise`` how the game deviates from its house rules,
    ``book`` the fingerprint of its rules if it has no house rules, and ``anecdotes`` those of its
    rounds, by number.
    """

    version: int
    next_number: int
    labels: Mapping[int, str]
    seats_of: Mapping[int, list[int]]
    amendments: list[answers.AmendmentAnswer]
    amendment: answers.WaitingAmendmentAnswer | None
    turned_down: answers.TurnedDownAnswer | None
    corrected: Sentence
    rematch: str | None
    otherwise: str
    book: str
    anecdotes: Mapping[int, str]


def of_game(
    session: Session, game: Game, fold: Fold, before: Surroundings | None = None
) -> Surroundings:
    """Return what a game's page shows besides its counts: as ``before``, if only counts came."""
    # A change that waits for consent holds from the round being counted on.
    if before and (before.amendment is None or before.next_number == fold.next_number):
        return before
    memberships = members.everybody(session, game)
    labels = members.labels(memberships)
    latest = changes.at_version(session, game, game.version)
    again = rematches.of_game(session, game)
    return Surroundings(
        version=game.version,
        next_number=fold.next_number,
        labels=labels,
        seats_of=members.seats_of(memberships),
        amendments=amendments(game),
        amendment=_waiting_amendment(session, game, labels),
        turned_down=_turned_down(latest, labels),
        corrected=_corrected(latest, game),
        rematch=again.uid if again else None,
        otherwise=_otherwise(game),
        book=book_fingerprint(session, game, None),
        anecdotes=anecdotes_of(session, game),
    )


def anecdotes_of(session: Session, game: Game) -> dict[int, str]:
    """Return the anecdotes of the rounds of a game, by their numbers."""
    statement = select(Round.number, Round.anecdote).where(
        Round.game_id == game.id, Round.anecdote != ""
    )
    return {round_.number: round_.anecdote for round_ in session.execute(statement)}


def house_rules_of(game: Game, otherwise: str) -> answers.HouseRulesName | None:
    """Return the house rules of a game, their version, and how the game deviates from them."""
    version = game.rules_version
    if version is None:
        return None
    return answers.HouseRulesName(
        id=version.house_rules.uid,
        name=version.house_rules.name,
        version=version.number,
        otherwise=otherwise,
    )


def _otherwise(game: Game) -> str:
    if game.rules_version is None:
        return ""
    in_force, players = sheets.options_in_force(game), [seat.name for seat in game.seats]
    rules = sheets.rules_of(game)
    return wording.off_book_words(
        wording.off_book(rules, in_force, game.rules_version.options, players)
    )


def amendments(game: Game) -> list[answers.AmendmentAnswer]:
    """Return the changes made to a running game: from which round on, what in words, and why."""
    rules = sheets.rules_of(game)
    return [
        answers.AmendmentAnswer(
            from_round=amendment["from_round"],
            options=amendment["options"],
            changes=wording.change_sentences(
                rules, sheets.options_in_force(game, number), amendment["options"], was="before"
            ),
            reason=amendment["reason"],
        )
        for number, amendment in enumerate(game.amendments)
    ]


def _waiting_amendment(
    session: Session, game: Game, labels: Mapping[int, str]
) -> answers.WaitingAmendmentAnswer | None:
    """Return the change of the house rules that waits for consent, and whose is missing."""
    amendment = amending.waiting(session, game)
    if amendment is None or game.is_ended or game.deleted_at:
        return None
    return answers.WaitingAmendmentAnswer(
        id=amendment.id,
        options=amendment.options,
        changes=wording.change_sentences(
            sheets.rules_of(game), sheets.options_in_force(game), amendment.options
        ),
        reason=amendment.reason,
        is_retroactive=amendment.is_retroactive,
        from_round=amending.holds_from(game, amendment),
        by=labels.get(amendment.device_id, say("another phone")),
        missing=[seat.position for seat in amending.missing(game, amendment)],
        without_phone=[seat.position for seat in amending.without_phone(session, game, amendment)],
    )


def _turned_down(
    change: Change | None, labels: Mapping[int, str]
) -> answers.TurnedDownAnswer | None:
    """Return who turned down or took back a change, if that was the latest write to the game."""
    if change is None or change.kind != "amendment_dropped":
        return None
    return answers.TurnedDownAnswer(
        by=labels.get(change.device_id, say("another phone")),
        what=change.about["what"],
        is_taken_back=bool(change.about.get("taken_back")),
    )


def _corrected(change: Change | None, game: Game) -> Sentence:
    """Say what was corrected of an earlier round, if that was the latest write to the game.

    Of one recorded as a whole that is too much to be read in passing.
    """
    if change is None or change.kind not in ("corrected", "described"):
        return NOTHING
    if change.kind == "corrected":
        return history.sentence(change, game)
    was, _now = change.what.get(f"round/{change.about['round']}") or (None, None)
    return history.step(change, game) if was and was["is_closed"] else NOTHING


def book_fingerprint(
    session: Session, game: Game, house_rules: answers.HouseRulesName | None
) -> str:
    """Return a checksum of everything that a game is played by: options, house rules, rulings."""
    settled = [ruling.uid for ruling in rulings.of_game(session, game)]
    state = [game.options, game.amendments, house_rules, settled]
    text = json.dumps(state, sort_keys=True, default=vars)
    return f"{zlib.crc32(text.encode()):08x}"
