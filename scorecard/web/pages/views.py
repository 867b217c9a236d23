"""Registers pages and forms: access, the form's action, and the page that follows.

An action is a plain function of the visit, the write, the objects in the address, and the form's
fields. The API registers the same function: see :func:`scorecard.web.api.spec.game_write`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Protocol, TypeVar, get_type_hints

from flask import Blueprint, current_app, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Game, WriteKey
from scorecard.services.history import changes
from scorecard.services.limits.locking import Hold
from scorecard.web.http import access, refusals
from scorecard.web.pages import named, responses
from scorecard.web.write import writes

Function = TypeVar("Function", bound=Callable[..., Any])
Then = str | Callable[[WriteKey | None, Any], str]
"""The page that follows: its endpoint, perhaps with an anchor; or a function that returns its
address, from the stored key of a write done before (else None), and the action's result.
"""

READERS: Mapping[Any, Callable[[str], Any]] = {
    **dict.fromkeys((str, str | None), lambda name: request.form.get(name, "")),
    **dict.fromkeys((list[str], list[str] | None), lambda name: [*request.form.getlist(name)]),
    bool: lambda name: name in request.form,
}
"""Readers of a form's fields by the type of a parameter without a reader in its annotation."""


class Put(Protocol):
    """A decorator that registers a function at an address and returns it unchanged."""

    def __call__(self, function: Function, /) -> Function:
        """Register the function."""


class Views(Blueprint):
    """A blueprint whose pages and forms are registered in one line each.

    A page takes the visit and the objects in the address; it is rendered again when a form on it
    is refused. A page that ``may_lag`` may be read from a replica: see
    :mod:`scorecard.web.pages.replica`.
    """

    def open_page(self, rule: str, *, may_lag: bool = False) -> Put:
        """Show a page to anybody."""
        return self._page(rule, access.anyone, may_lag=may_lag)

    def game_page(self, rule: str, role: str, *, may_lag: bool = False) -> Put:
        """Register a page of a game for those who may act as ``role``."""
        return self._page(rule, access.needs(role), may_lag=may_lag)

    def group_page(self, rule: str, role: str, *, may_lag: bool = False) -> Put:
        """Show a page of a group to its scorekeepers, or to any member."""
        return self._page(rule, named.in_group(role), may_lag=may_lag)

    def game_form(
        self,
        rule: str,
        role: str,
        *,
        then: Then = "games.table",
        again: Callable[..., str] = responses.table_page,
        hold: Hold = Hold.ALL,
    ) -> Put:
        """Register the action of a form; ``then`` follows it, or ``again`` shows its refusal.

        Its other parameters are fields of the form: see :data:`READERS`; ``hold`` is as in
        :func:`scorecard.web.http.access.needs`.
        """
        return self._form(rule, access.needs(role, hold), then, again)

    def group_form(
        self,
        rule: str,
        role: str,
        *,
        then: Then,
        again: Callable[..., str],
        is_deleted: bool = False,
    ) -> Put:
        """Register the action of a group's form, as :meth:`game_form` does.

        ``is_deleted`` is as in :func:`scorecard.web.http.access.needs_in_group`.
        """
        return self._form(rule, access.needs_in_group(role, is_deleted=is_deleted), then, again)

    def _page(self, rule: str, let_in: Callable[..., Any], *, may_lag: bool) -> Put:
        def decorate(page: Function) -> Function:
            view = let_in(page)
            view.may_lag = may_lag
            self.add_url_rule(rule, view_func=view, methods=["GET"])
            return page

        return decorate

    def _form(
        self,
        rule: str,
        let_in: Callable[..., Any],
        then: Then,
        again: Callable[..., str],
    ) -> Put:
        def decorate(action: Function) -> Function:
            asked = _asked(action)

            @wraps(action)
            def view(visit: Any, **address: Any) -> ResponseReturnValue:
                def do(write: changes.Write) -> object:
                    typed = {name: read(name) for name, read in asked if name not in address}
                    return action(visit, write, **named.found(visit, address), **typed)

                return send(
                    visit,
                    do,
                    then=then,
                    again=lambda: again(visit, **named.found_for(again, visit, address)),
                )

            self.add_url_rule(rule, view_func=let_in(view), methods=["POST"])
            return action

        return decorate


def _asked(action: Callable[..., object]) -> list[tuple[str, Callable[[str], Any]]]:
    """Return the form's fields among a function's parameters, each with its reader."""
    readers = {
        name: getattr(type_, "__metadata__", [READERS.get(type_)])[0]
        for name, type_ in get_type_hints(action, include_extras=True).items()
    }
    return [(name, read) for name, read in readers.items() if read and name != "return"]


def send(
    visit: access.Visit | access.GroupVisit,
    action: Callable[[changes.Write], object],
    *,
    then: Then,
    again: Callable[[], str],
) -> ResponseReturnValue:
    """Do the action of a visitor's form, as :func:`write_once` does."""
    write = writes.this_write(visit.device, writes.form_version())
    return write_once(write, lambda: action(write), then=then, again=again)


def write_once(
    write: changes.Write,
    action: Callable[[], object],
    *,
    then: Then,
    again: Callable[[], str],
) -> ResponseReturnValue:
    """Do a write, unless it was done before; redirect to ``then``, or refuse with ``again``."""
    try:
        done, made = writes.perform(write, action)
    except errors.ScorecardError as error:
        return refuse(error, again)
    return redirect(address(then) if isinstance(then, str) else then(done, made), 303)


def refuse(error: errors.ScorecardError, again: Callable[[], str]) -> ResponseReturnValue:
    """Roll back, and answer with a page that shows the refusal."""
    db.session.rollback()
    g.refusal = error
    return refusals.refused(again(), error)


def address(page: str, **more: Any) -> str:
    """Return the address of an endpoint, with those arguments of this request that it takes.

    In templates it is ``address_here``.
    """
    endpoint, _, anchor = page.partition("#")
    there = next(current_app.url_map.iter_rules(endpoint)).arguments
    values = {name: value for name, value in (request.view_args or {}).items() if name in there}
    return url_for(endpoint, _anchor=anchor or None, **values | more)


def to_new(page: str, uid_name: str, otherwise: str) -> Then:
    """Lead to the page of what was made, ``otherwise`` if an earlier request has made it."""
    return lambda _done, made: address(page, **{uid_name: made.uid}) if made else address(otherwise)


def table_of_new_game(done: WriteKey | None, made: Game) -> str:
    """Return the address of the table of the game that a write has started: a :data:`Then`."""
    game = db.session.get_one(Game, done.game_id) if done else made
    return url_for("games.table", game_uid=game.uid)
