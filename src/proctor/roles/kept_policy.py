"""
The compiled policies of roles, kept in the home for a hook that finds no server.

    <home>/compiled/<digest of the project>-<role>.json

The first line is the checksum of the rest. A kept policy counts only while every file that
a role may be made of has the content that it had when the policy was compiled, and only if
the file is whole, is ours and is closed to others; else the role is loaded anew. Of a role
that does not load any more, the denies of what was kept last hold.

This runs in a hook: it imports almost nothing.
"""

from __future__ import annotations

import json
import os
import stat

from proctor.policy.policy import Policy
from proctor.roles.content_key import FORMAT, content_key, digest, pieces
from proctor.terms.catalogue import BUILT_IN, Annotations, ToolInfo
from proctor.terms.decision import Decision
from proctor.terms.effect import ASK, DENY
from proctor.terms.keeping import Unrecorded
from proctor.terms.kind import Kind
from proctor.terms.mode import Mode
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.permissions import STRICT_FIRST, Permissions
from proctor.terms.record import Standing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FOLDER = "compiled"
LONGEST = 32 << 20
NAME_BYTES = 12
LONGEST_ROLE = 80
# So many policies are kept at most; then the older half of them goes.
MOST_KEPT = 1000
LOOSE_MODES = frozenset({Mode.BYPASS, Mode.ACCEPT_EDITS})
# Neither a link nor a pipe, nor anything that a child could inherit.
FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class KeptPolicy(NamedTuple):
    """
    A compiled policy and what else a decision without a server needs.

    `reviewer` is that of the role, as plain data. `redact` are the user's own patterns of
    secrets, `host` the machine's name in records, `unrecorded` what may run while no record
    can be written. `trouble` says why the role does not
    load: then the policy has its last good denies, and asks about everything else.
    """

    policy: Policy
    standing: Standing
    reviewer: Mapping[str, Any] = {}
    redact: tuple[str, ...] = ()
    host: str = ""
    trouble: str = ""
    unrecorded: Unrecorded = Unrecorded.REFUSE


def file_name(root: str, role: str) -> str:
    """Return the name of a role's file; whatever the role is called, it is one."""
    plain = role.isascii() and role.replace("-", "").replace("_", "").isalnum()
    shown = role if plain and len(role) <= LONGEST_ROLE else digest(os.fsencode(role), NAME_BYTES)
    return f"{digest(os.fsencode(root), NAME_BYTES)}-{shown}.json"


def read_kept(home: str, root: str, role: str, *, engine: str = "re") -> KeptPolicy | None:
    """Return the policy that was kept of a role, None if it has to be loaded anew."""
    said = said_of(home, root, role)
    if said is None or not said.get("key") or said["key"] != content_key(home, root):
        return None
    return loaded(said, engine)


def last_good(home: str, root: str, role: str, *, engine: str = "re") -> KeptPolicy | None:
    """Return the denies of the policy that was kept last, whatever its files say now."""
    said = said_of(home, root, role)
    kept = None if said is None else loaded(said, engine)
    return None if kept is None else kept._replace(policy=only_denies(kept.policy))


def said_of(home: str, root: str, role: str) -> dict[str, Any] | None:
    """Return what a file says, None if it is not there, not whole or not to be trusted."""
    try:
        text = trusted(f"{home}/{FOLDER}", file_name(root, role))
        checksum, _, rest = text.partition(b"\n")
        if checksum.decode() != digest(rest):
            return None
        said = json.loads(rest)
        named = (said["format"], said["root"], said["role"]) == (FORMAT, root, role)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    return said if named else None


def trusted(folder: str, name: str) -> bytes:
    """
    Read a file that nobody else can have written.

    Raises:
        OSError: it is not there, or somebody could have.

    """
    place = os.open(folder, FLAGS | os.O_DIRECTORY)
    try:
        check(place, 0o022)
        file = os.open(name, FLAGS, dir_fd=place)
    finally:
        os.close(place)
    try:
        check(file, 0o177)
        return b"".join(pieces(file, LONGEST))
    finally:
        os.close(file)


def check(file: int, wrong: int) -> None:
    """
    Look whether a file or folder is ours, and has none of these permissions.

    Raises:
        OSError: it is not so.

    """
    found = os.fstat(file)
    plain = stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)
    if not plain or found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & wrong:
        raise OSError(0, "it is not ours alone")


def loaded(said: dict[str, Any], engine: str) -> KeptPolicy | None:
    """Return the policy that a file holds."""
    try:
        catalogue = BUILT_IN.with_tools(map(tool, said["tools"])) if said["tools"] else BUILT_IN
        return KeptPolicy(
            policy=Policy.load(said["policy"], catalogue=catalogue, engine=engine),
            standing=Standing(*said["standing"]),
            reviewer=said["reviewer"],
            redact=tuple(said["redact"]),
            host=said["host"],
            unrecorded=Unrecorded(said["unrecorded"]),
        )
    except Exception:  # noqa: BLE001 - another version of ours wrote it: it is loaded anew
        return None


def tool(row: list[Any]) -> ToolInfo:
    """Return a tool of the user's own."""
    name, names, kind, category, description, fields, marks = row
    return ToolInfo(
        name=name,
        names=tuple(names),
        kind=Kind(kind),
        category=category,
        description=description,
        fields=tuple(fields),
        annotations=Annotations(*marks),
    )


def tool_row(info: ToolInfo) -> list[Any]:
    """Return a tool as plain data."""
    name, names, kind, category, description, fields, marks = info
    return [name, list(names), kind.value, category, description, list(fields), list(marks)]


def write_kept(home: str, root: str, role: str, kept: KeptPolicy, *, content: str) -> None:
    """
    Keep a policy that was compiled, in place of the one before it.

    Args:
        home: Proctor's home.
        root: the root of the project.
        role: the id of the role.
        kept: the policy and what belongs to it.
        content: the key of the files' content, from before they were read.

    Raises:
        OSError: it cannot be written.

    """
    known = BUILT_IN.tools
    tools = kept.policy.catalogue.tools
    if not content or tools[: len(known)] != known or kept.trouble:
        return
    said = {
        "format": FORMAT,
        "key": content,
        "root": root,
        "role": role,
        "policy": kept.policy.dump_sorted(),
        "standing": list(kept.standing),
        "reviewer": dict(kept.reviewer),
        "tools": [tool_row(info) for info in tools[len(known) :]],
        "redact": list(kept.redact),
        "host": kept.host,
        "unrecorded": kept.unrecorded.value,
    }
    text = json.dumps(said, separators=(",", ":")).encode()
    os.makedirs(home, 0o700, exist_ok=True)  # noqa: PTH103 - pathlib is slow to import
    put(f"{home}/{FOLDER}", file_name(root, role), digest(text).encode() + b"\n" + text)


def put(folder: str, name: str, text: bytes) -> None:
    """Write a file whole or not at all, for its user alone."""
    os.makedirs(folder, 0o700, exist_ok=True)  # noqa: PTH103 - likewise
    place = os.open(folder, FLAGS | os.O_DIRECTORY)
    begun = f".new-{os.getpid()}-{os.urandom(4).hex()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        file = os.open(begun, flags, 0o600, dir_fd=place)
        try:
            os.fchmod(file, 0o600)
            while text:
                text = text[os.write(file, text) :]
        finally:
            os.close(file)
        os.rename(begun, name, src_dir_fd=place, dst_dir_fd=place)
        forget_oldest(place)
    except BaseException:
        if begun in os.listdir(place):  # noqa: PTH208 - of a descriptor
            os.unlink(begun, dir_fd=place)
        raise
    finally:
        os.close(place)


def forget_oldest(place: int) -> None:
    """Remove what was kept longest ago, where there is too much: projects come and go."""
    names = os.listdir(place)
    if len(names) <= MOST_KEPT:
        return
    times = {name: os.stat(name, dir_fd=place, follow_symlinks=False).st_mtime for name in names}
    for name in sorted(names, key=times.__getitem__)[: len(names) - MOST_KEPT // 2]:
        os.unlink(name, dir_fd=place)


def only_denies(policy: Policy) -> Policy:
    """Return a policy that denies what another denies, and asks about everything else."""
    denies = tuple(rule for rule in policy.permissions.rules if rule.effect is DENY)
    otherwise = max(policy.otherwise, ASK)
    permissions = Permissions(rules=denies, order=STRICT_FIRST, otherwise=otherwise)
    mode = policy.mode
    strict = Policy.compile(
        permissions,
        tools=policy.tools,
        mode=Mode.DEFAULT if mode in LOOSE_MODES else mode,
        catalogue=policy.catalogue,
        engine=policy.engine,
    )
    # Whatever mode the program reports, none may allow what nobody can read the rules of.
    return strict.in_mode(strict.mode or Mode.DEFAULT)


def in_trouble(decision: Decision, trouble: str) -> Decision:
    """Return a decision under the last good denies: the trouble is why it asks."""
    because = tuple(
        finding._replace(why=trouble) if finding.effect is ASK else finding
        for finding in decision.because
    )
    return decision._replace(because=because)
