"""Lines of history keep words in English, and are told in any language all the same."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.models import Change, Game, GroupChange, Seat
from scorecard.models.names import as_stored, former_player
from scorecard.rules.words import quoted, say, say_n
from scorecard.services.groups import groups
from scorecard.services.history import changes, group_changes, history
from scorecard.services.history.retelling import sentence_from
from scorecard.services.keeping import forgetting
from scorecard.services.seasons import seasons
from scorecard.services.standings import standings
from scorecard.web.http.languages import PSEUDO, Speech
from tests.rich_group import rich_group
from tests.web.conftest import seen

KNOWN = (
    say("Target"),
    say("Twos, threes and fours"),
    say_n("%(num)s game", "%(num)s games", 0),
    say("%(game)s of %(day)s", game="", day=""),
    quoted("Ann and Co"),
)


def told(sentence: str) -> str:
    """Say a sentence in the language of the tests, in which all that can be said is in brackets."""
    return seen(Speech(PSEUDO).say(sentence))


def test_names_that_are_lists_themselves_are_looked_at_once_and_not_for_ever() -> None:
    known = [quoted(", ".join("a" * count)) for count in range(1, 5)]
    text = ", ".join(["a"] * 200 + ["b"])
    assert not sentence_from(text, known).pattern
    assert not sentence_from("Target, " * 400 + "Target", KNOWN).pattern


@pytest.mark.parametrize("name", ["Former player 007", "Former player 1234", "Former player ٣"])
def test_a_name_that_was_typed_is_stored_to_the_letter(name: str) -> None:
    assert (as_stored(name), type(as_stored(name))) == (name, str)


@pytest.mark.parametrize("number", [1, 7, 999, 1_000, 12_345])
def test_who_was_forgotten_is_recognised_however_many_there_are(number: int) -> None:
    stored = str(former_player(number))
    assert as_stored(stored) == stored
    assert told(as_stored(stored)).startswith("⟦Former player ")


@pytest.mark.parametrize(
    ("text", "bracketed"),
    [
        ("Target", "⟦Target⟧"),
        ("Twos, threes and fours", "⟦Twos, threes and fours⟧"),
        ("Target and Twos, threes and fours", "⟦⟦Target⟧ and ⟦Twos, threes and fours⟧⟧"),
        ("1 game and Target", "⟦⟦1 game⟧ and ⟦Target⟧⟧"),
        ("1,200 games, Target and Ann and Co", "⟦⟦⟦1,200 games⟧, ⟦Target⟧⟧ and Ann and Co⟧"),
        ("Hearts of 14 Mar 2026", "⟦⟦Hearts⟧ of ⟦14 Mar 2026⟧⟧"),
        ("My own of some day", "⟦My own of some day⟧"),
        ("target", "target"),
        ("Target and what nobody knows", "Target and what nobody knows"),
        ("100 % %(name)s", "100 % %(name)s"),
        ("", ""),
    ],
)
def test_words_find_back_to_the_sentences_they_were(text: str, bracketed: str) -> None:
    assert sentence_from(text, KNOWN) == text
    assert told(sentence_from(text, KNOWN)) == bracketed


@pytest.mark.parametrize(
    ("kind", "about", "what", "bracketed"),
    [
        (
            "imported",
            {"what": "2 players and 14 games"},
            {},
            "⟦Imported: ⟦⟦2 players⟧ and ⟦14 games⟧⟧⟧",
        ),
        (
            "import_undone",
            {"what": "1 player and 2 games", "stay": "1 season", "of": 7},
            {},
            "⟦Import undone: ⟦⟦1 player⟧ and ⟦2 games⟧⟧. Changed or in use since, so here still: "
            "⟦1 season⟧⟧",
        ),
        ("imported", {"what": "nothing new"}, {}, "⟦Imported: ⟦nothing new⟧⟧"),
        (
            "erased",
            {"what": "Plain points of 14 Mar 2026", "days": 30},
            {},
            "⟦Erased after 30 days in the trash: ⟦⟦Plain points⟧ of ⟦14 Mar 2026⟧⟧⟧",
        ),
        (
            "erased",
            {"what": "house rules Hut", "days": 30},
            {},
            "⟦Erased after 30 days in the trash: ⟦house rules Hut⟧⟧",
        ),
        (
            "consent",
            {"threshold": "a keeper's OK"},
            {},
            "⟦House rules now change by: ⟦a scorekeeper’s OK⟧⟧",
        ),
        (
            "consent",
            {"threshold": "everyone's OK"},
            {},
            "⟦House rules now change by: ⟦everyone’s OK⟧⟧",
        ),
        ("made_keeper", {"whom": "Ann"}, {}, "⟦The phone of Ann is a scorekeeper now⟧"),
        ("made_keeper", {"whom": "a keeper"}, {}, "⟦A phone is a scorekeeper now⟧"),
        ("no_keeper", {"whom": "a member"}, {}, "⟦A phone is no scorekeeper any more⟧"),
        ("sent_out", {"whom": "a member"}, {}, "⟦Removed: the phone of ⟦a member⟧⟧"),
        (
            "sent_out",
            {"whom": "Former player 1"},
            {},
            "⟦Removed: the phone of ⟦Former player 1⟧⟧",
        ),
        (
            "merged",
            {"name": "Bob", "into": "Former player 1"},
            {},
            "⟦Bob merged into ⟦Former player 1⟧⟧",
        ),
        ("sent_out", {"whom": "Ann & Bob"}, {}, "⟦Removed: the phone of Ann & Bob⟧"),
        (
            "voted",
            {"names": "Ann, Bob and Cy", "name": "Hut"},
            {},
            "⟦⟦⟦Ann, Bob⟧ and Cy⟧ voted on a change of Hut⟧",
        ),
        (
            "voted",
            {"names": "Ann and Dee", "name": "Hut"},
            {},
            "⟦Ann and Dee voted on a change of Hut⟧",
        ),
        (
            "voted",
            {"names": "A keeper", "name": "Hut"},
            {},
            "⟦⟦A scorekeeper⟧ voted on a change of Hut⟧",
        ),
        (
            "season_changed",
            {"name": "Spring", "what": "starts on and best of"},
            {"starts_on": ["2026-03-01", "2026-03-02"], "best_of": [None, 3]},
            "⟦Season Spring changed: ⟦⟦First day⟧ and ⟦Best games that count⟧⟧⟧",
        ),
        (
            "season_changed",
            {"name": "Spring", "what": "starts on"},
            {},
            "⟦Season Spring changed: starts on⟧",
        ),
    ],
)
def test_a_line_of_a_group_is_told_in_every_language(
    kind: str, about: dict[str, Any], what: dict[str, Any], bracketed: str
) -> None:
    change = GroupChange(kind=kind, about=about, what=what)
    names = ["Ann", "Bob", "Cy", former_player(1)]
    assert told(group_changes.sentence(change, names)) == bracketed


@pytest.mark.parametrize(
    ("kind", "about", "bracketed"),
    [
        (
            "amended",
            {"round": 3, "what": "Target and Squirts costs", "reason": "late"},
            "⟦House rules changed from ⟦⟦round⟧ 3⟧ on: ⟦⟦Target⟧ and ⟦Squirts costs⟧⟧ (late)⟧",
        ),
        ("handed_over", {"whom": "Bob"}, "⟦Scorekeeping handed over to Bob⟧"),
        ("handed_over", {"whom": "the keeper"}, "⟦Scorekeeping handed over to another phone⟧"),
        ("phone_left", {"whom": "the keeper"}, "⟦The phone of ⟦the scorekeeper⟧ left⟧"),
        ("closed", {"round": 2, "seats": [1, 2]}, "⟦⟦⟦Round⟧ 2⟧ scored with 0 for ⟦Ann, Bob⟧⟧"),
        ("dropped", {"rounds": [8, 9]}, "⟦Dropped ⟦⟦rounds⟧ ⟦8 and 9⟧⟧ after the end⟧"),
        (
            "described",
            {"round": 1, "said": {"ended_by": "slap"}},
            "⟦⟦⟦Round⟧ 1⟧: ⟦⟦How the round ended⟧: ⟦A slap attack on the last card⟧⟧⟧",
        ),
        (
            "described",
            {"round": 1, "said": {"of_a_newer_release": 3}},
            "⟦⟦⟦Round⟧ 1⟧: ⟦as the table told it⟧⟧",
        ),
        (
            "corrected",
            {"round": 1, "seats": [1], "points": {"1": [450, -50]}},
            "⟦⟦⟦Round⟧ 1⟧ corrected: ⟦Ann ⟦450 ← −50⟧⟧⟧",
        ),
    ],
)
def test_a_line_of_a_game_is_told_in_every_language(
    kind: str, about: dict[str, Any], bracketed: str
) -> None:
    seats = [Seat(position=1, name="Ann"), Seat(position=2, name="Bob")]
    game = Game(rules="brownie_points", options={}, amendments=[], is_blind=False, seats=seats)
    assert told(history.sentence(Change(kind=kind, about=about, what={}), game)) == bracketed


@pytest.mark.parametrize(
    ("kind", "about", "said"),
    [
        ("anecdote", {"round": 2, "text": "It slept"}, "Note on hand 2: It slept"),
        ("anecdote", {"round": 2, "text": ""}, "Note on hand 2 removed"),
        ("left", {"round": 2, "seats": [1]}, "Ann left before hand 2"),
        (
            "let_in",
            {"round": 2, "name": "Eve", "start": 5},
            "Eve joined late, from hand 2 on, with 5",
        ),
        ("dropped", {"rounds": [8]}, "Dropped hand 8 after the end"),
        ("dropped", {"rounds": [7, 8, 9]}, "Dropped hands 7, 8 and 9 after the end"),
        (
            "amended",
            {"round": 3, "what": "Target", "reason": "late"},
            "House rules changed from hand 3 on: Target (late)",
        ),
    ],
)
def test_a_line_calls_a_round_as_the_game_does(kind: str, about: dict[str, Any], said: str) -> None:
    seats = [Seat(position=1, name="Ann"), Seat(position=2, name="Bob")]
    game = Game(rules="pay_me", options={}, amendments=[], is_blind=False, seats=seats)
    assert history.sentence(Change(kind=kind, about=about), game) == said


def test_who_was_forgotten_is_called_so_in_every_language(session: Session) -> None:
    club = rich_group(session)
    forgetting.forget(session, club.players["Ann"], club.write())
    session.commit()
    assert told(club.players["Ann"].name) == "⟦Former player 1⟧"
    called = [game.seats[0].name for game in groups.games_of(session, club.group)]
    assert {told(name) for name in called} >= {"⟦Former player 1⟧", "Bob"}
    line = changes.lines(session, club.group)[0]
    assert told(group_changes.sentence(line)) == (
        "⟦A player was forgotten, now called ⟦Former player 1⟧⟧"
    )


def test_also_in_a_table_that_was_frozen(session: Session) -> None:
    club = rich_group(session)
    forgetting.forget(session, club.players["Ann"], club.write())
    session.commit()
    closed = next(season for season in seasons.of_group(session, club.group) if season.is_closed)
    names = {told(row.name) for row in standings.present(session, closed)}
    assert names >= {"⟦Former player 1⟧", "Bob"}
