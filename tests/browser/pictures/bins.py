"""A group's history, menus and bin, a phone's bin, and deleting a group."""

from __future__ import annotations

from tests.browser.phone import Phone
from tests.browser.pictures.outbox import LONG
from tests.browser.pictures.studio import Studio, play_rounds, send

GROUP = "Every second Thursday at Maximiliane’s"
SCORECARD = """{"name": "Four-card game", "fields":
 [{"kind": "points", "key": "points", "label": "Chips"}]}"""


def play(studio: Studio) -> None:
    """Found a group, let much happen in it, delete what can be deleted, and the group itself."""
    server = studio.server()
    ann = studio.phone(server)
    page = ann.page
    page.goto("/")
    group = found(ann)
    studio.take_at(ann, "group history at the start", f"{group}/history")
    studio.take_at(ann, "leave as last keeper", f"{group}/leave")
    for number in range(3):
        table = start(ann, group, "Ann", LONG, "Cy")
        play_rounds(ann, (450, 300, -50), (100 * number, 0, 50), at=table)
        send(ann, f"{table}/end")
        if number:
            send(ann, f"{table}/delete")
    start(ann, group, LONG, "Cy", "Ann")
    studio.take_at(ann, "group history of nothing", f"{group}/history?about=rules")
    let_things_happen(ann, group)
    for name, path in {"group history": "/history", "bin of a group": "/bin"}.items():
        studio.take_at(ann, name, f"{group}{path}")
    studio.take_at(ann, "deleted game", table)
    send(ann, f"{group}/delete")
    scorecard = send(ann, "/scorecards/import", text=SCORECARD)
    send(ann, f"{scorecard}/delete")
    studio.take_at(ann, "bin of a phone", "/bin")
    studio.take_at(ann, "deleted group", group)
    studio.take_at(ann, "home with a bin", "/")


def found(phone: Phone) -> str:
    """Found a group of four, and return its address."""
    group = send(phone, "/groups/new", name=GROUP, time_zone="Europe/Berlin")
    group = group.removesuffix("/players")
    for name in ("Ann", LONG, "Cy", "Doris"):
        send(phone, f"{group}/players", name=name)
    return group


def start(phone: Phone, group: str, *names: str) -> str:
    """Start a game of Brownie Points in a group, and return the table's address."""
    uid = group.rsplit("/", 1)[-1]
    return send(phone, "/games/new/brownie_points", player=names, group=uid, confirmed="yes")


def let_things_happen(phone: Phone, group: str) -> None:
    """Change seasons and house rules of a group, and put some of each into the bin."""
    page = phone.page
    for name, day in (("Autumn", "2031-09-01"), ("A season planned far too early", "2031-10-01")):
        season = {"name": name, "starts_on": day, "scheme": "wins"}
        path = send(phone, f"{group}/seasons/new", **season)
    send(phone, f"{path}/delete")
    send(phone, f"{group}/book/new/brownie_points", name="At the cabin", notes="Late.")
    old = send(phone, f"{group}/book/new/brownie_points", name="At the old cabin", notes="Late.")
    for decision in ("It is dealt again", "Whoever dropped it takes it, and 50 points with it"):
        situation = {"situation": "A card fell on the floor, face up", "decided_by": "All of us"}
        send(phone, f"{old}/rulings", decision=decision, **situation)
    page.goto(old)
    send(phone, page.locator("form[action$=remove]").first.get_attribute("action") or "")
    send(phone, f"{old}/delete")
