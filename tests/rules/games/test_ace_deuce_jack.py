"""Ace-Deuce-Jack, paragraph by paragraph: who wins, whose bank, every refusal and warning.

Long because it follows all rules of one game, in their order.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecard.rules import Sheet, score
from scorecard.rules.cards.cards import ACE, DECK, DECK_NAMES, JACK
from scorecard.rules.games.ace_deuce_jack import DEUCE, HIGHEST_BET, ODDS, RULES
from scorecard.rules.sheet import entry_form
from tests.fuzzing.junk import JUNK
from tests.scoring import CardTable, answer_of, codes, refusal_of, sheet_of

TABLE = ["Ann", "Bob", "Cy"]


SEATED = CardTable("ace_deuce_jack", TABLE)
record, scored, refused = SEATED.record, SEATED.scored, SEATED.refused


def looked_at(data: dict[str, Any], *hands: Any, **more: Any) -> Sheet:
    return sheet_of(record(*hands, **more), open_round=data)


def hand(banker: str | None = None, winner: str = "bank", /, **bets: int) -> dict[str, Any]:
    """Return a hand by its result, in which somebody bets whoever is the bank."""
    data: dict[str, Any] = {"bets": bets, "outcome": winner}
    return data if banker is None else {**data, "banker": banker}


def held_by(*bankers: str, **options: Any) -> Sheet:
    """Score hands held by these bankers, against whom everybody else bets 1."""
    hands = [
        {
            "banker": banker,
            "bets": {name: 1 for name in TABLE if name != banker},
            "outcome": "players",
        }
        for banker in bankers
    ]
    return scored(*hands, **options)


class TestWhoWins:
    @pytest.mark.parametrize("card", ["As", "2c", "Jh", "AC", "jd", " 2S "])
    def test_one_ace_deuce_or_jack_collects_every_bet_for_the_bank(self, card: str) -> None:
        sheet = scored({"bets": {"Bob": 5, "Cy": 10}, "exposed": [card, "9c", "Kd"]})
        assert sheet.round_scores[0] == {"Ann": 15, "Bob": -5, "Cy": -10}

    @pytest.mark.parametrize("cards", [["KH", "QC", "3D"], ["10h", "Ts", "9c"], ["4c", "5c", "6c"]])
    def test_without_one_the_bank_pays_every_bet_at_even_money(self, cards: list[str]) -> None:
        sheet = scored({"bets": {"Bob": 5, "Cy": 10}, "exposed": cards})
        assert sheet.round_scores[0] == {"Ann": -15, "Bob": 5, "Cy": 10}

    def test_exactly_three_ranks_win_for_the_bank(self) -> None:
        for card in DECK:
            others = [other for other in ("9c", "9d", "Kd") if other != str(card)][:2]
            sheet = scored({"bets": {"Bob": 1}, "exposed": [str(card), *others]})
            bank = 1 if card.rank in (ACE, DEUCE, JACK) else -1
            assert sheet.totals == {"Ann": bank, "Bob": -bank, "Cy": 0}

    def test_several_of_them_win_no_more_than_one(self) -> None:
        sheet = scored({"bets": {"Bob": 5}, "exposed": ["Ah", "2h", "Jh"]})
        assert sheet.totals == {"Ann": 5, "Bob": -5, "Cy": 0}

    def test_the_result_alone_is_enough(self) -> None:
        assert scored(hand(Bob=5)).totals == {"Ann": 5, "Bob": -5, "Cy": 0}
        assert scored(hand(None, "players", Bob=5)).totals == {"Ann": -5, "Bob": 5, "Cy": 0}

    def test_cards_and_result_may_both_be_told_when_they_agree(self) -> None:
        both = {"bets": {"Cy": 2}, "exposed": ["9h", "9c", "9d"], "outcome": "players"}
        assert scored(both).totals == {"Ann": -2, "Bob": 0, "Cy": 2}

    def test_the_story_says_what_showed(self) -> None:
        sheet = scored(
            {"bets": {"Bob": 1_500}, "exposed": ["Jh", "9c", "2d"]},
            {"bets": {"Ann": 2}, "exposed": ["3h", "9c", "4d"]},
            hand(Ann=3),
        )
        assert sheet.stories == (
            "Ann’s bank collected 1,500: J♥ 2♦ showed.",
            "Bob’s bank paid 2: no ace, 2 or jack showed.",
            "Cy’s bank collected 3.",
        )


class TestOdds:
    def test_they_are_those_of_every_three_cards_of_the_pack(self) -> None:
        good = sum(card.rank not in (ACE, DEUCE, JACK) for card in DECK)
        avoiding = len(list(itertools.combinations(range(good), 3)))
        every = len(list(itertools.combinations(range(52), 3)))
        assert ODDS["player_win_probability"] == Fraction(avoiding, every)

    def test_they_are_told_as_fractions(self) -> None:
        assert scored().extras["facts"] == {
            "bank_win_probability": "47/85",
            "player_win_probability": "38/85",
            "house_edge": "9/85",
        }

    def test_the_edge_is_said_before_the_game(self) -> None:
        assert RULES.odds == "Bank’s edge 9/85 (10.6%) – play for beans"


class TestBank:
    def test_it_starts_in_the_first_seat_and_moves_left_after_each_hand(self) -> None:
        sheet = scored(hand(Bob=1), hand(Cy=2), hand(Ann=4), hand(Bob=8))
        assert sheet.round_scores == (
            {"Ann": 1, "Bob": -1, "Cy": 0},
            {"Ann": 0, "Bob": 2, "Cy": -2},
            {"Ann": -4, "Bob": 0, "Cy": 4},
            {"Ann": 8, "Bob": -8, "Cy": 0},
        )
        assert sheet.extras["next_banker"] == "Bob"
        assert sheet.between.turn == ("Bob", "banks")
        assert sheet.warnings == ()

    def test_a_group_may_say_who_begins(self) -> None:
        sheet = scored(hand(Ann=1), first_banker=" Cy ")
        assert sheet.totals["Cy"] == 1
        assert sheet.extras["next_banker"] == "Ann"
        assert scored(first_banker="Bob").extras["next_banker"] == "Bob"

    @pytest.mark.parametrize(
        ("hands", "expected"), [(0, "Ann"), (1, "Ann"), (2, "Bob"), (3, "Bob"), (4, "Cy")]
    )
    def test_a_banker_holds_it_for_the_agreed_number_of_hands(
        self, hands: int, expected: str
    ) -> None:
        bankers = ["Ann", "Ann", "Bob", "Bob"][:hands]
        sheet = held_by(*bankers, hands_per_bank=2)
        assert sheet.extras["next_banker"] == expected
        assert sheet.warnings == ()

    def test_the_table_is_told_which_hand_of_the_bank_is_next(self) -> None:
        turns = [held_by(*["Ann"] * held, hands_per_bank=2).between.turn for held in range(3)]
        assert turns == [
            ("Ann", "banks (1 of 2)"),
            ("Ann", "banks (2 of 2)"),
            ("Bob", "banks (1 of 2)"),
        ]
        assert held_by("Ann").between.turn == ("Bob", "banks")

    def test_a_fair_moment_to_stop_is_when_all_were_the_bank_equally_often(self) -> None:
        said = "Everybody has been the bank equally often: a fair moment to stop."
        bankers = ["Ann", "Bob", "Cy"] * 2
        stops = [held_by(*bankers[:held]).between.stop for held in range(7)]
        assert stops == ["", "", "", said, "", "", said]
        # Who has left is not waited for.
        hands = [hand(None, Bob=1), hand(None, Cy=1)]
        result = sheet_of({**record(*hands), "left": {"Cy": 2}})
        assert result.between.stop == said

    def test_and_what_may_be_bet(self) -> None:
        assert scored().between.facts == ("bets from 1",)
        assert scored(min_bet=2, max_bet=10).between.facts == ("bets 2–10",)

    def test_out_of_turn_is_accepted_with_a_warning_and_goes_on_from_there(self) -> None:
        sheet = held_by("Ann", "Cy")
        assert codes(sheet) == [(2, "banker_out_of_turn")]
        assert sheet.round_scores[1] == {"Ann": 1, "Bob": 1, "Cy": -2}
        assert sheet.extras["next_banker"] == "Ann"
        (warning,) = sheet.warnings
        assert "Cy" in warning.message
        assert "Bob" in warning.message

    def test_after_a_bank_out_of_turn_the_one_on_the_left_has_all_its_hands(self) -> None:
        sheet = held_by("Ann", "Bob", hands_per_bank=2)
        assert codes(sheet) == [(2, "banker_out_of_turn")]
        assert sheet.extras["next_banker"] == "Cy"
        sheet = held_by("Ann", "Bob", "Cy", hands_per_bank=2)
        assert sheet.extras["next_banker"] == "Cy"
        sheet = held_by("Ann", "Bob", "Cy", "Cy", hands_per_bank=2)
        assert sheet.extras["next_banker"] == "Ann"
        assert codes(sheet) == [(2, "banker_out_of_turn")]

    def test_naming_the_banker_whose_turn_it_is_warns_of_nothing(self) -> None:
        assert held_by("Ann", "Bob", "Cy", "Ann").warnings == ()

    def test_who_has_left_is_passed_over(self) -> None:
        hands = [hand(Bob=1, Cy=1), hand(Ann=1)]
        sheet = sheet_of({**record(*hands), "left": {"Bob": 1}})
        assert sheet.round_scores[1] == {"Ann": -1, "Cy": 1}
        assert sheet.extras["next_banker"] == "Ann"
        assert sheet.warnings == ()

    def test_who_has_left_is_not_asked_for_the_next_hand(self) -> None:
        played = {**record(hand(Bob=1, Cy=1)), "left": {"Bob": 1}}
        form = entry_form(played)
        assert form.players == ("Ann", "Cy")
        assert form.rounds[0].fields[0].names == ("Ann", "Cy")
        sheet = sheet_of(played)
        assert sheet.between.turn == ("Cy", "banks")
        assert sheet.extras["next_banker"] == "Cy"

    def test_who_has_left_cannot_be_the_bank(self) -> None:
        refusal = refusal_of({**record(hand(Cy=1), hand("Bob", Ann=1)), "left": {"Bob": 1}})
        assert (refusal.round, refusal.code, refusal.player) == (2, "unknown_player", "Bob")

    def test_a_first_banker_who_never_came_is_passed_over(self) -> None:
        sheet = sheet_of({**record(hand(Cy=1)), "left": {"Ann": 0}})
        assert sheet.round_scores[0] == {"Bob": 1, "Cy": -1}

    @pytest.mark.parametrize("banker", ["Dora", "", 3, True, ["Ann"], {"Ann": 1}])
    def test_somebody_unknown_cannot_be_the_bank(self, banker: Any) -> None:
        refusal = refused({"banker": banker, "bets": {"Bob": 1}, "outcome": "bank"})
        assert (refusal.round, refusal.code, refusal.item) == (1, "unknown_player", "banker")

    def test_the_bankers_name_is_trimmed(self) -> None:
        assert scored(hand(" Ann ", Bob=1)).warnings == ()


class TestBets:
    @pytest.mark.parametrize("bets", [{"Bob": 3, "Cy": 0}, {"Bob": 3, "Cy": None}, {"Bob": 3}])
    def test_nothing_or_0_sits_out(self, bets: dict[str, Any]) -> None:
        assert scored({"bets": bets, "outcome": "bank"}).totals == {"Ann": 3, "Bob": -3, "Cy": 0}

    @pytest.mark.parametrize("bets", [{}, {"Bob": 0, "Cy": 0}, {"Bob": None}, {"Ann": 0}])
    def test_somebody_must_bet(self, bets: dict[str, Any]) -> None:
        assert refused({"bets": bets, "outcome": "bank"}).code == "no_bets"

    def test_no_bets_at_all_are_none(self) -> None:
        assert refused({"outcome": "bank"}).code == "no_bets"

    def test_the_banker_cannot_bet(self) -> None:
        refusal = refused(hand(Ann=5, Bob=5))
        assert (refusal.code, refusal.player) == ("banker_cannot_bet", "Ann")
        assert "Ann" in refusal.message
        assert refused(hand("Cy", Bob=5, Cy=1)).player == "Cy"

    def test_the_bankers_0_is_no_bet(self) -> None:
        assert scored(hand(Ann=0, Bob=5)).totals["Ann"] == 5

    @pytest.mark.parametrize("value", [2.5, 2.0, "2", "", True, [2], {"Bob": 2}])
    def test_only_whole_numbers_are_bet(self, value: Any) -> None:
        refusal = refused({"bets": {"Bob": value}, "outcome": "bank"})
        assert (refusal.code, refusal.player) == ("not_whole_number", "Bob")
        assert "Bob" in refusal.message

    @pytest.mark.parametrize("name", ["Ann", "Bob"])
    def test_a_bet_cannot_be_negative(self, name: str) -> None:
        refusal = refused({"bets": {name: -1, "Cy": 1}, "outcome": "bank"})
        assert (refusal.code, refusal.player) == ("negative_number", name)

    def test_an_unknown_player_cannot_bet(self) -> None:
        refusal = refused(hand(Bob=1, Dora=2))
        assert (refusal.code, refusal.player) == ("unknown_player", "Dora")

    def test_names_are_trimmed_and_nobody_bets_twice(self) -> None:
        assert scored({"bets": {" Bob": 2}, "outcome": "bank"}).totals["Bob"] == -2
        assert refused({"bets": {" Bob": 2, "Bob": 1}, "outcome": "bank"}).code == "duplicate_name"


class TestLimits:
    @pytest.mark.parametrize(
        ("limits", "bet", "said"),
        [
            ({"min": 2, "max": 10}, 12, "10"),
            ({"min": 2, "max": 10}, 1, "2"),
            ({"max": 10}, 11, "10"),
            ({"min": 6}, 5, "6"),
            ({}, 10**30, "1,000,000,000"),
            ({}, HIGHEST_BET + 1, "1,000,000,000"),
            ({}, 10**60, "too large"),
        ],
    )
    def test_a_bet_outside_the_hands_limits_is_refused_and_they_are_named(
        self, limits: dict[str, int], bet: int, said: str
    ) -> None:
        refusal = refused({**hand(Bob=bet, Cy=7), **limits})
        assert (refusal.code, refusal.player) == ("bet_out_of_range", "Bob")
        assert said in refusal.message
        assert "Bob" in refusal.message

    @pytest.mark.parametrize("bet", [2, 10])
    def test_the_limits_themselves_may_be_bet(self, bet: int) -> None:
        assert scored({**hand(Bob=bet), "min": 2, "max": 10}).totals["Bob"] == -bet

    @pytest.mark.parametrize(("bet", "is_legal"), [(4, False), (5, True), (8, True), (9, False)])
    def test_house_rules_set_the_limits_of_every_hand(self, bet: int, is_legal: bool) -> None:
        result = score(record(hand(Bob=bet), min_bet=5, max_bet=8))
        assert isinstance(result, Sheet) == is_legal

    def test_without_limits_one_and_anything_above_may_be_bet(self) -> None:
        assert scored(hand(Bob=1, Cy=100_001)).totals["Ann"] == 100_002
        assert scored(hand(Bob=HIGHEST_BET)).totals["Bob"] == -HIGHEST_BET

    def test_a_hand_may_have_limits_of_its_own(self) -> None:
        options = {"min_bet": 5, "max_bet": 8}
        assert scored({**hand(Bob=20), "max": 20}, **options).totals["Bob"] == -20
        assert scored({**hand(Bob=1), "min": 1}, **options).totals["Bob"] == -1
        assert scored({**hand(Bob=8), "min": None, "max": None}, **options).totals["Bob"] == -8
        later = refused({**hand(Bob=20), "max": 20}, hand(Ann=20), **options)
        assert (later.round, later.code) == (2, "bet_out_of_range")

    def test_sitting_out_is_below_no_limit(self) -> None:
        assert scored({**hand(Bob=0, Cy=5), "min": 5}).totals["Cy"] == -5

    @pytest.mark.parametrize(
        ("limits", "options", "item"),
        [
            ({"min": 10, "max": 5}, {}, "max"),
            ({"max": 3}, {"min_bet": 5}, "max"),
            ({"min": 9}, {"max_bet": 8}, "min"),
            ({"max": 0}, {}, "max"),
            ({"min": HIGHEST_BET + 1}, {}, "min"),
            ({"max": 10**60}, {}, "max"),
        ],
    )
    def test_limits_that_nobody_can_keep_are_refused(
        self, limits: dict[str, int], options: dict[str, int], item: str
    ) -> None:
        refusal = refused({**hand(Bob=6), **limits}, **options)
        assert (refusal.code, refusal.item) == ("bet_out_of_range", item)

    @pytest.mark.parametrize("key", ["min", "max"])
    @pytest.mark.parametrize(
        ("value", "code"),
        [
            (-1, "negative_number"),
            (2.5, "not_whole_number"),
            ("2", "not_whole_number"),
            (True, "not_whole_number"),
        ],
    )
    def test_a_limit_is_a_whole_number(self, key: str, value: Any, code: str) -> None:
        refusal = refused({**hand(Bob=6), key: value})
        assert (refusal.code, refusal.item) == (code, key)


class TestCards:
    @pytest.mark.parametrize(
        "cards", [[], ["Ah"], ["Ah", "9c"], ["3h", "9c", "Kd", "4s"], list(DECK_NAMES)]
    )
    @pytest.mark.parametrize("more", [{}, {"outcome": "bank"}])
    def test_exactly_three_are_shown(self, cards: list[str], more: dict[str, str]) -> None:
        refusal = refused({"bets": {"Bob": 1}, "exposed": cards, **more})
        assert refusal.code == "need_three_cards"
        assert "3" in refusal.message
        assert str(len(cards)) in refusal.message

    @pytest.mark.parametrize("cards", [["9c", "Kd", "9C"], ["10h", "3c", "Th"]])
    def test_no_card_is_shown_twice(self, cards: list[str]) -> None:
        refusal = refused({"bets": {"Bob": 1}, "exposed": cards})
        assert refusal.code == "duplicate_card"
        assert cards[0] in refusal.message

    @pytest.mark.parametrize("card", ["1c", "11h", "Ax", "joker", "A", "", 7, None, ["Ah"], True])
    def test_an_unknown_card_is_refused_as_it_was_typed(self, card: Any) -> None:
        refusal = refused({"bets": {"Bob": 1}, "exposed": [card, "9c", "Kd"]})
        assert refusal.code == "unknown_card"
        if isinstance(card, str):
            assert f'"{card}"' in refusal.message

    def test_cards_that_contradict_the_result_are_refused(self) -> None:
        refusal = refused({**hand(None, "players", Bob=1), "exposed": ["JH", "9c", "2d"]})
        assert refusal.code == "outcome_conflict"
        assert "Jh and 2d" in refusal.message
        refusal = refused({**hand(Bob=1), "exposed": ["10H", "9c", "3d"]})
        assert refusal.code == "outcome_conflict"
        assert "10h, 9c and 3d" in refusal.message

    def test_without_cards_or_result_the_hand_is_not_whole(self) -> None:
        refusal = refused({"bets": {"Bob": 1}})
        assert (refusal.code, refusal.item) == ("missing_entry", "outcome")

    @pytest.mark.parametrize("result", ["draw", "", "Bank", 0, False, [], {}, ["bank"], 1])
    def test_only_the_bank_or_the_players_win(self, result: Any) -> None:
        refusal = refused({"bets": {"Bob": 1}, "outcome": result})
        assert (refusal.code, refusal.item) == ("bad_ending", "outcome")

    @pytest.mark.parametrize(
        "data",
        [
            {"exposed": "AhKd9c"},
            {"exposed": {"Ah": 1}},
            {"bets": [1, 2]},
            {"bets": 4},
            {"stake": 3, "outcome": "bank"},
        ],
    )
    def test_other_shapes_are_refused(self, data: dict[str, Any]) -> None:
        assert refused({"bets": {"Bob": 1}, **data}).code == "malformed"


class TestPlayersAndOptions:
    @pytest.mark.parametrize("count", [0, 1, 13])
    def test_two_to_twelve_play(self, count: int) -> None:
        refusal = refusal_of({**record(), "players": [f"P{seat}" for seat in range(count)]})
        assert (refusal.round, refusal.code) == (0, "player_count")
        assert "12" in refusal.message

    @pytest.mark.parametrize("count", [2, 12])
    def test_two_and_twelve_can_play(self, count: int) -> None:
        players = [f"P{seat}" for seat in range(count)]
        sheet = scored(hand(P1=1), players=players)
        assert sheet.totals == {**dict.fromkeys(players, 0), "P0": 1, "P1": -1}

    @pytest.mark.parametrize(
        "options",
        [
            {"first_banker": "Dora"},
            {"first_banker": 1},
            {"hands_per_bank": 0},
            {"hands_per_bank": 21},
            {"hands_per_bank": True},
            {"min_bet": 0},
            {"min_bet": 100_001},
            {"min_bet": "1"},
            {"max_bet": 0},
            {"max_bet": 100_001},
            {"max_bet": 2.5},
        ],
    )
    def test_an_option_out_of_range_is_refused_and_named(self, options: dict[str, Any]) -> None:
        refusal = refused(**options)
        assert (refusal.round, refusal.code) == (0, "option_out_of_range")
        assert refusal.item in options

    @pytest.mark.parametrize(
        "options",
        [
            {"hands_per_bank": 1},
            {"hands_per_bank": 20},
            {"min_bet": 100_000},
            {"max_bet": 1},
            {"max_bet": None},
            {"min_bet": 100_000, "max_bet": 100_000},
        ],
    )
    def test_the_ends_of_the_ranges_are_legal(self, options: dict[str, Any]) -> None:
        assert scored(**options).status == "in_progress"

    def test_a_largest_bet_below_the_smallest_is_refused(self) -> None:
        refusal = refused(min_bet=5, max_bet=4)
        assert (refusal.code, refusal.item) == ("option_out_of_range", "max_bet")
        assert "4" in refusal.message
        assert "5" in refusal.message


class TestEnd:
    def test_it_has_none_by_itself(self) -> None:
        sheet = held_by(*TABLE * 20)
        assert (sheet.status, sheet.winners) == ("in_progress", ())

    def ended(self, *bankers: str, **more: Any) -> Sheet:
        hands = [hand(b, "players", **{n: 1 for n in TABLE if n != b}) for b in bankers]
        return sheet_of({**record(*hands), "end_early": True, **more})

    def test_stopping_leaves_balances_and_no_winners(self) -> None:
        sheet = self.ended("Ann", "Bob", "Cy", "Ann", "Bob", "Cy")
        assert (sheet.status, sheet.winners) == ("ended_early", ())
        assert sheet.totals == {"Ann": 0, "Bob": 0, "Cy": 0}
        assert sheet.warnings == ()
        assert sheet.reason

    def test_unequal_bank_turns_warn_on_the_last_hand(self) -> None:
        sheet = self.ended("Ann", "Bob", "Cy", "Ann")
        assert codes(sheet) == [(4, "unequal_bank_turns")]
        assert "Ann 2, Bob 1, Cy 1" in sheet.warnings[0].message

    def test_they_warn_only_once_the_game_is_stopped(self) -> None:
        assert held_by("Ann").warnings == ()
        assert codes(self.ended("Ann")) == [(1, "unequal_bank_turns")]

    def test_hands_out_of_turn_count_as_turns(self) -> None:
        sheet = self.ended("Bob", "Ann", "Cy")
        assert {code for _round, code in codes(sheet)} == {"banker_out_of_turn"}

    def test_who_has_left_is_not_compared(self) -> None:
        sheet = sheet_of({**record(hand(Bob=1), hand(Ann=1)), "left": {"Cy": 1}, "end_early": True})
        assert sheet.warnings == ()

    def test_stopping_before_a_hand_warns_of_nothing(self) -> None:
        sheet = self.ended()
        assert (sheet.status, sheet.winners, sheet.warnings) == ("ended_early", (), ())

    def test_a_correction_of_the_banker_moves_the_bank(self) -> None:
        hands = [hand("Ann", Bob=1), hand("Bob", Ann=1)]
        edits = [{"round": 1, "with": hand("Cy", Bob=1)}]
        sheet = sheet_of({**record(*hands), "edits": edits})
        assert codes(sheet) == [(1, "banker_out_of_turn"), (2, "banker_out_of_turn")]
        assert sheet.totals == {"Ann": -1, "Bob": 0, "Cy": 1}

    def test_a_refused_hand_loses_nothing_before_it(self) -> None:
        refusal = refused(hand(Bob=1), hand(Ann=-2))
        assert refusal.kept.totals == {"Ann": 1, "Bob": -1, "Cy": 0}


class TestForm:
    def test_everybody_may_bet_because_anybody_may_take_the_bank(self) -> None:
        assert entry_form(record()).players == ("Ann", "Bob", "Cy")
        assert entry_form(record(hand(Bob=1))).players == ("Ann", "Bob", "Cy")

    def test_only_bets_within_the_agreed_limits_are_proposed_again(self) -> None:
        own_limits = {**hand(Bob=20, Cy=40), "min": 20, "max": 40}
        assert entry_form(record(own_limits)).usual == {"Bob": 20, "Cy": 40}
        assert entry_form(record(own_limits, max_bet=25)).usual == {"Bob": 20}
        assert entry_form(record(own_limits, min_bet=25)).usual == {"Cy": 40}

    def test_there_are_two_ways_to_say_who_won(self) -> None:
        form = entry_form(record(hand(Bob=1), max_bet=20))
        assert [style.key for style in form.rounds] == ["result", "cards"]
        fields = {field.key: field for field in form.round_fields}
        assert list(fields) == ["banker", "min", "max", "outcome", "exposed"]
        assert fields["banker"].default == "Bob"
        assert (fields["min"].default, fields["max"].default) == (1, 20)
        assert fields["exposed"].deck == DECK_NAMES

    def test_a_bet_is_the_whole_entry_and_may_be_left_out(self) -> None:
        (style,) = entry_form(record()).styles
        (field,) = style.fields
        assert (field.key, field.kind, field.is_optional) == ("", "number", True)
        assert field.blank == "sits out"

    def test_the_example_is_legal(self) -> None:
        assert RULES.example is not None
        sheet = sheet_of(RULES.example.record)
        assert sheet.totals == {"Ann": 19, "Bob": -15, "Cy": -4}


class TestOpenHand:
    def test_it_waits_for_bets_and_for_who_won(self) -> None:
        open_round = looked_at({"bets": {"Bob": 5}}).open_round
        assert open_round is not None
        assert open_round.awaited.players == ("Cy",)
        assert open_round.awaited.table == "who won"
        assert open_round.hint == "5 bet against Ann"

    def test_nothing_is_told_yet(self) -> None:
        open_round = looked_at({}).open_round
        assert open_round is not None
        assert open_round.awaited.players == ("Bob", "Cy")
        assert open_round.hint == ""

    @pytest.mark.parametrize("result", [{"outcome": "bank"}, {"exposed": ["Ah", "3c", "4c"]}])
    def test_once_somebody_has_won_it_waits_for_nobody(self, result: dict[str, Any]) -> None:
        open_round = looked_at({"bets": {"Bob": 5}, **result}).open_round
        assert open_round is not None
        assert not open_round.awaited
        assert open_round.scores == {"Ann": 5, "Bob": -5, "Cy": 0}
        assert open_round.story

    @pytest.mark.parametrize(
        ("data", "code"),
        [
            ({"bets": {"Ann": 5}}, "banker_cannot_bet"),
            ({"bets": {"Bob": 5}, "max": 4}, "bet_out_of_range"),
            ({"bets": {"Bob": -5}}, "negative_number"),
            ({"bets": {"Bob": 5}, "exposed": ["Ah", "3c"]}, "need_three_cards"),
            ({"exposed": ["Ah", "Ah"]}, "duplicate_card"),
            ({"outcome": "bank"}, "no_bets"),
        ],
    )
    def test_what_can_never_be_right_is_refused_at_once(
        self, data: dict[str, Any], code: str
    ) -> None:
        refusal = refusal_of(record(), open_round=data)
        assert refusal.code == code


NUMBERS: st.SearchStrategy[Any] = st.integers(-2, 12) | st.sampled_from(
    [10**9, 10**30, 2.5, "2", True, None, []]
)
NAMES = st.sampled_from([*TABLE, " Bob ", "Dora"])
CARDS = st.sampled_from([*DECK_NAMES[::3], "Ah", "2c", "Th", "1c", 7, None])
HAND = st.fixed_dictionaries(
    {"bets": st.dictionaries(NAMES, NUMBERS, max_size=3) | JUNK},
    optional={
        "banker": NAMES | JUNK,
        "min": NUMBERS,
        "max": NUMBERS,
        "outcome": st.sampled_from(["bank", "players", "draw"]) | JUNK,
        "exposed": st.lists(CARDS, max_size=4) | JUNK,
    },
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "first_banker": NAMES,
        "hands_per_bank": NUMBERS,
        "min_bet": NUMBERS,
        "max_bet": NUMBERS,
    },
)


@given(
    options=OPTIONS,
    hands=st.lists(HAND | JUNK, max_size=3),
    left=st.dictionaries(st.sampled_from(TABLE), st.integers(0, 3)),
    open_round=st.none() | HAND,
)
def test_whatever_is_typed_is_scored_or_refused(
    options: dict[str, Any], hands: list[Any], left: dict[str, int], open_round: Any
) -> None:
    typed = {**record(*hands, **options), "left": left, "end_early": True}
    answer_of(typed, open_round=open_round)


@given(
    hands=st.lists(
        st.tuples(
            st.integers(1, 50),
            st.integers(0, 50),
            st.lists(st.sampled_from(DECK_NAMES), min_size=3, max_size=3, unique=True),
        ),
        min_size=1,
        max_size=8,
    ),
    hands_per_bank=st.integers(1, 3),
)
def test_every_hand_and_all_balances_add_up_to_0(
    hands: list[tuple[int, int, list[str]]], hands_per_bank: int
) -> None:
    rounds = []
    for number, (first, second, cards) in enumerate(hands):
        seat = number // hands_per_bank
        bets = {TABLE[(seat + 1) % 3]: first, TABLE[(seat + 2) % 3]: second}
        rounds.append({"bets": bets, "exposed": cards})
    sheet = scored(*rounds, hands_per_bank=hands_per_bank)
    assert all(sum(scores.values()) == 0 for scores in sheet.round_scores)
    assert sum(total or 0 for total in sheet.totals.values()) == 0
    assert sheet.warnings == ()


def test_each_row_says_what_is_bet_there() -> None:
    seen = looked_at({"bets": {"Bob": 5, "Cy": None}}).open_round
    assert seen is not None
    assert seen.row_notes == {"Bob": "bets 5", "Cy": "sits out"}
