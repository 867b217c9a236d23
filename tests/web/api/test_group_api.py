"""Groups over the JSON API: what each role may do, and how writes are refused and repeated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from scorecard.rules.outcome.awards import UNIT
from tests.web.api.test_api import problem

API = "/api/v1"


class Member:
    """A device that speaks JSON, in one group."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.id = ""
        self.version = 0

    def found(self, *names: str) -> Member:
        self.see(self.client.post(f"{API}/groups", json={"name": "Thursday"}).get_json()["group"])
        for name in names:
            self.post("/players", name=name)
        return self

    def join(self, token: str) -> TestResponse:
        response = self.client.post(f"{API}/groups/join", json={"token": token})
        if response.status_code == 200:
            self.see(response.get_json()["group"])
        return response

    def get(self, path: str = "") -> TestResponse:
        return self.client.get(self.url(path))

    def post(self, path: str, method: str = "post", key: str = "", **body: Any) -> TestResponse:
        headers = {"Idempotency-Key": key} if key else {}
        body = {"version": self.version, **body}
        response: TestResponse = self.client.open(
            self.url(path), method=method.upper(), json=body, headers=headers
        )
        found = response.get_json()
        if response.status_code in (200, 201) and found.get("id") == self.id:
            self.see(found)
        return response

    def put(self, path: str, **body: Any) -> TestResponse:
        return self.post(path, "put", **body)

    def read(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get().get_json()
        self.see(found)
        return found

    def player(self, name: str) -> str:
        """Return a player's id."""
        (found,) = [one["id"] for one in self.read()["players"] if one["name"] == name]
        return str(found)

    def names(self) -> list[str]:
        return [one["name"] for one in self.read()["players"]]

    def season(self, name: str = "All time", **more: Any) -> str:
        made = self.post("/seasons", name=name, starts_on="2000-01-01", **more)
        assert made.status_code == 201, made.get_json()
        return made.headers["Location"].rsplit("/", 1)[-1]

    def standings(self, season: str) -> list[tuple[str, int | None, int]]:
        rows = self.get(f"/seasons/{season}/standings").get_json()["standings"]
        return [(row["name"], row["rank"], row["points"]) for row in rows]

    def start(self, *names: str, **more: Any) -> dict[str, Any]:
        body = {"game": "brownie_points", "players": list(names), **more}
        response = self.client.post(f"{API}/games", json=body)
        assert response.status_code == 201, response.get_json()
        return dict(response.get_json()["game"])

    def play(self, **scores: int) -> str:
        """Play a game of one round in the group; return its id."""
        game = self.start(*scores, group=self.id)
        entries = {str(seat): {"score": points} for seat, points in enumerate(scores.values(), 1)}
        url = f"{API}/games/{game['id']}"
        body = {"version": game["version"], "entries": entries}
        after = self.client.put(f"{url}/rounds/1", json=body).get_json()
        self.client.post(f"{url}/end", json={"version": after["version"]})
        return str(game["id"])

    def write_game(self, game: str, path: str, **body: Any) -> TestResponse:
        url = f"{API}/games/{game}"
        version = self.client.get(url).get_json()["version"]
        return self.client.post(url + path, json={"version": version, **body})

    def url(self, path: str) -> str:
        return f"{API}/groups/{self.id}{path}"

    def see(self, group: dict[str, Any]) -> None:
        self.id, self.version = group["id"], group["version"]


@pytest.fixture
def device(app: Flask) -> Callable[[], Member]:
    return lambda: Member(app.test_client())


Devices = Callable[[], Member]


@pytest.fixture
def keeper(device: Devices) -> Member:
    return device().found("Ann", "Bob")


def token_of(keeper: Member) -> str:
    link: str = keeper.get("/invitation").get_json()["link"]
    return link.rsplit("/", 1)[-1]


@pytest.fixture
def member(device: Devices, keeper: Member) -> Member:
    guest = device()
    assert guest.join(token_of(keeper)).status_code == 200
    keeper.read()
    return guest


class TestGroup:
    def test_who_founds_it_keeps_it(self, keeper: Member) -> None:
        group = keeper.read()
        assert (group["name"], group["role"], group["me"]) == ("Thursday", "keeper", [])
        assert keeper.names() == ["Ann", "Bob"]
        listed = keeper.client.get(f"{API}/groups").get_json()["groups"]
        assert listed == [{"id": keeper.id, "name": "Thursday", "role": "keeper"}]

    def test_founding_twice_under_one_key_founds_one(self, device: Devices) -> None:
        one = device()
        headers = {"Idempotency-Key": "k1"}
        first, again = (
            one.client.post(f"{API}/groups", json={"name": "Thursday"}, headers=headers)
            for _ in range(2)
        )
        assert first.get_json() == again.get_json()
        assert (first.status_code, again.status_code) == (201, 201)
        assert again.headers["Idempotency-Replayed"] == "true"
        assert len(one.client.get(f"{API}/groups").get_json()["groups"]) == 1

    def test_a_program_without_cookies_is_known_by_its_token(self, app: Flask) -> None:
        client = app.test_client(use_cookies=False)
        founded = client.post(f"{API}/groups", json={"name": "Thursday"}).get_json()
        token = {"Authorization": f"Bearer {founded['device_token']}"}
        url = f"{API}/groups/{founded['group']['id']}"
        assert client.get(url, headers=token).status_code == 200
        assert client.get(url).status_code == 404

    def test_it_is_joined_with_its_link(self, keeper: Member, member: Member) -> None:
        assert member.read()["role"] == "member"
        keeper.post("/renew")
        assert keeper.get("/invitation").get_json()["link"]

    def test_an_old_link_opens_nothing(self, device: Devices, keeper: Member) -> None:
        token = token_of(keeper)
        keeper.post("/renew")
        problem(device().join(token), 404, "not_found")
        assert device().join(token_of(keeper)).status_code == 200

    def test_it_gets_another_name_and_place(self, keeper: Member) -> None:
        assert keeper.put("/name", name="Friday").get_json()["name"] == "Friday"
        zone = keeper.put("/time-zone", time_zone="Europe/Berlin").get_json()["time_zone"]
        assert zone == "Europe/Berlin"
        refused = problem(keeper.put("/time-zone", time_zone="Mars"), 422, "bad_input")
        assert refused["field"] == "time_zone"
        problem(keeper.put("/name", name=" "), 422, "blank_name")

    def test_it_is_sent_only_when_it_moved(self, keeper: Member) -> None:
        tag = keeper.get().headers["ETag"]
        same = keeper.client.get(keeper.url(""), headers={"If-None-Match": tag})
        assert same.status_code == 304
        keeper.put("/name", name="Friday")
        moved = keeper.client.get(keeper.url(""), headers={"If-None-Match": tag})
        assert moved.status_code == 200

    def test_its_history_is_readable(self, keeper: Member) -> None:
        lines = keeper.get("/changes").get_json()["changes"]
        assert [line["sentence"] for line in lines] == [
            "Bob added",
            "Ann added",
            "Thursday created",
        ]
        assert lines[0]["by"] == "a scorekeeper"

    def test_groups_see_nothing_of_each_other(self, device: Devices, keeper: Member) -> None:
        other = device().found("Cy")
        other_player, season = other.player("Cy"), keeper.season()
        problem(other.client.get(keeper.url("")), 404, "not_found")
        problem(keeper.post(f"/players/{other_player}/retire"), 404, "unknown_player")
        problem(keeper.put("/me", players=[other_player]), 422, "unknown_player")
        problem(other.get(f"/seasons/{season}"), 404, "not_found")


class TestPlayers:
    def test_one_is_added_changed_retired_and_put_back(self, keeper: Member) -> None:
        made = keeper.post("/players", name="Cy", colour=7, initial="Ç")
        assert made.status_code == 201
        cy = made.headers["Location"].rsplit("/", 1)[-1]
        shown = {one["id"]: one for one in made.get_json()["players"]}[cy]
        assert (shown["name"], shown["colour"], shown["initial"]) == ("Cy", 7, "Ç")
        keeper.put(f"/players/{cy}", name="Cyrus")
        keeper.post(f"/players/{cy}/retire")
        shown = {one["id"]: one for one in keeper.read()["players"]}[cy]
        assert (shown["name"], shown["colour"], shown["is_retired"]) == ("Cyrus", 7, True)
        keeper.post(f"/players/{cy}/return")
        assert not any(one["is_retired"] for one in keeper.read()["players"])

    def test_adding_twice_under_one_key_adds_one(self, keeper: Member) -> None:
        first = keeper.post("/players", key="k1", name="Cy", version=1)
        again = keeper.post("/players", key="k1", name="Cy", version=1)
        assert first.headers["Location"] == again.headers["Location"]
        assert again.headers["Idempotency-Replayed"] == "true"
        assert keeper.names() == ["Ann", "Bob", "Cy"]
        other = keeper.post("/players", key="k1", name="Di", version=1)
        problem(other, 422, "key_reused")

    @pytest.mark.parametrize(
        ("body", "code", "field"),
        [
            ({"name": "ann"}, "duplicate_name", "name"),
            ({"name": ""}, "blank_name", "name"),
            ({"name": "Cy", "colour": 13}, "bad_input", "colour"),
            ({"name": "Cy", "initial": "Cyr"}, "bad_input", "initial"),
            ({"name": "Cy", "colour": "7"}, "bad_input", "colour"),
            ({"name": "Cy", "hat": 1}, "bad_input", "hat"),
            ({}, "bad_input", "name"),
        ],
    )
    def test_who_cannot_be_added(
        self, keeper: Member, body: dict[str, Any], code: str, field: str
    ) -> None:
        refused = problem(keeper.post("/players", **body), 422, code)
        assert refused["field"] == field

    def test_two_who_are_one_are_merged_and_taken_apart(self, keeper: Member) -> None:
        ann, bob = keeper.player("Ann"), keeper.player("Bob")
        keeper.post(f"/players/{bob}/merge", into=ann)
        shown = {one["name"]: one["merged_into"] for one in keeper.read()["players"]}
        assert shown == {"Ann": None, "Bob": ann}
        problem(keeper.put(f"/players/{bob}", name="Rob"), 409, "conflict")
        keeper.post(f"/players/{bob}/unmerge")
        problem(keeper.post(f"/players/{bob}/unmerge"), 409, "conflict")
        problem(keeper.post(f"/players/{bob}/merge", into=bob), 422, "bad_input")
        problem(keeper.post(f"/players/{bob}/merge", into="nobody"), 422, "unknown_player")

    def test_two_who_sat_at_one_table_are_two(self, keeper: Member) -> None:
        ann, bob = keeper.player("Ann"), keeper.player("Bob")
        keeper.play(Ann=100, Bob=50)
        refused = keeper.post(f"/players/{bob}/merge", into=ann)
        problem(refused, 409, "player_in_two_seats")

    def test_a_stale_write_says_what_was_done_meanwhile(self, keeper: Member) -> None:
        ann, seen = keeper.player("Ann"), keeper.version
        keeper.put(f"/players/{ann}", name="Anna")
        stale = problem(keeper.put(f"/players/{ann}", name="Annie", version=seen), 409, "stale")
        assert stale["current"]["did"] == "Ann is now called Anna"
        assert stale["current"]["version"] > seen
        # What somebody else changed of another player does not matter.
        bob = keeper.player("Bob")
        assert keeper.put(f"/players/{bob}", name="Rob", version=seen).status_code == 200

    def test_a_version_nobody_saw_yet_is_stale_too(self, keeper: Member) -> None:
        problem(keeper.post("/players", name="Cy", version=999), 409, "stale")
        problem(keeper.put("/name", name="Friday", version=999), 409, "stale")

    def test_a_member_changes_their_own_player_alone(self, keeper: Member, member: Member) -> None:
        ann, bob = keeper.player("Ann"), keeper.player("Bob")
        assert member.put("/me", players=[bob]).get_json()["me"] == [bob]
        assert member.put(f"/players/{bob}", name="Rob").status_code == 200
        problem(member.put(f"/players/{ann}", name="Anna"), 403, "not_allowed")
        problem(member.post(f"/players/{ann}/retire"), 403, "not_allowed")
        problem(member.post(f"/players/{bob}/merge", into=ann), 403, "not_allowed")
        problem(member.post(f"/players/{bob}/unmerge"), 403, "not_allowed")
        assert member.post(f"/players/{bob}/retire").status_code == 200
        assert member.post(f"/players/{bob}/return").status_code == 200
        assert member.post("/players", name="Cy").status_code == 201


class TestDevices:
    def test_one_is_listed_made_keeper_and_sent_out(self, keeper: Member, member: Member) -> None:
        member.put("/me", players=[keeper.player("Bob")])
        keeper.read()
        listed = keeper.get("/devices").get_json()["devices"]
        assert [(one["label"], one["role"], one["is_this"]) for one in listed] == [
            ("a scorekeeper", "keeper", True),
            ("Bob", "member", False),
        ]
        other = listed[1]["id"]
        keeper.post(f"/devices/{other}/keeper")
        assert member.get("/devices").status_code == 200
        keeper.post(f"/devices/{other}/no-keeper")
        problem(member.get("/devices"), 403, "not_allowed")
        problem(keeper.post(f"/devices/{listed[0]['id']}/no-keeper"), 409, "conflict")
        problem(keeper.post(f"/devices/{listed[0]['id']}/send-out"), 409, "conflict")
        assert keeper.post(f"/devices/{other}/send-out").status_code == 200
        problem(member.get(), 403, "sent_out")
        problem(member.join(token_of(keeper)), 403, "sent_out")
        keeper.post("/renew")
        assert member.join(token_of(keeper)).status_code == 200
        problem(keeper.post("/devices/999/send-out"), 404, "not_found")

    def test_a_recovery_code_brings_a_keeper_back_once(
        self, device: Devices, keeper: Member
    ) -> None:
        made = keeper.post("/recovery-code")
        assert made.status_code == 201
        code = made.get_json()["code"]
        new = device()
        back = new.client.post(f"{API}/groups/recover", json={"code": code.lower()})
        assert back.get_json()["group"]["role"] == "keeper"
        again = device().client.post(f"{API}/groups/recover", json={"code": code})
        problem(again, 404, "unknown_code")

    def test_the_same_recovery_sent_again_is_answered_alike(
        self, device: Devices, keeper: Member
    ) -> None:
        code = keeper.post("/recovery-code").get_json()["code"]
        new, headers = device(), {"Idempotency-Key": "k1"}
        new.client.get("/groups/new")
        first, again = (
            new.client.post(f"{API}/groups/recover", json={"code": code}, headers=headers)
            for _ in range(2)
        )
        assert first.get_json() == again.get_json()


class TestSeasons:
    def test_games_are_added_up(self, keeper: Member) -> None:
        season = keeper.season(scheme={"kind": "places", "places": [5, 3]})
        keeper.play(Ann=100, Bob=50)
        keeper.play(Ann=50, Bob=100)
        keeper.play(Ann=0, Bob=50)
        assert keeper.standings(season) == [("Bob", 1, 13 * UNIT), ("Ann", 2, 11 * UNIT)]

    def test_what_is_worth_knowing_is_said_when_one_is_made(self, keeper: Member) -> None:
        plan: dict[str, Any] = {"starts_on": "2000-01-01", "kinds": ["pay_me"], "early": "half"}
        made = keeper.post("/seasons", name="Own", scheme={"kind": "points"}, **plan).get_json()
        (season,) = made["seasons"]
        assert [note[:9] for note in season["notes"]] == ["In Pay Me", "Ended ear"]
        path = f"/seasons/{season['id']}"
        fair = keeper.put(path, scheme={"kind": "average"}).get_json()["seasons"][0]
        assert (fair["notes"], fair["scheme_name"]) == ([], "Against the average")
        refused = problem(keeper.put(path, early="distance"), 422, "bad_input")
        assert refused["field"] == "early"

    def test_one_is_read_changed_and_closed(self, keeper: Member) -> None:
        season = keeper.season(kinds=["brownie_points"], best_of=3)
        keeper.play(Ann=100, Bob=50)
        shown = keeper.get(f"/seasons/{season}").get_json()
        assert shown["notes"] == []
        assert (shown["kinds"], shown["best_of"], shown["ends_on"]) == (["brownie_points"], 3, None)
        changed = keeper.put(f"/seasons/{season}", name="Ever", best_of=None, ends_on="2999-01-01")
        (after,) = changed.get_json()["seasons"]
        assert (after["name"], after["best_of"], after["ends_on"]) == ("Ever", None, "2999-01-01")
        assert after["kinds"] == ["brownie_points"]
        closed = keeper.post(f"/seasons/{season}/close", next_name="Next").get_json()["seasons"]
        assert [(one["name"], one["is_closed"]) for one in closed] == [
            ("Next", False),
            ("Ever", True),
        ]
        titles = keeper.get(f"/seasons/{season}/standings").get_json()["titles"]
        assert titles[0]["title"] == "Champion"
        assert titles[0]["names"] == ["Ann"]
        problem(keeper.put(f"/seasons/{season}", name="Again"), 409, "season_closed")
        problem(keeper.post(f"/seasons/{season}/close"), 409, "season_closed")

    def test_standings_say_which_results_count(self, keeper: Member, client: FlaskClient) -> None:
        season = keeper.season(best_of=2, scheme={"kind": "places", "places": [5, 3]})
        whole = keeper.season("Whole")
        games = [keeper.play(Ann=ann, Bob=250, Cy=50) for ann in (100, 500, 500, 100)]

        def lines(of: str) -> list[tuple[Any, ...]]:
            rows = keeper.get(f"/seasons/{of}/standings").get_json()["standings"]
            keys = ("name", "games", "seconds", "counted_results", "counted_games")
            return [tuple(row[key] for key in keys) for row in rows]

        first, second, third, fourth = games
        assert lines(season) == [
            ("Ann", 4, 2, 2, [second, third]),
            ("Bob", 4, 2, 2, [first, fourth]),
            ("Cy", 4, 0, 2, [first, second]),
        ]
        assert [line[3:] for line in lines(whole)] == [(4, None)] * 3
        keeper.post(f"/seasons/{season}/close", next_name="Next")
        assert lines(season)[0] == ("Ann", 4, 2, 2, [second, third])
        told = keeper.get(f"/players/{keeper.player('Bob')}?season={season}").get_json()
        assert told["standing"]["counted_games"] == [first, fourth]
        assert (told["standing"]["seconds"], told["standing"]["counted_results"]) == (2, 2)
        keeper.post("/public")
        link = keeper.get("/public").get_json()["link"]
        token = link.rsplit("/", 1)[-1]
        (public, *_others) = client.get(f"{API}/standings/{token}?season={season}").get_json()[
            "standings"
        ]
        assert (public["seconds"], public["counted_results"]) == (2, 2)
        assert "counted_games" not in public

    def test_the_last_day_of_one_that_still_runs_is_chosen(self, keeper: Member) -> None:
        season = keeper.season()
        for odd in ("yesterday", "2026-02-30", 20260301):
            refused = problem(
                keeper.post(f"/seasons/{season}/close", last_day=odd), 422, "bad_input"
            )
            assert refused["detail"] == "last_day: A day looks like 2026-03-14."
            assert refused["field"] == "last_day"
        closed = keeper.post(f"/seasons/{season}/close", last_day="2001-03-14").get_json()
        assert [(one["ends_on"], one["is_closed"]) for one in closed["seasons"]] == [
            ("2001-03-14", True)
        ]

    def test_one_in_which_nothing_counts_is_deleted(self, keeper: Member) -> None:
        season = keeper.season()
        assert keeper.post(f"/seasons/{season}/delete").get_json()["seasons"] == []
        problem(keeper.get(f"/seasons/{season}"), 404, "not_found")
        other = keeper.season()
        keeper.play(Ann=100, Bob=50)
        problem(keeper.post(f"/seasons/{other}/delete"), 409, "conflict")

    def test_making_twice_under_one_key_makes_one(self, keeper: Member) -> None:
        body: dict[str, Any] = {"name": "Spring", "starts_on": "2026-03-01"}
        body["version"] = keeper.version
        first = keeper.post("/seasons", key="k1", **body)
        again = keeper.post("/seasons", key="k1", **body)
        assert first.headers["Location"] == again.headers["Location"]
        assert len(again.get_json()["seasons"]) == 1

    def test_those_that_overlap_are_told(self, keeper: Member) -> None:
        one, other = keeper.season("One"), keeper.season("Other")
        found = keeper.get(f"/seasons/{one}/standings").get_json()
        assert found["overlapping"] == [other]

    @pytest.mark.parametrize(
        ("body", "code", "field"),
        [
            ({"starts_on": "14.3.2026"}, "bad_input", "starts_on"),
            ({"ends_on": "1999-12-31"}, "bad_input", "ends_on"),
            ({"ends_on": 5}, "bad_input", "ends_on"),
            ({"least_games": 0}, "bad_input", "least_games"),
            ({"best_of": 0}, "bad_input", "best_of"),
            ({"kinds": ["whist"]}, "bad_input", "kinds"),
            ({"scheme": {"kind": "luck"}}, "bad_scheme", "scheme"),
            ({"scheme": {"kind": "places", "places": []}}, "bad_scheme", "places"),
            ({"scheme": {"kind": "places", "places": [1, 2]}}, "bad_scheme", "places"),
            ({"tie_breaks": ["beauty"]}, "bad_input", "tie_breaks"),
            ({"early": "never"}, "bad_input", "early"),
            ({"name": ""}, "blank_name", "name"),
        ],
    )
    def test_what_cannot_be_a_season(
        self, keeper: Member, body: dict[str, Any], code: str, field: str
    ) -> None:
        whole = {"name": "Spring", "starts_on": "2000-01-01", **body}
        assert problem(keeper.post("/seasons", **whole), 422, code)["field"] == field
        season = keeper.season()
        refused = problem(keeper.put(f"/seasons/{season}", **body), 422, code)
        assert refused["field"] == field

    def test_a_stale_change_is_refused(self, keeper: Member) -> None:
        season = keeper.season()
        seen = keeper.version
        keeper.put(f"/seasons/{season}", name="Ever")
        problem(keeper.put(f"/seasons/{season}", name="Never", version=seen), 409, "stale")


class TestPublic:
    def test_the_standings_are_public_while_their_link_is_on(
        self, keeper: Member, client: FlaskClient
    ) -> None:
        season = keeper.season()
        keeper.play(Ann=100, Bob=50)
        assert keeper.get("/public").get_json() == {"link": None}

        def address() -> str:
            link: str = keeper.get("/public").get_json()["link"]
            return f"{API}/standings/{link.rsplit('/', 1)[-1]}"

        keeper.read()
        keeper.post("/public")
        first = address()
        shown = client.get(first).get_json()
        assert (shown["group"], shown["season"]["id"]) == ("Thursday", season)
        assert [row["name"] for row in shown["standings"]] == ["Ann", "Bob"]
        assert client.get(f"{first}?season={season}").status_code == 200
        problem(client.get(f"{first}?season=nothing"), 404, "not_found")
        keeper.post("/public")
        problem(client.get(first), 404, "not_found")
        second = address()
        assert client.get(second).status_code == 200
        keeper.post("/public/off")
        problem(client.get(second), 404, "not_found")
        # The link opens nothing else.
        problem(client.get(keeper.url("")), 404, "not_found")

    def test_without_a_season_there_is_no_table(self, keeper: Member, client: FlaskClient) -> None:
        keeper.post("/public")
        link = keeper.get("/public").get_json()["link"]
        shown = client.get(f"{API}/standings/{link.rsplit('/', 1)[-1]}").get_json()
        assert (shown["season"], shown["standings"], shown["seasons"]) == (None, [], [])


class TestGames:
    def test_a_group_plays_with_its_roster(self, keeper: Member, member: Member) -> None:
        game = member.start("ann", "Cy", group=keeper.id)
        assert [seat["name"] for seat in game["seats"]] == ["Ann", "Cy"]
        assert game["group"] == {"id": keeper.id, "name": "Thursday"}
        assert keeper.names() == ["Ann", "Bob", "Cy"]
        assert keeper.client.get(f"{API}/games/{game['id']}").status_code == 200
        (listed,) = keeper.get("/games").get_json()["games"]
        assert (listed["game"], listed["status"]) == (game["id"], "running")

    def test_whoever_plays_sits_down_in_their_own_seat(
        self, keeper: Member, member: Member
    ) -> None:
        member.put("/me", players=[keeper.player("Bob")])
        body = {"game": "brownie_points", "players": ["Ann", "Bob"], "group": keeper.id}
        assert member.client.post(f"{API}/games", json=body).get_json()["seats"] == [2]

    def test_starting_twice_under_one_key_starts_one(self, keeper: Member) -> None:
        body = {"game": "brownie_points", "players": ["Ann", "Cy"], "group": keeper.id}
        first, again = (
            keeper.client.post(f"{API}/games", json=body, headers={"Idempotency-Key": "k1"})
            for _ in range(2)
        )
        assert first.get_json()["game"] == again.get_json()["game"]
        assert keeper.get("/games").get_json()["count"] == 1

    def test_a_foreign_group_starts_nothing(self, device: Devices, keeper: Member) -> None:
        body = {"game": "brownie_points", "players": ["Ann", "Bob"], "group": keeper.id}
        problem(device().client.post(f"{API}/games", json=body), 404, "not_found")
        problem(
            keeper.client.post(f"{API}/games", json={**body, "group": "no-such-group"}),
            404,
            "not_found",
        )

    def test_one_is_moved_into_the_group_and_out_again(self, keeper: Member) -> None:
        season = keeper.season()
        ann = keeper.player("Ann")
        game = keeper.start("Annie", "Dora")["id"]
        keeper.client.put(
            f"{API}/games/{game}/rounds/1",
            json={"version": 1, "entries": {"1": {"score": 100}, "2": {"score": 50}}},
        )
        keeper.write_game(game, "/end")
        moved = keeper.write_game(game, "/move", group=keeper.id, players={"1": ann})
        assert moved.get_json()["group"]["id"] == keeper.id
        assert keeper.standings(season) == [("Ann", 1, 5 * UNIT), ("Dora", 2, 3 * UNIT)]
        problem(
            keeper.write_game(game, "/move", group=keeper.id, players={"1": ann, "2": ann}),
            422,
            "player_in_two_seats",
        )
        unknown = keeper.write_game(game, "/move", group=keeper.id, players={"2": "nobody"})
        assert problem(unknown, 422, "unknown_player")["field"] == "seat-2"
        odd = keeper.write_game(game, "/move", group=keeper.id, players={"two": ann})
        problem(odd, 422, "bad_input")
        assert keeper.write_game(game, "/move", group=None).get_json()["group"] is None
        assert keeper.standings(season) == []

    def test_a_game_is_not_moved_into_a_foreign_group(
        self, device: Devices, keeper: Member
    ) -> None:
        stranger = device()
        game = stranger.start("Ann", "Bob")["id"]
        problem(stranger.write_game(game, "/move", group=keeper.id), 404, "not_found")

    def test_one_lies_in_the_bin_until_it_is_taken_out(self, keeper: Member) -> None:
        season = keeper.season()
        game = keeper.play(Ann=100, Bob=50)
        assert keeper.write_game(game, "/delete").get_json()["is_deleted"] is True
        assert keeper.standings(season) == []
        assert keeper.get("/games").get_json()["count"] == 0
        problem(keeper.write_game(game, "/reopen"), 409, "game_deleted")
        assert keeper.write_game(game, "/restore").get_json()["is_deleted"] is False
        assert len(keeper.standings(season)) == 2
        problem(keeper.write_game(game, "/restore"), 409, "conflict")

    def test_they_are_listed_newest_first(self, keeper: Member) -> None:
        first, second = keeper.play(Ann=100, Bob=50), keeper.play(Ann=50, Bob=100)
        found = keeper.get("/games").get_json()
        games = [second, first]
        assert [one["game"] for one in found["games"]] == games
        assert (found["count"], found["page"], found["pages"]) == (2, 1, 1)
        began = [keeper.client.get(f"{API}/games/{uid}").get_json()["started_at"] for uid in games]
        assert [one["started_at"] for one in found["games"]] == began
        winners = [seat["name"] for one in found["games"] for seat in one["seats"][:1]]
        assert winners == ["Bob", "Ann"]
        problem(keeper.get("/games?page=2"), 422, "bad_input")


class TestPast:
    def test_games_are_searched(self, keeper: Member) -> None:
        season = keeper.season()
        first, second = keeper.play(Ann=100, Bob=50), keeper.play(Ann=50, Cy=100)
        cy = keeper.player("Cy")

        def found(query: str) -> list[str]:
            return [one["game"] for one in keeper.get(f"/games?{query}").get_json()["games"]]

        assert found("q=bob") == [first]
        assert found(f"player={cy}") == [second]
        assert found(f"season={season}&kind=brownie_points&status=early") == [second, first]
        assert found("status=running") == []
        refused = problem(keeper.get("/games?status=odd"), 422, "bad_input")
        assert refused["field"] == "status"

    def test_records_lead_to_the_round_that_set_them(self, keeper: Member) -> None:
        game = keeper.play(Ann=100, Bob=50)
        (book,) = keeper.get("/records").get_json()["books"]
        best = book["records"][0]
        assert (best["label"], best["value"]) == ("Highest round", 100)
        holder = best["holders"][0]
        assert (holder["name"], holder["game"], holder["round"]) == ("Ann", game, 1)

    def test_a_player_is_told(self, keeper: Member) -> None:
        season, ann = keeper.season(), keeper.player("Ann")
        keeper.play(Ann=100, Bob=50)
        told = keeper.get(f"/players/{ann}").get_json()
        assert told["player"]["name"] == "Ann"
        assert (told["overall"]["games"], told["overall"]["wins"]) == (1, 1)
        assert told["games"][0]["best_round"]["value"] == 100
        assert [(one["name"], one["before"]) for one in told["rivals"]] == [("Bob", 1)]
        assert (told["season"], told["standing"]["rank"]) == (season, 1)
        assert len(told["curve"]) == 1
        problem(keeper.get("/players/nobody-here"), 404, "unknown_player")

    def test_who_was_merged_is_the_one_they_are(self, keeper: Member) -> None:
        ann, bob = keeper.player("Ann"), keeper.player("Bob")
        keeper.post(f"/players/{bob}/merge", into=ann)
        assert keeper.get(f"/players/{bob}").get_json()["player"]["id"] == ann


KEEPERS = "group keeper"


def test_answers_are_as_described(
    client: FlaskClient, device: Devices, keeper: Member, member: Member
) -> None:
    document = client.get(f"{API}/openapi.json").get_json()

    def check(response: TestResponse, path: str, method: str = "get") -> None:
        described = document["paths"][API + path][method]["responses"]
        content = next(iter(described[str(response.status_code)]["content"].values()))
        schema = {**content["schema"], "components": document["components"]}
        Draft202012Validator(schema).validate(response.get_json())

    group = "/groups/{group_uid}"
    season = keeper.season()
    game = keeper.play(Ann=100, Bob=50)
    keeper.post("/public")
    keeper.post(f"/seasons/{season}/close", next_name="Next")
    check(keeper.get(), group)
    for path in ("/changes", "/invitation", "/public", "/devices", "/seasons"):
        check(keeper.get(path), group + path)
    for path in ("/games", "/records"):
        check(keeper.get(path), group + path)
    check(keeper.get("/games?page=9"), f"{group}/games")
    for one in ("Ann", "Bob"):
        told = f"{group}/players/{{player_uid}}"
        check(keeper.get(f"/players/{keeper.player(one)}"), told)
        check(keeper.get(f"/players/{keeper.player(one)}?season={season}"), told)
    check(keeper.get(f"/seasons/{season}"), f"{group}/seasons/{{season_uid}}")
    one = f"{group}/seasons/{{season_uid}}/standings"
    check(keeper.get(f"/seasons/{season}/standings"), one)
    check(keeper.client.get(f"{API}/groups"), "/groups")
    check(keeper.post("/players", name="Cy"), f"{group}/players", "post")
    check(keeper.post("/players", name="Cy"), f"{group}/players", "post")
    check(member.get("/devices"), f"{group}/devices")
    check(keeper.post("/recovery-code"), f"{group}/recovery-code", "post")
    check(device().join(token_of(keeper)), "/groups/join", "post")
    check(device().join("nothing"), "/groups/join", "post")
    check(keeper.write_game(game, "/delete"), "/games/{game_uid}/delete", "post")
    link = keeper.get("/public").get_json()["link"]
    shown = client.get(f"{API}/standings/{link.rsplit('/', 1)[-1]}")
    check(shown, "/standings/{token}")
