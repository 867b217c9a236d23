"""What is said where something cannot be done just now, or not any more."""

from __future__ import annotations

from tests.browser.pictures.studio import Studio

GUESS = """async () => {
  const { token } = await (await fetch("/token")).json();
  const body = new URLSearchParams({ csrf_token: token, code: "777777" });
  for (let tries = 0; tries < 10; tries += 1) await fetch("/join", { method: "POST", body });
}"""
STRANGE = "cards.example.org"


def play(studio: Studio) -> None:
    """Ask for what is not there, too often, too late, under a wrong name, and of a dead server."""
    server = studio.server()
    ann = studio.phone(server).start("Ann", "Bob", me="Ann")
    page = ann.page
    plain = studio.phone(server, java_script_enabled=False)
    plain.page.goto("/games/new/brownie_points")
    plain.line_up("Ann", "Bob")
    plain.page.context.clear_cookies()
    plain.press("Start")
    studio.take(plain.sees("One more tap"), "old page")
    page.goto("/")
    page.evaluate(GUESS)
    for phone, name in ((plain, "too many codes"), (ann, "too many codes, with scripts")):
        phone.page.goto("/join")
        phone.page.get_by_label("code").fill("777777")
        studio.take(phone.save("Join").sees("Too many"), name)
    games = server.folder / "scorecard.db"
    away = games.rename(server.folder / "away.db")
    studio.take_at(ann, "nothing can be read", ann.table)
    plain.page.goto("/about")
    studio.take_at(plain, "nothing can be read at home", "/")
    away.rename(games)
    studio.take_at(ann, "strange name", f"http://{STRANGE}:{server.port}/")
