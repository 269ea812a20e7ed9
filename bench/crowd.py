"""Twenty agents at once: how long a list takes, how long a start, and what their events cost."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from multiprocessing import get_context
from pathlib import Path

import uvloop

from served import Served, served
from stopwatch import Effort
from table import Section, milli

AGENTS, EVENTS_A_SECOND = 20, 50
FEW_ROUNDS = 5
LISTS, STARTS = 10, 5
LIST_LIMIT, START_LIMIT, CPU_LIMIT, MEMORY_LIMIT = 0.3, 1.5, 0.4, 150
# One that waits until it is ended, and says when it has begun.
PROGRAM = "import os, sys, time; open(sys.argv[1], 'w').write('x'); time.sleep(3600)"
# What a turn of an agent tells: a prompt, calls with their ends, the stop.
CALLS_A_TURN = 12
PATIENCE = 120.0


def crowds(effort: Effort) -> Section:
    """Measure `list`, `run --detach`, and the events of many agents."""
    full = effort.rounds > FEW_ROUNDS
    seconds = 60 if full else 5
    section = Section(f"{AGENTS} agents at once", ("what", "measured", "limit"))
    with served() as server, ended(server):
        own = median([bare_start(server, n) for n in range(STARTS)])
        names = [f"agent-{n}" for n in range(AGENTS)]
        took = [started(server, name) for name in names]
        beyond = median(took) - own
        row(section, "`run --detach`, beyond the program's own start", milli(beyond),
            milli(START_LIMIT), holds=beyond <= START_LIMIT)  # fmt: skip
        load = Load(server, names, seconds)
        load.run()
        row(section, f"{load.told:,} events in {seconds} s: kept", f"{load.kept:,}",
            f"{load.told:,}", holds=load.kept == load.told)  # fmt: skip
        row(section, "of a core, for that", f"{load.cpu:.0%}", f"{CPU_LIMIT:.0%}",
            holds=load.cpu <= CPU_LIMIT)  # fmt: skip
        row(section, "memory, at the most", f"{load.memory:.0f} MB", f"{MEMORY_LIMIT} MB",
            holds=load.memory <= MEMORY_LIMIT)  # fmt: skip
        listed = median([timed(server, "list") for _ in range(LISTS)])
        row(section, "`proctor list`", milli(listed), milli(LIST_LIMIT),
            holds=listed <= LIST_LIMIT)  # fmt: skip
    return section


def row(section: Section, what: str, got: str, limit: str, *, holds: bool) -> None:
    """Note what was measured, and whether that is enough."""
    section.rows.append((what, got, limit))
    section.target(f"{what}: {limit}", got, holds=holds)


def median(taken: list[float]) -> float:
    """Return the middle."""
    return statistics.median(taken)


def around(server: Served) -> dict[str, str]:
    """Return the environment of a person at the terminal."""
    return {
        "HOME": str(server.home.parent),
        "PATH": f"{Path(sys.executable).parent}:{os.environ.get('PATH', os.defpath)}",
        "PROCTOR_HOME": str(server.home),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
    }


def proctor(server: Served, *words: str) -> None:
    """Run a command of ours to its end."""
    subprocess.run(
        [sys.executable, "-m", "proctor", *words],
        cwd=server.project,
        env=around(server),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
    )


def timed(server: Served, *words: str) -> float:
    """Return how long a command takes, by the clock."""
    began = time.perf_counter()
    proctor(server, *words)
    return time.perf_counter() - began


@contextmanager
def ended(server: Served) -> Iterator[None]:
    """End the terminals at the end."""
    try:
        yield
    finally:
        from proctor.agents.engine import Engine  # noqa: PLC0415 - slow, and not timed

        Engine(server.home).kill_server()


def bare_start(server: Served, number: int) -> float:
    """Return how long the program itself takes to begin."""
    mark = server.project / f"bare-{number}"
    began = time.perf_counter()
    with subprocess.Popen([sys.executable, "-c", PROGRAM, str(mark)]) as process:
        waited(mark)
        took = time.perf_counter() - began
        process.kill()
    return took


def started(server: Served, name: str) -> float:
    """Return how long it takes from the command to a program that has begun."""
    mark = server.project / f"{name}.begun"
    began = time.perf_counter()
    words = ["run", "--name", name, "--detach", "--", sys.executable, "-c", PROGRAM, str(mark)]
    process = subprocess.Popen(
        [sys.executable, "-m", "proctor", *words],
        cwd=server.project,
        env=around(server),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    waited(mark)
    took = time.perf_counter() - began
    assert process.wait(PATIENCE) == 0
    return took


def waited(mark: Path) -> None:
    """Wait until a program has begun."""
    end = time.monotonic() + PATIENCE
    while not mark.exists():
        assert time.monotonic() < end, f"{mark.name} never came"
        time.sleep(0.002)


class Load:
    """The events of all agents, for a while, and what they cost the server."""

    def __init__(self, server: Served, names: list[str], seconds: int) -> None:
        self.server = server
        self.names = names
        self.seconds = seconds
        self.told = AGENTS * EVENTS_A_SECOND * seconds
        self.cpu = self.memory = 0.0
        self.kept = 0

    def run(self) -> None:
        """Send them from another process, and look at the server."""
        before, had = self.server.cpu(), self.rows()
        began = time.perf_counter()
        process = get_context("spawn").Process(
            target=send, args=(self.server, self.names, self.seconds)
        )
        process.start()
        process.join()
        assert process.exitcode == 0
        self.cpu = (self.server.cpu() - before) / (time.perf_counter() - began)
        self.memory = peak(self.server.pid)
        end = time.monotonic() + PATIENCE
        while (kept := self.rows() - had) < self.told and time.monotonic() < end:
            time.sleep(0.2)
        self.kept = kept

    def rows(self) -> int:
        """Return how much is kept: a record for each call, an event for all else."""
        with closing(
            sqlite3.connect(f"file:{self.server.home}/proctor.db?mode=ro", uri=True)
        ) as db:
            [count] = db.execute(
                "SELECT (SELECT count(*) FROM records) + (SELECT count(*) FROM events)"
            ).fetchone()
        return int(count)


def peak(pid: int) -> float:
    """Return the most memory that a process has had, in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise AssertionError(pid)


def send(server: Served, names: list[str], seconds: int) -> None:
    """Be all agents at once."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(all_agents(server, names, seconds))


async def all_agents(server: Served, names: list[str], seconds: int) -> None:
    """Be all agents, each at its own pace."""
    await asyncio.gather(*(agent(server, name, n, seconds) for n, name in enumerate(names)))


async def agent(server: Served, name: str, number: int, seconds: int) -> None:
    """Tell of one event after the other, so many a second."""
    pace = 1 / EVENTS_A_SECOND
    begin = time.monotonic() + number * pace / AGENTS
    for count in range(EVENTS_A_SECOND * seconds):
        await asyncio.sleep(begin + count * pace - time.monotonic())
        await hook(server, name, said(server, name, count))


def said(server: Served, name: str, count: int) -> dict[str, object]:
    """Return an event: a prompt, calls with their ends, the stop, and again."""
    at = count % (2 * CALLS_A_TURN + 2)
    common = {"session_id": f"{name}-session", "cwd": str(server.project)}
    if at == 0:
        return {**common, "hook_event_name": "UserPromptSubmit", "prompt": f"go {count}"}
    if at == 2 * CALLS_A_TURN + 1:
        return {**common, "hook_event_name": "Stop", "stop_hook_active": False}
    # The end of a call tells of the call before it.
    begun = count if at % 2 else count - 1
    call = {
        "tool_name": "Bash",
        "tool_input": {"command": f"git log --oneline -{begun}", "description": "look"},
        "tool_use_id": f"toolu_{name}_{begun}",
    }
    event = "PreToolUse" if at % 2 else "PostToolUse"
    response = {} if at % 2 else {"tool_response": {"stdout": "a line of text\n" * 20}}
    return {**common, **call, **response, "hook_event_name": event}


async def hook(server: Served, name: str, event: dict[str, object]) -> None:
    """Hand over an event, as a hook does it: a connection, a line, an answer."""
    reader, writer = await asyncio.open_unix_connection(server.socket)
    identity = os.urandom(8).hex()
    env = {"CLAUDE_PROJECT_DIR": str(server.project), "CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}
    request = {
        "op": "hook", "v": 1, "id": identity, "program": "claude-code",
        "event": json.dumps(event).encode().hex(), "role": b"guarded".hex(),
        "agent": name.encode().hex(), "ask_holds": False, "seconds": 300.0,
        "uid": os.urandom(16).hex(),
        "env": {key: value.encode().hex() for key, value in env.items()},
    }  # fmt: skip
    writer.write(json.dumps(request).encode() + b"\n")
    answer = await reader.readline()
    assert answer.startswith(identity.encode() + b" 0"), answer
    writer.close()
    await writer.wait_closed()
