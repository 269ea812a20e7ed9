"""
Start the server in the background, once, whoever wishes it and however many at a time.

It runs apart from whoever started it: a session of its own, `/` as its folder, an
isolated Python, and an environment that is made here. Nothing of an agent's
environment reaches a server that an agent's question has started.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from proctor.config import load_config
from proctor.errors import NoOwner, ProctorError, ServerError
from proctor.own_process import own_command
from proctor.owner.client import Client
from proctor.owner.recorded_environment import record_environment, recorded_environment
from proctor.owner.who import Info, make_home, running_server
from proctor.terms.asking import REVIEWER_VARIABLES, TELEGRAM_VARIABLES

SECONDS = 10.0
POLL = 0.02
PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"
# What a person's server takes over from their terminal.
PERSONAL = (
    "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "TZ", "TMPDIR", "PATH", "PROCTOR_STORE",
    *TELEGRAM_VARIABLES,
)  # fmt: skip
# INVARIANT: an empty list of users is an error; dropped, it would let everybody in the chat answer.
KEPT_EMPTY = "TG_ALLOWED_USER_IDS"
LOCK, LOG_FOLDER, LOG = "start.lock", "logs", "server.log"
LARGEST_LOG = 5 * 1024 * 1024
LINES_SHOWN, MOST_SHOWN = 12, 16 * 1024

Progress = Callable[[float], None]


def own_environment(home: Path) -> dict[str, str]:
    """Return the environment of a server that starts by itself: nothing of ours is in it."""
    environment = {"LANG": "C.UTF-8", "PATH": PATH, "PROCTOR_HOME": str(home)}
    with suppress(KeyError):
        user = pwd.getpwuid(os.geteuid())
        environment |= {"HOME": user.pw_dir, "USER": user.pw_name, "LOGNAME": user.pw_name}
    return environment


def personal_environment(home: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a server that a person starts from a terminal."""
    names = (*PERSONAL, *reviewer_variables(home))
    taken = {name: environment[name] for name in names if environment.get(name)}
    if KEPT_EMPTY in environment:
        taken[KEPT_EMPTY] = environment[KEPT_EMPTY]
    return {**own_environment(home), **taken}


def reviewer_variables(home: Path) -> set[str]:
    """Return the variables that lead a reviewer to its service, with the key that config names."""
    with suppress(ProctorError):
        return {*REVIEWER_VARIABLES, load_config(home, None).asking.reviewer.key_variable}
    return {*REVIEWER_VARIABLES}


def start_for_person(
    home: Path,
    environment: Mapping[str, str],
    *,
    port: int | None = None,
    seconds: float = SECONDS,
    progress: Progress = lambda _: None,
) -> Info:
    """
    Start a server from a person's terminal, unless one answers, and return where it is.

    What leads a reviewer to its service is written down as it is in this terminal, also where
    it was unset; a server that a hook starts later has it from there. What else was written
    down stays as it was.

    Raises:
        ServerError: it does not start.

    """
    personal = personal_environment(home, environment)
    info = start_in_background(
        home, environment=personal, port=port, seconds=seconds, progress=progress
    )
    known, renewed = recorded_environment(home), reviewer_variables(home)
    kept = {name: value for name, value in known.items() if name not in renewed}
    found = {name: personal[name] for name in personal if name in renewed or not known}
    if kept | found != known:
        record_environment(home, kept | found)
    return info


def ensure_owner(home: Path, seconds: float = SECONDS) -> Info:
    """
    Return the server of a home, and start one if there is none: for an ask that needs a person.

    Raises:
        ServerError: it does not start.

    """
    return start_in_background(home, environment=hook_environment(home), seconds=seconds)


def hook_environment(home: Path) -> dict[str, str]:
    """Return what a server starts with that a hook starts: nothing of the agent's."""
    recorded = {**own_environment(home), **recorded_environment(home)}
    return {**recorded, "PROCTOR_HOME": str(home)}


def start_in_background(
    home: Path,
    *,
    environment: Mapping[str, str],
    port: int | None = None,
    seconds: float = SECONDS,
    progress: Progress = lambda _: None,
) -> Info:
    """
    Start a server, unless one answers, and return where it is once it answers.

    Args:
        home: whose server.
        environment: all of its environment.
        port: the port that a person named.
        seconds: how long it may take until it answers.
        progress: is told now and then for how many seconds we have waited.

    Raises:
        ServerError: it does not start; the end of its log is in the message.

    """
    began = time.monotonic()
    make_home(home)
    try:
        with turn(home, began + seconds) as mine:
            found = answering(home, began + seconds)
            if found is not None:
                return found
            if not mine:
                raise ServerError("a server is being started, and does not answer yet")
            log = open_log(home)
            try:
                words = own_command("up", *([] if port is None else ["--port", str(port)]))
                return started(home, Child(words, environment, log), began, seconds, progress)
            finally:
                os.close(log)
    except OSError as error:
        raise ServerError(
            f"no server can be started in `{home}`: {error.strerror or error}",
            help="see to whom the folder belongs, and whether its disk is full",
        ) from error


@contextmanager
def turn(home: Path, deadline: float) -> Iterator[bool]:
    """Wait for our turn to start one; False where another has it, or its server answers by now."""
    file = os.open(home / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        yield has_turn(file, home, deadline)
    finally:
        os.close(file)


def has_turn(file: int, home: Path, deadline: float) -> bool:
    """Take the lock, unless there is no need of it, or the time is over."""
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if answering(home, deadline) is not None or time.monotonic() > deadline:
                return False
            time.sleep(POLL)
        else:
            return True


def answering(home: Path, deadline: float | None = None) -> Info | None:
    """
    Return what the server of a home says of itself, None if there is none.

    Raises:
        ServerError: there is one, and it does not answer in time.

    """
    limit = SECONDS if deadline is None else deadline - time.monotonic()
    try:
        with Client.connect(home, max(limit, POLL)) as client:
            return dict(client.call("status"))
    except NoOwner:
        return None


class Child:
    """A server that was started, and runs apart from us."""

    def __init__(self, words: list[str], environment: Mapping[str, str], log: int) -> None:
        self.log = log
        self.begins = os.fstat(log).st_size
        self.process = subprocess.Popen(  # noqa: S603 - our own program, by its full path
            words,
            cwd="/",
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            umask=0o077,
        )
        self.ended = threading.Event()
        # Whoever lives longer than the server must not keep it as a dead one.
        threading.Thread(target=self.reap, daemon=True).start()

    def reap(self) -> None:
        """Wait for its end."""
        self.process.wait()
        self.ended.set()

    def last_words(self) -> str:
        """Return the end of what it wrote."""
        size = os.fstat(self.log).st_size
        start = max(self.begins, size - MOST_SHOWN)
        text = os.pread(self.log, size - start, start).decode(errors="replace")
        return "\n".join(text.rstrip().splitlines()[-LINES_SHOWN:])


def started(home: Path, child: Child, began: float, seconds: float, progress: Progress) -> Info:
    """
    Wait until a server answers.

    Raises:
        ServerError: it has ended, or takes too long.

    """
    where = f"its log is {home / LOG_FOLDER / LOG}"
    while (waited := time.monotonic() - began) < seconds:
        time.sleep(POLL)
        gone = child.ended.is_set()
        # Asked after that: another one may have been quicker, and ours has left it the home.
        found = answering(home, began + seconds)
        if found is not None:
            return found
        if gone and running_server(home) is None:
            said = child.last_words()
            raise ServerError(f"the server did not start\n{said}".rstrip(), help=where)
        progress(waited)
    raise ServerError(f"the server does not answer after {seconds:.0f} s", help=where)


def open_log(home: Path) -> int:
    """Open the server's log for what is new in it; one that has grown large is put aside."""
    folder = home / LOG_FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / LOG
    with suppress(FileNotFoundError):
        if path.lstat().st_size > LARGEST_LOG:
            path.replace(folder / f"{LOG}.1")
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
    log = os.open(path, flags, 0o600)
    os.fchmod(log, 0o600)
    return log
