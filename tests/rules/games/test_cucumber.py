"""Cucumber, paragraph by paragraph: worked examples, whole games, every refusal.

Long because it follows all rules of one game, in their order.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecard.rules.games.cucumber import RULES
from scorecard.rules.sheet import entry_form
from tests.fuzzing.junk import JUNK
from tests.scoring import CardTable, answer_of, refusal_of, sheet_of

ABC = ["Ann", "Bob", "Cy"]
SEVEN = [*ABC, "Di", "Eve", "Flo", "Gus"]


def cards(leader: Any, **played: Any) -> dict[str, Any]:
    return {"leader": leader, "cards": played}


def took(winner: Any, rank: Any, *tied: Any) -> dict[str, Any]:
    return {"winner": winner, "rank": rank, **({"tied": list(tied)} if tied else {})}


ANN_OUT = [took("Ann", "A")] * 4
"""Two aces come to 28: a cucumber, and back to the others' 0; two more, and Ann is out."""


SEATED = CardTable("cucumber", ABC)
record, scored, refused, looked_at = SEATED.record, SEATED.scored, SEATED.refused, SEATED.looked_at


def scores_after(*hands: Any, **more: Any) -> list[int | None]:
    """Return everybody's score after these hands, in seating order."""
    sheet = scored(*hands, **more)
    last = sheet.extras["scores_after"][-1]
    assert last == sheet.totals
    return list(last.values())


class TestSetUp:
    @pytest.mark.parametrize("count", [1, 8])
    def test_it_is_for_two_to_seven(self, count: int) -> None:
        refusal = refused(players=[f"P{seat}" for seat in range(count)])
        assert (refusal.code, refusal.round) == ("player_count", 0)
        assert "2 to 7" in refusal.message

    @pytest.mark.parametrize("count", [2, 7])
    def test_two_and_seven_are_welcome(self, count: int) -> None:
        assert set(scored(players=SEVEN[:count]).totals.values()) == {0}

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("limit", 9),
            ("limit", 101),
            ("limit", "21"),
            ("tie_relief", 1),
            ("reset_basis", "during_relief"),
            ("first_dealer", "Zed"),
        ],
    )
    def test_options_out_of_range_are_refused(self, key: str, value: Any) -> None:
        refusal = refused(**{key: value})
        assert (refusal.code, refusal.round, refusal.item) == ("option_out_of_range", 0, key)


class TestLastTrick:
    @pytest.mark.parametrize(
        ("rank", "points"),
        [
            *((str(rank), rank) for rank in range(2, 11)),
            *(("J", 11), ("Q", 12), ("K", 13), ("A", 14), ("T", 10)),
        ],
    )
    def test_its_taker_scores_the_rank(self, rank: str, points: int) -> None:
        assert scores_after(took("Bob", rank)) == [0, points, 0]
        assert scores_after(took("Bob", f" {rank.lower()} ")) == [0, points, 0]

    def test_the_highest_card_takes_it(self) -> None:
        sheet = scored(cards("Ann", Ann="9", Bob="K", Cy="4"))
        assert sheet.totals == {"Ann": 0, "Bob": 13, "Cy": 0}
        assert sheet.round_scores == ({"Ann": 0, "Bob": 13, "Cy": 0},)
        assert sheet.extras["trick_winner"] == ["Bob"]
        assert sheet.stories == ("Bob took the last trick with a K: 13 points.",)
        assert (sheet.status, sheet.winners, sheet.warnings) == ("in_progress", (), ())

    @pytest.mark.parametrize(
        ("leader", "taker"), [("Ann", "Di"), ("Bob", "Ann"), ("Cy", "Ann"), ("Di", "Cy")]
    )
    def test_among_equal_cards_the_one_played_last_takes_it(self, leader: str, taker: str) -> None:
        played = {"Ann": "Q", "Bob": "2", "Cy": "Q", "Di": "q"}
        sheet = scored(cards(leader, **played), players=SEVEN[:4])
        assert sheet.extras["trick_winner"] == [taker]

    def test_who_is_out_does_not_break_the_order(self) -> None:
        hand = cards("Di", Bob="9", Cy="2", Di="9")
        sheet = scored(*ANN_OUT, hand, players=SEVEN[:4])
        assert sheet.extras["trick_winner"][-1] == "Bob"

    def test_lower_equal_cards_matter_not(self) -> None:
        hand = cards("Ann", Ann="9", Bob="K", Cy="9")
        assert scores_after(took("Ann", "5"), hand) == [5, 13, 0]


class TestRelief:
    def test_others_with_the_same_rank_lose_as_many_points(self) -> None:
        hand = cards("Bob", Bob="Q", Cy="5", Ann="Q")
        sheet = scored(took("Bob", "K"), hand)
        assert sheet.totals == {"Ann": 12, "Bob": 1, "Cy": 0}
        assert sheet.round_scores[1] == {"Ann": 12, "Bob": -12, "Cy": 0}
        assert sheet.stories[1].endswith("Bob had one too: now at 1.")

    def test_nobody_falls_below_0(self) -> None:
        assert scores_after(took("Bob", "10"), took("Ann", "A", "Bob")) == [14, 0, 0]

    def test_three_others_may_be_relieved(self) -> None:
        hands = [took("Bob", "9"), took("Cy", "5"), took("Di", "7"), took("Ann", "6", *SEVEN[1:4])]
        assert scores_after(*hands, players=SEVEN[:4]) == [6, 3, 0, 1]

    @pytest.mark.parametrize(("tie_relief", "bob"), [(True, 1), (False, 13)])
    def test_it_can_be_switched_off(self, tie_relief: bool, bob: int) -> None:
        for hand in (took("Ann", "Q", "Bob"), cards("Bob", Bob="Q", Cy="5", Ann="Q")):
            after = scores_after(took("Bob", "K"), hand, tie_relief=tie_relief)
            assert after == [12, bob, 0]

    def test_both_ways_of_telling_give_the_same(self) -> None:
        told = scored(took("Bob", "K"), cards("Bob", Bob="Q", Cy="5", Ann="Q"))
        quick = scored(took("Bob", "K"), took("Ann", "Q", "Bob"))
        assert told.to_json() == quick.to_json()


class TestCucumber:
    def test_exactly_the_limit_is_safe(self) -> None:
        sheet = scored(took("Ann", "A"), took("Ann", "7"))
        assert sheet.totals["Ann"] == 21
        assert sheet.extras["cucumbers"] == {"Ann": 0, "Bob": 0, "Cy": 0}

    def test_over_the_limit_a_cucumber_brings_the_highest_score_of_the_others(self) -> None:
        hands = [took("Bob", "9"), took("Cy", "5"), took("Ann", "A"), took("Ann", "8")]
        sheet = scored(*hands)
        assert sheet.totals == {"Ann": 9, "Bob": 9, "Cy": 5}
        assert sheet.round_scores[-1] == {"Ann": -5, "Bob": 0, "Cy": 0}
        assert sheet.extras["cucumbers"] == {"Ann": 1, "Bob": 0, "Cy": 0}
        assert sheet.between.marks == {"Ann": ("cucumber",)}
        assert sheet.stories[-1].endswith("22 is over 21: a cucumber, and back to 9.")

    def test_it_may_bring_a_higher_score_than_before(self) -> None:
        hands = [took("Bob", "A"), took("Bob", "6"), took("Ann", "10"), took("Ann", "Q")]
        assert scores_after(*hands) == [20, 20, 0]

    def test_with_all_others_at_0_it_brings_0(self) -> None:
        assert scores_after(took("Ann", "A"), took("Ann", "A")) == [0, 0, 0]

    @pytest.mark.parametrize(("reset_basis", "ann"), [("after_relief", 5), ("before_relief", 13)])
    def test_the_others_scores_are_looked_up_after_their_relief_or_before(
        self, reset_basis: str, ann: int
    ) -> None:
        hands = [took("Bob", "K"), took("Cy", "5"), took("Ann", "A"), took("Ann", "10", "Bob")]
        assert scores_after(*hands, reset_basis=reset_basis) == [ann, 3, 5]

    def test_the_relief_comes_first_also_where_the_relieved_stay_highest(self) -> None:
        hands = [took("Bob", "K"), took("Ann", "A"), took("Ann", "8", "Bob")]
        assert scores_after(*hands) == [5, 5, 0]

    @pytest.mark.parametrize(
        ("limit", "hands", "ann"),
        [
            (10, ["10"], 10),
            (10, ["J"], 0),
            (100, ["A"] * 7, 98),
            (100, ["A"] * 7 + ["2"], 100),
            (100, ["A"] * 7 + ["3"], 0),
        ],
    )
    def test_another_limit_moves_it(self, limit: int, hands: list[str], ann: int) -> None:
        assert scores_after(*(took("Ann", rank) for rank in hands), limit=limit)[0] == ann


class TestElimination:
    def test_the_second_time_puts_you_out(self) -> None:
        sheet = scored(*ANN_OUT)
        assert sheet.totals == {"Ann": None, "Bob": 0, "Cy": 0}
        assert sheet.extras["scores_after"][-1] == {"Ann": None, "Bob": 0, "Cy": 0}
        assert sheet.extras["eliminated"] == ["Ann"]
        assert sheet.round_scores[-1] == {"Ann": 14, "Bob": 0, "Cy": 0}
        assert sheet.between.marks == {}
        assert sheet.between.lead == "Cucumber above 21"
        assert sheet.between.facts == ("2 players still in",)
        assert sheet.stories[-1].endswith("28 is over 21 for the second time: Ann is out.")

    def test_a_cucumber_is_for_the_whole_game(self) -> None:
        hands = [took("Ann", "A"), took("Ann", "A"), took("Bob", "5"), took("Ann", "A")]
        assert scored(*hands).extras["eliminated"] == []
        assert scored(*hands, took("Ann", "8")).extras["eliminated"] == ["Ann"]

    def test_the_score_of_somebody_out_is_looked_up_no_more(self) -> None:
        bob = [took("Bob", "A"), took("Bob", "A")]
        assert scores_after(*ANN_OUT, *bob) == [None, 0, 0]

    def test_whoever_is_out_scores_nothing_later(self) -> None:
        sheet = scored(*ANN_OUT, cards("Bob", Bob="9", Cy="3"))
        assert sheet.round_scores[-1] == {"Bob": 9, "Cy": 0}
        assert sheet.totals == {"Ann": None, "Bob": 9, "Cy": 0}

    @pytest.mark.parametrize(
        "hand",
        [
            cards("Bob", Ann="5", Bob="9", Cy="3"),
            took("Ann", "9"),
            took("Bob", "9", "Ann"),
        ],
    )
    def test_whoever_is_out_plays_no_card(self, hand: Any) -> None:
        refusal = refused(*ANN_OUT, hand)
        assert (refusal.code, refusal.round, refusal.player) == ("player_eliminated", 5, "Ann")
        assert "Ann is out" in refusal.message

    def test_whoever_is_out_cannot_lead(self) -> None:
        refusal = refused(*ANN_OUT, cards("Ann", Bob="9", Cy="3"))
        assert (refusal.code, refusal.player, refusal.item) == ("bad_leader", "Ann", "leader")
        assert "Ann is out" in refusal.message


class TestEnd:
    def test_the_last_one_left_wins(self) -> None:
        sheet = scored(*ANN_OUT, *[took("Cy", "A")] * 4)
        assert sheet.totals == {"Ann": None, "Bob": 0, "Cy": None}
        assert (sheet.status, sheet.winners) == ("finished", ("Bob",))
        assert sheet.extras["eliminated"] == ["Ann", "Cy"]
        assert sheet.extras["next_dealer"] is None
        assert sheet.between.turn == ("Ann", "deals"), "in another game everybody is back"
        assert sheet.ranks == {"Bob": 1, "Cy": 2, "Ann": 3}
        assert sheet.reason == "Bob wins: all others are out."

    def test_a_whole_game_of_two(self) -> None:
        hands = [
            cards("Ann", Ann="8", Bob="K"),
            cards("Bob", Bob="Q", Ann="Q"),
            cards("Ann", Ann="10", Bob="9"),
            took("Bob", "A"),
            cards("Bob", Bob="8", Ann="3"),
            cards("Ann", Ann="2", Bob="7"),
            cards("Bob", Bob="K", Ann="K"),
            cards("Ann", Ann="J", Bob="A"),
            cards("Bob", Bob="3", Ann="8"),
        ]
        sheet = scored(*hands, players=["Ann", "Bob"])
        assert [tuple(scores.values()) for scores in sheet.extras["scores_after"]] == [
            (0, 13),
            (12, 1),
            (1, 1),  # Ann has a cucumber.
            (1, 15),
            (1, 1),  # So has Bob.
            (1, 8),
            (14, 0),
            (14, 14),
            (None, 14),
        ]
        assert sheet.extras["trick_winner"] == [
            *("Bob", "Ann", "Ann", "Bob", "Bob", "Bob", "Ann", "Bob", "Ann")
        ]
        assert sheet.extras["cucumbers"] == {"Ann": 1, "Bob": 1}
        assert (sheet.status, sheet.winners) == ("finished", ("Bob",))
        assert sheet.warnings == ()

    def test_a_hand_after_the_end_is_refused(self) -> None:
        refusal = refused(*ANN_OUT, took("Bob", "9"), players=["Ann", "Bob"])
        assert (refusal.code, refusal.round) == ("game_over", 5)
        assert refusal.kept.winners == ("Bob",)

    def test_a_hand_kept_after_the_end_does_not_count(self) -> None:
        sheet = scored(
            *ANN_OUT, took("Bob", "9"), players=["Ann", "Bob"], record_keep_after_end=True
        )
        assert sheet.after_end == (5,)
        assert sheet.totals == {"Ann": None, "Bob": 0}


class TestEndedEarly:
    def test_no_cucumber_comes_before_a_lower_score(self) -> None:
        hands = [took("Ann", "A"), took("Ann", "A"), took("Bob", "9"), took("Cy", "A")]
        sheet = scored(*hands, record_end_early=True)
        assert sheet.totals == {"Ann": 0, "Bob": 9, "Cy": 14}
        assert (sheet.status, sheet.winners) == ("ended_early", ("Bob",))
        assert sheet.ranks == {"Bob": 1, "Cy": 2, "Ann": 3}
        assert sheet.reason == "Ended early: Bob wins without a cucumber, at 9."
        assert sheet.how == "without a cucumber"

    def test_the_lower_score_wins_among_those_with_a_cucumber(self) -> None:
        hands = [took("Ann", "A"), took("Ann", "A"), took("Bob", "A"), took("Bob", "A")]
        sheet = scored(*hands, took("Bob", "3"), players=["Ann", "Bob"], record_end_early=True)
        assert sheet.winners == ("Ann",)
        assert "with a cucumber" in sheet.reason

    def test_level_ones_share(self) -> None:
        sheet = scored(took("Bob", "9"), record_end_early=True)
        assert sheet.winners == ("Ann", "Cy")
        assert sheet.ranks == {"Ann": 1, "Cy": 1, "Bob": 3}
        assert "Ann and Cy share" in sheet.reason

    def test_whoever_is_out_does_not_win(self) -> None:
        sheet = scored(*ANN_OUT, took("Bob", "9"), record_end_early=True)
        assert sheet.winners == ("Cy",)
        assert sheet.ranks == {"Cy": 1, "Bob": 2, "Ann": 3}

    def test_before_a_hand_nobody_wins(self) -> None:
        sheet = scored(record_end_early=True)
        assert (sheet.status, sheet.winners) == ("ended_early", ())


class TestDealer:
    def dealers(self, *hands: Any, **more: Any) -> list[str]:
        """Return who deals the next hand, at the start and after each of these."""
        found = []
        for played in range(len(hands) + 1):
            sheet = scored(*hands[:played], **more)
            assert sheet.between.turn == (sheet.extras["next_dealer"], "deals")
            found.append(sheet.extras["next_dealer"])
        return found

    def test_the_deal_passes_left_from_the_first_seat(self) -> None:
        assert self.dealers(*[took("Ann", "2")] * 3) == ["Ann", "Bob", "Cy", "Ann"]

    def test_another_may_deal_first(self) -> None:
        assert self.dealers(took("Ann", "2"), first_dealer=" Cy ") == ["Cy", "Ann"]

    def test_whoever_is_out_is_passed_over(self) -> None:
        hands = [*ANN_OUT, took("Bob", "2"), took("Bob", "2")]
        assert self.dealers(*hands) == ["Ann", "Bob", "Cy", "Ann", "Bob", "Cy", "Bob"]

    def test_a_dealer_put_out_by_their_own_deal_passes_it_on(self) -> None:
        assert self.dealers(*ANN_OUT)[-2:] == ["Ann", "Bob"]


class TestRefusals:
    def test_a_missing_card_is_named(self) -> None:
        refusal = refused(cards("Ann", Ann="9", Bob="K"))
        assert (refusal.code, refusal.round, refusal.player) == ("missing_entry", 1, "Cy")
        assert "Cy" in refusal.message
        assert refused(cards("Ann", Ann="9", Bob="K", Cy=None)).code == "missing_entry"

    @pytest.mark.parametrize(
        ("hand", "item"),
        [
            ({"cards": dict.fromkeys(ABC, "9")}, "leader"),
            ({"winner": "Ann"}, "rank"),
            ({"rank": "9"}, "winner"),
            ({"tied": ["Ann"]}, "winner"),
        ],
    )
    def test_what_was_not_told_is_named(self, hand: Any, item: str) -> None:
        refusal = refused(hand)
        assert (refusal.code, refusal.item) == ("missing_entry", item)
        assert item in refusal.message

    def test_nothing_told_is_refused(self) -> None:
        assert refused({}).code == "missing_entry"

    @pytest.mark.parametrize("rank", ["1", "11", "Joker", "Kc", "", 9, True, 2.5, ["9"], {}])
    def test_a_rank_that_is_none_is_refused(self, rank: Any) -> None:
        refusal = refused(cards("Ann", Ann="9", Bob=rank, Cy="2"))
        assert (refusal.code, refusal.player) == ("unknown_card", "Bob")
        refusal = refused(took("Bob", rank))
        assert (refusal.code, refusal.item) == ("unknown_card", "rank")

    def test_more_than_four_of_a_rank_are_refused(self) -> None:
        played = dict(zip(SEVEN, ["K", "K", "k", "K", "2", "2", "2"], strict=True))
        assert scored(cards("Ann", **played), players=SEVEN).extras["trick_winner"] == ["Di"]
        for refusal in (
            refused(cards("Ann", **{**played, "Gus": "K"}), players=SEVEN),
            refused(took("Ann", "K", *SEVEN[1:5]), players=SEVEN),
        ):
            assert refusal.code == "too_many_of_rank"
            for word in ("4", "K", "5", "Ann"):
                assert word in refusal.message

    def test_a_low_rank_is_limited_too(self) -> None:
        played = {**dict.fromkeys(SEVEN, "2"), "Ann": "9", "Bob": "9"}
        assert refused(cards("Ann", **played), players=SEVEN).code == "too_many_of_rank"

    def test_the_taker_is_not_also_tied(self) -> None:
        refusal = refused(took("Ann", "9", "Bob", " Ann"))
        assert (refusal.code, refusal.player) == ("outcome_conflict", "Ann")
        assert "Ann" in refusal.message

    def test_nobody_is_tied_twice(self) -> None:
        refusal = refused(took("Ann", "9", "Bob", "Bob"))
        assert (refusal.code, refusal.player) == ("duplicate_name", "Bob")

    @pytest.mark.parametrize("name", ["Zed", "ann", "", 3, True, ["Ann"], {"Ann": 1}])
    def test_a_stranger_is_refused(self, name: Any) -> None:
        played = dict.fromkeys(ABC, "9")
        leader, taker = refused(cards(name, **played)), refused(took(name, "9"))
        assert (leader.code, taker.code) == ("bad_leader", "unknown_player")
        assert "is not in the game" in leader.message
        assert "is not one of the players" in taker.message
        assert refused(took("Ann", "9", name)).code == "unknown_player"
        if isinstance(name, str):
            assert refused(cards("Ann", **played, **{name: "9"})).code == "unknown_player"

    def test_names_are_trimmed(self) -> None:
        assert scores_after(took(" Bob ", "K"), took("Ann", "Q", "Bob ")) == [12, 1, 0]
        hand = {"leader": " Ann", "cards": {"Ann ": "9", "Bob": "K", "Cy": "4"}}
        assert scores_after(hand) == [0, 13, 0]

    @pytest.mark.parametrize(
        "hand",
        [
            None,
            [],
            "Ann",
            {"leader": "Ann", "cards": ["9"]},
            {"winner": "Ann", "rank": "9", "tied": "Bob"},
            {"winner": "Ann", "rank": "9", "tied": {"Bob": 1}},
            {"winner": "Ann", "rank": "9", "leader": "Ann"},
            {"winner": "Ann", "rank": "9", "cards": {"Ann": "9"}},
            {"winner": "Ann", "rank": "9", "points": 9},
        ],
    )
    def test_a_hand_of_another_shape_is_malformed(self, hand: Any) -> None:
        assert refused(hand).code == "malformed"

    def test_what_the_other_way_leaves_empty_is_no_matter(self) -> None:
        both: dict[str, Any] = {
            "leader": None,
            "cards": {},
            "winner": "Bob",
            "rank": "K",
            "tied": None,
        }
        assert scores_after(both) == [0, 13, 0]
        both = {**cards("Ann", Ann="9", Bob="K", Cy="4"), "winner": None, "rank": None}
        assert scores_after(both) == [0, 13, 0]


class TestCorrections:
    def test_later_hands_are_scored_again(self) -> None:
        hands = [took("Ann", "A"), took("Ann", "A"), took("Ann", "9")]
        edit = {"round": 1, "with": took("Bob", "5")}
        assert scores_after(*hands, record_edits=[edit]) == [5, 5, 0]

    def test_a_correction_can_bring_somebody_back(self) -> None:
        edit = {"round": 4, "with": took("Ann", "2")}
        sheet = scored(*ANN_OUT, record_edits=[edit])
        assert (sheet.totals["Ann"], sheet.extras["eliminated"]) == (16, [])

    def test_one_that_puts_out_somebody_who_played_later_is_refused(self) -> None:
        hands = [*ANN_OUT[:3], took("Bob", "2"), cards("Ann", Ann="5", Bob="2", Cy="2")]
        refusal = refused(*hands, record_edits=[{"round": 4, "with": took("Ann", "A")}])
        assert (refusal.edit, refusal.code) == (1, "player_eliminated")
        assert refusal.message == (
            "Hand 5: Ann is out since hand 4 and plays no more cards. "
            "Undo hand 5 or correct it first."
        )
        assert refusal.kept.totals == {"Ann": 19, "Bob": 2, "Cy": 0}

    def test_all_later_hands_are_named(self) -> None:
        hands = [*ANN_OUT[:3], took("Bob", "2"), *[cards("Ann", Ann="5", Bob="2", Cy="2")] * 2]
        refusal = refused(*hands, record_edits=[{"round": 4, "with": took("Ann", "A")}])
        assert refusal.message.endswith(" Undo hands 5–6 or correct them first.")

    def test_what_is_wrong_in_the_correction_itself_needs_no_undoing(self) -> None:
        refusal = refused(*ANN_OUT[:3], record_edits=[{"round": 2, "with": took("Zoe", "A")}])
        assert "Undo" not in refusal.message
        told = refused(*ANN_OUT, cards("Ann", Ann="5", Bob="2", Cy="2"))
        assert told.message == "Hand 5: Ann is out since hand 4 and plays no more cards."


class TestPlayersWhoLeave:
    def test_they_keep_their_score_and_nobody_looks_it_up(self) -> None:
        hands = [took("Cy", "10"), took("Ann", "A"), cards("Ann", Ann="8", Bob="2")]
        sheet = scored(*hands, record_left={"Cy": 1})
        assert sheet.totals == {"Ann": 0, "Bob": 0, "Cy": 10}
        assert sheet.round_scores[2] == {"Ann": -14, "Bob": 0}
        assert sheet.ranks == {"Bob": 1, "Ann": 2, "Cy": 3}
        assert sheet.extras["eliminated"] == []

    @pytest.mark.parametrize(
        ("hand", "reason"),
        [
            (cards("Ann", Ann="9", Bob="2", Cy="3"), "Cy takes no part in it"),
            (cards("Cy", Ann="9", Bob="2"), "Cy is not in the game"),
            (took("Cy", "9"), "Cy takes no part in it"),
        ],
    )
    def test_they_play_no_card(self, hand: Any, reason: str) -> None:
        assert reason in refused(hand, record_left={"Cy": 0}).message

    def test_the_last_one_left_wins_although_somebody_went_home(self) -> None:
        sheet = scored(*ANN_OUT, record_left={"Cy": 2})
        assert (sheet.status, sheet.winners) == ("finished", ("Bob",))
        assert sheet.ranks == {"Bob": 1, "Ann": 2, "Cy": 3}

    def test_they_take_home_what_puts_one_out(self) -> None:
        assert scored(*ANN_OUT, record_left={"Cy": 2}).own_points["Cy"] == 22

    def test_one_alone_cannot_play_on(self) -> None:
        refusal = refused(*ANN_OUT, took("Bob", "9"), record_left={"Cy": 4})
        assert (refusal.code, refusal.round) == ("player_count", 5)
        sheet = scored(*ANN_OUT, record_left={"Cy": 4}, record_end_early=True)
        assert sheet.winners == ("Bob",)

    def test_nobody_wins_where_all_have_gone(self) -> None:
        sheet = scored(took("Ann", "9"), record_left=dict.fromkeys(ABC, 1), record_end_early=True)
        assert (sheet.status, sheet.winners) == ("ended_early", ())

    def test_they_do_not_deal(self) -> None:
        assert scored(record_left={"Ann": 0}).extras["next_dealer"] == "Bob"
        assert scored(took("Ann", "2"), record_left={"Bob": 1}).extras["next_dealer"] == "Cy"


class TestWhileCounting:
    def test_it_waits_for_the_cards_of_those_still_in_and_for_the_leader(self) -> None:
        awaited = looked_at({}, *ANN_OUT).awaited
        assert (awaited.players, awaited.table) == (("Bob", "Cy"), "who led the last trick")
        awaited = looked_at(cards("Bob", Cy="3"), *ANN_OUT).awaited
        assert (awaited.players, awaited.table) == (("Bob",), "")

    def test_or_for_who_took_it_with_what(self) -> None:
        assert looked_at({"rank": "K"}).awaited.table == "who took the last trick"
        awaited = looked_at({"winner": "Bob"}).awaited
        assert (awaited.players, awaited.table) == ((), "the card Bob took the trick with")
        assert not looked_at(took("Bob", "K")).awaited

    def test_once_all_is_told_it_shows_what_will_be_scored(self) -> None:
        seen = looked_at(cards("Bob", Bob="Q", Cy="5", Ann="Q"), took("Bob", "K"))
        assert seen.scores == {"Ann": 12, "Bob": -12, "Cy": 0}
        assert seen.story.startswith("Ann took the last trick with a Q")

    @pytest.mark.parametrize(
        ("data", "code"),
        [
            (cards("Ann"), "bad_leader"),
            ({"cards": {"Ann": "9"}}, "player_eliminated"),
            ({"cards": {"Bob": "1"}}, "unknown_card"),
            ({"winner": "Ann"}, "player_eliminated"),
            ({"winner": "Bob", "tied": ["Bob"]}, "outcome_conflict"),
            ({"winner": "Bob", "leader": "Bob"}, "malformed"),
        ],
    )
    def test_what_can_never_be_right_is_refused_at_once(self, data: Any, code: str) -> None:
        result = refusal_of(record(*ANN_OUT), open_round=data)
        assert result.code == code


class TestForm:
    def test_it_asks_for_cards_or_for_the_taker(self) -> None:
        form = entry_form(record())
        (card,) = form.styles[0].fields
        assert (card.key, card.kind) == ("", "choice")
        assert [value for value, _label in card.choices] == [*"23456789", "10", *"JQKA"]
        quick, every = form.rounds
        assert [field.key for field in every.fields] == ["leader"]
        assert [field.key for field in quick.fields] == ["winner", "rank", "tied"]
        assert (every.has_entries, quick.has_entries) == (True, False)
        assert quick.fields[-1].high == 3

    def test_who_had_the_same_card_is_not_asked_where_it_brings_no_relief(self) -> None:
        quick, _every = entry_form(record(tie_relief=False)).rounds
        assert [field.key for field in quick.fields] == ["winner", "rank"]

    def test_only_those_still_in_are_asked(self) -> None:
        form = entry_form(record(*ANN_OUT))
        assert form.players == ("Bob", "Cy")
        names = [field.names for field in form.round_fields if field.names]
        assert names == [("Bob", "Cy")] * 3

    def test_it_can_be_shown_after_the_end(self) -> None:
        assert entry_form(record(*ANN_OUT, players=["Ann", "Bob"])).players == ("Bob",)

    def test_the_example_is_what_its_sentence_says(self) -> None:
        assert RULES.example is not None
        sheet = sheet_of(RULES.example.record)
        assert sheet.totals == {"Ann": 12, "Bob": 1, "Cy": 0}


NAMES = st.sampled_from(ABC)
RANKS = st.sampled_from(["2", "9", "10", "T", "k", "A"])
NEARLY = st.sampled_from([*ABC, " Bob", "Zed", None, 3, ["Ann"]])
HANDS = (
    st.fixed_dictionaries(
        {"leader": NAMES, "cards": st.fixed_dictionaries(dict.fromkeys(ABC, RANKS))}
    )
    | st.fixed_dictionaries({"winner": NAMES, "rank": RANKS})
    | st.fixed_dictionaries(
        {},
        optional={
            "leader": NEARLY,
            "cards": st.dictionaries(st.sampled_from([*ABC, "Zed"]), RANKS | JUNK) | JUNK,
            "winner": NEARLY,
            "rank": RANKS | JUNK,
            "tied": st.lists(NEARLY, max_size=3) | JUNK,
        },
    )
    | JUNK
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "limit": st.sampled_from([10, 21, 100, 9, "21", True, None]),
        "tie_relief": st.booleans() | JUNK,
        "reset_basis": st.sampled_from(["after_relief", "before_relief", 1]),
        "first_dealer": NEARLY,
    },
)


@given(hands=st.lists(HANDS, max_size=6), options=OPTIONS, open_round=st.none() | HANDS)
def test_whatever_is_entered_is_scored_or_refused(
    hands: list[Any], options: dict[str, Any], open_round: Any
) -> None:
    answer_of({**record(*hands), "options": options}, open_round=open_round)


@given(
    hands=st.lists(st.tuples(NAMES, RANKS), max_size=25),
    limit=st.integers(10, 40),
    is_ended=st.booleans(),
)
def test_every_legal_game_keeps_its_promises(
    hands: list[tuple[str, str]], limit: int, is_ended: bool
) -> None:
    played: list[dict[str, Any]] = []
    out: set[str] = set()
    for name, rank in hands:
        if name not in out and len(out) < 2:
            played.append(took(name, rank))
            out = set(scored(*played, limit=limit).extras["eliminated"])
    sheet = scored(*played, limit=limit, record_end_early=is_ended)
    for scores in sheet.extras["scores_after"]:
        assert all(score is None or 0 <= score <= limit for score in scores.values())
    assert {name for name, total in sheet.totals.items() if total is None} == out
    assert (sheet.status == "finished") == (len(out) == 2)
    for name in out:
        assert sheet.extras["cucumbers"][name] == 1
    if sheet.winners:
        assert not out & set(sheet.winners)
        assert {sheet.ranks[name] for name in sheet.winners} == {1}


def test_each_row_says_which_card_was_played() -> None:
    assert looked_at({"cards": {"Ann": "9", "Bob": "K"}}).row_notes == {"Ann": "9", "Bob": "K"}
    assert looked_at({"winner": "Ann"}).row_notes == {"Ann": "took the trick"}
