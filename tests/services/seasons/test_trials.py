"""A plan of a season is tried on games before it is taken."""

from __future__ import annotations

from datetime import timedelta
from operator import attrgetter
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.models import Award, Season, Standing
from scorecard.rules.outcome.awards import UNIT
from scorecard.services.seasons import adjustments, season_plans, seasons, trials, weighing
from scorecard.services.standings import rerating, standings
from scorecard.services.table import occasions
from tests.factories import EVENING, Club

TODAY = EVENING.date()
FIVE_THREE = {"kind": "places", "places": [5, 3, 2]}


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob", "Cleo")


@pytest.fixture
def season(club: Club) -> Season:
    """A season that Ann leads by places and Bob by points."""
    season = club.season(scheme=FIVE_THREE, tie_breaks=["wins"])
    club.play(Ann=300, Bob=250, Cleo=0)
    club.play(Ann=300, Bob=250, Cleo=0)
    club.play(Bob=900, Ann=50, Cleo=100)
    return season


def tried(club: Club, season: Season, **changed: Any) -> trials.Trial:
    plan = season_plans.Plan.of(season, **changed)
    return trials.trial(club.session, club.group, plan, season)


def table(trial: trials.Trial) -> list[tuple[str, int | None, float]]:
    return [(row.name, row.rank, row.points / UNIT) for row in trial.table]


def test_who_would_lead_and_what_the_latest_game_would_bring(club: Club, season: Season) -> None:
    trial = tried(club, season, scheme={"kind": "points"})
    assert trial.sentences == ["Bob would lead."]
    assert table(trial) == [("Bob", 1, 1400), ("Ann", 2, 650), ("Cleo", 3, 100)]
    assert trial.latest
    assert (trial.latest.name, trial.latest.day) == ("Brownie Points", TODAY)
    assert [(row.name, row.points / UNIT) for row in trial.latest.rows] == [
        ("Bob", 900),
        ("Cleo", 100),
        ("Ann", 50),
    ]


def test_evenings_keep_their_weights_and_games_stay_friendly(club: Club, season: Season) -> None:
    other = club.season(name="Cup", scheme={"kind": "wins"}, tie_breaks=[])
    weighing.weigh(club.session, other, club.write(), TODAY, 2)
    table_of_bob = club.play(Bob=900, Ann=50)
    occasions.change(club.session, table_of_bob.game, table_of_bob.write(), friendly_in=[other.uid])
    club.session.commit()
    assert table(tried(club, other, least_games=2))[:2] == [("Ann", 1, 4), ("Bob", 2, 2)]


def test_nothing_is_stored(session: Session, club: Club, season: Season) -> None:
    before = standings.present(session, season)
    awarded = session.scalars(select(Award.points).order_by(Award.order_key)).all()
    tried(club, season, scheme={"kind": "wins"}, ranked_by="average", drop_worst=1)
    assert not session.new
    assert not session.dirty
    session.commit()
    assert session.scalars(select(Award.points).order_by(Award.order_key)).all() == awarded
    assert standings.present(session, season) == before
    assert season.scheme == FIVE_THREE


@pytest.mark.parametrize(
    "changed",
    [
        {"scheme": {"kind": "relative"}},
        {"drop_worst": 1},
        {"best_of": 1, "tie_breaks": ["rating"]},
        {"ranked_by": "average", "least_games": 3},
        {"starts_on": TODAY - timedelta(days=3), "early": "half"},
        {"kinds": ["pitch", "brownie_points"], "tie_breaks": []},
    ],
)
def test_taken_it_stands_as_it_was_tried(
    session: Session, club: Club, season: Season, changed: dict[str, Any]
) -> None:
    ann = club.players["Ann"]
    adjustments.give(session, season, club.write(), ann, kind="penalty", points=-2, reason="Late")
    club.play(Bob=300, Cleo=300)
    trial = tried(club, season, **changed)
    seasons.change(session, season, club.write(), season_plans.Plan.of(season, **changed))
    shown = attrgetter("name", "rank", "points", "per_game", "decided_by")
    assert [*map(shown, trial.table)] == [*map(shown, standings.present(session, season))]


def test_a_change_that_moves_nothing_says_so(club: Club, season: Season) -> None:
    assert tried(club, season).sentences == ["The points stay as they are."]
    assert tried(club, season, drop_worst=1).sentences == ["Ann would still lead."]
    assert tried(club, season, least_games=9).sentences == ["Nobody would lead."]


def test_a_new_season_without_games_is_tried_on_those_of_the_last_weeks(
    session: Session, club: Club, season: Season
) -> None:
    old = club.play(Cleo=900, Ann=0)
    past = TODAY - timedelta(days=trials.PAST_DAYS + 1)
    occasions.change(session, old.game, old.write(), day=past, is_friendly=False)
    session.commit()
    plan = season_plans.Plan("Next", TODAY + timedelta(days=1), scheme={"kind": "wins"})
    trial = trials.trial(session, club.group, plan)
    assert trial.sentences == [
        "No game counts yet, so this is tried on those since 20 Dec 2025.",
        "Ann would lead.",
    ]
    assert table(trial) == [("Ann", 1, 2), ("Bob", 2, 1), ("Cleo", 3, 0)]


def test_without_any_game_it_says_that(session: Session, club: Club) -> None:
    trial = trials.trial(session, club.group, season_plans.Plan("First", TODAY))
    assert trial.sentences == ["No game counts so far."]
    assert (trial.latest, trial.table) == (None, [])


def test_no_game_is_rated_again(
    club: Club, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rerating, "rate_rows", None)
    trial = tried(club, season, scheme={"kind": "relative"}, tie_breaks=["rating"])
    now = standings.present(club.session, season)
    assert {row.player: row.rating for row in trial.table} == {
        row.player: row.rating for row in now
    }


def test_a_plan_that_cannot_be_is_refused(club: Club, season: Season) -> None:
    with pytest.raises(BadInput, match="cannot bring more"):
        tried(club, season, scheme={"kind": "places", "places": [1, 2]})
    assert club.session.scalars(select(Standing)).first()
