"""New house rules: choose a card game and a start, or import a file."""

from __future__ import annotations

from typing import Any

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.models import HouseRules, WriteKey
from scorecard.rules import card_game, core
from scorecard.rules.games import all_games
from scorecard.rules.games.own_scorecard import definitions, ready_made
from scorecard.rules.words import say
from scorecard.services.book import house_rules, scorecards, sharing
from scorecard.services.files.importing import house_rules_files
from scorecard.web.book import house_rules_forms, house_rules_words
from scorecard.web.book.house_rules import PREFIX, address
from scorecard.web.book.reference import known_rules
from scorecard.web.http import access, budget
from scorecard.web.pages import responses, views

blueprint = views.Views("new_house_rules", __name__)


@blueprint.group_page(f"{PREFIX}/new", "member")
def choose(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show the card games; or go on with the rules behind a link that was pasted."""
    link = request.args.get("link")
    if link is None:
        return choose_page(visit)
    try:
        shared = sharing.by_pasted_link(visit.session, link)
    except errors.BadInput as error:
        return views.refuse(error, lambda: choose_page(visit, {"link": link}))
    token = link.strip().rstrip("/").rsplit("/", 1)[-1].partition("?")[0].partition("#")[0]
    return redirect(
        url_for(
            "new_house_rules.new",
            group_uid=visit.group.uid,
            key=shared.rules,
            start=f"shared:{token}",
        ),
        303,
    )


@blueprint.group_page(f"{PREFIX}/new/<key>", "member")
def new(visit: access.GroupVisit, key: str) -> ResponseReturnValue:
    """Show the form of new house rules, filled in with what they start from."""
    wanted = request.args.get("start", "")
    start = sharing.start_from(visit.session, visit.group, known_rules(key, {}), wanted)
    options = {**_scorecard(visit, key), **start.options}
    rules = known_rules(key, options)
    form = house_rules_forms.RulesForm.showing(rules, options, name=start.name, notes=start.notes)
    return _new_page(visit, rules, form, wanted)


@blueprint.post(f"{PREFIX}/new/<key>")
@access.needs_in_group("member")
def make(visit: access.GroupVisit, key: str) -> ResponseReturnValue:
    """Write down new house rules; or show their form with another start."""
    wanted = request.form.get("start", "")
    start = sharing.start_from(visit.session, visit.group, known_rules(key, {}), wanted)
    if "other" in request.form:
        return _started_anew(visit, key, start, request.form["other"])
    form = house_rules_forms.RulesForm.typed(known_rules(key, {}), start.options, "name", "notes")
    chosen = form.chosen()
    rules = known_rules(key, chosen)

    name, notes = form.texts["name"], form.texts["notes"]

    def then(_done: WriteKey | None, made: HouseRules | None) -> str:
        shown = made or house_rules.named(visit.session, visit.group, name)
        return address(shown) if shown else views.address("house_rules.index")

    return views.send(
        visit,
        lambda write: house_rules.create(
            visit.session,
            visit.group,
            write,
            name,
            key,
            chosen,
            notes=notes,
            origin=start.origin,
        ),
        then=then,
        again=lambda: _new_page(visit, rules, form, wanted),
    )


@blueprint.post(f"{PREFIX}/import")
@budget.takes(budget.RULES)
@access.needs_in_group("member")
def take_in(visit: access.GroupVisit) -> ResponseReturnValue:
    """Write down house rules that were exported elsewhere: a file, or its text."""
    file = request.files.get("file")
    data: bytes | str = file.read() if file and file.filename else request.form.get("text", "")
    name = request.form.get("name", "")
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    return views.send(
        visit,
        lambda write: house_rules_files.take_in(visit.session, visit.group, write, data, name),
        then=views.to_new("house_rules.page", "rules_uid", "house_rules.index"),
        again=lambda: choose_page(visit, {"text": text, "name": name}),
    )


def choose_page(visit: access.GroupVisit, typed: dict[str, str] | None = None) -> str:
    """Return the page that asks for the card game, or for another start."""
    return responses.page(
        "book/house_rules/choose.html",
        shelf=[rules for rules in all_games().values() if not rules.specialised],
        own_key=definitions.GAME_KEY,
        mine=scorecards.of_device(visit.session, visit.device),
        ready_made=ready_made.READY_MADE,
        typed=typed or {},
    )


def _started_anew(visit: access.GroupVisit, key: str, before: sharing.Start, wanted: str) -> str:
    """Show the form with another start, but the name and the notes that were typed."""
    rules = known_rules(key, {})
    start = sharing.start_from(visit.session, visit.group, rules, wanted)
    texts = {"name": start.name, "notes": start.notes}
    for name, given in (("name", before.name), ("notes", before.notes)):
        typed = request.form.get(name, "").replace("\r\n", "\n").strip()
        if typed and typed != given.strip():
            texts[name] = typed
    form = house_rules_forms.RulesForm.showing(rules, start.options, **texts)
    return _new_page(visit, rules, form, wanted)


def _new_page(
    visit: access.GroupVisit,
    rules: card_game.GameRules[Any],
    form: house_rules_forms.RulesForm,
    wanted: str,
) -> str:
    start = sharing.start_from(visit.session, visit.group, rules, wanted)
    others = house_rules.of_group(visit.session, visit.group, rules.key)
    starts: list[tuple[str, str]] = [("", say("The official options"))]
    starts += [(f"ready:{one.key}", one.name) for one in rules.house_rules]
    starts += [(f"set:{one.uid}", one.name) for one in others if not rules.specialised]
    return responses.page(
        "book/house_rules/new.html",
        start=wanted,
        starts=starts,
        origin=house_rules_words.origin_words(start.origin),
        **form.page_values(),
    )


def _scorecard(visit: access.GroupVisit, key: str) -> dict[str, core.Json]:
    """Return the option with the home-made scorecard in the query."""
    wanted = request.args.get("scorecard", "")
    if key != definitions.GAME_KEY or not wanted:
        return {}
    return {"scorecard": scorecards.definition_of(visit.session, wanted)}
