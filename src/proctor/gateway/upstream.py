"""
The life of one upstream: started, listed, called, and started again when it fails.

    start ─► connect ─► list ─► well ──► lost ─► wait, longer each time ─► connect …
                                  ▲  │
                                  └──┘ its tools changed: list again

It keeps one connection, so that a call costs no start. Whatever the server does, it ends a
call, or this connection, and never the gateway.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from proctor.errors import UpstreamError
from proctor.gateway.backoff import Backoff
from proctor.gateway.listed_tools import Listing
from proctor.gateway.shown_text import shown
from proctor.gateway.upstream_peer import Progress, ServerRefusal
from proctor.gateway.upstream_process import SAID, WROTE
from proctor.gateway.upstream_result import UpstreamResult
from proctor.gateway.upstream_session import UNSURE, Session, opened
from proctor.terms.upstream import UpstreamSetting
from proctor.tools.upstream_tool import UpstreamTool

logger = logging.getLogger(__name__)

BETWEEN_LISTS = 1.0
# In so many seconds no number of them is worth saying.
SOON = 1.5
LONGEST_CAUSE = 300
# What a result begins with that says in words that there is no such tool.
UNKNOWN_TOOL = ("unknown tool", "tool not found", "no such tool")
UNKNOWN_IN = 200
WRONG_PARAMS = -32602


class Upstream:
    """
    One MCP server behind the gateway.

    `tools` are those of its last list, also while it is down; `trouble` is empty while it is
    well, and else says what is wrong; `remarks` say which of its tools are left out and why.
    `cause` says the latter without what the server wrote itself.
    `changed` is called after any of these has. All of it happens on the loop of `start`.
    """

    def __init__(
        self,
        setting: UpstreamSetting,
        *,
        workspace: Path,
        changed: Callable[[], None],
        variables: Mapping[str, str] | None = None,
        backoff: Backoff | None = None,
    ) -> None:
        self.setting = setting
        self.workspace = workspace
        self.changed = changed
        self.variables = os.environ if variables is None else variables
        self.backoff = backoff or Backoff()
        self.listing = Listing()
        self.trouble = "it is being started"
        self.cause = ""
        self.session: Session | None = None
        self.next_attempt = 0.0
        self.life: asyncio.Task[None] | None = None
        self.looking: set[asyncio.Task[None]] = set()
        self.tried = asyncio.Event()
        self.stale = asyncio.Event()

    @property
    def name(self) -> str:
        """Return what it is called."""
        return self.setting.name

    @property
    def tools(self) -> tuple[UpstreamTool, ...]:
        """Return its tools, as they were last listed."""
        return self.listing.tools

    @property
    def remarks(self) -> tuple[str, ...]:
        """Return which of its tools are left out, and why."""
        return self.listing.remarks

    @property
    def is_down(self) -> bool:
        """Say whether an attempt has failed, and none has succeeded since."""
        return self.tried.is_set() and bool(self.trouble)

    @property
    def next_words(self) -> str:
        """Return when it is tried again, in words."""
        seconds = self.next_attempt - time.monotonic()
        return f"in {seconds:.0f} seconds" if seconds >= SOON else "within a second"

    async def start(self) -> None:
        """Begin to connect, in the background; this never fails and never waits."""
        if self.life is None:
            self.life = asyncio.create_task(self.live(), name=f"upstream {self.name}")

    async def ready(self, seconds: float) -> bool:
        """Wait until the first attempt has ended, and say whether the upstream is well."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.tried.wait(), seconds)
        return not self.trouble

    async def stop(self) -> None:
        """End the connection and everything that was started for it."""
        tasks = [*self.looking, *([self.life] if self.life else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.life = None
        self.trouble = "it was stopped"

    async def call(
        self,
        tool: str,
        arguments: Mapping[str, Any],
        *,
        progress: Progress | None = None,
    ) -> UpstreamResult:
        """
        Call a tool of the upstream.

        `progress` is called with what the server says of its progress: how much is done, of
        how much, and words; at most ten times a second.

        Raises:
            UpstreamError: it is down, has no such tool, refuses, takes too long, or returns
                what cannot be passed on.

        """
        if self.session is None and not self.tried.is_set() and self.life is not None:
            await self.ready(self.setting.start_timeout)
        session = self.session
        if session is None or session.peer.gone is not None:
            raise self.down(session)
        if not any(one.name == tool for one in self.tools):
            self.stale.set()
            what = f"has no tool `{shown(tool, 80)}`"
            raise session.peer.wrong(what, code="unknown-tool", help="list the tools again")
        try:
            result = await session.call(tool, arguments, progress)
        except UpstreamError as error:
            self.after(session, tool, error)
            if error.code == "lost":
                error.help = f"{UNSURE}; it is started again"
            raise
        if result.is_error and says_unknown(result.text, tool):
            self.stale.set()
        return result

    def down(self, session: Session | None) -> UpstreamError:
        """Return the error of a call for which nobody is there."""
        gone = session.peer.gone if session is not None else None
        why = self.without_name(gone) if gone is not None else self.trouble
        return UpstreamError(
            f"the MCP server `{self.name}` is down, and nothing was done: {why}",
            code="down",
            help=f"it is started again {self.next_words}; call again after that"
            if self.life is not None
            else "the gateway has stopped it",
        )

    def without_name(self, error: UpstreamError) -> str:
        """Return what an error says of the upstream, where its name has been said."""
        what = error.message.removeprefix(f"the MCP server `{self.name}` ")
        said = what if what == error.message else f"it {what}"
        return f"{said} ({error.help})" if error.help else said

    def after(self, session: Session, tool: str, error: UpstreamError) -> None:
        """Look at a server that has failed a call: its list may be old, or it may hang."""
        if isinstance(error, ServerRefusal):
            if error.number == WRONG_PARAMS or says_unknown(error.message, tool):
                self.stale.set()
        elif error.code in {"timeout", "lost"} and session.peer.gone is None:
            task = asyncio.create_task(self.look(session))
            self.looking.add(task)
            task.add_done_callback(self.looking.discard)

    async def look(self, session: Session) -> None:
        """Give up a connection on which there is no sign of life."""
        if not await session.lives():
            session.peer.lost(session.peer.wrong("does not answer any more", code="lost"))

    async def live(self) -> None:
        """Keep the upstream connected until it is stopped."""
        while True:
            began = time.monotonic()
            try:
                why = await self.connected()
            except UpstreamError as error:
                why = error
            except Exception as error:
                # Nothing that a server does may end the task that would start it again.
                logger.exception("the MCP server %s", self.name)
                why = UpstreamError(f"it failed: {type(error).__name__}", code="lost")
            wait = self.backoff.failed(time.monotonic() - began)
            self.next_attempt = time.monotonic() + wait
            self.tried.set()
            self.cause = without_its_words(self.without_name(why))
            self.become(self.without_name(why))
            await asyncio.sleep(wait)

    async def connected(self) -> UpstreamError:
        """Connect, list, and return why the connection ended."""
        session = await opened(self.setting, self.workspace, self.variables, self.stale.set)
        try:
            self.stale.clear()
            listing = await session.listing()
            self.session = session
            self.become("", listing)
            self.tried.set()
            return await self.followed(session)
        finally:
            self.session = None
            await session.close()

    async def followed(self, session: Session) -> UpstreamError:
        """List again whenever the list may be old; return why the connection ended."""
        ended = session.peer.ended
        ended.add_done_callback(lambda _: self.stale.set())
        while True:
            await self.stale.wait()
            if ended.done():
                return ended.result()
            self.stale.clear()
            self.become("", await session.listing())
            # A server that never stops saying that its list changed is listed once a second.
            await asyncio.wait({ended}, timeout=BETWEEN_LISTS)

    def become(self, trouble: str, listing: Listing | None = None) -> None:
        """Take a new state, and say so if it is another one."""
        before = self.trouble, self.listing.key
        self.trouble = trouble
        # The same list stays the same object, by which others know that nothing has changed.
        if listing is not None and listing.key != self.listing.key:
            self.listing = listing
        if before != (self.trouble, self.listing.key):
            self.changed()


def without_its_words(trouble: str) -> str:
    """Return what is wrong with a server, without what it wrote before it ended."""
    for mark in (SAID, WROTE):
        trouble = trouble.partition(mark)[0]
    return shown(trouble, LONGEST_CAUSE)


def says_unknown(text: str, tool: str) -> bool:
    """Say whether an answer reads as if there were no such tool."""
    start = text[:UNKNOWN_IN].lower()
    named = tool.lower() in start and "not found" in start
    return named or any(words in start for words in UNKNOWN_TOOL)
