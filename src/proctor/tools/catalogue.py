"""
All tools that are known from a place, as people and pages list them.

What a policy believes of a tool comes from the config's catalogue. What only people read,
such as the parameters, comes from the definitions: our own, or those of a catalogue file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from proctor.config import home_tree, shown_home
from proctor.errors import ConfigProblems
from proctor.roles.files import Tree
from proctor.roles.find import RoleShelf
from proctor.roles.trust import FOLDER, project_files
from proctor.terms.catalogue import BUILT_IN, Catalogue, ToolInfo
from proctor.tools import categories, index_file
from proctor.tools.categories import Category, in_order, read_categories
from proctor.tools.definition import ToolDefinition, humanised
from proctor.tools.index_reader import read_index
from proctor.tools.registry import Registry
from proctor.tools.seen_tools import SeenTool, seen_tools

BUILT_IN_ORIGIN, HOME, PROJECT, CONFIG, UNKNOWN = "built in", "home", "project", "config", "unknown"


@dataclass(frozen=True, kw_only=True)
class ListedTool:
    """
    A tool as a list shows it.

    `parameters` is None where nobody has said what it takes. `own` is the tool of ours that they
    are of, where it is one of several programs' tools that mean the same. `trusted` is False for a
    tool of a project of which nothing is believed but that it is there, `denied` is True
    for one that the role in question lists, and of which it lets no call pass.
    """

    info: ToolInfo
    name: str
    description: str
    category: str
    origin: str
    parameters: Mapping[str, Any] | None = None
    trusted: bool = True
    gone: bool = False
    denied: bool = False
    own: ToolDefinition | None = None

    def as_data(self, *, under_role: bool = False) -> dict[str, Any]:
        """Return the tool as plain values, `denied` only where a role is in question."""
        marks = self.info.annotations._asdict()
        return {
            "id": self.info.id,
            "name": self.name,
            "description": self.description,
            "category": self.category,
            "mutates": not self.info.annotations.read_only,
            "annotations": {mark: True for mark, on in marks.items() if on},
            "names": list(self.info.names),
            "kind": self.info.kind.value,
            "fields": list(self.info.fields),
            "parameters": self.parameters,
            "origin": self.origin,
            "trusted": self.trusted,
            "gone": self.gone,
            **({"denied": self.denied} if under_role else {}),
        }


def catalogue_of(root: Path | None, home: Path) -> Catalogue:
    """
    Return the tools that are known from a project, as policies see them.

    Raises:
        ConfigProblems: a config.yaml or a catalogue has an error.

    """
    return RoleShelf(home, root).config().catalogue


@dataclass(frozen=True)
class Place:
    """The files of one place, and whether what they say of tools is believed."""

    origin: str
    tree: Tree
    shown: str
    trusted: bool

    def definitions(self) -> Sequence[ToolDefinition]:
        """Return the tools of the catalogue file, if there is one that can be read."""
        data = self.tree.files.get(index_file.NAME)
        return read_index(data, f"{self.shown}/{index_file.NAME}").index.tools if data else ()


class ToolShelf:
    """The tools and categories that are known from a project, read once."""

    def __init__(self, home: Path, root: Path | None, catalogue: Catalogue) -> None:
        """Look from a project, with the catalogue that counts there."""
        self.catalogue = catalogue
        self._upstream = seen_tools(home)
        self._own = {name: tool for tool in Registry.built_in() for name in tool.names}
        self._places = [Place(HOME, home_tree(home), shown_home(home), trusted=True)]
        files = project_files(root, home) if root is not None else None
        if files is not None and files.trusted is not None:
            self._places.append(Place(PROJECT, files.trusted, FOLDER, trusted=True))
        if files is not None and files.changed:
            self._places.append(Place(PROJECT, files.now, FOLDER, trusted=False))
        self._said: dict[str, tuple[ToolDefinition, Place]] = {}
        for place in self._places:
            for tool in place.definitions():
                self._said.setdefault(tool.id, (tool, place))

    def categories(self, used: Iterable[str]) -> list[Category]:
        """
        Return the categories of some tools in the order of reading; the nearest file counts.

        Raises:
            ConfigProblems: it has an error.

        """
        for place in reversed(self._places):
            data = place.tree.files.get(categories.NAME)
            if data is not None:
                file = read_categories(data, f"{place.shown}/{categories.NAME}")
                if file.problems:
                    raise ConfigProblems(file.problems)
                return in_order(used, file.categories)
        return in_order(used)

    def listed(self, tools: Iterable[ToolInfo]) -> list[ListedTool]:
        """Return tools with what people want to know of them."""
        return [self._listed(info) for info in tools]

    def _listed(self, info: ToolInfo) -> ListedTool:
        """Return one tool with what is said of it."""
        if info.name in BUILT_IN.names:
            own = next((self._own[name] for name in info.names if name in self._own), None)
            listed = self._as(info, humanised(info.id), BUILT_IN_ORIGIN, own)
            return replace(listed, own=own)
        seen = self._upstream.get(info.name)
        if seen is not None and seen.info == info:
            return self._seen(seen)
        if info.name not in self._said:
            known = info.name in self.catalogue.names
            return self._as(info, humanised(info.name), CONFIG if known else UNKNOWN, None)
        said, place = self._said[info.name]
        whole = self._as(info, said.name, place.origin, said)
        return replace(
            whole,
            description=info.description or said.summary,
            category=said.category,
            trusted=place.trusted,
        )

    def _seen(self, seen: SeenTool) -> ListedTool:
        """Return a tool of an upstream; of one that is held, nothing that its server says."""
        return ListedTool(
            info=seen.info,
            name=humanised(seen.name),
            description=seen.description,
            category=seen.info.category,
            origin=seen.origin,
            parameters=seen.parameters,
        )

    def _as(
        self, info: ToolInfo, name: str, origin: str, said: ToolDefinition | None
    ) -> ListedTool:
        """Return a tool with what its definition adds."""
        return ListedTool(
            info=info,
            name=name,
            description=info.description,
            category=info.category,
            origin=origin,
            parameters=said.parameters if said else None,
            gone=info.name in self.catalogue.gone,
        )
