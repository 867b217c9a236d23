"""Notes in Markdown: what people write shows, and what could do harm does not."""

from __future__ import annotations

import re

import pytest

from scorecard.web.pages.markdown import render


def test_what_people_write_becomes_html() -> None:
    html = render(
        "# Dealing\n\nDeal **seven**.\nThen *cut*.\n\n- one\n- two\n\n| a | b |\n|-|-|\n| 1 | 2 |"
    )
    assert "<h3>Dealing</h3>" in html
    assert "Deal <strong>seven</strong>.<br>" in html
    assert "<li>one</li>" in html
    assert "<td>2</td>" in html


def test_headings_stay_below_those_of_the_page() -> None:
    html = render("\n\n".join(f"{'#' * level} Level {level}" for level in range(1, 7)))
    assert "<h1" not in html
    assert "<h2" not in html
    assert html.count("<h6>") == 3


def test_no_level_of_headings_is_left_out() -> None:
    html = render("### Deep\n\n# High\n\n### Deep again\n\n## Between")
    assert re.findall(r"<h(\d)>", html) == ["3", "3", "4", "4"]


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '<img src="https://elsewhere.example/a.png" onerror="alert(1)">',
        "![a picture](https://elsewhere.example/a.png)",
        "[click](javascript:alert(1))",
        '<a href="javascript:alert(1)">click</a>',
        '<style>body { display: none }</style><iframe src="//elsewhere.example"></iframe>',
    ],
)
def test_nothing_harmful_gets_through(text: str) -> None:
    html = render(f"Before\n\n{text}\n\nAfter")
    for bad in ("<script", "<img", "<iframe", "<style", '<a href="javascript', "<a onerror"):
        assert bad not in html
    assert "<p>Before</p>" in html
    assert "<p>After</p>" in html


def test_a_link_leads_away_without_saying_from_where() -> None:
    html = render("[Denexa](https://elsewhere.example/rules)")
    assert 'href="https://elsewhere.example/rules"' in html
    assert "noreferrer" in html


def test_a_blank_text_is_nothing() -> None:
    assert render("") == ""
