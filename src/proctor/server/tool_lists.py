"""
The tools that a home or a project knows, with the roles that have them.

Put together from files, and remembered as long as these are the same: a page asks for it with
each letter of a search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from proctor.config import Config
from proctor.errors import FileProblems, ProctorError
from proctor.roles.file_times import Signature, signed
from proctor.roles.find import RoleShelf
from proctor.server.explaining import MADE_UP
from proctor.terms.role import Role
from proctor.tools.catalogue import ListedTool, ToolShelf
from proctor.tools.categories import Category
from proctor.tools.of_role import offering_of, tools_of

# So many projects are remembered.
MOST = 50


class Had(NamedTuple):
    """A role that has a tool; `denied` where it lists it and yet lets no call of it pass."""

    role: str
    denied: bool = False


class ToolList(NamedTuple):
    """
    Everything that is known of tools from one place.

    `roles` says, by a tool's id, which roles have it; `broken`, by a role's id, why it does not
    load: then nobody knows what it has.
    """

    tools: tuple[ListedTool, ...]
    categories: tuple[Category, ...]
    roles: Mapping[str, tuple[Had, ...]]
    broken: Mapping[str, str]

    def as_data(self, tool: ListedTool) -> dict[str, Any]:
        """Return a tool as plain values, with the roles that have it."""
        had = [had.role for had in self.roles[tool.info.name] if not had.denied]
        return {**tool.as_data(), "roles": had}


class ToolLists:
    """The lists of a home and its projects, each made again when a file has changed."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.known: dict[str, tuple[Signature, ToolList]] = {}
        self.lock = Lock()

    def get(self, root: str = "") -> ToolList:
        """
        Return the tools that are known from a project, or without one from the home.

        Raises:
            ConfigProblems: a config.yaml or a catalogue has an error.

        """
        # One at a time: two pages that open together need it made once.
        with self.lock:
            signature = signed(self.home, root or MADE_UP)
            before = self.known.pop(root, None)
            if before is None or before[0] != signature:
                before = (signature, listed(self.home, Path(root) if root else None))
            self.known[root] = before
            if len(self.known) > MOST:
                del self.known[next(iter(self.known))]
            return before[1]


def listed(home: Path, root: Path | None) -> ToolList:
    """Return the tools that are known from a place."""
    shelf = RoleShelf(home, root)
    config = shelf.config()
    catalogue = config.catalogue
    tools = ToolShelf(home, root, catalogue)
    found = tools.listed(catalogue.tools)
    categories = tools.categories(tool.category for tool in found)
    places = {category.id: place for place, category in enumerate(categories)}
    found.sort(key=lambda tool: places[tool.category])
    roles: dict[str, list[Had]] = {tool.info.name: [] for tool in found}
    broken: dict[str, str] = {}
    for name in shelf.names():
        try:
            for tool, had in had_by(shelf.load(name), config):
                roles.setdefault(tool, []).append(had)
        except ProctorError as error:
            broken[name] = first_line(error)
    return ToolList(
        tuple(found),
        tuple(categories),
        {tool: tuple(had) for tool, had in roles.items()},
        broken,
    )


def had_by(role: Role, config: Config) -> Iterator[tuple[str, Had]]:
    """Return the tools that a role has; one without a list has those of which a call can pass."""
    offering = offering_of(role, config.catalogue)
    for tool in tools_of(role.tools, config.catalogue):
        passes = offering.could_pass(tool)
        if passes or role.tools is not None:
            yield tool.name, Had(role.id, denied=not passes)


def first_line(error: ProctorError) -> str:
    """Say in a line why something does not load."""
    if isinstance(error, FileProblems) and error.problems:
        more = len(error.problems) - 1
        return error.problems[0].line() + (f" (and {more} more)" if more else "")
    return error.message.partition("\n")[0]
