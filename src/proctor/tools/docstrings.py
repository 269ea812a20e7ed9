"""Read what a docstring says of a tool: the tool itself, and each of its parameters."""

from __future__ import annotations

import re
from inspect import cleandoc

# What comes behind one of these is not about what the tool is for.
HEADINGS = ("Args", "Arguments", "Parameters", "Returns", "Return", "Raises", "Yields", "Examples",
            "Example", "Note", "Notes")  # fmt: skip
OF_PARAMETERS = ("Args", "Arguments", "Parameters")
HEADING = re.compile(rf"({'|'.join(HEADINGS)}):\s*")
ENTRY = re.compile(r"(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)")


def read_docstring(text: str | None) -> tuple[str, dict[str, str]]:
    """Return the description before the first section, and those of the parameters."""
    lines = cleandoc(text or "").splitlines()
    sections: dict[str, list[str]] = {"": []}
    current = ""
    for line in lines:
        found = HEADING.fullmatch(line)
        if found:
            current = found[1]
        sections.setdefault(current, [])
        if not found:
            sections[current].append(line)
    described: dict[str, str] = {}
    for heading in OF_PARAMETERS:
        described |= entries(sections.get(heading, []))
    return "\n".join(sections[""]).strip(), described


def entries(lines: list[str]) -> dict[str, str]:
    """Return the entries of a section; a line that stands deeper goes on with the one above."""
    filled = [line for line in lines if line.strip()]
    depth = min((indent(line) for line in filled), default=0)
    found: dict[str, str] = {}
    name = ""
    for line in filled:
        entry = ENTRY.fullmatch(line.strip()) if indent(line) == depth else None
        if entry:
            name = entry[1]
            found[name] = entry[2]
        elif name:
            found[name] = f"{found[name]} {line.strip()}".strip()
    return found


def indent(line: str) -> int:
    """Return how far a line is moved in."""
    return len(line) - len(line.lstrip())
