"""Guests on a phone without scripts: added, marked later by a scorekeeper, named at the end."""

from __future__ import annotations

from flask import Flask
from sqlalchemy.orm import Session

from scorecard.services.groups import group_members
from tests.factories import Club
from tests.web.seasons.conftest import Keeper

WORDS = "Guest: in no season’s table"


def edit(keeper: Keeper, name: str) -> str:
    return f"/players/{keeper.club.players[name].uid}/edit"


def test_a_guest_is_added_and_stands_in_the_list_as_one(session: Session, app: Flask) -> None:
    keeper = Keeper(session, app, "Ann", "Bob")
    keeper.get("/players").press("Add", {"name": "Mia", "is_guest": "y"})
    assert "Mia guest" in keeper.get("/players").text
    assert "Bob guest" not in keeper.browser.text


def test_what_is_refused_leaves_the_tick(session: Session, app: Flask) -> None:
    keeper = Keeper(session, app, "Ann", "Bob")
    refused = keeper.get("/players").press("Add", {"name": "Ann", "is_guest": "y"})
    assert "Ann is in Thursday already." in refused.text
    assert "<summary>More</summary>" in refused.response.get_data(as_text=True)
    assert refused.field("is_guest") == "y"
    path = edit(keeper, "Bob")
    refused = keeper.get(path).press("Save", {"name": "Ann", "is_guest": "y"})
    assert refused.field("is_guest") == "y"
    keeper.session.rollback()
    assert not keeper.club.players["Bob"].is_guest


def test_a_mark_set_later_moves_the_season_and_is_named_at_the_end(
    session: Session, app: Flask
) -> None:
    keeper = Keeper(session, app, "Ann", "Bob", "Cy")
    season = keeper.club.season()
    table = keeper.club.play(Ann=500, Bob=400, Cy=300)
    keeper.get(edit(keeper, "Bob")).press("Save", {"is_guest": "y"})
    game = keeper.browser.get(f"/games/{table.game.uid}")
    assert "A Ann +5" in game.text
    assert "C Cy +3" in game.text
    assert "B Bob guest" in game.text
    season = keeper.again(season)
    assert [name for name, _rank, _points in keeper.club.standings(season)] == ["Ann", "Cy"]
    later = keeper.club.start("Ann", "Bob", "Cy")
    later.play(500, 400, 300)
    page = keeper.browser.get(f"/games/{later.game.uid}/end").text
    assert "2 Bob guest" in page
    assert "Bob is a guest: no points." in page
    keeper.get(edit(keeper, "Bob")).press("Save", {"is_guest": []})
    assert "guest" not in keeper.get("/players").text.replace(WORDS, "")


def test_nobody_marks_themselves(session: Session, app: Flask) -> None:
    keeper = Keeper(session, app, "Ann", "Bob")
    member = keeper.member()
    club: Club = keeper.club
    membership = group_members.inside(session, club.group)[-1]
    group_members.claim(
        session, club.group, membership, [club.players["Bob"]], club.write(membership.device)
    )
    session.commit()
    page = member.get(f"{keeper.path}{edit(keeper, 'Bob')}")
    assert WORDS not in page.text
    page.press("Save", {"name": "Bobby", "is_guest": "y"})
    session.rollback()
    bob = session.merge(club.players["Bob"])
    assert (bob.name, bob.is_guest) == ("Bobby", False)
    path = f"/api/v1{keeper.path}/players/{bob.uid}"
    body = {"version": session.merge(club.group).version, "is_guest": True}
    refused = member.client.put(path, json=body)
    assert (refused.status_code, refused.get_json()["code"]) == (403, "not_allowed")
    assert keeper.browser.client.put(path, json=body).get_json()["players"][1]["is_guest"]
