"""Teams on a phone without scripts: made, refused, read below the table, changed, removed."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorecard.rules.outcome.awards import UNIT
from scorecard.services.groups import groups, public_links
from scorecard.services.seasons import parting, seasons
from scorecard.services.standings import lineups
from tests.web.plain_browser import PlainBrowser
from tests.web.seasons.conftest import Keeper

pytestmark = pytest.mark.usefixtures("at_noon")


def words(page: PlainBrowser) -> str:
    return " ".join(page.text.split())


def test_a_team_is_made_and_stands_below_the_table(three: Keeper) -> None:
    season = three.club.season()
    three.club.play(Ann=500, Bob=300)
    assert "A team’s points" not in three.get().text
    path = f"/seasons/{season.uid}/teams"
    ann, bob, cy = (three.club.players[name].uid for name in ("Ann", "Bob", "Cy"))
    page = three.get(path)
    refused = page.press("Save team", {"name": "Foxes", "players": []})
    assert "Choose who is in the team." in refused.text
    refused = refused.press("Save team", {"name": " ", "players": [ann, cy]})
    assert "A team needs a name." in refused.text
    refused.press("Save team", {"name": "Foxes"})  # Who was ticked is ticked still.
    # Who has not played is only named; the team has 5.
    assert "Ann 5 · Cy 5" in words(three.get())
    assert "A team’s points are its players’ points, added up." in three.get().text
    (lineup,) = lineups.of_season(three.session, three.again(season), lineups.TEAMS)
    edit = three.get(f"{path}/{lineup.part.uid}")
    edit.press("Save", {"players": [bob]})
    assert "Bob 3" in words(three.get())
    assert "Ann 5" not in words(three.get())


def test_so_many_best_of_a_team_count(three: Keeper) -> None:
    season, club = three.club.season(), three.club
    path = f"/seasons/{season.uid}/teams"
    assert "What counts for a team" not in three.get(path).text
    both = [club.players["Ann"], club.players["Bob"]]
    parting.make(three.session, season, club.write(), lineups.TEAMS, "Foxes", both)
    club.play(Ann=500, Bob=300)
    page = three.get(path)
    assert "Of each team" not in page.text
    refused = page.press("Save", {"team_best": "many"})
    assert "Best of a team per evening: type a whole number; many is none." in words(refused)
    assert refused.field("team_best") == "many"
    page = refused.press("Save", {"team_best": "1"})
    assert "Of each team the best one of an evening counts." in page.text
    assert "Of each team the best one of an evening counts. Teams # Team" in words(three.get())
    assert "Ann 5 · Bob 0 5" in words(three.get())
    three.get(f"/seasons/{season.uid}/edit").press("Save", {"name": "Cup"})
    three.session.expire_all()
    assert (three.again(season).name, season.team_best) == ("Cup", 1)
    three.get(path).press("Save", {"team_best": ""})
    assert "Of each team" not in three.get().text


def test_teams_stand_below_the_players_of_the_sheet(three: Keeper) -> None:
    season, club = three.club.season(), three.club
    both = [club.players["Ann"], club.players["Bob"]]
    parting.make(three.session, season, club.write(), lineups.TEAMS, "Foxes", both)
    club.play(Ann=500, Bob=300)
    path = f"/seasons/{season.uid}/sheet"
    assert "2 Bob 3 3 Teams 1 Foxes 8 8" in words(three.get(path))
    assert "Foxes" not in three.get(f"{path}?by=game").text
    told = three.browser.client.get(f"/api/v1{three.path}{path}").get_json()["teams"]
    assert [(line["row"]["name"], line["cells"]) for line in told] == [("Foxes", [8 * UNIT])]


def test_guests_are_not_offered(three: Keeper) -> None:
    season, club = three.club.season(), three.club
    club.invite("Mia")
    page = three.get(f"/seasons/{season.uid}/teams")
    assert "Ann" in page.text
    assert "Mia" not in page.text
    refused = page.press("Save team", {"name": "Foxes", "players": [club.players["Mia"].uid]})
    assert "Mia is a guest, and in no table." in refused.text


def test_members_and_strangers_read_them(session: Session, three: Keeper) -> None:
    season, club = three.club.season(), three.club
    club.play(Ann=500, Bob=300)
    parting.make(session, season, club.write(), lineups.TEAMS, "Foxes", [club.players["Ann"]])
    groups.switch_public(session, club.group, club.write(), club.SECRET, is_on=True)
    session.commit()
    token = public_links.token(club.group, [club.SECRET])
    member = three.member()
    page = member.get(f"{three.path}/seasons/{season.uid}/teams")
    assert "Foxes" in page.text
    assert "Save team" not in page.text
    assert "Foxes" in member.get(f"/standings/{token}").text


def test_a_team_is_removed_from_its_page(session: Session, three: Keeper) -> None:
    season, club = three.club.season(), three.club
    team = parting.make(
        session, season, club.write(), lineups.TEAMS, "Foxes", [club.players["Ann"]]
    )
    session.commit()
    path = f"/seasons/{season.uid}/teams"
    three.get(f"{path}/{team.uid}").press("Remove team")
    assert "Foxes" not in three.get(path).text


def test_what_somebody_else_changed_is_not_overwritten_unseen(
    session: Session, three: Keeper
) -> None:
    season, club = three.club.season(), three.club
    ann = club.players["Ann"]
    team = parting.make(session, season, club.write(), lineups.TEAMS, "Foxes", [ann])
    session.commit()
    edit = three.get(f"/seasons/{season.uid}/teams/{team.uid}")
    parting.change(session, team, club.write(), "Owls", [ann])
    session.commit()
    refused = edit.press("Save", {"name": "Cubs"})
    assert "This has changed meanwhile" in refused.text
    refused.press("Save mine instead")
    assert "Cubs" in three.get().text


def test_a_closed_season_says_so(session: Session, three: Keeper) -> None:
    season, club = three.club.season(), three.club
    club.play(Ann=500, Bob=300)
    team = parting.make(
        session, season, club.write(), lineups.TEAMS, "Foxes", [club.players["Ann"]]
    )
    session.commit()
    assert "Same rules and teams." in three.get(f"/seasons/{season.uid}/close").text
    edit = three.get(f"/seasons/{season.uid}/teams/{team.uid}")
    seasons.close(session, season, club.write())
    session.commit()
    assert "its table is final" in edit.press("Save", {"name": "Cubs"}).text
    assert "Foxes" in three.get(f"/seasons/{season.uid}").text


def test_the_api_lists_makes_changes_and_removes_them(three: Keeper) -> None:
    season = three.club.season()
    three.club.play(Ann=500, Bob=300)
    ann, bob = three.club.players["Ann"].uid, three.club.players["Bob"].uid
    path = f"/api/v1{three.path}/seasons/{season.uid}"
    client = three.browser.client

    def send(method: str, to: str, **body: object) -> int:
        version = client.get(f"/api/v1{three.path}").get_json()["version"]
        return client.open(
            f"{path}{to}", method=method, json=body | {"version": version}
        ).status_code

    assert send("POST", "/teams", name="Foxes", players=[ann]) == 201
    assert send("POST", "/teams", name="Owls", players=[ann]) == 422
    (team,) = client.get(f"{path}/teams").get_json()["teams"]
    assert (team["name"], team["players"]) == ("Foxes", [ann])
    assert send("PUT", f"/teams/{team['id']}", players=[ann, bob]) == 200
    (row,) = client.get(f"{path}/standings").get_json()["teams"]
    assert (row["name"], row["rank"], row["games"]) == ("Foxes", 1, 2)
    assert [one["points"] for one in row["players"]] == [5 * UNIT, 3 * UNIT]
    assert row["points"] == 8 * UNIT
    assert send("POST", f"/teams/{team['id']}/remove") == 200
    assert client.get(f"{path}/standings").get_json()["teams"] == []
