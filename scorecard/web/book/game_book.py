"""The rules of one game as they hold at its table, as a page and as sections to search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from scorecard.models import Game, HouseRulesVersion, Ruling
from scorecard.rules import Sheet, card_game, fold
from scorecard.rules.round_words import round_words
from scorecard.rules.words import Sentence, joined, quoted, say
from scorecard.services.book import lookup, rulings
from scorecard.services.scoring import sheets, wording
from scorecard.services.table import answers, surroundings
from scorecard.web.book import reference
from scorecard.web.http import access, languages
from scorecard.web.pages import markdown, templating

USUALLY = say("How it is scored")


@dataclass(frozen=True, slots=True)
class Note:
    """A part of the notes: its heading, its text as HTML, and its place on the page."""

    title: str
    html: Markup
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class GameBook:
    """Everything on the rules page of a game; ``off_book`` are deviations from its house rules."""

    game: Game
    rules: card_game.GameRules[Any]
    version: HouseRulesVersion | None
    settings: Sequence[wording.Setting]
    off_book: Sequence[wording.OffBook]
    amendments: Sequence[answers.AmendmentAnswer]
    notes: Sequence[Note]
    rulings: Sequence[Ruling]
    example: Sheet | None
    values: Sequence[tuple[Sentence, ...]]

    @property
    def otherwise(self) -> str:
        """The deviations from the house rules, in words."""
        return wording.off_book_words(self.off_book)

    def in_book(self, option: str) -> str:
        """Return the house rules' value of an option that deviates from them, in words; else ""."""
        return next((one.book for one in self.off_book if one.option.key == option), "")

    @property
    def sections(self) -> list[lookup.Section]:
        """The sections to search."""
        return list(_sections(self))


def game_book(visit: access.Visit) -> GameBook:
    """Return the book of the visited game, with its version of the house rules."""
    game = visit.game
    rules = sheets.rules_of(game)
    players = [seat.name for seat in game.seats]
    version = game.rules_version
    in_force = sheets.options_in_force(game)
    setup = fold.in_force(sheets.cached_fold(visit.session, game).setups, game.next_number)
    return GameBook(
        game=game,
        rules=rules,
        version=version,
        settings=wording.settings(rules, in_force, players),
        off_book=wording.off_book(rules, in_force, version.options, players) if version else [],
        amendments=surroundings.amendments(game),
        notes=[
            Note(
                part.title,
                markdown.render(part.markdown, part.references),
                part.text,
                f"rule-note-{number}",
            )
            for number, part in enumerate(lookup.parts_of(version.notes if version else ""), 1)
        ],
        rulings=rulings.of_game(visit.session, game),
        example=reference.example_of(rules),
        values=rules.worth_here(setup) if rules.worth_here else rules.card_values,
    )


def _sections(book: GameBook) -> Iterator[lookup.Section]:
    """Yield the sections to search, translated."""
    word = round_words(book.rules.round_word).word
    for one in book.settings:
        title = say("%(setting)s: %(words)s", setting=one.option.label, words=one.words)
        yield _section(say("Setting"), title, one.option.sentence, f"rule-option-{one.option.key}")
    for number, amendment in enumerate(book.amendments, 1):
        title = say("Changed from %(round)s %(number)s on", round=word, number=amendment.from_round)
        text = joined([joined(amendment.changes, ". "), amendment.reason], ". ")
        yield _section(say("This game"), title, text, f"rule-change-{number}")
    for note in book.notes:
        yield _section(say("Note"), note.title or say("Notes"), note.text, note.anchor)
    for ruling in book.rulings:
        text = quoted(f"{ruling.decision} ({ruling.decided_by}, {templating.day(ruling.at)})")
        yield _section(say("Ruling"), ruling.situation, text, f"rule-ruling-{ruling.uid}")
    for number, paragraph in enumerate(book.rules.how_to_score, 1):
        yield _section(say("Rules"), USUALLY, paragraph, f"rule-how-{number}")
    for number, row in enumerate(book.values, 1):
        yield _section(say("Rules"), row[0], book.rules.worth_of(row), f"rule-value-{number}")
    for number, (question, answer) in enumerate(book.rules.decided, 1):
        yield _section(say("Rules"), question, answer, f"rule-decided-{number}")


def _section(kind: str, title: str, text: str, anchor: str) -> lookup.Section:
    return lookup.Section(
        languages.translated(kind), languages.translated(title), languages.translated(text), anchor
    )
