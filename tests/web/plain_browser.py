"""A browser without scripts: it follows links, fills in forms and presses buttons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

VOID = {"input", "meta", "link", "br", "hr", "img", "use", "rect", "path"}


@dataclass
class Button:
    text: str
    form: str
    name: str = ""
    value: str = ""
    action: str = ""


@dataclass
class FoundForm:
    action: str
    method: str = "post"
    fields: list[tuple[str, str]] = field(default_factory=list)
    offered: dict[str, list[str]] = field(default_factory=dict)
    """What else could be chosen, by the name of the field."""
    hidden: set[str] = field(default_factory=set)


class Page(HTMLParser):
    """What a page offers: its text, links, forms and buttons."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.links: list[tuple[str, str]] = []
        self.forms: dict[str, FoundForm] = {}
        self.buttons: list[Button] = []
        self._form = ""
        self._select = ""
        self._open: list[tuple[str, dict[str, str], int]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = found.get("id") or f"form {len(self.forms)}"
            self.forms[self._form] = FoundForm(
                found.get("action", ""), found.get("method", "get").lower()
            )
        elif tag == "input":
            self._add_field(found)
        elif tag == "select":
            self._add_field(found)
            self._select = found.get("name", "")
        elif tag == "option" and self._form in self.forms:
            form, value = self.forms[self._form], found.get("value", "")
            form.offered.setdefault(self._select, []).append(value)
            if "selected" in found:
                form.fields[-1] = (self._select, value)
        if tag not in VOID:
            self._open.append((tag, found, len(self.text)))

    def _add_field(self, found: dict[str, str]) -> None:
        form, name = self.forms.get(found.get("form", self._form)), found.get("name")
        if form is None or name is None:
            return
        kind = found.get("type")
        value = found.get("value", "on" if kind == "checkbox" else "")
        if kind in ("checkbox", "radio") and "checked" not in found:
            form.offered.setdefault(name, []).append(value)
        else:
            form.fields.append((name, value))
        if kind == "hidden":
            form.hidden.add(name)

    def handle_endtag(self, tag: str) -> None:
        if tag not in [opened for opened, _found, _start in self._open]:
            return
        while self._open:
            opened, found, start = self._open.pop()
            text = " ".join(self.text[start:].split())
            if opened == "a":
                self.links.append((text, found.get("href", "")))
            elif opened == "button" and found.get("type") != "button":
                self.buttons.append(
                    Button(
                        text,
                        found.get("form", self._form),
                        found.get("name", ""),
                        found.get("value", ""),
                        found.get("formaction", ""),
                    )
                )
            elif opened == "textarea":
                # A browser drops the line break that the page begins the text with.
                text = self.text[start:].removeprefix("\r\n").removeprefix("\n")
                self._add_field({**found, "value": text})
            elif opened == "form":
                self._form = ""
            if opened == tag:
                return

    def handle_data(self, data: str) -> None:
        self.text += data


class PlainBrowser:
    """One phone without scripts."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.response: TestResponse
        self.url = "/"
        self._page: Page | None = None

    def get(self, url: str) -> PlainBrowser:
        return self._show(self.client.get(url, follow_redirects=True))

    def click(self, text: str) -> PlainBrowser:
        """Follow the link with this text, or press the button with it."""
        for shown, href in self.page.links:
            if shown.startswith(text):
                return self.get(urljoin(self.url, href))
        return self.press(text)

    def press(self, text: str, typed: Mapping[str, str | list[str]] | None = None) -> PlainBrowser:
        """Press a button, after typing into its form's fields."""
        exact = [button for button in self.page.buttons if button.text == text]
        alike = [button for button in self.page.buttons if button.text.startswith(text)]
        button = next(iter(exact or alike), None)
        assert button, f"no button {text!r} among {[button.text for button in self.page.buttons]}"
        form = self.forms[button.form]
        typed = typed or {}
        fields = [pair for pair in form.fields if pair[0] not in typed]
        for name, values in typed.items():
            fields += [
                (name, value) for value in (values if isinstance(values, list) else [values])
            ]
        if button.name:
            fields.append((button.name, button.value))
        url = urljoin(self.url, button.action or form.action)
        data: dict[str, list[str]] = {}
        for name, value in fields:
            data.setdefault(name, []).append(value)
        if form.method == "get":
            return self._show(self.client.get(url, query_string=data, follow_redirects=True))
        return self._show(self.client.post(url, data=data, follow_redirects=True))

    @property
    def page(self) -> Page:
        """What the answer offers, read once that is asked for."""
        if self._page is None:
            self._page = Page(self.response.get_data(as_text=True))
        return self._page

    @property
    def forms(self) -> dict[str, FoundForm]:
        return self.page.forms

    @property
    def status(self) -> int:
        return self.response.status_code

    @property
    def text(self) -> str:
        return " ".join(self.page.text.split())

    def field(self, name: str) -> str | None:
        """Return what a field of the page holds."""
        for form in self.forms.values():
            for key, value in form.fields:
                if key == name:
                    return value
        return None

    def _show(self, response: TestResponse) -> PlainBrowser:
        self.response = response
        self._page = None
        self.url = urlsplit(response.request.url).path
        return self
