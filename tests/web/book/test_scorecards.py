"""Making a scorecard of one's own with plain forms, and playing on it."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorecard.database.db import db
from scorecard.models import Scorecard, ScorecardVersion
from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.games.own_scorecard.definition_reader import read_definition
from scorecard.rules.games.own_scorecard.definitions import MOST_FIELDS, to_json
from scorecard.rules.games.own_scorecard.ready_made import READY_MADE
from scorecard.rules.sheet import rules_for
from scorecard.services.groups import access
from scorecard.services.limits import codes
from tests.web.conftest import group_of
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]

BOULES = {
    "name": "Boules",
    "fields-0-kind": "points",
    "fields-0-label": "Balls nearer",
    "fields-0-worth": "2",
    "ends_when": "total",
    "ends_at": "13",
}


def make(phone: PlainBrowser, **typed: str) -> PlainBrowser:
    return phone.get("/scorecards").click("Make your own").press("Save", {**BOULES, **typed})


def test_one_tap_leads_from_a_group_s_new_game_to_a_scorecard_for_it(phone: Phones) -> None:
    ann = phone()
    uid = group_of(ann.client, "Ann", "Bob", name="Thursday")
    ann.get(f"/games/new?group={uid}").click("Make your own")
    assert "What do you enter each round?" in ann.text
    made = ann.client.post(f"/scorecards/new?group={uid}", data=BOULES)
    assert ann.get(made.location).click("Play it").field("group") == uid
    made_for = f"/scorecards?group={uid}"
    assert ("Other games", made_for) in ann.get(made.location).page.links
    assert ("Other games", made_for) in ann.get(f"/scorecards/ready/spades?group={uid}").page.links


def test_a_ruling_is_saved_in_house_rules_named_after_a_game_from_right_to_left(
    phone: Phones,
) -> None:
    ann = phone()
    uid = group_of(ann.client, "Ann", "Bob")
    made = ann.client.post(f"/scorecards/new?group={uid}", data={**BOULES, "name": "טאקי"})
    ann.get(made.location).click("Play it").press("Start", {"player": ["Ann", "Bob"], "me": "0"})
    ann.get(f"{ann.url}/rulings")
    assert ann.field("name") == "Our טאקי"
    ann.press("Save ruling", {"situation": "שרה?", "decision": "No."})
    ann.click("Make it a note…")
    assert (ann.field("reason") or "").endswith(": שרה?")


def test_a_scorecard_is_made_played_changed_and_played_again(phone: Phones) -> None:
    keeper = make(phone())
    assert "Boules version 1" in keeper.text
    own = keeper.url
    keeper.click("Play it")
    assert "Boules" in keeper.text
    keeper.press("Start", {"player": ["Ann", "Bob"], "me": "0"})
    table = keeper.url
    assert "Boules" in keeper.text
    keeper.get(f"{table}/rounds/1/all").press(
        "Save", {"s1-balls_nearer": "7", "s2-balls_nearer": "1"}
    )
    assert "Ann wins" in keeper.text
    keeper.get(own).click("Change").press("Save", {"ends_at": "21"})
    assert "version 2" in keeper.text
    keeper.get(table)
    assert "Ann wins" in keeper.text
    keeper.get(own).click("Version 1")
    assert "Boules version 1" in keeper.text
    keeper.get(f"{table}/rules")
    assert "Boules" in keeper.text


def test_settings_that_stand_say_nothing_of_the_definition_itself(phone: Phones) -> None:
    keeper = make(phone()).click("Play it")
    table = keeper.press("Start", {"player": ["Ann", "Bob"]}).url
    keeper.get(f"{table}/rounds/1/all").press(
        "Save", {"s1-balls_nearer": "1", "s2-balls_nearer": "2"}
    )
    keeper.get(f"{table}/settings")
    assert keeper.status == 200
    assert "Rules are fixed after round 1" in keeper.text
    assert "{" not in keeper.text


def test_what_cannot_be_is_said_beside_its_field_and_the_form_kept(phone: Phones) -> None:
    keeper = make(phone(), **{"fields-0-worth": "lots"})
    assert keeper.status == 422
    assert "worth" in keeper.text
    assert keeper.field("fields-0-worth") == "lots"
    assert keeper.field("name") == "Boules"
    html = keeper.response.get_data(as_text=True)
    assert html.count('aria-invalid="true"') == 1
    assert html.count('class="field-error"') == 1
    assert 'class="problem"' not in html
    assert "fields-1-kind" not in html
    assert '<details class="more">' in html


def test_no_box_takes_more_than_a_scorecard_does(phone: Phones) -> None:
    html = phone().get("/scorecards/new").response.get_data(as_text=True)
    for name, longest in (
        ("name", definitions.LONGEST_NAME),
        ("fields-0-label", definitions.LONGEST_LABEL),
        ("fields-0-hint", definitions.LONGEST_HINT),
        ("fields-0-number", definitions.LONGEST_LABEL),
        ("fields-0-plus", definitions.LONGEST_LABEL),
        ("ends_field", definitions.LONGEST_LABEL),
        ("round_word", definitions.LONGEST_ROUND_WORD),
        ("source", definitions.LONGEST_SOURCE),
    ):
        (box,) = re.findall(rf'<input[^>]* name="{name}"[^>]*>', html)
        assert f'maxlength="{longest}"' in box, name


def test_a_field_without_a_name_is_called_as_the_form_calls_it(phone: Phones) -> None:
    keeper = make(phone(), **{"fields-0-label": " "})
    assert keeper.status == 422
    html = keeper.response.get_data(as_text=True)
    assert '<b aria-hidden="true">Field 1</b>' in html
    assert 'id="fields-0-label-error">Field 1 has no name.</p>' in html


def test_what_is_beside_no_field_is_said_above_them(phone: Phones) -> None:
    keeper = make(phone(), **{"fields-0-kind": ""})
    assert keeper.status == 422
    assert "The scorecard must have 1 to 24 fields, not 0." in keeper.text


def test_a_name_is_enough_for_points_that_are_typed(phone: Phones) -> None:
    keeper = phone().get("/scorecards/new").press("Save", {"name": "Quoits"})
    assert keeper.status == 200
    table = keeper.click("Play it").press("Start", {"player": ["Ann", "Bob"]}).url
    assert "Points" in keeper.get(f"{table}/rounds/1/all").text


def test_a_highest_number_that_nobody_set_is_blank_when_it_is_changed(phone: Phones) -> None:
    assert make(phone()).click("Change").field("fields-0-most") == ""
    assert make(phone(), **{"fields-0-most": "13"}).click("Change").field("fields-0-most") == "13"


def test_more_fields_keep_what_was_typed(phone: Phones) -> None:
    keeper = phone().get("/scorecards/new").press("One more field", {"name": "Quoits"})
    assert keeper.field("name") == "Quoits"
    assert "fields-1-kind" in keeper.response.get_data(as_text=True)


def test_it_is_said_how_many_fields_there_can_be(phone: Phones) -> None:
    keeper = phone().get("/scorecards/new")
    for _ in range(MOST_FIELDS - 1):
        keeper.press("One more field")
    assert f"fields-{MOST_FIELDS - 1}-kind" in keeper.response.get_data(as_text=True)
    assert f"A scorecard has up to {MOST_FIELDS} fields." in keeper.text
    assert "One more field" not in keeper.text


@pytest.mark.parametrize(
    ("typed", "worked"),
    [
        ({"kind": "points", "worth": "2"}, "7 → +14"),
        ({"kind": "points", "worth": "-1"}, "7 → −7"),
        ({"kind": "cards", "cards": "Ace = -15"}, "2 × Ace → −30"),
        ({"kind": "cards", "cards": "Ace"}, ""),
        ({"kind": "tick", "worth": "5"}, "Ticked → +5"),
        ({"kind": "went_out"}, "Who it was → 0"),
        (
            {"kind": "bid", "is_exact": "y", "made_per_bid": "10", "made": "20", "per_over": "-10"},
            "Bid 2: made 2 → +40, made 3 → −10, made 1 → 0",
        ),
        ({"worth": "5"}, ""),
    ],
)
def test_a_field_says_by_an_example_what_it_scores(
    client: FlaskClient, typed: dict[str, str], worked: str
) -> None:
    form = {f"fields-0-{name}": value for name, value in typed.items()}
    answer = client.post("/scorecards/examples", data=form)
    assert answer.get_json() == {"fields-0": worked}


@pytest.mark.parametrize("key", READY_MADE)
def test_a_ready_made_one_has_a_line_and_a_page(phone: Phones, key: str) -> None:
    keeper = phone().get("/scorecards")
    rules = rules_for("own_scorecard", {"scorecard": to_json(READY_MADE[key])})
    assert f"{rules.players} · {rules.aim}" in keeper.text
    keeper.click(READY_MADE[key].name)
    for paragraph in rules.how_to_score:
        assert " ".join(paragraph.split()) in keeper.text
    keeper.click("Play it")
    assert READY_MADE[key].name in keeper.text


def test_no_other_is_ready_made(phone: Phones) -> None:
    assert phone().get("/scorecards/ready/quoits").status == 404


def test_cards_bids_ticks_and_going_out_are_read(phone: Phones) -> None:
    keeper = phone().get("/scorecards/new")
    keeper.press(
        "Save",
        {
            "name": "Everything",
            "fields-0-kind": "cards",
            "fields-0-label": "Cards",
            "fields-0-cards": "Ace = 20 x 8\nJoker = -50",
        },
    )
    assert keeper.status == 200, keeper.text
    keeper.click("Change").press(
        "Save",
        {
            "fields-1-kind": "bid",
            "fields-1-label": "Tricks",
            "fields-1-made_per_bid": "10",
            "fields-1-is_exact": "y",
        },
    )
    keeper.click("Change").press(
        "Save", {"fields-2-kind": "went_out", "fields-2-label": "Out", "fields-2-worth": "25"}
    )
    keeper.click("Export")
    exported = json.loads(keeper.response.data)
    kinds = [(part["kind"], part["key"]) for part in exported["fields"]]
    assert kinds == [("cards", "cards"), ("bid", "tricks"), ("went_out", "out")]
    assert exported["fields"][0]["cards"][0]["in_deck"] == 8
    assert exported["fields"][0]["cards"][1]["worth"] == -50
    assert exported["fields"][1]["is_exact"] is True


def test_that_a_blank_is_0_is_ticked_exported_and_imported(phone: Phones) -> None:
    keeper = make(phone(), **{"fields-0-is_optional": "y"})
    assert "Balls nearer: 2 points each; left blank, it is 0." in keeper.text
    exported = keeper.click("Export").response.get_data(as_text=True)
    assert json.loads(exported)["fields"][0]["is_optional"] is True
    other = phone().get("/scorecards").press("Import", {"text": exported}).click("Change")
    assert other.field("fields-0-is_optional") == "y"
    other.press("Save", {"fields-0-is_optional": []}).click("Export")
    assert "is_optional" not in json.loads(other.response.data)["fields"][0]


@pytest.mark.parametrize("key", READY_MADE)
def test_a_ready_made_one_can_be_copied_unchanged(phone: Phones, key: str) -> None:
    keeper = phone().get(f"/scorecards/new?from={key}").press("Save")
    assert keeper.status == 200, keeper.text
    keeper.click("Export")
    exported = json.loads(keeper.response.data)
    original = PlainBrowser(keeper.client).get(f"/games/new/own_scorecard?scorecard={key}")
    assert exported == json.loads(original.field("scorecard") or "")


def test_what_was_exported_can_be_imported_elsewhere(phone: Phones, client: FlaskClient) -> None:
    exported = make(phone()).click("Export").response.data
    taken = client.post(
        "/scorecards/import",
        data={"file": (io.BytesIO(exported), "boules.json")},
        content_type="multipart/form-data",
    )
    assert taken.status_code == 303
    again = client.get(f"{taken.location}/export")
    assert again.data == exported


@pytest.mark.parametrize(("name", "called"), [("Boules à deux", "boules-a-deux"), ("ブール", "")])
def test_an_exported_file_is_called_by_the_scorecard_s_name(
    phone: Phones, name: str, called: str
) -> None:
    keeper = make(phone(), name=name)
    called = called or keeper.url.rpartition("/")[2]
    sent = keeper.click("Export").response.headers["Content-Disposition"]
    assert sent == f'attachment; filename="scorecard-{called}.json"'


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"name": "x"}', '{"name": 1}', "\x00"])
def test_what_is_no_scorecard_is_not_imported(phone: Phones, text: str) -> None:
    other = phone().get("/scorecards").press("Import", {"text": text})
    assert other.status == 422


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda file: file.decode().encode("utf-16"), "This file is written in UTF-16."),
        (lambda file: file[: len(file) // 2], "The file ends in the middle"),
        (lambda file: b"\xef\xbb\xbf" + file, ""),
    ],
)
def test_a_file_that_was_spoilt_on_its_way_says_how(
    phone: Phones, client: FlaskClient, spoil: Callable[[bytes], bytes], sentence: str
) -> None:
    spoilt = spoil(make(phone()).click("Export").response.data)
    taken = client.post(
        "/scorecards/import",
        data={"file": (io.BytesIO(spoilt), "boules.json")},
        content_type="multipart/form-data",
    )
    assert taken.status_code == (422 if sentence else 303)
    assert sentence in taken.text


def test_only_the_phone_that_made_it_changes_it(phone: Phones) -> None:
    maker = make(phone())
    own = maker.url
    assert [
        text for text, _href in maker.page.links if text in ("Change", "Copy", "Customize")
    ] == ["Change", "Copy"]
    stranger = phone().get(own)
    assert "Boules" in stranger.text
    assert "Change" not in [text for text, _href in stranger.page.links]
    assert stranger.get(f"{own}/edit").status == 403
    stranger.get(own).click("Customize").press("Save", {"name": "Bocce"})
    assert "Bocce version 1" in stranger.text


def test_a_form_that_was_open_for_long_asks_before_it_covers_another_change(phone: Phones) -> None:
    keeper = make(phone())
    own = keeper.url
    keeper.click("Change")
    elsewhere = PlainBrowser(keeper.client).get(f"{own}/edit")
    elsewhere.press("Save", {"ends_at": "21"})
    keeper.press("Save", {"ends_at": "15"})
    assert keeper.status == 409
    assert "version 2 is there now" in keeper.text
    assert keeper.field("ends_at") == "15"
    keeper.press("Save")
    assert "version 3" in keeper.text


def test_deleted_and_taken_out_twice_by_the_same_tap_it_is_done_once(phone: Phones) -> None:
    keeper = make(phone())
    own = keeper.url
    for address in (f"{own}/delete", own.replace("/scorecards/", "/bin/scorecards/") + "/restore"):
        form = {"key": f"a tap on {address}"}
        answers = [keeper.client.post(address, data=form) for _twice in "12"]
        assert [answer.status_code for answer in answers] == [303, 303]
        assert ("Boules" in keeper.get("/scorecards").text) is address.endswith("restore")


def test_an_old_one_whose_name_is_taken_begins_no_game(phone: Phones, app: Flask) -> None:
    ann = phone().get("/scorecards")
    uid, at = codes.new_uid(), datetime.now(UTC)
    with ann.client.session_transaction() as cookie, app.app_context():
        device = access.new_device(db.session, at, cookie["device"])
        points = {"kind": "points", "key": "points", "label": "Points"}
        definition = to_json(read_definition({"name": "pay me", "fields": [points]}))
        version = ScorecardVersion(number=1, definition=definition, at=at)
        own = Scorecard(uid=uid, device_id=device.id, created_at=at, versions=[version])
        db.session.add(own)
        db.session.commit()
    ann.get(f"/games/new/own_scorecard?scorecard={uid}").press("Start", {"player": ["Ann", "Bob"]})
    assert "Pay Me is on the shelf already. Give yours another name." in ann.text


def test_what_its_cards_are_worth_is_a_table_with_a_caption(phone: Phones) -> None:
    page = phone().get("/scorecards/ready/ten_phases").response.get_data(as_text=True)
    table = page[page.index('<table class="values">') : page.index("</table>")]
    assert "What counts how much</caption>" in table
    assert "Wild</th><td>25</td>" in table
