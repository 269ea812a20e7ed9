"""
The judge of a gateway: the owner, told through which gateway a call comes and how it was said.

A hook of the agent program may have been answered about the same call already. The owner
finds that by the id of the call and by the input as the program said it, so that is handed on
beside the input that is decided, in which the defaults stand.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NamedTuple

from proctor.tools.judging import OwnerJudge

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from proctor.owner.gateway_link import GatewayLink
    from proctor.terms.call import ToolCall

# Where Claude Code says which call of the model's this is.
CALL_ID, LONGEST_ID = "claudecode/toolUseId", 200


class Input(NamedTuple):
    """What a program said; it may be anything, nothing too."""

    said: object


SAID: ContextVar[Input | None] = ContextVar("proctor_said", default=None)


class LinkedJudge(OwnerJudge):
    """
    Lets the owner decide the calls of a gateway.

    Args:
        home: Proctor's home.
        link: the gateway's line to the owner.
        seconds: how long a server may take to start.

    """

    def __init__(self, home: Path, link: GatewayLink, *, seconds: float = 10.0) -> None:
        super().__init__(home, seconds=seconds)
        self.link = link

    def request(
        self, call: ToolCall, *, role: str, project: str, uid: str, waits: bool = True
    ) -> dict[str, Any]:
        """Return what the owner is asked."""
        made = super().request(call, role=role, project=project, uid=uid, waits=waits)
        given = SAID.get()
        if self.link.key and given is not None:
            made |= {"gateway": self.link.key, "said": given.said}
        return made


@contextmanager
def said(arguments: object) -> Iterator[None]:
    """Say, for all that is done meanwhile, what the program gave as a call's arguments."""
    before = SAID.set(Input(arguments))
    try:
        yield
    finally:
        SAID.reset(before)


def call_id_of(meta: Mapping[str, Any] | None) -> str:
    """Return the id that the program gives a call; nothing where it gives none."""
    found = meta.get(CALL_ID) if meta else None
    return found if isinstance(found, str) and len(found) <= LONGEST_ID else ""
