"""
Roles at work: which policy counts for a role in a project, now.

A role is loaded once and again when one of its files changes. While one that is
in use does not load, the denies of its last good policy hold, and everything
else is asked, with what is wrong as the reason.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from proctor.assemble import Proctor
from proctor.audit.rows import compact
from proctor.config import NAME as CONFIG
from proctor.config import load_config
from proctor.errors import ProctorError, UsageError
from proctor.home import project_root
from proctor.observe import surroundings
from proctor.pipeline import Pipeline
from proctor.policy.patterns import RE2
from proctor.policy.policy import Policy
from proctor.roles.content_key import content_key
from proctor.roles.files import MAX_FILES, MAX_FOLDERS_DEEP, PARTS
from proctor.roles.identity import key
from proctor.roles.kept_policy import KeptPolicy, in_trouble, last_good, only_denies, write_kept
from proctor.roles.trust import FOLDER
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.record import Standing
from proctor.terms.role import Reviewer
from proctor.terms.surroundings import Surroundings

# How long a look at the files counts: a change is seen this much later.
SECONDS = 0.02
# So many roles in projects, and folders, are remembered.
MOST = 1000
MOST_FILES, DEEPEST = 3 * MAX_FILES, MAX_FOLDERS_DEEP + 1
Signature = tuple[tuple[str, int, int, int], ...]


class Troubled(Pipeline):
    """The last good denies of a role that does not load; says so wherever it asks."""

    def __init__(self, denies: Policy, around: Surroundings, trouble: str) -> None:
        super().__init__(denies, around)
        self.trouble = trouble

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call; what is not denied is asked because of the trouble."""
        return in_trouble(super().decide(call), self.trouble)


class Post(NamedTuple):
    """A role in a project: its policy, what records say of it, and its reviewer."""

    pipeline: Pipeline
    standing: Standing
    signature: Signature
    reviewer: Reviewer = Reviewer()


class Posts:
    """Every role in every project that was asked for."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.known: dict[tuple[str, str], Post] = {}
        self.looked: dict[tuple[str, str], float] = {}
        self.roots: dict[str, str] = {}

    def get(self, role: str, start: str) -> Post:
        """
        Return a role as it counts now, for agents that were started in a folder.

        Raises:
            ProctorError: it does not load, and never did.
            UsageError: there is no such folder, or nobody may look into it.

        """
        try:
            return self.found(role, start)
        except OSError as error:
            raise UsageError(f"`cwd` or `project` is no folder: {reason(error)}") from None

    def found(self, role: str, start: str) -> Post:
        """Return a role, from memory if no file of it has changed."""
        root = self.root_of(start)
        name = (role, root)
        post = self.known.get(name)
        now = time.monotonic()
        if post is not None and now - self.looked[name] < SECONDS:
            return post
        signature = signed(self.home, root)
        if post is None or post.signature != signature:
            post = self.load(role, start, root, post, signature)
            if name not in self.known and len(self.known) >= MOST:
                oldest = next(iter(self.known))
                del self.known[oldest], self.looked[oldest]
            self.known[name] = post
        self.looked[name] = now
        return post

    def root_of(self, start: str) -> str:
        """Return the root of the project around a folder, as it was when we first heard of it."""
        root = self.roots.get(start)
        if root is None:
            root = str(project_root(Path(start), self.home))
            if len(self.roots) >= MOST:
                del self.roots[next(iter(self.roots))]
            self.roots[start] = root
        return root

    def load(
        self, role: str, start: str, root: str, last: Post | None, signature: Signature
    ) -> Post:
        """Load a role, or fall back to the denies of the last time."""
        # Of the files before they are read: what changes meanwhile has another key.
        content = content_key(str(self.home), root)
        try:
            proctor = Proctor.for_role(role, cwd=start, home=self.home)
        except ProctorError as error:
            trouble = f"the role `{role}` does not load: {error.message.splitlines()[0]}"
            post = self.troubled(role, start, root, last, trouble)
            if post is None:
                raise
            return post._replace(signature=signature)
        standing = Standing(
            role=role,
            profile=proctor.role.permissions.profile or "",
            policy_revision=revision(proctor.policy),
            project=root,
        )
        post = Post(proctor.pipeline, standing, signature, proctor.role.reviewer)
        self.keep(post, content)
        return post

    def troubled(
        self, role: str, start: str, root: str, last: Post | None, trouble: str
    ) -> Post | None:
        """Return the last good denies of a role, this process's or those that are kept."""
        if last is not None:
            around = last.pipeline.around
            denies = only_denies(last.pipeline.policy)
            return Post(Troubled(denies, around, trouble), last.standing, ())
        kept = last_good(str(self.home), root, role, engine=RE2)
        if kept is None:
            return None
        around = surroundings(
            cwd=Path(start),
            root=Path(root),
            home=self.home,
            start=Path(start),
            catalogue=kept.policy.catalogue,
        )
        return Post(Troubled(kept.policy, around, trouble), kept.standing, ())

    def keep(self, post: Post, content: str) -> None:
        """Keep a policy for hooks that find no server; where that cannot be, they load it."""
        with suppress(OSError, ProctorError):
            keeping = load_config(self.home, None).keeping
            kept = KeptPolicy(
                policy=post.pipeline.policy,
                standing=post.standing,
                reviewer=asdict(post.reviewer),
                redact=keeping.redact,
                host=keeping.host,
            )
            root, role = post.standing.project, post.standing.role
            write_kept(str(self.home), root, role, kept, content=content)


def reason(error: OSError) -> str:
    """Say why a folder cannot be one."""
    if error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
        return "no system has such a name"
    return f"it cannot be looked into, {(error.strerror or 'for some reason').lower()}"


def revision(policy: Policy) -> str:
    """Return a short name for exactly these rules."""
    return sha256(compact(policy.dump()).encode()).hexdigest()[:12]


def signed(home: Path, root: str) -> Signature:
    """Return what tells whether a file has changed that a role may be made of."""
    trusted = home / "trust" / key(Path(root))
    places = [
        *(str(home / part) for part in (CONFIG, "roles")),
        str(trusted),
        *(f"{root}/{FOLDER}/{part}" for part in PARTS),
    ]
    found = (entry for place in places for entry in stats(place, DEEPEST))
    return tuple(sorted(islice(found, MOST_FILES)))


def stats(place: str, deeper: int) -> Iterator[tuple[str, int, int, int]]:
    """Return time, size and number of a file, or of all files in a folder."""
    try:
        found = os.stat(place)  # noqa: PTH116 - often called, and Path is slow
        yield (place, found.st_mtime_ns, found.st_size, found.st_ino)
        if deeper and stat.S_ISDIR(found.st_mode):
            for name in os.listdir(place):  # noqa: PTH208 - often called, and Path is slow
                yield from stats(f"{place}/{name}", deeper - 1)
    except OSError:
        return
