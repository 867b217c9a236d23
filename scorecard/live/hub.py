"""Live updates: who is listening to which game or group, and telling them after the commit.

:func:`announce` notes a game on the session; only once the transaction is committed does the
:class:`Hub` wake the listeners. A rollback wakes nobody. Games and groups are both known by their
uid, which no two things share.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorecard.database.notes import Notes
from scorecard.models import Device, Game, Group

Answer = TypeVar("Answer")


class Move:
    """One move of a game or group: what changed is read once for all phones that hear of it.

    A move is made after its commit, so that nothing older is read.
    """

    def __init__(self) -> None:
        self._answers: dict[Hashable, Any] = {}
        self._lock = threading.Lock()

    def once(self, what: Hashable, read: Callable[[], Answer]) -> Answer:
        """Return what ``read`` returns, which is called for the first phone that asks only."""
        with self._lock:
            if what not in self._answers:
                self._answers[what] = read()
            answer: Answer = self._answers[what]
            return answer


class Listener:
    """One phone's wait for a game or group to move. It is told the latest move, not all.

    It ``is_replaced`` once the same phone listens in too many other places, begun later.
    """

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
        """Tell the phone that something is new."""
        self.latest = move
        self._tell()

    def close(self) -> None:
        """Remove the phone: its stream ends."""
        self.is_closed = True
        self._tell()

    def move(self) -> None:
        """End the stream so that the phone comes again, to whoever serves then."""
        self.is_moving = True
        self._tell()

    def replace(self) -> None:
        """End the stream, and let the phone come again only once somebody looks there."""
        self.is_replaced = True
        self._tell()

    def take(self) -> Move:
        """Return the latest move, which is kept no longer: all that was read of it hangs on it."""
        latest, self.latest = self.latest, None
        return latest or Move()

    def call_back(self, tell: Callable[[], None]) -> None:
        """Call ``tell`` on news from now on, and for those that have come: nobody waits here."""
        has_news = self._news is not None and self._news.is_set()
        self._news, self._tell = None, tell
        if has_news:
            tell()

    def wait(self, seconds: float) -> bool:
        """Wait for news, at most so long; return whether there is any."""
        assert self._news, "somebody else is called back"
        self._news.wait(seconds)
        # Not what the wait says: news may have come just after its time was up.
        if not self._news.is_set():
            return False
        self._news.clear()
        return True


class News(NamedTuple):
    """What listeners are told: ``moved``, ``gone`` and ``role`` of a topic, or of ``all``.

    ``gone`` and ``role`` are for one device only.
    """

    kind: str
    topic: str = ""
    device_uid: str = ""


class Relay(Protocol):
    """What tells the other processes; see ``relay.py``."""

    @property
    def name(self) -> str:
        """What people call that over which it does."""

    @property
    def is_up(self) -> bool:
        """Whether nothing is known to be wrong with it."""

    def pass_on(self, news: News) -> None:
        """Tell the other processes, soon."""


class Hub:
    """All listeners of this process, by the uid of what they listen to.

    Where several processes serve the same games, ``relay`` is told whatever is told here.
    ``most_phones`` is how many may listen at once, ``most_of_household`` how many of one household,
    and ``most_of_device`` in how many places one device may. Once the process ``is_closing``,
    phones are sent on. ``note`` hears when a version is ``published`` or ``delivered``, and when
    there are more or fewer ``phones``.
    """

    def __init__(self) -> None:
        self.relay: Relay | None = None
        self.note: Callable[[str], None] = lambda _what: None
        self.most_phones = self.most_of_household = self.most_of_device = sys.maxsize
        self.is_closing = False
        self.phones = 0
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._households: Counter[str] = Counter()
        # In each, the one that began first comes first.
        self._devices: defaultdict[str, dict[Listener, None]] = defaultdict(dict)
        self._lock = threading.Lock()

    def subscribe(
        self, topic: str, device_uid: str, *more_topics: str, household: str = ""
    ) -> Listener:
        """Start listening. Whoever reads the game only after this misses nothing.

        Where the device listens too often then, the place where it began first ends.
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
        """Wake everybody who listens to a game or group."""
        self.note("published")
        self.tell(News("moved", topic))

    def drop(self, topic: str, device_uid: str) -> None:
        """End the streams of a device that was removed."""
        self.tell(News("gone", topic, device_uid))

    def tell_role(self, topic: str, device_uid: str) -> None:
        """Let a device know that its role in a game is another one now."""
        self.tell(News("role", topic, device_uid))

    def tell(self, news: News) -> None:
        """Tell the listeners of this process, and the other processes."""
        self.deliver(news)
        if self.relay:
            self.relay.pass_on(news)

    def deliver(self, news: News) -> None:
        """Tell the listeners of this process, and nobody else."""
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
        """Let every listener look for itself whether anything is new."""
        move = Move()
        for listener in self._everybody():
            listener.wake(move)

    @property
    def has_room(self) -> bool:
        """Whether one more phone may listen."""
        return self.phones < self.most_phones

    def has_room_for(self, household: str) -> bool:
        """Return whether one more phone of a household may listen."""
        return self._households[household] < self.most_of_household

    def close(self) -> None:
        """End every stream, those to come as well, so that the process can stop."""
        self.is_closing = True
        self.move_everybody()

    def move_everybody(self) -> None:
        """End every stream, so that phones come again, and whether they may is asked anew."""
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

# A phone that was sent out hears nothing more, so these come first.
_sent_out: Notes[tuple[str, str], None] = Notes(lambda _session, out, _: hub.drop(*out))
_new_role: Notes[tuple[str, str], None] = Notes(lambda _session, whose, _: hub.tell_role(*whose))
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
        _sent_out.of(session)[game.uid, sent_out.uid] = None
    if new_role:
        _new_role.of(session)[game.uid, new_role.uid] = None


def announce_group(session: Session, group: Group, *, sent_out: Device | None = None) -> None:
    """Note that ``group`` moves with this transaction, and which device leaves it.

    It leaves the tables of the group's games, too: who is in the group may look at them all. One
    that may stay at some of them begins to listen again.
    """
    _moved.of(session)[group.uid] = None
    if sent_out:
        tables = session.scalars(sa.select(Game.uid).where(Game.group_id == group.id))
        for topic in (group.uid, *tables):
            _sent_out.of(session)[topic, sent_out.uid] = None
