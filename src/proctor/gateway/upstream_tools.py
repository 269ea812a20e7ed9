"""The tools of upstreams as the toolbox takes them: those that no person has to look at first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from proctor.errors import UpstreamError
from proctor.gateway.progress import PROGRESS
from proctor.terms.kind import Kind
from proctor.tools.definition import ToolDefinition
from proctor.tools.hints import believed
from proctor.tools.model_names import Withheld
from proctor.tools.pin_file import TOOL, pin_command, tool_id
from proctor.tools.result import Told
from proctor.tools.upstream_tool import UpstreamTool

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from proctor.gateway.upstream import Upstream
    from proctor.gateway.upstream_news import UpstreamNews
    from proctor.tools.pins import Pins, Standing

HELD = "the tool `{name}` is held until a person has looked at it: {why}; they can with `{command}`"


class Held(NamedTuple):
    """A tool of an upstream that nobody can call before a person has looked at it."""

    tool: str
    definition: ToolDefinition
    why: str


class Seen(NamedTuple):
    """What one upstream listed, how that stands, and what came of it."""

    tools: Sequence[UpstreamTool]
    standings: Mapping[str, Standing]
    definitions: tuple[ToolDefinition, ...]
    held: dict[str, Held]


class UpstreamTools:
    """The tools of all upstreams of a gateway, looked at anew each time that they are asked for."""

    def __init__(self, upstreams: Sequence[Upstream], pins: Pins) -> None:
        self.upstreams = tuple(upstreams)
        self.pins = pins
        self.seen: dict[str, Seen] = {}
        self.together: tuple[ToolDefinition, ...] = ()

    def definitions(self) -> tuple[ToolDefinition, ...]:
        """Return the tools that are not held; the same object as long as they are the same."""
        changed = False
        for upstream in self.upstreams:
            tools, last = upstream.tools, self.seen.get(upstream.name)
            standings = self.pins.meet(upstream.name, tools)
            if last is None or last.tools is not tools or last.standings != standings:
                self.seen[upstream.name] = seen(upstream, tools, standings)
                changed = True
        if changed:
            every = (self.seen[upstream.name].definitions for upstream in self.upstreams)
            self.together = tuple(one for those in every for one in those)
        return self.together

    def tell_held(self, news: UpstreamNews) -> None:
        """Tell people of the tools that they have to look at."""
        offered = {one.id for one in self.definitions()}
        for upstream in self.upstreams:
            news.look_at_held(upstream.name, self.seen[upstream.name].held, offered)

    def withheld(self, name: str, named: Callable[[str], str]) -> Withheld | None:
        """
        Return a tool that is held, or whose server is down and has never listed it.

        Args:
            name: the name by which a client calls it.
            named: returns the name that a tool has outside, of its id.

        """
        self.definitions()
        for upstream in self.upstreams:
            for tool, held in self.seen[upstream.name].held.items():
                if named(tool) == name:
                    command = pin_command(upstream.name, held.tool)
                    why = HELD.format(name=name, why=held.why, command=command)
                    return Withheld(held.definition, "held", why)
        return next(filter(None, (of_down(one, name) for one in self.upstreams)), None)


def of_down(upstream: Upstream, name: str) -> Withheld | None:
    """Return the tool of an upstream that is down which a name seems to mean."""
    tool = name.removeprefix(f"{upstream.name}_")
    if not upstream.is_down or tool == name or not TOOL.fullmatch(tool):
        return None
    meant = UpstreamTool(name=tool)
    why = f"the MCP server `{upstream.name}` is down: {upstream.trouble}"
    again = f"it is started again {upstream.next_words}"
    return Withheld(definition(upstream, meant, pinned=False), "upstream-down", f"{why}; {again}")


def seen(
    upstream: Upstream, tools: Sequence[UpstreamTool], standings: Mapping[str, Standing]
) -> Seen:
    """Put together what one upstream has."""
    definitions: list[ToolDefinition] = []
    held: dict[str, Held] = {}
    for tool in tools:
        standing = standings.get(tool.name)
        if standing is not None and standing.is_offered:
            definitions.append(definition(upstream, tool, pinned=standing.is_pinned))
        else:
            why = standing.why if standing else "it was not met"
            made = definition(upstream, tool, pinned=False)
            held[made.id] = Held(tool.name, made, why)
    return Seen(tools, standings, tuple(definitions), held)


def definition(upstream: Upstream, tool: UpstreamTool, *, pinned: bool) -> ToolDefinition:
    """Return a tool of an upstream, of which only that is believed which tightens."""
    annotations = believed(tool.hints, pinned=pinned)
    return ToolDefinition(
        id=tool_id(upstream.name, tool.name),
        name=tool.title or tool.name,
        description=tool.description,
        category=Kind.MCP.value,
        parameters=tool.input_schema,
        mutates=not annotations.read_only,
        annotations=annotations,
        kind=Kind.MCP,
        function=Calls(upstream, tool),
    )


class Calls:
    """Calls one tool of an upstream."""

    def __init__(self, upstream: Upstream, tool: UpstreamTool) -> None:
        self.upstream = upstream
        self.tool = tool

    async def __call__(self, arguments: dict[str, Any]) -> Told:
        """
        Call it with arguments as they were judged.

        Raises:
            UpstreamError: it cannot be called, or returns what cannot be passed on.

        """
        # Between the decision and now it may have become another one.
        if all(one is not self.tool for one in self.upstream.tools):
            self.look_again()
        said = await self.upstream.call(self.tool.name, arguments, progress=PROGRESS.get())
        result = said.said_by(self.upstream.name)
        return Told(result.text, result, failed=result.is_error)

    def look_again(self) -> None:
        """
        Look whether the tool is still what it was when the call was decided.

        Raises:
            UpstreamError: it is not.

        """
        if self.tool not in self.upstream.tools:
            message = f"the tool `{self.tool.name}` of `{self.upstream.name}` has just changed"
            raise UpstreamError(message, code="changed", help="list the tools again")
