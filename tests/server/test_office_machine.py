"""Calls, answers, ends and crashes in any order: no yes that nobody gave, one record for each."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from proctor.audit.identity import digest
from proctor.errors import NotFound, TooLate
from proctor.server.office import Office
from proctor.server.requests import read_request
from proctor.terms.question import Status
from proctor.terms.record import Record
from proctor.terms.reply import Answer
from tests.amounts import amount
from tests.audit.fresh_places import steps
from tests.server.offices import PATIENCE, bash, records

Result = TypeVar("Result")
RUNS = amount(15, 30)
# What only reads, what is refused, and what is asked; two of those, so that they can be confused.
COMMANDS = st.sampled_from(
    ["git status", "rm -rf /", "curl https://example.org", "curl https://example.com"]
)
UIDS = st.sampled_from(["a", "b", "c"])
# So many rounds of the loop: a crash comes before, in the middle of or behind what is done.
ROUNDS = st.integers(0, 12)
NUMBERS = st.integers(1, 6)
ENDS_AS = {"allow": {"allow", "ask_approved"}, "deny": {"deny", "ask_denied", "ask_timeout"}}


@dataclass
class Call:
    """A call that somebody wants decided, and what came of it."""

    data: dict[str, Any]
    task: asyncio.Task[dict[str, Any]]

    @property
    def told(self) -> dict[str, Any] | None:
        """Return what was answered, if anything was."""
        done = self.task.done() and not self.task.cancelled()
        return self.task.result() if done else None


class Machine(RuleBasedStateMachine):
    """An office with clients and a person, which is killed now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory(prefix="office-")
        self.home, self.shop = Path(self.folder.name, "home"), Path(self.folder.name, "shop")
        (self.shop / ".git").mkdir(parents=True)
        self.loop = asyncio.new_event_loop()
        self.calls: list[Call] = []
        self.answers: dict[int, str] = {}
        self.open()

    def teardown(self) -> None:
        """End every question, look once more, and leave."""
        self.run(asyncio.wait_for(self.finish(), PATIENCE))
        self.all_is_well()
        self.run(self.office.stop())
        self.loop.close()
        self.folder.cleanup()

    async def finish(self) -> None:
        """Let each call come to its end."""
        while not all(call.task.done() for call in self.calls):
            self.office.inbox.ends = dict.fromkeys(self.office.inbox.ends, 0.0)
            await self.office.inbox.tidy()
            await asyncio.sleep(0)

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run something to its end."""
        return self.loop.run_until_complete(work)

    def open(self) -> None:
        """Start an office."""
        self.office = Office(self.home, timeout=3600)
        self.run(self.office.start())

    def go(self, rounds: int) -> None:
        """Let the loop turn."""

        async def turn() -> None:
            for _ in range(rounds):
                await asyncio.sleep(0)

        self.run(turn())

    def begin(self, data: dict[str, Any]) -> Call:
        """Have a call decided, by the office that there is now."""
        return Call(data, self.loop.create_task(self.office.decide(data)))

    @rule(uid=UIDS, command=COMMANDS, rounds=ROUNDS)
    def call(self, uid: str, command: str, rounds: int) -> None:
        """Have something decided, perhaps under a name that was there before."""
        self.calls.append(self.begin(bash(command, self.shop, uid=uid)))
        self.go(rounds)

    @rule(number=NUMBERS, word=st.sampled_from(["allow", "deny"]), rounds=ROUNDS)
    def answer(self, number: int, word: str, rounds: int) -> None:
        """Answer a question; only the first answer counts."""
        try:
            self.run(self.office.answer(number, {"answer": word}, person="ada"))
        except (NotFound, TooLate):
            pass
        else:
            assert number not in self.answers
            self.answers[number] = word
        self.go(rounds)

    @rule(number=NUMBERS)
    def expire(self, number: int) -> None:
        """Let the time of a question be over."""
        if number in self.office.inbox.ends:
            self.office.inbox.ends[number] = 0.0
        self.run(self.office.inbox.tidy())

    @rule(rounds=ROUNDS, again=st.booleans())
    def kill(self, rounds: int, again: bool) -> None:
        """Kill the office and start another; whoever was not answered asks again, or does not."""
        self.run(self.let_go())
        # A dead process does and writes nothing any more.
        self.run(self.drop_all())
        self.office.writer._waiting.clear()
        self.office.keepers.close()
        self.open()
        if again:
            for call in self.calls:
                if call.told is None:
                    call.task = self.begin(call.data).task
        self.go(rounds)

    @rule()
    def end(self) -> None:
        """End the office in order and start another."""
        self.run(self.let_go())
        self.run(self.office.stop())
        self.open()

    async def let_go(self) -> None:
        """Cut everybody off, as the end of a process does."""
        open_calls = [call.task for call in self.calls if not call.task.done()]
        for task in open_calls:
            task.cancel()
        await asyncio.gather(*open_calls, return_exceptions=True)
        await self.office.chores.stop()

    async def drop_all(self) -> None:
        """End whatever is still under way, in the middle of it."""
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    @invariant()
    def all_is_well(self) -> None:
        """Look at what was answered, what was asked and what is on record."""
        kept = {record.uid: record for record in records(self.office)}
        assert Counter(record.uid for record in records(self.office)) == Counter(kept.keys())
        for call in self.calls:
            if call.told is not None:
                request = read_request(call.data)
                name = self.office.bound(request.uid, request)
                ends = [kept.get(f"{name}-{end}") for end in ENDS_AS[call.told["effect"]]]
                found = [record for record in ends if record is not None]
                # The same request may end in two ways that are one to its agent: denied, expired.
                assert found
                if call.data["input"]["command"].startswith("curl"):
                    self.check_asked(call, found[0])

    def check_asked(self, call: Call, record: Record) -> None:
        """Look whether a yes to what is asked was given for exactly that."""
        assert call.told is not None
        if call.told["effect"] != "allow":
            return
        assert record.question is not None
        found = self.office.keepers.store.question(record.question)
        assert found is not None
        assert found.reply is not None
        key = self.office.keepers.identity.key
        assert (record.decision, found.status, found.reply.answer, found.digest) == (
            "ask_approved", Status.ANSWERED, Answer.ALLOW, digest(key, call.data["input"]),
        )  # fmt: skip
        assert self.answers[record.question] == "allow"


def test_no_yes_by_accident_and_one_record_for_each() -> None:
    """Whatever happens in whatever order, an ask is allowed by its own answer or not at all."""
    run_state_machine_as_test(Machine, settings=steps(RUNS))
