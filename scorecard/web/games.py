"""A game from "New game" to its end: the table, its settings, and what its people can do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard.db import db
from scorecard.errors import NotAgreed, ScorecardError
from scorecard.models import Game
from scorecard.rules import RuleWarning
from scorecard.rules.core import GameRules
from scorecard.rules.definitions import GAME_KEY
from scorecard.rules.games import all_games
from scorecard.rules.sheet import NotARecord, rules_for
from scorecard.rules.sums import typed_number
from scorecard.rules.words import say
from scorecard.services import (
    amending,
    changes,
    games,
    groups,
    house_rules,
    playing_time,
    prospects,
    rounds,
    scorecards,
    settling,
    sheets,
    telling,
)
from scorecard.services.changes import Write
from scorecard.web import anecdotes, suggestions
from scorecard.web.access import (
    GroupVisit,
    Visit,
    anyone,
    ensure_device,
    needs,
    now,
    promise_device,
    start_writing,
    visit_group,
)
from scorecard.web.errors import refused
from scorecard.web.forms import (
    SettingsForm,
    new_game_form_class,
    settings_form_class,
)
from scorecard.web.languages import said
from scorecard.web.pages import act, beside, refusal, table_page
from scorecard.web.rule_choice import (
    RuleChoice,
    agreeing,
    chosen_rules,
    fresh_choice,
    sent_choice,
    typed_options,
)
from scorecard.web.suggestions import LastTime
from scorecard.web.writes import form_version, number_asked, perform, this_write

blueprint = Blueprint("games", __name__)

TARGET_STEPS = (1000, 100, 10)
"""Points; what a suggested new target is a multiple of: the largest that has been reached."""
SPARE_ROWS = 4
"""Empty name fields on a fresh form, and how many "More players" adds."""


@blueprint.get("/games/new")
@anyone
def choose() -> ResponseReturnValue:
    """Show the games one can keep the score of; a single one is chosen already."""
    shelf = list(all_games().values())
    visit = _group_asked_for()
    group = visit.group if visit else None
    if len(shelf) == 1:
        uid = group.uid if group else None
        return redirect(url_for("games.new", key=shelf[0].key, group=uid))
    last = suggestions.last_card_game(visit)
    shelf.sort(key=lambda rules: rules.key != last)
    return render_template("games/choose.html", shelf=shelf, last=last, group=group)


@blueprint.get("/games/new/<key>")
@anyone
def new(key: str) -> ResponseReturnValue:
    """Show the form that starts a game, with the players and settings of the last one played.

    The settings are as usual where the address asks for that.
    """
    given = _given_options(key)
    rules = _rules(key, given)
    form = new_game_form_class(rules)()
    form.fill(given)
    promise_device()
    visit = _group_asked_for()
    names = form["player"].data = suggestions.last_players(visit)[: rules.most]
    choice = fresh_choice(db.session, visit, rules, names)
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
@anyone
def suggest(key: str) -> ResponseReturnValue:
    """Say which values go with so many players and what is chosen so far, and why."""
    rules = _rules(key, {})
    players, _chosen, in_force = suggestions.asked_about(rules)
    found = {
        option.key: option.suggest(players, in_force) for option in rules.options if option.suggest
    }
    response = jsonify(
        {key: {"value": one.value, "reason": said(one.reason)} for key, one in found.items()}
    )
    response.vary.update(("Cookie", "Accept-Language"))
    return response


@blueprint.post("/games/new/<key>")
@anyone
def start(key: str) -> ResponseReturnValue:
    """Start a game; or show more name fields, where the phone runs no scripts."""
    form = new_game_form_class(_rules(key, {}))(request.form)
    rules = _rules(key, form.options())
    form = new_game_form_class(rules)(request.form)
    if "more" in request.form:
        visit = _group_asked_for()
        choice = sent_choice(db.session, visit, rules, form["player"].data)
        return _new_page(rules, form, visit, choice)
    start_writing()
    visit = _group_asked_for()
    choice = sent_choice(db.session, visit, rules, form["player"].data)
    write = this_write(ensure_device())
    started: list[Game] = []

    def action() -> None:
        chosen = chosen_rules(choice)
        if chosen and (players := agreeing(choice)):
            house_rules.agree(db.session, chosen.latest, players, write.keyless)
        game = games.start(
            db.session,
            write,
            key,
            form["player"].data,
            typed_options(choice, form),
            is_blind=form.is_blind.data,
            is_confirmed="confirmed" in request.form,
            group=visit.group if visit else None,
            house_rules=chosen,
        )
        if visit:
            # The key is remembered with the game already.
            groups.enter_game(db.session, game, visit.membership, write.keyless)
        started.append(game)

    try:
        done = perform(write, action)
    except ScorecardError as error:
        db.session.rollback()
        return refused(_new_page(rules, form, visit, choice, error), error)
    game = db.session.get_one(Game, done.game_id) if done else started[0]
    # Whoever is somebody of the group who sits at this table need not say so again.
    is_known = visit is not None and bool(groups.seats_in(game, visit.membership))
    return redirect(url_for("games.table" if is_known else "seats.who", game_uid=game.uid), 303)


@blueprint.get("/games/<uid:game_uid>")
@needs("spectator")
def table(visit: Visit) -> ResponseReturnValue:
    """Show the table."""
    return table_page(visit)


@blueprint.get("/games/<uid:game_uid>/settings")
@needs("spectator")
def settings(visit: Visit) -> ResponseReturnValue:
    """Show the settings of a game; its keeper can change them before round 1 is closed."""
    form = settings_form_class(sheets.rules_of(visit.game))()
    form.fill(visit.game.options)
    form.is_blind.data = visit.game.is_blind
    return _settings_page(visit, form)


@blueprint.post("/games/<uid:game_uid>/settings")
@needs("keeper")
def change_settings(visit: Visit) -> ResponseReturnValue:
    """Change the settings."""
    form = settings_form_class(sheets.rules_of(visit.game))(request.form)
    write = this_write(visit.device, form_version())
    try:
        perform(
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
    except ScorecardError as error:
        visit.session.rollback()
        return refused(_settings_page(visit, form, error), error)
    return redirect(url_for("games.table", game_uid=visit.game.uid), 303)


@blueprint.get("/games/<uid:game_uid>/history")
@needs("spectator")
def changes_page(visit: Visit) -> ResponseReturnValue:
    """Show what was changed, newest first: all of it, or in one round, or of one player."""
    game = visit.game
    asked = {name: number_asked(name) for name in ("round", "seat", "before")}
    page = telling.of_game(
        visit.session,
        game,
        before=asked["before"],
        round_number=asked["round"],
        seat=asked["seat"],
    )
    return render_template(
        "games/history.html",
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


@blueprint.get("/games/<uid:game_uid>/end")
@needs("player")
def end_page(visit: Visit) -> ResponseReturnValue:
    """Say what End Game will do."""
    return _end_page(visit)


@blueprint.post("/games/<uid:game_uid>/end")
@needs("player")
def end(visit: Visit) -> ResponseReturnValue:
    """End Game."""
    return act(
        visit,
        lambda write: _finish(visit, write),
        again=lambda error: _end_refused(visit, error),
    )


def _finish(visit: Visit, write: Write) -> None:
    if visit.game.is_ended and _has_typed():
        # Somebody was quicker: what is left to do is the anecdote.
        return anecdotes.tell_typed(visit, write, None)
    anecdote, told = request.form.get("anecdote"), request.form.get("told")
    if _keeps_theirs():
        anecdote = None
    return games.finish(visit.session, visit.game, write, anecdote=anecdote, told=told)


def _end_refused(visit: Visit, error: ScorecardError) -> str:
    """Return the page that has what was typed, if anything was; else the table."""
    if not _has_typed():
        return table_page(visit, error)
    if visit.game.is_ended:
        return anecdotes.page(visit, None, error)
    return _end_page(visit, error)


def _has_typed() -> bool:
    """Whether an anecdote was typed beside End Game; not, where it was left as it was found."""
    typed, found = request.form.get("anecdote", ""), request.form.get("told", "")
    return typed.strip() != found and not _keeps_theirs()


def _keeps_theirs() -> bool:
    """Whether somebody was shown what was told meanwhile, and leaves it at that."""
    return request.form.get("keep") == "theirs"


def _end_page(visit: Visit, error: ScorecardError | None = None) -> str:
    sheet = sheets.read(visit.game)
    rules = sheets.rules_of(visit.game)
    missing = rounds.missing_seats(visit.game, visit.game.open_round)
    played = playing_time.of_game(visit.session, visit.game, sheets.so_far(visit.game))
    return render_template(
        "games/end.html",
        visit=visit,
        rules=rules,
        took=playing_time.sentence(played.at(now()), len(sheet.round_scores), rules.round_word),
        sheet=sheet,
        missing=missing,
        prospects=prospects.of_game(visit.session, visit.game),
        **beside(error),
        **anecdotes.field(visit.game.anecdote, error),
    )


@blueprint.get("/games/<uid:game_uid>/settle")
@needs("spectator")
def settle(visit: Visit) -> ResponseReturnValue:
    """Show who pays whom over the money games of the evening, or those of them that are chosen."""
    evening = settling.of_evening(visit.session, visit.game, visit.device)
    wanted = request.args.getlist("game")
    chosen = [game for game in evening.games if game.uid in wanted or "chosen" not in request.args]
    balances = settling.balances(visit.session, visit.game, chosen)
    return render_template(
        "games/settle.html",
        visit=visit,
        evening=evening,
        games=chosen,
        balances=balances,
        payments=settling.settle(balances),
        left_over=settling.left_over(balances),
    )


@blueprint.post("/games/<uid:game_uid>/reopen")
@needs("keeper")
def reopen(visit: Visit) -> ResponseReturnValue:
    """Open an ended game again."""
    return act(visit, lambda write: games.reopen(visit.session, visit.game, write))


@blueprint.get("/games/<uid:game_uid>/play-on")
@needs("keeper")
def play_on_page(visit: Visit) -> ResponseReturnValue:
    """Ask for the target to play on to, suggesting half as much again."""
    return _play_on_page(visit)


@blueprint.post("/games/<uid:game_uid>/play-on")
@needs("keeper")
def play_on(visit: Visit) -> ResponseReturnValue:
    """Play on to a higher target."""
    target = typed_number(request.form.get("target"))
    return act(
        visit,
        lambda write: games.play_on(visit.session, visit.game, write, target),
        again=lambda error: _play_on_page(visit, error.message),
    )


@blueprint.post("/games/<uid:game_uid>/drop")
@needs("keeper")
def drop(visit: Visit) -> ResponseReturnValue:
    """Drop the rounds after the end."""
    return act(visit, lambda write: rounds.drop_after_end(visit.session, visit.game, write))


@blueprint.post("/games/<uid:game_uid>/undo")
@needs("player")
def undo(visit: Visit) -> ResponseReturnValue:
    """Take back the last change."""
    return act(
        visit,
        lambda write: changes.undo(
            visit.session,
            visit.game,
            write,
            is_keeper=visit.is_keeper,
            of=request.form.get("of", ""),
        ),
    )


@blueprint.post("/games/<uid:game_uid>/redo")
@needs("player")
def redo(visit: Visit) -> ResponseReturnValue:
    """Bring back what was undone last."""
    return act(
        visit,
        lambda write: changes.redo(visit.session, visit.game, write, is_keeper=visit.is_keeper),
    )


def _play_on_page(visit: Visit, problem: str = "") -> str:
    target = visit.game.options.get("target", 0)
    best = max(seat.total for seat in visit.game.seats)
    reached = max(target, best)
    step = next((step for step in TARGET_STEPS if reached >= step), 1)
    suggested = (reached * 3 // 2 // step + 1) * step
    return render_template(
        "games/play_on.html",
        visit=visit,
        best=best,
        typed=request.form.get("target") or suggested,
        problem=problem,
    )


def _rules(key: str, options: Mapping[str, Any]) -> GameRules[Any]:
    try:
        return rules_for(key, options)
    except NotARecord:
        abort(404, say("No game is called that."))


def _given_options(key: str) -> dict[str, Any]:
    """Return the options that the address of a new game names: a scorecard of one's own."""
    wanted = request.args.get("scorecard", "")
    if key != GAME_KEY or not wanted:
        return {}
    return {"scorecard": scorecards.definition_of(db.session, wanted)}


def _group_asked_for() -> GroupVisit | None:
    """Return the visit to the group that a new game is for, None for a game outside of groups."""
    uid = request.values.get("group", "")
    return visit_group(uid) if uid else None


def _new_page(
    rules: GameRules[Any],
    form: SettingsForm,
    visit: GroupVisit | None,
    choice: RuleChoice | None,
    error: ScorecardError | None = None,
    *,
    last_time: LastTime | None = None,
) -> str:
    names = form["player"].data
    told = refusal(form, error) | {"refused": beside(error)["refused"]}
    if isinstance(error, NotAgreed):
        # What there is to confirm is confirmed with one tap.
        not_agreed = RuleWarning(0, error.code, error.message)
        told |= {"problem": "", "warnings": [not_agreed, *error.warnings]}
    return render_template(
        "games/new.html",
        rules=rules,
        form=form,
        group=visit.group if visit else None,
        names=[*names, *[""] * _spare_rows(rules, len(names), is_fresh=error is None)],
        players=len(names) or max(SPARE_ROWS, rules.fewest),
        choice=choice,
        last_time=last_time,
        known=[] if visit else suggestions.known_names(),
        is_agreement_missing=isinstance(error, NotAgreed),
        **told,
    )


def _spare_rows(rules: GameRules[Any], typed: int, *, is_fresh: bool) -> int:
    """Return how many empty name fields to show: as many as are needed, and a few to spare."""
    wanted = max(SPARE_ROWS if is_fresh and not typed else 1, rules.fewest - typed)
    return min(wanted, max(rules.most - typed, 0))


def _settings_page(visit: Visit, form: SettingsForm, error: ScorecardError | None = None) -> str:
    return render_template(
        "games/settings.html",
        visit=visit,
        rules=sheets.rules_of(visit.game),
        in_force=amending.game_options(visit.game),
        form=form,
        players=len(visit.game.seats),
        may_change=visit.is_keeper and not visit.game.closed_rounds and not visit.game.is_ended,
        **refusal(form, error),
    )
