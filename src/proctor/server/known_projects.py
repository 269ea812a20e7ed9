"""
Which projects a home knows: those of its agents, of its workflow runs, and what was trusted.

A folder that somebody only names is none: it has `.proctor` or `.git`, or was trusted.

A page, or whoever asks by HTTP, names a project by its folder; one that is not among these is
refused, so that nobody looks around on this machine by asking for folders.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from proctor.errors import NotAllowed, NotFound
from proctor.home import project_root, user_home
from proctor.nodes import visible
from proctor.roles.identity import identity, key
from proctor.roles.live_agents import AGENT, SESSIONS, read_json
from proctor.roles.trust import FOLDER, MANIFEST, shown_path

if TYPE_CHECKING:
    from proctor.server.office import Office

# So many are listed; who has more names one of them by its path.
MOST = 500
TRUST = "trust"
GIT, PLAIN, TOP = "git ", "folder ", "."
MARKS = (FOLDER, ".git")


class KnownProject(NamedTuple):
    """A project: its folder, how people name it, and whether a person has trusted it."""

    root: str
    shown: str
    trusted: bool

    def as_data(self) -> dict[str, object]:
        """Return it as plain values."""
        return {"project": self.root, "name": self.shown, "trusted": self.trusted}


async def projects_of(office: Office) -> list[KnownProject]:
    """Return the projects that an office knows, by their names."""
    runs = [run.project for run in office.workflows.runs.known.values()]
    agents = [state.cwd for state in office.agent_rows.known.values()]
    return await asyncio.to_thread(known_projects, office.home, runs, agents)


def known_projects(
    home: Path, named: Iterable[str] = (), seen: Iterable[str] = ()
) -> list[KnownProject]:
    """
    Return the projects that a home knows, by their names.

    Args:
        home: Proctor's home.
        named: folders of workflow runs.
        seen: folders in which agents work.

    Both count where they lie in a project: an agent moves about as it likes, and whoever starts
    a run must not open any folder of this machine to everybody who may look.

    """
    trusted = set(trusted_roots(home))
    roots = {*trusted, *session_roots(home)}
    around = {root_at(folder, home) for folder in (*named, *seen)}
    roots |= {root for root in around if root and is_marked(root, home)}
    found = [
        KnownProject(root, shown_path(Path(root)), root in trusted)
        for root in sorted(roots)
        if os.path.isdir(root)  # noqa: PTH112 - a text already
    ]
    return found[:MOST]


def trusted_roots(home: Path) -> Iterator[str]:
    """Return the folders of the projects that were trusted and are still where they were."""
    for manifest in sorted((home / TRUST).glob(f"*/{MANIFEST}")):
        said = str((read_json(manifest) or {}).get("project") or "")
        root = root_said(said)
        # What a manifest says counts only for the folder that it is kept under.
        if root and identity(root) == said and key(root) == manifest.parent.name:
            yield root


def root_said(project: str) -> str:
    """Return the folder that is known by these words; see `roles/identity.py`."""
    if project.startswith(PLAIN):
        return project.removeprefix(PLAIN)
    common, _, inside = project.removeprefix(GIT).rpartition(" ")
    if not project.startswith(GIT) or not common.startswith("/"):
        return ""
    top = Path(common).parent
    return str(top if inside == TOP else top / inside)


def session_roots(home: Path) -> Iterator[str]:
    """Return the projects in which agents of this home were started."""
    for file in sorted((home / SESSIONS).glob(f"*/{AGENT}")):
        root = root_at(str((read_json(file) or {}).get("project") or ""), home)
        if root:
            yield root


def root_at(folder: str, home: Path) -> str:
    """Return the root of the project around a folder; nothing where that cannot be said."""
    if not folder.startswith("/") or "\0" in folder:
        return ""
    try:
        return str(project_root(Path(folder), home))
    except OSError:
        return ""


def is_marked(root: str, home: Path) -> bool:
    """Say whether a folder has what makes it a project; see `home.py` for those that are none."""
    never = {os.path.realpath(folder) for folder in (user_home(), "/", str(home.parent))}
    if os.path.realpath(root) in never:
        return False
    return any(os.path.lexists(f"{root}/{mark}") for mark in MARKS)


async def refuse_no_project(office: Office, said: Mapping[str, Any]) -> None:
    """
    Refuse to start a run, for whoever asks by HTTP, in a folder that is no project.

    Raises:
        NotAllowed: it is none.
        UsageError: no folder is named.

    """
    root = await office.workflows.desk.root(said)

    def is_project() -> bool:
        return is_marked(root, office.home) or root in trusted_roots(office.home)

    if not await asyncio.to_thread(is_project):
        raise NotAllowed(
            f"`{visible(root)}` is no project",
            help="a project has `.proctor` or `.git`, or `proctor trust` ran there",
        )


def chosen(projects: Iterable[KnownProject], named: str) -> KnownProject:
    """
    Return the project whose folder, or a folder in it, somebody has named.

    Raises:
        NotFound: no project that is known lies there.

    """
    around = [one for one in projects if is_in(named, one.root)]
    if not around:
        raise NotFound(
            f"`{visible(named)}` is in no project that this home knows",
            help="a project is known once an agent was started in it, or `proctor trust` ran there",
        )
    return max(around, key=lambda one: len(one.root))


def is_in(path: str, root: str) -> bool:
    """Say whether a path lies in a folder, by its text and by where it leads."""
    if not f"{path}/".startswith(f"{root.rstrip('/')}/") or "\0" in path or ".." in path.split("/"):
        return False
    try:
        real, top = os.path.realpath(path), os.path.realpath(root)
    except (OSError, ValueError):
        return False
    return real == top or real.startswith(f"{top.rstrip('/')}/")
