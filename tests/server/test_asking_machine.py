"""Asking, in any order: nothing runs but what a person has allowed, and the rules of now let."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from proctor.errors import TooLate
from proctor.server.office import Office
from tests.amounts import amount
from tests.server.asking_rig import CODER, ME, coder, effect, until, write_role
from tests.server.offices import records

Result = TypeVar("Result")
STRICT = CODER + '  deny: ["Bash(make *)"]\n'
AGENTS = st.sampled_from(["a", "b"])
COMMANDS = st.sampled_from(["make", "make all", "bash x.sh"])
SCOPES = st.sampled_from(["once", "session", "always", "category", "deny"])
Key = tuple[str, str]


class Asking(RuleBasedStateMachine):
    """A server, and what must hold of it: kept beside as plain sets."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        root = Path(self.folder.name)
        self.home, self.shop = root / "home", root / "shop"
        self.home.mkdir(mode=0o700)
        (self.shop / ".git").mkdir(parents=True)
        self.script, self.strict = 0, False
        self.write()
        self.runner = asyncio.Runner()
        self.office = Office(self.home)
        self.run(self.office.start())
        # By agent: the call that waits, with the script that it was asked about.
        self.waiting: dict[str, tuple[str, int, asyncio.Task[Any]]] = {}
        self.session: set[tuple[str, str, int]] = set()
        self.always: set[tuple[str, int]] = set()
        self.whole: set[str] = set()
        self.ran = 0

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do something asynchronous."""
        return self.runner.run(asyncio.wait_for(work, 60))

    def write(self) -> None:
        """Write the role and the script as they are now."""
        write_role(self.home, STRICT if self.strict else CODER)
        (self.shop / "x.sh").write_text(f"echo {self.script}\n")

    def said(self, command: str) -> int:
        """Return what a command would run: of those that run no script, always the same."""
        return self.script if command == "bash x.sh" else 0

    def expected(self, agent: str, command: str) -> str:
        """Return what is known of a call."""
        if self.strict and command.startswith("make"):
            return "deny"
        now = self.said(command)
        known = (
            (agent, command, now) in self.session
            or (command, now) in self.always
            or agent in self.whole
        )
        return "allow" if known else "ask"

    def request(self, agent: str, command: str) -> dict[str, Any]:
        """Return a call of an agent."""
        return coder(command, self.shop, agent=agent)

    @rule(agent=AGENTS, command=COMMANDS)
    def look(self, agent: str, command: str) -> None:
        """Whatever is known of a call is what people have said, and no more."""
        found = self.run(effect(self.office, self.request(agent, command)))
        assert found == self.expected(agent, command)

    @rule(agent=AGENTS, command=COMMANDS)
    def ask(self, agent: str, command: str) -> None:
        """Let a call wait for a person."""
        if agent in self.waiting or self.expected(agent, command) != "ask":
            return

        async def begin() -> asyncio.Task[Any]:
            before = len(await self.office.questions("pending"))
            task = asyncio.create_task(self.office.decide(self.request(agent, command)))
            pending = self.office.inbox.ends
            await until(lambda: len(pending) > before)
            return task

        self.waiting[agent] = (command, self.said(command), self.run(begin()))

    @precondition(lambda self: self.waiting)
    @rule(data=st.data(), scope=SCOPES)
    def answer(self, data: st.DataObject, scope: str) -> None:
        """Answer what waits; a yes counts for what was asked about, by the rules of now."""
        agent = data.draw(st.sampled_from(sorted(self.waiting)))
        command, script, task = self.waiting.pop(agent)
        number = self.number(agent)
        told = self.run(self.office.answer(number, reply_of(scope), person=ME))
        assert told["status"] == "answered"
        found = self.run(ended(task))["effect"]
        denied = self.strict and command.startswith("make")
        counts = scope != "deny" and not denied and script == self.said(command)
        assert found == ("allow" if counts else "deny")
        if counts and scope == "session":
            self.session.add((agent, command, script))
        elif counts and scope == "always":
            self.always.add((command, script))
        elif counts and scope == "category":
            self.whole.add(agent)
        self.too_late(number)

    @precondition(lambda self: self.waiting)
    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        """A question that is taken back denies its call."""
        agent = data.draw(st.sampled_from(sorted(self.waiting)))
        _, _, task = self.waiting.pop(agent)
        number = self.number(agent)
        uid = self.run(self.office.question(number)).uid
        self.run(self.office.cancel(number, uid))
        assert self.run(ended(task))["effect"] == "deny"
        self.too_late(number)

    @rule()
    def revoke_all(self) -> None:
        """Nothing that was said for longer holds any more."""
        for grant in self.run(self.office.grants()):
            self.run(self.office.revoke(grant["id"], person=ME))
        self.session, self.always, self.whole = set(), set(), set()

    @rule()
    def change_the_script(self) -> None:
        """What was said of it was said of another one."""
        self.script += 1
        self.write()

    @rule()
    def change_the_rules(self) -> None:
        """A rule that denies comes, or goes."""
        self.strict = not self.strict
        self.write()
        # A look at the files counts for a moment.
        self.office.posts.looked = dict.fromkeys(self.office.posts.looked, 0.0)

    @rule()
    def start_again(self) -> None:
        """The next server knows what was said; what waited, waits on without its asker."""
        for agent in sorted(self.waiting):
            _, _, task = self.waiting.pop(agent)
            number = self.number(agent)
            self.run(self.office.answer(number, {"answer": "deny"}, person=ME))
            self.run(ended(task))
        self.run(self.office.stop())
        self.office = Office(self.home)
        self.run(self.office.start())

    @invariant()
    def every_yes_has_somebody(self) -> None:
        """No record tells of a yes without a person behind it."""
        for record in records(self.office):
            assert record.decision != "ask_approved" or record.answered_by == ME

    def number(self, agent: str) -> int:
        """Return the number of the question that an agent waits for."""
        pending = self.run(self.office.questions("pending"))
        [found] = [each["id"] for each in pending if each["agent"] == agent]
        return int(found)

    def too_late(self, number: int) -> None:
        """Look whether a question that has ended takes no answer any more."""
        try:
            self.run(self.office.answer(number, reply_of("always"), person=ME))
        except TooLate:
            return
        message = "a question was answered twice"
        raise AssertionError(message)

    def teardown(self) -> None:
        """End everything."""
        self.run(self.office.stop())
        for _, _, task in self.waiting.values():
            self.run(gone(task))
        self.runner.close()
        self.folder.cleanup()


def reply_of(scope: str) -> dict[str, Any]:
    """Return an answer of a person."""
    if scope == "deny":
        return {"answer": "deny"}
    if scope == "category":
        return {"answer": "allow", "scope": "session", "category": "bash"}
    return {"answer": "allow", "scope": scope}


async def ended(task: asyncio.Task[Any]) -> Any:
    """Return what a call came to."""
    return await task


async def gone(task: asyncio.Task[Any]) -> None:
    """Wait for a call that nobody answers any more."""
    await asyncio.wait([task])


TestAsking = Asking.TestCase
TestAsking.settings = settings(max_examples=amount(15, 30), stateful_step_count=25, deadline=None)
