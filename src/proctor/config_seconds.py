"""Read how long something lasts: `60`, `90 s`, `10m`, `1 h`."""

from __future__ import annotations

import re

from proctor.nodes import Node, Scalar
from proctor.roles.values import Notes

TIME = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?) ?([smh]?)")
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}


def read_seconds(node: Node, notes: Notes, most: int) -> float | None:
    """Read a `timeout`: a number of seconds, or one with its unit, from one second on."""
    found = TIME.fullmatch(node.text) if isinstance(node, Scalar) else None
    seconds = float(found[1]) * UNITS[found[2]] if found else 0.0
    if 1 <= seconds <= most:
        return seconds
    message = f"`timeout` is a time of 1 to {most} seconds"
    notes.error(node, "wrong-value", message, help="such as `60`, `90 s` or `2m`")
    return None
