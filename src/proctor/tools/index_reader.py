"""
Read an index.yaml, wherever it comes from, and say what is wrong with it and where.

A file as it was generated is read line by line; any other as YAML, with the same limits,
errors and carets as all our files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from proctor.config_tools import ANNOTATIONS, is_name
from proctor.documents import MAX_BYTES, read_document, unreadable
from proctor.errors import Problem
from proctor.nodes import Mapping as MappingNode
from proctor.nodes import Node, Source, visible
from proctor.roles.files import MAX_GENERATED
from proctor.roles.values import Notes
from proctor.terms.kind import Kind
from proctor.tools.definition import ToolDefinition
from proctor.tools.index_file import LIST, TOOL_KEYS, TOP_KEYS, Index, index_of, tool_of
from proctor.tools.index_lines import OtherFormError, read_lines

WHAT = "a catalogue of tools"
# Behind `  - id: `.
ID_COLUMN = 9
SYNC = "`proctor tools sync` writes the file anew"


@dataclass(frozen=True, kw_only=True)
class IndexFile:
    """
    An index, where each of its tools is written, and what is wrong with it.

    Where anything is wrong the index is empty: the file does not count.
    """

    index: Index = field(default_factory=Index)
    spots: Mapping[str, Node] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def read_index(data: bytes, shown: str, note: str = "") -> IndexFile:
    """Read a file's content; `shown` is its name as people see it, `note` what to add."""
    if len(data) > MAX_GENERATED:
        message = f"the file is larger than {MAX_GENERATED // 1024} KiB"
        return IndexFile(problems=unreadable(shown, "too-much", message, note=note).problems)
    try:
        text = data.decode()
        top, tools = read_lines(text)
        index = index_of(top, [said for _, said in tools])
    except Exception:  # noqa: BLE001 - the reader of all YAML says what is wrong, and where
        return any_form(data, shown, note)
    source = Source(shown, tuple(text.split("\n")), note)
    spots = [
        Node(source=source, line=line, column=ID_COLUMN, length=len(tool.id))
        for tool, (line, _) in zip(index.tools, tools, strict=True)
    ]
    return put_together(index, spots)


def put_together(index: Index, spots: list[Node]) -> IndexFile:
    """Return an index with its places, or what is wrong where two tools have one name."""
    taken: set[str] = set()
    problems = []
    for tool, spot in zip(index.tools, spots, strict=True):
        for name in tool.names:
            if name in taken:
                message = f"`{visible(name)}` is the name of two tools"
                problems.append(spot.problem("duplicate-tool", message, help=SYNC))
        taken.update(tool.names)
    if problems:
        return IndexFile(problems=tuple(problems))
    places = {tool.id: spot for tool, spot in zip(index.tools, spots, strict=True)}
    return IndexFile(index=index, spots=places)


def any_form(data: bytes, shown: str, note: str) -> IndexFile:
    """Read a file as YAML, and complain about everything in it that is wrong."""
    if len(data) > MAX_BYTES:
        message = f"only as it was generated may the file have more than {MAX_BYTES // 1024} KiB"
        document = unreadable(shown, "too-much", message, note=note, help=SYNC)
        return IndexFile(problems=document.problems)
    document = read_document(data, shown, note)
    notes = Notes(document.problems)
    if document.root is None or notes.problems:
        return IndexFile(problems=tuple(notes.problems))
    with notes.reading(document.root, WHAT):
        found = read_keys(document.root, notes)
        if not notes.problems:
            return with_top(document.root, found, notes)
    return IndexFile(problems=tuple(notes.problems))


def read_keys(root: Node, notes: Notes) -> list[tuple[ToolDefinition, Node]]:
    """Return the tools of a file, each with its place; the other keys are only checked."""
    found: list[tuple[ToolDefinition, Node]] = []
    for key, value in notes.mapping(root, WHAT):
        if key.text not in TOP_KEYS:
            notes.unknown_key(key, WHAT, TOP_KEYS)
        elif key.text == LIST:
            for node in notes.items(value, f"`{LIST}`"):
                with notes.reading(node, "this tool"):
                    found += [tool] if (tool := read_tool(node, notes)) else []
        elif key.text in {"modules", "gone"}:
            notes.texts(value, f"`{key.text}`")
        else:
            notes.line(value, f"`{key.text}`")
    return found


def with_top(root: Node, found: list[tuple[ToolDefinition, Node]], notes: Notes) -> IndexFile:
    """Return the tools with the file's own keys, all of which have been looked at."""
    said = root.plain if isinstance(root.plain, dict) else {}
    try:
        top = index_of({key: value for key, value in said.items() if key != LIST}, ())
    except OtherFormError:
        notes.error(root, "wrong-value", f"{WHAT} has line breaks in a word", help=SYNC)
        return IndexFile(problems=tuple(notes.problems))
    index = Index(
        tools=tuple(tool for tool, _ in found),
        modules=top.modules,
        gone=top.gone,
        generated_at=top.generated_at,
        source_hash=top.source_hash,
    )
    return put_together(index, [node for _, node in found])


def read_tool(node: Node, notes: Notes) -> tuple[ToolDefinition, Node] | None:
    """Read one tool, key by key."""
    before = len(notes.problems)
    for key, value in notes.mapping(node, "a tool"):
        read_key(key.text, value, notes) if key.text in TOOL_KEYS else notes.unknown_key(
            key, "a tool", TOOL_KEYS
        )
    if len(notes.problems) > before or not isinstance(node, MappingNode):
        return None
    spot = node.get("id")
    plain = node.plain
    if spot is None:
        notes.error(node, "missing-key", "a tool has an `id`", help=SYNC)
        return None
    try:
        return tool_of(plain if isinstance(plain, dict) else {}), spot
    except OtherFormError:
        complain(node, spot, notes)
        return None


def read_key(key: str, value: Node, notes: Notes) -> None:
    """Complain about a value of the wrong type."""
    what = f"`{key}`"
    if key in {"names", "fields"}:
        notes.texts(value, what)
    elif key == "description":
        notes.text(value, what)
    elif key == "mutates":
        notes.boolean(value, what)
    elif key == "kind":
        notes.choice(value, "a kind of tool", Kind)
    elif key == "parameters":
        notes.mapping(value, what)
    elif key == "annotations":
        for mark, on in notes.mapping(value, what):
            if mark.text not in ANNOTATIONS:
                notes.unknown_key(mark, what, ANNOTATIONS)
            notes.boolean(on, f"`{mark.text}`")
    else:
        notes.line(value, what)


def complain(node: MappingNode, spot: Node, notes: Notes) -> None:
    """Say what is wrong with a tool all of whose values have the right type."""
    names = [spot.plain]
    if (more := node.get("names")) and isinstance(more.plain, list):
        names += more.plain
    wrong = [name for name in names if not is_name(str(name))]
    if wrong:
        message = f"`{visible(str(wrong[0]))}` cannot be the name of a tool"
        notes.error(spot, "bad-tool-name", message)
    elif names[1:] and names[1] != names[0]:
        notes.error(more or spot, "wrong-value", "the first of `names` is the id", help=SYNC)
    else:
        message = "a tool that is `read_only` has `mutates: false`, and no line breaks in a word"
        notes.error(spot, "wrong-value", message, help=SYNC)
