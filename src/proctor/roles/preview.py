"""
What trusting a project's files would mean, before anybody does it.

The roles are loaded as they would be from the trusted copy, with parents,
profiles and config merged in, out of the very bytes that would be pinned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from proctor.errors import FileProblems, RoleProblems
from proctor.roles.files import Tree
from proctor.roles.find import RoleShelf
from proctor.roles.trust import ProjectFiles, refusals, shown_file
from proctor.terms.catalogue import ToolInfo
from proctor.terms.role import Role
from proctor.terms.upstream import UpstreamSetting


@dataclass(frozen=True, slots=True)
class Preview:
    """
    The roles that would be other than they are, and the tools and upstreams that there would be.

    `roles` has every role of the project, and those of the home and the built-in
    ones that its config.yaml would change; `others` has these last as they are now.
    """

    files: ProjectFiles
    roles: tuple[Role, ...]
    tools: tuple[ToolInfo, ...]
    others: Mapping[str, Role]
    upstreams: tuple[UpstreamSetting, ...] = ()


def preview(root: Path, home: Path, files: ProjectFiles) -> Preview:
    """
    Return what would hold once these files are trusted.

    Raises:
        RoleProblems: one of them is broken, so that nobody can know what it would allow.
        ConfigProblems: a config.yaml is.

    """
    if files.now.refused:
        raise RoleProblems(refusals(files.now))
    after = RoleShelf(home, root, files=ProjectFiles(files.now, files.now, None))
    config = after.config()
    own = after.projects_own()
    problems = [problem for problem in after.problems(own) if not problem.warning]
    if problems:
        raise RoleProblems(problems)
    before = RoleShelf(home, root, files=files)
    roles = [role for name in after.names() if (role := role_or_none(after, name))]
    others = {
        role.id: now
        for role in roles
        if role.id not in own and (now := role_or_none(before, role.id)) and now != role
    }
    told = [role for role in roles if role.id in own]
    told += [role for role in roles if role.id in others]
    alone = RoleShelf(home, None).config()
    tools = [tool for tool in config.catalogue.tools if tool not in alone.catalogue.tools]
    upstreams = [one for one in config.upstreams if one not in alone.upstreams]
    return Preview(files, tuple(told), tuple(tools), others, tuple(upstreams))


def role_or_none(shelf: RoleShelf, name: str) -> Role | None:
    """Return a role, or None for one that does not load and so can do nothing."""
    try:
        return shelf.load(name)
    except FileProblems:
        return None


def diff_lines(files: ProjectFiles) -> Iterator[str]:
    """Yield what has changed in each file since it was trusted, as a diff."""
    before = files.trusted or Tree()
    for name in sorted({*before.files, *files.now.files}):
        old, new = (t.files.get(name, b"").decode(errors="replace") for t in (before, files.now))
        shown = shown_file(name)
        names = f"{shown} (trusted)", f"{shown} (now)"
        yield from unified_diff(old.splitlines(), new.splitlines(), *names, lineterm="")
