"""Brownie Points counted by worth: so many cards of 50, whichever ranks they are."""

from __future__ import annotations

from typing import Any

import pytest

from scorecard.rules.sheet import entry_form
from tests.rules.games.test_brownie_points import codes, points_of, record, refused, scored
from tests.scoring import sheet_of

WHOLE = {"50": 40, "100": 32, "150": 8, "game_changer": 1}


def by_worth(pile: dict[str, int], hand: dict[str, int] | None = None, **more: Any) -> Any:
    return {"by_worth": {"pile": pile, "hand": hand or {}}, **more}


def check(**entries: Any) -> Any:
    """Return what the rules say of the deck while these entries are in."""
    result = sheet_of(record(), open_round={"entries": entries})
    assert result.open_round
    return result.open_round.check()


class TestPoints:
    def test_cards_are_worth_what_their_row_says(self) -> None:
        assert points_of(by_worth({"50": 9, "100": 8, "150": 1}, {"50": 3})) == 1_250
        assert points_of(by_worth({"game_changer": 1}, {"dog_house": 2})) == -500

    def test_a_knocked_out_player_pays_for_both(self) -> None:
        entry = by_worth({"100": 3}, {"50": 2}, knocked_out=True)
        assert points_of(entry) == -300 - 100 - 100

    def test_rows_follow_the_values_of_the_group(self) -> None:
        values = {"5": 100, "10": 200}
        assert points_of(by_worth({"50": 1, "100": 1, "200": 1}), values=values) == 350
        form = entry_form(record(values=values))
        rows = [(str(field.label), str(field.hint)) for field in form.styles[0].groups[0].fields]
        assert rows == [("50", "1–4"), ("100", "5–9"), ("200", "10"), ("Game Changer", "")]

    def test_ranks_that_do_not_follow_each_other_are_listed(self) -> None:
        form = entry_form(record(values={"3": 100}))
        assert str(form.styles[0].fields[0].hint) == "1, 2, 4, 5"

    def test_the_wild_card_has_a_row(self) -> None:
        assert points_of(by_worth({"wild": 1}), deck="base_plus_wild") == 500


class TestRefused:
    def test_more_than_the_deck_holds_over_all_ways_to_count(self) -> None:
        refusal = refused({"Ann": by_worth({"50": 30}), "Bob": {"pile": {"1": 8, "2": 8}}})
        assert refusal.code == "deck_exceeded"
        assert refusal.message == (
            "The deck has 40 × 50 points, but you counted 46: Bob 16, Ann 30."
        )

    @pytest.mark.parametrize(
        ("entry", "code"),
        [
            (by_worth({"75": 1}), "unknown_card"),
            (by_worth({"nope": 1}), "unknown_card"),
            (by_worth({"50": -1}), "negative_number"),
            (by_worth({"50": 1.5}), "not_whole_number"),  # type: ignore[dict-item]
            ({"by_worth": {"table": {}}}, "malformed"),
            ({"by_worth": []}, "malformed"),
            ({"by_worth": {"pile": 3}}, "malformed"),
            ({"by_worth": {}, "pile": {}}, "malformed"),
        ],
    )
    def test_what_cannot_be(self, entry: Any, code: str) -> None:
        assert refused({"Ann": entry, "Bob": {}}).code == code

    @pytest.mark.parametrize(
        ("bob", "told"),
        [
            ({"pile_points": 4_000}, "The piles have 6,900 points at most, but you counted 7,000"),
            ({"hand_points": 7_000}, "Piles and hands have 9,400 points at most, but you counted"),
        ],
    )
    def test_more_points_than_there_are(self, bob: dict[str, int], told: str) -> None:
        ann = {"quick": {"pile_points": 3_000}}
        assert refused({"Ann": ann, "Bob": {"quick": bob}}).message.startswith(told)


class TestDeck:
    def test_all_cards_counted_warns_of_nothing(self) -> None:
        assert codes(scored({"Ann": by_worth(WHOLE), "Bob": by_worth({})})) == []

    def test_what_nobody_counted_is_named(self) -> None:
        told = {
            7: "1 card is missing: 150 points.",
            6: "2 cards are missing: 2 × 150 points.",
        }
        for number, message in told.items():
            sheet = scored({"Ann": by_worth({**WHOLE, "150": number}), "Bob": by_worth({})})
            (warning,) = sheet.warnings
            assert warning.code == "cards_missing"
            assert warning.message == message

    def test_counts_card_by_card_stand_beside_it(self) -> None:
        ranks = {"10": 2, "game_changer": 1}
        piles = {"50": 40, "100": 32, "150": 6}
        assert codes(scored({"Ann": by_worth(piles), "Bob": {"pile": ranks}})) == []

    def test_nobody_went_out(self) -> None:
        sheet = scored({"Ann": by_worth(WHOLE), "Bob": by_worth({}, {"dog_house": 1})})
        assert codes(sheet) == []
        sheet = scored(
            {"Ann": by_worth({**WHOLE, "50": 39}, {"50": 1}), "Bob": by_worth({}, {"dog_house": 1})}
        )
        assert codes(sheet) == ["nobody_went_out"]

    @pytest.mark.parametrize(
        "dog", [by_worth({}, {"dog_house": 1}), {"hand": {"dog_house": 1}}], ids=["worth", "card"]
    )
    def test_a_dog_house_in_a_hand_stands_for_no_points_of_the_piles(self, dog: Any) -> None:
        """6,900 lie in the piles, of which Bob, who gives sums, has all but 950."""
        table = check(Ann=dog, Bob={"quick": {"pile_points": 5_950, "hand_points": 0}})
        assert table.sentence == "950 points are missing."
        assert table.so_far == "6,450 of 7,400 points so far"
        table = check(Ann=dog, Bob={"quick": {"pile_points": 6_900, "hand_points": 0}})
        assert table.is_complete

    def test_the_table_says_whether_it_adds_up(self) -> None:
        whole = check(Ann=by_worth(WHOLE))
        assert whole.is_complete
        assert whole.sentence.startswith("Every card")
        part = check(Ann=by_worth({"50": 9}), Bob={"pile": {"1": 2}})
        assert not part.is_complete
        fifty = next(card for card in part.cards if card.card == "50")
        assert (fifty.expected, dict(fifty.by)) == (40, {"Ann": 9, "Bob": 2})
