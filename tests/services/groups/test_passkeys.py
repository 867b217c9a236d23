"""Passkeys: made on one phone, they bring back who it was on another one, and nobody else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, BoundReached, Conflict, NotAllowed, NotFound, ScorecardError
from scorecard.models import Device, GroupMembership, Passkey
from scorecard.services.groups import access, group_members, passkeys
from scorecard.services.groups.passkeys import Site
from scorecard.services.history import changes, group_changes
from scorecard.services.limits import bounds
from tests.authenticator import Authenticator
from tests.factories import Club

SITE = Site("localhost", "http://localhost")


class Evening(Club):
    """A club whose Ann has a phone of her own, with an authenticator."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, "Ann", "Bob")
        self.ann = self.phone("Ann")
        self.authenticator = Authenticator()

    def phone(self, *names: str) -> GroupMembership:
        device = self.device()
        membership = group_members.join(self.session, self.group, device, self.write(device))
        players = [self.players[name] for name in names]
        group_members.claim(self.session, self.group, membership, players, self.write(device))
        self.session.commit()
        return membership

    def device(self) -> Device:
        return access.new_device(self.session, self.at)

    def make(
        self, authenticator: Authenticator | None = None, of: GroupMembership | None = None
    ) -> Passkey:
        of = of or self.ann
        challenge = passkeys.new_challenge()
        options = passkeys.creation_options(self.session, of, SITE, challenge)
        typed = (authenticator or self.authenticator).make(options)
        write = self.write(of.device)
        made = passkeys.register(self.session, of, write, SITE, challenge, typed)
        self.session.commit()
        return made

    def show(self, device: Device | None = None, **more: Any) -> GroupMembership:
        challenge = passkeys.new_challenge()
        typed = self.authenticator.show(passkeys.request_options(SITE, challenge), **more)
        device = device or self.device()
        write = self.write(device)
        return passkeys.come_back(self.session, device, write, SITE, challenge, typed)


@pytest.fixture
def evening(session: Session) -> Evening:
    return Evening(session)


class TestMaking:
    def test_a_browser_is_asked_for_a_passkey_that_needs_no_name_typed(
        self, evening: Evening
    ) -> None:
        evening.make()
        options = passkeys.creation_options(evening.session, evening.ann, SITE, "AAAA")
        assert options["rp"] == {"id": "localhost", "name": "Scorecard"}
        assert options["user"]["name"] == "Ann in Thursday"
        assert options["challenge"] == "AAAA"
        assert options["authenticatorSelection"]["residentKey"] == "required"
        assert options["authenticatorSelection"]["userVerification"] == "preferred"
        assert [one["id"] for one in options["excludeCredentials"]] == [
            passkeys.of_membership(evening.session, evening.ann)[0].credential_id
        ]
        json.dumps(options)

    def test_the_authenticator_learns_no_uid_of_the_phone(self, evening: Evening) -> None:
        options = passkeys.creation_options(evening.session, evening.ann, SITE, "AAAA")
        assert evening.ann.device.uid not in json.dumps(options)

    def test_a_passkey_is_kept_with_its_phone(self, evening: Evening) -> None:
        made = evening.make()
        assert passkeys.of_membership(evening.session, evening.ann) == [made]
        assert (made.sign_count, made.used_at) == (0, None)

    def test_the_same_passkey_is_not_kept_twice(self, evening: Evening) -> None:
        evening.make()
        bob = evening.phone("Bob")
        with pytest.raises(Conflict) as refused:
            evening.make(of=bob)
        assert refused.value.code == "passkey_known"

    def test_a_phone_has_so_many_passkeys_at_most(self, evening: Evening) -> None:
        for _ in range(bounds.PASSKEYS_OF_PHONE.most):
            evening.make(Authenticator())
        with pytest.raises(BoundReached, match="Delete one first"):
            evening.make(Authenticator())

    @pytest.mark.parametrize(
        "typed",
        [
            "",
            "null",
            "[]",
            "{}",
            '{"id": 1}',
            "[" * 100_000,
            '{"id":"x","rawId":"%","response":{}}',
        ],
    )
    def test_what_is_no_answer_makes_no_passkey(self, evening: Evening, typed: str) -> None:
        with pytest.raises(BadInput) as refused:
            passkeys.register(evening.session, evening.ann, evening.write(), SITE, "AAAA", typed)
        assert refused.value.code == "bad_passkey"

    def test_an_answer_to_another_challenge_makes_no_passkey(self, evening: Evening) -> None:
        options = passkeys.creation_options(evening.session, evening.ann, SITE, "AAAA")
        typed = evening.authenticator.make(options)
        with pytest.raises(BadInput):
            passkeys.register(evening.session, evening.ann, evening.write(), SITE, "BBBB", typed)

    def test_an_answer_from_another_site_makes_no_passkey(self, evening: Evening) -> None:
        with pytest.raises(BadInput):
            evening.make(Authenticator("https://elsewhere.example"))

    def test_one_can_be_deleted_by_its_owner_alone(self, evening: Evening) -> None:
        made = evening.make()
        bob = evening.phone("Bob")
        with pytest.raises(NotFound):
            passkeys.delete(evening.session, bob, made.id, evening.write(bob.device))
        passkeys.delete(evening.session, evening.ann, made.id, evening.write(evening.ann.device))
        with pytest.raises(NotFound) as refused:
            evening.show()
        assert refused.value.code == "unknown_passkey"


class TestComingBack:
    def test_another_phone_is_who_this_one_was(self, evening: Evening) -> None:
        evening.make()
        back = evening.show()
        assert back.device_id != evening.ann.device_id
        assert (back.group, back.role) == (evening.group, "member")
        assert [player.name for player in back.players] == ["Ann"]
        lines = changes.lines(evening.session, evening.group)
        assert group_changes.sentence(lines[0]) == "Back with a passkey: the phone of Ann"

    def test_a_keeper_keeps_the_group_again(self, evening: Evening) -> None:
        keeper = group_members.membership_of(evening.session, evening.group, evening.keeper)
        evening.make(of=keeper)
        assert evening.show().is_keeper

    def test_whoever_lost_the_keeping_meanwhile_comes_back_without_it(
        self, evening: Evening
    ) -> None:
        group, session = evening.group, evening.session
        group_members.make_keeper(session, group, evening.ann.device_id, evening.write())
        evening.make()
        group_members.unmake_keeper(session, group, evening.ann.device_id, evening.write())
        assert not evening.show().is_keeper

    def test_the_same_phone_stays_who_it_is(self, evening: Evening) -> None:
        made = evening.make()
        version = evening.group.version
        assert evening.show(evening.ann.device) is evening.ann
        assert evening.group.version == version
        assert made.used_at is not None

    def test_the_count_of_uses_goes_up(self, evening: Evening) -> None:
        made = evening.make()
        evening.show(step=3)
        evening.show()
        assert made.sign_count == 4

    def test_a_passkey_that_never_counts_is_good(self, evening: Evening) -> None:
        evening.make()
        evening.show(step=0)
        evening.show(step=0)

    @pytest.mark.parametrize("step", [0, -2])
    def test_a_copy_is_noticed_by_its_count(self, evening: Evening, step: int) -> None:
        made = evening.make()
        evening.show(step=5)
        with pytest.raises(NotAllowed) as refused:
            evening.show(step=step)
        assert refused.value.code == "copied_passkey"
        assert made.sign_count == 5

    def test_a_passkey_nobody_made_here_opens_nothing(self, evening: Evening) -> None:
        with pytest.raises(NotFound) as refused:
            evening.show()
        assert refused.value.code == "unknown_passkey"

    def test_sending_a_phone_out_deletes_its_passkeys(self, evening: Evening) -> None:
        evening.make()
        group_members.send_out(
            evening.session, evening.group, evening.ann.device_id, evening.write(), Club.SECRET
        )
        assert evening.session.scalars(select(Passkey)).all() == []
        with pytest.raises(NotFound):
            evening.show()

    def test_one_of_a_phone_that_was_sent_out_opens_nothing(self, evening: Evening) -> None:
        evening.make()
        evening.ann.removed_at = evening.at
        with pytest.raises(NotAllowed) as refused:
            evening.show()
        assert refused.value.code == "sent_out"

    def test_another_key_under_the_same_id_opens_nothing(self, evening: Evening) -> None:
        evening.make()
        thief = Authenticator()
        thief.id, thief.user = evening.authenticator.id, evening.authenticator.user
        evening.authenticator = thief
        with pytest.raises(NotAllowed) as refused:
            evening.show()
        assert refused.value.code == "bad_passkey"

    def test_a_passkey_that_names_somebody_else_opens_nothing(self, evening: Evening) -> None:
        evening.make()
        evening.authenticator.user = b"somebody else"
        with pytest.raises(NotAllowed):
            evening.show()

    def test_an_answer_is_good_for_its_challenge_and_site_alone(self, evening: Evening) -> None:
        evening.make()
        typed = evening.authenticator.show(passkeys.request_options(SITE, "AAAA"))
        device = evening.device()

        def come_back(site: Site, challenge: str) -> None:
            write = evening.write(device)
            passkeys.come_back(evening.session, device, write, site, challenge, typed)

        for site, challenge in (
            (SITE, "BBBB"),
            (Site("localhost", "http://localhost:8000"), "AAAA"),
            (Site("example.org", "http://localhost"), "AAAA"),
        ):
            with pytest.raises(NotAllowed):
                come_back(site, challenge)
        come_back(SITE, "AAAA")

    @pytest.mark.parametrize("broken", ["clientDataJSON", "authenticatorData", "signature"])
    @pytest.mark.parametrize("value", [None, 7, "", "AAAA", "%%", "é", "A"])
    def test_a_broken_answer_opens_nothing(self, evening: Evening, broken: str, value: Any) -> None:
        evening.make()
        challenge = passkeys.new_challenge()
        answer = json.loads(evening.authenticator.show(passkeys.request_options(SITE, challenge)))
        answer["response"][broken] = value
        device = evening.device()
        with pytest.raises(ScorecardError) as refused:
            passkeys.come_back(
                evening.session, device, evening.write(device), SITE, challenge, json.dumps(answer)
            )
        assert refused.value.code == "bad_passkey"
