"""Who may do what: every route for every role, from one table.

The table says of every route who may at least ask it. A route that is not in it fails, and so does
one that answers anybody otherwise. The requests are good ones, of a world that is put back after
each: whoever may do a thing does it, and whoever may not leaves no trace and learns no name.

Long because it names every route.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorecard.models import Device
from scorecard.web.http.access import device_token
from tests.fuzzing.requests import Ask, Requests
from tests.fuzzing.world import ELSEWHERE, GUEST, SEAT, World
from tests.web import routes
from tests.web.routes import short

TABLE = """
anyone:
  GET       /
  GET       /about
  GET       /api/v1/bin
  GET       /api/v1/
  GET       /api/v1/book/<token>
  GET POST  /api/v1/games
  GET POST  /api/v1/groups
  POST      /api/v1/groups/import
  POST      /api/v1/groups/join
  GET       /api/v1/groups/join/<token>
  POST      /api/v1/groups/recover
  POST      /api/v1/join
  GET       /api/v1/join/<token>
  GET       /api/v1/join/<token>/picture
  GET       /api/v1/openapi.json
  GET       /api/v1/rules
  GET       /api/v1/rules/<key>
  POST      /api/v1/score
  GET POST  /api/v1/scorecards
  GET       /api/v1/scorecards/<scorecard>
  GET       /api/v1/standings/<token>
  GET       /api/v1/standings/<token>/picture
  GET       /api/v1/suggestions
  GET       /bin
  GET       /book/<token>
  GET       /book/<token>/export
  GET       /demo
  GET       /extras
  GET       /games/new
  GET       /handbook
  GET       /handbook/<subject>
  GET       /healthz
  GET       /readyz
  GET       /manifest.webmanifest
  GET       /lost
  GET       /offline
  GET       /phone-setup
  GET       /phone-setup/certificate
  GET       /token
  GET       /worker.js
  GET POST  /games/new/<key>
  GET       /games/new/<key>/suggestions
  GET POST  /forget
  GET       /forgotten
  POST      /api/v1/device/forget
  GET POST  /groups/import
  GET POST  /groups/join/<token>
  GET POST  /groups/new
  GET POST  /groups/passkey
  POST      /groups/passkey/options
  GET POST  /groups/recover
  POST      /language
  GET       /static/words/<code>.js
  GET POST  /join
  GET POST  /join/<token>
  GET       /join/<token>/picture.png
  GET       /rules
  GET       /rules/<key>
  GET       /scorecards
  GET       /scorecards/<scorecard>
  GET       /scorecards/<scorecard>/export
  POST      /scorecards/examples
  POST      /scorecards/import
  GET POST  /scorecards/new
  GET       /scorecards/ready/<ready_key>
  GET       /standings/<token>
  GET       /standings/<token>/picture.png
  GET       /static/<filename>
  GET       /static/styles.css
its maker:
  PUT       /api/v1/scorecards/<scorecard>
  POST      /api/v1/scorecards/<scorecard>/delete
  POST      /api/v1/scorecards/<scorecard>/restore
  POST      /bin/scorecards/<scorecard>/restore
  POST      /scorecards/<scorecard>/delete
  GET POST  /scorecards/<scorecard>/edit
spectator:
  GET       /api/v1/games/<game>
  GET       /api/v1/games/<game>/changes
  GET       /api/v1/games/<game>/chart
  GET       /api/v1/games/<game>/events
  GET       /api/v1/games/<game>/export
  GET       /api/v1/games/<game>/picture
  GET       /api/v1/games/<game>/record
  GET       /api/v1/games/<game>/rules
  GET       /api/v1/games/<game>/rules/find
  GET       /api/v1/games/<game>/rulings
  GET       /api/v1/games/<game>/settlement
  POST      /api/v1/games/<game>/watch
  GET       /games/<game>
  GET       /games/<game>/board
  GET       /games/<game>/board/events
  GET       /games/<game>/chart
  GET       /games/<game>/extras
  GET       /games/<game>/events
  GET       /games/<game>/export.<ending>
  GET       /games/<game>/history
  GET       /games/<game>/keep
  GET       /games/<game>/me
  GET       /games/<game>/picture
  GET       /games/<game>/picture/<shape>.png
  GET       /games/<game>/rounds
  GET       /games/<game>/rounds/<number>
  GET       /games/<game>/rules
  GET       /games/<game>/rules/find
  GET       /games/<game>/rulings/<ruling>
  GET       /games/<game>/settings
  GET       /games/<game>/settle
  POST      /games/<game>/watch
player:
  PUT       /api/v1/games/<game>/anecdote
  PUT       /api/v1/games/<game>/rounds/<number>/anecdote
  GET       /api/v1/games/<game>/rounds/<number>/form
  GET POST  /games/<game>/anecdote
  GET POST  /games/<game>/rounds/<number>/anecdote
  POST      /api/v1/games/<game>/amendments
  POST      /api/v1/games/<game>/amendments/withdraw
  POST      /api/v1/games/<game>/end
  GET       /api/v1/games/<game>/invitation
  PUT       /api/v1/games/<game>/me
  GET       /api/v1/games/<game>/prospects
  POST      /api/v1/games/<game>/rematch
  POST      /api/v1/games/<game>/rulings
  POST      /api/v1/games/<game>/seats
  GET POST  /games/<game>/amend
  POST      /games/<game>/amend/drop
  GET       /games/<game>/count
  GET       /games/<game>/count-all
  GET POST  /games/<game>/end
  POST      /games/<game>/me
  GET       /games/<game>/players
  POST      /games/<game>/rematch
  GET POST  /games/<game>/rounds/<number>/all
  POST      /games/<game>/rounds/<number>/preview
  GET POST  /games/<game>/rulings
  GET       /games/<game>/share
player, own:
  POST      /games/<game>/redo
  POST      /games/<game>/undo
  POST      /api/v1/games/<game>/redo
  POST      /api/v1/games/<game>/undo
  POST      /api/v1/games/<game>/amendments/consent
  PUT       /api/v1/games/<game>/rounds/<number>
  POST      /api/v1/games/<game>/rounds/<number>/close
  POST      /api/v1/games/<game>/rounds/<number>/preview
  PUT       /api/v1/games/<game>/rounds/<number>/entries/<seat>
  POST      /api/v1/games/<game>/seats/<seat>/leave
  PUT       /api/v1/games/<game>/seats/<seat>/name
  POST      /api/v1/games/<game>/seats/<seat>/return
  POST      /games/<game>/amend/agree
  POST      /games/<game>/players/<seat>/leave
  POST      /games/<game>/players/<seat>/rename
  POST      /games/<game>/players/<seat>/return
  POST      /games/<game>/rounds/<number>/close
  GET POST  /games/<game>/rounds/<number>/seats/<position>
  POST      /games/<game>/rounds/<number>/seats/<position>/preview
keeper:
  POST      /api/v1/games/<game>/delete
  GET       /api/v1/games/<game>/devices
  POST      /api/v1/games/<game>/devices/<device>/keeper
  POST      /api/v1/games/<game>/devices/<device>/send-out
  POST      /api/v1/games/<game>/drop-after-end
  POST      /api/v1/games/<game>/move
  POST      /api/v1/games/<game>/play-on
  POST      /api/v1/games/<game>/renew
  POST      /api/v1/games/<game>/reopen
  POST      /api/v1/games/<game>/restore
  PUT       /api/v1/games/<game>/occasion
  PUT       /api/v1/games/<game>/settings
  POST      /games/<game>/amend/confirm
  GET POST  /games/<game>/delete
  GET       /games/<game>/devices
  POST      /games/<game>/devices/<device>/keeper
  POST      /games/<game>/devices/<device>/send-out
  POST      /games/<game>/drop
  GET POST  /games/<game>/group
  GET POST  /games/<game>/play-on
  POST      /games/<game>/players
  POST      /games/<game>/renew
  POST      /games/<game>/reopen
  POST      /games/<game>/restore
  GET       /games/<game>/rounds/<number>/close
  GET POST  /games/<game>/occasion
  POST      /games/<game>/settings
group member:
  GET       /api/v1/groups/<group>
  GET       /api/v1/groups/<group>/bin
  GET       /api/v1/groups/<group>/changes
  GET       /api/v1/groups/<group>/events
  GET       /api/v1/groups/<group>/export
  GET       /api/v1/groups/<group>/games
  GET POST  /api/v1/groups/<group>/house-rules
  GET       /api/v1/groups/<group>/house-rules/<rules>
  GET       /api/v1/groups/<group>/house-rules/<rules>/compare
  GET       /api/v1/groups/<group>/house-rules/<rules>/export
  POST      /api/v1/groups/<group>/house-rules/<rules>/proposals
  GET       /api/v1/groups/<group>/house-rules/<rules>/public
  POST      /api/v1/groups/<group>/house-rules/<rules>/rulings
  POST      /api/v1/groups/<group>/house-rules/copy
  POST      /api/v1/groups/<group>/house-rules/import
  GET       /api/v1/groups/<group>/invitation
  GET       /api/v1/groups/<group>/kinds
  POST      /api/v1/groups/<group>/leave
  PUT       /api/v1/groups/<group>/me
  GET       /api/v1/groups/<group>/passkeys
  POST      /api/v1/groups/<group>/players
  GET       /api/v1/groups/<group>/players/<player>
  GET       /api/v1/groups/<group>/proposals/<proposal>
  POST      /api/v1/groups/<group>/proposals/<proposal>/comments
  POST      /api/v1/groups/<group>/proposals/<proposal>/settle
  GET       /api/v1/groups/<group>/proposals/<proposal>/what-if
  GET       /api/v1/groups/<group>/public
  GET       /api/v1/groups/<group>/cash
  GET       /api/v1/groups/<group>/records
  GET       /api/v1/groups/<group>/seasons
  GET       /api/v1/groups/<group>/head-starts
  GET       /api/v1/groups/<group>/seasons/hall-of-fame
  GET       /api/v1/groups/<group>/seasons/<season>
  GET       /api/v1/groups/<group>/seasons/<season>/adjustments
  GET       /api/v1/groups/<group>/seasons/<season>/chart
  GET       /api/v1/groups/<group>/seasons/<season>/divisions
  GET       /api/v1/groups/<group>/seasons/<season>/teams
  GET       /api/v1/groups/<group>/seasons/<season>/export
  GET       /api/v1/groups/<group>/seasons/<season>/picture
  GET       /api/v1/groups/<group>/seasons/<season>/sheet
  GET       /api/v1/groups/<group>/seasons/<season>/standings
  GET       /groups/<group>
  GET       /groups/<group>/bin
  GET       /groups/<group>/book
  GET       /groups/<group>/book/<rules>
  GET       /groups/<group>/book/<rules>/compare
  GET       /groups/<group>/book/<rules>/export
  GET       /groups/<group>/book/<rules>/print
  GET POST  /groups/<group>/book/<rules>/propose
  POST      /groups/<group>/book/<rules>/rulings
  POST      /groups/<group>/book/import
  GET       /groups/<group>/book/new
  GET POST  /groups/<group>/book/new/<key>
  GET       /groups/<group>/cash
  GET       /groups/<group>/events
  GET       /groups/<group>/export.<ending>
  GET       /groups/<group>/files
  GET       /groups/<group>/games
  GET       /groups/<group>/history
  POST GET  /groups/<group>/leave
  GET POST  /groups/<group>/me
  GET       /groups/<group>/more
  GET POST  /groups/<group>/passkeys
  POST      /groups/<group>/passkeys/options
  GET POST  /groups/<group>/players
  GET       /groups/<group>/players/<player>
  GET       /groups/<group>/proposals/<proposal>
  GET       /groups/<group>/proposals/<proposal>/what-if
  POST      /groups/<group>/proposals/<proposal>/comment
  GET       /groups/<group>/records
  GET       /groups/<group>/seasons
  GET       /groups/<group>/seasons/hall-of-fame
  GET       /groups/<group>/seasons/<season>
  GET       /groups/<group>/seasons/<season>/chart
  GET       /groups/<group>/seasons/<season>/picture
  GET       /groups/<group>/seasons/<season>/points
  GET       /groups/<group>/seasons/<season>/divisions
  GET       /groups/<group>/seasons/<season>/teams
  GET       /groups/<group>/seasons/<season>/podium
  GET       /groups/<group>/seasons/<season>/picture/<shape>.png
  GET       /groups/<group>/seasons/<season>/export.<ending>
  GET       /groups/<group>/seasons/<season>/files
  GET       /groups/<group>/seasons/<season>/sheet
  GET       /groups/<group>/share
group member, own:
  POST      /api/v1/groups/<group>/bin/<kind>/<item>/restore
  POST      /api/v1/groups/<group>/proposals/<proposal>/comments/<comment>/remove
  POST      /groups/<group>/bin/<kind>/<item>/restore
  POST      /groups/<group>/proposals/<proposal>/comments/<comment>/remove
  POST      /api/v1/groups/<group>/house-rules/<rules>/agree
  PUT       /api/v1/groups/<group>/players/<player>
  POST      /api/v1/groups/<group>/passkeys/<passkey>/delete
  GET       /api/v1/groups/<group>/players/<player>/export
  GET POST  /api/v1/groups/<group>/players/<player>/forget
  POST      /api/v1/groups/<group>/players/<player>/retire
  POST      /api/v1/groups/<group>/players/<player>/return
  POST      /api/v1/groups/<group>/proposals/<proposal>/votes
  POST      /api/v1/groups/<group>/proposals/<proposal>/withdraw
  POST      /groups/<group>/book/<rules>/agree
  POST      /groups/<group>/passkeys/<passkey>/delete
  GET POST  /groups/<group>/players/<player>/edit
  GET       /groups/<group>/players/<player>/export.<ending>
  GET POST  /groups/<group>/players/<player>/forget
  POST      /groups/<group>/players/<player>/retire
  POST      /groups/<group>/players/<player>/return
  POST      /groups/<group>/proposals/<proposal>/vote
  POST      /groups/<group>/proposals/<proposal>/withdraw
group keeper:
  POST      /api/v1/groups/<group>/delete
  POST      /api/v1/groups/<group>/restore
  GET POST  /groups/<group>/delete
  POST      /groups/<group>/restore
  PUT       /api/v1/groups/<group>
  PUT       /api/v1/groups/<group>/cash/currency
  POST      /api/v1/groups/<group>/cash/deposits
  POST      /api/v1/groups/<group>/cash/expenses
  POST      /api/v1/groups/<group>/cash/fees
  POST      /api/v1/groups/<group>/cash/payments
  POST      /api/v1/groups/<group>/cash/stakes
  POST      /api/v1/groups/<group>/cash/<entry>/anew
  POST      /api/v1/groups/<group>/cash/<entry>/remove
  PUT       /api/v1/groups/<group>/consent
  GET       /api/v1/groups/<group>/devices
  POST      /api/v1/groups/<group>/devices/<device>/keeper
  POST      /api/v1/groups/<group>/devices/<device>/no-keeper
  POST      /api/v1/groups/<group>/devices/<device>/send-out
  PUT       /api/v1/groups/<group>/house-rules/<rules>
  POST      /api/v1/groups/<group>/house-rules/<rules>/delete
  PUT       /api/v1/groups/<group>/house-rules/<rules>/name
  POST      /api/v1/groups/<group>/house-rules/<rules>/public
  POST      /api/v1/groups/<group>/house-rules/<rules>/public/off
  POST      /api/v1/groups/<group>/house-rules/<rules>/restore
  POST      /api/v1/groups/<group>/house-rules/<rules>/rulings/<ruling>/remove
  POST      /api/v1/groups/<group>/import
  POST      /api/v1/groups/<group>/imports/<number>/undo
  POST      /api/v1/groups/<group>/lists
  PUT       /api/v1/groups/<group>/name
  POST      /api/v1/groups/<group>/players/<player>/delete
  POST      /api/v1/groups/<group>/players/<player>/merge
  POST      /api/v1/groups/<group>/players/<player>/unmerge
  POST      /api/v1/groups/<group>/public
  POST      /api/v1/groups/<group>/public/off
  POST      /api/v1/groups/<group>/recovery-code
  POST      /api/v1/groups/<group>/renew
  POST      /api/v1/groups/<group>/seasons
  PUT       /api/v1/groups/<group>/seasons/<season>
  POST      /api/v1/groups/<group>/seasons/preview
  POST      /api/v1/groups/<group>/seasons/<season>/preview
  POST      /api/v1/groups/<group>/seasons/<season>/adjustments
  POST      /api/v1/groups/<group>/seasons/<season>/adjustments/<adjustment>/remove
  POST      /api/v1/groups/<group>/seasons/<season>/divisions
  PUT       /api/v1/groups/<group>/seasons/<season>/divisions/<division>
  POST      /api/v1/groups/<group>/seasons/<season>/divisions/<division>/up
  POST      /api/v1/groups/<group>/seasons/<season>/divisions/<division>/remove
  POST      /api/v1/groups/<group>/seasons/<season>/promotion
  POST      /api/v1/groups/<group>/seasons/<season>/teams
  PUT       /api/v1/groups/<group>/seasons/<season>/teams/<team>
  POST      /api/v1/groups/<group>/seasons/<season>/teams/<team>/remove
  POST      /api/v1/groups/<group>/seasons/<season>/close
  GET       /api/v1/groups/<group>/seasons/<season>/closing
  POST      /api/v1/groups/<group>/seasons/<season>/delete
  POST      /api/v1/groups/<group>/seasons/<season>/reopen
  GET       /api/v1/groups/<group>/seasons/<season>/reopening
  POST      /api/v1/groups/<group>/seasons/<season>/weights
  PUT       /api/v1/groups/<group>/time-zone
  POST      /groups/<group>/book/<rules>/delete
  POST      /groups/<group>/book/<rules>/public
  POST      /groups/<group>/book/<rules>/rename
  POST      /groups/<group>/book/<rules>/restore
  POST      /groups/<group>/book/<rules>/rulings/<ruling>/remove
  GET POST  /groups/<group>/book/consent
  POST      /groups/<group>/cash/currency
  GET POST  /groups/<group>/cash/deposits
  GET POST  /groups/<group>/cash/expenses
  GET POST  /groups/<group>/cash/fees
  GET POST  /groups/<group>/cash/games/<game>
  GET POST  /groups/<group>/cash/payments
  POST      /groups/<group>/cash/settle
  POST      /groups/<group>/cash/<entry>/anew
  POST      /groups/<group>/cash/<entry>/remove
  GET       /groups/<group>/devices
  POST      /groups/<group>/devices/<device>/keeper
  POST      /groups/<group>/devices/<device>/no-keeper
  POST      /groups/<group>/devices/<device>/send-out
  GET POST  /groups/<group>/import
  POST      /groups/<group>/imports/<number>/undo
  POST      /groups/<group>/players/<player>/delete
  POST      /groups/<group>/players/<player>/merge
  POST      /groups/<group>/players/<player>/unmerge
  POST      /groups/<group>/public
  GET POST  /groups/<group>/recovery
  POST      /groups/<group>/renew
  GET POST  /groups/<group>/seasons/<season>/close
  POST      /groups/<group>/seasons/<season>/delete
  GET POST  /groups/<group>/seasons/<season>/edit
  POST      /groups/<group>/seasons/<season>/edit/preview
  GET POST  /groups/<group>/seasons/<season>/reopen
  POST      /groups/<group>/seasons/<season>/points
  POST      /groups/<group>/seasons/<season>/points/<adjustment>/remove
  POST      /groups/<group>/seasons/<season>/divisions
  GET POST  /groups/<group>/seasons/<season>/divisions/<division>
  POST      /groups/<group>/seasons/<season>/divisions/<division>/up
  POST      /groups/<group>/seasons/<season>/divisions/<division>/remove
  POST      /groups/<group>/seasons/<season>/promotion
  POST      /groups/<group>/seasons/<season>/teams
  GET POST  /groups/<group>/seasons/<season>/teams/<team>
  POST      /groups/<group>/seasons/<season>/teams/best
  POST      /groups/<group>/seasons/<season>/teams/<team>/remove
  GET POST  /groups/<group>/seasons/<season>/weights
  GET POST  /groups/<group>/seasons/new
  POST      /groups/<group>/seasons/new/preview
  GET POST  /groups/<group>/settings
"""
"""Under each role what it may ask, and those that may more with it. What is "own" a keeper
may do for everybody, and the others for themselves: for the seats and players of their phone."""

NAMES = (ELSEWHERE, "Cabin", "Zoë", "Thursday")
"""What nobody learns who may not see the group."""
DONE = {200, 201, 302, 303}
REACHED = {*DONE, 409, 422}
"""What says that somebody may do a thing: it is done, or cannot be for another reason."""
OUTSIDE, OUT = "outside", "out"
IN_GAME = ("keeper", "player", "spectator")
IN_GROUP = ("group keeper", "group member")
ROLES = {
    # what it is in the games, and what in the group
    "nobody": (OUTSIDE, OUTSIDE),
    "stranger": (OUTSIDE, OUTSIDE),
    "forged cookie": (OUTSIDE, OUTSIDE),
    "unknown device": (OUTSIDE, OUTSIDE),
    "keeper of another": (OUTSIDE, OUTSIDE),
    "sent out of the game": (OUT, OUTSIDE),
    "sent out of the group": (OUTSIDE, OUT),
    "left the group": (OUTSIDE, OUTSIDE),
    "spectator": ("spectator", OUTSIDE),
    "player": ("player", OUTSIDE),
    "member": ("player", "group member"),
    "group's keeper": ("keeper", "group keeper"),
    "keeper": ("keeper", "group keeper"),
}

LOOKED_AT_FIRST = {
    # A passkey answers a question that was asked before, which nobody did here.
    ("POST", "/groups/<group>/passkeys"): 422,
    ("POST", "/groups/passkey"): 422,
    # It is not in the bin.
    ("POST", "/groups/<group>/restore"): 409,
    ("POST", "/api/v1/groups/<group>/restore"): 409,
    # Served without HTTPS.
    ("GET", "/phone-setup/certificate"): 404,
    # A keeper decides there, whose word has no deadline.
    ("POST", "/api/v1/groups/<group>/proposals/<proposal>/settle"): 409,
}
"""What is refused whoever asks, and not because of who it is."""
KEEPERS = ("keeper", "group's keeper")
EXCEPTIONS: dict[tuple[str, str], dict[str, int]] = {
    # The game must have a keeper.
    ("POST", "/games/<game>/watch"): dict.fromkeys(KEEPERS, 409),
    ("POST", "/api/v1/games/<game>/watch"): dict.fromkeys(KEEPERS, 409),
    # Whoever has a phone of their own speaks on it, and not even a keeper for them.
    ("POST", "/games/<game>/amend/agree"): dict.fromkeys(KEEPERS, 403),
    ("POST", "/api/v1/games/<game>/amendments/consent"): dict.fromkeys(KEEPERS, 403),
    ("POST", "/groups/<group>/book/<rules>/agree"): dict.fromkeys(KEEPERS, 403),
    ("POST", "/api/v1/groups/<group>/house-rules/<rules>/agree"): dict.fromkeys(KEEPERS, 403),
    ("POST", "/groups/<group>/proposals/<proposal>/vote"): dict.fromkeys(KEEPERS, 403),
    ("POST", "/api/v1/groups/<group>/proposals/<proposal>/votes"): dict.fromkeys(KEEPERS, 403),
    ("POST", "/groups/<group>/passkeys/<passkey>/delete"): dict.fromkeys(KEEPERS, 404),
    ("POST", "/api/v1/groups/<group>/passkeys/<passkey>/delete"): dict.fromkeys(KEEPERS, 404),
    # The group must have a keeper.
    ("POST", "/forget"): {"keeper of another": 409},
    ("POST", "/api/v1/device/forget"): {"keeper of another": 409},
    # Whoever was sent out comes back with a link that was renewed since, and not before.
    ("POST", "/join"): {"sent out of the group": 403},
    ("POST", "/join/<token>"): {"sent out of the group": 403},
    ("POST", "/api/v1/join"): {"sent out of the group": 403},
    ("POST", "/groups/join/<token>"): {"sent out of the group": 403},
    ("POST", "/api/v1/groups/join"): {"sent out of the group": 403},
}
"""Other answers than the table's, by role."""


def read_table() -> dict[tuple[str, str], tuple[str, bool]]:
    """Return the least role of every route, and whether it is for what is one's own."""
    found: dict[tuple[str, str], tuple[str, bool]] = {}
    least, is_own = "", False
    for line in TABLE.strip().splitlines():
        if line.endswith(":"):
            least, _, own = line.removesuffix(":").partition(", ")
            is_own = own == "own"
            continue
        *methods, rule = line.split()
        for method in methods:
            assert (method, rule) not in found, f"{method} {rule} stands in the table twice"
            found[method, rule] = (least, is_own)
    return found


LEAST = read_table()


@pytest.fixture(scope="module")
def requests(kept_world: tuple[World, Requests]) -> Requests:
    return kept_world[1]


@pytest.fixture(scope="module")
def world(requests: Requests) -> World:
    return requests.world


@pytest.fixture
def clients(world: World) -> dict[str, FlaskClient]:
    return {role: world.client(role) for role in ROLES}


def standing(role: str, rule: str) -> str:
    """Return what a role is where a route leads to."""
    in_game, in_group = ROLES[role]
    return in_group if "<group>" in rule else in_game


def may(is_here: str, least: str) -> bool:
    ranks = IN_GROUP if least.startswith("group") else IN_GAME
    return is_here in ranks and ranks.index(is_here) <= ranks.index(least)


def expected(route: tuple[str, str], role: str, *, is_own: bool) -> set[int]:
    """Return the statuses that the table allows."""
    least, only_own = LEAST[route]
    if (exception := EXCEPTIONS.get(route, {}).get(role)) and is_own:
        return {exception}
    is_here = standing(role, route[1])
    if least == "its maker":
        return DONE if role == "keeper" else {403}
    if least != "anyone":
        if is_here == OUTSIDE:
            return {404}
        if is_here == OUT or not may(is_here, least):
            return {403}
        if only_own and not is_own and "keeper" not in is_here:
            return {403, 404}
    return {LOOKED_AT_FIRST[route]} if route in LOOKED_AT_FIRST else DONE if is_own else REACHED


def test_every_route_stands_in_the_table_and_says_the_same_itself(requests: Requests) -> None:
    views = requests.world.app.view_functions
    said = {}
    for rule in requests.world.app.url_map.iter_rules():
        access = getattr(views[rule.endpoint], "access", "anyone")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            said[method, short(rule.rule)] = access
    least = {route: role for route, (role, _own) in LEAST.items()}
    # That a thing has a maker is seen only when it is there.
    assert said == {r: "anyone" if role == "its maker" else role for r, role in least.items()}


def test_every_route_has_a_good_request(requests: Requests) -> None:
    missing = [route for route, asks in requests.all.items() if not asks]
    assert not missing


ALIKE = ("nobody", "forged cookie", "unknown device", "left the group", "group's keeper")
"""Roles that may just what another may: make test-all tries them."""


def tried(*roles: str) -> list[Any]:
    """Return roles to try, those that are like another as long."""
    return [pytest.param(role, marks=pytest.mark.long if role in ALIKE else ()) for role in roles]


@pytest.mark.parametrize("role", tried(*ROLES))
def test_who_may_do_what(
    world: World, requests: Requests, clients: dict[str, FlaskClient], role: str
) -> None:
    wrong = []
    for (method, rule), asks in requests.all.items():
        route = method, short(rule)
        wanted = expected(route, role, is_own=True)
        is_hidden = LEAST[route][0] != "anyone" and standing(role, route[1]) in (OUTSIDE, OUT)
        secret = NAMES if is_hidden else () if role == "keeper of another" else (ELSEWHERE,)
        answers = answered(world, clients[role], asks, wanted, secret)
        if not any(status in wanted for _url, status in answers):
            wrong.append((route, wanted, answers))
    assert not wrong, told(wrong)


@pytest.mark.parametrize("role", tried("player", "member", "group's keeper", "keeper"))
def test_who_may_do_what_for_somebody_else(
    world: World, requests: Requests, clients: dict[str, FlaskClient], role: str
) -> None:
    wrong = []
    for (method, rule), asks in requests.all.items():
        route = method, short(rule)
        if route not in LEAST or not LEAST[route][1]:
            continue
        others = [other for ask in asks if (other := for_somebody_else(world, ask)) != ask]
        others += [ask for ask in asks if is_of_another(world, ask)]
        others = [ask for ask in others if world.here.games["blind"] not in ask.url]
        wanted = expected(route, role, is_own=False)
        if "<passkey>" in route[1]:
            # One's own passkeys are nobody else's, whoever it is.
            mine = {"member": 0, "keeper": 1}.get(role)
            others, wanted = [ask for place, ask in enumerate(asks) if place != mine], {403, 404}
        if route == ("POST", "/games/<game>/amend/agree"):
            # A keeper confirms for those without a phone, and does not agree in their place.
            wanted = {403}
        assert others, f"{route} is not about anybody"
        answers = [(other.url, sent(world, clients[role], other)[0]) for other in others]
        if any(status not in wanted for _url, status in answers):
            wrong.append((route, wanted, answers))
    assert not wrong, told(wrong)


def for_somebody_else(world: World, ask: Ask) -> Ask:
    """Return a request for another seat, or for a player who has no phone."""
    here, other = world.here, world.here.players["Ed"]
    url = re.sub(rf"/(entries|seats|players)/{SEAT}(?=/|$)", rf"/\1/{SEAT + 1}", ask.url)
    url = url.replace(f"seat={SEAT}", f"seat={SEAT + 1}")
    text = json.dumps([ask.fields, ask.body])
    for mine in (here.players[GUEST], here.players["Gone"]):
        url, text = url.replace(mine, other), text.replace(mine, other)
    text = text.replace(f'"seats": [{SEAT}]', f'"seats": [{SEAT + 1}]')
    text = text.replace(f'"entries": {{"{SEAT}":', f'"entries": {{"{SEAT + 1}":')
    for name in ("comment", "binned comment"):
        mine, theirs = (here.said[f"{whose} {name}"] for whose in ("member's", "keeper's"))
        for place in ("comments/{}/remove", "bin/comment/{}/restore"):
            url = url.replace(place.format(mine), place.format(theirs))
    if url.endswith("/withdraw"):
        url = url.replace(here.proposals["member's"], here.proposals["keeper's"])
    fields, body = json.loads(text)
    pairs = None if fields is None else [(name, value) for name, value in fields]
    return replace(ask, url=url, fields=pairs, body=body)


def is_of_another(world: World, ask: Ask) -> bool:
    """Whether a request is about what the keeper's phone did, or about those who are missing."""
    states = [world.here.games[state] for state in ("running", "undone", "nearly closed")]
    return ask.rule.endswith(("/undo", "/redo", "/close")) and any(uid in ask.url for uid in states)


def test_nobody_enters_for_another_on_the_screen_for_a_whole_round(
    world: World, requests: Requests
) -> None:
    url = f"/games/{world.here.games['running']}/rounds/3/all"
    fields = [("style", "direct"), ("s3-style", "direct"), ("s3-score", "50"), ("version", "99")]
    ask = Ask("POST", url, "", fields)
    assert sent(world, world.client("player"), ask)[0] == 422


def test_nothing_of_another_group_is_reached_by_its_id_in_the_address(
    world: World, requests: Requests, clients: dict[str, FlaskClient]
) -> None:
    """Ask as a keeper, who may do everything here, for what is of others."""
    there = world.elsewhere
    foreign = {
        "game_uid": there.games["running"],
        "group_uid": there.group,
        "season_uid": there.seasons["own"],
        "player_uid": there.players[ELSEWHERE],
        "rules_uid": there.book["own"],
        "proposal_uid": there.proposals["own"],
        "adjustment_uid": there.adjustments[0],
        "team_uid": there.teams["own"],
        "division_uid": there.divisions["own"],
        "entry_uid": there.cash[0],
        "ruling_uid": there.rulings[0],
        "device_id": str(there.devices["keeper"]),
        "passkey_id": str(there.passkeys[0]),
        "comment_uid": there.said["comment"],
        "item_uid": there.said["binned comment"],
    }
    wrong, count = [], 0
    for (_method, rule), asks in requests.all.items():
        arguments = re.findall(r"<(?:\w+:)?(\w+)>", rule)
        for name in set(arguments) & foreign.keys():
            url = routes.addressed(rule, asks[0].url, name, foreign[name])
            status, text = sent(world, clients["keeper"], replace(asks[0], url=url))
            count += 1
            if status != 404 or ELSEWHERE in text:
                wrong.append((asks[0].method, rule, name, status))
    assert not wrong, told(wrong)
    assert count > 200


def test_nothing_of_another_group_is_reached_by_its_id_in_a_body(
    world: World, requests: Requests, clients: dict[str, FlaskClient]
) -> None:
    here, there = world.here, world.elsewhere
    foreign = {
        **dict.fromkeys(here.games.values(), there.games["ended"]),
        **dict.fromkeys(here.seasons.values(), there.seasons["own"]),
        **dict.fromkeys(here.players.values(), there.players[ELSEWHERE]),
        **dict.fromkeys(here.book.values(), there.book["own"]),
        **dict.fromkeys(here.proposals.values(), there.proposals["own"]),
        here.group: there.group,
    }
    wrong, count = [], 0
    for (method, rule), asks in requests.all.items():
        for ask in asks:
            text = json.dumps([ask.fields, ask.body])
            found = [uid for uid in foreign if uid in text]
            if method == "GET" or not found or rule.endswith(("/import", "/score")):
                continue
            for uid in found:
                fields, body = json.loads(text.replace(uid, foreign[uid]))
                pairs = None if fields is None else [(name, value) for name, value in fields]
                changed = replace(ask, fields=pairs, body=body)
                status, answer = sent(world, clients["keeper"], changed)
                count += 1
                if status < 400 or ELSEWHERE in answer:
                    wrong.append((method, rule, uid, status))
    assert not wrong, told(wrong)
    assert count > 10


def test_a_phone_is_told_of_what_it_cannot_open_and_of_nothing_else(
    world: World, clients: dict[str, FlaskClient]
) -> None:
    """What it keeps of a game or group goes by this, so it must be what opening one would say."""
    places = (world.here, world.elsewhere)
    owners = [f"/groups/{place.group}" for place in places]
    owners += [f"/games/{uid}" for place in places for uid in place.games.values()]
    for role, client in clients.items():
        shut = [owner for owner in owners if client.get(owner).status_code in (403, 404)]
        lost = client.get("/lost", query_string={"of": owners}).get_json()["lost"]
        assert lost == shut, role


class TestLinks:
    @pytest.mark.parametrize("role", ["nobody", "stranger", "spectator", "player", "keeper"])
    @pytest.mark.parametrize(
        ("token", "status"), [("expired", 410), ("renewed", 410), ("unknown", 404)]
    )
    def test_one_that_is_no_longer_good_lets_nobody_in(
        self, world: World, clients: dict[str, FlaskClient], role: str, token: str, status: int
    ) -> None:
        known = world.here.tokens.get(token, "a-token-that-opens-nothing")
        for ask in (
            Ask("GET", f"/join/{known}", ""),
            Ask("POST", f"/join/{known}", "", []),
            Ask("POST", "/api/v1/join", "", None, {"token": known}),
        ):
            assert sent(world, clients[role], ask)[0] == status

    @pytest.mark.parametrize("kind", ["standings", "book", "group"])
    def test_one_opens_nothing_but_its_own(
        self, world: World, clients: dict[str, FlaskClient], kind: str
    ) -> None:
        token = world.here.tokens[kind]
        doors = {
            "player": "/join/{}",
            "standings": "/standings/{}",
            "book": "/book/{}",
            "group": "/groups/join/{}",
        }
        for door, url in doors.items():
            status, _text = sent(world, clients["stranger"], Ask("GET", url.format(token), ""))
            assert status == (200 if door == kind else 404), door

    @pytest.mark.parametrize("role", ["spectator", "player", "keeper"])
    def test_one_lets_in_in_its_own_role(self, world: World, role: str) -> None:
        stranger = world.client("stranger")
        body = {"token": world.here.tokens[role]}
        answer = stranger.post("/api/v1/join", json=body).get_json()
        assert answer["role"] == role
        devices = stranger.get(f"/games/{world.here.games['running']}/devices")
        assert devices.status_code == (200 if role == "keeper" else 403)
        world.restore()


class TestTokens:
    def test_a_device_token_goes_before_the_cookie(self, world: World) -> None:
        keeper, url = world.client("keeper"), f"/groups/{world.here.group}"
        with world.app.test_request_context():
            token = device_token(Device(uid=world.uids["stranger"]))
        assert keeper.get(url, headers={"Authorization": f"Bearer {token}"}).status_code == 404
        assert keeper.get(url).status_code == 200

    @pytest.mark.parametrize("spoilt", ["", "x", "{}.x", "{}x", "x{}"])
    def test_a_forged_one_is_nobody(self, world: World, spoilt: str) -> None:
        with world.app.test_request_context():
            token = device_token(Device(uid=world.uids["keeper"]))
        url = f"/groups/{world.here.group}"
        for client in (world.client("nobody"), world.client("keeper")):
            headers = {"Authorization": f"Bearer {spoilt.format(token)}"}
            assert client.get(url, headers=headers).status_code == 404

    def test_a_cookie_of_another_purpose_is_no_device_token(self, world: World) -> None:
        client = world.client("keeper")
        cookie = client.get_cookie("scorecard")
        assert cookie
        headers = {"Authorization": f"Bearer {cookie.value}"}
        nobody = world.client("nobody")
        assert nobody.get(f"/groups/{world.here.group}", headers=headers).status_code == 404


def answered(
    world: World, client: FlaskClient, asks: list[Ask], wanted: set[int], secret: tuple[str, ...]
) -> list[tuple[str, int]]:
    """Send requests until one is answered as wanted, or does anything, and is not to."""
    found = []
    for ask in asks:
        status, text = sent(world, client, ask)
        found.append((ask.url, status))
        assert not [name for name in secret if name in text], (ask, status)
        if status in wanted or status < 400:
            break
    return found


def sent(world: World, client: FlaskClient, ask: Ask) -> tuple[int, str]:
    """Send a request, put the world and the phone's cookie back, and return status and text."""
    cookie = client.get_cookie("scorecard")
    with ask.send(client) as response:
        status = response.status_code
        is_text = response.mimetype not in ("text/event-stream", "image/png")
        text = response.get_data(as_text=True) if is_text else ""
    if cookie:
        client.set_cookie("scorecard", cookie.value)
    if world.changed():
        assert status < 400, f"{ask} was refused, and yet something was saved"
        world.restore()
    return status, text


def told(wrong: list[Any]) -> str:
    return "\n" + "\n".join(map(str, wrong))
