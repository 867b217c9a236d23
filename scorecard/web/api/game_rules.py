"""The rules of one game over the API: read, look something up, and settle what they leave open."""

from __future__ import annotations

from http.client import CREATED
from typing import Any

from flask import Response
from pydantic import Field

from scorecard.models import HouseRules
from scorecard.services import lookup, rulings
from scorecard.services.changes import Write
from scorecard.web import game_rules
from scorecard.web.access import Visit, needs
from scorecard.web.api.answers import GameAnswer
from scorecard.web.api.book_answers import ruling_json
from scorecard.web.api.games import GAME
from scorecard.web.api.rules_answers import (
    GameRulesAnswer,
    LookupAnswer,
    RulingsAnswer,
    found_json,
    game_rules_json,
)
from scorecard.web.api.spec import (
    GAME_REFUSALS,
    WRITE_REFUSALS,
    WriteBody,
    answer,
    blueprint,
    describes,
    json_answer,
    write_once,
)
from scorecard.web.game_book import game_book
from scorecard.web.limits import limit_searches
from scorecard.web.sheets import rendered
from scorecard.web.writes import this_write


class NewGameRulingBody(WriteBody):
    """How something unclear was settled at the table, and which book it goes into."""

    situation: str
    decision: str
    decided_by: str
    book: str = Field(
        default=game_rules.NEW_BOOK,
        description="Of a game without house rules: the id of some of its group, or `new`.",
    )
    name: str = Field(default="", description="Of the house rules to begin, where they are new.")


@blueprint.get(f"{GAME}/rules")
@needs("spectator")
@describes(GameRulesAnswer, "rules", refusals=GAME_REFUSALS)
def read_game_rules(visit: Visit) -> Response:
    """Return the rules of a game as they hold at its table."""
    name = rendered(visit.game).sheet["house_rules"]
    return json_answer(game_rules_json(game_book(visit), name))


@blueprint.get(f"{GAME}/rules/find")
@needs("spectator")
@limit_searches
@describes(LookupAnswer, "rules", refusals=(*GAME_REFUSALS, 429))
def look_up_rule(visit: Visit) -> Response:
    """Look something up in the rules of a game, also when it is misspelt: `q` in the query."""
    question = game_rules.question_asked()
    found = lookup.find(game_book(visit).sections, question)
    return json_answer({"question": question, "found": [found_json(one) for one in found]})


@blueprint.get(f"{GAME}/rulings")
@needs("spectator")
@describes(RulingsAnswer, "rules", refusals=GAME_REFUSALS)
def read_rulings(visit: Visit) -> Response:
    """Return the rulings that hold in a game, and which house rules another one can go into."""
    book = game_rules.book_of_game(visit)
    found = {
        "rulings": [ruling_json(one) for one in rulings.of_game(visit.session, visit.game)],
        "book": _name_json(book) if book else None,
        "books": [] if book else [_name_json(one) for one in game_rules.books(visit)],
    }
    return json_answer(found)


@blueprint.post(f"{GAME}/rulings")
@needs("player")
@describes(GameAnswer, "rules", status=CREATED, refusals=WRITE_REFUSALS)
def rule_at_game(visit: Visit, json: NewGameRulingBody) -> Response:
    """Write down how a situation was settled in a game, in the book of its house rules."""

    def action(this: Write) -> None:
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

    return write_once(
        this_write(visit.device, json.version),
        action,
        lambda _done, _result: answer(visit.game, CREATED),
    )


def _name_json(book: HouseRules) -> dict[str, Any]:
    return {"id": book.uid, "name": book.name}
