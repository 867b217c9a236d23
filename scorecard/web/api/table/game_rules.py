"""The rules of one game over the API: read, look something up, and settle what they leave open."""

from __future__ import annotations

from http.client import CREATED

from pydantic import Field

from scorecard.services.book import lookup, rulings
from scorecard.web.api import rules_answers, spec
from scorecard.web.api.model import Extended
from scorecard.web.api.table import games
from scorecard.web.book import game_rules
from scorecard.web.book.game_book import game_book
from scorecard.web.http import access, limits
from scorecard.web.live import sheets


class NewGameRulingBody(spec.WriteBody):
    """How something unclear was settled at the table, and which book it goes into."""

    situation: str
    decision: str
    decided_by: str
    book: str = Field(
        default=game_rules.NEW_BOOK,
        description="Of a game without house rules: the id of some of its group, or `new`.",
    )
    name: str = Field(default="", description="Of the house rules to begin, where they are new.")


@spec.game_read(f"{games.GAME}/rules", "spectator", rules_answers.GameRulesAnswer, "rules")
def read_game_rules(visit: access.Visit) -> object:
    """Return the rules of a game as they hold at its table."""
    book = game_book(visit)
    return Extended(
        book,
        house_rules=sheets.rendered(visit.game).sheet.house_rules,
        settings=[Extended(one, book=book.in_book(one.option.key)) for one in book.settings],
        **rules_answers.scoring_of(book.rules, book.example),
    )


@spec.blueprint.get(f"{games.GAME}/rules/find")
@access.needs("spectator")
@limits.limit_searches
@spec.describes(rules_answers.LookupAnswer, "rules", refusals=(*spec.LET_IN_REFUSALS, 429))
def look_up_rule(visit: access.Visit) -> object:
    """Look something up in the rules of a game, also when it is misspelt: `q` in the query."""
    question = game_rules.question_asked()
    return {"question": question, "found": lookup.find(game_book(visit).sections, question)}


@spec.game_read(f"{games.GAME}/rulings", "spectator", rules_answers.RulingsAnswer, "rules")
def read_rulings(visit: access.Visit) -> object:
    """Return the rulings that hold in a game, and which house rules another one can go into."""
    book = game_rules.book_of_game(visit)
    return {
        "rulings": rulings.of_game(visit.session, visit.game),
        "book": book,
        "books": [] if book else game_rules.books(visit),
    }


spec.game_write(
    "POST", f"{games.GAME}/rulings", "player", "rules", body=NewGameRulingBody, status=CREATED
)(game_rules.rule_at_game)
