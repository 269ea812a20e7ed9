"""What all tests share: a host, made by hand."""

from __future__ import annotations

import signal
from datetime import UTC, datetime

import pytest

from proctor.terms.surroundings import Surroundings

pytest_plugins = ["tests.kept_homes", "tests.postgres_server"]


def pytest_configure() -> None:
    """Let programs that tests start hear SIGHUP, also where `nohup` started the tests."""
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        # What is ignored stays so in a child; what is handled does not.
        signal.signal(signal.SIGHUP, lambda *_: None)


@pytest.fixture
def around() -> Surroundings:
    """Stand in a project of a user whose host we know."""
    return Surroundings(
        cwd="/home/ada/shop",
        home="/home/ada",
        root="/home/ada/shop",
        start="/home/ada/shop",
        proctor_home="/home/ada/.proctor",
        now=datetime(2026, 6, 1, 12, tzinfo=UTC),
        program=("/opt/proctor/lib/proctor",),
    )
