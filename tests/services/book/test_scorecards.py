"""Scorecards of one's own: saved, versioned, copied, played."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, NotAllowed, NotFound, Stale
from scorecard.services.book import house_rules, scorecards
from scorecard.services.scoring import sheets
from scorecard.services.table import games
from tests.factories import Club, Table

DARTS: dict[str, Any] = {
    "name": "Darts legs",
    "fields": [{"kind": "points", "key": "legs", "label": "Legs", "worth": 10}],
    "ends": {"when": "total", "at": 50},
}


def test_it_is_saved_in_full_and_found_by_its_uid(session: Session) -> None:
    table = Table(session)
    made = scorecards.make(session, table.write(), DARTS)
    assert scorecards.find(session, made.uid) is made
    assert made.name == "Darts legs"
    assert made.latest.number == 1
    assert made.latest.definition["wins"] == "highest"


def test_what_cannot_be_names_the_place(session: Session) -> None:
    table = Table(session)
    with pytest.raises(BadInput) as refused:
        scorecards.make(session, table.write(), {**DARTS, "fields": [{"kind": "points"}]})
    assert refused.value.code == "bad_definition"
    assert refused.value.field == "fields.#0.label"
    assert scorecards.of_device(session, table.keeper) == []


@pytest.mark.parametrize("name", ["Pay Me", "pay  me", "CUCUMBER"])
def test_names_of_the_shelf_are_taken(session: Session, name: str) -> None:
    table = Table(session)
    made = scorecards.make(session, table.write(), DARTS)
    for attempt in (
        lambda: scorecards.make(session, table.write(), DARTS | {"name": name}),
        lambda: scorecards.change(session, table.write(), made, DARTS | {"name": name}),
    ):
        with pytest.raises(BadInput, match="is on the shelf already") as refused:
            attempt()
        assert (refused.value.field, refused.value.code) == ("name", "duplicate_name")
    assert made.name == "Darts legs"


def test_no_game_and_no_house_rules_begin_with_a_taken_name(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    taken = {"scorecard": DARTS | {"name": "pay me"}}
    table = club.start(rules="own_scorecard", options={"scorecard": DARTS})
    for attempt in (
        lambda: club.start(rules="own_scorecard", options=taken),
        lambda: games.change_settings(session, table.game, table.write(), taken),
        lambda: house_rules.create(
            session, club.group, club.write(), "Ours", "own_scorecard", taken
        ),
    ):
        with pytest.raises(BadInput, match="Pay Me is on the shelf already") as refused:
            attempt()
        assert refused.value.field == "options.scorecard"
        session.rollback()


def test_ready_made_ones_may_be_changed_under_their_name(session: Session) -> None:
    hearts = scorecards.definition_of(session, "hearts") | {"notes": "To 50 with us."}
    assert scorecards.make(session, Table(session).write(), hearts).name == "Hearts"


def test_a_change_makes_a_version_and_no_change_makes_none(session: Session) -> None:
    table = Table(session)
    made = scorecards.make(session, table.write(), DARTS)
    assert not scorecards.change(session, table.write(), made, DARTS)
    assert scorecards.change(session, table.write(), made, {**DARTS, "name": "Darts"})
    assert [version.number for version in made.versions] == [1, 2]
    assert made.versions[0].definition["name"] == "Darts legs"


def test_a_change_that_comes_late_does_not_cover_what_was_saved_since(session: Session) -> None:
    table = Table(session)
    made = scorecards.make(session, table.write(), DARTS)
    late = table.write(version=1)
    scorecards.change(session, late, made, {**DARTS, "name": "Darts"})
    scorecards.change(session, table.write(version=2), made, {**DARTS, "name": "301"})
    with pytest.raises(Stale, match=r"301 has changed: version 3 is there now\."):
        scorecards.change(session, late, made, {**DARTS, "name": "Darts"})
    assert made.latest.number == 3


def test_made_twice_it_is_one(session: Session) -> None:
    table = Table(session)
    assert scorecards.make(session, table.write(), DARTS) is scorecards.make(
        session, table.write(), DARTS
    )


def test_only_its_maker_changes_it(session: Session) -> None:
    table = Table(session)
    made = scorecards.make(session, table.write(), DARTS)
    other = table.device()
    with pytest.raises(NotAllowed):
        scorecards.change(session, table.write(other), made, {**DARTS, "name": "Mine"})


def test_unknown_ones_are_not_found(session: Session) -> None:
    with pytest.raises(NotFound):
        scorecards.find(session, "nothing-here")


def test_a_game_keeps_the_version_it_started_with(session: Session) -> None:
    table = Table(session)
    made = scorecards.make(session, table.write(), DARTS)
    options = {"scorecard": made.latest.definition}
    game = Table(session, rules="own_scorecard", options=options, keeper=table.keeper)
    scorecards.change(session, table.write(), made, {**DARTS, "ends": {"when": "stopped"}})
    game.enter(1, {1: {"legs": 5}, 2: {"legs": 0}})
    assert sheets.rules_of(game.game).name == "Darts legs"
    assert game.totals() == [50, 0]
    assert game.game.status == "finished"
