"""A group's players: find, add, change, retire, and seat them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Group, Player
from scorecard.rules.words import say
from scorecard.services.book import consent
from scorecard.services.history import changes, group_changes
from scorecard.services.limits import bounds, codes, names, quotas
from scorecard.services.scoring import badges
from scorecard.services.standings import results

LONGEST_INITIAL = 2
"""Characters."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who joins the roster."""

    name: str
    colour: int | None = None
    initial: str = ""
    is_guest: bool = False


def find(group: Group, uid: str) -> Player:
    """Return the player of a group with this uid, also one who was merged or has retired."""
    player = next((player for player in group.players if player.uid == uid), None)
    otherwise = say("There is no such player in this group.")
    return errors.found(player, otherwise, code="unknown_player")


def chosen(group: Group, uid: str, field: str) -> Player:
    """Return the player with this uid; refuse one that is not of the group, naming ``field``."""
    try:
        return find(group, uid)
    except errors.NotFound as error:
        raise errors.BadInput(error.message, field=field, code=error.code) from None


def all_chosen(group: Group, uids: Iterable[str], field: str = "players") -> list[Player]:
    """Return the players with these uids, as :func:`chosen` does."""
    return [chosen(group, uid, field) for uid in uids]


def named(group: Group, name: str) -> Player | None:
    """Return the player of a group with this name, whatever the letter case, or None."""
    return by_name(group).get(key_of(name))


def by_name(group: Group) -> dict[str, Player]:
    """Return a group's players by :func:`key_of` their names, without those who were merged."""
    return {
        key_of(player.name): player for player in group.players if player.merged_into_id is None
    }


def by_any_name(group: Group) -> dict[str, Player]:
    """Return players by name, also by a name that was merged into them alone."""
    merged: defaultdict[str, set[Player]] = defaultdict(set)
    for player in group.players:
        if player.merged_into:
            merged[key_of(player.name)].add(player.one)
    sole = {name: next(iter(of)) for name, of in merged.items() if len(of) == 1}
    return sole | by_name(group)


def key_of(name: str) -> str:
    """Return a text that is the same for names that a roster takes for one name."""
    return name.strip().casefold()


def add(
    session: Session,
    group: Group,
    write: changes.Write,
    name: str,
    *,
    colour: int | None = None,
    initial: str = "",
    is_guest: bool = False,
) -> Player:
    """Add a player to the roster; colour and initial are chosen where none are given."""
    return add_all(session, group, write, [Newcomer(name, colour, initial, is_guest)])[0]


def add_all(
    session: Session, group: Group, write: changes.Write, newcomers: Iterable[Newcomer]
) -> list[Player]:
    """Add players to the roster; faster than adding them one by one."""
    newcomers = [*newcomers]
    quotas.check(session, bounds.PLAYERS_OF_GROUP, group.id, more=len(newcomers))
    taken = _TakenNames(group)
    colours = Counter(player.colour for player in group.players if player.is_active)
    added: list[Player] = []
    for newcomer in newcomers:
        name, initial = names.clean(newcomer.name), newcomer.initial
        taken.refuse(group, name)
        rarest = min(range(1, badges.COLOURS + 1), key=colours.__getitem__)
        colour = _checked_colour(newcomer.colour) if newcomer.colour else rarest
        player = Player(
            uid=codes.new_uid(),
            name=name,
            colour=colour,
            initial=_checked_initial(initial) if initial.strip() else first_letter(name),
            created_at=write.at,
            is_guest=newcomer.is_guest,
        )
        taken.add(player)
        colours[colour] += 1
        added.append(player)
    group.players += added
    session.flush()
    guest = {"is_guest": True}
    news = [(one, (guest if one.is_guest else {}) | {"name": one.name}) for one in added]
    group_changes.note_new(session, group, write, "player_added", *news)
    return added


def change(
    session: Session,
    player: Player,
    write: changes.Write,
    *,
    name: str | None = None,
    colour: int | None = None,
    initial: str | None = None,
    is_guest: bool | None = None,
) -> None:
    """Give a player another name, colour or initial; what is None stays.

    Games keep the names that were played. ``is_guest`` takes the player out of the tables of all
    open seasons, or into them.
    """
    group = player.group
    group_changes.refuse_stale(session, group, write, player.uid)
    refuse_merged(player)
    cleaned = player.name if name is None else names.clean(name)
    if cleaned.casefold() != player.name.casefold():
        _TakenNames(group, besides=player).refuse(group, cleaned)
    about: dict[str, Any] = {"from": player.name}
    with group_changes.record(session, group, write, "player_changed", player, about):
        player.name = cleaned
        if colour is not None:
            player.colour = _checked_colour(colour)
        if initial is not None:
            player.initial = _checked_initial(initial) if initial.strip() else first_letter(cleaned)
        if is_guest is not None and is_guest != player.is_guest:
            about["is_guest"] = player.is_guest = is_guest
            results.mark_guest(session, player)
        about["name"] = cleaned


def retire(session: Session, player: Player, write: changes.Write) -> None:
    """Take a player off the present roster; everything they played stays."""
    _move(session, player, write, "retired", write.at)


def come_back(session: Session, player: Player, write: changes.Write) -> None:
    """Put a retired player back on the roster."""
    _move(session, player, write, "returned", None)


def _move(
    session: Session, player: Player, write: changes.Write, kind: str, retired_at: datetime | None
) -> None:
    refuse_merged(player)
    if bool(player.retired_at) is bool(retired_at):
        return
    with group_changes.record(session, player.group, write, kind, player, {"name": player.name}):
        player.retired_at = retired_at
    consent.settle_open(session, player.group, write)


def seat_players(
    session: Session, group: Group, write: changes.Write, seat_names: Iterable[str]
) -> list[Player]:
    """Return the players of these names, new ones added; a refusal names the place in the list.

    The key of the write is left to the game in which they sit.
    """
    roster, wanted = by_name(group), [*seat_names]
    for seat, name in enumerate(wanted):
        player = roster.get(key_of(names.clean(name, f"players.{seat}")))
        if player and player.retired_at:
            raise errors.BadInput(
                say(
                    "%(name)s has retired from %(group)s. Bring them back under Players.",
                    name=player.name,
                    group=group.name,
                ),
                field=f"players.{seat}",
                code="retired_player",
            )
    new = {key_of(name): Newcomer(name) for name in wanted if key_of(name) not in roster}
    if new:
        roster |= zip(new, add_all(session, group, write.keyless, new.values()), strict=True)
    return [roster[key_of(name)] for name in wanted]


def first_letter(name: str) -> str:
    """Return the initial that goes with a name: its first letter, or the first character."""
    letter = next((character for character in name if character.isalnum()), name[:1])
    return letter.upper()[:LONGEST_INITIAL]


class _TakenNames:
    """The names on a roster, by their keys and by what they look like."""

    def __init__(self, group: Group, besides: Player | None = None) -> None:
        self.by_name = by_name(group)
        others = (row.name for row in group.players if row.one is row and row is not besides)
        self.by_appearance = names.by_appearance(others)

    def add(self, player: Player) -> None:
        """Take one more name."""
        self.by_name[key_of(player.name)] = player
        self.by_appearance.setdefault(names.appearance_of(player.name), []).append(player.name)

    def refuse(self, group: Group, name: str) -> None:
        """Refuse a name that is taken, or that looks just like one that is."""
        if (other := self.by_name.get(key_of(name))) is not None:
            raise errors.BadInput(
                say("%(name)s is in %(group)s already, retired.", name=other.name, group=group.name)
                if other.retired_at
                else say("%(name)s is in %(group)s already.", name=other.name, group=group.name),
                field="name",
                code="duplicate_name",
            )
        names.refuse_same_appearance(name, self.by_appearance)


def refuse_merged(player: Player) -> None:
    """Refuse to change a player who was merged into another one."""
    if player.merged_into:
        raise errors.Conflict(
            say(
                "%(name)s is %(into)s now. Undo the merge first.",
                name=player.name,
                into=player.one.name,
            )
        )


def _checked_colour(colour: int) -> int:
    if not 1 <= colour <= badges.COLOURS:
        raise errors.BadInput(
            say("A colour is a number from 1 to %(colours)s.", colours=badges.COLOURS),
            field="colour",
        )
    return colour


def _checked_initial(initial: str) -> str:
    cleaned = names.clean(initial, "initial", say("A player’s badge needs a name."))
    if len(cleaned) > LONGEST_INITIAL:
        raise errors.BadInput(
            say("An initial has at most %(most)s characters.", most=LONGEST_INITIAL),
            field="initial",
        )
    return cleaned
