"""Who has agreed to which version of house rules, and which players of a game had not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Agreement, Game, Group, HouseRules, HouseRulesVersion, Player
from scorecard.rules import core
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, joined, say, say_n
from scorecard.services.book import comparing, house_rules
from scorecard.services.history import changes, group_changes


@dataclass(frozen=True, slots=True)
class AgreementState:
    """Whether a player has agreed to the version of house rules with this ``number``.

    ``agreed`` is the same number where they have; else that of the newest version that they agreed
    to, None where they agreed to none.
    """

    player: Player
    agreed: int | None
    number: int

    @property
    def is_new(self) -> bool:
        """Whether the player never agreed to any version."""
        return self.agreed is None

    @property
    def has_agreed(self) -> bool:
        """Whether the player has agreed to the version."""
        return self.agreed == self.number


@dataclass(frozen=True, slots=True)
class ToAgree:
    """House rules to whose latest version some players have not agreed.

    ``new`` never agreed to any version; ``known`` agreed to older ones, the oldest of which has the
    number ``since``.
    """

    house_rules: HouseRules
    new: tuple[Player, ...]
    known: tuple[Player, ...]
    since: int | None

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody whose agreement is missing."""
        return self.known + self.new


def agree(
    session: Session, version: HouseRulesVersion, players: Collection[Player], write: changes.Write
) -> None:
    """Note that players agree to a version; those who have already are left as they are."""
    house_rules.refuse_deleted(version.house_rules)
    known = {agreement.player.one for agreement in version.agreements}
    new = [one for one in dict.fromkeys(player.one for player in players) if one not in known]
    what = {
        f"agreed/{player.uid}": [state_of(version, player).agreed, version.number] for player in new
    }
    for player in new:
        version.agreements.append(Agreement(player=player, device_id=write.device.id, at=write.at))
    if new:
        about = {
            "names": reading.listed([player.name for player in new]),
            "name": version.house_rules.name,
            "version": version.number,
        }
        group_changes.note(session, version.house_rules.group, write, "agreed", about, what=what)


def state_of(version: HouseRulesVersion, player: Player) -> AgreementState:
    """Return whether a player has agreed to a version, or somebody who was merged into them."""
    ones = {row.id for row in player.identities}
    agreed = [
        one.number
        for one in version.house_rules.versions
        if any(agreement.player_id in ones for agreement in one.agreements)
    ]
    number = version.number
    return AgreementState(player, number if number in agreed else max(agreed, default=None), number)


def not_agreed(version: HouseRulesVersion, players: Sequence[Player]) -> list[AgreementState]:
    """Return the state of each of the players who has not agreed to a version."""
    states = [state_of(version, player) for player in players]
    return [state for state in states if not state.has_agreed]


def refuse_missing(
    version: HouseRulesVersion, players: Sequence[Player], warnings: Sequence[core.RuleWarning] = ()
) -> None:
    """Refuse to start with players who have not agreed; ``warnings`` are shown with it."""
    if missing := not_agreed(version, players):
        raise errors.NotAgreed(sentence(version, missing), warnings=warnings)


def sentence(version: HouseRulesVersion, missing: Sequence[AgreementState]) -> Sentence:
    """Say who has not agreed to a version: who is new to it, and who agreed to which other one."""
    rule_set = version.house_rules
    new = [state.player.name for state in missing if state.is_new]
    parts = []
    if new:
        parts.append(
            say_n(
                "%(names)s is new to %(rules)s.",
                "%(names)s are new to %(rules)s.",
                len(new),
                names=reading.listed(new),
                rules=rule_set.name,
            )
        )
    for number in sorted({state.agreed for state in missing if state.agreed is not None}):
        known = [state.player.name for state in missing if state.agreed == number]
        labels = comparing.changed_labels(house_rules.find_version(rule_set, number), version)
        about = {
            "names": reading.listed(known),
            "number": number,
            "labels": reading.listed(labels or [""]),
        }
        parts.append(
            say("%(names)s agreed to version %(number)s, which said the same.", **about)
            if not labels
            else say("%(names)s agreed to version %(number)s; changed since: %(labels)s.", **about)
            if number < version.number
            else say("%(names)s agreed to version %(number)s, which changes: %(labels)s.", **about)
        )
    last = (
        say("Now at version %(number)s.", number=version.number)
        if version is rule_set.latest
        else say("You chose version %(number)s.", number=version.number)
    )
    return joined([*parts, last])


def to_agree(session: Session, group: Group, players: Sequence[Player]) -> list[ToAgree]:
    """Return the house rules in a group's book that some of these players have not agreed to."""
    outstanding = []
    for one in house_rules.of_group(session, group):
        missing = not_agreed(one.latest, players)
        if missing:
            known = [state.agreed for state in missing if state.agreed is not None]
            outstanding.append(
                ToAgree(
                    one,
                    new=tuple(state.player for state in missing if state.is_new),
                    known=tuple(state.player for state in missing if not state.is_new),
                    since=min(known, default=None),
                )
            )
    return outstanding


def start_with(game: Game, version: HouseRulesVersion, players: Sequence[Player]) -> None:
    """Note on a game which version it is started with, and who has not agreed to that."""
    missing = not_agreed(version, players)
    game.rules_version = version
    game.not_agreed = [{"name": state.player.name, "agreed": state.agreed} for state in missing]


def warning_of(game: Game) -> core.RuleWarning | None:
    """Return the warning that stays on a game which was started before all had agreed."""
    if not game.not_agreed or game.rules_version is None:
        return None
    name, number = game.rules_version.house_rules.name, game.rules_version.number
    new = [one["name"] for one in game.not_agreed if one["agreed"] is None]
    parts = []
    if new:
        parts.append(
            say_n(
                "%(names)s is new to %(rules)s",
                "%(names)s are new to %(rules)s",
                len(new),
                names=reading.listed(new),
                rules=name,
            )
        )
    for agreed in sorted({one["agreed"] for one in game.not_agreed} - {None}):
        known = [one["name"] for one in game.not_agreed if one["agreed"] == agreed]
        parts.append(
            say(
                "%(names)s agreed only to version %(number)s",
                names=reading.listed(known),
                number=agreed,
            )
        )
    sentence = say(
        "Not everybody agreed to %(rules)s, version %(number)s: %(who)s.",
        rules=name,
        number=number,
        who=joined(parts, "; "),
    )
    return core.RuleWarning(0, "not_all_agreed", sentence)
