"""The rules at the table begin with a card: what each card is worth in this very game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.web.conftest import Program, seen

Programs = Callable[[], Program]


def card(table: Program) -> dict[str, str]:
    """Return the rows of the card: what, and how much."""
    html = seen(table.client.get(f"/games/{table.id}/rules").get_data(as_text=True))
    first = html.split('<table class="values">')[1].split("</table>")[0]
    assert html.index('class="values"') < html.index('class="lookup')
    rows = re.findall(r'<th scope="row">(.*?)</th><td>(.*?)</td>', first, re.DOTALL)
    return dict(rows)


def start(program: Programs, *names: str, **options: Any) -> Program:
    return program().start(*names, options=options)


def test_ranks_of_one_worth_stand_together_and_specials_after_them(program: Programs) -> None:
    assert card(start(program, "Ann", "Bob")) == {
        "Ranks 1–5": "50 points",
        "Ranks 6–9": "100 points",
        "Rank 10": "150 points",
        "Game Changer": "500 points",
        "Dog House": "−500 in hand",
        "Nope": "0 points",
        "Squirts": "−100 points",
        "Target": "15,000 points",
    }


def test_it_has_the_values_of_this_game(program: Programs) -> None:
    values = {"10": 200, "game_changer": 700}
    shown = card(start(program, "Ann", "Bob", values=values, squirts_value=250, target=9_000))
    assert shown["Rank 10"] == "200 points"
    assert shown["Game Changer"] == "700 points"
    assert shown["Squirts"] == "−250 points"
    assert shown["Target"] == "9,000 points"


def test_a_change_in_mid_game_changes_it(program: Programs) -> None:
    keeper = start(program, "Ann", "Bob")
    agreed = {"reason": "dearer", "agreed_by": ["Ann", "Bob"]}
    answer = keeper.post("/amendments", {"options": {"squirts_value": 300}, **agreed})
    assert answer.status_code == 200, answer.get_json()
    assert card(keeper)["Squirts"] == "−300 points"


def test_other_games_have_what_they_always_count(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", game="pay_me")
    assert len(card(keeper)) > 2
