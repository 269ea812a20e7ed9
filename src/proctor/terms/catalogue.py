"""Which tools are known, what they work on, and which of them are the same."""

from __future__ import annotations

from collections.abc import Iterable

from proctor.terms.builtin_tools import OWN_IDS, TOOLS
from proctor.terms.kind import Kind
from proctor.terms.named_tuple import NamedTuple

MCP_PREFIX = "mcp__"

# Which input field holds the target, by kind; several may be there at once.
FIELDS: dict[Kind, tuple[str, ...]] = {
    Kind.SHELL: ("command", "cmd", "script", "code"),
    Kind.READ: ("file_path", "filePath", "path", "notebook_path", "dir_path", "absolute_path"),
    Kind.EDIT: ("file_path", "filePath", "path", "notebook_path"),
    Kind.FETCH: ("url",),
    Kind.SEARCH: ("query",),
    Kind.DELEGATE: ("subagent_type", "agent_type", "agent_name", "agent"),
}


class Annotations(NamedTuple):
    """
    What a tool says of itself.

    A tool without annotations may change anything, so every default is the
    careful one.
    """

    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    edit: bool = False
    open_world: bool = False


class ToolInfo(NamedTuple):
    """
    One tool: its canonical name and every name for the same thing.

    `fields` are the input fields that can hold its target; empty means that
    the whole input is the target.
    """

    name: str
    names: tuple[str, ...]
    kind: Kind
    category: str
    description: str
    fields: tuple[str, ...] = ()
    annotations: Annotations = Annotations()

    @property
    def id(self) -> str:
        """Return the one name that lists and pages show, and that is written into roles."""
        return next((name for name in self.names if name in OWN_IDS), self.name)

    @property
    def aliases(self) -> tuple[str, ...]:
        """Return the other names for the same tool."""
        return tuple(name for name in self.names if name != self.id)


class Catalogue:
    """
    The known tools, found by any of their names.

    A name in no catalogue is not an error here: an unknown tool has its own
    name, its whole input as target, and may change anything. `gone` are names
    of tools that the code had once: nothing runs under them, but nobody mistyped them.
    `upstreams` are the MCP servers all of whose tools were seen.
    """

    def __init__(
        self,
        tools: Iterable[ToolInfo],
        gone: Iterable[str] = (),
        upstreams: Iterable[str] = (),
    ) -> None:
        self.tools = tuple(tools)
        self.gone = frozenset(gone)
        self.upstreams = frozenset(upstreams)
        self._by_name = {name: tool for tool in self.tools for name in tool.names}

    def get(self, name: str) -> ToolInfo:
        """Return what is known of a tool; an unknown one gets the careful defaults."""
        return self._by_name.get(name) or unknown_tool(name)

    def canonical(self, name: str) -> str:
        """Return the one name that equal tools share."""
        tool = self._by_name.get(name)
        return tool.name if tool else name

    def knows(self, name: str) -> bool:
        """Say whether a name is in the catalogue; MCP tools are never unknown."""
        return name in self._by_name or name.startswith(MCP_PREFIX)

    @property
    def names(self) -> tuple[str, ...]:
        """Return every known name."""
        return tuple(self._by_name)

    def with_tools(
        self,
        tools: Iterable[ToolInfo],
        gone: Iterable[str] = (),
        upstreams: Iterable[str] = (),
    ) -> Catalogue:
        """
        Return a catalogue that has these tools too; a later one wins a name.

        What is there again is not gone, unless that is what comes last.
        """
        more = tuple(tools)
        back = {name for tool in more for name in tool.names}
        return Catalogue(
            (*self.tools, *more),
            (self.gone - back) | frozenset(gone),
            self.upstreams | frozenset(upstreams),
        )


def unknown_tool(name: str) -> ToolInfo:
    """Describe a tool of which only the name is known."""
    kind = Kind.MCP if name.startswith(MCP_PREFIX) else Kind.OTHER
    return ToolInfo(name=name, names=(name,), kind=kind, category=kind.value, description="")


def built_in(row: tuple[str, Kind, str, str, str, str]) -> ToolInfo:
    """Make a tool from a row of `builtin_tools.TOOLS`."""
    names, kind, category, marks, fields, description = row
    every = tuple(names.split())
    return ToolInfo(
        name=every[0],
        names=every,
        kind=kind,
        category=category,
        description=description,
        fields=tuple(fields.split()) if fields else FIELDS.get(kind, ()),
        annotations=Annotations(**dict.fromkeys(marks.split(), True)),
    )


BUILT_IN = Catalogue(built_in(row) for row in TOOLS)
