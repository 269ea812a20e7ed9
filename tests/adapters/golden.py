"""Compare generated settings with what we last read."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "golden" / "claude_settings"


def compare(name: str, text: str) -> None:
    """Compare a text with a golden file, or write it where `GOLDEN=write` says so."""
    path = FOLDER / name
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert path.read_text() == text
