"""Files with something wrong in them: refused, with a sentence that says which part it is."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.database.db import db
from scorecard.errors import BadInput
from scorecard.models import Group
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.files.importing import imports
from scorecard.services.history.changes import Write
from scorecard.services.players import rosters
from tests.factories import EVENING, Club
from tests.rich_group import rich_group
from tests.services.files.other_server import (
    LATER,
    SECRET,
    Elsewhere,
    document_of,
    elsewhere,
    group_file,
    second_app,
)

__all__ = ["elsewhere", "second_app"]
LATER_ONE = file_format.VERSION + 1

Spoil = Callable[[dict[str, Any]], object]


def _played(document: dict[str, Any]) -> dict[str, Any]:
    """Return the game of the file that was played by house rules."""
    return next(game for game in document["games"] if game["amendments"])


def _claim(game: dict[str, Any]) -> dict[str, Any]:
    """Return a line of a game's history that changed no fact and that nothing refers to."""
    return next(line for line in game["history"][1:] if not line["what"])


def _claimed(document: dict[str, Any]) -> dict[str, Any]:
    """Return the first game of the file that has such a line, before its last."""
    return next(
        game
        for game in document["games"]
        if any(not line["what"] for line in game["history"][1:-1])
    )


def _twice(noun: str) -> Spoil:
    return lambda document: document[noun].append(copy.deepcopy(document[noun][0]))


def _player(number: int, **values: Any) -> Spoil:
    return lambda document: document["players"][number - 1].update(values)


def _frozen(**values: Any) -> Spoil:
    return lambda document: document["seasons"][0]["final"]["table"][0].update(values)


GIVEN = {"uid": "k" * 12, "kind": "bonus", "points": 1, "day": "2026-03-14", "reason": ""}


class TestWhatIsWrongAndWhere:
    @pytest.mark.parametrize(
        ("spoil", "sentence"),
        [
            (lambda d: d.update(version=LATER_ONE), f"version {LATER_ONE}, this one reads"),
            (lambda d: d.update(version="1"), 'its version is "1"'),
            (lambda d: d.update(format="else"), "no export of Scorecard"),
            (lambda d: d.update(kind="house"), 'not of "house"'),
            (lambda d: d.pop("games"), "“games” is missing"),
            (lambda d: d.update(more=1), "“more” means nothing here"),
            (lambda d: d["games"][2].pop("seats"), "Game 3: “seats” is missing"),
            (
                lambda d: d["games"][1]["rounds"][1].update(number="2"),
                r'Game 2, round 2: “number” must be a whole number, not "2"',
            ),
            (_player(3, colour=13), "Player 3: “colour” must be 12 or less, not 13"),
            (_player(3, name="  "), "Player 3: “name” cannot be .*: A player needs a name[.]$"),
            (
                lambda d: d["games"][0].update(started_at="14/03/2026"),
                "must be a moment such as 2026-03-14T20:00:01",
            ),
            (
                lambda d: d["games"][0].update(started_at="2026-03-14T20:00:00"),
                "must be a moment such as",
            ),
            (
                lambda d: d["seasons"][0].update(starts_on="2026-02-30"),
                "Season 1: “starts_on” must be a day",
            ),
            (lambda d: d["seasons"][0].update(early="never"), "Season 1 .*: never says nothing"),
            (
                lambda d: d["seasons"][1].update(closed_at="2026-03-14T20:00:00+00:00"),
                "frozen table",
            ),
            (_frozen(rank="1"), "line of the frozen table 1: “rank”"),
            (_frozen(form=[{"rank": 1}]), "line of the frozen table 1.*“is_win”"),
            (_frozen(adjustments=[GIVEN | {"kind": "gift"}]), "frozen table 1.*“kind”"),
            (_frozen(adjustments=[GIVEN | {"day": "2026-02-30"}]), "“day” must be a day"),
            (_twice("players"), "Players 1 and 8 have the same id"),
            (_twice("games"), "Games 1 and 14 have the same id"),
            (_twice("seasons"), "Seasons 1 and 3 have the same id"),
            (
                lambda d: d["games"][3]["seats"][0].update(player="nobodyatall"),
                r"Game 4 \(.*\), seat 1: there is no player nobodyatall",
            ),
            (_player(1, merged_into="nobodyatall"), "there is no player nobodyatall"),
            (
                lambda d: d["players"][0].update(merged_into=d["players"][0]["uid"]),
                "merged into Ann again",
            ),
            (
                lambda d: d["games"][0].update(rematch_of="nogameatall1"),
                "there is no game nogameatall1",
            ),
            (
                lambda d: d["games"][0].update(rules="whist"),
                r'Game 1 \(.*\): there is no card game "whist" here',
            ),
            (
                lambda d: d["games"][0]["options"].update(target=7),
                r"Game 1 \(.*\): The option “Target”",
            ),
            (
                lambda d: d["games"][0]["rounds"][0]["entries"][0].update(data={"score": 1}),
                r"Game 1 \(.*\), round 1: Ann’s score",
            ),
            (
                lambda d: d["games"][0]["rounds"][0]["entries"].pop(),
                r"Game 1 \(.*\), round 1: .*Cy",
            ),
            (lambda d: d["games"][0]["rounds"][0].update(number=2), "rounds are not numbered"),
            (lambda d: d["games"][0]["seats"][1].update(position=5), "seats are not numbered"),
            (lambda d: d["games"][0].update(first_seat=9), "no seat 9 to begin with"),
            (
                lambda d: d["games"][1]["seats"][2].update(joined={"after": 0, "start": 0}),
                "joined",
            ),
            (
                lambda d: d["games"][1]["seats"][2].update(left_after=9),
                "cannot have left after round 9",
            ),
            (
                lambda d: d["games"][0]["history"][0].update(kind="magic"),
                'history line 1: "magic" cannot be read',
            ),
            (
                lambda d: d["games"][0]["history"][1].update(about={}),
                "history line 2: .* cannot be read",
            ),
            (
                lambda d: d["games"][0]["history"][2].update(version=2),
                "line 3: version 2 comes after",
            ),
            (lambda d: d["games"][0].update(version=1), "is later than the whole"),
            (
                lambda d: _claimed(d)["history"].remove(_claim(_claimed(d))),
                r"Game \d+ \(.*\): its history has no line for version [2-9]",
            ),
            (
                lambda d: d["games"][0].update(version=2**31 - 1),
                r"Game 1 \(.*\): its history has no line for version",
            ),
            (
                lambda d: d["games"][0].update(ended_at=None),
                "does not lead to what stands there now",
            ),
            (lambda d: d["games"][1]["history"][7].update(reverts=2), "cannot undo version 2"),
            (lambda d: d["group"].update(time_zone="Mars/North"), 'cannot be "Mars/North"'),
            (
                lambda d: d["group"]["history"][0].update(kind="magic"),
                "The group’s history, line 1",
            ),
            (
                lambda d: d["games"][0]["history"][1]["what"].update({"x/1": [1, 2]}),
                'there is no fact "x/1"',
            ),
            (lambda d: d["games"][0].update(options={"a": 10**30}), "too large to keep"),
            (
                lambda d: d["house_rules"][0]["versions"][0]["options"].update(target=7),
                r"House rules 1 \(.*\), version 1: The option “Target”",
            ),
            (lambda d: d["house_rules"][0]["versions"].pop(0), "versions are not numbered"),
            (lambda d: d["house_rules"][0].update(rules="whist"), 'no card game "whist" here'),
            (lambda d: d["house_rules"][0].update(uid="nosuchrules1"), "no set of house rules"),
            (
                lambda d: d["house_rules"][1].update(deleted_at=None, name="CABIN —LATE"),
                "have the name of others",
            ),
            (_twice("house_rules"), "House rules 1 and 3 have the same id"),
            (
                lambda d: d["house_rules"][0]["proposals"][0].update(outcome=None),
                "proposal 1: a closed proposal has an outcome",
            ),
            (
                lambda d: d["house_rules"][0]["proposals"][0].update(base=3),
                "proposal 1: there is no version 3",
            ),
            (
                lambda d: d["house_rules"][0]["proposals"][0]["votes"][0].update(choice="maybe"),
                'vote 1: “choice” must be one of yes, no, either, not "maybe"',
            ),
            (
                lambda d: d["house_rules"][0]["proposals"][0]["votes"][0].update(
                    player="nobody123"
                ),
                "proposal 1, votes: there is no player nobody123",
            ),
            (
                lambda d: d["house_rules"][0]["rulings"][0].update(game="nogameatall1"),
                "ruling 1: there is no game nogameatall1",
            ),
            (
                lambda d: d["house_rules"][0]["rulings"][0].update(decision=""),
                "ruling 1: “decision” must be some text",
            ),
            (lambda d: _played(d)["house_rules"].update(version=3), "has no version 3"),
            (
                lambda d: _played(d)["amendments"][0]["options"].update(target=7),
                "The option “Target”",
            ),
            (lambda d: _played(d).update(amendments=[]), "does not lead to .*amendments"),
            (
                lambda d: d["games"][-1]["waiting"]["options"].update(target=7),
                "the change that waits: The option “Target”",
            ),
            (
                lambda d: d["games"][-1]["waiting"]["consents"][0].update(seat=3),
                "the change that waits: there is no seat 3",
            ),
            (lambda d: d["group"].update(threshold="dice"), "must be one of unanimous"),
            (lambda d: d["group"].update(deadline_days=0), "must be 1 or more"),
            (lambda d: d["games"][0].update(kind="\ud800"), "characters that cannot be kept"),
        ],
    )
    def test_a_file_with_something_wrong_says_which_part(
        self, whole_file: str, elsewhere: Elsewhere, spoil: Spoil, sentence: str
    ) -> None:
        document, before = json.loads(whole_file), elsewhere.rows()
        spoil(document)
        text = json.dumps(document)
        with pytest.raises(BadInput, match=sentence):
            elsewhere.take_in(text)
        assert elsewhere.rows() == before

    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            (b"", "empty"),
            (b"date;game\n", "no export of Scorecard: it is not JSON"),
            (b"[]", "no export of Scorecard"),
            (b"{}", "no export of Scorecard"),
            (b'{"format": "scorecard", "version": 1, "version": 1}', "is said twice"),
            (b'{"format": NaN}', "NaN is not a number"),
            (b'{"format":\n "a" "b"}', "not JSON: line 2, position 6"),
            (b'{"format": "scorecard"', "ends in the middle, in line 1"),
            (b'{\n"format": "score', "ends in the middle, in line 2"),
            (b"[" * 5_000, "nested too deeply|ends in the middle"),
            (
                '{"format": "Zoë"}'.encode("latin-1"),
                "Line 1 is not written in UTF-8: byte 15 .* 0xeb",
            ),
            ('{"format": 1}'.encode("utf-16"), "UTF-16"),
        ],
    )
    def test_what_is_no_whole_export_is_refused(
        self, elsewhere: Elsewhere, data: bytes, sentence: str
    ) -> None:
        with pytest.raises(BadInput, match=sentence):
            elsewhere.take_in(data)

    def test_every_truncated_file_is_refused(self, whole_file: str, elsewhere: Elsewhere) -> None:
        data, before = whole_file.encode(), elsewhere.rows()
        for end in range(1, len(data) - 2, 997):
            with pytest.raises(BadInput):
                elsewhere.take_in(data[:end])
        assert elsewhere.rows() == before

    def test_a_player_of_that_name_who_is_another_one_is_said(
        self, session: Session, elsewhere: Elsewhere
    ) -> None:
        club = Club(session, "Ann")
        group = elsewhere.take_in(group_file(club))
        rosters.add(elsewhere.session, group, Write(elsewhere.phone, LATER), "Bob")
        rosters.add(session, club.group, club.write(), "Bob")
        session.commit()
        with pytest.raises(BadInput, match="another Bob in Thursday"):
            elsewhere.plan(group_file(club))

    def test_one_player_in_two_seats_is_refused(
        self, session: Session, elsewhere: Elsewhere
    ) -> None:
        club = Club(session, "Ann", "Bob")
        club.play(Ann=500, Bob=300)
        document = document_of(club)
        document["players"][1]["merged_into"] = document["players"][0]["uid"]
        with pytest.raises(BadInput, match="Ann and Bob are one player"):
            elsewhere.plan(document)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for step, item in items:
        yield from places_in(item, (*path, step))


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(0, 3), max_size=2),
    st.sampled_from(
        ["2026-03-14T20:00:00+00:00", "2026-03-14", "undo", "entry/1/1", "Ann", "A" * 16]
    ),
)


@pytest.fixture(scope="module")
def whole_file(shared_app: Flask, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder: Path = tmp_path_factory.mktemp("source")
    app = create_app(Settings(folder, f"sqlite:///{folder / 'scorecard.db'}", (SECRET,)))
    migrate(app)
    with app.app_context():
        return group_file(rich_group(db.session))


@hypothesis_settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
@pytest.mark.long
def test_whatever_is_spoilt_in_a_file_it_is_refused_or_imported_whole(
    whole_file: str, elsewhere: Elsewhere, data: st.DataObject
) -> None:
    document = json.loads(whole_file)
    places = list(places_in(document))
    for _time in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places[1:]))
        action = data.draw(st.sampled_from(["replace", "remove", "double", "rename"]))
        value = data.draw(VALUES)
        with suppress(KeyError, IndexError, TypeError, AttributeError):
            _spoil(document, path, action, value)
    before = elsewhere.rows()
    try:
        plan = elsewhere.plan(json.dumps(document))
        group = imports.carry_out(elsewhere.session, plan, Write(elsewhere.phone, LATER), SECRET)
    except BadInput:
        elsewhere.session.rollback()
        assert elsewhere.rows() == before
        return
    assert isinstance(group, Group)
    text = file_format.write(exports.of_group(elsewhere.session, group, EVENING))
    assert elsewhere.plan(text).is_empty, "what came in can go out and in again"
    elsewhere.session.rollback()


def _spoil(document: Any, path: tuple[Any, ...], action: str, value: Any) -> None:
    for step in path[:-1]:
        document = document[step]
    last = path[-1]
    if action == "remove":
        del document[last]
    elif action == "replace":
        document[last] = value
    elif isinstance(document, list):
        document.append(copy.deepcopy(document[last]))
    elif action == "rename":
        document[str(value)] = document.pop(last)
