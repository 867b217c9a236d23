"""A group: found, join, "this is me", keepers, links, ways back in, and the games in it."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, NotAllowed, NotFound, PassExpired, Stale
from scorecard.live.hub import hub
from scorecard.models import Device, GroupMembership, RecoveryCode
from scorecard.models.device import KEEPER
from scorecard.services.groups import access, details, group_members, groups, recovery_codes
from scorecard.services.history import changes, group_changes, members, undo_redo
from scorecard.services.players import merging, rosters
from scorecard.services.table import games, rematches, seating
from tests.factories import EVENING, Club, Table

SECRETS = (Club.SECRET, "an older secret")


def join(club: Club, *names: str) -> GroupMembership:
    """Let a new phone in, which belongs to these players."""
    device = access.new_device(club.session, club.at)
    membership = group_members.join(club.session, club.group, device, club.write(device))
    if names:
        mine = [club.players[name] for name in names]
        group_members.claim(club.session, club.group, membership, mine, club.write(device))
    club.session.commit()
    return membership


def keeper_of(club: Club) -> GroupMembership:
    found = group_members.membership_of(club.session, club.group, club.keeper)
    assert found
    return found


def recover(club: Club, typed: str, device: Device) -> GroupMembership:
    code = recovery_codes.find(club.session, typed)
    return recovery_codes.recover(club.session, code, device, club.write(device))


def history(club: Club) -> list[str]:
    return [group_changes.sentence(line) for line in changes.lines(club.session, club.group)]


class TestFounding:
    def test_who_founds_a_group_keeps_it(self, session: Session) -> None:
        club = Club(session)
        assert keeper_of(club).is_keeper
        assert groups.of_device(session, club.keeper) == [club.group]
        assert history(club) == ["Thursday created"]

    @pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\nb"])
    def test_a_name_that_cannot_be_is_refused(self, session: Session, name: str) -> None:
        device = access.new_device(session, EVENING)
        with pytest.raises(BadInput) as refused:
            groups.create(session, changes.Write(device, EVENING), name, Club.SECRET)
        assert refused.value.field == "name"

    def test_an_unknown_time_zone_becomes_utc(self, session: Session) -> None:
        device = access.new_device(session, EVENING)
        write = changes.Write(device, EVENING)
        assert groups.create(session, write, "A", Club.SECRET, "Mars/Base").time_zone == "UTC"
        zone = "Europe/Vienna"
        assert groups.create(session, write, "B", Club.SECRET, zone).time_zone == zone


class TestSettings:
    def test_name_and_zone_change_together_and_are_told(self, session: Session) -> None:
        club = Club(session)
        groups.change(session, club.group, club.write(), name="Friday", time_zone="Asia/Tokyo")
        assert (club.group.name, club.group.time_zone) == ("Friday", "Asia/Tokyo")
        assert history(club)[:2] == [
            "Days are now those of Asia/Tokyo (before: UTC)",
            "The group is now called Friday (before: Thursday)",
        ]

    @pytest.mark.parametrize("zone", ["", "Mars/Base", "../etc/passwd"])
    def test_an_unknown_zone_is_refused_and_changes_nothing(
        self, session: Session, zone: str
    ) -> None:
        club = Club(session)
        with pytest.raises(BadInput) as refused:
            groups.change(session, club.group, club.write(), name="Friday", time_zone=zone)
        session.rollback()
        assert refused.value.field == "time_zone"
        assert club.group.name == "Thursday"

    def test_a_change_made_meanwhile_is_not_overwritten(self, session: Session) -> None:
        club = Club(session)
        seen = club.group.version
        groups.change(session, club.group, club.write(), name="Friday", time_zone="UTC")
        stale = club.write(version=seen)
        with pytest.raises(Stale, match="now called Friday"):
            groups.change(session, club.group, stale, name="Monday", time_zone="UTC")

    def test_what_others_did_meanwhile_elsewhere_does_not_matter(self, session: Session) -> None:
        club = Club(session)
        seen = club.group.version
        rosters.add(session, club.group, club.write(), "Ann")
        groups.change(session, club.group, club.write(version=seen), name="Monday", time_zone="UTC")
        assert club.group.name == "Monday"

    def test_the_zones_on_offer_are_known(self) -> None:
        zones = details.time_zones()
        assert "Europe/Berlin" in zones
        assert "UTC" in zones
        assert not [zone for zone in zones if zone.startswith(("Etc/", "US/", "posix"))]


class TestJoining:
    def test_the_link_lets_a_phone_in_as_a_member(self, session: Session) -> None:
        club = Club(session, "Ann")
        token = groups.link_token(club.group, SECRETS)
        assert token
        assert groups.by_link(session, token) is club.group
        membership = join(club)
        assert not membership.is_keeper
        assert history(club)[0] == "The phone of a member joined"

    def test_a_link_under_a_forgotten_secret_cannot_be_shown(self, session: Session) -> None:
        club = Club(session)
        assert groups.link_token(club.group, ("another secret",)) is None

    def test_joining_twice_is_joining_once(self, session: Session) -> None:
        club = Club(session)
        membership = join(club)
        version = club.group.version
        again = group_members.join(
            session, club.group, membership.device, club.write(membership.device)
        )
        assert again is membership
        assert club.group.version == version

    def test_a_renewed_link_voids_the_old_one(self, session: Session) -> None:
        club = Club(session)
        old = groups.link_token(club.group, SECRETS) or ""
        groups.renew_link(session, club.group, club.write(), Club.SECRET)
        with pytest.raises(NotFound):
            groups.by_link(session, old)
        assert groups.by_link(session, groups.link_token(club.group, SECRETS) or "")

    def test_a_keeper_who_joins_by_the_link_stays_keeper(self, session: Session) -> None:
        club = Club(session)
        group_members.join(session, club.group, club.keeper, club.write())
        assert keeper_of(club).is_keeper


class TestThisIsMe:
    def test_a_phone_may_belong_to_several_and_a_player_have_several_phones(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        parent = join(club, "Ann", "Bob")
        join(club, "Ann")
        assert group_members.label(parent) == "Ann & Bob"
        ann, bob, cy = (club.players[name].id for name in ("Ann", "Bob", "Cy"))
        phones = group_members.phones_of(session, club.group)
        assert (phones[ann], phones[bob], phones[cy]) == (2, 1, 0)

    def test_who_was_merged_has_the_phones_of_the_one_they_are(self, session: Session) -> None:
        club = Club(session, "Ann", "Annie")
        mine = join(club, "Annie")
        merging.merge(session, club.players["Annie"], club.players["Ann"], club.write())
        assert group_members.phones_of(session, club.group) == {club.players["Ann"].id: 1}
        assert group_members.label(mine) == "Ann"


class TestKeepers:
    def test_there_may_be_several_but_never_none(self, session: Session) -> None:
        club = Club(session, "Ann")
        other = join(club, "Ann")
        with pytest.raises(Conflict, match="A group needs a scorekeeper"):
            group_members.unmake_keeper(session, club.group, club.keeper.id, club.write())
        group_members.make_keeper(session, club.group, other.device_id, club.write())
        group_members.unmake_keeper(session, club.group, club.keeper.id, club.write())
        assert not keeper_of(club).is_keeper
        assert other.is_keeper

    def test_a_phone_that_is_not_in_the_group_cannot_be_made_one(self, session: Session) -> None:
        club, other = Club(session), Club(session)
        with pytest.raises(NotFound):
            group_members.make_keeper(session, club.group, other.keeper.id, club.write())

    def test_nobody_sends_out_the_phone_in_their_hand(self, session: Session) -> None:
        club = Club(session)
        with pytest.raises(Conflict):
            group_members.send_out(session, club.group, club.keeper.id, club.write(), Club.SECRET)


class TestSendingOut:
    def test_who_is_sent_out_stays_out_until_the_link_is_renewed(self, session: Session) -> None:
        club = Club(session, "Ann")
        out = join(club, "Ann")
        group_members.send_out(session, club.group, out.device_id, club.write(), Club.SECRET)
        assert groups.of_device(session, out.device) == []
        with pytest.raises(NotAllowed):
            group_members.join(session, club.group, out.device, club.write(out.device))
        groups.renew_link(session, club.group, club.write(), Club.SECRET)
        group_members.join(session, club.group, out.device, club.write(out.device))
        assert groups.of_device(session, out.device) == [club.group]

    def test_it_leaves_the_groups_tables_and_returns_to_them_with_the_group(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start()
        out = join(club, "Bob")
        at_table = group_members.enter_game(session, table.game, out, club.write(out.device))
        session.commit()
        listener = hub.subscribe(table.game.uid, out.device.uid)
        group_members.send_out(session, club.group, out.device_id, club.write(), Club.SECRET)
        session.commit()
        assert at_table.removed_at
        assert listener.is_closed
        hub.unsubscribe(listener)
        with pytest.raises(NotAllowed):
            access.join(session, table.game, "player", table.write(out.device))
        groups.renew_link(session, club.group, club.write(), Club.SECRET)
        group_members.join(session, club.group, out.device, club.write(out.device))
        session.commit()
        assert at_table.removed_at is None
        assert [seat.name for seat in at_table.seats] == ["Bob"]

    def test_nothing_it_could_see_lets_another_phone_in(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        running, over, elsewhere = club.start(), club.play(Ann=50, Bob=0), Table(session)
        earlier, out, other = join(club), join(club), join(club, "Bob")
        group_members.send_out(session, club.group, earlier.device_id, club.write(), Club.SECRET)
        group_link = groups.link_token(club.group, SECRETS) or ""
        codes = {table: table.game.code or "" for table in (running, elsewhere)}
        links = {}
        for table in (running, over, elsewhere):
            access.make_passes(session, table.game, Club.SECRET, club.at)
            links[table] = access.tokens(session, table.game, SECRETS, club.at)
        versions = running.game.version, over.game.version
        group_members.send_out(session, club.group, out.device_id, club.write(), Club.SECRET)
        session.commit()
        with pytest.raises(NotFound):
            groups.by_link(session, group_link)
        for table in (running, over):
            for token in links[table].values():
                with pytest.raises(PassExpired, match="renewed"):
                    access.read_pass(session, token, club.at)
            assert changes.lines(session, table.game)[0].kind == "renewed"
        assert (running.game.version, over.game.version) == (versions[0] + 1, versions[1] + 1)
        with pytest.raises(NotFound):
            access.game_by_code(session, codes[running], club.at)
        assert access.game_by_code(session, running.game.code or "", club.at) is running.game
        assert over.game.code is None
        # Games outside of the group, who is in and who was removed before stay as they are.
        assert access.game_by_code(session, codes[elsewhere], elsewhere.at) is elsewhere.game
        assert access.read_pass(session, links[elsewhere]["player"], club.at)
        assert groups.of_device(session, other.device) == [club.group]
        assert earlier.is_barred
        new = access.new_device(session, club.at)
        by_link = groups.by_link(session, groups.link_token(club.group, SECRETS) or "")
        assert group_members.join(session, by_link, new, club.write(new))

    def test_the_code_of_a_game_begun_later_does_not_let_it_in(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        out = join(club)
        group_members.send_out(session, club.group, out.device_id, club.write(), Club.SECRET)
        table = club.start()
        with pytest.raises(NotAllowed):
            access.join(session, table.game, "player", table.write(out.device))

    def test_a_table_it_was_sent_away_from_by_itself_stays_closed(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start()
        out = join(club, "Bob")
        at_table = group_members.enter_game(session, table.game, out, club.write(out.device))
        access.send_out(session, table.game, out.device_id, table.write())
        group_members.send_out(session, club.group, out.device_id, club.write(), Club.SECRET)
        groups.renew_link(session, club.group, club.write(), Club.SECRET)
        group_members.join(session, club.group, out.device, club.write(out.device))
        assert at_table.removed_at

    def test_one_off_games_are_no_business_of_the_group(self, session: Session) -> None:
        club = Club(session, "Ann")
        out = join(club)
        table = Table(session, keeper=out.device)
        group_members.send_out(session, club.group, out.device_id, club.write(), Club.SECRET)
        assert table.membership(out.device).removed_at is None


class TestLeaving:
    def test_who_leaves_may_come_back_with_the_link(self, session: Session) -> None:
        club = Club(session, "Ann")
        mine = join(club, "Ann")
        group_members.leave(session, club.group, club.write(mine.device))
        assert groups.of_device(session, mine.device) == []
        assert history(club)[0] == "The phone of Ann left"
        group_members.join(session, club.group, mine.device, club.write(mine.device))
        assert group_members.label(mine) == "Ann"

    def test_the_last_keeper_cannot_leave(self, session: Session) -> None:
        club = Club(session, "Ann")
        other = join(club)
        with pytest.raises(Conflict, match="last scorekeeper"):
            group_members.leave(session, club.group, club.write())
        group_members.make_keeper(session, club.group, other.device_id, club.write())
        group_members.leave(session, club.group, club.write())
        assert group_members.inside(session, club.group) == [other]

    def test_who_is_not_in_it_cannot_leave(self, session: Session) -> None:
        club, other = Club(session), Club(session)
        with pytest.raises(NotFound):
            group_members.leave(session, club.group, club.write(other.keeper))


class TestRecovery:
    def test_a_code_brings_a_keeper_back_once(self, session: Session) -> None:
        club = Club(session, "Ann")
        group_members.claim(
            session, club.group, keeper_of(club), [club.players["Ann"]], club.write()
        )
        code = recovery_codes.make(session, keeper_of(club), club.write())
        session.commit()
        phone = access.new_device(session, club.at)
        back = recover(club, f" {code.lower()} ", phone)
        assert back.is_keeper
        assert group_members.label(back) == "Ann"
        another = access.new_device(session, club.at)
        with pytest.raises(NotFound):
            recover(club, code, another)

    def test_a_new_code_voids_the_one_before(self, session: Session) -> None:
        club = Club(session)
        old = recovery_codes.make(session, keeper_of(club), club.write())
        new = recovery_codes.make(session, keeper_of(club), club.write())
        phone = access.new_device(session, club.at)
        with pytest.raises(NotFound):
            recover(club, old, phone)
        assert recover(club, new, phone).is_keeper

    def test_only_its_hash_is_kept_and_the_history_says_that_it_was_made(
        self, session: Session
    ) -> None:
        club = Club(session)
        code = recovery_codes.make(session, keeper_of(club), club.write())
        kept = session.scalars(select(RecoveryCode.code_hash)).all()
        assert len(kept) == 1
        assert code.replace("-", "") not in kept[0]
        assert history(club)[0] == "A new recovery code for the phone of a scorekeeper"

    def test_members_get_none_and_who_is_sent_out_loses_theirs(self, session: Session) -> None:
        club = Club(session)
        other = join(club)
        with pytest.raises(NotAllowed):
            recovery_codes.make(session, other, club.write())
        group_members.make_keeper(session, club.group, other.device_id, club.write())
        code = recovery_codes.make(session, other, club.write(other.device))
        group_members.send_out(session, club.group, other.device_id, club.write(), Club.SECRET)
        phone = access.new_device(session, club.at)
        with pytest.raises(NotFound):
            recover(club, code, phone)

    @pytest.mark.parametrize("typed", ["", "   ", "-----", "x" * 5_000, "\x00", "77777"])
    def test_a_wrong_code_is_refused(self, session: Session, typed: str) -> None:
        club = Club(session)
        recovery_codes.make(session, keeper_of(club), club.write())
        phone = access.new_device(session, club.at)
        with pytest.raises(NotFound):
            recover(club, typed, phone)


class TestItsGames:
    def test_running_games_are_listed_and_ended_and_deleted_ones_are_not(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        club.play(Ann=500, Bob=300)
        deleted = club.start()
        games.delete(session, deleted.game, deleted.write())
        first, second = club.start(), club.start()
        Table(session, keeper=club.keeper)
        assert groups.running(session, club.group) == [second.game, first.game]
        assert groups.deleted_games(session, club.group) == [deleted.game]

    def test_a_phone_of_the_group_enters_a_game_in_the_seats_of_its_players(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob", "Cy")
        parent = join(club, "Ann", "Cy")
        table = club.start("Bob", "Cy", "Ann")
        entered = group_members.enter_game(session, table.game, parent, club.write(parent.device))
        assert entered.role == "player"
        assert [seat.name for seat in entered.seats] == ["Cy", "Ann"]
        keeper = group_members.enter_game(session, table.game, keeper_of(club), club.write())
        assert keeper.role == KEEPER

    def test_the_last_table_is_suggested_without_who_has_gone(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cy", "Di")
        assert groups.last_players(session, club.group) == []
        club.start("Di", "Bob", "Cy")
        rosters.retire(session, club.players["Bob"], club.write())
        merging.merge(session, club.players["Cy"], club.players["Ann"], club.write())
        names = [player.name for player in groups.last_players(session, club.group)]
        assert names == ["Di", "Ann"]


class TestMovingGames:
    def test_a_one_off_game_moves_in_with_its_seats_matched(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        table = Table(session, "annie", "Zed", keeper=club.keeper, at=club.at)
        table.play(500, 300)
        games.finish(session, table.game, table.write())
        seating.move(session, table.game, table.write(), club.group, {1: club.players["Ann"]})
        session.commit()
        assert [seat.name for seat in table.game.seats] == ["annie", "Zed"]
        assert [player.name for player in club.group.roster] == ["Ann", "Bob", "Zed"]
        assert club.standings(season) == [("Ann", 1, 5), ("Zed", 2, 3)]
        seating.move(session, table.game, table.write(), None, {})
        session.commit()
        assert club.standings(season) == []
        assert [seat.player for seat in table.game.seats] == [None, None]

    def test_nobody_sits_in_two_seats(self, session: Session) -> None:
        club = Club(session, "Ann")
        table = Table(session, "Ann", "Anne", keeper=club.keeper)
        both = {1: club.players["Ann"], 2: club.players["Ann"]}
        with pytest.raises(BadInput, match="two seats: Ann and Anne") as refused:
            seating.move(session, table.game, table.write(), club.group, both)
        assert (refused.value.field, refused.value.code) == ("seat-2", "player_in_two_seats")

    def test_a_player_of_another_group_is_refused(self, session: Session) -> None:
        club, other = Club(session, "Ann"), Club(session, "Bob")
        table = Table(session, "Ann", "Bob", keeper=club.keeper)
        with pytest.raises(BadInput, match="not on the roster of Thursday") as refused:
            seating.move(session, table.game, table.write(), club.group, {2: other.players["Bob"]})
        assert (refused.value.field, refused.value.code) == ("seat-2", "unknown_player")

    def test_a_name_of_somebody_retired_is_refused_beside_its_seat(self, session: Session) -> None:
        club = Club(session, "Bob")
        rosters.retire(session, club.players["Bob"], club.write())
        table = Table(session, "Ann", "Bob", keeper=club.keeper)
        with pytest.raises(BadInput, match="has retired") as refused:
            seating.move(session, table.game, table.write(), club.group, {})
        assert refused.value.field == "seat-2"
        games_players = {2: club.players["Bob"]}
        session.rollback()
        seating.move(session, table.game, table.write(), club.group, games_players)
        assert table.game.seats[1].player is club.players["Bob"], "who sat there sat there"

    def test_a_move_is_taken_back_by_moving_again_and_never_by_undo(self, session: Session) -> None:
        club = Club(session, "Ann")
        table = Table(session, "Ann", "Bob", keeper=club.keeper)
        seating.rename(session, table.game, table.write(), 2, "Bea")
        seating.move(session, table.game, table.write(), club.group, {})
        undone = undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        assert (undone.kind, table.game.group) == ("renamed", club.group)
        seating.move(session, table.game, table.write(), None, {})
        assert table.game.group is None
        assert [seat.player for seat in table.game.seats] == [None, None]

    def test_a_seat_nobody_speaks_of_keeps_who_sat_there(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.play(Ann=500, Bob=300)
        ann = club.players["Ann"]
        rosters.change(session, ann, club.write(), name="Annabel", colour=1, initial="A")
        rosters.add(session, club.group, club.write(), "Ann")
        seating.move(session, table.game, table.write(), club.group, {})
        assert table.game.seats[0].player is ann
        with pytest.raises(NotFound, match="no seat 9"):
            seating.move(session, table.game, table.write(), club.group, {9: ann})

    def test_nobody_plays_under_the_name_of_somebody_else(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob", "Cleo")
        table = club.start("Ann", "Bob")
        with pytest.raises(BadInput, match="Cleo is somebody else"):
            seating.rename(session, table.game, table.write(), 1, "cleo")
        seating.rename(session, table.game, table.write(), 1, "Annie")

    def test_a_phone_of_two_who_are_one_is_that_ones_once(self, session: Session) -> None:
        club = Club(session, "Bob", "Bobby")
        phone = group_members.membership_of(session, club.group, club.keeper)
        assert phone
        group_members.claim(session, club.group, phone, list(club.players.values()), club.write())
        merging.merge(session, club.players["Bobby"], club.players["Bob"], club.write())
        assert phone.people == [club.players["Bob"]]
        assert group_members.label(phone) == "Bob"

    def test_who_no_longer_keeps_the_group_keeps_only_games_of_their_own(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        device = access.new_device(session, club.at)
        inside = group_members.join(session, club.group, device, club.write(device))
        group_members.make_keeper(session, club.group, device.id, club.write())
        theirs = club.start()
        club.keeper = device
        own = club.start()
        club.keeper = theirs.keeper
        group_members.enter_game(session, theirs.game, inside, theirs.write(device))
        group_members.unmake_keeper(session, club.group, device.id, club.write())
        roles = [members.find(session, table.game, device) for table in (theirs, own)]
        assert [found.role for found in roles if found] == ["player", "keeper"]


class TestTheBin:
    def test_a_deleted_game_counts_for_nothing_until_it_is_taken_out(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        table = club.play(Ann=500, Bob=300)
        games.delete(session, table.game, table.write())
        session.commit()
        assert club.standings(season) == []
        assert access.games_of(session, club.keeper) == []
        assert access.deleted_games_of(session, club.keeper) == [table.game]
        games.restore(session, table.game, table.write())
        session.commit()
        assert club.standings(season) == [("Ann", 1, 5), ("Bob", 2, 3)]
        assert access.deleted_games_of(session, club.keeper) == []

    def test_nothing_is_written_to_a_game_in_the_bin(self, session: Session) -> None:
        table = Table(session)
        games.delete(session, table.game, table.write())
        with pytest.raises(Conflict, match="in the trash"):
            table.play(100, 200)
        with pytest.raises(Conflict, match="in the trash"):
            games.finish(session, table.game, table.write())

    def test_an_ended_one_has_no_rematch(self, session: Session) -> None:
        table = Table(session)
        table.play(100, 200)
        games.finish(session, table.game, table.write())
        games.delete(session, table.game, table.write())
        with pytest.raises(Conflict, match="in the trash"):
            rematches.create(session, table.game, table.write())

    def test_its_code_opens_nothing_also_after_the_links_are_renewed(
        self, session: Session
    ) -> None:
        table = Table(session)
        games.delete(session, table.game, table.write())
        access.renew(session, table.game, table.write())
        assert table.game.code is None
        games.restore(session, table.game, table.write())
        assert table.game.code

    def test_what_is_not_in_the_bin_is_not_taken_out(self, session: Session) -> None:
        table = Table(session)
        with pytest.raises(Conflict, match="not in the trash"):
            games.restore(session, table.game, table.write())


class TestRematchInAGroup:
    def test_they_are_who_they_were_whatever_they_are_called_by_now(self, session: Session) -> None:
        club = Club(session, "Ann", "Cy", "Dee")
        table = club.play(Ann=500, Cy=300)
        rosters.change(
            session, club.players["Ann"], club.write(), name="Anna", colour=1, initial="A"
        )
        merging.merge(session, club.players["Cy"], club.players["Dee"], club.write())
        session.commit()
        again = rematches.create(session, table.game, table.write())
        assert [seat.player.name for seat in again.seats if seat.player] == ["Anna", "Dee"]
        assert [player.name for player in club.group.roster] == ["Anna", "Dee"]
        assert {row.device_id for row in members.inside(session, again)} == {club.keeper.id}

    def test_who_joins_a_game_does_not_sit_in_two_seats(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start()
        seating.rename(session, table.game, table.write(), 1, "A.")
        with pytest.raises(BadInput, match="two seats") as refused:
            seating.add_player(session, table.game, table.write(), "Ann")
        assert refused.value.code == "player_in_two_seats"


def test_groups_see_nothing_of_each_other(session: Session) -> None:
    club, other = Club(session, "Ann", "Bob"), Club(session, "Ann", "Zed")
    club.play(Ann=500, Bob=300)
    running = club.start()
    assert groups.running(session, other.group) == []
    assert groups.last_players(session, other.group) == []
    assert group_members.membership_of(session, club.group, other.keeper) is None
    assert groups.of_device(session, other.keeper) == [other.group]
    with pytest.raises(NotFound):
        rosters.find(other.group, club.players["Bob"].uid)
    assert rosters.named(other.group, "Bob") is None
    assert groups.of_device(session, Device(id=0)) == []
    assert running.game.group is club.group
