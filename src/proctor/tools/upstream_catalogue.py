"""
The tools of upstream MCP servers as policies see them: what was seen, and what is believed.

INVARIANT: this adds to a catalogue, and changes nothing that is in it. What a person has
written of a tool in a config.yaml counts, whatever its server says and whoever pinned it; and
no server can make a config fail by what it lists.
"""

from __future__ import annotations

from collections.abc import Mapping

from proctor.errors import Problem
from proctor.terms.catalogue import Catalogue, ToolInfo
from proctor.terms.kind import Kind
from proctor.terms.place import Place
from proctor.tools.pin_file import FOLDER, SUFFIX, DamagedError, Entry, read_entries, tool_id


def with_upstreams(
    catalogue: Catalogue, files: Mapping[str, bytes], home: str
) -> tuple[Catalogue, tuple[Problem, ...]]:
    """
    Return a catalogue that has the tools of upstreams too, and what to warn of.

    Args:
        catalogue: all that is known otherwise.
        files: the files of a home, by their names in it.
        home: the home as people name it.

    """
    known = frozenset(catalogue.names)
    tools: list[ToolInfo] = []
    upstreams: list[str] = []
    problems: list[Problem] = []
    for file, data in files.items():
        if not file.startswith(f"{FOLDER}/"):
            continue
        upstream = file.removeprefix(f"{FOLDER}/").removesuffix(SUFFIX)
        try:
            entries = read_entries(data, upstream)
        except DamagedError as error:
            problems.append(damaged(upstream, f"{home}/{file}", error))
            continue
        upstreams += [upstream] if entries else []
        infos = (info_of(upstream, name, entry) for name, entry in entries.items())
        tools += (info for info in infos if info.name not in known)
    if upstreams:
        catalogue = catalogue.with_tools(tools, upstreams=upstreams)
    return catalogue, tuple(problems)


def info_of(upstream: str, name: str, entry: Entry) -> ToolInfo:
    """Return a tool of an upstream; of its text, which is foreign, nothing."""
    id_ = tool_id(upstream, name)
    return ToolInfo(
        name=id_,
        names=(id_,),
        kind=Kind.MCP,
        category=Kind.MCP.value,
        description="",
        annotations=entry.annotations,
    )


def damaged(upstream: str, file: str, error: DamagedError) -> Problem:
    """Warn of a file that does not count: nothing is believed of the tools in it."""
    return Problem(
        "damaged-pins",
        f"what is kept of the tools of `{upstream}` does not count, and all of them are held: "
        f"{error}",
        Place(file, 1),
        help=f"`proctor tools unpin {upstream} --forget` makes a new start",
        warning=True,
    )
