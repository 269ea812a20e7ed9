"""What the tests of the server share: homes with one of the stores."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.server import office as office_room
from tests.kept_homes import postgres_url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.full)])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Give a new home, whose config names one of the stores; see `stores.py`."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    if request.param == "postgres":
        url = postgres_url(request.getfixturevalue("fresh_postgres"))
        (folder / "config.yaml").write_text(f'store: "{url}"\n')
    return folder


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home whose sessions nobody looks at but the test."""
    monkeypatch.setattr(office_room, "LOOK", 3600.0)
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder
