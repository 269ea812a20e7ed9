"""A role: what an agent is for, and what it may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from proctor.terms.mode import Mode
from proctor.terms.permissions import ALLOW_BEFORE_ASK, STRICT_FIRST, Permissions
from proctor.terms.place import Place

__all__ = [
    "ALLOW_BEFORE_ASK", "STRICT_FIRST", "Hook", "Permissions", "Reviewer", "Role", "Trust",
]  # fmt: skip


class Trust(StrEnum):
    """How a project's role stands to what a person has trusted."""

    TRUSTED = "trusted"
    UNTRUSTED = "untrusted"
    CHANGED = "changed"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewer:
    """The AI reviewer of a role, for what its rules leave open."""

    enabled: bool = False
    model: str | None = None
    instructions: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """A hook of a role, for the agent program's own settings."""

    event: str
    command: str
    matcher: str = ""
    timeout: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """
    A named bundle, read and complete: parents and profile are merged in.

    `tools` None means all tools, an empty tuple none; globs are allowed.
    `subagents` says under which role calls of a sub-agent are decided as well, by its type.
    `delegates` are the roles of which its agents may start agents in their own right.
    `origin` says where it comes from: project, home or built in. `trust` is
    for a project's role; home and built-in ones need none and have None.
    """

    id: str
    name: str
    description: str = ""
    model: str | None = None
    mode: Mode | None = None
    follow_bypass: bool = False
    system_prompt: str | None = None
    instructions: str | None = None
    tools: tuple[str, ...] | None = None
    additional_directories: tuple[str, ...] = ()
    permissions: Permissions = field(default_factory=Permissions)
    reviewer: Reviewer = field(default_factory=Reviewer)
    hooks: tuple[Hook, ...] = ()
    settings: Mapping[str, object] = field(default_factory=dict)
    command: tuple[str, ...] | None = None
    isolated: bool = False
    sandbox: bool = False
    subagents: tuple[tuple[str, str], ...] = ()
    delegates: tuple[str, ...] = ()
    extends: str | None = None
    created_at: str | None = None
    updated_at: str | None = None
    origin: str = "built in"
    trust: Trust | None = None
    where: Place | None = None

    @property
    def untrusted(self) -> bool:
        """Say whether this is a project's role of which only what tightens was taken."""
        return self.trust is Trust.UNTRUSTED
