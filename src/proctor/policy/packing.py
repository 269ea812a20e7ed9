"""
Plain data in which much is never looked at: packed as text, unpacked piece by piece.

To take a thousand rules out of JSON takes a hook longer than to decide. A text in
it is passed over in a moment.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def pack(value: object) -> str:
    """Return plain data as a text."""
    return json.dumps(value, separators=(",", ":"))


def unpacked(value: Any) -> Any:
    """Return what was packed; what was not, as it is."""
    return json.loads(value) if isinstance(value, str) else value
