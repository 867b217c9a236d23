"""Games that are started and joined: as programs do it, where a test is about what comes after, or
by taps, which takes a browser four times the work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, expect

from scorecard.rules.games import all_games
from scorecard.rules.games.own_scorecard import definitions, ready_made

if TYPE_CHECKING:
    from tests.browser.phone import Phone


SEATED = """async ([path, body, me]) => {
  const send = async (method, url, what) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(url, { method, headers, body: JSON.stringify(what) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const { game } = await send("POST", path, body);
  const address = "/games/" + game.id;
  if (me) {
    const seats = game.seats.filter(({ name }) => name === me).map(({ seat }) => seat);
    await send("PUT", "/api/v1" + address + "/me", { version: game.version, seats });
  }
  // The invitation opened by itself, and was closed.
  localStorage.setItem("invited" + address + "/share", "yes");
  return location.origin + address;
}"""
CODE = "url => fetch(url).then((answer) => answer.json()).then(({ code }) => code)"


def by_program(
    page: Page,
    names: Sequence[str],
    me: str | None,
    *,
    game: str = "Brownie Points",
    target: int | None = None,
) -> str:
    """Start a game for who holds this phone, or only keeps score; return its table's address."""
    key, options = _rules(game)
    if target:
        options["target"] = target
    body = {"game": key, "players": list(names), "options": options}
    return _seated(page, "/api/v1/games", body, me)


def join_by_program(page: Page, keeper: Page, uid: str, me: str) -> str:
    """Take somebody's seat in the game of another phone; return its table's address."""
    code = keeper.evaluate(CODE, f"/api/v1/games/{uid}/invitation")
    return _seated(page, "/api/v1/join", {"code": code}, me)


def _rules(game: str) -> tuple[str, dict[str, Any]]:
    """Return the key of a game by its name, and the options that make a scorecard of it."""
    for definition in ready_made.READY_MADE.values():
        if definition.name == game:
            return "own_scorecard", {"scorecard": definitions.to_json(definition)}
    return next(key for key, rules in all_games().items() if rules.name == game), {}


def _seated(page: Page, path: str, body: Mapping[str, Any], me: str | None) -> str:
    # The browser itself asks, as it alone knows the names of the servers of tests.
    page.goto("/healthz")
    address: str = page.evaluate(SEATED, [path, body, me])
    return address


def by_taps(
    phone: Phone,
    *names: str,
    me: str | None = None,
    game: str = "Brownie Points",
    settings: Mapping[str, str] | None = None,
    ticked: Sequence[str] = (),
) -> Phone:
    """Start a game from the home screen and sit down at its table.

    ``settings`` are typed by their labels, and what is ``ticked`` may be a house rule.
    """
    page = phone.page
    page.goto("/")
    phone.open("New game").choose_game(game).line_up(*names)
    if settings or ticked:
        phone.unfold_settings()
    for label, value in (settings or {}).items():
        page.get_by_label(label, exact=True).fill(value)
    for label in ticked:
        choice = page.get_by_label(label, exact=True)
        if not choice.is_visible():
            phone.tap(page.locator("details.more summary"))
        # What comes meanwhile may move it away from under the finger.
        for _ in range(9):
            if not choice.is_checked():
                phone.tap(choice)
        expect(choice).to_be_checked()
    return phone.start_as(me)
