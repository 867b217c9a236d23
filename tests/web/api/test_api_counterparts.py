"""Everything the screens do, programs can do: each page and form has a counterpart in the API.

The table names for every route outside of the API what answers a program the same, or says why a
program has no use for it. A route that is not in it fails, and so does one that is gone.

Long because it names every route.
"""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.routes import Route, access_of

TABLE = """
/
  GET   GET /games, GET /groups
/about
  GET   none: It tells people what the app is, where its source is, and what it keeps.
/bin
  GET   GET /bin
/bin/scorecards/<scorecard>/restore
  POST  POST /scorecards/<scorecard>/restore
/book/<token>
  GET   GET /book/<token>
/book/<token>/export
  GET   GET /book/<token>
/demo
  GET   none: It plays a game to people who look round; its record can be scored like any other.
/extras
  GET   none: It draws and rolls for people, and nothing of it is kept.
/forget
  GET   GET /games, GET /groups
  POST  POST /device/forget
/forgotten
  GET   none: It is where a browser goes after it was forgotten.
/games/<game>
  GET   GET /games/<game>
/games/<game>/amend
  GET   GET /games/<game>, GET /rules/<key>
  POST  POST /games/<game>/amendments
/games/<game>/amend/agree
  POST  POST /games/<game>/amendments/consent
/games/<game>/amend/confirm
  POST  POST /games/<game>/amendments/consent
/games/<game>/amend/drop
  POST  POST /games/<game>/amendments/withdraw
/games/<game>/anecdote
  GET   GET /games/<game>
  POST  PUT /games/<game>/anecdote
/games/<game>/board
  GET   GET /games/<game>, GET /games/<game>/chart
/games/<game>/board/events
  GET   GET /games/<game>/events
/games/<game>/chart
  GET   GET /games/<game>/chart
/games/<game>/count
  GET   GET /games/<game>
/games/<game>/count-all
  GET   GET /games/<game>
/games/<game>/delete
  GET   GET /games/<game>
  POST  POST /games/<game>/delete
/games/<game>/devices
  GET   GET /games/<game>/devices
/games/<game>/devices/<device>/keeper
  POST  POST /games/<game>/devices/<device>/keeper
/games/<game>/devices/<device>/send-out
  POST  POST /games/<game>/devices/<device>/send-out
/games/<game>/drop
  POST  POST /games/<game>/drop-after-end
/games/<game>/end
  GET   GET /games/<game>/prospects
  POST  POST /games/<game>/end
/games/<game>/events
  GET   GET /games/<game>/events
/games/<game>/export.<ending>
  GET   GET /games/<game>/export
/games/<game>/extras
  GET   none: It draws and rolls for people, and nothing of it is kept.
/games/<game>/group
  GET   GET /groups, GET /groups/<group>
  POST  POST /games/<game>/move
/games/<game>/history
  GET   GET /games/<game>/changes
/games/<game>/keep
  GET   none: It is a list of pages that a browser keeps for when there is no network.
/games/<game>/me
  GET   GET /games/<game>
  POST  PUT /games/<game>/me
/games/<game>/picture
  GET   GET /games/<game>/picture
/games/<game>/picture/<shape>.png
  GET   GET /games/<game>/picture
/games/<game>/play-on
  GET   GET /games/<game>
  POST  POST /games/<game>/play-on
/games/<game>/players
  GET   GET /games/<game>
  POST  POST /games/<game>/seats
/games/<game>/players/<seat>/leave
  POST  POST /games/<game>/seats/<seat>/leave
/games/<game>/players/<seat>/rename
  POST  PUT /games/<game>/seats/<seat>/name
/games/<game>/players/<seat>/return
  POST  POST /games/<game>/seats/<seat>/return
/games/<game>/redo
  POST  POST /games/<game>/redo
/games/<game>/rematch
  POST  POST /games/<game>/rematch
/games/<game>/renew
  POST  POST /games/<game>/renew
/games/<game>/reopen
  POST  POST /games/<game>/reopen
/games/<game>/restore
  POST  POST /games/<game>/restore
/games/<game>/rounds
  GET   GET /games/<game>
/games/<game>/rounds/<number>
  GET   GET /games/<game>
/games/<game>/rounds/<number>/all
  GET   GET /games/<game>, GET /games/<game>/rounds/<number>/form
  POST  PUT /games/<game>/rounds/<number>
/games/<game>/rounds/<number>/anecdote
  GET   GET /games/<game>
  POST  PUT /games/<game>/rounds/<number>/anecdote
/games/<game>/rounds/<number>/close
  GET   GET /games/<game>
  POST  POST /games/<game>/rounds/<number>/close
/games/<game>/rounds/<number>/preview
  POST  POST /games/<game>/rounds/<number>/preview
/games/<game>/rounds/<number>/seats/<position>
  GET   GET /games/<game>, GET /games/<game>/rounds/<number>/form
  POST  PUT /games/<game>/rounds/<number>/entries/<seat>
/games/<game>/rounds/<number>/seats/<position>/preview
  POST  POST /games/<game>/rounds/<number>/preview
/games/<game>/rules
  GET   GET /games/<game>/rules, GET /games/<game>/rules/find
/games/<game>/rules/find
  GET   GET /games/<game>/rules/find
/games/<game>/rulings
  GET   GET /games/<game>/rulings
  POST  POST /games/<game>/rulings
/games/<game>/rulings/<ruling>
  GET   GET /games/<game>/rulings
/games/<game>/occasion
  GET   GET /games/<game>
  POST  PUT /games/<game>/occasion
/games/<game>/settings
  GET   GET /games/<game>, GET /rules/<key>
  POST  PUT /games/<game>/settings
/games/<game>/settle
  GET   GET /games/<game>/settlement
/games/<game>/share
  GET   GET /games/<game>/invitation
/games/<game>/undo
  POST  POST /games/<game>/undo
/games/<game>/watch
  POST  POST /games/<game>/watch
/games/new
  GET   GET /rules, GET /suggestions
/games/new/<key>
  GET   GET /rules/<key>, GET /suggestions
  POST  POST /games
/games/new/<key>/suggestions
  GET   GET /rules/<key>
/groups/<group>
  GET   GET /groups/<group>, GET /groups/<group>/games,
        GET /groups/<group>/seasons/<season>/standings
/groups/<group>/bin
  GET   GET /groups/<group>/bin
/groups/<group>/bin/<kind>/<item>/restore
  POST  POST /groups/<group>/bin/<kind>/<item>/restore
/groups/<group>/book
  GET   GET /groups/<group>/house-rules
/groups/<group>/book/<rules>
  GET   GET /groups/<group>/house-rules/<rules>
/groups/<group>/book/<rules>/agree
  POST  POST /groups/<group>/house-rules/<rules>/agree
/groups/<group>/book/<rules>/compare
  GET   GET /groups/<group>/house-rules/<rules>/compare
/groups/<group>/book/<rules>/delete
  POST  POST /groups/<group>/house-rules/<rules>/delete
/groups/<group>/book/<rules>/export
  GET   GET /groups/<group>/house-rules/<rules>/export
/groups/<group>/book/<rules>/print
  GET   GET /groups/<group>/house-rules/<rules>
/groups/<group>/book/<rules>/propose
  GET   GET /groups/<group>/house-rules/<rules>, GET /rules/<key>
  POST  POST /groups/<group>/house-rules/<rules>/proposals
/groups/<group>/book/<rules>/public
  POST  POST /groups/<group>/house-rules/<rules>/public,
        POST /groups/<group>/house-rules/<rules>/public/off
/groups/<group>/book/<rules>/rename
  POST  PUT /groups/<group>/house-rules/<rules>/name
/groups/<group>/book/<rules>/restore
  POST  POST /groups/<group>/house-rules/<rules>/restore
/groups/<group>/book/<rules>/rulings
  POST  POST /groups/<group>/house-rules/<rules>/rulings
/groups/<group>/book/<rules>/rulings/<ruling>/remove
  POST  POST /groups/<group>/house-rules/<rules>/rulings/<ruling>/remove
/groups/<group>/book/consent
  GET   GET /groups/<group>/house-rules
  POST  PUT /groups/<group>/consent
/groups/<group>/book/import
  POST  POST /groups/<group>/house-rules/import
/groups/<group>/book/new
  GET   GET /rules, GET /scorecards
/groups/<group>/book/new/<key>
  GET   GET /rules/<key>, GET /groups/<group>/house-rules
  POST  POST /groups/<group>/house-rules, POST /groups/<group>/house-rules/copy
/groups/<group>/cash
  GET   GET /groups/<group>/cash
/groups/<group>/cash/<entry>/anew
  POST  POST /groups/<group>/cash/<entry>/anew
/groups/<group>/cash/<entry>/remove
  POST  POST /groups/<group>/cash/<entry>/remove
/groups/<group>/cash/currency
  POST  PUT /groups/<group>/cash/currency
/groups/<group>/cash/deposits
  GET   GET /groups/<group>/cash
  POST  POST /groups/<group>/cash/deposits
/groups/<group>/cash/expenses
  GET   GET /groups/<group>/cash
  POST  POST /groups/<group>/cash/expenses
/groups/<group>/cash/fees
  GET   GET /groups/<group>/cash
  POST  POST /groups/<group>/cash/fees
/groups/<group>/cash/games/<game>
  GET   GET /groups/<group>/cash, GET /games/<game>
  POST  POST /groups/<group>/cash/stakes
/groups/<group>/cash/payments
  GET   GET /groups/<group>/cash
  POST  POST /groups/<group>/cash/payments
/groups/<group>/cash/settle
  POST  POST /groups/<group>/cash/payments
/groups/<group>/delete
  GET   GET /groups/<group>, GET /groups/<group>/games
  POST  POST /groups/<group>/delete
/groups/<group>/devices
  GET   GET /groups/<group>/devices
/groups/<group>/devices/<device>/keeper
  POST  POST /groups/<group>/devices/<device>/keeper
/groups/<group>/devices/<device>/no-keeper
  POST  POST /groups/<group>/devices/<device>/no-keeper
/groups/<group>/devices/<device>/send-out
  POST  POST /groups/<group>/devices/<device>/send-out
/groups/<group>/events
  GET   GET /groups/<group>/events
/groups/<group>/export.<ending>
  GET   GET /groups/<group>/export
/groups/<group>/files
  GET   GET /groups/<group>/export, GET /groups/<group>/seasons/<season>/export
/groups/<group>/games
  GET   GET /groups/<group>/games
/groups/<group>/history
  GET   GET /groups/<group>/changes
/groups/<group>/import
  GET   GET /groups/<group>
  POST  POST /groups/<group>/lists, POST /groups/<group>/import
/groups/<group>/imports/<number>/undo
  POST  POST /groups/<group>/imports/<number>/undo
/groups/<group>/leave
  GET   GET /groups/<group>
  POST  POST /groups/<group>/leave
/groups/<group>/me
  GET   GET /groups/<group>
  POST  PUT /groups/<group>/me
/groups/<group>/more
  GET   GET /groups/<group>, GET /groups/<group>/bin
/groups/<group>/passkeys
  GET   GET /groups/<group>/passkeys
  POST  none: Only a browser makes a passkey; a program comes back with its device token.
/groups/<group>/passkeys/<passkey>/delete
  POST  POST /groups/<group>/passkeys/<passkey>/delete
/groups/<group>/passkeys/options
  POST  none: It is the first half of making a passkey, and good for one answer of this browser.
/groups/<group>/players
  GET   GET /groups/<group>
  POST  POST /groups/<group>/players
/groups/<group>/players/<player>
  GET   GET /groups/<group>/players/<player>
/groups/<group>/players/<player>/delete
  POST  POST /groups/<group>/players/<player>/delete
/groups/<group>/players/<player>/edit
  GET   GET /groups/<group>
  POST  PUT /groups/<group>/players/<player>
/groups/<group>/players/<player>/export.<ending>
  GET   GET /groups/<group>/players/<player>/export
/groups/<group>/players/<player>/forget
  GET   GET /groups/<group>/players/<player>/forget
  POST  POST /groups/<group>/players/<player>/forget
/groups/<group>/players/<player>/merge
  POST  POST /groups/<group>/players/<player>/merge
/groups/<group>/players/<player>/retire
  POST  POST /groups/<group>/players/<player>/retire
/groups/<group>/players/<player>/return
  POST  POST /groups/<group>/players/<player>/return
/groups/<group>/players/<player>/unmerge
  POST  POST /groups/<group>/players/<player>/unmerge
/groups/<group>/proposals/<proposal>
  GET   GET /groups/<group>/proposals/<proposal>
/groups/<group>/proposals/<proposal>/comment
  POST  POST /groups/<group>/proposals/<proposal>/comments
/groups/<group>/proposals/<proposal>/comments/<comment>/remove
  POST  POST /groups/<group>/proposals/<proposal>/comments/<comment>/remove
/groups/<group>/proposals/<proposal>/vote
  POST  POST /groups/<group>/proposals/<proposal>/votes
/groups/<group>/proposals/<proposal>/what-if
  GET   GET /groups/<group>/proposals/<proposal>/what-if
/groups/<group>/proposals/<proposal>/withdraw
  POST  POST /groups/<group>/proposals/<proposal>/withdraw
/groups/<group>/public
  POST  POST /groups/<group>/public, POST /groups/<group>/public/off
/groups/<group>/records
  GET   GET /groups/<group>/records
/groups/<group>/recovery
  GET   GET /groups/<group>
  POST  POST /groups/<group>/recovery-code
/groups/<group>/renew
  POST  POST /groups/<group>/renew
/groups/<group>/restore
  POST  POST /groups/<group>/restore
/groups/<group>/seasons
  GET   GET /groups/<group>/seasons
/groups/<group>/seasons/hall-of-fame
  GET   GET /groups/<group>/seasons/hall-of-fame
/groups/<group>/seasons/<season>
  GET   GET /groups/<group>/seasons/<season>, GET /groups/<group>/seasons/<season>/standings
/groups/<group>/seasons/<season>/chart
  GET   GET /groups/<group>/seasons/<season>/chart
/groups/<group>/seasons/<season>/close
  GET   GET /groups/<group>/seasons/<season>/closing
  POST  POST /groups/<group>/seasons/<season>/close
/groups/<group>/seasons/<season>/delete
  POST  POST /groups/<group>/seasons/<season>/delete
/groups/<group>/seasons/<season>/podium
  GET   GET /groups/<group>/seasons/hall-of-fame
/groups/<group>/seasons/<season>/points
  GET   GET /groups/<group>/seasons/<season>/adjustments
  POST  POST /groups/<group>/seasons/<season>/adjustments
/groups/<group>/seasons/<season>/points/<adjustment>/remove
  POST  POST /groups/<group>/seasons/<season>/adjustments/<adjustment>/remove
/groups/<group>/seasons/<season>/weights
  GET   GET /groups/<group>/seasons/<season>
  POST  POST /groups/<group>/seasons/<season>/weights
/groups/<group>/seasons/<season>/teams
  GET   GET /groups/<group>/seasons/<season>/teams
  POST  POST /groups/<group>/seasons/<season>/teams
/groups/<group>/seasons/<season>/teams/best
  POST  PUT /groups/<group>/seasons/<season>
/groups/<group>/seasons/<season>/teams/<team>
  GET   GET /groups/<group>/seasons/<season>/teams
  POST  PUT /groups/<group>/seasons/<season>/teams/<team>
/groups/<group>/seasons/<season>/teams/<team>/remove
  POST  POST /groups/<group>/seasons/<season>/teams/<team>/remove
/groups/<group>/seasons/<season>/divisions
  GET   GET /groups/<group>/seasons/<season>/divisions
  POST  POST /groups/<group>/seasons/<season>/divisions
/groups/<group>/seasons/<season>/divisions/<division>
  GET   GET /groups/<group>/seasons/<season>/divisions
  POST  PUT /groups/<group>/seasons/<season>/divisions/<division>
/groups/<group>/seasons/<season>/divisions/<division>/up
  POST  POST /groups/<group>/seasons/<season>/divisions/<division>/up
/groups/<group>/seasons/<season>/divisions/<division>/remove
  POST  POST /groups/<group>/seasons/<season>/divisions/<division>/remove
/groups/<group>/seasons/<season>/promotion
  POST  POST /groups/<group>/seasons/<season>/promotion
/groups/<group>/seasons/<season>/reopen
  GET   GET /groups/<group>/seasons/<season>/reopening
  POST  POST /groups/<group>/seasons/<season>/reopen
/groups/<group>/seasons/<season>/sheet
  GET   GET /groups/<group>/seasons/<season>/sheet
/groups/<group>/seasons/<season>/edit
  GET   GET /groups/<group>/seasons/<season>
  POST  PUT /groups/<group>/seasons/<season>
/groups/<group>/seasons/<season>/edit/preview
  POST  POST /groups/<group>/seasons/<season>/preview
/groups/<group>/seasons/<season>/export.<ending>
  GET   GET /groups/<group>/seasons/<season>/export
/groups/<group>/seasons/<season>/files
  GET   GET /groups/<group>/seasons/<season>/export
/groups/<group>/seasons/<season>/picture
  GET   GET /groups/<group>/seasons/<season>/picture
/groups/<group>/seasons/<season>/picture/<shape>.png
  GET   GET /groups/<group>/seasons/<season>/picture
/groups/<group>/seasons/new
  GET   GET /groups/<group>/kinds
  POST  POST /groups/<group>/seasons
/groups/<group>/seasons/new/preview
  POST  POST /groups/<group>/seasons/preview
/groups/<group>/settings
  GET   GET /groups/<group>, GET /groups/<group>/public
  POST  PUT /groups/<group>, PUT /groups/<group>/name, PUT /groups/<group>/time-zone
/groups/<group>/share
  GET   GET /groups/<group>/invitation
/groups/import
  GET   GET /groups
  POST  POST /groups/import
/groups/join/<token>
  GET   GET /groups/join/<token>
  POST  POST /groups/join
/groups/new
  GET   POST /groups
  POST  POST /groups
/groups/passkey
  GET   none: Only a browser shows a passkey, on a page of this site.
  POST  none: Only a browser shows a passkey; a program comes back with its token or a code.
/groups/passkey/options
  POST  none: It is the first half of showing a passkey, and good for one answer of this browser.
/groups/recover
  GET   POST /groups/recover
  POST  POST /groups/recover
/handbook
  GET   none: It is text for people; programs are described in the OpenAPI document.
/handbook/<subject>
  GET   none: It is text for people; programs are described in the OpenAPI document.
/healthz
  GET   none: Whoever runs the server asks it, and it answers programs as it is.
/join
  GET   POST /join
  POST  POST /join
/join/<token>
  GET   GET /join/<token>
  POST  POST /join
/join/<token>/picture.png
  GET   GET /join/<token>/picture
/language
  POST  none: The API speaks English, and tells refusals apart by their codes.
/lost
  GET   none: A browser asks which of the pages it keeps it must throw away.
/manifest.webmanifest
  GET   none: With it a browser puts the app on a phone's first screen.
/offline
  GET   none: It is what a browser shows while there is no network.
/phone-setup
  GET   none: It tells people how their phone comes to trust this server.
/phone-setup/certificate
  GET   none: It is a file for a phone's settings, at an address that programs can ask as it is.
/readyz
  GET   none: Whoever runs the server asks it, and it answers programs as it is.
/rules
  GET   GET /rules
/rules/<key>
  GET   GET /rules/<key>
/scorecards
  GET   GET /scorecards
/scorecards/<scorecard>
  GET   GET /scorecards/<scorecard>
/scorecards/<scorecard>/delete
  POST  POST /scorecards/<scorecard>/delete
/scorecards/<scorecard>/edit
  GET   GET /scorecards/<scorecard>
  POST  PUT /scorecards/<scorecard>
/scorecards/<scorecard>/export
  GET   GET /scorecards/<scorecard>
/scorecards/examples
  POST  none: It helps while one types; programs score a record, whose scorecard they know.
/scorecards/import
  POST  POST /scorecards
/scorecards/new
  GET   GET /scorecards
  POST  POST /scorecards
/scorecards/ready/<ready_key>
  GET   GET /scorecards
/standings/<token>
  GET   GET /standings/<token>
/standings/<token>/picture.png
  GET   GET /standings/<token>/picture
/static/<filename>
  GET   none: It is what pages are made of: styles, scripts and pictures.
/static/styles.css
  GET   none: It is what pages are made of: the styles of all of them.
/static/words/<code>.js
  GET   none: It holds what scripts of the pages say, in one language.
/token
  GET   none: It is a browser's sign against forged forms; the API takes JSON and needs none.
/worker.js
  GET   none: It is the script that keeps pages for when there is no network.
"""
"""Under each route its methods, each with its counterparts below the API's own address, or with why
it has none."""

API = "/api/v1"
NONE = "none: "
GOES_ON = f"\n{' ' * 8}"


def read_table() -> dict[Route, tuple[list[Route], str]]:
    """Return for every route its counterparts, or no counterparts and why."""
    found: dict[Route, tuple[list[Route], str]] = {}
    rule = ""
    for line in TABLE.strip().replace(GOES_ON, " ").splitlines():
        if not line.startswith(" "):
            rule = line
            continue
        method, told = line.split(None, 1)
        assert (method, rule) not in found, f"{method} {rule} stands in the table twice"
        if told.startswith(NONE):
            found[method, rule] = [], told.removeprefix(NONE)
        else:
            pairs = [one.split() for one in told.split(", ")]
            found[method, rule] = [(of_api, API + address) for of_api, address in pairs], ""
    return found


COUNTERPARTS = read_table()
RANKS = dict.fromkeys(("spectator", "group member"), 1) | {"player": 2}
RANKS |= dict.fromkeys(("keeper", "group keeper"), 3) | {"anyone": 0}
"""How much it takes to be let in."""


@pytest.fixture
def access(shared_app: Flask) -> dict[Route, str]:
    """Return what every route asks of whoever comes."""
    return access_of(shared_app)


def is_api(route: Route) -> bool:
    return route[1].startswith(f"{API}/")


def test_every_page_and_form_has_a_counterpart_or_says_why_not(access: dict[Route, str]) -> None:
    screens = {route for route in access if not is_api(route)}
    assert sorted(screens - COUNTERPARTS.keys()) == [], "say what answers a program the same"
    assert sorted(COUNTERPARTS.keys() - screens) == [], "there is no such page"


def test_every_counterpart_is_there(access: dict[Route, str]) -> None:
    named = {one for counterparts, _why in COUNTERPARTS.values() for one in counterparts}
    assert sorted(one for one in named if one not in access or not is_api(one)) == []


def test_what_changes_something_has_a_counterpart_that_does(access: dict[Route, str]) -> None:
    for (method, rule), (counterparts, _why) in COUNTERPARTS.items():
        if method == "POST":
            assert all(of_api != "GET" for of_api, _rule in counterparts), rule


def test_a_reason_is_a_sentence() -> None:
    for route, (counterparts, why) in COUNTERPARTS.items():
        assert bool(counterparts) is not bool(why), route
        assert not why or (why[0].isupper() and why.endswith(".")), route


def test_who_may_use_a_screen_may_use_its_counterpart(access: dict[Route, str]) -> None:
    for route, (counterparts, _why) in COUNTERPARTS.items():
        for one in counterparts:
            # A page of a game may show something of the group that only its members see.
            if ("<group>" in one[1]) == ("<group>" in route[1]):
                assert RANKS[access[one]] <= RANKS[access[route]], (route, one)
