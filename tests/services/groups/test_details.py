"""What scorekeepers can say of a group: what may be typed, and what history tells of it."""

from __future__ import annotations

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.models import GroupChange
from scorecard.rules.words import say
from scorecard.services.groups import details, groups
from scorecard.services.history import changes, group_changes
from scorecard.services.limits import texts
from tests.factories import Club

LABEL = say("Name")


def line(text: str) -> str:
    return texts.line(text, LABEL, field="said", longest=10)


class TestALine:
    def test_it_is_kept_trimmed_and_composed(self) -> None:
        assert line("  Cafe\N{COMBINING ACUTE ACCENT}  ") == "Café"
        assert line("x" * 10) == "x" * 10

    @pytest.mark.parametrize("text", ["", "   ", "\N{ZERO WIDTH JOINER}"])
    def test_what_shows_nothing_is_empty(self, text: str) -> None:
        assert line(text) == ""

    @pytest.mark.parametrize(
        "text",
        [
            "x" * 11,
            "a\nb",
            "a\tb",
            "\N{RIGHT-TO-LEFT OVERRIDE}ab",
            "a\ud800",
            "a\N{LINE SEPARATOR}b",
        ],
    )
    def test_what_no_line_can_show_is_refused_beside_its_field(self, text: str) -> None:
        with pytest.raises(BadInput) as refused:
            line(text)
        assert refused.value.field == "said"

    def test_it_is_said_how_long_it_may_be(self) -> None:
        with pytest.raises(BadInput, match="Name cannot be longer than 10 characters; this has 12"):
            line("x" * 12)


class TestHistory:
    def test_only_what_is_named_is_changed_and_told(self, session: Session) -> None:
        club = Club(session)
        groups.change(session, club.group, club.write(), time_zone="Asia/Tokyo")
        (change,) = changes.lines(session, club.group, after=1)
        assert change.what == {"time_zone": ["UTC", "Asia/Tokyo"]}
        groups.change(session, club.group, club.write(), time_zone="Asia/Tokyo", name="Thursday")
        assert changes.lines(session, club.group, after=2) == []

    def test_a_detail_without_a_sentence_of_its_own_is_told_by_its_label(self) -> None:
        change = GroupChange(
            kind="changed", about={"what": "threshold"}, what={"threshold": ["majority", "keeper"]}
        )
        assert group_changes.sentence(change) == "Settings changed: what a change needs"
        change.what = {"mascot": ["", "Otto"]}
        change.about = {"what": "mascot"}
        assert group_changes.sentence(change) == "Settings changed: mascot"

    def test_every_detail_has_a_label_and_a_length(self) -> None:
        assert details.KEYS[0] == "name"
        assert all(detail.label and detail.longest for detail in details.ALL)
