"""What the tests of agents share: a home whose terminals end with the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.agents.engine import Engine
from tests.agents.claude_double import Double, double
from tests.agents.terminals import terminals


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """Have the terminals of a home of the test's own."""
    with terminals(tmp_path / "home") as made:
        yield made


@pytest.fixture
def doubled(tmp_path: Path) -> Iterator[Double]:
    """Give a home and a program that is called `claude`; everything ends with the test."""
    with double(tmp_path) as made:
        yield made
