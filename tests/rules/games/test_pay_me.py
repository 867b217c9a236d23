"""Pay Me, paragraph by paragraph: worked examples, a whole game, every refusal.

Long because it follows all rules of one game, in their order.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecard.rules import Sheet
from scorecard.rules.games.pay_me import RULES
from scorecard.rules.sheet import entry_form
from scorecard.rules.words import Sentence
from tests.fuzzing.junk import JUNK
from tests.scoring import CardTable, answer_of, codes, refusal_of, sheet_of

ABC = ["Ann", "Bob", "Cy"]
EIGHT = [*ABC, "Di", "Eve", "Flo", "Gus", "Hal"]


def hand(went_out: Any = "Ann", **deadwood: Any) -> dict[str, Any]:
    return {"went_out": went_out, "deadwood": deadwood}


class SomeHands(CardTable):
    def record(
        self, *hands: Any, players: Any = None, after: int = 0, **more: Any
    ) -> dict[str, Any]:
        """Return a record of these hands, after so many in which nobody had deadwood."""
        names = players or self.players
        empty = hand("Ann", **dict.fromkeys(names, 0))
        return super().record(*[empty] * after, *hands, players=names, **more)


SEATED = SomeHands("pay_me", ("Ann", "Bob"))
record, scored, refused, looked_at = SEATED.record, SEATED.scored, SEATED.refused, SEATED.looked_at


def points_of(entry: Any, number: int = 1, **more: Any) -> int:
    """Return what Bob's entry scores in a hand, while Ann called."""
    sheet = scored(hand("Ann", Ann=0, Bob=entry), after=number - 1, **more)
    return sheet.round_scores[-1]["Bob"]


class TestPlayersAndDecks:
    @pytest.mark.parametrize("count", [1, 9])
    def test_it_is_for_two_to_eight(self, count: int) -> None:
        refusal = refused(players=[f"P{seat}" for seat in range(count)])
        assert (refusal.code, refusal.round) == ("player_count", 0)
        assert "2 to 8" in refusal.message

    @pytest.mark.parametrize(
        ("players", "decks"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 3), (8, 3)]
    )
    def test_more_players_use_more_decks(self, players: int, decks: int) -> None:
        # In the last hand Ann can be left with every jack of three decks; Bob's is one too many.
        names = EIGHT[:players]
        more = {"players": names, "after": 10}
        others = dict.fromkeys(names, 0)
        both = {"Ann": {"cards": ["J"] * 4 * decks}, "Bob": {"cards": ["J"]}}
        refusal = refused(hand(None, **{**others, **both}), **more)
        assert refusal.code == "too_many_of_rank"
        assert f"{4 * decks} × J" in refusal.message
        both["Bob"] = {"cards": []}
        assert scored(hand(None, **{**others, **both}), **more).totals["Ann"] == 40 * decks

    @pytest.mark.parametrize("value", [0, 5, 2.5, "2", True])
    def test_decks_out_of_range_are_refused(self, value: Any) -> None:
        refusal = refused(decks=value)
        assert (refusal.code, refusal.round, refusal.item) == ("option_out_of_range", 0, "decks")

    @pytest.mark.parametrize("value", [-1, 5, None, "two"])
    def test_jokers_out_of_range_are_refused(self, value: Any) -> None:
        refusal = refused(jokers_per_deck=value)
        assert (refusal.code, refusal.item) == ("option_out_of_range", "jokers_per_deck")


class TestWildCards:
    @pytest.mark.parametrize(
        ("number", "wild"),
        [
            *((number, str(number + 2)) for number in range(1, 9)),
            *((9, "J"), (10, "Q"), (11, "K")),
        ],
    )
    def test_each_hand_turns_the_rank_of_its_size_wild(self, number: int, wild: str) -> None:
        assert points_of({"cards": [wild]}, number) == 15
        sheet = scored(after=number)
        before = scored(after=number - 1).between.lead
        assert isinstance(before.values["begun"], Sentence)
        assert isinstance(rank := before.values["begun"].values["wild"], Sentence)
        assert rank.pattern, "any language can say it in its own way"
        assert sheet.extras["hand_info"][-1] == {"cards": number + 2, "wild": wild}
        assert len(sheet.extras["hand_info"]) == number

    def test_a_rank_is_wild_in_its_own_hand_only(self) -> None:
        threes = [points_of({"cards": ["3"]}, number) for number in range(1, 12)]
        assert threes == [15, *[5] * 10]
        kings = [points_of({"cards": ["K"]}, number) for number in range(1, 12)]
        assert kings == [*[10] * 10, 15]

    @pytest.mark.parametrize("number", [1, 6, 11])
    @pytest.mark.parametrize("card", ["2", "JOKER", "joker", " Joker "])
    def test_twos_and_jokers_are_always_wild(self, card: str, number: int) -> None:
        assert points_of({"cards": [card]}, number) == 15

    @pytest.mark.parametrize("card", ["8", "9", "10", "T", "t", "j", "Q", " k "])
    def test_an_eight_to_king_costs_10(self, card: str) -> None:
        assert points_of({"cards": [card]}) == 10

    @pytest.mark.parametrize("card", ["A", "a", "4", "5", "6", "7"])
    def test_an_ace_or_low_card_costs_5(self, card: str) -> None:
        assert points_of({"cards": [card]}) == 5


class TestEntries:
    def test_points_are_taken_as_they_are(self) -> None:
        assert [points_of(points) for points in (0, 5, 45)] == [0, 5, 45]

    def test_the_most_is_15_for_each_card_dealt(self) -> None:
        assert points_of(195, 11) == 195
        refusal = refused(hand("Ann", Bob=200), after=10)
        assert (refusal.code, refusal.round) == ("points_not_possible", 11)
        for word in ("Bob", "200", "195", "13"):
            assert word in refusal.message

    def test_points_between_two_cards_are_refused(self) -> None:
        refusal = refused(hand("Ann", Bob=12))
        assert (refusal.code, refusal.player) == ("points_not_possible", "Bob")
        assert "multiple of 5" in refusal.message

    def test_bands_are_added_up(self) -> None:
        assert points_of({"wild": 1, "high": 2, "low": 3}, 4) == 15 + 20 + 15
        assert points_of({"high": 1}) == 10
        assert points_of({}) == 0

    def test_cards_one_by_one_may_repeat(self) -> None:
        assert points_of({"cards": ["K", "K", "A"]}) == 25

    @pytest.mark.parametrize("entry", [{"cards": ["4"] * 4}, {"wild": 2, "low": 2}])
    def test_more_cards_than_were_dealt_are_refused(self, entry: Any) -> None:
        refusal = refused(hand("Ann", Bob=entry))
        assert (refusal.code, refusal.player) == ("too_many_cards", "Bob")
        assert refusal.item == next(iter(entry))
        for word in ("Bob", "4 cards", "3 were dealt"):
            assert word in refusal.message
        assert points_of(entry, 2) > 0

    @pytest.mark.parametrize("card", ["1", "11", "X", "", "10h", "joke", 7, 2.5, None, True, ["K"]])
    def test_a_card_that_is_none_is_refused(self, card: Any) -> None:
        refusal = refused(hand("Ann", Bob={"cards": ["K", card]}))
        assert (refusal.code, refusal.item) == ("unknown_card", "cards")
        assert "Bob" in refusal.message

    @pytest.mark.parametrize("value", [2.5, 5.0, "5", True, None, [5]])
    def test_only_whole_numbers_count(self, value: Any) -> None:
        for entry in (value, {"wild": value}, {"high": value}, {"low": value}):
            refusal = refused(hand("Ann", Bob=entry))
            assert refusal.code == "not_whole_number"
            assert "Bob" in refusal.message

    def test_nothing_is_negative(self) -> None:
        assert refused(hand("Ann", Bob=-5)).code == "negative_number"
        refusal = refused(hand("Ann", Bob={"low": -1}))
        assert (refusal.code, refusal.item) == ("negative_number", "low")

    @pytest.mark.parametrize(
        ("entry", "code"),
        [(5 * 10**40, "points_not_possible"), ({"wild": 10**40}, "too_many_cards")],
    )
    def test_huge_numbers_are_refused_in_a_sentence(self, entry: Any, code: str) -> None:
        refusal = refused(hand("Ann", Bob=entry))
        assert refusal.code == code
        assert len(refusal.message) < 200

    @pytest.mark.parametrize(
        "entry",
        [{"cards": "K"}, {"cards": {"K": 1}}, {"cards": None}, {"cards": [], "low": 1}, {"lo": 1}],
    )
    def test_an_entry_of_another_shape_is_malformed(self, entry: Any) -> None:
        refusal = refused(hand("Ann", Bob=entry))
        assert refusal.code == "malformed"
        assert "Bob" in refusal.message


class TestDeck:
    """Two players share one deck; hand 11 deals 13 cards, so that limits can be reached."""

    def test_ten_wild_cards_are_in_a_deck(self) -> None:
        assert points_of({"wild": 10}, 11) == 150
        refusal = refused(hand(None, Ann={"wild": 5}, Bob={"wild": 6}), after=10)
        assert (refusal.code, refusal.item) == ("deck_exceeded", "wild")
        for word in ("10", "11", "wild", "Ann 5", "Bob 6"):
            assert word in refusal.message

    @pytest.mark.parametrize(("jokers", "wild"), [(0, 8), (1, 9), (4, 12)])
    def test_other_numbers_of_jokers_change_the_limit(self, jokers: int, wild: int) -> None:
        options = {"jokers_per_deck": jokers}
        assert points_of({"wild": wild}, 11, **options) == 15 * wild
        refusal = refused(hand("Ann", Bob={"wild": wild + 1}), after=10, **options)
        assert refusal.code == "deck_exceeded"

    def test_more_decks_raise_the_limit(self) -> None:
        both = hand(None, Ann={"wild": 10}, Bob={"wild": 10})
        assert refused(both, after=10).code == "deck_exceeded"
        assert scored(both, after=10, decks=2).totals == {"Ann": 150, "Bob": 150}

    @pytest.mark.parametrize(
        ("number", "band", "there_are"),
        [(11, "high", 20), (11, "low", 24), (5, "high", 24), (5, "low", 20)],
    )
    def test_the_wild_rank_is_missing_from_its_band(
        self, number: int, band: str, there_are: int
    ) -> None:
        most = number + 2
        names = EIGHT[: there_are // most + 1]
        entries = {name: {band: most} for name in names}
        entries[names[-1]] = {band: there_are - most * (len(names) - 1)}
        more: dict[str, Any] = {"players": names, "decks": 1, "after": number - 1}
        whole = scored(hand(None, **entries), **more)
        assert sum(whole.round_scores[-1].values()) == there_are * {"high": 10, "low": 5}[band]
        entries[names[-1]] = {band: entries[names[-1]][band] + 1}
        refusal = refused(hand(None, **entries), **more)
        assert (refusal.code, refusal.item) == ("deck_exceeded", band)
        assert str(there_are) in refusal.message

    def test_cards_and_bands_come_from_the_same_deck(self) -> None:
        ann, bob = {"wild": 9}, {"cards": ["2", "JOKER"]}
        assert refused(hand(None, Ann=ann, Bob=bob), after=10).code == "deck_exceeded"

    def test_mere_points_take_no_cards(self) -> None:
        assert scored(hand(None, Ann={"wild": 10}, Bob=150), after=10).totals["Bob"] == 150

    def test_four_of_a_rank_are_in_a_deck(self) -> None:
        assert points_of({"cards": ["K"] * 4}, 3) == 40
        both = hand(None, Ann={"cards": ["K", "k"]}, Bob={"cards": ["K"] * 3})
        refusal = refused(both)
        assert (refusal.code, refusal.item) == ("too_many_of_rank", "K")
        for word in ("4 × K", "one deck", "5", "Ann 2", "Bob 3"):
            assert word in refusal.message
        assert scored(both, decks=2).totals == {"Ann": 20, "Bob": 30}

    def test_two_jokers_are_in_a_deck(self) -> None:
        refusal = refused(hand("Ann", Bob={"cards": ["JOKER"] * 3}))
        assert (refusal.code, refusal.item) == ("too_many_of_rank", "JOKER")
        assert points_of({"cards": ["JOKER"] * 3}, jokers_per_deck=3) == 45

    def test_without_jokers_there_is_none(self) -> None:
        refusal = refused(hand("Ann", Bob={"cards": ["JOKER"]}), jokers_per_deck=0)
        assert refusal.code == "unknown_card"
        assert "Bob" in refusal.message


class TestWhoCalled:
    def test_the_caller_counts_nothing_and_needs_no_entry(self) -> None:
        without = hand("Ann", Bob=10)
        nothing: list[Any] = [0, {}, {"cards": []}, {"wild": 0}]
        for data in (without, *(hand("Ann", Ann=entry, Bob=10) for entry in nothing)):
            sheet = scored(data)
            assert sheet.round_scores == ({"Ann": 0, "Bob": 10},)
            assert sheet.warnings == ()
            assert sheet.stories == ("Ann called.",)

    @pytest.mark.parametrize("entry", [5, {"low": 1}, {"cards": ["2"]}])
    def test_a_caller_with_deadwood_is_refused(self, entry: Any) -> None:
        refusal = refused(hand("Bob", Ann=10, Bob=entry))
        assert (refusal.code, refusal.player) == ("caller_has_deadwood", "Bob")
        assert "Bob" in refusal.message

    def test_others_may_have_nothing_left_either(self) -> None:
        assert scored(hand("Ann", Ann=0, Bob=0)).warnings == ()

    def test_without_a_caller_everybody_counts_and_a_warning_stays(self) -> None:
        sheet = scored(hand(None, Ann=10, Bob=5), hand("Ann", Bob=5))
        assert sheet.totals == {"Ann": 10, "Bob": 10}
        assert codes(sheet) == [(1, "nobody_went_out")]
        assert refused(hand(None, Ann=10)).code == "missing_entry"

    def test_it_must_be_said_who_called(self) -> None:
        refusal = refused({"deadwood": {"Ann": 0, "Bob": 5}})
        assert (refusal.code, refusal.item) == ("missing_entry", "went_out")
        assert "went_out" in refusal.message

    @pytest.mark.parametrize("name", ["Zed", "ann", "", 3, True, ["Ann"], {"Ann": 1}])
    def test_a_stranger_cannot_have_called(self, name: Any) -> None:
        refusal = refused(hand(name, Ann=0, Bob=5))
        assert (refusal.code, refusal.item) == ("unknown_player", "went_out")
        assert "is not one of the players" in refusal.message

    def test_names_are_trimmed(self) -> None:
        sheet = scored({"went_out": " Ann ", "deadwood": {"Bob ": 5}})
        assert sheet.totals == {"Ann": 0, "Bob": 5}


class TestWhoCounts:
    def test_a_missing_entry_is_named(self) -> None:
        refusal = refused(hand("Ann", Ann=0, Bob=5), players=ABC)
        assert (refusal.code, refusal.round, refusal.player) == ("missing_entry", 1, "Cy")
        assert "Cy" in refusal.message

    def test_a_stranger_is_refused(self) -> None:
        refusal = refused(hand("Ann", Bob=5, Zed=5))
        assert refusal.code == "unknown_player"
        assert "Zed" in refusal.message

    @pytest.mark.parametrize(
        "data", [None, [], "Ann", {"went_out": "Ann", "deadwood": [5]}, {**hand(), "caller": "Ann"}]
    )
    def test_a_hand_of_another_shape_is_malformed(self, data: Any) -> None:
        assert refused(data).code == "malformed"


class TestPlayersWhoLeave:
    def test_they_are_asked_no_more_and_cannot_win(self) -> None:
        later = [hand("Ann", Bob=5)] * 10
        sheet = scored(hand("Cy", Ann=20, Bob=20), *later, players=ABC, record_left={"Cy": 1})
        assert sheet.totals == {"Ann": 20, "Bob": 70, "Cy": 0}
        assert sheet.winners == ("Ann",)
        assert sheet.ranks == {"Ann": 1, "Bob": 2, "Cy": 3}

    def test_they_cannot_go_out(self) -> None:
        refusal = refused(hand("Cy", Ann=5, Bob=5), players=ABC, record_left={"Cy": 0})
        assert refusal.code == "unknown_player"
        assert "Cy takes no part in it" in refusal.message

    def test_a_last_hand_that_everybody_had_left_has_no_winner(self) -> None:
        gone = dict.fromkeys(ABC, 10)
        refusal = refused(hand(None), players=ABC, after=10, record_left=gone)
        assert (refusal.code, refusal.round) == ("player_count", 11)
        assert refusal.message == "Nobody plays hand 11: all players had left before it."


class TestEnd:
    def test_a_whole_game(self) -> None:
        hands = [
            hand("Ann", Bob={"cards": ["2", "K", "7"]}, Cy={"cards": ["3", "JOKER", "A"]}),
            hand("Bob", Ann={"wild": 1, "low": 1}, Bob=0, Cy=25),
            hand("Cy", Ann=15, Bob={"cards": ["5", "5", "A"]}),
            hand(None, Ann=5, Bob={"high": 2}, Cy=30),
            hand("Ann", Ann={"cards": []}, Bob=0, Cy=10),
            hand("Ann", Bob={"cards": ["8", "3", "9", "7", "2"]}, Cy=5),
            hand("Bob", Ann={"cards": ["9", "9", "T"]}, Cy=60),
            hand("Cy", Ann=0, Bob={"wild": 2, "high": 2, "low": 2}, Cy=0),
            hand("Ann", Bob=100, Cy={"cards": ["J", "q", "10"]}),
            hand("Bob", Ann={"cards": ["Q", "K"]}, Cy=15),
            hand("Cy", Ann=195, Bob={"high": 3}),
        ]
        ann = [0, 20, 15, 5, 0, 0, 40, 0, 0, 25, 195]
        bob = [30, 0, 35, 20, 0, 50, 0, 60, 100, 0, 30]
        cy = [35, 25, 0, 30, 10, 5, 60, 0, 35, 15, 0]
        sheet = scored(*hands, players=ABC)
        assert [dict(scores) for scores in sheet.round_scores] == [
            {"Ann": a, "Bob": b, "Cy": c} for a, b, c in zip(ann, bob, cy, strict=True)
        ]
        assert sheet.totals == {"Ann": 300, "Bob": 325, "Cy": 215}
        assert (sheet.status, sheet.winners) == ("finished", ("Cy",))
        assert sheet.ranks == {"Cy": 1, "Ann": 2, "Bob": 3}
        assert sheet.reason == "Cy wins with the lowest total, 215, after hand 11."
        assert codes(sheet) == [(4, "nobody_went_out")]
        assert sheet.between.turn is None
        assert sheet.between.facts == ()

    def test_it_is_not_over_after_ten_hands(self) -> None:
        sheet = scored(after=10)
        assert (sheet.status, sheet.winners) == ("in_progress", ())

    def test_the_lowest_total_wins_not_who_called_most(self) -> None:
        calls = [hand("Ann", Bob=5)] * 10
        assert scored(*calls, hand("Bob", Ann=55)).winners == ("Bob",)

    def test_the_lowest_share_the_win(self) -> None:
        sheet = scored(hand("Ann", Bob=0, Cy=5), after=10, players=ABC)
        assert sheet.winners == ("Ann", "Bob")
        assert sheet.ranks == {"Ann": 1, "Bob": 1, "Cy": 3}
        assert "share" in sheet.reason

    def test_there_is_no_twelfth_hand(self) -> None:
        refusal = refused(hand("Ann", Bob=5), after=11)
        assert (refusal.code, refusal.round) == ("game_over", 12)
        assert refusal.message.startswith("The game is over: hand 12 comes after")
        assert "11" in refusal.message
        assert len(refusal.kept.round_scores) == 11

    def test_a_twelfth_hand_kept_by_a_correction_does_not_count(self) -> None:
        sheet = scored(hand("Ann", Bob=5), after=11, record_keep_after_end=True)
        assert sheet.after_end == (12,)
        assert sheet.totals == {"Ann": 0, "Bob": 0}

    def test_stopped_early_the_lowest_so_far_wins(self) -> None:
        sheet = scored(hand("Ann", Bob=5), record_end_early=True)
        assert (sheet.status, sheet.winners) == ("ended_early", ("Ann",))
        assert sheet.reason == "Ended early: Ann wins with the lowest total, 0, after hand 1."

    def test_stopped_before_a_hand_nobody_wins(self) -> None:
        sheet = scored(record_end_early=True)
        assert (sheet.status, sheet.winners) == ("ended_early", ())

    def test_a_correction_is_read_by_the_hand_it_corrects(self) -> None:
        again = hand("Ann", Bob={"cards": ["3"]})
        sheet = scored(after=6, record_edits=[{"round": 1, "with": again}])
        assert sheet.totals == {"Ann": 0, "Bob": 15}
        refusal = refused(after=6, record_edits=[{"round": 1, "with": hand("Ann", Bob=50)}])
        assert (refusal.edit, refusal.code) == (1, "points_not_possible")
        assert refusal.kept.totals == {"Ann": 0, "Bob": 0}


class TestWhileCounting:
    def test_it_waits_for_the_caller_and_for_everybody_else(self) -> None:
        awaited = looked_at({}, players=ABC).awaited
        assert (awaited.players, awaited.table) == (tuple(ABC), "who called")
        awaited = looked_at(hand("Bob"), players=ABC).awaited
        assert (awaited.players, awaited.table) == (("Ann", "Cy"), "")
        awaited = looked_at(hand(None, Ann=5), players=ABC).awaited
        assert (awaited.players, awaited.table) == (("Bob", "Cy"), "")
        awaited = looked_at({"deadwood": {"Ann": 5, "Bob": 0, "Cy": 5}}, players=ABC).awaited
        assert (awaited.players, awaited.table) == ((), "who called")

    def test_nothing_is_missing_once_all_but_the_caller_counted(self) -> None:
        seen = looked_at(hand("Bob", Ann=5, Cy={"cards": ["K"]}), players=ABC)
        assert not seen.awaited
        assert seen.scores == {"Ann": 5, "Bob": 0, "Cy": 10}
        assert seen.story == "Bob called."

    def test_entries_are_scored_one_by_one_and_named_cards_in_a_note(self) -> None:
        seen = looked_at(
            hand("Cy", Ann=20, Bob={"cards": ["8", "K"]}), after=5, players=[*ABC, "Di"]
        )
        assert seen.scores == {"Ann": 20, "Bob": 25}
        assert not seen.notes
        assert looked_at(hand("Cy", Ann={"wild": 1, "low": 1}), players=ABC).scores == {"Ann": 20}

    @pytest.mark.parametrize(
        ("data", "code"),
        [
            (hand("Bob", Bob=5), "caller_has_deadwood"),
            (hand("Zed"), "unknown_player"),
            (hand("Bob", Ann=7), "points_not_possible"),
            (hand("Cy", Ann={"cards": ["K"] * 3}, Bob={"cards": ["K"] * 2}), "too_many_of_rank"),
        ],
    )
    def test_what_can_never_be_right_is_refused_at_once(self, data: Any, code: str) -> None:
        result = refusal_of(record(players=ABC, decks=1), open_round=data)
        assert result.code == code

    def test_the_warning_is_known_once_all_is_in(self) -> None:
        seen = looked_at(hand(None, Ann=5, Bob=5))
        assert [warning.code for warning in seen.warnings] == ["nobody_went_out"]


class TestBetweenHands:
    @pytest.mark.parametrize(
        ("after", "wild", "dealt"), [(2, "5s wild", "5 cards"), (10, "Kings wild", "13 cards")]
    )
    def test_it_tells_first_what_is_wild_and_then_the_cards(
        self, after: int, wild: str, dealt: str
    ) -> None:
        between = scored(after=after).between
        assert (between.lead, between.facts, between.rounds) == (wild, (dealt,), 11)


class TestForm:
    def test_it_offers_three_ways_and_asks_who_called(self) -> None:
        form = entry_form(record(players=ABC, after=6))
        assert form.players == tuple(ABC)
        assert [style.key for style in form.styles] == ["quick", "bands", "cards"]
        quick, bands, cards = (style.fields for style in form.styles)
        (points,) = quick
        assert (points.key, points.kind) == ("", "points")
        assert (points.high, points.step, points.worth) == (135, 5, 1)
        assert [(f.key, f.worth, f.label) for f in bands] == [
            ("wild", 15, "Joker, 2, 9"),
            ("high", 10, "8, 10–K"),
            ("low", 5, "A, 3–7"),
        ]
        assert (cards[0].kind, cards[0].high, cards[0].deck[-1]) == ("cards", 9, "JOKER")
        (caller,) = form.round_fields
        assert (caller.key, caller.kind, caller.names) == ("went_out", "player", tuple(ABC))
        assert caller.none_label

    def test_without_jokers_none_is_offered(self) -> None:
        form = entry_form(record(jokers_per_deck=0))
        assert "JOKER" not in form.styles[2].fields[0].deck
        assert form.styles[1].fields[0].label == "2, 3"

    def test_whoever_left_is_not_asked(self) -> None:
        form = entry_form(record(players=ABC, after=1, record_left={"Cy": 1}))
        assert form.players == form.round_fields[0].names == ("Ann", "Bob")

    def test_it_can_be_shown_after_the_last_hand(self) -> None:
        assert entry_form(record(after=11)).styles[0].fields[0].high == 195

    def test_every_card_offered_is_read(self) -> None:
        for card in entry_form(record()).styles[2].fields[0].deck:
            assert points_of({"cards": [card]}) in (5, 10, 15)

    def test_labels_fit_a_phone(self) -> None:
        for after in range(11):
            for style in entry_form(record(after=after)).styles:
                assert all(len(field.label) <= 20 for field in style.fields)

    def test_the_example_is_what_its_sentence_says(self) -> None:
        assert RULES.example is not None
        sheet = sheet_of(RULES.example.record)
        assert sheet.totals == {"Ann": 20, "Bob": 40, "Cy": 10}


CARDS = st.sampled_from(["2", "3", "t", "K", "a", "JOKER", "x"])
NUMBERS = st.integers(-1, 5) | st.sampled_from([45, 10**30, 2.5, "2", True, None])
ENTRIES = (
    st.integers(0, 9).map(lambda fives: 5 * fives)
    | st.fixed_dictionaries({}, optional=dict.fromkeys(("wild", "high", "low"), NUMBERS))
    | st.fixed_dictionaries({"cards": st.lists(CARDS, max_size=4) | JUNK})
    | NUMBERS
    | JUNK
)
HANDS = (
    st.fixed_dictionaries(
        {},
        optional={
            "went_out": st.sampled_from(["Ann", " Bob", None, "Zed", 3, ["Ann"]]),
            "deadwood": st.dictionaries(st.sampled_from(["Ann", "Bob", "Cy "]), ENTRIES) | JUNK,
        },
    )
    | JUNK
)


@given(
    hands=st.lists(HANDS, max_size=3),
    options=st.fixed_dictionaries(
        {}, optional={"decks": NUMBERS | JUNK, "jokers_per_deck": NUMBERS}
    ),
    open_round=st.none() | HANDS,
    is_ended=st.booleans(),
)
def test_whatever_is_entered_is_scored_or_refused(
    hands: list[Any], options: dict[str, Any], open_round: Any, is_ended: bool
) -> None:
    played = record(*hands, players=ABC, record_end_early=is_ended)
    result = answer_of({**played, "options": options}, open_round=open_round)
    if isinstance(result, Sheet):
        for scores in result.round_scores:
            assert min(scores.values()) >= 0
            assert all(points % 5 == 0 for points in scores.values())


def test_the_callers_row_says_so_as_soon_as_that_is_told() -> None:
    assert looked_at({"went_out": "Ann"}).row_notes == {"Ann": "called · 0"}
    assert looked_at({"went_out": None}).row_notes == {}
