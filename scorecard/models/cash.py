"""The cash box of a group: who paid, owes or laid out what. All amounts are in cents."""

from __future__ import annotations

from datetime import date, datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorecard.database.db import Model, erased_with, parts_by
from scorecard.models.facts import fact
from scorecard.models.game import Game
from scorecard.models.group import Group, Player
from scorecard.rules.words import say


class CashEntry(Model):
    """Something that moved money or debts of a group: a fee, an expense, a payment, a stake.

    ``kind`` is one of those in ``rules/outcome/cash.py``. ``amount`` is the number typed: of a fee
    for each player, of a stake per point or per loser, as ``way`` says. ``in_box`` is the change of
    what lies in the box. ``day`` is when it happened, ``at`` when it was written down. Only a stake
    has a ``game``, until that is erased.
    """

    __tablename__ = "cash_entries"
    __table_args__ = (
        sa.UniqueConstraint("group_id", "uid"),
        sa.Index(None, "group_id", "day", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(sa.String(16))
    group_id: Mapped[int] = erased_with("groups")
    kind: Mapped[str] = mapped_column(sa.String(10), info=fact())
    amount: Mapped[int] = mapped_column(sa.BigInteger, info=fact())
    in_box: Mapped[int] = mapped_column(sa.BigInteger, default=0, info=fact())
    day: Mapped[date] = mapped_column(info=fact(say("Day")))
    note: Mapped[str] = mapped_column(sa.Text, info=fact())
    way: Mapped[str] = mapped_column(sa.String(10), default="", info=fact())
    game_id: Mapped[int | None] = mapped_column(
        sa.ForeignKey("games.id", ondelete="SET NULL"), index=True
    )
    at: Mapped[datetime]

    group: Mapped[Group] = relationship()
    game: Mapped[Game | None] = relationship()
    shares: Mapped[list[CashShare]] = parts_by("CashShare.player_id", passive_deletes=True)


class CashShare(Model):
    """One player's part of an entry, owed to them if above 0; a merge of players leaves it."""

    __tablename__ = "cash_shares"

    entry_id: Mapped[int] = erased_with("cash_entries", primary_key=True)
    player_id: Mapped[int] = erased_with("players", primary_key=True, index=True)
    amount: Mapped[int] = mapped_column(sa.BigInteger)

    player: Mapped[Player] = relationship()
