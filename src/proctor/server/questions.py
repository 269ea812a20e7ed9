"""
Questions, for those who ask, those who wait and those who answer.

Whoever answers has been told apart before: by a token, or by a channel's word for its
user. Here it is looked who that is among the people, and whether they may.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from hmac import compare_digest
from pathlib import Path
from typing import Any

from proctor.agents.session_files import running_names
from proctor.approval.channel import Told
from proctor.approval.channels.answering_words import NOT_NOW
from proctor.approval.channels.inbox import InboxChannel
from proctor.approval.desk import Desk
from proctor.approval.message import counts_once, ending
from proctor.approval.rights import Rights, is_lists
from proctor.audit.as_json import grant_json, own_question_json, question_json
from proctor.audit.asked import fit_text
from proctor.audit.ids import new_uid, timestamp
from proctor.audit.inbox import ALL, MOST_HANDED_IN, Inbox
from proctor.errors import (
    NotAllowed,
    NotFound,
    ProctorError,
    ServerError,
    StoreError,
    TooLate,
    UsageError,
)
from proctor.keepers import Keepers
from proctor.server.bus import Bus
from proctor.server.posts import Posts
from proctor.server.requests import (
    LONGEST_WORDS,
    bound,
    checked,
    read_allowance,
    read_denial,
    read_draft,
    read_reply,
    read_status,
)
from proctor.terms.inbox_lines import in_fair_order
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Reply, Scope

LONGEST_WAIT = 600.0
# What only the desk says of a question; whoever hands one in does not.
OURS = ("approvers", "always", "rules", "review", "category", "handed_in", "once")
# What a process says beside the input of a question, as JSON.
LARGEST_BODY = 65_536
TOO_MANY = f"{MOST_HANDED_IN} questions that processes handed in wait already"
NOBODY_REACHED = "nobody could be reached: {why}"
THIS_ONE = "this is asked once: it can be allowed or denied, and nothing of it is remembered"
ONLY_ONCE = "nobody here has decided what this is about: it can be allowed once, and no longer"
NAMED_ONLY = (
    "you are known here by a role of the chat only, and can allow once: for longer, "
    "be named under `people` in config.yaml"
)


class Questions:
    """What the server does with questions."""

    home: Path
    keepers: Keepers
    inbox: Inbox
    rights: Rights
    people: InboxChannel | None
    desk: Desk
    posts: Posts
    bus: Bus

    def bound(self, name: str, request: object) -> str:
        """Return the uid of a request that its sender has named."""
        return bound(self.keepers.identity.key, name, request)

    async def ask(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """
        Keep the question of a process that has decided by itself, and return it.

        The same uid is the same question: whoever does not know whether it was
        heard asks again. An answer is for that process only: nothing is remembered. What
        it says of who may answer is believed: it comes on top of what is configured.
        It waits as long as one of the desk's at most, and only few can wait at once.

        Raises:
            UsageError: the request is wrong.
            StoreError: it cannot be kept.

        """
        draft = read_draft(data)
        if too_large(draft.body):
            raise UsageError(f"`body` is too large: at most {LARGEST_BODY} bytes as JSON")
        body = {key: value for key, value in draft.body.items() if key not in OURS}
        approvers = draft.body.get("approvers", [])
        if not is_lists(approvers):
            raise UsageError("`approvers` is a list of lists of texts")
        # First: whatever else is too long to be kept, these are.
        first = {"handed_in": True, "approvers": approvers}
        draft = draft._replace(
            uid=self.bound(draft.uid, draft),
            body={**first, **body},
            seconds=min(draft.seconds, self.desk.timeout),
        )
        if self.inbox.too_many(draft):
            raise StoreError(TOO_MANY, help="answer some: see `proctor approvals`")
        question = await self.inbox.put(draft)
        if question is None:
            raise StoreError("the question could not be kept", help="see `proctor status`")
        return own_question_json(question)

    async def wait(self, number: int, seconds: float, uid: str | None = None) -> dict[str, Any]:
        """
        Return a question as soon as it has ended, or as it is when the time is over.

        `uid` is for a process that waits for its own: another one's is not there for it.

        Raises:
            NotFound: there is no such question.

        """
        question = await self.question(number)
        if uid is not None and not is_same(question.uid, uid):
            raise NotFound(f"there is no question {number} with this `uid`")
        if question.status is Status.PENDING:
            question = await self.inbox.wait(question, min(max(seconds, 0), LONGEST_WAIT))
        return question_json(question)

    async def answer(
        self,
        number: int,
        data: Mapping[str, Any],
        *,
        person: str,
        channel: str = "inbox",
        rule: str = "",
    ) -> dict[str, Any]:
        """
        Answer a question for a person; the first answer counts.

        `rule` is what they wrote in place of what *always* would add; `edited_rules.py` has
        looked at it.

        Raises:
            NotFound: there is no such question.
            NotAllowed: they may not, or the inbox is turned off.
            TooLate: it has ended already.
            UsageError: the answer is none.
            StoreError: it cannot be written.

        """
        reply = read_reply(data)._replace(rule=rule)
        told = await self.open_inbox().answer(number, person, reply, channel)
        if not told.counts:
            raise told.error or ServerError(told.words)
        return question_json(await self.question(number))

    async def deny_all(
        self, data: Mapping[str, Any], *, person: str, channel: str = "inbox"
    ) -> dict[str, Any]:
        """
        Deny several questions for a person, and return which were denied and which were not.

        There is no such way to allow: each yes is for one question that somebody has seen.

        Raises:
            NotAllowed: the inbox is turned off.
            UsageError: the request is wrong.

        """
        numbers, words = read_denial(data)
        inbox = self.open_inbox()
        denied: list[int] = []
        refused: dict[str, str] = {}
        for number in dict.fromkeys(numbers):
            told = await inbox.answer(number, person, Reply(Answer.DENY, words=words), channel)
            if told.counts:
                denied.append(number)
            else:
                refused[str(number)] = told.words
            # A store on this machine is written to at once: others get their turn in between.
            await asyncio.sleep(0)
        return {"denied": denied, "refused": refused}

    async def allow(
        self, data: Mapping[str, Any], *, person: str, channel: str = "inbox"
    ) -> dict[str, Any]:
        """
        Allow a category for an agent's session, for a person, before anything was asked.

        Raises:
            NotAllowed: they may not answer for that role, or the inbox is turned off.
            UsageError: the request is wrong.
            ProctorError: the role does not load.
            StoreError: it cannot be kept.

        """
        wanted = read_allowance(data)
        self.open_inbox()
        who, why = self.rights.for_role(channel, person, wanted.role)
        if who is None or why:
            raise NotAllowed(why)
        # The name of the project's root is the one that calls are looked up by.
        standing = self.posts.get(wanted.role, wanted.project).standing
        grant = await self.desk.grants.allow_for_session(
            wanted.category,
            role=standing.role,
            project=standing.project,
            agent=wanted.agent,
            session=wanted.session,
            by=who.name,
            uid=new_uid(),
            channel=channel,
        )
        told = grant_json(grant)
        self.bus.tell("grant", told)
        return told

    def open_inbox(self) -> InboxChannel:
        """
        Return the inbox, in which whoever has a token answers.

        Raises:
            NotAllowed: it is turned off.

        """
        if self.people is None:
            raise NotAllowed(
                "the inbox is turned off: nobody answers here",
                help="remove `inbox: false` from config.yaml, and start the server again",
            )
        return self.people

    async def hand_in(self, number: int, user: str, channel: str, reply: Reply) -> Told:
        """Take what somebody said in a channel, and return what they are told."""
        try:
            ended = await self.take(number, user, channel, reply)
        except StoreError as error:
            return Told(counts=False, words=NOT_NOW, error=error)
        except ProctorError as error:
            return Told(counts=False, words=error.message, error=error)
        return Told(counts=True, words=ending(ended))

    async def take(self, number: int, user: str, channel: str, reply: Reply) -> Question:
        """
        End a question with an answer, if it is the first of somebody who may give it.

        Raises:
            NotFound: there is no such question.
            NotAllowed: they may not.
            TooLate: it has ended already.
            UsageError: it cannot be answered like this.
            StoreError: it cannot be written.

        """
        asked = await self.question(number)
        person, why = self.rights.of(channel, user, asked, reply.chat_roles)
        if person is None or why:
            raise NotAllowed(why)
        if reply.scope is not Scope.ONCE and not self.rights.is_named(person):
            raise UsageError(NAMED_ONLY)
        if counts_once(asked) and reply.scope is not Scope.ONCE:
            raise UsageError(ONLY_ONCE if asked.body.get("handed_in") else THIS_ONE)
        if reply.category and reply.category != asked.body.get("category"):
            raise UsageError("this question cannot be answered for a whole category")
        words = fit_text(reply.words, self.keepers.redactor)[:LONGEST_WORDS]
        said = checked(reply)
        # All else is for us to say, and not for whoever hands it in.
        reply = Reply(
            said.answer, person.name, channel, words, said.scope, said.seconds, timestamp(),
            number, said.category, rule=said.rule, chat_roles=reply.chat_roles,
        )  # fmt: skip
        ended = await self.inbox.end(number, Status.ANSWERED, reply)
        if ended is None:
            ended = await self.question(number)
            # A connection may be lost after the answer was written: then it is there, and ours.
            if ended.reply != reply:
                raise TooLate(ended_already(ended))
        return ended

    async def unreached(self, question: Question, why: str) -> None:
        """End a question that no channel could put before anybody: nobody would answer it."""
        reply = Reply(Answer.DENY, words=NOBODY_REACHED.format(why=why), at=timestamp())
        with suppress(StoreError):
            await self.inbox.end(question.id, Status.CANCELLED, reply)

    async def cancel(self, number: int, uid: str) -> dict[str, Any]:
        """
        Take a question back, for the one who asked it and does not wait any more.

        Raises:
            NotFound: there is no such question of this uid.
            TooLate: it has ended already.
            StoreError: it cannot be written.

        """
        asked = await self.question(number)
        if not is_same(asked.uid, uid):
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

    async def lookup(self, number: int) -> Question | None:
        """Return a question; None where there is none of this number."""
        return await self.inbox.run(self.keepers.store.question, number)

    async def waiting(self) -> list[Question]:
        """Return the questions that wait, in every home that shares the store."""
        return await self.inbox.run(self.keepers.store.questions, Status.PENDING, limit=ALL)

    async def started_agents(self) -> frozenset[str]:
        """Return the names of the agents that this home has started and that are still there."""
        return await asyncio.to_thread(running_names, self.home)

    async def questions(self, status: str = "") -> list[dict[str, Any]]:
        """Return questions: those that wait in a fair order, others oldest first."""
        wanted = read_status(status)
        if wanted is Status.PENDING:
            waiting = await self.waiting()
            started = await self.started_agents()
            return [question_json(question) for question in in_fair_order(waiting, started)]
        found = await self.inbox.run(self.keepers.store.questions, wanted)
        return [question_json(question) for question in found]


def too_large(body: dict[str, Any]) -> bool:
    """Say whether a body is more than is taken; what cannot even be written down is."""
    try:
        return len(json.dumps(body)) > LARGEST_BODY
    except (ValueError, RecursionError):
        return True


def ended_already(question: Question) -> str:
    """Say how a question ended that somebody wants to answer."""
    if question.status is Status.EXPIRED:
        return f"question {question.id} has expired"
    by = f" by {question.reply.by}" if question.reply and question.reply.by else ""
    return f"question {question.id} is {question.status.value} already{by}"


def is_same(kept: str, given: str) -> bool:
    """Say whether a uid was given right, in a time that tells nothing of it."""
    return compare_digest(*(uid.encode(errors="surrogatepass") for uid in (kept, given)))
