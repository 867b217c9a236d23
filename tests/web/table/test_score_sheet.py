"""The score sheet: a row for each round, a column for each side, and what everybody had then."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

import pytest

from scorecard.web.http import access
from tests.web.conftest import Program, seen

Programs = Callable[[], Program]
CELL = re.compile(
    r'<td(?P<best> class="is-best")?>\s*<a href="[^"]*\?seat=(?P<seat>\d+)" data-panel>\s*'
    r'<span(?: class="count-\w+")?>(?P<points>[^<]*)</span>\s*'
    r"(?:<small>(?P<total>[^<]*)</small>)?"
)


def page(table: Program, path: str = "") -> str:
    response = table.client.get(f"/games/{table.id}{path}")
    assert response.status_code == 200
    return response.get_data(as_text=True)


def rows(html: str) -> Mapping[int, list[tuple[str, str, bool]]]:
    """Return of each round what stands in its cells: score, total, and whether it is the best."""
    found = {}
    for number, row in re.findall(r'<tr id="round-(\d+)".*?>(.*?)</tr>', html, re.DOTALL):
        cells = CELL.finditer(row)
        found[int(number)] = [(c["points"], c["total"] or "", bool(c["best"])) for c in cells]
    return found


def test_each_round_has_its_scores_the_totals_then_and_the_best(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", "Cy")
    keeper.play(450, -100, 1_200)
    keeper.play(900, 900, -50)
    assert rows(page(keeper)) == {
        2: [("900", "1,350", True), ("900", "800", True), ("−50", "1,150", False)],
        1: [("450", "450", False), ("−100", "−100", False), ("1,200", "1,200", True)],
    }
    assert [*rows(page(keeper))] == [2, 1], "the latest first"


def test_what_was_said_of_the_set_up_goes_with_the_first_round(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", options={"deck": "expansion"}, is_confirmed=True)
    said = "Card counts aren’t checked with the expansion deck"
    assert said in page(keeper)
    keeper.play(450, 100)
    assert said not in page(keeper), "nobody can change it any more"


def test_where_the_lowest_total_wins_the_lowest_score_is_the_best(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", game="pay_me")
    told = {"said": {"went_out": "Bob"}, "entries": {"1": 5, "2": 0}}
    answer = keeper.put("/rounds/1", told)
    assert answer.status_code == 200, answer.get_json()
    assert rows(page(keeper)) == {1: [("5", "5", False), ("0", "0", True)]}


def test_a_cucumber_is_not_the_best_though_it_takes_points_away(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", game="cucumber")
    for number in (1, 2):
        told = {"said": {"winner": "Ann", "rank": "K"}, "entries": {}}
        answer = keeper.put(f"/rounds/{number}", told)
        assert answer.status_code == 200, answer.get_json()
    assert [best for *_cell, best in rows(page(keeper))[2]] == [False, True]


def test_where_all_are_level_nobody_is_best(program: Programs) -> None:
    keeper = program().start("Ann", "Bob")
    keeper.play(100, 100)
    assert rows(page(keeper)) == {1: [("100", "100", False), ("100", "100", False)]}


def test_a_correction_moves_every_total_after_it(program: Programs) -> None:
    keeper = program().start("Ann", "Bob")
    keeper.play(100, 50)
    keeper.play(200, 50)
    keeper.enter(1, 1, {"score": 1_000})
    assert [cells[0][1] for cells in rows(page(keeper)).values()] == ["1,200", "1,000"]


def test_what_came_after_the_end_has_no_total(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", options={"target": 1_000})
    keeper.play(500, 100)
    keeper.play(100, 100)
    keeper.enter(1, 1, {"score": 1_200}, is_confirmed=True)
    assert rows(page(keeper))[2] == [("100", "", False), ("100", "", False)]
    assert 'class="is-after-end"' in page(keeper)


def test_balances_have_their_signs(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", "Cy", game="ace_deuce_jack")
    assert keeper.sheet()["is_money"]
    said = {"banker": "Ann", "outcome": "bank"}
    answer = keeper.put("/rounds/1", {"said": said, "entries": {"2": 5, "3": 10}})
    assert answer.status_code == 200, answer.get_json()
    cells = [("+15", "+15", True), ("−5", "−5", False), ("−10", "−10", False)]
    assert rows(page(keeper)) == {1: cells}


def test_earlier_rounds_go_on_with_the_same_totals(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", options={"target": 100_000})
    for _ in range(31):
        keeper.play(100, -50)
    assert 1 not in rows(page(keeper))
    assert rows(page(keeper, "/rounds?before=3")) == {
        2: [("100", "200", True), ("−50", "−100", False)],
        1: [("100", "100", True), ("−50", "−50", False)],
    }


def test_a_row_says_nothing_until_somebody_has_counted(program: Programs) -> None:
    keeper = program().start("Ann", "Bob")
    html = page(keeper)
    assert "counting…" not in html
    assert "Place" not in html, "nobody has a place before a round was played"


def test_who_leads_and_by_how_much(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", "Cy")
    keeper.play(450, 100, 400)
    assert "leads by 50" in page(keeper)
    keeper.play(0, 0, 50)
    assert page(keeper).count("tied for the lead") == 2


def test_whoever_is_ahead_for_something_else_leads_by_no_points(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", game="cucumber")
    for number, (taker, rank) in enumerate([("Bob", "A"), ("Bob", "10"), ("Ann", "5")], start=1):
        keeper.put(f"/rounds/{number}", {"said": {"winner": taker, "rank": rank}})
        if number > 1:
            html = " ".join(page(keeper).split())
            assert rows(html)[number][0][1] == ("0" if number == 2 else "5")
            assert "tied for the lead" not in html
            assert "leads by" not in html
            assert html.count("leads") == 1


def test_a_match_that_has_no_target_leaves_no_empty_line_when_it_is_won(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", game="cucumber", options={"limit": 10})
    for number in (1, 2):
        keeper.put(f"/rounds/{number}", {"said": {"winner": "Bob", "rank": "A"}})
    html = page(keeper)
    assert "banner" in html
    assert not re.search(r'class="actions[^"]*">\s*</p>', html)
    assert "Play on" not in html


def test_the_news_of_a_round_name_who_had_most_but_no_nought_of_several(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", "Cy")
    for scores, news in (
        ((450, 450, 400), "Round 1: Ann and Bob +450."),
        ((0, 0, -50), ""),
        ((-50, 0, -100), "Round 3: Bob 0. Bob leads by 50."),
    ):
        keeper.play(*scores)
        found = re.search(r'data-news="(.*?)"', page(keeper), re.DOTALL)
        assert found
        assert " ".join(found[1].split()) == news


def test_the_correction_of_an_earlier_round_is_news_until_the_next_change(
    program: Programs,
) -> None:
    keeper = program().start("Ann", "Bob")
    keeper.play(450, 300)
    assert "data-corrected" not in page(keeper)
    keeper.enter(1, 1, {"score": 500})
    assert 'data-corrected="Round 1 corrected: Ann 450 → 500"' in page(keeper)
    keeper.post("/undo")
    assert "data-corrected" not in page(keeper)


def test_of_a_hand_recorded_as_a_whole_the_news_say_that_it_was_corrected(
    program: Programs,
) -> None:
    keeper = program().start("Ann", "Bob", "Cy", "Di", game="pitch")
    hand = {"pitcher": "Bob", "bid": 3, "high": "A", "low": "B", "jack": "B", "game": "A"}
    for said in (hand, hand | {"game": "B"}):
        assert keeper.put("/rounds/1", {"said": said, "entries": {}}).status_code == 200
    assert 'data-corrected="Hand 1 corrected"' in page(keeper)


def test_whoever_has_left_is_not_who_the_lead_is_over(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", "Cy")
    keeper.play(450, 100, 400)
    keeper.post("/seats/3/leave")
    assert "leads by 350" in page(keeper)


def test_before_the_end_it_is_said_who_has_left(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", "Cy")
    keeper.play(450, 100, 400)
    keeper.post("/seats/3/leave")
    words = seen(re.sub(r"<[^>]*>", " ", page(keeper, "/end"))).split()
    assert "2 Cy left after round 1 400" in " ".join(words)


def test_who_has_left_has_the_place_at_the_table_that_the_end_gives(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", "Cy")
    keeper.play(450, 100, 400)
    keeper.post("/seats/3/leave")
    place = '<span class="sr-only">Place </span>'
    told = ["Ann", "Cy", "Bob"]
    for html in (page(keeper), page(keeper, "/board")):
        found = re.findall(rf"{place}(.*?)<.*?<bdi[^>]*>(.*?)<", html, re.DOTALL)
        assert found == [(str(rank), name) for rank, name in enumerate(told, start=1)]


def coming(html: str) -> list[str]:
    return re.findall(r'<span class="coming">.*?</span>([^<]*)</span>', html, re.DOTALL)


def test_a_count_shows_the_total_that_will_be(program: Programs) -> None:
    keeper = program().start("Ann", "Bob")
    keeper.play(450, 100)
    keeper.enter(2, 2, {"score": -150})
    assert coming(page(keeper)) == ["−50"]


def test_a_count_in_secret_shows_none(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", is_blind=True)
    keeper.enter(1, 1, {"score": 1_650})
    assert coming(page(keeper)) == []


def test_the_button_says_what_comes_next(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", options={"target": 1_000})
    assert ">Count cards</a>" in page(keeper)
    keeper.enter(1, 1, {"score": 1_200})
    html = page(keeper)
    assert re.findall(r'data-seat="(.)"\s+data-(counted|missing)', html) == [
        ("1", "counted"),
        ("2", "missing"),
    ]
    assert 'data-counted="Change mine"' in html
    assert html.casefold().count("waiting for") == 1
    keeper.enter(1, 2, {"score": 100})
    bar = page(keeper).split('class="bottom-bar"')[1]
    assert ">End Game</a>" in bar, "the target is reached"


def test_the_end_of_a_game_lies_in_the_menu_until_the_target_is_reached(program: Programs) -> None:
    html = page(program().start("Ann", "Bob"))
    menu, bar = html.split("</nav>")[0], html.split('class="bottom-bar"')[1]
    assert "/end" in menu
    assert "/end" not in bar.split("</nav>")[0]


def test_only_who_may_reopen_a_game_is_told_so_before_its_end(program: Programs) -> None:
    ann = program().start("Ann", "Bob")
    told = "You can reopen it later."
    assert told in page(ann, "/end")
    assert told not in page(program().join(ann, 2), "/end")


def test_the_menu_has_eight_items_at_most(program: Programs) -> None:
    menu = page(program().start("Ann", "Bob")).split('<details class="menu">')[1].split("</nav>")[0]
    assert len(re.findall(r"<a |<button ", menu)) == 8
    assert menu.count("<hr>") == 2


def toast(table: Program) -> str:
    found = re.search(r'<p class="toast" data-toast( hidden)?>.*?</p>', page(table), re.DOTALL)
    assert found
    return "" if found[1] else found[0]


def test_what_a_phone_has_just_done_it_can_undo_there_and_others_cannot(program: Programs) -> None:
    ann = program().start("Ann", "Bob")
    bob = program().join(ann, 2)
    ann.version = bob.version
    assert toast(ann) == "", "to come in is nothing that is undone"
    ann.enter(1, 1, {"score": 450})
    assert f'formaction="/games/{ann.id}/undo"' in toast(ann)
    assert "Ann’s count, round 1" in toast(ann)
    assert toast(bob) == ""
    bob.version = ann.version
    bob.enter(1, 2, {"score": 100})
    assert (bool(toast(bob)), bool(toast(ann))) == (True, False)


def test_what_was_just_undone_can_be_done_again(program: Programs) -> None:
    ann = program().start("Ann", "Bob")
    ann.enter(1, 1, {"score": 450})
    ann.post("/undo")
    assert f'formaction="/games/{ann.id}/redo"' in toast(ann)
    assert "Undone: Ann’s count, round 1" in toast(ann)


def test_a_hand_is_undone_by_its_name_not_by_all_that_was_said_of_it(program: Programs) -> None:
    ann = program().start("Ann", "Bob", "Cleo", "Dan", game="pitch")
    said = {"pitcher": "Bob", "bid": 3, "high": "B", "low": "B", "jack": "B", "game": "A"}
    assert ann.put("/rounds/1", {"said": said}).status_code == 200
    assert 'aria-label="Undo “Hand 1”"' in toast(ann)
    assert "Who won the bidding" not in toast(ann)
    assert "Hand 1: Who won the bidding? Bob · Bid: 3" in page(ann, "/history")
    assert ann.put("/rounds/1", {"said": said | {"low": "A"}}).status_code == 200
    assert 'aria-label="Undo “Hand 1 corrected”"' in toast(ann)


def test_a_moment_later_only_the_history_has_it(
    program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = program().start("Ann", "Bob")
    ann.enter(1, 1, {"score": 450})
    assert toast(ann)
    monkeypatch.setattr(access, "now", lambda: datetime.now(UTC) + timedelta(seconds=11))
    assert toast(ann) == ""
    assert "Undo “Ann’s count, round 1”" in page(ann, "/history")


def test_the_history_offers_what_one_may_undo(program: Programs) -> None:
    ann = program().start("Ann", "Bob")
    bob = program().join(ann, 2)
    watching = program().join(ann, role="spectator")
    ann.version = bob.version = ann.sheet()["version"]
    ann.enter(1, 1, {"score": 450})
    assert "Undo “Ann’s count, round 1”" in page(ann, "/history")
    for other in (bob, watching):
        assert "Undo “" not in page(other, "/history")
    bob.version = ann.version
    bob.enter(1, 2, {"score": 100})
    for one in (ann, bob):
        assert "Undo “Bob’s count, round 1”" in page(one, "/history")
    assert "Undo “" not in page(watching, "/history")


def test_a_keeper_counts_for_those_that_no_other_phone_counts_for(program: Programs) -> None:
    ann = program().start("Ann", "Bob", "Cy")
    ann.put("/me", {"seats": [1]})
    program().join(ann, 2)
    assert 'data-counts="1 3"' in page(ann)
    ann.version = ann.sheet()["version"]
    for seat in (1, 3):
        where = ann.client.get(f"/games/{ann.id}/count").location
        assert where.endswith(f"/rounds/1/seats/{seat}")
        ann.enter(1, seat, {"score": 50})
    where = ann.client.get(f"/games/{ann.id}/count").location
    assert where.endswith("/rounds/1/seats/1"), "Bob counts on his own phone"
