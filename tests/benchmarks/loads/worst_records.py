"""Bodies that are made to be slow where they are understood: records, files, lists, scorecards."""

from __future__ import annotations

import copy
import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from scorecard.rules import bounds
from scorecard.services.limits.bounds import PLAYERS_OF_GROUP
from scorecard.services.spreadsheets import lists
from scorecard.web.http import budget
from tests.fuzzing.world import World

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
Bodies = Iterator[tuple[str, bytes, str]]
NAMES = [f"Player {number}" for number in range(1, 9)]


def bodies_of(route: tuple[str, str], world: World) -> list[tuple[str, bytes, str]]:
    """Return what is slowest for a route, as name, bytes and their kind."""
    make = MADE.get(route)
    return list(make(world)) if make else []


def _records(_world: World) -> Bodies:
    def record(rounds: int, edits: int = 0, amendments: int = 0, **more: Any) -> bytes:
        entries = {name: {"pile": {"7": 1}, "hand": {"5": 1}} for name in NAMES}
        played = {"entries": entries}
        made = {
            "game": "brownie_points",
            "players": NAMES,
            "options": {"target": 100_000},
            "rounds": [played] * rounds,
            "edits": [{"round": 1, "with": played}] * edits,
            "amendments": [{"from_round": 1, "options": {"target": 99_000}}] * amendments,
        }
        return json.dumps(made | more, separators=(",", ":")).encode()

    most = bounds.MOST_RESCORED // bounds.MOST_EDITS
    yield "as many rounds as fit", record(2_000), JSON
    yield "corrections", record(most, bounds.MOST_EDITS), JSON
    yield "too many corrections", record(1_500, 1_500, players=["Ann", "Bob"]), JSON
    yield "amendments", record(1, 0, bounds.MOST_AMENDMENTS), JSON
    keys = ",".join(f'"k{number}":0' for number in range(80_000))
    yield "a key of many said twice", f'{{{keys},"k79999":1}}'.encode(), JSON
    nothing = {"game": "brownie_points", "players": ["A", "B"], "rounds": [{}] * 300_000}
    yield "rounds of nothing", json.dumps(nothing, separators=(",", ":")).encode(), JSON
    fields = [
        {
            "kind": "cards",
            "label": f"Cards {number}",
            "key": f"c{number}",
            "cards": [{"label": f"C{card}", "worth": card} for card in range(20)],
        }
        for number in range(12)
    ]
    own = {"scorecard": {"name": "Long", "fields": fields}}
    amended = {
        "game": "own_scorecard",
        "players": NAMES,
        "options": own,
        "amendments": [{"from_round": 1}] * bounds.MOST_AMENDMENTS,
    }
    yield "amendments of a long scorecard", json.dumps(amended).encode(), JSON


def _document(world: World, size: int) -> bytes:
    """Return a group's file of nearly so many bytes: its games again and again."""
    url = f"/api/v1/groups/{world.here.group}/export"
    made = world.client("keeper").get(url).get_json()
    text = json.dumps(made)
    for part in (made["group"], *made["players"], *made["seasons"], *made["house_rules"]):
        text = text.replace(part["uid"], part["uid"][::-1])
    made = json.loads(text)
    of_book = [(each, part) for each in made["house_rules"] for part in ("proposals", "rulings")]
    for each, part in of_book:
        each[part] = []
    ended = max(made["games"], key=lambda game: (bool(game["ended_at"]), len(game["history"])))
    ended |= {"house_rules": None, "rematch_of": None}
    made["games"] = []
    one, room = len(json.dumps(ended)), size - len(json.dumps(made))
    for _ in range(room // (one + 4)):
        made["games"].append({**copy.copy(ended), "uid": secrets.token_urlsafe(9)})
    return json.dumps(made).encode()


def _players(size: int) -> bytes:
    """Return a group's file of nearly so many bytes that holds nothing but players."""
    at = "2026-03-14T20:00:01+00:00"
    group = {
        "uid": secrets.token_urlsafe(9),
        "name": "Many",
        "time_zone": "UTC",
        "version": 1,
        "created_at": at,
        "changed_at": at,
        "threshold": "unanimous",
        "deadline_days": None,
        "history": [],
        "phones": [],
    }
    head = {"format": "scorecard", "version": 3, "kind": "group", "exported_at": at, "group": group}
    player = {
        "colour": 1,
        "initial": "A",
        "created_at": at,
        "retired_at": None,
        "merged_into": None,
    }
    players = [
        {"uid": secrets.token_urlsafe(9), "name": f"P{number}", **player}
        for number in range(size // 170)
    ]
    rest: dict[str, Any] = {"seasons": [], "games": [], "house_rules": []}
    return json.dumps({**head, "players": players, **rest}).encode()


def _files(world: World) -> Bodies:
    yield "a group with games", _document(world, budget.LARGEST_FILE - 1_000), JSON
    yield "a group of players", _players(budget.LARGEST_FILE - 1_000), JSON
    yield "commas", b"{" + b"," * (budget.LARGEST_FILE - 2) + b"}", JSON
    keys = ",".join(f'"k{number}":0' for number in range(140_000))
    yield "a key of many said twice", f'{{{keys},"k9999":1}}'.encode(), JSON
    yield "deep", b"[" * (budget.LARGEST_FILE - 2), JSON


def _file_forms(world: World) -> Bodies:
    for name, data, _kind in _files(world):
        yield f"{name}, as a form", _multipart({"file": data}), MULTIPART


BOUNDARY = "a-border"
MULTIPART = f"multipart/form-data; boundary={BOUNDARY}"


def _multipart(parts: Mapping[str, bytes]) -> bytes:
    made = b""
    for name, data in parts.items():
        ending = '; filename="a.json"' if name == "file" else ""
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"{ending}\r\n\r\n'
        made += head.encode() + data + b"\r\n"
    return made + f"--{BOUNDARY}--\r\n".encode()


def list_texts() -> Iterator[tuple[str, str]]:
    """Yield lists of as many lines as there may be."""
    many = lists.MOST_LINES - 1
    # Some are in the group already.
    joining = PLAYERS_OF_GROUP.most - 100
    yield "players", "name\n" + "\n".join(f"Number {number}" for number in range(joining))
    days = [date(2020, 1, 1) + timedelta(days=number // 2) for number in range(many - many % 2)]
    results = [f"{day},Skat,P{number % joining},{number}" for number, day in enumerate(days)]
    yield "results", "date,game,player,total\n" + "\n".join(results)
    yield "long cells", "name\n" + "\n".join("x" * 490 for _ in range(many))
    yield "columns", "name\n" + "\n".join("a" + "," * (lists.MOST_CELLS - 1) for _ in range(many))
    yield "quotes", "name\n" + '"' * 600_000


def _lists(world: World) -> Bodies:
    version = _version(world)
    for name, text in list_texts():
        kind = "results" if name == "results" else "players"
        for is_confirmed in (False, True):
            made = {"kind": kind, "text": text, "is_confirmed": is_confirmed, "version": version}
            yield f"{name}{' confirmed' * is_confirmed}", json.dumps(made).encode(), JSON


def _list_forms(world: World) -> Bodies:
    yield from _file_forms(world)
    version = str(_version(world)).encode()
    for name, text in list_texts():
        parts = {"text": text.encode(), "version": version}
        yield f"a list of {name}", _multipart(parts), MULTIPART
        yield f"{name} confirmed", _multipart({**parts, "import": b"yes"}), MULTIPART


def _rules(world: World) -> Bodies:
    one = world.here.book["Cabin"]
    url = f"/api/v1/groups/{world.here.group}/house-rules/{one}/export"
    file = world.client("keeper").get(url).get_json()
    at = "2026-03-14T20:00:01+00:00"
    told = {"situation": "s" * 900, "decision": "d" * 900, "decided_by": "All", "at": at}
    file["rulings"] = [told] * 500
    yield (
        "as many rulings as there may be",
        json.dumps({"file": file, "name": "Full", "version": _version(world)}).encode(),
        JSON,
    )


def _version(world: World) -> int:
    url = f"/api/v1/groups/{world.here.group}"
    version: int = world.client("keeper").get(url).get_json()["version"]
    return version


API = "/api/v1"
MADE: Mapping[tuple[str, str], Callable[[World], Bodies]] = {
    ("POST", f"{API}/score"): _records,
    ("POST", f"{API}/groups/import"): _files,
    ("POST", f"{API}/groups/<uid:group_uid>/import"): _files,
    ("POST", f"{API}/groups/<uid:group_uid>/lists"): _lists,
    ("POST", f"{API}/groups/<uid:group_uid>/house-rules/import"): _rules,
    ("POST", "/groups/import"): _file_forms,
    ("POST", "/groups/<uid:group_uid>/import"): _list_forms,
}
