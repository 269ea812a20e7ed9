"""
The sockets of agents in a sandbox: each reaches us by one of its own, in its session folder.

It takes `hook` and `send`, and nothing else. Whatever a request says, the agent, its role,
its project and the sender are those of the session: nobody else can reach that socket, and
an agent in a sandbox reaches no other. What is asked there is decided and kept here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
from pathlib import Path
from typing import Any

from proctor.adapters.claude_code import hear
from proctor.agents.session_files import Session, life_of, names, read_session
from proctor.agents.session_folder import session_folder
from proctor.errors import ProctorError, UsageError
from proctor.server.agent_states import GONE
from proctor.server.hook_requests import COLD, Visit, name_of_request, read_bytes
from proctor.server.hook_requests import OP as HOOK
from proctor.server.lines import LineServer
from proctor.server.ops import Fields, Ops, refusal

NAME = "hook.sock"
SEND = "send"
# What an agent may say with a message; who it is from is not its to say, and keys are for people.
MESSAGE = frozenset({"name", "text", "uid", "seconds", "withdraw"})
SENDER = "sender"
# What counts of its environment: nothing that names an agent, a role or a place.
VARIABLES = frozenset(
    {"CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ATTENDED", "CLAUDE_CODE_SESSION_ID"}
)
PROJECT, PROCESS = "CLAUDE_PROJECT_DIR", "CLAUDE_PID"
NOTHING_ELSE = "an agent in a sandbox may say `hook` and `send` here, and nothing else"
NO_MESSAGE = (
    "a message of an agent has a `name`, a `text`, a `uid` and `seconds`, or `withdraw`, "
    "and nothing else"
)
# So many at once from one agent, and so long: it shall not use up what all of them need.
MOST, LONGEST = 64, 1 << 20
TOO_LONG = "a request has at most 1 MiB"
# How often sockets are looked after, in seconds.
EVERY = 5.0
PLACE = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
LOG = logging.getLogger("proctor.server")


class AgentOps:
    """What one agent may ask for on its own socket."""

    def __init__(self, ops: Ops, session: Session) -> None:
        self.ops = ops
        self.session = session

    def read(self, line: bytes | bytearray) -> tuple[str, Fields]:
        """
        Read one request: its op, and the other fields.

        Raises:
            UsageError: it is none, or one that an agent may not make.

        """
        # Before anything is made of it: while one is read, everybody else waits.
        if len(line) > LONGEST:
            raise UsageError(TOO_LONG)
        op, fields = self.ops.read(line)
        if op not in (HOOK, SEND):
            raise UsageError(NOTHING_ELSE)
        return op, fields

    async def reply(self, op: str, fields: Fields) -> bytes:
        """Hand a message on, as one of this agent's."""
        if op != SEND or not fields.keys() <= MESSAGE:
            return refusal(UsageError(NO_MESSAGE))
        return await self.ops.reply(SEND, {**fields, SENDER: self.session.name})

    async def decide(self, fields: Fields, visit: Visit) -> bytes:  # noqa: ARG002 - never taken
        """Refuse: an agent's calls are those that its hook tells of."""
        return refusal(UsageError(NOTHING_ELSE))

    def gateway(self, fields: Fields, peer: object, pid: int) -> bytes:  # noqa: ARG002 - never taken
        """Refuse: what a tool means is not an agent's to say."""
        return refusal(UsageError(NOTHING_ELSE))

    def left(self, peer: object) -> None:
        """Hear that a connection has ended, of which nothing was noted."""

    async def hook(self, fields: Fields, visit: Visit) -> bytes:
        """Answer a hook of this agent; one that speaks for another session is told nothing."""
        if self.is_of_another(fields.get("event")):
            LOG.warning("%s sent an event of another agent's session", self.session.name)
            name = name_of_request(fields)
            return COLD.line(name) if name else b""
        session = self.session
        fixed: Fields = {"role": hexed(session.role), "agent": hexed(session.name)}
        # An ask is held here, never left to a dialog: what is inside could have it answered.
        fixed["ask_holds"] = False
        env = fields.get("env")
        if isinstance(env, dict):
            fixed["env"] = self.environment(env)
        return await self.ops.hook({**fields, **fixed}, visit)

    def environment(self, said: dict[Any, Any]) -> dict[Any, Any]:
        """Return the variables that count, with the project that the session was started in."""
        env = {name: said[name] for name in VARIABLES if name in said}
        number = said.get(PROCESS)
        if isinstance(number, str):
            # A number inside the sandbox is nobody's outside.
            env[PROCESS] = hexed(f"{self.session.name}/{self.session.number}/") + number
        return {**env, PROJECT: hexed(self.session.cwd)}

    def is_of_another(self, event: object) -> bool:
        """Say whether an event has the session's id of another agent that is there."""
        try:
            said = hear(read_bytes(event)).session
        except (ProctorError, ValueError):
            return False  # which is answered as any that cannot be read
        known = self.ops.office.agent_rows.known
        ours = self.session.name
        return bool(said) and any(
            state.session == said and state.state[0] not in GONE
            for name, state in known.items()
            if name != ours
        )


class AgentSocket:
    """The socket of one session, while it is open."""

    def __init__(self, session: Session, lines: LineServer, inode: int) -> None:
        self.session = session
        self.lines = lines
        self.inode = inode


class AgentSockets:
    """The sockets of all live sessions in a sandbox."""

    def __init__(self, ops: Ops, home: Path) -> None:
        self.ops = ops
        self.home = home
        self.open: dict[str, AgentSocket] = {}
        self.one_by_one = asyncio.Lock()
        self.watching: asyncio.Task[None] | None = None

    async def start(self, *, every: float = EVERY) -> None:
        """Take up the sessions that there are, and look after them from now on."""
        self.ops.lookers.append(self.look)
        await self.look_all()
        self.watching = asyncio.get_running_loop().create_task(self.watch(every))

    async def watch(self, every: float) -> None:
        """Look now and then whether each live session has its socket."""
        while True:
            await asyncio.sleep(every)
            await self.look_all()

    async def look_all(self) -> None:
        """Open what is missing, and close what is over."""
        for name in {*names(self.home), *self.open}:
            await self.look(name)

    async def look(self, name: str) -> None:
        """Open the socket of a session that has begun, and close that of one that is over."""
        async with self.one_by_one:
            try:
                await self.see_to(name)
            except (ProctorError, OSError) as error:
                LOG.warning("the socket of the agent %s cannot be had: %s", name, error)

    async def see_to(self, name: str) -> None:
        """
        Make what is open fit what is there.

        Raises:
            OSError, ProctorError: the session's folder is not what it should be.

        """
        try:
            session = read_session(self.home, name)
        except ProctorError:
            session = None
        wanted = session is not None and session.sandbox and life_of(self.home, session).is_live
        opened = self.open.get(name)
        if opened is not None and not (
            wanted and opened.session == session and self.inode(name) == opened.inode
        ):
            del self.open[name]
            await opened.lines.close()
            self.remove(name, opened.inode)
            opened = None
        if wanted and opened is None and session is not None:
            self.open[name] = await self.opened(session)

    async def opened(self, session: Session) -> AgentSocket:
        """
        Listen to an agent; its socket is there at once, and whole, in place of an old one.

        Raises:
            OSError: it cannot be made.

        """
        lines = LineServer(AgentOps(self.ops, session), most=MOST, longest=LONGEST)
        place = os.open(session_folder(str(self.home), session.name), PLACE)
        try:
            begun = f".{NAME}.{os.urandom(4).hex()}"
            bound = bound_in(place, begun)
            try:
                await lines.listen(bound)
                inode = os.stat(begun, dir_fd=place, follow_symlinks=False).st_ino
                os.rename(begun, NAME, src_dir_fd=place, dst_dir_fd=place)
            except BaseException:
                await lines.close()
                bound.close()
                with contextlib.suppress(OSError):
                    os.unlink(begun, dir_fd=place)
                raise
        finally:
            os.close(place)
        return AgentSocket(session, lines, inode)

    def inode(self, name: str) -> int:
        """Return the number of the file that stands where a socket should; 0 where none does."""
        with contextlib.suppress(OSError):
            return Path(session_folder(str(self.home), name), NAME).lstat().st_ino
        return 0

    def remove(self, name: str, inode: int) -> None:
        """Remove a socket, if it is the one that we made."""
        if self.inode(name) == inode:
            with contextlib.suppress(OSError):
                Path(session_folder(str(self.home), name), NAME).unlink()

    async def close(self) -> None:
        """Let every agent go."""
        if self.watching is not None:
            self.watching.cancel()
        async with self.one_by_one:
            opened, self.open = self.open, {}
            await asyncio.gather(*(one.lines.close() for one in opened.values()))
            for name, one in opened.items():
                self.remove(name, one.inode)


def bound_in(place: int, name: str) -> socket.socket:
    """
    Bind a socket in an open folder, for its user alone, however long the folder's name is.

    Raises:
        OSError: that is not possible.

    """
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        bound.bind(f"/proc/self/fd/{place}/{name}")
        # It does not listen yet, so nobody else was quicker; a mask would hold for all threads.
        os.chmod(name, 0o600, dir_fd=place)
    except BaseException:
        bound.close()
        raise
    return bound


def hexed(text: str) -> str:
    """Return a text as it is sent."""
    return text.encode("utf-8", "surrogateescape").hex()
