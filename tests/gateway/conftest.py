"""A home with a role, and a project, for gateways that run as processes of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gateway.gateway_rig import end_owner, write_role

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
    shop = tmp_path / "shop"
    shop.mkdir()
    (shop / "a.txt").write_text("hello\n")
    return shop
