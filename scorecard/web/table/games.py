"""A game from "New game" on: its table, its settings, its history, undo and redo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Game
from scorecard.rules import RuleWarning, card_game
from scorecard.rules.games import all_games
from scorecard.rules.games.own_scorecard import definitions
from scorecard.rules.sheet import NotARecord, rules_for
from scorecard.rules.words import say
from scorecard.services.book import agreeing, scorecards
from scorecard.services.groups import group_members
from scorecard.services.history import undo_redo
from scorecard.services.looking_back import history_pages
from scorecard.services.scoring import sheets
from scorecard.services.table import games
from scorecard.web.book import rule_choice
from scorecard.web.forms import settings_forms
from scorecard.web.http import access, languages, refusals
from scorecard.web.pages import responses
from scorecard.web.table import suggestions
from scorecard.web.write import writes

blueprint = Blueprint("games", __name__)

SPARE_ROWS = 4
"""Empty name fields on a fresh form, and how many "More players" adds."""


@blueprint.get("/games/new")
@access.anyone
def choose() -> ResponseReturnValue:
    """Show the card games; where there is only one, go on with that."""
    shelf = list(all_games().values())
    visit = _group_asked_for()
    group = visit.group if visit else None
    if len(shelf) == 1:
        uid = group.uid if group else None
        return redirect(url_for("games.new", key=shelf[0].key, group=uid))
    last = suggestions.last_card_game(visit)
    shelf.sort(key=lambda rules: rules.key != last)
    return render_template("table/start/choose.html", shelf=shelf, last=last, group=group)


@blueprint.get("/games/new/<key>")
@access.anyone
def new(key: str) -> ResponseReturnValue:
    """Show the form that starts a game, with the players and settings of the last one played.

    The settings are as usual where the address asks for that.
    """
    given = _given_options(key)
    rules = _rules(key, given)
    form = settings_forms.new_game_form_class(rules)()
    form.fill(given)
    access.promise_device()
    visit = _group_asked_for()
    names = form["player"].data = suggestions.last_players(visit)[: rules.most]
    choice = rule_choice.fresh_choice(db.session, visit, rules, names)
    if choice and choice.house_rules:
        form.fill(choice.house_rules.latest.options)
    # House rules say what holds; without any it is as it was last time.
    is_usual = choice is not None or "usual" in request.args
    last_time = None if is_usual else suggestions.last_time(visit, rules)
    if last_time:
        form.fill(last_time.options)
        form.is_blind.data = last_time.is_blind
    return _new_page(rules, form, visit, choice, last_time=last_time)


@blueprint.get("/games/new/<key>/suggestions")
@access.anyone
def suggest(key: str) -> ResponseReturnValue:
    """Say which values go with so many players and what is chosen so far, and why."""
    rules = _rules(key, {})
    players, _chosen, in_force = suggestions.asked_about(rules)
    suggested = {
        option.key: option.suggest(players, in_force) for option in rules.options if option.suggest
    }
    response = jsonify(
        {
            key: {"value": one.value, "reason": languages.translated(one.reason)}
            for key, one in suggested.items()
        }
    )
    response.vary.update(("Cookie", "Accept-Language"))
    return response


@blueprint.post("/games/new/<key>")
@access.anyone
def start(key: str) -> ResponseReturnValue:
    """Start a game; or show more name fields, where the phone runs no scripts."""
    form = settings_forms.new_game_form_class(_rules(key, {}))(request.form)
    rules = _rules(key, form.options())
    form = settings_forms.new_game_form_class(rules)(request.form)
    if "more" in request.form:
        return _new_page(rules, form, *_group_and_choice(rules, form))
    access.start_writing()
    visit, choice = _group_and_choice(rules, form)
    write = writes.this_write(access.ensure_device())
    started: list[Game] = []

    def action() -> None:
        chosen = rule_choice.chosen_rules(choice)
        if chosen and (players := rule_choice.agreeing_players(choice)):
            agreeing.agree(db.session, chosen.latest, players, write.keyless)
        game = games.start(
            db.session,
            write,
            key,
            form["player"].data,
            rule_choice.typed_options(choice, form),
            is_blind=form.is_blind.data,
            is_confirmed="confirmed" in request.form,
            group=visit.group if visit else None,
            house_rules=chosen,
        )
        if visit:
            # The key is remembered with the game already.
            group_members.enter_game(db.session, game, visit.membership, write.keyless)
        started.append(game)

    try:
        done = writes.perform(write, action)
    except errors.ScorecardError as error:
        db.session.rollback()
        return refusals.refused(_new_page(rules, form, visit, choice, error), error)
    return _go_to_table(db.session.get_one(Game, done.game_id) if done else started[0], visit)


def _group_and_choice(
    rules: card_game.GameRules[Any], form: settings_forms.SettingsForm
) -> tuple[access.GroupVisit | None, rule_choice.RuleChoice | None]:
    """Return the group that a game is started in, and the house rules that were chosen for it."""
    visit = _group_asked_for()
    return visit, rule_choice.sent_choice(db.session, visit, rules, form["player"].data)


def _go_to_table(game: Game, visit: access.GroupVisit | None) -> ResponseReturnValue:
    # Whoever is somebody of the group who sits at this table need not say so again.
    is_known = visit is not None and bool(group_members.seats_in(game, visit.membership))
    return redirect(url_for("games.table" if is_known else "seats.who", game_uid=game.uid), 303)


@blueprint.get("/games/<uid:game_uid>")
@access.needs("spectator")
def table(visit: access.Visit) -> ResponseReturnValue:
    """Show the table."""
    return responses.table_page(visit)


@blueprint.get("/games/<uid:game_uid>/settings")
@access.needs("spectator")
def settings(visit: access.Visit) -> ResponseReturnValue:
    """Show the settings of a game; its keeper can change them before round 1 is closed."""
    form = settings_forms.settings_form_class(sheets.rules_of(visit.game))()
    form.fill(visit.game.options)
    form.is_blind.data = visit.game.is_blind
    return _settings_page(visit, form)


@blueprint.post("/games/<uid:game_uid>/settings")
@access.needs("keeper")
def change_settings(visit: access.Visit) -> ResponseReturnValue:
    """Change the settings."""
    form = settings_forms.settings_form_class(sheets.rules_of(visit.game))(request.form)
    write = writes.this_write(visit.device, writes.form_version())
    try:
        writes.perform(
            write,
            lambda: games.change_settings(
                visit.session,
                visit.game,
                write,
                form.typed(),
                is_blind=form.is_blind.data,
                is_confirmed="confirmed" in request.form,
            ),
        )
    except errors.ScorecardError as error:
        visit.session.rollback()
        return refusals.refused(_settings_page(visit, form, error), error)
    return redirect(url_for("games.table", game_uid=visit.game.uid), 303)


@blueprint.get("/games/<uid:game_uid>/history")
@access.needs("spectator")
def changes_page(visit: access.Visit) -> ResponseReturnValue:
    """Show what was changed, newest first: all of it, or in one round, or of one player."""
    game = visit.game
    asked = {name: writes.number_asked(name) for name in ("round", "seat", "before")}
    page = history_pages.of_game(
        visit.session,
        game,
        before=asked["before"],
        round_number=asked["round"],
        seat=asked["seat"],
    )
    return render_template(
        "files/game_history.html",
        visit=visit,
        page=page,
        here=visit.device.id,
        rounds=len(game.rounds),
        round_number=asked["round"],
        seat=asked["seat"],
        older=url_for(
            "games.changes_page",
            game_uid=game.uid,
            **asked | {"before": page.older},  # type: ignore[arg-type]
        ),
    )


@blueprint.post("/games/<uid:game_uid>/undo")
@access.needs("player")
def undo(visit: access.Visit) -> ResponseReturnValue:
    """Take back the last change."""
    return responses.act(
        visit,
        lambda write: undo_redo.undo(
            visit.session,
            visit.game,
            write,
            is_keeper=visit.is_keeper,
            of=request.form.get("of", ""),
        ),
    )


@blueprint.post("/games/<uid:game_uid>/redo")
@access.needs("player")
def redo(visit: access.Visit) -> ResponseReturnValue:
    """Bring back what was undone last."""
    return responses.act(
        visit,
        lambda write: undo_redo.redo(visit.session, visit.game, write, is_keeper=visit.is_keeper),
    )


def _rules(key: str, options: Mapping[str, Any]) -> card_game.GameRules[Any]:
    try:
        return rules_for(key, options)
    except NotARecord:
        abort(404, say("No game is called that."))


def _given_options(key: str) -> dict[str, Any]:
    """Return the options that the address of a new game names: a scorecard of one's own."""
    wanted = request.args.get("scorecard", "")
    if key != definitions.GAME_KEY or not wanted:
        return {}
    return {"scorecard": scorecards.definition_of(db.session, wanted)}


def _group_asked_for() -> access.GroupVisit | None:
    """Return the visit to the group that a new game is for, None for a game outside of groups."""
    uid = request.values.get("group", "")
    return access.visit_group(uid) if uid else None


def _new_page(
    rules: card_game.GameRules[Any],
    form: settings_forms.SettingsForm,
    visit: access.GroupVisit | None,
    choice: rule_choice.RuleChoice | None,
    error: errors.ScorecardError | None = None,
    *,
    last_time: suggestions.LastTime | None = None,
) -> str:
    names = form["player"].data
    refusal = responses.refusal(form, error) | {"refused": responses.beside(error)["refused"]}
    if isinstance(error, errors.NotAgreed):
        # One tap then confirms the missing agreement and all warnings.
        not_agreed = RuleWarning(0, error.code, error.message)
        refusal |= {"problem": "", "warnings": [not_agreed, *error.warnings]}
    return render_template(
        "table/start/new.html",
        rules=rules,
        form=form,
        group=visit.group if visit else None,
        names=[*names, *[""] * _spare_rows(rules, len(names), is_fresh=error is None)],
        players=len(names) or max(SPARE_ROWS, rules.fewest),
        choice=choice,
        last_time=last_time,
        known=[] if visit else suggestions.known_names(),
        is_agreement_missing=isinstance(error, errors.NotAgreed),
        **refusal,
    )


def _spare_rows(rules: card_game.GameRules[Any], typed: int, *, is_fresh: bool) -> int:
    """Return how many empty name fields to show: as many as are needed, and a few to spare."""
    wanted = max(SPARE_ROWS if is_fresh and not typed else 1, rules.fewest - typed)
    return min(wanted, max(rules.most - typed, 0))


def _settings_page(
    visit: access.Visit,
    form: settings_forms.SettingsForm,
    error: errors.ScorecardError | None = None,
) -> str:
    return render_template(
        "table/start/settings.html",
        visit=visit,
        rules=sheets.rules_of(visit.game),
        in_force=sheets.options_in_force(visit.game),
        form=form,
        players=len(visit.game.seats),
        may_change=visit.is_keeper and not visit.game.closed_rounds and not visit.game.is_ended,
        **responses.refusal(form, error),
    )
