"""
What is known of a session, in its folder: what was started, what runs, how it ended.

    agent.json      what was started: written by whoever starts it
    running.json    the processes: written by the supervisor, once they are there
    ended.json      the exit code or the signal: written by the supervisor

Each start of one session has a number, so that what is told of an earlier one never counts
for a later one. Files are written whole or not at all, for their user alone.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

from proctor.agents.processes import birth_of
from proctor.agents.session_folder import FOLDER, is_name, session_folder
from proctor.errors import NotFound, UsageError

AGENT, RUNNING, ENDED = "agent.json", "running.json", "ended.json"
# What the supervisor reads and removes: the person's variables are in there.
START = "start.json"
LARGEST = 1 << 20
FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
OPEN_TO_OTHERS = 0o077
# So long a session may take until its supervisor has said that it runs, in seconds.
STARTS_WITHIN = 15.0


class Session(NamedTuple):
    """
    One session of an agent, as it was started.

    `role` may be a chain (`coder under architect`), or empty. `program` is `claude-code`, or
    empty for a program that tells us nothing. `began` is the time of the start in seconds, of
    the system's clock; `number` counts the starts. `parent` is the agent that started it.
    `set` has what `--set` said, `extra` the words behind `--`. `token` lets it hand in its
    telemetry, and opens nothing else. `mode` is the permission mode that the program was told.
    `depth` is 0 for one that a person started, and one more than its parent's for another.
    `id` is the agent's own, through all of its starts: another of the same name has another.
    """

    name: str
    role: str
    command: tuple[str, ...]
    program: str
    cwd: str
    project: str
    session_id: str
    started_at: str
    began: float
    number: int = 1
    parent: str = ""
    by: str = ""
    sandbox: bool = False
    isolated: bool = False
    set: Mapping[str, str] = {}
    extra: tuple[str, ...] = ()
    token: str = ""
    mode: str = ""
    depth: int = 0
    id: str = ""

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> Self:
        """
        Return the session that a file tells of; fields of a newer version are passed over.

        Raises:
            ValueError, TypeError, OverflowError: something is missing or is not what it should be.

        """
        known = {name: said[name] for name in cls._fields if name in said}
        known |= {
            name: tuple(map(str, known[name])) for name in ("command", "extra") if name in known
        }
        made = cls(**known)
        flags = (made.sandbox, made.isolated)
        texts = (
            made.name, made.role, made.program, made.cwd, made.project, made.session_id,
            made.started_at, made.parent, made.by, made.token, made.mode,
            made.id,
        )  # fmt: skip
        right = all(isinstance(text, str) for text in texts) and isinstance(made.set, Mapping)
        if not (right and all(isinstance(flag, bool) for flag in flags) and is_name(made.name)):
            message = "a field is not what it should be"
            raise ValueError(message)
        return made._replace(
            number=int(made.number), began=float(made.began), depth=int(made.depth)
        )


class Running(NamedTuple):
    """The processes of a session; `birth` tells its supervisor from a later one of that number."""

    number: int
    supervisor: int
    birth: str
    pid: int


class Ended(NamedTuple):
    """How a session has ended: with a code, or by a signal, `SIGKILL`."""

    number: int
    at: str
    exit_code: int | None = None
    signal: str = ""


class Life(NamedTuple):
    """How a session stands: `starting`, `running`, `exited` or `lost`, and how it ended."""

    state: str
    ended: Ended | None = None
    running: Running | None = None

    @property
    def is_live(self) -> bool:
        """Say whether there may be a process."""
        return self.state in ("starting", "running")


def read_session(home: Path, name: str) -> Session:
    """
    Return the session of a name.

    Raises:
        UsageError: that is no name.
        NotFound: there is none, or what its file says cannot be read.

    """
    folder = Path(session_folder(str(home), name))
    said = read_json(folder / AGENT)
    if said is None:
        raise NotFound(f"there is no agent `{name}`", help="see `proctor list`")
    try:
        found = Session.of(said)
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise NotFound(
            f"`{folder / AGENT}` cannot be read: {error}",
            help=f"see `proctor session clean {name}`",
        ) from error
    if found.name != name:
        raise NotFound(f"`{folder / AGENT}` is about `{found.name}`", help="it was copied there")
    return found


def sessions(home: Path) -> list[Session]:
    """Return every session whose files can be read, in the order of their names."""
    found = []
    for name in names(home):
        with suppress(NotFound):
            found.append(read_session(home, name))
    return found


def forget_starts(home: Path) -> None:
    """Remove what nobody has taken to start a program with: the person's variables are in there."""
    with suppress(OSError):
        for start in (home / FOLDER).glob(f"*/{START}"):
            with suppress(OSError):
                if not 0 <= time.time() - start.lstat().st_mtime <= STARTS_WITHIN:
                    start.unlink(missing_ok=True)


def names(home: Path) -> list[str]:
    """Return the names that have a folder."""
    try:
        return sorted(name for name in os.listdir(home / FOLDER) if is_name(name))  # noqa: PTH208 - names
    except OSError:
        return []


def running_names(home: Path) -> frozenset[str]:
    """Return the names of the agents that were started here and may still be there."""
    found = set()
    for name in names(home):
        with suppress(NotFound, UsageError):
            if life_of(home, read_session(home, name)).is_live:
                found.add(name)
    return frozenset(found)


def life_of(home: Path, session: Session, *, now: float | None = None) -> Life:
    """Return how a session stands, by its files and by the processes that there are."""
    folder = Path(session_folder(str(home), session.name))
    running = running_of(read_json(folder / RUNNING))
    alive = running is not None and birth_of(running.supervisor) == running.birth
    # Last, for a supervisor writes it and is gone: what is read before could be older than that.
    ended = ended_of(read_json(folder / ENDED))
    if ended is not None and ended.number == session.number:
        return Life("exited", ended=ended)
    if running is not None and running.number == session.number:
        return Life("running" if alive else "lost", running=running)
    age = (time.time() if now is None else now) - session.began
    return Life("starting" if 0 <= age <= STARTS_WITHIN else "lost")


def running_of(said: Mapping[str, Any] | None) -> Running | None:
    """Return the processes that a file tells of."""
    try:
        return None if said is None else Running(
            number=int(said["number"]),
            supervisor=int(said["supervisor"]),
            birth=str(said["birth"]),
            pid=int(said["pid"]),
        )  # fmt: skip
    except (ValueError, TypeError, KeyError, OverflowError):
        return None


def ended_of(said: Mapping[str, Any] | None) -> Ended | None:
    """Return the end that a file tells of."""
    try:
        if said is None:
            return None
        code = said.get("exit_code")
        return Ended(
            number=int(said["number"]),
            at=str(said["at"]),
            exit_code=None if code is None else int(code),
            signal=str(said.get("signal") or ""),
        )
    except (ValueError, TypeError, KeyError, OverflowError):
        return None


def read_json(path: Path, largest: int = LARGEST) -> dict[str, Any] | None:
    """Return what a file of ours says; None where it is not there, not ours alone, or not whole."""
    try:
        file = os.open(path, FLAGS)
        with os.fdopen(file, "rb") as opened:
            found = os.fstat(file)
            ours = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid()
            text = opened.read(largest) if ours and not found.st_mode & OPEN_TO_OTHERS else b""
        said = json.loads(text)
    except (OSError, ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def write_session(folder: Path, session: Session) -> None:
    """
    Write what was started.

    Raises:
        OSError: it cannot be written.

    """
    write_json(folder / AGENT, session._asdict())


def write_json(path: Path, said: Mapping[str, Any]) -> None:
    """
    Write a file whole or not at all, for its user alone.

    Raises:
        OSError: it cannot be written.

    """
    write_whole(path, (json.dumps(said, indent=2, ensure_ascii=False) + "\n").encode())


def write_whole(path: Path, data: bytes, mode: int = 0o600) -> None:
    """
    Write a file whole or not at all.

    Raises:
        OSError: it cannot be written.

    """
    begun = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(begun, flags, 0o600), "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        begun.replace(path)
    finally:
        begun.unlink(missing_ok=True)
