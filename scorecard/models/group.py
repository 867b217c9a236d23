"""People who play together: a group, its players, and the devices that are in it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column, relationship, selectinload

from scorecard.database.db import Model, erased_with, parts_by, with_default
from scorecard.models.device import KEEPER, Device
from scorecard.models.facts import detail, fact
from scorecard.models.names import ORDER_KEY, Name
from scorecard.rules.words import say

MEMBER = "member"
"""The role in a group of every device that is no scorekeeper's."""


class Group(Model):
    """A roster, seasons, and all the games that were played.

    ``version`` and ``changed_at`` change whenever the group's pages do.
    ``time_zone`` (an IANA name) says on which day a game was played. ``join_nonce`` makes the
    group's link, and ``public_nonce`` the link to its standings while that is switched on; of both
    tokens only the hash is stored. ``threshold`` says what adopts a change of the house rules:
    ``unanimous``, ``majority`` or ``keeper``; after ``deadline_days``, if set, silence counts.
    ``currency`` is the sign of its cash box, such as €, and ``in_box`` the cents in it.
    ``deleted_at`` puts it into the bin, with all its games. If ``unrated_from`` is set, the ratings
    over all games from the one with that order key on are out of date.
    """

    __tablename__ = "groups"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(sa.String(16), unique=True)
    name: Mapped[str] = mapped_column(
        sa.String(40), info=detail(say("Name"), blank=say("A group needs a name."))
    )
    motto: Mapped[str] = with_default(
        "",
        sa.Text,
        info=detail(
            say("Motto"), longest=60, hint=say("Stands under the name, also on TV scoreboards.")
        ),
    )
    time_zone: Mapped[str] = mapped_column(
        sa.String(64),
        default="UTC",
        info=detail(
            say("Time zone"),
            hint=say("Decides on which day a game counts."),
            blank=say("Choose a time zone, such as Europe/Berlin."),
        ),
    )
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime]
    changed_at: Mapped[datetime]
    join_nonce: Mapped[str] = mapped_column(sa.String(32))
    join_hash: Mapped[str] = mapped_column(sa.String(64), unique=True)
    public_nonce: Mapped[str | None] = mapped_column(sa.String(32))
    public_hash: Mapped[str | None] = mapped_column(sa.String(64), unique=True)
    threshold: Mapped[str] = with_default(
        "unanimous", sa.String(10), info=fact(say("What a change needs"))
    )
    deadline_days: Mapped[int | None] = mapped_column(info=fact(say("Days until silence counts")))
    currency: Mapped[str] = with_default("", sa.String(3), info=fact(say("Currency")))
    in_box: Mapped[int] = with_default(0, sa.BigInteger)
    deleted_at: Mapped[datetime | None] = mapped_column(info=fact())
    unrated_from: Mapped[str | None] = mapped_column(ORDER_KEY, index=True)

    players: Mapped[list[Player]] = parts_by("Player.id", back_populates="group")

    @property
    def roster(self) -> list[Player]:
        """The players who have not retired and are not merged into another one, by name."""
        return sorted(
            (player for player in self.players if player.is_active),
            key=lambda player: player.name.casefold(),
        )


class Player(Model):
    """Somebody on a group's roster.

    ``colour`` is one of the twelve seat colours, ``initial`` one or two characters. A player with
    ``retired_at`` is off the roster, and stays in games and history. One who ``is_guest`` enters no
    season's table. One who turned out to be another player is ``merged_into`` that one: seats keep
    their player, and everything counts for :attr:`one`. ``balance`` is the sum of the shares in the
    cash box that are this row's: cents that are owed to the player, below 0 that the player owes.
    """

    __tablename__ = "players"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(sa.String(16), unique=True)
    group_id: Mapped[int] = erased_with("groups", index=True)
    name: Mapped[str] = mapped_column(Name(40), info=fact(say("Name")))
    colour: Mapped[int] = mapped_column(info=fact(say("Colour")))
    initial: Mapped[str] = mapped_column(sa.String(8), info=fact(say("Initial")))
    created_at: Mapped[datetime]
    retired_at: Mapped[datetime | None] = mapped_column(info=fact())
    is_guest: Mapped[bool] = with_default(False, info=fact(say("Guest")))
    balance: Mapped[int] = with_default(0, sa.BigInteger)
    merged_into_id: Mapped[int | None] = mapped_column(sa.ForeignKey("players.id"))

    group: Mapped[Group] = relationship(back_populates="players")
    merged_into: Mapped[Player | None] = relationship(remote_side="Player.id")

    @property
    def is_retired(self) -> bool:
        """Whether the player is off the roster."""
        return self.retired_at is not None

    @property
    def is_active(self) -> bool:
        """Whether the player can take part in a new game."""
        return self.retired_at is None and self.merged_into_id is None

    @property
    def one(self) -> Player:
        """The player that this one counts for: itself, or the one it was merged into."""
        return self.merged_into.one if self.merged_into else self

    @property
    def identities(self) -> list[Player]:
        """The rows of the group's players that count for the same player as this one does."""
        one = self.one
        return [player for player in self.group.players if player.one is one]


def each_by_name(players: Iterable[Player]) -> list[Player]:
    """Return players by name, each once, merges followed."""
    once = {player.one for player in players}
    return sorted(once, key=lambda player: (player.name.casefold(), player.id))


WITH_MERGED = selectinload(Player.merged_into, recursion_depth=-1)
"""The option of a query for players that also loads those into whom they were merged."""


class GroupMembership(Model):
    """A device's role in a group, and the players it is "me" for.

    ``removed_at`` is set while it is removed; it can come back only with a renewed link.
    """

    __tablename__ = "group_memberships"
    __table_args__ = (sa.UniqueConstraint("group_id", "device_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = erased_with("groups")
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"), index=True)
    role: Mapped[str] = mapped_column(sa.String(10), info=fact(say("Role")))
    joined_at: Mapped[datetime]
    removed_at: Mapped[datetime | None]
    is_barred: Mapped[bool] = mapped_column(default=False)

    group: Mapped[Group] = relationship()
    device: Mapped[Device] = relationship()
    players: Mapped[list[Player]] = relationship(secondary="player_claims", order_by=Player.id)

    @property
    def people(self) -> list[Player]:
        """The players that this device is "me" for, each once, with merges followed."""
        return list(dict.fromkeys(player.one for player in self.players))

    @property
    def is_keeper(self) -> bool:
        """Whether this device may change settings, seasons and other players."""
        return self.role == KEEPER and self.removed_at is None


class PlayerClaim(Model):
    """A device's claim "this is me" to a player. A player may have several, a device, too."""

    __tablename__ = "player_claims"

    membership_id: Mapped[int] = erased_with("group_memberships", primary_key=True)
    player_id: Mapped[int] = erased_with("players", primary_key=True, index=True)


class RecoveryCode(Model):
    """A code on paper that gives a scorekeeper's membership to another phone, once."""

    __tablename__ = "recovery_codes"

    membership_id: Mapped[int] = erased_with("group_memberships", primary_key=True)
    code_hash: Mapped[str] = mapped_column(sa.String(64), unique=True)
    made_at: Mapped[datetime]

    membership: Mapped[GroupMembership] = relationship()


class Passkey(Model):
    """A passkey (WebAuthn) stored on a phone; it gives back the membership's role and players."""

    __tablename__ = "passkeys"

    id: Mapped[int] = mapped_column(primary_key=True)
    membership_id: Mapped[int] = erased_with("group_memberships", index=True)
    credential_id: Mapped[str] = mapped_column(sa.String(1400), unique=True)
    public_key: Mapped[bytes]
    sign_count: Mapped[int] = mapped_column(sa.BigInteger)
    made_at: Mapped[datetime]
    used_at: Mapped[datetime | None]

    membership: Mapped[GroupMembership] = relationship()
