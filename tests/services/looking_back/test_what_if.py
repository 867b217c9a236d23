"""What if: a group's past counted again as a proposal would have it, worked out by hand."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.models import Proposal
from scorecard.services.book import consent, house_rules
from scorecard.services.looking_back import what_if
from scorecard.services.looking_back.what_if import End, WhatIf
from scorecard.services.players import merging, rosters
from scorecard.services.seasons import adjustments, seasons, weighing
from scorecard.services.standings import results
from scorecard.services.table import amending, games, occasions
from tests.factories import Club, Table
from tests.work import statements

LEGS: dict[str, Any] = {
    "name": "Darts legs",
    "fields": [{"kind": "points", "key": "legs", "label": "Legs"}],
    "ends": {"when": "total", "at": 5},
}


def propose(
    club: Club, options: dict[str, Any], before: dict[str, Any], rules: str = "brownie_points"
) -> Proposal:
    """Propose house rules with these options in place of those before."""
    of = house_rules.create(club.session, club.group, club.write(), "Cabin", rules, before)
    made = consent.propose(club.session, of, club.write(), options, "", "because")
    club.session.commit()
    return made


def count(club: Club, proposal: Proposal) -> WhatIf:
    return what_if.go_on(club.session, club.group.id, proposal.uid)


def play(club: Club, *rounds: tuple[int, ...], target: int = 1_000) -> Table:
    """Play Brownie Points by a target, with the scores of these rounds, and end the game."""
    table = club.start(options={"target": target})
    for scores in rounds:
        table.play(*scores)
    return club.end(table)


ANN_LATER = ((300, 200), (100, 350), (700, 100))
"""Ann has 300, 400, 1,100; Bob 200, 550, 650: he is the first to reach 500, she to reach 1,000."""
ANN_SOON = ((600, 100), (500, 100))
"""Ann has 600 and 1,100."""


class TestBrowniePointsByALowerTarget:
    def test_who_was_first_to_the_lower_target_would_have_won(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = play(club, *ANN_LATER)
        found = count(club, propose(club, {"target": 500}, {"target": 1_000}))
        assert (found.games, found.counted, found.other_winner) == (1, 1, 1)
        (example,) = found.examples
        assert (example.game, example.at) == (table.game.uid, table.game.started_at)
        assert (example.before, example.after) == (End(("Ann",), 3), End(("Bob",), 2))

    def test_a_game_with_the_same_winner_may_be_shorter(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        play(club, *ANN_LATER)
        play(club, *ANN_SOON)
        found = count(club, propose(club, {"target": 500}, {"target": 1_000}))
        assert (found.other_winner, found.shorter, found.over) == (1, 1, 2)
        assert (found.rounds_before, found.rounds_after) == (3 + 2, 2 + 1)
        assert len(found.examples) == 1

    def test_a_game_without_the_changed_option_keeps_its_other_ones(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start(options={"target": 1_000, "squirts_value": 200})
        for scores in ANN_LATER:
            table.play(*scores)
        club.end(table)
        found = count(club, propose(club, {"target": 500}, {}))
        assert found.examples[0].after == End(("Bob",), 2)
        assert table.game.options["target"] == 1_000, "nothing is stored"
        assert table.game.seats[0].is_winner

    def test_a_change_in_the_middle_of_a_game_gives_way_to_the_proposal(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start(options={"target": 15_000})
        table.play(*ANN_LATER[0])
        amending.amend(
            session, table.game, table.write(), {"target": 1_000}, ["Ann", "Bob"], "late"
        )
        session.commit()
        for scores in ANN_LATER[1:]:
            table.play(*scores)
        club.end(table)
        assert table.game.amendments
        found = count(club, propose(club, {"target": 500}, {}))
        assert found.examples[0].before == End(("Ann",), 3)
        assert found.examples[0].after == End(("Bob",), 2)


class TestBrowniePointsByAHigherTarget:
    def test_a_game_would_have_gone_on_and_nobody_says_who_wins(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        play(club, *ANN_LATER)
        found = count(club, propose(club, {"target": 2_000}, {"target": 1_000}))
        assert (found.gone_on, found.other_winner, found.over) == (1, 0, 0)
        assert (found.examples, found.moves) == ([], [])
        assert club.standings(season)[0][0] == "Ann"

    def test_a_game_that_was_ended_early_would_have_been_so_too(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        play(club, *ANN_LATER[:2])
        found = count(club, propose(club, {"target": 2_000}, {"target": 1_000}))
        assert (found.gone_on, found.other_winner, found.shorter, found.over) == (0, 0, 0, 1)


class TestCucumber:
    TAKERS = (("Ann", "A"), ("Ann", "A"), ("Bob", "A"), ("Bob", "A"), ("Bob", "J"), ("Bob", "Q"))
    """Up to 21: Ann 14, then a cucumber, 0; Bob 14, then a cucumber, 0; 11; 23, out: Ann wins.

    Up to 10: Ann has a cucumber at once, and is out with the second ace: Bob wins.
    """

    def test_a_lower_limit_puts_ann_out_after_two_hands(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start(rules="cucumber")
        for taker, rank in self.TAKERS:
            table.tell({"winner": taker, "rank": rank, "tied": []})
        club.end(table)
        found = count(club, propose(club, {"limit": 10}, {}, "cucumber"))
        (example,) = found.examples
        assert (example.before, example.after) == (End(("Ann",), 6), End(("Bob",), 2))

    def test_a_limit_that_nobody_reached_leaves_it_open(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start(rules="cucumber")
        for taker, rank in self.TAKERS:
            table.tell({"winner": taker, "rank": rank, "tied": []})
        club.end(table)
        found = count(club, propose(club, {"limit": 100}, {}, "cucumber"))
        assert (found.gone_on, found.over) == (1, 0)


class TestAScorecardOfOnesOwn:
    def played(self, session: Session) -> Club:
        club = Club(session, "Ann", "Bob")
        table = club.start(rules="own_scorecard", options={"scorecard": LEGS})
        for ann, bob in ((1, 3), (4, 0)):
            table.tell({}, {1: {"legs": ann}, 2: {"legs": bob}})
        club.end(table)
        return club

    def test_another_end_makes_another_winner(self, session: Session) -> None:
        club = self.played(session)
        sooner = {"scorecard": LEGS | {"ends": {"when": "total", "at": 3}}}
        found = count(club, propose(club, sooner, {"scorecard": LEGS}, "own_scorecard"))
        (example,) = found.examples
        assert (example.before, example.after) == (End(("Ann",), 2), End(("Bob",), 1))

    def test_what_was_typed_may_not_fit_other_fields(self, session: Session) -> None:
        club = self.played(session)
        other = {"scorecard": LEGS | {"fields": [LEGS["fields"][0] | {"key": "sets"}]}}
        found = count(club, propose(club, other, {"scorecard": LEGS}, "own_scorecard"))
        assert (found.refused, found.over, found.games) == (1, 0, 1)


class TestTitles:
    def test_a_season_would_have_another_leader(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        spring = club.season()
        play(club, *ANN_LATER)
        found = count(club, propose(club, {"target": 500}, {"target": 1_000}))
        (move,) = found.moves
        assert (move.season, move.is_closed) == (spring.uid, False)
        assert (move.before, move.after) == (("Ann",), ("Bob",))

    def test_games_that_stay_as_they_are_still_count(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        club.season()
        play(club, *ANN_LATER)
        play(club, *ANN_SOON)
        found = count(club, propose(club, {"target": 500}, {"target": 1_000}))
        (move,) = found.moves
        assert move.before == ("Ann",)
        assert move.after == ("Ann", "Bob"), "one game each"

    def test_a_closed_season_would_have_another_champion(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        play(club, *ANN_LATER)
        seasons.close(session, season, club.write())
        session.commit()
        found = count(club, propose(club, {"target": 500}, {"target": 1_000}))
        (move,) = found.moves
        assert (move.is_closed, move.before, move.after) == (True, ("Ann",), ("Bob",))
        assert season.final
        assert season.final["table"][0]["name"] == "Ann", "its table stands"

    def test_what_a_closed_season_did_not_count_it_would_not(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        play(club, *ANN_SOON)
        seasons.close(session, season, club.write())
        session.commit()
        play(club, *ANN_LATER)
        play(club, *ANN_LATER)
        found = count(club, propose(club, {"target": 500}, {"target": 1_000}))
        assert found.other_winner == 2
        assert found.moves == []

    def test_what_became_friendly_since_a_season_was_closed_counts_there_as_it_did(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        table, _other = play(club, *ANN_LATER), play(club, *ANN_LATER)
        seasons.close(session, season, club.write())
        occasions.change(session, table.game, table.write(), is_friendly=True)
        session.commit()
        # Bob would have won both, but only one of them moves.
        (move,) = count(club, propose(club, {"target": 500}, {"target": 1_000})).moves
        assert (move.before, move.after) == (("Ann",), ("Ann", "Bob"))

    @pytest.mark.parametrize("since", ["a guest", "merged"])
    def test_who_won_a_closed_season_has_won_it_whoever_they_are_by_now(
        self, session: Session, since: str
    ) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        play(club, *ANN_LATER)
        seasons.close(session, season, club.write())
        ann = club.players["Ann"]
        if since == "merged":
            anna = rosters.add(session, club.group, club.write(), "Anna")
            merging.merge(session, ann, anna, club.write())
        else:
            club.mark("Ann", is_guest=True)
        session.commit()
        found = count(club, propose(club, {"target": 500}, {"target": 1_000}))
        assert found.other_winner == 1
        assert found.moves == []

    @pytest.mark.parametrize("since", ["a guest", "merged"])
    def test_points_by_hand_of_a_closed_season_decide_it_still(
        self, session: Session, since: str
    ) -> None:
        club = Club(session, "Ann", "Bob", "Cy", "Di", "Ed")
        season = club.season()
        table = club.start("Ann", "Bob", options={"target": 1_000})
        for scores in ANN_LATER:
            table.play(*scores)
        club.end(table)
        cy, give = club.players["Cy"], adjustments.give
        club.play(Cy=500, Di=300)
        give(session, season, club.write(), cy, kind="bonus", points=9, reason="cake")
        seasons.close(session, season, club.write())
        if since == "merged":
            merging.merge(session, cy, club.players["Ed"], club.write())
        else:
            club.mark("Cy", is_guest=True)
        session.commit()
        found = count(club, propose(club, {"target": 500}, {"target": 1_000}))
        assert found.other_winner == 1
        assert found.moves == []

    def test_an_evening_that_counts_double_moves_more(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season(tie_breaks=[])
        play(club, *ANN_SOON)
        play(club, *ANN_SOON)
        club.at += timedelta(days=1)
        play(club, *ANN_LATER)
        proposal = propose(club, {"target": 500}, {"target": 1_000})
        assert count(club, proposal).moves == []
        day = results.day_of(club.at, club.group)
        weighing.weigh(session, season, club.write(), day, 3)
        session.commit()
        (move,) = count(club, proposal).moves
        assert (move.before, move.after) == (("Ann",), ("Bob",))

    def test_direct_comparison_is_of_games_as_they_would_have_ended(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        equal = {"kind": "places", "places": [1, 1]}
        club.season(scheme=equal, tie_breaks=["direct"])
        play(club, *ANN_LATER)
        (move,) = count(club, propose(club, {"target": 500}, {"target": 1_000})).moves
        assert (move.before, move.after) == (("Ann",), ("Bob",))

    def test_the_best_results_of_a_season_are_picked_anew(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        club.season(best_of=1, scheme={"kind": "points"}, tie_breaks=[])
        play(club, *ANN_LATER)
        play(club, (600, 100), (350, 900))
        # Best: Ann 1,100, Bob 1,000; with the lower target Ann 600, Bob 550.
        proposal = propose(club, {"target": 500}, {"target": 1_000})
        assert count(club, proposal).moves == []
        play(club, (0, 750), (0, 300))
        # Bob has 1,050 now, with the lower target 750.
        (move,) = count(club, proposal).moves
        assert (move.before, move.after) == (("Ann",), ("Bob",))


class TestWhichGames:
    def test_only_ended_games_of_this_card_game_and_group_count(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        play(club, *ANN_LATER)
        running = club.start(options={"target": 1_000})
        running.play(600, 0)
        deleted = play(club, *ANN_LATER)
        games.delete(session, deleted.game, deleted.write())
        club.end(club.start())
        cucumber = club.start(rules="cucumber")
        cucumber.tell({"winner": "Ann", "rank": "A", "tied": []})
        club.end(cucumber)
        play(Club(session, "Ann", "Bob"), *ANN_LATER)
        found = count(club, propose(club, {"target": 500}, {"target": 1_000}))
        assert found.games == 1

    def test_a_proposal_of_notes_changes_no_option(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        of = house_rules.create(session, club.group, club.write(), "Cabin", "brownie_points", {})
        made = consent.propose(session, of, club.write(), {}, "No phones.", "because")
        assert what_if.change_of(made) == {}


class TestManyGames:
    def test_it_goes_on_where_it_stopped(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        club = Club(session, "Ann", "Bob")
        club.season()
        for _game in range(3):
            play(club, *ANN_LATER)
        proposal = propose(club, {"target": 500}, {"target": 1_000})
        whole = count(club, proposal)
        monkeypatch.setattr(what_if, "ROUNDS_AT_ONCE", 1)
        monkeypatch.setattr(what_if, "GAMES_AT_ONCE", 1)
        part, parts = None, []
        while part is None or not part.is_whole:
            part = what_if.go_on(session, club.group.id, proposal.uid, part)
            parts.append(part)
        assert [one.counted for one in parts] == [1, 2, 3]
        assert [one.other_winner for one in parts] == [1, 2, 3], "each stays as it was"
        assert part == whole

    def test_reads_do_not_grow_with_the_games(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        play(club, *ANN_LATER)
        proposal = propose(club, {"target": 500}, {"target": 1_000})

        def asked() -> int:
            session.expire_all()
            with statements(session) as found:
                count(club, proposal)
            return len(found)

        few = asked()
        for _game in range(5):
            play(club, *ANN_LATER)
        assert asked() == few


def test_results_are_as_the_services_store_them(session: Session) -> None:
    """Counting by the present rules finds every game as it is stored."""
    club = Club(session, "Ann", "Bob")
    play(club, *ANN_LATER)
    table = play(club, *ANN_SOON)
    before = results.stored_rows(session, table.game)
    found = count(club, propose(club, {"target": 1_000}, {"target": 2_000}))
    assert (found.other_winner, found.shorter, found.gone_on, found.refused) == (0, 0, 0, 0)
    assert not found.shift.more
    assert results.stored_rows(session, table.game) == before
