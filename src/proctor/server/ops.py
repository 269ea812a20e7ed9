"""
What can be asked on the socket: one JSON object in, one out.

    {"op": "decide", "tool": "Bash", …}   ->   {"ok": {…}}
                                               {"error": {"code": …, "message": …, "help": …}}

A hook has an op of its own, `hook`, with another form of answer: `hook_requests.py`.
Whoever reaches the socket is a process of the user, which may be an agent's. So
what only a person may do needs that person's token in the field `token`.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from proctor.audit.rows import LARGEST
from proctor.errors import NotAllowed, ProctorError, UsageError, did_you_mean
from proctor.server.answers import HIDDEN
from proctor.server.hook_flow import HookFlow
from proctor.server.hook_requests import COLD, Visit, name_of_request, read_hook
from proctor.server.hook_requests import OP as HOOK
from proctor.server.office import Office
from proctor.server.tokens import Tokens

Fields = dict[str, Any]
Op = Callable[[Fields], Awaitable[object]]

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
    ) -> None:
        self.office = office
        self.tokens = tokens
        self.info = info
        self.stop = stop
        self.hooks = HookFlow(office)
        self.table: dict[str, Op] = {
            "decide": office.decide,
            "keep": self.keep,
            "ask": office.ask,
            "wait": self.wait,
            "answer": self.answer,
            "cancel": self.cancel,
            "questions": self.questions,
            "grants": self.grants,
            "allow": self.allow,
            "revoke": self.revoke,
            "agents": self.agents,
            "records": self.records,
            "status": self.status,
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
        if not isinstance(op, str) or (op not in self.table and op != HOOK):
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
        number, seconds = whole(fields, "number"), fields.pop("seconds", None)
        nothing_else(fields)
        # A NaN is not from 0 on either.
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= 0:
            raise UsageError("`seconds` is a number from 0 on")
        return await self.office.wait(number, float(min(seconds, A_DAY)))

    async def answer(self, fields: Fields) -> object:
        """Answer a question, as a person."""
        person, channel = self.person(fields), fields.pop("channel", INBOX)
        if channel not in PLACES:
            raise UsageError(f"`channel` is one of {', '.join(PLACES)}")
        number = whole(fields, "number")
        return await self.office.answer(number, fields, person=person, channel=channel)

    async def cancel(self, fields: Fields) -> object:
        """Take a question back."""
        number, uid = whole(fields, "number"), fields.pop("uid", None)
        nothing_else(fields)
        if not isinstance(uid, str):
            raise UsageError("`uid` is that of the question")
        return await self.office.cancel(number, uid)

    async def questions(self, fields: Fields) -> object:
        """Return questions."""
        status = fields.pop("status", "")
        nothing_else(fields)
        if not isinstance(status, str):
            raise UsageError("`status` is a text")
        return await self.office.questions(status)

    async def grants(self, fields: Fields) -> object:
        """Return the grants that hold."""
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

    async def agents(self, fields: Fields) -> object:
        """Return every agent."""
        nothing_else(fields)
        return await self.office.agents()

    async def records(self, fields: Fields) -> object:
        """Return records."""
        limit = whole(fields, "limit") if "limit" in fields else 50
        return await self.office.records(fields, limit=limit)

    async def status(self, fields: Fields) -> object:
        """Say how the server is, and where, also when it is in trouble."""
        nothing_else(fields)
        try:
            told = await self.office.status()
        except Exception as error:
            LOG.exception("the status cannot be told")
            told = {"trouble": error.message if isinstance(error, ProctorError) else HIDDEN}
        return {**told, **self.info}

    async def end(self, fields: Fields) -> object:
        """End the server, for a person."""
        person = self.person(fields)
        nothing_else(fields)
        LOG.warning("ended by %r", person)
        self.stop()
        return {"stopping": True}

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
    told = {"code": code_of(type(error)), "message": error.message, "help": error.help}
    return encode({"error": told})


def code_of(kind: type[ProctorError]) -> str:
    """Return the word for a kind of error: `NotFound` is `not-found`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def encode(answer: object) -> bytes:
    """Return an answer as one line, in ASCII: nothing in it can look like the end of a line."""
    return json.dumps(answer, separators=(",", ":")).encode() + b"\n"
