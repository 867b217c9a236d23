"""A group's book: house rules and their versions, agreements, proposals, votes and rulings."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorecard.database.db import Model, erased_with, parts_by
from scorecard.models.facts import fact
from scorecard.models.group import Group, Player
from scorecard.rules.words import say


class HouseRules(Model):
    """A named choice of options and notes for one card game, with every version of it.

    ``rules`` is the card game's key. ``origin`` says whose rules these were copied from.
    ``public_nonce`` makes the public link while that is switched on. ``deleted_at`` puts them into
    the bin; games go on showing the version they were started with.
    """

    __tablename__ = "house_rules"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(sa.String(16), unique=True)
    group_id: Mapped[int] = erased_with("groups", index=True)
    rules: Mapped[str] = mapped_column(sa.String(40))
    name: Mapped[str] = mapped_column(sa.String(40))
    origin: Mapped[dict[str, Any] | None] = mapped_column(sa.JSON)
    created_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]
    kept_until: Mapped[datetime | None]
    public_nonce: Mapped[str | None] = mapped_column(sa.String(32))
    public_hash: Mapped[str | None] = mapped_column(sa.String(64), unique=True)

    group: Mapped[Group] = relationship()
    versions: Mapped[list[HouseRulesVersion]] = parts_by(
        "HouseRulesVersion.number", back_populates="house_rules"
    )
    rulings: Mapped[list[Ruling]] = parts_by(
        "Ruling.at.desc(), Ruling.id.desc()",
        primaryjoin="and_(Ruling.house_rules_id == HouseRules.id, Ruling.deleted_at.is_(None))",
        back_populates="house_rules",
    )
    all_rulings: Mapped[list[Ruling]] = relationship(viewonly=True)
    """The rulings, those in the bin included."""
    proposals: Mapped[list[Proposal]] = parts_by(
        "Proposal.at.desc(), Proposal.id.desc()", back_populates="house_rules"
    )

    @property
    def latest(self) -> HouseRulesVersion:
        """The latest version, which holds now."""
        return self.versions[-1]

    def version(self, number: int) -> HouseRulesVersion | None:
        """Return a version by its number from 1, or None."""
        return next((version for version in self.versions if version.number == number), None)


class HouseRulesVersion(Model):
    """House rules as they were saved once; a version is never changed.

    ``options`` are those that were chosen, all others have the game's defaults; ``notes`` are
    Markdown.
    """

    __tablename__ = "house_rules_versions"
    __table_args__ = (sa.UniqueConstraint("house_rules_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    house_rules_id: Mapped[int] = erased_with("house_rules")
    number: Mapped[int]
    options: Mapped[dict[str, Any]] = mapped_column(sa.JSON)
    notes: Mapped[str] = mapped_column(sa.Text, default="")
    reason: Mapped[str] = mapped_column(sa.Text, default="")
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"))
    at: Mapped[datetime]

    house_rules: Mapped[HouseRules] = relationship(back_populates="versions")
    agreements: Mapped[list[Agreement]] = parts_by("Agreement.player_id")


class Agreement(Model):
    """A player's agreement to one version of house rules."""

    __tablename__ = "agreements"

    version_id: Mapped[int] = erased_with("house_rules_versions", primary_key=True)
    player_id: Mapped[int] = erased_with("players", primary_key=True, index=True)
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"))
    at: Mapped[datetime]

    player: Mapped[Player] = relationship()


class Proposal(Model):
    """A change that somebody wants: the next version, made from the one with the number ``base``.

    ``outcome`` is ``adopted``, ``rejected``, ``withdrawn`` or ``overtaken`` (another change came
    first); None while it is open. From ``deadline`` on silence counts as "fine either way".
    """

    __tablename__ = "proposals"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(sa.String(16), unique=True)
    house_rules_id: Mapped[int] = erased_with("house_rules", index=True)
    base: Mapped[int]
    options: Mapped[dict[str, Any]] = mapped_column(sa.JSON)
    notes: Mapped[str] = mapped_column(sa.Text, default="")
    reason: Mapped[str] = mapped_column(sa.Text)
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"))
    at: Mapped[datetime]
    deadline: Mapped[datetime | None]
    outcome: Mapped[str | None] = mapped_column(sa.String(10))
    closed_at: Mapped[datetime | None]

    house_rules: Mapped[HouseRules] = relationship(back_populates="proposals")
    votes: Mapped[list[Vote]] = parts_by("Vote.player_id")
    comments: Mapped[list[Comment]] = parts_by(
        "Comment.at, Comment.id",
        primaryjoin="and_(Comment.proposal_id == Proposal.id, Comment.deleted_at.is_(None))",
        back_populates="proposal",
    )
    all_comments: Mapped[list[Comment]] = relationship(viewonly=True)
    """The comments, those in the bin included."""


class Vote(Model):
    """A player's vote on a proposal: ``yes``, ``no`` or ``either``; a later vote replaces it."""

    __tablename__ = "votes"

    proposal_id: Mapped[int] = erased_with("proposals", primary_key=True)
    player_id: Mapped[int] = erased_with("players", primary_key=True, index=True)
    choice: Mapped[str] = mapped_column(sa.String(6))
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"))
    at: Mapped[datetime]

    player: Mapped[Player] = relationship()


class Comment(Model):
    """A comment on a proposal; ``deleted_at`` puts it into the bin."""

    __tablename__ = "comments"

    id: Mapped[int] = mapped_column(primary_key=True)
    proposal_id: Mapped[int] = erased_with("proposals", index=True)
    text: Mapped[str] = mapped_column(sa.Text)
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"))
    at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]
    kept_until: Mapped[datetime | None]

    proposal: Mapped[Proposal] = relationship(back_populates="comments")


class Ruling(Model):
    """How something unclear was settled: situation, decision, who decided, and at which game."""

    __tablename__ = "rulings"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(sa.String(16), unique=True)
    house_rules_id: Mapped[int] = erased_with("house_rules", index=True)
    game_id: Mapped[int | None] = mapped_column(sa.ForeignKey("games.id"), index=True)
    situation: Mapped[str] = mapped_column(sa.Text, info=fact(say("Situation")))
    decision: Mapped[str] = mapped_column(sa.Text, info=fact())
    decided_by: Mapped[str] = mapped_column(sa.String(200), info=fact(say("Decided by")))
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"))
    at: Mapped[datetime]
    deleted_at: Mapped[datetime | None] = mapped_column(info=fact())
    kept_until: Mapped[datetime | None]

    house_rules: Mapped[HouseRules] = relationship(back_populates="rulings")
