"""What a scene is played with: servers, phones on them, and what looks at their screens."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any, Literal, Protocol
from urllib.parse import urlsplit

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize

from scorecard.web.http.languages import COOKIE
from tests.browser.checks import USUAL_LETTERS, resize
from tests.browser.phone import Phone
from tests.servers.server import Network, Server

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


class Camera(Protocol):
    """What looks at screens, and leaves them as they were."""

    def take(self, page: Page, chromium: CDPSession, name: str, *, is_whole: bool) -> None:
        """Look at a screen, or at the whole of its page."""

    def keep(self, name: str, image: bytes) -> None:
        """Look at a picture that the program has drawn."""


class PictureCamera:
    """Takes pictures in some views into a folder."""

    def __init__(self, folder: Path, views: Sequence[View] = VIEWS) -> None:
        self.folder = folder
        self.views = views

    def take(self, page: Page, chromium: CDPSession, name: str, *, is_whole: bool) -> None:
        """Take a screen in every view."""
        for view in self.views:
            _look(page, chromium, view)
            page.wait_for_timeout(100)
            path = self.folder / view.folder / f"{name}.png"
            page.screenshot(path=path, full_page=is_whole and view.size is not TALL)
        _look(page, chromium, PLAIN)

    def keep(self, name: str, image: bytes) -> None:
        """Keep a picture beside the screens."""
        folder = self.folder / "pictures"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.png").write_bytes(image)


def _look(page: Page, chromium: CDPSession, view: View) -> None:
    """Make a page what somebody with such a phone sees of it."""
    page.set_viewport_size(view.size)
    page.emulate_media(color_scheme=view.scheme)
    resize(chromium, view.letters)


class Studio:
    """Makes servers and phones for one scene, in a folder for their data, and has a camera.

    With ``only`` some names, no other screens are taken. Its phones have a ``size``, read a
    ``language``, and have so many pixels to a ``scale`` of one.
    """

    def __init__(
        self,
        browser: Browser,
        data: Path,
        camera: Camera,
        *,
        only: Sequence[str] = (),
        size: ViewportSize = PHONE,
        language: str = ENGLISH,
        scale: int = 1,
    ) -> None:
        self.browser = browser
        self.data = data
        self.camera = camera
        self.only = only
        self.size = size
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
        settings: dict[str, Any] = {
            "base_url": f"http://{HOME}:{place.port}",
            "viewport": self.size,
            "device_scale_factor": self.scale,
            "locale": self.language,
            "has_touch": True,
            "is_mobile": True,
            "reduced_motion": "reduce",
            **options,
        }
        context = self.browser.new_context(**settings)
        # Browsers ask for no language that only tests read.
        address = settings["base_url"]
        context.add_cookies([{"name": COOKIE, "value": self.language, "url": address}])
        self._stack.callback(context.close)
        page = context.new_page()
        self._chromiums[page] = context.new_cdp_session(page)
        page.set_default_timeout(60_000)
        return Phone(page)

    def wants(self, name: str) -> bool:
        """Return whether a picture of this name is taken."""
        return not self.only or name in self.only

    def take(self, phone: Phone, name: str, *, is_whole: bool = True) -> None:
        """Take the screen of a phone."""
        if self.wants(name):
            self.camera.take(phone.page, self._chromiums[phone.page], name, is_whole=is_whole)

    def take_at(self, phone: Phone, name: str, path: str) -> None:
        """Go to a page and take it."""
        phone.page.goto(path)
        self.take(phone, name)


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
