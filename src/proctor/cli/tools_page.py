"""How tools are shown: by category, a line each, or one of them whole."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from proctor.cli.render import LABEL, out, shorten
from proctor.terms.plain import plain
from proctor.tools.catalogue import ListedTool
from proctor.tools.categories import Category

LONGEST_DESCRIPTION = 100
WIDEST_NAME = 40
UNTRUSTED = "not trusted: nothing is believed of it but that it is there, see `proctor trust`"
GONE = "gone: it is not in the code any more"


def show_tools(
    categories: Sequence[Category], tools: Sequence[ListedTool], *, indent: int = 0
) -> None:
    """Print tools below their categories: name, what it is for, and what else it is called."""
    start = " " * indent
    width = max((len(plain(tool.info.id)) for tool in tools), default=0) + 2
    for number, category in enumerate(categories):
        if number and not indent:
            out()
        out(start, (category.name, "bold"), (described(category), "dim"))
        for tool in tools:
            if tool.category == category.id:
                name = plain(tool.info.id).ljust(width)
                text = shorten(tool.description, LONGEST_DESCRIPTION)
                out(f"{start}  {name}{text}", (notes_of(tool), "dim"))


def described(category: Category) -> str:
    """Return what a category is for, to stand behind its name."""
    return f"  {category.description}" if category.description else ""


def notes_of(tool: ListedTool) -> str:
    """Return what to know of a tool beside its description."""
    others = tool.info.aliases
    notes = [f"also {', '.join(others)}"] if others else []
    notes += ["gone"] if tool.gone else [] if tool.trusted else ["not trusted"]
    notes += ["only listed: no call of it can pass"] if tool.denied else []
    return f"  ({'; '.join(notes)})" if notes else ""


def show_tool(tool: ListedTool, category: Category) -> None:
    """Print all that is known of a tool."""
    marks = [mark for mark, on in tool.info.annotations._asdict().items() if on]
    facts = [
        ("Id", tool.info.id),
        ("Name", tool.name if tool.name != tool.info.id else ""),
        ("Also", ", ".join(tool.info.aliases)),
        ("Description", tool.description),
        ("Category", category.name),
        ("Kind", tool.info.kind.value),
        ("Mutates", "no" if tool.info.annotations.read_only else "yes"),
        ("Says", ", ".join(marks) or "nothing: it may change anything"),
        ("Target", target_of(tool)),
        ("From", tool.origin),
        ("Note", GONE if tool.gone else "" if tool.trusted else UNTRUSTED),
    ]
    for label, value in facts:
        if value:
            out((f"{label}:".ljust(LABEL), "bold"), value)
    if tool.parameters is not None:
        show_parameters(tool.parameters, owner_of(tool))


def target_of(tool: ListedTool) -> str:
    """Return the fields that hold a tool's target: ours first, then those of other programs."""
    own = tool.own.fields if tool.own else ()
    others = [field for field in tool.info.fields if field not in own]
    if not (own and others):
        return ", ".join(tool.info.fields) or "the whole input"
    return f"{', '.join(own)}; in other programs {', '.join(others)}"


def owner_of(tool: ListedTool) -> str:
    """Return whose parameters are known, where the tool has another name with us."""
    if tool.own is None or tool.own.id == tool.info.name:
        return ""
    return f" of `{tool.own.id}`, which is Proctor's own"


def show_parameters(schema: Any, owner: str = "") -> None:
    """Print what a tool takes, a line a parameter."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    required = schema.get("required", ()) if isinstance(schema, dict) else ()
    out()
    out((f"Parameters{owner}:", "bold"))
    if not isinstance(properties, dict) or not properties:
        out("  none")
        return
    # A server may call its parameters as it likes, at any length.
    width = min(max(len(plain(name)) for name in properties), WIDEST_NAME) + 2
    for name, said in properties.items():
        wanted = isinstance(required, list) and name in required
        about = said if isinstance(said, dict) else {}
        default = f", else {shorten(json.dumps(about['default']))}" if "default" in about else ""
        kind = f"{shorten(type_of(about))}{'' if wanted else f', optional{default}'}"
        text = about.get("description")
        out(
            f"  {plain(name).ljust(width)}",
            (kind, "dim"),
            f"  {shorten(str(text))}" if text else "",
        )


def type_of(about: dict[str, Any]) -> str:
    """Return the type of a parameter in a word or two."""
    if isinstance(about.get("enum"), list):
        return " | ".join(json.dumps(value) for value in about["enum"])
    said = about.get("type", "any")
    return " | ".join(map(str, said)) if isinstance(said, list) else str(said)
