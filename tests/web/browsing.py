"""
The system's chromium, driven by Playwright, and a page that tolerates no trouble.

One browser serves all tests of a process. Playwright's synchronous interface leaves its event
loop running between two calls; other tests of the same process run loops of their own. So its
loop counts as running only while a page is in use.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Response, expect, sync_playwright

from tests.amounts import FULL

# The shell renders pages with the same engine and takes a third of the CPU time of a whole browser.
SHELL = "chromium-headless-shell"
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NAMES = (*WHOLE, SHELL) if FULL else (SHELL, *WHOLE)
MISSING = (
    "no chromium is on the PATH: `make setup` installs it where apt can be used; "
    "elsewhere install it, or name one by CHROMIUM"
)
AXE = Path(__file__).parents[2] / ".cache/axe/node_modules/axe-core/axe.min.js"
# Only ends a hang.
PATIENCE_MS = 20_000
# Nothing but the site is to be talked to, nothing is to be drawn that nobody sees, and no test
# needs a process of its own for its page.
ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--renderer-process-limit=1",
)


class Driven(NamedTuple):
    """A browser, and the loop that its calls run in."""

    browser: Browser
    loop: asyncio.AbstractEventLoop

    @contextmanager
    def in_use(self) -> Iterator[Browser]:
        """Let the browser's loop count as the running one for a while."""
        before = asyncio._get_running_loop()  # what loops themselves use
        asyncio._set_running_loop(self.loop)
        try:
            yield self.browser
        finally:
            asyncio._set_running_loop(before)


def chromium() -> str:
    """Return where the system's chromium is; without one, the test fails and says so."""
    named = os.environ.get("CHROMIUM", "")
    found = next(filter(None, map(shutil.which, (*filter(None, [named]), *NAMES))), None)
    if found is None:
        pytest.fail(MISSING)
    return found


def axe_source() -> str:
    """Return the program that looks for what is not accessible."""
    if not AXE.exists():
        pytest.fail("axe-core is not installed: `make setup` does it")
    return AXE.read_text(encoding="utf-8")


@contextmanager
def driven() -> Iterator[Driven]:
    """Run a browser for a while."""
    program = chromium()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        loop = asyncio.get_running_loop()
        expect.set_options(timeout=PATIENCE_MS)
        try:
            asyncio._set_running_loop(None)
            yield Driven(browser, loop)
        finally:
            asyncio._set_running_loop(loop)
            browser.close()


class Trouble:
    """
    What went wrong in pages: errors in the console, in scripts, of the CSP, and of the server.

    A test that provokes an error says so before: `trouble.expect("409")`.
    """

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.expected: list[re.Pattern[str]] = []

    def expect(self, *patterns: str) -> None:
        """Tolerate what one of these patterns is found in, from now on."""
        self.expected += map(re.compile, patterns)

    def watch(self, page: Page) -> None:
        """Note everything that goes wrong in a page."""
        page.on("console", self.said)
        page.on("pageerror", lambda error: self.note(f"script: {error}"))
        page.on("crash", lambda _: self.note("the page crashed"))
        page.on("response", self.answered)

    def said(self, message: ConsoleMessage) -> None:
        """Hear a message in the console."""
        if message.type in {"error", "assert"}:
            self.note(f"console: {message.text} ({message.location.get('url', '')})")

    def answered(self, response: Response) -> None:
        """Hear an answer of the server."""
        if response.status >= 500:
            self.note(f"server: {response.status} {response.request.method} {response.url}")

    def note(self, what: str) -> None:
        """Note something, unless it was expected."""
        if not any(pattern.search(what) for pattern in self.expected):
            self.seen.append(what)
