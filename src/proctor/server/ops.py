"""
What can be asked on the socket: one JSON object in, one out.

    {"op": "decide", "tool": "Bash", …}   ->   {"ok": {…}}
                                               {"error": {"code": …, "message": …, "help": …}}

A hook has an op of its own, `hook`, with another form of answer: `hook_requests.py`. A gateway
says `gateway`, and is known for as long as its connection lasts: `gateways.py`.
Whoever reaches the socket is a process of the user, which may be an agent's. So
what only a person may do needs that person's token in the field `token`. Looking at records,
questions, grants, agents and workflow runs does too, as it does by HTTP; only whoever has asked
a question may wait for it by its `uid`.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from proctor.audit.quick_json import json_writer
from proctor.audit.rows import LARGEST
from proctor.errors import NotAllowed, ProctorError, UsageError, did_you_mean
from proctor.server import sending
from proctor.server.agent_desk import agent_desk
from proctor.server.answers import HIDDEN
from proctor.server.gateways import OP as GATEWAY
from proctor.server.hook_flow import HookFlow
from proctor.server.hook_requests import COLD, Visit, name_of_request, read_hook
from proctor.server.hook_requests import OP as HOOK
from proctor.server.office import Office
from proctor.server.self_edits import OP as SELF_EDIT
from proctor.server.tokens import Tokens
from proctor.server.web.link_requests import made_link, wanted_link
from proctor.server.web.may import NOBODY, NOBODY_HELP, known_may
from proctor.server.web.one_time import VALID, OneTimeLinks

Fields = dict[str, Any]
Op = Callable[[Fields], Awaitable[object]]

WRITE = json_writer()
A_DAY = 86_400
# Where a person may say that they answer: whoever has their token can, everywhere.
INBOX = "inbox"
PLACES = (INBOX, "terminal")
LOG = logging.getLogger("proctor.server")


class Ops:
    """The requests of the socket, handed to the office."""

    def __init__(
        self,
        office: Office,
        tokens: Tokens,
        *,
        info: Mapping[str, Any],
        stop: Callable[[], None],
        links: OneTimeLinks | None = None,
    ) -> None:
        self.office = office
        self.tokens = tokens
        self.info = info
        self.stop = stop
        self.links = links or OneTimeLinks()
        self.hooks = HookFlow(office)
        # Whoever has to know that a session has begun or is over, before `look` is answered.
        self.lookers: list[Callable[[str], Awaitable[None]]] = []
        self.table: dict[str, Op] = {
            "decide": office.decide,
            "keep": self.keep,
            "ask": office.ask,
            "wait": self.wait,
            "answer": self.answer,
            "deny-all": self.deny_all,
            "cancel": self.cancel,
            "questions": self.questions,
            "grants": self.grants,
            "allow": self.allow,
            "revoke": self.revoke,
            "acknowledge": self.acknowledge,
            "agents": self.agents,
            "list": self.list_agents,
            "look": self.look,
            "send": self.send,
            "records": self.records,
            "runs": self.runs,
            "run-start": self.start_run,
            "run-advance": self.advance_run,
            "run-cancel": self.cancel_run,
            "task": self.task,
            SELF_EDIT: self.self_edit,
            "revoke-overrides": self.revoke_overrides,
            "status": self.status,
            "link": self.link,
            "stop": self.end,
        }

    def read(self, line: bytes | bytearray) -> tuple[str, Fields]:
        """
        Read one request: its op, and the other fields.

        Raises:
            UsageError: it is none.

        """
        try:
            # Decoded here: json would also take UTF-16 and UTF-32, and guess which it is.
            fields = json.loads(line.decode("utf-8"))
        except (ValueError, RecursionError):
            raise UsageError("a request is one JSON object on one line") from None
        if not isinstance(fields, dict):
            raise UsageError("a request is one JSON object on one line")
        op = fields.pop("op", None)
        if not isinstance(op, str) or (op not in self.table and op not in (HOOK, GATEWAY)):
            names = list(self.table)
            near = did_you_mean(op, names) if isinstance(op, str) else None
            raise UsageError("there is no such op", help=near or f"there are {', '.join(names)}")
        return op, fields

    async def reply(self, op: str, fields: Fields) -> bytes:
        """Return the answer to a request, whatever happens."""
        try:
            done = await self.table[op](fields)
            return encode({"ok": done})
        except Exception as error:  # noqa: BLE001 - one bad request must not harm another
            return refusal(error)

    async def decide(self, fields: Fields, visit: Visit) -> bytes:
        """Return the answer to a call; what it asks ends when its visitor is gone."""
        try:
            return encode({"ok": await self.office.decide(fields, visit)})
        except Exception as error:  # noqa: BLE001 - one bad request must not harm another
            return refusal(error)

    async def hook(self, fields: Fields, visit: Visit) -> bytes:
        """
        Return the last line of the answer to a hook, whatever happens.

        Nothing where the request has no name to answer by.
        """
        visit.name = name = name_of_request(fields)
        if not name:
            return b""
        try:
            return (await self.hooks.answer(read_hook(fields), visit)).line(name)
        except UsageError as error:
            LOG.warning("a hook is not understood: %s", error.message)
        except Exception:
            LOG.exception("a hook could not be answered")
        return COLD.line(name)

    def gateway(self, fields: Fields, peer: object, pid: int) -> bytes:
        """Return the answer to a gateway, that is known until its connection ends."""
        try:
            return encode({"ok": self.office.gateways.hold(peer, fields, pid)})
        except Exception as error:  # noqa: BLE001 - one bad request must not harm another
            return refusal(error)

    def left(self, peer: object) -> None:
        """Hear that a connection has ended."""
        self.office.gateways.drop(peer)

    # What needs more than to be handed on

    async def keep(self, fields: Fields) -> object:
        """Keep what another process made."""
        lines = fields.pop("lines", None)
        nothing_else(fields)
        if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
            raise UsageError("`lines` is a list of objects")
        return await self.office.keep(lines)

    async def wait(self, fields: Fields) -> object:
        """Wait for the end of a question."""
        uid = fields.pop("uid", None)
        if uid is None:
            self.viewer(fields)
        number, seconds = whole(fields, "number"), fields.pop("seconds", None)
        nothing_else(fields)
        if uid is not None and not isinstance(uid, str):
            raise UsageError("`uid` must be that of the question")
        # A NaN is not from 0 on either.
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= 0:
            raise UsageError("`seconds` is a number from 0 on")
        return await self.office.wait(number, float(min(seconds, A_DAY)), uid)

    async def answer(self, fields: Fields) -> object:
        """Answer a question, as a person."""
        person, channel = self.person(fields), place_in(fields)
        number = whole(fields, "number")
        return await self.office.answer(number, fields, person=person, channel=channel)

    async def deny_all(self, fields: Fields) -> object:
        """Deny several questions, as a person."""
        person, channel = self.person(fields), place_in(fields)
        return await self.office.deny_all(fields, person=person, channel=channel)

    async def cancel(self, fields: Fields) -> object:
        """Take a question back."""
        number, uid = whole(fields, "number"), fields.pop("uid", None)
        nothing_else(fields)
        if not isinstance(uid, str):
            raise UsageError("`uid` is that of the question")
        return await self.office.cancel(number, uid)

    async def questions(self, fields: Fields) -> object:
        """Return questions."""
        self.viewer(fields)
        status = fields.pop("status", "")
        nothing_else(fields)
        if not isinstance(status, str):
            raise UsageError("`status` is a text")
        return await self.office.questions(status)

    async def grants(self, fields: Fields) -> object:
        """Return the grants that hold."""
        self.viewer(fields)
        nothing_else(fields)
        return await self.office.grants()

    async def allow(self, fields: Fields) -> object:
        """Allow a category for a session, as a person."""
        person = self.person(fields)
        return await self.office.allow(fields, person=person)

    async def revoke(self, fields: Fields) -> object:
        """Revoke a grant, as a person."""
        person, number = self.person(fields), whole(fields, "number")
        nothing_else(fields)
        return await self.office.revoke(number, person=person)

    async def acknowledge(self, fields: Fields) -> object:
        """Acknowledge alarms, as a person."""
        person, through = self.person(fields), whole(fields, "through")
        nothing_else(fields)
        return await self.office.alarms.acknowledge(through, person=person)

    async def agents(self, fields: Fields) -> object:
        """Return every agent."""
        self.viewer(fields)
        nothing_else(fields)
        return await self.office.agents()

    async def list_agents(self, fields: Fields) -> object:
        """Return the agents of this home as they are now, and how many questions each has."""
        self.viewer(fields)
        nothing_else(fields)
        return await self.office.agent_sessions.listed()

    async def look(self, fields: Fields) -> object:
        """Look at a session whose files have changed; only a person is told how it stands."""
        told = "token" in fields
        if told:
            self.viewer(fields)
        name = fields.pop("name", None)
        nothing_else(fields)
        if not isinstance(name, str):
            raise UsageError("`name` is that of an agent")
        stands = await self.office.agent_sessions.look(name)
        for looker in self.lookers:
            await looker(name)
        return stands if told else {}

    async def send(self, fields: Fields) -> object:
        """Send a message to an agent, as a person or as another agent."""
        person = self.person(fields) if "token" in fields else ""
        return await sending.send(self.office.postman, fields, person=person)

    async def records(self, fields: Fields) -> object:
        """Return records."""
        self.viewer(fields)
        limit = whole(fields, "limit") if "limit" in fields else 50
        return await self.office.records(fields, limit=limit)

    async def runs(self, fields: Fields) -> object:
        """Return workflow runs, or one."""
        self.viewer(fields)
        return await self.office.workflows.desk.listed(fields)

    async def start_run(self, fields: Fields) -> object:
        """Start a workflow run, as a person."""
        person = self.person(fields)
        return await self.office.workflows.desk.start(fields, person=person)

    async def advance_run(self, fields: Fields) -> object:
        """Try the gate of a workflow run, as a person."""
        person = self.person(fields)
        return await self.office.workflows.desk.advance(fields, person=person)

    async def cancel_run(self, fields: Fields) -> object:
        """End a workflow run, as a person."""
        person = self.person(fields)
        return await self.office.workflows.desk.cancel(fields, person=person)

    async def task(self, fields: Fields) -> object:
        """Work on the tasks of a workflow run, as a person or as an agent."""
        person = self.person(fields) if "token" in fields else ""
        return await self.office.workflows.desk.task(fields, person=person)

    async def self_edit(self, fields: Fields) -> object:
        """Make a change of an agent that was approved just now."""
        return await asyncio.to_thread(self.office.self_edits.make, fields)

    async def revoke_overrides(self, fields: Fields) -> object:
        """Take back what was changed for one agent, as a person."""
        person, name = self.person(fields), fields.pop("name", None)
        nothing_else(fields)
        if not isinstance(name, str) or not name:
            raise UsageError("`name` is that of an agent")
        return await agent_desk(self.office).revoke_overrides(name, person=person)

    async def status(self, fields: Fields) -> object:
        """Say how the server is, and where, also when it is in trouble."""
        nothing_else(fields)
        try:
            told = await self.office.status()
        except Exception as error:
            LOG.exception("the status cannot be told")
            told = {"trouble": error.message if isinstance(error, ProctorError) else HIDDEN}
        return {**told, **self.info}

    async def link(self, fields: Fields) -> object:
        """Return an address that signs a person in once; another one for administrators."""
        person = self.person(fields)
        wanted = wanted_link(fields, person)
        nothing_else(fields)
        path = made_link(self.links, wanted, self.office.staff.people(), self.tokens)
        at = self.info.get("page") or self.info["url"]
        return {"url": f"{at}{path}", "person": wanted.person, "seconds": VALID}

    async def end(self, fields: Fields) -> object:
        """End the server, for a person."""
        person = self.person(fields)
        nothing_else(fields)
        LOG.warning("ended by %r", person)
        self.stop()
        return {"stopping": True}

    def viewer(self, fields: Fields) -> str:
        """
        Take the token out of a request to look at something, and return whose it is.

        Raises:
            NotAllowed: there is no such person, or they are not among the people.

        """
        person = self.person(fields)
        if known_may(self.office.staff.people(), person) is None:
            raise NotAllowed(NOBODY.format(name=person), help=NOBODY_HELP)
        return person

    def person(self, fields: Fields) -> str:
        """
        Take the token out of a request, and return whose it is.

        Raises:
            NotAllowed: nobody's.

        """
        person = self.tokens.person_of(fields.pop("token", None))
        if person is None:
            raise NotAllowed(
                "only a person may do this: the token is missing or not valid",
                help="`proctor token` prints yours",
            )
        return person


def place_in(fields: Fields) -> str:
    """
    Take out of a request where a person answers.

    Raises:
        UsageError: nobody answers there on the socket.

    """
    channel = fields.pop("channel", INBOX)
    if channel not in PLACES:
        raise UsageError(f"`channel` is one of {', '.join(PLACES)}")
    return str(channel)


def whole(fields: Fields, name: str) -> int:
    """
    Take a whole number out of a request.

    Raises:
        UsageError: it is none.

    """
    value = fields.pop(name, None)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST:
        raise UsageError(f"`{name}` is a whole number")
    return value


def nothing_else(fields: Fields) -> None:
    """
    Look whether every field was used: one that is mistyped is never without effect.

    Raises:
        UsageError: one was not.

    """
    for field in fields:
        raise UsageError(f"`{field}` is not a field of this op")


def refusal(error: Exception) -> bytes:
    """Return the answer that tells of an error; of one that is not ours only the log tells more."""
    if not isinstance(error, ProctorError):
        LOG.error("a request failed", exc_info=error)
        return encode({"error": {"code": "internal", "message": HIDDEN, "help": None}})
    told = {"code": type(error).code, "message": error.message, "help": error.help}
    return encode({"error": told})


def encode(answer: object) -> bytes:
    """Return an answer as one line, in ASCII: nothing in it can look like the end of a line."""
    return WRITE(answer).encode() + b"\n"
