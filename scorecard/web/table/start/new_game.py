"""The form of a new game: card game, line-up, house rules, settings and occasion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import jsonify, request
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Game
from scorecard.rules import Refusal, RuleWarning, Sheet, card_game, score, seating
from scorecard.rules.words import Sentence
from scorecard.services.book import agreeing
from scorecard.services.groups import access as devices
from scorecard.services.groups import group_members
from scorecard.services.history import changes, members
from scorecard.services.scoring import wording
from scorecard.services.table import games
from scorecard.web.book import rule_choice
from scorecard.web.book.reference import known_rules
from scorecard.web.forms import settings_forms
from scorecard.web.http import access, languages
from scorecard.web.pages import responses, views
from scorecard.web.table.start import lineup, occasions, shelf, suggestions
from scorecard.web.write import writes

OF_LINEUP = ("player_count", "duplicate_name")
"""What the rules refuse of who plays, which is said beside the names."""

blueprint = views.Views("new_game", __name__)


@blueprint.open_page("/games/new")
def begin() -> ResponseReturnValue:
    """Show the screen that starts a game: the one that was played last, with its players."""
    access.promise_device()
    visit = _group_asked_for()
    rules, given = shelf.last_played(visit)
    return _fresh_page(rules, given, visit, _usual_lineup(visit))


@blueprint.open_page("/games/new/<key>")
def page(key: str) -> ResponseReturnValue:
    """Show the screen that starts this game, as last time, or with the usual settings."""
    rules, given = shelf.rules_of(key, request.args.get("scorecard", ""))
    access.promise_device()
    visit = _group_asked_for()
    return _fresh_page(rules, given, visit, _usual_lineup(visit))


@blueprint.open_page("/games/new/<key>/suggestions")
def suggest(key: str) -> ResponseReturnValue:
    """Return suggestions for a number of players and settings: values, warnings, a summary."""
    rules = known_rules(key, {})
    players, _chosen, _in_force = suggestions.asked_about(rules)
    names = _placeholders(players)
    form = settings_forms.settings_form_class(rules, names)(request.args)
    switched = _switch(form, players)
    in_force = form.in_force()
    suggested = {
        option.key: option.suggest(players, in_force) for option in rules.options if option.suggest
    }
    response = jsonify(
        {
            "values": {
                key: {"value": one.value, "reason": languages.translated(one.reason)}
                for key, one in suggested.items()
            },
            "switched": {
                key: {"value": form[key].data, "reason": languages.translated(reason)}
                for key, reason in switched.items()
            },
            "warnings": [
                {"code": one.code, "message": languages.translated(one.message)}
                for one in _warnings(rules, form, names)
            ],
            "in_short": languages.translated(_in_short(rules, form, names)),
        }
    )
    response.vary.update(("Cookie", "Accept-Language"))
    return response


@blueprint.post("/games/new/<key>")
@access.anyone
def start(key: str) -> ResponseReturnValue:
    """Start a game; or show the screen with another game or order, where no script does that."""
    sent = lineup.sent()
    if wanted := request.form.get("game", ""):
        rules, given = shelf.rules_of(*wanted.split("/", 1))
        return _fresh_page(rules, given, _group_asked_for(), sent)
    form = settings_forms.new_game_form_class(known_rules(key, {}))(request.form)
    rules = known_rules(key, form.options())
    form = settings_forms.new_game_form_class(rules, sent.names)(request.form)
    if "game" in request.form or lineup.is_rearranged():
        visit, sent = _group_asked_for(), lineup.rearranged(sent)
        if visit and lineup.RATINGS in request.form:
            proposal = suggestions.from_ratings(visit, rules, form.options(), sent.names)
            sent = lineup.with_proposal(sent, proposal)
        switched = _switch(form, len(sent.names))
        choice = rule_choice.sent_choice(visit, rules, sent.names)
        return _page(rules, form, visit, choice, sent, switched=switched)
    switched = _switch(form, len(sent.names))
    access.start_writing_in(request.form.get("group"))
    visit = _group_asked_for()
    choice = rule_choice.sent_choice(visit, rules, sent.names)
    write = writes.this_write(access.ensure_device())
    return views.write_once(
        write,
        lambda: _start(write, form, visit, choice, sent),
        then=views.table_of_new_game,
        again=lambda: _page(rules, form, visit, choice, sent, switched=switched),
    )


def _start(
    write: changes.Write,
    form: settings_forms.SettingsForm,
    visit: access.GroupVisit | None,
    choice: rule_choice.RuleChoice | None,
    sent: lineup.LineUp,
) -> Game:
    chosen = rule_choice.chosen_rules(choice)
    if chosen and (players := rule_choice.agreeing_players(choice)):
        agreeing.agree(db.session, chosen.latest, players, write.keyless)
    options = rule_choice.typed_options(choice, form)
    is_first_ruled = bool(form.rules.first)
    if is_first_ruled:
        _say_who_begins(form.rules.first, options, sent)

    def begun(*, is_confirmed: bool) -> Game:
        return games.start(
            db.session,
            write,
            form.rules.key,
            sent.names,
            options,
            is_blind=form.is_blind.data,
            first_seat=1 if is_first_ruled else sent.first,
            is_confirmed=is_confirmed,
            group=visit.group if visit else None,
            house_rules=chosen,
            occasion=occasions.typed(visit),
            head_starts=sent.given(),
        )

    me = _place_of_mine(visit, sent)
    try:
        game = begun(is_confirmed="confirmed" in request.form)
    except errors.Unconfirmed as error:
        if not {one.code for one in error.warnings} <= set(request.form.getlist("read")):
            raise
        game = begun(is_confirmed=True)
    _sit_down(game, write.keyless, visit, me)
    return game


def _say_who_begins(option: str, options: dict[str, Any], sent: lineup.LineUp) -> None:
    """Set the option for who begins, unless it is the first seat."""
    if sent.first > 1:
        options[option] = sent.names[sent.first - 1]
    elif options.get(option) is None:
        options.pop(option, None)


def _place_of_mine(visit: access.GroupVisit | None, sent: lineup.LineUp) -> int | None:
    """Return the place of who holds this phone, None where the group knows it or nobody asked."""
    if sent.me is not None or "me" not in request.form or (visit and visit.my_players):
        return sent.me
    return sent.place_of(suggestions.my_names(visit))


def _sit_down(
    game: Game, write: changes.Write, visit: access.GroupVisit | None, place: int | None
) -> None:
    """Claim the seat of who holds this phone, unless the group membership has done so."""
    known: Sequence[int] = ()
    if visit:
        # The key is stored with the game already.
        group_members.enter_game(db.session, game, visit.membership, write)
        known = [seat.position for seat in group_members.seats_in(game, visit.membership)]
    if place is None or place in known or (place == lineup.NOBODY and not known):
        return
    membership = members.find(db.session, game, write.device)
    assert membership is not None, "who starts a game is in it"
    seats = [] if place == lineup.NOBODY else [place]
    devices.claim(db.session, game, membership, seats, write)


def _group_asked_for() -> access.GroupVisit | None:
    """Return the visit to the group in the request, None for a game outside of groups."""
    uid = request.values.get("group", "")
    return access.visit_group(uid) if uid else None


def _usual_lineup(visit: access.GroupVisit | None) -> lineup.LineUp:
    return lineup.LineUp(suggestions.last_players(visit))


def _fresh_page(
    rules: card_game.GameRules[Any],
    given: Mapping[str, Any],
    visit: access.GroupVisit | None,
    lined_up: lineup.LineUp,
) -> str:
    """Return the form with the usual settings: those of house rules, else those of last time."""
    form = settings_forms.new_game_form_class(rules, lined_up.names)()
    form.fill(given)
    form["day"].data = request.form.get("day", "")
    form["is_friendly"].data = "is_friendly" in request.form
    lined_up = suggestions.with_head_starts(visit, rules, lined_up)
    choice = rule_choice.fresh_choice(visit, rules, lined_up.names)
    if choice and choice.house_rules:
        form.fill(choice.house_rules.latest.options)
    is_usual = choice is not None or "usual" in request.args
    last_time = None if is_usual else suggestions.last_time(visit, rules)
    if last_time:
        form.fill(last_time.options)
        form.is_blind.data = last_time.is_blind
    switched = _switch(form, len(lined_up.names))
    return _page(rules, form, visit, choice, lined_up, last_time=last_time, switched=switched)


def _page(
    rules: card_game.GameRules[Any],
    form: settings_forms.SettingsForm,
    visit: access.GroupVisit | None,
    choice: rule_choice.RuleChoice | None,
    lined_up: lineup.LineUp,
    *,
    last_time: suggestions.LastTime | None = None,
    switched: Mapping[str, Sentence],
) -> str:
    error, refusal = responses.refusal(), responses.in_form(form)
    warnings = _warnings(rules, form, lined_up.names)
    if isinstance(error, errors.NotAgreed):
        refusal |= {"problem": "", "warnings": [RuleWarning(0, error.code, error.message)]}
    elif isinstance(error, errors.Unconfirmed):
        warnings, refusal["warnings"] = list(error.warnings), []
    return responses.page(
        "table/start/new.html",
        rules=rules,
        form=form,
        group=visit.group if visit else None,
        today=_show_day(form, visit),
        **occasions.asked(visit, rules),
        lineup=lined_up,
        has_head_starts=not seating.why_no_head_start(rules),
        my_names=(mine := suggestions.my_names(visit)),
        me=lined_up.place_of(mine) if lined_up.me is None else lined_up.me,
        players=max(len(lined_up.names), rules.fewest),
        offers=(offers := shelf.offers()),
        chips=shelf.chips(offers, rules, visit),
        choice=choice,
        last_time=last_time,
        known=[] if visit else suggestions.known_names(),
        switched=switched,
        cautions=warnings,
        in_short=_in_short(rules, form, lined_up.names),
        is_agreement_missing=isinstance(error, errors.NotAgreed),
        is_lineup_refused=error is not None and error.code in OF_LINEUP,
        **refusal,
    )


def _show_day(form: settings_forms.SettingsForm, visit: access.GroupVisit | None) -> str:
    """Fill in today if no day was typed; return today, "" outside of groups."""
    today = visit.today.isoformat() if visit else ""
    form["day"].data = form["day"].data or today
    return today


def _switch(form: settings_forms.SettingsForm, players: int) -> dict[str, Sentence]:
    """Change the settings that do not fit the number of players; return why, by option."""
    reasons = {}
    for option in form.rules.options:
        one = option.needed(players, form.in_force()) if option.needed else None
        if one:
            form[option.key].data = one.value
            reasons[option.key] = one.reason
    return reasons


def _warnings(
    rules: card_game.GameRules[Any], form: settings_forms.SettingsForm, names: Sequence[str]
) -> list[RuleWarning]:
    """Return the rules' warnings about these settings."""
    whole = [*names, *_placeholders(rules.fewest)[len(names) :]]
    record = {"game": rules.key, "options": form.options(), "players": whole}
    sheet: Sheet | Refusal = score(record)
    return [] if isinstance(sheet, Refusal) else list(sheet.warnings)


def _in_short(
    rules: card_game.GameRules[Any], form: settings_forms.SettingsForm, names: Sequence[str]
) -> Sentence:
    whole = [*names, *_placeholders(rules.fewest)[len(names) :]]
    return wording.in_short(rules, form.options(), whole, is_blind=bool(form.is_blind.data))


def _placeholders(players: int) -> list[str]:
    """Return made-up names, where only their number matters."""
    return [f"Player {number}" for number in range(1, players + 1)]
