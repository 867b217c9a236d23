"""Brag, rule by rule: bets, seeing, covering, prices, every refusal, whole evenings.

Long because it follows all rules of one game, in their order.
"""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecard.rules import Refusal, Sheet, score
from scorecard.rules.cards.cards import DECK_NAMES
from scorecard.rules.core import Move
from scorecard.rules.games.brag.about import EXAMPLE
from scorecard.rules.games.brag.game import RULES
from scorecard.rules.sheet import entry_form
from scorecard.rules.typed import fields
from tests.fuzzing.junk import JUNK
from tests.scoring import CardTable, answer_of, refusal_of, sheet_of

NAMES = ["Ann", "Bob", "Cy", "Di"]

PRIAL = ["4c", "4d", "4h"]
RUN = ["4s", "5d", "6s"]
FLUSH = ["Ah", "Kh", "9h"]
KINGS = ["Kc", "Kd", "2c"]
NINE = ["9c", "7d", "3h"]
SAME_NINE = ["9d", "7h", "3s"]
THIRD_NINE = ["9s", "7s", "3d"]


SEATED = CardTable("brag", NAMES)
record, scored, refused, looked_at = SEATED.record, SEATED.scored, SEATED.refused, SEATED.looked_at


def net(*rounds: Any, **more: Any) -> list[int]:
    """Return what everybody won or lost in the last round, by seat."""
    sheet = scored(*rounds, **more)
    return list(sheet.round_scores[-1].values())


def code(*rounds: Any, **more: Any) -> str:
    return refused(*rounds, **more).code


def bets(*amounts: int, **more: Any) -> dict[str, Any]:
    """Return a hand told by bets in seating order."""
    return {"contrib": dict(zip(NAMES, amounts, strict=False)), **more}


def log(*actions: str, dealer: str | None = "Di", **more: Any) -> dict[str, Any]:
    """Return a hand told bet by bet: "Ann bet 4", "Bob fold"."""
    told = []
    for words in actions:
        name, verb, *amount = words.split()
        told.append([name, verb, *map(int, amount)])
    return {**({"dealer": dealer} if dealer else {}), "actions": told, **more}


def form(*rounds: Any, **more: Any) -> fields.EntryForm:
    return entry_form(record(*rounds, **more))


def extra(sheet: Sheet, key: str) -> Any:
    return sheet.to_json()[key]


class TestBetsAndWinner:
    def test_the_winner_takes_bets_and_antes(self) -> None:
        sheet = scored(bets(6, 6, 2, 0, winner="Bob"))
        assert sheet.round_scores == ({"Ann": -7, "Bob": 11, "Cy": -3, "Di": -1},)
        assert extra(sheet, "pots") == [[18]]
        assert extra(sheet, "pot_winners") == [[["Bob"]]]
        assert sheet.stories == ("Bob took the pot of 18.",)
        assert sheet.warnings == ()

    def test_balances_run_on(self) -> None:
        sheet = scored(bets(6, 6, 2, 0, winner="Bob"), bets(0, 3, 3, 0, winner="Cy"))
        assert sheet.totals == {"Ann": -8, "Bob": 7, "Cy": 3, "Di": -2}
        assert extra(sheet, "pots") == [[18], [10]]

    def test_only_the_antes_may_be_in(self) -> None:
        assert net(bets(0, 0, 0, 0, winner="Di")) == [-1, -1, -1, 3]

    @pytest.mark.parametrize(("ante", "expected"), [(0, [-6, 8, -2, 0]), (5, [-11, 23, -7, -5])])
    def test_the_ante_is_agreed_on(self, ante: int, expected: list[int]) -> None:
        assert net(bets(6, 6, 2, 0, winner="Bob"), ante=ante) == expected

    def test_without_antes_and_bets_nothing_changes_hands(self) -> None:
        assert net(bets(0, 0, 0, 0, winner="Di"), ante=0) == [0, 0, 0, 0]

    def test_who_sits_out_pays_no_ante(self) -> None:
        hand = {"contrib": {"Ann": 4, "Bob": 4}, "out": ["Cy", "Di"], "winner": "Ann"}
        assert net(hand) == [5, -5, 0, 0]
        assert net(bets(4, 4, 0, 0, out=["Cy", "Di"], winner="Ann")) == [5, -5, 0, 0]

    def test_names_are_trimmed(self) -> None:
        hand = {"contrib": {" Ann": 4, "Bob ": 4}, "out": [" Cy", "Di"], "winner": " Ann "}
        assert net(hand) == [5, -5, 0, 0]

    def test_the_last_who_has_not_folded_has_won(self) -> None:
        assert net(bets(4, 4, 0, 0, folded=["Ann", "Cy", "Di"])) == [-5, 7, -1, -1]

    @pytest.mark.parametrize(
        ("hand", "expected", "player"),
        [
            (bets(4, 4, 0, 0, folded=["Cy", "Di"], winner="Cy"), "folded_player_wins", "Cy"),
            (bets(4, 4, 0, out=["Di"], winner="Di"), "winner_not_in_pot", "Di"),
            (bets(4, 4, 0, winner="Di"), "winner_not_in_pot", "Di"),
            (bets(4, 4, 0, winner="Ann"), "missing_entry", "Di"),
            ({"winner": "Ann"}, "winner_not_in_pot", "Ann"),
            (bets(4, 4, 0, 0, winner="Zed"), "unknown_player", "Zed"),
            (bets(4, 4, 0, 1, out=["Di"], winner="Ann"), "not_in_hand", "Di"),
            (bets(4, 4, 0, 0, out=["Di"], folded=["Di"], winner="Ann"), "not_in_hand", "Di"),
            (bets(4, 4, 0, 0, winner="Ann", folded=["Cy", " Cy"]), "duplicate_name", "Cy"),
            ({"contrib": {"Ann": 1, " Ann": 2}, "winner": "Ann"}, "duplicate_name", "Ann"),
        ],
    )
    def test_refused_naming_the_player(
        self, hand: dict[str, Any], expected: str, player: str
    ) -> None:
        refusal = refused(hand)
        assert (refusal.round, refusal.code, refusal.player) == (1, expected, player)
        assert player in refusal.message

    def test_without_an_ante_the_winner_must_have_bet(self) -> None:
        assert code(bets(4, 4, 0, 0, winner="Cy"), ante=0) == "winner_not_in_pot"

    @pytest.mark.parametrize(
        ("amount", "expected"),
        [
            (2.5, "not_whole_number"),
            ("2", "not_whole_number"),
            (True, "not_whole_number"),
            (None, "not_whole_number"),
            (-1, "negative_number"),
            (10**9 + 1, "bet_too_big"),
            (10**400, "bet_too_big"),
        ],
    )
    def test_bets_are_whole_numbers(self, amount: Any, expected: str) -> None:
        refusal = refused(bets(4, amount, 0, 0, winner="Ann"))
        assert (refusal.code, refusal.player, refusal.item) == (expected, "Bob", "contrib")
        assert "Bob" in refusal.message

    def test_somebody_must_have_won(self) -> None:
        refusal = refused(bets(4, 4, 0, 0))
        assert (refusal.code, refusal.item) == ("missing_entry", "winner")
        assert "who won" in refusal.message

    def test_two_are_needed_in_a_hand(self) -> None:
        refusal = refused({"contrib": {"Ann": 1}, "out": ["Bob", "Cy", "Di"], "winner": "Ann"})
        assert (refusal.round, refusal.code) == (1, "player_count")
        assert code({"contrib": {}, "out": NAMES, "winner": "Ann"}) == "player_count"

    def test_who_left_for_good_is_not_asked_for_the_next_hand(self) -> None:
        folds = [[name, "fold"] for name in ("Eve", *NAMES[:3])]
        played = {"dealer": "Di", "actions": folds}
        left = {**record(played, players=[*NAMES, "Eve"]), "left": {"Eve": 1}}
        form = entry_form(left)
        assert {field.names for field in form.round_fields} == {tuple(NAMES)}
        (dealer,) = (field for field in form.round_fields if field.key == "dealer")
        assert dealer.default == "Ann"
        sheet = sheet_of(left)
        assert sheet.between.turn == ("Ann", "deals")

    def test_who_left_for_good_takes_no_part(self) -> None:
        hand = {"contrib": {"Ann": 4, "Bob": 4, "Cy": 0}, "winner": "Ann"}
        left = {**record(hand), "left": {"Di": 0}}
        result = sheet_of(left)
        assert result.round_scores == ({"Ann": 6, "Bob": -5, "Cy": -1},)
        refusal = refusal_of({**left, "rounds": [bets(4, 4, 0, 0, winner="Di")]})
        assert refusal.code == "unknown_player"
        assert "Di takes no part in it" in refusal.message


class TestSeeing:
    def see(self, seer: str, opponent: str, one: list[str], other: list[str]) -> dict[str, Any]:
        hands = {seer: one, opponent: other}
        return bets(10, 20, 2, 0, seer=seer, opponent=opponent, hands=hands)

    def test_the_better_hand_wins(self) -> None:
        sheet = scored(self.see("Bob", "Ann", RUN, FLUSH))
        assert sheet.round_scores == ({"Ann": -11, "Bob": 15, "Cy": -3, "Di": -1},)
        assert sheet.stories == ("Bob saw Ann: Bob (run, six high) took the pot of 36.",)

    @pytest.mark.parametrize(("seer", "winner"), [("Ann", "Bob"), ("Bob", "Ann")])
    def test_with_equal_hands_whoever_asked_to_see_loses(self, seer: str, winner: str) -> None:
        sheet = scored(self.see(seer, winner, NINE, SAME_NINE))
        assert extra(sheet, "pot_winners") == [[[winner]]]
        assert sheet.stories[0].endswith(f"The hands were equal, and {seer} had asked to see.")

    def test_a_run_beats_a_flush(self) -> None:
        assert net(self.see("Ann", "Bob", FLUSH, RUN))[1] > 0

    def test_a_skipped_rank_is_no_running_flush(self) -> None:
        assert net(self.see("Ann", "Bob", ["9c", "10c", "Qc"], RUN))[1] > 0

    def test_the_winner_may_be_told_too(self) -> None:
        hand = self.see("Bob", "Ann", RUN, FLUSH)
        assert net({**hand, "winner": "Bob"}) == net(hand)

    def test_the_winner_may_be_told_without_cards(self) -> None:
        hand = bets(10, 20, 2, 0, seer="Bob", opponent="Ann", winner="Ann")
        assert net(hand) == [25, -21, -3, -1]
        assert net({**hand, "hands": {"Bob": RUN}}) == [25, -21, -3, -1]

    @pytest.mark.parametrize("winner", ["Ann", "Cy"])
    def test_a_winner_whom_the_cards_contradict_is_refused(self, winner: str) -> None:
        refusal = refused({**self.see("Bob", "Ann", RUN, FLUSH), "winner": winner})
        assert (refusal.code, refusal.player) == ("outcome_conflict", winner)

    def test_a_seer_cannot_be_said_to_win_with_an_equal_hand(self) -> None:
        refusal = refused({**self.see("Bob", "Ann", NINE, SAME_NINE), "winner": "Bob"})
        assert refusal.code == "outcome_conflict"
        assert "equal" in refusal.message

    def test_hands_of_the_same_name_are_told_by_their_cards(self) -> None:
        low = ["Ac", "Qd", "3h"]
        high = ["Ad", "Kd", "3s"]
        refusal = refused({**self.see("Bob", "Ann", high, low), "winner": "Ann"})
        assert "A♦ K♦ 3♠ beats A♣ Q♦ 3♥" in refusal.message

    def test_shown_hands_contradict_a_winner_without_a_see(self) -> None:
        hand = bets(10, 20, 2, 0, winner="Ann", hands={"Ann": FLUSH, "Bob": RUN})
        refusal = refused(hand)
        assert (refusal.code, refusal.player) == ("outcome_conflict", "Ann")
        assert "run, six high" in refusal.message
        assert net({**hand, "folded": ["Bob"]}) == [25, -21, -3, -1]
        assert net({**hand, "hands": {"Ann": NINE, "Bob": SAME_NINE}}) == [25, -21, -3, -1]

    @pytest.mark.parametrize(
        ("change", "expected", "player"),
        [
            ({"hands": {"Ann": FLUSH}}, "need_three_cards", "Bob"),
            ({"hands": {}}, "need_three_cards", "Ann"),
            ({"hands": None}, "need_three_cards", "Ann"),
            ({"hands": {"Ann": FLUSH, "Bob": ["4s", "5d"]}}, "need_three_cards", "Bob"),
            ({"hands": {"Ann": FLUSH, "Bob": [*RUN, "7c"]}}, "need_three_cards", "Bob"),
            ({"hands": {"Ann": FLUSH, "Bob": ["AH", "5d", "6s"]}}, "duplicate_card", "Bob"),
            ({"hands": {"Ann": FLUSH, "Bob": ["1h", "5d", "6s"]}}, "unknown_card", "Bob"),
            ({"hands": {"Ann": FLUSH, "Zed": RUN}}, "unknown_player", "Zed"),
            ({"opponent": None}, "missing_entry", ""),
            ({"seer": None}, "missing_entry", ""),
            ({"opponent": "Bob"}, "nothing_to_see", "Bob"),
            ({"folded": ["Ann"]}, "not_in_hand", "Ann"),
            ({"opponent": "Di", "out": ["Di"]}, "not_in_hand", "Di"),
            ({"out": ["Di"], "hands": {"Di": RUN}}, "not_in_hand", "Di"),
        ],
    )
    def test_refused(self, change: dict[str, Any], expected: str, player: str) -> None:
        refusal = refused({**self.see("Bob", "Ann", RUN, FLUSH), **change})
        assert (refusal.code, refusal.player) == (expected, player)
        assert player in refusal.message

    def test_the_same_card_is_named(self) -> None:
        refusal = refused(self.see("Bob", "Ann", ["Th", "5d", "6s"], ["10h", "2c", "3c"]))
        assert refusal.code == "duplicate_card"
        assert "10h" in refusal.message

    def test_a_begun_hand_must_be_whole_even_where_it_decides_nothing(self) -> None:
        assert code(bets(4, 4, 0, 0, winner="Ann", hands={"Ann": ["4c"]})) == "need_three_cards"


class TestAceTwoThree:
    A23, A23_SUITED = ["Ac", "2d", "3h"], ["Ac", "2c", "3c"]

    def winner(self, one: list[str], other: list[str], **options: Any) -> str:
        hand = bets(1, 1, 0, 0, seer="Bob", opponent="Ann", hands={"Ann": one, "Bob": other})
        return str(extra(scored(hand, **options), "pot_winners")[0][0][0])

    @pytest.mark.parametrize(
        ("options", "beats_low", "beats_high", "beats_flush"),
        [
            ({}, False, False, True),
            ({"a23": "lowest"}, False, False, True),
            ({"a23": "highest"}, True, True, True),
            ({"a23": "not_a_run"}, False, False, False),
        ],
    )
    def test_it_is_the_lowest_run_unless_agreed_otherwise(
        self, options: dict[str, Any], beats_low: bool, beats_high: bool, beats_flush: bool
    ) -> None:
        others = (["2s", "3s", "4d"], ["As", "Ks", "Qd"], FLUSH)
        wins = [self.winner(self.A23, other, **options) == "Ann" for other in others]
        assert wins == [beats_low, beats_high, beats_flush]

    def test_in_one_suit_it_goes_with_the_running_flushes(self) -> None:
        other = ["2s", "3s", "4s"]
        assert self.winner(self.A23_SUITED, other) == "Bob"
        assert self.winner(self.A23_SUITED, other, a23="highest") == "Ann"
        assert self.winner(self.A23_SUITED, RUN, a23="not_a_run") == "Bob"


class TestPots:
    def test_each_pot_has_its_winner_and_the_antes_are_in_the_first(self) -> None:
        hand = {
            "pots": [
                {"contrib": {"Ann": 4, "Bob": 2, "Cy": 4, "Di": 0}, "winner": "Bob"},
                {"contrib": {"Ann": 8, "Cy": 4}, "winner": "Ann"},
            ]
        }
        sheet = scored(hand)
        assert sheet.round_scores == ({"Ann": -1, "Bob": 11, "Cy": -9, "Di": -1},)
        assert extra(sheet, "pots") == [[14, 12]]
        assert extra(sheet, "pot_winners") == [[["Bob"], ["Ann"]]]
        assert sheet.stories == ("Ann took the side pot of 12, Bob took the main pot of 14.",)

    def test_one_pot_is_told_like_that_as_well(self) -> None:
        hand = {"pots": [{"contrib": {"Ann": 6, "Bob": 6, "Cy": 2}, "winner": "Bob"}]}
        assert net(hand) == net(bets(6, 6, 2, 0, winner="Bob"))

    def test_who_sits_out_pays_no_ante(self) -> None:
        pot = {"contrib": {"Ann": 6, "Bob": 6}, "winner": "Bob"}
        assert net({"pots": [pot], "out": ["Di"]}) == [-7, 8, -1, 0]

    def test_pots_nothing_came_into_are_left_out(self) -> None:
        pot = {"contrib": {"Ann": 6, "Bob": 6}, "winner": "Bob"}
        nothing = {"contrib": {"Ann": 0}}
        assert extra(scored({"pots": [pot, nothing, {}]}), "pots") == [[16]]

    SPLIT: ClassVar[Any] = {
        "pots": [
            {"contrib": {"Ann": 4, "Bob": 3, "Cy": 4}, "winner": ["Ann", "Bob"]},
            {"contrib": {"Ann": 8, "Cy": 4}, "winner": ["Ann"]},
        ]
    }

    def test_a_split_pot_gives_its_odd_chip_to_the_covering_player(self) -> None:
        sheet = scored(self.SPLIT)
        assert list(sheet.round_scores[0].values()) == [-13 + 12 + 7, -4 + 8, -9, -1]
        assert extra(sheet, "pot_winners") == [[["Ann", "Bob"], ["Ann"]]]
        assert "Ann and Bob shared the main pot of 15" in sheet.stories[0]

    @pytest.mark.parametrize("cover_tie", ["coverer", "live"])
    def test_a_pot_is_not_split_where_that_was_agreed(self, cover_tie: str) -> None:
        assert code(self.SPLIT, cover_tie=cover_tie) == "outcome_conflict"

    def test_the_last_pot_cannot_be_split(self) -> None:
        pot = {"contrib": {"Ann": 4, "Bob": 4}, "winner": ["Ann", "Bob"]}
        refusal = refused({"pots": [pot]})
        assert refusal.code == "outcome_conflict"
        assert "see" in refusal.message

    MAIN: ClassVar[Any] = {"contrib": {"Ann": 4, "Bob": 2, "Cy": 4}, "winner": "Bob"}
    SIDE: ClassVar[Any] = {"contrib": {"Ann": 8, "Cy": 4}, "winner": "Ann"}

    @pytest.mark.parametrize(
        ("hand", "expected", "player"),
        [
            ({"pots": [MAIN, {**SIDE, "winner": "Bob"}]}, "winner_not_in_pot", "Bob"),
            (
                {"pots": [MAIN, {"contrib": {"Bob": 0}, "winner": "Bob"}]},
                "winner_not_in_pot",
                "Bob",
            ),
            ({"pots": [MAIN, SIDE], "folded": ["Bob"]}, "folded_player_wins", "Bob"),
            ({"pots": [{**MAIN, "winner": "Di"}], "out": ["Di"]}, "winner_not_in_pot", "Di"),
            ({"pots": [{**MAIN, "winner": "Cy"}, SIDE]}, "outcome_conflict", "Cy"),
            ({"pots": [MAIN, SIDE], "hands": {"Ann": NINE, "Cy": RUN}}, "outcome_conflict", "Ann"),
            ({"pots": [MAIN, SIDE], "hands": {"Ann": RUN, "Bob": NINE}}, "outcome_conflict", "Bob"),
            ({"pots": [MAIN, {"contrib": {"Di": 1}}], "out": ["Di"]}, "not_in_hand", "Di"),
            ({"pots": [MAIN, {**SIDE, "winner": ["Ann", "Ann "]}]}, "duplicate_name", "Ann"),
            ({"pots": [{**MAIN, "winner": ["Zed"]}]}, "unknown_player", "Zed"),
            ({"pots": [{"contrib": {"Ann": -4}}]}, "negative_number", "Ann"),
        ],
    )
    def test_refused_naming_the_player(
        self, hand: dict[str, Any], expected: str, player: str
    ) -> None:
        refusal = refused(hand)
        assert (refusal.code, refusal.player) == (expected, player)
        assert player in refusal.message

    def test_without_an_ante_the_main_pot_too_is_for_those_who_bet(self) -> None:
        assert code({"pots": [{**self.MAIN, "winner": "Di"}]}, ante=0) == "winner_not_in_pot"

    def test_of_several_pots_the_one_is_named(self) -> None:
        side = refused({"pots": [self.MAIN, {**self.SIDE, "winner": "Bob"}]})
        assert "win the side pot of hand 1: Bob put nothing into it" in side.message
        main = refused({"pots": [{**self.MAIN, "winner": "Di"}, self.SIDE]}, ante=0)
        assert "win the main pot of hand 1: Di put" in main.message
        absent = refused({"pots": [{**self.MAIN, "winner": "Di"}, self.SIDE], "out": ["Di"]})
        assert absent.message == "Di cannot win hand 1: Di sits it out."

    @pytest.mark.parametrize("winner", [None, []])
    def test_every_pot_needs_a_winner(self, winner: Any) -> None:
        refusal = refused({"pots": [self.MAIN, {**self.SIDE, "winner": winner}]})
        assert (refusal.code, refusal.item) == ("missing_entry", "pots.#1.winner")
        assert "who won the side pot" in refusal.message
        assert code({"pots": []}) == "missing_entry"

    def test_a_folded_hand_may_be_shown(self) -> None:
        hands = {"Ann": NINE, "Cy": RUN}
        hand = {"pots": [self.MAIN, self.SIDE], "hands": hands, "folded": ["Cy"]}
        assert net(hand) == [-1, 11, -9, -1]


class TestFolded:
    def test_who_folded_without_bets_made_none(self) -> None:
        hand = {"contrib": {"Ann": 2, "Bob": 4}, "winner": "Bob", "folded": ["Cy", "Di"]}
        assert net(hand) == [-3, 5, -1, -1]

    def test_the_bets_of_all_others_are_asked_for(self) -> None:
        hand = {"contrib": {"Ann": 2, "Bob": 4}, "winner": "Bob", "folded": ["Cy"]}
        refusal = refused(hand)
        assert (refusal.code, refusal.player) == ("missing_entry", "Di")


class TestPrices:
    def test_a_whole_hand_bet_by_bet(self) -> None:
        hand = log(
            *("Ann bet 2", "Bob bet 4", "Cy fold", "Di fold", "Ann see 8"),
            hands={"Ann": RUN, "Bob": FLUSH},
        )
        sheet = scored(hand)
        assert sheet.round_scores == ({"Ann": 7, "Bob": -5, "Cy": -1, "Di": -1},)
        assert extra(sheet, "pots") == [[18]]
        assert sheet.stories == ("Ann saw Bob: Ann (run, six high) took the pot of 18.",)
        assert sheet.warnings == ()

    SEEN = ("Ann bet 2", "Bob bet 4", "Cy fold", "Di fold", "Ann see 8")

    @pytest.mark.parametrize("hands", [{}, {"Bob": FLUSH}])
    def test_who_has_seen_a_better_hand_may_fold_unseen(self, hands: dict[str, Any]) -> None:
        sheet = scored(log(*self.SEEN, "Ann fold", hands=hands))
        assert sheet.round_scores == ({"Ann": -11, "Bob": 13, "Cy": -1, "Di": -1},)
        assert sheet.stories[0].startswith("Ann saw Bob: Bob")

    def test_only_who_has_seen_may_and_only_once(self) -> None:
        assert code(log(*self.SEEN, "Bob fold")) == "hand_already_over"
        assert code(log(*self.SEEN, "Ann fold", "Ann fold")) == "hand_already_over"

    def test_a_covering_hand_still_meets_the_one_that_was_seen(self) -> None:
        hand = log("Cy cover 2", "Di fold", "Ann bet 2", "Bob bet 2", "Ann see", "Ann fold",
                   dealer="Bob", hands={"Bob": FLUSH, "Cy": RUN})  # fmt: skip
        assert net(hand) == [-7, 5, 3, -1]

    @pytest.mark.parametrize(
        ("actions", "dealer", "actor"),
        [
            ((), "Di", "Ann"),
            ((), "Bob", "Cy"),
            ((), None, ""),
            (("Ann bet 2",), None, "Bob"),
            (("Ann bet 2", "Bob fold", "Cy bet 2", "Di cover"), "Di", "Ann"),
            (SEEN, "Di", "Ann"),
        ],
    )
    def test_whose_turn_it_is(
        self, actions: tuple[str, ...], dealer: str | None, actor: str
    ) -> None:
        assert looked_at(log(*actions, dealer=dealer)).turns.actor == actor

    @pytest.mark.parametrize(
        ("data", "options", "moves"),
        [
            (log(), {}, ["Fold", "Bet 1", "Bet more 2–", "Cover"]),
            (log(blind=["Ann"]), {"min_bet": 4, "max_bet": 4}, ["Fold", "Bet 2", "Look", "Cover"]),
            (log("Ann bet 5"), {"max_bet": 5}, ["Fold", "Call 5", "Cover"]),
            (
                log("Ann bet 4", "Bob fold", "Cy bet 4", "Di fold"),
                {"max_raise": 2},
                ["Fold", "Call 4", "Raise 5–6", "See 8", "Cover"],
            ),
            (
                log("Ann bet 4", "Bob fold", "Cy bet 2", "Di fold", blind=["Cy"]),
                {"max_bet": 4},
                ["Fold", "Call 4", "Cover"],
            ),
            (log(*SEEN), {}, ["Bob wins: Ann folds unseen"]),
            (log("Ann bet 2", "Bob fold", "Cy cover", "Di fold"), {}, []),
        ],
    )
    def test_what_may_be_done_at_what_price(
        self, data: Any, options: dict[str, Any], moves: list[str]
    ) -> None:
        """Long because it lists what may be done in each situation."""
        found = looked_at(data, **options).turns
        turn = next((turn for turn in found.turns if turn.name == found.actor), None)
        assert [self.shown(move) for move in (turn.moves if turn else ())] == moves

    def test_cards_are_asked_of_those_who_are_left(self) -> None:
        told = ("Ann bet 2", "Bob fold", "Cy cover 1", "Di bet 2", "Ann fold")
        assert looked_at(log()).turns.left == tuple(NAMES)
        assert sorted(looked_at(log(*told)).turns.left) == ["Cy", "Di"]
        shown = {"Bob": ["3s", "3h", "3d"], "Cy": ["2s", "2h", "2d"], "Di": ["4s", "4h", "6d"]}
        assert not looked_at(log(*told, hands=shown)).awaited

    @staticmethod
    def shown(move: Move) -> str:
        return f"{move.label} {move.least}–{move.most or ''}" if move.least else str(move.label)

    @pytest.mark.parametrize("name", ["Ann", "Bob", "Cy", "Di"])
    def test_what_is_offered_is_allowed(self, name: str) -> None:
        """Whoever acts, in turn or not, every move is one that the rules take."""
        told = ("Ann bet 2", "Bob bet 1")
        turn = next(t for t in looked_at(log(*told, blind=["Bob"])).turns.turns if t.name == name)
        for move in turn.moves:
            amount = move.least if move.least is not None else move.amount
            line = f"{name} {move.verb}" + ("" if amount is None else f" {amount}")
            looked_at(log(*told, line, blind=["Bob"]))

    def test_the_last_one_left_takes_the_pot_without_showing(self) -> None:
        hand = log("Ann bet 2", "Bob fold", "Cy fold", "Di fold")
        assert net(hand) == [3, -1, -1, -1]

    def test_all_may_fold_without_a_bet(self) -> None:
        assert net(log("Ann fold", "Bob fold", "Cy fold")) == [-1, -1, -1, 3]

    def test_when_all_fold_to_a_blind_player_nothing_is_carried_over(self) -> None:
        hand = log("Ann bet 1", "Bob fold", "Cy fold", "Di fold", blind=["Ann"])
        assert net(hand) == [3, -1, -1, -1]

    @pytest.mark.parametrize(
        ("first", "second", "price"),
        [
            ("Ann bet 4", "Bob bet", 4),
            ("Ann bet 4", "Cy bet", 2),
            ("Ann bet 5", "Cy bet", 3),
            ("Cy bet 4", "Bob bet", 8),
            ("Cy bet 4", "Di bet", 4),
            ("Cy bet 3", "Di bet", 3),
        ],
    )
    def test_an_open_bet_is_called_at_its_value_and_a_blind_one_counts_double(
        self, first: str, second: str, price: int
    ) -> None:
        name, _ = second.split()
        blind = ["Cy", "Di"]
        refusal = refused(log(first, f"{second} {price - 1}", dealer=None, blind=blind))
        assert (refusal.code, refusal.player) == ("bet_too_small", name)
        assert str(price) in refusal.message
        assert name in refusal.message
        assert code(log(first, f"{second} {price}", dealer=None, blind=blind)) == "hand_not_over"

    def test_a_half_rounded_up_raises_the_value(self) -> None:
        hand = log("Ann bet 5", "Bob bet 3", "Cy bet 5", blind=["Bob"])
        refusal = refused(hand)
        assert refusal.code == "bet_too_small"
        assert "6" in refusal.message

    def test_the_least_bet_is_1_and_may_be_agreed_on(self) -> None:
        assert code(log("Ann bet 0")) == "bet_too_small"
        assert code(log("Ann bet 1")) == "hand_not_over"
        assert code(log("Ann bet 4"), min_bet=5) == "bet_too_small"
        assert code(log("Ann bet 5"), min_bet=5) == "hand_not_over"
        assert code(log("Ann bet 2", blind=["Ann"]), min_bet=5) == "bet_too_small"
        assert code(log("Ann bet 3", blind=["Ann"]), min_bet=5) == "hand_not_over"

    def test_there_is_no_limit_unless_agreed_on(self) -> None:
        assert code(log("Ann bet 1", "Bob bet 5000")) == "hand_not_over"

    def test_the_highest_bet_is_compared_in_open_money(self) -> None:
        refusal = refused(log("Ann bet 11"), max_bet=10)
        assert (refusal.code, refusal.player) == ("bet_too_big", "Ann")
        assert "10" in refusal.message
        assert code(log("Ann bet 10"), max_bet=10) == "hand_not_over"
        assert code(log("Ann bet 5", blind=["Ann"]), max_bet=10) == "hand_not_over"
        refusal = refused(log("Ann bet 6", blind=["Ann"]), max_bet=10)
        assert refusal.code == "bet_too_big"
        assert "10" in refusal.message

    def test_the_highest_raise_is_compared_in_open_money(self) -> None:
        assert code(log("Ann bet 50", "Bob bet 55"), max_raise=5) == "hand_not_over"
        refusal = refused(log("Ann bet 50", "Bob bet 56"), max_raise=5)
        assert (refusal.code, refusal.player) == ("bet_too_big", "Bob")
        assert "5" in refusal.message
        blind = ["Bob"]
        assert code(log("Ann bet 4", "Bob bet 4", blind=blind), max_raise=4) == "hand_not_over"
        assert code(log("Ann bet 4", "Bob bet 5", blind=blind), max_raise=4) == "bet_too_big"

    def test_the_lower_of_two_limits_holds(self) -> None:
        for amount, expected in ((6, "hand_not_over"), (7, "bet_too_big")):
            hand = log("Ann bet 4", f"Bob bet {amount}")
            assert code(hand, max_bet=6, max_raise=5) == expected
            assert code(hand, max_bet=9, max_raise=2) == expected

    def test_the_price_may_always_be_paid(self) -> None:
        # Half of 5, rounded up, counts as 6.
        assert code(log("Ann bet 5", "Bob bet 3", blind=["Bob"]), max_bet=5) == "hand_not_over"
        assert code(log("Ann bet 5", "Bob bet 4", blind=["Bob"]), max_bet=5) == "bet_too_big"

    def test_who_looks_plays_open_from_then_on(self) -> None:
        hand = log("Ann bet 4", "Bob look", "Bob bet 2", blind=["Bob"])
        assert code(hand) == "bet_too_small"

    def test_seeing_costs_twice_the_value_open_and_once_blind(self) -> None:
        folds = ("Cy fold", "Di fold")
        hands = {"Ann": RUN, "Bob": FLUSH}
        for blind, price in (([], 8), (["Ann"], 4), (["Ann", "Bob"], 8)):
            bet = "Bob bet 4"
            for amount in ("", f" {price}"):
                hand = log("Ann bet 1", bet, *folds, f"Ann see{amount}", blind=blind, hands=hands)
                assert extra(scored(hand), "pots") == [[4 + 1 + 4 + price]]
            for wrong in (price - 1, price + 1):
                hand = log("Ann bet 1", bet, *folds, f"Ann see {wrong}", blind=blind, hands=hands)
                refusal = refused(hand)
                assert (refusal.code, refusal.player) == ("wrong_see_amount", "Ann")
                assert str(price) in refusal.message

    def test_a_blind_player_may_see_anybody(self) -> None:
        folds = ("Cy fold", "Di fold")
        hands = {"Ann": RUN, "Bob": FLUSH}
        for blind in (["Ann"], ["Ann", "Bob"]):
            hand = log("Ann bet 1", "Bob bet 4", *folds, "Ann see", blind=blind, hands=hands)
            assert net(hand)[0] > 0

    def test_an_open_player_cannot_see_a_blind_one_until_they_look(self) -> None:
        start = ("Ann bet 1", "Bob bet 4", "Cy fold", "Di fold")
        hands = {"Ann": RUN, "Bob": FLUSH}
        refusal = refused(log(*start, "Ann see", blind=["Bob"], hands=hands))
        assert (refusal.code, refusal.player) == ("blind_cannot_be_seen", "Ann")
        assert "Bob" in refusal.message
        assert net(log(*start, "Bob look", "Ann see", blind=["Bob"], hands=hands))[0] > 0

    def test_the_seer_loses_an_equal_hand(self) -> None:
        hands = {"Ann": NINE, "Bob": SAME_NINE}
        hand = log("Ann bet 1", "Bob bet 1", "Cy fold", "Di fold", "Ann see 2", hands=hands)
        sheet = scored(hand)
        assert extra(sheet, "pot_winners") == [[["Bob"]]]
        assert sheet.stories[0].endswith("The hands were equal, and Ann had asked to see.")


class TestTheLog:
    def test_seeing_needs_the_last_two(self) -> None:
        refusal = refused(log("Ann bet 1", "Bob bet 1", "Cy fold", "Di see"))
        assert (refusal.code, refusal.player) == ("see_needs_two", "Di")
        assert "two" in refusal.message

    def test_seeing_needs_a_bet(self) -> None:
        assert code(log("Ann fold", "Bob fold", "Cy see")) == "nothing_to_see"

    def test_a_log_needs_an_ending(self) -> None:
        begun: list[Any] = [log("Ann bet 1", "Bob fold"), {"dealer": "Ann"}, {"blind": []}, log()]
        for hand in begun:
            refusal = refused(hand)
            assert (refusal.code, refusal.item) == ("hand_not_over", "actions")

    def test_nothing_happens_after_the_end(self) -> None:
        folds = ("Ann fold", "Bob fold", "Cy fold")
        for late in ("Di bet 1", "Ann bet 1", "Di look", "Di see"):
            assert code(log(*folds, late, blind=["Di"])) == "hand_already_over"
        seen = ("Ann bet 1", "Bob bet 1", "Cy fold", "Di fold", "Ann see", "Bob bet 2")
        refusal = refused(log(*seen, hands={"Ann": RUN, "Bob": FLUSH}))
        assert (refusal.code, refusal.player) == ("hand_already_over", "Bob")

    @pytest.mark.parametrize(
        ("actions", "name"),
        [
            (("Ann fold", "Ann bet 1"), "Ann"),
            (("Ann bet 1", "Bob cover", "Bob bet 1"), "Bob"),
            (("Di bet 1",), "Di"),
        ],
    )
    def test_who_is_not_in_the_hand_does_nothing(self, actions: tuple[str, ...], name: str) -> None:
        refusal = refused(log(*actions, dealer="Cy", out=["Di"]))
        assert (refusal.code, refusal.player) == ("not_in_hand", name)
        assert name in refusal.message

    def test_cards_are_needed_to_see(self) -> None:
        hand = log("Ann bet 1", "Bob bet 1", "Cy fold", "Di fold", "Ann see")
        refusal = refused({**hand, "hands": {"Ann": RUN}})
        assert (refusal.code, refusal.player) == ("need_three_cards", "Bob")
        assert code(hand) == "need_three_cards"

    @pytest.mark.parametrize(
        ("action", "expected"),
        [
            (["Ann", "dance"], "bad_action"),
            (["Ann", "dance", 3], "bad_action"),
            (["Ann", ["bet"], 3], "bad_action"),
            (["Ann", None], "bad_action"),
            (["Ann", "fold", 3], "bad_action"),
            (["Ann", "look"], "bad_action"),
            (["Ann", "look", 1], "bad_action"),
            (["Ann", "bet"], "not_whole_number"),
            (["Ann", "bet", "4"], "not_whole_number"),
            (["Ann", "bet", 1.5], "not_whole_number"),
            (["Ann", "bet", True], "not_whole_number"),
            (["Ann", "bet", -4], "negative_number"),
            (["Ann", "bet", 10**12], "bet_too_big"),
            (["Ann", "cover", -1], "negative_number"),
            (["Ann", "cover", None], "not_whole_number"),
            (["Ann"], "malformed"),
            (["Ann", "bet", 4, 5], "malformed"),
            ("Ann bet 4", "malformed"),
            ([3, "bet", 4], "malformed"),
            (["Zed", "bet", 4], "unknown_player"),
        ],
    )
    def test_what_is_no_action_is_refused(self, action: Any, expected: str) -> None:
        refusal = refused({"dealer": "Di", "actions": [action]})
        assert refusal.code == expected
        if refusal.player:
            assert refusal.player in refusal.message

    def test_who_looked_cannot_look_again(self) -> None:
        assert code(log("Ann look", "Ann look", blind=["Ann"])) == "bad_action"

    def test_blind_players_are_in_the_hand(self) -> None:
        assert code(log("Ann bet 1", blind=["Di"], out=["Di"])) == "not_in_hand"
        assert code(log("Ann bet 1", blind=["Zed"])) == "unknown_player"
        assert code(log("Ann bet 1", dealer="Zed")) == "unknown_player"

    def test_acting_out_of_turn_counts_and_is_marked(self) -> None:
        sheet = scored(log("Ann bet 1", "Cy bet 1", "Bob fold", "Di fold", "Ann fold"))
        assert sheet.round_scores == ({"Ann": -2, "Bob": -1, "Cy": 4, "Di": -1},)
        # Said once, though a mended order goes on being out of turn.
        (found,) = sheet.warnings
        assert (found.round, found.code) == (1, "acted_out_of_turn")
        assert found.message == "Cy acted out of turn: Bob was to act."

    def test_left_of_the_dealer_begins_of_those_who_are_in(self) -> None:
        actions = ("Cy bet 1", "Di fold", "Ann fold")
        assert scored(log(*actions, dealer="Ann", out=["Bob"])).warnings == ()
        assert scored(log(*actions, dealer="Bob", out=["Bob"])).warnings == ()
        assert len(scored(log(*actions, dealer="Cy", out=["Bob"])).warnings) == 1

    def test_without_a_dealer_anybody_may_begin(self) -> None:
        assert scored(log("Cy fold", "Di fold", "Ann fold", dealer=None)).warnings == ()

    def test_looking_takes_no_turn(self) -> None:
        hand = log("Di look", "Ann bet 1", "Ann look", "Bob fold", "Cy fold", "Di fold")
        assert scored({**hand, "blind": ["Di", "Ann"]}).warnings == ()


class TestCovering:
    """Bob covers the main pot of 10; Ann and Cy bet on, and Ann sees for 12 on the side."""

    BETTING = ("Ann bet 4", "Bob cover 2", "Cy bet 4", "Di fold", "Ann see 8")

    def hand(self, ann: list[str], bob: list[str], cy: list[str], last: int = 2) -> dict[str, Any]:
        actions = [action.replace("cover 2", f"cover {last}") for action in self.BETTING]
        return log(*actions, hands={"Ann": ann, "Bob": bob, "Cy": cy})

    def test_later_bets_form_a_side_pot(self) -> None:
        sheet = scored(self.hand(FLUSH, RUN, KINGS))
        assert extra(sheet, "pots") == [[10, 12]]
        assert extra(sheet, "pot_winners") == [[["Bob"], ["Ann"]]]
        assert sheet.round_scores == ({"Ann": -1, "Bob": 7, "Cy": -5, "Di": -1},)
        assert sheet.stories == (
            "Ann saw Cy: Ann (flush, ace high) took the side pot of 12, "
            "Bob (run, six high) took the main pot of 10.",
        )

    def test_only_the_side_pots_winner_meets_the_covering_hand(self) -> None:
        assert net(self.hand(RUN, FLUSH, KINGS)) == [9, -3, -5, -1]
        assert net(self.hand(KINGS, FLUSH, RUN)) == [-13, -3, 17, -1]

    def test_the_seer_loses_the_side_pot_with_an_equal_hand(self) -> None:
        sheet = scored(self.hand(NINE, KINGS, SAME_NINE))
        assert extra(sheet, "pot_winners") == [[["Bob"], ["Cy"]]]

    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            ({}, [-13 + 12 + 5, -4 + 6, -5, -1]),
            ({"cover_tie": "split"}, [-13 + 12 + 5, -4 + 6, -5, -1]),
            ({"cover_tie": "coverer"}, [-13 + 12, -4 + 11, -5, -1]),
            ({"cover_tie": "live"}, [-13 + 12 + 11, -4, -5, -1]),
        ],
    )
    def test_an_equal_covering_hand_splits_unless_agreed_otherwise(
        self, options: dict[str, Any], expected: list[int]
    ) -> None:
        hand = self.hand(NINE, SAME_NINE, ["8c", "6d", "2h"], last=3)
        assert net(hand, **options) == expected

    def test_a_split_pot_of_even_size_is_halved(self) -> None:
        sheet = scored(self.hand(NINE, SAME_NINE, ["8c", "6d", "2h"]))
        assert list(sheet.round_scores[0].values()) == [4, 2, -5, -1]
        assert extra(sheet, "pot_winners") == [[["Ann", "Bob"], ["Ann"]]]

    def test_a_player_without_any_chip_covers_too(self) -> None:
        actions = ("Ann bet 4", "Bob cover", "Cy fold", "Di fold")
        hand = log(*actions, hands={"Ann": FLUSH, "Bob": RUN})
        assert net(hand) == [-5, 7, -1, -1]
        assert extra(scored(hand), "pots") == [[8]]

    def test_last_chips_may_be_more_than_the_price(self) -> None:
        hand = log("Ann bet 4", "Bob cover 9", "Cy fold", "Di fold")
        assert net({**hand, "hands": {"Ann": RUN, "Bob": FLUSH}}) == [12, -10, -1, -1]

    def test_the_price_stays_as_it_was(self) -> None:
        assert code(log("Ann bet 4", "Bob cover 9", "Cy bet 3")) == "bet_too_small"

    def test_the_betting_ends_when_one_is_left_to_bet(self) -> None:
        actions = ("Ann bet 4", "Bob cover 2", "Cy bet 4", "Di fold", "Ann fold")
        hand = log(*actions, hands={"Cy": FLUSH, "Bob": RUN})
        sheet = scored(hand)
        assert extra(sheet, "pots") == [[10, 4]]
        assert list(sheet.round_scores[0].values()) == [-5, 7, -1, -1]
        assert code(log(*actions)) == "need_three_cards"
        assert code(log(*actions, "Cy bet 4")) == "hand_already_over"

    def test_all_hands_are_needed(self) -> None:
        hand = self.hand(FLUSH, RUN, KINGS)
        for name in ("Ann", "Bob", "Cy"):
            hands = {other: cards for other, cards in hand["hands"].items() if other != name}
            refusal = refused({**hand, "hands": hands})
            assert (refusal.code, refusal.player) == ("need_three_cards", name)

    TWICE = (
        *("Ann bet 4", "Bob cover 2", "Cy bet 4", "Di bet 4", "Ann bet 4"),
        *("Cy cover 3", "Di see 8"),
    )
    """Main pot 4 + 4 + 2 = 10, first side pot 4 + 4 + 4 + 3 = 15, second 8."""

    @pytest.mark.parametrize(
        ("hands", "winners"),
        [
            ((RUN, FLUSH, KINGS, NINE), ["Ann", "Ann", "Ann"]),
            ((NINE, FLUSH, KINGS, RUN), ["Di", "Di", "Di"]),
            ((KINGS, FLUSH, RUN, NINE), ["Cy", "Cy", "Ann"]),
            ((KINGS, RUN, FLUSH, NINE), ["Bob", "Cy", "Ann"]),
            ((KINGS, FLUSH, NINE, SAME_NINE), ["Bob", "Ann", "Ann"]),
        ],
    )
    def test_pots_are_settled_from_the_last_one_back(
        self, hands: tuple[list[str], ...], winners: list[str]
    ) -> None:
        hand = log(*self.TWICE, hands=dict(zip(NAMES, hands, strict=True)))
        sheet = scored(hand)
        assert extra(sheet, "pots") == [[10, 15, 8]]
        assert extra(sheet, "pot_winners") == [[[name] for name in winners]]

    def test_equal_hands_move_on_together(self) -> None:
        hands = dict(zip(NAMES, (NINE, SAME_NINE, THIRD_NINE, ["8c", "6d", "2h"]), strict=True))
        hand = log(*self.TWICE, hands=hands)
        sheet = scored(hand)
        assert extra(sheet, "pot_winners") == [[["Ann", "Bob", "Cy"], ["Ann", "Cy"], ["Ann"]]]
        # Of 10 Bob, who covers, has 4; of 15 Cy has 8.
        assert list(sheet.round_scores[0].values()) == [
            -9 + 3 + 7 + 8,
            -3 + 4,
            -8 + 3 + 8,
            -13,
        ]

    def test_of_two_who_share_on_the_one_who_covered_has_the_odd_chip(self) -> None:
        hands = dict(zip(NAMES, (NINE, ["8d", "6h", "2s"], THIRD_NINE, KINGS), strict=True))
        hands["Di"] = ["8c", "6d", "2h"]
        actions = [action.replace("cover 2", "cover 3") for action in self.TWICE]
        sheet = scored(log(*actions, hands=hands))
        assert extra(sheet, "pot_winners") == [[["Ann", "Cy"], ["Ann", "Cy"], ["Ann"]]]
        assert sheet.round_scores[0]["Cy"] == -8 + 6 + 8

    def test_pots_that_nothing_came_into_are_left_out(self) -> None:
        actions = ("Ann bet 4", "Bob cover 2", "Cy cover", "Di fold")
        hands = {"Ann": NINE, "Bob": FLUSH, "Cy": RUN}
        sheet = scored(log(*actions, hands=hands))
        assert extra(sheet, "pots") == [[10]]
        assert extra(sheet, "pot_winners") == [[["Cy"]]]


class TestShuffling:
    def next_is(self, *rounds: Any) -> bool:
        sheet = scored(*rounds)
        lead = "Shuffle after the prial" if extra(sheet, "shuffle_next") else ""
        assert sheet.between.lead == lead
        return bool(extra(sheet, "shuffle_next"))

    def see(self, one: list[str], other: list[str]) -> dict[str, Any]:
        return bets(1, 1, 0, 0, seer="Ann", opponent="Bob", hands={"Ann": one, "Bob": other})

    def test_the_cards_are_shuffled_once_a_shown_prial_has_taken_a_pot(self) -> None:
        prial = self.see(PRIAL, RUN)
        assert self.next_is(prial)
        assert not self.next_is(prial, self.see(RUN, FLUSH))
        assert self.next_is(self.see(RUN, FLUSH), prial)

    def test_nothing_else_makes_it_so(self) -> None:
        assert not self.next_is()
        assert not self.next_is(self.see(RUN, FLUSH))
        assert not self.next_is(bets(1, 1, 0, 0, winner="Ann"))
        assert not self.next_is(log("Ann fold", "Bob fold", "Cy fold"))

    def test_a_prial_that_was_folded_does_not_count(self) -> None:
        hand = bets(1, 1, 0, 0, winner="Cy", folded=["Ann"], hands={"Ann": PRIAL})
        assert not self.next_is(hand)

    def test_the_main_pot_is_a_pot_too(self) -> None:
        actions = TestCovering.BETTING
        assert self.next_is(log(*actions, hands={"Ann": FLUSH, "Bob": PRIAL, "Cy": KINGS}))


class TestBetweenDeals:
    @pytest.mark.parametrize(
        ("options", "facts"),
        [
            ({}, ("ante 1", "bets from 1")),
            ({"ante": 0, "min_bet": 2, "max_bet": 10}, ("bets 2–10",)),
        ],
    )
    def test_the_table_is_told_what_to_pay_and_to_bet(
        self, options: dict[str, int], facts: tuple[str, ...]
    ) -> None:
        assert scored(**options).between.facts == facts

    def turn(self, *rounds: Any) -> tuple[str, str] | None:
        return scored(*rounds).between.turn

    def test_the_deal_moves_left_of_whoever_dealt_last(self) -> None:
        folds = log("Ann fold", "Bob fold", "Cy fold")
        assert self.turn({**folds, "dealer": "Bob"}) == ("Cy", "deals")
        assert self.turn(folds) == ("Ann", "deals")

    def test_it_moves_on_over_hands_that_name_no_dealer(self) -> None:
        folds = log("Cy fold", "Di fold", "Ann fold", dealer="Bob")
        assert self.turn(folds, bets(1, 1, 0, 0, winner="Ann")) == ("Di", "deals")

    def test_nobody_is_said_to_deal_until_somebody_was_named(self) -> None:
        assert scored().between.turn is None
        assert self.turn(bets(1, 1, 0, 0, winner="Ann")) is None

    @pytest.mark.parametrize("is_named", [False, True])
    def test_a_fair_moment_to_stop_is_when_all_have_dealt(self, is_named: bool) -> None:
        hand = bets(1, 1, 0, 0, winner="Ann")
        folds = log("Cy fold", "Di fold", "Ann fold", dealer="Bob")
        hands = [folds if is_named else hand, *[hand] * 8]
        stops = [bool(scored(*hands[:played]).between.stop) for played in range(9)]
        assert [played for played, stop in enumerate(stops) if stop] == [4, 8]
        # Of a dealer who is named later nobody knows who dealt before.
        assert not scored(*[hand] * 3, folds).between.stop

    def test_the_deal_passes_over_who_left(self) -> None:
        folds = log("Cy fold", "Di fold", "Ann fold", dealer="Bob")
        hand = {"contrib": {"Ann": 1, "Bob": 1, "Di": 0}, "winner": "Ann"}
        result = sheet_of({**record(folds, hand), "left": {"Cy": 1}})
        assert result.between.turn == ("Ann", "deals")

    def test_the_form_offers_that_dealer(self) -> None:
        def dealer(*rounds: Any) -> Any:
            return next(f.default for f in form(*rounds).round_fields if f.key == "dealer")

        assert dealer() is None
        assert dealer(log("Cy fold", "Di fold", "Ann fold", dealer="Bob")) == "Cy"


class TestWhileItIsTold:
    def awaited(self, data: Any, **more: Any) -> str:
        found = looked_at(data, **more).awaited
        assert found.players == ()
        return found.table

    @pytest.mark.parametrize(
        ("data", "awaited"),
        [
            ({}, "the bets of Ann, Bob, Cy and Di and who won"),
            (bets(1, 1, winner="Ann"), "the bets of Cy and Di"),
            (bets(1, 1, winner="Cy"), "the bets of Cy and Di"),
            (bets(1, 1, 0, 0), "who won"),
            (bets(1, 1, 0, 0, seer="Ann"), "who was seen"),
            (bets(1, 1, 0, 0, opponent="Ann"), "who asked to see"),
            (bets(1, 1, 0, 0, seer="Ann", opponent="Bob"), "the cards of Ann and Bob"),
            (bets(1, 1, 0, 0, winner="Ann", hands={"Ann": ["4c"]}), "the cards of Ann"),
            ({"pots": []}, "what is in the pot"),
            ({"pots": [{"contrib": {"Ann": 1}}]}, "who won the pot"),
            (
                {"pots": [{}, {"contrib": {"Ann": 1}}]},
                "who won the main pot and who won the side pot",
            ),
            (log("Ann bet 1"), "the end of the betting"),
            ({"dealer": "Ann"}, "the end of the betting"),
            (
                log("Ann bet 1", "Bob bet 1", "Cy fold", "Di fold", "Ann see"),
                "the cards of Ann and Bob",
            ),
            (bets(1, 1, 0, 0, winner="Ann"), ""),
            (log("Ann fold", "Bob fold", "Cy fold"), ""),
        ],
    )
    def test_it_says_what_is_missing(self, data: Any, awaited: str) -> None:
        assert self.awaited(data) == awaited

    def test_what_can_never_be_right_is_refused_at_once(self) -> None:
        for data, expected in (
            (bets(1, -1), "negative_number"),
            (bets(1, folded=["Ann"], winner="Ann"), "folded_player_wins"),
            (log("Ann bet 4", "Bob bet 3"), "bet_too_small"),
            ({"pots": [{"winner": "Zed"}]}, "unknown_player"),
        ):
            result = refusal_of(record(), open_round=data)
            assert result.code == expected

    def test_a_whole_hand_is_scored(self) -> None:
        found = looked_at(bets(6, 6, 2, 0, winner="Bob"))
        assert found.scores == {"Ann": -7, "Bob": 11, "Cy": -3, "Di": -1}
        assert found.story == "Bob took the pot of 18."

    @pytest.mark.parametrize(
        ("data", "options", "hint"),
        [
            (log(), {}, "Ann to act: 1 · pot 4"),
            (log(dealer=None), {"min_bet": 2}, "First bet: 2 · pot 4"),
            (log("Ann bet 5", blind=["Bob"]), {}, "Bob to act, blind: 3 · pot 9"),
            (
                log("Ann bet 4", "Bob fold", "Cy bet 4", "Di fold"),
                {},
                "Ann to act: 4 · see 8 · pot 12",
            ),
            (
                log("Ann bet 4", "Bob fold", "Cy bet 2", "Di fold", blind=["Cy"]),
                {},
                "Ann to act: 4 · pot 10",
            ),
            (
                log("Ann bet 4", "Bob fold", "Cy bet 2", "Di fold", "Ann bet 6", blind=["Cy"]),
                {},
                "Cy to act, blind: 3 · see 6 · pot 16",
            ),
            (log("Ann fold", "Bob fold"), {}, "Cy to act: 1 · pot 4"),
            (
                log("Ann bet 4", "Bob cover 2", "Cy bet 4"),
                {},
                "Di to act: 4 · pots 10 and 4",
            ),
            (
                log("Ann bet 4", "Bob cover", "Cy fold", "Di fold"),
                {},
                "The betting is over; enter the cards of Ann and Bob.",
            ),
            (
                log("Ann fold", "Bob fold", "Cy fold", hands={"Di": ["4c"]}),
                {},
                "The betting is over; enter the cards of Di.",
            ),
            (bets(1, 1), {}, ""),
        ],
    )
    def test_it_says_who_is_to_act_and_the_prices(
        self, data: Any, options: dict[str, Any], hint: str
    ) -> None:
        assert looked_at(data, **options).hint == hint


class TestTheForm:
    def test_there_are_four_ways_to_tell_a_hand(self) -> None:
        ways = form().rounds
        assert [way.key for way in ways] == ["bets", "see", "pots", "log"]
        assert not any(way.has_entries for way in ways)
        assert form().players == ()

    def test_every_part_of_a_round_can_be_typed(self) -> None:
        keys = {field.key for field in form().round_fields}
        assert keys == {
            *("contrib", "winner", "seer", "opponent", "hands", "folded", "out"),
            *(f"pots.#{place}.{part}" for place in range(4) for part in ("contrib", "winner")),
            *("dealer", "blind", "actions"),
        }

    @pytest.mark.parametrize(("cover_tie", "kind"), [("split", "players"), ("live", "player")])
    def test_only_a_pot_that_can_be_split_has_several_winners(
        self, cover_tie: str, kind: str
    ) -> None:
        fields = {field.key: field for field in form(cover_tie=cover_tie).round_fields}
        assert fields["pots.#0.winner"].kind == kind
        assert fields["winner"].kind == "player"


class TestOptionsAndPlayers:
    @pytest.mark.parametrize("players", [NAMES[:3], [f"P{seat}" for seat in range(9)]])
    def test_four_to_eight_play(self, players: list[str]) -> None:
        refusal = refused(players=players)
        assert (refusal.round, refusal.code) == (0, "player_count")
        assert "4" in refusal.message
        assert "8" in refusal.message

    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            ({"ante": -1}, "option_out_of_range"),
            ({"ante": 10_001}, "option_out_of_range"),
            ({"min_bet": 0}, "option_out_of_range"),
            ({"min_bet": 100_001}, "option_out_of_range"),
            ({"max_bet": 0}, "option_out_of_range"),
            ({"max_raise": 100_001}, "option_out_of_range"),
            ({"a23": "middle"}, "option_out_of_range"),
            ({"cover_tie": "seer"}, "option_out_of_range"),
            ({"min_bet": 5, "max_bet": 4}, "option_out_of_range"),
            ({"jokers": 1}, "unknown_option"),
        ],
    )
    def test_options_have_their_range(self, options: dict[str, Any], expected: str) -> None:
        refusal = refused(**options)
        assert (refusal.round, refusal.code) == (0, expected)
        assert next(reversed(options)) == refusal.item

    def test_the_smallest_bet_is_called_so_in_a_refusal_and_in_the_rules(self) -> None:
        assert "5, the smallest bet, not 4" in refused(min_bet=5, max_bet=4).message
        assert any("The smallest bet is 1" in answer for _asked, answer in RULES.decided)

    def test_the_ends_of_the_ranges_are_legal(self) -> None:
        scored(ante=0, min_bet=1, max_bet=1, max_raise=1)
        scored(ante=10_000, min_bet=100_000, max_bet=100_000, max_raise=100_000)
        scored(max_bet=None, max_raise=None)


class TestShapes:
    @pytest.mark.parametrize(
        "hand",
        [
            [],
            {"contrib": [4, 4], "winner": "Ann"},
            bets(1, 1, 0, 0, winner="Ann", cheat=True),
            bets(1, 1, 0, 0, winner=3),
            bets(1, 1, 0, 0, winner=["Ann"]),
            bets(1, 1, 0, 0, winner={}),
            bets(1, 1, 0, 0, winner="Ann", out="Bob"),
            bets(1, 1, 0, 0, winner="Ann", folded={"Bob": True}),
            bets(1, 1, 0, 0, winner="Ann", folded=[["Bob"]]),
            bets(1, 1, 0, 0, winner="Ann", hands=[PRIAL]),
            bets(1, 1, 0, 0, winner="Ann", hands={"Ann": "4c 4d 4h"}),
            bets(1, 1, 0, 0, winner="Ann", dealer="Bob"),
            {"pots": {"contrib": {}}},
            {"pots": [[]]},
            {"pots": [{"contrib": {}, "antes": 3}]},
            {"pots": [{"winner": 7}]},
            {"pots": [], "contrib": {}},
            {"actions": {"Ann": "bet"}},
            {"actions": [], "contrib": {}},
            {"actions": [], "dealer": 4},
            {"actions": [], "blind": True},
        ],
    )
    def test_what_has_not_the_shape_of_a_round_is_refused(self, hand: Any) -> None:
        assert code(hand) == "malformed"


class TestTheWholeEvening:
    ROUNDS = (
        bets(6, 6, 2, 0, winner="Bob"),
        bets(10, 20, 2, 0, seer="Bob", opponent="Ann", hands={"Ann": NINE, "Bob": SAME_NINE}),
        {
            "pots": [
                {"contrib": {"Ann": 4, "Bob": 2, "Cy": 4}, "winner": "Bob"},
                {"contrib": {"Ann": 8, "Cy": 4}, "winner": "Ann"},
            ]
        },
        log("Ann bet 4", "Bob cover 2", "Cy bet 4", "Di fold", "Ann see 8")
        | {"hands": {"Ann": FLUSH, "Bob": PRIAL, "Cy": KINGS}},
    )

    def test_nobody_wins_and_the_balances_stand(self) -> None:
        sheet = sheet_of({**record(*self.ROUNDS), "end_early": True})
        assert sheet.totals == {"Ann": 16, "Bob": 8, "Cy": -20, "Di": -4}
        assert (sheet.status, sheet.winners) == ("ended_early", ())
        assert sheet.reason == "Ended after 4 hands: the balances stand."
        assert sheet.ranks == {"Ann": 1, "Bob": 2, "Cy": 4, "Di": 3}
        assert extra(sheet, "pots") == [[18], [36], [14, 12], [10, 12]]
        assert extra(sheet, "pot_winners") == [
            [["Bob"]],
            [["Ann"]],
            [["Bob"], ["Ann"]],
            [["Bob"], ["Ann"]],
        ]
        assert extra(sheet, "shuffle_next") is True

    def test_it_has_no_end_of_its_own(self) -> None:
        sheet = scored(*self.ROUNDS * 5)
        assert (sheet.status, sheet.winners) == ("in_progress", ())
        assert len(sheet.round_scores) == 20

    def test_stopped_at_once_nobody_wins_either(self) -> None:
        sheet = sheet_of({**record(), "end_early": True})
        assert (sheet.status, sheet.winners) == ("ended_early", ())

    def test_a_correction_counts_as_if_typed_so(self) -> None:
        other = bets(0, 3, 3, 0, winner="Cy")
        corrected = score({**record(*self.ROUNDS), "edits": [{"round": 1, "with": other}]})
        assert corrected.to_json() == score(record(other, *self.ROUNDS[1:])).to_json()

    def test_a_correction_that_cannot_be_keeps_what_was_there(self) -> None:
        edits = [{"round": 1, "with": bets(1, 1, 0, 0, winner="Ann", folded=["Ann"])}]
        refusal = refusal_of({**record(*self.ROUNDS), "edits": edits})
        assert (refusal.edit, refusal.code) == (1, "folded_player_wins")
        assert refusal.kept.totals == scored(*self.ROUNDS).totals

    def test_the_worked_example_says_what_happens(self) -> None:
        sheet = sheet_of(dict(EXAMPLE.record))
        assert extra(sheet, "pots") == [[13]]
        assert sheet.round_scores == ({"Ann": -5, "Bob": 7, "Cy": -1, "Di": -1},)
        assert sheet.warnings == ()

    def test_it_is_money(self) -> None:
        assert RULES.is_money


NAME = st.sampled_from([*NAMES, " Ann", "Zed", 3, None])
SOME = st.lists(NAME, max_size=2) | JUNK
AMOUNT = st.integers(0, 12) | st.sampled_from([-1, 2.5, "2", True, None, 10**30])
AMOUNTS = st.dictionaries(st.sampled_from([*NAMES, " Ann", "Zed"]), AMOUNT) | JUNK
FULL = st.fixed_dictionaries({name: st.integers(0, 12) for name in NAMES})
HANDS = (
    st.permutations(DECK_NAMES).map(
        lambda deck: {name: deck[3 * seat : 3 * seat + 3] for seat, name in enumerate(NAMES)}
    )
    | st.dictionaries(
        st.sampled_from([*NAMES, "Zed"]),
        st.lists(st.sampled_from([*DECK_NAMES[:6], "1c", 7]), max_size=4) | JUNK,
        max_size=2,
    )
    | JUNK
)
ACTION = st.tuples(
    st.sampled_from(NAMES), st.sampled_from(["bet", "fold", "look", "cover", "see"])
) | st.tuples(NAME, st.sampled_from(["bet", "cover", "see", "x"]), AMOUNT)
POT = st.fixed_dictionaries({}, optional={"contrib": FULL | AMOUNTS, "winner": NAME | SOME}) | JUNK
COMMON = {"hands": HANDS, "out": SOME}
ROUND = (
    st.fixed_dictionaries(
        {},
        optional={
            **COMMON, "contrib": FULL | AMOUNTS, "winner": NAME, "seer": NAME, "opponent": NAME,
            "folded": SOME,
        },
    )
    | st.fixed_dictionaries({"pots": st.lists(POT, max_size=3) | JUNK}, optional=COMMON)
    | st.fixed_dictionaries(
        {"actions": st.lists(ACTION.map(list) | JUNK, max_size=8) | JUNK},
        optional={**COMMON, "dealer": NAME, "blind": SOME},
    )
    | JUNK
)  # fmt: skip
WON = st.tuples(st.integers(1, 9), st.sampled_from(NAMES)).map(
    lambda told: {"contrib": dict.fromkeys(NAMES, told[0]), "winner": told[1]}
)
"""Hands in which nobody folded, most of which can be: what is spoilt is hardly ever accepted."""
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "ante": st.integers(-1, 3),
        "min_bet": st.integers(0, 4),
        "max_bet": st.none() | st.integers(1, 9),
        "max_raise": st.none() | st.integers(1, 9),
        "a23": st.sampled_from(["lowest", "highest", "not_a_run", 3]),
        "cover_tie": st.sampled_from(["split", "coverer", "live"]),
    },
)


class TestWhateverIsTyped:
    @settings(max_examples=150)
    @given(options=OPTIONS, rounds=st.lists(WON | ROUND, max_size=3), last=ROUND)
    def test_it_is_scored_or_refused_and_every_hand_adds_up_to_nothing(
        self, options: dict[str, Any], rounds: list[Any], last: Any
    ) -> None:
        answer = answer_of(record(*rounds, **options), open_round=last)
        sheet = answer.kept if isinstance(answer, Refusal) else answer
        assert all(sum(scores.values()) == 0 for scores in sheet.round_scores)

    @settings(max_examples=40)
    @given(
        choices=st.lists(ACTION, min_size=6, max_size=40),
        blind=st.sets(st.sampled_from(NAMES)),
        deck=st.permutations(DECK_NAMES),
        cover_tie=st.sampled_from(["split", "coverer", "live"]),
    )
    def test_played_bet_by_bet_all_that_was_paid_is_won_by_who_did_not_fold(
        self, choices: list[Any], blind: set[str], deck: list[str], cover_tie: str
    ) -> None:
        hands = {name: deck[3 * seat : 3 * seat + 3] for seat, name in enumerate(NAMES)}
        hand: dict[str, Any] = {"blind": sorted(blind), "actions": [], "hands": hands}
        for choice in choices:
            tried = {**hand, "actions": [*hand["actions"], list(choice)]}
            if isinstance(score(record(cover_tie=cover_tie), open_round=tried), Sheet):
                hand = tried
        result = score(record(hand, cover_tie=cover_tie))
        if isinstance(result, Refusal):
            assert result.code == "hand_not_over"
            return
        (pots,), (winners,) = extra(result, "pots"), extra(result, "pot_winners")
        folded = {name for name, verb, *_ in hand["actions"] if verb == "fold"}
        assert sum(result.round_scores[0].values()) == 0
        assert len(pots) == len(winners)
        assert all(pots[1:])
        assert not folded & {name for names in winners for name in names}
        typed = sum(
            amount for _, verb, amount in (action for action in hand["actions"] if len(action) == 3)
        )
        assert sum(pots) >= len(NAMES) + typed


def test_each_row_says_what_lies_in_the_pot_and_who_folded() -> None:
    assert looked_at(log("Ann bet 2", "Bob fold")).row_notes == {
        "Ann": "3 in the pot",
        "Bob": "folded",
        "Cy": "1 in the pot",
        "Di": "1 in the pot",
    }
    assert looked_at({"contrib": {"Ann": 4, "Bob": 0}}).row_notes == {"Ann": "bets 4"}
