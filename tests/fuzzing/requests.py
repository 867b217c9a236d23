"""What a phone of the small world may ask: for every route at least one request that is good.

Forms are taken from the pages themselves, as a browser would send them; what the API is sent is
written down here. They are made for the guest, so that whoever may do more may do it, too.

Long because it names good requests for every route there is.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urljoin, urlsplit

from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorecard.database.db import db
from scorecard.models import Amendment, Game, Group
from scorecard.services.groups import details
from tests.fuzzing.world import GUEST, SEAT, World
from tests.rich_group import MONEY
from tests.web.plain_browser import Page

Fields = list[tuple[str, str]]
WORDS = {
    "name": "Newcomer",
    "text": "Well said",
    "reason": "It is late",
    "situation": "A card fell",
    "decision": "It lies",
    "decided_by": "All",
    "target": "9000",
    "score": "50",
    "player": "Newcomer",
    "code": "",
    "anecdote": "The cat took the trick",
}
"""What is typed where a page asks for something and proposes nothing."""
API = "/api/v1"
STATES = {
    "/games/<uid:game_uid>": (
        *("the player's", "the player's, undone", "running", "warned", "undone", "ended"),
        *("binned", "after its end", "amending"),
    ),
    "/games/<uid:game_uid>/history": ("the player's", "the player's, undone", "running", "undone"),
    "/games/<uid:game_uid>/play-on": ("finished",),
    "/games/<uid:game_uid>/picture": ("ended",),
    "/games/<uid:game_uid>/picture/<any(wide, upright):shape>.png": ("ended",),
    "/api/v1/games/<uid:game_uid>/picture": ("ended",),
    "/games/<uid:game_uid>/group": ("alone",),
    "/games/<uid:game_uid>/players": ("running", "fresh", "without one"),
    "/games/<uid:game_uid>/settings": ("fresh",),
    "/groups/<uid:group_uid>/cash/games/<uid:game_uid>": ("ended",),
}
"""The games whose pages have each form at least once."""


@dataclass(frozen=True)
class Ask:
    """One request: a form where it has ``fields``, otherwise JSON, or nothing at all."""

    method: str
    url: str
    rule: str
    fields: Fields | None = None
    body: Any = None

    @property
    def route(self) -> tuple[str, str]:
        """What is asked: the method and the rule of the address."""
        return self.method, self.rule

    def send(self, client: FlaskClient, **more: Any) -> TestResponse:
        """Send it; of a stream only the beginning is read."""
        if self.fields is not None:
            data: dict[str, list[str]] = {}
            for name, value in self.fields:
                data.setdefault(name, []).append(value)
            more["data"] = data
        elif self.method != "GET":
            more["json"] = self.body
        return client.open(self.url, method=self.method, buffered=False, **more)


class Requests:
    """The good requests of a world, by route; of every game's pages where it is thorough."""

    def __init__(
        self, world: World, *, is_thorough: bool = False, made: dict[str, Any] | None = None
    ) -> None:
        vars(self).update(made or {})
        self.world = world
        self.is_thorough = is_thorough
        self._map = world.app.url_map.bind("localhost")

    def made(self) -> dict[str, Any]:
        """Return all requests as they can be kept, and given to another."""
        return {name: getattr(self, name) for name in ("all", "pages", "calls", "forms")}

    def rule_of(self, method: str, url: str) -> Rule | None:
        """Return the rule that an address leads to."""
        try:
            rule, _values = self._map.match(urlsplit(url).path, method, return_rule=True)
        except HTTPException:
            return None
        assert isinstance(rule, Rule)
        return rule

    def values_of(self, ask: Ask) -> dict[str, Any]:
        """Return what an address names."""
        _rule, values = self._map.match(urlsplit(ask.url).path, ask.method, return_rule=True)
        return dict(values)

    @cached_property
    def routes(self) -> list[tuple[str, str]]:
        """Every method and rule there is."""
        return sorted(
            (method, rule.rule)
            for rule in self.world.app.url_map.iter_rules()
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        )

    @cached_property
    def all(self) -> dict[tuple[str, str], list[Ask]]:
        """Return the good requests of every route."""
        found: dict[tuple[str, str], list[Ask]] = {route: [] for route in self.routes}
        for ask in (*self.pages, *self.calls, *self.forms):
            if ask not in found[ask.route]:
                found[ask.route].append(ask)
        return found

    @cached_property
    def pages(self) -> list[Ask]:
        """Return every address that can be looked at, for each thing that it is about."""
        return [
            Ask("GET", url + _query(rule), rule)
            for method, rule in self.routes
            if method == "GET"
            for url in self.addresses(rule)
        ]

    def addresses(self, rule: str) -> Iterator[str]:
        """Yield a rule's addresses."""
        here = self.world.here
        states = here.games if self.is_thorough else STATES.get(rule, ("running",))
        values: dict[str, list[Any]] = {
            "game_uid": [here.games[state] for state in states],
            "group_uid": [here.group],
            "season_uid": list(here.seasons.values()),
            "player_uid": [here.players[GUEST], here.players["Ann"], here.players["Gone"]],
            "rules_uid": [here.book["Cabin"], here.book["Hut"], here.book["Old"]],
            "proposal_uid": list(here.proposals.values()),
            "adjustment_uid": here.adjustments,
            "team_uid": list(here.teams.values()),
            "division_uid": list(here.divisions.values()),
            "entry_uid": here.cash,
            "ruling_uid": [here.rulings[1] if rule.startswith("/games") else here.rulings[0]],
            "scorecard_uid": list(here.scorecards),
            "token": [here.tokens[_opens(rule)]],
            "key": ["brownie_points", "pitch"],
            "ready_key": ["hearts"],
            "subject": ["playing"],
            "code": ["de"],
            "number": [3, 1] if self.is_thorough else [3],
            "seat": [SEAT],
            "position": [SEAT],
            "device_id": [here.devices["another member"], here.devices["spectator"]],
            "passkey_id": here.passkeys,
            "filename": ["styles/board.css"],
            "ending": ["json", "csv"],
            "shape": ["wide", "upright"],
        }
        found = [""]
        for place, name in re.findall(r"([^<]*)(?:<(?:\w+(?:\([^)]*\))?:)?(\w+)>)?", rule):
            choices = values[name] if name else [""]
            found = [f"{start}{place}{choice}" for start in found for choice in choices]
        yield from found

    @cached_property
    def forms(self) -> list[Ask]:
        """Return the forms of all pages, as their buttons would send them."""
        found: dict[tuple[str, str], Ask] = {}
        for role in ("member", "player", "keeper"):
            client = self.world.client(role)
            for page in self.pages:
                if not _may_have_forms(role, page.rule):
                    continue
                with page.send(client) as response:
                    if response.status_code == 200 and response.mimetype == "text/html":
                        for ask in self._forms_of(page.url, response.get_data(as_text=True)):
                            found.setdefault((ask.url, json.dumps(ask.fields)), ask)
        self.world.restore()
        return [*found.values(), *self._typed_forms()]

    def _forms_of(self, url: str, html: str) -> Iterator[Ask]:
        page = Page(html)
        for button in page.buttons:
            form = page.forms.get(button.form)
            if form is None or form.method != "post":
                continue
            action = urljoin(url, button.action or form.action or url)
            rule = self.rule_of("POST", action)
            assert rule, f"{url} has a form that leads nowhere: {action}"
            fields = [
                (name, value or WORDS.get(name.split("-")[-1], "")) for name, value in form.fields
            ]
            if button.name:
                fields.append((button.name, button.value))
            yield Ask("POST", action, rule.rule, [pair for pair in fields if pair[0] != "key"])

    def _typed_forms(self) -> Iterator[Ask]:
        """Yield the forms that a page cannot fill in by itself.

        Long because it names what is typed into each of them.
        """
        here, group = self.world.here, f"/groups/{self.world.here.group}"
        games = {state: f"/games/{uid}" for state, uid in here.games.items()}
        versions = self.versions
        seat = f"/rounds/3/seats/{SEAT}"
        group_version, game = versions[here.group], versions[here.games["running"]]
        alone = versions[here.games["alone"]]
        wish, said = here.proposals["member's"], here.said["member's comment"]
        gone = here.said["member's binned comment"]
        book = self._read(f"{API}{group}/house-rules/{here.book['Cabin']}/export")
        typed: list[tuple[str, Fields]] = [
            ("/join", [("code", here.codes["running"])]),
            ("/groups/recover", [("code", here.codes["recovery"])]),
            ("/groups/new", [("name", "Friday"), ("time_zone", "Europe/Berlin")]),
            ("/scorecards/import", [("text", json.dumps(MONEY))]),
            ("/scorecards/examples", [("fields-0-kind", "points"), ("fields-0-worth", "2")]),
            ("/groups/passkey/options", []),
            ("/groups/passkey", [("credential", "{}")]),
            ("/groups/import", [("packed", self._packed(self._file()))]),
            (f"/bin/scorecards/{here.binned_scorecard}/restore", []),
            (f"/scorecards/{here.scorecards[0]}/delete", []),
            (f"{group}/restore", [("version", group_version)]),
            (f"{group}/delete", [("version", group_version)]),
            (
                f"{group}/bin/comment/{gone}/restore",
                [("version", group_version)],
            ),
            (
                f"{group}/proposals/{wish}/comments/{said}/remove",
                [("version", group_version)],
            ),
            (f"{group}/passkeys/options", []),
            (f"{group}/passkeys", [("credential", "{}")]),
            (f"{group}/players", [("name", "Flo"), ("version", group_version)]),
            (f"{group}/me", [("player", here.players[GUEST]), ("version", group_version)]),
            (
                f"{group}/players/{here.players[GUEST]}/forget",
                [("is_certain", "yes"), ("version", group_version)],
            ),
            (f"{group}/import", [("text", "name\nFlo\nGus"), ("version", group_version)]),
            (
                f"{group}/import",
                [("text", "name\nFlo"), ("version", group_version), ("import", "1")],
            ),
            (f"{games['running']}{seat}", [("score", "250"), ("version", game)]),
            (f"{games['running']}{seat}/preview", [("score", "250"), ("version", game)]),
            (
                f"{games['warned']}/rounds/1/close",
                [("confirmed", "yes"), ("version", versions[here.games["warned"]])],
            ),
            (f"{games['pitch']}/rounds/2/preview", [("pitcher", "Ann"), ("bid", "2")]),
            (
                f"{games['running']}/amend",
                [("target", "4000"), ("reason", "It is late"), ("version", game)],
            ),
            (
                f"{games['alone']}/group",
                [("to", here.group), ("seat-1", here.players["Ann"]), ("version", alone)],
            ),
            (
                f"{group}/book/import",
                [("text", json.dumps(book)), ("name", "Taken"), ("version", group_version)],
            ),
            (
                f"{group}/players/{here.players['Gone']}/merge",
                [("into", here.players["Ed"]), ("version", group_version)],
            ),
            (f"{group}/players/{here.players['Tpyo']}/delete", [("version", group_version)]),
            (
                f"{group}/seasons/{here.seasons['Empty']}/weights",
                [("day", "2999-01-01"), ("times", "1,5"), ("version", group_version)],
            ),
            (
                f"{group}/seasons/{here.seasons['Summer — 2nd']}/points",
                [
                    *(("player", here.players["Ed"]), ("kind", "+bonus"), ("points", "2")),
                    *(("reason", "Drove us home"), ("version", group_version)),
                ],
            ),
            (
                f"{group}/seasons/{here.seasons['Summer — 2nd']}/teams",
                [("name", "Owls"), ("players", here.players["Ed"]), ("version", group_version)],
            ),
            (
                f"{group}/seasons/{here.seasons['Summer — 2nd']}/divisions",
                [("name", "C"), ("players", here.players["Ed"]), ("version", group_version)],
            ),
            (
                f"{group}/seasons/{here.seasons['Summer — 2nd']}/promotion",
                [("promoted", "1"), ("version", group_version)],
            ),
            *self._cash_forms(f"{group}/cash", group_version),
        ]
        for url, fields in typed:
            rule = self.rule_of("POST", url)
            assert rule, url
            yield Ask("POST", url, rule.rule, fields)

    def _cash_forms(self, cash: str, version: str) -> Iterator[tuple[str, Fields]]:
        """Yield what is typed into the forms of the cash box."""
        here = self.world.here
        ed, sent = here.players["Ed"], [("amount", "2,50"), ("note", "Cake"), ("version", version)]
        yield f"{cash}/fees", [("players", ed), *sent]
        yield f"{cash}/expenses", [("paid_by", "box"), ("shared_by", ed), *sent]
        yield f"{cash}/payments", [("payer", ed), ("payee", "box"), *sent]
        yield f"{cash}/deposits", sent
        yield f"{cash}/games/{here.games['ended']}", [("way", "winner"), *sent]
        yield f"{cash}/{here.cash[0]}/anew", [("version", version)]

    @cached_property
    def versions(self) -> dict[str, str]:
        """Return the version of every game and group, by uid, as a form writes it."""
        with self.world.app.app_context():
            rows = [
                *db.session.execute(select(Game.uid, Game.version)),
                *db.session.execute(select(Group.uid, Group.version)),
            ]
        return {uid: str(version) for uid, version in rows}

    @cached_property
    def calls(self) -> list[Ask]:
        """Return what the API is sent."""
        found = []
        for method, url, body in self._calls():
            parts = url.split("/")
            if len(parts) > 2 and parts[2] in self.versions:
                full = {"version": int(self.versions[parts[2]]), **body}
            else:
                full = body
            rule = self.rule_of(method, API + url)
            assert rule, f"no route {method} {url}"
            found.append(Ask(method, API + url, rule.rule, None, full))
        return found

    def _calls(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        yield from self._calls_outside()
        yield from self._calls_in_games()
        yield from self._calls_in_group()
        yield from self._calls_in_book()

    def _calls_outside(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        here = self.world.here
        players = ["Ann", GUEST, "Cy"]
        level = {"game": "brownie_points", "players": players, "friendly_in": []}
        yield "POST", "/games", level
        yield "POST", "/games", {**level, "head_starts": {"Ann": 0, GUEST: 500}}
        yield "POST", "/games", {"game": "pitch", "players": [*players, "Ed"], "first_seat": 2}
        own = {"group": here.group, "house_rules": here.book["Hut"], "is_confirmed": True}
        yield "POST", "/games", {"game": "brownie_points", "players": players, **own}
        options = {"scorecard": MONEY}
        yield "POST", "/games", {"game": "own_scorecard", "players": players, "options": options}
        for state in ("running", "ended"):
            url = f"{API}/games/{here.games[state]}/record"
            yield "POST", "/score", self._read(url)
        record = self._read(url)
        yield "POST", "/score", record | {"edits": [{"round": 1, "with": record["rounds"][0]}]}
        yield "POST", "/join", {"code": here.codes["running"]}
        yield "POST", "/join", {"token": here.tokens["player"]}
        yield "POST", "/groups", {"name": "Friday", "time_zone": "Europe/Berlin"}
        yield "POST", "/groups/join", {"token": here.tokens["group"]}
        yield "POST", "/groups/recover", {"code": here.codes["recovery"]}
        yield "POST", "/groups/import", self._file()
        yield "POST", "/groups/import?dry_run=true", self._file("group")
        for kind in ("game", "season"):
            yield "POST", f"/groups/{here.group}/import", self._file(kind)
        yield "POST", "/scorecards", {"definition": MONEY | {"name": "Another"}}
        changed = MONEY | {"name": "Changed"}
        yield "PUT", f"/scorecards/{here.scorecards[0]}", {"definition": changed, "version": 1}
        yield "POST", f"/scorecards/{here.scorecards[0]}/delete", {}
        yield "POST", f"/scorecards/{here.binned_scorecard}/restore", {}

    def _calls_in_games(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Long because it names a good request for every route of a game."""
        here = self.world.here
        games = {state: f"/games/{uid}" for state, uid in here.games.items()}
        phone = here.devices["spectator"]
        entry, mine = {"entry": {"score": 250}}, "the player's"
        seat = f"entries/{SEAT}"
        yield "PUT", f"{games['running']}/rounds/3/{seat}", entry
        pile = {"entry": {"pile": {"3": 2, "dog_house": 1}, "hand": {"9": 1}, "squirts": 1}}
        yield "PUT", f"{games['running']}/rounds/3/{seat}", pile
        yield "PUT", f"{games['running']}/rounds/1/{seat}", {**entry, "is_confirmed": True}
        yield "PUT", f"{games['running']}/rounds/3/{seat}", {**entry, "seen": [1]}
        yield "PUT", f"{games['blind']}/rounds/1/{seat}", entry
        whole = {"entries": {str(SEAT): {"score": 250}}}
        yield "PUT", f"{games['running']}/rounds/3", whole
        yield "PUT", f"{games['running']}/rounds/3", {**whole, "seen": [1]}
        said = {"pitcher": "Ann", "bid": 3, "high": "A", "low": "B", "jack": "A", "game": "A"}
        yield "PUT", f"{games['pitch']}/rounds/2", {"said": said}
        slap = {"said": {"ended_by": "slap"}}
        yield "PUT", f"{games['running']}/rounds/3/{seat}", {**entry, **slap}
        yield "POST", f"{games['running']}/rounds/3/preview", whole
        yield "POST", f"{games['pitch']}/rounds/2/preview", {"said": said}
        yield (
            "POST",
            f"{games['warned']}/rounds/1/close",
            {"is_confirmed": True},
        )
        yield (
            "POST",
            f"{games['nearly closed']}/rounds/1/close",
            {
                "zero_for": [3],
                "is_confirmed": True,
            },
        )
        yield "POST", f"{games['fresh']}/seats", {"name": "Flo"}
        for start in ("zero", "last"):
            yield "POST", f"{games['running']}/seats", {"name": "Flo", "start": start}
        yield "PUT", f"{games['running']}/seats/{SEAT}/name", {"name": "Bobby"}
        yield "POST", f"{games['running']}/seats/{SEAT}/leave", {}
        yield "POST", f"{games['without one']}/seats/{SEAT}/return", {}
        yield "PUT", f"{games['running']}/me", {"seats": [SEAT]}
        yield "POST", f"{games['running']}/watch", {}
        yield "POST", f"{games['running']}/devices/{phone}/send-out", {}
        yield "POST", f"{games['running']}/devices/{phone}/keeper", {}
        yield "POST", f"{games['running']}/renew", {}
        settings = {"options": {"target": 7_000}, "is_blind": True, "first_seat": 2}
        settings["head_starts"] = {GUEST: 250}
        yield "PUT", f"{games['fresh']}/settings", settings
        for state in ("running", "ended"):
            yield "PUT", f"{games[state]}/occasion", {"day": "2026-03-01", "is_friendly": True}
        in_one = {"friendly_in": [here.seasons["Empty"]]}
        yield "PUT", f"{games['ended']}/occasion", in_one
        yield "POST", f"{games[mine]}/undo", {}
        yield "POST", f"{games['running']}/undo", {}
        yield "POST", f"{games[f'{mine}, undone']}/redo", {}
        yield "POST", f"{games['undone']}/redo", {}
        for state in ("running", "fresh", "blind", "finished"):
            yield "POST", f"{games[state]}/end", {}
        for state in ("running", "ended"):
            yield "PUT", f"{games[state]}/anecdote", {"text": "The cat took the trick"}
        yield "PUT", f"{games['running']}/rounds/1/anecdote", {"text": "It fell asleep"}
        yield "POST", f"{games['fresh']}/end", {"anecdote": "It rained"}
        yield "POST", f"{games['farmer']}/end", {"at_end": "split"}
        settled = {"situation": "A card fell", "decision": "It lies", "decided_by": "All"}
        yield "POST", f"{games['running']}/rulings", settled
        yield "POST", f"{games['fresh']}/rulings", {**settled, "book": here.book["Hut"]}
        yield "POST", f"{games['fresh']}/rulings", {**settled, "name": "Porch"}
        yield "POST", f"{games['ended']}/reopen", {}
        yield "POST", f"{games['ended']}/rematch", {}
        yield "POST", f"{games['ended']}/rematch", {"house_rules_version": 1}
        yield "POST", f"{games['finished']}/play-on", {"target": 5_000}
        yield "POST", f"{games['after its end']}/drop-after-end", {}
        yield "POST", f"{games['running']}/delete", {}
        yield "POST", f"{games['binned']}/restore", {}
        yield "POST", f"{games['running']}/move", {"group": None}
        yield (
            "POST",
            f"{games['alone']}/move",
            {
                "group": here.group,
                "players": {"1": here.players["Ann"], "3": None},
            },
        )
        options = {"options": {"target": 4_000}, "reason": "It is late"}
        yield "POST", f"{games['running']}/amendments", options
        everybody = {"agreed_by": ["Ann", GUEST, "Cy"]}
        yield "POST", f"{games['on one phone']}/amendments", {**options, **everybody}
        wish = self._wish
        yield (
            "POST",
            f"{games['amending']}/amendments/consent",
            {"amendment": wish, "seats": [SEAT]},
        )
        yield "POST", f"{games['amending']}/amendments/withdraw", {"amendment": wish}

    @cached_property
    def _wish(self) -> int:
        with self.world.app.app_context():
            game = select(Game.id).where(Game.uid == self.world.here.games["amending"])
            found = db.session.scalar(
                select(Amendment.id).where(Amendment.game_id == game.scalar_subquery())
            )
        assert found
        return found

    def _calls_in_group(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Long because it names a good request for every route of a group."""
        here, group = self.world.here, f"/groups/{self.world.here.group}"
        players, phone = here.players, here.devices["another member"]
        keeper = here.devices["group's keeper"]
        seasons = {name: f"{group}/seasons/{uid}" for name, uid in here.seasons.items()}
        yield "PUT", group, dict.fromkeys(details.KEYS, "UTC")
        yield "PUT", f"{group}/name", {"name": "Fridays"}
        yield "PUT", f"{group}/time-zone", {"time_zone": "America/New_York"}
        yield "PUT", f"{group}/me", {"players": [players[GUEST]]}
        for what in ("renew", "public", "public/off", "recovery-code"):
            yield "POST", f"{group}/{what}", {}
        yield "POST", f"{group}/devices/{phone}/send-out", {}
        yield "POST", f"{group}/devices/{phone}/keeper", {}
        yield "POST", f"{group}/devices/{keeper}/no-keeper", {}
        yield "POST", f"{group}/players", {"name": "Flo", "colour": 3, "initial": "F"}
        guest = f"{group}/players/{players[GUEST]}"
        yield "PUT", guest, {"name": "Robert", "colour": 5, "initial": "Ro"}
        yield "POST", f"{guest}/retire", {}
        yield "POST", f"{guest}/forget", {"is_certain": True}
        ann = f"{group}/players/{players['Ann']}"
        yield "POST", f"{ann}/forget", {"is_certain": True, "also": ["Anns"]}
        yield "POST", "/device/forget", {}
        yield "POST", f"{group}/players/{players['Gone']}/return", {}
        yield "POST", f"{group}/players/{players['Tpyo']}/delete", {}
        yield "POST", f"{group}/players/{players['Gone']}/merge", {"into": players["Ed"]}
        yield "POST", f"{group}/players/{players['Edward']}/unmerge", {}
        plan = {"name": "Autumn", "starts_on": "2027-09-01", "ends_on": "2027-12-01"}
        more = {"kinds": ["brownie_points"], "least_games": 2, "early": "half", "team_best": 2}
        scheme = {"scheme": {"kind": "places", "places": [4, 2, 1]}, "tie_breaks": ["wins"]}
        yield (
            "POST",
            f"{group}/seasons",
            {**plan, **more, **scheme, "ranked_by": "points", "best_of": 5},
        )
        yield "PUT", seasons["Empty"], {**plan, **more, **scheme, "best_of": 5}
        yield "PUT", seasons["Empty"], {"name": "Winter", "scheme": {"kind": "wins"}}
        other = {"best_of": None, "drop_worst": 2, "ranked_by": "average", "team_best": 1}
        yield "PUT", seasons["Empty"], other
        yield "POST", f"{group}/seasons/preview", {**plan, **scheme, "drop_worst": 1}
        yield "POST", f"{seasons['Empty']}/preview", other
        by_hand = f"{seasons['Summer — 2nd']}/adjustments"
        bonus = {"player": players["Ed"], "kind": "bonus", "points": 3, "reason": "Drove us home"}
        yield "POST", by_hand, bonus
        yield "POST", f"{by_hand}/{here.adjustments[0]}/remove", {}
        yield "POST", f"{seasons['Empty']}/weights", {"day": "2999-01-01", "times": 1.5}
        in_teams = f"{seasons['Summer — 2nd']}/teams"
        yield "POST", in_teams, {"name": "Owls", "players": [players["Ed"]]}
        cubs = {"name": "Cubs", "players": [players["Bob"], players["Ed"]]}
        yield "PUT", f"{in_teams}/{here.teams['Bears']}", cubs
        yield "POST", f"{in_teams}/{here.teams['Bears']}/remove", {}
        in_divisions = f"{seasons['Summer — 2nd']}/divisions"
        yield "POST", in_divisions, {"name": "C", "players": [players["Ed"]]}
        yield "PUT", f"{in_divisions}/{here.divisions['B']}", {"name": "Second"}
        yield "POST", f"{in_divisions}/{here.divisions['B']}/up", {}
        yield "POST", f"{in_divisions}/{here.divisions['B']}/remove", {}
        yield "POST", f"{seasons['Summer — 2nd']}/promotion", {"promoted": 1}
        yield from self._cash_calls(f"{group}/cash")
        yield "POST", f"{seasons['Summer — 2nd']}/close", {"next_name": "Next"}
        yield "POST", f"{seasons['Spring']}/reopen", {}
        yield "POST", f"{seasons['Empty']}/delete", {}
        for what in ("leave", "delete", "restore"):
            yield "POST", f"{group}/{what}", {}
        for passkey in here.passkeys:
            yield "POST", f"{group}/passkeys/{passkey}/delete", {}
        gone = here.said["member's binned comment"]
        yield "POST", f"{group}/bin/comment/{gone}/restore", {}
        lines = {"kind": "players", "text": "name\nFlo\nGus", "is_confirmed": True}
        yield "POST", f"{group}/lists", lines
        yield "POST", f"{group}/imports/{here.imported}/undo", {}
        results = ("date,game,player,score", *(f"2026-01-02,pitch,{p},5" for p in ("Ann", GUEST)))
        past = "\n".join(results)
        yield "POST", f"{group}/lists", {"kind": "results", "text": past}

    def _cash_calls(self, cash: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
        here = self.world.here
        ed, said = here.players["Ed"], {"amount": 250, "note": "Cake", "day": "2026-01-02"}
        yield "POST", f"{cash}/fees", {"players": [ed], **said}
        yield "POST", f"{cash}/expenses", {"paid_by": ed, **said}
        yield "POST", f"{cash}/expenses", {"paid_by": None, "shared_by": [ed], **said}
        yield "POST", f"{cash}/payments", {"payer": ed, "payee": None, **said}
        yield "POST", f"{cash}/payments", {"payer": None, "payee": ed, **said}
        yield "POST", f"{cash}/deposits", said
        proposed = self._read(f"{API}{cash}")["payments"][0] | {"is_proposed": True}
        yield "POST", f"{cash}/payments", proposed
        stake = {"game": here.games["ended"], "way": "winner", "amount": 50}
        yield "POST", f"{cash}/stakes", stake
        yield "PUT", f"{cash}/currency", {"currency": "CHF"}
        for what in ("anew", "remove"):
            yield "POST", f"{cash}/{here.cash[0]}/{what}", {}

    def _calls_in_book(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        here, group = self.world.here, f"/groups/{self.world.here.group}"
        book = f"{group}/house-rules"
        one, old = f"{book}/{here.book['Cabin']}", f"{book}/{here.book['Old']}"
        game = {"name": "Porch", "game": "brownie_points"}
        yield "POST", book, {**game, "options": {"target": 8_000}, "notes": "*Late*"}
        yield "POST", f"{book}/copy", {**game, "start": f"set:{here.book['Cabin']}"}
        file = self._read(f"{API}{one}/export")
        yield "POST", f"{book}/import", {"file": file, "name": "Taken in"}
        yield "PUT", one, {"options": {"target": 8_500}, "notes": "", "reason": "Why not"}
        yield "PUT", f"{one}/name", {"name": "Cellar"}
        yield "POST", f"{one}/delete", {}
        yield "POST", f"{old}/restore", {}
        yield "POST", f"{one}/agree", {"players": [here.players[GUEST]]}
        yield "POST", f"{one}/agree", {"players": [here.players[GUEST]], "number": 1}
        yield "POST", f"{one}/public", {}
        yield "POST", f"{one}/public/off", {}
        told = {"situation": "A card fell", "decision": "It lies", "decided_by": "All"}
        yield "POST", f"{one}/rulings", told
        yield "POST", f"{one}/rulings/{here.rulings[0]}/remove", {}
        wish = {"options": {"target": 7_500}, "reason": "Too long"}
        yield "POST", f"{one}/proposals", wish
        yield "POST", f"{one}/proposals", {**wish, "notes": "*Later*"}
        own = here.proposals["member's"]
        mine, said = f"{group}/proposals/{own}", here.said["member's comment"]
        yield "POST", f"{mine}/votes", {"players": [here.players[GUEST]], "choice": "yes"}
        yield "POST", f"{mine}/comments", {"text": "Well said"}
        yield "POST", f"{mine}/comments/{said}/remove", {}
        yield "POST", f"{mine}/withdraw", {}
        yield "POST", f"{mine}/settle", {}
        yield "PUT", f"{group}/consent", {"threshold": "majority", "deadline_days": 3}

    def _file(self, kind: str = "game") -> Any:
        """Return an exported game or group as if it came from elsewhere."""
        here = self.world.here
        group = f"groups/{here.group}"
        of = {
            "game": f"games/{here.games['ended']}",
            "season": f"{group}/seasons/{here.seasons['Empty']}",
            "group": group,
        }[kind]
        text = json.dumps(self._read(f"{API}/{of}/export"))
        for uid in re.findall(r'"uid": "([^"]+)"', text):
            text = text.replace(f'"{uid}"', f'"{uid[::-1]}"')
        return json.loads(text)

    def _packed(self, document: Any) -> str:
        return b64encode(zlib.compress(json.dumps(document).encode())).decode()

    def _read(self, url: str) -> Any:
        response = self.world.client("keeper").get(url)
        assert response.status_code == 200, (url, response.get_json())
        return response.get_json()


def _opens(rule: str) -> str:
    """Return what the token in a rule's address opens."""
    opened = {"standings": "standings", "book": "book", "groups": "group", "picture": "ended"}
    for part, token in opened.items():
        if part in rule:
            return token
    return "player"


def _may_have_forms(role: str, rule: str) -> bool:
    """Return whether a page may have forms that were not yet found; a keeper is asked last."""
    if rule.startswith((API, "/static")) or "export" in rule or rule.endswith("/events"):
        return False
    if role == "keeper":
        return True
    return rule.startswith("/groups/<" if role == "member" else "/games/<")


def _query(rule: str) -> str:
    if rule.endswith("/head-starts"):
        return f"?game=brownie_points&player=Ann&player={GUEST}"
    return "?from=1&to=2" if rule.endswith("/compare") else ""
