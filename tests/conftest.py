"""What all tests share: signals that arrive, limits of time, and a host made by hand."""

from __future__ import annotations

import gc
import signal
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, settings

from proctor.terms.surroundings import Surroundings
from tests.amounts import FULL, amount

# Time is no measure here: these machines are noisy.
settings.register_profile(
    "proctor",
    max_examples=amount(40, 400),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("proctor")

# `tests.time_limit` first: others import it, and pytest rewrites asserts before the first import.
pytest_plugins = [
    "tests.time_limit",
    "tests.kept_homes",
    "tests.postgres_server",
    "tests.second_try",
]


def pytest_configure() -> None:
    """
    Let programs that tests start receive signals, and load the tests quickly.

    `nohup` ignores SIGHUP, and a shell ignores SIGINT and SIGQUIT for `make test &`. A child
    inherits ignored signals, but not handled ones.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    # Collecting garbage while the tests are loaded takes a third of that time, and frees nothing.
    gc.disable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only `make full` runs."""
    if FULL:
        return
    left_out = [item for item in items if item.get_closest_marker("full")]
    items[:] = [item for item in items if not item.get_closest_marker("full")]
    config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Leave what was loaded so far out of garbage collection: it is large, and it stays."""
    gc.freeze()
    gc.enable()


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
