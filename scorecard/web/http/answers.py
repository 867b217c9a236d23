"""The answer to a form that a script has sent: an object to read, where a person gets a page.

Only a form that asks for JSON rather than for a page gets one of these:

* ``{"next": address}``: it is done, and that page comes next;
* a refusal as of the API, in the language of who looks: see :mod:`refusals`;
* ``{"page": html}``: neither; a page is all there is to say.

A script that would show the page of a refusal names pages as second best, and finds it there, too.
"""

from __future__ import annotations

from flask import Flask, Response, json, request

JSON = "application/json"
HTML = "text/html"
SEE_OTHER = 303


def init_app(app: Flask) -> None:
    """Answer scripts in their way, whichever view they ask."""
    app.after_request(_in_json)


def is_of_api() -> bool:
    """Whether a program asks, at an address of the API."""
    return f"{request.path}/".startswith("/api/")


def is_for_script() -> bool:
    """Whether a form asks for an object; browsers ask for a page, and so did earlier scripts."""
    asked = request.accept_mimetypes
    return request.method == "POST" and not is_of_api() and asked[JSON] > asked[HTML]


def with_page(page: str) -> dict[str, str]:
    """Return what a refusal tells a script of the page that shows it: as much as it asks for."""
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
