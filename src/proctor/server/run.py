"""
Run the server: the one process that owns a home.

It takes the owner's lock, binds the socket and its ports, opens the office, says
where it is, and ends on a signal or a word, in under two seconds, whoever is still
connected. What ends it halfway harms nothing: the lock ends with the process, and
the next owner clears the socket away.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import resource
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import uvloop

from proctor.audit.asked import fit_text
from proctor.audit.ids import timestamp
from proctor.audit.owner import OwnerLock, owner_of
from proctor.audit.redaction.redact import Redactor
from proctor.audit.stores.set_aside import Damage
from proctor.errors import DamagedStore, ProctorError, StoreError
from proctor.keepers import keeping_of
from proctor.owner.socket_path import bind, socket_path
from proctor.owner.who import KIND, Info, already_running, make_home, running_server
from proctor.server.access import Access
from proctor.server.agent_sockets import AgentSockets
from proctor.server.app import LateRoutes, late_routes, make_app
from proctor.server.http_server import HOST, HttpServer, listener
from proctor.server.last_port import held_by_others, keep_port, last_port
from proctor.server.lines import LineServer
from proctor.server.office import Office
from proctor.server.ops import Ops
from proctor.server.page_port import page_listener
from proctor.server.tokens import Tokens
from proctor.server.watch import is_ours, stay_reachable

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
# So many connections at once: each question that waits has one.
MOST_FILES = 8192
MOST_MESSAGES, LONGEST_MESSAGE = 100, 8000
# How long another owner that is no server may keep us waiting.
PATIENCE, POLL = 8.0, 0.05
LONGEST_END = 1.8
# A new store that is damaged within so many seconds is not replaced again: see to the disk.
SOON_DAMAGED = 60.0
DAMAGED_AGAIN = "the store was replaced a moment ago, and the new one is damaged too: {why}"
# How long after the start the pages are loaded, unless somebody asks for one before.
QUIET = 5.0
# So many new objects before the collector looks at them: of a decision almost none is left.
OBJECTS = (10_000, 20, 20)
LOG = logging.getLogger("proctor.server")
LOG_FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class Doors(NamedTuple):
    """Where the server answers, and what is to be said of the port that it had last time."""

    web: socket.socket
    pages: socket.socket
    lines: socket.socket
    held: str


def run(
    home: Path, *, port: int | None = None, ready: Callable[[Info], None] = lambda _: None
) -> None:
    """
    Run the server of a home until it is told to end; afterwards the process shall end too.

    Args:
        home: Proctor's home; it is made if it is not there.
        port: the port that a person named, here or in the config; without it the last server's,
            the usual one, or else any that is free.
        ready: is told where the server is, once it answers.

    Raises:
        ServerError: another one runs, the port is taken, or home or socket cannot be made.
        StoreError: the store cannot be opened.

    """
    # Whoever started us may have blocked them.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    # What we make is for us alone.
    os.umask(0o077)
    start_log()
    open_files()
    make_home(home)
    told: list[Info] = []

    def ready_once(info: Info) -> None:
        if not told:
            told.append(info)
            ready(info)

    # The lock stays ours between two rounds: nobody else sets the same file aside.
    with owner(home) as lock:
        damage = run_once(home, lock, port, ready_once, None)
        while damage is not None:
            since = time.monotonic()
            # Whoever waits for an answer asks the next round again.
            LOG.error("%s: the server starts again, with a new store", damage.why)
            damage = run_once(home, lock, port, ready_once, damage)
            if damage is not None and time.monotonic() < since + SOON_DAMAGED:
                raise StoreError(DAMAGED_AGAIN.format(why=damage.why), help="check the disk")


def run_once(
    home: Path,
    lock: OwnerLock,
    port: int | None,
    ready: Callable[[Info], None],
    damage: Damage | None,
) -> Damage | None:
    """
    Run the server until it is told to end, or until its store is found damaged.

    Returns:
        What is wrong with the store, so that the next one sets it aside; None at the end.

    """
    with (
        listener(named := port or keeping_of(home).port, last := last_port(home)) as web,
        page_listener(home) as pages,
        line_socket(home) as lines,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        doors = Doors(web, pages, lines, held_by_others(named, last, url_of(web)))
        return runner.run(serve(home, lock, doors, ready, damage))


@contextmanager
def owner(home: Path) -> Iterator[OwnerLock]:
    """
    Be the owner of a home for a while.

    Raises:
        ServerError: another process is.

    """
    lock = OwnerLock(home)
    end = time.monotonic() + PATIENCE
    while not lock.try_take():
        running = running_server(home)
        if running is not None or time.monotonic() > end:
            raise already_running(running or owner_of(home) or {})
        # Somebody takes in what was spooled, and will be done in a moment.
        time.sleep(POLL)
    try:
        lock.publish(**KIND)
        yield lock
    finally:
        lock.release()


@contextmanager
def line_socket(home: Path) -> Iterator[socket.socket]:
    """Bind the unix socket, and remove it at the end, while the home is still ours."""
    path = socket_path(home)
    with bind(path) as bound:
        try:
            yield bound
        finally:
            with contextlib.suppress(OSError, StoreError):
                if is_ours(home):
                    path.unlink()


class Measured(logging.Filter):
    """
    Lets only so many messages through in a minute: whoever provokes them fills no disk.

    Each part of the server has so many of its own, so that junk sent to one does
    not drown what another has to say.
    """

    def __init__(self) -> None:
        super().__init__()
        self.minute = 0.0
        self.numbers: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether a message is written."""
        minute = record.created // 60
        if minute != self.minute:
            self.minute, self.numbers = minute, {}
        self.numbers[record.name] = self.numbers.get(record.name, 0) + 1
        return self.numbers[record.name] <= MOST_MESSAGES


class Short(logging.Formatter):
    """Redacts a message and cuts it in its middle: it may hold whatever an agent has sent."""

    def __init__(self, form: str) -> None:
        super().__init__(form)
        self.redactor = Redactor()

    def format(self, record: logging.LogRecord) -> str:
        """Return a message as it is written, a traceback included."""
        # Before it is cut: of half a secret nothing shows that it is one.
        text = fit_text(super().format(record), self.redactor)
        half = LONGEST_MESSAGE // 2
        return text if len(text) <= LONGEST_MESSAGE else f"{text[:half]}\n…\n{text[-half:]}"


def start_log() -> None:
    """Write what goes wrong to stderr; in the background that is the server's log."""
    handler = logging.StreamHandler()
    handler.setFormatter(Short(LOG_FORM))
    handler.addFilter(Measured())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def open_files() -> None:
    """Raise the number of files that may be open: macOS begins with 256."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def serve(
    home: Path,
    lock: OwnerLock,
    doors: Doors,
    ready: Callable[[Info], None],
    damage: Damage | None = None,
) -> Damage | None:
    """Answer on both sockets until the end; return what is wrong with the store, if that is it."""
    end, loop = asyncio.Event(), asyncio.get_running_loop()
    signals: list[int] = []

    def told(number: int, _frame: object) -> None:
        signals.append(number)
        if not loop.is_closed():
            loop.call_soon_threadsafe(end.set)

    for number in ENDING:
        # Whoever started us with nohup wants us to outlive the terminal.
        if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
            # Not the loop's: it would take its handlers away at its end, and one more signal to a
            # thread that is just ending would end the process.
            signal.signal(number, told)
    # Of a server before this one in the same process they are still blocked.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    office = Office(home, damage=damage)
    try:
        if await opened(office, end):
            found = await answer(office, lock, doors, ready, end)
            # One may have come while everything was closed: then there is no next round.
            return None if signals else found
    except DamagedStore as error:
        # Met before the server was up: opening the store has not shown it.
        if damage is not None or end.is_set() or not hasattr(office, "damage_watch"):
            raise
        office.keepers.close()
        return Damage(error.message)
    else:
        return None
    finally:
        # A second signal finds nothing left to end.
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)


async def answer(
    office: Office,
    lock: OwnerLock,
    doors: Doors,
    ready: Callable[[Info], None],
    end: asyncio.Event,
) -> Damage | None:
    """Answer until the end, or until the store is damaged; return that damage."""
    web, pages, lines, held = doors
    home, port = office.home, web.getsockname()[1]
    info: Info = {
        "pid": os.getpid(),
        "url": url_of(web),
        "page": url_of(pages),
        "socket": str(socket_path(home)),
        "since": timestamp(),
        "home": str(home),
    }
    if held:
        office.chores.trouble["port"] = held
    tokens = Tokens(home)
    # Commands show it with whatever they look at; one that cannot be made shows them nothing.
    with contextlib.suppress(OSError, ProctorError):
        tokens.local_token()
    access = Access(tokens, port, office.staff.people, pages.getsockname()[1])
    routes = late_routes(office, access)
    http = HttpServer(make_app(office, access, routes), ended=end.set)
    told = {**info, "store": office.keepers.shown}
    ops = Ops(office, tokens, info=told, stop=end.set, links=access.links)
    line_server, sockets = LineServer(ops), AgentSockets(ops, home)
    try:
        await http.listen(web, pages)
        await line_server.listen(lines)
        await sockets.start()
        lock.publish(**info)
        keep_port(home, port)
        beside = (
            asyncio.create_task(stay_reachable(home, line_server, end)),
            asyncio.create_task(build_soon(routes)),
        )
        told_of = office.calling.told_of()
        ready({**info, "channels": told_of, "trouble": office.trouble() or None})
        with seldom_collecting():
            await first_of(end, office.damage_watch.gives_way)
        again = not end.is_set()
        for task in beside:
            task.cancel()
    finally:
        await close(office, http, line_server, sockets)
    return office.damage_watch.found if again else None


async def first_of(*events: asyncio.Event) -> None:
    """Wait until one of some events has happened."""
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()


async def build_soon(routes: LateRoutes) -> None:
    """Build the routes a while after the start, so that the first page opens at once."""
    await asyncio.sleep(QUIET)
    await routes.built()


def url_of(web: socket.socket) -> str:
    """Return the address of a port of ours."""
    return f"http://{HOST}:{web.getsockname()[1]}"


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Let the collector of garbage look seldom, and not at what is there already: it stays."""
    usual = gc.get_threshold()
    gc.set_threshold(*OBJECTS)
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)


async def close(
    office: Office, http: HttpServer, line_server: LineServer, sockets: AgentSockets
) -> None:
    """Let everybody go, then close the office, whatever else fails."""
    # Before there is another thread: one that does not block them too would be ended by them.
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    # A store that hangs cannot be closed, nor can its threads be ended.
    late = threading.Timer(LONGEST_END, os._exit, [0])
    late.daemon = True
    late.start()
    # Streams end by themselves once there is nothing more to hear.
    office.bus.close()
    try:
        await asyncio.gather(http.close(), line_server.close(), sockets.close())
    finally:
        await office.stop()
        late.cancel()


async def opened(office: Office, end: asyncio.Event) -> bool:
    """Open the office; False if we are told to end before that is done."""
    starting = asyncio.create_task(office.start())
    ending = asyncio.create_task(end.wait())
    await asyncio.wait({starting, ending}, return_when=asyncio.FIRST_COMPLETED)
    ending.cancel()
    if starting.done():
        await starting
        return True
    starting.cancel()
    return False
