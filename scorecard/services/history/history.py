"""A game's changes in words, for its history and for naming what undo takes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from itertools import repeat
from typing import Any

from scorecard import errors
from scorecard.models import Change, Game
from scorecard.models.names import as_stored
from scorecard.rules.round_words import BIDS, inside, numbered, round_words
from scorecard.rules.typed import reading
from scorecard.rules.words import NOTHING, Sentence, joined, say, shown, with_values
from scorecard.services.history import members, retelling
from scorecard.services.scoring import entry_wording, sheets, wording

MOST_NAMES = 4
"""More players than that are counted, not named."""
About = Mapping[str, Any]


def _closed(about: About, who: list[str]) -> Sentence:
    if not who:
        return say("%(round)s scored", round=about["called"])
    names = joined(who, ", ")
    return say("%(round)s scored with 0 for %(names)s", round=about["called"], names=names)


def _agreed(about: About, who: list[str]) -> Sentence:
    names = joined(who, ", ")
    if about.get("how") == "keeper":
        return say(
            "%(names)s agreed to change the house rules (the scorekeeper confirmed it)", names=names
        )
    return say("%(names)s agreed to change the house rules", names=names)


def _dropped(about: About, _who: list[str]) -> Sentence:
    if about.get("taken_back"):
        return say("Taken back, the house rules stay as they are: %(what)s", what=about["what"])
    return say("Turned down, the house rules stay as they are: %(what)s", what=about["what"])


def _moved(about: About, _who: list[str]) -> Sentence:
    if about.get("is_elsewhere"):
        return say("Game moved to another group")
    if about["group"]:
        return say("Game moved to %(group)s", group=about["group"])
    return say("Game removed from its group")


def _joined(about: About, _who: list[str]) -> Sentence:
    came, became = {
        "keeper": (say("A phone joined as scorekeeper"), say("A phone is now scorekeeper")),
        "player": (say("A phone joined as a player"), say("A phone is now a player")),
        "spectator": (say("A phone joined to watch"), say("A phone now watches")),
    }[about["role"]]
    return became if about.get("was") else came


def _occasion(about: About, _who: list[str]) -> Sentence:
    parts = []
    if "days" in about:
        before, now = map(date.fromisoformat, about["days"])
        parts.append(say("Day: %(before)s → %(day)s", before=before, day=now))
    if "is_friendly" in about:
        is_now = about["is_friendly"]
        parts.append(say("Friendly game") if is_now else say("No longer a friendly game"))
    if about.get("friendly_in"):
        parts.append(say("Friendly in %(names)s", names=reading.listed(about["friendly_in"])))
    if about.get("counts_in"):
        parts.append(say("Counts in %(names)s again", names=reading.listed(about["counts_in"])))
    return joined(parts, " · ")


def _anecdote(about: About, _who: list[str]) -> Sentence:
    """Return what a change of an anecdote did; without a ``round`` it is the game's."""
    text = about["text"]
    if "round" not in about and not text:
        return say("Note on the game removed")
    if "round" not in about:
        return say("Note on the game: %(told)s", told=text)
    if not text:
        return say("Note on %(round)s removed", round=about["inside"])
    return say("Note on %(round)s: %(told)s", round=about["inside"], told=text)


def _ahead(line: Sentence, about: About) -> Sentence:
    return joined([line, *about["ahead"]], " · ")


SENTENCES: dict[str, Sentence | Callable[[About, list[str]], Sentence]] = {
    "started": lambda about, _who: _ahead(say("Game started"), about),
    "past_result": say("Imported from a list of past results"),
    "closed": _closed,
    "described": lambda about, _who: say(
        "%(label)s: %(words)s", label=about["called"], words=about["said"]
    ),
    "dropped": lambda about, _who: say("Dropped %(rounds)s after the end", rounds=about["insides"]),
    "seat_added": say("%(name)s joined"),
    "let_in": lambda about, _who: say(
        "%(name)s joined late, from %(round)s on, with %(points)s",
        name=about["name"],
        round=about["inside"],
        points=shown(about["start"]),
    ),
    "renamed": lambda about, _who: say(
        "%(before)s is now called %(name)s", before=about["from"], name=about["name"]
    ),
    "left": lambda about, who: say(
        "%(name)s left before %(round)s", name=who[0], round=about["inside"]
    ),
    "came_back": lambda _about, who: say("%(name)s came back", name=who[0]),
    "settings": lambda about, _who: _ahead(say("Settings changed"), about),
    "occasion": _occasion,
    "played_on": lambda about, _who: say("Play on to %(target)s", target=shown(about["target"])),
    "ended": say("End Game"),
    "reopened": say("Game reopened"),
    "deleted": say("Game moved to trash"),
    "restored": say("Game restored"),
    "amendment_asked": say("Asked for a change of the house rules: %(what)s (%(reason)s)"),
    "amendment_consent": _agreed,
    "amendment_dropped": _dropped,
    "amended": lambda about, _who: say(
        "House rules changed from %(round)s on: %(what)s (%(reason)s)",
        round=about["inside"],
        what=about["what"],
        reason=about["reason"],
    ),
    "book_begun": say("Played by %(name)s from now on"),
    "anecdote": _anecdote,
    "ruled": say("Settled: %(decision)s"),
    "moved": _moved,
    "rematch": say("Rematch started"),
    "joined": _joined,
    "claimed": say("A phone counts for %(whom)s"),
    "watched": say("A phone only watches now"),
    "sent_out": say("Removed: the phone of %(whom)s"),
    "phone_left": say("The phone of %(whom)s left"),
    "handed_over": lambda about, _who: (
        say("Scorekeeping handed over to another phone")
        if about["whom"] in members.UNNAMED.values()
        else say("Scorekeeping handed over to %(whom)s", whom=about["whom"])
    ),
    "renewed": say("Code and links renewed"),
    "forgotten": say("A player was forgotten, now called %(name)s"),
}
"""The sentence for each kind of change, or what makes it from ``about`` and the names in it."""
COUNTS = ("counted", "corrected")
"""Kinds of changes whose sentence says how the points changed."""


def sentence(change: Change, game: Game) -> Sentence:
    """Return what a change did: "Round 3 corrected: Ann 450 → 540"; no points that are secret."""
    kind, about = change.kind, about_here(change.kind, change.about, change.what, game.group_id)
    if bids := _bids(change, game):
        about["bids"] = bids
    about |= _typed(change, game)
    if kind == "moved" and "group" not in change.what:
        return say("Players given other seats")
    if kind == "undo":
        return say("Undone: %(what)s", what=_sentence(about["of"], about, game))
    if kind == "redo":
        return say("Redone: %(what)s", what=_sentence(about["of"], about, game))
    return _sentence(kind, about, game)


def about_here(
    kind: str, about: About, what: Mapping[str, Any], group: int | str | None
) -> dict[str, Any]:
    """Return what a line of a game was about, without the names of other groups than ``group``.

    So nobody learns from a game that was moved which other groups it was in. ``group`` is the id or
    uid of the group that the game is in now, as in the line's facts; None for none.
    """
    about = dict(about)
    if kind != "moved":
        return about
    was, now = what.get("group", (None, None))
    if about.get("from") and (was is None or was != group):
        about["from"] = ""
    if about.get("group") and (now is None or now != group):
        about |= {"group": "", "is_elsewhere": True}
    return about


def is_known(change: Change) -> bool:
    """Whether this release knows this kind of change."""
    kind = change.about["of"] if change.kind in ("undo", "redo") else change.kind
    return kind in SENTENCES or kind in COUNTS


def seat_name(game: Game, position: int) -> str:
    """Return who sits in a seat, or "seat 3" if the game no longer has it."""
    seat = game.seat_at(position)
    return seat.name if seat else say("seat %(number)s", number=position)


def step(change: Change, game: Game) -> Sentence:
    """Return shortly what undo takes back, or redo brings, for a button: "Bob’s count, hand 1"."""
    kind, about = change.kind, change.about
    if kind == "amended":
        return say("House rules changed")
    if kind not in (*COUNTS, "described"):
        return sentence(change, game)
    word, number = sheets.rules_of(game).round_word, about["round"]
    was, _now = change.what.get(f"round/{number}") or (None, None)
    if kind == "corrected" or (was and was["is_closed"]):
        return say("%(round)s corrected", round=numbered(word, number))
    sides, bids = _sides(about, game), _bids(change, game)
    if len(sides) != 1 and not bids:
        return numbered(word, number)
    called = BIDS if bids else sheets.rules_of(game).entry_words
    what = called.of(sides[0]) if len(sides) == 1 else called.all
    return joined([what, inside(word, number)], ", ")


def _sentence(kind: str, about: About, game: Game) -> Sentence:
    if kind in COUNTS:
        return _count_sentence(kind, about, game)
    who = [seat_name(game, position) for position in about.get("seats", [])]
    if kind not in SENTENCES:
        return wording.UNKNOWN_CHANGE
    make, about = SENTENCES[kind], _with_sentences(about, game)
    return with_values(make.pattern, about) if isinstance(make, Sentence) else make(about, who)


def _with_sentences(about: About, game: Game) -> dict[str, Any]:
    """Return what a change was about, with stored English words as sentences to translate."""
    translatable = dict(about)
    if isinstance(whom := about.get("whom"), str):
        translatable["whom"] = retelling.sentence_from(whom, members.UNNAMED.values())
    if isinstance(what := about.get("what"), str):
        options = sheets.rules_of(game).options
        translatable["what"] = retelling.sentence_from(what, [option.label for option in options])
    if isinstance(name := about.get("name"), str):
        translatable["name"] = as_stored(name)
    translatable["ahead"] = [
        wording.head_start(seat_name(game, int(position)), points)
        for position, points in about.get("head_starts", {}).items()
    ]
    word = sheets.rules_of(game).round_word
    if "round" in about:
        translatable["called"] = numbered(word, about["round"])
        translatable["inside"] = inside(word, about["round"])
    if "rounds" in about:
        translatable["insides"] = _several(word, about["rounds"])
    if "said" in about:
        translatable["said"] = table_entry_words(about["said"], game)
    return translatable


def _several(word: str, numbers: list[int]) -> Sentence:
    """Return rounds as they stand inside a sentence: "rounds 2 and 3"."""
    if len(numbers) == 1:
        return inside(word, numbers[0])
    listed = reading.listed([str(number) for number in numbers])
    return say("%(rounds)s %(numbers)s", rounds=round_words(word).words, numbers=listed)


def _count_sentence(kind: str, about: About, game: Game) -> Sentence:
    rules, who, bids = sheets.rules_of(game), _sides(about, game), about.get("bids", ())
    if len(who) > MOST_NAMES:
        points = say("%(count)s players", count=len(who))
    elif bids and not _is_secret(about, game):
        points = joined([joined([name, bid]) for name, bid in zip(who, bids, strict=False)], ", ")
    else:
        points = joined(_points(about, game, who) or who, ", ")
    called = numbered(rules.round_word, about["round"])
    if kind == "corrected":
        line = say("%(round)s corrected: %(points)s", round=called, points=points)
    else:
        line = (BIDS if bids else rules.entry_words).line(called, points)
    return joined([line, *about.get("told", ())], " · ")


def _bids(change: Change, game: Game) -> list[Sentence]:
    """Return the bids of a line that has nothing but bids, by seat or for the table; else []."""
    about, kind = change.about, change.about.get("of", change.kind)
    has_points = any(now is not None for _before, now in about.get("points", {}).values())
    if kind not in ("counted", "described") or has_points:
        return []
    try:
        form = sheets.form_of(game)
    except errors.RefusedByRules:
        return []
    if kind == "described":
        bids = [entry_wording.bid_words(about.get("said"), form.round_fields)]
    else:
        typed = [(one or {}).get("data") for one in _entries(change)]
        bids = [entry_wording.bid_words(entry, form.entry_fields) for entry in typed]
    return bids if all(bids) else []


def _typed(change: Change, game: Game) -> dict[str, list[Sentence]]:
    """Return what a line about counts says besides points; {} while they are secret.

    ``typed`` is what was typed for each seat, where the points alone do not tell that, and ``told``
    what was typed about the round.
    """
    about, rules = change.about, sheets.rules_of(game)
    if about.get("of", change.kind) not in COUNTS or _is_secret(about, game):
        return {}
    try:
        form = sheets.form_of(game)
    except errors.RefusedByRules:
        return {}
    table_entry = (_made(change, f"round/{about['round']}") or {}).get("data") or {}
    kept = about.get("kept", {})
    typed = [
        entry_wording.short_words(one.get("data") if one else kept[str(seat)], form)
        if one or str(seat) in kept
        else NOTHING
        for seat, one in zip(about.get("seats", ()), _entries(change), strict=True)
    ]
    return {
        "typed": typed if rules.entry_words.is_told else [],
        "told": [
            *entry_wording.told_of_round(table_entry, form, rules.told),
            *entry_wording.moved_single(_by_name(change, game), form),
        ],
    }


def _by_name(change: Change, game: Game) -> dict[str, tuple[Any, Any]]:
    """Return the entries before and after a change by name."""
    pairs = {}
    for fact in change.what:
        if fact.startswith("entry/"):
            before, after = pair(change, fact)
            name = seat_name(game, int(fact.split("/")[2]))
            pairs[name] = (before and before["data"], after and after["data"])
    return pairs


def _entries(change: Change) -> list[Any]:
    """Return the entries that a save made, by seat; None where one stayed as it was."""
    about = change.about
    return [_made(change, f"entry/{about['round']}/{seat}") for seat in about.get("seats", ())]


def _made(change: Change, fact: str) -> Any:
    """Return a fact's value after a change; after an undo, the value that was undone."""
    return pair(change, fact)[1]


def pair(change: Change, fact: str) -> tuple[Any, Any]:
    """Return a fact's values before and after a change; of an undo, those of what it undid."""
    before, after = change.what.get(fact, (None, None))
    return (after, before) if change.kind == "undo" else (before, after)


def points_by_name(change: Change, game: Game) -> list[Sentence]:
    """Return each player's points before and after, such as "Ann 450 → 540"; [] while secret."""
    about = change.about | _typed(change, game)
    return _points(about, game, _sides(about, game))


def _sides(about: About, game: Game) -> list[str]:
    """Return the names of the sides for whose seats something was counted: "Ann & Cleo"."""
    sides = sheets.some_fold(game).setup.sides
    called = {name: " & ".join(names) for names in sides.values() for name in names}
    who = [seat_name(game, position) for position in about.get("seats", ())]
    return [called.get(name, name) for name in who]


def _is_secret(about: About, game: Game) -> bool:
    """Whether what was counted is secret, because the round is open in a blind game."""
    return game.is_blind and about.get("round", 0) >= game.next_number


def _points(about: About, game: Game, who: list[str]) -> list[Sentence]:
    points = [] if _is_secret(about, game) else about.get("points", {}).values()
    rules = sheets.rules_of(game)
    words = []
    for name, typed, pair in zip(who, about.get("typed") or repeat(NOTHING), points, strict=False):
        change = wording.change_of_points(*pair, is_money=rules.is_money)
        own = joined([name, typed]) if typed else joined([name])
        if rules.entry_words.is_told and change:
            words.append(wording.with_aside(own, change))
        else:
            words.append(joined([own, change]) if change else own)
    return words


def table_entry_words(data: Mapping[str, Any], game: Game) -> Sentence:
    """Return what was typed about a whole round, short enough for a line of history."""
    otherwise = say("as the table told it")
    try:
        form = sheets.form_of(game)
    except errors.RefusedByRules:
        return otherwise
    parts = entry_wording.told_of_round(data, form, sheets.rules_of(game).told)
    return joined(parts, " · ") if parts else otherwise
