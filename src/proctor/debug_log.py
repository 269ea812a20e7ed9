"""
The debug log: one line a tool call, whatever was decided, with `PROCTOR_DEBUG=1`.

agentize's name for it, `HANDSOFF_DEBUG=1`, does the same.

    [2026-06-01T12:00:00.000Z] [session] [workflow] Bash | git status

It lies in `logs/tool-used.txt` of the home; where that cannot be written, in the work
tree's `.tmp/`. It never fails whoever writes it.
"""

from __future__ import annotations

import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from proctor.terms.call import ToolCall

VARIABLES = ("PROCTOR_DEBUG", "HANDSOFF_DEBUG")
NAME = "tool-used.txt"
LONGEST, SHORT, LONGEST_NAME = 1000, 100, 200
# A text that is longer is cut before it is redacted, so that nobody can keep us busy.
MOST_READ = 4 * LONGEST
# What ends a field of a line, and what escapes it.
ENDS = "[]|\\"
FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
LARGEST = 10 << 20
# Where each tool says what it is about; of others the input itself is shown.
FIELDS = ("command", "file_path", "notebook_path", "path", "skill", "url", "query")


def is_wanted(env: Mapping[str, str]) -> bool:
    """Say whether one of the variables asks for the log."""
    return any(env.get(name) == "1" for name in VARIABLES)


def log_call(  # noqa: PLR0913 - keyword only
    call: ToolCall,
    *,
    home: str,
    root: str,
    workflow: str,
    timestamp: str,
    redact: Callable[[str], str],
) -> None:
    """
    Write the line of a call.

    Args:
        call: what the agent wants.
        home: Proctor's home.
        root: the root of the work tree.
        workflow: what the agent works at: its role, where there is no workflow.
        timestamp: when the call came.
        redact: returns a text without its secrets.

    """
    try:
        shown = cut(redact(target(call)[:MOST_READ]), LONGEST)
        names = [cut(str(word or "-"), LONGEST_NAME) for word in (call.session, workflow)]
        tool = cut(str(call.tool), LONGEST_NAME)
        stamps = " ".join(f"[{field(word)}]" for word in (timestamp, *names))
        line = f"{stamps} {field(tool)} | {visible(shown)}\n".encode(errors="backslashreplace")
        if not (append(f"{home}/logs", line, home) or append(f"{root}/.tmp", line, root)):
            return
    except Exception:  # noqa: BLE001, S110 - a log must never decide anything
        pass


def append(folder: str, line: bytes, parent: str) -> bool:
    """Append a line to the log in a folder of one that is there; False if that cannot be."""
    try:
        if not os.path.isdir(parent):  # noqa: PTH112 - pathlib is slow to import
            return False
        os.makedirs(folder, 0o700, exist_ok=True)  # noqa: PTH103 - likewise
        # Neither of both may be a link: it would lead to a file of somebody's choice.
        place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            file = os.open(NAME, FLAGS, 0o600, dir_fd=place)
        finally:
            os.close(place)
        try:
            found = os.fstat(file)
            # Full enough: whoever set the variable may be a repository.
            fits = found.st_nlink == 1 and found.st_size < LARGEST
            return not fits or os.write(file, line) == len(line)
        finally:
            os.close(file)
    except OSError:
        return False


def target(call: ToolCall) -> str:
    """Return what a call is about."""
    said = call.input
    if isinstance(said, dict):
        for field in FIELDS:
            if isinstance(word := said.get(field), str):
                return word
    return json.dumps(said, default=repr, ensure_ascii=False)[:SHORT]


def cut(text: str, most: int) -> str:
    """Return as much of a text as is shown."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def field(text: str) -> str:
    """Return a text that stays one field of a line: what ends a field is escaped."""
    return visible("".join(f"\\{char}" if char in ENDS else char for char in text))


def visible(text: str) -> str:
    """Return a text on one line, with whatever cannot be seen spelled out."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
