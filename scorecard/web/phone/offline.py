"""Offline use: which pages a phone caches, the service worker, and the web app manifest.

The pages are ordinary ones. ``static/scripts/phone/pages.js`` caches and shows them; it asks here
which ones a phone at a table will need next. Over HTTPS the worker opens the app without network.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from flask import Response, abort, current_app, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from scorecard.database.db import db
from scorecard.models import Game, Seat
from scorecard.rules.typed import fields
from scorecard.rules.words import say
from scorecard.services.groups import groups
from scorecard.services.history import members
from scorecard.services.scoring import sheets
from scorecard.services.table import rounds
from scorecard.web.http import access, hosts, languages, paths, security
from scorecard.web.live.sheets import rendered
from scorecard.web.pages import styles, views
from scorecard.web.table import counting_ways

blueprint = views.Views("offline", __name__)

MOST_DIFFERENT = 12
"""Coming rounds whose screens are cached one by one, in a game whose rounds differ."""
LIGHT = "#fbf3e4"
"""The table's colour by day, as in the style sheet."""
ICONS = (
    ("icons/icon-192.png", 192, "any"),
    ("icons/icon-512.png", 512, "any"),
    ("icons/icon-maskable-512.png", 512, "maskable"),
)
USED = (".css", ".js", ".svg", ".png")
"""Endings of the static files that a page asks for."""
ANY_ROUND = "*"
GAMES, GROUPS = "/games/", "/groups/"
"""Prefixes of the addresses that need a membership."""
MOST_ASKED = 50
"""Games and groups in one query, which keeps its address short."""


@blueprint.game_page("/games/<uid:game_uid>/keep", "spectator")
def keep(visit: access.Visit) -> ResponseReturnValue:
    """Name the pages this phone will need next, each with a tag that changes when it does.

    ``key`` is what the page is kept under: its address, or for a blank round, which serves any
    coming round, the address with ``*`` for the round's ``number``. ``round`` is the one being
    counted; ``open`` are the seats for which this phone counts in it next, ``seats`` in any other;
    ``is_whole`` says that it counts for everybody, all at once unless it has chosen otherwise.
    """
    game = visit.game
    table = url_for("games.table", game_uid=game.uid)
    # A home page from before this game does not link to it.
    home = _page(url_for("home.index"), game.uid)
    people = _digest([(seat.name, seat.left_after) for seat in game.seats])
    pages = [
        home,
        _page(f"{table}/rules", rendered(game).sheet.book),
        _page(url_for("extras.at_table", game_uid=game.uid), people),
    ]
    if not visit.is_player or game.is_ended or game.deleted_at or game.status == "finished":
        return jsonify(pages=pages, round=0, open=[], seats=[], is_whole=False)
    number = game.next_number
    forms = sheets.fold_of(game).forms(MOST_DIFFERENT + 1)
    seats = [seat for seat in game.seats if visit.may_count_for(seat.position)]
    # A phone's own seats come first, as on the way to the next count.
    seats.sort(key=lambda seat: (seat.position not in visit.my_seats, seat.position))
    pages.append(_page(f"{table}/end", str(number)))
    pages += _counted(visit, seats)
    pages += _blanks(game, seats, forms)
    missing = rounds.missing_seats(game, game.open_round)
    names = forms[0].players if forms[0].styles else ()
    return jsonify(
        pages=pages,
        round=number,
        open=[seat.position for seat in seats if seat in missing and forms[0].styles],
        seats=[seat.position for seat in seats if seat.name in names],
        is_whole=counting_ways.counts_for_all(visit),
    )


@blueprint.open_page("/lost")
def lost() -> ResponseReturnValue:
    """Return which of the games and groups in the query this phone is not in."""
    asked = request.args.getlist("of")[:MOST_ASKED]
    mine: set[str] = set()
    if device := access.current_device():
        owners = [paths.inside(owner) for owner in asked]
        uids = [owner.removeprefix(GAMES) for owner in owners if owner.startswith(GAMES)]
        mine = {f"{GAMES}{uid}" for uid in members.games_in(db.session, device, uids)}
        mine |= {f"{GROUPS}{group.uid}" for group in groups.of_device(db.session, device)}
    response = jsonify(lost=[owner for owner in asked if paths.inside(owner) not in mine])
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.open_page("/token")
def token() -> Response:
    """Return a fresh CSRF token for the outbox: that of a page kept for hours may be old.

    Browsers let no other site read the answer; a request that they mark as cross-site is refused.
    """
    if request.headers.get("Sec-Fetch-Site", "none") not in hosts.OWN_SITES:
        abort(403, say("Only the pages of this site may ask for that."))
    response = jsonify(token=generate_csrf())
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.open_page("/offline")
def page() -> ResponseReturnValue:
    """Show what is kept on this phone; the worker's answer where the server gives none."""
    return render_template("phone/offline.html")


@blueprint.open_page("/worker.js")
def worker() -> ResponseReturnValue:
    """Return the service worker: another one with every change of a file, page or language."""
    static = Path(current_app.static_folder or "")
    names = sorted(
        str(path.relative_to(static)) for path in static.rglob("*") if path.suffix in USED
    )
    # No page asks for the source files of the joined style sheet.
    names = [name for name in names if not name.startswith(f"{styles.FOLDER}/")]
    files = [url_for("static", filename=name) for name in names]
    files += filter(None, [styles.address(), languages.words_address()])
    release = f"{_release()}-{languages.speech().code}"
    script = render_template("phone/worker.js", release=release, files=[url_for(".page"), *files])
    return Response(script, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


@blueprint.open_page("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """Describe the app to a phone that puts it on its home screen."""
    icons = [
        {
            "src": url_for("static", filename=name),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for name, size, purpose in ICONS
    ]
    response = jsonify(
        id=url_for("home.index"),
        name="Scorecard",
        short_name="Scorecard",
        description=languages.translated(
            say("Keep the score of card games on the phones round the table.")
        ),
        lang=languages.speech().code,
        start_url=url_for("home.index"),
        scope=url_for("home.index"),
        display="standalone",
        background_color=LIGHT,
        theme_color=LIGHT,
        icons=icons,
    )
    response.mimetype = "application/manifest+json"
    return response


def _page(url: str, tag: str, key: str = "", number: int = 0) -> dict[str, Any]:
    tag = f"{tag}-{_release()}-{languages.speech().code}"
    return {"url": url, "key": key or url, "tag": tag, "number": number}


def _counted(visit: access.Visit, seats: list[Seat]) -> list[dict[str, Any]]:
    """Return the open round's screens of this phone's seats, and of those it has counted."""
    round_ = visit.game.open_round
    if round_ is None:
        return []
    entries = [(seat, round_.entry_of(seat)) for seat in seats]
    return [
        _page(_seat_url(visit.game, round_.number, seat), str(entry.version))
        for seat, entry in entries
        if entry and (seat.position in visit.my_seats or entry.device_id == visit.device.id)
    ]


def _blanks(game: Game, seats: list[Seat], forms: list[fields.EntryForm]) -> list[dict[str, Any]]:
    """Return blank screens for the open and the coming rounds, one for all if they are alike."""
    first, *coming = range(game.next_number, game.next_number + len(forms))
    are_alike = all(one == other for one, other in pairwise(forms[1:]))
    # The one for all is that of the last round, which nobody reaches before it is fetched.
    wanted = (
        [(coming[-1], forms[-1], ANY_ROUND)]
        if are_alike
        else [(number, form, "") for number, form in zip(coming, forms[1:], strict=True)]
    )
    if forms[0] != forms[1] or not are_alike:
        wanted.insert(0, (first, forms[0], ""))
    return [
        _page(
            url,
            _digest(form, [one.name for one in game.seats], [one.left_after for one in game.seats]),
            url.replace(f"/rounds/{number}/", f"/rounds/{any_round}/") if any_round else "",
            number if any_round else 0,
        )
        for number, form, any_round in wanted
        for url in _urls(game, number, seats, form)
    ]


def _urls(game: Game, number: int, seats: list[Seat], form: fields.EntryForm) -> list[str]:
    own = [seat for seat in seats if form.styles and seat.name in form.players]
    whole = url_for("rounds.whole", game_uid=game.uid, number=number)
    return [*(_seat_url(game, number, seat) for seat in own), whole]


def _seat_url(game: Game, number: int, seat: Seat) -> str:
    return url_for("rounds.count", game_uid=game.uid, number=number, position=seat.position)


def _digest(*parts: object) -> str:
    return security.fingerprint(repr(parts).encode())


@cache
def _release() -> str:
    """Return a digest of the program's templates, static files and catalogs."""
    folders = (current_app.static_folder, current_app.template_folder, languages.FOLDER)
    paths = (path for folder in folders for path in sorted(Path(folder or "").rglob("*")))
    files = (path.name.encode() + path.read_bytes() for path in paths if path.is_file())
    return security.fingerprint(b"".join(files))
