"""
Stage two: what a call would do.

`normalise` turns a ToolCall and its Surroundings into an Action; it never
raises on anything an agent can say, and what it cannot read is unread. Nothing
here decides.
"""

from proctor.normalise.calls import lookups, normalise, repositories, wants
from proctor.normalise.strings import read_example, read_string

__all__ = ["lookups", "normalise", "read_example", "read_string", "repositories", "wants"]
