"""The rules of one game over the API: read, look something up, and settle what they leave open."""

from __future__ import annotations

from http.client import CREATED
from typing import Any

from flask import Response
from pydantic import Field

from scorecard.models import HouseRules
from scorecard.services.book import lookup, rulings
from scorecard.services.history import changes
from scorecard.web.api import book_answers, game_answers, rules_answers, spec
from scorecard.web.api.table import games
from scorecard.web.book import game_rules
from scorecard.web.book.game_book import game_book
from scorecard.web.http import access, limits
from scorecard.web.live import sheets
from scorecard.web.write import writes


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


@spec.blueprint.get(f"{games.GAME}/rules")
@access.needs("spectator")
@spec.describes(rules_answers.GameRulesAnswer, "rules", refusals=spec.GAME_REFUSALS)
def read_game_rules(visit: access.Visit) -> Response:
    """Return the rules of a game as they hold at its table."""
    name = sheets.rendered(visit.game).sheet["house_rules"]
    return spec.json_answer(rules_answers.game_rules_json(game_book(visit), name))


@spec.blueprint.get(f"{games.GAME}/rules/find")
@access.needs("spectator")
@limits.limit_searches
@spec.describes(rules_answers.LookupAnswer, "rules", refusals=(*spec.GAME_REFUSALS, 429))
def look_up_rule(visit: access.Visit) -> Response:
    """Look something up in the rules of a game, also when it is misspelt: `q` in the query."""
    question = game_rules.question_asked()
    matches = lookup.find(game_book(visit).sections, question)
    return spec.json_answer(
        {"question": question, "found": [rules_answers.match_json(one) for one in matches]}
    )


@spec.blueprint.get(f"{games.GAME}/rulings")
@access.needs("spectator")
@spec.describes(rules_answers.RulingsAnswer, "rules", refusals=spec.GAME_REFUSALS)
def read_rulings(visit: access.Visit) -> Response:
    """Return the rulings that hold in a game, and which house rules another one can go into."""
    book = game_rules.book_of_game(visit)
    answer = {
        "rulings": [
            book_answers.ruling_json(one) for one in rulings.of_game(visit.session, visit.game)
        ],
        "book": _name_json(book) if book else None,
        "books": [] if book else [_name_json(one) for one in game_rules.books(visit)],
    }
    return spec.json_answer(answer)


@spec.blueprint.post(f"{games.GAME}/rulings")
@access.needs("player")
@spec.describes(game_answers.GameAnswer, "rules", status=CREATED, refusals=spec.WRITE_REFUSALS)
def rule_at_game(visit: access.Visit, json: NewGameRulingBody) -> Response:
    """Write down how a situation was settled in a game, in the book of its house rules."""

    def action(this: changes.Write) -> None:
        book = game_rules.chosen_book(visit, this, json.book, json.name)
        rulings.rule(
            visit.session,
            book,
            this,
            json.situation,
            json.decision,
            json.decided_by,
            game=visit.game,
        )

    return spec.write_once(
        writes.this_write(visit.device, json.version),
        action,
        lambda _done, _result: spec.answer(visit.game, CREATED),
    )


def _name_json(book: HouseRules) -> dict[str, Any]:
    return {"id": book.uid, "name": book.name}
