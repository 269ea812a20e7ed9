"""Real agents in real terminals, of the home that all tests of pages share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from proctor.agents.engine import Engine
from proctor.agents.stopping import stop
from proctor.errors import NotFound
from proctor.owner.client import Client
from tests.agents.terminals import launched, scripted, shows
from tests.server.running import PATIENCE
from tests.web.sites import Site

Start = Callable[..., str]


@pytest.fixture
def start(site: Site) -> Iterator[Start]:
    """Give what starts an agent in a terminal; all of them end with the test."""
    engine = Engine(site.home)
    names: list[str] = []

    def started(name: str, *lines: str, shown: str = "ready>") -> str:
        launched(engine, name, scripted(*lines), cwd=str(site.project), role="builder")
        names.append(name)
        shows(engine, name, shown)
        # As whoever starts one does: the server looks at it at once.
        with Client.connect(site.home, PATIENCE) as client:
            client.call("look", name=name)
        return name

    yield started
    for name in names:
        with suppress(NotFound):
            stop(site.home, name, force=True)
    engine.kill_server()
