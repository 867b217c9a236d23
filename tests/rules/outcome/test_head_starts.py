"""Head starts: what totals begin with, what is refused, and what is won by playing alone."""

from __future__ import annotations

from typing import Any

import pytest

from scorecard.rules import Refusal, Sheet, score
from scorecard.rules.games import all_games
from scorecard.rules.outcome import feats, progress
from scorecard.rules.seating import MOST_HEAD_START, why_no_head_start
from scorecard.rules.sheet import fold_of, rules_for
from tests.rules.test_joining_late import own, record, refused, sheet

AHEAD = {"Bob": 300}


def ahead(*rounds: dict[str, int], **more: Any) -> dict[str, Any]:
    """Return a game of Brownie Points to 1,000 in which Bob starts with 300."""
    two = {"players": ["Ann", "Bob"], "joined": {}, "head_starts": AHEAD}
    return record(*rounds, **{**two, **more})


def kept(typed: dict[str, Any]) -> set[tuple[str, str, int]]:
    """Return the feats of a game: whose, which, and how much each is worth."""
    rules = rules_for(typed["game"], typed["options"])
    return {
        (one.player, one.key, one.worth)
        for one in feats.feats(rules, sheet(typed), typed["rounds"])
    }


class TestTheTotal:
    def test_it_starts_with_what_was_given(self) -> None:
        result = sheet(ahead())
        assert (result.totals, result.head_starts) == ({"Ann": 0, "Bob": 300}, {"Bob": 300})
        assert result.ranks == {"Bob": 1, "Ann": 2}

    def test_every_round_adds_to_it(self) -> None:
        result = sheet(ahead({"Ann": 500, "Bob": 200}, {"Ann": 100, "Bob": 50}))
        assert result.totals == {"Ann": 600, "Bob": 550}
        assert result.round_scores[0] == {"Ann": 500, "Bob": 200}

    def test_it_decides_who_wins_and_when(self) -> None:
        result = sheet(ahead({"Ann": 900, "Bob": 700}))
        assert (result.status, result.winners) == ("finished", ("Bob",))
        assert result.own_points == {"Ann": 900, "Bob": 1_000}

    def test_a_chart_begins_with_it(self) -> None:
        fold = fold_of(ahead({"Ann": 100, "Bob": 50}))
        assert not isinstance(fold, Refusal)
        rows = progress.totals_by_round(fold, fold.sheet())
        assert [dict(row) for row in rows] == [{"Ann": 0, "Bob": 300}, {"Ann": 100, "Bob": 350}]

    def test_none_is_as_if_nothing_was_said(self) -> None:
        level = sheet(ahead({"Ann": 100, "Bob": 50}, head_starts={"Bob": 0}))
        assert (level.totals, level.head_starts) == ({"Ann": 100, "Bob": 50}, {})

    def test_partners_start_with_what_both_were_given(self) -> None:
        players = {"players": ["Ann", "Bob", "Cy", "Dee"], "head_starts": {"Ann": 2, "Cy": 1}}
        result = sheet({"game": "pitch", "rounds": [], **players})
        assert sorted(filter(None, result.totals.values())) == [3]
        assert sorted(result.head_starts.values()) == [3]

    def test_where_the_lowest_total_wins_whoever_starts_with_more_has_it_harder(self) -> None:
        ends = {"when": "rounds", "at": 1}
        typed = own({"Ann": 5, "Bob": 8}, wins="lowest", ends=ends)
        assert sheet(typed).winners == ("Ann",)
        assert sheet({**typed, "head_starts": {"Ann": 10}}).winners == ("Bob",)

    def test_corrections_keep_it(self) -> None:
        typed = ahead({"Ann": 500, "Bob": 200})
        entries = {"entries": {"Ann": {"score": 100}, "Bob": {"score": 100}}}
        typed["edits"] = [{"round": 1, "with": entries}]
        assert sheet(typed).totals == {"Ann": 100, "Bob": 400}

    def test_who_comes_late_has_what_they_came_with(self) -> None:
        late = {"Eve": {"after": 1, "start": 50}}
        players = ["Ann", "Bob", "Eve"]
        result = sheet(ahead({"Ann": 100, "Bob": 100}, players=players, joined=late))
        assert result.totals == {"Ann": 100, "Bob": 400, "Eve": 50}


class TestRefusals:
    @pytest.mark.parametrize(
        ("given", "code", "word"),
        [
            ({"Eve": 100}, "unknown_player", "not one of the players"),
            ({"Bob": -5}, "negative_number", "The head start of Bob"),
            ({"Bob": 1.5}, "not_whole_number", "The head start of Bob"),
            ({"Bob": True}, "not_whole_number", "The head start of Bob"),
            ({"Bob": 1_000}, "no_head_start", "Bob cannot start with 1,000: the game is to 1,000."),
            (["Bob"], "malformed", "The head starts"),
        ],
    )
    def test_it_is_said_of_whom_and_why(self, given: Any, code: str, word: str) -> None:
        refusal = refused(ahead(head_starts=given))
        assert (refusal.round, refusal.code) == (0, code)
        assert word in refusal.message

    def test_without_a_target_there_is_a_most(self) -> None:
        assert sheet({**own(), "head_starts": {"Ann": MOST_HEAD_START}}).totals["Ann"]
        refusal = refused({**own(), "head_starts": {"Ann": MOST_HEAD_START + 1}})
        assert (refusal.code, refusal.player) == ("no_head_start", "Ann")

    def test_partners_are_refused_what_both_would_win_with(self) -> None:
        players = {"players": ["Ann", "Bob", "Cy", "Dee"], "options": {"target": 11}}
        typed = {"game": "pitch", "rounds": [], **players, "head_starts": {"Ann": 6, "Cy": 5}}
        assert "Ann and Cy cannot start with 11" in refused(typed).message

    def test_nobody_has_one_where_they_came_late(self) -> None:
        late = {"Bob": {"after": 1, "start": 50}}
        refusal = refused(ahead(players=["Ann", "Bob", "Cy"], joined=late))
        assert (refusal.code, refusal.player) == ("no_head_start", "Bob")

    @pytest.mark.parametrize("rules", all_games().values(), ids=lambda rules: rules.key)
    def test_a_game_has_them_or_says_why_not(self, rules: Any) -> None:
        players = [f"P{number}" for number in range(rules.fewest)]
        typed = {"game": rules.key, "players": players, "head_starts": {"P0": 1}, "rounds": []}
        result = score(typed)
        if why_not := why_no_head_start(rules):
            assert isinstance(result, Refusal)
            assert (result.code, result.message) == ("no_head_start", why_not)
        else:
            assert isinstance(result, Sheet)
            assert sum(total or 0 for total in result.totals.values()) == 1

    @pytest.mark.parametrize(
        ("definition", "word"),
        [
            ({"is_money": True, "is_zero_sum": True}, "another has lost"),
            ({"wins": "lowest", "ends": {"when": "last_in", "at": 50}}, "last one in wins"),
        ],
    )
    def test_a_scorecard_of_ones_own_that_has_none_says_why(
        self, definition: dict[str, Any], word: str
    ) -> None:
        assert word in refused({**own(**definition), "head_starts": {"Ann": 5}}).message
        assert sheet({**own(**definition), "head_starts": {"Ann": 0}}).head_starts == {}


class TestRecords:
    def test_a_total_that_was_partly_given_is_none(self) -> None:
        found = kept(ahead({"Ann": 900, "Bob": 700}))
        assert ("Ann", feats.BEST_TOTAL, 900) in found
        assert not {one for one in found if one[:2] == ("Bob", feats.BEST_TOTAL)}

    def test_a_low_total_is_one_in_spite_of_it(self) -> None:
        typed = own({"Ann": 5, "Bob": 8}, wins="lowest", ends={"when": "rounds", "at": 1})
        typed["head_starts"] = {"Ann": 2}
        assert ("Ann", feats.BEST_TOTAL, -7) in kept(typed)

    def test_making_up_for_a_head_start_is_no_comeback(self) -> None:
        rounds = {"Ann": 100, "Bob": 50}, {"Ann": 900, "Bob": 0}
        assert not {one for one in kept(ahead(*rounds)) if one[1] == feats.COMEBACK}

    def test_a_head_start_makes_none(self) -> None:
        rounds = {"Ann": 200, "Bob": 0}, {"Ann": 100, "Bob": 750}
        assert not {one for one in kept(ahead(*rounds)) if one[1] == feats.COMEBACK}

    def test_one_counts_as_far_as_it_was_played(self) -> None:
        rounds = {"Ann": 600, "Bob": 100}, {"Ann": 100, "Bob": 650}
        assert ("Bob", feats.COMEBACK, 200) in kept(ahead(*rounds))
