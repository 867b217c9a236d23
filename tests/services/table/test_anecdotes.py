"""What is told of a game and of its rounds: a line that is history as anything else."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, NotFound, Stale
from scorecard.models import Change, Device
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.history import changes, undo_redo
from scorecard.services.keeping import checking, forgetting
from scorecard.services.looking_back import history_pages
from scorecard.services.scoring import sheets
from scorecard.services.table import anecdotes, games, rematches, rounds, tables
from scorecard.web.http.languages import Speech
from tests.factories import EVENING, Club, Table, shown_of

CAT = "Bob’s cat took the trick"


@pytest.fixture
def table(session: Session) -> Table:
    table = Table(session, "Ann", "Bob")
    table.play(450, 200)
    return table


def tell(table: Table, text: str, number: int | None = None, *, version: int | None = None) -> None:
    write = table.write(version=table.game.version if version is None else version)
    anecdotes.tell(table.session, table.game, write, text, number=number)
    table.session.commit()


def test_it_is_told_of_a_round_and_of_the_game(table: Table) -> None:
    tell(table, f"  {CAT} ", 1)
    tell(table, "It rained")
    shown = table.whole()
    assert shown["anecdote"] == "It rained"
    assert [round_["anecdote"] for round_ in shown["rounds"]] == [CAT]
    assert table.totals() == [450, 200]


def test_of_the_round_being_counted_it_stays_when_that_closes(table: Table) -> None:
    table.enter(2, {1: {"score": 50}})
    tell(table, CAT, 2)
    now = shown_of(table.session, table.game)["open_round"]
    assert now["anecdote"] == CAT
    table.enter(2, {2: {"score": 0}}, is_confirmed=True)
    assert tables.view(table.session, table.game).score(2).anecdote == CAT


def test_of_a_round_that_nobody_has_counted_nothing_is_told(table: Table) -> None:
    with pytest.raises(NotFound, match="Nobody has counted round 2"):
        tell(table, CAT, 2)


def test_after_end_game_it_can_still_be_told(table: Table) -> None:
    games.finish(table.session, table.game, table.write(), anecdote=CAT)
    assert table.game.anecdote == CAT
    tell(table, "It rained")
    assert table.game.anecdote == "It rained"
    assert table.game.is_ended


def test_end_game_leaves_what_was_told(table: Table) -> None:
    tell(table, CAT)
    games.finish(table.session, table.game, table.write())
    assert table.game.anecdote == CAT


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x" * 141, "at most 140 characters; this one has 141"),
        ("two\nlines", "one line of plain text"),
        ("a\x00b", "one line of plain text"),
        ("half \ud800", "one line of plain text"),
        ("turned \u202e round", "one line of plain text"),
    ],
)
def test_it_is_one_short_plain_line(table: Table, text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        tell(table, text)
    with pytest.raises(BadInput, match=sentence):
        games.finish(table.session, table.game, table.write(), anecdote=text)
    assert not table.game.is_ended


def step(table: Table, do: Callable[..., Change], device: Device | None = None) -> Change:
    return do(table.session, table.game, table.write(device), is_keeper=device is None)


def test_between_a_count_and_its_undo_it_changes_nothing(table: Table) -> None:
    ann, bob = table.player(1), table.player(2)
    table.enter(2, {1: {"score": 50}}, ann)
    anecdotes.tell(table.session, table.game, table.write(bob), CAT)
    anecdotes.tell(table.session, table.game, table.write(bob), "It slept", number=1)
    shown = shown_of(table.session, table.game)["undo"]
    assert shown["label"] == "Ann’s count, round 2"
    assert step(table, undo_redo.undo, ann).kind == "counted"
    assert table.game.round(2) is None
    anecdotes.tell(table.session, table.game, table.write(bob), "It rained")
    assert step(table, undo_redo.redo, ann).kind == "counted"
    assert (table.game.anecdote, table.game.rounds[0].anecdote) == ("It rained", "It slept")
    assert [entry.data for entry in table.game.rounds[1].entries] == [{"score": 50}]


def test_what_was_told_of_a_round_comes_back_with_it(table: Table) -> None:
    table.enter(2, {1: {"score": 50}})
    tell(table, CAT, 2)
    for _time in range(2):
        step(table, undo_redo.undo)
        assert table.game.round(2) is None
        step(table, undo_redo.redo)
        assert table.game.rounds[1].anecdote == CAT
    assert list(checking.faults(table.session)) == []


def test_an_end_game_taken_back_leaves_what_was_told_since(table: Table) -> None:
    games.finish(table.session, table.game, table.write(), anecdote=CAT)
    step(table, undo_redo.undo)
    assert table.game.anecdote == ""
    step(table, undo_redo.redo)
    assert table.game.anecdote == CAT
    tell(table, "It slept")
    step(table, undo_redo.undo)
    assert (table.game.is_ended, table.game.anecdote) == (False, "It slept")


def test_a_round_that_goes_takes_it_along_and_brings_it_back(session: Session) -> None:
    table = Table(session, "Ann", "Bob", options={"target": 1_000})
    table.play(500, 0)
    table.play(550, 0)
    table.enter(1, {1: {"score": 1_000}}, is_confirmed=True)
    tell(table, CAT, 2)
    rounds.drop_after_end(session, table.game, table.write())
    assert table.game.round(2) is None
    undo_redo.undo(session, table.game, table.write(), is_keeper=True)
    dropped = table.game.round(2)
    assert dropped
    assert dropped.anecdote == CAT


def test_the_history_says_what_was_told_before(table: Table) -> None:
    tell(table, CAT, 1)
    tell(table, "It slept", 1)
    tell(table, "", 1)
    tell(table, "It rained")
    games.finish(table.session, table.game, table.write(), anecdote="It poured")
    told = history_pages.of_game(table.session, table.game).lines[:5]
    assert [(line.sentence, line.details) for line in told] == [
        ("End Game", ("Note: It poured", "Note before: It rained")),
        ("Note on the game: It rained", ()),
        ("Note on round 1 removed", ("Note before: It slept",)),
        ("Note on round 1: It slept", (f"Note before: {CAT}",)),
        (f"Note on round 1: {CAT}", ()),
    ]
    page = history_pages.of_game(table.session, table.game, round_number=1)
    assert sum(line.kind == "anecdote" for line in page.lines) == 3


def test_what_somebody_else_told_meanwhile_is_not_overwritten(table: Table) -> None:
    seen = table.game.version
    tell(table, CAT, 1)
    with pytest.raises(Stale, match="This phone has changed the note") as stale:
        tell(table, "It slept", 1, version=seen)
    assert stale.value.current == CAT
    tell(table, "It rained", version=seen)
    assert (table.game.anecdote, table.game.rounds[0].anecdote) == ("It rained", CAT)


class TestTypedOverSomethingElse:
    """What stood in the field is known, whatever the version of the write says."""

    def type(self, table: Table, text: str, told: str, **more: Any) -> str:
        write = table.write(**more)
        anecdotes.tell(table.session, table.game, write, text, shown=told)
        return table.game.anecdote

    def test_it_does_not_cover_that_and_says_who_told_it(self, table: Table) -> None:
        bob = table.player(2)
        anecdotes.tell(table.session, table.game, table.write(bob), CAT)
        version = table.game.version
        with pytest.raises(Stale) as stale:
            self.type(table, "It rained", "")
        refused = stale.value
        assert (refused.current, refused.by, refused.version) == (CAT, "Bob", version)
        assert table.game.anecdote == CAT
        assert self.type(table, "It rained", "", seen=frozenset([version])) == "It rained"

    def test_that_may_also_have_been_taken_back(self, table: Table) -> None:
        tell(table, CAT)
        tell(table, "")
        with pytest.raises(Stale) as stale:
            self.type(table, f"{CAT}!", CAT)
        assert stale.value.current == ""

    def test_the_same_line_from_both_is_no_quarrel(self, table: Table) -> None:
        tell(table, CAT)
        assert self.type(table, CAT, "") == CAT

    def test_a_field_that_was_left_as_it_was_found_covers_nothing(self, table: Table) -> None:
        tell(table, CAT)
        version = table.game.version
        assert self.type(table, " ", "") == CAT
        assert table.game.version == version

    def test_also_where_the_same_phone_told_something_else_before(self, table: Table) -> None:
        self.type(table, CAT, "")
        seen = frozenset([table.game.version])
        assert self.type(table, "", "", seen=seen) == CAT
        games.finish(table.session, table.game, table.write(seen=seen), anecdote="", shown="")
        assert table.game.anecdote == CAT

    def test_what_the_same_phone_has_told_before_is_known_to_it(self, table: Table) -> None:
        self.type(table, CAT, "")
        seen = frozenset([table.game.version])
        assert self.type(table, "It rained", "", seen=seen) == "It rained"

    def test_where_nobody_has_told_anything_there_is_nothing_to_cover(self, table: Table) -> None:
        assert self.type(table, CAT, "Of another game") == CAT

    def test_beside_end_game_the_game_goes_on_until_one_is_chosen(self, table: Table) -> None:
        tell(table, CAT)
        version = table.game.version
        write = table.write()
        with pytest.raises(Stale):
            games.finish(table.session, table.game, write, anecdote="It rained", shown="")
        assert not table.game.is_ended
        games.finish(table.session, table.game, table.write(), anecdote="", shown="")
        assert (table.game.is_ended, table.game.anecdote) == (True, CAT)
        games.reopen(table.session, table.game, table.write())
        write = table.write(seen=frozenset([version]))
        games.finish(table.session, table.game, write, anecdote="It rained", shown="")
        assert table.game.anecdote == "It rained"


def test_the_same_line_again_leaves_no_line_of_history(table: Table) -> None:
    tell(table, CAT, 1)
    version = table.game.version
    tell(table, CAT, 1)
    assert table.game.version == version


def test_it_is_no_part_of_the_record_and_not_of_the_rematch(table: Table) -> None:
    tell(table, CAT, 1)
    tell(table, CAT)
    games.finish(table.session, table.game, table.write())
    assert CAT not in str(sheets.record_of(table.game))
    again = rematches.create(table.session, table.game, table.write())
    assert again.anecdote == ""


def test_it_travels_with_its_game(session: Session, table: Table) -> None:
    tell(table, CAT, 1)
    tell(table, "It rained")
    games.finish(session, table.game, table.write())
    document = exports.of_game(session, table.game, EVENING)
    document["game"]["uid"] = "elsewhere123"
    plan = imports.plan(session, imports.read(file_format.write(document).encode()), table.keeper)
    imports.carry_out(session, plan, table.write(version=0), "a test's secret key")
    here = games.find_game(session, "elsewhere123")
    assert here
    again = exports.of_game(session, here, EVENING)["game"]
    assert {**again, "phones": []} == {**document["game"], "phones": []}
    assert (again["anecdote"], again["rounds"][0]["anecdote"]) == ("It rained", CAT)


def test_a_file_from_before_there_were_any_comes_in(session: Session, table: Table) -> None:
    document = exports.of_game(session, table.game, EVENING)
    document["version"] = 2
    for part in (document["game"], *document["game"]["rounds"]):
        del part["anecdote"]
    document["game"]["uid"] = "elsewhere123"
    plan = imports.plan(session, imports.read(file_format.write(document).encode()), table.keeper)
    imports.carry_out(session, plan, table.write(version=0), "a test's secret key")
    here = games.find_game(session, "elsewhere123")
    assert here
    assert (here.anecdote, *(one.anecdote for one in here.rounds)) == ("", "")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        ({"anecdote": "a\nb"}, "control characters"),
        ({"anecdote": " a"}, "blanks stand around it"),
        ({"anecdote": 3}, "must be text"),
        ({"anecdote": "Never told"}, "does not lead to what stands there now"),
    ],
)
def test_a_file_that_tells_it_wrongly_is_refused(
    session: Session, table: Table, spoil: dict[str, object], sentence: str
) -> None:
    tell(table, CAT)
    document = exports.of_game(session, table.game, EVENING)
    document["game"] |= spoil | {"uid": "elsewhere123"}
    with pytest.raises(BadInput, match=sentence) as refused:
        imports.plan(session, imports.read(file_format.write(document).encode()), table.keeper)
    assert sentence not in Speech("de").say(refused.value.message)


def test_who_is_forgotten_is_gone_from_it(session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    table = club.start()
    table.play(450, 200)
    tell(table, CAT, 1)
    tell(table, "Bob won, " * 15)
    forgetting.forget(session, club.players["Bob"], club.write())
    game = games.find_game(session, table.game.uid)
    assert game
    assert game.rounds[0].anecdote == "Former player 1’s cat took the trick"
    document = exports.of_game(session, game, EVENING)
    assert not re.search(r"\bBob\b", str(document))
    assert len(game.anecdote) > anecdotes.LONGEST
    document["game"]["uid"] = "elsewhere123"
    imports.plan(session, imports.read(file_format.write(document).encode()), table.keeper)


def test_who_is_forgotten_is_gone_from_tables_that_only_speak_of_them(session: Session) -> None:
    club = Club(session, "Ann", "Bob", "Cleo")
    table = club.start("Ann", "Bob")
    table.play(450, 200)
    tell(table, "Cleo looked on", 1)
    view = tables.view(session, table.game)
    before = table.game.version
    assert "Cleo" in str(tables.rounds_played(session, view))
    forgetting.forget(session, club.players["Cleo"], club.write())
    session.commit()
    game = games.find_game(session, table.game.uid)
    assert game
    # Phones that show it are told, and what was kept of it is not shown again.
    assert game.version > before
    shown = tables.rounds_played(session, tables.view(session, game))
    assert "Former player 1 looked on" in str(shown)
    assert "Cleo" not in str(shown)


def test_it_leaves_one_line_with_who_and_when(table: Table) -> None:
    bob = table.player(2)
    anecdotes.tell(table.session, table.game, table.write(bob), CAT, number=1)
    line: Change = changes.lines(table.session, table.game)[0]
    assert (line.device_id, line.at, line.what) == (bob.id, table.at, {"anecdote/1": [None, CAT]})
    assert list(checking.faults(table.session)) == []
