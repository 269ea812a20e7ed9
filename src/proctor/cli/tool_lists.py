"""Lists of tools in which one tool may go by several names."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.errors import UsageError
from proctor.nodes import visible
from proctor.terms.catalogue import Catalogue


def with_tools(
    listed: Sequence[str], add: Sequence[str], known: Catalogue
) -> tuple[list[str], list[str]]:
    """Return a list with some tools more, none of them twice, and what to say of that."""
    found, notes = list(listed), []
    for name in add:
        same = same_tool(name, found, known)
        if same is None:
            found.append(name)
        elif same != name:
            notes.append(f"`{visible(name)}` is the tool `{visible(same)}`, which is listed")
    return found, notes


def without_tools(
    role: str, listed: Sequence[str], remove: Sequence[str], known: Catalogue
) -> tuple[list[str], list[str]]:
    """
    Return a list with some tools less, whatever name it has them by, and what to say of that.

    Raises:
        UsageError: it has not got one of them.

    """
    gone: list[str] = []
    notes = []
    for name in remove:
        same = [tool for tool in listed if known.canonical(tool) == known.canonical(name)]
        if not same:
            there = ", ".join(map(visible, listed))
            hint = f"it lists {there}" if there else "it lists none"
            raise UsageError(f"`{role}` does not list `{visible(name)}`", help=hint)
        gone += same
        notes += [
            f"`{visible(name)}` is the tool `{visible(tool)}`, which was listed"
            for tool in same
            if tool != name
        ]
    return [tool for tool in listed if tool not in gone], notes


def same_tool(name: str, listed: Sequence[str], known: Catalogue) -> str | None:
    """Return by which name a list has a tool already, if it has."""
    if name in listed:
        return name
    wanted = known.canonical(name)
    return next((tool for tool in listed if known.canonical(tool) == wanted), None)
