"""
Claude Code's transcripts: where they lie, and which tool calls they say have run.

    <config>/projects/<project>/<session>.jsonl                      a session
    <config>/projects/<project>/<session>/subagents/agent-*.jsonl    its sub-agents
    <config>/projects/<project>/agent-*.jsonl                        the same in older versions

The program appends to them asynchronously, and every process of the user can write them. So they
are read as hostile input: only regular files of our own user, never through a link, a bounded
number of entries and bytes per round. A forked session starts with copies of older calls, which
keep their ids and times and get the new session's id.
"""

from __future__ import annotations

import json
import os
import re
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from proctor.adapters.claude_code import NO_OPINION, folder, word
from proctor.adapters.claude_versions import Version, parse_version

PROJECTS, SUFFIX = "projects", ".jsonl"
# Measured: for these no PreToolUse hook is called, or ours leaves no record.
NEVER_RECORDED = NO_OPINION | {"EndConversation"}
# Hooks of older versions are not known to get the id of a call, so nothing could be joined.
IDS_SINCE: Version = (2, 0, 77)
# What one round looks at and reads; the rest waits for the next.
ENTRIES_PER_ROUND, BYTES_PER_ROUND = 1000, 2 << 20
# What is read of one file before the next one has its turn. A longer line is skipped.
SLICE, LONGEST_LINE = 1 << 20, 8 << 20
# Files that are followed at the same time, calls in one of them that have not ended, depth.
MOST_FILES, MOST_OPEN, DEEPEST = 20_000, 500, 6
OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# A FIFO must not block, a terminal must not become ours.
OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
CALL, RESULT = "tool_use", "tool_result"
MARKS = (b'"tool_use"', b'"tool_result"')
# A command that ran and failed; versions without `permissionDecision` say nothing else of it.
FAILED_COMMAND = "Exit code "
NOT_ALPHANUMERIC = re.compile(r"[^a-zA-Z0-9]")

Json = dict[str, Any]


class SeenCall(NamedTuple):
    """
    A tool call that a transcript says has run.

    `transcript` is the file's path below the folder of transcripts. Times are seconds since 1970,
    as the program wrote them.
    """

    call_id: str
    tool: str
    session: str
    subagent: str
    cwd: str
    called_at: float
    ended_at: float
    transcript: str


@dataclass(slots=True)
class Position:
    """How far a file was read, its size when nothing was left, and its calls without a result."""

    inode: int
    offset: int = 0
    size: int = -1
    open: dict[str, tuple[str, float]] = field(default_factory=dict)


class Entry(NamedTuple):
    """A file that may be a transcript; `parent` is the descriptor of its folder."""

    parent: int
    name: str
    path: str


class Transcripts:
    """
    Follows the transcripts below one configuration folder.

    Args:
        config: the program's configuration folder.
        kept: positions from an earlier run, as `positions_to_keep` gave them.

    """

    def __init__(self, config: Path, kept: object = None) -> None:
        self.folder = config / PROJECTS
        self.positions = read_positions(kept)
        self.walk: Iterator[Entry | None] | None = None
        # Of the walk that goes on: the files it met, and whether it left something unread.
        self.met: set[str] = set()
        self.has_more = False
        # Whether positions changed, and whether there were more files than are followed; the
        # caller resets both.
        self.has_moved = self.overflows = False

    @property
    def is_between_walks(self) -> bool:
        """Return whether every file had its turn and nothing is left to read."""
        return self.walk is None and not self.has_more

    def calls_seen(self, since: float) -> list[SeenCall]:
        """Read on for one round, and return the calls made at `since` or later that have run."""
        if self.walk is None:
            self.walk, self.met, self.has_more = walk_below(self.folder), set(), False
        seen: list[SeenCall] = []
        left = BYTES_PER_ROUND
        for _ in range(ENTRIES_PER_ROUND):
            try:
                entry = next(self.walk)
            except StopIteration:
                self.end_walk()
                break
            if entry is not None:
                left -= self.read_on(entry, since, seen)
            if left <= 0:
                break
        return seen

    def end_walk(self) -> None:
        """Forget files that are gone or were not written for long."""
        self.walk = None
        self.positions = {path: kept for path, kept in self.positions.items() if path in self.met}

    def read_on(self, entry: Entry, since: float, seen: list[SeenCall]) -> int:
        """Read what is new in a file, and return how many bytes that were."""
        with suppress(OSError):
            about = os.stat(entry.name, dir_fd=entry.parent, follow_symlinks=False)
            if not is_own_file(about) or about.st_mtime < since:
                return 0
            position = self.positions.get(entry.path)
            if position is None and len(self.positions) >= MOST_FILES:
                self.overflows = True
                return 0
            self.met.add(entry.path)
            if position is None or is_replaced(position, about):
                position = self.positions[entry.path] = Position(about.st_ino)
            if position.size == about.st_size:
                return 0
            data, size = read_slice(entry, position)
            self.has_moved = True
            self.has_more |= position.offset + len(data) < size
            position.size = -1 if position.offset + len(data) < size else size
            for line in whole_lines(position, data):
                # A line harms only itself: whatever is wrong with it, the next one is read.
                with suppress(Exception):
                    seen.extend(calls_in(line, position, since, entry.path))
            return len(data)
        return 0

    def positions_to_keep(self) -> Json:
        """Return the positions as JSON, for the next run."""
        return {
            path: [each.inode, each.offset, each.size, each.open]
            for path, each in self.positions.items()
        }


def project_folder_name(root: str) -> str:
    """Return the name of the folder for sessions started in `root`; very long ones are cut."""
    return NOT_ALPHANUMERIC.sub("-", root)


def read_positions(kept: object) -> dict[str, Position]:
    """Read positions that were kept; a damaged one is left out, and its file read again."""
    found = {}
    for path, value in kept.items() if isinstance(kept, dict) else ():
        with suppress(TypeError, ValueError, AttributeError):
            inode, offset, size, calls = value
            opened = {str(name): (str(tool), float(at)) for name, (tool, at) in calls.items()}
            found[path] = Position(int(inode), max(int(offset), 0), int(size), opened)
    return found


def walk_below(top: Path) -> Iterator[Entry | None]:
    """Yield every entry below a folder, None for one that is not a transcript by its name."""
    with suppress(OSError):
        descriptor = os.open(top, OPEN_FOLDER)
        try:
            yield from walk_folder(descriptor, "", DEEPEST)
        finally:
            os.close(descriptor)


def walk_folder(descriptor: int, prefix: str, depth: int) -> Iterator[Entry | None]:
    """Yield the entries of an open folder and of those below it; links are not followed."""
    with os.scandir(descriptor) as listing:
        for entry in listing:
            path = f"{prefix}{entry.name}"
            # The program writes plain names; others could not be kept as text.
            if not entry.name.isprintable():
                yield None
            elif entry.is_dir(follow_symlinks=False):
                yield None
                if depth:
                    yield from walk_subfolder(descriptor, entry.name, f"{path}/", depth - 1)
            else:
                is_named = entry.name.endswith(SUFFIX)
                yield Entry(descriptor, entry.name, path) if is_named else None


def walk_subfolder(parent: int, name: str, prefix: str, depth: int) -> Iterator[Entry | None]:
    """Yield the entries below a folder that may be gone, closed or replaced by now."""
    with suppress(OSError):
        descriptor = os.open(name, OPEN_FOLDER, dir_fd=parent)
        try:
            yield from walk_folder(descriptor, prefix, depth)
        finally:
            os.close(descriptor)


def is_own_file(about: os.stat_result) -> bool:
    """Return whether it is a regular file of our own user."""
    return stat.S_ISREG(about.st_mode) and about.st_uid == os.geteuid()


def is_replaced(position: Position, about: os.stat_result) -> bool:
    """Return whether it is another file by now, or was cut."""
    return position.inode != about.st_ino or about.st_size < position.offset


def read_slice(entry: Entry, position: Position) -> tuple[bytes, int]:
    """
    Return the next bytes of a file, at least a whole line if it is not too long, and its size.

    Raises:
        OSError: it cannot be read, or is not the file that was looked at.

    """
    with open(os.open(entry.name, OPEN_FILE, dir_fd=entry.parent), "rb", buffering=0) as file:  # noqa: PTH123 - by its folder's descriptor
        about = os.fstat(file.fileno())
        if not is_own_file(about) or is_replaced(position, about):
            message = "the file was replaced"
            raise OSError(message)
        file.seek(position.offset)
        data = file.read(SLICE) or b""
        if len(data) == SLICE and b"\n" not in data:
            data += file.read(LONGEST_LINE - SLICE) or b""
        return data, about.st_size


def whole_lines(position: Position, data: bytes) -> list[bytes]:
    """Return the whole lines of what was read, and move the position behind them."""
    end = data.rfind(b"\n") + 1
    if not end and len(data) >= LONGEST_LINE:
        # Too long. The rest of it is no JSON either.
        end = len(data)
    position.offset += end
    return data[:end].split(b"\n")


def calls_in(line: bytes, position: Position, since: float, path: str) -> Iterator[SeenCall]:
    """Yield the calls that a line says have run; note those that it says were made."""
    said = read_line(line)
    version = parse_version(said["version"]) if isinstance(said.get("version"), str) else None
    if version is not None and version < IDS_SINCE:
        return
    at = min(moment(said.get("timestamp")), time.time())
    for block in blocks_of(said):
        if said["type"] == "assistant" and block.get("type") == CALL:
            call_id, tool = word(block.get("id")), word(block.get("name"))
            if call_id and at >= since and tool not in NEVER_RECORDED:
                position.open[call_id] = (tool, at)
                if len(position.open) > MOST_OPEN:
                    del position.open[next(iter(position.open))]
        elif said["type"] == "user" and block.get("type") == RESULT:
            made = position.open.pop(word(block.get("tool_use_id")), None)
            if made and has_run(said, block):
                yield SeenCall(
                    call_id=word(block.get("tool_use_id")),
                    tool=made[0],
                    session=word(said.get("sessionId")),
                    subagent=word(said.get("agentId")),
                    cwd=folder(said.get("cwd")),
                    called_at=made[1],
                    ended_at=max(at, made[1]),
                    transcript=path,
                )


def read_line(line: bytes) -> Json:
    """Return a line's object; an empty one where it says nothing of calls or is no JSON."""
    if not any(mark in line for mark in MARKS):
        return {}
    try:
        said = json.loads(line.decode())
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def blocks_of(said: Mapping[str, Any]) -> Iterator[Json]:
    """Yield the blocks of a line's message."""
    message = said.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, list) and said.get("type") in ("assistant", "user"):
        yield from (block for block in content if isinstance(block, dict))


def has_run(said: Mapping[str, Any], block: Mapping[str, Any]) -> bool:
    """
    Return whether a result is that of a call that ran.

    A call that was refused, rejected by a person or not valid has an error for a result; the
    program notes its decision beside the result of every call that got that far.
    """
    noted = said.get("permissionDecision")
    decision = noted.get("decision") if isinstance(noted, dict) else None
    if decision == "reject":
        return False
    if block.get("is_error") is not True or decision is not None:
        return True
    content = block.get("content")
    return isinstance(content, str) and content.startswith(FAILED_COMMAND)


def moment(value: object) -> float:
    """Return a time in seconds since 1970; now where it is none."""
    with suppress(ValueError, OverflowError):
        if isinstance(value, str):
            return datetime.fromisoformat(value).timestamp()
    return time.time()
