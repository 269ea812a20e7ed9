"""What the tests of the record's pages share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.api_rig import Asker, asking


@pytest.fixture(scope="package")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    """Run one office without a port; each test keeps records of agents of its own."""
    with asking(tmp_path_factory.mktemp("pages")) as one:
        yield one
