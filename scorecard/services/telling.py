"""Histories as people read them: what was and became, who, when, and how it came; page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from scorecard.errors import NotFound
from scorecard.models import Change, Game, Group, GroupChange
from scorecard.models.change import API, IMPORT, REPLAY, SERVER, Line
from scorecard.rules import awards, kinds
from scorecard.rules.reading import listed
from scorecard.rules.standings import TIE_BREAKS
from scorecard.services import (
    amending,
    consent,
    group_changes,
    groups,
    history,
    members,
    sheets,
    wording,
)
from scorecard.services.seasons import in_words

ON_A_PAGE = 100
"""Lines."""
AT_A_TIME = 200
"""Lines that are read at once while those that are asked for are looked for."""
CAME = {
    API: "by a program",
    IMPORT: "from a file",
    REPLAY: "sent late",
    SERVER: "by the server itself",
}
"""How a change came, where that is worth saying."""
BROKEN = (KeyError, TypeError, ValueError, IndexError, AttributeError)
"""What telling details raises where a file from elsewhere brought facts that no game has."""
UNKNOWN_PHONE = "another phone"

KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "players": (
        "Players",
        (
            *("player_added", "player_changed", "retired", "returned", "merged", "unmerged"),
            *("claimed", "forgotten"),
        ),
    ),
    "seasons": (
        "Seasons",
        ("season_made", "season_changed", "season_closed", "season_deleted", "season_restored"),
    ),
    "rules": (
        "House rules",
        (
            *("rules_made", "rules_changed", "rules_renamed", "rules_deleted", "rules_restored"),
            *("rules_public", "agreed", "proposed", "voted", "commented", "comment_removed"),
            *("comment_restored", "adopted", "rejected", "withdrawn", "ruled", "ruling_removed"),
            *("ruling_restored", "consent"),
        ),
    ),
    "phones": (
        "Phones and links",
        (
            *("joined", "left", "sent_out", "made_keeper", "no_keeper", "recovery", "recovered"),
            *("passkey_made", "passkey_deleted", "renewed", "public"),
        ),
    ),
    "group": (
        "The group itself",
        ("founded", "named", "zone", "imported", "group_deleted", "group_restored", "erased"),
    ),
}
"""What a group's history can be narrowed down to: its words, and the kinds of changes."""


@dataclass(frozen=True, slots=True)
class Told:
    """A line of history in words.

    ``details`` say what was and what became, where the ``sentence`` does not. ``by`` names the
    device, as "Ann & Bob"; ``came`` says how it came, "" where that is nothing special.
    """

    version: int
    kind: str
    sentence: str
    details: tuple[str, ...]
    device_id: int
    by: str
    at: datetime
    made_at: datetime | None
    source: str | None

    @property
    def came(self) -> str:
        """How it came, in words."""
        return CAME.get(self.source or "", "")

    @property
    def phone(self) -> str:
        """Name the device as a phone: "Bob's phone"."""
        return self.by if self.by.endswith("phone") else f"{self.by}’s phone"


@dataclass(frozen=True, slots=True)
class Page:
    """Lines of a history, newest first; ``older`` is the version before which there are more."""

    lines: tuple[Told, ...]
    older: int | None


def of_game(
    session: Session,
    game: Game,
    *,
    before: int | None = None,
    round_number: int | None = None,
    seat: int | None = None,
    most: int | None = ON_A_PAGE,
) -> Page:
    """Tell what happened in a game: before a version, in one round, about one seat."""
    statement = select(Change).where(Change.game_id == game.id)
    labels = members.labels(members.everybody(session, game))

    def is_wanted(change: Change) -> bool:
        return (round_number is None or round_number in _rounds_of(change)) and (
            seat is None or seat in _seats_of(change)
        )

    def tell(change: Change) -> Told:
        sentence = history.sentence(change, game)
        return _told(change, sentence, _details_of_game(change, game), labels)

    return _page(session, statement, Change, is_wanted, tell, before, most)


def of_group(
    session: Session,
    group: Group,
    *,
    before: int | None = None,
    about: str = "",
    most: int | None = ON_A_PAGE,
) -> Page:
    """Tell what happened in a group, before a version; only what is ``about`` one of KINDS."""
    statement = select(GroupChange).where(GroupChange.group_id == group.id)
    if about:
        if about not in KINDS:
            raise NotFound(f"The history of a group knows nothing of {about}.")
        statement = statement.where(GroupChange.kind.in_(KINDS[about][1]))
    labels = groups.labels(session, group)
    names = {player.uid: player.name for player in group.players}

    def tell(change: GroupChange) -> Told:
        sentence = group_changes.sentence(change)
        return _told(change, sentence, _details_of_group(change, names), labels)

    return _page(session, statement, GroupChange, lambda _change: True, tell, before, most)


def _page(
    session: Session,
    statement: Select[Any],
    model: Any,
    is_wanted: Callable[[Any], bool],
    tell: Callable[[Any], Told],
    before: int | None,
    most: int | None,
) -> Page:
    if before is not None:
        statement = statement.where(model.version < before)
    found: list[Any] = []
    lines = session.scalars(
        statement.order_by(model.version.desc()).execution_options(yield_per=AT_A_TIME)
    )
    for change in lines:
        if not is_wanted(change):
            continue
        if most is not None and len(found) == most:
            lines.close()
            return Page(tuple(map(tell, found)), older=found[-1].version)
        found.append(change)
    return Page(tuple(map(tell, found)), older=None)


def _told(line: Line, sentence: str, details: Iterator[str], labels: Mapping[int, str]) -> Told:
    try:
        told = tuple(details)
    except BROKEN:
        told = ()
    return Told(
        version=line.version,
        kind=line.kind,
        sentence=sentence,
        details=told,
        device_id=line.device_id,
        by=labels.get(line.device_id, UNKNOWN_PHONE),
        at=line.at,
        made_at=line.made_at,
        source=line.source,
    )


def _rounds_of(change: Change) -> set[int]:
    """Return the rounds that a change was about, or changed something in."""
    found = {change.about["round"]} if "round" in change.about else set()
    places = [fact.split("/") for fact in change.what]
    return (
        found
        | set(change.about.get("rounds", ()))
        | {int(place[1]) for place in places if place[0] in ("round", "entry")}
    )


def _seats_of(change: Change) -> set[int]:
    """Return the seats that a change was about, or changed something of."""
    places = [fact.split("/") for fact in change.what]
    return set(change.about.get("seats", ())) | {
        int(place[-1]) for place in places if place[0] in ("seat", "entry")
    }


def _details_of_game(change: Change, game: Game) -> Iterator[str]:
    about, what = change.about, change.what
    rules = sheets.rules_of(game)
    if len(about.get("seats", ())) > history.MOST_NAMES:
        yield from history.points_by_name(change, game)
    if (taken := about.get("taken_from")) is not None:
        names = {seat.position: seat.name for seat in game.seats}
        yield f"Taken from {names.get(taken, f'seat {taken}')}, who had it before"
    if about.get("was", "") not in ("", *members.UNNAMED, *members.UNNAMED.values()):
        yield f"Before: {about['was']}"
    if change.kind == "moved" and about.get("from"):
        yield f"Before: in {about['from']}"
    for fact, (was, now) in what.items():
        if fact == "options":
            changed = {key: value for key, value in now.items() if was.get(key) != value}
            yield from wording.change_sentences(rules, was, changed, was="before")
        elif fact == "is_blind":
            yield f"Counting in secret: {'on' if now else 'off'}, before {'on' if was else 'off'}"
        elif fact == "amendments" and len(now) > len(was):
            in_force = amending.options_after(game.options, was)
            yield from wording.change_sentences(rules, in_force, now[-1]["options"], was="before")
        elif fact.split("/")[0] == "anecdote":
            yield from _details_of_anecdote(change.kind, was, now)
        elif fact.startswith("round/") and was and now and was["data"] not in ({}, now["data"]):
            yield f"Before: {history.said(was['data'])}"


def _details_of_anecdote(kind: str, was: str | None, now: str | None) -> Iterator[str]:
    if now and kind != "anecdote":
        yield f"Anecdote: {now}"
    if was:
        yield f"Anecdote before: {was}"


def _details_of_group(change: GroupChange, names: Mapping[str, str]) -> Iterator[str]:
    for fact, (was, now) in change.what.items():
        noun, _, which = fact.partition("/")
        if noun in ("agreed", "vote"):
            words = WORDS[noun]
            before = "" if was is None else f"{words(was)} → "
            yield f"{names.get(which, 'Somebody')}: {before}{words(now)}"
        elif noun == "proposal":
            yield "A proposal that was open was overtaken by it"
        elif noun in ("situation", "decided_by"):
            yield f"{LABELS[noun]}: {now}"
        elif noun == "players":
            before, after = (
                _listed([names.get(uid, "somebody") for uid in uids], "nobody")
                for uids in (was, now)
            )
            yield f"{LABELS[noun]}: {before} → {after}"
        elif noun in LABELS and change.kind not in MADE:
            words = WORDS.get(noun, _plain)
            yield f"{LABELS[noun]}: {words(was)} → {words(now)}"


def _listed(found: list[str], otherwise: str) -> str:
    return listed(found) if found else otherwise


def _plain(value: Any) -> str:
    return "none" if value is None else str(value)


def _day(value: Any) -> str:
    return in_words(date.fromisoformat(value)) if value else "open"


MADE = ("founded", "player_added", "season_made", "joined")
"""Before these changes there was nothing to compare with."""
LABELS = {
    "name": "Name",
    "time_zone": "Time zone",
    "colour": "Colour",
    "initial": "Initial",
    "players": "Whose phone",
    "role": "Role",
    "starts_on": "First day",
    "ends_on": "Last day",
    "kinds": "Card games",
    "least_games": "Games needed to be ranked",
    "best_of": "Best results that count",
    "scheme": "What a game brings",
    "tie_breaks": "Level on points",
    "early": "A game that is ended early",
    "threshold": "What adopts a change",
    "deadline_days": "Days until silence counts",
    "situation": "Situation",
    "decided_by": "Decided by",
}
"""What the facts of a group are called; others are told by the sentence alone."""
WORDS: Mapping[str, Callable[[Any], str]] = {
    "agreed": lambda number: f"version {number}" if number else "none",
    "vote": lambda choice: "fine either way" if choice == consent.EITHER else str(choice),
    "role": lambda role: str(role or "out"),
    "starts_on": _day,
    "ends_on": _day,
    "kinds": lambda found: _listed([kinds.name_of(kind) for kind in found], "all"),
    "best_of": lambda number: str(number or "all"),
    "scheme": lambda scheme: awards.read_scheme(scheme).name,
    "tie_breaks": lambda found: _listed([TIE_BREAKS.get(name, name) for name in found], "shared"),
    "early": lambda early: awards.EARLY.get(early, early),
    "threshold": lambda key: consent.THRESHOLDS.get(key, key),
    "deadline_days": lambda days: str(days or "never"),
}
"""How the values of facts are told, where not as they stand."""
