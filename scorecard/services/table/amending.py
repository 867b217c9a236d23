"""Change the options of a running game, with a reason and everybody's consent.

A change holds from the next round on, or, where that is wanted, for all rounds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Amendment, Game, Seat
from scorecard.rules import core
from scorecard.rules.options import with_changes
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say, say_n
from scorecard.services.history import changes, members
from scorecard.services.limits import bounds, quotas, texts
from scorecard.services.scoring import sheets
from scorecard.services.table import endings, rounds

PHONE, KEEPER = "phone", "keeper"
"""How a consent was given: on the player's own phone, or confirmed by the scorekeeper."""
FACTS = ("options", "amendments")
"""A proposal is stale only if one of these facts was changed since; counts do not matter."""
MOST_NAMED = 3
"""How many options a sentence names one by one."""


class NothingChanges(errors.BadInput):
    """Raised for a proposal of options that are in force already."""


def propose(
    session: Session,
    game: Game,
    write: changes.Write,
    options: Mapping[str, core.Json],
    reason: str,
    *,
    is_retroactive: bool = False,
    seats: Collection[Seat] = (),
) -> Amendment:
    """Propose to change options of a running game; everybody who still plays must consent.

    ``options`` are the new values, None for the game's default. The ``seats`` are those of the
    proposing device: they consent at once. There is one proposal at a time.
    """
    changes.refuse_ended(game)
    rounds.refuse_finished(game)
    changes.refuse_stale(session, game, write, FACTS)
    cleaned_reason = texts.reason(reason, say("Say why you want the change."))
    if waiting(session, game):
        raise errors.Conflict(say("Answer the open change first."))
    quotas.check(session, bounds.AMENDMENTS_OF_GAME, game.id)
    amendment = Amendment(
        game_id=game.id,
        options=_changed(game, options),
        reason=cleaned_reason,
        is_retroactive=is_retroactive,
        device_id=write.device.id,
        at=write.at,
        consents={},
    )
    _refuse_impossible(game, amendment)
    session.add(amendment)
    changes.add(session, game, write, "amendment_asked", _about(game, amendment))
    if seats:
        consent(session, game, replace(write.keyless, version=game.version), seats)
    return amendment


def consent(
    session: Session,
    game: Game,
    write: changes.Write,
    seats: Collection[Seat],
    *,
    how: str = PHONE,
    wish: int = 0,
) -> bool:
    """Consent to what is proposed, for some seats; apply it once all have, and return whether.

    ``wish`` is the id of the proposal that was seen: if another one waits now, this is refused. 0
    stands for any.
    """
    amendment = _waiting(session, game, wish)
    changes.refuse_ended(game)
    given = {str(seat.position): how for seat in seats}
    amendment.consents = {**given, **amendment.consents}
    if missing(game, amendment):
        about = {"seats": sorted(seat.position for seat in seats), "how": how}
        changes.add(session, game, write, "amendment_consent", about)
        return False
    _apply(session, game, write, amendment)
    return True


def settle(session: Session, game: Game, write: changes.Write) -> None:
    """Apply the waiting proposal if everybody has consented, or drop it if it cannot be scored."""
    amendment = waiting(session, game)
    if amendment is None or missing(game, amendment):
        return
    write = replace(write.keyless, version=game.version)
    try:
        _refuse_impossible(game, amendment)
    except errors.RefusedByRules:
        withdraw(session, game, write)
    else:
        _apply(session, game, write, amendment)


def amend(
    session: Session,
    game: Game,
    write: changes.Write,
    options: Mapping[str, core.Json],
    agreed_by: Collection[str],
    reason: str,
    *,
    is_retroactive: bool = False,
) -> None:
    """Change options at once; raise :class:`NotAgreed` unless everybody is in ``agreed_by``."""
    by_name = {seat.name.casefold(): seat for seat in game.seats}
    seats = []
    for name in agreed_by:
        if (seat := by_name.get(name.strip().casefold())) is None:
            raise errors.BadInput(
                say("%(name)s does not play in this game.", name=name), code="unknown_player"
            )
        seats.append(seat)
    amendment = propose(session, game, write, options, reason, is_retroactive=is_retroactive)
    if not_agreed := [seat.name for seat in missing(game, amendment) if seat not in seats]:
        raise errors.NotAgreed(
            say_n(
                "A change in mid-game needs everybody. %(names)s hasn’t agreed.",
                "A change in mid-game needs everybody. %(names)s haven’t agreed.",
                len(not_agreed),
                names=reading.listed(not_agreed),
            )
        )
    consent(session, game, replace(write.keyless, version=game.version), seats)


def withdraw(session: Session, game: Game, write: changes.Write, *, wish: int = 0) -> None:
    """Drop a proposal: its own phone takes it back, another one turns it down."""
    amendment = _waiting(session, game, wish)
    amendment.closed_at = write.at
    about = _about(game, amendment) | {"taken_back": amendment.device_id == write.device.id}
    changes.add(session, game, write, "amendment_dropped", about)


def waiting(session: Session, game: Game) -> Amendment | None:
    """Return the proposal that waits for consent, or None."""
    return session.scalar(
        select(Amendment).where(Amendment.game_id == game.id, Amendment.closed_at.is_(None))
    )


def missing(game: Game, amendment: Amendment) -> list[Seat]:
    """Return the seats that have not consented, without those of players who left."""
    return [
        seat
        for seat in game.seats
        if seat.left_after is None and str(seat.position) not in amendment.consents
    ]


def without_phone(session: Session, game: Game, amendment: Amendment) -> list[Seat]:
    """Return the seats for which only the scorekeeper can consent: no phone counts for them."""
    claimed = members.seats_claimed(session, game)
    return [seat for seat in missing(game, amendment) if seat.position not in claimed]


def holds_from(game: Game, amendment: Amendment) -> int:
    """Return the number of the round from which a proposal would hold, were it agreed to now."""
    return 1 if amendment.is_retroactive else game.next_number


def _apply(session: Session, game: Game, write: changes.Write, amendment: Amendment) -> None:
    with changes.record(session, game, write, "amended", _about(game, amendment)):
        game.amendments = _with(game, amendment, write.at)
        amendment.closed_at, amendment.is_applied = write.at, True


def _nothing_changed(game: Game, options: Mapping[str, core.Json]) -> Sentence:
    rules = sheets.rules_of(game)
    labels = [option.label for option in rules.options if option.key in options]
    if not 0 < len(labels) <= MOST_NAMED:
        return say(
            "That changes nothing: every setting of %(game)s is like that already.", game=rules.name
        )
    return say_n(
        "That changes nothing: %(settings)s of %(game)s is like that already.",
        "That changes nothing: %(settings)s of %(game)s are like that already.",
        len(labels),
        settings=reading.listed(labels),
        game=rules.name,
    )


def _changed(game: Game, options: Mapping[str, core.Json]) -> dict[str, core.Json]:
    """Return the options that would change, in their full form; refuse where none would."""
    in_force = sheets.options_in_force(game)
    resolved = endings.resolved(game, with_changes(in_force, options))
    changed = {key: value for key, value in resolved.items() if in_force.get(key) != value}
    if not changed:
        raise NothingChanges(_nothing_changed(game, options), field="options", code="no_change")
    return changed


def _refuse_impossible(game: Game, amendment: Amendment) -> None:
    before = game.amendments
    game.amendments = _with(game, amendment, amendment.at)
    try:
        sheets.read(game)
    finally:
        game.amendments = before


def _with(game: Game, amendment: Amendment, at: datetime) -> list[dict[str, core.Json]]:
    """Return the game's amendments with another one, in the order of agreement."""
    new = {
        "from_round": holds_from(game, amendment),
        "options": amendment.options,
        "reason": amendment.reason,
        "at": at.isoformat(),
    }
    return [*game.amendments, new]


def _about(game: Game, amendment: Amendment) -> dict[str, core.Json]:
    labels = {option.key: option.label for option in sheets.rules_of(game).options}
    return {
        "round": holds_from(game, amendment),
        "what": reading.listed([labels[key] for key in amendment.options]),
        "reason": amendment.reason,
    }


def _waiting(session: Session, game: Game, wish: int) -> Amendment:
    amendment = waiting(session, game)
    if amendment is None:
        raise errors.Conflict(say("No change is open."))
    if wish not in (0, amendment.id):
        raise errors.Conflict(say("Another change is on the table now. Look at it first."))
    return amendment
