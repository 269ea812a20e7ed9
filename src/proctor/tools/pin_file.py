"""
What is kept of the tools of one upstream, and the file that it is in.

    <home>/tools/upstreams/<upstream>.json

It lies among the files that policies are made of, so a pin counts as soon as it is written. It
holds digests and hints; the texts themselves are for people and lie elsewhere
(`pinned_texts.py`), where no hook reads them.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proctor.errors import UsageError
from proctor.nodes import visible
from proctor.terms.catalogue import MCP_PREFIX, Annotations
from proctor.terms.named_tuple import NamedTuple
from proctor.tools.hints import believed, both
from proctor.tools.tool_text import PARTS, TELLING, Look
from proctor.tools.upstream_tool import Hints

FOLDER = "tools/upstreams"
SUFFIX = ".json"
VERSION = 1
LARGEST = 4 * 1024 * 1024
MOST_TOOLS = 1000
MOST_UPSTREAMS = 200
UPSTREAM = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
# Whatever else a name has in it, a rule, a list or a shell could read it otherwise.
TOOL = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]{0,127}")
HASH = re.compile(r"sha256:[0-9a-f]{64}")
OPEN_TO_OTHERS = 0o022
WRONG = "it cannot be read, or others could have written it"


class DamagedError(ValueError):
    """A file is not what we wrote; the message says in words what is wrong with it."""


class Entry(NamedTuple):
    """
    What is kept of one tool.

    `seen` is the text that counts: the first one, or the one that a person pinned.
    `changed` is what came in its place, if it is another now; `held` says why it is held
    though it has not changed; `gone` is since when it is not listed any more.
    """

    seen: Look
    changed: Look | None = None
    held: str = ""
    gone: str = ""
    pinned_by: str = ""
    pinned_at: str = ""

    @property
    def latest(self) -> Look:
        """Return what the server said last."""
        return self.changed or self.seen

    @property
    def is_held(self) -> bool:
        """Say whether a person has to look at it before anybody calls it."""
        return bool(self.changed or self.held)

    @property
    def is_pinned(self) -> bool:
        """Say whether a person has pinned it, just as it is now."""
        return bool(self.pinned_at) and not self.is_held

    @property
    def annotations(self) -> Annotations:
        """Return what a policy believes of the tool."""
        here = self.is_pinned and not self.gone
        first = believed(self.seen.hints, pinned=here)
        return both(first, believed(self.changed.hints, pinned=False)) if self.changed else first


Entries = Mapping[str, Entry]


def tool_id(upstream: str, tool: str) -> str:
    """Return the name that rules and records have for an upstream's tool."""
    return f"{MCP_PREFIX}{upstream}__{tool}"


def pin_command(upstream: str, tool: str = "") -> str:
    """Return what a person types to look at a tool of an upstream, or at all of them."""
    # A word of the shell all by itself; one that is not has never been kept.
    which = f"{upstream}/{tool}" if TOOL.fullmatch(tool) else upstream
    return f"proctor tools pin {which}"


def checked_name(upstream: str) -> str:
    """
    Return the name of an upstream, which becomes that of a file.

    Raises:
        UsageError: none is called so.

    """
    if not UPSTREAM.fullmatch(upstream):
        message = f"`{visible(upstream)}` cannot be the name of an upstream"
        raise UsageError(message, help="names have small letters, digits and -, at most 32")
    return upstream


def path_in(home: Path, upstream: str) -> Path:
    """Return where the file of an upstream lies."""
    return home / FOLDER / f"{checked_name(upstream)}{SUFFIX}"


def upstream_files(home: Path) -> dict[str, bytes]:
    """Return the files of all upstreams by their names in the home; one that is not ours is b""."""
    try:
        names = sorted(os.listdir(home / FOLDER))  # noqa: PTH208 - names
    except OSError:
        return {}  # nothing is believed then
    stems = [name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)]
    known = [stem for stem in stems if UPSTREAM.fullmatch(stem)][:MOST_UPSTREAMS]
    return {f"{FOLDER}/{stem}{SUFFIX}": content(path_in(home, stem)) or b"" for stem in known}


def content(path: Path) -> bytes | None:
    """Return what a file says: None where there is none, b"" where it cannot be trusted."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        # A link that leads nowhere is not the same as nothing.
        return b"" if path.is_symlink() else None
    except OSError:
        return b""
    try:
        found = os.fstat(file)
        alone = found.st_uid == os.geteuid() and not found.st_mode & OPEN_TO_OTHERS
        if not (stat.S_ISREG(found.st_mode) and alone and found.st_size <= LARGEST):
            return b""
        with os.fdopen(os.dup(file), "rb") as whole:
            return whole.read(LARGEST + 1)
    except OSError:
        return b""
    finally:
        os.close(file)


def read_entries(data: bytes, upstream: str) -> dict[str, Entry]:
    """
    Read what is kept of an upstream.

    Raises:
        DamagedError: it is not what we wrote. Nothing of it counts.

    """
    try:
        said = json.loads(data)
        named = (said["version"], said["upstream"], type(said["tools"]))
        entries = {name_of(name): entry_of(row) for name, row in said["tools"].items()}
    except DamagedError:
        raise
    except Exception as error:
        # INVARIANT: whatever a file says, it costs this upstream its pins and nobody else theirs.
        raise DamagedError(WRONG) from error
    if named != (VERSION, upstream, dict) or len(entries) > MOST_TOOLS:
        message = "it is of another version, or of another upstream"
        raise DamagedError(message)
    return entries


def name_of(name: object) -> str:
    """Take the name of a tool."""
    if not isinstance(name, str) or not TOOL.fullmatch(name):
        raise DamagedError(WRONG)
    return name


def entry_of(row: dict[str, Any]) -> Entry:
    """Take what is kept of one tool."""
    if not set(row) <= set(Entry._fields):
        raise DamagedError(WRONG)
    texts = {key: row[key] for key in ("held", "gone", "pinned_by", "pinned_at")}
    if not all(isinstance(text, str) for text in texts.values()):
        raise DamagedError(WRONG)
    changed = row["changed"]
    return Entry(look_of(row["seen"]), None if changed is None else look_of(changed), **texts)


def look_of(row: dict[str, Any]) -> Look:
    """Take how a tool was listed once."""
    parts, hints = tuple(row["parts"]), Hints(*row["hints"])
    likeness = tuple(row["likeness"])
    right = (
        HASH.fullmatch(row["hash"])
        and (len(parts), len(likeness)) == (len(PARTS), len(TELLING))
        and all(isinstance(text, str) for text in (*parts, row["at"], *likeness))
        and all(hint is None or isinstance(hint, bool) for hint in hints)
    )
    if not right:
        raise DamagedError(WRONG)
    return Look(row["hash"], parts, hints, row["at"], likeness)


def text_of(upstream: str, entries: Entries) -> bytes:
    """Return the text of a file; the same entries have the same text."""
    tools = {
        name: {
            **entry._asdict(),
            "seen": entry.seen._asdict(),
            "changed": entry.changed._asdict() if entry.changed else None,
        }
        for name, entry in sorted(entries.items())
    }
    said = {"version": VERSION, "upstream": upstream, "tools": tools}
    return json.dumps(said, indent=1).encode() + b"\n"
