"""An evening at the table, from the home page to the end of the game."""

from __future__ import annotations

from tests.browser.pictures.studio import Studio, play_rounds


def play(studio: Studio) -> None:
    """Play Brownie Points on one phone."""
    phone = studio.phone(studio.server())
    page = phone.page
    phone.start("Ann", "Bob", "Cy", "Dee", me="Ann", target=10_000)
    scores = [(1_250, 1_200, -250, 700), (2_350, -950, 1_400, 300), (900, 1_850, 650, -400)]
    play_rounds(phone, *scores)
    phone.at_table()
    phone.open_count(4, 2).choose("Pile & hand")
    page.get_by_label("Points pile", exact=True).fill("1650")
    page.get_by_label("Left in hand", exact=True).fill("100")
    phone.save_and_see_table()
    phone.open_count(4, 3).choose("Just the total")
    page.get_by_label("Round score").fill("-300")
    phone.save_and_see_table().is_live()
    studio.take(phone, "table", is_whole=False)
    phone.open_count(4, 1).choose("Card by card")
    phone.tap_cards("pile", {"10": 4, "1": 2, "3": 1, "7": 3, "8": 1, "game_changer": 1})
    studio.take(phone, "count", is_whole=False)
    phone.tap_cards("hand", {"5": 1}).switch("Squirts")
    studio.take(phone, "count hand")
    phone.open_count(4, 1).choose("Card by card").tap_cards("pile", {"7": 6}).save()
    studio.take(phone.sees("but you counted 9"), "refused")
    page.goto(f"{phone.table}/rounds/4/close")
    phone.press("Score round").sees("Round 5")
    play_rounds(phone, (5_500, 0, 450, 0))
    studio.take(phone, "target reached")
    page.goto(f"{phone.table}/end")
    studio.take(phone.press("End Game").sees("Rematch"), "ended")
