"""What several tests of tools start from."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.shops import DEPLOY, Shop


@pytest.fixture
def shop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Shop]:
    """Stand in a project of which the module has one tool."""
    module = f"shop_of_{abs(hash(request.node.nodeid))}"
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "shop").mkdir()
    monkeypatch.chdir(tmp_path / "shop")
    found = Shop(tmp_path / ".proctor", tmp_path / "shop", module)
    found.code(DEPLOY)
    yield found
    sys.modules.pop(module, None)
