"""Nothing typed is lost, nothing unseen is overwritten, blank is not zero: on real phones."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.phone import Phone
from tests.servers.server import Network, Server
from tests.told import numbers_in

Phones = Callable[..., Phone]

# Every answer lies on the phone until it is let through; the news of the table still come.
HOLD_ANSWERS = """() => {
  const real = window.fetch;
  const open = new Promise((resolve) => { window.letAnswersThrough = resolve; });
  window.fetch = async (...all) => {
    const answer = await real(...all);
    await open;
    return answer;
  };
}"""

STANDS_ABOVE = """() => document.querySelector("[data-toast]").getBoundingClientRect().bottom
  < document.querySelector(".bottom-bar").getBoundingClientRect().top"""

# Something else is typed just before the answer to a form is heard.
MEANWHILE = """([box, value]) => {
  const real = window.fetch;
  window.fetch = async (url, options) => {
    const answer = await real(url, options);
    const typed = document.getElementById(box);
    if (options?.headers?.Accept?.includes("json") && typed.value !== value) {
      typed.value = value;
      %s
    }
    return answer;
  };
}"""
TYPE_MEANWHILE = MEANWHILE % ""
SAVE_AGAIN_MEANWHILE = MEANWHILE % "typed.form.requestSubmit(document.querySelector('.main'));"


def type_sums(phone: Phone, pile: int, hand: int = 0) -> Phone:
    phone.page.get_by_label("Points pile", exact=True).fill(str(pile))
    phone.page.get_by_label("Left in hand", exact=True).fill(str(hand))
    return phone


def type_what_is_refused(phone: Phone, meanwhile: str) -> tuple[Phone, Locator]:
    """Type what no cards add up to, with what the phone does before the answer; return its box."""
    type_sums(phone.start("Ann", "Bob").open_count(1, 1).choose("Pile & hand"), 75)
    pile = phone.page.get_by_label("Points pile", exact=True)
    phone.page.evaluate(meanwhile, [pile.get_attribute("id"), "700"])
    return phone, pile


def two_phones(phones: Phones, server: Server, *, is_patient: bool = True) -> tuple[Phone, Phone]:
    ann = phones(server, is_patient=is_patient).start("Ann", "Bob", me="Ann")
    return ann, phones(server).join(ann, "Bob")


def test_what_cannot_be_sent_is_said_where_it_was_typed(phones: Phones, network: Network) -> None:
    page = phones(network).page
    page.goto("/join")
    code = page.get_by_label("The code from the table")
    code.fill("7KM4RX")
    network.cut()
    page.get_by_role("button", name="Join", exact=True).tap()
    expect(page.locator(".join-box [data-note]")).to_contain_text("Offline. Leave this page open")
    expect(code).to_have_value("7KM4RX")


def test_what_is_typed_while_a_save_is_on_its_way_outlasts_its_refusal(
    phones: Phones, server: Server
) -> None:
    keeper, pile = type_what_is_refused(phones(server), TYPE_MEANWHILE)
    keeper.save().sees("cannot be 75")
    expect(pile).to_have_value("700")
    keeper.save_and_see_table().sees("+700")


def test_a_second_save_of_something_else_waits_for_the_refusal_of_the_first(
    phones: Phones, server: Server
) -> None:
    keeper, _pile = type_what_is_refused(phones(server), SAVE_AGAIN_MEANWHILE)
    keeper.save_and_see_table().sees("+700")


@pytest.mark.long
def test_many_refusals_in_a_row_leave_the_phone_able_to_save(
    phones: Phones, server: Server
) -> None:
    keeper = phones(server).start("Ann", "Bob")
    type_sums(keeper.open_count(1, 1).choose("Pile & hand"), 75)
    for attempt in range(9):
        keeper.page.get_by_label("Points pile", exact=True).fill(str(75 + attempt * 100))
        keeper.save().sees(f"cannot be {75 + attempt * 100}")
    type_sums(keeper, 700).save_and_see_table().sees("+700")


def test_sums_typed_before_looking_at_the_cards_are_saved(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob")
    type_sums(keeper.open_count(1, 1).choose("Pile & hand"), 1_000)
    keeper.choose("Card by card").save_and_see_table().sees("+1,000")


def test_a_count_that_was_not_begun_is_no_zero(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob")
    keeper.open_count(1, 1).save().sees("Ann hasn’t counted yet")
    assert keeper.at_table().row("Ann").locator(".coming").count() == 0
    keeper.open_count(1, 2)
    type_sums(keeper.choose("Pile & hand"), 100).save_and_see_table()
    expect(keeper.row("Ann")).to_contain_text("counting…")


@pytest.mark.long
def test_what_was_begun_before_somebody_else_saved_is_offered_not_imposed(
    phones: Phones, server: Server
) -> None:
    ann, bob = two_phones(phones, server)
    bob.open_count(1, 2).tap_cards("pile", {"10": 3}).sees("= 450").at_table()
    bob.sees("A count on this phone isn’t saved")
    type_sums(ann.open_count(1, 2).choose("Pile & hand"), 1_000).save_and_see_table()
    bob.sees("+1,000").open_count(1, 2).sees("Somebody saved this while you were typing")
    assert bob.page.get_by_label("Points pile", exact=True).input_value() == "1000"
    bob.press("Show what I had typed").sees("= 450")


@pytest.mark.long
def test_what_was_begun_and_broke_off_in_the_phones_memory_is_begun_anew(
    phones: Phones, server: Server
) -> None:
    ann = phones(server).start("Ann", "Bob")
    ann.open_count(1, 1).tap_cards("pile", {"10": 3}).sees("= 450").at_table()
    ann.page.evaluate(
        "for (const [name, text] of Object.entries(localStorage)) {"
        "  if (name.startsWith('draft/')) localStorage.setItem(name, text.slice(0, 20));"
        "}"
    )
    ann.open_count(1, 1).tap_cards("pile", {"10": 2}).sees("= 300").save_and_see_table()
    expect(ann.row("Ann")).to_contain_text("+300")


@pytest.mark.long
def test_what_was_begun_for_everybody_is_offered_too(phones: Phones, server: Server) -> None:
    ann, bob = two_phones(phones, server)
    path = f"{ann.at_table().page.url}/rounds/1/all?style=direct"
    ann.page.goto(path)
    typed = ann.page.get_by_label("Round score")
    typed.first.fill("300")
    ann.at_table()
    bob.open_count(1, 2).choose("Just the total")
    bob.page.get_by_label("Round score").fill("900")
    bob.save_and_see_table()
    ann.page.goto(path)
    ann.sees("Somebody saved this while you were typing")
    assert typed.first.input_value() == ""
    ann.press("Show what I had typed")
    expect(typed.first).to_have_value("300")


def test_the_whole_round_on_one_phone_overwrites_nobody_unseen(
    phones: Phones, server: Server
) -> None:
    ann, bob = two_phones(phones, server)
    ann.page.goto(f"{ann.table}/rounds/1/all?style=direct")
    ann.page.get_by_label("Bob: Round score").fill("350")
    bob.open_count(1, 2).choose("Just the total")
    bob.page.get_by_label("Round score").fill("900")
    bob.save_and_see_table()
    ann.save().sees("Bob entered Round score 900")
    # The button that was tapped has the focus until the next answer, which takes it.
    expect(ann.save().page.locator("[data-stale]")).to_be_focused()
    ann.sees("Bob entered Round score 900")
    bob.sees("+900")
    ann.save("Save mine instead").page.wait_for_selector("#sheet")
    bob.sees("+350")


@pytest.mark.long
def test_what_is_counted_in_secret_is_not_replaced_unseen(phones: Phones, server: Server) -> None:
    ann = phones(server)
    ann.page.goto("/games/new/brownie_points")
    ann.line_up("Ann", "Bob").unfold_settings()
    ann.page.get_by_label("Hide scores").check()
    ann.start_as("Ann")
    bob = phones(server).join(ann, "Bob")
    type_sums(bob.open_count(1, 2).choose("Pile & hand"), 800).save_and_see_table()
    ann.open_count(1, 2).sees("Bob has counted. Saving replaces that count.")
    type_sums(ann.choose("Pile & hand"), 50).save().sees("a hidden count")
    assert "800" not in numbers_in(ann.source())


def test_taking_back_a_knock_out_takes_back_what_it_ticked(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob")
    keeper.open_count(1, 1).tap_cards("pile", {"10": 1}).switch("Knocked out").sees("= −250")
    keeper.switch("Knocked out").sees("= 150")
    expect(keeper.page.locator("#squirts")).not_to_be_checked()


def test_the_way_of_counting_is_remembered_once_it_is_saved(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob")
    keeper.open_count(1, 1).choose("Just the total")
    chosen = keeper.open_count(1, 2).page.locator("[data-styles] :checked")
    expect(chosen).to_have_value("by_worth")
    type_sums(keeper.open_count(1, 1).choose("Pile & hand"), 50).save_and_see_table()
    keeper.open_count(1, 2)
    type_sums(keeper, 100).save_and_see_table().sees_totals(Bob=100)


@pytest.mark.long
def test_a_new_keeper_sees_so_at_once(phones: Phones, server: Server) -> None:
    ann, bob = two_phones(phones, server)
    expect(bob.page.get_by_role("link", name="Count for Ann")).to_be_hidden()
    ann.page.goto(f"{ann.table}/devices")
    ann.press("Make scorekeeper").page.wait_for_selector("#sheet")
    expect(bob.page.get_by_role("link", name="Count for Ann")).to_be_visible()


@pytest.mark.long
def test_play_on_keeps_what_was_typed(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob", target=1_000)
    keeper.page.goto(f"{keeper.table}/rounds/1/all?style=direct")
    keeper.page.get_by_label("Ann: Round score").fill("1,050")
    keeper.page.get_by_label("Bob: Round score").fill("0")
    keeper.save().sees("Ann wins")
    keeper.page.get_by_role("link", name="Play on").tap()
    keeper.page.get_by_label("New target").fill("1000")
    keeper.press("Play on").sees("must be above 1,050")
    assert keeper.page.get_by_label("New target").input_value() == "1000"
    keeper.page.get_by_label("New target").fill("2000")
    keeper.press("Play on").sees("Round 2")


def test_an_answer_that_comes_late_does_not_take_back_what_the_stream_brought(
    phones: Phones, server: Server
) -> None:
    ann, bob = two_phones(phones, server, is_patient=False)
    type_sums(ann.open_count(1, 1).choose("Pile & hand"), 700).save_and_see_table().is_live()
    ann.page.evaluate(HOLD_ANSWERS)
    ann.press("Undo")
    expect(ann.page.locator("#outbox")).to_contain_text("sending…")
    expect(bob.row("Ann")).not_to_contain_text("+700")
    type_sums(bob.open_count(1, 2).choose("Pile & hand"), 500).save_and_see_table()
    expect(ann.row("Bob")).to_contain_text("+500")
    ann.page.evaluate("window.letAnswersThrough()")
    expect(ann.page.locator("#outbox")).to_have_count(0)
    expect(ann.row("Bob")).to_contain_text("+500")


def test_the_way_back_stands_above_a_button_of_two_lines(phones: Phones, server: Server) -> None:
    ann = phones(server).start("Ann", "Bob", "Cleo", me="Ann")
    bob = phones(server).join(ann, "Bob")
    bob.open_count(1, 2).press("Hand empty").save_and_see_table().sees("Change mine")
    button = bob.page.locator(".bottom-bar .main")
    # Other languages take more words for it.
    button.evaluate("button => { button.textContent = 'Change mine '.repeat(5); }")
    assert button.evaluate("button => button.offsetHeight") > 60, "two lines"
    expect(bob.page.locator("[data-toast]:visible")).to_contain_text("Bob’s count")
    bob.page.wait_for_function(STANDS_ABOVE)


@pytest.mark.long
def test_the_way_back_from_what_others_went_on_from_meanwhile_is_not_offered(
    phones: Phones, server: Server
) -> None:
    """Over plain HTTP, where no worker has the script already."""
    ann = phones(server, base_url=f"http://table.test:{server.port}")
    ann.start("Ann", "Bob", "Cy", me="Ann")
    bob = phones(server).join(ann, "Bob")
    coming: list[Route] = []

    def hold(route: Route) -> None:
        coming.append(route)

    ann.page.route("**/toast.js*", hold)
    type_sums(ann.open_count(1, 1).choose("Pile & hand"), 700).save()
    toast = ann.page.locator("[data-toast]:visible")
    expect(toast).to_contain_text("Ann’s count")
    type_sums(bob.open_count(1, 2).choose("Pile & hand"), 500).save_and_see_table()
    expect(toast).to_have_count(1)
    coming.pop().continue_()
    expect(ann.row("Bob")).to_contain_text("+500")
    assert toast.count() == 0


def test_an_old_invitation_shows_the_end_as_wide_as_the_phone(
    phones: Phones, server: Server
) -> None:
    ann, _bob = two_phones(phones, server)
    link = ann.invitation()[1]
    ann.end_game()
    late = phones(server).page
    late.goto(link[link.index("/join") :])
    expect(late.get_by_alt_text("How it ended")).to_be_visible()
    assert late.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert late.get_by_alt_text("How it ended").evaluate("element => element.offsetWidth") <= 390


@pytest.mark.parametrize(
    ("asked", "told"),
    [("End Game", "The game has ended"), ("History", "Ann changed the game meanwhile")],
)
def test_a_table_that_answers_another_page_is_the_whole_table(
    phones: Phones, server: Server, asked: str, told: str
) -> None:
    """What the button of a page is about has changed: the table says so, as it is drawn there."""
    ann, bob = two_phones(phones, server)
    bob.open_count(1, 2).press("Hand empty").save_and_see_table().open_from_menu(asked)
    ann.at_table().end_game()
    bob.tap(bob.page.get_by_role("button", name=re.compile("End Game|Undo")))
    bob.page.wait_for_url(bob.table)
    expect(bob.page.locator(".problem")).to_contain_text(told)
    expect(bob.page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(bob.page.get_by_role("button", name="Reopen")).to_be_hidden()
    bob.is_live()
