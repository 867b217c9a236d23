"""The production server: gunicorn with gevent, thousands of event streams in each process.

gevent must patch the standard library before anything else is imported, so only ``scorecard run``
imports this module, first of all.
"""

from __future__ import annotations

import gevent
from gevent import events, monkey

# Without this, gevent searches all installed packages for plugins 25 times.
events.notify_and_call_entry_points = events.notify
monkey.patch_all()

import logging
import os
import resource
import shutil
import signal
import socket
import ssl
import sys
import tempfile
import time
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from flask import Flask
from gevent.server import StreamServer
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.workers.ggevent import GeventWorker
from sqlalchemy.exc import DBAPIError

from scorecard.app import create_app, migrate
from scorecard.aside import helpers
from scorecard.config import Settings
from scorecard.database import engines, migrating, pieces
from scorecard.database.db import db, reason
from scorecard.live import relay
from scorecard.live.hub import hub
from scorecard.machine import outages
from scorecard.operating import backups
from scorecard.operating.greeting import ALL_INTERFACES, OPEN_PAST_PROXY, greeting, in_address
from scorecard.serving import carrier, chores, spare_room
from scorecard.serving.connections import HEAD_SECONDS, Connections, agree_on_https
from scorecard.serving.gate import AND_HANG_UP, Gate
from scorecard.serving.loading import loading
from scorecard.web.http import logs

if TYPE_CHECKING:
    from scorecard.machine.certificates import Certificate

MOST_PHONES = 12_000
"""The most event streams of one process, if the system allows it as many connections.
Some more than 10,000, because phones are never evenly distributed over processes."""
MOST_OF_HOUSEHOLD = 600
SHARE_OF_HOUSEHOLD = 3 / 4
"""Event streams of one household: a club of 200 phones with some pages each; of few streams in all
this share, for twelve phones and a television where a process may open few files."""
MOST_OF_DEVICE = 6
"""Event streams of one phone."""
ROOM_FOR_REQUESTS = 10
"""One in 10 connections is reserved for requests other than event streams."""
ROOM_TO_WAIT = 4
"""One in 4 of these may be held by a phone that waits at the gate."""
OTHER_FILES = 64
"""File descriptors of database, log and the server itself."""
GLANCE_SECONDS = 0.2
PIECE_SECONDS = 0.03
"""How long work may go on before other requests are served."""
PIECE_OF_WRITE_SECONDS = 0.2
"""The same during a write: longer than most writes take, so that they run one after the other."""
GLIMPSE_SECONDS = 1e-6
"""The shortest sleep in which the event loop polls its sockets; with 0 it does not."""
GRACE_SECONDS = 10
"""How long requests may go on when a process is stopped; streams are ended at once."""
BUSY_SECONDS = 30
"""After which a process whose event loop is blocked is replaced."""
DRAIN_SECONDS = 2
"""How long a slow phone may take to receive the end of its stream."""
SEND_BYTES = 64 * 1024
"""The size of a connection's send buffer (SO_SNDBUF)."""
SILENT_MILLISECONDS = 60_000
"""After which a connection whose phone acknowledges nothing is closed (TCP_USER_TIMEOUT)."""
SYSTEMD = "LISTEN_PID"
"""The variable with the process for which systemd has opened the port."""


log = logging.getLogger("scorecard")


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn with its options; each process has ``places`` for connections without a stream."""

    def __init__(self, settings: Settings, places: int, options: dict[str, Any]) -> None:
        self.settings = settings
        self.places = places
        self.options = options
        super().__init__()

    def load_config(self) -> None:
        """Set the options."""
        for name, value in self.options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Return the application, on a database of this release; called in the worker."""
        with loading():
            app = create_app(self.settings)
        file = backups.sqlite_file(self.settings)
        try:
            if file:
                spare_room.using(file, partial(migrate, app))
            else:
                migrate(app)
                self._refuse_silence(app)
        except DBAPIError as error:
            _give_up(f"The database cannot be used: {reason(error)}.")
        except (migrating.DatabaseRefused, OSError) as error:
            _give_up(str(error))
        return app

    def _refuse_silence(self, app: Flask) -> None:
        if not self.settings.redis_url:
            with app.app_context(), closing(db.engine.raw_connection()) as connection:
                driven: Any = connection.driver_connection
                if why := engines.why_silent(driven):
                    _give_up(f"{why}.")


class Worker(GeventWorker):  # type: ignore[misc]
    """gunicorn's gevent worker with connections, gate and carrier in front of the application."""

    def load_wsgi(self) -> None:
        """Load the application behind them."""
        super().load_wsgi()
        self.connections = Connections(self.app.places, self.app.settings.trusted_proxies)
        self.carrier = carrier.Carrier()
        gate = Gate(max(1, self.cfg.worker_connections // ROOM_TO_WAIT))
        carried = self.carrier.offer(self.wsgi.wsgi_app)
        self.wsgi.wsgi_app = self.connections.guard(gate.guard(carried))

    def server_class(
        self, listener: Any, *, spawn: Any, ssl_context: Any = None, **_more: Any
    ) -> StreamServer:
        """Return a server that accepts any number of connections at once.

        gunicorn's own accepts one at a time if there are several processes: thousands that come at
        once would wait where the gate does not see them.
        """
        handle = partial(self.handle, listener)
        if ssl_context is None:
            return StreamServer(listener, handle, spawn=spawn)
        # The handshake is done in handle, with a timeout.
        https = {"ssl_context": ssl_context, "do_handshake_on_connect": False}
        return StreamServer(listener, handle, spawn=spawn, **https)

    def handle(self, listener: Any, client: Any, address: Any) -> None:
        """Serve one connection to its end."""
        with self.connections.opened(client, address[0] if address else ""):
            if not isinstance(client, ssl.SSLSocket) or agree_on_https(client):
                super().handle(listener, client, address)

    def handle_error(self, request: Any, client: Any, address: Any, error: BaseException) -> None:
        """Answer bad requests and faults, but not broken HTTPS."""
        if not isinstance(error, (ssl.SSLError, gevent.GreenletExit)):
            super().handle_error(request, client, address, error)

    def is_already_handled(self, answer: object) -> bool:
        """Raise StopIteration, by which gunicorn closes the connection, for ``AND_HANG_UP``."""
        if answer is AND_HANG_UP:
            raise StopIteration
        return False

    def run(self) -> None:
        """Serve until stopped, and flush the streams."""
        super().run()
        self.carrier.drain(DRAIN_SECONDS)


def run(
    settings: Settings,
    host: str,
    port: int,
    certificate: Certificate | None = None,
    processes: int = 1,
) -> None:
    """Serve until stopped; print the addresses once it answers. SIGHUP replaces each process."""
    if os.environ.get(SYSTEMD) != str(os.getpid()):
        _refuse_taken_port(host, port)
    os.umask(0o077)
    connections = _room()
    places = max(1, connections // ROOM_FOR_REQUESTS)
    phones = connections - places

    def begin(worker: Any) -> None:
        _begin(worker, settings, phones)
        if worker.age == 1:
            print(greeting(host, port, settings, certificate), flush=True)
            remarks = [*settings.remarks]
            hosts = {listener.getsockname()[0] for listener in worker.sockets}
            if settings.trusted_proxies and not hosts.isdisjoint(ALL_INTERFACES):
                # Others than the proxy can reach the port.
                remarks.append(OPEN_PAST_PROXY)
            for remark in remarks:
                print(remark, file=sys.stderr, flush=True)

    options = {
        "bind": f"{in_address(host)}:{port}",
        "workers": processes,
        "worker_connections": connections if certificate else places,
        "on_starting": lambda _arbiter: logs.use(is_json=settings.has_json_log),
        "post_worker_init": begin,
        **_usual_options(),
        **_https(certificate),
        **_metrics(settings),
    }
    Server(settings, places, options).run()


def _begin(worker: Any, settings: Settings, phones: int) -> None:
    """Prepare a worker process that may have so many event streams at once."""
    # Ctrl+C reaches every process of the terminal; the first one stops the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A phone that breaks off at the certificate's warning is no fault to log.
    loop = gevent.get_hub()
    loop.NOT_ERROR = (*loop.NOT_ERROR, ssl.SSLError, ConnectionError)
    # Other exceptions are logged without the addresses in their messages.
    loop.print_exception = _log_kind
    hub.most_phones = phones
    if settings.has_limits:
        hub.most_of_household = min(MOST_OF_HOUSEHOLD, int(phones * SHARE_OF_HOUSEHOLD))
        hub.most_of_device = MOST_OF_DEVICE
    worker.wsgi.extensions["aside"] = helpers.HelperPool(settings.data_dir)
    pieces.serve_between(_serve_others)
    gevent.spawn(_end_streams_with, worker)
    if line := relay.line_of(settings):
        relay.Relay(hub, line).start()
    gevent.spawn(chores.keep_house, settings, worker)


def _usual_options() -> dict[str, Any]:
    """Return the options of gunicorn that are the same for every server."""
    return {
        "worker_class": Worker,
        "keepalive": HEAD_SECONDS,
        "graceful_timeout": GRACE_SECONDS,
        "timeout": BUSY_SECONDS,
        "loglevel": "warning",
        "control_socket_disable": True,
        # Trusted proxies are handled in scorecard/web/http/security.py.
        "forwarded_allow_ips": "",
        "secure_scheme_headers": {},
        "when_ready": _make_ready,
        "post_request": _let_others,
    }


def _room() -> int:
    """Raise the limit of file descriptors; return for how many connections it is enough."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    connections = MOST_PHONES * ROOM_FOR_REQUESTS // (ROOM_FOR_REQUESTS - 1) + 1
    wanted = connections + OTHER_FILES
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(1, most - OTHER_FILES)


def _https(certificate: Certificate | None) -> dict[str, str]:
    if certificate is None:
        return {}
    return {"certfile": str(certificate.file), "keyfile": str(certificate.key_file)}


def _metrics(settings: Settings) -> dict[str, Any]:
    """Make the folder for the metrics of all processes; return the hooks that clean it up."""
    if not settings.has_metrics:
        return {}
    folder = tempfile.mkdtemp(prefix="scorecard-metrics-")
    # The library reads it at its first import, in each process.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder

    def forget(_arbiter: Any, worker: Any) -> None:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]

    return {
        "child_exit": forget,
        "on_exit": lambda _arbiter: shutil.rmtree(folder, ignore_errors=True),
    }


def _let_others(_worker: Any, _request: Any, _environ: Any, _response: Any) -> None:
    """Serve other connections before the next request of this one."""
    gevent.sleep(0)


def _serve_others() -> None:
    """Serve other connections, if the event loop has not polled its sockets for a while."""
    # The loop's clock shows its latest poll.
    least = PIECE_OF_WRITE_SECONDS if pieces.is_writing() else PIECE_SECONDS
    if time.time() - gevent.get_hub().loop.now() > least:
        gevent.sleep(GLIMPSE_SECONDS)


def _make_ready(arbiter: Any) -> None:
    signal.signal(signal.SIGINT, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
    for listener in arbiter.LISTENERS:
        # Accepted connections inherit these options.
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BYTES)
        option = socket.TCP_USER_TIMEOUT
        listener.sock.setsockopt(socket.IPPROTO_TCP, option, SILENT_MILLISECONDS)


def _end_streams_with(worker: Any) -> None:
    """End the event streams once the worker is to stop, as it waits for every open request."""
    while worker.alive:
        gevent.sleep(GLANCE_SECONDS)
    hub.close()


def _log_kind(_context: object, _type: object, error: BaseException, _traceback: object) -> None:
    log.error("A part of the server ended: %s", outages.kind_of(error))


def _give_up(sentence: str) -> NoReturn:
    print(sentence, file=sys.stderr, flush=True)
    sys.exit(Arbiter.APP_LOAD_ERROR)


def _refuse_taken_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            sys.exit(
                f"Port {port} of {host} cannot be used: {error.strerror}. "
                "Is Scorecard running already? Choose another with --port."
            )
