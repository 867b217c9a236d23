"""Groups with plain forms and links, and who may do what in them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.told import without_keys
from tests.web.conftest import group_of
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]


def found(phone: PlainBrowser, *players: str, name: str = "Thursday") -> str:
    """Make a group on a phone, open its players, and return its address."""
    group = f"/groups/{group_of(phone.client, *players, name=name)}"
    phone.get(f"{group}/players")
    return group


def html(phone: PlainBrowser) -> str:
    return phone.response.get_data(as_text=True)


def link_of(phone: PlainBrowser, group: str) -> str:
    phone.get(f"{group}/share")
    address = re.search(r'value="http[^"]*(/groups/join/[^"]*)"', html(phone))
    assert address
    return address.group(1)


def join(phone: PlainBrowser, link: str, *names: str) -> PlainBrowser:
    if len(names) == 1:
        return phone.get(link).press(*names)
    phone.get(link)
    return phone.press("Continue", {"player": [uid_of(phone, name) for name in names]})


def uid_of(phone: PlainBrowser, name: str) -> str:
    """Return the uid of a player on the page "who are you?"."""
    match = re.search(rf'name="player" value="([^"]+)"[^>]*>\s*<bdi>{name}</bdi>', html(phone))
    assert match, name
    return match.group(1)


def edit_link(phone: PlainBrowser, group: str, name: str) -> str:
    phone.get(f"{group}/players")
    (href,) = [href for text, href in phone.page.links if text == f"Change {name}"]
    return href


def start(phone: PlainBrowser, group: str, *names: str) -> str:
    """Start a game in a group, and return its address."""
    phone.get(group).click("New game").click("Brownie Points")
    phone.press("Start", {"player": list(names)})
    assert re.fullmatch(r"/games/[^/]+", phone.url), phone.text
    return phone.url


class TestFoundingAndTheRoster:
    def test_players_are_added_one_after_another(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        keeper.press("Add", {"name": "Cy", "colour": "7", "initial": "CX"})
        assert 'class="badge hue-7" aria-hidden="true">CX<' in html(keeper)
        keeper.get("/")
        assert ("Thursday", group) in keeper.page.links

    @pytest.mark.parametrize("name", ["", "x" * 41])
    def test_a_groups_name_that_cannot_be_is_refused_beside_it(
        self, phone: Phones, name: str
    ) -> None:
        keeper = phone().get("/groups/new").press("Create group", {"name": name})
        assert keeper.status == 422
        assert keeper.field("name") == name
        assert 'id="name-error"' in html(keeper)

    def test_the_form_sent_twice_founds_one_group(self, client: FlaskClient) -> None:
        page = PlainBrowser(client).get("/groups/new").page
        fields = dict(next(iter(page.forms.values())).fields) | {"name": "Thursday"}
        first = client.post("/groups/new", data=fields)
        second = client.post("/groups/new", data=fields)
        assert first.status_code == second.status_code == 303
        assert first.location == second.location

    def test_a_refused_player_is_kept_beside_the_field(self, phone: Phones) -> None:
        keeper = phone()
        found(keeper, "Ann")
        keeper.press("Add", {"name": "ann", "colour": "3", "initial": "Z"})
        assert keeper.status == 422
        assert "Ann is in Thursday already." in keeper.text
        assert keeper.field("name") == "ann"
        assert keeper.field("initial") == "Z"
        assert 'value="3" checked' in html(keeper)
        assert 'aria-invalid="true" aria-describedby="name-error"' in html(keeper)

    @pytest.mark.parametrize("colour", ["13", "0", "-1", "red", "9" * 500, "٣"])
    def test_a_colour_that_is_none_is_refused(self, phone: Phones, colour: str) -> None:
        keeper = phone()
        found(keeper)
        keeper.press("Add", {"name": "Ann", "colour": colour})
        assert keeper.status == 422
        assert "A colour is a number from 1 to 12." in keeper.text

    def test_change_retire_and_come_back(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        keeper.get(edit_link(keeper, group, "Bob"))
        keeper.press("Save", {"name": "Bert", "colour": "4", "initial": "BE"})
        assert "Bert" in keeper.text
        assert 'hue-4" aria-hidden="true">BE<' in html(keeper)
        keeper.get(edit_link(keeper, group, "Bert")).press("Retire Bert")
        assert "Retired Bert" in re.sub(r"\s+", " ", keeper.text).replace("BE ", "")
        keeper.press("Bring back")
        assert "Retired" not in keeper.text

    def test_merge_and_take_apart(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Annie", "Bob")
        href = edit_link(keeper, group, "Annie")
        keeper.get(edit_link(keeper, group, "Ann"))
        into = href.split("/")[-2]
        keeper.press("Merge", {"into": into})
        assert keeper.status == 200
        assert keeper.response.history[-1].location.endswith("#merged")
        assert 'id="merged"' in html(keeper)
        assert "is Annie" in keeper.text
        keeper.press("Undo merge")
        assert "Merged" not in keeper.text
        assert "are separate again" in keeper.get(f"{group}/history").text

    def test_a_refused_merge_says_when_both_played(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        start(keeper, group, "Ann", "Bob")
        into = edit_link(keeper, group, "Bob").split("/")[-2]
        keeper.get(edit_link(keeper, group, "Ann")).press("Merge", {"into": into})
        assert keeper.status == 409
        assert "Ann and Bob cannot be one person: both sat at the table of" in keeper.text
        assert keeper.field("into") == into

    def test_merging_with_nobody_is_refused(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        keeper.get(edit_link(keeper, group, "Ann")).press("Merge", {"into": ""})
        assert keeper.status == 422
        assert "There is no such player in this group." in keeper.text

    def test_a_change_made_meanwhile_is_shown_and_nothing_typed_is_lost(
        self, phone: Phones
    ) -> None:
        keeper, other = phone(), phone()
        group = found(keeper, "Ann")
        join(other, link_of(keeper, group), "Ann")
        keeper.get(edit_link(keeper, group, "Ann"))
        other.get(edit_link(other, group, "Ann")).press("Save", {"name": "Anna"})
        keeper.press("Save", {"name": "Anita"})
        assert keeper.status == 409
        assert "Ann is now called Anna" in keeper.text
        assert keeper.field("name") == "Anita"
        assert keeper.press("Save").status == 200
        assert "Anita" in keeper.text

    def test_who_two_people_are_is_for_keepers(self, phone: Phones) -> None:
        keeper, bob = phone(), phone()
        group = found(keeper, "Ann", "Bob")
        join(bob, link_of(keeper, group), "Bob")
        href = edit_link(keeper, group, "Bob").removesuffix("/edit")
        bob.get(f"{href}/edit")
        assert "Merge with another player" not in bob.text
        fields = dict(bob.forms["form 0"].fields)
        for what in ("merge", "unmerge"):
            assert bob.client.post(f"{href}/{what}", data=fields).status_code == 403
        bob.press("Retire Bob")
        assert bob.press("Bring back").status == 200

    def test_a_refused_merge_leads_to_the_game(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        table = start(keeper, group, "Ann", "Bob")
        into = edit_link(keeper, group, "Bob").split("/")[-2]
        keeper.get(edit_link(keeper, group, "Ann")).press("Merge", {"into": into})
        assert 'id="into-error"' in html(keeper)
        assert keeper.click("Show that game").url == table

    def test_a_history_begins_wherever_one_likes(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann")
        for before, status in (("9" * 20, 200), ("-" + "9" * 20, 200), ("x", 200)):
            assert keeper.get(f"{group}/history?before={before}").status == status


class TestPhones:
    def test_join_by_link_and_say_who_you_are(self, phone: Phones) -> None:
        keeper, parent = phone(), phone()
        group = found(keeper, "Ann", "Bob", "Cy")
        join(parent, link_of(keeper, group), "Bob", "Cy")
        assert parent.url == group
        ticked = dict.fromkeys(parent.get(f"{group}/me").forms["form 1"].fields)
        assert [*ticked][-2:] == [("player", uid_of(parent, name)) for name in ("Bob", "Cy")]
        assert "Bob & Cy" in keeper.get(f"{group}/devices").text
        assert keeper.text.count(" · last change ") == 2

    def test_whoever_is_not_in_the_list_joins_the_roster(self, phone: Phones) -> None:
        keeper, guest = phone(), phone()
        group = found(keeper, "Ann")
        guest.get(link_of(keeper, group)).press("Add", {"name": "ann"})
        assert guest.status == 422
        assert guest.field("name") == "ann"
        guest.press("Add", {"name": "Zoë"})
        assert "Zoë this phone" in guest.get(f"{group}/players").text

    def test_a_member_changes_only_who_they_are(self, phone: Phones) -> None:
        keeper, bob = phone(), phone()
        group = found(keeper, "Ann", "Bob")
        join(bob, link_of(keeper, group), "Bob")
        bob.get(f"{group}/players")
        assert [text for text, _href in bob.page.links if text.startswith("Change")] == [
            "Change Bob"
        ]
        assert bob.get(edit_link(keeper, group, "Ann")).status == 403
        assert bob.get(edit_link(keeper, group, "Bob")).press("Save", {"name": "Rob"}).status == 200

    def test_keepers_are_made_and_unmade(self, phone: Phones) -> None:
        keeper, bob = phone(), phone()
        group = found(keeper, "Ann", "Bob")
        join(bob, link_of(keeper, group), "Bob")
        keeper.get(f"{group}/devices").press("Make scorekeeper")
        assert bob.get(f"{group}/settings").status == 200
        bob.get(f"{group}/devices").press("No longer a scorekeeper")
        assert keeper.get(f"{group}/settings").status == 403

    def test_a_phone_that_was_sent_out_sees_nothing_of_the_group_and_its_games(
        self, phone: Phones
    ) -> None:
        keeper, bob = phone(), phone()
        group = found(keeper, "Ann", "Bob")
        link = link_of(keeper, group)
        join(bob, link, "Bob")
        table = start(keeper, group, "Ann", "Bob")
        bob.get(f"{table}/rounds/1/seats/2").press("Save", {"nothing": "yes"})
        assert "Waiting for Ann" in bob.text
        keeper.get(f"{group}/devices").press("Remove")
        assert bob.get(group).status == 403
        assert bob.get(table).status == 403
        assert bob.get(link).status == 404, "its link is an old one by now"
        newer = link_of(keeper, group)
        assert bob.get(newer).press("Bob").status == 403
        assert "Thursday" not in bob.get("/").text
        keeper.get(f"{group}/share").press("Renew link")
        assert bob.get(newer).status == 404
        bob.get(link_of(keeper, group)).press("Just watch")
        assert bob.url == group, "it is still known who it is"
        assert bob.get(table).status == 200

    def test_joining_with_the_same_form_again_lets_in_again(self, phone: Phones) -> None:
        keeper, bob = phone(), phone()
        group = found(keeper, "Ann")
        link = link_of(keeper, group)
        joining = dict(bob.get(link).forms["form 0"].fields)
        leaving: dict[str, str] = {}
        for _time in range(3):
            assert bob.client.post(link, data=joining).status_code == 303
            assert bob.get(group).status == 200
            leaving = leaving or dict(bob.get(f"{group}/leave").forms["form 0"].fields)
            assert bob.client.post(f"{group}/leave", data=leaving).status_code == 303
            assert bob.get(group).status == 404
        assert "Use a recovery code" in bob.text

    def test_a_player_is_given_up_only_on_purpose(self, phone: Phones) -> None:
        keeper, bob = phone(), phone()
        group = found(keeper, "Ann", "Bob")
        join(bob, link_of(keeper, group), "Bob")
        bob.get(f"{group}/me").press("Continue", {"player": []})
        assert bob.status == 422
        assert "Tap your name, or “Just watch”." in bob.text
        bob.press("Just watch")
        assert bob.status == 200
        bob.get(f"{group}/players")
        assert "this phone" not in bob.text

    def test_leave_and_come_back(self, phone: Phones) -> None:
        keeper, bob = phone(), phone()
        group = found(keeper, "Ann", "Bob")
        join(bob, link_of(keeper, group), "Bob")
        bob.get(f"{group}/more").click("Leave").press("Leave group")
        assert bob.url == "/"
        assert "Thursday" not in bob.text
        assert bob.get(group).status == 404
        keeper.get(f"{group}/leave")
        assert "the only phone in the group" in keeper.text
        assert "Leave group" not in keeper.text
        assert keeper.client.post(f"{group}/leave").status_code == 409
        bob.get(link_of(keeper, group)).press("Just watch")
        assert bob.url == group


class TestRecovery:
    def test_a_code_on_paper_brings_a_keeper_back(self, phone: Phones) -> None:
        keeper, new = phone(), phone()
        group = found(keeper, "Ann")
        keeper.get(f"{group}/recovery").press("Create code")
        code = re.search(r'class="slip-code">([^<]+)<', html(keeper))
        assert code
        assert "/groups/recover" in keeper.text
        assert "Recovery code for scorekeepers" in keeper.text
        new.get("/").click("Use a recovery code")
        new.press("Get back in", {"code": code.group(1).lower()})
        assert "Welcome back" in new.text
        again = re.search(r'class="slip-code">([^<]+)<', html(new))
        assert again
        assert again.group(1) != code.group(1)
        assert new.get(f"{group}/settings").status == 200
        phone().get("/groups/recover").press("Get back in", {"code": again.group(1)})
        third = phone().get("/groups/recover").press("Get back in", {"code": code.group(1)})
        assert third.status == 404
        assert "it was used or replaced" in third.text
        assert third.field("code") == code.group(1)

    def test_an_answer_lost_on_the_way_leads_to_a_new_code(self, phone: Phones) -> None:
        keeper, new = phone(), phone()
        group = found(keeper)
        keeper.get(f"{group}/recovery").press("Create code")
        code = re.search(r'class="slip-code">([^<]+)<', html(keeper))
        assert code
        fields = dict(new.get("/groups/recover").forms["form 0"].fields) | {"code": code.group(1)}
        new.client.post("/groups/recover", data=fields)
        answer = new.client.post("/groups/recover", data=fields)
        assert answer.status_code == 303
        assert answer.location == f"{group}/recovery"


class TestSettings:
    def test_name_and_time_zone(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper)
        keeper.get(f"{group}/settings")
        assert keeper.field("time_zone") == "Europe/Berlin"
        keeper.press("Save", {"name": "Friday", "time_zone": "Mars/Base"})
        assert keeper.status == 422
        assert keeper.field("name") == "Friday"
        assert 'id="time_zone-error"' in html(keeper)
        keeper.press("Save", {"time_zone": "Asia/Tokyo"})
        assert keeper.status == 200
        keeper.get(f"{group}/history")
        assert "The group is now called Friday (before: Thursday)" in keeper.text
        assert "Days are now those of Asia/Tokyo" in keeper.text

    def test_public_standings_on_renewed_and_off(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper)
        keeper.get(f"{group}/settings").press("Create a public link")
        first = re.search(r'value="http[^"]*(/standings/[^"]+)"', html(keeper))
        assert first
        assert "Thursday" in phone().get(first.group(1)).text
        keeper.press("Renew link")
        assert phone().get(first.group(1)).status == 404
        assert first.group(1) not in html(keeper)
        keeper.press("Switch off")
        assert "/standings/" not in html(keeper)

    @pytest.mark.long
    def test_a_long_history_is_told_page_by_page(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann")
        for number in range(105):
            name = f"Ann {number}"
            keeper.get(f"{group}/players").press("Add", {"name": name})
        keeper.get(f"{group}/history")
        assert "Ann 104 added" in keeper.text
        assert "Thursday created" not in keeper.text
        before = re.search(r"\?before=(\d+)", html(keeper))
        assert before
        assert "Thursday created" in keeper.get(f"{group}/history?before={before.group(1)}").text


class TestGamesOfAGroup:
    def test_the_last_players_are_suggested_and_others_join_the_roster(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob", "Cy")
        keeper.get(group).click("New game").click("Brownie Points")
        assert "New game for Thursday" in keeper.text
        assert [b.value for b in keeper.page.buttons if b.text.endswith("Cy")] == ["Cy"]
        start(keeper, group, "Cy", "zed", "ANN")
        keeper.get(f"/games/new/pay_me?group={group.split('/')[-1]}")
        names = [value for name, value in keeper.forms["form 0"].fields if name == "player"]
        assert names[:4] == ["Cy", "zed", "Ann", ""]
        assert "zed" in keeper.get(f"{group}/players").text

    def test_a_one_off_game_suggests_nobody_of_a_group(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        start(keeper, group, "Ann", "Bob")
        keeper.get("/games/new/brownie_points")
        assert "Ann" not in without_keys(html(keeper))
        assert keeper.field("group") is None

    def test_more_players_and_refusals_keep_the_group(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        uid = group.split("/")[-1]
        keeper.get(group).click("New game").click("Brownie Points").press("Shuffle")
        assert keeper.field("group") == uid
        keeper.get(edit_link(keeper, group, "Bob")).press("Retire Bob")
        keeper.get(group).click("New game").click("Brownie Points")
        keeper.press("Start", {"player": ["Ann", "Bob"]})
        assert keeper.status == 422
        assert "Player 2: Bob has retired from Thursday." in keeper.text
        assert keeper.field("group") == uid

    def test_whoever_is_known_sits_down_at_once(self, phone: Phones) -> None:
        keeper, bob = phone(), phone()
        group = found(keeper, "Ann", "Bob")
        join(bob, link_of(keeper, group), "Bob")
        bob.get(group).click("New game").click("Brownie Points")
        bob.press("Start", {"player": ["Ann", "Bob"]})
        assert re.fullmatch(r"/games/[^/]+", bob.url)
        assert 'data-me="2"' in html(bob)

    def test_a_phone_of_the_group_opens_a_running_game_without_a_code_and_counts(
        self, phone: Phones
    ) -> None:
        keeper, bob = phone(), phone()
        group = found(keeper, "Ann", "Bob")
        join(bob, link_of(keeper, group), "Bob")
        table = start(keeper, group, "Ann", "Bob")
        bob.get(group)
        assert "Now playing" in bob.text
        bob.click("Brownie Points")
        assert bob.url == table
        bob.click("Count cards").press("Save", {"style": "direct", "score": "250"})
        assert "Waiting for Ann" in bob.text
        assert "Thursday" in bob.text

    def test_a_first_write_that_is_refused_is_shown_as_any_other(self, phone: Phones) -> None:
        keeper, bob = phone(), phone()
        group = found(keeper, "Ann", "Bob")
        join(bob, link_of(keeper, group), "Bob")
        table = start(keeper, group, "Ann", "Bob")
        bob.get(f"{table}/rounds/1/seats/2").press("Save")
        assert bob.status == 422
        assert "Bob hasn’t counted yet" in bob.text
        bob.get(f"{table}/players").press("Rename", {"name": "Ann"})
        assert bob.status == 422

    def test_a_keeper_of_the_group_keeps_its_games_also_where_they_came_as_player(
        self, phone: Phones
    ) -> None:
        keeper, bob = phone(), phone()
        group = found(keeper, "Ann", "Bob")
        join(bob, link_of(keeper, group), "Bob")
        table = start(bob, group, "Ann", "Bob")
        assert 'data-role="keeper"' in html(keeper.get(table))
        other = phone()
        join(other, link_of(keeper, group), "Ann")
        other.get(f"{table}/rounds/1/seats/1").press("Save", {"nothing": "yes"})
        assert 'data-role="player"' in html(other.get(table))
        keeper.get(f"{group}/devices")
        for button in keeper.page.buttons:
            if button.text == "Make scorekeeper: Ann":
                keeper.press(button.text)
        assert 'data-role="keeper"' in html(other.get(table))
        assert other.get(f"{table}/delete").press("Move to trash").status == 200

    def test_a_group_this_phone_is_not_in_is_refused(self, phone: Phones) -> None:
        keeper, stranger = phone(), phone()
        uid = found(keeper, "Ann", "Bob").split("/")[-1]
        found(stranger, "Zed", name="Others")
        for url in (f"/games/new?group={uid}", f"/games/new/brownie_points?group={uid}"):
            assert stranger.get(url).status == 404
            assert "Ann" not in stranger.text
        sent = {"player": ["Ann", "Bob"], "group": uid}
        answer = stranger.client.post("/games/new/brownie_points", data=sent)
        assert answer.status_code == 404

    def test_scorecards_of_ones_own_are_for_the_group_too(self, phone: Phones) -> None:
        keeper = phone()
        uid = found(keeper, "Ann", "Bob").split("/")[-1]
        keeper.get(f"/games/new?group={uid}").click("Make your own").click("Other games")
        (href,) = [href for text, href in keeper.page.links if text == "Play Hearts"]
        keeper.get(href)
        assert keeper.field("group") == uid


class TestMovingAGame:
    def one_off(self, phone: PlainBrowser, *names: str) -> str:
        phone.get("/games/new/brownie_points")
        return phone.press("Start", {"player": list(names), "me": "0"}).url

    def test_into_a_group_and_out_again(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        table = self.one_off(keeper, "ANN", "Zed")
        keeper.click("Settings").click("Move to a group").click("Thursday")
        first = keeper.field("seat-1")
        assert first
        assert first != "new"
        assert keeper.field("seat-2") == "new"
        keeper.press("Move the game")
        assert keeper.url == table
        assert "Thursday" in keeper.text
        assert "Zed" in keeper.get(f"{group}/players").text
        assert ("Brownie Points", True) in [
            (text[:14], href == table) for text, href in keeper.get(group).page.links
        ]
        keeper.get(f"{table}/group").click("No group").press("Remove")
        assert "Thursday" not in keeper.text

    def test_who_would_sit_twice_is_said_beside_the_seat(self, phone: Phones) -> None:
        keeper = phone()
        found(keeper, "Ann", "Bob")
        self.one_off(keeper, "Ann", "Bob")
        keeper.click("Settings").click("Move to a group").click("Thursday")
        ann = keeper.field("seat-1") or ""
        keeper.press("Move the game", {"seat-2": ann})
        assert keeper.status == 422
        assert "Ann cannot sit in two seats: Ann and Bob." in keeper.text
        assert 'name="seat-2" aria-invalid="true" aria-describedby="seat-2-error"' in html(keeper)
        assert keeper.field("seat-2") == ann

    def test_not_into_a_group_of_others_and_not_with_their_players(self, phone: Phones) -> None:
        keeper, stranger = phone(), phone()
        theirs = found(stranger, "Zed", "Yan", name="Others").split("/")[-1]
        zed = edit_link(stranger, f"/groups/{theirs}", "Zed").split("/")[-2]
        mine = found(keeper, "Ann", "Bob").split("/")[-1]
        table = self.one_off(keeper, "Ann", "Bob")
        assert keeper.get(f"{table}/group?to={theirs}").status == 404
        answer = keeper.client.post(f"{table}/group", data={"to": theirs, "version": "9"})
        assert answer.status_code == 404
        keeper.get(f"{table}/group?to={mine}").press("Move the game", {"seat-1": zed})
        assert keeper.status == 422
        assert "There is no such player in this group." in keeper.text


class TestTheBin:
    def test_a_one_off_game_goes_into_the_bin_and_out_again(self, phone: Phones) -> None:
        keeper, bob = phone(), phone()
        table = TestMovingAGame().one_off(keeper, "Ann", "Bob")
        keeper.get(f"{table}/share")
        code = re.search(r"then type (\w{3}) (\w{3})", keeper.text)
        assert code
        bob.get("/join").press("Join", {"code": "".join(code.groups())}).press("Bob")
        keeper.get(table).click("Settings").click("Delete").press("Move to trash")
        assert "In the trash" in keeper.text
        assert "Round 1 · to 15,000" in keeper.text, "as before: nobody played a round 0"
        for gone in ("Count cards", "End Game", "Undo", "Delete…", "Move to a group…"):
            assert gone not in keeper.text
        assert "In the trash" in bob.get(table).text
        assert bob.client.post(f"{table}/restore").status_code == 403
        keeper.client.post(f"{table}/rounds/1/seats/1", data={"style": "direct", "score": "5"})
        keeper.get("/")
        assert "Brownie Points" not in keeper.text
        keeper.click("Trash: 1").click("Brownie Points").press("Restore")
        assert "Round 1" in keeper.text
        assert "counted" not in keeper.text
        assert "Trash" not in keeper.get("/").text

    def test_a_groups_bin_lists_its_games(self, phone: Phones) -> None:
        keeper = phone()
        group = found(keeper, "Ann", "Bob")
        table = start(keeper, group, "Ann", "Bob")
        keeper.get(f"{table}/delete").press("Move to trash")
        assert "Now playing" not in keeper.get(group).text
        keeper.get(f"{group}/more").click("Trash").click("Brownie Points")
        assert keeper.url == table

    def test_a_count_saved_meanwhile_is_not_deleted_unseen(self, phone: Phones) -> None:
        keeper = phone()
        table = TestMovingAGame().one_off(keeper, "Ann", "Bob")
        keeper.get(f"{table}/delete")
        other = PlainBrowser(keeper.client)
        other.get(f"{table}/rounds/1/seats/1").press("Save", {"style": "direct", "score": "250"})
        keeper.press("Move to trash")
        assert keeper.status == 409
        assert "Round 1 count: Ann 250" in keeper.text


def test_groups_see_nothing_of_each_other(phone: Phones) -> None:
    keeper, stranger = phone(), phone()
    group = found(keeper, "Ann", "Bob")
    theirs = found(stranger, "Zed", "Yan", name="Others")
    ann = edit_link(keeper, group, "Ann").split("/")[-2]
    table = start(keeper, group, "Ann", "Bob")
    for address in (group, table, f"{theirs}/players/{ann}/edit"):
        assert stranger.get(address).status == 404
    for page in ("", "/players", "/me", "/history", "/bin", "/more"):
        assert "Ann" not in without_keys(html(stranger.get(f"{theirs}{page}")))
    assert "Thursday" not in stranger.get("/").text


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x>', "Ann & Bob", "🍫"])
def test_any_name_is_shown_as_text(phone: Phones, name: str) -> None:
    keeper = phone()
    group = found(keeper, name, "Bob", name=name)
    table = start(keeper, group, name, "Bob")
    uid = group.split("/")[-1]
    pages = [f"{group}/{page}" for page in ("", "players", "me", "share", "more", "history")]
    pages += [f"{group}/{page}" for page in ("devices", "settings", "recovery", "leave", "bin")]
    pages += [f"{table}/{page}" for page in ("group", f"group?to={uid}", "delete")]
    pages += ["/", f"/games/new?group={uid}", f"/games/new/brownie_points?group={uid}"]
    for page in pages:
        keeper.get(page.rstrip("/") or "/")
        assert keeper.status == 200, page
        assert "<script>alert" not in html(keeper)
        assert "<img src=x" not in html(keeper)
