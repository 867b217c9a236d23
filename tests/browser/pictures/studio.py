"""What a scene is played with: servers, phones on them, and a camera."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize

from tests.browser.checks import USUAL_LETTERS, resize
from tests.browser.phone import Phone
from tests.browser.server import Network, Server

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "small": {"width": 320, "height": 568},
    "tablet": {"width": 768, "height": 1024},
    "television": {"width": 1920, "height": 1080},
}
PHONE = SIZES["phone"]
TALL: ViewportSize = {"width": 390, "height": 2400}
"""For large letters, which a browser forgets when it draws more than the screen."""
HOME = "table.test"
"""A name of this machine that browsers take for one in a home network, without a worker."""
SEND = """async ([path, fields]) => {
  const ask = async (url) => (await fetch(url)).json();
  const body = new URLSearchParams({ csrf_token: (await ask("/token")).token });
  const topic = path.match(/^[/](games|groups)[/][^/]{8,}/)?.[0];
  if (topic) body.set("version", (await ask(`/api/v1${topic}`)).version);
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) body.append(name, one);
  }
  const { status, url } = await fetch(path, { method: "POST", body });
  return [status, url];
}"""
NEXT_ROUND = """async (table) =>
  (await (await fetch(`/api/v1${table}`)).json()).open_round.number"""
ENGLISH = "en"


@dataclass(frozen=True)
class View:
    """How a screen is looked at; its pictures are put into a ``folder`` of their own."""

    folder: str
    size: ViewportSize = field(default_factory=PHONE.copy)
    scheme: Literal["light", "dark"] = "light"
    letters: int = USUAL_LETTERS


PLAIN = View("")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
VIEWS = (
    *(View(f"{name}-{scheme}", size, scheme) for name, size in SIZES.items() for scheme in SCHEMES),
    View("large-letters", TALL, letters=2 * USUAL_LETTERS),
)


class Studio:
    """Makes servers and phones for one scene, and takes pictures of it into a folder.

    With ``only`` some names, it takes no others. Its phones speak a ``language``, and have so many
    pixels to a ``scale`` of one.
    """

    def __init__(
        self,
        browser: Browser,
        folder: Path,
        data: Path,
        views: Sequence[View] = VIEWS,
        only: Sequence[str] = (),
        language: str = ENGLISH,
        scale: int = 1,
    ) -> None:
        self.browser = browser
        self.folder = folder
        self.data = data
        self.views = views
        self.only = only
        self.language = language
        self.scale = scale
        self._stack = ExitStack()
        self._chromiums: dict[Page, CDPSession] = {}

    def __enter__(self) -> Studio:
        return self

    def __exit__(self, *_error: object) -> None:
        self._stack.close()

    def server(self, *options: str) -> Server:
        """Start a server of this scene's own."""
        number = len(list(self.data.iterdir()))
        return self._stack.enter_context(Server(self.data / f"server-{number}", *options))

    def network(self, server: Server) -> Network:
        """Put a network that can fail before a server."""
        network = Network(server)
        self._stack.callback(network.close)
        return network

    def phone(self, place: Server | Network, **options: Any) -> Phone:
        """Return a phone in the home network of a server."""
        context = self.browser.new_context(
            **{
                "base_url": f"http://{HOME}:{place.port}",
                "viewport": PHONE,
                "device_scale_factor": self.scale,
                "locale": self.language,
                "has_touch": True,
                "is_mobile": True,
                "reduced_motion": "reduce",
                **options,
            }
        )
        self._stack.callback(context.close)
        page = context.new_page()
        self._chromiums[page] = context.new_cdp_session(page)
        page.set_default_timeout(60_000)
        return Phone(page)

    def wants(self, name: str) -> bool:
        """Return whether a picture of this name is taken."""
        return not self.only or name in self.only

    def take(
        self,
        phone: Phone,
        name: str,
        *,
        is_whole: bool = True,
    ) -> None:
        """Take the screen of a phone in every view."""
        if not self.wants(name):
            return
        for view in self.views:
            self._look(phone.page, view)
            phone.page.wait_for_timeout(100)
            path = self.folder / view.folder / f"{name}.png"
            is_longer = is_whole and view.size is not TALL
            phone.page.screenshot(path=path, full_page=is_longer)
        self._look(phone.page, PLAIN)

    def take_at(self, phone: Phone, name: str, path: str) -> None:
        """Go to a page and take it."""
        phone.page.goto(path)
        self.take(phone, name)

    def _look(self, page: Page, view: View) -> None:
        """Make a page what somebody with such a phone sees of it."""
        page.set_viewport_size(view.size)
        page.emulate_media(color_scheme=view.scheme)
        resize(self._chromiums[page], view.letters)


def send(phone: Phone, path: str, **fields: Any) -> str:
    """Send a form in a phone's name without opening its page; return the path it leads to."""
    status, url = phone.page.evaluate(SEND, [path, fields])
    assert status == HTTPStatus.OK, (path, status)
    return str(urlsplit(url).path)


def play_rounds(phone: Phone, *rounds: Sequence[int], at: str = "") -> None:
    """Play whole rounds of Brownie Points at a phone's table, with these scores by seat."""
    table = at or f"/games/{phone.uid}"
    for scores in rounds:
        fields: dict[str, Any] = {"how": "round", "style": "direct", "confirmed": "yes"}
        for seat, points in enumerate(scores, start=1):
            fields |= {f"s{seat}-style": "direct", f"s{seat}-score": str(points)}
        number = phone.page.evaluate(NEXT_ROUND, table)
        send(phone, f"{table}/rounds/{number}/all", **fields)
