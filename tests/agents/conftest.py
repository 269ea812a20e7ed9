"""
What the tests of agents share: homes whose agents and terminals end with the test.

    engine        the terminals of a new home
    doubled       a home and a program that is called `claude`; one server serves all tests
    own_double    the same with a new home, for tests in which a launch starts the server
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.agents.engine import Engine
from tests.agents.claude_double import Double, double
from tests.agents.terminals import terminals
from tests.server.running import running
from tests.time_limit import SHARED


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """Have the terminals of a home of the test's own."""
    with terminals(tmp_path / "home") as made:
        yield made


@pytest.fixture(scope="session")
def served_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Run one server for all tests of a process that launch agents."""
    home = tmp_path_factory.mktemp("served") / ".proctor"
    with running(home, **{SHARED: "1"}):
        yield home


@pytest.fixture
def doubled(tmp_path: Path, served_home: Path) -> Iterator[Double]:
    """Give a home whose server runs, and a program that is called `claude`."""
    with double(tmp_path, served_home) as made:
        yield made


@pytest.fixture
def own_double(tmp_path: Path) -> Iterator[Double]:
    """Give a new home without a server, and a program that is called `claude`."""
    with double(tmp_path) as made:
        yield made
