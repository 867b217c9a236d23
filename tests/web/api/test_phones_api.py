"""A device's own place in a group over the API: leave it, and the passkeys that bring it back."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from scorecard.database.db import db
from scorecard.models import GroupMembership, Passkey
from tests.web.api.test_api import problem
from tests.web.api.test_group_api import Member
from tests.web.api.test_openapi import answered_as_described

RULE = "/api/v1/groups/{group_uid}/passkeys"


@pytest.fixture
def keeper(app: Flask) -> Member:
    return Member(app.test_client()).found("Ann", "Bob")


@pytest.fixture
def member(app: Flask, keeper: Member) -> Member:
    link = keeper.get("/invitation").get_json()["link"]
    found = Member(app.test_client())
    assert found.join(link.rsplit("/", 1)[-1]).status_code == 200
    return found


class TestLeaving:
    def test_who_leaves_no_longer_sees_the_group_and_can_come_back(
        self, keeper: Member, member: Member
    ) -> None:
        answer = member.post("/leave")
        assert (answer.status_code, answer.get_json()) == (200, {"has_left": True})
        problem(member.get(), 404, "not_found")
        assert member.client.get("/api/v1/groups").get_json() == {"groups": []}
        assert len(keeper.get("/devices").get_json()["devices"]) == 1
        first = keeper.get("/changes").get_json()["changes"][0]
        assert first["kind"] == "left"
        assert first["source"] == "api"
        link = keeper.get("/invitation").get_json()["link"]
        assert member.join(link.rsplit("/", 1)[-1]).status_code == 200

    def test_the_last_keeper_stays(self, keeper: Member, member: Member) -> None:
        problem(keeper.post("/leave"), 409, "last_keeper")
        devices = keeper.get("/devices").get_json()["devices"]
        other = next(one["id"] for one in devices if not one["is_this"])
        assert keeper.post(f"/devices/{other}/keeper").status_code == 200
        assert keeper.post("/leave").status_code == 200
        assert member.read()["role"] == "keeper"


class TestPasskeys:
    @pytest.fixture
    def passkey(self, keeper: Member, app: Flask) -> int:
        """Return the id of a passkey of the keeper's phone, as a browser has made it."""
        with app.app_context():
            of_keeper = select(GroupMembership).where(GroupMembership.role == "keeper")
            membership = db.session.scalars(of_keeper).one()
            made = Passkey(
                membership=membership,
                credential_id="abc",
                public_key=b"key",
                sign_count=0,
                made_at=membership.joined_at,
            )
            db.session.add(made)
            db.session.commit()
            return made.id

    def test_they_are_listed_for_their_own_device(
        self, keeper: Member, member: Member, passkey: int
    ) -> None:
        found = answered_as_described(keeper.client, RULE, group_uid=keeper.id).get_json()
        (one,) = found["passkeys"]
        assert (one["id"], one["used_at"]) == (passkey, None)
        assert member.get("/passkeys").get_json() == {"passkeys": []}

    def test_one_is_deleted_by_its_own_device_only(
        self, keeper: Member, member: Member, passkey: int
    ) -> None:
        problem(member.post(f"/passkeys/{passkey}/delete"), 404, "not_found")
        assert keeper.post(f"/passkeys/{passkey}/delete").status_code == 200
        assert keeper.get("/passkeys").get_json() == {"passkeys": []}
        assert keeper.get("/changes").get_json()["changes"][0]["kind"] == "passkey_deleted"
