"""The handbook: a page of Markdown for each subject, read by app, command line and tests."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

FOLDER = Path(__file__).parent
PARTS = (
    ("For players", ("playing", "groups-and-seasons", "house-rules")),
    ("For whoever runs it", ("running", "backups", "several-machines", "security")),
    ("For programs", ("files-and-formats", "api")),
    (
        "For whoever changes it",
        ("how-it-works", "decisions", "figures", "contributing", "changelog"),
    ),
)
"""The pages in the order in which they are read, under a heading for each kind of reader."""
HEADING = re.compile(r"(#{1,4}) (.+)")
MARKS = re.compile(r"<!--.*?-->|[`*|]|\[(?=[^\]]+\]\()|\]\([^)]*\)", re.DOTALL)
"""What Markdown adds to the words of a page."""
MOST_MATCHES = 20
EXCERPT = 160
"""Characters of a page that are shown round the first word that matches."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a page, its place on that page, and the words below it."""

    page: str
    title: str
    anchor: str
    level: int
    words: str


@dataclass(frozen=True, slots=True)
class Match:
    """A section that has every word of a question, and its text round the first of them."""

    section: Section
    page_title: str
    excerpt: str


@dataclass(frozen=True)
class Page:
    """A page of the handbook: what it is called in addresses, and its Markdown."""

    key: str
    text: str

    @property
    def title(self) -> str:
        """The heading at the top."""
        return self.sections[0].title

    @property
    def summary(self) -> str:
        """The first paragraph, which says what the page is about."""
        return self.sections[0].words.split("\n\n")[0].replace("\n", " ")

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The page from heading to heading; the first is the page's own."""
        parts: list[tuple[int, str, list[str]]] = []
        is_code = False
        for line in self.text.splitlines():
            is_code ^= line.startswith("```")
            heading = None if is_code else HEADING.fullmatch(line)
            if heading:
                parts.append((len(heading[1]), plain(heading[2]), []))
            else:
                parts[-1][2].append(line)
        anchors = _numbered([anchor(title) for _level, title, _lines in parts])
        return tuple(
            Section(self.key, title, name, level, plain("\n".join(lines)).strip())
            for (level, title, lines), name in zip(parts, anchors, strict=True)
        )


@cache
def pages() -> dict[str, Page]:
    """Return all pages by name, in the order in which they are read."""
    keys = [key for _readers, keys in PARTS for key in keys]
    return {key: Page(key, (FOLDER / f"{key}.md").read_text(encoding="utf-8")) for key in keys}


def find(question: str) -> list[Match]:
    """Return the sections that have every word of a question; those with one in the title first."""
    words = question.casefold().split()
    if not words:
        return []
    matches = []
    for one in pages().values():
        for section in one.sections:
            text = f"{section.title}\n{section.words}".casefold()
            if all(word in text for word in words):
                matches.append(Match(section, one.title, _excerpt(section.words, words)))
    matches.sort(key=lambda one: not any(word in one.section.title.casefold() for word in words))
    return matches[:MOST_MATCHES]


def plain(markdown: str) -> str:
    """Return the words of some Markdown without its marks."""
    return MARKS.sub("", markdown)


def anchor(title: str) -> str:
    """Return the place of a heading on its page, as GitHub names it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _numbered(anchors: list[str]) -> list[str]:
    """Tell headings of the same words apart by a number."""
    return [
        f"{name}-{before}" if (before := anchors[:place].count(name)) else name
        for place, name in enumerate(anchors)
    ]


def _excerpt(text: str, words: list[str]) -> str:
    """Return a piece of a text round the first of some words, in one line."""
    line = " ".join(text.split())
    places = [line.casefold().find(word) for word in words]
    first = min((place for place in places if place >= 0), default=0)
    start = line.rfind(" ", 0, max(first - EXCERPT // 3, 0)) + 1
    end = line.find(" ", start + EXCERPT)
    end = len(line) if end < 0 else end
    return f"{'… ' if start else ''}{line[start:end]}{' …' if end < len(line) else ''}"
