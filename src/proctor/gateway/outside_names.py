"""
The names by which clients know the tools of a gateway.

Rules and records have ids, `task:add` and `mcp__github__create_issue`; clients take neither
colons nor long names. Our own tools keep their plain name, `task_add`. An upstream's tool is
`github_create_issue`, if that is just what it is called; a name that would have to be changed,
or that one of ours has, ends in a hash of the id. So a name never passes from one tool to
another, whichever tools come and go.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from proctor.tools.model_names import ModelNames, model_name
from proctor.tools.outer_names import hashed, outside_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from proctor.tools.definition import ToolDefinition
    from proctor.tools.model_names import Withheld
    from proctor.tools.registry import Registry


class Known(NamedTuple):
    """The tools of upstreams at one moment, and the names that they had then."""

    tools: Sequence[ToolDefinition]
    by_name: dict[str, ToolDefinition]
    of_id: dict[str, str]


class OutsideNames:
    """
    Tools by the names that clients are given, and by no others.

    Args:
        registry: our own tools.
        upstream: returns the tools of upstreams as they are now, the same ones as the same
            object.
        withheld: returns a tool of an upstream that nobody can call now, of its name and of
            what names tools.

    Raises:
        UsageError: two of our own tools would have one name.

    """

    def __init__(
        self,
        registry: Registry,
        upstream: Callable[[], Sequence[ToolDefinition]] = tuple,
        withheld: Callable[[str, Callable[[str], str]], Withheld | None] = lambda *_: None,
    ) -> None:
        self.own = ModelNames(registry).known
        self.own_tools = registry.definitions
        self.upstream = upstream
        self.kept_back = withheld
        self.known = Known((), {}, {})

    def now(self) -> Known:
        """Return the tools of upstreams, and their names."""
        tools, known = self.upstream(), self.known
        if tools is not known.tools:
            named = names_of((one.id for one in tools), self.own)
            by_name = {named[one.id]: one for one in tools if one.id in named}
            known = self.known = Known(tools, by_name, named)
        return known

    def get(self, name: str) -> ToolDefinition | None:
        """Return the tool of a name; None if there is none."""
        return self.own.get(name) or self.now().by_name.get(name)

    def all(self) -> Sequence[ToolDefinition]:
        """Return every tool that has a name now."""
        return (*self.own_tools, *self.now().by_name.values())

    def of(self, definition: ToolDefinition) -> str:
        """Return the name of a tool; where it has none, one by which nothing is found."""
        return self.now().of_id.get(definition.id) or model_name(definition.id)

    def withheld(self, name: str) -> Withheld | None:
        """Return the tool of a name that nobody can call now; None if there is none either."""
        return self.kept_back(name, self.would_be)

    def would_be(self, tool: str) -> str:
        """Return the name that a tool of an upstream has whenever it has one."""
        return outside_name(tool, frozenset(self.own))

    def ids(self) -> dict[str, str]:
        """Return the id behind every name."""
        every = {**self.now().by_name, **self.own}
        return {name: definition.id for name, definition in every.items()}


def names_of(ids: Iterable[str], taken: Iterable[str]) -> dict[str, str]:
    """Return the names of tools of upstreams by their ids; of two that end up alike, none."""
    ours = frozenset(taken)
    named = {one: outside_name(one, ours) for one in ids}
    # Only who gave a tool a name that is another's with its hash gets here.
    often = Counter(named.values())
    named = {one: hashed(one) if often[name] > 1 else name for one, name in named.items()}
    often = Counter(named.values())
    return {one: name for one, name in named.items() if often[name] == 1 and name not in ours}
