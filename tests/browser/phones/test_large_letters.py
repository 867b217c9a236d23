"""The table in letters of twice the size."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.checks import USUAL_LETTERS, look, resize
from tests.browser.phone import Phone
from tests.browser.table.test_going import play
from tests.servers.server import Server

Phones = Callable[..., Phone]


def test_what_is_said_of_a_player_stands_in_whole_words(phones: Phones, server: Server) -> None:
    keeper = phones(server).start("Ann", "Bob", target=20_000)
    for number in (1, 2, 3):
        play(keeper, number, 5_000, 1_500)
    keeper.open_count(4, 2).choose("Just the total")
    keeper.page.get_by_label("Round score").fill("-1250")
    keeper.save_and_see_table().sees("15,000").sees("counting")
    resize(keeper.page.context.new_cdp_session(keeper.page), 2 * USUAL_LETTERS)
    for width in (390, 320):
        keeper.page.set_viewport_size({"width": width, "height": 844})
        assert look(keeper.page, ["broken"]) == {}, width
