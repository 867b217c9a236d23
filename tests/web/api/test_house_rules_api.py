"""House rules over the JSON API: the published cases played through it, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from sqlalchemy import update
from werkzeug.test import TestResponse

from scorecard.database.db import db
from scorecard.models import Proposal
from scorecard.rules.games import find
from tests.cases.test_house_rules_cases import HOUSE_RULES, START, check_parts
from tests.web.api.test_api import problem
from tests.web.api.test_group_api import API, Member


class Player:
    """A keeper's device that plays the steps of a case as a group would."""

    def __init__(self, client: FlaskClient) -> None:
        self.group = Member(client).found()
        self.group.put("/consent", threshold="keeper")
        self.group.read()
        self.game = ""
        self.uids: dict[str, str] = {}
        self.warnings: list[dict[str, Any]] = []

    def play(self, steps: list[dict[str, Any]]) -> dict[str, Any]:
        for number, step in enumerate(steps, start=1):
            response = getattr(self, step["op"])(step)
            self.group.read()
            body = response.get_json()
            if response.status_code >= 400:
                assert response.content_type == "application/problem+json"
                error = {"round": number, "code": body["code"], "message": body["detail"]}
                return {"error": error, "kept": self.answer()}
            if step["op"] == "edit_rules":
                found = body["warnings"]
                self.warnings += [{"round": number, "code": one["code"]} for one in found]
        return self.answer()

    def create_rules(self, step: dict[str, Any]) -> TestResponse:
        body = {key: step[key] for key in ("name", "game", "options")}
        return self.group.post("/house-rules", **body)

    def edit_rules(self, step: dict[str, Any]) -> TestResponse:
        return self.group.put(f"/house-rules/{self.rules(step['name'])}", options=step["options"])

    def agree(self, step: dict[str, Any]) -> TestResponse:
        more = {"number": step["version"]} if "version" in step else {}
        players = [self.player(name) for name in step["players"]]
        url = f"/house-rules/{self.rules(step['name'])}/agree"
        return self.group.post(url, players=players, **more)

    def start_game(self, step: dict[str, Any]) -> TestResponse:
        uid = self.rules(step["rules"])
        game = self.group.get(f"/house-rules/{uid}").get_json()["game"]
        body = {
            "game": game,
            "players": step["players"],
            "group": self.group.id,
            "house_rules": uid,
            "is_confirmed": step.get("confirm", False),
        }
        response = self.group.client.post(f"{API}/games", json=body)
        if response.status_code == 201:
            self.game = response.get_json()["game"]["id"]
        return response

    def add_round(self, step: dict[str, Any]) -> TestResponse:
        sheet = self.sheet()
        seats = {seat["name"]: str(seat["seat"]) for seat in sheet["seats"]}
        body = dict(step["round"])
        body["entries"] = {seats[name]: entry for name, entry in body.pop("entries", {}).items()}
        number = sheet["open_round"]["number"]
        url = f"{API}/games/{self.game}/rounds/{number}"
        body |= {"version": sheet["version"], "is_confirmed": True}
        return self.group.client.put(url, json=body)

    def amend_game(self, step: dict[str, Any]) -> TestResponse:
        body = {
            "options": step["options"],
            "reason": step.get("reason", ""),
            "agreed_by": step.get("agreed_by", []),
            "is_retroactive": step.get("retroactive", False),
        }
        return self.group.write_game(self.game, "/amendments", **body)

    def delete_rules(self, step: dict[str, Any]) -> TestResponse:
        return self.group.post(f"/house-rules/{self.rules(step['name'])}/delete")

    def rules(self, name: str) -> str:
        """Return the id of house rules; one that nothing has where there are none."""
        plain = "".join(name.split()).casefold()
        for one in self.group.get("/house-rules").get_json()["house_rules"]:
            if "".join(one["name"].split()).casefold() == plain:
                return str(one["id"])
        return "aaaaaaaaaaaa"

    def player(self, name: str) -> str:
        if name not in self.uids:
            self.group.post("/players", name=name)
            self.uids[name] = self.group.player(name)
        return self.uids[name]

    def sheet(self) -> dict[str, Any]:
        found: dict[str, Any] = self.group.client.get(f"{API}/games/{self.game}").get_json()
        return found

    def answer(self) -> dict[str, Any]:
        book = self.group.get("/house-rules").get_json()["house_rules"]
        found: dict[str, Any] = {
            "rules": {
                one["name"]: {"version": one["version"], "options": one["options"]} for one in book
            },
            "warnings": self.warnings,
        }
        if not self.game:
            return found
        sheet = self.sheet()
        found["game"] = {
            "rules": sheet["house_rules"]["name"],
            "rules_version": sheet["house_rules"]["version"],
            "status": sheet["status"],
            "winners": [side["name"] for side in sheet["sides"] if side["is_winner"]],
            "totals": {side["name"]: side["total"] for side in sheet["sides"]},
            "round_scores": [round_["scores"] for round_ in sheet["rounds"]],
            "amendments": [
                {"from_round": one["from_round"], "options": one["options"]}
                for one in sheet["amendments"]
            ],
        }
        found["totals"] = found["game"]["totals"]
        return found


@pytest.mark.parametrize("case", HOUSE_RULES, ids=lambda case: case["id"])
def test_played_over_the_api(case: dict[str, Any], client: FlaskClient) -> None:
    check_parts(Player(client).play(case["steps"]), dict(case["expected"]))


@pytest.fixture
def keeper(client: FlaskClient) -> Member:
    return Member(client).found("Ann", "Bob")


@pytest.fixture
def other(app: Flask, keeper: Member) -> Member:
    """Bob's device, in the same group."""
    link = keeper.get("/invitation").get_json()["link"]
    device = Member(app.test_client())
    device.join(link.rsplit("/", 1)[-1])
    device.put("/me", players=[keeper.player("Bob")])
    return device


@pytest.fixture
def check(client: FlaskClient) -> Callable[[str, Any], None]:
    """Check an answer against the model that describes it."""
    document = client.get(f"{API}/openapi.json").get_json()

    def against(name: str, body: Any) -> None:
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        Draft202012Validator(schema).validate(body)

    return against


def write(member: Member, **more: Any) -> str:
    body = {"name": "Cabin", "game": "brownie_points", "options": {"target": 12_000}, **more}
    made = member.post("/house-rules", **body)
    assert made.status_code == 201, made.get_json()
    member.read()
    return f"/house-rules/{made.get_json()['id']}"


def test_rules_are_written_saved_compared_and_agreed_to(
    keeper: Member, check: Callable[[str, Any], None]
) -> None:
    keeper.put("/consent", threshold="keeper")
    keeper.read()
    cabin = write(keeper, notes="- one")
    saved = keeper.put(cabin, options={"target": None, "squirts_value": 200}, notes="- two")
    body = saved.get_json()
    check("HouseRules", body)
    assert (body["version"], body["options"]) == (2, {"squirts_value": 200})
    assert body["words"] == ["Squirts costs: 200 (usually 100)"]
    keeper.read()
    agreed = keeper.post(f"{cabin}/agree", players=[keeper.player("Ann")], number=1).get_json()
    assert agreed["missing"] == [
        {"player": keeper.player("Ann"), "agreed": 1},
        {"player": keeper.player("Bob"), "agreed": None},
    ]
    found = keeper.get(f"{cabin}/compare?from=1&to=2").get_json()
    check("ChangesOfRules", found)
    assert [(one["option"], one["before"], one["after"]) for one in found["options"]] == [
        ("target", 12_000, None),
        ("squirts_value", None, 200),
    ]
    assert [(one["kind"], one["text"]) for one in found["notes"]] == [
        ("removed", "- one"),
        ("added", "- two"),
    ]
    problem(keeper.get(f"{cabin}/compare?from=1"), 422, "bad_input")
    problem(keeper.get(f"{cabin}/compare?from=1&to=7"), 404, "unknown_version")
    check("Book", keeper.get("/house-rules").get_json())


def test_where_others_have_a_say_a_change_is_proposed(
    keeper: Member, other: Member, check: Callable[[str, Any], None]
) -> None:
    cabin = write(keeper)
    problem(keeper.put(cabin, options={"target": 9_000}), 403, "consent_required")
    made = keeper.post(f"{cabin}/proposals", options={"target": 9_000}, reason="shorter")
    assert made.status_code == 201
    check("Proposal", made.get_json())
    path = made.headers["Location"].split(keeper.id)[1]
    other.read()
    assert other.post(f"{path}/comments", text="How short?").status_code == 201
    other.read()
    bob = [keeper.player("Bob")]
    problem(keeper.post(f"{path}/votes", players=bob, choice="yes"), 403, "not_allowed")
    problem(other.post(f"{path}/votes", players=bob, choice="maybe"), 422, "bad_input")
    problem(other.post(f"{path}/votes", players=[], choice="yes"), 422, "bad_input")
    problem(other.post(f"{path}/settle"), 409, "conflict")
    assert other.post(f"{path}/votes", players=bob, choice="yes").get_json()["outcome"] is None
    other.read()
    keeper.read()
    ann = [keeper.player("Ann")]
    done = keeper.post(f"{path}/votes", players=ann, choice="either").get_json()
    check("Proposal", done)
    assert (done["outcome"], done["silent"]) == ("adopted", [])
    assert keeper.get(cabin).get_json()["version"] == 2
    keeper.read()
    problem(keeper.post(f"{path}/votes", players=ann, choice="no"), 409, "proposal_closed")
    problem(keeper.post(f"{path}/withdraw"), 409, "proposal_closed")


@pytest.mark.parametrize(
    ("threshold", "deadline", "outcome"),
    [("majority", str, "adopted"), ("keeper", type(None), None)],
)
def test_once_the_deadline_has_passed_a_program_need_not_wait(
    app: Flask,
    keeper: Member,
    other: Member,
    *,
    threshold: str,
    deadline: type,
    outcome: str | None,
) -> None:
    keeper.put("/consent", threshold=threshold, deadline_days=3)
    keeper.read()
    cabin = write(keeper)
    other.read()
    made = other.post(f"{cabin}/proposals", options={"target": 9_000}, reason="shorter")
    assert isinstance(made.get_json()["deadline"], deadline)
    path = made.headers["Location"].split(keeper.id)[1]
    with app.app_context():
        db.session.execute(update(Proposal).values(deadline=Proposal.at))
        db.session.commit()
    other.read()
    settled = other.post(f"{path}/settle")
    if outcome is None:
        problem(settled, 409, "conflict")
        assert "A scorekeeper decides" in settled.get_json()["detail"]
    assert other.get(path).get_json()["outcome"] == outcome


def test_a_proposal_is_withdrawn(keeper: Member, other: Member) -> None:
    cabin = write(keeper)
    other.read()
    made = other.post(f"{cabin}/proposals", options={"target": 9_000}, reason="shorter")
    path = made.headers["Location"].split(keeper.id)[1]
    keeper.read()
    assert keeper.post(f"{path}/withdraw").get_json()["outcome"] == "withdrawn"
    assert keeper.get(path).get_json()["outcome"] == "withdrawn"


def test_the_same_request_again_makes_nothing_twice(keeper: Member) -> None:
    body: dict[str, Any] = {"name": "Cabin", "game": "brownie_points"}
    version = keeper.version
    first = keeper.post("/house-rules", key="k1", **body)
    again = keeper.post("/house-rules", key="k1", **{**body, "version": version})
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert first.headers["Location"] == again.headers["Location"]
    keeper.read()
    cabin = f"/house-rules/{first.get_json()['id']}"
    change: dict[str, Any] = {"options": {"target": 9_000}, "reason": "shorter"}
    change["version"] = keeper.version
    made = keeper.post(f"{cabin}/proposals", key="k2", **change)
    twice = keeper.post(f"{cabin}/proposals", key="k2", **change)
    assert made.get_json()["id"] == twice.get_json()["id"]


def test_rulings_are_added_and_removed(keeper: Member, other: Member) -> None:
    cabin = write(keeper)
    other.read()
    said = {"situation": "Two slap at once", "decision": "Both draw", "decided_by": "Bob"}
    made = other.post(f"{cabin}/rulings", **said)
    assert made.status_code == 201
    (ruling,) = made.get_json()["rulings"]
    assert ruling | said == ruling
    problem(other.post(f"{cabin}/rulings", **{**said, "decision": " "}), 422, "bad_input")
    keeper.read()
    other.read()
    problem(other.post(f"{cabin}/rulings/{ruling['id']}/remove"), 403, "not_allowed")
    gone = keeper.post(f"{cabin}/rulings/{ruling['id']}/remove").get_json()
    assert gone["rulings"] == []


def test_rules_are_renamed_deleted_and_put_back(keeper: Member, other: Member) -> None:
    cabin = write(keeper)
    other.read()
    for path in (f"{cabin}/delete", f"{cabin}/public"):
        problem(other.post(path), 403, "not_allowed")
    assert keeper.put(f"{cabin}/name", name="Hut").get_json()["name"] == "Hut"
    keeper.read()
    assert keeper.post(f"{cabin}/delete").get_json()["is_deleted"]
    keeper.read()
    book = keeper.get("/house-rules").get_json()
    assert [one["name"] for one in book["deleted"]] == ["Hut"]
    body = {"game": "brownie_points", "players": ["Ann", "Bob"], "is_confirmed": True}
    start = {**body, "group": keeper.id, "house_rules": cabin.rsplit("/", 1)[-1]}
    problem(keeper.client.post(f"{API}/games", json=start), 409, "unknown_rules")
    assert not keeper.post(f"{cabin}/restore").get_json()["is_deleted"]


def test_they_are_shared_exported_and_taken_in(
    keeper: Member, app: Flask, check: Callable[[str, Any], None]
) -> None:
    cabin = write(keeper)
    assert keeper.get(f"{cabin}/public").get_json()["link"] is None
    assert keeper.post(f"{cabin}/public").get_json()["is_public"]
    keeper.read()
    token = keeper.get(f"{cabin}/public").get_json()["link"].rsplit("/", 1)[-1]
    stranger = Member(app.test_client()).found("Cy")
    public = stranger.client.get(f"{API}/book/{token}").get_json()
    check("HouseRulesFile", public)
    assert public == keeper.get(f"{cabin}/export").get_json()
    copied = stranger.post("/house-rules/copy", game="brownie_points", start=f"shared:{token}")
    assert copied.get_json()["origin"] == {"group": "Thursday", "name": "Cabin", "version": 1}
    stranger.read()
    problem(stranger.post("/house-rules/import", file=public), 422, "duplicate_name")
    taken = stranger.post("/house-rules/import", file=public, name="Cabin two")
    assert taken.get_json()["options"] == {"target": 12_000}
    stranger.read()
    problem(stranger.post("/house-rules/import", file={"format": "x"}), 422, "bad_file")
    assert not keeper.post(f"{cabin}/public/off").get_json()["is_public"]
    problem(stranger.client.get(f"{API}/book/{token}"), 404, "not_found")


def test_a_ready_made_set_is_copied(keeper: Member) -> None:
    rules = find("brownie_points")
    assert rules
    for ready in rules.house_rules:
        start = f"ready:{ready.key}"
        made = keeper.post("/house-rules/copy", game="brownie_points", start=start).get_json()
        assert (made["name"], made["options"]) == (ready.name, ready.options)
        keeper.read()


def test_a_game_by_house_rules_needs_its_group_and_its_card_game(keeper: Member) -> None:
    uid = write(keeper).rsplit("/", 1)[-1]
    body = {"game": "brownie_points", "players": ["Ann", "Bob"], "house_rules": uid}
    problem(keeper.client.post(f"{API}/games", json=body), 422, "bad_input")
    other_game = {**body, "game": "cucumber", "group": keeper.id}
    problem(keeper.client.post(f"{API}/games", json=other_game), 422, "bad_input")
    unknown = {**body, "group": keeper.id, "house_rules": "aaaaaaaaaaaa"}
    problem(keeper.client.post(f"{API}/games", json=unknown), 404, "unknown_rules")


def test_a_copy_of_nothing_known_is_refused(keeper: Member) -> None:
    body = {"game": "brownie_points", "name": "Hut", "start": "nonsense"}
    assert keeper.post("/house-rules/copy", **body).status_code == 422


class TestAmending:
    @pytest.fixture
    def player(self, client: FlaskClient) -> Player:
        player = Player(client)
        player.play(START)
        return player

    def test_it_waits_until_all_have_consented(self, player: Player) -> None:
        member, game = player.group, player.game
        change = {"options": {"squirts_value": 200}, "reason": "too cheap"}
        asked = member.write_game(game, "/amendments", **change).get_json()
        assert asked["amendment"]["missing"] == [1, 2]
        assert asked["amendments"] == []
        seen = asked["amendment"]["id"]
        consent = "/amendments/consent"
        one = member.write_game(game, consent, amendment=seen, seats=[1]).get_json()
        assert one["amendment"]["missing"] == [2]
        done = member.write_game(game, consent, amendment=seen, seats=[2]).get_json()
        assert done["amendment"] is None
        (amendment,) = done["amendments"]
        assert (amendment["from_round"], amendment["options"]) == (2, {"squirts_value": 200})

    def test_it_can_be_turned_down(self, player: Player) -> None:
        change = {"options": {"squirts_value": 200}, "reason": "too cheap"}
        asked = player.group.write_game(player.game, "/amendments", **change).get_json()
        seen = {"amendment": asked["amendment"]["id"]}
        done = player.group.write_game(player.game, "/amendments/withdraw", **seen).get_json()
        assert (done["amendment"], done["amendments"]) == (None, [])
        gone = player.group.write_game(player.game, "/amendments/withdraw", **seen)
        problem(gone, 409, "conflict")

    def test_only_the_change_that_was_seen_is_settled(self, player: Player) -> None:
        change = {"options": {"squirts_value": 200}, "reason": "too cheap"}
        asked = player.group.write_game(player.game, "/amendments", **change).get_json()
        other = {"amendment": asked["amendment"]["id"] + 1}
        consented = player.group.write_game(player.game, "/amendments/consent", seats=[1], **other)
        problem(consented, 409, "conflict")
        withdrawn = player.group.write_game(player.game, "/amendments/withdraw", **other)
        problem(withdrawn, 409, "conflict")
        unsaid = player.group.write_game(player.game, "/amendments/consent", seats=[1])
        assert unsaid.status_code == 422

    def test_nobody_consents_for_somebody_with_a_phone(self, player: Player, app: Flask) -> None:
        keeper = player.group
        link = keeper.client.get(f"{API}/games/{player.game}/invitation").get_json()["links"]
        bob = app.test_client()
        token = link["player"].rsplit("/", 1)[-1]
        joined = bob.post(f"{API}/join", json={"token": token}).get_json()["game"]
        bob.put(f"{API}/games/{player.game}/me", json={"version": joined["version"], "seats": [2]})
        change = {"options": {"squirts_value": 200}, "reason": "too cheap"}
        named = keeper.write_game(player.game, "/amendments", agreed_by=["Ann", "Bob"], **change)
        problem(named, 403, "not_allowed")
        asked = keeper.write_game(player.game, "/amendments", **change).get_json()
        seen = {"amendment": asked["amendment"]["id"]}
        foreign = keeper.write_game(player.game, "/amendments/consent", seats=[1, 2], **seen)
        problem(foreign, 403, "not_allowed")
        keeper.write_game(player.game, "/amendments/consent", seats=[1], **seen)
        own = Member(bob).write_game(player.game, "/amendments/consent", seats=[2], **seen)
        assert own.get_json()["amendments"]

    @pytest.mark.parametrize(
        ("change", "status", "code"),
        [
            ({"options": {"target": 600}}, 422, "reason_required"),
            ({"options": {"target": 600}, "reason": "x"}, 409, "agreement_required"),
            ({"options": {"jackpot": 1}, "reason": "x"}, 422, "unknown_option"),
            ({"options": {"target": 9}, "reason": "x"}, 422, "option_out_of_range"),
            ({"options": {}, "reason": "x"}, 422, "no_change"),
            ({"options": {}, "reason": "x", "agreed_by": ["Cy"]}, 422, "unknown_player"),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, player: Player, change: dict[str, Any], status: int, code: str
    ) -> None:
        body = {"reason": "", "agreed_by": [], **change}
        problem(player.group.write_game(player.game, "/amendments", **body), status, code)

    def test_an_ended_game_is_not_amended(self, player: Player) -> None:
        player.group.write_game(player.game, "/end")
        change = {"options": {"target": 600}, "reason": "x"}
        refused = player.group.write_game(player.game, "/amendments", **change)
        assert refused.status_code == 409
