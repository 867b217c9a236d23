"""A short real game on every ready-made scorecard.

Long because it plays each of them.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorecard.rules import Refusal, Sheet
from scorecard.rules.games.own_scorecard.definition_reader import read_definition
from scorecard.rules.games.own_scorecard.definitions import to_json
from scorecard.rules.games.own_scorecard.ready_declarers import BEFORE
from scorecard.rules.games.own_scorecard.ready_made import PLAIN_POINTS, READY_MADE, recognised
from scorecard.rules.sheet import entry_form, entry_form_for, rules_for
from scorecard.rules.words import lines_of, quoted
from tests.scoring import refusal_of, sheet_of

NAMES = ["Ann", "Bob", "Cy", "Di"]


def record(key: str, players: list[str], *rounds: dict[str, Any]) -> dict[str, Any]:
    return {
        "game": "own_scorecard",
        "options": {"scorecard": to_json(READY_MADE[key])},
        "players": players,
        "rounds": list(rounds),
    }


def played(key: str, players: list[str], *rounds: dict[str, Any], **more: Any) -> Sheet:
    return sheet_of(record(key, players, *rounds) | more)


def refused(key: str, players: list[str], *rounds: dict[str, Any]) -> Refusal:
    return refusal_of(record(key, players, *rounds))


def points(**numbers: int) -> dict[str, Any]:
    return {"entries": {name: {"points": number} for name, number in numbers.items()}}


def bids(**pairs: tuple[int, int]) -> dict[str, Any]:
    entries = {name: {"tricks": {"bid": bid, "made": made}} for name, (bid, made) in pairs.items()}
    return {"entries": entries}


@pytest.mark.parametrize("key", READY_MADE)
def test_what_it_says_is_a_sentence_also_when_it_comes_back_from_where_it_was_kept(
    key: str,
) -> None:
    kept = json.loads(json.dumps(to_json(READY_MADE[key])))
    rules = rules_for("own_scorecard", {"scorecard": kept})
    labels = [rules.name, rules.source, *rules.how_to_score]
    form = entry_form_for(rules, READY_MADE[key].fewest, {"scorecard": kept})
    assert form
    groups = [group for style in form.styles for group in style.groups]
    fields = [*(field for group in groups for field in group.fields), *form.round_fields]
    labels += [group.label for group in groups]
    labels += [text for field in fields for text in (field.label, field.hint)]
    assert [text for text in labels if text and not quoted(text).pattern] == []


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("gin_rummy", "For the winner; 0 for the other"),
        ("cribbage", "For the dealer; 0 for the others"),
    ],
)
def test_one_of_when_every_0_had_to_be_typed_is_known_and_asks_for_it(key: str, said: str) -> None:
    kept = json.dumps(to_json(READY_MADE[key])).replace(', "is_optional": true', "")
    kept = kept.replace('"For the winner"', '"For the winner; 0 for the other"')
    kept = kept.replace('"For the dealer"', '"For the dealer; 0 for the others"')
    definition = recognised(read_definition(json.loads(kept)))
    hints = [field.hint for field in definition.fields]
    words = next(text for text in [*hints, *lines_of(definition.notes)] if said in text)
    assert quoted(words).pattern
    form = entry_form_for(
        rules_for("own_scorecard", {"scorecard": json.loads(kept)}),
        definition.fewest,
        {"scorecard": json.loads(kept)},
    )
    assert form
    points = [field for field in form.styles[0].fields if field.kind.endswith("points")]
    assert not any(field.is_optional for field in points)
    assert not form.is_blank_zero


def test_the_words_of_one_that_was_changed_are_those_of_who_changed_it() -> None:
    kept = json.loads(json.dumps(to_json(READY_MADE["hearts"]))) | {"notes": "Ours."}
    rules = rules_for("own_scorecard", {"scorecard": kept})
    assert rules.how_to_score[-1] == "Ours."
    assert rules.how_to_score[-1].pattern == ""


@pytest.mark.parametrize("is_optional", [True, False])
def test_skat_as_it_was_worked_out_by_hand_is_known(is_optional: bool) -> None:
    kept = json.loads(json.dumps(to_json(BEFORE)))
    if not is_optional:
        del kept["fields"][0]["is_optional"]
        old = "out and is left blank, unless"
        kept["notes"] = kept["notes"].replace(old, "out: type 0, unless")
    definition = recognised(read_definition(kept))
    words = [definition.name, definition.fields[0].hint, *lines_of(definition.notes)]
    assert [text for text in words if not quoted(text).pattern] == []


def test_canasta_without_the_four_red_threes_that_count_against_is_known() -> None:
    kept = to_json(READY_MADE["canasta"])
    kept["fields"] = [own for own in kept["fields"] if own["key"] != "all_red_against"]
    assert quoted(recognised(read_definition(kept)).fields[0].label).pattern


def test_tarot_with_less_said_of_a_failed_slam_is_known() -> None:
    kept = to_json(READY_MADE["tarot"])
    kept["notes"] = str(kept["notes"]).replace(", or 200 if the contract was lost as well", "")
    assert all(quoted(line).pattern for line in lines_of(recognised(read_definition(kept)).notes))


def test_one_kept_with_straight_apostrophes_is_known() -> None:
    kept = json.dumps(to_json(READY_MADE["spades"]), ensure_ascii=False).replace("’", "'")
    assert recognised(read_definition(json.loads(kept))) == READY_MADE["spades"]
    assert "'" in kept


def test_there_are_fifteen_and_plain_points_come_first() -> None:
    assert len(READY_MADE) == 15
    assert next(iter(READY_MADE.values())) is PLAIN_POINTS


@pytest.mark.parametrize("key", READY_MADE)
class TestEveryOne:
    def test_it_names_its_source_and_explains_itself(self, key: str) -> None:
        assert READY_MADE[key].source
        assert READY_MADE[key].notes

    def test_it_is_the_same_after_writing_and_reading(self, key: str) -> None:
        assert read_definition(to_json(READY_MADE[key])) == READY_MADE[key]

    def test_its_form_can_be_typed_with_few_and_many(self, key: str) -> None:
        definition = READY_MADE[key]
        for seats in (definition.fewest, definition.most):
            form = entry_form(record(key, [f"P{seat}" for seat in range(seats)]))
            assert len(form.players) == (definition.sides or seats) * bool(form.styles)
            assert form.styles[0].fields if form.styles else form.round_fields

    def test_it_is_a_game_of_its_own_name(self, key: str) -> None:
        rules = rules_for("own_scorecard", {"scorecard": to_json(READY_MADE[key])})
        assert rules.name == READY_MADE[key].name
        assert READY_MADE[key].source == rules.source


class TestWizard:
    def test_only_exactly_the_bid_is_made(self) -> None:
        first = bids(Ann=(1, 1), Bob=(0, 0), Cy=(1, 0))
        second = bids(Ann=(0, 2), Bob=(0, 0), Cy=(2, 0))
        sheet = played("wizard", NAMES[:3], first, second)
        assert sheet.round_scores == (
            {"Ann": 30, "Bob": 20, "Cy": -10},
            {"Ann": -20, "Bob": 20, "Cy": -20},
        )

    def test_each_round_has_one_trick_more(self) -> None:
        first = bids(Ann=(1, 1), Bob=(0, 0), Cy=(0, 0))
        game = record("wizard", NAMES[:3], first)
        assert entry_form(game).styles[0].fields[0].high == 2
        sheet = sheet_of(game, open_round={"entries": {"Ann": {"tricks": {"bid": 2}}}})
        assert sheet.open_round
        assert sheet.open_round.hint == "Tricks: 2 of 2 bid"
        too_many = refused("wizard", NAMES[:3], first, bids(Ann=(1, 1), Bob=(1, 2), Cy=(0, 0)))
        assert too_many.code == "bad_trick_count"
        too_high = refused("wizard", NAMES[:3], first, bids(Ann=(3, 1), Bob=(1, 1), Cy=(0, 0)))
        assert too_high.message == "Ann’s Tricks (bid) must be from 0 to 2, not 3."


class TestHearts:
    def test_the_lowest_wins_once_somebody_has_100(self) -> None:
        sheet = played(
            "hearts",
            NAMES,
            points(Ann=13, Bob=10, Cy=3, Di=0),
            points(Ann=0, Bob=26, Cy=26, Di=26),
            points(Ann=5, Bob=21, Cy=0, Di=0),
            points(Ann=1, Bob=25, Cy=0, Di=0),
            points(Ann=1, Bob=18, Cy=7, Di=0),
        )
        assert sheet.totals == {"Ann": 20, "Bob": 100, "Cy": 36, "Di": 26}
        assert sheet.status == "finished"
        assert sheet.winners == ("Ann",)

    def test_a_hand_has_26_points(self) -> None:
        error = refused("hearts", NAMES, points(Ann=13, Bob=10, Cy=3, Di=1))
        assert error.code == "bad_points_split"
        assert "26" in error.message
        assert "27" in error.message

    def test_the_moon_is_shot_against_everybody_else(self) -> None:
        assert refused("hearts", NAMES, points(Ann=0, Bob=26, Cy=26, Di=0)).round == 1

    def test_nobody_has_more_than_26(self) -> None:
        error = refused("hearts", NAMES[:3], points(Ann=27, Bob=0, Cy=0))
        assert error.code == "points_not_possible"


class TestSpades:
    def test_bids_bags_and_a_nil(self) -> None:
        first = bids(Ann=(6, 8), Bob=(5, 5))
        second = bids(Ann=(4, 3), Bob=(9, 10))
        second["entries"]["Bob"]["nil"] = {"made": 1}
        second["entries"]["Ann"]["bags"] = True
        sheet = played("spades", NAMES, first, second)
        assert sheet.round_scores == ({"A": 62, "B": 50}, {"A": -140, "B": 191})
        assert sheet.sides == {"A": ("Ann", "Cy"), "B": ("Bob", "Di")}

    def test_500_wins(self) -> None:
        grand = bids(Ann=(13, 13), Bob=(0, 0))
        sheet = played("spades", NAMES, grand, grand, grand, grand)
        assert sheet.winners == ("A",)
        assert "Ann & Cy win with 520 points" in sheet.reason

    def test_13_tricks_are_taken(self) -> None:
        error = refused("spades", NAMES, bids(Ann=(6, 8), Bob=(5, 4)))
        assert error.code == "bad_trick_count"
        assert "13" in error.message


class TestGinRummy:
    def test_gin_and_an_undercut(self) -> None:
        sheet = played(
            "gin_rummy",
            ["Ann", "Bob"],
            {"entries": {"Ann": {"difference": 31, "gin": True}, "Bob": {}}},
            {"entries": {"Ann": {"difference": 0}, "Bob": {"difference": 3, "undercut": True}}},
            {"entries": {"Ann": {"difference": 44}, "Bob": {"difference": 0}}},
        )
        assert sheet.round_scores[:2] == ({"Ann": 56, "Bob": 0}, {"Ann": 0, "Bob": 28})
        assert sheet.totals == {"Ann": 100, "Bob": 28}
        assert sheet.winners == ("Ann",)


class TestRummy500:
    def test_what_is_held_counts_against(self) -> None:
        sheet = played(
            "rummy_500",
            NAMES[:3],
            {
                "entries": {
                    "Ann": {"melds": 87, "hand": 90},
                    "Bob": {"melds": 120},
                    "Cy": {"melds": 0, "hand": 45},
                }
            },
        )
        assert sheet.totals == {"Ann": -3, "Bob": 120, "Cy": -45}
        assert sheet.status == "in_progress"


class TestCanasta:
    def test_a_deal_with_everything(self) -> None:
        ours = {
            "melds": 640,
            "hand": 35,
            "bonus": {"natural": 1, "mixed": 2, "red_three": 4},
            "all_red": True,
            "concealed": True,
        }
        theirs = {"melds": 120, "hand": 80, "bonus": {}}
        deal = {"entries": {"Ann": ours, "Bob": theirs}, "out": "Cy"}
        sheet = played("canasta", NAMES, deal)
        # 640 − 35 + 500 + 600 + 800 + 200 for going out concealed.
        assert sheet.totals == {"A": 2_705, "B": 40}
        assert sheet.stories == ("Went out: Cy.",)

    def test_all_four_red_threes_count_800_against_a_side_that_melded_nothing(self) -> None:
        against = {"melds": 0, "bonus": {"red_three_against": 4}, "all_red_against": True}
        entries = {"Ann": against, "Bob": {"melds": 120, "bonus": {}}}
        sheet = played("canasta", NAMES, {"entries": entries, "out": None})
        assert sheet.totals == {"A": -800, "B": 120}

    def test_there_are_four_red_threes(self) -> None:
        entries = {
            name: {"melds": 0, "hand": 0, "bonus": {"red_three": number}}
            for name, number in (("Ann", 3), ("Bob", 2))
        }
        error = refused("canasta", NAMES, {"entries": entries, "out": None})
        assert error.code == "deck_exceeded"
        assert "Red three" in error.message


class TestCribbage:
    def test_121_wins(self) -> None:
        deal = {
            "entries": {
                "Ann": {"play": 9, "hand": 12, "crib": 8},
                "Bob": {"play": 5, "hand": 8},
            }
        }
        assert played("cribbage", ["Ann", "Bob"], *[deal] * 4).status == "in_progress"
        sheet = played("cribbage", ["Ann", "Bob"], *[deal] * 5)
        assert sheet.totals == {"Ann": 145, "Bob": 65}
        assert sheet.winners == ("Ann",)

    def test_no_hand_has_30(self) -> None:
        entries = {name: {"play": 0, "hand": 30, "crib": 0} for name in ("Ann", "Bob")}
        error = refused("cribbage", ["Ann", "Bob"], {"entries": entries})
        assert "29" in error.message


class TestOhHell:
    def test_only_an_exact_bid_scores(self) -> None:
        sheet = played("oh_hell", NAMES[:3], bids(Ann=(2, 2), Bob=(0, 0), Cy=(3, 5)))
        assert sheet.totals == {"Ann": 12, "Bob": 10, "Cy": 0}
        assert sheet.between.turn == ("Bob", "deals")

    def test_it_is_stopped(self) -> None:
        sheet = played(
            "oh_hell", NAMES[:3], bids(Ann=(2, 2), Bob=(0, 1), Cy=(3, 0)), end_early=True
        )
        assert sheet.winners == ("Ann",)


class TestTenPhases:
    def test_the_tenth_phase_ends_the_game_and_the_lowest_of_those_wins(self) -> None:
        both = {
            "entries": {
                "Ann": {"phase": True, "left": {"low": 3, "wild": 1}},
                "Bob": {"phase": True},
                "Cy": {"left": {"skip": 1, "high": 2}},
            }
        }
        sheet = played("ten_phases", NAMES[:3], *[both] * 9)
        assert sheet.status == "in_progress"
        assert sheet.between.marks == {"Ann": ("9 of 10",), "Bob": ("9 of 10",), "Cy": ("0 of 10",)}
        sheet = played("ten_phases", NAMES[:3], *[both] * 10)
        assert sheet.totals == {"Ann": 400, "Bob": 0, "Cy": 350}
        assert sheet.winners == ("Bob",)
        assert sheet.ranks["Bob"] == 1
        assert sheet.extras["ticks"] == {"Ann": 10, "Bob": 10, "Cy": 0}

    def test_whoever_is_behind_does_not_win_with_fewer_points(self) -> None:
        alone = {"entries": {"Ann": {"phase": True, "left": {"low": 1}}, "Bob": {}}}
        sheet = played("ten_phases", ["Ann", "Bob"], *[alone] * 10)
        assert sheet.totals == {"Ann": 50, "Bob": 0}
        assert sheet.winners == ("Ann",)


def game(who: str, result: str = "won", **more: Any) -> dict[str, Any]:
    return {"game": {"declarer": who, "result": result} | more}


class TestSkat:
    def test_a_won_game_is_paid_once_and_a_lost_one_twice(self) -> None:
        won = game("Ann", contract="grand", number=2)
        lost = game("Bob", "lost", contract="hearts", number=3)
        null = game("Cy", contract="null")
        assert played("skat", NAMES[:3], won, lost, null, end_early=True).round_scores == (
            {"Ann": 96, "Bob": -48, "Cy": -48},
            {"Ann": 60, "Bob": -120, "Cy": 60},
            {"Ann": -23, "Bob": -23, "Cy": 46},
        )

    def test_of_four_the_dealer_sits_out(self) -> None:
        assert played("skat", NAMES, game("Bob", contract="clubs", number=2)).round_scores == (
            {"Ann": 0, "Bob": 48, "Cy": -24, "Di": -24},
        )
        error = refused("skat", NAMES, game("Ann", contract="clubs", number=2))
        assert (error.code, error.player) == ("unknown_player", "Ann")
        assert error.message == "Deal 1, Declarer: Ann deals and sits out."

    def test_by_the_list_the_points_of_seeger_and_fabian_are_besides(self) -> None:
        won = game("Ann", contract="spades", number=2)
        lost = game("Bob", "lost", contract="null_ouvert")
        assert played("skat_list", NAMES[:3], won, lost).round_scores == (
            {"Ann": 72, "Bob": 0, "Cy": 0},
            {"Ann": 40, "Bob": -142, "Cy": 40},
        )

    def test_all_may_pass(self) -> None:
        assert played("skat", NAMES[:3], {"game": {"result": "passed"}}).round_scores == (
            {"Ann": 0, "Bob": 0, "Cy": 0},
        )


class TestSchafkopf:
    def test_two_pay_two_and_a_solo_has_it_from_three(self) -> None:
        call = game("Ann", number=20, partner="Cy")
        solo = game("Di", "lost", number=50, partner=None)
        assert played("schafkopf", NAMES, call, solo).round_scores == (
            {"Ann": 20, "Bob": -20, "Cy": 20, "Di": -20},
            {"Ann": 50, "Bob": 50, "Cy": 50, "Di": -150},
        )


class TestDoppelkopf:
    def test_re_wins_or_loses_the_points_of_the_game(self) -> None:
        lost = {"re": {"declarer": "Ann", "partner": "Bob", "number": 3, "result": "lost"}}
        assert played("doppelkopf", NAMES, lost).round_scores == (
            {"Ann": -3, "Bob": -3, "Cy": 3, "Di": 3},
        )

    def test_the_losers_may_have_more_special_points(self) -> None:
        won = {"re": {"declarer": "Ann", "partner": None, "number": -1, "result": "won"}}
        assert played("doppelkopf", NAMES, won).totals == {"Ann": -3, "Bob": 1, "Cy": 1, "Di": 1}


class TestTarot:
    """Figures: (25 + difference) × contract, for each defender; the partner has one part."""

    def contract(self, result: str, **more: Any) -> dict[str, Any]:
        return {"contract": {"declarer": "Ann", "result": result, "contract": "garde"} | more}

    def test_four_play_against_the_taker(self) -> None:
        assert played("tarot", NAMES, self.contract("won", number=9, plus=20)).round_scores == (
            {"Ann": 264, "Bob": -88, "Cy": -88, "Di": -88},
        )

    def test_five_play_with_a_partner(self) -> None:
        names = [*NAMES, "Eve"]
        assert played(
            "tarot", names, self.contract("lost", number=4, partner="Eve")
        ).round_scores == ({"Ann": -116, "Bob": 58, "Cy": 58, "Di": 58, "Eve": -58},)

    def test_an_announced_slam_that_fails_costs_more_than_the_contract(self) -> None:
        failed = self.contract("won", number=20, plus=-200)
        assert played("tarot", NAMES[:3], failed).totals == {"Ann": -220, "Bob": 110, "Cy": 110}

    def test_one_that_fails_with_its_contract_costs_as_much_more(self) -> None:
        failed = self.contract("lost", number=20, plus=200)
        assert played("tarot", NAMES[:3], failed).totals == {"Ann": -580, "Bob": 290, "Cy": 290}
        notes = str(READY_MADE["tarot"].notes)
        assert "−200 if it failed, or 200 if the contract was lost as well" in notes

    def test_the_petit_of_the_losers_makes_it_less(self) -> None:
        assert played("tarot", NAMES[:3], self.contract("won", number=-10)).round_scores == (
            {"Ann": 60, "Bob": -30, "Cy": -30},
        )


class TestPlainPoints:
    def test_the_highest_leads_until_it_is_stopped(self) -> None:
        rounds = points(Ann=12, Bob=7), points(Ann=-5, Bob=4)
        assert played("plain_points", NAMES[:2], *rounds).status == "in_progress"
        sheet = played("plain_points", NAMES[:2], *rounds, end_early=True)
        assert sheet.totals == {"Ann": 7, "Bob": 11}
        assert sheet.winners == ("Bob",)
