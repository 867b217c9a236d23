"""Histories as people read them, page by page: what changed, who did it, when, and how it came."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from sqlalchemy import Select
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import Change, Game, Group, GroupChange
from scorecard.models.change import API, IMPORT, REPLAY, SERVER, Line
from scorecard.rules import amendments, kinds
from scorecard.rules.outcome import awards, standings
from scorecard.rules.typed import reading
from scorecard.rules.words import NOTHING, Sentence, quoted, say, shown
from scorecard.services.book import voting
from scorecard.services.groups import details, group_members
from scorecard.services.history import changes, facts, group_changes, history, members
from scorecard.services.players import rosters
from scorecard.services.scoring import sheets, wording

ON_A_PAGE = 100
"""Lines."""
AT_A_TIME = 200
"""Lines that are loaded at once while searching for those of a round or seat."""
CAME = {
    API: say("by a program"),
    IMPORT: say("from a file"),
    REPLAY: say("sent late"),
    SERVER: say("by the server itself"),
}
"""How a change came, where that is worth saying."""
UNKNOWN_PHONE = say("another phone")


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A line of history in words.

    ``details`` say what was before and after, as far as the ``sentence`` does not. ``by`` names
    the device, such as "Ann & Bob". ``earlier`` are values from before the change by which it can
    be undone: of a group's details that were not changed since, or of a player who was deleted.
    """

    version: int
    kind: str
    sentence: Sentence
    details: tuple[Sentence, ...]
    device_id: int
    by: Sentence
    at: datetime
    made_at: datetime | None
    source: str | None
    earlier: Mapping[str, str] = field(default_factory=dict)

    @property
    def came(self) -> Sentence:
        """How it came, such as "by a program"; "" for the usual way, a form."""
        return CAME.get(self.source or "", NOTHING)

    @property
    def phone(self) -> Sentence:
        """The name of the device as a phone, such as "Bob's phone"."""
        return self.by if self.by.endswith("phone") else say("%(name)s’s phone", name=self.by)


@dataclass(frozen=True, slots=True)
class Page:
    """Lines of a history, newest first; ``older`` is the version before which there are more."""

    lines: tuple[HistoryLine, ...]
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
    """Return a page of a game's history: before a version, about one round, or about one seat."""
    # Lines about what was typed for a whole round need its form, and so the fold, which is cached.
    with suppress(errors.RefusedByRules):
        sheets.cached_fold(session, game)
    labels = members.labels(members.everybody(session, game))

    def is_wanted(change: Change) -> bool:
        return (round_number is None or round_number in _rounds_of(change)) and (
            seat is None or seat in _seats_of(change)
        )

    def in_words(change: Change) -> HistoryLine:
        sentence = history.sentence(change, game)
        return _history_line(change, sentence, _details_of_game(change, game), labels)

    return _page(session, changes.newest(game, before=before), is_wanted, in_words, most)


def of_group(
    session: Session,
    group: Group,
    *,
    before: int | None = None,
    about: str = "",
    most: int | None = ON_A_PAGE,
) -> Page:
    """Return a page of a group's history: before a version, or ``about`` one of its kinds."""
    if about and about not in group_changes.KINDS:
        raise errors.NotFound(
            say("The history of a group knows nothing of %(about)s.", about=about)
        )
    statement = changes.newest(
        group, *(group_changes.KINDS[about][1] if about else ()), before=before
    )
    labels = group_members.labels(session, group)
    names = {player.uid: player.name for player in group.players}

    def in_words(change: GroupChange) -> HistoryLine:
        sentence = group_changes.sentence(change, names.values())
        line = _history_line(change, sentence, _details_of_group(change, names), labels)
        return replace(line, earlier=_earlier(change, group))

    return _page(session, statement, lambda _change: True, in_words, most)


def _page(
    session: Session,
    statement: Select[Any],
    is_wanted: Callable[[Any], bool],
    in_words: Callable[[Any], HistoryLine],
    most: int | None,
) -> Page:
    found: list[Any] = []
    newest_first = session.scalars(statement.execution_options(yield_per=AT_A_TIME))
    for change in newest_first:
        if not is_wanted(change):
            continue
        if most is not None and len(found) == most:
            newest_first.close()
            return Page(tuple(map(in_words, found)), older=found[-1].version)
        found.append(change)
    return Page(tuple(map(in_words, found)), older=None)


def _history_line(
    line: Line, sentence: Sentence, details: Iterator[Sentence], labels: Mapping[int, str]
) -> HistoryLine:
    try:
        readable = tuple(details)
    except facts.BROKEN:
        readable = ()
    return HistoryLine(
        version=line.version,
        kind=line.kind,
        sentence=sentence,
        details=readable,
        device_id=line.device_id,
        by=quoted(labels.get(line.device_id, UNKNOWN_PHONE)),
        at=line.at,
        made_at=line.made_at,
        source=line.source,
    )


def _rounds_of(change: Change) -> set[int]:
    """Return the rounds that a change was about, or changed something in."""
    rounds = set(change.about.get("rounds", ()))
    if "round" in change.about:
        rounds.add(change.about["round"])
    places = [fact.split("/") for fact in change.what]
    return rounds | {int(place[1]) for place in places if place[0] in ("round", "entry")}


def _seats_of(change: Change) -> set[int]:
    """Return the seats that a change was about, or changed something of."""
    places = [fact.split("/") for fact in change.what]
    return set(change.about.get("seats", ())) | {
        int(place[-1]) for place in places if place[0] in ("seat", "entry")
    }


def _details_of_game(change: Change, game: Game) -> Iterator[Sentence]:
    what = change.what
    about = history.about_here(change.kind, change.about, what, game.group_id)
    rules = sheets.rules_of(game)
    if len(about.get("seats", ())) > history.MOST_NAMES:
        yield from history.points_by_name(change, game)
    if about.get("was", "") not in ("", *members.UNNAMED, *members.UNNAMED.values()):
        yield say("Before: %(what)s", what=about["was"])
    if change.kind == "moved" and about.get("from"):
        yield say("Before: in %(group)s", group=about["from"])
    for fact, (was, now) in what.items():
        if fact == "options":
            changed = {key: value for key, value in now.items() if was.get(key) != value}
            yield from wording.change_sentences(rules, was, changed, was="before")
        elif fact == "is_blind":
            yield say(
                "Hidden scores: %(now)s, before %(before)s",
                now=_on_or_off(now),
                before=_on_or_off(was),
            )
        elif fact == "amendments" and len(now) > len(was):
            in_force = amendments.options_after(game.options, was)
            yield from wording.change_sentences(rules, in_force, now[-1]["options"], was="before")
        elif fact.split("/")[0] == "anecdote":
            yield from _details_of_anecdote(change.kind, was, now)
        elif fact.startswith("round/") and was and now:
            before, after = (told["data"] for told in history.pair(change, fact))
            if before not in ({}, after):
                yield say("Before: %(what)s", what=history.table_entry_words(before, game))


def _details_of_anecdote(kind: str, was: str | None, now: str | None) -> Iterator[Sentence]:
    if now and kind != "anecdote":
        yield say("Note: %(told)s", told=now)
    if was:
        yield say("Note before: %(told)s", told=was)


def _details_of_group(change: GroupChange, names: Mapping[str, str]) -> Iterator[Sentence]:
    for fact, (was, now) in change.what.items():
        noun, _, which = fact.partition("/")
        if noun in ("agreed", "vote"):
            name, words = names.get(which) or say("Somebody"), WORDS[noun]
            yield (
                say("%(name)s: %(now)s", name=name, now=words(now))
                if was is None
                else _became(name, words(was), words(now))
            )
        elif noun == "proposal":
            yield say("A proposal that was open was overtaken by it")
        elif noun in ("situation", "decided_by"):
            yield say("%(name)s: %(now)s", name=group_changes.LABELS[noun], now=now)
        elif noun == "players":
            before, after = (
                reading.listed([names.get(uid) or say("somebody") for uid in uids]) or say("nobody")
                for uids in (was, now)
            )
            yield _became(group_changes.LABELS[noun], before, after)
        elif noun in group_changes.LABELS and change.kind not in MADE and was != now:
            words = WORDS.get(noun, _plain)
            yield _became(group_changes.LABELS[noun], words(was), words(now))


def _earlier(change: GroupChange, group: Group) -> dict[str, str]:
    if change.kind == "player_deleted":
        return _deleted(change, group)
    changed = {key: change.what[key] for key in details.KEYS if key in change.what}
    return {
        key: was
        for key, (was, now) in changed.items()
        if isinstance(was, str) and now == getattr(group, key)
    }


def _deleted(change: GroupChange, group: Group) -> dict[str, str]:
    """Return what to add a deleted player with, nothing where somebody has that name by now."""
    was = {fact: pair[0] for fact, pair in change.what.items()}
    name = was.get("name")
    if not isinstance(name, str) or rosters.named(group, name):
        return {}
    kept = {key: str(was[key]) for key in ("colour", "initial") if was.get(key)}
    return {"name": name, **kept, **({"is_guest": "y"} if was.get("is_guest") is True else {})}


def _became(name: str, before: Sentence, after: Sentence) -> Sentence:
    return say("%(name)s: %(before)s → %(after)s", name=name, before=before, after=after)


def _on_or_off(is_on: object) -> Sentence:
    return say("on") if is_on else say("off")


def _plain(value: Any) -> Sentence:
    return say("none") if value in (None, "") else quoted(str(value))


def _day(value: Any) -> Sentence:
    return shown(date.fromisoformat(value)) if value else say("open")


MADE = ("founded", "player_added", "season_made", "joined")
"""Kinds of changes that create something, so that it has no values before."""
VOTES = {"yes": say("yes"), "no": say("no"), voting.EITHER: say("fine either way")}
ROLES = {"keeper": say("scorekeeper"), "member": say("member")}
WORDS: Mapping[str, Callable[[Any], Sentence]] = {
    "agreed": lambda number: say("version %(number)s", number=number) if number else say("none"),
    "vote": lambda choice: VOTES.get(choice) or quoted(str(choice)),
    "role": lambda role: ROLES.get(role) or quoted(str(role)) if role else say("out"),
    "is_guest": lambda is_guest: say("yes") if is_guest else say("no"),
    "day": lambda day: shown(date.fromisoformat(day)) if day else say("none"),
    "starts_on": _day,
    "ends_on": _day,
    "kinds": lambda chosen: reading.listed([kinds.name_of(kind) for kind in chosen]) or say("all"),
    "best_of": lambda number: quoted(str(number)) if number else say("all"),
    "drop_worst": lambda number: quoted(str(number)) if number else say("none"),
    "team_best": lambda number: quoted(str(number)) if number else say("all"),
    "ranked_by": lambda by: quoted(standings.RANKED_BY.get(by, by)),
    "scheme": lambda scheme: quoted(awards.read_scheme(scheme).name),
    "tie_breaks": lambda chosen: (
        reading.listed([standings.TIE_BREAKS.get(name, name) for name in chosen]) or say("shared")
    ),
    "early": lambda early: quoted(awards.EARLY.get(early, early)),
    "threshold": lambda key: quoted(voting.THRESHOLDS.get(key, key)),
    "deadline_days": lambda days: quoted(str(days)) if days else say("never"),
}
"""How values of facts are put into words; others are shown as they are."""
