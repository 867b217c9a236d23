"""Every page, and every state of it that an address leads to: its name, and how to reach it.

Names begin with the page they are a state of. What takes several phones to reach, or a network
that fails, stands in the stories of ``tests/browser/pictures``. Whatever is done here stores
nothing, so that screens can be looked at in any order, and goes by no words, for all languages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Page

from scorecard.rules.games import all_games
from tests.browser.screens.reaching import (
    TYPED,
    all_games_open,
    counted,
    drawn,
    going,
    live,
    menu,
    namesakes,
    opened,
    over_table,
    picked,
    refused,
    saved,
    score,
    sums,
    timed,
)
from tests.browser.screens.seeded import BARE


@dataclass(frozen=True)
class Screen:
    """A state of a page: who sees it where, and what is done there first.

    The path names parts of addresses in braces; it is answered with a ``status``. What
    ``is_typed`` is kept on the phone, which nobody else should have afterwards. A board
    ``is_large``: it fills a screen and has no more than that.
    """

    name: str
    path: str
    role: str = "keeper"
    reach: Callable[[Page], None] | None = None
    status: int = 200
    is_large: bool = False

    @property
    def is_typed(self) -> bool:
        """Whether what is done there leaves something on the phone."""
        return self.reach in TYPED


GAMES = (
    Screen("new game, all games", "/games/new", reach=all_games_open),
    Screen("new game, as last time in a group", "/games/new?group={group}"),
    Screen("new game", "/games/new/brownie_points"),
    Screen("new game, opened", "/games/new/brownie_points", reach=opened),
    Screen("new game, of a group", "/games/new/brownie_points?group={group}", reach=opened),
    Screen("new game, in sides", "/games/new/own_scorecard?scorecard=spades"),
    Screen("new game, refused", "/games/new/brownie_points", reach=namesakes),
    Screen("table", "/games/{running}", reach=live),
    Screen("table, menu", "/games/{running}", reach=menu),
    Screen("table, how it is going", "/games/{running}", reach=going),
    Screen("table, of a player", "/games/{running}", "player", live),
    Screen("table, of a spectator", "/games/{running}", "spectator", live),
    Screen("table, fresh", "/games/{fresh}", reach=live),
    Screen("table, invitation over it", "/games/{running}", reach=over_table("/share")),
    Screen("table, rules over it", "/games/{running}", reach=over_table("/rules")),
    Screen("table, score over it", "/games/{running}", reach=over_table("/rounds/1?seat=2")),
    Screen("table, round over it", "/games/{running}", reach=over_table("/rounds/1")),
    Screen("table, nearly closed", "/games/{nearly closed}", reach=live),
    Screen("table, warned", "/games/{warned}", reach=live),
    Screen("table, undone", "/games/{undone}", reach=live),
    Screen("table, target reached", "/games/{finished}", reach=live),
    Screen("table, played on after its end", "/games/{after its end}", reach=live),
    Screen("table, ended", "/games/{ended}", reach=live),
    Screen("anecdote of a game", "/games/{running}/anecdote"),
    Screen("anecdote of a round", "/games/{running}/rounds/1/anecdote"),
    Screen("table, ended, of a spectator", "/games/{ended}", "spectator", live),
    Screen("table, with a latecomer", "/games/{with a latecomer}", reach=live),
    Screen("table, without one", "/games/{without one}", reach=live),
    Screen("table, in secret", "/games/{blind}", reach=live),
    Screen("table, rules being changed", "/games/{amending}", "player", live),
    Screen("table, in the bin", "/games/{binned}"),
    Screen("table, of twelve", "/games/{twelve, running}", reach=live),
    Screen("table, of twelve, ended", "/games/{twelve, ended}", reach=live),
    Screen("chart", "/games/{running}/chart"),
    Screen("chart, of twelve", "/games/{twelve, running}/chart"),
    Screen("chart, empty", "/games/{fresh}/chart"),
    Screen("extras of a game", "/games/{running}/extras?tool=first"),
    Screen("extras of a game, of twelve", "/games/{twelve, running}/extras?tool=first&draw=yes"),
    Screen("extras of a game, timer", "/games/{running}/extras?tool=timer", reach=timed),
    Screen("extras of a game, timer of twelve", "/games/{twelve, running}/extras?tool=timer"),
    Screen("count", "/games/{running}/rounds/3/seats/2", reach=counted),
    Screen("count, hand", "/games/{running}/rounds/3/seats/1"),
    Screen("count, two sums", "/games/{running}/rounds/3/seats/2", reach=sums),
    Screen("count, score", "/games/{running}/rounds/3/seats/2", reach=score),
    Screen("count, refused", "/games/{running}/rounds/3/seats/2", reach=refused),
    Screen("count, correct", "/games/{running}/rounds/1/seats/2"),
    Screen("count, ahead", "/games/{running}/rounds/4/seats/2"),
    Screen("count, in secret", "/games/{blind}/rounds/1/seats/1"),
    Screen("count, next", "/games/{fresh}/count"),
    Screen("count all", "/games/{running}/rounds/3/all"),
    Screen("count all, next", "/games/{fresh}/count-all"),
    Screen("count all, score", "/games/{running}/rounds/3/all?style=direct"),
    Screen("count all, bids", "/games/{oh_hell, bidding}/rounds/2/all"),
    Screen("count all, made", "/games/{oh_hell, bid}/rounds/2/all"),
    Screen("count, bid", "/games/{oh_hell, bidding}/rounds/2/seats/3"),
    Screen("count, made", "/games/{oh_hell, bid}/rounds/2/seats/1"),
    Screen("table, bids", "/games/{oh_hell, bidding}", reach=live),
    Screen("table, taker", "/games/{tarot}", reach=live),
    Screen("count all, taker", "/games/{tarot}/rounds/2/all"),
    Screen("correct all, taker", "/games/{tarot}/rounds/1/all"),
    Screen("table, all bids", "/games/{oh_hell, bid}", reach=live),
    Screen("count all, of twelve", "/games/{twelve, running}/rounds/9/all?style=direct"),
    Screen("round", "/games/{running}/rounds/1", reach=opened),
    Screen("round, of one player", "/games/{running}/rounds/1?seat=2"),
    Screen("round, open", "/games/{running}/rounds/3"),
    Screen("round, of twelve", "/games/{twelve, running}/rounds/1"),
    Screen("close a round", "/games/{warned}/rounds/1/close"),
    Screen("close a round, one missing", "/games/{twelve, running}/rounds/9/close"),
    Screen("rounds", "/games/{twelve, running}/rounds"),
    Screen("end", "/games/{running}/end"),
    Screen("end, nothing played", "/games/{fresh}/end"),
    Screen("rematch, asked", "/games/{outdated}", reach=saved),
    Screen("play on", "/games/{finished}/play-on"),
    Screen("who holds this phone", "/games/{running}/me"),
    Screen("who holds this phone, of twelve", "/games/{twelve, running}/me"),
    Screen("players", "/games/{running}/players", reach=opened),
    Screen("players, fresh", "/games/{fresh}/players"),
    Screen("players, without one", "/games/{without one}/players"),
    Screen("players, with a latecomer", "/games/{with a latecomer}/players"),
    Screen("players, where nobody joins late", "/games/{pitch}/players"),
    Screen("devices", "/games/{running}/devices"),
    Screen("share", "/games/{running}/share", reach=opened),
    Screen("share, of a player", "/games/{running}/share", "player"),
    Screen("share, ended", "/games/{ended}/share"),
    Screen("day and seasons", "/games/{ended}/occasion"),
    Screen("settings", "/games/{running}/settings", reach=opened),
    Screen("settings, fresh", "/games/{fresh}/settings", reach=opened),
    Screen("history", "/games/{running}/history"),
    Screen("history, of one count", "/games/{running}/history?round=1&seat=2"),
    Screen("history, of nothing", "/games/{running}/history?round=9&seat=2"),
    Screen("rules at the table", "/games/{running}/rules"),
    Screen("rules at the table, searched", "/games/{running}/rules?q=squrts"),
    Screen("rules at the table, nothing found", "/games/{running}/rules?q=zzzzzz"),
    Screen("change the rules", "/games/{running}/amend", reach=opened),
    Screen("settle it now", "/games/{running}/rulings"),
    Screen("ruling", "/games/{running}/rulings/{game's ruling}"),
    Screen("who pays whom", "/games/{ace_deuce_jack, ended}/settle"),
    Screen("who pays whom, still running", "/games/{ace_deuce_jack, running}/settle"),
    Screen("who pays whom, no money", "/games/{running}/settle"),
    Screen("move to a group", "/games/{alone}/group"),
    Screen("delete a game", "/games/{running}/delete"),
    Screen("picture", "/games/{ended}/picture"),
    Screen("picture, of twelve", "/games/{twelve, ended}/picture"),
    Screen("board", "/games/{running}/board", reach=live, is_large=True),
    Screen("board, fresh", "/games/{fresh}/board", reach=live, is_large=True),
    Screen("board, of twelve", "/games/{twelve, running}/board", reach=live, is_large=True),
    Screen("board, ended", "/games/{twelve, ended}/board", reach=live, is_large=True),
    Screen("board, money", "/games/{brag, running}/board", reach=live, is_large=True),
)


def shelf() -> Iterator[Screen]:
    """Yield the screens of every other card game."""
    for key in all_games():
        if key == "brownie_points":
            continue
        game, coming = f"/games/{{{key}, running}}", f"{{{key}, coming}}"
        yield Screen(f"table, {key}", game, reach=live)
        if all_games()[key].entries_key:
            yield Screen(f"count, {key}", f"{game}/rounds/{coming}/seats/2", reach=picked)
        yield Screen(f"count all, {key}", f"{game}/rounds/{coming}/all", reach=picked)
        yield Screen(f"round, {key}", f"{game}/rounds/1")
        yield Screen(f"table, {key}, ended", f"/games/{{{key}, ended}}", reach=live)
        yield Screen(f"new game, {key}", f"/games/new/{key}", reach=opened)
        yield Screen(f"rules, {key}", f"/rules/{key}")


GROUP = "/groups/{group}"
BARE_GROUP = "/groups/{bare group}"
TWO_SEASONS = "one={seasons Spring}&other={seasons Summer — 2nd}"
GROUPS = (
    Screen("group", GROUP),
    Screen("group, bare", BARE_GROUP, BARE),
    Screen("group, more", f"{GROUP}/more"),
    Screen("group games", f"{GROUP}/games"),
    Screen("group games, nothing found", f"{GROUP}/games?q=zzzzzz"),
    Screen("group games, bare", f"{BARE_GROUP}/games", BARE),
    Screen("group players", f"{GROUP}/players", reach=opened),
    Screen("group players, bare", f"{BARE_GROUP}/players", BARE),
    Screen("player", f"{GROUP}/players/{{players Ann}}", reach=opened),
    Screen("player, without games", f"{GROUP}/players/{{players Gone}}"),
    Screen("change a player", f"{GROUP}/players/{{players Ann}}/edit", reach=opened),
    Screen("forget a player", f"{GROUP}/players/{{players Ann}}/forget"),
    Screen("records", f"{GROUP}/records"),
    Screen("records, bare", f"{BARE_GROUP}/records", BARE),
    Screen("seasons", f"{GROUP}/seasons"),
    Screen("hall of fame", f"{GROUP}/seasons/hall-of-fame"),
    Screen("hall of fame, bare", f"{BARE_GROUP}/seasons/hall-of-fame", BARE),
    Screen("two seasons", f"{GROUP}/seasons/hall-of-fame?{TWO_SEASONS}"),
    Screen("two seasons, refused", f"{GROUP}/seasons/hall-of-fame?one=a&other=a", status=422),
    Screen("season podium", f"{GROUP}/seasons/{{seasons Spring}}/podium"),
    Screen("seasons, bare", f"{BARE_GROUP}/seasons", BARE),
    Screen("season", f"{GROUP}/seasons/{{seasons Summer — 2nd}}"),
    Screen("season, closed", f"{GROUP}/seasons/{{seasons Spring}}"),
    Screen("season, empty", f"{GROUP}/seasons/{{seasons Empty}}"),
    Screen("season chart", f"{GROUP}/seasons/{{seasons Spring}}/chart", reach=drawn),
    Screen("season chart, empty", f"{GROUP}/seasons/{{seasons Empty}}/chart"),
    Screen("season, evenings that count more", f"{GROUP}/seasons/{{seasons Summer — 2nd}}/weights"),
    Screen("season, points by hand", f"{GROUP}/seasons/{{seasons Summer — 2nd}}/points"),
    Screen("cash box", f"{GROUP}/cash"),
    Screen("cash box, bare", f"{BARE_GROUP}/cash", BARE),
    Screen("cash box, fee", f"{GROUP}/cash/fees"),
    Screen("cash box, expense", f"{GROUP}/cash/expenses"),
    Screen("cash box, payment", f"{GROUP}/cash/payments"),
    Screen("cash box, money put in", f"{GROUP}/cash/deposits"),
    Screen("cash box, what a game is worth", f"{GROUP}/cash/games/{{ended}}"),
    Screen("cash box, stakes", f"{GROUP}/cash/games/{{ended}}?way=points&amount=0.05"),
    Screen("season, teams", f"{GROUP}/seasons/{{seasons Summer — 2nd}}/teams"),
    Screen("season, a team", f"{GROUP}/seasons/{{seasons Summer — 2nd}}/teams/{{teams Bears}}"),
    Screen("season, divisions", f"{GROUP}/seasons/{{seasons Summer — 2nd}}/divisions"),
    Screen(
        "season, a division", f"{GROUP}/seasons/{{seasons Summer — 2nd}}/divisions/{{divisions B}}"
    ),
    Screen("season sheet", f"{GROUP}/seasons/{{seasons Spring}}/sheet"),
    Screen("season sheet, games", f"{GROUP}/seasons/{{seasons Summer — 2nd}}/sheet?by=game"),
    Screen("season sheet, empty", f"{GROUP}/seasons/{{seasons Empty}}/sheet"),
    Screen("season picture", f"{GROUP}/seasons/{{seasons Spring}}/picture"),
    Screen("close a season", f"{GROUP}/seasons/{{seasons Summer — 2nd}}/close"),
    Screen("reopen a season", f"{GROUP}/seasons/{{seasons Spring}}/reopen"),
    Screen("change a season", f"{GROUP}/seasons/{{seasons Summer — 2nd}}/edit", reach=opened),
    Screen("new season", f"{GROUP}/seasons/new", reach=opened),
    Screen("book", f"{GROUP}/book"),
    Screen("book, bare", f"{BARE_GROUP}/book", BARE),
    Screen("house rules", f"{GROUP}/book/{{book Cabin}}", reach=opened),
    Screen("house rules, old version", f"{GROUP}/book/{{book Cabin}}?version=1"),
    Screen("house rules, deleted", f"{GROUP}/book/{{book Old}}"),
    Screen("house rules, compared", f"{GROUP}/book/{{book Cabin}}/compare?from=1&to=2"),
    Screen("house rules, printed", f"{GROUP}/book/{{book Cabin}}/print"),
    Screen("propose a change", f"{GROUP}/book/{{book Cabin}}/propose", reach=opened),
    Screen("proposal", f"{GROUP}/proposals/{{proposals keeper's}}", reach=opened),
    Screen("proposal, overdue", f"{GROUP}/proposals/{{proposals member's}}"),
    Screen("proposal, what if", f"{GROUP}/proposals/{{proposals member's}}/what-if"),
    Screen("who decides", f"{GROUP}/book/consent"),
    Screen("new house rules", f"{GROUP}/book/new"),
    Screen("new house rules, of a game", f"{GROUP}/book/new/brownie_points", reach=opened),
    Screen("new house rules, no link", f"{GROUP}/book/new?link=nothing", status=422),
    Screen(
        "new house rules, ready made",
        f"{GROUP}/book/new/brownie_points?start=ready:kind_to_children",
        reach=opened,
    ),
    Screen("group who", f"{GROUP}/me"),
    Screen("group devices", f"{GROUP}/devices"),
    Screen("group invitation", f"{GROUP}/share", reach=opened),
    Screen("group settings", f"{GROUP}/settings", reach=opened),
    Screen("group history", f"{GROUP}/history"),
    Screen("group history, of rules", f"{GROUP}/history?about=rules"),
    Screen("group bin", f"{GROUP}/bin"),
    Screen("group bin, empty", f"{BARE_GROUP}/bin", BARE),
    Screen("group files", f"{GROUP}/files"),
    Screen("season files", f"{GROUP}/seasons/{{seasons Spring}}/files"),
    Screen("group import", f"{GROUP}/import", reach=opened),
    Screen("group passkeys", f"{GROUP}/passkeys"),
    Screen("group recovery", f"{GROUP}/recovery"),
    Screen("leave a group", f"{GROUP}/leave"),
    Screen("delete a group", f"{GROUP}/delete"),
    Screen("new group", "/groups/new", "nobody"),
    Screen("join a group", "/groups/join/{tokens group}", "nobody"),
    Screen("back in by a code", "/groups/recover", "nobody"),
    Screen("back in by a passkey", "/groups/passkey", "nobody"),
    Screen("take a group in", "/groups/import", "nobody"),
    Screen("standings for everybody", "/standings/{tokens standings}", "nobody"),
    Screen("house rules for everybody", "/book/{tokens book}", "nobody", opened),
)
OUTSIDE = (
    Screen("home", "/"),
    Screen("home, of a new phone", "/", "nobody"),
    Screen("join", "/join", "nobody"),
    Screen("join by a link", "/join/{tokens player}", "nobody"),
    Screen("join by a link, to watch", "/join/{tokens spectator}", "nobody"),
    Screen("join by a link, too old", "/join/{tokens expired}", "nobody", status=410),
    Screen("join by a link, renewed", "/join/{tokens renewed}", "nobody", status=410),
    Screen("rules", "/rules"),
    Screen("rules, brownie_points", "/rules/brownie_points"),
    Screen("scorecards", "/scorecards"),
    Screen("scorecard", "/scorecards/{scorecard}"),
    Screen("scorecard, ready made", "/scorecards/ready/spades"),
    Screen("new scorecard, copied", "/scorecards/new?from=spades"),
    Screen("new scorecard, one against the others", "/scorecards/new?from=tarot"),
    Screen("new scorecard", "/scorecards/new", reach=opened),
    Screen("change a scorecard", "/scorecards/{scorecard}/edit", reach=opened),
    Screen("bin", "/bin"),
    Screen("bin, empty", "/bin", "nobody"),
    Screen("phone setup", "/phone-setup", "nobody"),
    Screen("about", "/about", "nobody"),
    Screen("handbook", "/handbook", "nobody"),
    Screen("handbook, searched", "/handbook?q=restore", "nobody"),
    Screen("handbook, nothing found", "/handbook?q=zeppelin", "nobody"),
    Screen("handbook, playing", "/handbook/playing", "nobody", reach=opened),
    Screen("handbook, running", "/handbook/running", "nobody"),
    Screen("extras", "/extras", "nobody"),
    Screen("extras, drawn", "/extras?players=12&draw=yes", "nobody"),
    Screen("extras, dice", "/extras?tool=dice&dice=6&roll=yes", "nobody"),
    Screen("extras, dice of twenty sides", "/extras?tool=dice&dice=6&faces=20&roll=yes", "nobody"),
    Screen("demo", "/demo", "nobody"),
    Screen("demo, first round", "/demo?step=1", "nobody"),
    Screen("demo, counting", "/demo?step=4", "nobody"),
    Screen("demo, ended", "/demo?step=99", "nobody"),
    Screen("forget this phone", "/forget"),
    Screen("forget this phone, which knows nothing", "/forget", "nobody"),
    Screen("forgotten", "/forgotten", "nobody"),
    Screen("offline", "/offline", "nobody"),
    Screen("for programs", "/api/v1/", "nobody"),
    Screen("error 403", "/games/{running}/devices", "player", status=403),
    Screen("error 403, sent out", "/games/{running}", "sent out of the game", status=403),
    Screen("error 404", "/nowhere", "nobody", status=404),
    Screen("error 404, a game", "/games/{running}", "nobody", status=404),
    Screen("error 409", f"{GROUP}/seasons/{{seasons Spring}}/edit", status=409),
    Screen("error 409, no picture", f"{GROUP}/seasons/{{seasons Empty}}/picture", status=409),
)
SCREENS = (*OUTSIDE, *GAMES, *shelf(), *GROUPS)
"""The whole list. A page that is in none of its screens fails ``test_gallery.py``."""
