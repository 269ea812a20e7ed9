"""
What a tool says of itself, and whether that can be.

A policy believes these words: what only reads may run in a mode that plans, what edits
may run in one that accepts edits. So nothing is taken from a name or made to fit, and a
tool that has the name of a known one must say just what is known of that.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypedDict

from proctor.errors import ToolDeclarationError, did_you_mean
from proctor.nodes import visible
from proctor.terms.catalogue import BUILT_IN, FIELDS, MCP_PREFIX, Annotations
from proctor.terms.kind import Kind
from proctor.tools.shapes import Fields, Items, Plain, Shape

if TYPE_CHECKING:
    from collections.abc import Iterable

    from proctor.terms.catalogue import ToolInfo

# How rules and models can name a tool.
ID = re.compile(r"(?!tool:)[A-Za-z_][A-Za-z0-9_.:-]{0,63}")
KINDS_OF_FILES = (Kind.READ, Kind.EDIT)


class Said(TypedDict, total=False):
    """
    What can be said of a tool; what is not said is the careful choice.

    * `read_only`: it changes nothing, anywhere. `destructive`: what it does cannot be
      undone. `idempotent`: twice is the same as once. `edit`: it edits files.
      `open_world`: it reaches beyond this machine.
    * `mutates`: whether it may change something; it follows from `read_only`.
    * `id`: its name, if not the function's. `names`: further names of the same tool.
    * `category`: where it stands in lists. `description`: instead of the docstring's.
    * `kind` and `target`: what it works on, and which parameters hold that. A rule's
      pattern is then read as one for a command, a path or a URL; without them it is
      compared with the whole input, as JSON.
    """

    category: str
    mutates: bool
    read_only: bool
    destructive: bool
    idempotent: bool
    edit: bool
    open_world: bool
    id: str
    names: Iterable[str]
    target: str | Iterable[str]
    kind: Kind | str
    description: str


def check_words(name: str, said: Said) -> None:
    """Refuse what nobody knows, and a word where yes or no is meant: "no" would be a yes."""
    for word, value in said.items():
        if word not in Said.__annotations__:
            message = f"the tool `{name}`: `{word}` is nothing that can be said of a tool"
            near = did_you_mean(word, list(Said.__annotations__))
            raise ToolDeclarationError(message, help=near or ", ".join(Said.__annotations__))
        if word in (*Annotations._fields, "mutates") and not isinstance(value, bool):
            message = f"the tool `{name}`: `{word}` is True or False, not {value!r}"
            raise ToolDeclarationError(message, help=f"{word}=True, or leave it out")
    if isinstance(said.get("names"), str):
        message = f"the tool `{name}`: `names` is a list of names"
        raise ToolDeclarationError(message, help="names=['…']")


def checked_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return all names of a tool, the id first; all of them mean one known tool, or none does."""
    every = tuple(dict.fromkeys(names))
    for name in every:
        if not isinstance(name, str) or not ID.fullmatch(name):
            message = f"`{visible(name)}` cannot be the name of a tool"
            instead = "begin with a letter; then letters, digits and _ . : -, at most 64"
            raise ToolDeclarationError(message, help=instead)
        if name.startswith(MCP_PREFIX):
            message = f"`{name}` is the name of an MCP server's tool"
            raise ToolDeclarationError(message, help="take a name without `mcp__`")
    meant = {BUILT_IN.canonical(name) if name in BUILT_IN.names else "" for name in every}
    if len(meant) > 1:
        message = f"{', '.join(f'`{name}`' for name in every)} are not names of one tool"
        known = sorted(name for name in every if name in BUILT_IN.names)
        instead = f"known tools of their own: {', '.join(known)}"
        raise ToolDeclarationError(message, help=instead)
    return every


def known_tool(name: str) -> ToolInfo | None:
    """Return the tool of the built-in catalogue that has this name."""
    return BUILT_IN.get(name) if name in BUILT_IN.names else None


def marks_of(name: str, said: Said) -> Annotations:
    """Return what a tool says of itself, if that can be true and is nothing new of a known one."""
    marks = Annotations(**{mark: bool(said.get(mark)) for mark in Annotations._fields})
    against = [mark for mark in ("destructive", "edit") if getattr(marks, mark)]
    if said.get("mutates"):
        against.append("mutates")
    if marks.read_only and against:
        message = f"the tool `{name}` cannot be read_only and {against[0]}"
        raise ToolDeclarationError(message, help="one of them is not true: leave it out")
    if said.get("mutates") is False and not marks.read_only:
        message = f"the tool `{name}` says mutates=False, but not read_only=True"
        instead = "if it changes nothing at all, say read_only=True; else leave mutates out"
        raise ToolDeclarationError(message, help=instead)
    known = known_tool(name)
    if known and known.annotations != marks:
        message = f"`{name}` is a known tool ({known.description}), and that is not what it is"
        true = [mark for mark, value in known.annotations._asdict().items() if value]
        words = ", ".join(f"{mark}=True" for mark in true) or "no annotations"
        instead = f"take another id, or say what is known of it: {words}"
        raise ToolDeclarationError(message, help=instead)
    return marks


def kind_of(name: str, said: Said, marks: Annotations) -> Kind:
    """Return what a tool works on; it must go with what the tool says of itself."""
    known, word = known_tool(name), said.get("kind") or ""
    if not word and known and known.kind is Kind.DELEGATE:
        # It says nothing else of itself, and a mode lets such tools run.
        message = f"`{name}` is a known tool ({known.description}): is that what this one does?"
        raise ToolDeclarationError(message, help="take another id, or say kind='delegate'")
    if not word:
        return known.kind if known else Kind.OTHER
    possible = [kind.value for kind in Kind if kind is not Kind.MCP]
    text = word.value if isinstance(word, Kind) else word
    if text not in possible:
        message = f"the tool `{name}`: `{visible(text)}` is not a kind of tool"
        near = did_you_mean(str(text), possible)
        raise ToolDeclarationError(message, help=near or f"possible are {', '.join(possible)}")
    kind = Kind(text)
    if known and known.kind is not kind:
        message = f"`{name}` is a known tool, of the kind {known.kind.value}"
        raise ToolDeclarationError(message, help="take another id, or leave `kind` out")
    wanted = {Kind.READ: "read_only", Kind.EDIT: "edit"}.get(kind)
    if wanted and not getattr(marks, wanted):
        message = f"the tool `{name}` is of the kind {text}, but does not say {wanted}=True"
        raise ToolDeclarationError(message, help=f"say {wanted}=True, or leave `kind` out")
    if marks.read_only and kind in (Kind.SHELL, Kind.DELEGATE):
        message = f"the tool `{name}` is of the kind {text}, which is never read_only"
        raise ToolDeclarationError(message, help="leave one of them out")
    return kind


def target_of(name: str, said: Said, kind: Kind, shape: Fields) -> tuple[str, ...]:
    """Return the parameters that hold a tool's target: those that are named, or the usual ones."""
    known, given = known_tool(name), said.get("target") or ()
    wanted = (given,) if isinstance(given, str) else tuple(given)
    usual = known.fields if known else FIELDS.get(kind, ())
    shapes = {field.name: field.shape for field in shape.fields}
    for field in wanted:
        if field not in shapes:
            message = f"the tool `{name}` has no parameter `{visible(field)}` to be its target"
            raise ToolDeclarationError(message, help=did_you_mean(field, list(shapes)))
        if known and field not in usual:
            message = f"`{name}` is a known tool, and its target is not `{field}`"
            instead = f"it is {' or '.join(usual)}" if usual else "it is the whole input"
            raise ToolDeclarationError(message, help=instead)
    found = wanted or tuple(field for field in usual if field in shapes)
    if usual and not found:
        message = f"the tool `{name}` does not say which parameter holds its target"
        raise ToolDeclarationError(message, help="say it: target='…'")
    for field in found:
        check_target(name, field, shapes[field], kind)
    return found


def check_target(name: str, field: str, shape: Shape, kind: Kind) -> None:
    """Refuse a target that rules could not be compared with."""
    is_text = shape == Plain(str, "string")
    is_texts = isinstance(shape, Items) and shape.item == Plain(str, "string")
    if not (is_text or (is_texts and kind in KINDS_OF_FILES)):
        message = f"the target `{field}` of the tool `{name}` is not text"
        raise ToolDeclarationError(message, help="make it a `str`: rules are compared with text")
