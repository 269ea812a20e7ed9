"""
A store full of records, as a team of agents would leave them.

    python bench/keeping_rows.py FILE NUMBER

The same number makes the same records. They are in true chains, so that the
store can also be verified.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from proctor.audit.chain import Head, link
from proctor.audit.ids import timestamp
from proctor.audit.rows import to_values
from proctor.audit.store import Link, Store
from proctor.audit.stores.sqlite import open_sqlite
from proctor.terms.record import Outcome, Record

START = 1_767_225_600  # 2026-01-01
YEAR = 365 * 24 * 3600
BATCH = 2_000
AGENTS = 40
CALLS_OF_SESSION = 400
PEOPLE = ("ada", "grace", "edsger", "barbara", "donald")
ROLES = ("coder", "reviewer", "architect", "tester", "guarded")
FOLDERS = ("src/shop/cart", "src/shop/orders", "tests/cart", "docs", "web/pages", "infra")
WORDS = (
    "build", "cart", "checkout", "customer", "delivery", "discount", "email", "error", "invoice",
    "item", "label", "ledger", "login", "order", "parcel", "payment", "price", "refund", "report",
    "session", "stock", "supplier", "tax", "timeout", "total", "voucher", "warehouse",
)  # fmt: skip
COMMANDS = (
    "git status", "git diff", "git log --oneline -20", "npm test", "make test",
    "pytest -q tests/{a}", "git push origin {a}-{b}", "ls -la {f}", "cat {f}/{a}.py",
    "rg -n {a} {f}", "sed -n '1,80p' {f}/{b}.py", "rm -rf build/{a}", "docker compose up -d {b}",
    "curl -s https://api.example.com/{a}/{b}", "python -m {a}.{b} --port {n}",
    "git commit -m 'Make {a} of {b} faster'", "kubectl get pods -n {b}",
)  # fmt: skip
# How often a tool is used, of a hundred calls.
TOOLS = {"bash": 45, "view": 25, "str_replace": 15, "search_files": 10, "web_fetch": 5}
OUTCOMES = {
    Outcome.ALLOW: 900, Outcome.DENY: 40, Outcome.ASK_APPROVED: 35, Outcome.ASK_DENIED: 10,
    Outcome.ASK_TIMEOUT: 8, Outcome.ASK_DIALOG: 7,
}  # fmt: skip
ASKED = {Outcome.ASK_APPROVED, Outcome.ASK_DENIED}


class Worker(NamedTuple):
    """One agent, who it works for, and where."""

    name: str
    role: str
    person: str
    host: str
    home: str


def workers() -> list[Worker]:
    """Return the agents."""
    return [
        Worker(
            f"{ROLES[n % len(ROLES)]}-{n}",
            ROLES[n % len(ROLES)],
            PEOPLE[n % len(PEOPLE)],
            f"host-{n % 4}",
            f"/home/{PEOPLE[n % len(PEOPLE)]}/.proctor",
        )
        for n in range(AGENTS)
    ]


def records(number: int) -> Iterator[tuple[Worker, Record]]:
    """Return that many records, spread over a year, in the order of time."""
    chance = random.Random(number)  # noqa: S311 - the same rows every time, no secret
    team = workers()
    outcomes = chance.choices(list(OUTCOMES), list(OUTCOMES.values()), k=number)
    tools = chance.choices(list(TOOLS), list(TOOLS.values()), k=number)
    turns = [0] * len(team)
    for n in range(number):
        who = chance.randrange(len(team))
        turns[who] += 1
        session = f"{who:04x}-{turns[who] // CALLS_OF_SESSION:06x}-5c1d-4a7b"
        at = timestamp(START + n * YEAR / number)
        yield team[who], record(chance, n, team[who], session, at, tools[n], outcomes[n])


def record(  # noqa: PLR0913, PLR0917 - what a record is made of
    chance: random.Random,
    n: int,
    worker: Worker,
    session: str,
    at: str,
    tool: str,
    outcome: Outcome,
) -> Record:
    """Return one record."""
    a, b, folder = chance.choice(WORDS), chance.choice(WORDS), chance.choice(FOLDERS)
    cwd = f"/home/{worker.person}/shop"
    if tool == "bash":
        command = chance.choice(COMMANDS).format(a=a, b=b, f=folder, n=n)
        said, action = {"command": command, "description": f"See {a}"}, f"tool:bash:{command}"
    elif tool == "web_fetch":
        url = f"https://docs.example.com/{a}/{b}"
        said, action = {"url": url}, f"tool:web_fetch:{url}"
    else:
        path = f"{cwd}/{folder}/{a}_{b}.py"
        said, action = {"file_path": path}, f"tool:{tool}:{path}"
    person = outcome in ASKED
    return Record(
        uid=f"{n:012x}{chance.getrandbits(80):020x}",
        timestamp=at,
        agent_name=worker.name,
        action_string=action,
        decision=outcome,
        user_id=worker.person if n % 3 else "",
        detail="use a branch instead" if outcome is Outcome.ASK_DENIED else "",
        tool=tool,
        role=worker.role,
        decider="person" if person else "rule" if n % 3 else "mode",
        rule="Bash(git *)" if tool == "bash" else "Read",
        rule_place=f"/home/{worker.person}/.proctor/roles/{worker.role}.yaml:12:7",
        why="" if outcome is Outcome.ALLOW else f"a rule asks before {a} is changed",
        answered_by=chance.choice(PEOPLE) if person else "",
        channel="inbox" if person else "",
        question=n if person else None,
        project=cwd,
        cwd=cwd,
        session=session,
        harness="claude-code",
        call_id=f"toolu_{chance.getrandbits(96):024x}",
        mode="default",
        policy_revision=f"{n // 50_000:016x}",
        input=said,
        input_digest=f"{chance.getrandbits(256):064x}",
        duration_us=chance.randrange(80, 4_000),
    )


def links(number: int) -> Iterator[Link]:
    """Return that many rows, each behind the one before it in its chain."""
    heads: dict[Worker, Head] = {}
    for worker, one in records(number):
        before = heads.get(worker, Head())
        values = to_values(one)
        seq = before.seq + 1
        made = link(before.hash, worker.host, worker.home, seq, values)
        heads[worker] = Head(seq, made)
        yield Link(worker.host, worker.home, seq, made, values)


def fill(store: Store, number: int, *, batch: int = BATCH) -> float:
    """Put that many records into an empty store; return the CPU seconds that the store took."""
    rows = links(number)
    taken = 0.0
    while some := list(islice(rows, batch)):
        start = time.process_time()
        store.insert(some)
        taken += time.process_time() - start
    return taken


def main() -> None:
    """Fill a file."""
    path, number = Path(sys.argv[1]), int(sys.argv[2])
    store = open_sqlite(path)
    taken = fill(store, number)
    store.close()
    print(f"{number} records in {path}, {1e6 * taken / number:.1f} µs of CPU each")


if __name__ == "__main__":
    main()
