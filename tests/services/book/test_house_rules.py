"""House rules: versions, agreement, what a game keeps, and amendments of a running game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, NotAgreed, NotFound, RefusedByRules
from scorecard.models import HouseRules
from scorecard.rules.words import say
from scorecard.services.book import agreeing, comparing, house_rules
from scorecard.services.history import changes, undo_redo
from scorecard.services.limits import texts
from scorecard.services.players import merging
from scorecard.services.scoring import sheets
from scorecard.services.table import amending, games, rematches, seating
from tests.factories import Club, Table, shown_of

GAME = "brownie_points"


def book(club: Club, name: str = "Cabin", **options: Any) -> HouseRules:
    made = house_rules.create(club.session, club.group, club.write(), name, GAME, options)
    club.session.commit()
    return made


def save(club: Club, rules: HouseRules, **options: Any) -> Any:
    saved = house_rules.save(club.session, rules, club.write(), options)
    club.session.commit()
    return saved


def agree(club: Club, rules: HouseRules, *names: str) -> None:
    players = [club.players[name] for name in names]
    agreeing.agree(club.session, rules.latest, players, club.write())
    club.session.commit()


class TestVersions:
    def test_every_saved_change_is_a_new_version_and_old_ones_stay(self, session: Session) -> None:
        rules = book(club := Club(session), target=12_000)
        save(club, rules, target=9_000)
        save(club, rules, target=12_000)
        assert [(one.number, one.options) for one in rules.versions] == [
            (1, {"target": 12_000}),
            (2, {"target": 9_000}),
            (3, {"target": 12_000}),
        ]

    def test_saving_without_a_change_makes_none(self, session: Session) -> None:
        rules = book(club := Club(session), target=12_000)
        assert save(club, rules, target=12_000) is None
        assert rules.latest.number == 1

    def test_an_option_goes_back_to_the_games_default(self, session: Session) -> None:
        rules = book(club := Club(session), target=12_000)
        save(club, rules, target=None)
        assert rules.latest.options == {}

    def test_two_versions_can_be_compared(self, session: Session) -> None:
        rules = book(club := Club(session), target=12_000)
        save(club, rules, target=9_000, squirts_value=200)
        game = house_rules.rules_named(rules.rules)
        changed = comparing.difference(game, *rules.versions).options
        found = [(change.option.key, change.before, change.after) for change in changed]
        assert found == [("target", 12_000, 9_000), ("squirts_value", None, 200)]

    @pytest.mark.parametrize("name", ["Cabin", " cabin ", "CA BIN"])
    def test_a_name_differs_whatever_its_case_and_spaces(self, session: Session, name: str) -> None:
        book(club := Club(session))
        with pytest.raises(BadInput, match="called Cabin") as refused:
            book(club, name)
        assert (refused.value.code, refused.value.field) == ("duplicate_name", "name")

    def test_a_deleted_name_is_free_again_until_it_comes_back(self, session: Session) -> None:
        rules = book(club := Club(session))
        house_rules.delete(session, rules, club.write())
        book(club)
        with pytest.raises(Conflict, match="Rename those first"):
            house_rules.restore(session, rules, club.write())
        with pytest.raises(Conflict, match="was deleted"):
            save(club, rules, target=9_000)

    @pytest.mark.parametrize(
        ("options", "code"),
        [
            ({"jackpot": 5}, "unknown_option"),
            ({"squirts_value": -100}, "option_out_of_range"),
            ({"target": "12000"}, "option_out_of_range"),
        ],
    )
    def test_options_are_those_of_the_game(
        self, session: Session, options: dict[str, Any], code: str
    ) -> None:
        with pytest.raises(RefusedByRules) as refused:
            book(Club(session), **options)
        assert refused.value.code == code

    def test_what_names_players_is_left_to_the_table(self, session: Session) -> None:
        club, chosen = Club(session), {"first_banker": "Whoever lost last"}
        made = house_rules.create(session, club.group, club.write(), "B", "ace_deuce_jack", chosen)
        assert made.latest.options == chosen

    def test_groups_see_nothing_of_each_other(self, session: Session) -> None:
        rules = book(Club(session))
        other = Club(session)
        assert house_rules.of_group(session, other.group) == []
        with pytest.raises(NotFound):
            house_rules.find(session, other.group, rules.uid)

    def test_notes_have_a_length(self, session: Session) -> None:
        rules = book(club := Club(session))
        with pytest.raises(BadInput, match="longer than 20,000"):
            house_rules.save(session, rules, club.write(), {}, notes="x" * 20_001)


class TestAgreement:
    def test_starting_without_somebodys_agreement_names_them(self, session: Session) -> None:
        rules = book(club := Club(session, "Ann", "Bob", "Cy"), target=12_000)
        agree(club, rules, "Ann", "Bob")
        save(club, rules, target=9_000)
        agree(club, rules, "Ann")
        with pytest.raises(NotAgreed) as refused:
            club.start("Ann", "Bob", "Cy", house_rules=rules)
        assert refused.value.code == "agreement_required"
        assert refused.value.message == (
            "Cy is new to Cabin. Bob agreed to version 1; changed since: Target. Now at version 2."
        )

    def test_once_confirmed_it_starts_and_the_sheet_goes_on_saying_so(
        self, session: Session
    ) -> None:
        rules = book(club := Club(session, "Ann", "Bob"))
        agree(club, rules, "Ann")
        table = club.start("Ann", "Bob", house_rules=rules, is_confirmed=True)
        agree(club, rules, "Bob")
        (warning,) = shown_of(session, table.game)["warnings"]
        assert warning["code"] == "not_all_agreed"
        assert "Bob is new to Cabin" in warning["message"]

    def test_agreeing_again_changes_nothing(self, session: Session) -> None:
        rules = book(club := Club(session, "Ann"))
        agree(club, rules, "Ann")
        version = club.group.version
        agree(club, rules, "Ann")
        assert club.group.version == version

    def test_an_agreement_follows_who_was_merged(self, session: Session) -> None:
        rules = book(club := Club(session, "Ann", "Anna"))
        agree(club, rules, "Anna")
        merging.merge(session, club.players["Anna"], club.players["Ann"], club.write())
        assert agreeing.state_of(rules.latest, club.players["Ann"]).has_agreed


class TestAGameStartedWithThem:
    def test_it_keeps_its_version_for_ever(self, session: Session) -> None:
        rules = book(club := Club(session, "Ann", "Bob"), target=12_000)
        agree(club, rules, "Ann", "Bob")
        table = club.start(house_rules=rules)
        save(club, rules, target=5_000)
        house_rules.delete(session, rules, club.write())
        session.commit()
        table.play(6_000, 100)
        sheet = shown_of(session, table.game)
        assert (sheet["status"], sheet["target"]) == ("in_progress", 12_000)
        named = {"id": rules.uid, "name": "Cabin", "version": 1, "otherwise": ""}
        assert sheet["house_rules"] == named

    def test_its_own_settings_go_before_the_book(self, session: Session) -> None:
        rules = book(club := Club(session, "Ann", "Bob"), target=12_000)
        agree(club, rules, "Ann", "Bob")
        table = club.start(house_rules=rules, options={"target": 8_000})
        assert table.game.options["target"] == 8_000
        assert self.otherwise(table) == "target 8,000"

    def otherwise(self, table: Table) -> str:
        """Return what is said of the house rules' version at the table."""
        table.session.commit()
        return str(shown_of(table.session, table.game)["house_rules"]["otherwise"])

    def test_it_says_what_is_otherwise_as_soon_as_it_is(self, session: Session) -> None:
        rules = book(club := Club(session, "Ann", "Bob"), target=12_000)
        agree(club, rules, "Ann", "Bob")
        table = club.start(house_rules=rules)
        games.change_settings(session, table.game, table.write(), {"target": 9_000})
        assert self.otherwise(table) == "target 9,000"
        games.change_settings(session, table.game, table.write(), {"target": 12_000})
        assert self.otherwise(table) == ""
        names = ["Ann", "Bob"]
        amending.amend(session, table.game, table.write(), {"squirts_value": 200}, names, "late")
        assert self.otherwise(table) == "squirts costs 200"
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        assert self.otherwise(table) == ""
        for _round in range(2):
            table.play(6_000, 100)
        games.play_on(session, table.game, table.write(), 18_000)
        assert self.otherwise(table) == "target 18,000"


class TestAmending:
    def table(self, session: Session) -> Table:
        return Table(session, "Ann", "Bob", options={"target": 12_000})

    def propose(self, table: Table, *, is_retroactive: bool = False, **options: Any) -> Any:
        return amending.propose(
            table.session,
            table.game,
            table.write(),
            options,
            "too cheap",
            is_retroactive=is_retroactive,
        )

    def test_it_waits_for_everybody_and_holds_from_the_next_round(self, session: Session) -> None:
        table = self.table(session)
        table.play(5_000, 1_000)
        ann, bob = table.game.seats
        self.propose(table, target=4_000)
        assert not amending.consent(session, table.game, table.write(), [ann])
        waiting = shown_of(session, table.game)["amendment"]
        assert (waiting["missing"], waiting["reason"]) == ([2], "too cheap")
        assert amending.consent(session, table.game, table.write(), [bob], how=amending.KEEPER)
        session.commit()
        sheet = shown_of(session, table.game)
        assert (sheet["status"], sheet["target"], sheet["amendment"]) == (
            "in_progress",
            4_000,
            None,
        )
        assert sheet["amendments"] == [
            {
                "from_round": 2,
                "options": {"target": 4_000},
                "changes": ["Target 4,000 (before 12,000)"],
                "reason": "too cheap",
            }
        ]
        table.play(0, 0)
        assert table.game.status == "finished"

    def test_retroactively_all_rounds_are_scored_anew(self, session: Session) -> None:
        table = self.table(session)
        table.enter(1, {1: {"pile": {"6": 5}, "squirts": 1}, 2: {"score": 0}})
        self.propose(table, squirts_value=200, is_retroactive=True)
        amending.consent(session, table.game, table.write(), table.game.seats)
        session.commit()
        assert table.totals() == [300, 0]
        assert table.game.amendments[0]["from_round"] == 1

    def test_a_later_one_for_all_rounds_replaces_an_earlier_one(self, session: Session) -> None:
        table = self.table(session)
        table.play(100, 0)
        for target, is_retroactive in ((4_000, False), (5_000, True)):
            self.propose(table, target=target, is_retroactive=is_retroactive)
            amending.consent(session, table.game, table.write(), table.game.seats)
            session.commit()
        log = [(one["from_round"], one["options"]) for one in table.game.amendments]
        assert log == [(2, {"target": 4_000}), (1, {"target": 5_000})]
        assert sheets.read(table.game).target == 5_000
        assert sheets.record_of(table.game)["amendments"] == [
            {"from_round": 1, "options": {"target": 5_000}}
        ]
        shown = shown_of(session, table.game)["amendments"]
        assert [one["changes"] for one in shown] == [
            ["Target 4,000 (before 12,000)"],
            ["Target 5,000 (before 4,000)"],
        ]
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        assert sheets.read(table.game).target == 4_000

    def test_undo_takes_it_back_and_redo_brings_it_again(self, session: Session) -> None:
        table = self.table(session)
        self.propose(table, target=4_000)
        amending.consent(session, table.game, table.write(), table.game.seats)
        session.commit()
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        assert sheets.read(table.game).target == 12_000
        undo_redo.redo(session, table.game, table.write(), is_keeper=True)
        assert sheets.read(table.game).target == 4_000

    def test_a_rematch_is_played_by_what_was_agreed(self, session: Session) -> None:
        table = self.table(session)
        self.propose(table, target=4_000)
        amending.consent(session, table.game, table.write(), table.game.seats)
        games.finish(session, table.game, table.write())
        again = rematches.create(session, table.game, table.write())
        assert sheets.read(again).target == 4_000

    def test_playing_on_goes_beyond_an_amended_target(self, session: Session) -> None:
        table = self.table(session)
        self.propose(table, target=4_000)
        amending.consent(session, table.game, table.write(), table.game.seats)
        table.play(5_000, 100)
        assert table.game.status == "finished"
        games.play_on(session, table.game, table.write(), 6_000)
        assert (table.game.status, sheets.read(table.game).target) == ("in_progress", 6_000)

    def test_who_left_for_good_is_not_asked(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        seating.leave(session, table.game, table.write(), 3)
        self.propose(table, target=4_000)
        assert amending.consent(session, table.game, table.write(), table.game.seats[:2])

    def test_it_can_be_turned_down(self, session: Session) -> None:
        table = self.table(session)
        self.propose(table, target=4_000)
        with pytest.raises(Conflict, match="Answer the open change"):
            self.propose(table, target=5_000)
        amending.withdraw(session, table.game, table.write())
        assert shown_of(session, table.game)["amendment"] is None
        with pytest.raises(Conflict, match="No change is open"):
            amending.withdraw(session, table.game, table.write())

    @pytest.mark.parametrize(
        ("options", "reason", "code"),
        [
            ({"target": 4_000}, " ", "reason_required"),
            ({"jackpot": 1}, "why not", "unknown_option"),
            ({"target": 1}, "short", "option_out_of_range"),
            ({"target": 12_000}, "same", "no_change"),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, session: Session, options: dict[str, Any], reason: str, code: str
    ) -> None:
        table = self.table(session)
        with pytest.raises((BadInput, RefusedByRules)) as refused:
            amending.propose(session, table.game, table.write(), options, reason)
        assert refused.value.code == code

    def test_an_ended_game_stays_as_it_is(self, session: Session) -> None:
        table = self.table(session)
        games.finish(session, table.game, table.write())
        with pytest.raises(Conflict, match="has ended"):
            self.propose(table, target=4_000)

    def test_with_names_it_needs_all_of_them(self, session: Session) -> None:
        table = self.table(session)
        with pytest.raises(NotAgreed, match="Bob hasn’t agreed"):
            amending.amend(session, table.game, table.write(), {"target": 4_000}, ["Ann"], "why")

    def test_what_is_so_already_is_named(self, session: Session) -> None:
        with pytest.raises(amending.NothingChanges, match=r"Target .* is like that already"):
            self.propose(self.table(session), target=12_000)

    def test_who_is_missing_is_named_in_good_grammar(self, session: Session) -> None:
        table = self.table(session)
        with pytest.raises(NotAgreed, match="Ann and Bob haven’t agreed"):
            amending.amend(session, table.game, table.write(), {"target": 4_000}, [], "why")

    def test_it_holds_when_the_last_one_to_be_asked_leaves(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        self.propose(table, target=5_000)
        amending.consent(session, table.game, table.write(), table.game.seats[:2])
        seating.leave(session, table.game, table.write(), 3)
        session.commit()
        sheet = shown_of(session, table.game)
        assert (sheet["target"], sheet["amendment"]) == (5_000, None)
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        assert table.game.seats[2].left_after is None
        assert sheets.read(table.game).target == 15_000

    def test_it_goes_on_waiting_for_the_others_when_somebody_leaves(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy")
        self.propose(table, target=5_000)
        seating.leave(session, table.game, table.write(), 3)
        assert shown_of(session, table.game)["amendment"]["missing"] == [1, 2]

    def test_a_new_name_reaches_changes_that_name_the_player(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", "Cy", rules="cucumber")
        self.propose(table, first_dealer="Cy")
        amending.consent(session, table.game, table.write(), table.game.seats)
        waiting = self.propose(table, first_dealer="Bob")
        seating.rename(session, table.game, table.write(), 3, "Cyril")
        seating.rename(session, table.game, table.write(), 2, "Bobby")
        session.commit()
        assert sheets.options_in_force(table.game)["first_dealer"] == "Cyril"
        assert waiting.options == {"first_dealer": "Bobby"}
        assert amending.consent(session, table.game, table.write(), table.game.seats)


class TestRematchOfAnAmendedGame:
    def amended(self, session: Session) -> Table:
        table = Table(session, "Ann", "Bob", "Cy", "Di", rules="cucumber")
        amending.propose(session, table.game, table.write(), {"first_dealer": "Cy"}, "why")
        amending.consent(session, table.game, table.write(), table.game.seats)
        return table

    def test_who_left_deals_no_more(self, session: Session) -> None:
        table = self.amended(session)
        seating.leave(session, table.game, table.write(), 3)
        games.finish(session, table.game, table.write())
        again = rematches.create(session, table.game, table.write())
        assert [seat.name for seat in again.seats] == ["Ann", "Bob", "Di"]
        assert again.options["first_dealer"] != "Cy"
        assert again.amendments == []

    def test_the_turn_moves_on(self, session: Session) -> None:
        table = self.amended(session)
        games.finish(session, table.game, table.write())
        turn = games.turn(table.game).name
        again = rematches.create(session, table.game, table.write())
        assert again.options["first_dealer"] == turn


def test_every_line_of_the_books_history_has_a_sentence(session: Session) -> None:
    table = Table(session)
    amending.propose(session, table.game, table.write(), {"target": 4_000}, "short")
    amending.consent(session, table.game, table.write(), table.game.seats[:1])
    amending.withdraw(session, table.game, table.write())
    amending.propose(session, table.game, table.write(), {"target": 4_000}, "short")
    amending.consent(session, table.game, table.write(), table.game.seats)
    from scorecard.services.history import history

    lines = changes.lines(session, table.game)
    assert [history.sentence(line, table.game) for line in lines][:2] == [
        "House rules changed from round 1 on: Target (short)",
        "Asked for a change of the house rules: Target (short)",
    ]
    assert json.dumps([line.about for line in lines])


class TestShapes:
    @pytest.mark.parametrize(
        ("key", "option", "value"),
        [
            ("pitch", "teams", 7),
            ("pitch", "teams", ["Ann"]),
            ("pitch", "teams", {"A": {"B": 1}}),
            ("pitch", "teams", {"A": ["\ud800"]}),
            ("cucumber", "first_dealer", {"a": [1]}),
            ("cucumber", "first_dealer", 5),
            ("cucumber", "first_dealer", "\udfff"),
            ("cucumber", "first_dealer", "x" * 201),
            ("ofcp", "pair_units", 7),
            ("ofcp", "pair_units", [7]),
            ("ofcp", "pair_units", None),
        ],
    )
    def test_what_speaks_of_players_in_no_known_way_is_refused(
        self, session: Session, key: str, option: str, value: Any
    ) -> None:
        club = Club(session)
        with pytest.raises(RefusedByRules) as refused:
            house_rules.create(session, club.group, club.write(), "Odd", key, {option: value})
        assert refused.value.code == "option_out_of_range"

    @pytest.mark.parametrize(
        ("key", "option", "value"),
        [
            ("pitch", "teams", None),
            ("pitch", "teams", {"A": ["Ann", "Cy"], "B": ["Bob", "Di"]}),
            ("pitch", "teams", {"Ann": "A", "Bob": "B"}),
            ("cucumber", "first_dealer", "Whoever lost last"),
            ("ofcp", "pair_units", [["Ann", "Bob", 2]]),
            ("ofcp", "pair_units", []),
        ],
    )
    def test_what_some_table_could_play_by_is_kept(
        self, session: Session, key: str, option: str, value: Any
    ) -> None:
        club = Club(session)
        made = house_rules.create(session, club.group, club.write(), "Good", key, {option: value})
        assert made.latest.options == {option: value}


class TestWords:
    def test_notes_that_changed_are_named_beside_the_options(self, session: Session) -> None:
        rules = book(club := Club(session, "Ann"), target=12_000)
        agree(club, rules, "Ann")
        house_rules.save(session, rules, club.write(), {"target": 9_000}, notes="No phones")
        missing = agreeing.not_agreed(rules.latest, list(club.players.values()))
        sentence = agreeing.sentence(rules.latest, missing)
        assert "changed since: Target and the notes." in sentence

    def test_what_went_and_came_back_is_no_change(self, session: Session) -> None:
        rules = book(club := Club(session, "Ann"), target=12_000)
        agree(club, rules, "Ann")
        save(club, rules, target=9_000)
        save(club, rules, target=12_000)
        missing = agreeing.not_agreed(rules.latest, list(club.players.values()))
        assert agreeing.sentence(rules.latest, missing) == (
            "Ann agreed to version 1, which said the same. Now at version 3."
        )

    @pytest.mark.parametrize(
        ("notes", "sentence"),
        [
            ("\ud800", "half a character"),
            ("x\n" * 501 + "x", "more than 500 lines"),
            ("|" * 40, "more than 30 columns"),
        ],
    )
    def test_notes_that_cannot_be_kept_or_shown_are_refused(
        self, session: Session, notes: str, sentence: str
    ) -> None:
        club = Club(session)
        with pytest.raises(BadInput, match=sentence) as refused:
            house_rules.create(session, club.group, club.write(), "Long", GAME, {}, notes=notes)
        assert refused.value.field == "notes"

    def test_every_end_of_a_line_is_a_plain_one(self) -> None:
        said = "a\r\nb\rc\u2028d\x0be\x0cf\x85g"
        assert texts.clean(said, say("It"), field="it") == "a\nb\nc\nd\ne\nf\ng"

    def test_half_a_character_is_no_reason_and_no_ruling(self, session: Session) -> None:
        with pytest.raises(BadInput, match="half a character"):
            texts.clean("so \udc00", say("The reason"), field="reason")
