"""What the API answers of how a game is played and scored, as models, and how they are made."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from scorecard.rules import Sheet, card_game
from scorecard.services.book import lookup
from scorecard.services.scoring import wording
from scorecard.web.api import book_answers, game_answers, model
from scorecard.web.book import game_book


class RulesSummary(model.Model):
    """A card game one can keep the score of."""

    key: str
    name: str
    aim: str
    players: str
    length: str


class RulesListAnswer(model.Model):
    """The card games."""

    rules: list[RulesSummary]


class DecidedQuestionAnswer(model.Model):
    """What the sources leave open, and what holds here."""

    question: str
    answer: str


class CardWorthAnswer(model.Model):
    """What counts how much."""

    what: str
    worth: str


class ExampleAnswer(model.Model):
    """A game in progress that the rules work through."""

    sentence: str = Field(description="What to see in it.")
    record: dict[str, Any] = Field(description="As `/score` reads it.")
    round_scores: list[dict[str, int]] = Field(description="Points by side.")
    stories: list[str] = Field(description="What happened in each round; empty where nothing did.")
    totals: dict[str, int | None]
    reason: str


class ScoringAnswer(model.Model):
    """How a card game is played and scored."""

    how_to_score: list[str] = Field(description="Paragraphs.")
    card_values: list[CardWorthAnswer] = Field(description="What options do not list.")
    decided: list[DecidedQuestionAnswer]
    example: ExampleAnswer | None


class OptionAnswer(model.Model):
    """A house rule: its default for the number of players asked for, and its range."""

    key: str
    label: str
    sentence: str
    kind: str
    default: Any
    reason: str
    low: int
    high: int
    step: int
    choices: list[tuple[str, str]]
    cards: list[tuple[str, str]]
    card_defaults: dict[str, int]


class ReadyMadeAnswer(model.Model):
    """House rules that a group can start from."""

    key: str
    name: str
    options: dict[str, Any] = Field(description="Those that differ from the usual.")
    notes: str = Field(description="Markdown.")


class RulesAnswer(ScoringAnswer):
    """A card game: how it is scored, its options, and what is typed each round (``form``)."""

    key: str
    name: str
    aim: str
    players: str
    length: str
    source: str
    options: list[OptionAnswer]
    form: dict[str, Any] | None
    ready_made: list[ReadyMadeAnswer] = Field(
        description="House rules to start from, as `ready:<key>` of `copy`."
    )


class SettingAnswer(model.Model):
    """An option as it holds in a game."""

    option: str
    label: str
    sentence: str = Field(description="What the option means.")
    value: Any
    words: str
    usual: str = Field(description="What is usual, in words; empty where it is as usual.")
    book: str = Field(description="What the house rules say, where the game is played otherwise.")


class NotesPartAnswer(model.Model):
    """A part of the notes, from one heading to the next."""

    title: str
    text: str


class GameRulesAnswer(ScoringAnswer):
    """The rules of one game as they hold at its table."""

    game: str
    name: str
    aim: str
    house_rules: game_answers.HouseRulesName | None = Field(
        description="In the version the game keeps."
    )
    settings: list[SettingAnswer]
    amendments: list[game_answers.AmendmentAnswer] = Field(
        description="Options changed while it ran."
    )
    notes: list[NotesPartAnswer]
    rulings: list[book_answers.RulingAnswer] = Field(description="Newest first.")


class ExcerptPieceAnswer(model.Model):
    """A piece of the text that was found; whether it is one of the words that were looked up."""

    text: str
    is_match: bool


class FoundRuleAnswer(model.Model):
    """A part of the rules that answers a question."""

    kind: str = Field(description="Where it stands: Setting, This game, Note, Ruling or Rules.")
    title: str
    text: str
    excerpt: list[ExcerptPieceAnswer]


class LookupAnswer(model.Model):
    """What answers a question, the best first."""

    question: str
    found: list[FoundRuleAnswer]


class BookNameAnswer(model.Model):
    """House rules that a ruling can go into."""

    id: str
    name: str


class RulingsAnswer(model.Model):
    """The rulings that hold in a game, and where another one goes."""

    rulings: list[book_answers.RulingAnswer] = Field(description="Newest first.")
    book: BookNameAnswer | None = Field(
        description="The game's own; where it has one, it goes there."
    )
    books: list[BookNameAnswer] = Field(
        description="Else these can be chosen; none where this device is not in the group."
    )


def ready_made_json(rules: card_game.GameRules[Any]) -> list[dict[str, Any]]:
    """Return the house rules that a group can start from."""
    return [
        {"key": one.key, "name": one.name, "options": one.options, "notes": one.notes}
        for one in rules.house_rules
    ]


def scoring_json(rules: card_game.GameRules[Any], example: Sheet | None) -> dict[str, Any]:
    """Return how a card game is scored; ``example`` is the sheet of its example."""
    return {
        "how_to_score": rules.how_to_score,
        "card_values": [
            {"what": row[0], "worth": rules.worth_of(row)} for row in rules.card_values
        ],
        "decided": [{"question": one, "answer": answer} for one, answer in rules.decided],
        "example": _example_json(rules, example) if example else None,
    }


def game_rules_json(book: game_book.GameBook, name: dict[str, Any] | None) -> dict[str, Any]:
    """Return the rules of one game; ``name`` says by which house rules it is played."""
    return {
        "game": book.rules.key,
        "name": book.rules.name,
        "aim": book.rules.aim,
        "house_rules": name,
        "settings": [_setting_json(one, book) for one in book.settings],
        "amendments": book.amendments,
        "notes": [{"title": note.title, "text": note.text} for note in book.notes],
        "rulings": [book_answers.ruling_json(ruling) for ruling in book.rulings],
        **scoring_json(book.rules, book.example),
    }


def match_json(match: lookup.Answer) -> dict[str, Any]:
    """Return a part of the rules that was found."""
    return {
        "kind": match.section.kind,
        "title": match.section.title,
        "text": match.section.text,
        "excerpt": [{"text": text, "is_match": is_match} for text, is_match in match.excerpt],
    }


def _setting_json(one: wording.Setting, book: game_book.GameBook) -> dict[str, Any]:
    return {
        "option": one.option.key,
        "label": one.option.label,
        "sentence": one.option.sentence,
        "value": one.value,
        "words": one.words,
        "usual": one.usual,
        "book": book.in_book(one.option.key),
    }


def _example_json(rules: card_game.GameRules[Any], example: Sheet) -> dict[str, Any]:
    assert rules.example, "it was scored"
    return {
        "sentence": rules.example.sentence,
        "record": rules.example.record,
        "round_scores": example.round_scores,
        "stories": example.stories,
        "totals": example.totals,
        "reason": example.reason,
    }
