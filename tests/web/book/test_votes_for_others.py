"""A scorekeeper votes for those who have no phone, one after the other."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.book.test_house_rules import CABIN, Member, html
from tests.web.plain_browser import PlainBrowser

FOLD = "<summary>Vote for those without a phone"


def test_the_others_stay_unfolded_until_the_last_has_a_vote(
    phone: Callable[[], PlainBrowser],
) -> None:
    ann = Member(phone()).found("Ann", "Bob", "Cy").is_("Ann")
    ann.write(**CABIN)
    ann.propose(target="9000", reason="shorter")
    unfolded = []
    for place in (0, 1, 2):
        if place:
            noes = [button for button in ann.browser.page.buttons if button.value == "no"]
            form = ann.browser.forms[noes[place].form]
            data = dict(form.fields) | {"choice": "no"}
            ann.browser._show(
                ann.browser.client.post(form.action, data=data, follow_redirects=True)
            )
        unfolded.append(html(ann.browser).partition(FOLD)[0].endswith("open>\n  "))
    assert unfolded == [False, True, False]
