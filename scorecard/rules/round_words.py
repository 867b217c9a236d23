"""The names of rounds, entries and bets, alone and inside a sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from scorecard.rules.words import Sentence, joined, quoted, say, say_n, shown


class RoundWords(NamedTuple):
    """The forms of a round's name: by itself ("Round"), and in a sentence ("round", "rounds")."""

    title: Sentence
    titles: Sentence
    word: Sentence
    words: Sentence


KNOWN = {
    "Round": RoundWords(say("Round"), say("Rounds"), say("round"), say("rounds")),
    "Hand": RoundWords(say("Hand"), say("Hands"), say("hand"), say("hands")),
    "Deal": RoundWords(say("Deal"), say("Deals"), say("deal"), say("deals")),
    "Game": RoundWords(say("Game"), say("Games"), say("game"), say("games")),
}


def round_words(name: str) -> RoundWords:
    """Return the forms of a round's name.

    A typed name gets the regular English forms, and is not translated.
    """
    known = KNOWN.get(name)
    if known:
        return known
    small = name.lower()
    forms = (f"{name}s", small, f"{small}s")
    return RoundWords(
        quoted(name), *(Sentence(form, "%(as_typed)s", values={"as_typed": name}) for form in forms)
    )


class EntryWords(NamedTuple):
    """The names of players' entries: one of them ("Ann’s bet"), all, and a line of the history.

    With ``is_told`` that line shows the typed entry instead of points.
    """

    of: Callable[[str], Sentence]
    all: Sentence
    line: Callable[[Sentence, Sentence], Sentence]
    is_told: bool = False


COUNTS = EntryWords(
    lambda name: say("%(name)s’s count", name=name),
    say("All counts"),
    lambda called, points: say("%(round)s count: %(points)s", round=called, points=points),
)
BIDS = EntryWords(
    lambda name: say("%(name)s’s bid", name=name),
    say("Bids"),
    lambda called, points: say("%(round)s bid: %(points)s", round=called, points=points),
)
BETS = EntryWords(
    lambda name: say("%(name)s’s bet", name=name),
    say("All bets"),
    lambda called, points: say("%(round)s bets: %(points)s", round=called, points=points),
    is_told=True,
)
HANDS = EntryWords(
    lambda name: say("%(name)s’s hand", name=name),
    say("All hands"),
    lambda called, points: say("%(round)s hands: %(points)s", round=called, points=points),
    is_told=True,
)


@lru_cache(maxsize=1024)
def numbered(name: str, number: int) -> Sentence:
    """Return a round by its number, to begin a sentence: "Hand 3"."""
    return say("%(round)s %(number)s", round=round_words(name).title, number=number)


def inside(name: str, number: int) -> Sentence:
    """Return a round by its number, for use inside a sentence: "hand 3"."""
    return say("%(round)s %(number)s", round=round_words(name).word, number=number)


def so_many(number: int, word: str) -> Sentence:
    """Return a number of rounds with their name: "1 hand", "10 hands"."""
    match word.lower():
        case "round":
            return say_n("%(num)s round", "%(num)s rounds", number)
        case "hand":
            return say_n("%(num)s hand", "%(num)s hands", number)
        case "game":
            return say_n("%(num)s game", "%(num)s games", number)
        case "deal":
            return say_n("%(num)s deal", "%(num)s deals", number)
        case noun if number != 1:
            noun += "es" if noun.endswith(("s", "x", "ch", "sh")) else "s"
    return joined([shown(number), quoted(noun)])


def points(number: int) -> Sentence:
    """Return points with their noun: "1 point", "-5 points"."""
    if abs(number) == 1:
        return say("%(number)s point", number=number)
    return say_n("%(num)s point", "%(num)s points", number)


def or_undo(said: Sentence, name: str, first: int, last: int) -> Sentence:
    """Return a conflict of a correction with later rounds, and the advice to undo or correct these.

    ``said`` describes the conflict, ``first`` and ``last`` are the rounds.
    """
    words = round_words(name)
    values = {"said": said, "first": first}
    if first == last:
        return say(
            "%(said)s Undo %(round)s %(first)s or correct it first.", round=words.word, **values
        )
    return say(
        "%(said)s Undo %(rounds)s %(first)s–%(last)s or correct them first.",
        rounds=words.words,
        last=last,
        **values,
    )


def bet_limits(low: int, high: int | None) -> Sentence:
    """Return the limits of bets: "bets 2–10"; ``high`` is None without a limit."""
    if high is None:
        return say("bets from %(low)s", low=low)
    return say("bets %(low)s–%(high)s", low=low, high=high)
