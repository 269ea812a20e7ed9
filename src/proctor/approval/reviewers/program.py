"""
Run a program that answers a prompt: text in, text out, and nothing left behind.

It runs in an empty folder of ours, in a process group of its own, with exactly the
environment that is handed in. When it has answered, or nobody waits any more, whatever
is left of the group is killed.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, cast

from proctor.approval.reviewer import NoAnswer

MOST_OUTPUT = 256_000
# How long the end of the output may take to arrive once the program has ended.
LAST_WORDS = 1.0
STDIN, STDOUT = 0, 1


class Failed(NoAnswer):
    """A program ended with a status that is not zero; `text` is what it had said."""

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message)
        self.text = text


class Folder(NamedTuple):
    """A folder for one run: `here` is empty and where it runs, `scratch` for its own files."""

    here: Path
    scratch: Path


class Listener(asyncio.SubprocessProtocol):
    """
    Collects what a program says, up to a limit.

    `over` is done when it has ended or said too much, `exited` when it has ended, and
    `spoken` at the end of its output.
    """

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.output = bytearray()
        self.over: asyncio.Future[None] = loop.create_future()
        self.exited: asyncio.Future[None] = loop.create_future()
        self.spoken: asyncio.Future[None] = loop.create_future()

    @property
    def too_much(self) -> bool:
        """Say whether it said more than anybody wants to hear."""
        return len(self.output) > MOST_OUTPUT

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Keep what it says; what it complains of is not kept: it may quote what it was told."""
        if fd == STDOUT and len(self.output) <= MOST_OUTPUT:
            self.output += data
            if self.too_much:
                finish(self.over)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002 - said so
        """Note the end of its output; that it did not read all of the prompt is no matter."""
        if fd == STDOUT:
            finish(self.spoken)

    def process_exited(self) -> None:
        """Note that it has ended."""
        finish(self.exited)
        finish(self.over)


def finish(future: asyncio.Future[None]) -> None:
    """Mark what has happened, once."""
    if not future.done():
        future.set_result(None)


@contextmanager
def empty_folder(place: Path | None = None) -> Iterator[Folder]:
    """Make a folder that only we can enter, and remove it with whatever is in it."""
    if place is not None:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    root = Path(tempfile.mkdtemp(prefix="proctor-review-", dir=place))
    try:
        folder = Folder(root / "here", root / "scratch")
        for each in folder:
            each.mkdir(mode=0o700)
        yield folder
    finally:
        shutil.rmtree(root, ignore_errors=True)


async def answer_of(
    program: Sequence[str], prompt: str, *, environment: Mapping[str, str], cwd: Path
) -> str:
    """
    Return what a program says to a prompt; end it and all of its group when cancelled.

    Raises:
        Failed: it ended with a status that is not zero.
        NoAnswer: it could not be started, or said too much or nothing readable.

    """
    text = prompt.encode()
    name = Path(program[0]).name
    try:
        transport, listener = await started(program, environment, cwd)
    except (OSError, ValueError) as error:
        kind = getattr(error, "strerror", None) or "it cannot be called so"
        raise NoAnswer(f"the reviewer `{name}` could not be started: {kind}") from error
    try:
        stdin = cast("asyncio.WriteTransport", transport.get_pipe_transport(STDIN))
        # uvloop raises where it has ended already; what it said counts all the same.
        with suppress(RuntimeError):
            stdin.write(text)
        stdin.close()
        await listener.over
    finally:
        await put_down(transport, listener)
    status = transport.get_returncode()
    if listener.too_much:
        raise NoAnswer(f"the reviewer `{name}` said more than {MOST_OUTPUT} bytes")
    if status != 0:
        said = listener.output.decode(errors="replace")
        raise Failed(f"the reviewer `{name}` ended with status {status}", said)
    try:
        return listener.output.decode()
    except UnicodeDecodeError:
        raise NoAnswer(f"the reviewer `{name}` said what is not UTF-8") from None


async def started(
    program: Sequence[str], environment: Mapping[str, str], cwd: Path
) -> tuple[asyncio.SubprocessTransport, Listener]:
    """Start a program; who is cancelled meanwhile leaves none behind."""
    loop = asyncio.get_running_loop()
    starting = asyncio.ensure_future(
        loop.subprocess_exec(
            Listener, *program, env=dict(environment), cwd=cwd, start_new_session=True
        )
    )
    try:
        # A start that is itself cancelled can wait for ever, and ends only the leader.
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        await asyncio.wait([starting])
        if not starting.cancelled() and starting.exception() is None:
            await put_down(*starting.result())
        raise


async def put_down(transport: asyncio.SubprocessTransport, listener: Listener) -> None:
    """End a program with all of its group, and take in the last that it said."""
    end_group(transport.get_pid())
    try:
        await asyncio.wait([listener.exited, listener.spoken], timeout=LAST_WORDS)
    except asyncio.CancelledError:
        # A loop that ends cancels us here too. What was killed ends in a moment, and uvloop
        # waits for ever for one that was let go before.
        await asyncio.wait([listener.exited], timeout=LAST_WORDS)
        raise
    finally:
        transport.close()


def found(program: str, environment: Mapping[str, str]) -> str:
    """
    Return where a program lies: on the `PATH` of its own environment, in absolute folders only.

    Raises:
        NoAnswer: it is not there.

    """
    folders = [each for each in environment.get("PATH", "").split(":") if each.startswith("/")]
    # A relative path would be taken from wherever we happen to stand.
    named = program if program.startswith("/") or "/" not in program else ""
    path = shutil.which(named, path=":".join(folders)) if named else None
    if path is None:
        raise NoAnswer(f"the reviewer `{Path(program).name}` was not found on the recorded PATH")
    return path


def end_group(leader: int) -> None:
    """
    Kill what is left of a process group.

    Its number is not used again while one of the group lives, and if none does, not
    within the moment that has passed since its leader ended.
    """
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
