"""Who gets in, as what, and who is removed again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, NotAllowed, NotFound, PassExpired
from scorecard.live.hub import hub
from scorecard.models import Pass
from scorecard.services.groups import access
from scorecard.services.history import members
from scorecard.services.limits import codes
from scorecard.services.table import games, rematches
from tests.factories import Table, shown_of

SECRETS = ("new secret", "old secret")


def tokens(table: Table) -> dict[str, str]:
    access.make_passes(table.session, table.game, SECRETS[0], table.at)
    return access.tokens(table.session, table.game, SECRETS, table.at)


class TestCodes:
    def test_a_code_opens_its_game_however_it_is_typed(self, session: Session) -> None:
        table = Table(session)
        code = table.game.code or ""
        for typed in (code, code.lower(), f" {code[:3]} {code[3:]} ", f"{code[:3]}-{code[3:]}"):
            assert access.game_by_code(session, typed, table.at) is table.game

    @pytest.mark.parametrize("typed", ["", "   ", "ABCDEF", "x" * 500, "٣٣٣٣٣٣", "\x00", "'; --"])
    def test_a_wrong_one_opens_nothing(self, session: Session, typed: str) -> None:
        table = Table(session)
        with pytest.raises(NotFound):
            access.game_by_code(session, typed, table.at)

    def test_an_ended_game_has_none(self, session: Session) -> None:
        table = Table(session)
        code = table.game.code or ""
        games.finish(session, table.game, table.write())
        with pytest.raises(NotFound):
            access.game_by_code(session, code, table.at)

    def test_no_two_signs_look_or_sound_alike(self) -> None:
        alike = [
            "0OQD",
            "1IL7",
            "2Z",
            "5S",
            "8B",
            "UVW",
            "MN",
            "BCDEGPTVZ3",
            "AJKH8",
            "FSX6",
            "IY59",
        ]
        alike += ["QU2W"]
        for group in alike:
            inside = set(group) & set(codes.ALPHABET)
            assert len(inside) <= 2, group
        assert not set("AEIOU01") & set(codes.ALPHABET), "no words, no rings and strokes"


class TestLinks:
    def test_each_role_has_one_and_only_its_hash_is_stored(self, session: Session) -> None:
        table = Table(session)
        found = tokens(table)
        assert set(found) == {"keeper", "player", "spectator"}
        stored = session.scalars(select(Pass)).all()
        for token in found.values():
            assert len(token) * 6 >= 128, "bits"
            assert all(token not in str(vars(pass_)) for pass_ in stored)
            assert access.read_pass(session, token, table.at).game is table.game

    def test_they_can_be_shown_again(self, session: Session) -> None:
        table = Table(session)
        assert tokens(table) == access.tokens(session, table.game, SECRETS, table.at)

    def test_not_under_another_secret(self, session: Session) -> None:
        table = Table(session)
        tokens(table)
        assert access.tokens(session, table.game, ("other",), table.at) == {}

    def test_under_the_secret_before_they_still_can(self, session: Session) -> None:
        table = Table(session)
        access.make_passes(session, table.game, SECRETS[1], table.at)
        assert len(access.tokens(session, table.game, SECRETS, table.at)) == 3

    @pytest.mark.parametrize("token", ["", "x" * 24, "../../etc", "\x00", "ä"])
    def test_an_unknown_one_opens_nothing(self, session: Session, token: str) -> None:
        table = Table(session)
        with pytest.raises(NotFound):
            access.read_pass(session, token, table.at)

    def test_it_expires(self, session: Session) -> None:
        table = Table(session)
        token = tokens(table)["player"]
        later = table.at + access.PASS_LIFETIME
        assert access.read_pass(session, token, later - timedelta(seconds=1))
        with pytest.raises(PassExpired, match="expired"):
            access.read_pass(session, token, later)
        assert access.tokens(session, table.game, SECRETS, later) == {}

    def test_renewing_makes_code_and_links_useless(self, session: Session) -> None:
        table = Table(session)
        found, code = tokens(table), table.game.code or ""
        access.renew(session, table.game, table.write())
        for token in found.values():
            with pytest.raises(PassExpired, match="renewed"):
                access.read_pass(session, token, table.at)
        assert table.game.code != code
        with pytest.raises(NotFound):
            access.game_by_code(session, code, table.at)


class TestJoining:
    def test_who_is_in_keeps_the_greater_role(self, session: Session) -> None:
        table = Table(session)
        phone = table.player(role="spectator")
        assert table.membership(phone).role == "spectator"
        access.join(session, table.game, "player", table.write(phone))
        assert table.membership(phone).role == "player"
        access.join(session, table.game, "spectator", table.write(phone))
        assert table.membership(phone).role == "player"

    def test_one_phone_may_count_for_several_and_several_for_one(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        parent, other = table.player(1, 3), table.player(3)
        assert [seat.name for seat in table.membership(parent).seats] == ["Ann", "Cy"]
        assert [seat.name for seat in table.membership(other).seats] == ["Cy"]
        assert members.seats_claimed(session, table.game) == {1, 3}

    def test_claiming_again_replaces(self, session: Session) -> None:
        table = Table(session)
        phone = table.player(1)
        access.claim(session, table.game, table.membership(phone), [2], table.write(phone))
        assert [seat.name for seat in table.membership(phone).seats] == ["Bob"]

    def test_a_seat_that_is_not_there_is_refused(self, session: Session) -> None:
        table = Table(session)
        phone = table.player()
        with pytest.raises(BadInput):
            access.claim(session, table.game, table.membership(phone), [3], table.write(phone))

    def test_spectators_count_for_nobody(self, session: Session) -> None:
        table = Table(session)
        phone = table.player(role="spectator")
        with pytest.raises(NotAllowed):
            access.claim(session, table.game, table.membership(phone), [1], table.write(phone))

    def test_a_player_may_only_watch_but_not_the_keeper(self, session: Session) -> None:
        table = Table(session)
        phone = table.player(1)
        access.watch(session, table.game, table.membership(phone), table.write(phone))
        assert (table.membership(phone).role, table.membership(phone).seats) == ("spectator", [])
        keeper = table.membership(table.keeper)
        with pytest.raises(Conflict):
            access.watch(session, table.game, keeper, table.write())

    def test_numbers_say_who_entered_them(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        table.enter(1, {1: {"score": 50}}, table.player(1, 2))
        table.enter(1, {3: {"score": 50}})
        entries = shown_of(session, table.game)["open_round"]["entries"]
        assert [entry["by"] for entry in entries] == ["Ann & Bob", "the scorekeeper"]

    def test_a_device_knows_its_games_running_ones_first(self, session: Session) -> None:
        table = Table(session)
        games.finish(session, table.game, table.write())
        second = rematches.create(session, table.game, table.write())
        assert access.games_of(session, table.keeper) == [second, table.game]


class TestSendingOut:
    def test_the_device_is_out_and_its_stream_ends(self, session: Session) -> None:
        table = Table(session)
        phone = table.player(1)
        listener = hub.subscribe(table.game.uid, phone.uid)
        other = hub.subscribe(table.game.uid, table.keeper.uid)
        try:
            access.send_out(session, table.game, phone.id, table.write())
            assert not listener.is_closed
            session.commit()
            assert listener.is_closed
            assert not other.is_closed
        finally:
            hub.unsubscribe(listener)
            hub.unsubscribe(other)
        assert phone.id not in [member.device_id for member in members.inside(session, table.game)]
        assert not table.membership(phone).may("spectator")

    def test_it_cannot_come_back_with_what_it_had(self, session: Session) -> None:
        table = Table(session)
        phone = table.player(1)
        access.send_out(session, table.game, phone.id, table.write())
        with pytest.raises(NotAllowed) as refused:
            access.join(session, table.game, "player", table.write(phone))
        assert refused.value.code == "sent_out"

    @pytest.mark.parametrize("is_ended", [False, True])
    def test_nor_can_it_as_another_phone(self, session: Session, is_ended: bool) -> None:
        table = Table(session)
        links, code = tokens(table), table.game.code or ""
        phone, earlier = table.player(1), table.player(2)
        access.send_out(session, table.game, earlier.id, table.write())
        links |= tokens(table)
        code = table.game.code or ""
        if is_ended:
            games.finish(session, table.game, table.write())
        access.send_out(session, table.game, phone.id, table.write())
        for token in links.values():
            with pytest.raises(PassExpired, match="renewed"):
                access.read_pass(session, token, table.at)
        with pytest.raises(NotFound):
            access.game_by_code(session, code, table.at)
        assert (table.game.code is None) == is_ended
        assert access.tokens(session, table.game, SECRETS, table.at) == {}
        inside = [member.device_id for member in members.inside(session, table.game)]
        assert inside == [table.keeper.id], "who is in stays in"
        for out in (phone, earlier):
            assert table.membership(out).is_barred, "and who is out stays out"

    def test_after_renewing_it_can(self, session: Session) -> None:
        table = Table(session)
        phone = table.player(1)
        access.send_out(session, table.game, phone.id, table.write())
        access.renew(session, table.game, table.write())
        session.commit()
        assert access.join(session, table.game, "spectator", table.write(phone)).role == "spectator"
        assert table.membership(phone).may("spectator")

    def test_its_counts_stay_and_still_say_whose_they_were(self, session: Session) -> None:
        table = Table(session)
        phone = table.player(1)
        table.enter(1, {1: {"score": 50}}, phone)
        access.send_out(session, table.game, phone.id, table.write())
        entry = shown_of(session, table.game)["open_round"]["entries"][0]
        assert (entry["points"], entry["by"]) == (50, "Ann")

    def test_not_oneself_and_not_a_stranger(self, session: Session) -> None:
        table, other = Table(session), Table(session)
        with pytest.raises(Conflict):
            access.send_out(session, table.game, table.keeper.id, table.write())
        with pytest.raises(NotFound):
            access.send_out(session, table.game, other.keeper.id, table.write())


class TestHandingOver:
    def test_the_other_keeps_and_the_keeper_plays(self, session: Session) -> None:
        table = Table(session)
        phone = table.player(2)
        access.hand_over(session, table.game, phone.id, table.write())
        assert table.membership(phone).role == "keeper"
        assert table.membership(table.keeper).role == "player"

    def test_not_to_oneself(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(Conflict):
            access.hand_over(session, table.game, table.keeper.id, table.write())
