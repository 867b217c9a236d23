"""Looking things up: what was misspelt is found, what is not there is not."""

from __future__ import annotations

import pytest

from scorecard.rules.games import all_games
from scorecard.services.book.lookup import Section, find, parts_of, words_of
from scorecard.web.pages.markdown import render

BOOK = [
    Section(
        "Option", "Target 12,000", "The game ends once somebody’s total reaches this.", "target"
    ),
    Section(
        "Option",
        "Squirts costs 200",
        "What Squirts costs at the end of the round.",
        "squirts",
    ),
    Section(
        "Option",
        "Knocked-out player’s hand",
        "Whether it still counts as minus.",
        "ko",
    ),
    Section(
        "Note",
        "Dog House",
        "A Dog House left in hand costs 500. Nobody may look into the Dog House.",
        "dog",
    ),
    Section("Note", "Dealing", "The loser deals. Seven cards each, clockwise.", "dealing"),
    Section(
        "Ruling",
        "Two people slapped at the same moment",
        "The hand that lies underneath wins; if nobody can tell, play the card again.",
        "slap",
    ),
]


def anchors(question: str) -> list[str]:
    return [found.section.anchor for found in find(BOOK, question)]


@pytest.mark.parametrize(
    ("question", "anchor"),
    [
        ("Squirts", "squirts"),
        ("Squrits", "squirts"),
        ("squrts", "squirts"),
        ("SQUIRST", "squirts"),
        ("dog hause", "dog"),
        ("doghouse", "dog"),
        ("dog-house", "dog"),
        ("kocked out", "ko"),
        ("knockedout", "ko"),
        ("who deals?", "dealing"),
        ("simultanious slap", "slap"),
        ("slaped", "slap"),
        ("What does Squirts cost?", "squirts"),
        ("12000", "target"),
        ("12,000", "target"),
        ("undernaeth", "slap"),
        ("squ", "squirts"),
    ],
)
def test_a_question_finds_its_section_first(question: str, anchor: str) -> None:
    assert anchors(question)[:1] == [anchor]


@pytest.mark.parametrize(
    "question", ["", "   ", "?!", "xyzzy", "blorf quux", "helicopter", "cat hat", "99", "z"]
)
def test_nonsense_finds_nothing(question: str) -> None:
    assert anchors(question) == []


def test_a_whole_sentence_is_found_by_its_telling_words() -> None:
    assert anchors("What happens to the hand of a player who is knocked out?")[0] == "ko"
    assert anchors("How many cards does each of us get when dealing?")[0] == "dealing"


def test_small_words_alone_are_looked_for_as_they_are() -> None:
    assert "dog" in anchors("may")


def test_what_stands_in_a_heading_comes_first() -> None:
    book = [
        Section("Note", "Cutting", "Before dealing, cut.", "text"),
        Section("Note", "Dealing", "Clockwise.", "heading"),
    ]
    assert [found.section.anchor for found in find(book, "dealing")] == ["heading", "text"]


def test_what_is_spelt_like_it_comes_before_what_is_merely_similar() -> None:
    book = [
        Section("Note", "Bands", "About bands.", "similar"),
        Section("Note", "Hands", "About hands.", "same"),
    ]
    assert [found.section.anchor for found in find(book, "hands")] == ["same", "similar"]


def test_the_excerpt_shows_where_it_was_found() -> None:
    text = "First this. " * 30 + "Then the Squirts card is put aside. " + "Then that. " * 30
    (found,) = find([Section("Note", "Long", text, "long")], "squrits")
    shown = "".join(piece.text for piece in found.excerpt)
    assert shown.startswith("… Then the Squirts card")
    assert shown.endswith("…")
    assert len(shown) < 200
    assert [piece.text for piece in found.excerpt if piece.is_match] == ["Squirts"]


def test_a_short_text_is_shown_whole() -> None:
    (found,) = find(BOOK, "clockwise")
    assert "".join(piece.text for piece in found.excerpt) == BOOK[4].text


def test_numbers_are_never_misspelt() -> None:
    book = [Section("Option", "Target 12,000", "", "target")]
    assert find(book, "12500") == []
    assert words_of("15,000 points, 7 cards") == ["15000", "points", "7", "cards"]


def test_notes_fall_apart_at_their_headings() -> None:
    notes = (
        "Before.\n\n# Dealing\n\nSeven **each**.\n\n```\n# no heading\n```\n\n"
        "Slapping\n---\nFlat *hand*.\n"
    )
    parts = parts_of(notes)
    assert [part.title for part in parts] == ["", "Dealing", "Slapping"]
    assert [part.text for part in parts] == ["Before.", "Seven each. # no heading", "Flat hand."]
    assert parts[2].markdown == "Flat *hand*."
    assert parts_of("") == []


@pytest.mark.parametrize("mark", ["\u2028", "\x0b", "\x0c", "\x85"])
def test_strange_ends_of_lines_lose_no_text(mark: str) -> None:
    parts = parts_of(f"One{mark}two.\n\n# Dealing\n\nSeven{mark}each.\n\nLast words.\n")
    assert [part.title for part in parts] == ["", "Dealing"]
    assert "two." in parts[0].text
    assert "Dealing" not in parts[0].text
    assert "Last words." in parts[1].text


def test_links_given_in_another_part_are_links() -> None:
    first, _second = parts_of("# One\n\nSee [the rules][r].\n\n# Two\n\n[r]: https://a.test/\n")
    assert first.text == "See the rules."
    assert 'href="https://a.test/"' in render(first.markdown, first.references)


@pytest.mark.parametrize("rules", all_games().values(), ids=lambda rules: rules.key)
def test_every_option_of_every_game_is_found_by_its_name(rules: object) -> None:
    options = rules.options  # type: ignore[attr-defined]
    book = [Section("Option", one.label, one.sentence, one.key) for one in options]
    for one in options:
        assert one.key in [found.section.anchor for found in find(book, one.label)], one.label
