"""The rules of one game at its table: read, look something up, and settle what they leave open."""

from __future__ import annotations

from urllib.parse import quote

from flask import request

from scorecard import errors
from scorecard.models import HouseRules, Ruling
from scorecard.rules.words import say
from scorecard.services.book import house_rules, lookup, rulings
from scorecard.services.history import changes
from scorecard.services.limits import names
from scorecard.services.scoring import sheets
from scorecard.web.book.game_book import GameBook, game_book
from scorecard.web.http import access, languages, limits
from scorecard.web.pages import responses, views

blueprint = views.Views("game_rules", __name__)
PREFIX = "/games/<uid:game_uid>"
LONGEST_QUESTION = 200
"""Characters of a question, at most."""
EVERYBODY = say("Everybody at the table")
NEW_BOOK = "new"


@blueprint.game_page(f"{PREFIX}/rules", "spectator", may_lag=True)
@limits.limit_searches
def page(visit: access.Visit) -> str:
    """Explain the game as it is played here, and look up a question in that."""
    book = game_book(visit)
    return responses.page(
        "book/rules/game.html",
        game=visit.game,
        book=book,
        rules=book.rules,
        example=book.example,
        is_in_group=responses.is_in_group(visit),
        **_looked_up(book),
    )


@blueprint.game_page(f"{PREFIX}/rules/find", "spectator")
@limits.limit_searches
def find(visit: access.Visit) -> str:
    """Return the piece of the page that answers a question, while it is being typed."""
    return responses.page("book/rules/_found.html", **_looked_up(game_book(visit)))


@blueprint.game_page(f"{PREFIX}/rulings", "player")
def ruling_page(visit: access.Visit) -> str:
    """Ask how a situation was settled, and by whom."""
    rules = sheets.rules_of(visit.game)
    question = request.args.get("q", "")[:LONGEST_QUESTION]
    return responses.page(
        "book/rules/rule.html",
        rules=rules,
        book=book_of_game(visit),
        books=books(visit),
        is_in_group=responses.is_in_group(visit),
        typed={
            "situation": question,
            "decided_by": languages.to_type(EVERYBODY),
            "name": languages.to_type(say("Our %(game)s", game=rules.name))[: names.LONGEST_NAME],
            **request.form.to_dict(),
        },
    )


@blueprint.game_form(
    f"{PREFIX}/rulings",
    "player",
    then=views.to_new("game_rules.ruled", "ruling_uid", "game_rules.page#rule-rulings"),
    again=ruling_page,
)
def rule_at_game(
    visit: access.Visit,
    write: changes.Write,
    situation: str,
    decision: str,
    decided_by: str,
    book: str,
    name: str,
) -> Ruling:
    """Write down how a situation was settled in a game, in the book of its house rules."""
    into = _chosen_book(visit, write, book, name)
    return rulings.rule(
        visit.session, into, write, situation, decision, decided_by, game=visit.game
    )


@blueprint.game_page(f"{PREFIX}/rulings/<uid:ruling_uid>", "spectator")
def ruled(visit: access.Visit, ruling_uid: str) -> str:
    """Show what was settled, and offer to make more of it."""
    ruling = next(
        (one for one in rulings.of_game(visit.session, visit.game) if one.uid == ruling_uid), None
    )
    if ruling is None:
        raise errors.NotFound(say("There is no such ruling in the book of this game."))
    return responses.page(
        "book/rules/ruled.html", ruling=ruling, is_in_group=responses.is_in_group(visit)
    )


def question_asked() -> str:
    """Return the question in the query, "" for none."""
    return " ".join(request.args.get("q", "").split())[:LONGEST_QUESTION]


def _looked_up(book: GameBook) -> dict[str, object]:
    """Return the question in the query, and the sections that answer it."""
    question = question_asked()
    return {
        "question": question,
        "matches": lookup.find(book.sections, question) if question else [],
        "ruling_query": f"?q={quote(question)}" if question else "",
    }


def _chosen_book(visit: access.Visit, write: changes.Write, wanted: str, name: str) -> HouseRules:
    """Return the house rules for a ruling: the game's, those of the uid ``wanted``, or new ones."""
    if (mine := book_of_game(visit)) is not None:
        return mine
    if (chosen := next((one for one in books(visit) if one.uid == wanted), None)) is not None:
        return chosen
    if visit.game.group is None or not responses.is_in_group(visit):
        raise errors.NotFound(say("This game has no book of house rules to write in."))
    return rulings.begin_book(visit.session, visit.game, write.keyless, name)


def book_of_game(visit: access.Visit) -> HouseRules | None:
    """Return the house rules for a game's rulings, None where there is a choice."""
    version = visit.game.rules_version
    if version is None or version.house_rules.deleted_at is not None:
        return None
    # A game that was moved does not write into the former group's house rules.
    return version.house_rules if version.house_rules.group_id == visit.game.group_id else None


def books(visit: access.Visit) -> list[HouseRules]:
    """Return the house rules of the game's group for a ruling; none for a visitor outside of it."""
    group = visit.game.group
    if group is None or not responses.is_in_group(visit):
        return []
    return house_rules.of_group(visit.session, group, visit.game.rules)
