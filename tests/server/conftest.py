"""
What the tests of the server share: homes with one of the stores, and one real server.

    home    a new home, for a test that opens an office or starts a server of its own
    site    the server that all tests of a process share, with no question open
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.server import office as office_room
from tests.kept_homes import postgres_url
from tests.server.asking_rig import write_role
from tests.server.web import Web, web
from tests.time_limit import SHARED


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


@pytest.fixture(scope="session")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """Run one server for all tests of a process, with the role `coder`, which asks."""
    home = tmp_path_factory.mktemp("server") / "home"
    home.mkdir(mode=0o700)
    write_role(home)
    with web(home, **{SHARED: "1"}) as found:
        yield found


@pytest.fixture
def site(shared_site: Web) -> Iterator[Web]:
    """Give the shared server; questions that a test leaves open are denied."""
    yield shared_site
    shared_site.deny_all()
