"""The history of a group: who changed what of its roster, seasons and settings, and when."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import Any

from sqlalchemy import inspect
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import (
    Adjustment,
    CashEntry,
    Group,
    GroupChange,
    GroupMembership,
    Player,
    Ruling,
    Season,
)
from scorecard.models.device import KEEPER
from scorecard.models.facts import details
from scorecard.models.group import MEMBER
from scorecard.models.names import as_stored
from scorecard.rules.outcome import adjustments, cash, weights
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, gained, inside, quoted, say, say_n, with_values
from scorecard.services.history import changes, facts, retelling
from scorecard.services.scoring import wording
from scorecard.services.standings import results

About = Mapping[str, Any]
Sentences = Mapping[str, Sentence | Callable[[About], Sentence]]
"""The sentence for each kind of change, or the function that makes it from ``about``."""

WAYS = {"recovery code": say("recovery code"), "passkey": say("passkey")}
"""The ways of a phone back into a group, as history stores them, in words."""
LABELS = {
    name: label
    for model in (Group, Player, GroupMembership, Season, Ruling, Adjustment, CashEntry)
    for name, label in facts.columns(model).items()
    if label
} | {"players": say("Whose phone")}
"""What the facts of a group are called in its history; others are not shown there."""
UNNAMED = {KEEPER: say("a scorekeeper"), MEMBER: say("a member")}
"""How to name a phone that is no player's, by its role."""
VOTERS = (say("A scorekeeper"),)
"""Who votes and agrees besides players, as history stores it."""
IMPORTED = (
    say_n("%(num)s player", "%(num)s players", 0),
    say_n("%(num)s season", "%(num)s seasons", 0),
    say_n("%(num)s game", "%(num)s games", 0),
    say_n("%(num)s past game", "%(num)s past games", 0),
    say_n("%(num)s rule set", "%(num)s rule sets", 0),
    say("nothing new"),
)
"""What the history says that an import brought."""
WHAT: Mapping[str, Collection[Sentence]] = {
    "imported": IMPORTED,
    "import_undone": IMPORTED,
    "erased": (
        say("house rules %(name)s", name=""),
        say("season %(name)s", name=""),
        say("a ruling of %(name)s", name=""),
        say("a comment on a change of %(name)s", name=""),
        say("%(game)s of %(day)s", game="", day=""),
    ),
}
"""The sentences that may be stored as ``what`` in lines of some kinds."""


def _by_hand(about: About) -> About:
    """Return the values of the sentence about points by hand: signed points, the kind in words."""
    points, kind = gained(about["points"]), adjustments.KINDS[about["how"]].word
    return {**about, "points": points, "kind": kind}


def _weighed(about: About) -> Sentence:
    counts = weights.counts(about["weight"])
    day = date.fromisoformat(about["day"])
    return say("%(name)s: %(day)s %(counts)s", name=about["name"], day=day, counts=counts)


def _player_changed(about: About) -> Sentence:
    if about["from"] != about["name"]:
        return say("%(from)s is now called %(name)s", **about)
    if "is_guest" not in about:
        return say("%(name)s has another colour or initial", **about)
    if about["is_guest"]:
        return say("%(name)s is a guest", **about)
    return say("%(name)s is not a guest any more", **about)


_PLAYERS: Sentences = {
    "player_added": lambda about: (
        say("%(name)s added, as a guest", **about)
        if about.get("is_guest")
        else say("%(name)s added", **about)
    ),
    "player_changed": _player_changed,
    "player_deleted": say("%(name)s deleted"),
    "retired": say("%(name)s retired"),
    "returned": say("%(name)s is back"),
    "merged": say("%(name)s merged into %(into)s"),
    "unmerged": say("%(name)s and %(into)s are separate again"),
    "claimed": lambda about: (
        say("A phone is %(whom)s’s now", **about)
        if about["whom"]
        else say("A phone is nobody’s now")
    ),
    "forgotten": say("A player was forgotten, now called %(name)s"),
}
_SEASONS: Sentences = {
    "season_made": say("Season %(name)s started"),
    "season_changed": say("Season %(name)s changed: %(what)s"),
    "season_closed": say("Season %(name)s closed"),
    "season_reopened": say("Season %(name)s reopened"),
    "season_deleted": say("Season %(name)s moved to trash"),
    "season_restored": say("Season %(name)s restored"),
    "season_weighed": _weighed,
    "points_given": lambda about: say(
        "%(name)s: %(points)s for %(who)s, %(kind)s, “%(reason)s”", **_by_hand(about)
    ),
    "points_removed": lambda about: say(
        "%(name)s, taken back: %(points)s for %(who)s, %(kind)s, “%(reason)s”", **_by_hand(about)
    ),
    "team_made": say("%(name)s: team %(team)s with %(names)s"),
    "team_changed": lambda about: (
        say("%(name)s: team %(team)s is %(names)s now", **about)
        if about["from"] == about["team"]
        else say("%(name)s: team %(from)s is called %(team)s now, with %(names)s", **about)
    ),
    "division_made": say("%(name)s: division %(team)s with %(names)s"),
    "division_changed": lambda about: (
        say("%(name)s: division %(team)s is %(names)s now", **about)
        if about["from"] == about["team"]
        else say("%(name)s: division %(from)s is called %(team)s now, with %(names)s", **about)
    ),
    "division_removed": lambda about: (
        say("%(name)s: division %(team)s removed, with %(names)s in it", **about)
        if about["names"]
        else say("%(name)s: division %(team)s removed", **about)
    ),
    "divisions_promote": lambda about: say_n(
        "%(name)s: %(num)s player goes up and %(num)s down between divisions",
        "%(name)s: %(num)s players go up and %(num)s down between divisions",
        about["count"],
        name=about["name"],
    ),
    "divisions_ordered": say("%(name)s: divisions are now %(names)s"),
    "team_removed": lambda about: (
        say("%(name)s: team %(team)s removed, with %(names)s in it", **about)
        if about["names"]
        else say("%(name)s: team %(team)s removed", **about)
    ),
}
_CASH: Sentences = {
    "cash_added": lambda about: say("Cash box: %(what)s", what=cash.in_words(about)),
    "cash_changed": lambda about: say("Cash box, anew: %(what)s", what=cash.in_words(about)),
    "cash_removed": lambda about: say("Cash box, taken back: %(what)s", what=cash.in_words(about)),
}
_BOOK: Sentences = {
    "rules_made": say("House rules %(name)s written down"),
    "rules_changed": say("House rules %(name)s: now version %(version)s"),
    "rules_renamed": say("House rules %(from)s are now called %(name)s"),
    "rules_deleted": say("House rules %(name)s deleted"),
    "rules_restored": say("House rules %(name)s back in the book"),
    "rules_public": lambda about: {
        "on": say("House rules %(name)s are public now", **about),
        "renewed": say("The public link to house rules %(name)s renewed", **about),
        "off": say("House rules %(name)s are no longer public", **about),
    }[about["what"]],
    "agreed": say("%(names)s agreed to %(name)s, version %(version)s"),
    "proposed": say("A change of %(name)s proposed: %(reason)s"),
    "voted": say("%(names)s voted on a change of %(name)s"),
    "commented": say("A comment on a change of %(name)s"),
    "comment_removed": say("A comment on a change of %(name)s deleted"),
    "comment_restored": say("A comment on a change of %(name)s restored"),
    "adopted": lambda about: (
        say("The deadline has passed: a change of %(name)s was adopted", **about)
        if about.get("is_past_deadline")
        else say("A change of %(name)s was adopted", **about)
    ),
    "rejected": lambda about: (
        say("The deadline has passed: a change of %(name)s was turned down", **about)
        if about.get("is_past_deadline")
        else say("A change of %(name)s was turned down", **about)
    ),
    "withdrawn": say("A change of %(name)s was withdrawn"),
    "ruled": say("Ruling in %(name)s: %(decision)s"),
    "ruling_removed": lambda about: (
        say("A ruling removed from %(name)s: %(decision)s", **about)
        if about.get("decision")
        else say("A ruling removed from %(name)s", **about)
    ),
    "ruling_restored": say("A ruling back in %(name)s: %(decision)s"),
    "consent": say("House rules now change by: %(threshold)s"),
}
_PHONES: Sentences = {
    "joined": say("The phone of %(whom)s joined"),
    "left": say("The phone of %(whom)s left"),
    "sent_out": say("Removed: the phone of %(whom)s"),
    "made_keeper": lambda about: (
        say("A phone is a scorekeeper now")
        if about["whom"] in UNNAMED.values()
        else say("The phone of %(whom)s is a scorekeeper now", **about)
    ),
    "no_keeper": lambda about: (
        say("A phone is no scorekeeper any more")
        if about["whom"] in UNNAMED.values()
        else say("The phone of %(whom)s is no scorekeeper any more", **about)
    ),
    "recovery": say("A new recovery code for the phone of %(whom)s"),
    "recovered": lambda about: say(
        "Back with a %(how)s: the phone of %(whom)s",
        how=WAYS.get(about["how"], about["how"]),
        whom=about.get("whom", UNNAMED[KEEPER]),
    ),
    "passkey_made": say("A passkey made on the phone of %(whom)s"),
    "passkey_deleted": say("A passkey of the phone of %(whom)s deleted"),
    "renewed": say("The group’s link renewed"),
    "public": lambda about: {
        "on": say("Public standings switched on"),
        "renewed": say("The link to the public standings renewed"),
        "off": say("Public standings switched off"),
    }[about["what"]],
}
_ITSELF: Sentences = {
    "founded": say("%(name)s created"),
    "named": say("The group is now called %(name)s (before: %(from)s)"),
    "zone": say("Days are now those of %(zone)s (before: %(from)s)"),
    "changed": say("Settings changed: %(what)s"),
    "imported": say("Imported: %(what)s"),
    "import_undone": lambda about: (
        say("Import undone: %(what)s. Changed or in use since, so here still: %(stay)s", **about)
        if about.get("stay")
        else say("Import undone: %(what)s", **about)
    ),
    "group_deleted": say("%(name)s moved to trash, with all its games"),
    "group_restored": say("%(name)s restored"),
    "erased": say("Erased after %(days)s days in the trash: %(what)s"),
}
KINDS: Mapping[str, tuple[Sentence, Sentences]] = {
    "players": (say("Players"), _PLAYERS),
    "seasons": (say("Seasons"), _SEASONS),
    "cash": (say("Cash box"), _CASH),
    "rules": (say("House rules"), _BOOK),
    "phones": (say("Phones and links"), _PHONES),
    "group": (say("The group itself"), _ITSELF),
}
"""The areas by which a group's history can be filtered: their words and their sentences."""
DETAIL_LINES = {"name": ("named", "name"), "time_zone": ("zone", "zone")}
"""The kinds of lines of details that have a sentence of their own, and what it calls them."""
SENTENCES: Sentences = {
    kind: make for _area, sentences in KINDS.values() for kind, make in sentences.items()
}
"""The sentence for each kind of change."""


def note(
    session: Session,
    group: Group,
    write: changes.Write,
    kind: str,
    about: dict[str, Any],
    *,
    what: facts.Difference | None = None,
    touching: str = "",
) -> None:
    """Raise the group's version, write a line of its history, and store the write's key.

    ``what`` says of each fact what it was and became; links and codes are never among them.
    ``touching`` is the uid of the player, season or other thing that was changed, or the group's.
    """
    _write_lines(session, group, write, kind, [(about, what or {}, touching)])


def note_new(
    session: Session,
    group: Group,
    write: changes.Write,
    kind: str,
    *rows: tuple[Any, dict[str, Any]],
) -> None:
    """Write a line about each of some rows that are new and flushed, with what it says of it."""
    lines = [(about, facts.difference({}, facts.of_row(row)), row.uid) for row, about in rows]
    _write_lines(session, group, write, kind, lines)


@contextmanager
def record(
    session: Session, group: Group, write: changes.Write, kind: str, row: Any, about: dict[str, Any]
) -> Iterator[None]:
    """Write a line about what the ``with`` block changes of a row, or that it deletes it.

    The block may add to ``about``; see :func:`note`. If no fact was changed, no line is written.
    """
    before = facts.of_row(row)
    yield
    session.flush()
    now = {} if inspect(row).deleted else facts.of_row(row)
    if what := facts.difference(before, now):
        note(session, group, write, kind, about, what=what, touching=row.uid)
    else:
        changes.remember(session, group, write)


def _write_lines(
    session: Session,
    group: Group,
    write: changes.Write,
    kind: str,
    lines: Iterable[tuple[dict[str, Any], facts.Difference, str]],
) -> None:
    """Write lines of history, each at a version of its own, and store the write's key.

    Each is what it is about, what it changed, and what it is touching: see :func:`note`.
    """
    session.flush()
    for about, what, touching in lines:
        results.touch(session, group, write.at)
        named = {"touching": touching} if touching else {}
        session.add(GroupChange(**changes.line_of(group, write, kind, about | named, what)))
    changes.remember(session, group, write)
    session.flush()


def note_founded(session: Session, group: Group, write: changes.Write) -> None:
    """Write down that a group was created, with its details."""
    texts = {detail.key: getattr(group, detail.key) for detail in details(Group)}
    what = {key: [None, text] for key, text in texts.items() if text}
    note(session, group, write, "founded", {"name": group.name}, what=what)


def note_detail(
    session: Session, group: Group, write: changes.Write, key: str, before: str, now: str
) -> None:
    """Write down that one of a group's details was changed."""
    kind, name = DETAIL_LINES.get(key, ("changed", ""))
    about = {"from": before, name: now} if name else {"what": key}
    what = {key: [before, now]}
    note(session, group, write, kind, about, what=what, touching=group.uid)


def refuse_stale(session: Session, group: Group, write: changes.Write, touching: str) -> None:
    """Refuse a write to something that somebody changed after ``write.version``."""
    changes.refuse_future(group, write)
    for change in changes.lines(session, group, after=write.version):
        if change.about.get("touching") == touching:
            raise errors.Stale(
                say("This has changed meanwhile (%(what)s). Look again.", what=sentence(change)),
                current={"version": group.version, "did": sentence(change)},
            )


def touched(session: Session, group: Group, version: int) -> str:
    """Return the uid of what the change to a version of the group was about, "" for none."""
    change = changes.at_version(session, group, version)
    return str(change.about.get("touching", "")) if change else ""


def sentence(change: GroupChange, names: Collection[str] = ()) -> Sentence:
    """Return what a change did, for people; ``names`` are those of the group's players."""
    if not is_known(change):
        return wording.UNKNOWN_CHANGE
    make, about = SENTENCES[change.kind], _with_sentences(change, names)
    return with_values(make.pattern, about) if isinstance(make, Sentence) else make(about)


def _with_sentences(change: GroupChange, names: Collection[str]) -> dict[str, Any]:
    """Return what a change was about, with stored English words as sentences to translate."""
    players = [*map(quoted, names)]
    words = {
        "whom": (*UNNAMED.values(), *players),
        "names": (*VOTERS, *players),
        "threshold": wording.THRESHOLDS.values(),
        "what": WHAT.get(change.kind, ()),
        "stay": WHAT.get(change.kind, ()),
    }
    about = change.about | {
        key: retelling.sentence_from(value, words[key]) if key in words else as_stored(value)
        for key, value in change.about.items()
        if isinstance(value, str)
    }
    if change.kind in ("season_changed", "changed"):
        labels = [inside(LABELS[fact]) for fact in change.what if fact in LABELS]
        about |= {"what": reading.listed(labels)} if labels else {}
    return about


def is_known(change: GroupChange) -> bool:
    """Whether this release knows this kind of change."""
    return change.kind in SENTENCES
