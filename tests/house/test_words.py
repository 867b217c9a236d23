"""The words that must not come back on screens: each has another name, or is no player's word."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from scorecard.web.http.languages import DOMAIN, SCRIPTS
from tests import catalogs

NEVER = {
    "Anecdote": r"\banecdotes?\b",
    "Bin": r"\bbin\b",
    "Send out": r"\b(send|sent|sends|sending) (\w+ ){0,3}out\b",
    "keeper": r"\bkeepers?\b",
    "whoever": r"\bwhoever\b",
    "of whom": r"\bof whom\b",
    "is counted": r"\b(is|are|was|were) counted\b",
    "was entered": r"\b(was|were) entered\b",
    "It holds": r"\bit holds\b",
    "is looked at": r"\b(is|are) looked (at|up)\b",
    "There now": r"\bthere now, by\b",
    "Not counted": r"^not counted:",
    "Leave it": r"^(leave it|not yet|wait|not now|keep it)$",
    "e-mail": r"\be-mail\b",
    "a blank before %": r"\w %%",
    "Put back": r"\bput (it |them )?back\b",
    "a round is closed": r"\bround\)?s?( %\(\w+\)s)?( \d+)?( (is|was|has been)( not)?)? closed\b",
    "Stopped early": r"\b(stopped|stop) (early|before|after)\b",
    "By worth": r"\bby worth\b",
    "Board": r"\bboard\b",
    "out of date": r"\bout of date\b",
    "is here otherwise": r"\b(is|are) here otherwise\b",
    "for each 1": r"\beach 1\b",
    "told were": r"\btold were\b",
    "a straight apostrophe": r"'",
}
"""What was said once, and the pattern that finds it whatever its letters."""
STORED = re.compile(r".*/own_scorecard/ready_made")
"""Ready-made scorecards, which games have stored with these words and are recognised by them."""


def english() -> Iterator[tuple[str, str]]:
    """Yield every sentence on screens with the file that says it."""
    for domain in (DOMAIN, SCRIPTS):
        for message in catalogs.extracted(domain):
            texts = message.id if isinstance(message.id, (tuple, list)) else [message.id]
            for text in filter(None, texts):
                for place, _ in message.locations:
                    if not STORED.match(place):
                        yield place, text


def found(pattern: str) -> list[str]:
    """Return the sentences on screens that a pattern is in."""
    says = re.compile(pattern, re.IGNORECASE)
    return sorted(f"{place}: {text}" for place, text in english() if says.search(text))


@pytest.mark.parametrize("word", NEVER)
def test_a_word_that_went_does_not_come_back(word: str) -> None:
    assert found(NEVER[word]) == []


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("Anecdote of the game", "Anecdote"),
        ("Bin: 3", "Bin"),
        ("The keeper has sent this phone out of the game.", "Send out"),
        ("A keeper can start one.", "keeper"),
        ("Whoever bets must bet at least this.", "whoever"),
        ("Ann is counted already, in another way.", "is counted"),
        ("Ann: −50 was entered.", "was entered"),
        ("Not yet", "Leave it"),
        ("no account, no e-mail", "e-mail"),
        ("Bank’s edge %(percent)s %%", "a blank before %"),
        ("A keeper can put it back.", "Put back"),
        ("Round %(round)s closed", "a round is closed"),
        ("Round 1 is not closed yet", "a round is closed"),
        ("What if you stop early?", "Stopped early"),
        ("Show its board on this screen", "Board"),
        ("Ann is here otherwise; it stays as it is.", "is here otherwise"),
        ("10 points for each 1 bid", "for each 1"),
    ],
)
def test_it_would_be_found(said: str, word: str) -> None:
    assert re.search(NEVER[word], said, re.IGNORECASE)
