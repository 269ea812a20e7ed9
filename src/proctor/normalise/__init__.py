"""
Stage two: what a call would do.

`normalise` turns a ToolCall and its Surroundings into an Action; it never
raises on anything an agent can say, and what it cannot read is unread. Nothing
here decides.
"""

from __future__ import annotations

from proctor.normalise.calls import (
    looked_for,
    lookups,
    normalise,
    opened,
    patterns,
    repositories,
    wants,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proctor.normalise.strings import read_example, read_string

__all__ = [
    "looked_for",
    "lookups",
    "normalise",
    "opened",
    "patterns",
    "read_example",
    "read_string",
    "repositories",
    "wants",
]


def __getattr__(name: str) -> object:
    """Load what reads action strings when it is first asked for: the hook never is."""
    if name not in __all__:
        message = f"module 'proctor.normalise' has no attribute {name!r}"
        raise AttributeError(message)
    from proctor.normalise import strings  # noqa: PLC0415 - see above

    return getattr(strings, name)
