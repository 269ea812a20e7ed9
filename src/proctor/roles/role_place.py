"""
Which file the rules of a role go into, and what all roles would be with it changed.

A project's file is only for a role that somebody trusted and that nobody has changed
since; a built-in role gets a file of the home that says the same.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from proctor.config import home_tree, shown_home
from proctor.roles.files import Tree
from proctor.roles.find import PROJECT, RoleShelf
from proctor.roles.remembered import FILES
from proctor.roles.trust import FOLDER, ProjectFiles, project_files, shown_file
from proctor.terms.effect import Effect
from proctor.terms.role import Role, Trust

BUILT_IN = "built in"
HOME = "home"
PLAIN_SCALAR = re.compile(r"[A-Za-z][\w ./()*-]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Files:
    """The role files of a home and a project at one moment."""

    home: Path
    root: Path | None
    at_home: Tree
    in_project: ProjectFiles | None

    @classmethod
    def read(cls, home: Path, root: Path | None) -> Files:
        """Read them."""
        return cls(home, root, home_tree(home), project_files(root, home) if root else None)

    def having(self, file: File, data: bytes) -> Files:
        """Return the same with one file as it would be; a project's would be trusted so."""
        if not file.in_project or self.in_project is None:
            tree = Tree({**self.at_home.files, file.name: data}, self.at_home.refused)
            return Files(self.home, self.root, tree, self.in_project)
        tree = Tree({**self.in_project.now.files, file.name: data})
        after = ProjectFiles(tree, tree, self.in_project.pinned)
        return Files(self.home, self.root, self.at_home, after)


class Moment(RoleShelf):
    """A shelf of files that have been read already, or that are only thought of."""

    read = staticmethod(FILES.read)

    def __init__(self, files: Files) -> None:
        super().__init__(files.home, files.root, files=files.in_project)
        self._home_files = files.at_home

    @cached_property
    def _home(self) -> Tree:
        """Return the home's files."""
        return self._home_files


class Thought(Moment):
    """A shelf of files that somebody is still writing: there will be another with each letter."""

    read = staticmethod(FILES.read_once)


@dataclass(frozen=True, slots=True)
class File:
    """
    A role file: its name in its `.proctor` folder, and what is in it.

    `before` is None for one that is not there yet; `start` is what the rules are
    added to.
    """

    path: Path
    name: str
    start: bytes
    before: bytes | None
    in_project: bool = False

    def shown(self, home: Path) -> str:
        """Name the file as people see it."""
        return shown_file(self.name) if self.in_project else f"{shown_home(home)}/{self.name}"


def file_of(role: Role, files: Files) -> File | None:
    """Return the file that a role's rules go into; None where none may be written."""
    project = files.in_project
    if role.origin == BUILT_IN:
        name = f"roles/{role.id}.yaml"
        path = files.home / name
        taken = os.path.lexists(path)
        return None if taken else writable(File(path, name, text_of(role).encode(), None))
    where = role.where.file if role.where else ""
    if role.origin == HOME:
        shown = {name: f"{shown_home(files.home)}/{name}" for name in files.at_home.files}
        tree, folder = files.at_home, files.home
    elif role.trust is Trust.TRUSTED and project and files.root and not project.changed:
        shown = {name: shown_file(name) for name in project.now.files}
        tree, folder = project.now, files.root / FOLDER
    else:
        return None  # its allows do not count, or trusting it again would trust what nobody saw
    names = [name for name, there in shown.items() if there == where]
    if len(names) != 1:
        return None
    data = tree.files[names[0]]
    in_project = role.origin == PROJECT
    return writable(File(folder / names[0], names[0], data, data, in_project))


def writable(file: File) -> File | None:
    """Return a file that no link stands in the way of."""
    places = (file.path, file.path.parent, file.path.parent.parent)
    return None if any(place.is_symlink() for place in places) else file


def text_of(role: Role) -> str:
    """Return the home's file for a built-in role, to which nothing is added yet."""
    top = [
        f"# The built-in role `{role.id}`, and what somebody has allowed always.",
        "# Without this file it is as it was.",
        f"name: {scalar(role.name)}",
    ]
    if role.permissions.profile == role.id:
        described = [f"description: {scalar(role.description)}"] if role.description else []
        below = [*described, "permissions:", f"  profile: {scalar(role.id)}"]
    else:
        allows = [r.text for r in role.permissions.rules if r.effect is Effect.ALLOW]
        below = [
            f"extends: {scalar(role.id)}",
            "permissions:",
            "  # This list stands in place of the built-in one, so it repeats that.",
            "  allow:" if allows else "  allow: []",
            *(f"    - {scalar(text)}" for text in allows),
        ]
    return "\n".join([*top, *below]) + "\n"


def scalar(text: str) -> str:
    """Write a text so that YAML reads just that."""
    return text if PLAIN_SCALAR.fullmatch(text) else json.dumps(text, ensure_ascii=False)
