"""Two phones wrote the same: what each is told, and what the one that came second can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.told import numbers_in
from tests.web.conftest import Program
from tests.web.phone.test_outbox import count, is_done, send


def counts(phone: Program) -> dict[int, int]:
    """What each seat has in the round being counted."""
    return {entry["seat"]: entry["points"] for entry in phone.sheet()["open_round"]["entries"]}


class TestCollision:
    def test_both_are_told_and_mine_goes_over_the_one_that_was_shown(
        self, ann: Program, bob: Program
    ) -> None:
        count(ann, 2, 450, key="hers")
        told = count(bob, 2, 300, key="his").get_json()
        assert told["code"] == "stale"
        assert (told["seat"], told["by"]) == (2, "The scorekeeper")
        assert (told["theirs"], told["mine"]) == ("Round score 450", "Round score 300")
        assert told["choice"]["name"] == "seen"
        assert "keep" not in told
        # Somebody writes there once more: that was not seen.
        count(ann, 2, 500, key="hers again", version=ann.sheet()["version"])
        seen = told["choice"]["value"]
        again = count(bob, 2, 300, key="mine", seen=seen).get_json()
        assert again["code"] == "stale"
        assert is_done(count(bob, 2, 300, key="mine", seen=[seen, again["choice"]["value"]]))
        assert ann.sheet()["open_round"]["entries"][0]["points"] == 300

    def test_in_a_whole_round_each_count_of_others_is_asked_for(
        self, ann: Program, program: Callable[[], Program]
    ) -> None:
        """Overwriting one count, which was shown, does not overwrite another, which was not."""
        ann = program().start("Ann", "Bob", "Cy")
        bob = program().join(ann, 2)
        count(bob, 2, 450, key="b")
        cy = program().join(ann, 3)
        count(cy, 3, 600, key="c")
        fields: dict[str, Any] = {"style": "direct", "version": 1, "key": "all"}
        fields |= {"s2-style": "direct", "s2-score": 50, "s3-style": "direct"}
        fields |= {"s3-score": 100}
        seen = send(ann, "/rounds/1/all", **fields).get_json()["choice"]["value"]
        told = send(ann, "/rounds/1/all", **fields | {"key": "2", "seen": seen}).get_json()
        assert (told["seat"], told["theirs"]) == (3, "Round score 600")
        assert counts(ann) == {2: 450, 3: 600}

    def test_in_a_whole_round_each_count_of_others_can_be_left_and_the_rest_saved(
        self, program: Callable[[], Program]
    ) -> None:
        ann = program().start("Ann", "Bob", "Cy", "Di")
        for position, points in ((2, 450), (3, 600)):
            count(program().join(ann, position), position, points, key="his")
        fields: dict[str, Any] = {"style": "direct", "version": 1}
        fields |= {"s1-score": 100, "s2-score": 200, "s3-score": 300}
        told = send(ann, "/rounds/1/all", **fields, key="a").get_json()
        assert told["keep"] == {"name": "keep", "value": 2}
        told = send(ann, "/rounds/1/all", **fields, keep=2, key="b").get_json()
        assert (told["seat"], told["keep"]["value"]) == (3, 3)
        assert is_done(send(ann, "/rounds/1/all", **fields, keep=[2, 3], key="c"))
        assert counts(ann) == {1: 100, 2: 450, 3: 600}

    def test_where_one_count_of_others_is_left_another_can_be_written_over(
        self, program: Callable[[], Program]
    ) -> None:
        ann = program().start("Ann", "Bob", "Cy", "Di")
        for position, points in ((2, 450), (3, 600)):
            count(program().join(ann, position), position, points, key="his")
        fields = {"style": "direct", "version": 1, "s2-score": 200, "s3-score": 300, "keep": 2}
        told = send(ann, "/rounds/1/all", **fields, key="a").get_json()
        seen = told["choice"]["value"]
        assert "keep" not in told, "nothing else is left to save"
        assert is_done(send(ann, "/rounds/1/all", **fields, seen=seen, key="b"))
        assert counts(ann) == {2: 450, 3: 300}

    def test_what_was_told_of_a_game_can_be_left_and_the_game_ended(
        self, ann: Program, bob: Program
    ) -> None:
        version = ann.sheet()["version"]
        send(bob, "/anecdote", anecdote="It rained", told="", key="his")
        fields = {"anecdote": "Cats", "told": "", "version": version}
        told = send(ann, "/end", **fields, key="hers").get_json()
        assert (told["theirs"], told["mine"]) == ("It rained", "Cats")
        choice, keep = told["choice"], told["keep"]
        assert choice["name"] == "seen"
        fields |= {keep["name"]: keep["value"], "version": ann.sheet()["version"]}
        assert is_done(send(ann, "/end", **fields, key="kept"))
        assert ann.sheet()["anecdote"] == "It rained"

    def test_what_was_said_of_a_round_can_be_left_and_the_own_count_saved(
        self, program: Callable[[], Program]
    ) -> None:
        ann = program().start("Ann", "Ben", "Cleo", game="pay_me")
        ben = program().join(ann, 2)
        assert is_done(send(ben, "/rounds/1/seats/2", went_out="Ben", version=1, key="his"))
        mine = {"style": "quick", "quick": "30", "went_out": "Cleo", "version": 1}
        told = send(ann, "/rounds/1/seats/1", **mine, key="hers").get_json()
        assert (told["seat"], told["by"]) == (0, "Ben")
        assert (told["theirs"], told["mine"]) == ("Who called? Ben", "Who called? Cleo")
        keep = {told["keep"]["name"]: told["keep"]["value"]}
        assert is_done(send(ann, "/rounds/1/seats/1", **mine | keep, key="kept"))
        assert [entry["seat"] for entry in ann.sheet()["open_round"]["entries"]] == [1, 2]

    def test_what_moved_otherwise_is_done_over_the_version_that_is_named(
        self, ann: Program, bob: Program
    ) -> None:
        version = ann.sheet()["version"]
        count(bob, 2, 300, key="other")
        told = send(ann, "/end", version=version, key="end").get_json()
        assert "theirs" not in told
        assert told["choice"] == {"name": "over", "value": ann.sheet()["version"]}
        over = told["choice"]["value"]
        assert is_done(send(ann, "/end", version=version, over=over, key="end anyway"))

    def test_a_game_that_is_older_than_on_the_phone_is_gone_on_with_on_purpose(
        self, ann: Program
    ) -> None:
        over = {"name": "over", "value": ann.sheet()["version"]}
        assert count(ann, 1, 450, version=99).get_json()["choice"] == over
        assert is_done(count(ann, 1, 450, version=99, over=over["value"]))

    def test_what_is_counted_in_secret_is_not_told(self, program: Callable[[], Program]) -> None:
        ann = program().start("Ann", "Bob", is_blind=True)
        bob = program().join(ann, 2)
        count(bob, 2, 450, key="his")
        told = count(ann, 2, 300, key="hers").get_json()
        assert told["theirs"] == "a hidden count"
        assert "450" not in numbers_in(str(told))
