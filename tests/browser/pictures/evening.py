"""An evening at the table, from the home page to the end of the game."""

from __future__ import annotations

from tests.browser.pictures.studio import Studio, play_rounds


def play(studio: Studio) -> None:
    """Play Brownie Points on one phone."""
    phone = studio.phone(studio.server())
    page = phone.page
    studio.take_at(phone, "home", "/")
    studio.take_at(phone, "new game", "/games/new/brownie_points")
    phone.start("Ann", "Bob", "Cy", "Dee", me="Ann", target=10_000)
    scores = [(1_250, 1_200, -250, 700), (2_350, -950, 1_400, 300), (900, 1_850, 650, -400)]
    play_rounds(phone, *scores)
    phone.at_table()
    phone.open_count(4, 2).choose("Two sums")
    page.get_by_label("Points pile", exact=True).fill("1650")
    page.get_by_label("Left in hand", exact=True).fill("100")
    phone.save_and_see_table()
    phone.open_count(4, 3).choose("Score")
    page.get_by_label("Round score").fill("-300")
    phone.save_and_see_table().is_live()
    studio.take(phone, "table", is_whole=False)
    studio.take(phone, "whole table")
    phone.open_count(4, 1).choose("Cards")
    phone.tap_cards("pile", {"10": 4, "1": 2, "3": 1, "7": 3, "8": 1, "game_changer": 1})
    studio.take(phone, "count", is_whole=False)
    phone.tap_cards("hand", {"5": 1}).switch("Squirts")
    studio.take(phone, "count hand")
    studio.take(phone.choose("Two sums"), "count sums")
    studio.take(phone.choose("Score"), "count score")
    game = phone.table
    for name in ("me", "share", "players", "devices", "settings", "end"):
        studio.take_at(phone, name, f"{game}/{name}")
    studio.take_at(phone, "round", f"{game}/rounds/3")
    studio.take_at(phone, "everybody", f"{game}/rounds/4/all")
    studio.take_at(phone, "close", f"{game}/rounds/4/close")
    phone.open_count(4, 1).choose("Cards").tap_cards("pile", {"7": 6}).save()
    studio.take(phone.sees("but 9 were counted"), "refused")
    page.goto(f"{game}/rounds/4/close")
    phone.press("Close the round").sees("Round 5")
    play_rounds(phone, (5_500, 0, 450, 0))
    studio.take(phone, "target reached")
    page.goto(f"{game}/end")
    studio.take(phone.press("End Game").sees("Rematch"), "ended")
    studio.take_at(phone, "join", "/join")
    studio.take_at(phone, "rules", "/rules/brownie_points")
    page.goto("/api/v1/")
    studio.take(phone, "api", is_whole=False)
