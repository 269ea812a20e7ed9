"""
What counts of a catalogue file: everything of one's own, only what tightens of a stranger's.

What code declares counts as one's own.

INVARIANT: neither a file nor code makes another tool of a known one. A name of the built-in
table is the tool that it is there; of a tool that is known from further out, they can take
back what was said in its favour, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proctor.errors import Problem, UsageError
from proctor.nodes import visible
from proctor.terms.catalogue import (
    BUILT_IN,
    MCP_PREFIX,
    Annotations,
    Catalogue,
    ToolInfo,
    unknown_tool,
)
from proctor.terms.kind import Kind
from proctor.tools.definition import ToolDefinition
from proctor.tools.index_reader import IndexFile

TABLE = frozenset(BUILT_IN.names)


def with_index(
    catalogue: Catalogue, file: IndexFile, *, outer: Catalogue, trusted: bool
) -> tuple[Catalogue, tuple[Problem, ...]]:
    """
    Return a catalogue that has the tools of a file too, and what is wrong with them.

    Args:
        catalogue: what is known already, also from an older version of the file.
        file: the file.
        outer: what is known from further out; the file cannot say that it is gone.
        trusted: whether what it says of its tools counts, or only that they are there.

    """
    if file.problems:
        return catalogue, file.problems
    problems: list[Problem] = []
    tools: list[ToolInfo] = []
    known = frozenset(catalogue.names)
    for tool in file.index.tools:
        if tool.id in TABLE:
            continue
        if tool.id in known:
            tools += tightened(catalogue.get(tool.id), tool.annotations)
        elif trusted:
            problems += taken(tool, known, file)
            tools.append(tool.info)
        else:
            tools.append(unknown_tool(tool.id))
    if problems:
        return catalogue, tuple(problems)
    gone = [name for name in file.index.gone if not outer.knows(name)]
    return catalogue.with_tools(tools, gone), ()


def with_declared(catalogue: Catalogue, tools: Iterable[ToolInfo]) -> Catalogue:
    """
    Return a catalogue that has tools declared in code too; the same where it has them already.

    A name that is known stays what it is: the code can only take promises back.

    Raises:
        UsageError: a further name of a tool is another tool's.

    """
    for tool in tools:
        known = frozenset(catalogue.names)
        if not is_declarable(tool):
            continue
        if tool.name in known:
            fewer = tuple(tightened(catalogue.get(tool.name), tool.annotations))
            catalogue = catalogue.with_tools(fewer) if fewer else catalogue
            continue
        others = sorted(known.intersection(tool.names))
        if others:
            message = f"`{visible(tool.name)}` cannot be called `{others[0]}`: that is another tool"
            raise UsageError(message, help="take the name out of its `names`")
        catalogue = catalogue.with_tools([tool])
    return catalogue


def with_declared_fields(catalogue: Catalogue, tools: Iterable[ToolInfo]) -> Catalogue:
    """
    Return what `with_declared` does, where a policy has named fields of a tool before.

    Of such a tool nothing but its fields was said: they are added to those that it declares.

    Raises:
        UsageError: a further name of a tool is another tool's.

    """
    for tool in tools:
        named = {catalogue.get(name) for name in (tool.name, *tool.names)}
        bare = [one for one in catalogue.tools if one in named and has_fields_only(one)]
        if bare and is_declarable(tool):
            fields = (*tool.fields, *(field for one in bare for field in one.fields))
            others = [one for one in catalogue.tools if one not in bare]
            own = tool._replace(fields=tuple(dict.fromkeys(fields)))
            without = Catalogue(others, catalogue.gone, catalogue.upstreams)
            catalogue = with_declared(without, [own])
        else:
            catalogue = with_declared(catalogue, [tool])
    return catalogue


def has_fields_only(tool: ToolInfo) -> bool:
    """Say whether only the fields of a tool are known: a declared one has a description."""
    return bool(tool.fields) and tool == unknown_tool(tool.name)._replace(fields=tool.fields)


def is_declarable(tool: ToolInfo) -> bool:
    """Say whether code can say what a tool is: not of a built-in one, nor of an MCP server's."""
    names = (tool.name, *tool.names)
    return (
        tool.kind is not Kind.MCP
        and TABLE.isdisjoint(names)
        and not any(name.startswith(MCP_PREFIX) for name in names)
    )


def tightened(known: ToolInfo, said: Annotations) -> Iterator[ToolInfo]:
    """Yield a known tool with fewer promises, if somebody else makes fewer for it."""
    fewer = Annotations(
        read_only=known.annotations.read_only and said.read_only,
        destructive=known.annotations.destructive or said.destructive,
        idempotent=known.annotations.idempotent and said.idempotent,
        edit=known.annotations.edit and said.edit,
        open_world=known.annotations.open_world or said.open_world,
    )
    if fewer != known.annotations:
        yield known._replace(annotations=fewer)


def taken(tool: ToolDefinition, known: frozenset[str], file: IndexFile) -> Iterator[Problem]:
    """Complain about a further name of a tool that is another tool's name."""
    for name in tool.names:
        if name in known:
            message = f"`{visible(tool.id)}` cannot be called `{visible(name)}`: that is known"
            hint = "take the name out of `names` in the code, and run `proctor tools sync`"
            yield file.spots[tool.id].problem("known-tool", message, help=hint)
