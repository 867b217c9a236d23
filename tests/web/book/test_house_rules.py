"""The book of house rules with plain forms: written down, changed by consent, agreed to, shared."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from scorecard.database.db import db
from scorecard.models import HouseRules, HouseRulesVersion, Proposal
from scorecard.operating.housekeeping import count_votes
from scorecard.web.book import house_rules_words
from tests.web.conftest import group_of
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]
CABIN = {"name": "Cabin", "target": "12000", "notes": "- Deal **seven** cards\n- No phones"}


class Member:
    """Somebody of a group, with a phone."""

    def __init__(self, browser: PlainBrowser, group: str = "") -> None:
        self.browser = browser
        self.group = group
        self.rules = ""

    def found(self, *names: str) -> Member:
        self.group = f"/groups/{group_of(self.browser.client, *names)}"
        return self

    def join(self, keeper: Member) -> Member:
        html = keeper.browser.get(f"{keeper.group}/share").response.get_data(as_text=True)
        link = re.search(r'class="link whole".*?href="(?:http://[^/]+)?(/[^"]*)"', html)
        assert link
        self.browser.get(link.group(1)).press("Just watch")
        self.group, self.rules = keeper.group, keeper.rules
        return self

    def is_(self, *names: str) -> Member:
        browser = self.browser.get(f"{self.group}/me")
        if len(names) == 1:
            browser.press(*names)
        else:
            uids = [tap.value for tap in browser.page.buttons if tap.text.startswith(names)]
            browser.press("Continue", {"player": uids})
        return self

    def write(self, key: str = "brownie_points", start: str = "", **typed: str) -> PlainBrowser:
        self.browser.get(f"{self.group}/book/new/{key}?start={start}")
        self.browser.press("Save house rules", typed)
        if self.browser.status == 200:
            self.rules = self.browser.url
        return self.browser

    def read(self) -> PlainBrowser:
        return self.browser.get(self.rules)

    def propose(self, **typed: str) -> PlainBrowser:
        return self.read().click("Propose a change").press("Propose it", typed)

    def book(self) -> PlainBrowser:
        return self.browser.get(f"{self.group}/book")


@pytest.fixture
def ann(phone: Phones) -> Member:
    """Ann, who keeps a group with Bob, and has written down rules called Cabin."""
    keeper = Member(phone()).found("Ann", "Bob").is_("Ann")
    assert keeper.write(**CABIN).status == 200, keeper.browser.text
    return keeper


@pytest.fixture
def bob(phone: Phones, ann: Member) -> Member:
    return Member(phone()).join(ann).is_("Bob")


def html(browser: PlainBrowser) -> str:
    return browser.response.get_data(as_text=True)


class TestWriting:
    def test_the_book_of_a_new_group_says_what_it_is_for(self, phone: Phones) -> None:
        keeper = Member(phone()).found("Ann")
        keeper.browser.get(keeper.group).click("More").click("House rules")
        assert "rules that nobody wrote down" in keeper.browser.text
        keeper.browser.click("New house rules").click("Brownie Points")
        assert "House rules for Brownie Points" in keeper.browser.text

    def test_rules_stand_in_words_with_what_is_usual(self, ann: Member) -> None:
        text = ann.read().text
        assert "Target 12,000 (usually 15,000 or 10,000, by the number of players)" in text
        assert "The round in which somebody reaches this" in text
        assert "version 1" in text
        assert "<strong>seven</strong>" in html(ann.browser)
        assert "As usual: 9 more" in text

    def test_what_is_typed_like_the_usual_changes_nothing(self, ann: Member) -> None:
        ann.write(name="Plain", squirts_value="100", **{"values-10": "150"})
        assert "Nothing: all settings are as usual." in ann.browser.text

    def test_cards_are_told_one_by_one(self, ann: Member) -> None:
        ann.write(name="Dear", **{"values-10": "200"})
        assert "Card values 10 = 200 (usually 150)" in ann.browser.text

    def test_what_names_players_is_not_asked(self, ann: Member) -> None:
        ann.browser.get(f"{ann.group}/book/new/pitch")
        assert "teams" not in html(ann.browser)
        ann.browser.get(f"{ann.group}/book/new/farmer")
        assert 'name="first_farmer"' not in html(ann.browser)

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ({"name": "  "}, "A set of house rules needs a name."),
            ({"name": " ca BIN"}, "There are house rules called Cabin in Thursday already."),
            ({"name": "x" * 41}, "at most 40 characters"),
        ],
    )
    def test_a_name_that_cannot_be_is_said_beside_it(
        self, ann: Member, typed: dict[str, str], sentence: str
    ) -> None:
        ann.write(**{**CABIN, **typed, "notes": "keep me"})
        assert ann.browser.status == 422
        assert sentence in ann.browser.text
        assert 'id="name-error"' in html(ann.browser)
        assert html(ann.browser).count('aria-invalid="true"') == 1
        assert ann.browser.field("notes") == "keep me"
        assert ann.browser.field("target") == "12000"

    @pytest.mark.parametrize("target", ["200", "much", "-5"])
    def test_an_option_out_of_range_is_refused_and_kept(self, ann: Member, target: str) -> None:
        ann.write(name="Hut", target=target)
        assert ann.browser.status == 422
        assert ann.browser.text.count("from 500 to 100,000") == 1
        assert ann.browser.field("target") == target

    def test_notes_that_are_too_long_are_said_beside_them(self, ann: Member) -> None:
        ann.write(name="Hut", notes="x" * 20_001)
        assert "The notes cannot be longer than 20,000" in ann.browser.text
        assert 'id="notes-error"' in html(ann.browser)

    def test_a_scorecard_of_ones_own_can_have_house_rules(self, ann: Member) -> None:
        ann.browser.get(f"{ann.group}/book/new").click("Hearts").press(
            "Save house rules", {"name": "Soft hearts", "notes": "No passing."}
        )
        assert ann.browser.status == 200
        assert "Hearts · version 1" in ann.browser.text
        assert "Hearts" in ann.book().text

    def test_nobody_outside_the_group_reads_its_book(self, ann: Member, phone: Phones) -> None:
        stranger = phone()
        for url in (f"{ann.group}/book", ann.rules, f"{ann.rules}/export", f"{ann.rules}/print"):
            assert stranger.get(url).status == 404

    def test_the_form_of_new_ones_leads_back_to_the_book(self, ann: Member) -> None:
        page = ann.browser.get(f"{ann.group}/book/new/brownie_points")
        assert ("House rules", f"{ann.group}/book") in page.page.links
        assert "Games" not in [text for text, _href in page.page.links]


class TestReadyMade:
    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("2–4 players to 15,000", "Target 15,000"),
            ("Expansion night", "Deck With the expansion deck"),
            ("Quick game to 5,000", "Target 5,000"),
            ("Kind to children", "Knocked-out player’s hand Doesn’t count (usually still"),
        ],
    )
    def test_a_ready_made_set_is_a_start(self, ann: Member, name: str, words: str) -> None:
        ann.browser.get(f"{ann.group}/book/new/brownie_points").press(name)
        assert ann.browser.field("name") == name
        ann.browser.press("Save house rules")
        assert words in ann.browser.text
        assert f"Started from the ready-made “{name}”" in ann.browser.text

    def test_other_rules_of_the_group_are_a_start(self, ann: Member) -> None:
        ann.browser.get(f"{ann.group}/book/new/brownie_points").press("Cabin")
        assert ann.browser.field("target") == "12000"
        ann.browser.press("Save house rules", {"name": "Hut", "target": "9000"})
        assert "Copied from “Cabin”, version 1" in ann.browser.text

    def test_an_unknown_start_is_not_there(self, ann: Member) -> None:
        for start in ("ready:nothing", "set:unknown12345", "shared:unknown12345"):
            url = f"{ann.group}/book/new/brownie_points?start={start}"
            assert ann.browser.get(url).status == 404
        assert ann.browser.get(f"{ann.group}/book/new/chess").status == 404


class TestNotes:
    @pytest.mark.parametrize(
        "notes",
        [
            "<script>alert(1)</script>",
            "<b onclick=alert(1)>x</b><iframe src=//elsewhere.example>",
            "<div><div><img src=x onerror=alert(1)></div></div>",
            "![remote](https://elsewhere.example/x.png)",
            "![data](data:image/png;base64,AAAA)",
            "[here](javascript:alert(1))",
            "[here](data:text/html;base64,AAAA)",
            "<style>*{display:none}</style>",
        ],
    )
    def test_nothing_in_them_runs_or_comes_from_elsewhere(self, ann: Member, notes: str) -> None:
        ann.write(name="Wild", notes=f"Before\n\n{notes}\n\nAfter")
        main = html(ann.browser).split('class="notes"')[1].split('id="rulings"')[0]
        for bad in ("<script", "<iframe", "<img", "<style", "<b ", "<div><", "src=", "javascript:"):
            assert (
                bad not in main.replace("&lt;", "").replace("src=x", "").replace("src=//", "")
                or bad == "javascript:"
            ), (bad, main)
        assert not re.search(r'href="(?:javascript|data):', main)
        assert "<p>After</p>" in main

    def test_a_link_leads_away_quietly(self, ann: Member) -> None:
        ann.write(name="Linked", notes="[rules](https://elsewhere.example/r)")
        assert 'rel="nofollow noopener noreferrer"' in html(ann.browser)


class TestAgreement:
    def test_new_rules_are_agreed_to_with_one_tap(self, bob: Member) -> None:
        assert "Cabin is new to you" in bob.book().text
        bob.browser.press("I agree")
        assert bob.browser.url.endswith("/book")
        assert "new to you" not in bob.browser.text
        assert "2 of 2 agreed" in bob.browser.text

    def test_who_was_away_sees_exactly_what_changed(self, ann: Member, bob: Member) -> None:
        bob.read().press("I agree")
        ann.browser.get(f"{ann.group}/book/consent").press("Save", {"threshold": "keeper"})
        ann.read().click("Propose a change").press(
            "Save the change",
            {"target": "9000", "notes": "- Deal **eight** cards\n- No phones", "reason": "late"},
        )
        assert "version 2" in ann.browser.text
        text = bob.book().text
        assert "Cabin changed since you last agreed" in text
        assert "Target: 12,000 → is now 9,000" in text
        assert "Gone: Deal seven cards" in text
        assert "New: Deal eight cards" in text
        assert "<q>late</q>" in html(bob.browser)
        bob.browser.press("I agree")
        assert "changed since" not in bob.browser.text
        assert "2 of 2 agreed" in bob.browser.text

    def test_what_was_read_is_agreed_to_even_if_it_changed_meanwhile(
        self, ann: Member, bob: Member
    ) -> None:
        bob.read()
        ann.browser.get(f"{ann.group}/book/consent").press("Save", {"threshold": "keeper"})
        ann.read().click("Propose a change").press(
            "Save the change", {"target": "9000", "reason": "late"}
        )
        bob.browser.press("I agree")
        assert "Cabin changed since you last agreed" in bob.browser.text

    def test_a_keeper_agrees_for_those_without_a_phone(self, ann: Member) -> None:
        ann.read()
        uid = re.search(r'name="players" value="([^"]+)"><span><bdi>Bob', html(ann.browser))
        assert uid
        ann.browser.press("They agree", {"players": uid.group(1)})
        assert "Who agreed to version 1 A Ann B Bob" in ann.browser.text

    def test_nobody_agrees_for_somebody_with_a_phone(self, ann: Member, bob: Member) -> None:
        assert "They agree" not in html(ann.read())
        uid = bob.read().field("players")
        assert uid
        bob.write(name="Hut")
        ann.browser.get(bob.rules).press("I agree", {"players": uid})
        assert ann.browser.status == 403
        assert "Bob agrees on their own phone" in ann.browser.text

    def test_agreeing_names_somebody(self, ann: Member) -> None:
        ann.read().press("They agree")
        assert ann.browser.status == 422
        assert "Say who agrees." in ann.browser.text

    def test_two_on_one_phone_agree_together(self, ann: Member, phone: Phones) -> None:
        of_nobody = Member(phone()).join(ann)
        assert "Missing: Ann and Bob" in of_nobody.write(name="Hut").text
        ann.is_("Ann", "Bob")
        assert "Hut is new to Ann and Bob" in ann.book().text
        ann.browser.press("We agree")
        assert "2 of 2 agreed" in ann.browser.text


class TestConsent:
    def test_a_change_is_discussed_and_adopted_once_all_are_for_it(
        self, ann: Member, bob: Member
    ) -> None:
        ann.propose(target="9000", reason="shorter evenings")
        proposal = ann.browser.url
        assert "Target: 12,000 → is now 9,000" in ann.browser.text
        assert "Not voted yet Bob" in ann.browser.text
        assert "1 open proposal" in bob.book().text
        bob.browser.get(proposal).press("Send", {"text": "How short?"})
        assert "How short?" in bob.browser.text
        bob.browser.press("Yes")
        assert "Adopted" in bob.browser.text
        assert "version 2" in ann.read().text
        assert "Who agreed to version 2 A Ann B Bob" in ann.browser.text
        assert "shorter evenings" in ann.browser.text

    def test_one_against_it_turns_it_down(self, ann: Member, bob: Member) -> None:
        proposal = ann.propose(target="9000", reason="shorter").url
        bob.browser.get(proposal).press("No")
        assert "Turned down" in bob.browser.text
        assert "version 1" in ann.read().text

    def test_the_last_vote_counts_until_it_is_settled(self, ann: Member, bob: Member) -> None:
        proposal = ann.propose(target="9000", reason="shorter").url
        ann.browser.press("No")
        ann.browser.press("Yes")
        bob.browser.get(proposal).press("Either way")
        assert "Adopted" in bob.browser.text
        assert "Yes" not in [button.text for button in bob.browser.page.buttons]

    def test_voting_after_it_was_adopted_is_told(self, ann: Member, bob: Member) -> None:
        proposal = ann.propose(target="9000", reason="shorter").url
        late = Member(PlainBrowser(bob.browser.client), ann.group)
        late.browser.get(proposal)
        bob.browser.get(proposal).press("Yes")
        late.browser.press("No")
        assert late.browser.status == 409
        assert "This is adopted already" in late.browser.text

    def test_a_keeper_votes_for_those_without_a_phone(self, ann: Member) -> None:
        ann.propose(target="9000", reason="shorter")
        assert "Vote for those without a phone" in ann.browser.text
        bobs = [form for form in ann.browser.page.buttons if form.value == "yes"][1]
        form = ann.browser.forms[bobs.form]
        ann.browser._show(
            ann.browser.client.post(
                form.action, data=dict(form.fields) | {"choice": "yes"}, follow_redirects=True
            )
        )
        assert "Adopted" in ann.browser.text

    def test_a_proposal_is_withdrawn_by_who_made_it(self, ann: Member, bob: Member) -> None:
        proposal = bob.propose(target="9000", reason="shorter").url
        bob.browser.press("Withdraw this proposal")
        assert "Withdrawn" in bob.browser.text
        assert "Settled proposals (1)" in ann.read().text
        mine = ann.propose(target="8000", reason="shorter still").url
        bob.browser.get(mine)
        assert "Withdraw" not in [button.text for button in bob.browser.page.buttons]
        assert bob.browser.client.post(f"{mine}/withdraw").status_code == 403
        assert proposal != mine

    def test_after_the_deadline_the_votes_are_counted(
        self, app: Flask, ann: Member, bob: Member
    ) -> None:
        ann.browser.get(f"{ann.group}/book/consent").press("Save", {"deadline_days": "3"})
        assert "after 3 days, no answer" in ann.browser.text
        proposal = bob.propose(target="9000", reason="shorter").url
        assert "Vote until" in bob.browser.text
        with app.app_context():
            db.session.execute(update(Proposal).values(deadline=Proposal.at))
            db.session.commit()
        assert "Time is up" in bob.browser.get(proposal).text
        assert count_votes(app, datetime.now(UTC)) == 1
        assert "Adopted" in bob.browser.get(proposal).text
        note = "The deadline has passed: a change of Cabin was adopted"
        assert note in bob.browser.get(bob.group).text
        bob.browser.click("Read it")
        assert bob.browser.url == proposal
        assert note in bob.browser.get(f"{bob.group}/history?about=rules").text
        assert "by the server itself" in bob.browser.text

    def test_where_a_keeper_decides_the_others_propose(self, ann: Member, bob: Member) -> None:
        decided = {"threshold": "keeper", "deadline_days": "3"}
        ann.browser.get(f"{ann.group}/book/consent").press("Save", decided)
        assert "a scorekeeper’s OK" in ann.browser.text
        assert "silence" not in ann.browser.text
        proposal = bob.propose(target="9000", reason="shorter").url
        assert "Vote until" not in bob.browser.text
        assert "Adopted" not in bob.browser.text
        ann.browser.get(proposal).press("Yes")
        assert "Adopted" in ann.browser.text

    def test_a_keeper_who_does_not_play_decides_all_the_same(self, phone: Phones) -> None:
        keeper = Member(phone()).found("Ann")
        keeper.browser.get(f"{keeper.group}/book/consent").press("Save", {"threshold": "keeper"})
        keeper.write(**CABIN)
        keeper.read().click("Propose a change").press(
            "Save the change", {"target": "9000", "reason": "late"}
        )
        assert "version 2" in keeper.browser.text

    def test_alone_in_a_group_one_asks_nobody(self, phone: Phones) -> None:
        keeper = Member(phone()).found("Ann").is_("Ann")
        keeper.write(**CABIN)
        keeper.read().click("Propose a change")
        assert "This takes effect at once" in keeper.browser.text
        keeper.browser.press("Save the change", {"target": "9000", "reason": "late"})
        assert "version 2" in keeper.browser.text

    @pytest.mark.parametrize(
        ("typed", "sentence", "field"),
        [
            ({"target": "9000"}, "Say why", "reason"),
            ({"reason": "bored"}, "That changes nothing.", ""),
            ({"target": "9", "reason": "bored"}, "from 500 to 100,000", ""),
        ],
    )
    def test_a_proposal_that_cannot_be_keeps_its_form(
        self, ann: Member, typed: dict[str, str], sentence: str, field: str
    ) -> None:
        ann.propose(**typed)
        assert ann.browser.status == 422
        assert ann.browser.text.count(sentence) == 1
        assert ann.browser.field("reason") == typed.get("reason", "")
        assert ann.browser.field("target") == typed.get("target", "12000")
        if field:
            assert f'id="{field}-error"' in html(ann.browser)

    def test_a_form_from_before_another_change_is_refused_once(
        self, ann: Member, bob: Member
    ) -> None:
        bob.read().click("Propose a change")
        ann.browser.get(f"{ann.group}/book/consent").press("Save", {"threshold": "keeper"})
        ann.read().click("Propose a change").press(
            "Save the change", {"target": "9000", "reason": "late"}
        )
        bob.browser.press("Propose it", {"squirts_value": "200", "reason": "too cheap"})
        assert bob.browser.status == 409
        assert "version 2" in bob.browser.text
        assert bob.browser.field("squirts_value") == "200"

    @pytest.mark.parametrize("days", ["0", "400", "soon", "-1"])
    def test_a_deadline_is_days(self, ann: Member, days: str) -> None:
        ann.browser.get(f"{ann.group}/book/consent").press("Save", {"deadline_days": days})
        assert ann.browser.status == 422
        assert "A deadline is 1 to 365 days." in ann.browser.text
        assert ann.browser.field("deadline_days") == days

    def test_only_keepers_choose_how_it_is_decided(self, bob: Member) -> None:
        assert bob.browser.get(f"{bob.group}/book/consent").status == 403
        assert "Change that" not in bob.book().text


class TestVersions:
    @pytest.fixture
    def thrice(self, phone: Phones) -> Member:
        keeper = Member(phone()).found("Ann").is_("Ann")
        keeper.write(**CABIN)
        for target, notes in (("9000", CABIN["notes"]), ("", "- Deal *eight*\n- No phones")):
            keeper.read().click("Propose a change").press(
                "Save the change", {"target": target, "notes": notes, "reason": f"to {target}"}
            )
        return keeper

    def test_old_ones_stay_readable(self, thrice: Member) -> None:
        old = thrice.browser.get(f"{thrice.rules}?version=1")
        assert "This is an old version" in old.text
        assert "Target 12,000" in old.text
        assert "Propose a change" not in [text for text, _href in old.page.links]

    def test_any_two_can_be_compared(self, thrice: Member) -> None:
        text = thrice.browser.get(f"{thrice.rules}/compare?from=1&to=3").text
        assert "Target: 12,000 → is now as usual (15,000 or 10,000" in text
        assert "Gone: Deal seven cards New: Deal eight" in text
        assert "Version 2: “to 9000”" in text
        back = thrice.browser.get(f"{thrice.rules}/compare?from=2&to=2").text
        assert "Nothing differs." in back

    @pytest.mark.parametrize("asked", ["?version=9", "?version=x", "/compare?from=0&to=1"])
    def test_one_that_is_not_there_is_not_found(self, thrice: Member, asked: str) -> None:
        assert thrice.browser.get(f"{thrice.rules}{asked}").status == 404


class TestKeeping:
    def test_rules_are_renamed(self, ann: Member) -> None:
        ann.write(name="Hut")
        ann.read().press("Rename", {"name": "cabin"})
        assert ann.browser.status == 422
        assert 'id="name-error"' in html(ann.browser)
        ann.browser.press("Rename", {"name": "Lodge"})
        assert "Lodge" in ann.browser.text

    def test_deleted_rules_are_put_back(self, ann: Member, bob: Member) -> None:
        ann.read().press("Delete")
        assert "Deleted (1)" in ann.browser.text
        bob.book()
        assert "Restore" not in [button.text for button in bob.browser.page.buttons]
        assert bob.browser.client.post(f"{bob.rules}/restore").status_code == 403
        assert "Games played by them keep them" in bob.read().text
        ann.book().press("Restore")
        assert "What we changed" in ann.browser.text
        assert "Deleted" not in ann.book().text

    def test_a_proposal_about_deleted_rules_says_so_and_asks_nobody(self, ann: Member) -> None:
        proposal = ann.propose(target="9000", reason="shorter").url
        ann.read().press("Delete")
        text = ann.browser.get(proposal).text
        assert "Cabin was deleted on" in text
        assert "Your vote" not in text
        assert "Your comment" not in text
        assert proposal not in html(ann.browser.get(ann.group))

    def test_a_new_game_copes_with_any_version_said_to_be_shown(self, ann: Member) -> None:
        ann.browser.get(f"{ann.group}/games/new/brownie_points")
        if ann.browser.status != 200:
            ann.browser.get(f"/games/new/brownie_points?group={ann.group.rsplit('/', 1)[-1]}")
        assert ann.browser.field("shown")
        ann.browser.press("Start", {"player": ["Ann", "Bob"], "shown": f"x/{'9' * 5_000}"})
        assert ann.browser.status in (200, 409, 422)

    def test_a_book_that_holds_odd_shapes_is_read_all_the_same(
        self, ann: Member, app: Flask
    ) -> None:
        for key, options in (
            ("pitch", {"teams": 7}),
            ("cucumber", {"first_dealer": {"a": [1]}}),
            ("ofcp", {"pair_units": 7}),
        ):
            assert ann.write(key, name=f"Odd {key}").status == 200
            with app.app_context():
                made = db.session.scalar(select(HouseRules).where(HouseRules.rules == key))
                assert made
                made.versions[0].options = options
                db.session.commit()
            assert "something that cannot be read" in ann.read().text
            group = ann.group.rsplit("/", 1)[-1]
            for address in (
                f"{ann.group}/book",
                f"{ann.rules}/print",
                f"{ann.rules}/propose",
                f"/games/new/{key}?group={group}",
            ):
                assert ann.browser.get(address).status == 200, address

    def test_a_name_taken_meanwhile_keeps_them_out(self, ann: Member) -> None:
        ann.read().press("Delete")
        ann.write(**CABIN)
        ann.book().press("Restore")
        assert ann.browser.status == 409
        assert "There are other house rules called Cabin now." in ann.browser.text

    def test_members_neither_rename_nor_delete(self, bob: Member) -> None:
        bob.read()
        assert "Rename" not in bob.browser.text
        for what in ("rename", "delete", "public"):
            assert bob.browser.client.post(f"{bob.rules}/{what}").status_code == 403


class TestRulings:
    def rule(self, member: Member, **typed: str) -> PlainBrowser:
        return member.read().press(
            "Save ruling", {"situation": "Two slap at once", "decision": "Both draw", **typed}
        )

    def test_one_is_written_down_and_made_a_note(self, bob: Member) -> None:
        self.rule(bob)
        assert "Two slap at once Both draw" in bob.browser.text
        assert "by Bob" in bob.browser.text
        bob.browser.click("Make it a note…")
        notes = bob.browser.field("notes") or ""
        assert notes.endswith("- No phones\n\n- Two slap at once **Both draw**")
        assert "As it was ruled on" in (bob.browser.field("reason") or "")
        bob.browser.press("Propose it")
        assert "New: Two slap at once Both draw" in bob.browser.text

    def test_one_is_made_an_option(self, bob: Member) -> None:
        self.rule(bob).click("Make it an option…")
        assert "Two slap at once" in (bob.browser.field("reason") or "")
        assert bob.browser.field("notes") == CABIN["notes"]

    @pytest.mark.parametrize("field", ["situation", "decision", "decided_by"])
    def test_a_part_that_is_missing_is_asked_for(self, bob: Member, field: str) -> None:
        self.rule(bob, **{field: " "})
        assert bob.browser.status == 422
        assert f'id="{field}-error"' in html(bob.browser)
        if field != "decision":
            assert bob.browser.field("decision") == "Both draw"

    def test_a_keeper_removes_one_and_tapping_twice_is_harmless(
        self, ann: Member, bob: Member
    ) -> None:
        self.rule(bob)
        assert "Remove ruling" not in bob.browser.text
        ann.read()
        page = html(ann.browser)
        address = re.search(r'action="([^"]+/remove)"', page)
        key = re.search(r'/remove".*?name="key" value="([^"]+)"', page, re.DOTALL)
        assert address
        assert key
        for _tap in range(2):
            done = ann.browser.client.post(address.group(1), data={"key": key.group(1)})
            assert done.status_code == 303
        assert "None yet" in ann.read().text
        assert bob.browser.client.post(address.group(1)).status_code == 403

    def test_beyond_three_they_are_folded(self, ann: Member) -> None:
        for number in range(1, 6):
            self.rule(ann, situation=f"Case {number}")
        text = ann.read().text
        assert "Earlier rulings: 2" in text
        assert text.index("Case 3") < text.index("Earlier rulings") < text.index("Case 2")
        assert "Print · 1 version" in text


class TestSharing:
    def public(self, keeper: Member) -> str:
        keeper.read().press("Switch on a public link")
        found = re.search(r'value="http://[^/"]+(/book/[^"]+)"', html(keeper.browser))
        assert found
        return found.group(1)

    def test_whoever_has_the_link_reads_and_nothing_else(
        self, ann: Member, client: FlaskClient
    ) -> None:
        link = self.public(ann)
        page = client.get(link)
        text = page.get_data(as_text=True)
        assert page.status_code == 200
        assert page.headers["X-Robots-Tag"] == "noindex"
        assert '<meta name="robots" content="noindex">' in text
        assert "/groups/" not in text
        assert "Target" in text
        assert "Agreed" not in text
        exported = json.loads(client.get(f"{link}/export").data)
        assert exported["name"] == "Cabin"

    def test_it_names_nobody(self, ann: Member, bob: Member, client: FlaskClient) -> None:
        TestRulings().rule(bob)
        bob.read().press("I agree")
        ann.propose(target="9000", reason="Bob is late").press("Yes")
        bob.browser.get(ann.browser.url).press("Yes")
        assert "version 2" in bob.read().text
        link = self.public(ann)
        for where in (link, f"{link}/export", f"/api/v1{link}"):
            text = client.get(where).get_data(as_text=True)
            assert "Both draw" in text
            assert not re.search(r"\b(Ann|Bob)\b", text), where
        exported = client.get(f"{link}/export").get_json()
        assert [one["decided_by"] for one in exported["rulings"]] == ["Thursday"]
        assert "by Bob" in ann.read().text
        assert "Bob" in ann.browser.get(f"{ann.rules}/print").text

    def test_a_renewed_or_closed_link_is_dead(self, ann: Member, client: FlaskClient) -> None:
        link = self.public(ann)
        ann.browser.press("Renew the link")
        assert client.get(link).status_code == 404
        found = re.search(r'value="http://[^/"]+(/book/[^"]+)"', html(ann.browser))
        assert found
        assert client.get(found.group(1)).status_code == 200
        ann.browser.press("Switch off")
        assert client.get(found.group(1)).status_code == 404
        assert "Switch on a public link" in ann.browser.text

    def test_deleted_rules_are_no_longer_public(self, ann: Member, client: FlaskClient) -> None:
        link = self.public(ann)
        ann.read().press("Delete")
        assert client.get(link).status_code == 404

    def test_another_group_copies_them_with_their_origin(self, ann: Member, phone: Phones) -> None:
        link = self.public(ann)
        other = Member(phone()).found("Cy")
        other.browser.get(f"{other.group}/book/new?link=http://cards.example{link}")
        assert other.browser.field("name") == "Cabin"
        assert other.browser.field("target") == "12000"
        other.browser.press("Save house rules", {"name": "Their cabin"})
        assert "Copied from “Cabin”, version 1, of Thursday" in other.browser.text

    @pytest.mark.parametrize("link", ["nonsense", "http://x.example/book/aaaaaaaaaaaa", ""])
    def test_a_link_that_leads_nowhere_is_said_beside_it(self, ann: Member, link: str) -> None:
        ann.browser.get(f"{ann.group}/book/new?link={link}")
        assert ann.browser.status == 422
        assert 'id="link-error"' in html(ann.browser)

    def test_what_was_exported_is_taken_in_elsewhere(self, ann: Member, phone: Phones) -> None:
        TestRulings().rule(ann)
        exported = ann.read().click("Export").response.data
        other = Member(phone()).found("Cy")

        def take_in(**more: Any) -> Any:
            data = {"file": (io.BytesIO(exported), "rules.json"), **more}
            return other.browser.client.post(
                f"{other.group}/book/import", data=data, content_type="multipart/form-data"
            )

        taken = take_in()
        assert taken.status_code == 303
        text = other.browser.get(taken.location).text
        assert "Copied from “Cabin”, version 1, of Thursday (a file)" in text
        assert "Two slap at once Both draw" in text
        again = take_in()
        assert again.status_code == 422
        assert "There are house rules called Cabin" in again.get_data(as_text=True)
        assert take_in(name="Cabin two").status_code == 303
        first, second = json.loads(exported), other.browser.get(f"{taken.location}/export")
        found = json.loads(second.response.data)
        assert {**found, "origin": 0} == {**first, "origin": 0}


FILE: dict[str, Any] = {
    "format": "scorecard",
    "version": 1,
    "kind": "house_rules",
    "game": "brownie_points",
    "name": "Cabin",
    "options": {"target": 9000},
    "notes": "",
    "rulings": [],
}
RULING = {"situation": "x", "decision": "x", "decided_by": "y"}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "other"}, "This is no export of Scorecard"),
        ({"kind": "game"}, "This is no file of house rules."),
        ({"version": 99}, "made by a newer Scorecard: version 99"),
        ({"game": "chess"}, "No game is called chess."),
        ({"game": 5}, "“game” must be text, not 5."),
        ({"name": None}, "“name” must be text"),
        ({"name": " "}, "A set of house rules needs a name."),
        ({"options": []}, "“options” must be an object, not a list."),
        ({"options": {"jackpot": 1}}, "has no option"),
        ({"options": {"target": "lots"}}, "must be a whole number"),
        ({"notes": 1}, "“notes” must be text, not 1."),
        ({"rulings": {}}, "“rulings” must be a list"),
        ({"rulings": [5]}, "Ruling 1 must be an object, not 5."),
        ({"rulings": [{"situation": "x"}]}, "Ruling 1: “decision” is missing."),
        ({"rulings": [{**RULING, "situation": ""}]}, "Ruling 1: Say what was unclear."),
        ({"rulings": [{**RULING, "at": "now"}]}, "Ruling 1: “at” must be a moment"),
        ({"rulings": [{**RULING, "what": 1}]}, "Ruling 1: “what” means nothing here."),
        ({"rulings": [RULING] * 501}, "“rulings” has more than 500 items."),
        ({"origin": 5}, "“origin” must be an object"),
        ({"extra": 5}, "“extra” means nothing here"),
    ],
)
def test_a_file_that_cannot_be_is_refused_with_a_sentence(
    phone: Phones, change: dict[str, Any], sentence: str
) -> None:
    keeper = Member(phone()).found("Ann")
    text = json.dumps({**FILE, **change})
    browser = keeper.browser.get(f"{keeper.group}/book/new").press("Import", {"text": text})
    assert browser.status == 422
    assert sentence in browser.text
    assert browser.field("text") == text
    assert "Cabin" not in keeper.book().text


@pytest.mark.parametrize("text", ["", "nonsense", "[]", '{"a":1,"a":2}', "\x00"])
def test_what_is_no_file_at_all_is_refused(phone: Phones, text: str) -> None:
    keeper = Member(phone()).found("Ann")
    keeper.browser.get(f"{keeper.group}/book/new").press("Import", {"text": text})
    assert keeper.browser.status == 422


def test_the_printed_page_says_everything(ann: Member) -> None:
    TestRulings().rule(ann)
    text = ann.read().click("Print").text
    for part in ("Cabin", "House rules of Thursday", "Version 1", "Agreed: Ann", "Target 12,000"):
        assert part in text
    assert "Two slap at once Both draw" in text
    assert "Squirts costs 100" in text
    assert "<svg" in html(ann.browser)


def test_a_form_sent_twice_makes_one_book(ann: Member) -> None:
    ann.browser.get(f"{ann.group}/book/new/brownie_points")
    form = next(one for one in ann.browser.forms.values() if "new" in one.action)
    data = dict(form.fields) | {"name": "Twice"}
    first = ann.browser.client.post(form.action, data=data)
    second = ann.browser.client.post(form.action, data=data)
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.location == second.location


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("", ""),
        ("## Deal", "Deal"),
        ("- Deal **seven** cards", "Deal seven cards"),
        ("> * _so_ it is", "_so_ it is"),
        ("2 * 3 = 6", "2 * 3 = 6"),
        ("see [the rules](https://cards.example/a) `now`", "see the rules now"),
        ("***loud***", "loud"),
        ("---", ""),
    ],
)
def test_a_changed_line_is_told_without_its_marks(line: str, plain: str) -> None:
    assert house_rules_words.without_marks(line) == plain


def test_where_only_marks_changed_they_are_shown() -> None:
    before, after = (HouseRulesVersion(options={}, notes=notes) for notes in ("a b", "a **b**\n\n"))
    of = HouseRules(rules="brownie_points", versions=[before, after])
    found = house_rules_words.changes(of, before, after)
    assert [(line.kind, line.text) for line in found.notes] == [
        ("removed", "a b"),
        ("added", "a **b**"),
    ]


def test_a_long_name_of_rules_is_cut_before_the_name_of_the_app_is(app: Flask) -> None:
    styles = app.test_client().get("/static/styles.css").text
    assert re.search(r"\.home\{[^}]*flex: none", styles)
    assert re.search(r"\.back bdi\{[^}]*text-overflow: ellipsis", styles)
