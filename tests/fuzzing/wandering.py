"""Wander through the app as people do who tap whatever there is.

``python -m tests.fuzzing.wandering --walks 100`` goes so many walks, each through the small world
as it was made: phones in several roles follow links, fill in forms and press buttons. Nothing may
break on the way. At the end of each walk the database must be whole, and both groups, exported and
taken in by another server, must come out there as they went in. ``--seed`` takes other ways, and
``--only`` goes one again by its number. Exits with 1 for a fault.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import urldefrag, urljoin, urlsplit

from werkzeug.test import TestResponse

from scorecard.database.db import db
from scorecard.models import Group
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.groups import groups
from scorecard.services.keeping import checking
from tests.factories import EVENING
from tests.fuzzing.bodies import LEAKS, Heard
from tests.fuzzing.world import World, fresh_app, world_in
from tests.services.files.other_server import Elsewhere
from tests.web.plain_browser import Button, FoundForm, Page

ROLES = {"keeper": 9, "player": 2, "member": 2, "stranger": 1, "keeper of another": 1}
"""Whose phone is taken up, and how often."""
STEPS_WITH_A_PHONE = 6
MOST_REDIRECTS = 5
TYPED = (
    *("", "0", "1", "2", "3", "4", "5", "7", "10", "12", "20", "50", "100", "250", "700", "5000"),
    *("-1", "-50", "Flo", "bob", "Ann ", "Zoë", "Ann", "It is late", "3-2-1", "2026-11-27"),
)


@dataclass
class Outcome:
    """What came of many steps."""

    statuses: Counter[int] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    """How often a form was taken, by the rule of its address."""
    faults: dict[str, str] = field(default_factory=dict)
    """The first example of each kind of fault."""


class Wanderer:
    """Goes walks, and judges what comes back."""

    def __init__(self, world: World, elsewhere: Path) -> None:
        self.world, self.other = world, fresh_app(elsewhere)
        self.outcome = Outcome()
        self.heard = Heard()
        world.app.logger.addHandler(self.heard)
        group = f"/groups/{world.here.group}"
        self.beginnings = [
            *("/", "/games/new", group),
            *(
                f"{group}/{page}"
                for page in ("book", "cash", "players", "settings", "games", "bin")
            ),
            *(f"/games/{uid}" for uid in world.here.games.values()),
            *(f"{group}/seasons/{uid}" for uid in world.here.seasons.values()),
        ]

    def walk(self, seed: int, number: int, steps: int) -> None:
        """Go one walk, and look what it leaves behind."""
        self.random, self.name = Random(f"{seed}/{number}"), f"--seed {seed} --only {number}"
        self.world.restore()
        for step in range(steps):
            if step % STEPS_WITH_A_PHONE == 0:
                (role,) = self.random.choices([*ROLES], [*ROLES.values()])
                self.client, self.role = self.world.client(role), role
                self._look_at(self.random.choice(self.beginnings))
            else:
                self._step()
        for fault in self._left_behind():
            self._note(fault, "when it was over")

    def _step(self) -> None:
        """Press a button of the page, or follow one of its links; begin anew if it has neither."""
        buttons = [button for button in self.page.buttons if button.form in self.page.forms]
        links = [href for _text, href in self.page.links if not urlsplit(href).scheme]
        if buttons and self.random.random() < 0.6:
            self._press(self.random.choice(buttons))
        elif links:
            self._look_at(urljoin(self.url, self.random.choice(links)))
        else:
            self._look_at(self.random.choice(self.beginnings))

    def _press(self, button: Button) -> None:
        form = self.page.forms[button.form]
        sent = dict(self._filled(form))
        if button.name:
            sent.setdefault(button.name, []).append(button.value)
        url = urljoin(self.url, button.action or form.action)
        if form.method == "get":
            self._judge(url, self.client.get(url, query_string=sent), str(sent))
        else:
            self._judge(url, self.client.post(url, data=sent), str(sent))

    def _filled(self, form: FoundForm) -> Iterator[tuple[str, list[str]]]:
        """Yield what is typed and chosen; much is left as the page proposes it."""
        for name in dict.fromkeys([*(name for name, _value in form.fields), *form.offered]):
            proposed = [value for key, value in form.fields if key == name]
            if name in form.hidden or self.random.random() < 0.5:
                yield name, proposed
            elif name in form.offered:
                choices = [*proposed, *form.offered[name]]
                yield (
                    name,
                    self.random.sample(choices, self.random.randint(0, min(2, len(choices)))),
                )
            else:
                yield name, [self.random.choice(TYPED)]

    def _look_at(self, url: str) -> None:
        self._judge(url, self.client.get(urldefrag(url).url))

    def _judge(self, url: str, answer: TestResponse, sent: str = "") -> None:
        """Look at an answer, and at the page that it leads to."""
        example = f"as {self.role} {answer.request.method} {url} {sent}"
        if answer.request.method == "POST" and answer.status_code < 400:
            self.outcome.accepted[self._rule(url)] += 1
        for _hop in range(MOST_REDIRECTS):
            if not 300 <= answer.status_code < 400:
                break
            url = urljoin(url, answer.headers["Location"])
            answer = self.client.get(urldefrag(url).url)
        self.outcome.statuses[answer.status_code] += 1
        if answer.status_code >= 500 or self.heard.last:
            self._note(f"{answer.status_code} {self.heard.last}", example)
        self.heard.last = ""
        self.url, self.page = url, Page("")
        if answer.mimetype == "text/html":
            body = answer.get_data()
            for leak in LEAKS:
                if leak in body:
                    self._note(f"a page contains {leak!r}", example)
            self.page = Page(body.decode())
        answer.close()

    def _rule(self, url: str) -> str:
        routes = self.world.app.url_map.bind("localhost")
        return routes.match(urlsplit(url).path, "POST", return_rule=True)[0].rule

    def _left_behind(self) -> Iterator[str]:
        """Yield what is wrong in the database, and what a file of a group does not carry."""
        yield from self.world.faults()
        with self.world.app.app_context():
            yield from checking.faults(db.session)
            db.session.rollback()
            places = (self.world.here.group, self.world.elsewhere.group)
            there = [group for uid in places if (group := groups.find(db.session, uid))]
            files = [_file(group) for group in there]
        for file in files:
            with self.other.app_context():
                other = Elsewhere(db.session)
                if _file(other.take_in(file)) != file:
                    yield "a group is another one where it was taken in"
                yield from checking.faults(db.session)
                other.empty()

    def _note(self, fault: str, example: str) -> None:
        self.outcome.faults.setdefault(fault, f"{self.name}: {example}")


def _file(group: Group) -> str:
    return file_format.write(exports.of_group(db.session, group, EVENING))


def main() -> int:
    """Go as many walks as asked for, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walks", type=int, default=100)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, default=None)
    given = parser.parse_args()
    numbers = range(given.walks) if given.only is None else [given.only]
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as elsewhere,
        world_in(Path(folder)) as world,
    ):
        wanderer = Wanderer(world, Path(elsewhere))
        found = wanderer.outcome
        for done, number in enumerate(numbers, 1):
            wanderer.walk(given.seed, number, given.steps)
            print(f"{done} walks, {len(found.faults)} faults", flush=True)
    print("Statuses:", dict(sorted(found.statuses.items())))
    print(f"{found.accepted.total():,} writes accepted by {len(found.accepted)} forms")
    print(*(f"{what}\n  {example}" for what, example in found.faults.items()), sep="\n")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
