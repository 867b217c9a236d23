"""The API's blueprint and OpenAPI description; decorators and answers of its views."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from http.client import BAD_REQUEST, OK
from typing import Any, cast, get_type_hints

from flask import Blueprint, Response, json, make_response, request
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from spectree import Response as Described
from spectree import SpecTree
from spectree.models import SecureType, SecurityScheme, SecuritySchemeData
from spectree.plugins.flask_plugin import FlaskPlugin
from werkzeug.exceptions import BadRequest

from scorecard import errors
from scorecard.answers import to_json
from scorecard.models import Game, WriteKey
from scorecard.rules import record
from scorecard.rules.words import say
from scorecard.services.history import changes
from scorecard.services.limits.locking import Hold
from scorecard.services.table import answers
from scorecard.web.api.model import Model, schema_name
from scorecard.web.http import access
from scorecard.web.live import sheets
from scorecard.web.pages import named
from scorecard.web.write import writes

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")
PROBLEM = "application/problem+json"
REPLAYED_HEADER = "Idempotency-Replayed"
"""The header of an answer whose write was done before."""


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
    """Validates requests; answers are validated by the tests."""

    def request_validation(self, *arguments: Any) -> None:
        """Refuse a body that does not fit its model, with the first mistake."""
        try:
            super().request_validation(*arguments)  # type: ignore[no-untyped-call]
        except ValidationError as error:
            raise _refusal(error) from None

    def validate_response(
        self, resp: Any, resp_model: Described | None, *_unused: object, **_options: object
    ) -> tuple[Response, None]:
        """Make a response of what a view returns, by the described model, unless it is one."""
        if resp_model and not isinstance(resp, Response):
            code, model = next(iter(resp_model.code_models.items()))
            resp = model_response(model, resp, int(code.removeprefix("HTTP_")))
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
    """Makes the description on demand, not at every start.

    A model has one name and one schema everywhere; raises ValueError for two models of one name.
    """

    def __init__(self, **options: Any) -> None:
        self.described: dict[str, tuple[Any, Any]] = {}
        super().__init__(**options)

    def _add_model(self, model: Any, mode: Any = "validation") -> str:
        name = self.naming_strategy(model)
        before, before_mode = self.described.get(name, (model, mode))
        if before is not model:
            raise ValueError(f"{before} and {model} would both be described as {name}.")
        # A model of body and answer requires what the body requires.
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
        for name, schema in self.models.items():
            schema["title"] = name
        for key, schema in parts:
            name = schema_name(key)
            schema["title"] = name
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
    answer: type[object] | None,
    tag: str,
    *,
    status: int = OK,
    refusals: tuple[int, ...] = (),
    body: type[BaseModel] | None = None,
    query: type[BaseModel] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Describe a view: the model of its answer, and the statuses of its refusals.

    The view returns an object or dict for the model, or a response. The models of its arguments
    ``json`` and ``query`` are validated; those given here as ``body`` and ``query`` only described.
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
"""Refusals of views that make something new, which a nearly full disk forbids."""


def write(
    visit: access.Visit,
    version: int,
    action: Callable[[changes.Write], object],
    *,
    status: int = OK,
) -> Response:
    """Do a write once, and answer with the game, or with the game that the action returns."""

    def respond(
        done: WriteKey | None, result: object, sheet: sheets.Rendered | None = None
    ) -> Response:
        game = visit.session.get_one(Game, done.game_id) if done and done.game_id else result
        if isinstance(game, Game):
            return game_response(sheets.rendered(game), status)
        return game_response(sheet or sheets.rendered(visit.game), status)

    this = writes.this_write(visit.device, version)
    return write_once(this, action, respond, partial(respond, None))


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def open_read(
    rule: str, answer: type[object] | None, tag: str, *, refusals: tuple[int, ...] = ()
) -> Decorator:
    """Register a GET view for anybody; ``refusals`` as in :func:`describes`."""
    return _put("GET", rule, access.anyone, describes(answer, tag, refusals=refusals))


def game_read(
    rule: str,
    role: str,
    answer: type[object] | None,
    tag: str,
    *,
    refusals: tuple[int, ...] = (),
) -> Decorator:
    """Register a GET view of a game, for a role in it."""
    described = describes(answer, tag, refusals=LET_IN_REFUSALS + refusals)
    return _put("GET", rule, access.needs(role), described)


def group_read(
    rule: str,
    role: str,
    answer: type[object] | None,
    tag: str,
    *,
    refusals: tuple[int, ...] = (),
) -> Decorator:
    """Register a GET view of a group, for the role "keeper" or "member"."""
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
) -> Decorator:
    """Register the action of a write in a game; ``role`` and ``hold`` as in ``needs``.

    It takes the visit, the write, the objects in the address, and the body: as ``json`` if it has
    that parameter, else the fields of ``body`` but the version. The answer is the game, or the game
    that it returns.
    """
    return declared(
        (method, rule),
        access.needs(role, hold),
        describes(answers.GameAnswer, tag, status=status, refusals=refusals),
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
    """Register the action of a write ``at`` a method and a rule.

    ``let_in`` checks access, and ``described`` the body: the model of the action's parameter
    ``json``, else ``body``. ``do`` takes the visit, the version, and the action of the write.
    """
    put = _put(*at, let_in, described)

    def decorate(action: Callable[..., object]) -> Callable[..., Any]:
        takes_json = "json" in action.__annotations__

        @wraps(action)
        def view(visit: Any, json: Any, **address: Any) -> Response:
            said = {"json": json} if takes_json else json.model_dump(exclude={"version"})
            # Loaded only if the write was not done before: the objects may be gone since.
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
    then: writes.Then | None = None,
) -> Response:
    """Do a write unless it was done before, and answer with ``respond``.

    It takes the stored key and None if it was done before, else None and the action's result; where
    it was not, ``then`` may answer in its place.
    """
    done, response = writes.perform(
        this, lambda: action(this), then or (lambda result, _sheet: respond(None, result))
    )
    if done:
        response = respond(done, None)
        response.headers[REPLAYED_HEADER] = "true"
    return cast(Response, response)


def raise_if_not_json(error: errors.BadInput) -> None:
    """Refuse a body that a service found to be no JSON, as all views do."""
    if error.code == record.NOT_JSON:
        raise BadRequest(error.message)


def model_response(model: type[BaseModel], thing: object, status: int = OK) -> Response:
    """Return an object or a dict as JSON, by a model."""
    return Response(model_json(model, thing), status, mimetype="application/json")


def model_json(model: type[BaseModel], thing: object) -> str:
    """Return the JSON text of an object or a dict, by a model."""
    return json.dumps(
        model.model_validate(thing).model_dump(mode="json", by_alias=True, exclude_unset=True)
    )


def json_response(data: object, status: int = OK) -> Response:
    """Return answers, or plain data, as JSON."""
    return Response(to_json(data), status, mimetype="application/json")


def game_response(current: sheets.Rendered, status: int = OK) -> Response:
    """Return a game's sheet as JSON, with its ETag; or "not modified"."""
    if request.method in access.SAFE_METHODS and request.if_none_match.contains_weak(current.tag):
        response = Response(status=304)
    elif request.accept_encodings["gzip"] > 0:
        response = Response(current.packed, status, {"Content-Encoding": "gzip"})
    else:
        response = Response(current.json, status)
    response.mimetype = "application/json"
    response.vary.add("Accept-Encoding")
    response.set_etag(current.tag, weak=True)
    return response


def document() -> dict[str, Any]:
    """Return the OpenAPI document, with problem+json, pictures and CSV described as such."""
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
    root = request.script_root
    return description | {"servers": [{"url": root}]} if root else description
