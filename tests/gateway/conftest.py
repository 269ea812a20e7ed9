"""
Homes with a role, and projects, for gateways that run as processes of their own.

    home, shop                 a home and a project of the test's own; a gateway starts a server
    shared_home, shared_shop   the same for all tests of a process; the server runs already
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gateway.gateway_rig import end_owner, write_role
from tests.server.running import running
from tests.time_limit import SHARED

CLERK = """\
tools: [read_file, list_files, mcp__shop__*]
permissions:
  allow: [read_file, mcp__shop__echo]
  ask: [list_files, mcp__shop__wait]
  otherwise: deny
"""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """Return a home with a role; whatever runs for it ends with the test."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    write_role(home, "clerk", CLERK)
    yield home
    end_owner(home)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Return a project."""
    return made_shop(tmp_path)


@pytest.fixture(scope="session")
def shared_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a home with a role and a server that runs; questions of earlier tests are there."""
    home = tmp_path_factory.mktemp("gateway") / "home"
    home.mkdir(mode=0o700)
    write_role(home, "clerk", CLERK)
    with running(home, **{SHARED: "1"}):
        yield home


@pytest.fixture(scope="session")
def shared_shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project that no test changes."""
    return made_shop(tmp_path_factory.mktemp("gateway"))


def made_shop(folder: Path) -> Path:
    """Make a project with a file."""
    shop = folder / "shop"
    shop.mkdir()
    (shop / "a.txt").write_text("hello\n")
    return shop
