"""What every test with the real program has: a place, and a model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.owner.who import running_server
from tests.real.model import Model
from tests.real.place import Place


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """Give folders of the test's own; a server that a hook has started ends with the test."""
    made = Place(tmp_path)
    yield made
    if running_server(made.home) is not None:
        assert made.proctor("down").returncode == 0


@pytest.fixture
def model() -> Iterator[Model]:
    """Give a model that plays scripts."""
    with Model() as played:
        yield played
