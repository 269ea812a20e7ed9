"""One argument of a command, as far as it is certain."""

from __future__ import annotations

from proctor.terms.named_tuple import NamedTuple


class Argument(NamedTuple):
    """
    One argument of a command.

    `value` is its text, or of an unknown one what was written; `unknown` says
    why it is not certain. `wild` marks a glob, whose value is the pattern; `tracked` that it
    stands only for files that git has in its index.
    """

    value: str
    unknown: str | None = None
    wild: bool = False
    tracked: bool = False
