"""What the API answers of how a game is played and scored, as models, and how they are made."""

from __future__ import annotations

from typing import Any

from pydantic import AliasPath, Field

from scorecard.rules import Sheet, card_game
from scorecard.services.book import lookup
from scorecard.services.table import answers
from scorecard.web.api import book_answers, fields, model
from scorecard.web.api.model import Extended


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


class RulesAnswer(RulesSummary, ScoringAnswer):
    """A card game: how it is scored, its options, and what is typed each round (``form``)."""

    source: str
    options: list[OptionAnswer]
    form: dict[str, Any] | None
    ready_made: list[ReadyMadeAnswer] = Field(
        validation_alias="house_rules",
        description="House rules to start from, as `ready:<key>` of `copy`.",
    )


class SettingAnswer(model.Model):
    """An option as it holds in a game."""

    option: str = Field(validation_alias=AliasPath("option", "key"))
    label: str = Field(validation_alias=AliasPath("option", "label"))
    sentence: str = Field(
        validation_alias=AliasPath("option", "sentence"), description="What the option means."
    )
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

    game: str = Field(validation_alias=AliasPath("rules", "key"))
    name: str = Field(validation_alias=AliasPath("rules", "name"))
    aim: str = Field(validation_alias=AliasPath("rules", "aim"))
    house_rules: answers.HouseRulesName | None = Field(description="In the version the game keeps.")
    settings: list[SettingAnswer]
    amendments: list[answers.AmendmentAnswer] = Field(description="Options changed while it ran.")
    notes: list[NotesPartAnswer]
    rulings: list[book_answers.RulingAnswer] = Field(description="Newest first.")


class FoundRuleAnswer(model.Model):
    """A part of the rules that answers a question."""

    kind: str = Field(
        validation_alias=AliasPath("section", "kind"),
        description="Where it stands: Setting, This game, Note, Ruling or Rules.",
    )
    title: str = Field(validation_alias=AliasPath("section", "title"))
    text: str = Field(validation_alias=AliasPath("section", "text"))
    excerpt: list[lookup.ExcerptPiece]


class LookupAnswer(model.Model):
    """What answers a question, the best first."""

    question: str
    found: list[FoundRuleAnswer]


class BookNameAnswer(model.Model):
    """House rules that a ruling can go into."""

    id: fields.Uid
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


def scoring_of(rules: card_game.GameRules[Any], sheet: Sheet | None) -> dict[str, Any]:
    """Return how a card game is scored; ``sheet`` is that of its example."""
    example = rules.example
    return {
        "how_to_score": rules.how_to_score,
        "card_values": [
            {"what": row[0], "worth": rules.worth_of(row)} for row in rules.card_values
        ],
        "decided": [{"question": one, "answer": answer} for one, answer in rules.decided],
        "example": Extended(sheet, sentence=example.sentence, record=example.record)
        if sheet and example
        else None,
    }
