"""The rules of one game at its table: read, look something up, and settle what they leave open."""

from __future__ import annotations

from urllib.parse import quote

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard.errors import NotFound, ScorecardError
from scorecard.models import HouseRules, Ruling
from scorecard.rules.words import say
from scorecard.services import house_rules, lookup, rulings, sheets
from scorecard.services.changes import Write
from scorecard.services.names import LONGEST_NAME
from scorecard.web.access import Visit, needs
from scorecard.web.errors import status_of
from scorecard.web.game_book import GameBook, game_book
from scorecard.web.languages import said
from scorecard.web.limits import limit_searches
from scorecard.web.pages import beside, is_in_group
from scorecard.web.writes import form_version, perform, this_write

blueprint = Blueprint("game_rules", __name__)
PREFIX = "/games/<uid:game_uid>"
LONGEST_QUESTION = 200
"""Characters that are looked up."""
EVERYBODY = say("Everybody at the table")
NEW_BOOK = "new"


@blueprint.get(f"{PREFIX}/rules")
@needs("spectator")
@limit_searches
def page(visit: Visit) -> ResponseReturnValue:
    """Explain the game as it is played here, and look up a question in that."""
    book = game_book(visit)
    return render_template(
        "rules/game.html",
        visit=visit,
        game=visit.game,
        book=book,
        rules=book.rules,
        example=book.example,
        is_in_group=is_in_group(visit),
        **_looked_up(book),
    )


@blueprint.get(f"{PREFIX}/rules/find")
@needs("spectator")
@limit_searches
def find(visit: Visit) -> ResponseReturnValue:
    """Return the piece of the page that answers a question, while it is being typed."""
    return render_template("rules/_found.html", visit=visit, **_looked_up(game_book(visit)))


@blueprint.get(f"{PREFIX}/rulings")
@needs("player")
def ruling_page(visit: Visit) -> ResponseReturnValue:
    """Ask how a situation was settled, and by whom."""
    return _ruling_page(visit)


@blueprint.post(f"{PREFIX}/rulings")
@needs("player")
def rule(visit: Visit) -> ResponseReturnValue:
    """Write a ruling into the book."""
    write = this_write(visit.device, form_version())
    ruled: list[Ruling] = []

    def action() -> None:
        ruled.append(
            rulings.rule(
                visit.session,
                chosen_book(
                    visit, write, request.form.get("book", NEW_BOOK), request.form.get("name", "")
                ),
                write,
                request.form.get("situation", ""),
                request.form.get("decision", ""),
                request.form.get("decided_by", ""),
                game=visit.game,
            )
        )

    try:
        done = perform(write, action)
    except ScorecardError as error:
        visit.session.rollback()
        return _ruling_page(visit, error), status_of(error)
    uid = visit.game.uid
    if done:
        return redirect(url_for("game_rules.page", game_uid=uid, _anchor="rule-rulings"), 303)
    return redirect(url_for("game_rules.ruled", game_uid=uid, ruling_uid=ruled[0].uid), 303)


@blueprint.get(f"{PREFIX}/rulings/<uid:ruling_uid>")
@needs("spectator")
def ruled(visit: Visit, ruling_uid: str) -> ResponseReturnValue:
    """Show what was settled, and offer to make more of it."""
    found = next(
        (one for one in rulings.of_game(visit.session, visit.game) if one.uid == ruling_uid), None
    )
    if found is None:
        raise NotFound(say("There is no such ruling in the book of this game."))
    return render_template(
        "rules/ruled.html", visit=visit, ruling=found, is_in_group=is_in_group(visit)
    )


def question_asked() -> str:
    """Return what the address asks to look up, "" for nothing."""
    return " ".join(request.args.get("q", "").split())[:LONGEST_QUESTION]


def _looked_up(book: GameBook) -> dict[str, object]:
    """Return the question that is asked, None for none, and what answers it."""
    question = question_asked()
    return {
        "is_asking": "q" in request.args,
        "question": question,
        "found": lookup.find(book.sections, question) if question else [],
        "settle": f"?q={quote(question)}" if question else "",
    }


def chosen_book(visit: Visit, write: Write, wanted: str, name: str) -> HouseRules:
    """Return the house rules that a ruling goes into: the game's, or those with the id ``wanted``.

    New ones with this name are begun where :data:`NEW_BOOK` is wanted, or what is gone meanwhile.
    """
    if (mine := book_of_game(visit)) is not None:
        return mine
    if (found := next((one for one in books(visit) if one.uid == wanted), None)) is not None:
        return found
    if visit.game.group is None or not is_in_group(visit):
        raise NotFound(say("This game has no book of house rules to write in."))
    return rulings.begin_book(visit.session, visit.game, write.keyless, name)


def book_of_game(visit: Visit) -> HouseRules | None:
    """Return the house rules that a game's rulings go into, None where there is a choice."""
    version = visit.game.house_rules
    if version is None or version.of.deleted_at is not None:
        return None
    # A game that was moved writes into the book of the group it is in now.
    return version.of if version.of.group_id == visit.game.group_id else None


def books(visit: Visit) -> list[HouseRules]:
    """Return the books of the game's group that a ruling could go into, for who is in it."""
    group = visit.game.group
    if group is None or not is_in_group(visit):
        return []
    return house_rules.of_group(visit.session, group, visit.game.rules)


def _ruling_page(visit: Visit, error: ScorecardError | None = None) -> str:
    rules = sheets.rules_of(visit.game)
    question = request.args.get("q", "")[:LONGEST_QUESTION]
    return render_template(
        "rules/settle.html",
        visit=visit,
        rules=rules,
        book=book_of_game(visit),
        books=books(visit),
        is_in_group=is_in_group(visit),
        typed={
            "situation": question,
            "decided_by": said(EVERYBODY),
            "name": said(say("Our %(game)s", game=rules.name))[:LONGEST_NAME],
            **request.form.to_dict(),
        },
        **beside(error),
    )
