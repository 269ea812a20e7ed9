"""
Run a command to its end: without a shell where it can be, within a time and a size.

It runs in a process group of its own, which ends with it: at the time limit all of it is ended,
and what it has left in the background when it is done. Of the environment it gets what programs
need to work, and no variable in which somebody's keys could be.
"""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from proctor.errors import NotFound, UsageError
from proctor.nodes import visible
from proctor.tools.kept_output import KeptOutput
from proctor.tools.plain_commands import plain_words

SECONDS, LONGEST = 120.0, 3600.0
MOST_OUTPUT = 64 * 1024
LONGEST_COMMAND = 100_000
CHUNK = 1 << 16
# How long what is told to end may take to do so.
GRACE = 2.0
# How often it is looked whether a program has ended, where the system cannot tell.
POLL = 0.05
# Why a program was told to end.
OVER, STOPPED = "its time is over", "nobody waits for it"
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"
# What programs need to find themselves and others. Whatever may hold a key is not among them.
KEPT = (
    "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR",
    "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
)  # fmt: skip


@dataclass(frozen=True)
class Finished:
    """How a command ended; `code` is negative where a signal ended it."""

    code: int
    output: str
    cut: bool = False
    timed_out: bool = False
    stopped: bool = False
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Say whether it did what it was for, as far as its exit status tells."""
        return self.code == 0 and not self.timed_out and not self.stopped

    def text(self) -> str:
        """Return what it wrote, and how it ended where that was not well."""
        if self.timed_out:
            end = f"[it was ended after {self.seconds:.0f} s, its time limit]"
        elif self.stopped:
            end = "[it was ended: nobody waits for it any more]"
        elif self.code < 0:
            end = f"[it was ended by signal {-self.code}]"
        else:
            end = f"[exit status {self.code}]" if self.code else ""
        return "\n".join(part for part in (self.output.rstrip("\n"), end) if part)


def run_command_text(  # noqa: PLR0913 - what can be said of a run
    command: str,
    *,
    cwd: Path,
    seconds: float = SECONDS,
    most_output: int = MOST_OUTPUT,
    variables: Mapping[str, str] | None = None,
    ends: Event | None = None,
) -> Finished:
    """
    Run a command as it is written: its words where it is nothing else, else with bash.

    Raises:
        NotFound: there is no such program.
        UsageError: it cannot be run.

    """
    if not command.strip() or "\0" in command or len(command) > LONGEST_COMMAND:
        raise UsageError("this is no command that could be run")
    words = plain_words(command)
    if words is None:
        bash = shutil.which("bash", path=SYSTEM_PATH)
        if bash is None:
            raise NotFound("there is no bash", help="write it as a program and its words")
        words = [bash, "--noprofile", "--norc", "-c", command]
    return run_words(
        words, cwd=cwd, seconds=seconds, most_output=most_output, variables=variables, ends=ends
    )


def run_words(  # noqa: PLR0913 - what can be said of a run
    words: Sequence[str],
    *,
    cwd: Path,
    seconds: float = SECONDS,
    most_output: int = MOST_OUTPUT,
    variables: Mapping[str, str] | None = None,
    ends: Event | None = None,
) -> Finished:
    """
    Run a program with its words, without a shell, and return how it ended.

    Args:
        words: the program and its words.
        cwd: where it runs.
        seconds: how long it may take.
        most_output: how many bytes of what it writes are kept, the first and the last.
        variables: what its environment has besides the usual; see `plain_environment`.
        ends: ends it when it is set, as its time limit does.

    Raises:
        NotFound: there is no such program.
        UsageError: it cannot be run.

    """
    if not words:
        raise UsageError("this is no command that could be run")
    if not 0 < seconds <= LONGEST:
        raise UsageError(f"a time limit is more than 0 and at most {LONGEST:.0f} s")
    environment = plain_environment(variables or {})
    began = time.monotonic()
    process = begun(words, cwd, environment)
    kept = KeptOutput(most_output)
    limit = Limit(began + seconds, ends)
    try:
        followed(process, kept, limit)
    finally:
        # Also where we are interrupted: it does not go on without us.
        end_group(process, signal.SIGKILL)
        if process.stdout is not None:
            drain(process.stdout.fileno(), kept)
            process.stdout.close()
        process.wait()
    return Finished(
        code=process.returncode,
        output=kept.text(),
        cut=kept.cut,
        timed_out=limit.why == OVER,
        stopped=limit.why == STOPPED,
        seconds=time.monotonic() - began,
    )


def begun(
    words: Sequence[str], cwd: Path, environment: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    """
    Start a program in a group of its own, without a terminal.

    Raises:
        NotFound: there is no such program.
        UsageError: it cannot be run.

    """
    try:
        process = subprocess.Popen(  # noqa: S603 - what is run was decided on before
            list(words),
            cwd=cwd,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except FileNotFoundError:
        if not cwd.is_dir():
            raise NotFound("the workspace is not there") from None
        raise NotFound(f"there is no program `{visible(words[0])}`") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(f"`{visible(words[0])}` cannot be run: {why}") from None
    if process.stdout is not None:
        os.set_blocking(process.stdout.fileno(), False)
    return process


def plain_environment(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a command: what programs need, and what is given."""
    kept = {name: os.environ[name] for name in KEPT if os.environ.get(name)}
    # A program in the folder in which it runs is found by its path only.
    folders = os.environ.get("PATH", "").split(":")
    path = ":".join(folder for folder in folders if folder.startswith("/")) or SYSTEM_PATH
    return {**kept, "PATH": path, "TERM": "dumb", "PAGER": "cat", "NO_COLOR": "1", **variables}


class Limit:
    """When a program has to end, and why it was told to."""

    def __init__(self, deadline: float, ends: Event | None) -> None:
        self.deadline = deadline
        self.ends = ends
        self.why = ""

    def is_over(self) -> bool:
        """Say whether the time has come; once it is told to end it has a little more."""
        if not self.why and self.ends is not None and self.ends.is_set():
            self.deadline, reason = 0.0, STOPPED
        else:
            reason = OVER
        if time.monotonic() < self.deadline:
            return False
        self.why = self.why or reason
        return True

    def left(self) -> float:
        """Return how long nothing has to be looked at."""
        left = max(self.deadline - time.monotonic(), 0.0)
        return left if self.ends is None else min(left, POLL)


def followed(process: subprocess.Popen[bytes], kept: KeptOutput, limit: Limit) -> None:
    """Take what a program writes until it has ended, or has to be."""
    told_to_end = False
    with closing(Watch(process)) as watch:
        while not watch.has_ended(limit.left(), kept):
            if limit.is_over():
                if told_to_end:
                    return
                end_group(process, signal.SIGTERM)
                told_to_end, limit.deadline = True, time.monotonic() + GRACE


class Watch:
    """Waits for what a program writes, and for its end, whichever comes first."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.selector = selectors.DefaultSelector()
        self.output = process.stdout.fileno() if process.stdout else -1
        self.selector.register(self.output, selectors.EVENT_READ)
        self.end = -1
        if sys.platform == "linux":
            # It tells of the end and leaves the process there, so that its group is still its.
            with suppress(OSError):
                self.end = os.pidfd_open(process.pid)
                self.selector.register(self.end, selectors.EVENT_READ)

    def close(self) -> None:
        """Let go of what was waited for."""
        self.selector.close()
        if self.end >= 0:
            os.close(self.end)

    def has_ended(self, seconds: float, kept: KeptOutput) -> bool:
        """Wait for something to happen, and say whether the program has ended."""
        limit = seconds if self.end >= 0 else min(seconds, POLL)
        ready = {key.fd for key, _ in self.selector.select(limit)}
        if self.output in ready and not drain(self.output, kept, most=CHUNK):
            # Nobody writes any more; whether the program has ended is another question.
            self.selector.unregister(self.output)
        return self.end in ready if self.end >= 0 else self.process.poll() is not None


def drain(output: int, kept: KeptOutput, most: int = 1 << 24) -> bool:
    """Take what is there to be read; False where nothing will come any more."""
    while most > 0:
        try:
            chunk = os.read(output, CHUNK)
        except BlockingIOError:
            return True
        if not chunk:
            return False
        kept.add(chunk)
        most -= len(chunk)
    return True


def end_group(process: subprocess.Popen[bytes], how: signal.Signals) -> None:
    """Send a signal to a program and to all that it has started in its group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, how)
