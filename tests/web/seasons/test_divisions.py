"""Divisions on a phone without scripts: made, ordered, read as tables, changed, removed."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from scorecard.services.groups import groups, public_links
from scorecard.services.seasons import parting, seasons
from scorecard.services.standings import lineups
from tests.web.plain_browser import PlainBrowser
from tests.web.seasons.conftest import Keeper

pytestmark = pytest.mark.usefixtures("at_noon")


def words(page: PlainBrowser) -> str:
    return " ".join(page.text.split())


@pytest.fixture
def four(session: Session, app: Flask) -> Keeper:
    return Keeper(session, app, "Ann", "Bob", "Cy", "Di")


def divide(four: Keeper) -> None:
    """Part the players of the season: Ann and Bob, then Cy and Di; one goes up, one down."""
    club = four.club
    (season,) = seasons.of_group(four.session, club.group)
    for name, players in {"A": ("Ann", "Bob"), "B": ("Cy", "Di")}.items():
        chosen = [club.players[one] for one in players]
        parting.make(four.session, season, club.write(), lineups.DIVISIONS, name, chosen)
    parting.promote(four.session, season, club.write(), 1)
    four.session.commit()


def test_divisions_are_made_and_ordered_and_each_has_a_table(three: Keeper) -> None:
    season = three.club.season()
    three.club.play(Ann=500, Bob=300, Cy=100)
    path = f"/seasons/{season.uid}/divisions"
    ann, bob, cy = (three.club.players[name].uid for name in ("Ann", "Bob", "Cy"))
    page = three.get(path)
    assert "Players who go up and down" not in page.text
    refused = page.press("Save division", {"name": "Lower", "players": []})
    assert "Choose who is in the division." in refused.text
    refused.press("Save division", {"name": "Lower", "players": [bob, cy]})
    three.get(path).press("Save division", {"name": "Premier", "players": [ann]})
    ordered = three.get(path).press("Up Premier", {})
    assert words(ordered).index("Premier") < words(ordered).index("Lower")
    refused = ordered.press("Save", {"promoted": "9"})
    assert "From 0 to 5 players go up and down." in refused.text
    refused.press("Save", {"promoted": "2"})
    shown = words(three.get(f"/seasons/{season.uid}")).partition("All columns")[2]
    assert shown.index("Premier") < shown.index("Ann") < shown.index("Lower") < shown.index("Bob")
    assert "2 players go up and 2 down, but never more than half" in shown


def test_who_moves_is_said_in_words_and_before_closing(four: Keeper) -> None:
    season, club = four.club.season(), four.club
    divide(four)
    club.play(Ann=500, Bob=300, Cy=100, Di=0)
    shown = words(four.get())
    assert "Bob ▼ goes down" in shown
    assert "▼ The last goes down." in shown
    assert "Cy ▲ goes up" in shown
    closing = four.get(f"/seasons/{season.uid}/close")
    assert "Bob goes down to B. Cy goes up to A." in words(closing)
    closing.press("Close season", {"next_name": "Summer"})
    (following, _closed) = seasons.of_group(four.session, four.again(season).group)
    assert "Ann · Cy" in words(four.get(f"/seasons/{following.uid}/divisions"))
    assert "Bob ▼ goes down" in words(four.get(f"/seasons/{season.uid}"))
    closed = words(four.get(f"/seasons/{season.uid}/divisions"))
    assert "Ann · Bob" in closed
    assert "Save division" not in closed


def test_members_and_strangers_read_them(session: Session, four: Keeper) -> None:
    season, club = four.club.season(), four.club
    club.play(Ann=500, Bob=300, Cy=100)
    divide(four)
    groups.switch_public(session, club.group, club.write(), club.SECRET, is_on=True)
    session.commit()
    token = public_links.token(club.group, [club.SECRET])
    member = four.member()
    page = member.get(f"{four.path}/seasons/{season.uid}/divisions")
    assert "Ann · Bob" in words(page)
    assert "Save division" not in page.text
    public = member.get(f"/standings/{token}")
    assert "Standings of Spring, A" in words(public)
    assert "Each division is ranked for itself." in words(public)


def test_one_is_changed_and_removed_on_its_page(session: Session, four: Keeper) -> None:
    season, club = four.club.season(), four.club
    club.play(Ann=500, Cy=100)
    divide(four)
    found = lineups.of_season(session, season, lineups.DIVISIONS)
    path = f"/seasons/{season.uid}/divisions"
    four.get(f"{path}/{found[0].part.uid}").press("Save", {"name": "Premier"})
    assert "Premier" in four.get(path).text
    four.get(f"{path}/{found[0].part.uid}").press("Remove division")
    assert "Premier" not in four.get(path).text
    shown = words(four.get())
    assert shown.index("B") < shown.index("In no division")


def test_the_api_lists_makes_orders_and_removes_them(four: Keeper) -> None:
    season = four.club.season()
    four.club.play(Ann=500, Bob=300, Cy=100, Di=0)
    ann, bob, cy, di = (four.club.players[name].uid for name in ("Ann", "Bob", "Cy", "Di"))
    path = f"/api/v1{four.path}/seasons/{season.uid}"
    client = four.browser.client

    def send(method: str, to: str, **body: object) -> int:
        version = client.get(f"/api/v1{four.path}").get_json()["version"]
        return client.open(
            f"{path}{to}", method=method, json=body | {"version": version}
        ).status_code

    assert send("POST", "/divisions", name="B", players=[cy, di]) == 201
    assert send("POST", "/divisions", name="A", players=[ann, cy]) == 422
    assert send("POST", "/divisions", name="A", players=[ann]) == 201
    _lower, higher = client.get(f"{path}/divisions").get_json()["divisions"]
    assert send("PUT", f"/divisions/{higher['id']}", players=[ann, bob]) == 200
    assert send("POST", f"/divisions/{higher['id']}/up") == 200
    assert send("POST", f"/divisions/{higher['id']}/up") == 409
    assert send("POST", "/promotion", promoted=6) == 422
    assert send("POST", "/promotion", promoted=1) == 200
    names = [one["name"] for one in client.get(f"{path}/divisions").get_json()["divisions"]]
    assert names == ["A", "B"]
    found = client.get(f"{path}/standings").get_json()
    assert found["season"]["promoted"] == 1
    keys = ("name", "division", "division_name", "rank", "moves")
    assert [tuple(row[key] for key in keys) for row in found["standings"]] == [
        ("Ann", 1, "A", 1, None),
        ("Bob", 1, "A", 2, "down"),
        ("Cy", 2, "B", 1, "up"),
        ("Di", 2, "B", 2, None),
    ]
    closing = client.get(f"{path}/closing").get_json()
    assert closing["promotion"] == ["Bob goes down to B.", "Cy goes up to A."]
    assert send("POST", f"/divisions/{higher['id']}/remove") == 200
    (row, *_others) = client.get(f"{path}/standings").get_json()["standings"]
    assert (row["name"], row["division"]) == ("Cy", 1)
