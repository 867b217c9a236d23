"""Look something up in the rules of a game, also when it is misspelt.

A word of the question matches a word of the book that begins with it, or that differs from it by a
letter or two; two words that somebody wrote as one match as well. Of a question in a whole sentence
small words such as "the" are left out, and words that stand in few sections count for more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import log
from typing import Any

from markdown_it import MarkdownIt
from rapidfuzz.distance import OSA

SHORTEST_MISSPELT = 4
"""Letters; shorter words match only as they are."""
LETTERS_FOR_TWO = 7
"""From so many letters on, two of them may be wrong."""
SHORTEST_BEGUN = 2
"""Letters from which on the beginning of a word matches."""
TITLE_COUNTS = 1.5
"""How much a word in a heading counts; one in the text counts 1."""
BEGUN, MISSPELT = 0.9, 0.75
"""How much a word counts of which only the beginning was typed, or that was misspelt."""
ENOUGH = 0.5
"""The share of the question's words, by weight, that a section must contain."""
MOST_ANSWERS = 8
EXCERPT = 180
"""Characters."""
SMALL_WORDS = frozenset(
    word
    for line in (
        "a an and are as at be by can do does for from has have how i if in is it its may must my",
        "not of on or our s so t than that the their them then there they this to was we what",
        "when where which while who whom whose will with you your",
    )
    for word in line.split()
)
"""Words of a question that are left out, unless it has no others."""

_markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"])


@dataclass(frozen=True)
class Section:
    """A piece of the book; ``kind`` says for people where it is from: "Option", "Ruling"."""

    kind: str
    title: str
    text: str
    anchor: str

    @cached_property
    def words(self) -> Mapping[str, float]:
        """How much each word counts; two neighbouring ones written as one are words, too."""
        weights: dict[str, float] = {}
        for text, counts in ((self.text, 1.0), (self.title, TITLE_COUNTS)):
            words = words_of(text)
            pairs = (a + b for a, b in pairwise(words))
            weights |= dict.fromkeys([*words, *pairs], counts)
        return weights


@dataclass(frozen=True, slots=True)
class ExcerptPiece:
    """A piece of the text that was found; whether it is one of the words that were looked up."""

    text: str
    is_match: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """A section that answers a question, how well it does, and the part that does, in pieces."""

    section: Section
    score: float
    excerpt: tuple[ExcerptPiece, ...]


@dataclass(frozen=True, slots=True)
class NotesPart:
    """The notes from one heading to the next; ``references`` are the links of the whole notes."""

    title: str
    markdown: str
    text: str
    references: Mapping[str, Any] = field(default_factory=dict)


def find(sections: Sequence[Section], question: str) -> list[Answer]:
    """Return the sections that answer a question, the best first, at most MOST_ANSWERS."""
    question_words = _telling(words_of(question))
    if not question_words:
        return []
    matches = [
        {word: _match(word, section.words) for word in question_words} for section in sections
    ]
    occurrences = {word: sum(match[word][1] > 0 for match in matches) for word in question_words}
    weight = {
        word: 1 + (log((1 + len(sections)) / (1 + sections_with)) if sections_with else 0)
        for word, sections_with in occurrences.items()
    }
    total_weight = sum(weight.values())
    answers = []
    for section, match in zip(sections, matches, strict=True):
        answered = sum(weight[word] for word, (_matched, counts) in match.items() if counts)
        score = (
            sum(weight[word] * counts for word, (_matched, counts) in match.items()) / total_weight
        )
        if answered / total_weight >= ENOUGH:
            hits = {matched for matched, counts in match.values() if counts}
            answers.append(Answer(section, score, _excerpt(section, hits)))
    return sorted(answers, key=lambda answer: -answer.score)[:MOST_ANSWERS]


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case; digits with separators are one: 15,000."""
    plain = re.sub(r"(?<=\d)[,.\u2009](?=\d{3}\b)", "", text.casefold().replace("\u2019", "'"))
    return re.findall(r"[^\W_]+", plain.replace("'", ""))


def parts_of(notes: str) -> list[NotesPart]:
    """Return notes in Markdown by their headings, each part with its plain text."""
    # Only what ends a line of Markdown: splitlines() knows more ends, and would count otherwise.
    lines = re.sub(r"\r\n?", "\n", notes).split("\n")
    environment: dict[str, Any] = {}
    tokens = _markdown.parse(notes, environment)
    references: Mapping[str, Any] = environment.get("references", {})
    starts = [(0, "", 0)]
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            starts.append((token.map[0], _plain(inline.content, references), token.map[1]))
    ends = [start for start, _title, _body in starts[1:]] + [len(lines)]
    parts = []
    for (_start, title, body), end in zip(starts, ends, strict=True):
        markdown = "\n".join(lines[body:end]).strip()
        if title or markdown:
            parts.append(NotesPart(title, markdown, _plain(markdown, references), references))
    return parts


def _plain(markdown: str, references: Mapping[str, Any]) -> str:
    """Return the text of something in Markdown, without its marks."""
    pieces: list[str] = []
    for token in _markdown.parse(markdown, {"references": dict(references)}):
        if token.type == "inline":
            pieces += [
                child.content or " "
                for child in token.children or ()
                if child.type in ("text", "code_inline", "softbreak", "hardbreak", "html_inline")
            ]
            pieces.append(" ")
        elif token.type in ("fence", "code_block", "html_block"):
            pieces.append(token.content + " ")
    return " ".join("".join(pieces).split())


def _telling(words: Iterable[str]) -> list[str]:
    """Return the words of a question but for small ones, each once; all if there are no others."""
    distinct = list(dict.fromkeys(words))
    return [word for word in distinct if word not in SMALL_WORDS] or distinct


def _match(word: str, section_words: Mapping[str, float]) -> tuple[str, float]:
    """Return the word of a section that fits best, and how much it counts; 0 where none fits."""
    if word in section_words:
        return word, section_words[word]
    best, best_counts = "", 0.0
    for candidate, counts in section_words.items():
        fits = counts * _likeness(word, candidate)
        if fits > best_counts:
            best, best_counts = candidate, fits
    return best, best_counts


def _likeness(word: str, candidate: str) -> float:
    if len(word) >= SHORTEST_BEGUN and candidate.startswith(word):
        return BEGUN
    allowed = _typos(word)
    if not allowed or abs(len(word) - len(candidate)) > allowed or word.isdecimal():
        return 0.0
    apart = OSA.distance(word, candidate, score_cutoff=allowed)
    return MISSPELT / apart**0.5 if apart <= allowed else 0.0


def _typos(word: str) -> int:
    if len(word) < SHORTEST_MISSPELT:
        return 0
    return 1 if len(word) < LETTERS_FOR_TWO else 2


def _excerpt(section: Section, hits: set[str]) -> tuple[ExcerptPiece, ...]:
    """Return the part of a section's text round the first word that was found, in pieces."""
    text = section.text
    spans = [match.span() for match in re.finditer(r"[^\W_]+", text)]
    words = [words_of(text[start:end]) for start, end in spans]
    is_hit = [bool(word) and word[0] in hits for word in words]
    for index, (one, two) in enumerate(pairwise(words)):
        if one and two and one[0] + two[0] in hits:
            is_hit[index] = is_hit[index + 1] = True
    first = next((span[0] for span, hit in zip(spans, is_hit, strict=True) if hit), 0)
    begin = _start_of_sentence(text, first) if len(text) > EXCERPT else 0
    end = min(len(text), begin + EXCERPT)
    if end < len(text):
        end = max(text.rfind(" ", begin, end), begin)
    pieces: list[tuple[str, bool]] = [("\u2026 ", False)] if begin else []
    at = begin
    for (start, stop), hit in zip(spans, is_hit, strict=True):
        if hit and start >= begin and stop <= end:
            pieces += [(text[at:start], False), (text[start:stop], True)]
            at = stop
    pieces.append((text[at:end] + (" \u2026" if end < len(text) else ""), False))
    return tuple(ExcerptPiece(piece, hit) for piece, hit in pieces if piece)


def _start_of_sentence(text: str, place: int) -> int:
    start = max(text.rfind(mark, 0, place) for mark in (". ", "? ", "! ", ": "))
    begin = start + 2 if start >= 0 else 0
    if place - begin <= EXCERPT // 2:
        return begin
    return text.find(" ", place - EXCERPT // 3) + 1
