"""The form that makes a scorecard, on a phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.games.test_taps import TALL, Phones
from tests.servers.server import Server


def test_what_a_field_scores_changes_while_it_is_typed(phones: Phones, server: Server) -> None:
    page = phones(server, viewport=TALL).page
    page.goto("/scorecards/new")
    worked = page.locator("[data-worked=fields-0]")
    expect(worked).to_have_text("")
    page.get_by_label("What is it?").select_option("bid")
    expect(worked).to_have_text("Bid 2: made 2 → 0, made 3 → 0, made 1 → 0")
    page.get_by_label("Made: for each trick bid").fill("10")
    page.get_by_label("For each trick short").fill("-5")
    expect(worked).to_have_text("Bid 2: made 2 → +20, made 3 → +20, made 1 → −5")
