"""
What the server can do, whatever way it is asked: on its socket, by HTTP, from a page.

It takes and gives plain data. A wrong request is a ProctorError; whoever asks
for what only a person may do has been told apart before.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from proctor.approval.desk import TIMEOUT, Desk
from proctor.audit.as_json import agent_json, grant_json, kept_json, question_json
from proctor.audit.asked import fit_text
from proctor.audit.identity import digest
from proctor.audit.ids import timestamp
from proctor.audit.inbox import Inbox
from proctor.audit.intake import read
from proctor.audit.rows import compact, name_of
from proctor.audit.spool import LONGEST
from proctor.audit.store import Filter
from proctor.audit.writer import SPOOL_PATIENCE
from proctor.errors import NotFound, StoreError, TooLate, UsageError
from proctor.keepers import Keepers, open_keepers, spooled
from proctor.pipeline import Gate, Judged, Pipeline
from proctor.server.bus import Bus
from proctor.server.chores import Chores
from proctor.server.posts import Posts
from proctor.server.requests import (
    Request,
    read_draft,
    read_filter,
    read_reply,
    read_request,
    read_status,
)
from proctor.server.second_look import SecondLook
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.question import Question, Status
from proctor.terms.record import Record, Standing
from proctor.terms.reply import Reply

LONGEST_WAIT = 600.0
MOST_RECORDS = 1000


class Leave:
    """The desk of a program that has a dialog of its own: it is left to that."""

    async def ask(
        self, call: ToolCall, decision: Decision, standing: Standing, *, uid: str
    ) -> Reply | None:
        """Ask nobody."""


class Office:
    """The server's work, without a way to reach it."""

    def __init__(self, home: Path, *, timeout: float = TIMEOUT) -> None:
        self.home = home
        self.bus = Bus()
        self.posts = Posts(home)
        self.started = ""
        self.timeout = timeout
        self.leave = Leave()

    async def start(self) -> None:
        """
        Open the store, and take up what the last owner left.

        Raises:
            StoreError: the store cannot be opened.

        """
        self.keepers: Keepers = open_keepers(self.home)
        self.writer = self.keepers.writer
        self.inbox = Inbox(
            self.keepers.store,
            self.keepers.identity,
            self.keepers.redactor,
            thread=self.keepers.shared,
            told=self.told_question,
        )
        self.desk = Desk(self.inbox, timeout=self.timeout)
        await self.writer.take_in()
        await self.inbox.start()
        self.chores = Chores(self.keepers, self.inbox, self.bus)
        self.chores.start()
        self.started = timestamp()

    async def stop(self) -> None:
        """Finish what is under way and close the store; questions stay open in it."""
        self.bus.close()
        await self.chores.stop()
        await self.writer.close()
        # From here on nothing is lost, whatever hangs.
        self.chores.close()
        self.keepers.close()

    # Deciding

    async def decide(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """
        Decide a call: ask where the rules are silent, keep the record, and answer.

        Raises:
            UsageError: the request is wrong.
            ProctorError: its role does not load, and never did.

        """
        judged = await self.judge(read_request(data))
        verdict, decision, reply = judged
        rule = decision.rule
        return {
            "effect": verdict.effect.word,
            "why": verdict.why,
            "action": decision.action.string,
            "rule": rule.text if rule else None,
            "where": str(rule.where) if rule and rule.where else None,
            "question": reply.question if reply else None,
        }

    async def judge(self, request: Request) -> Judged:
        """Judge a call."""
        post = self.posts.get(request.role, request.project)
        desk = SecondLook(self.desk, lambda: self.rules(request)) if request.hold else self.leave
        gate = Gate(post.pipeline, post.standing, desk=desk, audit=self)
        uid = self.bound(request.uid, request) if request.uid else ""
        return await gate.judge(request.call, uid=uid)

    def rules(self, request: Request) -> Pipeline:
        """Return the rules that count now for a request."""
        return self.posts.get(request.role, request.project).pipeline

    def bound(self, name: str, request: object) -> str:
        """
        Return the uid of a request that its sender has named.

        Everything that was said goes into it. So the same request is the same one
        after a crash, and another under an old name is another: it takes over no
        answer, and no record stands in for its own.
        """
        return digest(self.keepers.identity.key, [name, repr(request)])

    async def append(self, record: Record) -> bool:
        """Keep a record, and tell whoever listens."""
        kept = await self.writer.append(record)
        if self.bus.listeners:
            self.bus.tell("decision", self.shown(record))
        return kept

    def shown(self, record: Record) -> dict[str, Any]:
        """Return what listeners are told of a record: no input, no secret."""
        redactor = self.keepers.redactor
        return {
            "timestamp": record.timestamp,
            "agent": name_of(record.agent_name),
            "role": record.role,
            "tool": name_of(record.tool),
            "action": fit_text(record.action_string, redactor),
            "decision": record.decision,
            "why": fit_text(record.why, redactor),
        }

    async def keep(self, lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """
        Keep records and events that another process made: as if it had spooled them.

        Raises:
            UsageError: a line is none.
            StoreError: they cannot be kept.

        """
        encoded = [compact(line).encode() for line in lines]
        for number, line in enumerate(encoded):
            # One that is longer would be taken for a damaged one.
            if len(line) > LONGEST or read(line) is None:
                raise UsageError(f"line {number} is no record and no event")
        self.keepers.spool.put(encoded, patience=SPOOL_PATIENCE)
        await self.writer.take_in(wait=True)
        return {"kept": len(encoded)}

    # Questions

    async def ask(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """
        Keep the question of a process that has decided by itself, and return it.

        The same uid is the same question: whoever does not know whether it was
        heard asks again.

        Raises:
            UsageError: the request is wrong.
            StoreError: it cannot be kept.

        """
        draft = read_draft(data)
        question = await self.inbox.put(draft._replace(uid=self.bound(draft.uid, draft)))
        if question is None:
            raise StoreError("the question could not be kept", help="see `proctor status`")
        return question_json(question)

    async def wait(self, number: int, seconds: float) -> dict[str, Any]:
        """
        Return a question as soon as it has ended, or as it is when the time is over.

        Raises:
            NotFound: there is no such question.

        """
        question = await self.question(number)
        if question.status is Status.PENDING:
            question = await self.inbox.wait(question, min(max(seconds, 0), LONGEST_WAIT))
        return question_json(question)

    async def answer(
        self, number: int, data: Mapping[str, Any], *, person: str, channel: str = "inbox"
    ) -> dict[str, Any]:
        """
        Answer a question for a person; the first answer counts.

        Raises:
            NotFound: there is no such question.
            TooLate: it has ended already.
            UsageError: the answer is none.
            StoreError: it cannot be written.

        """
        reply = read_reply(data, person=person, channel=channel, at=timestamp())
        reply = reply._replace(words=self.keepers.redactor.text(reply.words))
        ended = await self.inbox.end(number, Status.ANSWERED, reply)
        if ended is None:
            ended = await self.question(number)
            # A connection may be lost after the answer was written: then it is there, and ours.
            if ended.reply != reply:
                raise TooLate(ended_already(ended))
        return question_json(ended)

    async def cancel(self, number: int, uid: str) -> dict[str, Any]:
        """
        Take a question back, for the one who asked it and does not wait any more.

        Raises:
            NotFound: there is no such question of this uid.
            TooLate: it has ended already.
            StoreError: it cannot be written.

        """
        asked = await self.question(number)
        if asked.uid != uid:
            raise NotFound(f"question {number} has another uid")
        ended = await self.inbox.end(number, Status.CANCELLED)
        if ended is None:
            raise TooLate(ended_already(await self.question(number)))
        return question_json(ended)

    async def question(self, number: int) -> Question:
        """
        Return a question.

        Raises:
            NotFound: there is none of this number.

        """
        found = await self.inbox.run(self.keepers.store.question, number)
        if found is None:
            raise NotFound(f"there is no question {number}", help="see `proctor approvals`")
        return found

    async def questions(self, status: str = "") -> list[dict[str, Any]]:
        """Return questions, oldest first."""
        wanted = read_status(status)
        found = await self.inbox.run(self.keepers.store.questions, wanted)
        return [question_json(question) for question in found]

    # Looking

    async def grants(self) -> list[dict[str, Any]]:
        """Return the grants that hold."""
        found = await asyncio.to_thread(self.keepers.reader.grants, live_at=timestamp())
        return [grant_json(grant) for grant in found]

    async def revoke(self, number: int, *, person: str) -> dict[str, Any]:
        """
        Revoke a grant.

        Raises:
            NotFound: no such grant holds.

        """
        store = self.keepers.store
        done = await self.inbox.patiently(store.revoke_grant, number, by=person, at=timestamp())
        if not done:
            raise NotFound(f"there is no grant {number} to revoke", help="see the list of grants")
        self.bus.tell("grant", {"id": number, "revoked_by": person})
        return {"id": number, "revoked_by": person}

    async def agents(self) -> list[dict[str, Any]]:
        """Return every agent."""
        return [agent_json(agent) for agent in await asyncio.to_thread(self.keepers.reader.agents)]

    async def records(
        self, data: Mapping[str, Any] | None = None, *, limit: int = 50
    ) -> list[dict[str, Any]]:
        """
        Return records, newest first.

        Raises:
            UsageError: a filter is none.

        """
        wanted: Filter = read_filter(data or {})
        most = min(max(limit, 1), MOST_RECORDS)
        found = await asyncio.to_thread(self.keepers.reader.find, wanted, limit=most)
        return [kept_json(kept) for kept in found]

    async def record(self, n: int) -> dict[str, Any]:
        """
        Return one record.

        Raises:
            NotFound: there is none of this number.

        """
        kept = await asyncio.to_thread(self.keepers.reader.get, n)
        if kept is None:
            raise NotFound(f"there is no record {n}", help="see `proctor audit list`")
        return kept_json(kept)

    async def status(self) -> dict[str, Any]:
        """Say how the server is."""
        pending = await self.inbox.run(self.keepers.store.questions, Status.PENDING)
        newest = await asyncio.to_thread(self.keepers.reader.find, Filter(), limit=1)
        return {
            "pid": os.getpid(),
            "version": version("proctor-gate"),
            "home": str(self.home),
            "host": self.keepers.identity.host,
            "since": self.started,
            "store": self.keepers.shown,
            "records": newest[0].n if newest else 0,
            "questions": len(pending),
            "spooled": spooled(self.home),
            "trouble": self.trouble() or None,
        }

    def trouble(self) -> str:
        """Say what is wrong, if anything is."""
        said = dict.fromkeys([self.writer.status.trouble, *self.chores.trouble.values()])
        return "; ".join(filter(None, said))

    async def events(self) -> AsyncIterator[dict[str, Any]]:
        """Return what happens from now on."""
        async for happening in self.bus.listen():
            yield happening

    def told_question(self, question: Question) -> None:
        """Tell listeners of a question that is new or has ended."""
        self.bus.tell("question", question_json(question))


def ended_already(question: Question) -> str:
    """Say how a question ended that somebody wants to answer."""
    by = f" by {question.reply.by}" if question.reply and question.reply.by else ""
    return f"question {question.id} is {question.status.value} already{by}"
