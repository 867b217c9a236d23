"""The bin: everything that is deleted comes out as it was, for thirty days, and is erased then."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, NotAllowed, NotFound, Stale
from scorecard.models import (
    BinCount,
    Change,
    Comment,
    Entry,
    Game,
    Group,
    GroupChange,
    GroupMembership,
    HouseRules,
    Ruling,
    Scorecard,
    Season,
)
from scorecard.services.book import commenting, consent, house_rules, rulings, scorecards
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.groups import access, group_members, groups
from scorecard.services.history import changes, group_changes, undo_redo
from scorecard.services.keeping import bin as the_bin
from scorecard.services.keeping import purging
from scorecard.services.keeping.recounting import recount
from scorecard.services.seasons import seasons
from scorecard.services.table import games, rematches, seating
from tests.factories import Club, Table
from tests.rich_group import rich_group

DAY = timedelta(days=1)


def keeping(club: Club) -> GroupMembership:
    found = group_members.membership_of(club.session, club.group, club.keeper)
    assert found
    return found


def names(club: Club) -> list[tuple[str, str]]:
    return [(item.kind, item.name) for item in the_bin.of_group(club.session, keeping(club))]


def purged(session: Session, at: datetime) -> list[str]:
    """Do what is done once a day; return what was erased."""
    purging.count_day(session, at)
    return [*filter(None, (purging.purge(session, it, at) for it in purging.overdue(session, at)))]


def wait(session: Session, at: datetime, days: int) -> list[str]:
    """Empty the bin every day, the last time so many days after ``at``; return what was erased."""
    erased = []
    for day in range(max(0, days - 31), days + 1):
        erased += purged(session, at + day * DAY)
        session.commit()
    return erased


def purge(club: Club, days: int) -> list[str]:
    return wait(club.session, club.at, days)


def count(session: Session, model: type) -> int:
    return session.scalar(select(func.count()).select_from(model)) or 0


class TestOut:
    def test_a_season_comes_back_and_counts_what_was_played_meanwhile(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        seasons.delete(session, season, club.write())
        session.commit()
        assert seasons.of_group(session, club.group) == []
        with pytest.raises(NotFound):
            seasons.find(session, club.group, season.uid)
        club.play(Ann=500, Bob=100)
        assert names(club) == [("season", "Spring")]
        the_bin.take_out(session, keeping(club), the_bin.SEASON, season.uid, club.write())
        session.commit()
        assert [line[0] for line in club.standings(season)] == ["Ann", "Bob"]
        assert names(club) == []
        assert recount(session, club.group) == []

    def test_a_ruling_and_a_comment_come_back(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        cabin = house_rules.create(session, club.group, club.write(), "Cabin", "brownie_points", {})
        ruling = rulings.rule(session, cabin, club.write(), "A card fell", "It lies", "All")
        wish = consent.propose(session, cabin, club.write(), {"target": 9_000}, "", "shorter")
        said = commenting.add(session, wish, club.write(), "Why?")
        rulings.remove(session, ruling, club.write())
        commenting.remove(session, said, club.write(), is_keeper=False)
        session.commit()
        assert (cabin.rulings, wish.comments) == ([], [])
        assert names(club) == [("comment", "Why?"), ("ruling", "It lies")]
        for kind, uid in ((the_bin.COMMENT, str(said.id)), (the_bin.RULING, ruling.uid)):
            the_bin.take_out(session, keeping(club), kind, uid, club.write())
        session.commit()
        assert (cabin.rulings, wish.comments) == ([ruling], [said])

    def test_only_who_said_it_or_a_keeper_deletes_a_comment(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        cabin = house_rules.create(session, club.group, club.write(), "Cabin", "brownie_points", {})
        wish = consent.propose(session, cabin, club.write(), {"target": 9_000}, "", "shorter")
        said = commenting.add(session, wish, club.write(), "Why?")
        other = access.new_device(session, club.at)
        with pytest.raises(NotAllowed):
            commenting.remove(session, said, club.write(other), is_keeper=False)
        commenting.remove(session, said, club.write(other), is_keeper=True)
        with pytest.raises(NotAllowed):
            commenting.restore(session, said, club.write(other), is_keeper=False)

    def test_members_take_out_only_their_own_words(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        season = club.season()
        seasons.delete(session, season, club.write())
        phone = access.new_device(session, club.at)
        member = group_members.join(session, club.group, phone, club.write(phone))
        assert [item.may_take_out for item in the_bin.of_group(session, member)] == [False]
        with pytest.raises(NotAllowed):
            the_bin.take_out(session, member, the_bin.SEASON, season.uid, club.write(phone))

    @pytest.mark.parametrize("kind", [*purging.KINDS, "nothing"])
    def test_what_is_not_in_the_bin_does_not_come_out(self, session: Session, kind: str) -> None:
        club = Club(session, "Ann", "Bob")
        with pytest.raises(NotFound):
            the_bin.take_out(session, keeping(club), kind, "99999999999", club.write())

    def test_what_belongs_to_another_group_does_not_come_out(self, session: Session) -> None:
        club, other = Club(session, "Ann", "Bob"), Club(session, "Cy", "Di")
        season = other.season()
        seasons.delete(session, season, other.write())
        with pytest.raises(NotFound):
            the_bin.take_out(session, keeping(club), the_bin.SEASON, season.uid, club.write())

    def test_a_scorecard_of_ones_own_comes_back(self, session: Session) -> None:
        table = Table(session)
        own = scorecards.make(session, table.write(), {"name": "Ours", "fields": FIELDS})
        phone = table.device()
        with pytest.raises(NotAllowed):
            scorecards.delete(session, table.write(phone), own)
        scorecards.delete(session, table.write(), own)
        session.commit()
        assert scorecards.of_device(session, table.keeper) == []
        with pytest.raises(NotFound):
            scorecards.find(session, own.uid)
        (item,) = the_bin.of_device(session, table.keeper)
        assert (item.kind, item.name) == ("scorecard", "Ours")
        scorecards.restore(session, table.write(), own)
        session.commit()
        assert scorecards.find(session, own.uid) is own


FIELDS = [{"kind": "points", "key": "points", "label": "Points", "is_signed": True}]


class TestTheGamesOfAGroup:
    def test_taken_out_it_is_as_it_was_with_history_and_standings(self, session: Session) -> None:
        club = rich_group(session)
        games_ = [game for game in groups.games_of(session, club.group) if not game.deleted_at]
        open_seasons = [one for one in seasons.of_group(session, club.group) if not one.is_closed]
        standings = [club.standings(season) for season in open_seasons]
        before = exports.of_group(session, club.group, club.at)["games"]
        for game in games_:
            games.delete(session, game, club.write(version=game.version))
        session.commit()
        assert all(club.standings(season) == [] for season in open_seasons)
        for game in games_:
            games.restore(session, game, club.write(version=game.version))
        session.commit()
        after = exports.of_group(session, club.group, club.at)["games"]
        deleted = {game["uid"] for game in before if game["deleted_at"]}
        for game in after:
            if game["uid"] not in deleted:
                assert [line["kind"] for line in game["history"][-2:]] == ["deleted", "restored"]
                del game["history"][-2:]
        for game in (*before, *after):
            del game["version"], game["changed_at"]
        assert after == before
        assert [club.standings(season) for season in open_seasons] == standings
        assert recount(session, club.group) == []


class TestAGroup:
    def test_it_goes_with_everything_and_comes_back_as_it_was(self, session: Session) -> None:
        club = rich_group(session)
        at = club.at
        before = exports.of_group(session, club.group, at)
        groups.delete(session, club.group, club.write())
        session.commit()
        assert groups.of_device(session, club.keeper) == []
        assert access.games_of(session, club.keeper) == []
        assert (the_bin.GROUP, "Thursday") in [
            (item.kind, item.name) for item in the_bin.of_device(session, club.keeper)
        ]
        groups.restore(session, club.group, club.write())
        session.commit()
        after = exports.of_group(session, club.group, at)
        lines = after["group"].pop("history")
        assert lines[:-2] == before["group"].pop("history")
        assert [line["kind"] for line in lines[-2:]] == ["group_deleted", "group_restored"]
        for part in (before["group"], after["group"]):
            del part["version"], part["changed_at"]
        assert after == before
        assert recount(session, club.group) == []

    def test_nobody_plays_on_in_a_group_that_lies_in_the_bin(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start("Ann", "Bob")
        code = table.game.code
        groups.delete(session, club.group, club.write())
        session.commit()
        with pytest.raises(Conflict) as refused:
            table.play(50, 50)
        assert refused.value.code == "group_deleted"
        assert "Thursday is in the trash" in refused.value.message
        session.rollback()
        with pytest.raises(NotFound):
            access.game_by_code(session, code or "", club.at)
        token = groups.link_token(club.group, [club.SECRET])
        with pytest.raises(NotFound):
            groups.by_link(session, token or "")

    def test_only_keepers_find_it_in_their_bin(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        phone = access.new_device(session, club.at)
        group_members.join(session, club.group, phone, club.write(phone))
        groups.delete(session, club.group, club.write())
        session.commit()
        assert the_bin.of_device(session, phone) == []
        assert [item.kind for item in the_bin.of_device(session, club.keeper)] == ["group"]

    def test_its_file_is_not_taken_into_the_bin(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        data = file_format.write(exports.of_group(session, club.group, club.at)).encode()
        groups.delete(session, club.group, club.write())
        with pytest.raises(BadInput, match="in the trash here"):
            imports.plan(session, imports.read(data), club.keeper)

    def test_the_last_keeper_cannot_just_leave(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        with pytest.raises(Conflict) as refused:
            group_members.leave(session, club.group, club.write())
        assert "or delete the group" in refused.value.message


class TestPurge:
    def test_on_the_29th_day_nothing_goes_on_the_31st_everything(self, session: Session) -> None:
        club = rich_group(session)
        _fill(club)
        kinds = {kind for kind, _name in names(club)}
        assert kinds == {"game", "season", "house_rules", "ruling", "comment"}
        before = exports.of_group(session, club.group, club.at)
        first = min(item.deleted_at for item in the_bin.of_group(session, keeping(club)))
        assert wait(session, first, 29) == []
        assert exports.of_group(session, club.group, club.at) == before
        erased = purge(club, 31)
        assert len(erased) == len(kinds) + 1  # There were two games.
        assert names(club) == []
        for model in (Game, Season, HouseRules, Ruling, Comment):
            statement = select(func.count()).where(model.deleted_at.is_not(None))
            assert session.scalar(statement) == 0

    def test_standings_stay_as_they_were(self, session: Session) -> None:
        club = rich_group(session)
        _fill(club)
        open_seasons = [one for one in seasons.of_group(session, club.group) if not one.is_closed]
        before = [club.standings(season) for season in open_seasons]
        purge(club, 31)
        assert [club.standings(season) for season in open_seasons] == before
        assert recount(session, club.group) == []

    def test_what_was_erased_is_told_by_the_group(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.play(Ann=500, Bob=100)
        games.delete(session, table.game, table.write())
        session.commit()
        purge(club, 31)
        newest = changes.lines(session, club.group)[0]
        assert group_changes.sentence(newest) == (
            "Erased after 30 days in the trash: Brownie Points of 14 Mar 2026"
        )
        assert (newest.source, newest.device_id) == ("server", club.keeper.id)

    def test_a_game_goes_with_its_history_and_its_rematch_stays(self, session: Session) -> None:
        table = Table(session)
        table.play(50, 100)
        games.finish(session, table.game, table.write())
        again = rematches.create(session, table.game, table.write())
        games.delete(session, table.game, table.write())
        session.commit()
        uid = table.game.uid
        wait(session, table.at, 31)
        session.commit()
        assert games.find_game(session, uid) is None
        assert (again.rematch_of_id, count(session, Entry)) == (None, 0)
        assert {line.game_id for line in session.scalars(select(Change))} == {again.id}

    def test_house_rules_stay_as_long_as_games_played_by_them(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        cabin = house_rules.create(
            session, club.group, club.write(), "Cabin", "brownie_points", {"target": 9_000}
        )
        table = club.start("Ann", "Bob", house_rules=cabin, is_confirmed=True)
        house_rules.delete(session, cabin, club.write())
        session.commit()
        (item,) = the_bin.of_group(session, keeping(club))
        assert item.until is None
        assert purge(club, 400) == []
        games.delete(session, table.game, table.write())
        session.commit()
        assert len(purge(club, 431)) == 2
        assert count(session, HouseRules) == 0

    def test_a_group_goes_with_everything_and_leaves_others_alone(self, session: Session) -> None:
        club, other = rich_group(session), Club(session, "Eve", "Flo")
        kept = other.play(Eve=100, Flo=50)
        moved = next(game for game in groups.games_of(session, club.group) if game.rules_version)
        seating.move(session, moved, other.write(version=moved.version), other.group, {})
        groups.delete(session, club.group, club.write())
        session.commit()
        club_id, uid = club.group.id, club.group.uid
        assert any(uid in line for line in wait(session, club.at, 31))
        session.commit()
        assert [group.name for group in session.scalars(select(Group))] == ["Thursday"]
        assert set(session.scalars(select(Game.id))) == {kept.game.id, moved.id}
        assert moved.rules_version is None
        assert not session.scalar(
            select(func.count(GroupChange.id)).where(GroupChange.group_id == club_id)
        )
        assert recount(session, other.group) == []
        assert changes.lines(session, moved)

    def test_a_scorecard_goes_and_games_on_it_go_on(self, session: Session) -> None:
        table = Table(session)
        own = scorecards.make(session, table.write(), {"name": "Ours", "fields": FIELDS})
        played = Table(
            session,
            "Ann",
            "Bob",
            rules="own_scorecard",
            options={"scorecard": own.latest.definition},
        )
        scorecards.delete(session, table.write(), own)
        session.commit()
        assert len(wait(session, table.at, 31)) == 1
        session.commit()
        assert count(session, Scorecard) == 0
        played.tell({}, {1: {"points": 20}, 2: {"points": -5}})
        assert played.totals() == [20, -5]

    def test_a_clock_that_goes_backwards_erases_nothing(self, session: Session) -> None:
        club = rich_group(session)
        _fill(club)
        for day in range(-400, -360):
            assert purged(session, club.at + day * DAY) == []
        assert len(names(club)) == 6

    def test_a_clock_that_is_put_ahead_erases_nothing_early(self, session: Session) -> None:
        club = rich_group(session)
        _fill(club)
        for day in (0, 400, 400, 1, 40_000, 2):
            assert purged(session, club.at + day * DAY) == []
        assert len(names(club)) == 6

    def test_what_was_deleted_while_the_clock_was_behind_lies_there_for_as_long(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.play(Ann=500, Bob=100)
        table.at -= 400 * DAY
        games.delete(session, table.game, table.write())
        session.commit()
        assert purge(club, 29) == []
        assert len(purge(club, 31)) == 1

    def test_what_goes_in_again_by_redo_lies_there_as_long_as_anything(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.play(Ann=500, Bob=100)
        games.delete(session, table.game, table.write())
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        assert purge(club, 100) == []
        undo_redo.redo(session, table.game, table.write(), is_keeper=True)
        session.commit()
        for day in range(100, 130):
            assert purged(session, club.at + day * DAY) == []
        (item,) = the_bin.of_group(session, keeping(club))
        assert item.until
        assert item.until.date() == (club.at + 130 * DAY).date()
        assert len(purged(session, club.at + 130 * DAY)) == 1

    def test_days_on_which_the_server_does_not_run_do_not_count(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.play(Ann=500, Bob=100)
        games.delete(session, table.game, table.write())
        session.commit()
        for week in range(30):
            assert purged(session, club.at + 7 * week * DAY) == []
        assert len(purged(session, club.at + 7 * 30 * DAY)) == 1
        session.commit()
        assert purged(session, club.at + 7 * 31 * DAY) == []
        assert count(session, BinCount) == 0

    def test_what_was_deleted_before_it_came_here_lies_here_for_as_long(
        self, session: Session
    ) -> None:
        club = rich_group(session)
        _fill(club)
        document = exports.of_group(session, club.group, club.at)
        groups.delete(session, club.group, club.write())
        session.commit()
        purge(club, 31)
        club.at += 100 * DAY
        plan = imports.plan(
            session, imports.read(file_format.write(document).encode()), club.keeper
        )
        write = changes.Write(club.keeper, club.at)
        group = imports.carry_out(session, plan, write, club.SECRET)
        assert isinstance(group, Group)
        club.group = group
        session.commit()
        assert purge(club, 29) == []
        lying = the_bin.of_group(session, keeping(club))
        assert {item.until for item in lying} == {club.at + 30 * DAY}
        assert len(purge(club, 31)) == len(lying) == 6

    def test_what_was_taken_out_in_time_is_not_erased(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.play(Ann=500, Bob=100)
        games.delete(session, table.game, table.write())
        games.restore(session, table.game, table.write())
        session.commit()
        assert purge(club, 31) == []


def _fill(club: Club) -> None:
    """Move one more of everything to trash of a rich group; two things lie there already."""
    session, group = club.session, club.group
    table = club.play(Ann=100, Bob=300)
    games.delete(session, table.game, table.write())
    season = club.season(name="Never", starts_on=club.at.date() + 900 * DAY)
    seasons.delete(session, season, club.write())
    cabin = house_rules.named(session, group, "Cabin — late")
    assert cabin
    rulings.remove(session, cabin.rulings[0], club.write())
    said = next(said for wish in cabin.proposals for said in wish.comments)
    commenting.remove(session, said, club.write(), is_keeper=True)
    session.commit()


def test_a_tap_that_comes_late_does_not_take_out_what_was_deleted_after_it(
    session: Session,
) -> None:
    table = Table(session)
    games.delete(session, table.game, table.write())
    late = table.write()
    games.restore(session, table.game, table.write())
    with pytest.raises(Conflict, match="not in the trash"):
        games.restore(session, table.game, late)
    games.delete(session, table.game, table.write())
    with pytest.raises(Stale, match="changed the game meanwhile"):
        games.restore(session, table.game, late)
    assert table.game.deleted_at


@pytest.mark.parametrize("kind", [the_bin.GROUP, the_bin.SEASON, the_bin.RULES, the_bin.RULING])
def test_a_late_tap_takes_out_nothing_of_a_group_that_was_deleted_after_it(
    session: Session, kind: str
) -> None:
    club = Club(session, "Ann", "Bob")
    season = club.season()
    cabin = house_rules.create(session, club.group, club.write(), "Cabin", "brownie_points", {})
    ruling = rulings.rule(session, cabin, club.write(), "A card fell", "It lies", "All")
    ways: dict[str, tuple[Callable[..., None], Callable[..., None], object]] = {
        the_bin.GROUP: (groups.delete, groups.restore, club.group),
        the_bin.SEASON: (seasons.delete, seasons.restore, season),
        the_bin.RULES: (house_rules.delete, house_rules.restore, cabin),
        the_bin.RULING: (rulings.remove, rulings.restore, ruling),
    }
    delete, restore, thing = ways[kind]
    delete(session, thing, club.write())
    late = club.write()
    restore(session, thing, club.write())
    delete(session, thing, club.write())
    with pytest.raises(Stale, match="changed meanwhile"):
        restore(session, thing, late)
    restore(session, thing, club.write())
