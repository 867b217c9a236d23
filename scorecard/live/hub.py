"""The hub: publishes changes of games and groups to this process's listeners, after the commit.

:func:`announce` notes a game on the session; after the commit the :class:`Hub` wakes the listeners.
A rollback wakes nobody. A topic is the uid of a game or group.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorecard.database.notes import Notes
from scorecard.live.once import Once
from scorecard.models import Device, Game, Group


class Move(Once):
    """A change of a game or group, and what is read of it after the commit, for all phones."""


class Listener:
    """A phone's subscription to topics, ``is_replaced`` by later ones; it gets the latest move."""

    __slots__ = (
        "_news",
        "_tell",
        "device_uid",
        "has_new_role",
        "household",
        "is_closed",
        "is_moving",
        "is_replaced",
        "latest",
        "topics",
    )

    def __init__(self, topics: tuple[str, ...], device_uid: str, household: str) -> None:
        self.topics = topics
        self.device_uid = device_uid
        self.household = household
        self.is_closed = False
        self.is_moving = False
        self.is_replaced = False
        self.has_new_role = False
        self.latest: Move | None = None
        self._news: threading.Event | None = threading.Event()
        self._tell: Callable[[], None] = self._news.set

    def wake(self, move: Move) -> None:
        """Wake the stream to send a move."""
        self.latest = move
        self._tell()

    def close(self) -> None:
        """End the stream of a phone that was removed."""
        self.is_closed = True
        self._tell()

    def move(self) -> None:
        """End the stream so that the phone reconnects, perhaps to another process."""
        self.is_moving = True
        self._tell()

    def replace(self) -> None:
        """End the stream so that the phone reconnects only once somebody looks at that page."""
        self.is_replaced = True
        self._tell()

    def take(self) -> Move:
        """Return the latest move and forget it, to free what its cache holds."""
        latest, self.latest = self.latest, None
        return latest or Move()

    def call_back(self, tell: Callable[[], None]) -> None:
        """Call ``tell`` on news from now on, and for any that is there, in place of ``wait``."""
        has_news = self._news is not None and self._news.is_set()
        self._news, self._tell = None, tell
        if has_news:
            tell()

    def wait(self, seconds: float) -> bool:
        """Wait for news, at most so long; return whether there is any."""
        assert self._news, "a function is called in place of this"
        self._news.wait(seconds)
        # Not the result of wait: news may have come just after the timeout.
        if not self._news.is_set():
            return False
        self._news.clear()
        return True


class News(NamedTuple):
    """A message to all: ``moved`` or ``all``; or to one device of a topic: ``gone`` or ``role``."""

    kind: str
    topic: str = ""
    device_uid: str = ""


class Hub:
    """All listeners of this process, by topic.

    With several processes, ``pass_on`` is called with all news, and ``cut`` says what the relay is
    known to fail at. ``most_phones``, ``most_of_household`` and ``most_of_device`` limit the
    listeners. Once the process ``is_closing``, phones are told to reconnect. ``note`` is called for
    metrics with "published", "delivered" or "phones".
    """

    def __init__(self) -> None:
        self.pass_on: Callable[[News], None] = lambda _news: None
        self.cut: set[str] = set()
        self.note: Callable[[str], None] = lambda _what: None
        self.most_phones = self.most_of_household = self.most_of_device = sys.maxsize
        self.is_closing = False
        self.phones = 0
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._households: Counter[str] = Counter()
        # By device, the oldest listener first.
        self._devices: defaultdict[str, dict[Listener, None]] = defaultdict(dict)
        self._lock = threading.Lock()

    def subscribe(
        self, topic: str, device_uid: str, *more_topics: str, household: str = ""
    ) -> Listener:
        """Start listening: subscribe first, then read the game, so that no change is missed.

        If the device has too many listeners then, its oldest one is replaced.
        """
        listener = Listener((topic, *more_topics), device_uid, household)
        listener.is_moving = self.is_closing
        replaced = None
        with self._lock:
            self.phones += 1
            for one in listener.topics:
                self._listeners[one].add(listener)
            self._households[household] += 1
            own = self._devices[device_uid]
            own[listener] = None
            if len(own) > self.most_of_device:
                replaced = next(iter(own))
                del own[replaced]
        if replaced:
            replaced.replace()
        self.note("phones")
        return listener

    def unsubscribe(self, listener: Listener) -> None:
        """Stop listening."""
        with self._lock:
            self.phones -= 1
            for topic in listener.topics:
                listeners = self._listeners.get(topic, set())
                listeners.discard(listener)
                if not listeners:
                    self._listeners.pop(topic, None)
            self._households[listener.household] -= 1
            if not self._households[listener.household]:
                del self._households[listener.household]
            own = self._devices[listener.device_uid]
            own.pop(listener, None)
            if not own:
                del self._devices[listener.device_uid]
        self.note("phones")

    def publish(self, topic: str) -> None:
        """Wake all listeners of a topic."""
        self.note("published")
        self.tell(News("moved", topic))

    def tell(self, news: News) -> None:
        """Deliver news to the listeners of all processes."""
        self.deliver(news)
        self.pass_on(news)

    def deliver(self, news: News) -> None:
        """Deliver news to the listeners of this process."""
        if news.kind == "all":
            self.wake_everybody()
        move = Move()
        for listener in self._of(news.topic):
            if news.kind == "moved":
                listener.wake(move)
            elif listener.device_uid == news.device_uid:
                if news.kind == "gone":
                    listener.close()
                else:
                    listener.has_new_role = True
                    listener.wake(move)

    def wake_everybody(self) -> None:
        """Wake every listener, to check whether anything is new."""
        move = Move()
        for listener in self._everybody():
            listener.wake(move)

    @property
    def has_room(self) -> bool:
        """Whether one more phone may listen."""
        return self.phones < self.most_phones

    def has_room_for(self, household: str) -> bool:
        """Whether one more phone of a household may listen."""
        return self._households[household] < self.most_of_household

    def close(self) -> None:
        """End every stream, later ones as well, so that the process can stop."""
        self.is_closing = True
        self.move_everybody()

    def move_everybody(self) -> None:
        """End every stream, so that phones reconnect and their access is checked again."""
        for listener in self._everybody():
            listener.move()

    def _everybody(self) -> list[Listener]:
        with self._lock:
            return [listener for group in self._listeners.values() for listener in group]

    def count(self, topic: str) -> int:
        """Return how many phones listen to a game."""
        return len(self._of(topic))

    def _of(self, topic: str) -> list[Listener]:
        with self._lock:
            return list(self._listeners.get(topic, ()))


hub = Hub()

# First, so that a removed phone hears nothing more.
_of_one: Notes[News, None] = Notes(lambda _session, news, _: hub.tell(news))
_moved: Notes[str, None] = Notes(lambda _session, topic, _: hub.publish(topic))


def announce(
    session: Session,
    game: Game,
    *,
    sent_out: Device | None = None,
    new_role: Device | None = None,
) -> None:
    """Note that ``game`` moves with this transaction, and which device leaves or changes role."""
    _moved.of(session)[game.uid] = None
    if sent_out:
        _of_one.of(session)[News("gone", game.uid, sent_out.uid)] = None
    if new_role:
        _of_one.of(session)[News("role", game.uid, new_role.uid)] = None


def announce_group(session: Session, group: Group, *, sent_out: Device | None = None) -> None:
    """Note that ``group`` moves with this transaction, and which device leaves it.

    The device's streams of the group's games end, too; it reconnects to those it may still see.
    """
    _moved.of(session)[group.uid] = None
    if sent_out:
        tables = session.scalars(sa.select(Game.uid).where(Game.group_id == group.id))
        for topic in (group.uid, *tables):
            _of_one.of(session)[News("gone", topic, sent_out.uid)] = None
