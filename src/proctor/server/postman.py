"""
Bring messages to agents: in order, once, and only when they can be taken.

A message is typed only while its agent is idle, or thinks with no call under way: a dialog
opens only behind an answer to a hook. Answers to the agent's hooks wait meanwhile (`quiet`),
so none opens under the Enter. Whatever stands in the way is told to whoever has sent it, and
the message stays, also when the agent or this server ends.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from proctor.agents.engine import Engine
from proctor.agents.input_box import squeezed
from proctor.agents.messages import (
    AN_AGENT,
    DELIVERED,
    ENTERED,
    UID,
    UNKNOWN_PROGRAM,
    WITHDRAWN,
    Message,
    Queue,
    text_of,
)
from proctor.agents.session_files import Session, names, read_session
from proctor.agents.session_folder import session_folder
from proctor.agents.typing_in import AgentTerminal, Typist, Window
from proctor.errors import NotAllowed, NotFound, ProctorError, ServerError, UsageError
from proctor.server.agent_rows import AgentRows
from proctor.server.agent_states import IDLE, LOST, RUNNING, THINKING, in_words

LOG = logging.getLogger("proctor.postman")

HELD = "held"
TAKEN_BACK = "it was taken back"
# How long one attempt may take, in seconds: shorter than a hook waits for a first word.
TYPES = 2.5
HANDS = 8
# How often an agent is looked at that cannot take a message, and one whose screen says so.
POLL, LOOK = 0.2, 0.7
# How long nothing but its state is looked at.
RESTS = 2.0
# A call that runs for so long without a word opens no dialog any more: it is past that, or
# was ended by a person, which no event tells.
SETTLED = 10.0
# What hooks have decided alone, before there was a server, is to be seen after so long.
AFRESH = 1.0
# How long whoever sends waits to hear whether it could be delivered at once.
ANSWERS = 5.0
NO_SHELL = "`{name}` tells us nothing, so a message to it may be a command: that is for people"


class Letter(NamedTuple):
    """
    A message on its way: for which agent, what it says, and whom it is from.

    `person` says whether that is a person, `own` whether the server itself has written it.
    Sent again with the same `uid`, it is the same.
    """

    name: str
    text: str
    sender: str
    person: bool = False
    own: bool = False
    uid: str = ""


class Round:
    """The messages of one agent, and who waits for them."""

    def __init__(self, name: str, queue: Queue) -> None:
        self.name = name
        self.queue = queue
        # Whoever has it may use the queue.
        self.lock = asyncio.Lock()
        self.task: asyncio.Task[None] | None = None
        self.waiting: dict[str, asyncio.Future[None]] = {}
        self.why = ""
        self.tried = asyncio.Event()
        # Set for whoever rests, where somebody waits for an answer.
        self.called = asyncio.Event()
        self.session: Session | None = None

    def delivered(self, uid: str) -> None:
        """Tell whoever waits that a message was delivered."""
        self.why = ""
        future = self.waiting.pop(uid, None)
        if future is not None and not future.done():
            future.set_result(None)

    def withdrawn(self, uid: str) -> None:
        """Tell whoever waits that a message was taken back."""
        if future := self.waiting.pop(uid, None):
            future.cancel()

    def held(self, why: str) -> None:
        """Tell whoever waits why nothing is delivered."""
        self.why = why
        self.tried.set()


class Postman:
    """Brings the messages of all agents of a home."""

    def __init__(self, home: Path, rows: AgentRows) -> None:
        self.home = home
        self.rows = rows
        self.engine = Engine(home)
        self.rounds: dict[str, Round] = {}
        # Into so many terminals something is typed at once, each by a thread of ours.
        self.hands = asyncio.Semaphore(HANDS)
        self.pool = ThreadPoolExecutor(HANDS, thread_name_prefix="proctor-post")
        # Agents into whose terminals something is being typed.
        self.typing: dict[str, tuple[Window, str, asyncio.Event]] = {}

    async def start(self) -> None:
        """Go on with what the last server has left."""
        for name in await asyncio.to_thread(self.left_behind):
            self.go(self.round(name), AFRESH)

    def left_behind(self) -> list[str]:
        """Return the agents for whom messages wait."""
        return [name for name in names(self.home) if self.queue(name).waiting()]

    async def stop(self) -> None:
        """Press no more keys; what was not delivered waits for the next server."""
        for window, *_ in self.typing.values():
            window.close()
        tasks = [each.task for each in self.rounds.values() if each.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.pool.shutdown(wait=False, cancel_futures=True)

    def queue(self, name: str) -> Queue:
        """Return the messages of an agent."""
        return Queue(Path(session_folder(str(self.home), name)))

    def round(self, name: str) -> Round:
        """Return the round of an agent."""
        if name not in self.rounds:
            self.rounds[name] = Round(name, self.queue(name))
        return self.rounds[name]

    # For those who send

    async def send(self, letter: Letter, seconds: float | None = None) -> dict[str, Any]:
        """
        Send a message, and say whether it was delivered.

        Args:
            letter: the message.
            seconds: how long to wait until it is delivered; without it, until it is known
                whether it can be delivered at once.

        Raises:
            NotFound: there is no such agent.
            NotAllowed: an agent may not send this.
            UsageError: the message is none.
            ServerError: it cannot be kept.

        """
        name, uid = letter.name, letter.uid or os.urandom(16).hex()
        session = await asyncio.to_thread(read_session, self.home, name)
        if not session.program and not letter.person:
            raise NotAllowed(NO_SHELL.format(name=name))
        if not UID.fullmatch(uid):
            raise UsageError("`uid` is 16 to 64 digits of base 16")
        text = text_of(await asyncio.to_thread(self.signed, letter), letter.text)
        found = self.round(name)
        async with found.lock:
            try:
                message = await asyncio.to_thread(
                    found.queue.put, letter.sender, text, uid, person=letter.person
                )
            except OSError as error:
                raise ServerError(f"the message cannot be kept: {error.strerror}") from error
            if message.stage == WITHDRAWN:
                return {"id": message.number, "state": WITHDRAWN, "why": TAKEN_BACK}
            future = found.waiting.setdefault(uid, asyncio.get_running_loop().create_future())
            if message.stage == DELIVERED:
                found.delivered(uid)
            # What held up the one before is not yet what holds up this one.
            found.why = ""
            found.tried.clear()
            self.go(found)
        await self.known(found, future, seconds)
        if future.cancelled():
            return {"id": message.number, "state": WITHDRAWN, "why": TAKEN_BACK}
        if future.done():
            return {"id": message.number, "state": "delivered", "why": ""}
        return {"id": message.number, "state": HELD, "why": found.why or f"{name} is busy"}

    def signed(self, letter: Letter) -> str:
        """
        Return the sender as the other agent reads it.

        INVARIANT: only a person, known by their token, and the server itself have a bare name.
        A sender that no session has is a program that nobody here knows.
        """
        if letter.person or letter.own:
            return letter.sender
        kind = AN_AGENT if letter.sender in names(self.home) else UNKNOWN_PROGRAM
        return f"{letter.sender} ({kind})"

    async def known(
        self, found: Round, future: asyncio.Future[None], seconds: float | None
    ) -> None:
        """Wait until a message is delivered, or until it is known that it cannot be."""
        end = time.monotonic() + (ANSWERS if seconds is None else seconds)
        while not future.done() and (left := end - time.monotonic()) > 0:
            tried = asyncio.create_task(found.tried.wait())
            either: list[asyncio.Future[Any]] = [future, tried]
            try:
                await asyncio.wait(either, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            finally:
                tried.cancel()
            state = self.rows.known.get(found.name)
            if found.why and (seconds is None or (state is not None and state.gone)):
                return
            found.tried.clear()

    # For hooks

    async def quiet(self, agent: str) -> None:
        """Wait until nothing is typed for an agent: an answer may open a dialog there."""
        typing = self.typing.get(agent)
        if typing is not None:
            window, _, closed = typing
            with suppress(TimeoutError):
                await asyncio.wait_for(closed.wait(), window.left + POLL)

    def prompted(self, agent: str, event: bytes) -> None:
        """Hear that an agent was given a prompt: perhaps what is being typed."""
        typing = self.typing.get(agent)
        if typing is None:
            return
        window, text, _ = typing
        with suppress(ValueError, RecursionError):
            prompt = json.loads(event).get("prompt")
            head = squeezed(text.partition("\n")[0])
            if isinstance(prompt, str) and squeezed(prompt[: len(text) + 1]).startswith(head):
                window.heard.set()

    # Delivering

    def go(self, found: Round, after: float = 0.0) -> None:
        """Let somebody bring the messages of an agent."""
        found.called.set()
        if found.task is None or found.task.done():
            found.task = asyncio.get_running_loop().create_task(self.deliver(found, after))

    async def deliver(self, found: Round, after: float) -> None:
        """Bring all messages of an agent, one after the other, whatever stands in the way."""
        await asyncio.sleep(after)
        while True:
            async with found.lock:
                message = await asyncio.to_thread(found.queue.first)
                if message is None:
                    # Whoever has the lock next begins anew.
                    found.task = None
                    return
                why, pause = await self.attempt(found, message)
            if why:
                found.held(why)
                await self.rest(found, why, pause)
            else:
                found.delivered(message.uid)

    async def rest(self, found: Round, why: str, pause: float) -> None:
        """Wait for a moment, or until the state changes that holds a message up."""
        end = time.monotonic() + RESTS
        await asyncio.sleep(pause)
        while found.session is not None and self.unready(found.session) == why:
            if found.called.is_set() or time.monotonic() > end:
                break
            await asyncio.sleep(POLL)
        found.called.clear()

    async def attempt(self, found: Round, message: Message) -> tuple[str, float]:
        """Try to deliver a message; return why not, and for how long to wait."""
        name = found.name
        try:
            found.session = None
            session = found.session = await asyncio.to_thread(read_session, self.home, name)
            if why := self.unready(session):
                return why, POLL
            async with self.hands:
                # From here until it is known that something is typed, nothing else may happen.
                if why := self.unready(session):
                    return why, POLL
                why = await self.typed(found.queue, session, message)
        except NotFound as error:
            return error.message, LOOK
        except (ProctorError, OSError) as error:
            return f"{name} cannot be reached: {said(error)}", LOOK
        except Exception:
            LOG.exception("a message to %s could not be delivered", name)
            return f"{name} cannot be reached: see the server's log", LOOK
        return (f"{name}: {why}", LOOK) if why else ("", 0.0)

    async def typed(self, queue: Queue, session: Session, message: Message) -> str:
        """Type a message, in a thread; return why it was not taken."""
        window, closed = Window(TYPES), asyncio.Event()
        self.typing[session.name] = (window, message.text, closed)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                self.pool, self.type_in, queue, session, message, window
            )
        finally:
            del self.typing[session.name]
            closed.set()

    def type_in(self, queue: Queue, session: Session, message: Message, window: Window) -> str:
        """Type a message; return why it was not taken."""
        steps = [message]

        def note(stage: str) -> None:
            steps.append(queue.move(steps[-1], stage))

        terminal = AgentTerminal(self.engine, session.name)
        why = ""
        if session.program:
            why = Typist(terminal, message, note=note, window=window).type_in()
        elif message.stage != ENTERED:
            # Before it is typed: as far as anybody can know later, it was.
            note(ENTERED)
            terminal.paste(message.text)
            terminal.enter()
        if not why:
            queue.done(steps[-1])
        return why

    def unready(self, session: Session) -> str:
        """Say why an agent can be told nothing now; nothing where it can."""
        name, state = session.name, self.rows.known.get(session.name)
        if state is None:
            return f"{name} is starting"
        if state.gone:
            return f"{name} is lost" if state.gone == LOST else f"{name} has {state.gone}"
        if not session.program:
            return ""
        word, tool = state.state
        waits = state.blocked or state.reviewing
        if word in (IDLE, THINKING) and not (waits or state.running):
            return ""
        silent = time.monotonic() - state.heard_at > SETTLED
        if word == RUNNING and not waits and silent:
            return ""
        return f"{name} is {in_words(word, tool)}"


def said(error: Exception) -> str:
    """Return what an error says, in one line."""
    if isinstance(error, ProctorError):
        return error.message.partition("\n")[0]
    return str(getattr(error, "strerror", "") or error)
