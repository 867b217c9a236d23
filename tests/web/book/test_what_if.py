"""What if: beside a proposal stands how the group's games would have ended."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask

from scorecard.database.db import db
from scorecard.models import Device
from scorecard.services.book import consent, house_rules
from scorecard.web.book import proposals
from tests.factories import Club
from tests.web.conftest import as_device
from tests.web.plain_browser import PlainBrowser

Options = dict[str, int]


def propose(app: Flask, before: Options, after: Options, notes: str = "") -> tuple[str, str, str]:
    """Play a game to 1,000 that Ann wins in round 3, Bob having 500 in round 2, and propose.

    Return the keeper's device, and the paths of the game and of the proposal.
    """
    with app.app_context():
        club = Club(db.session, "Ann", "Bob")
        club.season()
        table = club.start(options={"target": 1_000})
        for scores in ((300, 200), (100, 350), (700, 100)):
            table.play(*scores)
        club.end(table)
        of = house_rules.create(
            db.session, club.group, club.write(), "Cabin", "brownie_points", before
        )
        made = consent.propose(db.session, of, club.write(), after, notes, "why not")
        db.session.commit()
        device: Device = club.keeper
        path = f"/groups/{club.group.uid}/proposals/{made.uid}"
        return device.uid, f"/games/{table.game.uid}", path


def seen_by(browser: PlainBrowser, device: str) -> PlainBrowser:
    as_device(browser.client, device)
    return browser


def test_a_proposal_leads_to_what_would_have_been(
    app: Flask, phone: Callable[[], PlainBrowser]
) -> None:
    device, game, path = propose(app, {"target": 1_000}, {"target": 500})
    ann = seen_by(phone(), device).get(path).click("What if you had always played so?")
    assert "1 game of Brownie Points, counted again:" in ann.text
    assert "1 with another winner" in ann.text
    assert "2 rounds in all instead of 3" in ann.text
    assert "Bob instead of Ann, after 2 rounds instead of 3" in ann.text
    assert "Spring: led by Bob instead of Ann" in ann.text
    assert "you would have played differently" in ann.text
    assert game in ann.response.get_data(as_text=True)


def test_a_game_that_would_not_be_over_has_no_winner(
    app: Flask, phone: Callable[[], PlainBrowser]
) -> None:
    device, _game, path = propose(app, {"target": 1_000}, {"target": 2_000})
    text = seen_by(phone(), device).get(f"{path}/what-if").text
    assert "1 not over yet: nobody knows who wins" in text
    assert "instead of" not in text


def test_a_proposal_of_notes_has_no_what_if(app: Flask, phone: Callable[[], PlainBrowser]) -> None:
    device, _game, path = propose(app, {"target": 1_000}, {"target": 1_000}, "No phones.")
    ann = seen_by(phone(), device).get(path)
    assert "What if" not in ann.text
    assert "This changes nothing about your scores." in ann.get(f"{path}/what-if").text


def test_without_an_ended_game_nothing_stands_beside_the_proposal(
    app: Flask, phone: Callable[[], PlainBrowser]
) -> None:
    with app.app_context():
        club = Club(db.session, "Ann", "Bob")
        of = house_rules.create(db.session, club.group, club.write(), "Cabin", "cucumber", {})
        made = consent.propose(db.session, of, club.write(), {"limit": 25}, "", "why not")
        db.session.commit()
        device, path = club.keeper.uid, f"/groups/{club.group.uid}/proposals/{made.uid}"
    ann = seen_by(phone(), device).get(f"{path}/what-if")
    beside = ann.response.get_data(as_text=True).partition("<section data-what-if>")[2]
    assert beside.partition("</section>")[0].strip() == ""
    assert "You have no ended game of Cucumber yet." in ann.text
    assert "<q>why not</q>" in ann.get(path).response.get_data(as_text=True)


def test_what_was_counted_is_kept_until_the_group_changes(
    app: Flask, phone: Callable[[], PlainBrowser]
) -> None:
    device, _game, path = propose(app, {"target": 1_000}, {"target": 500})
    ann = seen_by(phone(), device)
    uid = path.rpartition("/")[2]

    def counted() -> object:
        ann.get(f"{path}/what-if")
        return proposals._counted._items[uid][1]

    first = counted()
    assert counted() is first
    ann.get(path).press("Send", {"text": "Hm."})
    assert counted() is not first


def test_programs_read_it(app: Flask, phone: Callable[[], PlainBrowser]) -> None:
    device, game, path = propose(app, {"target": 1_000}, {"target": 500})
    client = seen_by(phone(), device).client
    answer = client.get(f"/api/v1{path}/what-if").json
    assert answer
    assert (answer["games"], answer["counted"], answer["is_whole"]) == (1, 1, True)
    (example,) = answer["examples"]
    assert f"/games/{example['game']}" == game
    assert example["before"] == {"winners": ["Ann"], "rounds": 3}
    assert example["after"] == {"winners": ["Bob"], "rounds": 2}
    (season,) = answer["seasons"]
    assert (season["before"], season["after"]) == (["Ann"], ["Bob"])
