"""A rematch by house rules: which version it is played by, and what is asked first."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, NotAgreed, Unconfirmed
from scorecard.models import Game, HouseRules
from scorecard.services.book import agreeing, house_rules
from scorecard.services.history import undo_redo
from scorecard.services.scoring import sheets
from scorecard.services.table import games, rematches, seating
from tests.factories import Club, Table, shown_of

OWN: dict[str, Any] = {
    "name": "Darts legs",
    "fields": [{"kind": "points", "key": "legs", "label": "Legs", "worth": 10}],
    "ends": {"when": "total", "at": 50},
}
SCORES = {"entries": {"Ann": {"score": 50}, "Bob": {"score": 0}, "Cy": {"score": 0}}}
CALLED = {"went_out": "Ann", "deadwood": {"Ann": 0, "Bob": 5, "Cy": 5}}
NEWER = "Cabin is now at version 2; you played by version 1."


def took(name: str) -> dict[str, Any]:
    """A hand of Cucumber whose last trick somebody took with an ace."""
    return {"winner": name, "rank": "A"}


class Rematch(Club):
    """A club, its house rules called Cabin, and a game that was played by version 1 and ended."""

    def __init__(
        self, session: Session, *names: str, options: dict[str, Any] | None = None
    ) -> None:
        super().__init__(session, *names)
        self.cabin: HouseRules = house_rules.create(
            session, self.group, self.write(), "Cabin", "brownie_points", {"target": 12_000}
        )
        self.agree(*names)
        self.table: Table = self.start(house_rules=self.cabin, options=options or {})
        self.end(self.table)

    def agree(self, *names: str) -> None:
        players = [self.players[name] for name in names]
        agreeing.agree(self.session, self.cabin.latest, players, self.write())
        self.session.commit()

    def save(self, **options: Any) -> None:
        house_rules.save(self.session, self.cabin, self.write(), options)
        self.session.commit()

    def again(self, **chosen: Any) -> Game:
        table = self.table
        again = rematches.create(self.session, table.game, table.write(), **chosen)
        self.session.commit()
        return again

    def version_of(self, game: Game) -> tuple[int, int]:
        """Return by which version a game is played, and to which target."""
        assert game.rules_version
        return game.rules_version.number, game.options["target"]


def named(game: Game) -> list[tuple[str, int | None]]:
    return [(one["name"], one["agreed"]) for one in game.not_agreed]


class TestANewerVersion:
    def test_it_is_asked_about_though_all_have_agreed(self, session: Session) -> None:
        club = Rematch(session, "Ann", "Bob")
        club.save(target=9_000)
        club.agree("Ann", "Bob")
        with pytest.raises(Unconfirmed) as asked:
            club.again()
        assert [(one.code, one.message) for one in asked.value.warnings] == [
            ("newer_version", NEWER)
        ]
        assert rematches.of_game(session, club.table.game) is None

    @pytest.mark.parametrize(
        ("chosen", "played"),
        [
            ({"is_confirmed": True}, (2, 9_000)),
            ({"version": 2}, (2, 9_000)),
            ({"version": 1}, (1, 12_000)),
            ({"version": 1, "is_confirmed": True}, (1, 12_000)),
        ],
    )
    def test_either_can_be_chosen(
        self, session: Session, chosen: dict[str, Any], played: tuple[int, int]
    ) -> None:
        club = Rematch(session, "Ann", "Bob")
        club.save(target=9_000)
        club.agree("Ann", "Bob")
        again = club.again(**chosen)
        assert club.version_of(again) == played
        assert again.not_agreed == []

    @pytest.mark.parametrize("chosen", [2, 7])
    def test_one_that_holds_no_more_is_asked_about_again(
        self, session: Session, chosen: int
    ) -> None:
        club = Rematch(session, "Ann", "Bob")
        club.save(target=9_000)
        club.save(target=8_000)
        with pytest.raises(NotAgreed) as asked:
            club.again(version=chosen, is_confirmed=True)
        assert "Cabin is now at version 3" in asked.value.warnings[0].message
        club.agree("Ann", "Bob")
        with pytest.raises(Unconfirmed, match="Cabin is now at version 3"):
            club.again(version=chosen, is_confirmed=True)

    def test_one_that_says_the_same_is_not_worth_a_question(self, session: Session) -> None:
        club = Rematch(session, "Ann", "Bob")
        club.save(target=9_000)
        club.save(target=12_000)
        club.agree("Ann", "Bob")
        assert club.version_of(club.again()) == (3, 12_000)

    def test_what_was_otherwise_stays_where_nobody_changed_it_since(self, session: Session) -> None:
        club = Rematch(session, "Ann", "Bob", options={"target": 7_000, "squirts_value": 200})
        club.save(target=9_000, ko_hand="ignored")
        again = club.again(is_confirmed=True)
        assert club.version_of(again) == (2, 9_000)
        assert again.options["ko_hand"] == "ignored"
        told = shown_of(session, again)["house_rules"]
        assert told["otherwise"] == "squirts costs 200"

    def test_a_scorecard_that_was_changed_is_taken_whole(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        ours = house_rules.create(
            session, club.group, club.write(), "Pub", "own_scorecard", {"scorecard": OWN}
        )
        rules = {"rules": "own_scorecard", "house_rules": ours, "is_confirmed": True}
        table = club.start(**rules)
        games.finish(session, table.game, table.write())
        changed = {**OWN, "ends": {"when": "total", "at": 90}, "has_dealer": False}
        house_rules.save(session, ours, club.write(), {"scorecard": changed})
        session.commit()
        again = rematches.create(session, table.game, table.write(), is_confirmed=True)
        assert again.options["scorecard"]["ends"]["at"] == 90


class TestWhoHasNotAgreed:
    def test_they_are_named_and_must_be_confirmed(self, session: Session) -> None:
        club = Rematch(session, "Ann", "Bob")
        club.save(target=9_000)
        club.agree("Ann")
        with pytest.raises(NotAgreed) as asked:
            club.again()
        assert asked.value.message == (
            "Bob agreed to version 1; changed since: Target. Now at version 2."
        )
        assert [one.message for one in asked.value.warnings] == [NEWER]
        with pytest.raises(NotAgreed):
            club.again(version=2)
        again = club.again(version=2, is_confirmed=True)
        assert named(again) == [("Bob", 1)]
        warning = agreeing.warning_of(again)
        assert warning
        assert warning.message == (
            "Not everybody agreed to Cabin, version 2: Bob agreed only to version 1."
        )

    def test_a_second_rematch_asks_again(self, session: Session) -> None:
        club = Rematch(session, "Ann", "Bob")
        club.save(target=9_000)
        first = club.again(is_confirmed=True)
        club.table.game = first
        games.finish(session, first, club.table.write())
        session.commit()
        with pytest.raises(NotAgreed, match="Ann and Bob agreed to version 1"):
            club.again()
        club.agree("Ann", "Bob")
        assert club.again().not_agreed == []

    def test_agreeing_to_a_newer_version_is_not_agreeing_to_an_older_one(
        self, session: Session
    ) -> None:
        club = Rematch(session, "Ann", "Bob")
        agreements = club.cabin.versions[0].agreements
        agreements.remove(next(one for one in agreements if one.player.name == "Bob"))
        club.save(target=9_000)
        club.agree("Ann", "Bob")
        with pytest.raises(NotAgreed) as asked:
            club.again(version=1)
        assert asked.value.message == (
            "Bob agreed to version 2, which changes: Target. You chose version 1."
        )
        again = club.again(version=1, is_confirmed=True)
        assert named(again) == [("Bob", 2)]
        warning = agreeing.warning_of(again)
        assert warning
        assert "Bob agreed only to version 2" in warning.message

    def test_who_left_is_not_asked(self, session: Session) -> None:
        club = Rematch(session, "Ann", "Bob", "Cy")
        games.reopen(session, club.table.game, club.table.write())
        seating.leave(session, club.table.game, club.table.write(), 3)
        club.end(club.table)
        club.save(target=9_000)
        club.agree("Ann", "Bob")
        assert club.again(version=2).not_agreed == []


class TestNoOtherVersion:
    def test_of_deleted_rules_the_games_version_stays(self, session: Session) -> None:
        club = Rematch(session, "Ann", "Bob")
        club.save(target=9_000)
        house_rules.delete(session, club.cabin, club.write())
        session.commit()
        assert club.version_of(club.again()) == (1, 12_000)

    def test_a_game_that_was_moved_stays_what_it_was(self, session: Session) -> None:
        club = Rematch(session, "Ann", "Bob")
        club.save(target=9_000)
        club.table.game.not_agreed = [{"name": "Bob", "agreed": None}]
        other = Club(session, "Cy")
        seating.move(session, club.table.game, club.table.write(), other.group, {})
        session.commit()
        again = club.again()
        assert (again.rules_version, again.options["target"]) == (None, 12_000)

    def test_a_game_without_house_rules_asks_nothing(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.end(club.start())
        assert rematches.create(session, table.game, table.write()).rules_version is None


class TestWhoBegins:
    """It is the next deal of the same evening: the turn moves on as after any other round."""

    @pytest.mark.parametrize(
        ("rules", "rounds", "name"),
        [
            ("brownie_points", [SCORES] * 2, "Cy"),
            ("pay_me", [CALLED] * 2, "Cy"),
            ("pay_me", [CALLED] * 11, "Cy"),
            ("cucumber", [{"winner": "Ann", "rank": "K"}], "Bob"),
            # Cy dealt last, to Bob alone; in another game Ann is back.
            ("cucumber", [took("Ann")] * 4 + [took("Cy")] * 4, "Ann"),
            (
                "farmer",
                [{"hands": {"Ann": {"total": 10}, "Bob": {"total": 16}, "Cy": {"total": 12}}}],
                "Bob",
            ),
        ],
    )
    def test_moves_on_as_the_game_has_it(
        self, session: Session, rules: str, rounds: list[dict[str, Any]], name: str
    ) -> None:
        table = Table(session, "Ann", "Bob", "Cy", rules=rules)
        assert games.turn(table.game).name == "Ann"
        for said in rounds:
            key = sheets.rules_of(table.game).entries_key
            own = said.get(key, {})
            entries = {seat.position: own[seat.name] for seat in table.game.seats if own}
            table.tell({place: told for place, told in said.items() if place != key}, entries)
        games.finish(session, table.game, table.write())
        again = rematches.create(session, table.game, table.write())
        assert games.turn(again).name == name

    def test_is_whoever_was_chosen_in_every_game(self, session: Session) -> None:
        assert (
            games.turn(Table(session, "Ann", "Bob", rules="pay_me", first_seat=2).game).name
            == "Bob"
        )

    def test_can_be_changed_until_the_first_round_and_undone(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        games.finish(session, table.game, table.write())
        again = rematches.create(session, table.game, table.write())
        write = table.write(version=again.version)
        games.change_settings(session, again, write, {}, first_seat=3)
        assert games.turn(again).name == "Cy"
        undo = table.write(version=again.version)
        undo_redo.undo(session, again, undo, is_keeper=True)
        assert games.turn(again).name == "Ann"
        write = table.write(version=again.version)
        with pytest.raises(BadInput):
            games.change_settings(session, again, write, {}, first_seat=4)
