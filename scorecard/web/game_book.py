"""The book of one game: the rules as they hold at its table, as a page and in pieces to search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from scorecard.models import Game, HouseRulesVersion, Ruling
from scorecard.rules import Sheet, score
from scorecard.rules.core import GameRules
from scorecard.services import amending, lookup, rulings, sheets, tables, wording
from scorecard.services.lookup import Section
from scorecard.web.access import Visit
from scorecard.web.markdown import render
from scorecard.web.templating import day

USUALLY = "How it is scored"


@dataclass(frozen=True, slots=True)
class Note:
    """A part of the notes: its heading, its text as HTML, and its place on the page."""

    title: str
    html: Markup
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class GameBook:
    """Everything that the rules page of a game shows.

    ``off_book`` says in words, by option, what the version of the house rules says where the game
    is played otherwise.
    """

    game: Game
    rules: GameRules[Any]
    version: HouseRulesVersion | None
    settings: Sequence[wording.Setting]
    off_book: Mapping[str, str]
    amendments: Sequence[Mapping[str, Any]]
    notes: Sequence[Note]
    rulings: Sequence[Ruling]
    example: Sheet | None

    @property
    def sections(self) -> list[Section]:
        """Everything that can be looked up."""
        return list(_sections(self))


def game_book(visit: Visit) -> GameBook:
    """Return the book of the game that is visited, in the version it is played with."""
    game = visit.game
    rules = sheets.rules_of(game)
    players = [seat.name for seat in game.seats]
    version = game.house_rules
    in_force = amending.game_options(game)
    example = score(rules.example.record) if rules.example else None
    return GameBook(
        game=game,
        rules=rules,
        version=version,
        settings=wording.settings(rules, in_force, players),
        off_book=_off_book(rules, version, in_force, players) if version else {},
        amendments=tables.amendments(game),
        notes=[
            Note(
                part.title,
                render(part.markdown, part.references),
                part.text,
                f"rule-note-{number}",
            )
            for number, part in enumerate(lookup.parts_of(version.notes if version else ""), 1)
        ],
        rulings=rulings.of_game(visit.session, game),
        example=example if isinstance(example, Sheet) else None,
    )


def _off_book(
    rules: GameRules[Any],
    version: HouseRulesVersion,
    in_force: Mapping[str, Any],
    players: Sequence[str],
) -> dict[str, str]:
    """Return what the house rules say of options that this game is played otherwise."""
    written = wording.settings(rules, wording.whole(rules, version.options, players), players)
    return {
        one.option.key: one.words
        for one in written
        if one.option.kind not in wording.OF_THE_TABLE and one.value != in_force.get(one.option.key)
    }


def _sections(book: GameBook) -> Iterator[Section]:
    for one in book.settings:
        title = f"{one.option.label}: {one.words}"
        yield Section("Setting", title, one.option.sentence, f"rule-option-{one.option.key}")
    for number, amendment in enumerate(book.amendments, 1):
        since = f"{book.rules.round_word} {amendment['from_round']}"
        title = f"Changed from {since.lower()} on"
        text = f"{'. '.join(amendment['changes'])}. {amendment['reason']}"
        yield Section("This game", title, text, f"rule-change-{number}")
    for note in book.notes:
        yield Section("Note", note.title or "Notes", note.text, note.anchor)
    for ruling in book.rulings:
        text = f"{ruling.decision} ({ruling.decided_by}, {day(ruling.at)})"
        yield Section("Ruling", ruling.situation, text, f"rule-ruling-{ruling.uid}")
    for number, paragraph in enumerate(book.rules.how_to_score, 1):
        yield Section("Rules", USUALLY, paragraph, f"rule-how-{number}")
    for number, (what, worth) in enumerate(book.rules.card_values, 1):
        yield Section("Rules", what, worth, f"rule-value-{number}")
    for number, (question, answer) in enumerate(book.rules.decided, 1):
        yield Section("Rules", question, answer, f"rule-decided-{number}")
