"""What the tests of agents' sessions share: a home that only they look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.server import office as office_room


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home whose sessions nobody looks at but the test."""
    monkeypatch.setattr(office_room, "LOOK", 3600.0)
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder
