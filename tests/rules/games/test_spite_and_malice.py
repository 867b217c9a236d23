"""Spite and Malice, paragraph by paragraph: games, matches, every refusal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecard.rules import Sheet, score
from scorecard.rules.core import Between
from scorecard.rules.sheet import entry_form
from tests.fuzzing.junk import JUNK
from tests.scoring import CardTable, answer_of, refusal_of, sheet_of

SEATED = CardTable("spite_and_malice", ("Ann", "Bob"))
record, scored, refused, looked_at = SEATED.record, SEATED.scored, SEATED.refused, SEATED.looked_at


def game(ended: Any, ann: Any, bob: Any, **more: Any) -> dict[str, Any]:
    return {"ended": ended, "talon": {"Ann": ann, "Bob": bob}, **more}


OWN_TALON = ""
"""The key of what stands in a player's row, beside which the screen shows a refusal."""
TIE = (game("talon", 0, 7), game("talon", 7, 0))


class TestOneGame:
    @pytest.mark.parametrize(
        ("told", "winner"),
        [
            (game("talon", 0, 7), "Ann"),
            (game("talon", 3, 0), "Bob"),
            (game("talon", 0, 20), "Ann"),
            (game("stock", 6, 4), "Bob"),
            (game("stock", 1, 20), "Ann"),
            (game("stock", 5, 5), None),
            (game("stock", 20, 20), None),
        ],
    )
    def test_the_empty_or_else_the_smaller_talon_wins(
        self, told: dict[str, Any], winner: str | None
    ) -> None:
        sheet = scored(told)
        assert sheet.extras == {"game_winners": [winner]}
        assert sheet.round_scores[0] == {name: int(name == winner) for name in ("Ann", "Bob")}
        assert sheet.warnings == ()

    def test_the_winner_may_be_named_too(self) -> None:
        for told in (game("talon", 0, 7, winner=" Ann "), game("stock", 2, 7, winner="Ann")):
            assert scored(told).extras["game_winners"] == ["Ann"]

    @pytest.mark.parametrize(
        "told",
        [
            {"winner": "Ann", "talon": {"Bob": 7}},
            {"winner": "Ann", "talon": {"Ann": 0, "Bob": 7}},
            {"ended": "talon", "winner": "Ann", "talon": {" Bob": 7}},
        ],
    )
    def test_a_named_winner_has_emptied_the_talon(self, told: dict[str, Any]) -> None:
        sheet = scored(told, scoring="cards_left")
        assert sheet.round_scores[0] == {"Ann": 7, "Bob": 0}

    @pytest.mark.parametrize(
        ("told", "story"),
        [
            (game("talon", 0, 7), "Ann emptied the talon; Bob had 7 cards left."),
            (game("talon", 1, 0), "Bob emptied the talon; Ann had 1 card left."),
            (
                game("stock", 6, 4),
                "The stock ran out and Bob won: Ann had 6 cards left, Bob had 4 cards left.",
            ),
            (
                game("stock", 5, 5),
                "The stock ran out with equal talons, a draw: "
                "Ann had 5 cards left, Bob had 5 cards left.",
            ),
        ],
    )
    def test_the_story_says_how_it_ended(self, told: dict[str, Any], story: str) -> None:
        assert scored(told).stories == (story,)


class TestScoring:
    GAMES = (game("talon", 0, 7), game("stock", 9, 4), game("stock", 5, 5), game("talon", 0, 12))

    def test_every_game_won_counts_1(self) -> None:
        sheet = scored(*self.GAMES)
        assert sheet.totals == {"Ann": 2, "Bob": 1}
        assert sheet.extras["game_winners"] == ["Ann", "Bob", None, "Ann"]
        assert sheet.status == "in_progress"

    def test_or_the_difference_of_the_talons(self) -> None:
        sheet = scored(*self.GAMES, scoring="cards_left")
        assert [tuple(scores.values()) for scores in sheet.round_scores] == [
            *[(7, 0), (0, 5), (0, 0), (12, 0)]
        ]

    def test_without_a_target_it_goes_on(self) -> None:
        assert scored(*[game("talon", 0, 7)] * 50).status == "in_progress"
        assert scored(match_target=None).status == "in_progress"


class TestMatch:
    def test_the_first_to_reach_the_target_wins(self) -> None:
        games = [game("talon", 0, 7), game("talon", 2, 0), game("talon", 0, 1)]
        sheet = scored(*games, match_target=2)
        assert (sheet.status, sheet.winners) == ("finished", ("Ann",))
        assert sheet.reason == "Ann wins with 2 games; the target was 2 games."
        assert sheet.ranks == {"Ann": 1, "Bob": 2}

    def test_cards_left_may_go_beyond_it(self) -> None:
        sheet = scored(game("talon", 12, 0), match_target=10, scoring="cards_left")
        assert (sheet.winners, sheet.totals) == (("Bob",), {"Ann": 0, "Bob": 12})
        assert sheet.reason == "Bob wins with 12 points; the target was 10 points."

    def test_a_game_after_the_match_is_refused(self) -> None:
        refusal = refused(game("talon", 0, 7), game("talon", 0, 7), match_target=1)
        assert (refusal.round, refusal.code) == (2, "game_over")

    def test_a_correction_reopens_it(self) -> None:
        edits = [{"round": 1, "with": game("stock", 7, 7)}]
        result = sheet_of({**record(game("talon", 0, 7), match_target=1), "edits": edits})
        assert (result.status, result.extras["game_winners"]) == ("in_progress", [None])

    @pytest.mark.parametrize(
        ("games", "target", "winners", "reason"),
        [
            ((), None, (), "Ended before a game was played, so nobody wins."),
            ((game("talon", 0, 7),), None, ("Ann",), "Ann wins with 1 game."),
            (TIE, None, ("Ann", "Bob"), "Ann and Bob share the win with 1 game each."),
            (TIE, 3, ("Ann", "Bob"), "Ended early: Ann and Bob share the win with 1 game each."),
        ],
    )
    def test_stopped_whoever_is_ahead_wins_and_only_before_a_target_is_that_early(
        self, games: tuple[Any, ...], target: int | None, winners: tuple[str, ...], reason: str
    ) -> None:
        result = sheet_of({**record(*games, match_target=target), "end_early": True})
        assert result.status == "ended_early"
        assert (result.winners, result.reason) == (winners, reason)


class TestRefusals:
    @pytest.mark.parametrize("players", [[], ["Ann"], ["Ann", "Bob", "Cy"]])
    def test_two_play(self, players: list[str]) -> None:
        refusal = refused(players=players)
        assert (refusal.round, refusal.code) == (0, "player_count")
        assert "2" in refusal.message

    @pytest.mark.parametrize(("size", "cards"), [(20, 21), (20, 10**30), (5, 6), (40, 41)])
    def test_a_talon_holds_what_it_began_with_at_most(self, size: int, cards: int) -> None:
        assert scored(game("talon", 0, size), talon_size=size)
        for told in (game("talon", 0, cards), game("stock", 1, cards)):
            refusal = refused(told, talon_size=size)
            assert (refusal.code, refusal.player) == ("talon_out_of_range", "Bob")
            assert refusal.item == OWN_TALON
            assert "Bob" in refusal.message
            assert str(size) in refusal.message

    @pytest.mark.parametrize(
        ("cards", "code"),
        [
            (-1, "negative_number"),
            (2.5, "not_whole_number"),
            ("7", "not_whole_number"),
            (True, "not_whole_number"),
            (None, "not_whole_number"),
            ([7], "not_whole_number"),
        ],
    )
    def test_a_talon_is_a_whole_number(self, cards: Any, code: str) -> None:
        refusal = refused(game("talon", 0, cards))
        assert (refusal.code, refusal.player, refusal.item) == (code, "Bob", OWN_TALON)
        assert "Bob" in refusal.message

    @pytest.mark.parametrize(
        ("told", "item"), [(game("talon", 3, 7), "talon"), (game("talon", 0, 0), OWN_TALON)]
    )
    def test_an_emptied_talon_takes_exactly_one_0(self, told: dict[str, Any], item: str) -> None:
        refusal = refused(told)
        assert (refusal.code, refusal.item) == ("talon_result_conflict", item)
        assert "Ann" in refusal.message
        assert "Bob" in refusal.message

    @pytest.mark.parametrize(("ann", "bob", "who"), [(0, 7, "Ann"), (7, 0, "Bob"), (0, 0, "Ann")])
    def test_the_stock_runs_out_before_a_talon_is_empty(self, ann: int, bob: int, who: str) -> None:
        refusal = refused(game("stock", ann, bob))
        assert (refusal.code, refusal.player) == ("talon_result_conflict", who)
        assert refusal.item == OWN_TALON
        assert who in refusal.message

    @pytest.mark.parametrize(
        "told",
        [
            game("talon", 0, 7, winner="Bob"),
            game("stock", 3, 7, winner="Bob"),
            game("stock", 7, 7, winner="Bob"),
            {"winner": "Bob", "talon": {"Ann": 3, "Bob": 2}},
            {"winner": "Bob", "talon": {"Ann": 0}},
        ],
    )
    def test_the_winner_is_who_the_talons_say(self, told: dict[str, Any]) -> None:
        refusal = refused(told)
        assert refusal.code == "talon_result_conflict"
        assert "Bob" in refusal.message

    @pytest.mark.parametrize("told", [{"ended": "talon", "talon": {"Ann": 0}}, {"ended": "stock"}])
    def test_a_missing_talon_is_named(self, told: dict[str, Any]) -> None:
        refusal = refused(told)
        assert refusal.code == "missing_entry"
        assert "Bob" in refusal.message

    def test_a_winner_when_the_stock_ran_out_has_a_talon(self) -> None:
        refusal = refused({"ended": "stock", "winner": "Ann", "talon": {"Bob": 7}})
        assert (refusal.code, refusal.player) == ("missing_entry", "Ann")

    @pytest.mark.parametrize("ended", ["deck", "Talon", "", 0, True, ["talon"], {}])
    def test_there_is_no_other_ending(self, ended: Any) -> None:
        refusal = refused(game(ended, 0, 7))
        assert (refusal.code, refusal.item) == ("bad_ending", "ended")
        assert "talon" in refusal.message
        assert "stock" in refusal.message

    @pytest.mark.parametrize("name", ["Cy", "", "ann", 3, True, ["Ann"], {"Ann": 1}])
    def test_only_players_win(self, name: Any) -> None:
        refusal = refused(game("talon", 0, 7, winner=name))
        assert (refusal.code, refusal.item) == ("unknown_player", "winner")

    def test_only_players_have_a_talon(self) -> None:
        refusal = refused({"ended": "talon", "talon": {"Ann": 0, "Cy": 7}})
        assert (refusal.code, refusal.player) == ("unknown_player", "Cy")

    @pytest.mark.parametrize(
        "told",
        [
            {"ended": "talon", "talon": [0, 7]},
            {"ended": "talon", "talon": None},
            {"ended": "talon", "talon": 7},
            game("talon", 0, 7, loser="Bob"),
        ],
    )
    def test_what_means_nothing_is_refused(self, told: dict[str, Any]) -> None:
        assert refused(told).code == "malformed"


class TestOptions:
    @pytest.mark.parametrize(
        ("option", "values"),
        [
            ("talon_size", [4, 41, "20", None, 20.0]),
            ("scoring", ["points", 1, None]),
            ("match_target", [0, 1001, "7", True]),
        ],
    )
    def test_they_have_a_range(self, option: str, values: list[Any]) -> None:
        for value in values:
            refusal = refused(**{option: value})
            assert (refusal.code, refusal.item) == ("option_out_of_range", option)


class TestBetweenGames:
    def test_the_talon_is_told(self) -> None:
        assert scored().between.lead == "Talons of 20"
        assert scored(talon_size=25).between.lead == "Talons of 25"

    def test_a_finished_match_has_nothing_to_come(self) -> None:
        assert scored(game("talon", 0, 7), match_target=1).between == Between()


class TestGameBeingTold:
    @pytest.mark.parametrize(
        ("told", "players"),
        [
            ({}, ("Ann", "Bob")),
            ({"talon": {"Ann": 0}}, ("Bob",)),
            ({"ended": "talon"}, ("Ann", "Bob")),
            ({"winner": "Ann"}, ("Bob",)),
            ({"ended": "stock", "winner": "Ann"}, ("Ann", "Bob")),
        ],
    )
    def test_it_says_what_it_waits_for(
        self, told: dict[str, Any], players: tuple[str, ...]
    ) -> None:
        awaited = looked_at(told).awaited
        assert (awaited.players, awaited.table) == (players, "")

    def test_two_phones_make_a_whole_one(self) -> None:
        now = looked_at({"winner": "Ann", "talon": {"Bob": 7}})
        assert not now.awaited
        assert now.scores == {"Ann": 1, "Bob": 0}

    @pytest.mark.parametrize(
        ("told", "code"),
        [
            ({"talon": {"Ann": 21}}, "talon_out_of_range"),
            ({"ended": "stock", "talon": {"Ann": 0}}, "talon_result_conflict"),
            ({"winner": "Ann", "talon": {"Bob": 0}}, "talon_result_conflict"),
            ({"ended": "early"}, "bad_ending"),
        ],
    )
    def test_what_cannot_be_is_refused_at_once(self, told: dict[str, Any], code: str) -> None:
        result = refusal_of(record(), open_round=told)
        assert result.code == code


class TestForm:
    def test_both_players_type_one_number(self) -> None:
        form = entry_form(record(talon_size=25))
        assert form.players == ("Ann", "Bob")
        (field,) = form.styles[0].fields
        assert (field.key, field.kind, field.high) == ("", "points", 25)

    def test_the_table_says_who_emptied_the_talon_if_anybody_did(self) -> None:
        (way,) = entry_form(record()).rounds
        (field,) = way.fields
        assert (field.key, field.names) == ("winner", ("Ann", "Bob"))
        assert (field.is_optional, field.none_label) == (True, "Nobody: the stock ran out")


NAME = st.sampled_from(["Ann", "Bob", " Bob", "Cy"])
TALON = st.integers(-1, 21) | JUNK
GAME = st.fixed_dictionaries(
    {},
    optional={
        "ended": st.sampled_from(["talon", "stock", "deck"]) | JUNK,
        "talon": st.dictionaries(NAME, TALON) | JUNK,
        "winner": NAME | JUNK,
    },
)


class TestWhateverIsTyped:
    @given(
        st.lists(GAME, max_size=3),
        GAME,
        st.dictionaries(NAME, st.integers(0, 2)),
    )
    def test_it_is_scored_or_refused(self, games: list[Any], open_game: Any, left: Any) -> None:
        answer_of(record(*games))
        answer_of(record(*games), open_round=open_game)
        answer_of({**record(*games), "left": left}, open_round=open_game)

    @given(st.integers(0, 20), st.integers(0, 20))
    def test_two_talons_tell_how_the_game_ended(self, ann: int, bob: int) -> None:
        smaller = "Ann" if ann < bob else "Bob" if bob < ann else None
        told, untold = [
            [
                (result.extras["game_winners"], result.stories)
                for ended in endings
                if isinstance(result := score(record(game(ended, ann, bob))), Sheet)
            ]
            for endings in (("talon", "stock"), (None,))
        ]
        assert [winners for winners, _stories in told] == ([] if ann == bob == 0 else [[smaller]])
        assert untold == told


def test_each_row_says_how_many_cards_are_left() -> None:
    seen = looked_at({"talon": {"Ann": 3, "Bob": 1}})
    assert seen.row_notes == {"Ann": "3 cards", "Bob": "1 card"}
