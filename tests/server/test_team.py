"""Two machines with one PostgreSQL: each its own server and chains, questions for everybody."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from proctor.keepers import keeping_of, open_store
from proctor.owner.client import Client, wait_for_answer
from proctor.server.tokens import Tokens
from tests.kept_homes import postgres_url
from tests.server.backgrounds import pending
from tests.server.callers import Agent
from tests.server.running import PATIENCE, Server, call, running, until

QUESTION: dict[str, Any] = {
    "uid": "q-1", "tool": "Bash", "action": "tool:bash:make", "input": {"command": "make"},
    "seconds": 3600,
}  # fmt: skip
BOT = "telegram:123:abc"
# Is the only one of a name until it is killed.
POLLER = """
import sys
from pathlib import Path
from proctor.keepers import keeping_of, open_store
home = Path(sys.argv[1])
with open_store(home, keeping_of(home)).exclusive(sys.argv[2]) as alone:
    print(alone, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def homes(fresh_postgres: str, tmp_path: Path) -> tuple[Path, Path]:
    """Give the homes of two machines."""
    made = (tmp_path / "anvil", tmp_path / "bellows")
    for home in made:
        home.mkdir(mode=0o700)
        config = f'store: "{postgres_url(fresh_postgres)}"\nserver: {{name: {home.name}}}\n'
        (home / "config.yaml").write_text(config)
    return made


@contextmanager
def stream(server: Server, home: Path) -> Iterator[http.client.HTTPResponse]:
    """Listen to what happens at a server."""
    host, port = server.info["url"].removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=2 * PATIENCE)
    token = Tokens(home).local_token()
    try:
        connection.request("GET", "/api/events", headers={"Authorization": f"Bearer {token}"})
        with connection.getresponse() as heard:
            assert heard.readline() == b": listening\n"
            yield heard
    finally:
        connection.close()


def next_question(heard: http.client.HTTPResponse) -> tuple[int, str]:
    """Return number and status of the next question that is told of."""
    while True:
        line = heard.readline()
        assert line, "the stream has ended"
        if line.startswith(b"data: "):
            told = json.loads(line.removeprefix(b"data: "))
            if told["kind"] == "question":
                return told["id"], told["status"]


def test_asked_on_one_and_answered_on_the_other(homes: tuple[Path, Path]) -> None:
    """Who asks on one machine wakes when a person approves on another; both tell of it."""
    here, there = homes
    with (
        running(here) as one,
        running(there) as other,
        stream(one, here) as near,
        stream(other, there) as far,
        ThreadPoolExecutor(1) as pool,
    ):
        asker = pool.submit(wait_for_answer, here, QUESTION, 4 * PATIENCE)
        until(lambda: pending(there))
        number = pending(there)[0]["id"]
        done = call(there, "approve", str(number))
        ended = asker.result(PATIENCE)

        assert (done.returncode, done.stderr) == (0, "")
        assert ended is not None
        assert (ended["id"], ended["host"], ended["reply"]["answer"]) == (number, "anvil", "allow")
        for heard in (near, far):
            assert [next_question(heard), next_question(heard)] == [
                (number, "pending"),
                (number, "answered"),
            ]
        late = call(here, "deny", str(number))
        assert (late.returncode, "answered already" in late.stderr) == (2, True)


def test_a_call_waits_for_a_person_elsewhere(homes: tuple[Path, Path], shop: Path) -> None:
    """The record of a call stands on the machine that asked, with the person's name."""
    here, there = homes
    agent = Agent(here, shop)
    with (
        running(here),
        running(there),
        Client.connect(here) as client,
        ThreadPoolExecutor(1) as pool,
    ):
        asking = pool.submit(agent.decide, client, "Bash", command="curl https://example.org")
        until(lambda: pending(there))
        assert call(there, "deny", str(pending(there)[0]["id"]), "not", "today").returncode == 0
        decided = asking.result(PATIENCE)
        listed = json.loads(call(there, "audit", "list", "--json").stdout)

    assert (decided["effect"], decided["why"]) == ("deny", "not today")
    assert [(kept["host"], kept["decision"]) for kept in listed] == [("anvil", "ask_denied")]
    assert listed[0]["answered_by"]


@pytest.mark.full
def test_chains_stay_apart(homes: tuple[Path, Path], shop: Path) -> None:
    """Each machine has a chain of its own for an agent of the same name, and both can be proved."""
    agents = [Agent(home, shop) for home in homes]
    with running(homes[0]), running(homes[1]):
        for _ in range(10):
            for agent in agents:
                with Client.connect(agent.home) as client:
                    assert agent.write(client)[0] == "allow"
    verified = [call(home, "audit", "verify", "--json") for home in homes]
    with closing(open_store(homes[0], keeping_of(homes[0]), reads=True)) as store:
        chains = sorted((chain[0], chain[2]) for chain in store.chains())
        numbers = [[kept.seq for kept in store.walk(chain)] for chain in store.chains()]

    assert json.loads(verified[0].stdout) == json.loads(verified[1].stdout)
    assert [each.returncode for each in verified] == [0, 0]
    assert chains == [("anvil", "arch-1"), ("bellows", "arch-1")]
    assert numbers == [list(range(1, 11))] * 2


def test_one_poller_for_each_bot(homes: tuple[Path, Path]) -> None:
    """What one machine is the only one of is refused to the other, until that one is killed."""
    with subprocess.Popen(
        [sys.executable, "-c", POLLER, homes[0], BOT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as poller:
        assert poller.stdout is not None
        assert poller.stdout.readline() == "True\n"
        with closing(open_store(homes[1], keeping_of(homes[1]))) as store:

            def alone(name: str) -> bool:
                with store.exclusive(name) as got:
                    return got

            assert not alone(BOT)
            assert alone("telegram:456:def")
            poller.kill()
            until(lambda: alone(BOT))
