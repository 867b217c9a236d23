"""Twelve phones do the same thing at the same moment: one wins, and eleven hear so.

``python -m tests.torture.concurrency --times 25 --seed 6``. Every contest lets all phones go at
once, against the same version, and says how many may win. Whoever loses is told with a 409 what
stands there now. Nobody meets a fault, nobody waits for ever, and afterwards the whole database is
gone through.

Long because it lists every contest.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from tests.servers.clients import Answer, Phone, Posting
from tests.servers.server import Server
from tests.torture import evening as ideas
from tests.torture.audit import Audit
from tests.torture.databases import KINDS, SQLITE, opened
from tests.torture.evening import Evening
from tests.torture.figures import Figures, show
from tests.torture.ledger import Ledger
from tests.torture.players import PATIENCE_SECONDS

Idea = Callable[[Phone, Any, Random], Posting | None]

STALE = 409
NOT_FOUND = 404
BROWNIE = "brownie_points"
LARGE = {"deck": "expansion", "target": 100_000}
GUESSERS = 5
"""Phones that try one recovery code: fewer than the wrong guesses an address has."""


class Contest:
    """Twelve keepers of a group, who go at once."""

    def __init__(self, evening: Evening, ledger: Ledger, chance: Random) -> None:
        self.evening, self.ledger, self.chance = evening, ledger, chance
        self.phones = evening.phones
        self.first = evening.phones[0]
        self.contests = self.won = self.lost = self.busy = 0

    def at_once(
        self, make: Callable[[Phone, int], Posting], phones: Sequence[Phone] = ()
    ) -> list[Answer]:
        """Let every phone send what ``make`` gives it at the same moment; return the answers."""
        phones = phones or self.phones
        postings = [make(phone, place) for place, phone in enumerate(phones)]
        for phone in phones:
            # Whatever a phone has to fetch first is not to hold it up; nor a connection.
            phone.make_ready()
        go = threading.Barrier(len(phones), timeout=PATIENCE_SECONDS)
        answers: dict[int, Answer] = {}

        def send(place: int) -> None:
            go.wait()
            answers[place] = self.ledger.deliver(phones[place], postings[place], self._note_busy)

        threads = [threading.Thread(target=send, args=(place,)) for place in range(len(phones))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE_SECONDS)
        assert len(answers) == len(phones), f"only {len(answers)} of {len(phones)} were answered"
        self.contests += 1
        found = [answers[place] for place in range(len(phones))]
        self.won += sum(answer.is_done for answer in found)
        self.lost += sum(not answer.is_done for answer in found)
        return found

    def one_wins(self, make: Callable[[Phone, int], Posting]) -> tuple[int, list[Answer]]:
        """Let all go at once; check that one wins and all others hear so; return who, and all."""
        answers = self.at_once(make)
        winners = [place for place, answer in enumerate(answers) if answer.is_done]
        told = sorted(answer.status for answer in answers if not answer.is_done)
        assert len(winners) == 1, f"{len(winners)} won: {_told(answers)}"
        assert told == [STALE] * (len(self.phones) - 1), _told(answers)
        return winners[0], answers

    def one_taps_first(self, uid: str, *buttons: Idea) -> None:
        """Let all tap these buttons of a table at once, each the next one; check that one wins."""
        sheet = self.sheet(uid)
        self.one_wins(
            lambda phone, place: _made(buttons[place % len(buttons)](phone, sheet, self.chance))
        )

    def all_win(
        self, make: Callable[[Phone, int], Posting], phones: Sequence[Phone] = ()
    ) -> list[Answer]:
        """Let all go at once; check that nobody is in anybody's way."""
        answers = self.at_once(make, phones)
        assert all(answer.is_done for answer in answers), _told(answers)
        return answers

    def sheet(self, uid: str) -> Any:
        """Return a game as it is now."""
        return self.first.get(f"/games/{uid}")

    def table(self, players: int = 12, options: dict[str, Any] = LARGE) -> str:
        """Start a game."""
        return self.evening.seat(self.first, BROWNIE, players, options)

    def play(self, uid: str, leaving: int = 0) -> None:
        """Enter a whole round, or all but the last few seats of it."""
        sheet = self.sheet(uid)
        seats = [seat["seat"] for seat in sheet["seats"]]
        entries = {
            str(seat): {"score": self.chance.randrange(10) * 50}
            for seat in seats[: len(seats) - leaving]
        }
        posting = Posting(
            "tell",
            "PUT",
            f"/games/{uid}/rounds/{len(sheet['rounds']) + 1}",
            {"version": sheet["version"], "entries": entries, "is_confirmed": True},
        )
        answer = self.ledger.deliver(self.first, posting, self._note_busy)
        assert answer.is_done, answer

    def _note_busy(self) -> None:
        self.busy += 1


def _told(answers: Sequence[Answer]) -> list[tuple[int, bytes]]:
    return [(answer.status, b"" if answer.is_done else answer.body[-400:]) for answer in answers]


def _entry(sheet: Any, number: int, seat: int, points: int) -> Posting:
    entry = {"score": points}
    return Posting(
        "count",
        "PUT",
        f"/games/{sheet['id']}/rounds/{number}/entries/{seat}",
        {"version": sheet["version"], "entry": entry, "is_confirmed": True},
        facts={f"entry/{number}/{seat}": {"data": entry}},
    )


def the_same_cell(contest: Contest) -> None:
    """Twelve counts for one seat: one stands, and eleven see it with who wrote it; then again."""
    uid = contest.table()
    for first in (0, 1_000):
        sheet = contest.sheet(uid)
        points = [first + 50 * place for place in range(len(contest.phones))]

        def make(_phone: Phone, place: int, sheet: Any = sheet, points: Any = points) -> Posting:
            return _entry(sheet, 1, 1, points[place])

        place, answers = contest.one_wins(make)
        for other in answers[:place] + answers[place + 1 :]:
            told = other.json
            assert told["current"] == {"score": points[place]}, told
            assert told["by"], told


def the_same_count_of_the_same_cell(contest: Contest) -> None:
    """Twelve phones enter the same for one seat: that is no quarrel, and one change."""
    uid = contest.table()
    sheet = contest.sheet(uid)
    contest.all_win(lambda _phone, _place: _entry(sheet, 1, 1, 500))
    counted = [line for line in _lines(contest, uid) if line["kind"] == "counted"]
    assert len(counted) == 1, counted


def the_same_write(contest: Contest) -> None:
    """One write arrives twelve times at once, over twelve connections: it is done once."""
    uid = contest.table()
    twins = [contest.first.twin() for _ in contest.phones]
    posting = _entry(contest.sheet(uid), 1, 1, 500)
    contest.all_win(lambda _phone, _place: posting, twins)
    for twin in twins:
        twin.hang_up()
    counted = [line for line in _lines(contest, uid) if line["kind"] == "counted"]
    assert len(counted) == 1, counted


def everybodys_own_cell(contest: Contest) -> None:
    """Twelve counts for twelve seats, against one version: all stand, and the round closes."""
    uid = contest.table()
    sheet = contest.sheet(uid)
    contest.all_win(lambda _phone, place: _entry(sheet, 1, place + 1, 50 * place))
    sheet = contest.sheet(uid)
    assert [seat["total"] for seat in sheet["seats"]] == [50 * place for place in range(12)]


def closing_a_round(contest: Contest) -> None:
    """Twelve keepers close a round without the last seat: it is closed once."""
    uid = contest.table()
    contest.play(uid, leaving=1)
    contest.one_taps_first(uid, ideas.close)


def closing_and_counting(contest: Contest) -> None:
    """Six close a round without the last seat while six count for it: one of them comes first."""
    uid = contest.table()
    contest.play(uid, leaving=1)
    sheet = contest.sheet(uid)

    def make(phone: Phone, place: int) -> Posting:
        if place % 2:
            return _made(ideas.close(phone, sheet, contest.chance))
        return _entry(sheet, 1, 12, 50 * place + 50)

    contest.one_wins(make)


def closing_and_correcting(contest: Contest) -> None:
    """Six close the second round while six correct the first: whoever is late hears so."""
    uid = contest.table()
    contest.play(uid)
    contest.play(uid, leaving=1)
    sheet = contest.sheet(uid)

    def make(phone: Phone, place: int) -> Posting:
        if place % 2:
            return _made(ideas.close(phone, sheet, contest.chance))
        return _entry(sheet, 1, 1, 50 * place + 550)

    answers = contest.at_once(make)
    closed = sum(answer.is_done for answer in answers[1::2])
    corrected = sum(answer.is_done for answer in answers[::2])
    # A correction of another round is not overwritten by closing this one, which looks at all.
    assert corrected == 1, _told(answers)
    assert closed <= 1, _told(answers)
    assert {answer.status for answer in answers if not answer.is_done} == {STALE}


def correcting_a_cell(contest: Contest) -> None:
    """Twelve correct the same cell of a closed round: one stands."""
    uid = contest.table()
    contest.play(uid)
    sheet = contest.sheet(uid)
    contest.one_wins(lambda _phone, place: _entry(sheet, 1, 1, 50 * place + 550))


def ending_and_reopening(contest: Contest) -> None:
    """Twelve tap End Game, twelve reopen, twelve end again; then some reopen and some undo."""
    uid = contest.table()
    contest.play(uid)
    for button in (ideas.end, ideas.reopen, ideas.end):
        contest.one_taps_first(uid, button)
    contest.one_taps_first(uid, ideas.reopen, ideas.undo)


def undoing_and_redoing(contest: Contest) -> None:
    """Twelve undo at once, which takes back one change; then twelve redo."""
    uid = contest.table()
    contest.play(uid)
    contest.play(uid)
    for button in (ideas.undo, ideas.undo, ideas.redo, ideas.redo):
        contest.one_taps_first(uid, button)


def into_the_bin_and_out(contest: Contest) -> None:
    """Twelve put a game into the bin, then twelve take it out."""
    uid = contest.table()
    contest.play(uid)
    contest.one_taps_first(uid, ideas.put_into_bin)
    contest.one_taps_first(uid, ideas.take_out_of_bin)


def a_rematch(contest: Contest) -> None:
    """Twelve want a rematch: there is one, and all are in it."""
    uid = contest.table(8, {})
    contest.play(uid)
    sheet = contest.sheet(uid)
    end = _made(ideas.end(contest.first, sheet, contest.chance))
    assert contest.ledger.deliver(contest.first, end, contest._note_busy).is_done
    sheet = contest.sheet(uid)
    answers = contest.all_win(
        lambda phone, _place: _made(ideas.rematch(phone, sheet, contest.chance))
    )
    assert len({answer.game for answer in answers}) == 1


def joining(contest: Contest) -> None:
    """Twelve new phones join by one code and say "this is me" of one seat: all may."""
    body = {"game": BROWNIE, "players": ["Ann", "Bob"]}
    game = contest.first.do("POST", "/games", body, key=Posting("", "", "").key)["game"]
    path = f"/games/{game['id']}"
    code = contest.first.get(f"{path}/invitation")["code"]
    phones = [Phone(f"guest {place}", contest.first.port) for place in range(12)]
    contest.all_win(
        lambda _phone, _place: Posting("join", "POST", "/join", {"code": code}, has_trace=False),
        phones,
    )
    version = contest.sheet(game["id"])["version"]
    contest.all_win(
        lambda _phone, _place: Posting(
            "claim", "PUT", f"{path}/me", {"version": version, "seats": [2]}
        ),
        phones,
    )
    devices = contest.first.get(f"{path}/devices")["devices"]
    assert sum(device["seats"] == [2] for device in devices) == len(phones), devices
    for phone in phones:
        phone.hang_up()


def a_recovery_code(contest: Contest) -> None:
    """Some phones come with the same recovery code at once: it is good for one of them."""
    path = contest.evening.group
    version = contest.evening.read(contest.first)["version"]
    code = contest.first.do("POST", f"{path}/recovery-code", {"version": version}, "code")["code"]
    phones = [Phone(f"lost {place}", contest.first.port) for place in range(GUESSERS)]
    answers = contest.at_once(
        lambda _phone, _place: Posting("recover", "POST", "/groups/recover", {"code": code}), phones
    )
    told = sorted(answer.status for answer in answers)
    assert told == [200] + [NOT_FOUND] * (GUESSERS - 1), _told(answers)
    for phone in phones:
        phone.hang_up()


def the_season(contest: Contest) -> None:
    """Twelve keepers change the season: one change stands."""
    evening = contest.evening
    version = evening.read(contest.first)["version"]
    path = f"{evening.group}/seasons/{evening.season}"
    contest.one_wins(
        lambda phone, _place: Posting(
            "season", "PUT", path, {"version": version, "name": f"{phone.name} {version}"}
        )
    )


def the_book(contest: Contest) -> None:
    """Twelve keepers save the same house rules, then rename them: one of each stands."""
    evening = contest.evening
    path = f"{evening.group}/house-rules/{evening.book}"
    version = evening.read(contest.first)["version"]

    def save(phone: Phone, _place: int) -> Posting:
        notes = f"Written down by {phone.name} at {version}"
        body = {"version": version, "notes": notes, "reason": "It is late"}
        return Posting("save", "PUT", path, body, facts={"kind": "rules_changed"})

    contest.one_wins(save)
    saved = evening.read(contest.first)["version"]

    def rename(phone: Phone, _place: int) -> Posting:
        body = {"version": saved, "name": f"{phone.name} {saved}"}
        return Posting("rename", "PUT", f"{path}/name", body, facts={"kind": "rules_renamed"})

    contest.one_wins(rename)


def a_season_of_games_ending(contest: Contest) -> None:
    """Twelve games of one season end at once: all do, and the table has them all."""
    tables = [contest.table(4, {}) for _ in contest.phones]
    for uid in tables:
        contest.play(uid)
    sheets = [contest.sheet(uid) for uid in tables]
    contest.all_win(lambda phone, place: _made(ideas.end(phone, sheets[place], contest.chance)))


def starting_a_game(contest: Contest) -> None:
    """One "Start" tapped twelve times: there is one game."""
    before = len(contest.first.get("/games")["games"])
    twins = [contest.first.twin() for _ in contest.phones]
    posting = contest.evening.new_game(BROWNIE, ["Ann", "Bob"], {})
    answers = contest.all_win(lambda _phone, _place: posting, twins)
    for twin in twins:
        twin.hang_up()
    assert len({answer.game for answer in answers}) == 1
    assert len(contest.first.get("/games")["games"]) == before + 1


CONTESTS: tuple[Callable[[Contest], None], ...] = (
    the_same_cell,
    the_same_count_of_the_same_cell,
    the_same_write,
    everybodys_own_cell,
    closing_a_round,
    closing_and_counting,
    closing_and_correcting,
    correcting_a_cell,
    ending_and_reopening,
    undoing_and_redoing,
    into_the_bin_and_out,
    a_rematch,
    joining,
    the_season,
    the_book,
    a_season_of_games_ending,
    starting_a_game,
)
"""What is tried again and again; a recovery code is tried once, as wrong ones are counted."""


def run(folder: Path, times: int, seed: int, *, kind: str = SQLITE, servers: int = 1) -> Figures:
    """Hold every contest so many times, and return the figures.

    The phones are shared out among so many ``servers`` on one database.
    """
    begun = time.monotonic()
    ledger = Ledger()
    with ExitStack() as stack:
        database = stack.enter_context(opened(kind))
        running = [
            stack.enter_context(Server(folder, environment=database.environment))
            for _ in range(servers)
        ]
        evening = Evening(running[0].port, tables=0, keepers=12)
        for place, phone in enumerate(evening.phones):
            phone.hang_up()
            phone.port = running[place % servers].port
        body = {"threshold": "keeper", "deadline_days": None}
        evening.change(evening.phones[0], "PUT", "/consent", body)
        contest = Contest(evening, ledger, Random(seed))
        a_recovery_code(contest)
        for _ in range(times):
            for hold in CONTESTS:
                try:
                    hold(contest)
                except AssertionError as error:
                    raise AssertionError(f"{hold.__name__}: {error}") from error
        for phone in evening.phones:
            phone.hang_up()
        Audit(database.settings(folder)).check(ledger.receipts, in_full=True)
    ledger.refuse_faults(running[0].output.read_text())
    return {
        "contests": contest.contests,
        "won": contest.won,
        "told that they lost": contest.lost,
        "busy for a moment": contest.busy,
        "faults": 0,
        "lost": 0,
        "doubled": 0,
        "seconds": round(time.monotonic() - begun),
    }


def _lines(contest: Contest, uid: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = contest.first.get(f"/games/{uid}/changes")["changes"]
    return found


def _made(posting: Posting | None) -> Posting:
    assert posting is not None
    return posting


def main() -> None:
    """Hold the contests, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=25)
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--database", choices=KINDS, default=SQLITE)
    parser.add_argument("--servers", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "data"
        figures = run(
            folder, chosen.times, chosen.seed, kind=chosen.database, servers=chosen.servers
        )
    show({"concurrency": figures})


if __name__ == "__main__":
    main()
