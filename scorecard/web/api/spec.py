"""The API's blueprint, its description, and how its views read a body and answer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial, wraps
from http.client import BAD_REQUEST, OK
from typing import Any, cast, get_type_hints

from flask import Blueprint, Response, g, json, make_response, request
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from spectree import Response as Described
from spectree import SpecTree
from spectree.models import SecureType, SecurityScheme, SecuritySchemeData
from spectree.plugins.flask_plugin import FlaskPlugin
from werkzeug.exceptions import BadRequest

from scorecard import errors
from scorecard.models import Game, WriteKey
from scorecard.rules import record
from scorecard.rules.words import say
from scorecard.services.history import changes
from scorecard.services.limits.locking import Hold
from scorecard.web.api import game_answers
from scorecard.web.api.model import Model, schema_name
from scorecard.web.http import access, paths
from scorecard.web.live import sheets
from scorecard.web.pages import named
from scorecard.web.write import writes

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")
PROBLEM = "application/problem+json"
REPLAYED_HEADER = "Idempotency-Replayed"
"""Says of an answer that the write was done before."""


class Body(Model):
    """A request's body: exactly these keys, of exactly these types."""

    model_config = ConfigDict(strict=True, extra="forbid")


class WriteBody(Body):
    """A write, made against a version of the game."""

    version: int = Field(ge=1, le=writes.LARGEST_VERSION, description="The game's version you saw.")


class GroupWriteBody(Body):
    """A write, made against a version of the group."""

    version: int = Field(
        ge=1, le=writes.LARGEST_VERSION, description="The group's version you saw."
    )


class NothingBody(Body):
    """Nothing needs to be said."""


class Problem(Model):
    """Why a request was refused (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str = Field(description="A sentence for people.")
    code: str = Field(description="What programs tell refusals apart by.")


class _Plugin(FlaskPlugin):
    """Checks requests; answers are ours, and the tests check them."""

    def request_validation(self, *arguments: Any) -> None:
        """Refuse a body that does not fit its model, naming only the first mistake."""
        try:
            super().request_validation(*arguments)  # type: ignore[no-untyped-call]
        except ValidationError as error:
            raise _refusal(error) from None

    def validate_response(
        self, resp: Any, resp_model: Described | None, *_unused: object, **_options: object
    ) -> tuple[Response, None]:
        """Make the answer that is described of what a view returns, unless that is one already."""
        if resp_model and not isinstance(resp, Response):
            code, model = next(iter(resp_model.code_models.items()))
            resp = told(model, resp, int(code.removeprefix("HTTP_")))
        return make_response(resp), None


def _refusal(error: ValidationError) -> errors.BadInput:
    first = error.errors(include_url=False)[0]
    field = ".".join(str(part) for part in first["loc"])
    message = (
        say("%(field)s means nothing here.", field=field)
        if first["type"] == "extra_forbidden"
        else say("%(field)s: %(what)s.", field=field or "The body", what=first["msg"])
    )
    return errors.BadInput(message, field=field)


class _Spec(SpecTree):
    """Describes the models once somebody asks for the description, not at every start.

    A model has one name and one schema, wherever it stands; raises ValueError for two of one name.
    """

    def __init__(self, **options: Any) -> None:
        self.described: dict[str, tuple[Any, Any]] = {}
        super().__init__(**options)

    def _add_model(self, model: Any, mode: Any = "validation") -> str:
        name = self.naming_strategy(model)
        before, before_mode = self.described.get(name, (model, mode))
        if before is not model:
            raise ValueError(f"{before} and {model} would both be described as {name}.")
        # A model of both a body and an answer requires only what the body does.
        is_body = "validation" in (mode, before_mode)
        self.described[name] = (model, "validation" if is_body else mode)
        return name

    def _generate_spec(self) -> dict[str, Any]:
        for model, mode in self.described.values():
            super()._add_model(model, mode)
        return super()._generate_spec()

    def _get_model_definitions(self) -> dict[str, Any]:
        described: dict[str, Any] = {}
        parts = [part for model in self.models.values() for part in model.pop("$defs", {}).items()]
        for key, schema in parts:
            name = schema_name(key)
            if described.setdefault(name, self.models.get(name, schema)) != schema:
                raise ValueError(f"Two different schemas would be called {name}.")
        return described


spec = _Spec(
    backend=_Plugin,
    naming_strategy=lambda model: schema_name(model.__name__),
    nested_naming_strategy=lambda _parent, part: schema_name(part),
    mode="strict",
    title="Scorecard",
    version="v1",
    description=(
        "Write with `Content-Type: application/json`, the `version` of "
        "the game or group that you saw, and an `Idempotency-Key` header, so that a repeated "
        "request is done once. A device is known by its cookie, or by `Authorization: Bearer` and "
        "the `device_token` that creating or joining a game or group returns."
    ),
    openapi_version="3.1.0",
    page_templates={},
    security_schemes=[
        SecurityScheme(
            name="device",
            data=SecuritySchemeData(type=SecureType.HTTP, scheme="bearer"),
        ),
    ],
    validation_error_model=Problem,
)


def describes(
    answer: type[BaseModel] | None,
    tag: str,
    *,
    status: int = OK,
    refusals: tuple[int, ...] = (),
    body: type[BaseModel] | None = None,
    query: type[BaseModel] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Describe a view: what it answers, and with which statuses it may refuse.

    It returns what the answer tells, or a response that was made of it.
    A body that the view takes as its ``json`` argument is checked, and so is a query as ``query``;
    those given as ``body`` and, beside it, ``query`` are only described.
    """
    responses: dict[str, Any] = {f"HTTP_{refusal}": Problem for refusal in refusals}

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        described: Callable[..., Any] = spec.validate(
            query=query,
            json=body,
            resp=Described(**{f"HTTP_{status}": answer}, **responses),
            tags=(tag,),
            skip_validation=body is not None,
            operation_id=view.__name__,
        )(view)
        return described

    return decorate


LET_IN_REFUSALS = (403, 404)
WRITE_REFUSALS = (400, 403, 404, 409, 413, 415, 422, 429)
NEW_REFUSALS = (*WRITE_REFUSALS, 507)
"""Refusals of views that begin something new: on a nearly full disk they do not."""


def write(
    visit: access.Visit,
    version: int,
    action: Callable[[changes.Write], object],
    *,
    status: int = OK,
) -> Response:
    """Do a write once, and answer with the game as it is now.

    Where the action returns another game, such as a rematch, that one is the answer.
    """

    def respond(done: WriteKey | None, result: object) -> Response:
        game = visit.session.get_one(Game, done.game_id) if done and done.game_id else result
        if isinstance(game, Game):
            return answer(game, status)
        return _sheet_response(g.get("sheet_written") or sheets.rendered(visit.game), status)

    return write_once(writes.this_write(visit.device, version), action, respond)


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def open_read(
    rule: str, answer: type[BaseModel] | None, tag: str, *, refusals: tuple[int, ...] = ()
) -> Decorator:
    """Put a view at an address where anybody may read; ``refusals`` as in :func:`describes`."""
    return _put("GET", rule, access.anyone, describes(answer, tag, refusals=refusals))


def game_read(
    rule: str,
    role: str,
    answer: type[BaseModel] | None,
    tag: str,
    *,
    refusals: tuple[int, ...] = (),
) -> Decorator:
    """Put a view at an address as :func:`open_read` does, for whoever may do so much in a game."""
    described = describes(answer, tag, refusals=LET_IN_REFUSALS + refusals)
    return _put("GET", rule, access.needs(role), described)


def group_read(
    rule: str,
    role: str,
    answer: type[BaseModel] | None,
    tag: str,
    *,
    refusals: tuple[int, ...] = (),
) -> Decorator:
    """Put a view at an address as :func:`game_read` does: of a group, for keepers or any member."""
    described = describes(answer, tag, refusals=LET_IN_REFUSALS + refusals)
    return _put("GET", rule, named.in_group(role), described)


def game_write(
    method: str,
    rule: str,
    role: str,
    tag: str,
    *,
    body: type[Body] = WriteBody,
    status: int = OK,
    refusals: tuple[int, ...] = WRITE_REFUSALS,
    hold: Hold = Hold.ALL,
    into: Callable[[], Collection[str]] = tuple,
) -> Decorator:
    """Put a function at an address: what a write does in a game, for whoever may do as ``role``.

    What it locks is said by ``hold`` and ``into``, as in :func:`scorecard.web.http.access.needs`.
    It is called with the visit, the write, what the address names, and the body: as ``json`` where
    it asks for that, else with what ``body`` has beside the version. The answer is the game as it
    is then; or the game that the function returns.
    """
    return declared(
        (method, rule),
        access.needs(role, hold, into),
        describes(game_answers.GameAnswer, tag, status=status, refusals=refusals),
        partial(write, status=status),
        body,
    )


def declared(
    at: tuple[str, str],
    let_in: Decorator,
    described: Decorator,
    do: Callable[..., Response],
    body: type[Body],
) -> Decorator:
    """Put a function at an address, ``at`` a method and a rule: what a write does.

    ``let_in`` checks who asks, ``described`` what comes in: ``body``, where the function asks for
    none of its own. ``do`` is given the visit, the version, and what is to be done once.
    """
    put = _put(*at, let_in, described)

    def decorate(action: Callable[..., object]) -> Callable[..., Any]:
        takes_json = "json" in action.__annotations__

        @wraps(action)
        def view(visit: Any, json: Any, **address: Any) -> Response:
            said = {"json": json} if takes_json else json.model_dump(exclude={"version"})
            # Found only once it is known that this was not done before: it may be gone since.
            things = partial(named.found, visit, address)
            return do(visit, json.version, lambda this: action(visit, this, **things(), **said))

        view.__annotations__ = {"json": get_type_hints(action).get("json", body)}
        return put(view)

    return decorate


def _put(method: str, rule: str, let_in: Decorator, described: Decorator) -> Decorator:
    return lambda view: blueprint.route(rule, methods=[method])(let_in(described(view)))


def write_once(
    this: changes.Write,
    action: Callable[[changes.Write], object],
    respond: Callable[[WriteKey | None, Any], Response],
) -> Response:
    """Do a write unless it was done before, and answer with ``respond``.

    It takes the stored key and None if it was done before, else None and the action's result.
    """
    done, response = writes.perform(
        this, lambda: action(this), lambda result: respond(None, result)
    )
    if done:
        response = respond(done, None)
        response.headers[REPLAYED_HEADER] = "true"
    return cast(Response, response)


def raise_if_not_json(error: errors.BadInput) -> None:
    """Refuse a body that is no JSON in the usual words, where a service has read it."""
    if error.code == record.NOT_JSON:
        raise BadRequest(error.message)


def told(answer: type[BaseModel], thing: object, status: int = OK) -> Response:
    """Return an answer that tells what it says of a thing: of its attributes, or of a dict."""
    return Response(text(answer, thing), status, mimetype="application/json")


def text(answer: type[BaseModel], thing: object) -> str:
    """Return the JSON of what an answer tells of a thing."""
    return json.dumps(answer.model_validate(thing).model_dump(mode="json", exclude_unset=True))


def json_answer(data: object, status: int = OK) -> Response:
    """Return data as JSON."""
    return Response(json.dumps(data), status, mimetype="application/json")


def answer(game: Game, status: int = OK) -> Response:
    """Return a game's sheet, with the tag of its version; or "not modified"."""
    return _sheet_response(sheets.rendered(game), status)


def _sheet_response(current: sheets.Rendered, status: int) -> Response:
    if request.method in access.SAFE_METHODS and request.if_none_match.contains_weak(current.tag):
        response = Response(status=304)
    elif request.accept_encodings["gzip"] > 0:
        # Compressed once for a version, too.
        response = Response(current.packed, status, {"Content-Encoding": "gzip"})
    else:
        response = Response(current.json, status)
    response.mimetype = "application/json"
    response.vary.add("Accept-Encoding")
    response.set_etag(current.tag, weak=True)
    return response


def document() -> dict[str, Any]:
    """Return the OpenAPI document; refusals are described as what they are, problem+json."""
    description: dict[str, Any] = spec.spec
    for address, path in description["paths"].items():
        for operation in path.values():
            if address.endswith("/picture"):
                operation["responses"][f"{OK:d}"]["content"] = {
                    "image/png": {"schema": {"type": "string", "format": "binary"}}
                }
            for parameter in operation["parameters"]:
                # Our own converter of addresses is unknown to the library.
                parameter["schema"] = parameter["schema"] or {"type": "string"}
                if parameter["name"] == "format":
                    content = operation["responses"][f"{OK:d}"]["content"]
                    content["text/csv"] = {"schema": {"type": "string"}}
            for status, response in operation["responses"].items():
                content = response.get("content", {})
                if int(status) >= BAD_REQUEST and "application/json" in content:
                    content[PROBLEM] = content.pop("application/json")
    return description | {"servers": [{"url": paths.root()}]} if paths.root() else description
