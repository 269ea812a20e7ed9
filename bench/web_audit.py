"""
The page of the record, over a store that is full.

    python bench/web_audit.py            only this part, with a million records
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

import httpx

from keeping import FEW, MILLION, home_of, settle
from keeping_rows import fill
from places import stores
from proctor.keepers import open_store
from proctor.server.tokens import Tokens
from proctor.terms.keeping import Keeping
from stopwatch import FULL, Effort
from table import Section, milli

# The server that the tests start is the one that is measured.
sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.running import PATIENCE, running

LIMIT = 0.200
LOOKS, FEW_LOOKS = 15, 3
OPEN_PAGES = 50
# Records are of 2026, by the day two or three thousand.
DAY = "since=2026-05-01&until=2026-05-02"
YEAR = "since=2026-01-01&until=2027-01-01"
PATHS = {
    "a day, with its charts": f"/audit?{DAY}",
    "a month": "/audit?since=2026-05-01&until=2026-06-01",
    "the whole year": f"/audit?{YEAR}",
    "an agent, the whole year": f"/audit?agent=coder-5&{YEAR}",
    "an agent and a decision, the year": f"/audit?agent=coder-5&decision=deny&{YEAR}",
    "words, the whole year": f"/audit?text=git+push+origin&{YEAR}",
    "in the middle": "/audit?before={middle}",
    "one record": "/audit/{middle}",
    "whether its chains hold": "/audit/checked?before={middle}",
}


def audit_pages(effort: Effort) -> Section:
    """Measure how soon the page of the record is there at the median, and what open ones cost."""
    full = effort is FULL
    number = MILLION if full else FEW
    found = [(kind, *measured(address, number, full=full)) for kind, address in stores()]
    section = Section(
        f"`/audit` over {number:,} records", ("look at", *(kind for kind, _, _ in found))
    )
    for name in PATHS:
        section.rows.append((name, *(milli(taken[name]) for _, taken, _ in found)))
    what = f"{OPEN_PAGES} open pages that hear of a new record"
    section.rows.append((what, *(milli(tail) for _, _, tail in found)))
    for kind, taken, _ in found:
        slowest = max(taken, key=lambda name: taken[name])
        wanted = f"{kind}: every look in under {milli(LIMIT)}"
        got = f"{milli(taken[slowest])} ({slowest})"
        section.target(wanted, got, holds=taken[slowest] < LIMIT)
    return section


def measured(address: str, number: int, *, full: bool) -> tuple[dict[str, float], float]:
    """Return the seconds that each look takes, and those that all open pages take together."""
    looks = LOOKS if full else FEW_LOOKS
    with filled(address, number) as client:
        taken = {}
        for name, path in PATHS.items():
            place = path.format(middle=number // 2)
            times = [timed(client, place) for _ in range(looks)]
            taken[name] = median(times)
        began = perf_counter()
        for at in range(OPEN_PAGES):
            timed(client, f"/audit/newer?agent=coder-{5 * (at % 8)}&top={number - 3}")
        return taken, perf_counter() - began


@contextmanager
def filled(address: str, number: int) -> Iterator[httpx.Client]:
    """Run a server over so many records, and give a person who asks it."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        home = home_of(folder, address)
        with closing(open_store(home, Keeping(store=address))) as store:
            fill(store, number)
            settle(address)
        headers = {"Authorization": f"Bearer {Tokens(home).local_token()}"}
        with (
            running(home) as server,
            httpx.Client(
                base_url=server.info["page"], headers=headers, timeout=PATIENCE, trust_env=False
            ) as client,
        ):
            yield client


def timed(client: httpx.Client, path: str) -> float:
    """Return the seconds that a page takes to come."""
    began = perf_counter()
    answer = client.get(path)
    taken = perf_counter() - began
    assert answer.status_code == httpx.codes.OK, (path, answer.status_code)
    return taken


if __name__ == "__main__":
    print(audit_pages(FULL).markdown())
