"""
Roles at work: which policy counts for a role in a project, now.

A role is loaded once and again when one of its files changes. While one that is
in use does not load, the denies of its last good policy hold, and everything
else is asked, with what is wrong as the reason; where no dialog can ask, it is
denied at once. `@WF-…` is the role of the stage
in which that workflow run is at this moment. What was changed for one agent alone
counts for that agent, in the place of what its role says.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from proctor.agent_overrides import OverrideFiles
from proctor.assemble import Proctor
from proctor.audit.rows import compact
from proctor.config import load_config
from proctor.errors import NoStageRole, ProctorError, UsageError, unloaded
from proctor.home import project_root
from proctor.observe import Looks, surroundings
from proctor.pipeline import Joint, Pipeline
from proctor.policy.patterns import RE2
from proctor.policy.policy import Policy
from proctor.roles.content_key import content_key
from proctor.roles.file_times import Signature, signed
from proctor.roles.kept_policy import (
    KeptPolicy,
    in_trouble,
    last_good,
    only_denies,
    tool_row,
    write_kept,
)
from proctor.server.stage_posts import Refusing
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import BUILT_IN, ToolInfo
from proctor.terms.decision import Decision
from proctor.terms.keeping import Keeping, Unrecorded
from proctor.terms.record import Standing
from proctor.terms.role import Reviewer
from proctor.terms.role_chain import RUN, UNDER, roles_of, subagent_role, under
from proctor.terms.surroundings import Surroundings
from proctor.workflows.lookup import stage_role_in

# How long a look at the files counts: a change is seen this much later.
SECONDS = 0.05
# So many roles in projects, and folders, are remembered.
MOST = 1000
# A role, the root of a project, the tools that a program has declared in its code, and the
# profile that one agent has in the place of the role's.
Name = tuple[str, str, tuple[ToolInfo, ...], str]
# Says which role counts in a workflow run now, for an agent of a project.
Stages = Callable[[str, str], str]


class Troubled(Pipeline):
    """The last good denies of a role that does not load; says so wherever it asks."""

    def __init__(self, denies: Policy, around: Surroundings, trouble: str) -> None:
        super().__init__(denies, around)
        self.trouble = trouble

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call; what is not denied is asked because of the trouble."""
        return in_trouble(super().decide(call), self.trouble)


class Caller(NamedTuple):
    """
    Which agent calls, in which session.

    `proves` says whether it is the agent that has this name: what a program says of itself
    could be any agent's, and then what was changed for that one can only tighten.
    """

    agent: str
    session: str
    proves: Callable[[], bool] = lambda: False


class Post(NamedTuple):
    """
    A role in a project: its policy, what records say of it, and its reviewer.

    `stage` is that of the workflow run by which it counts, empty where there is none.
    `trouble` says why it does not load, where only its last good denies hold. `unrecorded` says
    what may run while no record can be written: nothing, where the config does not load.
    `subagents` says which roles sub-agents have, by their types.
    """

    pipeline: Pipeline
    standing: Standing
    signature: Signature
    reviewer: Reviewer = Reviewer()
    stage: str = ""
    unrecorded: Unrecorded = Unrecorded.REFUSE
    trouble: str = ""
    subagents: tuple[tuple[str, str], ...] = ()


class Posts:
    """
    Every role in every project that was asked for.

    Args:
        home: Proctor's home.
        stages: says which role counts in a workflow run, for an agent of a project; without it
            the store is looked at each time, which only a process that asks seldom can afford.
        stage_of: says in which stage a run is, where somebody has to know whether it is another.

    """

    def __init__(
        self,
        home: Path,
        stages: Stages | None = None,
        stage_of: Callable[[str], str] = lambda _: "",
    ) -> None:
        self.home = home
        self.stages = stages or partial(stage_role_in, home)
        self.stage_of = stage_of
        self.known: dict[Name, Post] = {}
        self.looked: dict[Name, float] = {}
        # When this server last changed a file itself; no look from before that counts.
        self.changed_at = 0.0
        self.roots: dict[str, str] = {}
        self.looks = Looks()
        self.overrides = OverrideFiles(home)

    def get(
        self,
        role: str,
        start: str,
        declared: tuple[ToolInfo, ...] = (),
        caller: Caller | None = None,
    ) -> Post:
        """
        Return a role as it counts now, for agents that were started in a folder.

        `declared` are the tools that the agent's program has declared in its code. With a
        `caller`, what was changed for that agent alone counts.

        Raises:
            ProctorError: it does not load, and never did.
            UsageError: there is no such folder, or nobody may look into it.

        """
        try:
            roles = roles_of(role)
            posts = [self.found(one, start, declared) for one in roles]
            if caller is not None:
                # Whatever it does under yet another role, what was changed of its own still counts.
                posts = [
                    each
                    for n, post in enumerate(posts)
                    for each in self.changed(post, UNDER.join(roles[n:]), start, declared, caller)
                ]
            return posts[0] if len(posts) == 1 else together(posts)
        except OSError as error:
            raise UsageError(f"`cwd` or `project` is no folder: {reason(error)}") from None

    def of_subagent(self, role: str, start: str, kind: str) -> str:
        """
        Return the roles by which a sub-agent's calls are decided: its own under its parent's.

        INVARIANT: all roles of the parent stay in the chain, so it never has more.

        Args:
            role: the role, or chain, of the agent that it works for.
            start: the folder that this one was started in.
            kind: the sub-agent's type, as its program says it; empty where it says none.

        Raises:
            ProctorError: a role of the parent does not load, and never did.
            UsageError: there is no such folder, or nobody may look into it.

        """
        chain = role
        try:
            for one in roles_of(role):
                own = subagent_role(self.found(one, start).subagents, kind)
                chain = under(own, chain) if own else chain
        except OSError as error:
            raise UsageError(f"`cwd` or `project` is no folder: {reason(error)}") from None
        return chain

    def changed(
        self, own: Post, role: str, start: str, declared: tuple[ToolInfo, ...], caller: Caller
    ) -> list[Post]:
        """
        Return the first of an agent's roles as it was changed for it alone.

        INVARIANT: where that cannot be read, the role's denies hold and all else is asked; where
        the agent's name is not proven, the role as it is counts beside it.
        """
        first = roles_of(role)[0]
        held = self.overrides.of(caller.agent, caller.session, role, self.root_of(start))
        if held is None or first.startswith(RUN):
            return [own]
        if held.trouble:
            around, denies = own.pipeline.around, only_denies(own.pipeline.policy)
            troubled = Troubled(denies, around, held.trouble)
            return [Post(troubled, own.standing, (), trouble=held.trouble)]
        if not held.profile:
            return [own]
        other = self.found(first, start, declared, held.profile)
        return [other] if not held.named_only or caller.proves() else [own, other]

    def found(
        self, role: str, start: str, declared: tuple[ToolInfo, ...] = (), profile: str = ""
    ) -> Post:
        """Return a role, under another profile if one is named; from memory if no file changed."""
        root = self.root_of(start)
        if role.startswith(RUN):
            return self.of_stage(role, start, root, declared)
        name = (role, root, declared, profile)
        post = self.known.get(name)
        now = time.monotonic()
        looked = self.looked.get(name, 0.0)
        if post is not None and now - looked < SECONDS and looked > self.changed_at:
            return post
        signature = signed(self.home, root)
        if post is None or post.signature != signature:
            post = self.load(role, start, root, post, signature, declared, profile)
            post.pipeline.looks = self.looks
            if name not in self.known and len(self.known) >= MOST:
                oldest = next(iter(self.known))
                del self.known[oldest], self.looked[oldest]
            self.known[name] = post
        self.looked[name] = now
        return post

    def look_again(self) -> None:
        """Look at the files at the next call: this server has just changed one."""
        self.changed_at = time.monotonic()

    def of_stage(
        self, word: str, start: str, root: str, declared: tuple[ToolInfo, ...] = ()
    ) -> Post:
        """
        Return the role of the stage in which a workflow run is now.

        INVARIANT: where that cannot be said, everything is denied.
        """
        try:
            run = word.removeprefix(RUN)
            role = self.stages(run, root)
            if role.startswith(RUN) or UNDER in role:
                raise NoStageRole(f"`{role}` is no role that a stage can have")
            return self.found(role, start, declared)._replace(stage=self.stage_of(run))
        except ProctorError as error:
            why = error.message.partition("\n")[0]
        return Post(
            Refusing(why, start=start, root=root, home=self.home),
            Standing(role=word, project=root),
            (),
        )

    def root_of(self, start: str) -> str:
        """Return the root of the project around a folder, as it was when we first heard of it."""
        root = self.roots.get(start)
        if root is None:
            root = str(project_root(Path(start), self.home))
            if len(self.roots) >= MOST:
                del self.roots[next(iter(self.roots))]
            self.roots[start] = root
        return root

    def load(  # noqa: PLR0913, PLR0917 - a role in a place, and what is known of it
        self,
        role: str,
        start: str,
        root: str,
        last: Post | None,
        signature: Signature,
        declared: tuple[ToolInfo, ...] = (),
        profile: str = "",
    ) -> Post:
        """Load a role, or fall back to the denies of the last time."""
        # Of the files before they are read: what changes meanwhile has another key.
        content = content_key(str(self.home), root)
        try:
            proctor = Proctor.for_role(
                role, cwd=start, home=self.home, tools=declared, profile=profile
            )
        except ProctorError as error:
            trouble = unloaded(role, error)
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
        keeping = self.keeping()
        post = Post(
            proctor.pipeline,
            standing,
            signature,
            proctor.role.reviewer,
            subagents=proctor.role.subagents,
        )
        if keeping is None:
            return post
        post = post._replace(unrecorded=keeping.unrecorded)
        if not declared and not profile:
            # What one program says of its tools, or one agent has, is for that one alone.
            self.keep(post, keeping, content)
        return post

    def troubled(
        self, role: str, start: str, root: str, last: Post | None, trouble: str
    ) -> Post | None:
        """Return the last good denies of a role, this process's or those that are kept."""
        if last is not None:
            around = last.pipeline.around
            denies = only_denies(last.pipeline.policy)
            post = Post(Troubled(denies, around, trouble), last.standing, (), trouble=trouble)
            return post._replace(subagents=last.subagents)
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
        return Post(Troubled(kept.policy, around, trouble), kept.standing, (), trouble=trouble)

    def keeping(self) -> Keeping | None:
        """Return how the home's config says that records are kept; None if it does not load."""
        try:
            return load_config(self.home, None).keeping
        except (OSError, ProctorError):
            return None

    def keep(self, post: Post, keeping: Keeping, content: str) -> None:
        """Keep a policy for hooks that find no server; where that cannot be, they load it."""
        with suppress(OSError, ProctorError):
            kept = KeptPolicy(
                policy=post.pipeline.policy,
                standing=post.standing,
                reviewer=asdict(post.reviewer),
                redact=keeping.redact,
                host=keeping.host,
                unrecorded=keeping.unrecorded,
            )
            root, role = post.standing.project, post.standing.role
            write_kept(str(self.home), root, role, kept, content=content)


def together(posts: Sequence[Post]) -> Post:
    """Return several roles as one: the strictest wins, and no reviewer answers for another's."""
    first, alike = posts[0], {post.reviewer for post in posts}
    chain = UNDER.join(dict.fromkeys(post.standing.role for post in posts))
    revisions = "+".join(post.standing.policy_revision for post in posts)
    return Post(
        Joint([post.pipeline for post in posts]),
        first.standing._replace(role=chain, policy_revision=revisions),
        (),
        first.reviewer if len(alike) == 1 else Reviewer(),
        UNDER.join(post.stage for post in posts if post.stage),
        Unrecorded.READS if all(map(lets_reads, posts)) else Unrecorded.REFUSE,
        next((post.trouble for post in posts if post.trouble), ""),
    )


def lets_reads(post: Post) -> bool:
    """Return whether plain reads run under a role while no record can be written."""
    return post.unrecorded is Unrecorded.READS


def reason(error: OSError) -> str:
    """Say why a folder cannot be one."""
    if error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
        return "no system has such a name"
    return f"it cannot be looked into, {(error.strerror or 'for some reason').lower()}"


def revision(policy: Policy) -> str:
    """Return a short name for exactly these rules, and for what they believe of own tools."""
    own = [tool_row(info) for info in policy.catalogue.tools[len(BUILT_IN.tools) :]]
    said = compact({**policy.dump(), **({"catalogue": own} if own else {})})
    return sha256(said.encode()).hexdigest()[:12]
