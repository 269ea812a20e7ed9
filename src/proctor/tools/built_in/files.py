"""Tools for files of the workspace: read, write, replace, list."""

from __future__ import annotations

from proctor.errors import UsageError
from proctor.nodes import visible
from proctor.terms.kind import Kind
from proctor.tools.context import Context
from proctor.tools.declare import tool
from proctor.tools.tree import matching, walk
from proctor.tools.workspace import LARGEST_WRITE, read_bytes, write_bytes

MOST_LINES, LONGEST_TEXT = 2000, 256 * 1024
MOST_FILES = 1000


@tool(
    id="read_file",
    names=("view",),
    category="filesystem",
    kind=Kind.READ,
    target="path",
    read_only=True,
    idempotent=True,
)
def read_file(context: Context, path: str, offset: int = 1, limit: int = MOST_LINES) -> str:
    """
    Read the contents of a file.

    It has to be a text.

    Args:
        context: Where and for whom.
        path: The file, as seen from the workspace.
        offset: The first line to read; 1 is the first of the file.
        limit: How many lines to read at most.

    """
    if offset < 1 or limit < 1:
        raise UsageError("`offset` and `limit` count from 1")
    lines = text_of(read_bytes(context.workspace, path).data, path).splitlines(keepends=True)
    shown = "".join(lines[offset - 1 : offset - 1 + limit])
    last = min(offset - 1 + limit, len(lines))
    if len(shown) > LONGEST_TEXT:
        return f"{shown[:LONGEST_TEXT]}\n[cut after {LONGEST_TEXT:,} characters]"
    if last < len(lines):
        return f"{shown}[line {last} of {len(lines)}; go on with offset {last + 1}]"
    return shown


@tool(
    id="write_file",
    names=("create_file",),
    category="filesystem",
    kind=Kind.EDIT,
    target="path",
    edit=True,
    idempotent=True,
)
def write_file(
    context: Context,
    path: str,
    content: str,
    createOnly: bool = False,  # noqa: N803 - the seed's word
) -> str:
    """
    Write content to a file.

    One that is there is replaced.

    Args:
        context: Where and for whom.
        path: The file, as seen from the workspace. Folders that are missing are made.
        content: All of its new content.
        createOnly: Refuse if the file is there already.

    """
    data = encoded(content)
    new = write_bytes(context.workspace, path, data, create_only=createOnly)
    return f"{'made' if new else 'replaced'} {path}: {len(data):,} bytes"


@tool(id="str_replace", category="filesystem", kind=Kind.EDIT, target="path", edit=True)
def str_replace(
    context: Context, path: str, old_str: str, new_str: str, replace_all: bool = False
) -> str:
    """
    Replace text in a file.

    It must be there exactly once.

    Args:
        context: Where and for whom.
        path: The file, as seen from the workspace.
        old_str: The text to replace, exactly as it stands in the file.
        new_str: What comes in its place; empty takes it away.
        replace_all: Replace it wherever it stands.

    """
    if not old_str or old_str == new_str:
        raise UsageError("`old_str` is empty, or the same as `new_str`: nothing would change")
    found = read_bytes(context.workspace, path)
    text = text_of(found.data, path)
    count = text.count(old_str)
    if not count:
        raise UsageError(
            f"`old_str` is not in `{visible(path)}`", help="read the file, and copy it from there"
        )
    if count > 1 and not replace_all:
        raise UsageError(
            f"`old_str` is {count} times in `{visible(path)}`",
            help="take in more of what is around it, or set replace_all",
        )
    # Looked at before it is made: many short texts can become as many long ones.
    if len(text) + count * (len(new_str) - len(old_str)) > LARGEST_WRITE:
        raise UsageError(f"`{visible(path)}` would be larger than {LARGEST_WRITE:,} bytes")
    data = encoded(text.replace(old_str, new_str))
    write_bytes(context.workspace, path, data, expected=found.status)
    return f"replaced {count} in {path}"


@tool(
    id="list_files",
    category="filesystem",
    kind=Kind.READ,
    target="path",
    read_only=True,
    idempotent=True,
)
def list_files(
    context: Context, path: str = ".", pattern: str = "**", limit: int = MOST_FILES
) -> str:
    """
    List files by a pattern.

    Folders end in a slash, links in an @.

    Args:
        context: Where and for whom.
        path: The folder in which to look, as seen from the workspace.
        pattern: Which files: `*.py` at any depth, `src/**` below a folder. `*` stays in one name.
        limit: How many to list at most.

    """
    if not 1 <= limit <= MOST_FILES:
        raise UsageError(f"`limit` is from 1 to {MOST_FILES}")
    wanted = matching(pattern)
    found: list[str] = []
    for entry in walk(context, path):
        if not wanted(entry.below):
            continue
        if len(found) == limit:
            return "\n".join([*found, f"[cut after {limit}; ask for less by path or pattern]"])
        found.append(entry.shown)
    return "\n".join(found) or "[no file]"


def text_of(data: bytes, path: str) -> str:
    """
    Return the content of a file as text.

    Raises:
        UsageError: it is none.

    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise UsageError(f"`{visible(path)}` is no text in UTF-8")
    return text


def encoded(text: str) -> bytes:
    """
    Return a text as a file holds it.

    Raises:
        UsageError: it is none.

    """
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise UsageError("the text has characters that are none") from None
