"""Killing the real server at random moments, while clients ask and hand in."""

from __future__ import annotations

import random
import subprocess
import time
from pathlib import Path

import pytest

from tests.amounts import amount
from tests.server.crowds import CLIENTS, check_everything_is_there_once, clients, told
from tests.server.running import COMMAND, PATIENCE, environment, until
from tests.server.stores import BOTH_STORES

# About as long as a start takes; and so many answers and a moment, where it gets to work.
START, MOST_ANSWERS, MOMENT = 0.8, 15, 0.02


def one_life(home: Path, *, beginning: bool) -> str:
    """Start a server, kill it while it starts or while it works, and return what it said."""
    with subprocess.Popen(
        [*COMMAND, "up", "--json"],
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        # That it is random is the test.
        if beginning:
            time.sleep(random.uniform(0, START))  # noqa: S311 - no secret
        else:
            enough = len(told(home)) + random.randint(1, MOST_ANSWERS)  # noqa: S311 - likewise
            until(lambda: len(told(home)) >= enough or server.poll() is not None)
            time.sleep(random.uniform(0, MOMENT))  # noqa: S311 - likewise
        server.kill()
        server.wait(PATIENCE)
        return server.stdout.read()


@BOTH_STORES
def test_a_killed_server_loses_nothing_and_doubles_nothing(
    home: Path, shop: Path, request: pytest.FixtureRequest
) -> None:
    """Whatever clients were answered is on record once, and nothing is there twice."""
    kills = amount(6, 50) if "sqlite" in request.node.name else amount(3, 10)
    with clients(home, shop):
        until(lambda: len(list(home.parent.glob("*.told"))) == CLIENTS)
        for number in range(kills):
            said = one_life(home, beginning=number % 3 == 0)
            assert number % 3 == 0 or '"url"' in said

    check_everything_is_there_once(home)
    assert len(told(home)) > kills
