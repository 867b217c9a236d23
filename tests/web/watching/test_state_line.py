"""What a table says of the coming round in one line, and in the rows of who is being counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.told import without_keys
from tests.web.conftest import Program

Programs = Callable[[], Program]


def text(html: str) -> str:
    """Return what is read of a piece of a page."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).replace("&nbsp;", " ").split())


def table(program: Program) -> str:
    return program.client.get(f"/games/{program.id}").get_data(as_text=True)


def head(program: Program) -> tuple[str, list[str]]:
    """Return how far the game has come, and the lines about the coming round."""
    html = table(program)
    progress = re.findall(r'<p class="table-line">(.*?)</p>', html, re.DOTALL)
    lines = re.findall(r'<p class="state-line">(.*?)</p>', html, re.DOTALL)
    return text(progress[0]), [text(line) for line in lines]


@pytest.mark.parametrize(
    ("game", "options", "progress", "line"),
    [
        ("brownie_points", {"target": 5_000}, "Round 1 · to 5,000 · Ann starts", ""),
        ("pay_me", {}, "Hand 1 of 11", "3s wild · 3 cards · Ann deals"),
        ("farmer", {"ante": 2}, "Deal 1", "Farm 4 · with antes of 2 · Ann farms"),
        (
            "ace_deuce_jack",
            {"hands_per_bank": 2, "min_bet": 2, "max_bet": 10},
            "Hand 1",
            "Ann banks (1 of 2) · bets 2–10",
        ),
        ("cucumber", {}, "Hand 1", "Cucumber above 21 · Ann deals"),
        ("ofcp", {}, "Hand 1 · Ann deals", ""),
        ("spite_and_malice", {"match_target": 2}, "Game 1 · to 2", "Talons of 20 · Ann deals"),
    ],
)
def test_the_coming_round_is_one_line_and_its_number_is_said_once(
    program: Programs, game: str, options: dict[str, Any], progress: str, line: str
) -> None:
    keeper = program().start("Ann", "Bob", game=game, options=options)
    assert head(keeper) == (progress, [line] if line else [])


def test_an_ended_game_has_no_coming_round(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", game="pay_me")
    assert keeper.post("/end").status_code == 200
    assert head(keeper)[1] == []


def test_the_odds_are_said_before_a_game_starts_and_not_at_the_table(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", game="ace_deuce_jack")
    new_game = keeper.client.get("/games/new/ace_deuce_jack").get_data(as_text=True)
    assert "Bank’s edge 9/85" in new_game
    assert "edge" not in without_keys(table(keeper))


def rows(program: Program) -> dict[str, str]:
    """Return what everybody's row says below the name."""
    found = re.findall(
        r'<bdi class="name">(.*?)</bdi>\s*<span class="state">(.*?)</span>\s*</span>\s*'
        r'<span class="sums">',
        table(program),
        re.DOTALL,
    )
    return {name: text(state) for name, state in found}


@pytest.mark.parametrize(
    ("game", "entry", "said", "missing"),
    [
        ("ace_deuce_jack", 5, "bets 5", "no bet yet"),
        ("farmer", {"total": 16, "cards": 3}, "16 · 3 cards", "no hand yet"),
        ("cucumber", "9", "9", "no card yet"),
        ("pay_me", 30, "+30", "counting…"),
    ],
)
def test_a_row_says_what_was_entered_and_who_is_not_in_once_somebody_is(
    program: Programs, game: str, entry: object, said: str, missing: str
) -> None:
    keeper = program().start("Ann", "Bob", "Cy", game=game)
    assert set(rows(keeper).values()) == {""}
    keeper.put("/rounds/1", {"entries": {"2": entry}})
    found = rows(keeper)
    assert said in found["Bob"]
    assert found["Cy"] == missing


def test_what_is_counted_in_secret_stays_so(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", "Cy", game="farmer", is_blind=True)
    keeper.put("/rounds/1", {"entries": {"2": {"total": 16, "cards": 3}}})
    assert rows(keeper) == {"Ann": "no hand yet", "Bob": "counted", "Cy": "no hand yet"}


def test_who_called_is_said_before_anybody_counts(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", "Cy", game="pay_me")
    keeper.put("/rounds/1", {"said": {"went_out": "Cy"}})
    assert rows(keeper) == {"Ann": "counting…", "Bob": "counting…", "Cy": "called · 0"}


def test_after_how_many_rounds_a_game_ended_is_said_once(program: Programs) -> None:
    bank = program().start("Ann", "Bob", game="ace_deuce_jack")
    bank.enter(1, 2, 5, said={"outcome": "bank"})
    points = program().start("Ann", "Bob")
    points.play(50, 0)
    for keeper in (bank, points):
        assert keeper.post("/end").status_code == 200
        assert table(keeper).count("Ended after 1") == 1
