"""
What was changed for one agent, and not for its role: profile, model, system prompt, documents.

    <home>/overrides/<agent>.<digest of whose it is>.json

Each file belongs to one agent: its name, its role, its project, and one life. A life is one
that `proctor run` has started, restarts included, or else one session; a program that names no
session has one agent of that name, which does not end. Without a life, the file is for good,
for every agent of that name, role and project. Another agent that is called the same later has
another life, and another file.

INVARIANT: a file counts only with the tag that the server made with the key of the home, over
all that it says and whose it is. Of anything else at its place nothing counts but that it is
there: the agent is then asked about whatever its role does not deny.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from hmac import compare_digest
from pathlib import Path
from typing import Any, NamedTuple, Self

from proctor.audit.identity import canonical, load_identity
from proctor.errors import ProctorError
from proctor.quick_digest import blake2b, sha256

FOLDER, SESSIONS, AGENT = "overrides", "sessions", "agent.json"
FORMAT = 1
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
# Stands for a name that no file can have.
NAMELESS = "-"
DIGITS = 32
PURPOSE = b"agent-overrides"
LARGEST = 1 << 20
FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
OPEN_TO_OTHERS = 0o077
STARTED, IN_SESSION, FOR_GOOD = "started ", "session ", ""
PROFILE, MODEL, PROMPT, DOCS = "profile", "model", "system_prompt", "docs"
KEYS = (PROFILE, MODEL, PROMPT, DOCS)
DAMAGED = (
    "`{path}` was not written by Proctor, or is damaged: a person removes it with "
    "`proctor role revoke --agent {agent}`"
)


class Owner(NamedTuple):
    """Whose overrides they are; `role` may be a chain, `life` is empty for good."""

    agent: str
    role: str
    project: str
    life: str

    @property
    def file(self) -> str:
        """Return the name of the file."""
        named = sha256(json.dumps(self).encode()).hexdigest()[:DIGITS]
        return f"{self.agent if NAME.fullmatch(self.agent) else NAMELESS}.{named}.json"


class Overrides(NamedTuple):
    """
    What counts for one agent in the place of what its role says; empty where the role counts.

    `by` says of each key who approved it and when. With `trouble`, something is there that
    cannot be read. `named_only` says that only the agent's name leads there: whoever cannot
    prove the name is only held to it, and gets nothing by it.
    """

    owners: tuple[Owner, ...] = ()
    profile: str = ""
    model: str = ""
    system_prompt: str = ""
    docs: Mapping[str, str] = {}
    by: Mapping[str, str] = {}
    trouble: str = ""
    named_only: bool = False

    def over(self, below: Self) -> Self:
        """Return both as one: what is said here counts before what is said below."""
        return self._replace(
            owners=(*self.owners, *below.owners),
            profile=self.profile or below.profile,
            model=self.model or below.model,
            system_prompt=self.system_prompt or below.system_prompt,
            docs={**below.docs, **self.docs},
            by={**below.by, **self.by},
            trouble=self.trouble or below.trouble,
            named_only=self.named_only or below.named_only,
        )

    @property
    def is_for_good(self) -> bool:
        """Return whether some of it outlasts the agent."""
        return any(owner.life == FOR_GOOD for owner in self.owners)

    def data(self) -> dict[str, Any]:
        """Return them as plain values."""
        return {
            PROFILE: self.profile or None,
            MODEL: self.model or None,
            PROMPT: self.system_prompt or None,
            DOCS: dict(self.docs),
            "by": dict(self.by),
            "for_good": self.is_for_good,
            "trouble": self.trouble or None,
        }

    @property
    def words(self) -> str:
        """Return them in a few words: `profile locked, model opus`."""
        if self.trouble:
            return "overrides damaged"
        said = [f"{PROFILE} {self.profile}" * bool(self.profile)]
        said += [f"{MODEL} {self.model}" * bool(self.model)]
        said += ["own prompt" * bool(self.system_prompt), "own docs" * bool(self.docs)]
        return ", ".join(filter(None, said))


class OverrideFiles:
    """
    The overrides of all agents of a home.

    Args:
        home: Proctor's home.

    """

    def __init__(self, home: Path) -> None:
        self.home = home
        self.folder = home / FOLDER

    def names(self) -> frozenset[str]:
        """Return the names of all files; none where nothing was ever changed."""
        try:
            return frozenset(os.listdir(self.folder))  # noqa: PTH208 - often called
        except FileNotFoundError:
            return frozenset()

    def of(self, agent: str, session: str, role: str, project: str) -> Overrides | None:
        """
        Return what counts for an agent; None where its role counts as it is.

        Raises:
            OSError: nobody can say.

        """
        there = self.names()
        if not there:
            return None
        started = started_as(self.home, agent, role)
        lives = [f"{STARTED}{started}"] if started else []
        lives += [f"{IN_SESSION}{session}"] if session or agent else []
        lives += [FOR_GOOD] if agent else []
        owners = [Owner(agent, role, project, life) for life in lives]
        return joined([self.read(owner) for owner in owners if owner.file in there])

    def for_good(self, agent: str, role: str, project: str) -> Overrides | None:
        """
        Return what counts for every agent of a name: for one that is only about to start.

        Raises:
            OSError: nobody can say.

        """
        owner = Owner(agent, role, project, FOR_GOOD)
        return self.read(owner) if owner.file in self.names() else None

    def of_name(self, agent: str) -> list[Overrides]:
        """Return everything that was changed for agents of a name and is not over."""
        found = []
        for file in sorted(self.names()):
            if agent and file.startswith(f"{agent}."):
                kept = self.read_file(file)
                if not self.is_over(kept):
                    found.append(kept)
        return found

    def read(self, owner: Owner) -> Overrides:
        """Return what is said for an owner; whatever cannot be believed is trouble."""
        found = self.read_file(owner.file)
        return found if found.owners == (owner,) else self.damaged(owner.file)

    def read_file(self, file: str) -> Overrides:
        """Return what a file says, if it has the tag for that."""
        try:
            said = read_private(self.folder / file)
            tag, body = said["tag"], said["said"]
            if not isinstance(tag, str) or not compare_digest(tag, self.tag(body)):
                return self.damaged(file)
            owner = Owner(*body["owner"])
            if body["format"] != FORMAT or owner.file != file:
                return self.damaged(file)
            return Overrides(
                (owner,),
                **{name: body[name] for name in (*KEYS, "by")},
                # To know the session is the proof.
                named_only=owner.life == IN_SESSION or not owner.life.startswith(IN_SESSION),
            )
        except (OSError, ProctorError, ValueError, TypeError, KeyError, RecursionError):
            return self.damaged(file)

    def damaged(self, file: str) -> Overrides:
        """Return that something is there that does not count, and that somebody has to see."""
        agent = file.partition(".")[0]
        return Overrides(trouble=DAMAGED.format(path=self.folder / file, agent=agent))

    def write(self, owner: Owner, changes: Mapping[str, Any], by: str) -> None:
        """
        Keep a change that was approved, beside those that were before.

        Raises:
            OSError: it cannot be written.
            StoreError: the key of the home cannot be read.

        """
        before = self.read(owner) if owner.file in self.names() else Overrides()
        # A damaged one is written anew: what it said is not known, and a person has approved this.
        said: dict[str, Any] = {name: getattr(before, name) for name in KEYS}
        docs = {**before.docs, **changes.get(DOCS, {})}
        body = {
            "format": FORMAT,
            "owner": list(owner),
            **said,
            **changes,
            DOCS: docs,
            "by": {**before.by, **dict.fromkeys(changes, by)},
        }
        self.folder.mkdir(mode=0o700, exist_ok=True)
        write_whole(self.folder / owner.file, {"tag": self.tag(body), "said": body})

    def tag(self, body: object) -> str:
        """
        Return what only the key of the home can make of something.

        No digest of a tool's input is one: those have the same key, and agents choose inputs.
        """
        text = canonical(body) or os.urandom(DIGITS).hex()
        key = load_identity(self.home).key
        return blake2b(text.encode(), key=key, digest_size=DIGITS, person=PURPOSE).hexdigest()

    def remove(self, agent: str) -> int:
        """Take back everything of agents of a name, damaged files too; return how much it was."""
        gone = [file for file in self.names() if agent and file.startswith(f"{agent}.")]
        for file in gone:
            (self.folder / file).unlink(missing_ok=True)
        return len(gone)

    def forget(self, life: str) -> None:
        """Remove what was changed for one life that is over; best effort, it counts no more."""
        with suppress(OSError):
            for file in self.names():
                owners = self.read_file(file).owners
                if owners and owners[0].life == life:
                    (self.folder / file).unlink(missing_ok=True)

    def is_over(self, kept: Overrides) -> bool:
        """Return whether overrides are those of an agent whose name somebody else has by now."""
        for owner in kept.owners:
            if owner.life.startswith(STARTED):
                return owner.life != f"{STARTED}{started_as(self.home, owner.agent, owner.role)}"
        return False


def joined(found: list[Overrides]) -> Overrides | None:
    """Return several as one, the first before the others; None where there are none."""
    if not found:
        return None
    first, *others = found
    for other in others:
        first = first.over(other)
    return first


def started_as(home: Path, agent: str, role: str) -> str:
    """Return the id of the agent that was started under a name and a role; empty for none."""
    if not NAME.fullmatch(agent):
        return ""
    try:
        said = read_private(home / SESSIONS / agent / AGENT)
    except (OSError, ValueError, RecursionError):
        return ""
    known = said.get("id")
    return known if isinstance(known, str) and said.get("role") == role else ""


def read_private(path: Path) -> dict[str, Any]:
    """
    Read an object from a file that is ours alone.

    Raises:
        OSError: it is not there.
        ValueError: somebody else could have written it, or it is no object.

    """
    with os.fdopen(os.open(path, FLAGS), "rb") as opened:
        found = os.fstat(opened.fileno())
        ours = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid()
        if not ours or found.st_mode & OPEN_TO_OTHERS:
            message = "it is not ours alone"
            raise ValueError(message)
        said = json.loads(opened.read(LARGEST))
    if not isinstance(said, dict):
        message = "it is no object"
        raise ValueError(message)  # noqa: TRY004 - it is what the file says
    return said


def write_whole(path: Path, said: Mapping[str, Any]) -> None:
    """
    Write an object whole or not at all, for its user alone.

    Raises:
        OSError: it cannot be written.

    """
    begun = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(begun, flags, 0o600), "w") as file:
            json.dump(said, file, indent=2)
            file.flush()
            os.fsync(file.fileno())
        begun.replace(path)
    finally:
        begun.unlink(missing_ok=True)
