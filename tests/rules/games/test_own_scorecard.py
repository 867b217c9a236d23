"""Games on home-made scorecards: every kind of field, every end, every refusal.

Long because it follows all rules of one game, in their order.
"""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecard.rules import NotARecord, Refusal, Sheet, score
from scorecard.rules.core import Awaited, OpenRound
from scorecard.rules.games.own_scorecard.definitions import to_json
from scorecard.rules.games.own_scorecard.game import RULES
from scorecard.rules.games.own_scorecard.ready_made import READY_MADE
from scorecard.rules.sheet import entry_form, rules_for, rules_of
from scorecard.rules.typed import fields
from scorecard.rules.words import quoted
from tests.fuzzing.junk import JUNK
from tests.scoring import answer_of, refusal_of, sheet_of

NAMES = ["Ann", "Bob", "Cy", "Di"]
POINTS: dict[str, Any] = {"kind": "points", "key": "points", "label": "Points"}
SIGNED = POINTS | {"is_signed": True}
TICK: dict[str, Any] = {"kind": "tick", "key": "bonus", "label": "Bonus", "worth": 5}
OUT: dict[str, Any] = {"kind": "went_out", "key": "out", "label": "Went out", "worth": 25}
BID: dict[str, Any] = {"kind": "bid", "key": "tricks", "label": "Tricks", "made": 10, "missed": -10}
GAME: dict[str, Any] = {
    "kind": "declarer",
    "key": "game",
    "label": "Played by",
    "contracts": [
        {"key": "grand", "label": "Grand", "worth": 24, "is_times": True},
        {"key": "null", "label": "Null", "worth": 23},
    ],
    "number": "Times",
    "plus": "Extra",
    "lost": 2,
    "partner_from": 4,
    "is_paid": True,
}
CARDS: dict[str, Any] = {
    "kind": "cards",
    "key": "left",
    "label": "Cards left",
    "cards": [
        {"key": "ace", "label": "Ace", "worth": -15, "in_deck": 4},
        {"key": "other", "label": "Other", "worth": -1},
    ],
}


def record(
    *rounds: Any, fields: Any = (POINTS,), players: list[str] | None = None, **changes: Any
) -> dict[str, Any]:
    """Return a record of rounds given as entries by name, or whole where they say more."""
    definition = {"name": "House game", "fields": list(fields)} | changes
    return {
        "game": "own_scorecard",
        "options": {"scorecard": definition},
        "players": players or ["Ann", "Bob"],
        "rounds": list(rounds),
    }


def points(**numbers: Any) -> dict[str, Any]:
    return {"entries": {name: {"points": number} for name, number in numbers.items()}}


def entries(**by_name: Any) -> dict[str, Any]:
    return {"entries": by_name}


def scored(*rounds: Any, end_early: bool = False, left: Any = None, **changes: Any) -> Sheet:
    return sheet_of(record(*rounds, **changes) | {"end_early": end_early, "left": left or {}})


def refused(*rounds: Any, **changes: Any) -> Refusal:
    return refusal_of(record(*rounds, **changes))


def looked_at(open_round: dict[str, Any], *rounds: Any, **changes: Any) -> Sheet:
    return sheet_of(record(*rounds, **changes), open_round=open_round)


def form_of(*rounds: Any, **changes: Any) -> fields.EntryForm:
    return entry_form(record(*rounds, **changes))


class TestTheRecord:
    def test_without_a_scorecard_it_is_plain_points(self) -> None:
        plain = {"game": "own_scorecard", "players": ["Ann", "Bob"]}
        sheet = sheet_of(plain | {"rounds": [points(Ann=4, Bob=-7)]})
        assert sheet.totals == {"Ann": 4, "Bob": -7}
        assert rules_of(plain).name == "Plain points"

    def test_the_scorecard_makes_the_game(self) -> None:
        rules = rules_of(
            record(
                wins="lowest",
                is_zero_sum=True,
                is_money=True,
                has_dealer=True,
                round_word="Hand",
                fewest=3,
                most=5,
                source="Grandma.",
                notes="Aces are low.",
                fields=[SIGNED, CARDS],
                ends={"when": "rounds", "at": 8},
            )
        )
        assert (rules.key, rules.name) == ("own_scorecard", "House game")
        assert (rules.fewest, rules.most, rules.players) == (3, 5, "3–5 players")
        assert (rules.best, rules.is_money) == ("lowest", True)
        assert (rules.round_word, rules.action, rules.turn) == ("Hand", "Enter the hand", "deals")
        assert (rules.source, rules.length) == ("Grandma.", "8 hands")
        assert "Aces are low." in rules.how_to_score
        assert rules.card_values == (("Ace", "−15"), ("Other", "−1"))
        assert rules.first == "first_dealer"

    def test_without_a_dealer_nobody_deals_and_nobody_can_be_the_first_to(self) -> None:
        rules = rules_of(record())
        assert (rules.turn, rules.first) == ("", "")
        given = record()
        given["options"]["first_dealer"] = "Bob"
        result = refusal_of(given)
        assert result.code == "unknown_option"

    @pytest.mark.parametrize("broken", [None, 7, "Hearts", [], {}, {"name": "A"}, {"fields": [{}]}])
    def test_a_broken_scorecard_is_refused_like_any_option(self, broken: Any) -> None:
        assert rules_for("own_scorecard", {"scorecard": broken}) is RULES
        result = refusal_of(record() | {"options": {"scorecard": broken}})
        assert (result.code, result.round, result.item) == ("option_out_of_range", 0, "scorecard")
        assert "cannot be used: " in result.message
        assert result.message.endswith(".")

    def test_what_is_wrong_with_it_is_named(self) -> None:
        assert "1 to 24 fields, not 0" in refused(fields=[]).message

    @pytest.mark.parametrize("options", [None, 7, [], "x", {}])
    def test_rules_are_found_whatever_the_options(self, options: Any) -> None:
        assert rules_for("own_scorecard", options).key == "own_scorecard"

    @pytest.mark.parametrize("key", [None, 7, "whist", ["own_scorecard"]])
    def test_no_rules_are_made_up(self, key: Any) -> None:
        with pytest.raises(NotARecord):
            rules_for(key, {})

    def test_other_games_are_as_they_are(self) -> None:
        rules = rules_for("brag", {"scorecard": {"name": "Not this"}})
        assert rules.name == "Brag"


class TestPlayers:
    @pytest.mark.parametrize("players", [["Ann"], [str(number) for number in range(13)]])
    def test_too_few_and_too_many_are_refused(self, players: list[str]) -> None:
        assert refused(players=players).code == "player_count"

    def test_the_scorecard_says_how_many(self) -> None:
        error = refused(fewest=3, most=4)
        assert error.code == "player_count"
        assert "House game is for 3 to 4 players, not 2." in error.message

    def test_sides_are_of_the_same_size(self) -> None:
        error = refused(sides=2, players=[*NAMES, "Eve"])
        assert error.code == "player_count"
        assert "5 players cannot make 2 sides" in error.message


class TestPartnerships:
    def test_partners_sit_in_turn_and_the_first_enters_for_all(self) -> None:
        sheet = scored(points(Ann=4, Bob=5), sides=2, players=NAMES)
        assert sheet.sides == {"A": ("Ann", "Cy"), "B": ("Bob", "Di")}
        assert sheet.totals == {"A": 4, "B": 5}
        assert form_of(sides=2, players=NAMES).players == ("Ann", "Bob")

    def test_there_may_be_three_sides(self) -> None:
        six = [*NAMES, "Eve", "Flo"]
        sheet = scored(points(Ann=4, Bob=5, Cy=6), sides=3, players=six)
        assert sheet.sides == {"A": ("Ann", "Di"), "B": ("Bob", "Eve"), "C": ("Cy", "Flo")}

    def test_the_other_partner_has_no_entry(self) -> None:
        error = refused(points(Ann=4, Cy=5), sides=2, players=NAMES)
        assert (error.code, error.player) == ("unknown_player", "Cy")
        assert "Ann enters for Ann & Cy" in error.message

    def test_any_partner_may_go_out(self) -> None:
        sheet = scored(
            points(Ann=4, Bob=5) | {"out": "Di"}, sides=2, players=NAMES, fields=[POINTS, OUT]
        )
        assert sheet.totals == {"A": 4, "B": 30}

    def test_a_partner_enters_when_the_first_has_left(self) -> None:
        sheet = scored(
            points(Ann=4, Bob=5),
            points(Cy=4, Bob=5),
            sides=2,
            players=NAMES,
            left={"Ann": 1},
        )
        assert sheet.totals == {"A": 8, "B": 10}

    def test_the_winning_side_is_named(self) -> None:
        sheet = scored(
            points(Ann=4, Bob=5), sides=2, players=NAMES, ends={"when": "rounds", "at": 1}
        )
        assert sheet.winners == ("B",)
        assert sheet.reason == "Bob & Di win with 5 points; the game was for 1 round."


class TestPoints:
    def test_they_count_times_their_worth(self) -> None:
        assert scored(points(Ann=3, Bob=0), fields=[POINTS | {"worth": -5}]).totals == {
            "Ann": -15,
            "Bob": 0,
        }

    @pytest.mark.parametrize(
        ("value", "code", "mention"),
        [
            (None, "missing_entry", "type 0"),
            ("3", "not_whole_number", '"3"'),
            (2.5, "not_whole_number", "2.5"),
            (True, "not_whole_number", "true"),
            ([3], "not_whole_number", "a list"),
            (-1, "negative_number", "−1"),
            (21, "points_not_possible", "0 to 20"),
            (10**30, "points_not_possible", "20"),
        ],
    )
    def test_what_cannot_be_typed(self, value: Any, code: str, mention: str) -> None:
        error = refused(points(Ann=value, Bob=0), fields=[POINTS | {"most": 20}])
        assert (error.code, error.player, error.item) == (code, "Ann", "points")
        assert mention in error.message
        assert "Ann’s Points" in error.message

    def test_signed_ones_have_the_limit_on_both_sides(self) -> None:
        fields = [SIGNED | {"most": 20}]
        assert scored(points(Ann=-20, Bob=20), fields=fields).totals["Ann"] == -20
        error = refused(points(Ann=-21, Bob=20), fields=fields)
        assert error.code == "points_not_possible"
        assert "−20 to 20" in error.message


class TestPointsThatMayBeBlank:
    FIELDS: ClassVar[list[Any]] = [SIGNED | {"is_optional": True}]

    @pytest.mark.parametrize("entry", [{}, {"points": None}, {"points": 0}])
    def test_blank_is_0(self, entry: Any) -> None:
        sheet = scored(entries(Ann={"points": 7}, Bob=entry), fields=self.FIELDS)
        assert sheet.totals == {"Ann": 7, "Bob": 0}

    def test_who_has_no_entry_is_waited_for(self) -> None:
        sheet = looked_at(entries(Ann={"points": 7}), fields=self.FIELDS)
        assert sheet.open_round
        assert sheet.open_round.awaited.players == ("Bob",)

    def test_the_form_says_so(self) -> None:
        form = form_of(fields=self.FIELDS)
        field = form.styles[0].fields[0]
        assert (field.is_optional, field.default, form.is_blank_zero) == (True, 0, True)
        assert (
            "Points: counts as it is typed; left blank, it is 0."
            in rules_of(record(fields=self.FIELDS)).how_to_score
        )

    def test_beside_a_bid_it_is_not_waited_for(self) -> None:
        sheet = scored(
            entries(Ann={"tricks": {"bid": 2, "made": 2}}, Bob={"tricks": {"bid": 1, "made": 0}}),
            fields=[*self.FIELDS, BID],
        )
        assert sheet.totals == {"Ann": 10, "Bob": -10}


class TestCards:
    def test_each_counts_its_worth(self) -> None:
        sheet = scored(
            entries(Ann={"left": {"ace": 1, "other": 3}}, Bob={"left": None}), fields=[CARDS]
        )
        assert sheet.totals == {"Ann": -18, "Bob": 0}

    @pytest.mark.parametrize(
        ("left", "code", "mention"),
        [
            ([], "malformed", "object"),
            ({"king": 1}, "unknown_card", '"king"'),
            ({"ace": -1}, "negative_number", "Ace"),
            ({"ace": 1.5}, "not_whole_number", "1.5"),
            ({"other": 100}, "bad_card_count", "99"),
            ({"other": 10**40}, "bad_card_count", "too large"),
            ({"ace": 5}, "deck_exceeded", "4 × Ace"),
        ],
    )
    def test_what_cannot_be_counted(self, left: Any, code: str, mention: str) -> None:
        error = refused(entries(Ann={"left": left}, Bob={}), fields=[CARDS])
        assert error.code == code
        assert mention in error.message

    def test_there_are_not_more_than_in_the_deck_over_all_players(self) -> None:
        rounds = entries(Ann={"left": {"ace": 3}}, Bob={"left": {"ace": 2}})
        error = refused(rounds, fields=[CARDS])
        assert (error.code, error.item) == ("deck_exceeded", "left.ace")
        assert "Ann 3, Bob 2" in error.message


class TestTicks:
    @pytest.mark.parametrize(("bonus", "total"), [(True, 5), (False, 0), (None, 0)])
    def test_one_is_worth_its_points(self, bonus: Any, total: int) -> None:
        sheet = scored(entries(Ann={"bonus": bonus}, Bob={}), fields=[TICK])
        assert sheet.totals["Ann"] == total

    @pytest.mark.parametrize("bonus", [1, 0, "yes", []])
    def test_it_is_true_or_false(self, bonus: Any) -> None:
        error = refused(entries(Ann={"bonus": bonus}, Bob={}), fields=[TICK])
        assert (error.code, error.item) == ("malformed", "bonus")


class TestWhoWentOut:
    FIELDS: ClassVar[list[Any]] = [POINTS, OUT]

    def test_one_player_has_the_bonus(self) -> None:
        sheet = scored(points(Ann=4, Bob=5) | {"out": " Ann "}, fields=self.FIELDS)
        assert sheet.totals == {"Ann": 29, "Bob": 5}
        assert sheet.stories == ("Went out: Ann.",)

    def test_nobody_has_to_be_said(self) -> None:
        sheet = scored(points(Ann=4, Bob=5) | {"out": None}, fields=self.FIELDS)
        assert sheet.totals == {"Ann": 4, "Bob": 5}
        error = refused(points(Ann=4, Bob=5), fields=self.FIELDS)
        assert (error.code, error.item) == ("missing_entry", "out")
        assert "“Went out”, or that it was nobody" in error.message

    def test_somebody_must_where_the_scorecard_says_so(self) -> None:
        fields = [POINTS, OUT | {"is_required": True}]
        error = refused(points(Ann=4, Bob=5) | {"out": None}, fields=fields)
        assert (error.code, error.item) == ("missing_entry", "out")
        assert "nobody" not in error.message

    @pytest.mark.parametrize("name", ["Zoe", "", 7, ["Ann"], {"Ann": 1}, True])
    def test_it_is_one_of_the_players(self, name: Any) -> None:
        error = refused(points(Ann=4, Bob=5) | {"out": name}, fields=self.FIELDS)
        assert (error.code, error.item) == ("unknown_player", "out")

    def test_somebody_who_left_cannot(self) -> None:
        game = record(
            points(Ann=1, Bob=1, Cy=1) | {"out": None},
            points(Ann=1, Bob=1) | {"out": "Cy"},
            fields=self.FIELDS,
            players=NAMES[:3],
        )
        error = refusal_of(game | {"left": {"Cy": 1}})
        assert error.code == "unknown_player"
        assert "Cy takes no part in it" in error.message

    def test_a_round_may_be_nothing_else(self) -> None:
        fields = [OUT | {"worth": 1, "is_required": True, "label": "Won"}]
        sheet = scored({"out": "Bob"}, {"out": "Bob"}, {"out": "Ann"}, fields=fields)
        assert sheet.totals == {"Ann": 1, "Bob": 2}
        form = form_of(fields=fields)
        assert (form.styles, form.players, form.rounds[0].has_entries) == ((), (), False)
        assert rules_of(record(fields=fields)).entries_key == ""
        assert refused({"out": "Bob", "entries": {}}, fields=fields).code == "malformed"


class TestBids:
    def test_they_are_made_or_missed(self) -> None:
        rounds = entries(
            Ann={"tricks": {"bid": 2, "made": 3}}, Bob={"tricks": {"bid": 4, "made": 3}}
        )
        sheet = scored(rounds, fields=[BID])
        assert sheet.totals == {"Ann": 10, "Bob": -10}

    @pytest.mark.parametrize(
        ("tricks", "code", "item"),
        [
            (None, "missing_entry", "tricks.bid"),
            ({"bid": 2}, "missing_entry", "tricks.made"),
            ({"bid": None, "made": 2}, "missing_entry", "tricks.bid"),
            ({"bid": 2, "made": "2"}, "not_whole_number", "tricks.made"),
            ({"bid": -2, "made": 2}, "negative_number", "tricks.bid"),
            ({"bid": 14, "made": 2}, "bad_bid", "tricks.bid"),
            ({"bid": 2, "made": 14}, "bad_trick_count", "tricks.made"),
            ({"bid": 2, "made": 2, "bags": 1}, "malformed", ""),
            ([2, 2], "malformed", ""),
        ],
    )
    def test_what_cannot_be(self, tricks: Any, code: str, item: str) -> None:
        error = refused(entries(Ann={"tricks": tricks}), fields=[BID | {"in_round": 13}])
        assert (error.code, error.item, error.player) == (code, item, "Ann")

    def test_what_was_made_adds_up_to_what_there_is(self) -> None:
        def tricks(ann: int, bob: int) -> dict[str, Any]:
            return entries(
                Ann={"tricks": {"bid": 2, "made": ann}}, Bob={"tricks": {"bid": 2, "made": bob}}
            )

        fields = [BID | {"in_round": 5}]
        assert scored(tricks(3, 2), fields=fields)
        for ann, bob in ((3, 3), (3, 1)):
            error = refused(tricks(ann, bob), fields=fields)
            assert (error.code, error.item) == ("bad_trick_count", "tricks.made")
            assert f"Ann {ann}, Bob {bob}" in error.message
        whole = looked_at({"entries": {"Ann": {"tricks": {"bid": 2, "made": 1}}}}, fields=fields)
        assert whole.open_round
        assert whole.open_round.awaited == Awaited(("Bob",))


class TestSums:
    def test_a_zero_sum_round_adds_up_to_zero(self) -> None:
        fields = [SIGNED]
        assert scored(points(Ann=7, Bob=-7), fields=fields, is_zero_sum=True)
        error = refused(points(Ann=7, Bob=-6), fields=fields, is_zero_sum=True)
        assert (error.code, error.round) == ("bad_points_split", 1)
        assert "add up to 0, but adds up to 1: Ann 7, Bob −6" in error.message

    def test_a_round_total_may_have_exceptions(self) -> None:
        rule = {"total": 26, "also": [78], "all_others": True}
        for numbers in ((20, 6, 0), (26, 26, 26), (0, 26, 26)):
            given = points(**dict(zip(NAMES, numbers, strict=False)))
            assert scored(given, round_total=rule, players=NAMES[:3])
        error = refused(points(Ann=26, Bob=6, Cy=0), round_total=rule, players=NAMES[:3])
        assert error.code == "bad_points_split"
        assert "26 or 78, or be 26 for all but one, but adds up to 32" in error.message


class TestEntries:
    def test_everybody_has_one(self) -> None:
        error = refused(points(Ann=4))
        assert (error.code, error.player) == ("missing_entry", "Bob")

    @pytest.mark.parametrize(
        ("round_", "code"),
        [
            ([], "malformed"),
            ({"entries": []}, "malformed"),
            ({"entries": {"Ann": 5, "Bob": {"points": 1}}}, "malformed"),
            ({"entries": {"Ann": {"points": 1, "bonus": True}}}, "malformed"),
            (points(Ann=1, Bob=1, Zoe=1), "unknown_player"),
            ({"entries": {"Ann": {"points": 1}, " Ann": {"points": 1}}}, "duplicate_name"),
            (points(Ann=1, Bob=1) | {"out": "Ann"}, "malformed"),
        ],
    )
    def test_what_cannot_be(self, round_: Any, code: str) -> None:
        assert refused(round_).code == code


class TestEnds:
    def test_at_a_total_the_highest_wins(self) -> None:
        ends = {"when": "total", "at": 20}
        assert scored(points(Ann=19, Bob=3), ends=ends).status == "in_progress"
        sheet = scored(points(Ann=20, Bob=21), ends=ends)
        assert (sheet.status, sheet.winners, sheet.target) == ("finished", ("Bob",), 20)
        assert sheet.reason == "Bob wins with 21 points; the target was 20."
        assert not sheet.how
        assert refused(points(Ann=20, Bob=21), points(Ann=1, Bob=1), ends=ends).code == "game_over"

    def test_the_lowest_may_win_at_a_total(self) -> None:
        sheet = scored(points(Ann=20, Bob=3), ends={"when": "total", "at": 20}, wins="lowest")
        assert sheet.winners == ("Bob",)
        assert sheet.ranks == {"Bob": 1, "Ann": 2}

    def test_after_so_many_rounds(self) -> None:
        rounds = points(Ann=1, Bob=2), points(Ann=2, Bob=2)
        ends = {"when": "rounds", "at": 2}
        sheet = scored(rounds[0], ends=ends)
        assert sheet.between.rounds == 2
        assert scored(*rounds, ends=ends).winners == ("Bob",)

    def test_level_ones_share_it_or_play_on(self) -> None:
        ends = {"when": "rounds", "at": 1}
        rounds = points(Ann=3, Bob=3), points(Ann=1, Bob=2)
        shared = scored(rounds[0], ends=ends)
        assert shared.winners == ("Ann", "Bob")
        assert "Ann and Bob share the win with 3 points each" in shared.reason
        assert scored(rounds[0], ends=ends, tie="play_on").status == "in_progress"
        assert scored(*rounds, ends=ends, tie="play_on").winners == ("Bob",)

    def test_at_so_many_ticks_the_best_of_those_wins(self) -> None:
        ends = {"when": "ticks", "at": 2, "field": "bonus"}
        ticked = entries(Ann={"bonus": True}, Bob={"bonus": True}, Cy={})
        last = entries(Ann={"bonus": True}, Bob={}, Cy={"bonus": True})
        more: dict[str, Any] = {"fields": [TICK], "ends": ends, "players": NAMES[:3]}
        sheet = scored(ticked, **more)
        assert sheet.between.marks["Ann"] == ("1 of 2",)
        assert sheet.between.lead == "To 2 × “Bonus”"
        sheet = scored(ticked, last, **more)
        assert sheet.winners == ("Ann",)
        assert sheet.extras["ticks"] == {"Ann": 2, "Bob": 1, "Cy": 1}
        assert sheet.reason == "Ann wins with 10 points; “Bonus” 2 times ended the game."
        assert sheet.how == "“Bonus” 2 times ended the game"

    def test_stopped_early_the_best_wins(self) -> None:
        assert scored(points(Ann=3, Bob=2), end_early=True).winners == ("Ann",)
        assert scored(points(Ann=3, Bob=2), end_early=True, wins="lowest").winners == ("Bob",)
        assert scored(end_early=True).winners == ()

    def test_no_end_is_early_where_there_is_no_other(self) -> None:
        played = points(Ann=3, Bob=2)
        assert scored(played, end_early=True).reason == "Ann wins with 3 points."
        to_ten = scored(played, end_early=True, ends={"when": "total", "at": 10})
        assert to_ten.reason == "Ended early: Ann wins with 3 points."

    def test_for_money_there_are_balances_and_no_winners(self) -> None:
        more: dict[str, Any] = {"fields": [SIGNED], "is_zero_sum": True, "is_money": True}
        ended = scored(points(Ann=7, Bob=-7), **more, ends={"when": "rounds", "at": 1})
        assert (ended.status, ended.winners) == ("finished", ())
        assert "balances stand" in ended.reason
        stopped = scored(points(Ann=7, Bob=-7), **more, end_early=True)
        assert (stopped.status, stopped.winners) == ("ended_early", ())
        assert stopped.reason == "Ended after 1 round: the balances stand."


class TestWhoLeaves:
    """Fewer rounds mean fewer points, so where the lowest total wins nobody wins by leaving."""

    ROUNDS = (points(Ann=9, Bob=5, Cy=0), points(Ann=4, Bob=9), points(Ann=3, Bob=9))
    MORE: ClassVar[dict[str, Any]] = {"players": NAMES[:3], "left": {"Cy": 1}}

    @pytest.mark.parametrize(
        ("ends", "is_stopped"),
        [
            ({"when": "stopped"}, True),
            ({"when": "total", "at": 20}, False),
            ({"when": "total", "at": 50}, True),
            ({"when": "rounds", "at": 3}, False),
            ({"when": "rounds", "at": 9}, True),
        ],
    )
    def test_they_come_in_behind_all_who_stayed(self, ends: Any, is_stopped: bool) -> None:
        sheet = scored(*self.ROUNDS, wins="lowest", ends=ends, end_early=is_stopped, **self.MORE)
        assert sheet.winners == ("Ann",)
        assert sheet.ranks == {"Ann": 1, "Bob": 2, "Cy": 3}
        assert sheet.totals == {"Ann": 16, "Bob": 23, "Cy": 0}, "what they had stands"

    def test_ticks_do_not_help_them(self) -> None:
        told = [{"points": 5, "bonus": True}, {"points": 1}, {"points": 0, "bonus": True}]
        first = entries(Ann=told[1], Bob=told[0], Cy=told[2])
        second = entries(Ann=told[0], Bob=told[0])
        ends = {"when": "ticks", "at": 1, "field": "bonus"}
        fields = [POINTS, TICK | {"worth": 0}]
        tied = entries(Ann=told[1], Bob=told[2], Cy=told[2])
        more: dict[str, Any] = {"wins": "lowest", "ends": ends, "fields": fields, "tie": "play_on"}
        assert scored(first, **self.MORE | {"left": {}}, **more).winners == ("Cy",)
        assert scored(tied, second, **self.MORE, **more).winners == ("Bob",)

    def test_the_leader_before_them_is_one_who_stayed(self) -> None:
        sheet = scored(*self.ROUNDS, wins="lowest", **self.MORE)
        assert (sheet.status, sheet.ranks["Cy"]) == ("in_progress", 3)

    def test_partners_stay_as_long_as_one_of_them_does(self) -> None:
        rounds = points(Ann=9, Bob=5), points(Cy=4, Bob=9)
        more: dict[str, Any] = {"sides": 2, "players": NAMES, "wins": "lowest", "end_early": True}
        assert scored(*rounds, left={"Ann": 1}, **more).winners == ("A",)
        gone = scored(*rounds[:1], points(Bob=9), left={"Ann": 1, "Cy": 1}, **more)
        assert (gone.winners, gone.ranks) == (("B",), {"B": 1, "A": 2})

    def test_who_left_after_the_last_round_has_played_them_all(self) -> None:
        sheet = scored(*self.ROUNDS[:1], wins="lowest", end_early=True, **self.MORE)
        assert sheet.winners == ("Cy",)

    def test_where_the_highest_total_wins_it_stands(self) -> None:
        sheet = scored(points(Ann=0, Bob=5, Cy=90), *self.ROUNDS[1:], end_early=True, **self.MORE)
        assert sheet.winners == ("Cy",)

    def test_they_take_home_no_less_than_those_who_stayed(self) -> None:
        lowest = scored(*self.ROUNDS, wins="lowest", end_early=True, **self.MORE)
        assert lowest.own_points == {"Ann": 16, "Bob": 23, "Cy": 23}
        highest = scored(*self.ROUNDS, end_early=True, **self.MORE)
        assert highest.own_points == highest.totals


class TestTheLastOneIn:
    MORE: ClassVar[dict[str, Any]] = {
        "wins": "lowest",
        "ends": {"when": "last_in", "at": 20},
        "players": NAMES[:3],
        "has_dealer": True,
    }

    def test_whoever_reaches_the_total_is_out(self) -> None:
        sheet = scored(points(Ann=20, Bob=3, Cy=0), **self.MORE)
        assert sheet.totals == {"Ann": None, "Bob": 3, "Cy": 0}
        assert sheet.status == "in_progress"
        assert sheet.between.marks == {}
        assert sheet.between.lead == "Out at 20"
        assert sheet.stories == ("Ann reached 20.",)
        assert sheet.target is None

    def test_the_others_go_on_and_the_last_one_wins(self) -> None:
        rounds = points(Ann=20, Bob=3, Cy=0), points(Bob=3, Cy=19), points(Bob=13, Cy=1)
        assert form_of(*rounds[:1], **self.MORE).players == ("Bob", "Cy")
        sheet = scored(*rounds, **self.MORE)
        assert sheet.winners == ("Bob",)
        assert sheet.reason == "Bob wins with 19 points; nobody else is left in."
        assert sheet.totals == {"Ann": None, "Bob": 19, "Cy": None}

    def test_those_who_are_out_have_no_entry(self) -> None:
        error = refused(points(Ann=20, Bob=3, Cy=0), points(Ann=0, Bob=3, Cy=1), **self.MORE)
        assert (error.code, error.round, error.player) == ("player_eliminated", 2, "Ann")

    def test_nor_do_they_go_out_again(self) -> None:
        rounds = points(Ann=20, Bob=3, Cy=0) | {"out": None}, points(Bob=1, Cy=1) | {"out": "Ann"}
        error = refused(*rounds, fields=[POINTS, OUT | {"worth": 0}], **self.MORE)
        assert (error.code, error.player, error.item) == ("player_eliminated", "Ann", "out")

    def test_where_all_go_at_once_the_lowest_of_them_wins(self) -> None:
        sheet = scored(points(Ann=20, Bob=3, Cy=0), points(Bob=20, Cy=21), **self.MORE)
        assert sheet.totals == dict.fromkeys(NAMES[:3])
        assert sheet.winners == ("Cy",)
        assert sheet.reason == "Cy wins with 21 points; all the others are out."

    def test_the_deal_passes_over_those_who_are_out(self) -> None:
        rounds = points(Ann=0, Bob=20, Cy=0), points(Ann=1, Cy=1)
        assert scored(**self.MORE).between.turn == ("Ann", "deals")
        assert scored(*rounds[:1], **self.MORE).between.turn == ("Cy", "deals")
        assert scored(*rounds, **self.MORE).between.turn == ("Ann", "deals")

    def test_somebody_who_left_is_no_longer_in(self) -> None:
        sheet = scored(
            points(Ann=0, Bob=5, Cy=0),
            points(Ann=1, Bob=15),
            left={"Cy": 1},
            **self.MORE,
        )
        assert sheet.winners == ("Ann",)
        assert sheet.totals == {"Ann": 1, "Bob": None, "Cy": 0}

    def test_who_left_cannot_win_when_it_is_stopped(self) -> None:
        played = points(Ann=2, Bob=5, Cy=0), points(Ann=1, Bob=4)
        sheet = scored(*played, left={"Cy": 1}, end_early=True, **self.MORE)
        assert sheet.winners == ("Ann",)
        assert sheet.ranks == {"Ann": 1, "Bob": 2, "Cy": 3}
        all_left = scored(*played, left={"Cy": 1, "Ann": 2, "Bob": 2}, end_early=True, **self.MORE)
        assert (all_left.winners, all_left.reason) == (
            (),
            "Ended early with nobody left in the game.",
        )

    def test_places_are_those_in_which_they_went_out(self) -> None:
        four = self.MORE | {"players": NAMES}
        rounds = points(Ann=20, Bob=3, Cy=0, Di=1), points(Bob=18, Cy=19, Di=1), points(Cy=9, Di=1)
        sheet = scored(*rounds, **four)
        assert sheet.winners == ("Di",)
        assert sheet.ranks == {"Di": 1, "Cy": 2, "Bob": 3, "Ann": 4}
        assert sheet.own_points == {"Di": 3, "Cy": 28, "Bob": 21, "Ann": 20}

    def test_of_those_who_went_at_once_the_lower_total_comes_first(self) -> None:
        four = self.MORE | {"players": NAMES}
        sheet = scored(points(Ann=25, Bob=20, Cy=0, Di=20), **four)
        assert sheet.ranks == {"Cy": 1, "Bob": 2, "Di": 2, "Ann": 4}

    def test_leaving_is_going_out(self) -> None:
        four = self.MORE | {"players": NAMES, "left": {"Di": 1}}
        rounds = points(Ann=20, Bob=3, Cy=0, Di=1), points(Bob=3, Cy=9), points(Bob=14, Cy=9)
        sheet = scored(*rounds, **four)
        assert sheet.winners == ("Cy",)
        assert sheet.ranks == {"Cy": 1, "Bob": 2, "Ann": 3, "Di": 4}
        assert sheet.own_points == {"Cy": 18, "Bob": 20, "Ann": 20, "Di": 20}

    def test_who_left_is_behind_who_was_put_out_in_the_same_round(self) -> None:
        sheet = scored(points(Ann=25, Bob=20, Cy=0), left={"Cy": 1}, **self.MORE)
        assert (sheet.winners, sheet.ranks) == (("Bob",), {"Bob": 1, "Ann": 2, "Cy": 3})

    def test_stopped_early_the_lowest_of_those_in_wins(self) -> None:
        sheet = scored(points(Ann=20, Bob=3, Cy=0), end_early=True, **self.MORE)
        assert sheet.winners == ("Cy",)


class TestTheDealer:
    def test_the_deal_passes_to_the_left_from_the_first(self) -> None:
        game = record(has_dealer=True, players=NAMES[:3])
        game["options"]["first_dealer"] = "Cy"
        dealers = []
        for _ in range(4):
            sheet = sheet_of(game)
            dealers.append(sheet.between.turn)
            game["rounds"] = [*game["rounds"], points(Ann=1, Bob=1, Cy=1)]
        assert dealers == [(name, "deals") for name in ("Cy", "Ann", "Bob", "Cy")]

    def test_without_one_nobody_deals(self) -> None:
        assert scored().between.turn is None

    def test_a_first_dealer_who_left_is_passed_over(self) -> None:
        game = record(has_dealer=True, players=NAMES[:3]) | {"left": {"Ann": 0}}
        sheet = sheet_of(game | {"rounds": [points(Bob=1, Cy=1)]})
        assert sheet.between.turn == ("Cy", "deals")


class TestTheForm:
    def test_every_field_is_typed_in_its_own_way(self) -> None:
        fields = [POINTS | {"worth": 2, "most": 50}, SIGNED | {"key": "more", "label": "More"}]
        form = form_of(fields=[*fields, CARDS, TICK, BID | {"hint": "Each"}, OUT])
        shown = {field.key: field for field in form.styles[0].fields}
        assert {key: field.kind for key, field in shown.items()} == {
            "points": "points",
            "more": "signed_points",
            "left.ace": "number",
            "left.other": "number",
            "bonus": "switch",
            "tricks.bid": "number",
            "tricks.made": "number",
        }
        assert (shown["points"].high, shown["points"].worth) == (50, 2)
        assert (shown["more"].low, shown["more"].high) == (-1_000_000, 1_000_000)
        assert (shown["left.ace"].high, shown["left.other"].high) == (4, 99)
        assert shown["left.ace"].hint == "−15 each"
        assert shown["bonus"].hint == "+5"
        assert shown["tricks.bid"].hint == "Each"
        assert [key for key, field in shown.items() if field.is_optional] == [
            "left.ace",
            "left.other",
            "bonus",
        ]
        (out,) = form.round_fields
        assert (out.kind, out.names, out.none_label) == ("player", ("Ann", "Bob"), "Nobody")

    def test_somebody_must_have_gone_out_where_it_says_so(self) -> None:
        (out,) = form_of(fields=[OUT | {"is_required": True}]).round_fields
        assert out.none_label == ""

    @pytest.mark.parametrize(
        ("fields", "is_summed"),
        [
            ([POINTS, CARDS, TICK], True),
            ([POINTS, OUT | {"worth": 0}], True),
            ([POINTS, OUT], False),
            ([POINTS, BID], False),
            ([OUT | {"worth": 0}], False),
        ],
    )
    def test_a_phone_adds_up_plain_sums_only(self, fields: list[Any], is_summed: bool) -> None:
        assert form_of(fields=fields).is_summed is is_summed

    def test_what_is_typed_for_somebody_absent(self) -> None:
        assert rules_of(record(fields=[POINTS, TICK])).absent_entry == {"points": 0}
        assert rules_of(record(fields=[BID])).absent_entry is None
        assert rules_of(record(fields=[OUT])).absent_entry is None


class TestARoundBeingTold:
    def test_it_waits_for_entries_and_for_the_table(self) -> None:
        sheet = looked_at(points(Ann=4), fields=[POINTS, OUT])
        assert sheet.open_round
        assert sheet.open_round.awaited == Awaited(("Bob",), quoted("“Went out”"))
        assert sheet.open_round.scores == {}

    def test_entries_are_scored_alone_where_they_can_be(self) -> None:
        sheet = looked_at(entries(Ann={"points": 4, "bonus": True}), fields=[POINTS, TICK])
        assert sheet.open_round
        assert sheet.open_round.scores == {"Ann": 9}
        assert sheet.open_round.notes == {"Ann": "Bonus"}

    def test_bids_are_noted(self) -> None:
        sheet = looked_at(entries(Ann={"tricks": {"bid": 2, "made": 3}}), fields=[BID])
        assert sheet.open_round
        assert sheet.open_round.notes == {"Ann": "bid 2, made 3"}

    def test_of_several_bids_each_is_named(self) -> None:
        both = {"tricks": {"bid": 2, "made": 3}, "more": {"bid": 1}}
        sheet = looked_at(entries(Ann=both), fields=[BID, BID | {"key": "more", "label": "More"}])
        assert sheet.open_round
        assert sheet.open_round.notes == {"Ann": "Tricks: bid 2, made 3; More: bid 1"}

    def test_it_is_scored_once_it_is_whole(self) -> None:
        sheet = looked_at(points(Ann=4, Bob=1) | {"out": "Bob"}, fields=[POINTS, OUT])
        assert sheet.open_round
        assert not sheet.open_round.awaited
        assert sheet.open_round.scores == {"Ann": 4, "Bob": 26}

    def test_what_cannot_be_is_refused_at_once(self) -> None:
        result = refusal_of(record(), open_round=points(Ann=-1))
        assert result.code == "negative_number"


class TestBidsBeforePlay:
    """A bid is entered before it is known what is made of it."""

    MORE: ClassVar[dict[str, Any]] = {"fields": [BID | {"in_round": 5}, POINTS, TICK]}
    BIDS = entries(Ann={"tricks": {"bid": 2}}, Bob={"tricks": {"bid": 2}})

    def open_round(self, *, fields: Any = None, **by_name: Any) -> OpenRound:
        sheet = looked_at(entries(**by_name), fields=fields or self.MORE["fields"])
        assert sheet.open_round
        return sheet.open_round

    def test_first_it_waits_for_bids(self) -> None:
        now = self.open_round(Ann={"tricks": {"bid": 2}})
        assert now.awaited == Awaited(("Bob",))
        assert (now.notes, now.scores) == ({"Ann": "bid 2"}, {})
        assert now.hint == "Tricks: 2 of 5 bid"

    def test_then_for_what_was_made(self) -> None:
        made = {"tricks": {"bid": 2, "made": 3}, "points": 4}
        now = self.open_round(Ann={"tricks": {"bid": 2}}, Bob=made)
        assert now.awaited == Awaited(("Ann",), part=1)
        assert now.scores == {"Bob": 14}
        assert now.hint == "Tricks: 4 of 5 bid"

    @pytest.mark.parametrize("more", [{"points": 3}, {"tricks": {"bid": 2, "made": 2}}])
    def test_whatever_must_be_typed_is_waited_for(self, more: Any) -> None:
        half = {"tricks": {"bid": 2}} | more
        assert self.open_round(Ann=half, Bob=half).awaited.players == ("Ann", "Bob")

    def test_what_the_table_tells_is_asked_after_the_bids(self) -> None:
        own = [BID, OUT]
        ann, bob = ({"tricks": {"bid": bid}} for bid in (1, 3))
        assert self.open_round(fields=own, Ann=ann).awaited == Awaited(("Bob",))
        asked = self.open_round(fields=own, Ann=ann, Bob=bob).awaited
        assert asked == Awaited(("Ann", "Bob"), quoted("“Went out”"), part=1)

    def test_where_it_is_not_known_how_many_there_are(self) -> None:
        assert self.open_round(fields=[BID], Ann={"tricks": {"bid": 3}}).hint == "Tricks: 3 bid"

    def test_nothing_is_made_without_a_bid(self) -> None:
        open_round = entries(Ann={"tricks": {"made": 2}})
        result = refusal_of(record(fields=[BID]), open_round=open_round)
        assert (result.code, result.player, result.item) == ("missing_entry", "Ann", "tricks.bid")

    def test_tricks_add_up_only_once_all_are_in(self) -> None:
        four = {"tricks": {"bid": 2, "made": 4}, "points": 0}
        assert not self.open_round(Ann=four, Bob={"tricks": {"bid": 2}}).warnings
        result = refusal_of(record(**self.MORE), open_round=entries(Ann=four, Bob=four))
        assert result.code == "bad_trick_count"

    def test_a_round_is_not_scored_before_both_are_in(self) -> None:
        error = refused(self.BIDS, fields=[BID])
        assert (error.code, error.item) == ("missing_entry", "tricks.made")
        assert error.message == "Ann’s Tricks (made) is missing: type 0 for none."

    def test_all_but_the_bids_is_said_to_come_later(self) -> None:
        form = form_of(fields=[BID, POINTS, CARDS, TICK, OUT])
        first = [field.key for field in form.styles[0].fields if not field.is_later]
        assert (first, form.parts) == (["tricks.bid"], ("Bids", "Made"))
        assert form.round_fields[0].is_later
        assert form_of(fields=[POINTS, OUT]).parts == ()


def one_game(**said: Any) -> dict[str, Any]:
    return {"game": said}


class TestWhoPlayedAgainstTheOthers:
    WHO: ClassVar[dict[str, Any]] = {"fields": [GAME], "players": NAMES}
    GRAND: ClassVar[dict[str, Any]] = {"declarer": "Ann", "contract": "grand", "number": 2}

    def test_alone_one_has_it_from_everybody(self) -> None:
        sheet = scored(one_game(**self.GRAND, partner=None, result="won"), **self.WHO)
        assert sheet.round_scores == ({"Ann": 144, "Bob": -48, "Cy": -48, "Di": -48},)
        assert sheet.stories[0] == "Ann won “Grand”, worth 48."

    def test_a_partner_has_one_part(self) -> None:
        sheet = scored(one_game(**self.GRAND, partner="Cy", plus=5, result="lost"), **self.WHO)
        assert sheet.round_scores == ({"Ann": -106, "Bob": 106, "Cy": -106, "Di": 106},)
        assert sheet.stories[0] == "Ann & Cy lost “Grand”, worth 53."

    def test_where_nobody_pays_it_counts_for_whoever_played(self) -> None:
        fields = [GAME | {"is_paid": False, "bonus": 50, "defence": 30}]
        won, lost = (
            one_game(declarer="Ann", partner="Bob", contract="null", result=result)
            for result in ("won", "lost")
        )
        sheet = scored(won, lost, fields=fields, players=NAMES)
        assert sheet.round_scores == (
            {"Ann": 73, "Bob": 73, "Cy": 0, "Di": 0},
            {"Ann": -96, "Bob": -96, "Cy": 30, "Di": 30},
        )

    def test_beside_it_everybody_may_have_an_entry(self) -> None:
        round_ = {
            **points(Ann=1, Bob=2, Cy=3, Di=4),
            **one_game(**self.GRAND, partner=None, result="won"),
        }
        sheet = scored(round_, fields=[POINTS, GAME], players=NAMES)
        assert sheet.round_scores == ({"Ann": 145, "Bob": -46, "Cy": -45, "Di": -44},)

    def test_without_games_the_number_is_what_it_is_worth(self) -> None:
        own = {"kind": "declarer", "key": "game", "label": "Who?", "number": "Value", "base": 3}
        sheet = scored(one_game(declarer="Bob", number=-3, result="won"), fields=[own])
        assert sheet.round_scores == ({"Ann": 0, "Bob": 0},)
        assert sheet.stories[0] == "Bob won, worth 0."

    @pytest.mark.parametrize(
        ("said", "item", "label"),
        [
            ({}, "declarer", "Played by"),
            ({"declarer": "Ann"}, "partner", "With whom?"),
            ({"declarer": "Ann", "partner": None}, "contract", "Contract"),
            ({"declarer": "Ann", "partner": "Bob", "contract": "grand"}, "number", "Times"),
            ({"declarer": "Ann", "partner": None, "contract": "null"}, "result", "Result"),
        ],
    )
    def test_what_is_not_said_is_waited_for_and_named(
        self, said: dict[str, Any], item: str, label: str
    ) -> None:
        sheet = looked_at(one_game(**said), **self.WHO)
        assert sheet.open_round
        assert sheet.open_round.awaited == Awaited((), quoted("“Played by”"))
        error = refused(one_game(**said), **self.WHO)
        assert (error.code, error.item) == ("missing_entry", f"game.{item}")
        assert error.message == f"Round 1 needs an answer to “{label}”."

    @pytest.mark.parametrize(
        ("said", "code", "complaint"),
        [
            ({"partner": "Ann"}, "unknown_player", "Ann cannot be both"),
            ({"declarer": "Zoe"}, "unknown_player", '"Zoe" is not one of the players'),
            ({"declarer": 3}, "unknown_player", "3 is not one of the players"),
            ({"contract": "solo"}, "malformed", '"solo" is none of Grand and Null'),
            ({"contract": "null"}, "outcome_conflict", "“Null” has no such number"),
            ({"number": -1}, "points_not_possible", "“Times” must be from 0 to"),
            ({"number": "two"}, "not_whole_number", "must be a whole number"),
            ({"plus": -(10**7)}, "points_not_possible", "“Extra” must be from −1,000,000"),
            ({"declarer": None}, "missing_entry", "needs an answer to “Played by”"),
            ({"contract": None}, "missing_entry", "needs an answer to “Contract”"),
            ({"number": None}, "missing_entry", "needs an answer to “Times”"),
            ({"result": "drawn"}, "malformed", '"drawn" is none of'),
            ({"contra": True}, "malformed", '"contra", which means nothing'),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, said: dict[str, Any], code: str, complaint: str
    ) -> None:
        whole = self.GRAND | {"partner": None, "result": "won"}
        error = refused(one_game(**whole | said), **self.WHO)
        assert (error.code, error.round) == (code, 1)
        assert complaint in error.message

    def test_fewer_than_four_play_alone(self) -> None:
        three: dict[str, Any] = {"fields": [GAME], "players": NAMES[:3]}
        assert "game.partner" not in [field.key for field in form_of(**three).round_fields]
        sheet = scored(one_game(**self.GRAND, result="won"), **three)
        assert sheet.round_scores == ({"Ann": 96, "Bob": -48, "Cy": -48},)
        error = refused(one_game(**self.GRAND, partner="Bob", result="won"), **three)
        assert error.message == 'Played by has "partner", which means nothing here.'

    def test_who_is_out_plays_no_more_and_is_told_so(self) -> None:
        out: dict[str, Any] = {"ends": {"when": "last_in", "at": 40}, "wins": "lowest"}
        first = one_game(declarer="Ann", partner="Bob", contract="null", result="lost")
        again = one_game(declarer="Cy", contract="null", result="won")
        error = refused(first, again, **self.WHO, **out)
        assert (error.code, error.player, error.round) == ("player_eliminated", "Cy", 2)

    def test_whoever_deals_sits_out_and_is_told_so(self) -> None:
        own = GAME | {"players": 3}
        whole = self.GRAND | {"result": "won"}
        table: dict[str, Any] = {"fields": [own], "players": NAMES, "has_dealer": True, "most": 4}
        error = refused(one_game(**whole), **table)
        assert error.message == "Round 1, Played by: Ann deals and sits out."
        sheet = scored(one_game(**whole | {"declarer": "Bob"}), one_game(**whole), **table)
        assert sheet.round_scores[1] == {"Ann": 96, "Bob": 0, "Cy": -48, "Di": -48}
        assert scored(one_game(**whole), left={"Di": 0}, **table).totals["Ann"] == 96

    def test_where_nobody_played_nothing_counts_that_was_said_before(self) -> None:
        sheet = scored(one_game(**self.GRAND, result="passed"), **self.WHO)
        assert sheet.round_scores == (dict.fromkeys(NAMES, 0),)
        assert sheet.stories == ("Nobody played.",)

    def test_its_form_asks_who_first_and_is_saved_by_who_won(self) -> None:
        form = form_of(**self.WHO)
        assert (form.opening, form.closing) == ("game.declarer", "game.result")
        keys = [field.key.removeprefix("game.") for field in form.round_fields]
        assert keys == ["declarer", "partner", "contract", "number", "plus", "result"]
        assert form.round_fields[3].asked_if == ("game.contract", ("grand",))
        assert not form.is_summed


SOME_FIELDS = st.lists(
    st.sampled_from(
        [POINTS, SIGNED | {"key": "more", "label": "More"}, CARDS, TICK, OUT, BID, GAME]
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda field: field["key"],
)
NUMBERS = st.integers(-5, 30) | st.sampled_from([None, True, 2.5, "2", 10**30])
NAME = st.sampled_from(["Ann", "Bob", " Cy", "Zoe"]) | JUNK
ENTRY = JUNK | st.fixed_dictionaries(
    {},
    optional={
        "points": NUMBERS,
        "more": NUMBERS,
        "left": JUNK | st.fixed_dictionaries({"ace": NUMBERS}),
        "bonus": st.booleans() | JUNK,
        "tricks": JUNK | st.fixed_dictionaries({"bid": NUMBERS, "made": NUMBERS}),
    },
)
ROUND = JUNK | st.fixed_dictionaries(
    {"entries": st.dictionaries(st.sampled_from(["Ann", "Bob", "Cy", "Di"]), ENTRY) | JUNK},
    optional={
        "out": NAME,
        "game": JUNK
        | st.fixed_dictionaries(
            {},
            optional={
                "declarer": NAME,
                "partner": NAME,
                "game": st.sampled_from(["grand", "null", "solo"]) | JUNK,
                "number": NUMBERS,
                "plus": NUMBERS,
                "result": st.sampled_from(["won", "lost", "passed"]) | JUNK,
            },
        ),
    },
)
DEFINITION = (
    JUNK
    | st.sampled_from([to_json(definition) for definition in READY_MADE.values()])
    | st.fixed_dictionaries(
        {"name": st.just("A") | JUNK, "fields": SOME_FIELDS | JUNK},
        optional={
            "wins": st.sampled_from(["highest", "lowest", 3]),
            "ends": st.fixed_dictionaries(
                {"when": st.sampled_from(["total", "rounds", "last_in", "ticks"])},
                optional={"at": st.integers(0, 20), "field": st.just("bonus")},
            ),
            "sides": st.sampled_from([None, 2, 3, "2"]),
            "is_zero_sum": st.booleans(),
            "has_dealer": st.booleans(),
            "tie": st.sampled_from(["shared", "play_on"]),
            "round_total": JUNK | st.fixed_dictionaries({"total": st.integers(0, 9)}),
        },
    )
)


@given(
    DEFINITION,
    st.integers(1, 5),
    st.lists(ROUND, max_size=3),
    st.dictionaries(st.sampled_from(NAMES), st.integers(0, 2), max_size=2),
    ROUND,
)
def test_whatever_is_typed_is_scored_or_refused(
    definition: Any, players: int, rounds: list[Any], left: dict[str, int], last: Any
) -> None:
    given = {
        "game": "own_scorecard",
        "options": {"scorecard": definition},
        "players": [*NAMES, "Eve"][:players],
        "rounds": rounds,
        "left": {name: number for name, number in left.items() if name in NAMES[:players]},
    }
    answer_of(given)
    answer_of(given | {"end_early": True})
    if isinstance(last, dict):
        answer_of(given, open_round=last)


@given(
    st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=4),
    st.booleans(),
)
def test_accepted_zero_sum_rounds_add_up_to_zero(
    pairs: list[tuple[int, int]], is_fair: bool
) -> None:
    rounds = [points(Ann=ann, Bob=-ann if is_fair else bob) for ann, bob in pairs]
    result = answer_of(record(*rounds, fields=[SIGNED], is_zero_sum=True))
    sheet = result.kept if isinstance(result, Refusal) else result
    assert all(sum(scores.values()) == 0 for scores in sheet.round_scores)
    assert sum(total or 0 for total in sheet.totals.values()) == 0
    assert is_fair <= isinstance(result, Sheet)
    assert (len(sheet.round_scores) == len(rounds)) == isinstance(result, Sheet)


@given(st.lists(st.tuples(*[st.integers(0, 9)] * 3), min_size=1, max_size=8), st.data())
def test_a_correction_equals_the_game_as_if_entered_so(
    numbers: list[tuple[int, ...]], data: st.DataObject
) -> None:
    rounds = [points(**dict(zip(NAMES, row, strict=False))) for row in numbers]
    game = record(*rounds, players=NAMES[:3], has_dealer=True)
    number = data.draw(st.integers(1, len(rounds)))
    other = points(Ann=5, Bob=0, Cy=2)
    corrected = score(game | {"edits": [{"round": number, "with": other}]})
    entered_so = score(game | {"rounds": [*rounds[: number - 1], other, *rounds[number:]]})
    assert corrected.to_json() == entered_so.to_json()
