"""Players who join after round 1: from which round they count, and what their total starts with."""

from __future__ import annotations

from typing import Any

import pytest

from scorecard.rules import Refusal, Sheet
from scorecard.rules.games import all_games
from scorecard.rules.outcome import feats, moments, progress
from scorecard.rules.sheet import entry_form, fold_of, rules_for
from tests.scoring import refusal_of, sheet_of

JOINED = {"Eve": {"after": 2, "start": 300}}
FIRST, SECOND = {"Ann": 500, "Bob": 200}, {"Ann": 100, "Bob": 100}
POINTS = {"kind": "points", "key": "points", "label": "Points"}


def record(*rounds: dict[str, int], **more: Any) -> dict[str, Any]:
    """Return a game of Brownie Points in which Eve came after round 2."""
    told = [{"entries": {name: {"score": n} for name, n in of.items()}} for of in rounds]
    played = {"game": "brownie_points", "options": {"target": 1_000}, "rounds": told}
    return {**played, "players": ["Ann", "Bob", "Eve"], "joined": JOINED, **more}


def own(*rounds: dict[str, int], joined: Any = None, **definition: Any) -> dict[str, Any]:
    """Return a game on a scorecard of one's own, with Eve if she joined."""
    told = [{"entries": {name: {"points": n} for name, n in of.items()}} for of in rounds]
    scorecard = {"name": "Golf", "fields": [POINTS], **definition}
    players = ["Ann", "Bob", *(joined or {})]
    game = {"game": "own_scorecard", "options": {"scorecard": scorecard}, "rounds": told}
    return {**game, "players": players, "joined": joined or {}}


def sheet(typed: dict[str, Any]) -> Sheet:
    return sheet_of(typed)


def refused(typed: dict[str, Any]) -> Refusal:
    return refusal_of(typed)


class TestTheTotal:
    def test_it_starts_with_what_was_agreed_on(self) -> None:
        assert sheet(record(FIRST, SECOND)).totals == {"Ann": 600, "Bob": 300, "Eve": 300}

    def test_it_grows_by_every_round_from_then_on(self) -> None:
        typed = record(FIRST, SECOND, {"Ann": 50, "Bob": 50, "Eve": 150})
        assert sheet(typed).totals == {"Ann": 650, "Bob": 350, "Eve": 450}
        assert sheet(typed).round_scores[:2] == (FIRST, SECOND)

    def test_a_correction_of_an_earlier_round_leaves_the_start_as_it_was(self) -> None:
        typed = record(FIRST, SECOND)
        entries = {"entries": {"Ann": {"score": 500}, "Bob": {"score": 100}}}
        typed["edits"] = [{"round": 1, "with": entries}]
        assert sheet(typed).totals == {"Ann": 600, "Bob": 200, "Eve": 300}

    def test_it_may_be_below_zero(self) -> None:
        joined = {"Eve": {"after": 1, "start": -50}}
        assert sheet(record({"Ann": -50, "Bob": 0}, joined=joined)).totals["Eve"] == -50

    def test_there_is_none_in_a_game_that_was_over_before(self) -> None:
        typed = record({"Ann": 1_000, "Bob": 0}, SECOND, keep_after_end=True)
        result = sheet(typed)
        assert (result.totals["Eve"], result.winners) == (None, ("Ann",))
        assert result.ranks["Eve"] == 3

    def test_a_chart_begins_with_it(self) -> None:
        typed = record(FIRST, SECOND, {"Ann": 50, "Bob": 50, "Eve": 150})
        fold = fold_of(typed)
        assert not isinstance(fold, Refusal)
        rows = progress.totals_by_round(fold, fold.sheet())
        assert [row["Eve"] for row in rows] == [None, None, 300, 450]

    def test_it_wins_like_any_other(self) -> None:
        typed = record(FIRST, SECOND, {"Ann": 50, "Bob": 50, "Eve": 700})
        result = sheet(typed)
        assert (result.winners, result.status) == (("Eve",), "finished")


class TestRounds:
    def test_earlier_ones_do_without_them(self) -> None:
        late = {**FIRST, "Eve": 100}
        refusal = refused(record(late, SECOND))
        assert (refusal.round, refusal.code, refusal.player) == (1, "unknown_player", "Eve")
        assert "Eve takes no part in it" in refusal.message

    def test_later_ones_need_them(self) -> None:
        refusal = refused(record(FIRST, SECOND, {"Ann": 50, "Bob": 50}))
        assert (refusal.round, refusal.code, refusal.player) == (3, "missing_entry", "Eve")

    def test_a_form_asks_for_them_from_then_on(self) -> None:
        assert entry_form(record(FIRST)).players == ("Ann", "Bob")
        assert entry_form(record(FIRST, SECOND)).players == ("Ann", "Bob", "Eve")

    def test_no_card_is_missed_in_a_round_before_they_came(self) -> None:
        ranks = [str(rank) for rank in range(1, 11)]
        pile = {**dict.fromkeys(ranks, 8), "game_changer": 1, "nope": 3, "dog_house": 5}
        typed = record()
        typed["options"] = {"target": 10_000}
        typed["joined"] = {"Eve": {"after": 1, "start": 0}}
        typed["rounds"] = [{"entries": {"Ann": {"pile": pile}, "Bob": {"pile": {}}}}]
        assert sheet(typed).warnings == ()

    def test_who_leaves_again_is_asked_for_no_more(self) -> None:
        later = {"Ann": 50, "Bob": 50}
        typed = record(FIRST, SECOND, {**later, "Eve": 50}, later, left={"Eve": 3})
        assert sheet(typed).totals == {"Ann": 700, "Bob": 400, "Eve": 350}


class TestWhereTheLowestTotalWins:
    def test_a_late_start_wins_nothing_before_it_has_played(self) -> None:
        ends = {"when": "rounds", "at": 3}
        joined = {"Eve": {"after": 2, "start": 0}}
        typed = own(FIRST, SECOND, joined=joined, wins="lowest", ends=ends)
        early = sheet({**typed, "end_early": True})
        assert (early.winners, early.ranks["Eve"]) == (("Bob",), 3)

    def test_it_wins_once_it_has(self) -> None:
        ends = {"when": "rounds", "at": 3}
        joined = {"Eve": {"after": 2, "start": 0}}
        third = {"Ann": 1, "Bob": 1, "Eve": 9}
        result = sheet(own(FIRST, SECOND, third, joined=joined, wins="lowest", ends=ends))
        assert (result.winners, result.totals["Eve"]) == (("Eve",), 9)
        assert "Eve wins with 9 points" in result.reason

    def test_its_low_total_is_no_record(self) -> None:
        joined = {"Eve": {"after": 1, "start": 0}}
        typed = own(FIRST, {**SECOND, "Eve": 1}, joined=joined, wins="lowest")
        rules = rules_for("own_scorecard", typed["options"])
        found = feats.feats(rules, sheet(typed), typed["rounds"])
        assert {feat.player for feat in found if feat.key == feats.BEST_TOTAL} == {"Ann", "Bob"}

    def test_the_last_one_in_counts_from_its_start(self) -> None:
        joined = {"Eve": {"after": 1, "start": 8}}
        typed = own({"Ann": 5, "Bob": 8}, joined=joined, wins="lowest")
        typed["options"]["scorecard"]["ends"] = {"when": "last_in", "at": 10}
        typed["rounds"].append(
            {"entries": {"Ann": {"points": 1}, "Bob": {"points": 1}, "Eve": {"points": 2}}}
        )
        result = sheet(typed)
        assert result.totals == {"Ann": 6, "Bob": 9, "Eve": None}
        assert (result.own_points["Eve"], result.ranks) == (10, {"Ann": 1, "Bob": 2, "Eve": 3})

    def test_who_falls_later_is_ahead_though_they_played_fewer_rounds(self) -> None:
        joined = {"Eve": {"after": 1, "start": 0}}
        ends = {"when": "last_in", "at": 10}
        rounds = (
            {"Ann": 1, "Bob": 1},
            {"Ann": 1, "Bob": 9, "Eve": 9},
            {"Ann": 1, "Eve": 9},
        )
        result = sheet(own(*rounds, joined=joined, wins="lowest", ends=ends))
        assert (result.winners, result.ranks) == (("Ann",), {"Ann": 1, "Eve": 2, "Bob": 3})


def test_a_comeback_is_told_from_when_they_came() -> None:
    typed = record({"Ann": 900, "Bob": 0}, {"Ann": 0, "Bob": 0}, {"Ann": 0, "Bob": 0, "Eve": 800})
    result, rules = sheet(typed), rules_for("brownie_points", {})
    fold = fold_of(typed)
    assert not isinstance(fold, Refusal)
    assert result.winners == ("Eve",)
    found = feats.feats(rules, result, typed["rounds"])
    assert [feat[0::2] for feat in found if feat.key == feats.COMEBACK] == [("Eve", 600)]
    totals = progress.totals_by_round(fold, result)
    told = [str(one.sentence) for one in moments.moments(rules, result, totals, typed["rounds"])]
    assert "Eve was 600 points behind after 2 rounds, and came back." in told


class TestWhatIsRefused:
    @pytest.mark.parametrize(
        ("joined", "code", "word"),
        [
            ({"Zed": {"after": 1, "start": 0}}, "unknown_player", "Zed"),
            ({"Eve": {"after": 0, "start": 0}}, "cannot_join_late", "before round 1"),
            ({"Eve": {"after": -1, "start": 0}}, "negative_number", "Eve"),
            ({"Eve": {"after": 1, "start": 1.5}}, "not_whole_number", "starts with"),
            ({"Eve": {"start": 5}}, "not_whole_number", "before Eve joined"),
            ({"Eve": {"after": 1, "start": 0, "why": "bus"}}, "malformed", "why"),
            ({"Eve": 3}, "malformed", "Eve"),
            (["Eve"], "malformed", "joined late"),
        ],
    )
    def test_it_is_said_of_whom_and_why(self, joined: Any, code: str, word: str) -> None:
        refusal = refused(record(FIRST, joined=joined))
        assert (refusal.round, refusal.code) == (0, code)
        assert word in refusal.message

    @pytest.mark.parametrize(
        ("more", "begin"),
        [
            ({"joined": {"Eve": 3}}, "When Eve joined must be an object"),
            ({"joined": {"Eve": {"why": "bus"}}}, "When Eve joined has"),
            ({"joined": {"Eve": {"start": 5}}}, "The rounds before Eve joined must be"),
            ({"left": {"Eve": -1}}, "The rounds Eve played before leaving cannot"),
            ({"joined": {}, "head_starts": {"Eve": 1.5}}, "The head start of Eve must be"),
        ],
    )
    def test_whose_it_is_is_said_once(self, more: Any, begin: str) -> None:
        refusal = refused(record(FIRST, **more))
        assert refusal.message.startswith(begin)
        assert refusal.player == "Eve"

    def test_a_ninth_player_needs_the_expansion_deck(self) -> None:
        typed = record(players=[f"P{n}" for n in range(8)] + ["Eve"])
        assert refused(typed).code == "player_count"

    def test_in_a_game_about_money_nobody_starts_with_what_nobody_lost(self) -> None:
        chips = {"fields": [{**POINTS, "is_signed": True}], "is_zero_sum": True, "is_money": True}
        refusal = refused(own(joined={"Eve": {"after": 1, "start": 5}}, **chips))
        assert (refusal.code, refusal.player) == ("cannot_join_late", "Eve")
        typed = own({"Ann": 5, "Bob": -5}, joined={"Eve": {"after": 1, "start": 0}}, **chips)
        assert sheet(typed).totals == {"Ann": 5, "Bob": -5, "Eve": 0}

    def test_nobody_joins_a_side(self) -> None:
        typed = own(
            sides=2, joined={"Cy": {"after": 1, "start": 0}, "Eve": {"after": 1, "start": 0}}
        )
        assert refused(typed).code == "cannot_join_late"


def test_every_game_lets_people_in_late_or_says_why_not() -> None:
    why_not = {key: str(rules.why_not_late) for key, rules in all_games().items()}
    lenient = {key for key, sentence in why_not.items() if not sentence}
    assert lenient == {"brownie_points", "pay_me", "own_scorecard"}
    assert all(sentence.endswith(".") for sentence in why_not.values() if sentence)
    assert "four in two teams" in why_not["pitch"]
