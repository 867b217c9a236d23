"""In and out on the web: downloads, uploads with a look before, and who may."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from scorecard.database.db import Model
from scorecard.models import Game, Group
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.groups import groups
from scorecard.services.seasons import season_plans, seasons
from scorecard.web.http import budget
from tests.factories import EVENING, Club, Table
from tests.rich_group import rich_group
from tests.web.conftest import NOON, as_device
from tests.web.plain_browser import PlainBrowser

pytestmark = pytest.mark.usefixtures("at_noon")
LIST = "2025-05-03,Skat,Ann,40\n2025-05-03,Skat,Bob,-40\n"


@pytest.fixture
def keeper(phone: Callable[[], PlainBrowser]) -> PlainBrowser:
    browser = phone().get("/groups/new")
    return browser.press("Create group", {"name": "Thursday: cards & más", "time_zone": "UTC"})


@pytest.fixture
def member(app: Flask, keeper: PlainBrowser, phone: Callable[[], PlainBrowser]) -> PlainBrowser:
    token = groups.link_token(group_of(app), ["a test's secret key"])
    return phone().get(f"/groups/join/{token}").press("Just watch")


def group_of(app: Flask) -> Group:
    from scorecard.database.db import db

    with app.app_context():
        group = db.session.scalars(select(Group)).one()
        db.session.expunge(group)
        return group


def in_database(app: Flask, work: Callable[[Session], Any]) -> Any:
    """Do something with the database between two requests."""
    from scorecard.database.db import db

    with app.app_context():
        return work(db.session)


def game_count(session: Session) -> int:
    return len(session.scalars(select(Game)).all())


def found_group(browser: PlainBrowser, name: str = "Ours") -> str:
    """Found a group, and return its address."""
    browser.get("/groups/new").press("Create group", {"name": name})
    return "/".join(browser.url.split("/")[:3])


def upload(
    client: FlaskClient, url: str, data: bytes, name: str = "file.json", **more: str
) -> TestResponse:
    # Put together here: the test client leaves a temporary file of a large one open.
    head = f'--cut\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    fields = [
        f'\r\n--cut\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}'
        for field, value in more.items()
    ]
    body = head.encode() + data + "".join(fields).encode() + b"\r\n--cut--\r\n"
    return client.post(url, data=body, content_type="multipart/form-data; boundary=cut")


def elsewhere_exported(session: Session, kind: str = "group") -> bytes:
    """Return a file of a group, with the uids of another server."""
    club = Club(session, "Ann", "Bob")
    season = club.season()
    plan = season_plans.Plan(season.name, season.starts_on, least_games=2)
    seasons.change(session, season, club.write(), plan)
    table = club.play(Ann=500, Bob=300)
    document = {
        "group": lambda: exports.of_group(session, club.group, EVENING),
        "season": lambda: exports.of_season(session, season, EVENING),
        "game": lambda: exports.of_game(session, table.game, EVENING),
    }[kind]()
    text = file_format.write(document)
    for number, uid in enumerate(
        [club.group.uid, season.uid, table.game.uid, *(p.uid for p in club.players.values())]
    ):
        text = text.replace(uid, f"elsewhere-{number}")
    return text.encode()


class TestDownloads:
    def test_a_group_a_season_and_a_game(self, app: Flask, keeper: PlainBrowser) -> None:
        uid = group_of(app).uid
        keeper.get(f"/groups/{uid}/import").press("Preview", {"text": LIST}).press("Import")
        assert keeper.status == 200
        response = keeper.client.get(f"/groups/{uid}/export.json")
        document = response.get_json()
        assert document["kind"] == "group"
        assert response.headers["Content-Disposition"] == (
            f'attachment; filename="scorecard-thursday-cards-mas-{NOON:%Y-%m-%d}.json"'
        )
        csv = keeper.client.get(f"/groups/{uid}/export.csv")
        assert csv.mimetype == "text/csv"
        assert csv.get_data().startswith(b"\xef\xbb\xbfgroup,game_id,")
        game = document["games"][0]["uid"]
        assert keeper.client.get(f"/games/{game}/export.json").get_json()["kind"] == "game"
        assert keeper.client.get(f"/games/{game}/export.csv").get_data().count(b"\r\n") == 3

    def test_a_season_has_both(self, app: Flask, client: FlaskClient) -> None:
        def prepare(session: Session) -> tuple[str, str, str]:
            club = rich_group(session)
            found = exports.of_group(session, club.group, EVENING)["seasons"][1]["uid"]
            for game in groups.games_of(session, club.group):
                game.is_blind = False
            session.commit()
            return club.keeper.uid, club.group.uid, found

        phone, group, found = in_database(app, prepare)
        as_device(client, phone)
        base = f"/groups/{group}/seasons/{found}/export"
        response = client.get(f"{base}.json")
        assert response.get_json()["season"]["uid"] == found
        assert "summer-2nd" in response.headers["Content-Disposition"]
        begun = {
            "": b"\xef\xbb\xbfgroup,game_id,card_game,",
            "?part=standings": b"\xef\xbb\xbfgroup,season,season_id,rank,player,",
            "?part=awards&separator=semicolon": b"\xef\xbb\xbfgroup;season;season_id;game_id;",
        }
        for query, start in begun.items():
            assert client.get(f"{base}.csv{query}").get_data().startswith(start)
        awards = client.get(f"{base}.csv?part=awards").headers["Content-Disposition"]
        assert awards.endswith(f'-summer-2nd-awards-{NOON:%Y-%m-%d}.csv"')
        for query in ("part=rounds", "separator=tab"):
            assert client.get(f"{base}.csv?{query}").status_code == 422
        for path in ("export.json", "export.csv", "files"):
            assert client.get(f"/groups/{group}/seasons/nosuchone1/{path}").status_code == 404

    def test_the_season_s_page_leads_to_its_files(self, app: Flask, keeper: PlainBrowser) -> None:
        uid = group_of(app).uid
        keeper.get(f"/groups/{uid}/seasons/new").press(
            "Start", {"name": "All of it", "starts_on": "2025-01-01"}
        )
        keeper.get(f"/groups/{uid}/import").press("Preview", {"text": LIST}).press("Import")
        page = keeper.click("Export")
        text = page.press("Standings CSV").text
        assert "Ann" in text
        assert "season_id" in text

    def test_what_is_counted_in_secret_is_not_told(self, app: Flask, client: FlaskClient) -> None:
        def prepare(session: Session) -> tuple[str, str]:
            table = Table(session, "Ann", "Bob", is_blind=True)
            table.enter(1, {1: {"score": 50}})
            return table.keeper.uid, table.game.uid

        phone, game = in_database(app, prepare)
        as_device(client, phone)
        response = client.get(f"/games/{game}/export.json")
        assert response.status_code == 409
        assert "hidden scores" in response.get_data(as_text=True)
        assert b",50," not in client.get(f"/games/{game}/export.csv").get_data()


class TestWhoMay:
    def test_members_take_out_and_keepers_take_in(
        self, app: Flask, keeper: PlainBrowser, member: PlainBrowser, client: FlaskClient
    ) -> None:
        uid = group_of(app).uid
        for ending in ("files", "export.json", "export.csv"):
            assert keeper.client.get(f"/groups/{uid}/{ending}").status_code == 200
            assert member.client.get(f"/groups/{uid}/{ending}").status_code == 200
            assert client.get(f"/groups/{uid}/{ending}").status_code == 404
        assert member.client.get(f"/groups/{uid}/import").status_code == 403
        assert member.client.post(f"/groups/{uid}/import", data={"text": LIST}).status_code == 403
        assert client.post(f"/groups/{uid}/import", data={"text": LIST}).status_code == 404
        assert "Import into" in keeper.get(f"/groups/{uid}/files").text
        assert "A scorekeeper can import" in member.get(f"/groups/{uid}/files").text


class TestLists:
    def test_a_list_is_looked_at_changed_and_imported(
        self, app: Flask, keeper: PlainBrowser
    ) -> None:
        uid = group_of(app).uid
        keeper.get(f"/groups/{uid}/import")
        keeper.press("Preview", {"text": LIST + "31/02,Skat,Cy,5\n"})
        assert keeper.status == 200
        assert "Lines 1–2 Skat on 3 May 2025: Ann 40, Bob −40; Ann wins" in keeper.text
        assert "write it as 2025-02-28" in keeper.text
        assert keeper.field("text") == LIST + "31/02,Skat,Cy,5\n", "what was typed stays"
        assert "Import" not in [button.text for button in keeper.page.buttons]
        keeper.press("Look again", {"text": LIST}).press("Import")
        assert keeper.url.startswith(f"/groups/{uid}/files")
        assert "Imported: 2 players and 1 past game" in keeper.text
        keeper.get(f"/groups/{uid}/import").press("Preview", {"text": LIST})
        assert "Everything is here already" in keeper.text

    def test_an_import_is_undone_with_one_button(
        self, app: Flask, keeper: PlainBrowser, member: PlainBrowser
    ) -> None:
        files = f"/groups/{group_of(app).uid}/files"
        assert "Undo this import" not in keeper.get(files).text
        keeper.get(files.replace("files", "import")).press("Preview", {"text": LIST})
        keeper.press("Import")
        assert "Undo this import" not in member.get(files).text
        assert re.search(r"Imported: .*1 past game", keeper.get(files).text)
        late = group_of(app).version
        keeper.press("Undo this import")
        assert keeper.url == files.replace("files", "history")
        assert re.search(r"Import undone: .*1 game", keeper.text)
        assert "Undo this import" not in keeper.get(files).text
        response = keeper.client.post(
            files.replace("files", f"imports/{late}/undo"), data={"version": str(late)}
        )
        assert response.status_code == 409
        assert "This import is undone already." in response.get_data(as_text=True)

    def test_the_undo_of_an_import_sent_twice_is_done_once(
        self, app: Flask, keeper: PlainBrowser
    ) -> None:
        group = group_of(app)
        data = {"text": LIST, "import": "yes", "version": str(group.version)}
        keeper.client.post(f"/groups/{group.uid}/import", data=data)
        number = group_of(app).version
        data = {"version": str(number), "key": "k" * 16}
        for _time in range(2):
            url = f"/groups/{group.uid}/imports/{number}/undo"
            assert keeper.client.post(url, data=data).status_code == 303

    def test_a_bad_list_is_not_imported_whatever_is_sent(
        self, app: Flask, keeper: PlainBrowser
    ) -> None:
        group = group_of(app)
        data = {"text": LIST + "x,y,z,1", "import": "yes", "version": str(group.version)}
        response = keeper.client.post(f"/groups/{group.uid}/import", data=data)
        assert response.status_code == 422
        assert group_of(app).version == group.version

    def test_what_was_seen_before_the_group_changed_is_looked_at_again(
        self, app: Flask, keeper: PlainBrowser
    ) -> None:
        group = group_of(app)
        data = {"text": LIST, "import": "yes", "version": str(group.version - 1)}
        response = keeper.client.post(f"/groups/{group.uid}/import", data=data)
        assert response.status_code == 409
        assert "Look again" in response.get_data(as_text=True)
        assert in_database(app, game_count) == 0

    def test_the_same_form_twice_is_done_once(self, app: Flask, keeper: PlainBrowser) -> None:
        group = group_of(app)
        data = {"text": LIST, "import": "yes", "version": str(group.version), "key": "k" * 16}
        for _time in range(2):
            response = keeper.client.post(f"/groups/{group.uid}/import", data=data)
            assert response.status_code == 303
        assert in_database(app, game_count) == 1

    def test_a_file_becomes_text_that_can_be_changed(
        self, app: Flask, keeper: PlainBrowser
    ) -> None:
        url = f"/groups/{group_of(app).uid}/import"
        data = "\ufeff" + LIST.replace("Bob", "Zoë").replace(",", ";")
        html = upload(keeper.client, url, data.encode(), "old.csv").get_data(as_text=True)
        assert "2025-05-03;Skat;Zoë;-40" in html
        assert "Ann 40, Zoë −40" in html

    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            (b"PK\x03\x04\x14\x00", "This is a spreadsheet’s own file."),
            (b"Ann\xff\x00", "This file is no text."),
            (b"\xff\xfeA", "This file is no text."),
            (b"Bob\x01", "control characters"),
            (b"", "This file is empty."),
        ],
    )
    def test_a_file_that_cannot_be_read(
        self, app: Flask, keeper: PlainBrowser, data: bytes, sentence: str
    ) -> None:
        url = f"/groups/{group_of(app).uid}/import"
        response = upload(keeper.client, url, data, "old.csv", text="")
        assert response.status_code in (200, 422)
        assert sentence in response.get_data(as_text=True)

    def test_a_file_in_another_encoding_is_asked_about(
        self, app: Flask, keeper: PlainBrowser
    ) -> None:
        url = f"/groups/{group_of(app).uid}/import"
        data = "name\nZoë\n".encode("cp1252")
        html = upload(keeper.client, url, data, "old.csv", text="").get_data(as_text=True)
        assert "Read as Windows-1252, line 2 says “Zoë”." in html
        assert "<textarea" in html
        assert "joins the roster" not in html

    def test_utf_16_says_what_it_is(self, app: Flask, keeper: PlainBrowser) -> None:
        url = f"/groups/{group_of(app).uid}/import"
        data = "name\nZoë\n".encode("utf-16")
        html = upload(keeper.client, url, data, "old.csv", text="").get_data(as_text=True)
        assert "Zoë joins the roster." in html

    @pytest.mark.parametrize(
        ("answer", "name"),
        [("Correct them all", "Zoë"), ("Leave them as they are", "ZoÃ«")],
    )
    def test_a_name_that_looks_wrongly_read_is_asked_about(
        self, app: Flask, keeper: PlainBrowser, answer: str, name: str
    ) -> None:
        uid = group_of(app).uid
        keeper.get(f"/groups/{uid}/import").press("Preview", {"text": "name\nZoÃ«\n"})
        assert "“ZoÃ«” looks like “Zoë”, read in the wrong encoding." in keeper.text
        keeper.press(answer).press("Import")
        assert name in keeper.get(f"/groups/{uid}/players").text


class TestExportedFiles:
    def packed(self, response: TestResponse) -> str:
        found = re.search(r'name="packed" value="([^"]+)"', response.get_data(as_text=True))
        assert found, response.get_data(as_text=True)
        return found.group(1)

    def file(self, app: Flask, kind: str) -> bytes:
        """Return a file of another server, whose database is not this one."""

        def make(session: Session) -> bytes:
            data = elsewhere_exported(session, kind)
            session.expunge_all()
            for table in reversed(Model.metadata.sorted_tables):
                session.execute(delete(table))
            session.commit()
            return data

        found: bytes = in_database(app, make)
        return found

    def test_a_group_is_looked_at_and_imported(
        self, app: Flask, phone: Callable[[], PlainBrowser]
    ) -> None:
        data = self.file(app, "group")
        browser = phone().get("/groups/new").click("Import a group from a file")
        seen = upload(browser.client, browser.url, data)
        page = seen.get_data(as_text=True)
        assert "New: 2 players, 1 season and 1 game, into Thursday, a new group." in page
        assert 'name="look"' not in page, "the next tap imports it"
        form = {"packed": self.packed(seen), "key": "k" * 16}
        for _time in range(2):
            done = browser.client.post("/groups/import", data=form)
            assert done.headers["Location"] == "/groups/elsewhere-0"
        assert "Ann" in browser.get("/groups/elsewhere-0").text
        out = browser.client.get("/groups/elsewhere-0/export.json").get_json()
        assert {**out, "exported_at": ""} == {**json.loads(data), "exported_at": ""}
        again = upload(browser.client, "/groups/import", data)
        assert "Nothing is new" in again.get_data(as_text=True)
        assert "packed" not in again.get_data(as_text=True)
        stranger = upload(phone().client, "/groups/import", data)
        assert stranger.status_code == 403
        assert "join that group first" in stranger.get_data(as_text=True)

    def test_a_game_stands_by_itself_or_goes_into_a_group(
        self, app: Flask, phone: Callable[[], PlainBrowser]
    ) -> None:
        data = self.file(app, "game")
        alone = phone()
        seen = upload(alone.client, "/groups/import", data)
        done = alone.client.post("/groups/import", data={"packed": self.packed(seen)})
        assert done.headers["Location"] == "/games/elsewhere-2"
        assert alone.get("/games/elsewhere-2").status == 200
        data = data.replace(b"elsewhere-2", b"elsewhere-9")
        keeper = phone()
        group = found_group(keeper)
        url = f"{group}/import"
        seen = upload(keeper.client, url, data)
        assert "New: 2 players and 1 game, into Ours." in seen.get_data(as_text=True)
        done = keeper.client.post(url, data={"packed": self.packed(seen)})
        assert done.headers["Location"] == f"{group}/files#imported"

        def players(session: Session) -> list[str]:
            game = session.scalars(select(Game).where(Game.uid == "elsewhere-9")).one()
            return [seat.player.name for seat in game.seats if seat.player]

        assert in_database(app, players) == ["Ann", "Bob"]

    def test_a_season_goes_into_a_group(
        self, app: Flask, phone: Callable[[], PlainBrowser]
    ) -> None:
        data = self.file(app, "season")
        keeper = phone()
        group = found_group(keeper)
        seen = upload(keeper.client, f"{group}/import", data)
        keeper.client.post(f"{group}/import", data={"packed": self.packed(seen)})
        assert "Spring" in keeper.get(f"{group}/files").text

    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            (b"nonsense", "it is not JSON"),
            (b'{"format": "scorecard", "version": 9}', "made by a newer Scorecard"),
            (b'{"format": "scorecard", ', "ends in the middle"),
            (b"", "This file is empty."),
        ],
    )
    def test_what_cannot_be_read_is_said_beside_the_field(
        self, client: FlaskClient, data: bytes, sentence: str
    ) -> None:
        assert "Choose a file first" in upload(client, "/groups/import", data, name="").text
        response = upload(client, "/groups/import", data)
        assert response.status_code == 422
        assert sentence in response.text
        assert 'aria-describedby="file-error"' in response.text

    @pytest.mark.parametrize("packed", ["", "!", "AAAA", "eJwLSS0uAQAD3QGh", "x" * 1000])
    def test_a_packed_file_that_is_none(self, client: FlaskClient, packed: str) -> None:
        response = client.post("/groups/import", data={"packed": packed})
        assert response.status_code == 422

    def test_a_packed_file_that_would_burst_is_refused(self, client: FlaskClient) -> None:
        import zlib
        from base64 import b64encode

        bomb = b64encode(zlib.compress(b" " * (budget.LARGEST_FILE + 10))).decode()
        response = client.post("/groups/import", data={"packed": bomb})
        assert response.status_code == 422
        assert "t arrive whole" in response.get_data(as_text=True)


class TestSizes:
    def test_a_file_of_nearly_two_megabytes_is_read(
        self, client: FlaskClient, keeper: PlainBrowser
    ) -> None:
        for data, status in ((b" " * 1_900_000 + b"{}", 422), (b" " * 2_000_000 + b"{}", 413)):
            response = upload(keeper.client, "/groups/import", data)
            assert response.status_code == status
        assert "scorecard import FILE" in response.get_data(as_text=True)
        # A phone that is in no game and no group may send no more than half of that.
        for data, status in ((b" " * 1_000_000 + b"{}", 422), (b" " * 1_050_000 + b"{}", 413)):
            response = upload(client, "/groups/import", data)
            assert response.status_code == status
        assert "Without a game or group here" in response.get_data(as_text=True)

    def test_a_long_list_may_be_pasted(self, app: Flask, keeper: PlainBrowser) -> None:
        text = "name\n" + "".join(f"{'x' * 450} {line}\n" for line in range(1_999))
        url = f"/groups/{group_of(app).uid}/import"
        response = upload(keeper.client, url, b"", "", text=text)
        assert response.status_code == 200

    def test_a_longer_one_is_refused_and_not_lost(self, app: Flask, keeper: PlainBrowser) -> None:
        url = f"/groups/{group_of(app).uid}/import"
        for text, why in (
            ("x" * 1_000_001, "1,000,000 characters"),
            ("x\n" * 2_001, "2,000 lines"),
        ):
            response = upload(keeper.client, url, b"", "", text=text)
            assert response.status_code == 422
            html = response.get_data(as_text=True)
            assert why in html
            assert text in html

    def test_a_larger_one_names_the_limit_and_the_way_in(self, client: FlaskClient) -> None:
        response = upload(client, "/groups/import", b" " * 21_000_000)
        assert response.status_code == 413
        html = response.get_data(as_text=True)
        assert "2 MB" in html
        assert "scorecard import FILE" in html
        assert "Join a game" not in html

    def test_other_forms_keep_their_limit(self, client: FlaskClient) -> None:
        response = client.post("/groups/new", data={"name": "x" * 300_000})
        assert response.status_code == 413
        assert "up to 256 KB" in response.get_data(as_text=True)

    def test_a_form_has_so_many_fields(self, client: FlaskClient) -> None:
        response = client.post("/groups/new", data={"name": ["x"] * (budget.MOST_FIELDS + 1)})
        assert response.status_code == 413
        assert "up to 2,000 fields" in response.get_data(as_text=True)


def test_the_document_says_what_it_is(app: Flask, keeper: PlainBrowser) -> None:
    response = keeper.client.get(f"/groups/{group_of(app).uid}/export.json")
    assert response.mimetype == "application/json"
    assert json.loads(response.get_data())["format"] == "scorecard"
