"""Codes that are typed: how many wrong ones are looked up, and how likely one of them is right."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard import handbook
from scorecard.errors import NotFound, TooMany
from scorecard.models import Device, Game, GroupMembership, WrongGuess
from scorecard.services.groups import access, group_members, guesses, recovery_codes
from scorecard.services.groups.guesses import BY_ACQUAINTED_PHONE, BY_ADDRESS, BY_ALL, JOIN, Guesser
from scorecard.services.limits import codes
from tests.factories import EVENING, Club, Table

SECURITY = handbook.pages()["security"].text
WRONG = "222222"
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


def guess(
    session: Session,
    typed: str = WRONG,
    address: str = "address-1",
    at: datetime = EVENING,
    device: Device | None = None,
) -> Game | int | None:
    """Return the game that a code opens, None where it is wrong, or for how long to wait."""
    try:
        return guesses.game_to_join(session, typed, Guesser(address, device, at))
    except NotFound:
        return None
    except TooMany as error:
        return error.seconds


def close_door(session: Session, at: datetime) -> None:
    """Count as many wrong codes, from everywhere, as are looked up."""
    origins = [f"stranger-{number}" for number in range(BY_ALL.most)]
    session.add_all([WrongGuess(kind=JOIN, origin=origin, at=at) for origin in origins])
    session.flush()


def kept(session: Session) -> int:
    return session.scalar(select(func.count(WrongGuess.id))) or 0


class TestCounting:
    def test_from_one_address_ten_are_looked_up_in_a_quarter_of_an_hour(
        self, session: Session
    ) -> None:
        for second in range(BY_ADDRESS.most):
            assert guess(session, at=EVENING + timedelta(seconds=second)) is None
        at = EVENING + timedelta(seconds=30)
        assert guess(session, at=at) == 15 * 60 - 30
        assert guess(session, address="address-2", at=at) is None
        assert guess(session, at=EVENING + 15 * MINUTE) is None
        assert guess(session, at=EVENING + 15 * MINUTE) == 1, "only the oldest one is over"

    def test_from_everywhere_a_hundred_are_looked_up_in_an_hour(self, session: Session) -> None:
        for number in range(BY_ALL.most):
            assert guess(session, address=f"address-{number}") is None
        at = EVENING + 59 * MINUTE
        assert guess(session, address="another", at=at) == 60
        assert guess(session, address="another", at=EVENING + HOUR) is None

    def test_right_ones_never_count(self, session: Session) -> None:
        table = Table(session)
        for _phone in range(30):
            assert guess(session, table.game.code or "", at=table.at) is table.game
        assert kept(session) == 0

    def test_what_is_over_the_limit_is_not_even_looked_at(self, session: Session) -> None:
        table = Table(session)
        close_door(session, table.at)
        assert isinstance(guess(session, table.game.code or "", "another", table.at), int)
        assert kept(session) == BY_ALL.most, "what was not looked up is no guess"

    def test_what_counts_no_more_is_deleted_with_the_next(self, session: Session) -> None:
        close_door(session, EVENING)
        assert guess(session, at=EVENING + HOUR) is None
        assert kept(session) == 1

    def test_a_clock_that_is_put_back_closes_the_door_for_nobody(self, session: Session) -> None:
        close_door(session, EVENING + 365 * DAY)
        assert guess(session) is None
        assert kept(session) == 1

    def test_servers_whose_clocks_differ_count_together(self, session: Session) -> None:
        close_door(session, EVENING + timedelta(seconds=59))
        assert guess(session, address="another") == 3600 + 59


class TestRecoveryCodes:
    def test_have_a_limit_of_their_own_which_no_stranger_fills(self, session: Session) -> None:
        club = Club(session)
        code = recovery_codes.make(session, _keeper(club), club.write())
        close_door(session, club.at)
        for number in range(3 * BY_ALL.most):
            guesser = Guesser(f"address-{number % 30}", None, club.at)
            with pytest.raises(NotFound):
                guesses.recovery_code(session, WRONG, guesser)
        with pytest.raises(TooMany):
            guesses.recovery_code(session, code, Guesser("address-1", None, club.at))
        with pytest.raises(TooMany):
            guesses.refuse_to_recover(session, Guesser("address-1", None, club.at))
        home = Guesser("home", None, club.at)
        guesses.refuse_to_recover(session, home)
        assert guesses.recovery_code(session, code, home).membership is _keeper(club)

    def test_take_none_of_the_guesses_at_games(self, session: Session) -> None:
        for _time in range(10):
            with pytest.raises(NotFound):
                guesses.recovery_code(session, WRONG, Guesser("address-1", None, EVENING))
        assert guess(session) is None


def _keeper(club: Club) -> GroupMembership:
    membership = group_members.membership_of(club.session, club.group, club.keeper)
    assert membership
    return membership


class TestThoseWhoBelong:
    """Strangers have closed the door; who has played with somebody at the table still comes in."""

    def evening_before(self, session: Session) -> tuple[Device, Device]:
        """Return two phones that have been in a game together, some days ago."""
        table = Table(session, at=EVENING - 3 * DAY)
        return table.keeper, table.player(2)

    def tonight(self, session: Session, keeper: Device) -> Table:
        table = Table(session, keeper=keeper)
        close_door(session, table.at)
        return table

    def test_a_phone_from_an_earlier_evening_comes_in(self, session: Session) -> None:
        keeper, friend = self.evening_before(session)
        table = self.tonight(session, keeper)
        guesses.refuse_to_join(session, Guesser("address-1", friend, table.at))
        assert guess(session, table.game.code or "", at=table.at, device=friend) is table.game

    def test_also_where_its_own_address_has_guessed_too_often(self, session: Session) -> None:
        keeper, friend = self.evening_before(session)
        table = Table(session, keeper=keeper)
        for _time in range(BY_ADDRESS.most):
            assert guess(session, at=table.at) is None
        assert guess(session, table.game.code or "", at=table.at, device=friend) is table.game

    def test_a_phone_of_a_group_comes_in_to_what_another_one_of_it_plays(
        self, session: Session
    ) -> None:
        club = Club(session, at=EVENING - 3 * DAY)
        friend = access.new_device(session, club.at)
        group_members.join(session, club.group, friend, club.write(friend))
        table = self.tonight(session, club.keeper)
        assert guess(session, table.game.code or "", at=table.at, device=friend) is table.game

    def test_five_wrong_ones_an_hour_are_its_own(self, session: Session) -> None:
        keeper, friend = self.evening_before(session)
        table = self.tonight(session, keeper)
        for _time in range(BY_ACQUAINTED_PHONE.most):
            assert isinstance(guess(session, at=table.at, device=friend), int)
        code = table.game.code or ""
        assert isinstance(guess(session, code, at=table.at, device=friend), int)
        with pytest.raises(TooMany):
            guesses.refuse_to_join(session, Guesser("address-1", friend, table.at))
        assert kept(session) == BY_ALL.most + BY_ACQUAINTED_PHONE.most
        later = table.at + HOUR - timedelta(seconds=1)
        assert guess(session, address="another", at=later) == 1, "they count for nobody else"

    def test_nobody_else_does(self, session: Session) -> None:
        """Neither who is new, nor who came in tonight, nor who knows only others."""
        keeper, _friend = self.evening_before(session)
        _elsewhere, other = self.evening_before(session)
        table = self.tonight(session, keeper)
        guest = Table(session, keeper=keeper, at=EVENING - HOUR).player(2)
        new = access.new_device(session, EVENING)
        for stranger in (None, new, guest, other):
            guesser = Guesser("address-1", stranger, table.at)
            with pytest.raises(TooMany):
                guesses.refuse_to_join(session, guesser)
            code = table.game.code or ""
            assert isinstance(guess(session, code, at=table.at, device=stranger), int)
        assert kept(session) == BY_ALL.most

    def test_nor_who_was_sent_out(self, session: Session) -> None:
        before = Table(session, at=EVENING - 3 * DAY)
        friend = before.player(2)
        access.send_out(session, before.game, friend.id, before.write())
        table = self.tonight(session, before.keeper)
        assert isinstance(guess(session, table.game.code or "", at=table.at, device=friend), int)

    def test_and_no_table_of_strangers_is_opened_by_it(self, session: Session) -> None:
        keeper, friend = self.evening_before(session)
        self.tonight(session, keeper)
        strange = Table(session, at=EVENING)
        code = strange.game.code or ""
        assert isinstance(guess(session, code, at=strange.at, device=friend), int)


class TestArithmetic:
    """What the handbook says of chances, from the constants; and a simulation that agrees."""

    CODES = len(codes.ALPHABET) ** codes.CODE_LENGTH
    EVENING = 5 * BY_ALL.most
    DAY = 24 * BY_ALL.most

    def chance(self, tries: int, games_open: int = 1) -> float:
        """Return how likely so many different codes open any of so many games."""
        return float(1 - (1 - tries / self.CODES) ** games_open)

    def one_in(self, tries: int, games_open: int = 1) -> int:
        return round(1 / self.chance(tries, games_open))

    def test_of_the_codes_of_games(self) -> None:
        assert self.CODES == 7_529_536
        assert BY_ALL.within == HOUR
        assert (self.EVENING, self.DAY) == (500, 2_400)
        assert [self.one_in(self.EVENING, open_) for open_ in (1, 10, 100)] == [15_059, 1_506, 151]
        assert [self.one_in(self.DAY, open_) for open_ in (1, 10, 100)] == [3_137, 314, 32]
        rows = ("one certain game | 1 in 15,000 | 1 in 3,100", "any of 10 | 1 in 1,500 | 1 in 310")
        for row in (*rows, "any of 100 | 1 in 150 | 1 in 32"):
            assert f"| {row} |" in SECURITY

    def test_of_recovery_codes(self) -> None:
        """Without a limit for all: a thousand guesses a second, at 1,000 codes, for 100 years."""
        tries = 1_000 * 100 * 365.25 * DAY.total_seconds()
        one_in = len(codes.ALPHABET) ** recovery_codes.SIGNS / (tries * 1_000)
        assert int(one_in / 1e6) == 26
        assert "1 in 26,000,000" in SECURITY

    def test_of_links(self) -> None:
        assert codes.TOKEN_BYTES * 8 == 144

    def test_no_more_codes_than_that_are_looked_up_however_they_come(
        self, session: Session
    ) -> None:
        """Five hours in bursts and drop by drop, from more addresses than there are guesses."""
        chances, looked_up, moment = random.Random(15), 0, EVENING
        while moment < EVENING + 5 * HOUR:
            for _guess in range(chances.choice((1, 3, 250))):
                address = f"address-{chances.randrange(5_000)}"
                if guess(session, address=address, at=moment) is not None:
                    break
                looked_up += 1
            moment += timedelta(seconds=chances.randrange(120))
        assert 0.95 * self.EVENING < looked_up <= self.EVENING

    @pytest.mark.parametrize(("tries", "games_open"), [(EVENING, 100), (DAY, 10), (DAY, 100)])
    def test_a_simulation_comes_to_the_same(self, tries: int, games_open: int) -> None:
        """The guesser goes through all codes in order, which is as good as any; games have theirs
        by chance. Each of many days is won or lost."""
        chances, days = random.Random(tries + games_open), 20_000
        won = sum(
            any(chances.random() * self.CODES < tries for _game in range(games_open))
            for _day in range(days)
        )
        expected = self.chance(tries, games_open) * days
        assert abs(won - expected) < 3 * expected**0.5
