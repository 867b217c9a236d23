"""JSON answers to the forms that our scripts send, which prefer JSON to HTML in ``Accept``.

* ``{"next": address}`` in place of a redirect;
* problem+json for a refusal, translated: see :mod:`refusals`;
* ``{"page": html}`` for any other page.

The refusal has the ``page`` as well, if the script accepts HTML as second best.
"""

from __future__ import annotations

from flask import Flask, Response, json, request

JSON = "application/json"
HTML = "text/html"
SEE_OTHER = 303


def init_app(app: Flask) -> None:
    """Turn the answers to scripts into JSON, whichever view makes them."""
    app.after_request(_in_json)


def is_of_api() -> bool:
    """Whether the request is to an address of the API."""
    return f"{request.path}/".startswith("/api/")


def is_for_script() -> bool:
    """Whether one of our scripts sends a form; earlier ones ask for a page, as browsers do."""
    asked = request.accept_mimetypes
    return request.method == "POST" and not is_of_api() and asked[JSON] > asked[HTML]


def with_page(page: str) -> dict[str, str]:
    """Return a refusal's page as a member of its JSON, if the script accepts HTML."""
    return {"page": page} if request.accept_mimetypes[HTML] else {}


def _in_json(response: Response) -> Response:
    if not is_for_script():
        return response
    if response.status_code == SEE_OTHER:
        answer = {"next": response.headers.pop("Location")}
        response.status_code = 200
    elif response.mimetype == HTML:
        answer = {"page": response.get_data(as_text=True)}
    else:
        return response
    response.set_data(json.dumps(answer))
    response.mimetype = JSON
    return response
