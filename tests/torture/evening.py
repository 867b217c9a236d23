"""A group's evening: phones round several tables, each writing whatever comes to its mind.

What a phone writes is drawn by chance from what it sees: counts, corrections, undo and redo, a
round closed, End Game, reopened, renamed, the bin, a rematch, proposals and votes, a season
renamed. Much of it is refused, because somebody else was faster; that is as it should be.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from scorecard.rules import Refusal, score
from scorecard.rules.sheet import rules_for
from tests.rules.random_records import likely_round
from tests.servers.clients import Phone, Posting

Sheet = Mapping[str, Any]

NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou")
KEEPERS = 4
"""How many phones keep the group, where nothing else is said."""
MOST_ROUNDS = 7
"""A game with so many is ended sooner or later."""
MOST_RUNNING = 8
"""Games that run at once; another one begins when one ends."""
CHOICES = ("yes", "yes", "no", "either")
"""What phones vote; each as likely as it stands here."""
POINTS = {
    "name": "Points",
    "fields": [{"kind": "points", "key": "points", "label": "Points", "is_signed": True}],
}
TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("brownie_points", 12, {"deck": "expansion", "target": 100_000}),
    ("brownie_points", 4, {}),
    ("own_scorecard", 6, {"scorecard": POINTS}),
    ("pitch", 4, {}),
    ("cucumber", 5, {}),
    ("ace_deuce_jack", 4, {}),
    ("spite_and_malice", 2, {}),
)
"""The card games that are played, with how many players and which house rules."""


class Evening:
    """A group with its book, its season and its tables, and the phones of everybody in it."""

    def __init__(
        self,
        port: int,
        phones: int = len(NAMES),
        *,
        tables: int = len(TABLES),
        keepers: int = KEEPERS,
    ) -> None:
        self.phones = [
            Phone(name, port, by_form=place % 2 == 1) for place, name in enumerate(NAMES[:phones])
        ]
        self.games: list[str] = []
        self._lock = threading.Lock()
        self._found_group(keepers)
        for rules, players, options in TABLES[:tables]:
            self.seat(self.phones[0], rules, min(players, phones), options)

    def _found_group(self, keepers: int) -> None:
        keeper = self.phones[0]
        group = keeper.do("POST", "/groups", {"name": "Thursday"}, "founded")["group"]
        self.group = f"/groups/{group['id']}"
        for phone in self.phones:
            self.change(keeper, "POST", "/players", {"name": phone.name})
        token = keeper.get(f"{self.group}/invitation")["link"].rpartition("/")[2]
        players = {player["name"]: player["id"] for player in self.read(keeper)["players"]}
        for phone in self.phones:
            if phone is not keeper:
                phone.do("POST", "/groups/join", {"token": token}, f"joins {phone.name}")
            self.change(phone, "PUT", "/me", {"players": [players[phone.name]]})
        devices = keeper.get(f"{self.group}/devices")["devices"]
        others = [device["id"] for device in devices if not device["is_this"]]
        for device in others[: keepers - 1]:
            self.change(keeper, "POST", f"/devices/{device}/keeper", {})
        season = {"name": "Season", "starts_on": "2020-01-01"}
        self.season = self.change(keeper, "POST", "/seasons", season)["seasons"][0]["id"]
        body = {"name": "Hut", "game": "brownie_points", "options": {"target": 9_000}}
        self.book = self.change(keeper, "POST", "/house-rules", body)["id"]
        self.change(keeper, "PUT", "/consent", {"threshold": "majority", "deadline_days": None})

    def read(self, phone: Phone) -> Any:
        """Return the group as a phone sees it."""
        return phone.get(self.group)

    def change(self, phone: Phone, method: str, path: str, body: dict[str, Any]) -> Any:
        """Change the group on the way to the evening."""
        body = {**body, "version": self.read(phone)["version"]}
        return phone.do(method, f"{self.group}{path}", body, key=Posting("", "", "").key)

    def seat(self, phone: Phone, rules: str, players: int, options: dict[str, Any]) -> str:
        """Start a game of the group, and return its uid."""
        posting = self.new_game(rules, [one.name for one in self.phones[:players]], options)
        answer = phone.do("POST", posting.path, posting.body or {}, posting.key)
        uid: str = answer["game"]["id"]
        self.note_game(uid)
        return uid

    def new_game(self, rules: str, players: list[str], options: dict[str, Any]) -> Posting:
        """Return the write that starts a game of the group."""
        group = self.group.rpartition("/")[2]
        body = {"game": rules, "players": players, "options": options, "group": group}
        return Posting("start", "POST", "/games", {**body, "is_confirmed": True})

    def note_game(self, uid: str) -> None:
        """Remember a game that phones may write to."""
        with self._lock:
            if uid not in self.games:
                self.games.append(uid)

    def forget_game(self, uid: str) -> None:
        """Forget a game that nobody writes to any more."""
        with self._lock:
            if uid in self.games:
                self.games.remove(uid)

    def idea(self, phone: Phone, chance: Random) -> Posting | None:
        """Return what a phone wants to write next, or None where nothing comes to its mind.

        Raises :class:`tests.servers.clients.Lost` while the server does not answer.
        """
        if chance.random() < 0.08:
            return self._idea_about_group(phone, chance)
        with self._lock:
            uid = chance.choice(self.games)
        sheet = phone.get(f"/games/{uid}")
        ideas: list[tuple[int, Callable[[Phone, Sheet, Random], Posting | None]]] = [
            (30, count),
            (8, correct),
            (6, tell),
            (6, undo),
            (4, redo),
            (4, close),
            (2, rename),
            (1, leave),
            (12 if len(sheet["rounds"]) >= MOST_ROUNDS else 1, end),
            (1, put_into_bin),
        ]
        if sheet["is_deleted"]:
            ideas = [(1, take_out_of_bin)]
        elif sheet["is_ended"]:
            ideas = [(3, rematch), (2, reopen), (1, undo), (1, put_into_bin)]
            if sheet["rematch"] or len(self.games) > MOST_RUNNING:
                self.forget_game(uid)
        weights = [weight for weight, _idea in ideas]
        ((_weight, chosen),) = chance.choices(ideas, weights)
        return chosen(phone, sheet, chance)

    def _idea_about_group(self, phone: Phone, chance: Random) -> Posting | None:
        if chance.random() < 0.3 and len(self.games) < MOST_RUNNING:
            rules, players, options = chance.choice(TABLES)
            names = [one.name for one in self.phones[:players]]
            return self.new_game(rules, names, options) if len(names) == players else None
        group = self.read(phone)
        version = group["version"]
        book = phone.get(f"{self.group}/house-rules")["house_rules"][0]
        word = f"{phone.name} {chance.randrange(10**6)}"
        path, rules = self.group, f"{self.group}/house-rules/{self.book}"
        body: dict[str, Any]
        match chance.randrange(6):
            case 0:
                return _of_group(
                    "rename season",
                    "PUT",
                    f"{path}/seasons/{self.season}",
                    {"version": version, "name": word},
                    "season_changed",
                )
            case 1:
                return _of_group(
                    "rename book",
                    "PUT",
                    f"{rules}/name",
                    {"version": version, "name": word},
                    "rules_renamed",
                )
            case 2:
                body = {"situation": word, "decision": "As always", "decided_by": phone.name}
                return _of_group(
                    "rule", "POST", f"{rules}/rulings", {"version": version, **body}, "ruled"
                )
            case 3 if book["proposals"]:
                path = f"{path}/proposals/{chance.choice(book['proposals'])}"
                if chance.random() < 0.3:
                    body = {"version": version, "text": word}
                    return _of_group("comment", "POST", f"{path}/comments", body, "commented")
                # The same vote again would leave no trace.
                cast = [phone.get(path)["votes"].get(player) for player in group["me"]]
                choice = chance.choice([one for one in CHOICES if one not in cast])
                body = {"version": version, "players": group["me"], "choice": choice}
                return _of_group("vote", "POST", f"{path}/votes", body)
            case _:
                target = chance.randrange(5_000, 15_000, 50)
                body = {"version": version, "options": {"target": target}, "reason": word}
                return _of_group("propose", "POST", f"{rules}/proposals", body, "proposed")


def _of_group(
    name: str, method: str, path: str, body: Mapping[str, Any], kind: str = ""
) -> Posting:
    return Posting(name, method, path, body, facts={"kind": kind} if kind else {})


def count(phone: Phone, sheet: Sheet, chance: Random) -> Posting | None:
    """Count for a seat, mostly the phone's own, in the round being counted."""
    return _entry("count", phone, sheet, len(sheet["rounds"]) + 1, chance)


def correct(phone: Phone, sheet: Sheet, chance: Random) -> Posting | None:
    """Correct what was typed for a seat in a past round."""
    if not sheet["rounds"]:
        return None
    return _entry("correct", phone, sheet, chance.randint(1, len(sheet["rounds"])), chance)


def _entry(name: str, phone: Phone, sheet: Sheet, number: int, chance: Random) -> Posting | None:
    mine = [seat["seat"] for seat in sheet["seats"] if seat["name"] == phone.name]
    seat = mine[0] if mine and chance.random() < 0.8 else chance.choice(sheet["seats"])["seat"]
    entry, fields = _drawn_entry(sheet, number, seat, phone, chance)
    if entry is None:
        return None
    facts = {f"entry/{number}/{seat}": {"data": entry}}
    if fields and phone.by_form:
        path = f"/games/{sheet['id']}/rounds/{number}/seats/{seat}"
        fields = {**fields, "version": str(sheet["version"]), "confirmed": "yes"}
        return Posting(name, "POST", path, fields=fields, facts=facts)
    path = f"/games/{sheet['id']}/rounds/{number}/entries/{seat}"
    body = {"version": sheet["version"], "entry": entry, "is_confirmed": True}
    return Posting(name, "PUT", path, body, facts=facts)


def _drawn_entry(
    sheet: Sheet, number: int, seat: int, phone: Phone, chance: Random
) -> tuple[Any, dict[str, str]]:
    """Return an entry, None where none comes to mind, and the same as fields of a form."""
    points = chance.randrange(-6, 10) * 50
    if sheet["game"] == "brownie_points":
        return {"score": points}, {"style": "direct", "score": str(points)}
    if sheet["game"] == "own_scorecard":
        return {"points": points}, {}
    drawn = _drawn_round(phone, sheet, number, chance)
    name = next(one["name"] for one in sheet["seats"] if one["seat"] == seat)
    return (drawn[1].get(name) if drawn else None), {}


def tell(phone: Phone, sheet: Sheet, chance: Random) -> Posting | None:
    """Tell a whole round at once, the one being counted or a past one."""
    number = chance.randint(1, len(sheet["rounds"]) + 1)
    drawn = _drawn_round(phone, sheet, number, chance)
    if drawn is None:
        return None
    said, entries = drawn
    seats = {seat["name"]: seat["seat"] for seat in sheet["seats"]}
    by_seat = {str(seats[name]): entry for name, entry in entries.items() if name in seats}
    body = {"version": sheet["version"], "entries": by_seat, "is_confirmed": True}
    if said:
        body["said"] = said
    facts: dict[str, Any] = {
        f"entry/{number}/{seat}": {"data": entry} for seat, entry in by_seat.items()
    }
    if said:
        facts[f"round/{number}"] = {"data": said}
    return Posting("tell", "PUT", f"/games/{sheet['id']}/rounds/{number}", body, facts=facts)


def _drawn_round(
    phone: Phone, sheet: Sheet, number: int, chance: Random
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Return what might be said about a round and entered in it, by name; None where nothing is."""
    record = phone.get(f"/games/{sheet['id']}/record")
    rules = rules_for(record["game"], record["options"])
    record = {key: value for key, value in record.items() if key not in ("end_early", "left")}
    before = {**record, "rounds": record["rounds"][: number - 1]}
    if isinstance(score(before), Refusal):
        return None
    drawn = likely_round(rules, before, chance)
    if drawn is None:
        return None
    entries = drawn.pop(rules.entries_key, {}) if rules.entries_key else {}
    return drawn, entries


def undo(phone: Phone, sheet: Sheet, _chance: Random) -> Posting | None:
    """Take back the last change."""
    return _button("undo", phone, sheet, {"kind": "undo"}) if sheet["undo"] else None


def redo(phone: Phone, sheet: Sheet, _chance: Random) -> Posting | None:
    """Bring back what was undone last."""
    return _button("redo", phone, sheet, {"kind": "redo"}) if sheet["redo"] else None


def end(phone: Phone, sheet: Sheet, _chance: Random) -> Posting | None:
    """End Game."""
    return _button("end", phone, sheet, {"ended_at": True, "kind": "ended"})


def reopen(phone: Phone, sheet: Sheet, _chance: Random) -> Posting | None:
    """Open an ended game again."""
    return _button("reopen", phone, sheet, {"ended_at": False, "kind": "reopened"})


def rematch(phone: Phone, sheet: Sheet, _chance: Random) -> Posting | None:
    """Play the same again."""
    return _button("rematch", phone, sheet)


def put_into_bin(phone: Phone, sheet: Sheet, _chance: Random) -> Posting | None:
    """Move a game to trash."""
    return _button("delete", phone, sheet, {"deleted_at": True, "kind": "deleted"})


def take_out_of_bin(phone: Phone, sheet: Sheet, _chance: Random) -> Posting | None:
    """Take a game out of the bin."""
    return _button("restore", phone, sheet, {"deleted_at": False, "kind": "restored"})


def _button(
    name: str, phone: Phone, sheet: Sheet, facts: Mapping[str, Any] | None = None
) -> Posting:
    """Return what a button of the table does, which takes nothing but the version."""
    path, version = f"/games/{sheet['id']}/{name}", sheet["version"]
    if phone.by_form:
        return Posting(name, "POST", path, fields={"version": str(version)}, facts=facts or {})
    return Posting(name, "POST", path, {"version": version}, facts=facts or {})


def close(phone: Phone, sheet: Sheet, _chance: Random) -> Posting | None:
    """Close the round being counted without those who are missing."""
    round_ = sheet["open_round"]
    if round_ is None:
        return None
    number, missing = round_["number"], round_["missing"]
    path = f"/games/{sheet['id']}/rounds/{number}/close"
    body = {"version": sheet["version"], "zero_for": missing, "is_confirmed": True}
    return Posting("close", "POST", path, body, facts={f"round/{number}": {"is_closed": True}})


def rename(phone: Phone, sheet: Sheet, chance: Random) -> Posting | None:
    """Give a player of the game a name that nobody has, or their own one back."""
    seat = chance.choice(sheet["seats"])
    name = f"{seat['initial']}{chance.randrange(1000)}"
    facts = {f"seat/{seat['seat']}": {"name": name}}
    if phone.by_form:
        path = f"/games/{sheet['id']}/players/{seat['seat']}/rename"
        fields = {"version": str(sheet["version"]), "name": name}
        return Posting("rename", "POST", path, fields=fields, facts=facts)
    path = f"/games/{sheet['id']}/seats/{seat['seat']}/name"
    return Posting("rename", "PUT", path, {"version": sheet["version"], "name": name}, facts=facts)


def leave(phone: Phone, sheet: Sheet, chance: Random) -> Posting | None:
    """Let a player go for good, who may come back while no round was closed meanwhile."""
    seat = chance.choice(sheet["seats"])
    has_left = seat["left_after"] is not None
    what = "return" if has_left else "leave"
    path = f"/games/{sheet['id']}/seats/{seat['seat']}/{what}"
    facts = {"kind": "came_back" if has_left else "left"}
    return Posting(what, "POST", path, {"version": sheet["version"]}, facts=facts)
