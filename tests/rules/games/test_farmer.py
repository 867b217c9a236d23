"""Farmer, paragraph by paragraph: the farm, the closest, the bust, every refusal and warning.

Long because it follows all rules of one game, in their order.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecard.rules import Sheet
from scorecard.rules.games.farmer import FARM_DECK, FARM_DECK_NAMES, RULES, possible_totals, worth
from scorecard.rules.sheet import entry_form
from tests.fuzzing.junk import JUNK
from tests.scoring import CardTable, answer_of, codes, refusal_of, sheet_of

TABLE = ["Ann", "Bob", "Cy", "Di"]


SEATED = CardTable("farmer", TABLE)
record, scored, refused = SEATED.record, SEATED.scored, SEATED.refused


def ended(*deals: Any, left: dict[str, int] | None = None, **more: Any) -> Sheet:
    return sheet_of({**record(*deals, **more), "end_early": True, "left": left or {}})


def hand(value: Any) -> Any:
    """Return a hand: ``12``, ``(16, 3)`` for 16 with 3 cards, or cards as in ``"7c 9d"``."""
    match value:
        case int():
            return {"total": value}
        case (total, cards):
            return {"total": total, "cards": cards}
        case str():
            return {"cards": value.split()}
        case _:
            return value


def deal(*hands: Any, farmer: str | None = None, players: list[str] | None = None) -> Any:
    """Return a deal of hands in seating order."""
    seats = (players or TABLE)[: len(hands)]
    data = {"hands": {name: hand(value) for name, value in zip(seats, hands, strict=True)}}
    return data if farmer is None else {**data, "farmer": farmer}


SIX = {"total": 16, "six_hearts": True}
NOBODY = deal(15, 13, 17, 11)
"""Nobody has 16: Bob and Di pay Ann as the closest, Cy pays her as the farmer."""


def points(sheet: Sheet, number: int = 1) -> list[int]:
    return [sheet.round_scores[number - 1][name] for name in sheet.round_scores[number - 1]]


class TestDeck:
    def test_it_has_45_cards_without_8s_and_with_one_6(self) -> None:
        assert len(set(FARM_DECK_NAMES)) == 45
        assert not any(name.startswith("8") for name in FARM_DECK_NAMES)
        assert [name for name in FARM_DECK_NAMES if name.startswith("6")] == ["6h"]

    @pytest.mark.parametrize(
        ("rank", "total"),
        [("A", 1), ("2", 2), ("5", 5), ("7", 7), ("9", 9), ("10", 10), ("T", 10)]
        + [(face, 10) for face in "JQK"],
    )
    def test_an_ace_is_1_faces_are_10_the_others_what_is_on_them(
        self, rank: str, total: int
    ) -> None:
        # Whoever types a total beside the cards is held to it.
        both = {"cards": [f"{rank}c", "2h"], "total": total + 2}
        assert scored(deal(both, 3, 3, 3)).status == "in_progress"
        wrong = {"cards": [f"{rank}c", "2h"], "total": total + 3}
        assert refused(deal(wrong, 3, 3, 3)).code == "bad_total"

    def test_no_number_of_cards_can_total_what_is_refused(self) -> None:
        values = [worth(card) for card in FARM_DECK]
        for count in range(2, 11):
            least, most = possible_totals(count, has_six=False)
            assert least == sum(sorted(values)[:count])
            assert most == min(26, sum(sorted(values)[-count:]))


class TestSixteen:
    def test_it_takes_the_whole_farm_and_nobody_pays_a_closest(self) -> None:
        sheet = scored(deal(12, (16, 3), 18, 14))
        assert points(sheet) == [0, 3, -2, -1]
        assert sheet.extras["farm_after"] == [0]
        assert sheet.extras["farm_winner"] == ["Bob"]
        assert sheet.extras["next_farmer"] == "Bob"
        assert sheet.stories == ("Bob took the farm of 4 with 16.",)

    def test_it_takes_what_earlier_deals_left_too(self) -> None:
        sheet = scored(NOBODY, deal(12, 16, 14, 13), ante=2)
        assert points(sheet, 2) == [-2, 14, -2, -2]
        assert sheet.extras["farm_after"] == [8, 0]
        assert sheet.extras["farm_winner"] == [None, "Bob"]

    @pytest.mark.parametrize("farmer", TABLE)
    def test_of_several_the_6_of_hearts_wins_whatever_the_cards(self, farmer: str) -> None:
        sheet = scored(deal((16, 2), (16, 2), {**SIX, "cards": 5}, 14, farmer=farmer))
        assert sheet.extras["farm_winner"] == ["Cy"]
        assert "6♥" in sheet.stories[0]

    def test_the_6_of_hearts_among_typed_cards_counts_alike(self) -> None:
        sheet = scored(deal("9c 7c", 16, "6H Ac 2c 4c 3c", 14))
        assert sheet.extras["farm_winner"] == ["Cy"]

    def test_the_6_of_hearts_in_a_lower_hand_decides_nothing(self) -> None:
        sheet = scored(deal((16, 3), (16, 2), "6h 7c", 14))
        assert sheet.extras["farm_winner"] == ["Bob"]

    def test_else_the_fewest_cards_win_even_against_the_farmer(self) -> None:
        sheet = scored(deal((16, 3), (10, 2), (16, 2), (15, 4)))
        assert points(sheet) == [-1, -1, 3, -1]
        assert sheet.extras["next_farmer"] == "Cy"
        assert "fewest cards" in sheet.stories[0]

    def test_typed_cards_are_counted(self) -> None:
        sheet = scored(deal("9c 4c 3c", (16, 4), 14, "9d 7d"))
        assert sheet.extras["farm_winner"] == ["Di"]

    @pytest.mark.parametrize("farmer", ["Ann", "Bob", "Di"])
    def test_of_those_tied_on_fewest_the_farmer_wins(self, farmer: str) -> None:
        sheet = scored(deal((16, 3), (16, 3), (16, 4), (16, 3), farmer=farmer))
        assert sheet.extras["farm_winner"] == [farmer]

    @pytest.mark.parametrize(
        ("farmer", "winner"), [("Ann", "Bob"), ("Bob", "Di"), ("Cy", "Di"), ("Di", "Bob")]
    )
    def test_else_the_first_of_them_on_the_farmers_left_wins(
        self, farmer: str, winner: str
    ) -> None:
        hands = dict.fromkeys(("Bob", "Di"), (16, 3)) | {farmer: (16, 4)}
        sheet = scored(deal(*[hands.get(name, 12) for name in TABLE], farmer=farmer))
        assert sheet.extras["farm_winner"] == [winner]

    def test_a_farmer_with_16_but_more_cards_is_not_in_the_last_tie(self) -> None:
        sheet = scored(deal((16, 2), 12, (16, 3), (16, 2), farmer="Cy"))
        assert sheet.extras["farm_winner"] == ["Di"]
        assert "first on Cy’s left" in sheet.stories[0]

    def test_the_bust_pay_the_farmer_who_may_be_the_winner(self) -> None:
        assert points(scored(deal(16, 17, 26, 3))) == [3 + 2, -2, -2, -1]

    def test_a_bust_farmer_loses_the_farm_and_still_collects(self) -> None:
        sheet = scored(deal(20, 16, 20, 20))
        assert points(sheet) == [-1 + 2, 3, -2, -2]
        assert sheet.extras["next_farmer"] == "Bob"

    @pytest.mark.parametrize(
        ("hands", "missing"),
        [
            ((16, 16, 14, 14), "Ann and Bob"),
            (((16, 2), 16, 14, 14), "Bob"),
            (((16, 3), 15, "9c 7c", 16), "Di"),
            ((16, (16, 2), {"total": 15, "six_hearts": True}, 14), "Ann"),
        ],
    )
    def test_without_the_6_of_hearts_the_number_of_cards_is_needed(
        self, hands: tuple[Any, ...], missing: str
    ) -> None:
        refusal = refused(deal(*hands))
        assert refusal.code == "cards_needed"
        assert f" have 16 and none has the 6♥: say how many cards {missing} had" in refusal.message
        assert refusal.player in missing

    def test_one_16_needs_no_number_of_cards(self) -> None:
        assert scored(deal(12, 16, 11, 15)).extras["farm_winner"] == ["Bob"]


class TestNobodyHas16:
    def test_the_farm_stays_and_the_lower_pay_the_closest(self) -> None:
        sheet = scored(NOBODY, ante=2)
        assert points(sheet) == [4, -4, -4, -4]
        assert sheet.extras["farm_after"] == [8]
        assert sheet.extras["farm_winner"] == [None]
        assert sheet.extras["next_farmer"] == "Ann"
        assert sheet.stories == ("Ann was closest with 15, and the farm of 8 stays.",)

    def test_several_closest_share_in_whole_chips_and_the_rest_joins_the_farm(self) -> None:
        sheet = scored(deal(15, 15, 10, 9, 8, players=[*TABLE, "Eve"]), players=[*TABLE, "Eve"])
        assert points(sheet) == [0, 0, -2, -2, -2]
        assert sheet.extras["farm_after"] == [5 + 1]
        assert sheet.stories[0] == (
            "Ann and Bob were closest with 15, and the farm of 6 stays. "
            "1 chip could not be shared evenly and went into it."
        )

    def test_the_pool_of_a_high_ante_is_shared_too(self) -> None:
        sheet = scored(deal(15, 15, 15, 8), ante=10)
        assert points(sheet) == [-7, -7, -7, -20]
        assert sheet.extras["farm_after"] == [41]
        assert "1 chip could not be shared evenly" in sheet.stories[0]

    def test_a_pool_too_small_to_share_joins_the_farm(self) -> None:
        sheet = scored(deal(15, 15, 15, 8))
        assert points(sheet) == [-1, -1, -1, -2]
        assert sheet.extras["farm_after"] == [5]

    def test_everybody_bust_pays_the_farmer_who_stays(self) -> None:
        sheet = scored(deal(17, 20, 26, 18, farmer="Ann"), deal(17, 20, 26, 18))
        assert points(sheet) == [2, -2, -2, -2]
        assert sheet.extras["farm_after"] == [4, 8]
        assert sheet.extras["next_farmer"] == "Ann"
        assert "Everybody went bust" in sheet.stories[0]

    def test_everybody_tied_pays_nobody(self) -> None:
        assert points(scored(deal(12, 12, 12, 12))) == [-1, -1, -1, -1]
        assert points(scored(deal(12, 17, 12, 12))) == [0, -2, -1, -1]

    def test_a_bust_farmer_pays_nobody_and_still_collects(self) -> None:
        assert points(scored(deal(17, 13, 17, 11))) == [0, 0, -2, -2]

    def test_the_farmer_pays_the_closest_like_anybody(self) -> None:
        assert points(scored(deal(9, 15, 17, 11))) == [-2 + 1, 1, -2, -2]

    def test_by_default_the_bust_do_not_pay_the_closest(self) -> None:
        assert points(scored(deal(9, 15, 17, 26))) == [-2 + 2, 0, -2, -2]

    def test_a_house_rule_makes_the_bust_pay_the_closest_too(self) -> None:
        option = {"busted_pay_closest": True}
        assert points(scored(deal(9, 15, 17, 26), **option)) == [0, 2, -3, -3]
        # Nobody pays a closest where somebody has 16, or where everybody is bust.
        assert points(scored(deal(12, 16, 18, 14), **option)) == [0, 3, -2, -1]
        assert points(scored(deal(17, 20, 26, 18), **option)) == [2, -2, -2, -2]

    def test_with_that_house_rule_a_bust_farmer_still_pays_nobody(self) -> None:
        sheet = scored(deal(20, 15, 11, 17), busted_pay_closest=True)
        assert points(sheet) == [-1 + 1, -1 + 2, -2, -3]


class TestFarmer:
    def test_the_first_seat_is_the_first_farmer_unless_another_is_named(self) -> None:
        assert scored().extras["next_farmer"] == "Ann"
        sheet = scored(deal(12, 13, 17, 11), first_farmer=" Di")
        assert points(sheet) == [-2, 1, -2, -1]
        assert scored(first_farmer="Cy").between.turn == ("Cy", "farms")

    def test_whoever_wins_the_farm_is_the_next_farmer(self) -> None:
        sheet = scored(deal(12, 13, 16, 11), deal(12, 13, 11, 17), NOBODY)
        assert sheet.extras["next_farmer"] == "Cy"
        assert points(sheet, 2) == [-2, 1, -1, -2]
        assert sheet.extras["farm_after"] == [0, 4, 8]
        assert sheet.warnings == ()

    def test_another_farmer_is_accepted_with_a_warning_and_goes_on(self) -> None:
        sheet = scored(deal(12, 13, 17, 11, farmer="Di"), deal(12, 13, 17, 11))
        assert codes(sheet) == [(1, "farmer_out_of_turn")]
        assert "Di" in sheet.warnings[0].message
        assert "Ann" in sheet.warnings[0].message
        assert points(sheet, 1) == points(sheet, 2) == [-2, 1, -2, -1]
        assert sheet.extras["next_farmer"] == "Di"

    def test_naming_the_expected_farmer_warns_of_nothing(self) -> None:
        assert (
            scored(deal(12, 16, 11, 10, farmer="Ann"), deal(9, 9, 9, 9, farmer=" Bob")).warnings
            == ()
        )

    @pytest.mark.parametrize("farmer", ["Eve", "", 3, False, ["Ann"], {"Ann": 1}])
    def test_somebody_unknown_cannot_be_the_farmer(self, farmer: Any) -> None:
        refusal = refused({**NOBODY, "farmer": farmer})
        assert (refusal.round, refusal.code, refusal.item) == (1, "unknown_player", "farmer")

    def test_when_the_farmer_has_left_the_next_on_the_left_is_it(self) -> None:
        rest = {name: {"total": total} for name, total in (("Bob", 12), ("Cy", 17), ("Di", 13))}
        result = sheet_of({**record(NOBODY, {"hands": rest}), "left": {"Ann": 1}})
        assert result.round_scores[1] == {"Bob": -1, "Cy": -2, "Di": 0}
        assert result.extras["next_farmer"] == "Bob"
        refusal = refusal_of(
            {**record(NOBODY, {"hands": rest, "farmer": "Ann"}), "left": {"Ann": 1}}
        )
        assert (refusal.code, refusal.player) == ("unknown_player", "Ann")

    def test_a_correction_changes_who_is_farmer_afterwards(self) -> None:
        deals = [deal(12, 16, 11, 10), deal(9, 12, 17, 15)]
        edits = [{"round": 1, "with": deal(12, 11, 10, 16)}]
        corrected = sheet_of({**record(*deals), "edits": edits})
        assert points(scored(*deals), 2) == [-2, -1, -2, 1]
        assert points(corrected, 2) == [-2, -2, -2, 2]
        assert corrected.extras["farm_winner"] == ["Di", None]


class TestBetweenDeals:
    def test_the_farm_that_is_played_for_is_shown(self) -> None:
        assert (scored().between.lead, scored(NOBODY).between.lead) == ("Farm 4", "Farm 8")

    def test_a_fair_moment_to_stop_is_an_empty_farm_and_as_many_deals_for_all(self) -> None:
        two = ["Ann", "Bob"]
        deals = [deal(*totals, players=two) for totals in ((12, 16), (13, 12), (16, 9), (16, 9))]
        farmers = [scored(*deals[:count], players=two).between for count in range(5)]
        # Ann deals, then Bob, twice, who takes no farm of his own; then Ann again.
        assert [between.turn[0] for between in farmers if between.turn] == [
            *("Ann", "Bob", "Bob", "Ann", "Ann")
        ]
        assert [bool(between.stop) for between in farmers] == [False, False, False, False, True]
        assert farmers[4].stop == (
            "The farm is empty and everybody has been the farmer equally often: a fair moment to "
            "stop."
        )

    def test_and_what_everybody_has_added_to_it(self) -> None:
        assert scored(ante=3).between.lead == "Farm 12"
        assert scored(ante=3).between.facts == ("with antes of 3",)


class TestHands:
    @pytest.mark.parametrize("card", ["8c", "8H", "6c", "6D", "6s"])
    def test_a_card_that_was_taken_out_is_refused_as_typed(self, card: str) -> None:
        refusal = refused(deal(f"{card} 7d", 14, 12, 11))
        assert (refusal.code, refusal.player) == ("unknown_card", "Ann")
        assert card in refusal.message

    @pytest.mark.parametrize("card", ["1c", "joker", "", "Ax", 7, None, True, ["7c"], {}])
    def test_what_is_no_card_is_refused(self, card: Any) -> None:
        refusal = refused(deal({"cards": ["7c", card]}, 14, 12, 11))
        assert (refusal.code, refusal.player) == ("unknown_card", "Ann")

    @pytest.mark.parametrize(
        "hands",
        [
            ("7c 7C", 14, 12, 11),
            ("10c 3d", "Tc 4d", 12, 11),
            ("6h 3d", {"total": 13, "six_hearts": True}, 12, 11),
            (SIX, {"total": 13, "six_hearts": True}, 12, 11),
            ("6h 6h", 14, 12, 11),
        ],
    )
    def test_no_card_is_there_twice_least_of_all_the_6_of_hearts(
        self, hands: tuple[Any, ...]
    ) -> None:
        refusal = refused(deal(*hands))
        assert refusal.code == "duplicate_card"
        assert refusal.item in ("7c", "10c", "6h")
        assert refusal.item in refusal.message

    @pytest.mark.parametrize("count", [0, 1, 11, 10**60])
    def test_a_hand_has_2_to_10_cards(self, count: int) -> None:
        refusal = refused(deal((16, count), 14, 12, 11))
        assert (refusal.code, refusal.player) == ("bad_card_count", "Ann")
        assert "2" in refusal.message
        assert "10" in refusal.message

    @pytest.mark.parametrize("cards", ["", "Ac", "Ac Ad Ah As 2c 2d 2h 2s 3c 3d 3h"])
    def test_typed_cards_are_2_to_10_too(self, cards: str) -> None:
        assert refused(deal(cards, 14, 12, 11)).code == "bad_card_count"

    @pytest.mark.parametrize("total", [0, 1, 27, 10**60])
    def test_a_total_is_2_to_26(self, total: int) -> None:
        refusal = refused(deal(12, total, 12, 11))
        assert (refusal.code, refusal.player) == ("bad_total", "Bob")
        assert "from 2 to 26" in refusal.message

    @pytest.mark.parametrize("total", [2, 26])
    def test_2_and_26_can_be(self, total: int) -> None:
        assert scored(deal(12, total, 12, 11)).status == "in_progress"

    def test_typed_cards_cannot_be_above_26_either(self) -> None:
        refusal = refused(deal("Kc Qc 7c", 14, 12, 11))
        assert refusal.code == "bad_total"
        assert "27" in refusal.message
        assert "26" in refusal.message
        assert scored(deal("Kc 9c 7c", 14, 12, 11)).status == "in_progress"

    def test_cards_must_add_up_to_the_total_typed_beside_them(self) -> None:
        refusal = refused(deal({"total": 15, "cards": ["7c", "9d"]}, 14, 12, 11))
        assert (refusal.code, refusal.player) == ("bad_total", "Ann")
        assert "16" in refusal.message
        assert "15" in refusal.message
        both = scored(deal({"total": 16, "cards": ["7c", "9d"]}, 14, 12, 11))
        assert both.extras["farm_winner"] == ["Ann"]

    @pytest.mark.parametrize(
        "entry",
        [
            {"total": 21, "cards": 2},
            {"total": 2, "cards": 3},
            {"total": 16, "cards": 10},
            {"total": 6, "six_hearts": True},
            {"total": 17, "cards": 2, "six_hearts": True},
        ],
    )
    def test_a_total_that_so_many_cards_cannot_have_is_refused(self, entry: Any) -> None:
        refusal = refused(deal(entry, 14, 12, 11))
        assert (refusal.code, refusal.item) == ("bad_total", "total")

    @pytest.mark.parametrize(
        "entry",
        [
            {"total": 20, "cards": 2},
            {"total": 3, "cards": 2},
            {"total": 18, "cards": 10},
            {"total": 7, "six_hearts": True},
            {"total": 16, "cards": 2, "six_hearts": True},
            {"total": 16, "cards": 2, "six_hearts": False},
            {"total": 12, "cards": None},
            {"total": None, "cards": ["7c", "6h"], "six_hearts": True},
        ],
    )
    def test_what_can_just_be_is_accepted(self, entry: Any) -> None:
        assert scored(deal(entry, 14, 12, 11)).status == "in_progress"

    @pytest.mark.parametrize(("cards", "claimed"), [("7c 9d", True), ("7c 6h", False)])
    def test_the_6_of_hearts_is_among_the_cards_or_not(self, cards: str, claimed: bool) -> None:
        refusal = refused(deal({**hand(cards), "six_hearts": claimed}, 14, 12, 11))
        assert (refusal.code, refusal.player) == ("outcome_conflict", "Ann")

    def test_all_hands_together_hold_no_more_than_the_deck(self) -> None:
        players = [f"P{seat}" for seat in range(8)]
        most = deal(*[(15, 6)] * 7, (9, 3), players=players)
        assert scored(most, players=players).status == "in_progress"
        refusal = refused(deal(*[(15, 6)] * 7, (10, 4), players=players), players=players)
        assert refusal.code == "deck_exceeded"
        assert "45" in refusal.message
        assert "46" in refusal.message

    @pytest.mark.parametrize("key", ["total", "cards"])
    @pytest.mark.parametrize(
        ("value", "code"),
        [
            (2.5, "not_whole_number"),
            ("2", "not_whole_number"),
            (True, "not_whole_number"),
            ({}, "not_whole_number"),
            (-3, "negative_number"),
        ],
    )
    def test_only_whole_numbers_count(self, key: str, value: Any, code: str) -> None:
        refusal = refused(deal({"total": 12, "cards": 3, key: value}, 14, 12, 11))
        assert (refusal.code, refusal.player, refusal.item) == (code, "Ann", key)

    @pytest.mark.parametrize(
        ("entry", "code"),
        [
            ({}, "missing_entry"),
            ({"cards": 3}, "missing_entry"),
            ({"six_hearts": True}, "missing_entry"),
            ({"total": 12, "six_hearts": 1}, "malformed"),
            ({"cards": ["7c", "9d"], "six_hearts": "yes"}, "malformed"),
            ({"total": 12, "bust": True}, "malformed"),
            (None, "malformed"),
            ([12], "malformed"),
            ("12", "malformed"),
        ],
    )
    def test_what_is_no_hand_is_refused_and_named(self, entry: Any, code: str) -> None:
        data = {"hands": {**NOBODY["hands"], "Bob": entry}}
        refusal = refused(data)
        assert (refusal.code, refusal.player) == (code, "Bob")

    def test_every_player_shows_a_hand(self) -> None:
        refusal = refused(deal(12, 13, 14))
        assert (refusal.code, refusal.player) == ("missing_entry", "Di")
        assert refused({}).code == "missing_entry"

    def test_nobody_else_does(self) -> None:
        data = {"hands": {**NOBODY["hands"], "Eve": {"total": 12}}}
        assert (refused(data).code, refused(data).player) == ("unknown_player", "Eve")

    @pytest.mark.parametrize("data", [{"hands": []}, {"hands": 3}, {**NOBODY, "dealer": "Ann"}])
    def test_other_shapes_are_refused(self, data: Any) -> None:
        assert refused(data).code == "malformed"


class TestPlayersAndOptions:
    @pytest.mark.parametrize("count", [0, 1, 9])
    def test_two_to_eight_play(self, count: int) -> None:
        refusal = refusal_of({**record(), "players": [f"P{seat}" for seat in range(count)]})
        assert (refusal.round, refusal.code) == (0, "player_count")
        assert "8" in refusal.message

    @pytest.mark.parametrize("count", [2, 8])
    def test_two_and_eight_can_play(self, count: int) -> None:
        players = [f"P{seat}" for seat in range(count)]
        sheet = scored(deal(16, *[12] * (count - 1), players=players), players=players)
        assert sheet.totals["P0"] == count - 1

    @pytest.mark.parametrize(
        "options",
        [
            {"ante": 0},
            {"ante": 10_001},
            {"ante": True},
            {"first_farmer": "Eve"},
            {"busted_pay_closest": 1},
            {"farm_on_end": "keep"},
        ],
    )
    def test_an_option_out_of_range_is_refused_and_named(self, options: dict[str, Any]) -> None:
        refusal = refused(**options)
        assert (refusal.round, refusal.code) == (0, "option_out_of_range")
        assert refusal.item in options

    @pytest.mark.parametrize("ante", [1, 10_000])
    def test_every_payment_is_the_ante(self, ante: int) -> None:
        assert points(scored(NOBODY, ante=ante)) == [2 * ante, -2 * ante, -2 * ante, -2 * ante]


class TestEnd:
    def test_it_has_none_by_itself(self) -> None:
        sheet = scored(*[NOBODY] * 40)
        assert (sheet.status, sheet.winners, sheet.warnings) == ("in_progress", (), ())
        assert sheet.extras["farm_final"] == 160

    def test_chips_in_the_farm_stay_shown_with_a_warning(self) -> None:
        sheet = ended(deal(12, 13, 16, 11), NOBODY, NOBODY)
        assert (sheet.status, sheet.winners) == ("ended_early", ())
        assert codes(sheet) == [(3, "farm_unclaimed")]
        assert "8" in sheet.warnings[0].message
        assert sheet.extras["farm_final"] == 8
        assert sum(total or 0 for total in sheet.totals.values()) == -8

    def test_an_empty_farm_warns_of_nothing(self) -> None:
        sheet = ended(NOBODY, deal(12, 13, 16, 11))
        assert sheet.warnings == ()
        assert sheet.extras["farm_final"] == 0

    def test_no_warning_before_the_game_is_stopped(self) -> None:
        assert scored(NOBODY).warnings == ()

    def test_who_has_left_is_not_asked_for_the_next_deal(self) -> None:
        played = {**record(NOBODY), "left": {"Ann": 1}}
        form = entry_form(played)
        assert form.players == ("Bob", "Cy", "Di")
        assert form.round_fields[0].names == ("Bob", "Cy", "Di")
        sheet = sheet_of(played)
        assert sheet.between.turn == ("Bob", "farms")
        assert sheet.extras["next_farmer"] == "Bob"

    def test_a_house_rule_shares_the_farm_out_from_the_farmers_left(self) -> None:
        players = ["Ann", "Bob", "Cy"]
        one_16 = deal(12, 11, 16, players=players)
        tied = deal(15, 15, 10, players=players)
        more: dict[str, Any] = {"players": players, "farm_on_end": "split"}
        # Cy is the farmer; the pool of 1 cannot be shared, so that each deal leaves 4 chips.
        sheet = ended(one_16, tied, **more)
        assert scored(one_16, tied, **more).totals == {"Ann": -2, "Bob": -2, "Cy": 0}
        assert sheet.totals == {"Ann": -2 + 2, "Bob": -2 + 1, "Cy": 0 + 1}
        assert sheet.extras["farm_final"] == 0
        assert sheet.extras["farm_after"] == [0, 4]
        assert sheet.warnings == ()
        assert "; the farm of 4 was shared out. From the farmer’s left" in sheet.reason
        # 8 chips: 2 each, and an odd one each for Ann and Bob.
        assert ended(one_16, tied, tied, **more).totals == {
            "Ann": -3 + 3,
            "Bob": -3 + 3,
            "Cy": -2 + 2,
        }

    def test_a_farm_that_divides_is_shared_equally(self) -> None:
        sheet = ended(NOBODY, farm_on_end="split")
        assert sheet.totals == {"Ann": 3, "Bob": -1, "Cy": -1, "Di": -1}

    def test_who_has_left_has_no_share(self) -> None:
        rest = {name: {"total": 12} for name in ("Bob", "Cy", "Di")}
        sheet = ended(NOBODY, {"hands": rest}, left={"Ann": 1}, farm_on_end="split")
        # 4 + 3 chips: 2 each, and the odd one for Cy, left of Bob, who is farmer after Ann.
        assert sheet.totals == {"Ann": 2, "Bob": -3 + 2, "Cy": -3 + 3, "Di": -3 + 2}

    def test_a_house_rule_gives_the_farm_to_the_farmer(self) -> None:
        sheet = ended(NOBODY, farm_on_end="farmer")
        assert sheet.totals == {"Ann": 2 + 4, "Bob": -2, "Cy": -2, "Di": -2}
        assert (sheet.extras["farm_final"], sheet.warnings) == (0, ())
        assert sheet.reason == "Ended after 1 deal; Ann took the farm of 4."
        assert scored(NOBODY, farm_on_end="farmer").totals["Ann"] == 2

    def test_who_is_farmer_after_one_who_left_takes_it(self) -> None:
        rest = {name: {"total": 12} for name in ("Bob", "Cy", "Di")}
        sheet = ended(NOBODY, {"hands": rest}, left={"Ann": 1}, farm_on_end="farmer")
        assert sheet.totals == {"Ann": 2, "Bob": -3 + 7, "Cy": -3, "Di": -3}

    def test_the_farm_is_shared_only_when_the_game_is_stopped(self) -> None:
        sheet = scored(NOBODY, farm_on_end="split")
        assert sheet.extras["farm_final"] == 4
        assert sheet.totals["Ann"] == 2

    def test_stopping_before_a_deal_changes_nothing(self) -> None:
        sheet = ended(farm_on_end="split")
        assert sheet.totals == dict.fromkeys(TABLE, 0)
        assert (sheet.winners, sheet.warnings) == ((), ())
        assert sheet.extras["farm_final"] == 0
        assert sheet.extras["farm_after"] == []


class TestForm:
    def test_a_hand_is_typed_as_a_total_or_card_by_card(self) -> None:
        form = entry_form(record())
        assert form.players == tuple(TABLE)
        quick, detailed = form.styles
        assert [field.key for field in quick.fields] == ["total", "cards", "six_hearts"]
        total, count, six = quick.fields
        assert (total.low, total.high, total.is_optional) == (2, 26, False)
        assert (count.low, count.high, count.is_optional) == (2, 10, True)
        assert (six.kind, form.single, form.single_field) == ("switch", "six_hearts", six)
        (cards,) = detailed.fields
        assert (cards.key, cards.kind, cards.deck) == ("cards", "cards", FARM_DECK_NAMES)

    def test_the_farmer_is_filled_in(self) -> None:
        (farmer,) = entry_form(record(deal(12, 13, 16, 11))).round_fields
        assert (farmer.key, farmer.default, farmer.is_optional) == ("farmer", "Cy", True)

    def test_the_example_is_legal(self) -> None:
        assert RULES.example is not None
        sheet = sheet_of(RULES.example.record)
        assert sheet.totals == {"Ann": 0, "Bob": 6, "Cy": -6}
        assert sheet.extras["farm_after"] == [6, 0]


class TestOpenDeal:
    def look(self, data: Any) -> Any:
        result = sheet_of(record(), open_round=data)
        assert result.open_round is not None
        return result.open_round

    def test_it_waits_for_every_hand(self) -> None:
        look = self.look({"hands": {"Bob": {"total": 16}, "Cy": hand("9c Kd")}})
        assert look.awaited.players == ("Ann", "Di")
        assert look.notes == {"Cy": "19, bust"}

    def test_what_was_typed_as_a_total_is_not_said_again(self) -> None:
        typed = {"Ann": {"total": 17}, "Bob": {"total": 16}}
        look = self.look({"hands": {**typed, "Cy": hand("9c 4d")}})
        assert look.notes == {"Ann": "bust", "Cy": "13"}

    def test_it_waits_for_the_number_of_cards_once_it_matters(self) -> None:
        look = self.look(deal(16, (16, 2), 16, 12))
        assert look.awaited.players == ()
        assert look.awaited.table == "how many cards Ann and Cy have"
        assert self.look(deal(16, (16, 2), 15, 12)).awaited.table == "how many cards Ann has"
        assert not self.look(deal((16, 3), (16, 2), 15, 12)).awaited

    def test_a_whole_deal_shows_what_it_scores(self) -> None:
        look = self.look(deal(12, (16, 3), 18, 14))
        assert look.scores == {"Ann": 0, "Bob": 3, "Cy": -2, "Di": -1}
        assert look.story == "Bob took the farm of 4 with 16."

    @pytest.mark.parametrize(
        ("data", "code"),
        [
            ({"hands": {"Ann": hand("7c 8c")}}, "unknown_card"),
            ({"hands": {"Ann": hand("7c 9c"), "Bob": hand("7c 3c")}}, "duplicate_card"),
            ({"hands": {"Ann": SIX, "Bob": SIX}}, "duplicate_card"),
            ({"hands": {"Ann": {"total": 27}}}, "bad_total"),
            ({"farmer": "Eve"}, "unknown_player"),
        ],
    )
    def test_what_can_never_be_right_is_refused_at_once(self, data: Any, code: str) -> None:
        refusal = refusal_of(record(), open_round=data)
        assert refusal.code == code


def test_a_whole_evening_adds_up() -> None:
    """Six deals by hand: won, left, left with a tie, won by the 6 of hearts, all bust, won."""
    deals = [
        deal(12, (16, 3), 18, 14),
        deal("7c 5c", "9h 4h", 15, "Kc Kd"),
        deal(14, 13, 14, 14),
        deal((16, 2), 10, "6h Kd", 17),
        deal(17, 18, 19, 20),
        deal("Kc 5c Ac", (16, 3), 9, (16, 4)),
    ]
    sheet = scored(*deals)
    assert [points(sheet, number) for number in range(1, 7)] == [
        [0, 3, -2, -1],  # Bob took 4; Cy was bust and paid Ann.
        [-2, -1, 1, -2],  # Ann and Bob paid Cy, Di paid Bob, the farmer.
        [-1, -2, -1, -1],  # Bob's chip among three: into the farm.
        [-1, 0, 12, -2],  # 5 + 4 + 4 chips for Cy, and Di paid Bob.
        [-2, -2, 2, -2],  # All bust; the others paid Cy.
        [7, -1, -1, -1],  # Ann and Bob had three cards; Ann comes first on the left of Cy.
    ]
    assert sheet.extras["farm_winner"] == ["Bob", None, None, "Cy", None, "Ann"]
    assert sheet.extras["farm_after"] == [0, 4, 9, 0, 4, 0]
    assert sheet.totals == {"Ann": 1, "Bob": -3, "Cy": 11, "Di": -9}
    assert sheet.warnings == ()


NUMBERS: st.SearchStrategy[Any] = st.integers(-1, 27) | st.sampled_from(
    [10**30, 2.5, "2", True, None, {}]
)
NAMES = st.sampled_from([*TABLE, " Bob ", "Eve"])
CARDS = st.lists(st.sampled_from([*FARM_DECK_NAMES, "8c", "6c", "x", 7]), max_size=4)
HAND = st.fixed_dictionaries(
    {},
    optional={
        "total": NUMBERS,
        "cards": NUMBERS | CARDS | JUNK,
        "six_hearts": st.booleans() | JUNK,
    },
)
DEAL = st.fixed_dictionaries(
    {"hands": st.dictionaries(NAMES, HAND | JUNK, max_size=5) | JUNK},
    optional={"farmer": NAMES | JUNK},
)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "ante": NUMBERS,
        "first_farmer": NAMES,
        "busted_pay_closest": st.booleans(),
        "farm_on_end": st.sampled_from(["ask", "split", "farmer", "keep"]),
    },
)


@given(
    options=OPTIONS,
    deals=st.lists(DEAL | JUNK, max_size=3),
    left=st.dictionaries(st.sampled_from(TABLE), st.integers(0, 3)),
    open_round=st.none() | DEAL,
)
def test_whatever_is_typed_is_scored_or_refused(
    options: dict[str, Any], deals: list[Any], left: dict[str, int], open_round: Any
) -> None:
    typed = {**record(*deals, **options), "left": left, "end_early": True}
    answer_of(typed, open_round=open_round)


LEGAL = st.lists(
    st.tuples(
        st.lists(st.sampled_from([*range(9, 16), 16, 16, 16, 17, 20]), min_size=4, max_size=4),
        st.sampled_from([*TABLE, None]),
    ),
    min_size=1,
    max_size=6,
)


@given(
    deals=LEGAL,
    ante=st.integers(1, 7),
    busted_pay_closest=st.booleans(),
    farm_on_end=st.sampled_from(["ask", "split", "farmer"]),
)
def test_balances_and_farm_add_up_to_0_after_every_deal(
    deals: list[tuple[list[int], str | None]],
    ante: int,
    busted_pay_closest: bool,
    farm_on_end: str,
) -> None:
    rounds = [deal(*[(total, 3) for total in totals], farmer=who) for totals, who in deals]
    options: dict[str, Any] = {
        "ante": ante,
        "busted_pay_closest": busted_pay_closest,
        "farm_on_end": farm_on_end,
    }
    sheet = scored(*rounds, **options)
    sums = itertools.accumulate(sum(scores.values()) for scores in sheet.round_scores)
    assert [-total for total in sums] == sheet.extras["farm_after"]
    stopped = ended(*rounds, **options)
    assert sum(total or 0 for total in stopped.totals.values()) == -stopped.extras["farm_final"]
    if farm_on_end != "ask":
        assert stopped.extras["farm_final"] == 0


def test_each_row_says_what_was_shown_and_of_16_how_many_cards() -> None:
    hands = {
        "Ann": {"total": 16, "cards": 3},
        "Bob": {"total": 16},
        "Cy": {"total": 15, "cards": 3},
        "Di": {"total": 18},
    }
    result = sheet_of(record(), open_round={"hands": hands})
    assert result.open_round is not None
    assert result.open_round.row_notes == {
        "Ann": "16 · 3 cards",
        "Bob": "16",
        "Cy": "15",
        "Di": "18, bust",
    }
