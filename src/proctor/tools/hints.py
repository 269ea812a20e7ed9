"""
What is believed of the hints that a tool of an MCP server gives about itself.

The server is not trusted: until a person has pinned the tool, its hints can only tighten. What
it does not say is not assumed either way; MCP's own defaults are for those who trust it.
"""

from __future__ import annotations

from proctor.terms.catalogue import Annotations
from proctor.tools.upstream_tool import Hints


def believed(hints: Hints, *, pinned: bool) -> Annotations:
    """
    Return what counts of a tool's hints.

    Args:
        hints: as the server gave them.
        pinned: whether a person has looked at the tool and pinned it, just as it is.

    """
    destructive = hints.destructive is True
    return Annotations(
        # One that says both contradicts itself, and the careful word counts.
        read_only=pinned and hints.read_only is True and not destructive,
        destructive=destructive,
        idempotent=pinned and hints.idempotent is True,
        open_world=hints.open_world is True,
    )


def both(one: Annotations, other: Annotations) -> Annotations:
    """Return what two promise, and what either warns of."""
    return Annotations(
        read_only=one.read_only and other.read_only,
        destructive=one.destructive or other.destructive,
        idempotent=one.idempotent and other.idempotent,
        edit=one.edit and other.edit,
        open_world=one.open_world or other.open_world,
    )
