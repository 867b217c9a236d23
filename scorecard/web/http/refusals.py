"""Turns every refusal into one status: a page for people, problem+json (RFC 9457) for programs.

The scripts of our own pages get problem+json, too, translated.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from http.client import BAD_REQUEST
from typing import Any

from flask import Flask, Response, g, json, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DataError, SQLAlchemyError
from werkzeug import exceptions
from werkzeug.exceptions import BadHost, HTTPException

from scorecard import errors
from scorecard.database.db import db
from scorecard.machine import outages
from scorecard.rules.words import Sentence, begun, quoted, say
from scorecard.web.http import answers, hosts, languages

STATUS: Mapping[type[errors.ScorecardError], int] = {
    errors.NotFound: 404,
    errors.NotAllowed: 403,
    errors.BadInput: 422,
    errors.RefusedByRules: 422,
    errors.NotAgreed: 409,
    errors.Unconfirmed: 409,
    errors.Stale: 409,
    errors.Conflict: 409,
    errors.PassExpired: 410,
    errors.TooLarge: 413,
    errors.TooMany: 429,
    errors.BoundReached: 409,
    errors.DiskNearlyFull: 507,
    errors.Busy: 503,
}
TITLES = {
    400: say("That could not be read"),
    403: say("Not for this phone"),
    404: say("Not found"),
    405: say("This address can’t be opened"),
    408: say("Too slow"),
    409: say("Not possible right now"),
    410: say("Expired"),
    411: say("The length is missing"),
    413: say("Too large"),
    415: say("Wrong format"),
    421: say("Wrong address"),
    422: say("Check what you entered"),
    429: say("Too many tries"),
    500: say("Something went wrong here"),
    503: say("Busy just now"),
    507: say("No room for anything new"),
}
BY_CODE = {
    **dict.fromkeys(("no_games", "not_ended"), say("Too early")),
    errors.Stale.code: say("Somebody was faster"),
    errors.BoundReached.code: say("The limit is reached"),
    errors.TooMuchToday.code: say("Today’s limit is reached"),
}
"""Titles that say more than those of the status, by the code."""
REFUSED = say("Refused")
"""The default title."""
NOWHERE = say("There is no page at this address. Check the spelling.")
USUAL: Mapping[str, Sentence] = {
    sentence: sentence
    for sentence in (
        say("The browser (or proxy) sent a request that this server could not understand."),
        say("The method is not allowed for the requested URL."),
        say("The data value transmitted exceeds the capacity limit."),
        say("The server does not support the media type transmitted in the request."),
    )
} | {exceptions.NotFound.description: NOWHERE}
"""The web framework's own messages, as they are translated."""
CODES = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    408: "too_slow",
    411: "length_required",
    413: "too_large",
    415: "unsupported_media_type",
    421: "unknown_host",
    429: "too_many_requests",
    503: "unavailable",
}
"""The error codes that are raised before any service is called."""
RETRY_SECONDS = 2
CODE_HEADER = "Scorecard-Code"
"""Carries the code of a refusal."""
CSRF_CODE = "old_page"
OPEN_TOO_LONG = say("This page was open for too long. Reload it, then try again.")
LET_IN = re.compile(r"/(games|groups)/[^/]{8,}")
"""The beginning of the addresses that are open only to devices that were let in."""
UNAVAILABLE = 503
MISDIRECTED = 421
log = logging.getLogger("scorecard")
AWAY = say("Can’t reach the scores. Nothing is lost: try again in a moment.")


def init_app(app: Flask) -> None:
    """Register the handlers."""
    answers.init_app(app)
    app.register_error_handler(errors.ScorecardError, handle_refusal)
    app.register_error_handler(HTTPException, handle_http)
    app.register_error_handler(DataError, handle_unkeepable)
    app.register_error_handler(Exception, handle_fault)
    assert app.logger is log, "it has a handler from now on"
    # Read now: when they are needed, there may be no file descriptor left to read them with.
    for template in ("layout/error.html", "layout/base.html"):
        app.jinja_env.get_template(template)


def status_of(error: errors.ScorecardError) -> int:
    """Return the HTTP status of a refusal."""
    return next(status for kind, status in STATUS.items() if isinstance(error, kind))


def refused(page: str, error: errors.ScorecardError) -> ResponseReturnValue:
    """Return a page that shows a refusal as the answer to a form; a script gets the refusal."""
    if not answers.is_for_script():
        return page, status_of(error), {CODE_HEADER: error.code, **_when_again(error)}
    extra = for_script(error) | answers.with_page(page)
    return _translated(status_of(error), error.code, error.message, extra), _when_again(error)


def handle_refusal(error: errors.ScorecardError) -> ResponseReturnValue:
    """Answer a refusal of a service."""
    db.session.rollback()
    extra = for_script(error) if answers.is_for_script() else details(error)
    return _answer(status_of(error), error.code, error.message, _when_again(error), extra)


def _when_again(error: errors.ScorecardError) -> dict[str, str]:
    if isinstance(error, errors.TooMany):
        return {"Retry-After": str(error.seconds)}
    return {"Retry-After": str(RETRY_SECONDS)} if isinstance(error, errors.Busy) else {}


def handle_http(error: HTTPException) -> ResponseReturnValue:
    """Answer what Flask, Werkzeug and the extensions refuse."""
    if error.code is None or error.code < BAD_REQUEST:
        return error
    headers = {
        name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")
    }
    message = USUAL.get(error.description or "", quoted(error.description or ""))
    if isinstance(error, BadHost) or isinstance(request.routing_exception, BadHost):
        # Without a good address of this server there is nothing that a page could lead to.
        return _strange_name(error.code, CODES[400], message)
    if isinstance(error, CSRFError):
        return _send_again()
    return _answer(error.code, CODES.get(error.code, "refused"), message, headers)


def handle_fault(error: Exception) -> ResponseReturnValue:
    """Answer an unexpected exception with 500, or an outage, which passes, with 503.

    The log names the route only, because an address may let somebody in.
    """
    why = outages.reason(error)
    if why is None:
        rule = request.url_rule.rule if request.url_rule else "an unknown address"
        log.error("fault at %s %s: %s", request.method, rule, outages.kind_of(error))
        _roll_back()
        return _answer(500, "fault", say("Our fault. Nothing was saved; please try again."))
    log_outage(f"{request.method} {request.url_rule}", why)
    _roll_back()
    return _answer(UNAVAILABLE, "unavailable", AWAY, {"Retry-After": str(RETRY_SECONDS)})


def handle_unkeepable(_error: DataError) -> ResponseReturnValue:
    """Answer a text or number that the database cannot store or compare."""
    _roll_back()
    message = say("Something in this holds a character or a number that cannot be kept.")
    return _answer(422, "bad_input", message)


def log_outage(what: str, why: str) -> None:
    """Say in the log, in one line, what could not be done and why; also outside of a request."""
    log.error("%s: %s", what, why)


def _roll_back() -> None:
    """Roll back the session; drop its connection where the database is away."""
    try:
        db.session.rollback()
    except (SQLAlchemyError, OSError):
        db.session.invalidate()


def _send_again() -> ResponseReturnValue:
    """Answer a form with an outdated CSRF token: show its fields again, with a new token.

    Only if a page of ours sent it: otherwise another site could have its own fields sent with one
    tap.
    """
    _roll_back()
    if answers.is_for_script():
        return _answer(BAD_REQUEST, CSRF_CODE, OPEN_TOO_LONG)
    fields = [pair for pair in request.form.items(multi=True) if pair[0] != "csrf_token"]
    can_again = hosts.is_own_page() and request.files.to_dict(flat=False) == {}
    page = render_template(
        "layout/again.html",
        fields=fields if can_again else [],
        otherwise=OPEN_TOO_LONG,
        address=request.script_root + request.full_path.rstrip("?"),
    )
    return make_response(page, BAD_REQUEST, {CODE_HEADER: CSRF_CODE})


def details(error: errors.ScorecardError) -> dict[str, Any]:
    """Return what the API's answer to a refusal has beside code and sentence."""
    match error:
        case errors.RefusedByRules():
            return error.refusal.to_json()
        case errors.Unconfirmed() | errors.NotAgreed():
            return {"warnings": [warning.to_json() for warning in error.warnings]}
        case errors.Stale():
            return {"current": error.current, "by": error.by, "version": error.version}
        case errors.BadInput():
            return {"field": error.field}
        case _:
            return {}


def for_script(error: errors.ScorecardError) -> dict[str, Any]:
    """Return what the answer to our scripts has beside code and sentence."""
    match error:
        case errors.RefusedByRules():
            return {"player": error.refusal.player, "field": error.refusal.item}
        case errors.NotAgreed():
            return {"warnings": [languages.translated(one.message) for one in error.warnings]}
        case errors.Stale():
            return _collision(error)
        case errors.BadInput():
            return {"field": error.field}
        case _:
            return {}


def _collision(error: errors.Stale) -> dict[str, Any]:
    """Return both texts of a collision, and the form fields that choose one of them.

    ``keep`` leaves theirs and saves the rest, if there is any; ``choice`` overwrites theirs.
    """
    translated = languages.translated
    answer: dict[str, Any] = {"seat": error.seat, "by": translated(begun(error.by))}
    if error.versus:
        theirs, mine = error.versus()
        answer |= {"theirs": translated(theirs), "mine": translated(mine)}
    if error.has_rest and error.versus:
        answer["keep"] = {"name": "keep", "value": error.seat}
    if error.version:
        answer["choice"] = {"name": "seen", "value": error.version}
    elif not error.versus and "visit" in g:
        answer["choice"] = {"name": "over", "value": g.visit.game.version}
    return answer


def _translated(status: int, code: str, message: Sentence, extra: dict[str, Any]) -> Response:
    title = {"title": languages.translated(_title(status, code))}
    return problem(status, code, languages.translated(message), extra | title)


def problem(status: int, code: str, detail: str, extra: dict[str, Any] | None = None) -> Response:
    """Return a problem+json response."""
    body = {
        "type": "about:blank",
        "title": _title(status, code),
        "status": status,
        "detail": detail,
        "code": code,
        **(extra or {}),
    }
    return Response(
        json.dumps(body), status, {CODE_HEADER: code}, content_type="application/problem+json"
    )


def _title(status: int, code: str) -> Sentence:
    return BY_CODE.get(code) or TITLES.get(status, REFUSED)


def _answer(
    status: int,
    code: str,
    message: Sentence,
    headers: dict[str, str] | None = None,
    extra: dict[str, Any] | None = None,
) -> ResponseReturnValue:
    if answers.is_of_api():
        response = problem(status, code, message, extra)
    elif answers.is_for_script():
        response = _translated(status, code, message, extra or {})
    elif status == MISDIRECTED:
        response = _strange_name(status, code, message)
    else:
        # By the address, because loaded objects may have expired with the rollback.
        address = request.view_args or {}
        page = render_template(
            "layout/error.html",
            status=status,
            code=code,
            title=_title(status, code),
            message=message,
            game_uid=address.get("game_uid") if "visit" in g else None,
            group_uid=address.get("group_uid") if "group_visit" in g else None,
            lost=_lost(status),
            typed=_typed() if status == UNAVAILABLE else None,
        )
        response = make_response(page, status, {CODE_HEADER: code})
    response.headers.update(headers or {})
    return response


def _strange_name(status: int, code: str, message: Sentence) -> Response:
    """Return the page for an unknown ``Host``, which links to nothing."""
    page = render_template("layout/strange_name.html", title=TITLES[status], message=message)
    return make_response(page, status, {CODE_HEADER: code})


def _lost(status: int) -> str:
    """Return the address of the game or group that the device was refused at, else ""."""
    match = LET_IN.match(request.path)
    is_inside = "visit" in g or "group_visit" in g
    is_lost = status in (403, 404) and not is_inside
    return request.script_root + match.group() if match and is_lost else ""


def _typed() -> list[tuple[str, str]] | None:
    """Return the fields of a form, to be sent once more; None without a form, or with a file."""
    if request.method != "POST" or request.files:
        return None
    return list(request.form.items(multi=True))
