"""Histories and bins on a phone and for programs: who, what, when, how it came; and back again."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorecard.database.db import db
from scorecard.models import Change, Game, Group, Scorecard
from scorecard.operating.housekeeping import clear_up
from tests.web.conftest import Program
from tests.web.people.test_groups import found, html, join, link_of, start
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]
Programs = Callable[[], Program]
DAY = timedelta(days=1)


def one_off(phone: PlainBrowser, *names: str) -> str:
    """Start a game outside of groups, and return its address."""
    phone.client.post("/games/new/brownie_points", data={"player": list(names or ("Ann", "Bob"))})
    phone.get("/").click("Now playing")
    return phone.url


def count(phone: PlainBrowser, table: str, seat: int, score: int, number: int = 1) -> None:
    phone.get(f"{table}/rounds/{number}/seats/{seat}")
    phone.press("Save", {"style": "direct", "score": str(score)})


class TestSquirts:
    """Whoever gets the card takes it from another, though no score says so."""

    SCORES = ("s1-score", "1750"), ("s2-score", "-300"), ("s3-score", "2100")

    def whole(self, keeper: PlainBrowser, table: str, holder: int = 0) -> None:
        keeper.get(f"{table}/rounds/1/all")
        typed: dict[str, str | list[str]] = {f"s{seat}-squirts": [] for seat in (1, 2, 3)}
        keeper.press("Save", {**typed, **dict(self.SCORES), f"s{holder}-squirts": "1"})

    def test_a_correction_names_it(self, phone: Phones) -> None:
        keeper = phone()
        table = one_off(keeper, "Ann", "Bob", "Cy")
        self.whole(keeper, table, 2)
        assert "Squirts" not in keeper.get(f"{table}/history").text
        corrected = "Round 1 corrected: Ann 1,750, Bob −300, Cy 2,100 · Squirts: "
        for holder, moved in ((3, "Bob → Cy"), (0, "Cy → nobody"), (1, "nobody → Ann")):
            self.whole(keeper, table, holder)
            assert corrected + moved in keeper.get(f"{table}/history").text
        keeper.press("Undo “Round 1 corrected”").get(f"{table}/history")
        assert f"Undone: {corrected}nobody → Ann" in keeper.text

    def test_so_does_a_count_that_takes_it(self, phone: Phones) -> None:
        keeper = phone()
        table = one_off(keeper)
        for seat in (1, 2):
            keeper.get(f"{table}/rounds/1/seats/{seat}")
            keeper.press("Save", {"style": "cards", "pile-6": "2", "squirts": "1"})
        keeper.get(f"{table}/history")
        assert "Round 1 count: Bob 100 · Squirts: Ann → Bob" in keeper.text
        assert "Taken from" not in keeper.text


class TestHowItCame:
    def changes(self, app: Flask) -> list[tuple[str, str | None, datetime | None]]:
        with app.app_context():
            rows = db.session.scalars(select(Change).order_by(Change.id)).all()
            return [(row.kind, row.source, row.made_at) for row in rows]

    def test_by_a_form_or_by_a_program(self, app: Flask, phone: Phones, program: Programs) -> None:
        count(keeper := phone(), one_off(keeper), 1, 450)
        program().start().enter(1, 1, {"score": 450})
        assert [(kind, source) for kind, source, _at in self.changes(app)] == [
            ("started", "form"),
            ("counted", "form"),
            ("started", "api"),
            ("counted", "api"),
        ]

    def test_late_from_a_phone_that_had_kept_it(self, app: Flask, phone: Phones) -> None:
        keeper = phone()
        table = one_off(keeper)
        made_at = datetime.now(UTC).replace(microsecond=0) - timedelta(minutes=40)
        keeper.client.post(
            f"{table}/rounds/1/seats/1",
            data={"style": "direct", "score": "450", "version": "1"},
            headers={"Scorecard-Made-At": made_at.isoformat()},
        )
        assert self.changes(app)[-1] == ("counted", "replay", made_at)
        keeper.get(f"{table}/history")
        assert re.search(r"made .* arrived ", keeper.text)
        assert f'datetime="{made_at.isoformat()}"' in html(keeper)

    def test_within_the_minute_there_is_one_time(
        self, phone: Phones, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        half_past = time.time() // 60 * 60 + 30
        monkeypatch.setattr(time, "time", lambda: half_past)
        keeper = phone()
        table = one_off(keeper)
        keeper.client.post(
            f"{table}/rounds/1/seats/1",
            data={"style": "direct", "score": "450", "version": "1"},
            headers={"Scorecard-Made-At": datetime.fromtimestamp(half_past - 2, UTC).isoformat()},
        )
        keeper.get(f"{table}/history")
        assert "Ann 450" in keeper.text
        assert not re.search("arrived|late", keeper.text)

    @pytest.mark.parametrize(
        ("said", "source"),
        [
            (datetime.now(UTC) + timedelta(days=2), "replay"),
            (datetime.now(UTC) - timedelta(days=31), "replay"),
            ("2026-03-14T20:00:00", "form"),
            ("0001-01-01T00:00:00+14:00", "form"),
            ("yesterday", "form"),
            ("", "form"),
        ],
    )
    def test_a_moment_that_cannot_be_is_not_kept(
        self, app: Flask, phone: Phones, said: Any, source: str
    ) -> None:
        keeper = phone()
        table = one_off(keeper)
        moment = said if isinstance(said, str) else said.isoformat()
        keeper.client.post(
            f"{table}/rounds/1/seats/1",
            data={"style": "direct", "score": "450", "version": "1"},
            headers={"Scorecard-Made-At": moment},
        )
        assert self.changes(app)[-1] == ("counted", source, None)


class TestAGamesHistory:
    def test_it_is_found_from_the_cell_of_a_round(self, phone: Phones) -> None:
        keeper = phone()
        table = one_off(keeper)
        count(keeper, table, 1, 450)
        count(keeper, table, 2, 100)
        count(keeper, table, 1, 550)
        keeper.get(f"{table}/rounds/1").click("History: Ann’s count")
        assert "Round 1 corrected: Ann 450 → 550" in keeper.text
        assert "this phone" in keeper.text
        assert "Bob 100" not in keeper.text.split("Show", 1)[1]
        keeper.get(f"{table}/rounds/1").click("History of this round")
        assert "Round 1 count: Bob 100" in keeper.text

    def test_a_long_one_has_pages(self, phone: Phones, program: Programs) -> None:
        keeper = program().start()
        for number in range(103):
            keeper.enter(1, 1, {"score": 50 * (number % 9)})
        browser = PlainBrowser(keeper.client)
        browser.get(f"/games/{keeper.id}/history?seat=1")
        assert len(re.findall(r'<li id="v', html(browser))) == 100
        browser.click("Older")
        assert len(re.findall(r'<li id="v', html(browser))) == 3
        assert "Older" not in browser.text

    @pytest.mark.parametrize("asked", ["round=x", "seat=-1", "before=99999999999", "round=٣&seat="])
    def test_what_is_asked_for_in_vain_is_left_out(self, phone: Phones, asked: str) -> None:
        keeper = phone()
        table = one_off(keeper)
        keeper.get(f"{table}/history?{asked}")
        assert keeper.status == 200
        assert "Game started" in keeper.text

    def test_programs_read_it_with_what_was_and_became(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob", "Cy")
        keeper.put("/settings", {"options": {"target": 5_000}})
        answer = keeper.get("/changes?most=1").get_json()
        (line,) = answer["changes"]
        assert line["details"] == ["Target 5,000 (before 15,000)"]
        assert (line["source"], line["made_at"]) == ("api", None)
        rest = keeper.get(f"/changes?before={answer['older']}").get_json()
        assert [one["kind"] for one in rest["changes"]] == ["started"]
        assert rest["older"] is None

    def test_undo_and_redo_are_offered_by_name_again_and_again(self, phone: Phones) -> None:
        keeper = phone()
        table = one_off(keeper)
        scores = [(1, 450), (2, 100), (1, 550), (1, 50)]
        for seat, score in scores:
            count(keeper, table, seat, score)
        labels = []
        keeper.get(f"{table}/history")
        while undo := re.search(r"(Undo “[^\n]+”)", keeper.text):
            labels.append(undo.group(1).strip())
            keeper.press("Undo").get(f"{table}/history")
        assert len(labels) == len(scores)
        assert labels[0] == "Undo “Round 1 corrected”"
        for _ in labels:
            keeper.get(f"{table}/history").press("Redo")
        keeper.get(f"{table}/history")
        assert "Redo:" not in keeper.text
        keeper.get(f"{table}/rounds/1")
        assert "+50" in keeper.text


class TestAGroupsHistory:
    def test_it_tells_what_was_and_is_narrowed_down(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        keeper.get(f"{group}/settings").press("Save", {"name": "Friday"})
        keeper.get(f"{group}/history")
        assert "now called Friday (before: Thursday) this phone" in keeper.text, "and no detail"
        keeper.press("Show", {"about": "players"})
        assert "Ann added" in keeper.text
        assert "Friday" not in keeper.text.split("Show", 1)[1]
        assert keeper.get(f"{group}/history?about=cheese").status == 404

    def test_whose_phone_it_was_is_read_in_the_direction_of_the_language(
        self, phone: Phones
    ) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "דוד")
        join(phone(), link_of(keeper, group), "דוד")
        keeper.get(f"{group}/history")
        assert '<bdi dir="ltr">\u2068דוד\u2069’s phone</bdi>' in html(keeper)


class TestBins:
    def test_a_group_goes_into_the_bin_and_comes_out(self, app: Flask, phone: Phones) -> None:
        keeper, bob = phone(), phone()
        group = found(keeper, "Ann", "Bob")
        join(bob, link_of(keeper, group), "Bob")
        table = start(keeper, group, "Ann", "Bob")
        assert bob.client.post(f"{group}/delete").status_code == 403
        keeper.get(f"{group}/more").click("Delete")
        assert "1 game" in keeper.text
        keeper.press("Move to trash")
        assert keeper.url == "/bin"
        for phone_ in (keeper, bob):
            assert "Thursday" not in phone_.get("/").text
            assert phone_.get(group).status == 404
            assert "is in the trash" in phone_.text
        assert "Trash on this phone" not in bob.text
        keeper.click("Trash on this phone")
        assert "Thursday" in keeper.text
        assert bob.get("/bin").text.count("Thursday") == 0
        assert bob.client.post(f"{group}/restore").status_code == 403
        saved = keeper.client.post(
            f"{table}/rounds/1/seats/1", data={"style": "direct", "score": "50"}
        )
        assert saved.status_code == 409
        keeper.get("/").click("Trash: 1").press("Restore")
        assert keeper.url == group
        assert "Thursday" in bob.get(group).text

    @pytest.mark.parametrize("is_ended", [False, True])
    def test_a_table_of_a_group_in_the_bin_offers_nothing_that_is_refused(
        self, phone: Phones, is_ended: bool
    ) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        table = start(keeper, group, "Ann", "Bob")
        if is_ended:
            for seat in (1, 2):
                typed = {"style": "direct", "score": "250"}
                keeper.get(f"{table}/rounds/1/seats/{seat}").press("Save", typed)
            keeper.get(f"{table}/end").press("End Game")
            assert "Rematch" in keeper.get(table).text
        keeper.get(f"{group}/delete").press("Move to trash")
        assert "In the trash: this game doesn’t count." in keeper.get(table).text
        for refused in ("Count", "Rematch", "Reopen", "Restore"):
            assert refused not in keeper.text, refused
        keeper.get("/bin").press("Restore")
        assert "In the trash" not in keeper.get(table).text

    def test_who_can_restore_nothing_is_not_told_to(self, phone: Phones) -> None:
        keeper, bob = phone(), phone()
        group = found(keeper, "Ann", "Bob")
        join(bob, link_of(keeper, group), "Bob")
        table = start(keeper, group, "Ann", "Bob")
        keeper.get(f"{table}/delete").press("Move to trash")
        for phone_, is_told in ((keeper, True), (bob, False)):
            assert "Brownie Points" in phone_.get(f"{group}/bin").text
            assert ("You can restore" in phone_.text) is is_told

    def test_the_last_keeper_is_asked_to_hand_over_or_delete(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        keeper.get(f"{group}/more").click("Leave").click("Delete group").press("Move to trash")
        assert keeper.url == "/bin"

    def test_a_tap_that_comes_twice_is_done_once(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        form = {"key": "twice", "version": "1"}
        first, second = (keeper.client.post(f"{group}/delete", data=form) for _ in range(2))
        assert (first.status_code, second.status_code) == (303, 303)

    def test_a_season_is_deleted_and_taken_out(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        keeper.get(f"{group}/seasons/new").press("Start", {"name": "Spring"})
        season = keeper.url
        assert "Trash" not in keeper.get(f"{group}/more").text
        keeper.get(f"{season}/edit").press("Move Spring to trash")
        assert "Spring" not in keeper.text
        keeper.get(f"{group}/more").click("Trash")
        assert "Spring" in keeper.text
        keeper.press("Restore")
        assert keeper.url == f"{group}/bin"
        assert "Spring" in keeper.get(f"{group}/seasons").text

    def test_a_scorecard_is_deleted_and_taken_out(self, phone: Phones) -> None:
        mine, other = phone(), phone()
        definition = '{"name": "Ours", "fields": [{"kind": "points", "key": "p", "label": "P"}]}'
        mine.get("/scorecards").press("Import", {"text": definition})
        address = mine.url
        assert other.client.post(f"{address}/delete").status_code == 403
        mine.press("Move Ours to trash")
        assert mine.url == "/scorecards"
        assert other.get(address).status == 404
        uid = address.rsplit("/", 1)[-1]
        assert other.client.post(f"/bin/scorecards/{uid}/restore").status_code == 403
        mine.get("/bin").press("Restore")
        assert mine.url == address
        # It is out, however often that is asked for.
        assert mine.client.post(f"/bin/scorecards/{uid}/restore").status_code == 303
        assert mine.get(address).status == 200

    def test_programs_see_their_bins_and_empty_none(self, app: Flask, program: Programs) -> None:
        keeper = program()
        made = keeper.post("/api/v1/groups", {"name": "Thursday"}).get_json()
        group = f"/api/v1/groups/{made['group']['id']}"
        version = made["group"]["version"]
        bin_ = keeper.post(f"{group}/delete", {"version": version}).get_json()
        assert [(item["kind"], item["name"]) for item in bin_["items"]] == [("group", "Thursday")]
        assert keeper.client.get("/api/v1/bin").get_json() == bin_
        assert keeper.client.get(group).status_code == 404
        answer = keeper.post(f"{group}/restore", {"version": version + 1})
        assert answer.get_json()["name"] == "Thursday"
        assert keeper.client.get(f"{group}/bin").get_json() == {"items": []}
        answer = keeper.post(f"{group}/bin/season/nothing/restore", {"version": version + 2})
        assert answer.status_code == 404
        assert keeper.client.get("/api/v1/bin").get_json() == {"items": []}

    def test_a_comment_is_deleted_by_who_said_it(self, program: Programs) -> None:
        keeper = program()
        made = keeper.post("/api/v1/groups", {"name": "Thursday"}).get_json()["group"]
        group = f"/api/v1/groups/{made['id']}"
        keeper.post(f"{group}/players", {"name": "Ann", "version": made["version"]})
        body = {"name": "Cabin", "game": "brownie_points", "version": 2}
        rules = keeper.post(f"{group}/house-rules", body).get_json()
        body = {"options": {"target": 9_000}, "reason": "shorter", "version": 3}
        wish = keeper.post(f"{group}/house-rules/{rules['id']}/proposals", body).get_json()
        proposal = f"{group}/proposals/{wish['id']}"
        said = keeper.post(f"{proposal}/comments", {"text": "Why?", "version": 4}).get_json()
        (comment,) = said["comments"]
        gone = keeper.post(f"{proposal}/comments/{comment['id']}/remove", {"version": 5})
        assert gone.status_code == 200
        assert keeper.client.get(proposal).get_json()["comments"] == []
        (item,) = keeper.client.get(f"{group}/bin").get_json()["items"]
        back = keeper.post(f"{group}/bin/comment/{item['id']}/restore", {"version": 6})
        assert back.status_code == 200
        assert keeper.client.get(proposal).get_json()["comments"] == [comment]


class TestPurge:
    def test_the_server_erases_what_lay_there_for_its_time(self, app: Flask, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        start(keeper, group, "Ann", "Bob")
        keeper.get(f"{group}/delete").press("Move to trash")
        definition = '{"name": "Ours", "fields": [{"kind": "points", "key": "p", "label": "P"}]}'
        keeper.get("/scorecards").press("Import", {"text": definition})
        keeper.press("Move Ours to trash")
        now = datetime.now(UTC)
        for day in range(30):
            assert clear_up(app, now + day * DAY) == []
        assert len(clear_up(app, now + 31 * DAY)) == 2
        with app.app_context():
            for model in (Group, Game, Change, Scorecard):
                assert db.session.scalar(select(func.count(model.id))) == 0
        assert "The trash is empty" in keeper.get("/bin").text
        assert keeper.get(group).status == 404
