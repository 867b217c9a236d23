"""Brownie Points, paragraph by paragraph: worked examples, a whole game, every refusal.

Long because it follows all rules of one game, in their order.
"""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from scorecard.rules import Sheet, score
from scorecard.rules.core import History
from scorecard.rules.games.brownie_points.basics import BOX, RANKS
from scorecard.rules.games.brownie_points.game import RULES
from scorecard.rules.sheet import entry_form
from tests.scoring import CardTable, refusal_of, sheet_of

ALL_RANKS = dict.fromkeys(RANKS, 8)
WHOLE_DECK = {**ALL_RANKS, "game_changer": 1, "dog_house": 5, "nope": 3}


class EntriesByName(CardTable):
    def record(self, *rounds: Any, **more: Any) -> dict[str, Any]:
        """Return a record of rounds given as entries by name."""
        whole = [given if "entries" in given else {"entries": given} for given in rounds]
        return super().record(*whole, **more)


SEATED = EntriesByName("brownie_points", ("Ann", "Bob"))
record, scored, refused = SEATED.record, SEATED.scored, SEATED.refused


def points_of(entry: dict[str, Any], **options: Any) -> int:
    """Return what Ann's entry scores while Bob has nothing."""
    return scored({"Ann": entry, "Bob": {}}, **options).round_scores[0]["Ann"]


def codes(sheet: Sheet, number: int = 1) -> list[str]:
    return [warning.code for warning in sheet.warnings if warning.round == number]


def direct(**scores: int) -> dict[str, Any]:
    return {name: {"score": points} for name, points in scores.items()}


class TestCardWorth:
    @pytest.mark.parametrize(
        ("card", "in_pile", "in_hand"),
        [
            *((rank, 50, -50) for rank in "12345"),
            *((rank, 100, -100) for rank in "6789"),
            ("10", 150, -150),
            ("game_changer", 500, -500),
            ("dog_house", 0, -500),
            ("nope", 0, 0),
        ],
    )
    def test_a_card_counts_in_the_pile_and_against_the_hand(
        self, card: str, in_pile: int, in_hand: int
    ) -> None:
        assert points_of({"pile": {card: 1}}) == in_pile
        assert points_of({"hand": {card: 1}}) == in_hand

    def test_four_tens_and_a_run_of_one_to_four_are_worth_800(self) -> None:
        assert points_of({"pile": {"10": 4, "1": 1, "2": 1, "3": 1, "4": 1}}) == 800

    def test_all_ranks_are_worth_6400_and_6900_with_the_game_changer(self) -> None:
        assert points_of({"pile": ALL_RANKS}) == 6_400
        assert points_of({"pile": WHOLE_DECK}) == 6_900

    def test_every_dog_house_in_hand_costs_its_price(self) -> None:
        assert points_of({"hand": {"dog_house": 3}}) == -1_500

    def test_squirts_costs_100(self) -> None:
        assert points_of({"pile": {"6": 2}, "squirts": 1}) == 100

    def test_nothing_scores_nothing(self) -> None:
        assert points_of({}) == 0

    def test_the_round_adds_up_as_the_deck_says(self) -> None:
        # 6,900 − 2 × (points in hands) − 500 × (Dog Houses in hands) − 100 × (Squirts held).
        ann = {"pile": {**ALL_RANKS, "7": 5, "game_changer": 1, "nope": 3}, "squirts": 1}
        bob = {"hand": {"7": 3, "dog_house": 2}, "pile": {"dog_house": 3}}
        sheet = scored({"Ann": ann, "Bob": bob})
        assert sum(sheet.round_scores[0].values()) == 6_900 - 2 * 300 - 500 * 2 - 100
        assert sheet.warnings == ()


class TestKnockedOut:
    PILE_AND_HAND: ClassVar[dict[str, Any]] = {
        "pile": {"10": 2, "dog_house": 1, "nope": 1},
        "hand": {"6": 1, "dog_house": 1},
    }

    def test_only_the_pile_changes_sign(self) -> None:
        # −300 for the pile, −600 for the hand, −100 for Squirts.
        assert points_of({**self.PILE_AND_HAND, "knocked_out": True}) == -1_000

    def test_ticking_out_ticks_squirts(self) -> None:
        sheet = scored({"Ann": {"knocked_out": True}, "Bob": {}})
        assert sheet.round_scores[0]["Ann"] == -100
        assert "knocked_out_without_squirts" not in codes(sheet)

    def test_squirts_may_have_been_passed_on(self) -> None:
        ann = {**self.PILE_AND_HAND, "knocked_out": True, "squirts": 0}
        sheet = scored({"Ann": ann, "Bob": {"squirts": 1}})
        assert sheet.round_scores[0] == {"Ann": -900, "Bob": -100}
        assert "knocked_out_without_squirts" in codes(sheet)

    def test_a_total_above_zero_is_asked_about(self) -> None:
        sheet = scored({"Ann": {"score": 200, "knocked_out": True}, "Bob": {"score": 50}})
        assert sheet.round_scores[0]["Ann"] == 200
        (warning,) = sheet.warnings
        assert warning.code == "knocked_out_above_zero"
        assert warning.message == (
            "Ann is knocked out, so the pile counts as minus, but you entered +200."
        )
        open_round = {"entries": {"Ann": {"score": 200, "knocked_out": True}}}
        looked_at = sheet_of(record(), open_round=open_round)
        assert looked_at.open_round
        assert looked_at.open_round.notes == {"Ann": warning.message}
        assert looked_at.open_round.faults == ("Ann",)
        sheet = scored({"Ann": {"score": -200, "knocked_out": True}, "Bob": {"score": 50}})
        assert not sheet.warnings

    def test_two_can_be_knocked_out_with_one_card(self) -> None:
        ann = {"knocked_out": True, "squirts": 0}
        sheet = scored({"Ann": ann, "Bob": {"knocked_out": True}})
        assert sheet.round_scores[0] == {"Ann": 0, "Bob": -100}

    def test_two_who_both_claim_the_card_are_refused(self) -> None:
        refusal = refused({"Ann": {"knocked_out": True}, "Bob": {"knocked_out": True}})
        assert refusal.code == "squirts_exceeded"

    def test_quick_sums_change_sign_alike(self) -> None:
        quick = {"pile_points": 300, "hand_points": 600}
        assert points_of({"quick": quick, "knocked_out": True}) == -1_000

    def test_a_knock_out_lasts_one_round(self) -> None:
        ann = {"pile": {"10": 2}, "knocked_out": True}
        sheet = scored({"Ann": ann, "Bob": {}}, {"Ann": {"pile": {"10": 2}}, "Bob": {}})
        assert [scores["Ann"] for scores in sheet.round_scores] == [-400, 300]

    @pytest.mark.parametrize(
        ("options", "points"),
        [
            ({"ko_hand": "ignored"}, -400),
            ({"ko_squirts": "twice"}, -1_100),
            ({"ko_squirts": "waived"}, -900),
            ({"ko_hand": "ignored", "ko_squirts": "waived"}, -300),
            ({"squirts_value": 250}, -1_150),
        ],
    )
    def test_house_rules_say_what_still_counts(self, options: dict[str, Any], points: int) -> None:
        assert points_of({**self.PILE_AND_HAND, "knocked_out": True}, **options) == points

    def test_those_house_rules_leave_everybody_else_alone(self) -> None:
        options = {"ko_hand": "ignored", "ko_squirts": "twice"}
        assert points_of({**self.PILE_AND_HAND, "squirts": 1}, **options) == 300 - 600 - 100


class TestEntryStyles:
    def test_a_round_may_mix_all_three(self) -> None:
        sheet = scored(
            {
                "Ann": {"pile": {"10": 2}, "hand": {"1": 1}},
                "Bob": {"quick": {"pile_points": 450, "hand_points": 100}, "squirts": 1},
                "Cy": {"score": -350},
            },
            players=["Ann", "Bob", "Cy"],
        )
        assert sheet.round_scores[0] == {"Ann": 250, "Bob": 250, "Cy": -350}

    def test_a_direct_score_already_contains_what_is_noted_beside_it(self) -> None:
        assert points_of({"score": 300, "squirts": 1, "knocked_out": True}) == 300

    def test_squirts_noted_beside_a_direct_score_is_not_free_for_others(self) -> None:
        refusal = refused({"Ann": {"score": 300, "squirts": 1}, "Bob": {"squirts": 1}})
        assert refusal.code == "squirts_exceeded"

    def test_a_missing_sum_is_zero(self) -> None:
        assert points_of({"quick": {"pile_points": 100}}) == 100

    @pytest.mark.parametrize(
        "entry",
        [
            {"score": 100, "pile": {"1": 2}},
            {"quick": {"pile_points": 50}, "hand": {}},
            {"scor": 100},
            {"quick": {"pile": 50}},
            {"knocked_out": 1},
            {"knocked_out": None},
            {"quick": 50},
            {"pile": [1, 2]},
            {"pile": None},
            [],
            "450",
            450,
            None,
        ],
    )
    def test_what_fits_no_style_is_refused_and_named(self, entry: Any) -> None:
        refusal = refused({"Ann": entry, "Bob": {}})
        assert refusal.code == "malformed"
        assert refusal.round == 1
        assert "Ann" in refusal.message


class TestTarget:
    @pytest.mark.parametrize(
        ("players", "deck", "target"),
        [
            (2, "base", 15_000),
            (4, "base", 15_000),
            (5, "base", 10_000),
            (8, "base_plus_wild", 10_000),
            (4, "base_plus_wild", 15_000),
            (5, "expansion", 15_000),
            (12, "expansion", 15_000),
        ],
    )
    def test_the_target_depends_on_players_and_deck(
        self, players: int, deck: str, target: int
    ) -> None:
        names = [f"P{seat}" for seat in range(players)]
        assert scored(players=names, deck=deck).extras["target"] == target

    def test_exactly_the_target_is_enough(self) -> None:
        sheet = scored(direct(Ann=1_000, Bob=200), target=1_000)
        assert sheet.status == "finished"
        assert sheet.winners == ("Ann",)
        assert "1,000" in sheet.reason

    def test_of_several_at_the_target_the_highest_wins_not_the_first_seat(self) -> None:
        sheet = scored(direct(Ann=1_000, Bob=1_050), target=1_000)
        assert sheet.winners == ("Bob",)

    def test_a_tie_is_shared(self) -> None:
        sheet = scored(direct(Ann=1_000, Bob=1_000), target=1_000)
        assert sheet.status == "finished"
        assert sheet.winners == ("Ann", "Bob")

    def test_with_play_on_a_tie_goes_on_until_one_leads(self) -> None:
        tied = direct(Ann=1_000, Bob=1_000, Cy=900)
        options = {"target": 1_000, "tie": "play_on", "players": ["Ann", "Bob", "Cy"]}
        assert scored(tied, **options).status == "in_progress"
        overtaken = scored(tied, direct(Ann=0, Bob=0, Cy=150), **options)
        assert overtaken.status == "finished"
        assert overtaken.winners == ("Cy",)

    def test_with_play_on_a_single_leader_ends_at_once(self) -> None:
        sheet = scored(direct(Ann=1_050, Bob=1_000), target=1_000, tie="play_on")
        assert sheet.winners == ("Ann",)

    def test_a_round_after_the_end_is_refused_and_the_rest_kept(self) -> None:
        rounds = [direct(Ann=600, Bob=200), direct(Ann=500, Bob=300), direct(Ann=100, Bob=100)]
        refusal = refused(*rounds, target=1_000)
        assert (refusal.code, refusal.round) == ("game_over", 3)
        assert refusal.kept.totals == {"Ann": 1_100, "Bob": 500}
        assert refusal.kept.status == "finished"

    def test_totals_may_be_negative(self) -> None:
        assert scored(direct(Ann=-500, Bob=50), direct(Ann=-500, Bob=50)).totals["Ann"] == -1_000


class TestEndGame:
    def ended(self, *rounds: dict[str, Any], **options: Any) -> Sheet:
        return sheet_of({**record(*rounds, **options), "end_early": True})

    def test_the_highest_total_wins(self) -> None:
        sheet = self.ended(direct(Ann=300, Bob=250))
        assert (sheet.status, sheet.winners) == ("ended_early", ("Ann",))

    def test_a_tie_is_shared_even_with_play_on(self) -> None:
        sheet = self.ended(direct(Ann=300, Bob=300), tie="play_on")
        assert sheet.winners == ("Ann", "Bob")

    def test_without_a_round_nobody_wins(self) -> None:
        sheet = self.ended()
        assert (sheet.status, sheet.winners) == ("ended_early", ())

    def test_a_finished_game_stays_finished(self) -> None:
        assert self.ended(direct(Ann=1_000, Bob=0), target=1_000).status == "finished"


class TestCorrections:
    ROUNDS = (direct(Ann=600, Bob=200), direct(Ann=500, Bob=300))

    def edited(self, *edits: dict[str, Any], **options: Any) -> dict[str, Any]:
        return {**record(*self.ROUNDS, **options), "edits": list(edits)}

    def test_a_correction_rescores_the_game(self) -> None:
        result = sheet_of(self.edited({"round": 1, "with": {"entries": direct(Ann=100, Bob=200)}}))
        assert result.totals == {"Ann": 600, "Bob": 500}

    def test_a_correction_can_reopen_a_finished_game(self) -> None:
        edit = {"round": 2, "with": {"entries": direct(Ann=100, Bob=300)}}
        result = sheet_of(self.edited(edit, target=1_000))
        assert (result.status, result.winners) == ("in_progress", ())

    def test_a_refused_correction_keeps_the_old_entry_and_the_edits_before(self) -> None:
        good = {"round": 1, "with": {"entries": direct(Ann=50, Bob=200)}}
        bad = {"round": 2, "with": {"entries": direct(Ann=75, Bob=300)}}
        result = refusal_of(self.edited(good, bad))
        assert (result.edit, result.round, result.code) == (2, None, "points_not_possible")
        assert result.to_json()["error"]["edit"] == 2
        assert result.kept.totals == {"Ann": 550, "Bob": 500}

    def test_rounds_after_an_end_moved_forward_are_marked_and_do_not_count(self) -> None:
        result = sheet_of(
            self.edited({"round": 1, "with": {"entries": direct(Ann=200, Bob=1_050)}}, target=1_000)
        )
        assert result.status == "finished"
        assert result.winners == ("Bob",)
        assert result.after_end == (2,)
        assert result.totals == {"Ann": 200, "Bob": 1_050}
        assert result.round_scores[1] == {"Ann": 500, "Bob": 300}

    @pytest.mark.parametrize("number", [0, 3, 10**30])
    def test_a_round_that_is_not_there_cannot_be_corrected(self, number: int) -> None:
        result = refusal_of(self.edited({"round": number, "with": {"entries": {}}}))
        assert (result.edit, result.code) == (1, "malformed")

    @pytest.mark.parametrize("edit", [{"round": 1}, {}, None, 7, {"round": "1", "with": {}}])
    def test_half_a_correction_is_refused(self, edit: Any) -> None:
        assert refusal_of(self.edited(edit)).edit == 1

    def test_a_record_may_ask_to_keep_rounds_after_the_end(self) -> None:
        rounds = [direct(Ann=1_000, Bob=0), direct(Ann=0, Bob=500)]
        result = sheet_of({**record(*rounds, target=1_000), "keep_after_end": True})
        assert result.after_end == (2,)


class TestPlayers:
    @pytest.mark.parametrize(
        ("count", "deck", "limit"), [(1, "base", "2"), (9, "base", "8"), (13, "expansion", "12")]
    )
    def test_too_few_or_too_many_are_refused(self, count: int, deck: str, limit: str) -> None:
        refusal = refused(players=[f"P{seat}" for seat in range(count)], deck=deck)
        assert (refusal.code, refusal.round) == ("player_count", 0)
        assert limit in refusal.message
        assert refusal.kept.totals == {}

    def test_names_are_trimmed(self) -> None:
        assert list(scored(players=[" Ann ", "Bob\t"]).totals) == ["Ann", "Bob"]

    @pytest.mark.parametrize("name", ["", "  ", "\u200b", 5, None, ["Ann"]])
    def test_a_blank_name_is_refused(self, name: Any) -> None:
        refusal = refused(players=["Ann", name])
        assert (refusal.code, refusal.round) == ("blank_name", 0)

    @pytest.mark.parametrize("twin", ["Ann", " ann ", "ANN"])
    def test_the_same_name_twice_is_refused(self, twin: str) -> None:
        refusal = refused(players=["Ann", "Bob", twin])
        assert refusal.code == "duplicate_name"
        assert twin.strip() in refusal.message

    def test_a_missing_entry_is_refused_and_named(self) -> None:
        refusal = refused({"Ann": {}})
        assert (refusal.code, refusal.round) == ("missing_entry", 1)
        assert "Bob" in refusal.message

    def test_an_unknown_player_is_refused_and_named(self) -> None:
        refusal = refused({"Ann": {}, "Bob": {}, "Zed": {}})
        assert refusal.code == "unknown_player"
        assert "Zed" in refusal.message

    def test_twelve_play_with_the_expansion_and_any_script_is_a_name(self) -> None:
        names = [
            "Ann",
            "Ωμέγα",
            "Лев",
            "李",
            "🍫",
            "<script>",
            "محمد",
            "Zoë",
            "O'Neill",
            "नेहा",
            "J",
            "K",
        ]
        assert len(scored(players=names, deck="expansion").totals) == 12


class TestPlayersWhoLeave:
    def left(self, *rounds: dict[str, Any], **left: int) -> dict[str, Any]:
        return {**record(*rounds, players=["Ann", "Bob", "Cy"]), "left": left}

    def test_they_keep_their_total_and_are_out_of_later_rounds(self) -> None:
        result = sheet_of(self.left(direct(Ann=100, Bob=200, Cy=300), direct(Ann=50, Bob=50), Cy=1))
        assert result.totals == {"Ann": 150, "Bob": 250, "Cy": 300}
        assert result.round_scores[1] == {"Ann": 50, "Bob": 50}

    def test_who_has_left_is_not_asked_for_the_next_round(self) -> None:
        names = ["Ann", "Bob", "Cy"]
        played = record(direct(Ann=0, Bob=0, Cy=0), players=names)
        assert entry_form({**played, "left": {"Bob": 1}}).players == ("Ann", "Cy")
        assert entry_form({**played, "left": {"Bob": 2}}).players == ("Ann", "Bob", "Cy")

    def test_an_entry_after_leaving_is_refused(self) -> None:
        result = refusal_of(self.left(direct(Ann=0, Bob=0, Cy=0), Cy=0))
        assert result.code == "unknown_player"
        assert "left" in result.message

    def test_they_are_not_asked_who_went_out(self) -> None:
        hands = {"Ann": {"hand": {"1": 1}}, "Bob": {"hand": {}}}
        result = sheet_of(self.left(direct(Ann=0, Bob=0, Cy=0), hands, Cy=1))
        assert "nobody_went_out" not in codes(result, 2)

    def test_somebody_unknown_cannot_leave(self) -> None:
        result = refusal_of({**record(), "left": {"Zed": 1}})
        assert (result.code, result.round) == ("unknown_player", 0)


class TestNumbers:
    @pytest.mark.parametrize("value", [2.5, 2.0, "2", True, None, [2], {"n": 2}])
    @pytest.mark.parametrize(
        "entry",
        [
            lambda value: {"pile": {"3": value}},
            lambda value: {"hand": {"dog_house": value}},
            lambda value: {"squirts": value},
            lambda value: {"quick": {"pile_points": value}},
            lambda value: {"quick": {"hand_points": value}},
            lambda value: {"score": value},
        ],
    )
    def test_only_whole_numbers_count(self, entry: Any, value: Any) -> None:
        refusal = refused({"Ann": entry(value), "Bob": {}})
        assert refusal.code == "not_whole_number"
        assert "Ann" in refusal.message

    @pytest.mark.parametrize(
        "entry",
        [
            {"pile": {"3": -2}},
            {"hand": {"nope": -1}},
            {"squirts": -1},
            {"quick": {"pile_points": -50}},
            {"quick": {"hand_points": -50}},
        ],
    )
    def test_only_a_direct_score_may_be_negative(self, entry: dict[str, Any]) -> None:
        refusal = refused({"Ann": entry, "Bob": {}})
        assert refusal.code == "negative_number"
        assert "Ann" in refusal.message

    @pytest.mark.parametrize(
        ("entry", "code"),
        [
            ({"pile": {"3": 10**30}}, "deck_exceeded"),
            ({"squirts": 10**30}, "squirts_exceeded"),
            ({"quick": {"pile_points": 10**30}}, "points_not_possible"),
            ({"score": 10**30}, "points_not_possible"),
            ({"score": -(10**30)}, "points_not_possible"),
        ],
    )
    def test_huge_numbers_are_refused_in_a_sentence(self, entry: dict[str, Any], code: str) -> None:
        refusal = refused({"Ann": entry, "Bob": {}})
        assert refusal.code == code
        assert len(refusal.message) < 200


class TestDeck:
    def test_a_card_counted_too_often_is_named_with_who_counted_it(self) -> None:
        refusal = refused({"Ann": {"pile": {"7": 5}}, "Bob": {"hand": {"7": 4}}})
        assert (refusal.code, refusal.item) == ("deck_exceeded", "7")
        for word in ("7", "8", "9", "Ann 5", "Bob 4"):
            assert word in refusal.message

    def test_pile_and_hand_of_one_player_come_from_the_same_deck(self) -> None:
        assert refused({"Ann": {"pile": {"7": 5}, "hand": {"7": 4}}, "Bob": {}}).item == "7"

    def test_quick_players_contribute_no_cards(self) -> None:
        quick = {"quick": {"pile_points": 800}}
        assert isinstance(score(record({"Ann": {"pile": {"7": 8}}, "Bob": quick})), Sheet)

    @pytest.mark.parametrize("card", ["wild", "11", "0", "squirts", "Dog House", ""])
    def test_a_card_of_another_deck_is_unknown(self, card: str) -> None:
        refusal = refused({"Ann": {"pile": {card: 1}}, "Bob": {}})
        assert refusal.code == "unknown_card"
        assert "Ann" in refusal.message

    def test_the_wild_card_is_worth_500_and_there_is_one(self) -> None:
        wild = {"deck": "base_plus_wild"}
        assert points_of({"pile": {"wild": 1}}, **wild) == 500
        assert points_of({"hand": {"wild": 1}}, **wild) == -500
        assert points_of({"pile": {"wild": 1}}, wild_value=750, **wild) == 750
        refusal = refused({"Ann": {"pile": {"wild": 1}}, "Bob": {"hand": {"wild": 1}}}, **wild)
        assert refusal.code == "deck_exceeded"

    def test_more_squirts_than_exist_are_refused(self) -> None:
        refusal = refused({"Ann": {"squirts": 1}, "Bob": {"squirts": 1}})
        assert (refusal.code, refusal.item) == ("squirts_exceeded", "squirts")
        assert "Ann" in refusal.message
        assert "Bob" in refusal.message

    def test_a_group_may_play_with_more_squirts(self) -> None:
        assert points_of({"squirts": 2}, squirts_cards=2) == -200

    def test_an_unknown_expansion_deck_is_not_checked_but_warned_about(self) -> None:
        players = [f"P{seat}" for seat in range(5)]
        entries = {name: {"pile": {"7": 9}} for name in players}
        sheet = scored(entries, players=players, deck="expansion")
        assert [(w.round, w.code) for w in sheet.warnings] == [(0, "deck_unverified")]

    def test_a_typed_in_expansion_deck_is_checked(self) -> None:
        players = [f"P{seat}" for seat in range(5)]
        options = {"players": players, "deck": "expansion", "deck_counts": {"7": 12}}
        entries: dict[str, Any] = {name: {"pile": {}} for name in players}
        fits = scored({**entries, "P0": {"pile": {"7": 12}}}, **options)
        assert codes(fits, 0) == []
        assert refused({**entries, "P0": {"pile": {"7": 13}}}, **options).code == "deck_exceeded"

    def test_a_small_table_is_warned_of_the_expansion(self) -> None:
        assert "expansion_not_recommended" in codes(scored(deck="expansion"), 0)


class TestPoints:
    @pytest.mark.parametrize(
        ("entry", "item"),
        [
            ({"quick": {"pile_points": 75}}, "quick.pile_points"),
            ({"quick": {"hand_points": 30}}, "quick.hand_points"),
            ({"score": 275}, "score"),
            ({"score": -1}, "score"),
        ],
    )
    def test_points_between_two_cards_are_refused(self, entry: dict[str, Any], item: str) -> None:
        refusal = refused({"Ann": entry, "Bob": {}})
        assert (refusal.code, refusal.item) == ("points_not_possible", item)
        assert "50" in refusal.message

    @pytest.mark.parametrize(
        ("options", "entry"),
        [
            ({"values": {"1": 25}}, {"quick": {"pile_points": 75}}),
            ({"values": {"dog_house": 60}}, {"quick": {"hand_points": 60}}),
            ({"squirts_value": 30}, {"score": -130}),
            ({"deck": "base_plus_wild", "wild_value": 33}, {"score": 83}),
        ],
    )
    def test_the_step_follows_from_the_values(
        self, options: dict[str, Any], entry: dict[str, Any]
    ) -> None:
        assert isinstance(score(record({"Ann": entry, "Bob": {}}, **options)), Sheet)

    def test_cards_worth_nothing_add_up_to_nothing(self) -> None:
        options = {"values": dict.fromkeys([*RANKS, "game_changer", "dog_house"], 0)}
        assert points_of({"quick": {"pile_points": 0}}, **options) == 0
        refusal = refused({"Ann": {"quick": {"pile_points": 50}}, "Bob": {}}, **options)
        assert refusal.code == "points_not_possible"

    @pytest.mark.parametrize(
        ("ann", "bob"),
        [
            ({"quick": {"pile_points": 5_000}}, {"quick": {"pile_points": 1_950}}),
            ({"quick": {"pile_points": 6_900}}, {"pile": {"1": 1}}),
            ({"score": 5_000}, {"score": 1_950}),
            ({"score": 6_950}, {"score": -200}),
            ({"score": 6_900}, {"quick": {"pile_points": 50}}),
            ({"quick": {"pile_points": 6_900}}, {"quick": {"hand_points": 2_550}}),
            ({"score": -9_650}, {}),
            ({"quick": {"pile_points": 6_900, "hand_points": 2_550}}, {"score": -50}),
        ],
    )
    def test_more_points_than_the_deck_holds_are_refused(
        self, ann: dict[str, Any], bob: dict[str, Any]
    ) -> None:
        refusal = refused({"Ann": ann, "Bob": bob})
        assert refusal.code == "points_not_possible"
        assert "Ann" in refusal.message

    @pytest.mark.parametrize(
        ("ann", "bob"),
        [
            ({"quick": {"pile_points": 6_900}}, {"quick": {"hand_points": 2_500}}),
            ({"score": 6_900}, {"score": -2_600}),
            ({"score": -9_500}, {"score": 0}),
            ({"quick": {"pile_points": 6_900, "hand_points": 2_500}}, {"score": -50}),
        ],
    )
    def test_the_very_most_is_accepted(self, ann: dict[str, Any], bob: dict[str, Any]) -> None:
        assert isinstance(score(record({"Ann": ann, "Bob": bob})), Sheet)


class TestWarnings:
    def test_cards_unaccounted_for_are_listed(self) -> None:
        ann = {"pile": {**WHOLE_DECK, "7": 6, "nope": 2}}
        sheet = scored({"Ann": ann, "Bob": {}})
        assert codes(sheet) == ["cards_missing"]
        assert "2 × 7" in sheet.warnings[0].message
        assert "Nope" in sheet.warnings[0].message

    def test_a_whole_deck_is_clean(self) -> None:
        assert scored({"Ann": {"pile": WHOLE_DECK}, "Bob": {}}).warnings == ()

    def test_the_wild_card_belongs_to_the_deck(self) -> None:
        sheet = scored({"Ann": {"pile": WHOLE_DECK}, "Bob": {}}, deck="base_plus_wild")
        assert "Wild Card" in sheet.warnings[0].message

    def test_a_round_stopped_early_misses_cards_and_nobody_went_out(self) -> None:
        entries = {"Ann": {"hand": {"1": 1}}, "Bob": {"hand": {"2": 1}}}
        assert scored({"entries": entries, "ended_by": "early"}).warnings == ()

    def test_one_quick_player_hides_what_is_missing(self) -> None:
        assert scored({"Ann": {"pile": {"7": 1}}, "Bob": {"quick": {}}}).warnings == ()

    @pytest.mark.parametrize(
        ("ann", "bob", "is_warned"),
        [
            ({"hand": {"1": 1}}, {"hand": {"2": 1}}, True),
            ({"hand": {"nope": 1}}, {"hand": {"2": 1}}, True),
            ({"hand": {"1": 0}}, {"hand": {"2": 1}}, False),
            ({"quick": {"hand_points": 50}}, {"quick": {"hand_points": 100}}, True),
            ({"quick": {"hand_points": 0}}, {"quick": {"hand_points": 100}}, False),
            ({"score": -50}, {"hand": {"1": 1}}, False),
        ],
    )
    def test_somebody_must_have_an_empty_hand(
        self, ann: dict[str, Any], bob: dict[str, Any], is_warned: bool
    ) -> None:
        sheet = scored({"Ann": ann, "Bob": bob})
        assert ("nobody_went_out" in codes(sheet)) is is_warned

    @pytest.mark.parametrize("ended_by", ["last_card", "slap", "dog_house", "early"])
    def test_a_round_ends_in_one_of_four_ways(self, ended_by: str) -> None:
        entries = direct(Ann=0, Bob=0)
        assert isinstance(score(record({"entries": entries, "ended_by": ended_by})), Sheet)

    @pytest.mark.parametrize("ended_by", ["draw", "", None, 3, ["slap"]])
    def test_another_ending_is_refused(self, ended_by: Any) -> None:
        refusal = refused({"entries": direct(Ann=0, Bob=0), "ended_by": ended_by})
        assert refusal.code == "bad_ending"


class TestOptions:
    @pytest.mark.parametrize(
        ("options", "code"),
        [
            ({"jackpot": 5}, "unknown_option"),
            ({"Target": 1_000}, "unknown_option"),
            ({"target": 499}, "option_out_of_range"),
            ({"target": 100_001}, "option_out_of_range"),
            ({"target": "10000"}, "option_out_of_range"),
            ({"target": 10_000.5}, "option_out_of_range"),
            ({"target": True}, "option_out_of_range"),
            ({"target": None}, "option_out_of_range"),
            ({"deck": "poker"}, "option_out_of_range"),
            ({"deck": ["base"]}, "option_out_of_range"),
            ({"squirts_value": -100}, "option_out_of_range"),
            ({"squirts_value": 1_001}, "option_out_of_range"),
            ({"squirts_cards": 0}, "option_out_of_range"),
            ({"squirts_cards": 5}, "option_out_of_range"),
            ({"wild_value": 5_001}, "option_out_of_range"),
            ({"ko_hand": "no"}, "option_out_of_range"),
            ({"ko_squirts": "thrice"}, "option_out_of_range"),
            ({"tie": ""}, "option_out_of_range"),
            ({"values": {"11": 50}}, "option_out_of_range"),
            ({"values": {"1": -50}}, "option_out_of_range"),
            ({"values": {"1": 2.5}}, "option_out_of_range"),
            ({"values": [50]}, "option_out_of_range"),
            ({"values": None}, "option_out_of_range"),
            ({"deck_counts": {"7": 100}}, "option_out_of_range"),
            ({"deck_counts": {"joker": 2}}, "option_out_of_range"),
        ],
    )
    def test_what_an_option_cannot_be_is_refused_and_named(
        self, options: dict[str, Any], code: str
    ) -> None:
        refusal = refused(**options)
        assert (refusal.code, refusal.round) == (code, 0)
        assert next(iter(options)) in (refusal.item or refusal.message)

    @pytest.mark.parametrize("options", [[], "x", 5, None])
    def test_options_are_an_object(self, options: Any) -> None:
        result = refusal_of({**record(), "options": options})
        assert result.code == "malformed"

    def test_values_change_what_cards_are_worth(self) -> None:
        options = {"values": {"5": 100, "game_changer": 1_000, "dog_house": 300}}
        assert points_of({"pile": {"5": 1, "game_changer": 1, "dog_house": 1}}, **options) == 1_100
        assert points_of({"hand": {"5": 1, "dog_house": 1}}, **options) == -400

    def test_the_box_is_as_the_leaflet_says(self) -> None:
        assert sum(BOX.values()) - BOX["wild"] + 1 == 90  # with Squirts


class TestTableCheck:
    def check(self, **entries: Any) -> Any:
        players = ["Ann", "Bob"]
        result = sheet_of(record(players=players), open_round={"entries": entries})
        assert result.open_round
        return result.open_round

    def test_it_says_who_counted_which_card(self) -> None:
        check = self.check(Ann={"pile": {"7": 5}}, Bob={"hand": {"7": 1}}).check()
        sevens = next(card for card in check.cards if card.card == "7")
        assert (sevens.expected, sevens.counted, dict(sevens.by)) == (8, 6, {"Ann": 5, "Bob": 1})

    def test_a_whole_deck_adds_up(self) -> None:
        check = self.check(Ann={"pile": WHOLE_DECK}, Bob={}).check()
        assert check.is_complete
        assert "89" in check.sentence

    def test_quick_sums_are_checked_by_points(self) -> None:
        whole = self.check(
            Ann={"quick": {"pile_points": 6_000}},
            Bob={"quick": {"pile_points": 500, "hand_points": 400}},
        ).check()
        assert whole.is_complete
        short = self.check(Ann={"quick": {"pile_points": 6_000}}, Bob={"quick": {}}).check()
        assert not short.is_complete
        assert "900" in short.sentence

    def test_dog_houses_in_quick_hands_count_on_top(self) -> None:
        entries = {
            "Ann": {"quick": {"pile_points": 6_900}},
            "Bob": {"quick": {"hand_points": 1_000}},
        }
        assert self.check(**entries).check().is_complete

    def test_a_direct_score_says_nothing_of_cards(self) -> None:
        assert self.check(Ann={"score": 100}, Bob={}).check().sentence == ""

    def test_an_unknown_deck_is_not_checked(self) -> None:
        result = sheet_of(record(deck="expansion"), open_round={"entries": {"Ann": {}}})
        assert result.open_round
        assert result.open_round.check() is None

    def test_the_open_round_knows_who_is_missing_and_what_is_in(self) -> None:
        looked = self.check(Ann={"pile": {"10": 2}})
        assert looked.awaited.players == ("Bob",)
        assert looked.scores == {"Ann": 300}
        assert looked.warnings == ()


class TestForm:
    """A phone adds up a count from the form's data alone; it must come to what the rules say."""

    @pytest.mark.parametrize(
        "options",
        [
            {},
            {"ko_hand": "ignored", "ko_squirts": "twice"},
            {"deck": "base_plus_wild", "wild_value": 700, "values": {"3": 75}},
            {"squirts_value": 0, "ko_squirts": "waived"},
        ],
    )
    @pytest.mark.parametrize("is_out", [False, True])
    @pytest.mark.parametrize("squirts", [0, 1])
    def test_its_worths_add_up_to_the_score(
        self, options: dict[str, Any], is_out: bool, squirts: int
    ) -> None:
        from scorecard.rules.sheet import entry_form

        form = entry_form(record(**options))
        detailed = next(style for style in form.styles if style.key == "detailed")
        entry: dict[str, Any] = {"squirts": squirts, "knocked_out": is_out}
        total = 0
        for step, field in enumerate(detailed.fields):
            count = step % 3 % (field.high + 1)
            if field.key == "hand.game_changer":
                count = 0  # It is in the pile already.
            place, card = field.key.split(".")
            entry.setdefault(place, {})[card] = count
            total += count * (field.flipped_worth if is_out else field.worth)
        held = next(switch for switch in form.switches if switch.key == "squirts")
        total += squirts * (held.flipped_worth if is_out else held.worth)
        assert points_of(entry, **options) == total

    def test_it_offers_four_styles_and_the_switches(self) -> None:
        setup = RULES.set_up(("Ann", "Bob"), dict(_defaults()))
        form = RULES.entry_form(setup, History([], {"Ann": 0, "Bob": 0}))
        styles = [style.key for style in form.styles]
        assert styles == ["by_worth", "detailed", "quick", "direct"]
        assert [switch.key for switch in form.switches] == ["squirts", "knocked_out"]
        assert (form.flip, form.ticks, form.single) == (
            "knocked_out",
            {"knocked_out": "squirts"},
            "squirts",
        )


def _defaults() -> dict[str, Any]:
    from scorecard.rules.sheet import resolve_options

    resolved = resolve_options(RULES, {}, ("Ann", "Bob"))
    assert isinstance(resolved, dict)
    return resolved


def test_a_whole_game_from_first_deal_to_the_winner() -> None:
    """Three players, quick, detailed and direct, a knock-out, and a total that is reached."""
    sheet = scored(
        {
            "Ann": {"pile": {"10": 4, "7": 3, "game_changer": 1}, "hand": {"2": 2}},  # 1,300
            "Bob": {"quick": {"pile_points": 2_000, "hand_points": 500}, "squirts": 1},  # 1,400
            "Cy": {"score": 650},
        },
        {
            "Ann": {"quick": {"pile_points": 2_600, "hand_points": 0}},  # 2,600
            "Bob": {"pile": {"9": 5}, "hand": {"dog_house": 1}, "knocked_out": True},  # −1,100
            "Cy": {"score": -250},
        },
        {
            "Ann": {"score": 1_100},
            "Bob": {"score": 2_950},
            "Cy": {"score": 0},
        },
        players=["Ann", "Bob", "Cy"],
        target=5_000,
    )
    assert sheet.round_scores == (
        {"Ann": 1_300, "Bob": 1_400, "Cy": 650},
        {"Ann": 2_600, "Bob": -1_100, "Cy": -250},
        {"Ann": 1_100, "Bob": 2_950, "Cy": 0},
    )
    assert sheet.totals == {"Ann": 5_000, "Bob": 3_250, "Cy": 400}
    assert (sheet.status, sheet.winners) == ("finished", ("Ann",))
