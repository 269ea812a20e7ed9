"""A server with a role that asks, a phone that rings, and hooks that call it as ours does."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import uvloop

from proctor.terms.agent import Agent
from proctor.terms.event import Event
from proctor.terms.reply import Answer
from tests.server.asking_rig import Phone, configure, until, write_role
from tests.server.line_house import PATIENCE, House, Peer, house
from tests.server.offices import records

ROLE = """\
description: Reads, never forces a push, and asks about the rest
permissions:
  allow: [Read, "Bash(git status)"]
  ask: [Bash]
  order: deny, allow, ask
  deny: ["Bash(git push --force *)"]
"""
CLI = {"CLAUDE_CODE_ENTRYPOINT": "cli", "CLAUDE_CODE_SESSION_ATTENDED": "1"}
HEADLESS = {"CLAUDE_CODE_ENTRYPOINT": "sdk-cli", "CLAUDE_CODE_SESSION_ATTENDED": "0"}
PEOPLE = 'people: {ada: {roles: [lead], telegram: "7"}}\n'
Result = TypeVar("Result")


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Do something in the loop that the server has."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(asyncio.wait_for(work, 4 * PATIENCE))


def hexed(text: str | bytes) -> str:
    """Return a text as it is sent."""
    return (text.encode() if isinstance(text, str) else text).hex()


def event(name: str, **fields: Any) -> dict[str, Any]:
    """Return an event of the session `s-1`."""
    common = {"session_id": "s-1", "permission_mode": "default", "hook_event_name": name}
    return {**common, **fields}


def pre(command: str, call_id: str = "call-1", **more: Any) -> dict[str, Any]:
    """Return the event before a command."""
    call = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": call_id}
    return event("PreToolUse", **{**call, **more})


def post(command: str, call_id: str = "call-1", **more: Any) -> dict[str, Any]:
    """Return the event behind a command that has run."""
    return {**pre(command, call_id, **more), "hook_event_name": "PostToolUse"}


def wish(command: str, **more: Any) -> dict[str, Any]:
    """Return the event of a dialog; it has no id of the call."""
    call = {"tool_name": "Bash", "tool_input": {"command": command}}
    return event("PermissionRequest", **{**call, **more})


class HookCall:
    """One hook that was started, and hears what it shall do."""

    def __init__(self, peer: Peer, name: str) -> None:
        self.peer = peer
        self.name = name
        self.waited = False

    async def line(self) -> str:
        """Return the next line, without the name of the request."""
        raw = await asyncio.wait_for(self.peer.reader.readline(), PATIENCE)
        name, _, rest = raw.decode().partition(" ")
        assert name == self.name, raw
        assert rest.endswith("\n")
        return rest[:-1]

    async def waits(self) -> None:
        """Hear that it shall wait."""
        assert await self.line() == "wait"
        self.waited = True

    async def end(self) -> tuple[int | None, Any]:
        """Return with what it ends: its status, and the JSON or the text that it prints."""
        said = await self.line()
        if said == "wait" and not self.waited:
            self.waited = True
            said = await self.line()
        if said == "cold":
            return None, "cold"
        status, _, text = said.partition(" ")
        printed = json.loads(text)["hookSpecificOutput"] if status == "0" and text else text
        return int(status), printed

    async def word(self) -> str:
        """Return the decision that it prints; nothing where it prints nothing."""
        status, printed = await self.end()
        assert status == 0
        if not printed:
            return ""
        if printed["hookEventName"] == "PreToolUse":
            return str(printed["permissionDecision"])
        return str(printed["decision"]["behavior"])

    async def kill(self) -> None:
        """Go away in the middle, as one that its program has killed."""
        await self.peer.close()


class Hooks:
    """A server, and the hooks of agents in one project."""

    def __init__(self, here: House, project: Path, phone: Phone) -> None:
        self.here = here
        self.office = here.office
        self.project = project
        self.phone = phone

    async def start(
        self,
        said: dict[str, Any] | bytes,
        *,
        env: dict[str, str] = CLI,
        role: str = "coder",
        agent: str = "arch-1",
        pid: str = "",
        raw: dict[str, Any] | None = None,
        peer: Peer | None = None,
        **more: Any,
    ) -> HookCall:
        """
        Start a hook, as an agent program does.

        `raw` are fields of its request as they are, `peer` is a connection that is there already.
        """
        if isinstance(said, dict):
            said = json.dumps({"cwd": str(self.project), **said}).encode()
        variables = {"CLAUDE_PROJECT_DIR": str(self.project), "CLAUDE_PID": pid, **env}
        name = os.urandom(8).hex()
        request = {
            "op": "hook",
            "v": 1,
            "id": name,
            "program": "claude-code",
            "event": hexed(said),
            "role": hexed(role),
            "agent": hexed(agent),
            "ask_holds": True,
            "seconds": 300.0,
            "uid": os.urandom(16).hex(),
            "env": {key: hexed(value) for key, value in variables.items() if value},
            **more,
            **(raw or {}),
        }
        peer = peer or await self.here.peer()
        peer.send(request)
        return HookCall(peer, name)

    async def end(self, said: dict[str, Any] | bytes, **how: Any) -> tuple[int | None, Any]:
        """Start a hook, and return with what it ends."""
        return await (await self.start(said, **how)).end()

    async def word(self, said: dict[str, Any], **how: Any) -> str:
        """Start a hook, and return the decision that it prints."""
        return await (await self.start(said, **how)).word()

    async def rings(self, times: int = 1) -> None:
        """Wait until the phone has rung so often."""
        await until(lambda: len(self.phone.asked) >= times)

    async def press(self, answer: Answer = Answer.ALLOW, **more: Any) -> bool:
        """Answer the last question as Ada, and say whether that counts."""
        return (await self.phone.press("7", answer, **more)).counts

    async def closed(self, times: int = 1) -> None:
        """Wait until so many questions have ended on the phone."""
        await until(lambda: len(self.phone.over) >= times)

    async def kept(self, count: int) -> list[tuple[str, str]]:
        """Return, once there are so many records, the decision of each and what it is about."""
        await until(lambda: len(records(self.office)) >= count)
        found = records(self.office)
        names = {record.uid: record.decision for record in found}
        return [(record.decision, names.get(record.about, record.about)) for record in found]

    def agent(self, name: str = "arch-1") -> str:
        """Return what an agent does now, in words."""
        row: Agent = self.office.agent_rows.row(self.office.agent_rows.known[name])
        return str(row.body["shown"])

    async def events(self, count: int) -> list[Event]:
        """Return the events that are kept, once there are so many."""
        store = self.office.keepers.reader
        await until(lambda: len(store.events()) >= count)
        return store.events()


@asynccontextmanager
async def hooks(
    home: Path, project: Path, *, role: str = ROLE, config: str = "", **how: Any
) -> AsyncIterator[Hooks]:
    """Run a server with a role and a phone."""
    write_role(home, role)
    configure(home, PEOPLE + config)
    phone = Phone("telegram")
    async with house(home, channels=[phone], **how) as here:
        yield Hooks(here, project, phone)


async def both(here: Hooks, command: str = "make", **more: Any) -> HookCall:
    """Have a call asked about in the dialog, and start the hook that waits beside it."""
    assert await here.word(pre(command, **more)) == "ask"
    more.pop("call_id", None)
    hook = await here.start(wish(command, **more))
    await here.rings(len(here.phone.asked) + 1)
    return hook
