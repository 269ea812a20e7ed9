"""
The web page: what the first one weighs, how soon a question is seen, and what stays in memory.

    python bench/web.py            only this part, with all its rounds
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from playwright.sync_api import Page

from open_pages import WATCH, browser_page, listening, memory_of, moments, stream_of
from stopwatch import FULL, Effort
from table import Section, milli

# The server that the tests start is the one that is measured.
sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.web.sites import ROLES, Site
from tests.web.sites import site as running_site
from tests.web.weighing import weigh

OPEN_PAGES = 50
QUESTIONS, FEW = 60, 8
# One that is asked and answered before it counts.
WARM = 3
SEEN_LIMIT, ROLES_LIMIT = 0.150, 0.150
BYTES_LIMIT, REQUESTS_LIMIT = 200_000, 10
ROLE_FILES = 500
LOOKS, FEW_LOOKS = 31, 5
# A long run, shortened. What the server remembers of calls has an end: first so many that all
# of it is full, and then so many more, of which nothing may be left.
CALLS_BEFORE, CALLS, FEW_CALLS = 26_000, 15_000, 500
AGENTS = 20
GROWTH_LIMIT = 3.0
PAUSE = 0.02


def web_page(effort: Effort) -> Section:
    """Measure what a visitor sees of it, with many other pages open."""
    full = effort is FULL
    section = Section(f"The web page, with {OPEN_PAGES} open", ("what", "measured", "limit"))
    with served_site() as site, browser_page(site) as page:
        weight = weigh(page, "/")
        row(section, "first page, in all", f"{weight.size / 1000:,.1f} KB",
            f"{BYTES_LIMIT // 1000} KB", holds=weight.size < BYTES_LIMIT)  # fmt: skip
        requests = len(weight.fetched)
        row(section, "first page, requests", str(requests), f"under {REQUESTS_LIMIT}",
            holds=requests < REQUESTS_LIMIT)  # fmt: skip
        came, left = seen(site, page, QUESTIONS if full else FEW)
        for what, taken in (("appears", came), ("leaves", left)):
            row(section, f"a question {what}, median", milli(statistics.median(taken)),
                milli(SEEN_LIMIT), holds=statistics.median(taken) < SEEN_LIMIT)  # fmt: skip
            row(section, f"a question {what}, worst of {len(taken)}", milli(max(taken)),
                milli(SEEN_LIMIT), holds=max(taken) < SEEN_LIMIT)  # fmt: skip
        filling, calls = (CALLS_BEFORE, CALLS) if full else (FEW_CALLS, FEW_CALLS)
        before, after = remembered(site, page, filling, calls)
        row(section, f"memory after {filling:,} calls", f"{before:.1f} MB", "-")
        row(section, f"more after {calls:,} calls more", f"{after - before:+.1f} MB",
            f"{GROWTH_LIMIT:.0f} MB", holds=after - before < GROWTH_LIMIT)  # fmt: skip
    with served_site(ROLE_FILES) as site:
        taken = looked_at(site, "/roles", LOOKS if full else FEW_LOOKS)
        middle = statistics.median(taken)
        row(section, f"`/roles` with {ROLE_FILES} roles", milli(middle), milli(ROLES_LIMIT),
            holds=middle < ROLES_LIMIT)  # fmt: skip
    return section


def row(section: Section, what: str, got: str, limit: str, *, holds: bool | None = None) -> None:
    """Note what was measured, and whether that is enough where there is a limit."""
    section.rows.append((what, got, limit))
    if holds is not None:
        section.target(f"{what}: {limit}", got, holds=holds)


@contextmanager
def served_site(roles: int = 0) -> Iterator[Site]:
    """Run a server with people, and with so many roles more."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder, running_site(Path(folder)) as site:
        for number in range(roles):
            text = ROLES["builder"].replace("name: builder", f"name: builder-{number:03}")
            (site.home / "roles" / f"builder-{number:03}.yaml").write_text(text)
        yield site


def seen(site: Site, page: Page, number: int) -> tuple[list[float], list[float]]:
    """Return how long questions took to appear in an open page, and to leave it."""
    path = stream_of(page, "/approvals")
    page.evaluate(WATCH)
    asked: dict[str, float] = {}
    answered: dict[str, float] = {}
    with listening(site, path, OPEN_PAGES - 1):
        for count in range(1, number + WARM + 1):
            began = time.time()
            call = {"tool_name": "Bash", "tool_input": {"command": f"curl example.com/{count}"}}
            said = {"hook_event_name": "PreToolUse", "tool_use_id": f"call-{count}", **call}
            with site.send(said, agent=f"bench-{count % 20}", role="builder"):
                [name] = moments(page, "came", count).keys() - asked.keys()
                asked[name] = began
                # Whoever looks takes a moment; and no answer comes the instant after.
                time.sleep(PAUSE)
                answered[name] = time.time()
                done = site.bearer().post(f"/api/approvals/{name}", json={"answer": "deny"})
                assert done.is_success, done.text
                moments(page, "left", count)
    came, left = moments(page, "came", 1), moments(page, "left", 1)
    counted = list(asked)[WARM:]
    return [came[one] - asked[one] for one in counted], [
        left[one] - answered[one] for one in counted
    ]


def remembered(site: Site, page: Page, filling: int, calls: int) -> tuple[float, float]:
    """Return the server's memory after a first run of calls and after a second one, in MB."""
    path = stream_of(page, "/")
    with listening(site, path, OPEN_PAGES - 1) as pages:
        call_on(site, filling)
        before = memory_of(site.server.process.pid)
        call_on(site, calls)
        assert pages.heard > 0
        return before, memory_of(site.server.process.pid)


def call_on(site: Site, calls: int) -> None:
    """Let all agents work at once: each call is decided, kept, and told to the pages, twice."""
    with ThreadPoolExecutor(AGENTS) as pool:
        done = [pool.submit(work, site, f"bench-{n}", calls // AGENTS) for n in range(AGENTS)]
    for one in done:
        one.result()


def work(site: Site, agent: str, calls: int) -> None:
    """Be an agent that makes calls which are allowed, no two of them the same."""
    for _ in range(calls):
        name = os.urandom(6).hex()
        call: dict[str, Any] = {
            "tool_name": "Bash",
            "tool_input": {"command": f"make step-{name}"},
            "tool_use_id": name,
        }
        site.event("PreToolUse", agent=agent, **call)
        site.event("PostToolUse", agent=agent, **call)


def looked_at(site: Site, path: str, times: int) -> list[float]:
    """Return how long a page takes, each time; the first look warms up."""
    client = site.client()
    taken = []
    for number in range(times + 1):
        began = perf_counter()
        answer = client.get(path)
        if number:
            taken.append(perf_counter() - began)
        assert answer.is_success, answer.text
        assert "builder-499" in answer.text
    return taken


if __name__ == "__main__":
    print(web_page(FULL).markdown())
