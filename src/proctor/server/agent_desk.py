"""
What can be asked about agents and said to them, by people, whichever page or program they use.

As `proctor list`, `logs --screen`, `send` and `stop` do it. Names are checked before anything
is looked up by them. A screen is captured only while somebody looks at it, once for all who do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, cast

from proctor.agents.engine import Engine, Pane
from proctor.agents.listing import Listed, listed
from proctor.agents.run_standing import UNKNOWN, Stands, in_run
from proctor.agents.session_files import Session, read_session
from proctor.agents.session_folder import checked_name
from proctor.agents.stopping import SECONDS, Stopped, stop
from proctor.errors import EngineError, NotAllowed, NotFound, ProctorError
from proctor.server.office import Office
from proctor.server.screen_text import Piece, pieces_of
from proctor.server.sending import send
from proctor.server.shared_look import SharedLook
from proctor.server.web.changes import note_change
from proctor.terms.event import Event
from proctor.terms.question import Question, Status
from proctor.terms.role_chain import runs_of

# Seconds that tmux may take, and at least between two looks at all agents, or at one screen.
TMUX, LIST_PAUSE, SCREEN_PAUSE = 2.0, 0.2, 0.5
# So many screens are known at once, and so many agents are ended at once.
MOST_SCREENS, STOPPING = 100, 4
# More than ever wait at once.
ALL = 1_000_000
# Under which name an office has its desk.
DESK = "agent_desk"
NO_TERMINAL = "{name} has no terminal any more"
GONE = "there is no agent `{name}`, or it is gone"
NO_OVERRIDES = "`proctor list` shows which agents have overrides"
GONE_HELP = "see the list of agents; what it did is in the audit trail"


class Seen(NamedTuple):
    """One agent as it is listed, and the questions of it that wait, oldest first."""

    agent: Listed
    questions: tuple[int, ...] = ()


class Picture(NamedTuple):
    """All agents at one moment, and what keeps us from knowing more of them."""

    agents: tuple[Seen, ...]
    trouble: str = ""


class Screen(NamedTuple):
    """What a terminal shows: lines of pieces, as `screen_text` makes them."""

    name: str
    lines: list[list[Piece]]


class AgentDesk:
    """Answers people about the agents of one home."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.engine = Engine(office.home, patience=TMUX)
        self.looking = SharedLook(self.look, pause=LIST_PAUSE)
        self.screens: dict[str, SharedLook[Screen]] = {}
        # Ending takes seconds: it shall not keep others from the threads that all share.
        self.hands = ThreadPoolExecutor(STOPPING, thread_name_prefix="proctor-stop")
        self.stopping: dict[str, asyncio.Task[Stopped]] = {}

    # Looking

    async def picture(self) -> Picture:
        """Return all agents: who is blocked first, and longest; who has ended last."""
        return await self.looking.see()

    async def look(self) -> Picture:
        """Look at all agents, once."""
        office = self.office
        rows = [office.agent_rows.row(state) for state in office.agent_rows.known.values()]
        asked = numbers_of(await self.waiting())
        counted = {name: len(numbers) for name, numbers in asked.items()}
        panes, trouble = await asyncio.to_thread(self.panes)
        found = await asyncio.to_thread(listed, office.home, rows, counted, panes)
        found = await self.with_runs(found)
        return Picture(tuple(Seen(one, asked.get(one.name, ())) for one in found), trouble)

    def panes(self) -> tuple[dict[str, Pane] | None, str]:
        """Return the terminals, None where nobody knows; and what is wrong with them."""
        try:
            return self.engine.panes(), ""
        except ProctorError as error:
            return None, f"the terminals: {error.message}"
        except (OSError, ValueError):
            return None, "the terminals cannot be looked at"

    async def waiting(self) -> list[Question]:
        """Return the questions of this home that wait."""
        office, identity = self.office, self.office.keepers.identity
        found = await office.inbox.run(office.keepers.store.questions, Status.PENDING, limit=ALL)
        return [one for one in found if (one.host, one.home) == (identity.host, identity.home)]

    async def with_runs(self, agents: Sequence[Listed]) -> list[Listed]:
        """Return agents, each with what its workflow run gives it."""
        names = {run for one in agents if one.live for run in runs_of(one.role)}
        stands = {name: await self.standing(name) for name in names}
        return [in_run(one, stands) if one.live else one for one in agents]

    async def standing(self, name: str) -> Stands:
        """Return how a workflow run stands."""
        try:
            run = self.office.workflows.runs.known.get(name)
            run = run or await self.office.workflows.runs.get(name)
        except NotFound:
            return Stands(UNKNOWN)
        return Stands(run.status.value, run.current.role_id if run.status.live else "")

    async def one(self, name: str) -> Seen:
        """
        Return one agent.

        Raises:
            UsageError: that is no name.
            NotFound: there is no such agent.

        """
        checked_name(name)
        found = [seen for seen in (await self.picture()).agents if seen.agent.name == name]
        if not found:
            raise NotFound(GONE.format(name=name), help=GONE_HELP)
        return found[0]

    async def revoke_overrides(self, name: str, *, person: str) -> dict[str, Any]:
        """
        Take back what was changed for agents of a name alone: then their role counts as it is.

        Raises:
            NotAllowed: they may not answer for its role.
            NotFound: nothing was changed.

        """
        office, rights = self.office, self.office.rights
        held = await asyncio.to_thread(office.posts.overrides.of_name, name)
        roles = {owner.role for each in held for owner in each.owners}
        for role in roles or {""}:
            who, why = rights.for_role("inbox", person, role)
            if who is None or why:
                raise NotAllowed(why)
        done = await asyncio.to_thread(office.self_edits.revoke, name)
        if not done:
            raise NotFound(f"nothing was changed for the agent `{name}` alone", help=NO_OVERRIDES)
        await note_change(office, person, "overrides-revoked", agent=name)
        return {"name": name, "revoked": done}

    async def session(self, name: str) -> Session | None:
        """Return what an agent was started as; None where others have started it."""
        try:
            return await asyncio.to_thread(read_session, self.office.home, checked_name(name))
        except NotFound:
            return None

    async def events(self, name: str, limit: int) -> list[Event]:
        """
        Return the last events of an agent, newest first, also of one that is gone.

        Raises:
            UsageError: that is no name.

        """
        last = partial(self.office.keepers.reader.events, newest=True)
        return await asyncio.to_thread(last, agent=checked_name(name), limit=limit)

    async def screen(self, name: str) -> Screen:
        """
        Return what the terminal of an agent shows.

        Raises:
            UsageError: that is no name.
            NotFound: it has no terminal.

        """
        checked_name(name)
        if name not in self.screens:
            for oldest in list(self.screens)[: len(self.screens) - MOST_SCREENS + 1]:
                del self.screens[oldest]
            self.screens[name] = SharedLook(partial(self.capture, name), pause=SCREEN_PAUSE)
        return await self.screens[name].see()

    async def capture(self, name: str) -> Screen:
        """Look at a terminal, once."""
        text = await asyncio.to_thread(self.captured, name)
        return Screen(name, await asyncio.to_thread(pieces_of, text))

    def captured(self, name: str) -> str:
        """
        Return what a terminal shows, with the sequences of its colours.

        Raises:
            NotFound: there is none.

        """
        try:
            if self.engine.has(name):
                return self.engine.screen(name, colours=True)
        except EngineError as error:
            # It may have gone between the two looks.
            raise NotFound(NO_TERMINAL.format(name=name), help=error.message) from error
        raise NotFound(NO_TERMINAL.format(name=name), help=f"see `proctor logs {name}`")

    # Saying and ending

    async def send(self, name: str, text: str, *, person: str) -> dict[str, Any]:
        """
        Send a message to an agent, for a person; never keys, and never a command.

        Raises:
            UsageError: that is no name, or there is nothing to say, or too much.
            NotFound: there is no such agent.
            ServerError: it cannot be kept.

        """
        fields = {"name": checked_name(name), "text": text}
        return await send(self.office.postman, fields, person=person)

    async def take_back(self, name: str, *, person: str) -> dict[str, Any]:
        """
        Take back what a person has sent and what is still held.

        Raises:
            UsageError: that is no name.
            NotFound: there is no such agent.

        """
        fields = {"name": checked_name(name), "withdraw": True}
        return await send(self.office.postman, fields, person=person)

    async def stop(self, name: str, *, force: bool = False) -> Stopped:
        """
        End an agent: it is asked to, and after ten seconds ended; or at once.

        Raises:
            UsageError: that is no name.
            NotFound: there is no such agent, or it is not one that we have started.

        """
        checked_name(name)
        task = self.stopping.get(name)
        # Who wants it gone at once does not wait for who asks it gently.
        if task is None or force:
            task = self.stopping[name] = asyncio.create_task(self.ended(name, force=force))
            task.add_done_callback(lambda done: self.over(name, done))
        # Whoever goes away meanwhile leaves no agent half ended.
        return await asyncio.shield(task)

    async def ended(self, name: str, *, force: bool) -> Stopped:
        """End an agent, and let everybody know."""
        work = partial(stop, self.office.home, name, seconds=SECONDS, force=force)
        done = await asyncio.get_running_loop().run_in_executor(self.hands, work)
        await self.office.agent_sessions.look(name)
        return done

    def over(self, name: str, done: asyncio.Task[Stopped]) -> None:
        """Forget that an agent is being ended."""
        if self.stopping.get(name) is done:
            del self.stopping[name]


def numbers_of(questions: Sequence[Question]) -> dict[str, tuple[int, ...]]:
    """Return the numbers of questions by the name of the agent that asks, oldest first."""
    found: dict[str, tuple[int, ...]] = {}
    for question in sorted(questions, key=lambda one: one.id):
        found[question.agent] = (*found.get(question.agent, ()), question.id)
    return found


def agent_desk(office: Office) -> AgentDesk:
    """Return the one desk of an office: its pages and its API share what they see."""
    known = vars(office)
    if DESK not in known:
        known[DESK] = AgentDesk(office)
    return cast("AgentDesk", known[DESK])
