"""The tool that searches in files: a text or a pattern, in linear time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import re2

from proctor.errors import ProctorError, UsageError
from proctor.nodes import visible
from proctor.terms.kind import Kind
from proctor.tools.built_in.commands import time_left
from proctor.tools.context import Context
from proctor.tools.declare import tool
from proctor.tools.tree import Entry, matching, may_read, printable, walk
from proctor.tools.workspace import names_in, opened_folder, read_in

MOST_MATCHES, LONGEST_LINE, LONGEST_PATTERN = 200, 500, 1000
SECONDS = 60.0
LARGEST_FILE = 2 * 1024 * 1024
# A file with a null byte at its beginning is none that people read.
BEGINNING = 8192


@tool(
    id="search_files",
    category="search",
    kind=Kind.READ,
    target="path",
    read_only=True,
    idempotent=True,
)
def search_files(  # noqa: PLR0913, PLR0917 - a search has as many
    context: Context,
    pattern: str,
    path: str = ".",
    glob: str = "**",
    regex: bool = False,
    ignore_case: bool = False,
    limit: int = MOST_MATCHES,
) -> str:
    """
    Search in files.

    The lines that match are shown as `path:line: text`. Hidden files are searched only where
    `path` names them or a folder of theirs.

    Args:
        context: Where and for whom.
        pattern: The text to look for.
        path: The folder or file in which to look, as seen from the workspace.
        glob: Which files: `*.py` at any depth, `src/**` below a folder.
        regex: Read the pattern as a regular expression, as RE2 does.
        ignore_case: Let small and capital letters count as the same.
        limit: How many lines to show at most.

    """
    if not 1 <= limit <= MOST_MATCHES:
        raise UsageError(f"`limit` is from 1 to {MOST_MATCHES}")
    sought = compiled(pattern, literal=not regex, ignore_case=ignore_case)
    seconds = time_left(context, SECONDS)
    found: list[str] = []
    for match in matches(context, path, glob, sought, time.monotonic() + seconds):
        if match is None:
            return "\n".join([*found, f"[ended after {seconds:.0f} s; search in less]"])
        if len(found) == limit:
            return "\n".join([*found, f"[cut after {limit}; search for less]"])
        found.append(match)
    return "\n".join(found) or "[no match]"


def compiled(pattern: str, *, literal: bool, ignore_case: bool) -> Any:
    """
    Return a pattern that takes time in proportion to what it is searched in.

    Raises:
        UsageError: it is none, or too long.

    """
    if not pattern or len(pattern) > LONGEST_PATTERN:
        raise UsageError(f"a pattern has from 1 to {LONGEST_PATTERN} characters")
    options = re2.Options()
    options.log_errors = False
    options.literal = literal
    options.case_sensitive = not ignore_case
    try:
        return re2.compile(pattern, options=options)
    except (re2.error, UnicodeEncodeError) as error:
        raise UsageError(
            f"`{visible(pattern)}` is no pattern: {shown_error(error)}",
            help="look-around and back-references are not possible; or search for plain text",
        ) from None


def shown_error(error: Exception) -> str:
    """Return what is wrong with a pattern; the engine speaks in bytes."""
    said = error.args[0] if error.args else ""
    return said.decode(errors="replace") if isinstance(said, bytes) else str(said)


def matches(
    context: Context, path: str, glob: str, sought: Any, deadline: float
) -> Iterator[str | None]:
    """Return every line that matches, file by file; None where the time is over before the end."""
    wanted = matching(glob)
    for entry in looked_through(context, path):
        if time.monotonic() > deadline:
            yield None
            return
        if not entry.is_file or not wanted(entry.below):
            continue
        for number, line in enumerate(lines_of(context, entry.path), start=1):
            if sought.search(line) is not None:
                yield f"{printable(entry.path)}:{number}: {line[:LONGEST_LINE]}"


def looked_through(context: Context, path: str) -> Iterator[Entry]:
    """Return the files in which to search: one that is named, or those below a folder."""
    names = names_in(context.workspace, path)
    if names:
        with opened_folder(context.workspace, names[:-1]) as folder:
            named = Entry.of(folder, names, below=len(names) - 1)
        if named.is_file:
            if may_read(context, named.path):
                yield named
            return
    for entry in walk(context, path):
        if not any(name.startswith(".") for name in entry.below.split("/")):
            yield entry


def lines_of(context: Context, path: str) -> list[str]:
    """Return the lines of a file; none where it is too large, no text, or not there any more."""
    *folders, name = path.split("/")
    try:
        with opened_folder(context.workspace, tuple(folders)) as folder:
            data = read_in(folder, name, path, most=LARGEST_FILE).data
    except ProctorError:
        return []
    if b"\0" in data[:BEGINNING]:
        return []
    return data.decode("utf-8", errors="replace").splitlines()
