"""What is said of a group: set on its page of settings, and taken back in its history."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.people.test_groups import edit_link, found, join, link_of
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]


def founded(phone: Phones) -> tuple[PlainBrowser, str]:
    """Return the phone of a new group's scorekeeper, and the group's address."""
    keeper = phone()
    return keeper, found(keeper, "Ann")


def undos(browser: PlainBrowser) -> int:
    return [button.text for button in browser.page.buttons].count("Undo")


class TestUndo:
    def test_what_was_changed_is_taken_back_from_its_line(self, phone: Phones) -> None:
        keeper, group = founded(phone)
        keeper.get(f"{group}/settings").press("Save", {"name": "Friday", "time_zone": "Asia/Tokyo"})
        keeper.get(f"{group}/history")
        assert undos(keeper) == 2
        keeper.press("Undo")
        assert keeper.status == 200
        assert keeper.field("time_zone") == "Europe/Berlin"
        assert keeper.field("name") == "Friday"
        keeper.get(f"{group}/history")
        assert "Days are now those of Europe/Berlin (before: Asia/Tokyo)" in keeper.text

    def test_a_line_that_was_overtaken_cannot_be_taken_back(self, phone: Phones) -> None:
        keeper, group = founded(phone)
        assert undos(keeper.get(f"{group}/history")) == 0
        for name in ("Friday", "Saturday"):
            keeper.get(f"{group}/settings").press("Save", {"name": name})
        assert undos(keeper.get(f"{group}/history")) == 1
        member = join(phone(), link_of(keeper, group), "Ann")
        member.get(f"{group}/history")
        assert "The group is now called Saturday" in member.text
        assert undos(member) == 0

    def test_what_somebody_says_meanwhile_is_not_overwritten(self, phone: Phones) -> None:
        keeper, group = founded(phone)
        keeper.get(f"{group}/settings").press("Save", {"name": "Friday"})
        keeper.get(f"{group}/history")
        (undo,) = [form for form in keeper.forms.values() if form.action.endswith("/settings")]
        keeper.get(f"{group}/settings").press("Save", {"name": "Saturday"})
        answer = keeper.client.post(f"{group}/settings", data=dict(undo.fields))
        assert answer.status_code == 409
        assert "The group is now called Saturday" in answer.get_data(as_text=True)
        assert keeper.get(f"{group}/settings").field("name") == "Saturday"


class TestTwoAtOnce:
    def test_who_saves_again_takes_back_only_what_they_typed_over(self, phone: Phones) -> None:
        keeper, group = founded(phone)
        late = PlainBrowser(keeper.client).get(f"{group}/settings")
        keeper.get(f"{group}/settings").press("Save", {"name": "Friday"})
        assert late.press("Save", {"time_zone": "Asia/Tokyo"}).status == 409
        for _ in range(2):
            assert (late.field("name"), late.field("time_zone")) == ("Friday", "Asia/Tokyo")
            assert late.press("Save").status == 200

    def test_another_colour_leaves_what_came_meanwhile(self, phone: Phones) -> None:
        keeper, group = founded(phone)
        edit = edit_link(keeper, group, "Ann")
        late = PlainBrowser(keeper.client).get(edit)
        keeper.get(edit).press("Save", {"name": "Anna", "initial": "ZZ"})
        assert late.press("Save", {"colour": "5"}).status == 409
        assert (late.field("name"), late.field("initial")) == ("Anna", "ZZ")
        late.press("Save").get(edit)
        found = [late.field(name) for name in ("name", "initial", "colour")]
        assert found == ["Anna", "ZZ", "5"]
