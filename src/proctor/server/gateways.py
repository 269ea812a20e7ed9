"""
The gateways that run now: which MCP server of an agent program is ours, and what its tools mean.

A gateway holds one connection to us, and says on it by which names its tools are known outside
and which tool each of them is. So a hook that hears of `mcp__proctor__task_add` has it decided
as `task:add`, and the gateway takes that answer over instead of asking again.

Every process of the user can say that it is a gateway, an agent's too. So a server counts only
if it is called as ours are, `proctor` or `proctor-…`, and a name only for a tool to which a
gateway of ours would give it: of any other server nobody can say what its tools mean. And what
the hook lets go comes to the gateway, which has it decided again, by what it is.

INVARIANT: where anything is in doubt, a call stays what the program calls it.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from proctor.agents.processes import parent_of
from proctor.errors import UsageError
from proctor.server.hook_answers import HookAnswers
from proctor.server.requests import folder
from proctor.terms.role_chain import roles_of
from proctor.tools.outer_names import may_be_called

OP = "gateway"
FIELDS = frozenset({"server", "role", "project", "agent", "names", "http", "prompt"})
MCP, BETWEEN = "mcp__", "__"
OURS = "proctor"
# As the program writes a server's name into the names of its tools.
ODD = re.compile(r"[^A-Za-z0-9_-]")
# Who names a server so is the user, or who administers the machine; a repository is not among
# them (`project`), nor what it brings along (`plugin`, `agent`).
SOURCES = frozenset({"user", "local", "dynamic", "enterprise", "managed"})
MOST, MOST_NAMES, LONGEST_NAME = 1000, 20_000, 400
GENERATIONS, FIRST_PROCESS, NUMBER = 64, 1, re.compile(r"[0-9]{1,10}")


class Said(NamedTuple):
    """
    What a gateway says of itself.

    `server` is the name of it in the agent program's settings, `names` which tool each of its
    names outside is. `http` means that it is no child of the agent program, `prompt` that the
    program asks it about calls of every tool.
    """

    server: str
    role: str
    project: str
    agent: str
    names: Mapping[str, str]
    http: bool
    prompt: bool


class Place(NamedTuple):
    """Where a call comes from: role, project, and the number of the agent program's process."""

    role: str
    project: str
    program: str


class Gateway:
    """One gateway, while it holds its connection; `key` is what only it knows of us."""

    __slots__ = ("ancestors", "answers", "key", "project", "said", "server")

    def __init__(self, said: Said, pid: int) -> None:
        self.key = secrets.token_hex(16)
        self.ancestors = frozenset(ancestors_of(pid))
        self.answers = HookAnswers()
        self.says(said)

    def says(self, said: Said) -> None:
        """Hear what it says of itself now."""
        self.said = said
        self.server = written(said.server)
        self.project = os.path.realpath(said.project)

    @property
    def proves_dialogs(self) -> bool:
        """
        Say whether a call that comes here shows that the program's dialog about it was approved.

        By HTTP anybody comes who has the token; and a prompt is asked in place of a dialog.
        """
        return not self.said.http and not self.said.prompt

    def tool_of(self, name: str) -> str:
        """Return the tool that is meant by a name outside; nothing where that cannot be."""
        tool = self.said.names.get(name, "")
        return tool if is_ours(self.server) and may_be_called(tool, name) else ""

    def serves(self, role: str, project: str, program: int) -> bool:
        """Say whether an agent program may mean this one: its child, or else of the same role."""
        if project != self.project:
            return False
        if self.said.http:
            return set(roles_of(role)) == set(roles_of(self.said.role))
        return program in self.ancestors


class Meant(NamedTuple):
    """The tool that a gateway means, and the gateway."""

    gateway: Gateway
    tool: str


class Gateways:
    """The gateways that hold a connection."""

    def __init__(self) -> None:
        self.held: dict[object, Gateway] = {}

    def hold(self, peer: object, fields: Mapping[str, Any], pid: int) -> dict[str, Any]:
        """
        Note what a gateway says, until its connection ends.

        Args:
            peer: its connection.
            fields: what it says.
            pid: its process, by the system's own word; 0 where nobody knows.

        Raises:
            UsageError: it is not what one of ours says.

        """
        said = read_said(fields)
        known = self.held.get(peer)
        if known is not None:
            known.says(said)
            return {"key": known.key}
        if len(self.held) >= MOST:
            raise UsageError("there are too many gateways")
        made = self.held[peer] = Gateway(said, pid)
        return {"key": made.key}

    def drop(self, peer: object) -> None:
        """Forget a gateway, with what was to be taken over by it."""
        self.held.pop(peer, None)

    def of_key(self, key: str) -> Gateway | None:
        """Return the gateway that knows a key."""
        if not key:
            return None
        for gateway in self.held.values():
            if secrets.compare_digest(gateway.key.encode(), key.encode()):
                return gateway
        return None

    def meant(self, tool: str, server: object, place: Place) -> Meant | None:
        """
        Return the tool that is meant by a call of an MCP server's; None where that is not certain.

        Args:
            tool: the name by which the program calls it.
            server: what the program says of the server: its name, and who named it.
            place: where the call comes from.

        """
        if not tool.startswith(MCP) or not isinstance(server, dict):
            return None
        name, source = server.get("name"), server.get("source")
        if not isinstance(name, str) or source not in SOURCES:
            return None
        prefix = f"{MCP}{written(name)}{BETWEEN}"
        found = [
            gateway
            for gateway in self.serving(place)
            if gateway.server == written(name) and not gateway.said.prompt
        ]
        # Of two by one name nobody can say which is called. Whoever claims a name that is taken
        # so makes calls what they are called, which some role may not allow: never more.
        if len(found) != 1 or not tool.startswith(prefix):
            return None
        known = found[0].tool_of(tool.removeprefix(prefix))
        return Meant(found[0], known) if known else None

    def prompting(self, place: Place) -> list[Gateway]:
        """Return the gateways that an agent program may ask about calls of every tool."""
        if not any(gateway.said.prompt for gateway in self.held.values()):
            return []
        return [one for one in self.serving(place) if one.said.prompt]

    def serving(self, place: Place) -> Iterator[Gateway]:
        """Return the gateways that an agent program may mean."""
        program, project = number_of(place.program), os.path.realpath(place.project)
        return (one for one in self.held.values() if one.serves(place.role, project, program))


def read_said(fields: Mapping[str, Any]) -> Said:
    """
    Read what a gateway says of itself.

    Raises:
        UsageError: it is not what one of ours says.

    """
    if fields.keys() != FIELDS:
        raise UsageError(f"a gateway says {', '.join(sorted(FIELDS))}, and nothing else")
    for field in ("server", "role", "agent"):
        value = fields[field]
        if not isinstance(value, str) or len(value) > LONGEST_NAME:
            raise UsageError(f"`{field}` is a text of at most {LONGEST_NAME} letters")
    names = fields["names"]
    if not isinstance(names, dict) or not all(map(is_name, names.values())):
        raise UsageError("`names` is an object: which tool each name is")
    if len(names) > MOST_NAMES:
        raise UsageError(f"`names` has at most {MOST_NAMES} of them")
    for field in ("http", "prompt"):
        if not isinstance(fields[field], bool):
            raise UsageError(f"`{field}` is true or false")
    if not fields["server"]:
        raise UsageError("`server` is missing: its name in the agent program's settings")
    return Said(**{**fields, "project": folder(fields["project"])})


def is_name(value: object) -> bool:
    """Say whether something is the id of a tool."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_NAME


def written(server: str) -> str:
    """Return the name of a server as it stands in the names of its tools."""
    return ODD.sub("_", server)


def is_ours(server: str) -> bool:
    """Say whether a server, as it is written, is called as gateways of ours are."""
    return server == OURS or server.startswith((f"{OURS}-", f"{OURS}_"))


def number_of(program: str) -> int:
    """Return the number of an agent program's process; 0 where it is none, or that of them all."""
    number = int(program) if NUMBER.fullmatch(program) else 0
    return number if number > FIRST_PROCESS else 0


def ancestors_of(pid: int) -> Iterator[int]:
    """Return the processes that a process comes from, the nearest first; not the first of all."""
    for _ in range(GENERATIONS):
        pid = parent_of(pid) if pid > FIRST_PROCESS else 0
        if pid <= FIRST_PROCESS:
            return
        yield pid
