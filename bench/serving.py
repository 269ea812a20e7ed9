"""How much the server can do: decisions by HTTP, and questions that wait."""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import time
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import uvloop

from places import stores
from served import Served, call, send_all, served
from stopwatch import Effort
from table import Section, micro, milli

CONNECTIONS = 64
TURNS = 9
WANTED = {"file tools": 5_000, "shell calls": 2_500}
# No two calls are the same: a number goes into each of them.
COMMANDS = (
    "git status src/{}", "git log --oneline -{}", "ls -la src/{}", "make test-{}",
    "npm test -- {}", "grep -rn TODO src/{}", "cat README.md | head -{}",
    "pytest -q tests/test_{}.py",
)  # fmt: skip
QUESTIONS = 1_000
SLOWEST = 0.25


def deciding_by_http(effort: Effort) -> Section:
    """Measure `/api/decide` with the whole pipeline and the record."""
    section = Section(
        f"`/api/decide`: pipeline, record and answer, {CONNECTIONS} connections",
        ("calls", "CPU, quietest turn", "a second of CPU", "CPU, median turn", "by the clock"),
    )
    number = 400 * effort.rounds
    for kind, store in stores():
        with served(store) as server:
            for name, wanted in WANTED.items():
                run_apart(server, name, number // 2)  # what is new at first does not count
                cpu, middle, wall = turns_of(server, name, number)
                section.rows.append(
                    (f"{name}, {kind}", micro(cpu / number), f"{number / cpu:,.0f}",
                     micro(middle / number), f"{number / wall:,.0f} a second")
                )  # fmt: skip
                what = f"{name}, {kind}: at least {wanted:,} a second on one core"
                section.target(what, f"{number / cpu:,.0f}", holds=number / cpu >= wanted)
    return section


def turns_of(server: Served, kind: str, number: int) -> tuple[float, float, float]:
    """
    Return the seconds that so many calls take: CPU at the least and in the middle, and the clock.

    What the server has to do is the same in each turn. On a machine that others use too it
    takes longer when they are at work, and never less: the least is what it costs.
    """
    taken = []
    for _ in range(TURNS):
        before = server.cpu()
        seconds = run_apart(server, kind, number)
        taken.append((server.cpu() - before, seconds))
    least, middle = min(taken), sorted(taken)[TURNS // 2]
    return least[0], middle[0], middle[1]


def run_apart(server: Served, kind: str, number: int) -> float:
    """
    Send requests from another process, so that their cost is not the server's.

    Returns the seconds from the first to the last, without the start of that process.
    """
    apart = get_context("spawn")
    here, there = apart.Pipe(duplex=False)
    process = apart.Process(target=send, args=(server, kind, number, there))
    process.start()
    seconds = float(here.recv())
    process.join()
    assert process.exitcode == 0
    return seconds


def send(server: Served, kind: str, number: int, told: Connection) -> None:
    """Send requests on many connections, and tell how long that took."""
    share = number // CONNECTIONS
    bodies = [
        [body(server, kind, line * share + at) for at in range(share)]
        for line in range(CONNECTIONS)
    ]

    async def work() -> None:
        await asyncio.gather(*(send_all(server, one) for one in bodies))

    began = time.perf_counter()
    uvloop.run(work())
    told.send(time.perf_counter() - began)


def body(server: Served, kind: str, number: int) -> bytes:
    """Return one request; no two are the same."""
    if kind == "file tools":
        path = f"{server.project}/src/part{number % 50}/file{number}.py"
        call: dict[str, Any] = {"tool": ("Read", "Edit")[number % 2], "input": {"file_path": path}}
    else:
        command = COMMANDS[number % len(COMMANDS)].format(number)
        call = {"tool": "Bash", "input": {"command": command}}
    more = {"role": "coder", "agent": f"arch-{number % 5}", "session": "s", "ask": "leave"}
    return json.dumps({**call, **more, "cwd": str(server.project), "call_id": str(number)}).encode()


def waking(_: Effort) -> Section:
    """Measure how soon askers wake while a thousand questions are open."""
    section = Section(
        f"{QUESTIONS:,} questions open at once, answered in random order",
        ("store", "median", "99 of 100", "slowest", "own answer"),
    )
    for kind, store in stores():
        with served(store) as server:
            taken = asyncio.run(ask_and_answer(server, QUESTIONS))
            ordered = sorted(seconds for seconds, _ in taken)
            late = ordered[int(len(ordered) * 0.99) - 1]
            own = sum(right for _, right in taken)
            middle = statistics.median(ordered)
            section.rows.append(
                (kind, milli(middle), milli(late), milli(ordered[-1]), f"{own:,} of {QUESTIONS:,}")
            )
            wanted = f"{kind}: 99 of 100 woken in under {milli(SLOWEST)}, each with its own answer"
            section.target(wanted, milli(late), holds=late < SLOWEST and own == QUESTIONS)
    return section


async def ask_and_answer(server: Served, number: int) -> list[tuple[float, bool]]:
    """Ask, answer in random order, and return how long each took to wake, and if it is right."""
    sent: dict[int, float] = {}
    asking = [asyncio.create_task(ask(server, one)) for one in range(number)]
    questions: list[dict[str, Any]] = []
    while len(questions) < number:
        questions = await call(server, op="questions", status="pending")
    random.Random(7).shuffle(questions)  # noqa: S311 - an order, not a secret
    reader, writer = await asyncio.open_unix_connection(server.socket)
    for question in questions:
        mine = int(question["agent"].rpartition("-")[2])
        answer = {"op": "answer", "number": question["id"], "token": server.token}
        line = json.dumps({**answer, "answer": "deny", "words": f"for {mine}"}).encode()
        sent[mine] = time.perf_counter()
        writer.write(line + b"\n")
        await reader.readline()
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()
    woken = await asyncio.gather(*asking)
    return [(at - sent[one], words == f"for {one}") for one, (at, words) in enumerate(woken)]


async def ask(server: Served, number: int) -> tuple[float, str]:
    """Ask, and return when the answer came, and what it was."""
    reader, writer = await asyncio.open_unix_connection(server.socket)
    request = {"op": "decide", "tool": "Bash", "input": {"command": f"curl https://x{number}.org"}}
    more = {"cwd": str(server.project), "agent": f"arch-{number}", "role": "guarded"}
    writer.write(json.dumps({**request, **more}).encode() + b"\n")
    answer = json.loads(await reader.readline())
    at = time.perf_counter()
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()
    return at, answer["ok"]["why"]
