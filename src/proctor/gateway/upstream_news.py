"""
What whoever runs a gateway has to hear of its upstreams: on stderr, and in the audit.

A client shows its user nothing of it: where a server is down, or a tool is held, there is only a
tool less. Each is said once, when it becomes so, however often it is looked at.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Protocol

from proctor.terms.catalogue import MCP_PREFIX
from proctor.tools.pin_file import pin_command

if TYPE_CHECKING:
    from collections.abc import Mapping

    from proctor.gateway.upstream import Upstream
    from proctor.gateway.upstream_tools import Held

LOG = logging.getLogger("proctor.gateway")
DOWN, WELL, HELD = "upstream-down", "upstream-well", "tool-held"


class Note(Protocol):
    """Keeps an event about a tool."""

    def __call__(self, kind: str, tool: str, **body: str) -> None:
        """Begin to keep it."""


class UpstreamNews:
    """
    Tells of upstreams and of their tools, each state once.

    Args:
        note: keeps an event.

    """

    def __init__(self, note: Note) -> None:
        self.note = note
        self.down: set[str] = set()
        self.held: set[str] = set()

    def look_at(self, upstream: Upstream) -> None:
        """Tell if an upstream went down or came back; that it fails again is no news."""
        name = upstream.name
        if upstream.is_down and name not in self.down:
            self.down.add(name)
            LOG.warning(
                "the upstream `%s` is down: %s; next attempt %s",
                name, upstream.trouble, upstream.next_words,
            )  # fmt: skip
            # Without what the server wrote itself, which may hold a secret.
            self.note(DOWN, f"{MCP_PREFIX}{name}", upstream=name, why=upstream.cause)
        elif not upstream.trouble and name in self.down:
            self.down.remove(name)
            LOG.warning("the upstream `%s` is well again", name)
            self.note(WELL, f"{MCP_PREFIX}{name}", upstream=name)

    def look_at_held(self, upstream: str, held: Mapping[str, Held], offered: set[str]) -> None:
        """Tell of tools that are held now; of one that was told, only after it was offered."""
        self.held -= offered
        new = {tool: one for tool, one in held.items() if tool not in self.held}
        self.held |= new.keys()
        if len(new) == 1:
            (one,) = new.values()
            LOG.warning(
                "the tool `%s` of the upstream `%s` is held: %s; `%s` shows it",
                one.tool, upstream, one.why, pin_command(upstream, one.tool),
            )  # fmt: skip
        elif new:
            LOG.warning(
                "%d tools of the upstream `%s` are held: %s, and so on; `%s` shows them",
                len(new), upstream, next(iter(new.values())).why, pin_command(upstream),
            )  # fmt: skip
        for tool, one in new.items():
            self.note(HELD, tool, upstream=upstream, why=one.why)
