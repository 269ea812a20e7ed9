"""Screens that are kept as files, and compared as text."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "golden" / "terminal"


def compare(name: str, screen: str) -> None:
    """Compare a screen with the one that is kept, or keep it where asked to: `GOLDEN=write`."""
    text = "\n".join(line.rstrip() for line in screen.rstrip().split("\n")) + "\n"
    path = FOLDER / name
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert path.read_text() == text
