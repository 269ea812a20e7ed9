"""A PostgreSQL that goes away under the real server, or was never there."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from proctor.audit.owner import owner_of
from proctor.owner.client import Client, wait_for_answer
from tests.amounts import amount
from tests.kept_homes import postgres_url
from tests.postgres_server import LOCKED, Server, fresh_schema
from tests.server.backgrounds import answer, pending
from tests.server.callers import Agent, until_well
from tests.server.crowds import check_everything_is_there_once, clients, told
from tests.server.running import PATIENCE, call, running, until

BETWEEN = amount(30, 60)
PASSWORD = "hunter2-secret"  # noqa: S105 - what must not be shown


@pytest.fixture
def home(own_postgres: Server, tmp_path: Path) -> Iterator[Path]:
    """Give a home whose PostgreSQL may be stopped."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    with fresh_schema(own_postgres.conninfo) as place:
        (folder / "config.yaml").write_text(f'store: "{postgres_url(place)}"\n')
        yield folder


def test_restarts_under_load_lose_nothing(own_postgres: Server, home: Path, shop: Path) -> None:
    """Whatever clients were answered while it crashed and stopped is on record once."""
    with running(home) as server:
        with clients(home, shop):
            for how in (signal.SIGQUIT, signal.SIGINT, signal.SIGQUIT)[: amount(2, 3)]:
                enough = len(told(home)) + BETWEEN
                until(lambda enough=enough: len(told(home)) > enough)  # type: ignore[misc]  # bound now
                own_postgres.stop(how=how)
                # Answers go on coming while nothing is there.
                enough = len(told(home)) + BETWEEN
                until(lambda enough=enough: len(told(home)) > enough)  # type: ignore[misc]  # likewise
                own_postgres.start()
        until_well(server)

    check_everything_is_there_once(home)


def test_a_question_outlives_a_restart(own_postgres: Server, home: Path) -> None:
    """Who waits for an answer when it crashes is woken by it afterwards."""
    question = {"uid": "q-1", "tool": "Bash", "action": "tool:bash:make", "seconds": 3600}
    with running(home), ThreadPoolExecutor(1) as pool:
        asker = pool.submit(wait_for_answer, home, question, 4 * PATIENCE)
        until(lambda: pending(home))
        number = pending(home)[0]["id"]
        own_postgres.restart()
        until(lambda: pending(home))
        answer(home, number, "deny")
        ended = asker.result(PATIENCE)

    assert ended is not None
    assert (ended["id"], ended["reply"]["answer"]) == (number, "deny")


def test_calls_are_decided_while_it_is_away(own_postgres: Server, home: Path, shop: Path) -> None:
    """What is allowed is allowed and spooled, what asks is denied, and all comes home later."""
    agent = Agent(home, shop)
    with running(home) as server, Client.connect(home) as client:
        assert agent.write(client)[0] == "allow"
        own_postgres.stop()
        try:
            for _ in range(5):
                assert agent.write(client)[0] == "allow"
                agent.hand_in(client)
            asked = agent.decide(client, "Bash", command="curl https://example.org")
            assert (asked["effect"], "could not be kept" in asked["why"]) == ("deny", True)
            assert "PostgreSQL" in client.call("status")["trouble"]
        finally:
            own_postgres.start()
        until_well(server)
        assert agent.write(client)[0] == "allow"
        assert pending(home) == []
    agent.check_kept()


@pytest.mark.full
def test_one_that_hangs_holds_nobody(own_postgres: Server, home: Path, shop: Path) -> None:
    """Where it says nothing at all, calls are decided and spooled, and the server can be ended."""
    agent = Agent(home, shop)
    with running(home) as server, Client.connect(home) as client:
        assert agent.write(client)[0] == "allow"
        serving = "SELECT pid FROM pg_stat_activity WHERE application_name = 'proctor'"
        pids = [pid for (pid,) in own_postgres.run(serving)]
        signal_all(pids, signal.SIGSTOP)
        try:
            for _ in range(5):
                assert agent.write(client)[0] == "allow"
                assert agent.read(client) == "allow"
            asked = agent.decide(client, "Bash", command="curl https://example.org")
            assert (asked["effect"], "could not be kept" in asked["why"]) == ("deny", True)
            assert server.end() == 0
        finally:
            signal_all(pids, signal.SIGCONT)
    with running(home) as server:
        until_well(server)
    agent.check_kept()


def signal_all(pids: list[int], number: signal.Signals) -> None:
    """Send a signal to processes."""
    assert pids
    for pid in pids:
        os.kill(pid, number)


@pytest.mark.parametrize(
    "command",
    [["up"], ["audit", "list"], pytest.param(["approvals"], marks=pytest.mark.full)],
)
def test_one_that_is_not_there_is_a_sentence(tmp_path: Path, command: list[str]) -> None:
    """Nothing runs without its store; what is said shows no password and no traceback."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    address = f"postgresql://ada:{PASSWORD}@127.0.0.1:1/proctor"
    (home / "config.yaml").write_text(f'store: "{address}"\n')
    done = call(home, *command)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(
        "error: PostgreSQL at postgresql://ada@127.0.0.1:1/proctor does not answer\n"
    )
    assert (PASSWORD in done.stderr, "Traceback" in done.stderr) == (False, False)
    assert owner_of(home) is None


def test_a_wrong_password_is_not_shown(own_postgres: Server, tmp_path: Path) -> None:
    """Who is turned away learns for whom, and not what was tried."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    own_postgres.run(f"DROP ROLE IF EXISTS {LOCKED}", f"CREATE ROLE {LOCKED} LOGIN PASSWORD 'x'")
    address = f"postgresql://{LOCKED}:{PASSWORD}@/postgres?host={own_postgres.folder}"
    (home / "config.yaml").write_text(f'store: "{address}"\n')
    done = call(home, "up")

    assert (done.returncode, done.stdout) == (1, "")
    assert f"it refuses the password of `{LOCKED}`" in done.stderr
    assert (PASSWORD in done.stderr, "Traceback" in done.stderr) == (False, False)
