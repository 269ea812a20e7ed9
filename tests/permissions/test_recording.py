"""Records of decisions made in a program's own process."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from proctor import (
    Abort,
    AutoApprove,
    Effect,
    PermissionManager,
    PermissionQuestion,
    Policy,
    ToolCall,
    UsageError,
)
from proctor.audit.store import Filter, Store
from proctor.audit.stores.memory import MemoryStore
from proctor.audit.stores.sqlite import open_sqlite
from proctor.terms.record import Record

POLICY = Policy.of(allow=["Read"], ask=["Bash"], deny=["Bash(rm *)"])
SECRET = "ghp_" + "a1B2" * 9


def bash(command: str) -> ToolCall:
    """Return a call of the shell by an agent."""
    return ToolCall(tool="Bash", input={"command": command}, agent="clerk", session="s-1")


def told(records: list[Record]) -> list[tuple[str, str, str, str]]:
    """Return what records say."""
    return [(r.decision, r.action_string, r.decider, r.answered_by) for r in records]


def test_a_callback_gets_every_decision() -> None:
    """Allowed, denied, answered and unanswered: each is told once, in order."""
    records: list[Record] = []

    def dialog(question: PermissionQuestion) -> bool:
        return "make" in question.action

    manager = PermissionManager(POLICY, dialog, record=records.append)
    manager.check(ToolCall("Read", {"file_path": "a"}))
    for command in ("rm x", "make", "npm i"):
        manager.check(bash(command))
    manager.allow_for_session("bash")
    manager.check(bash("npm i"))
    manager.dialog = None
    manager.end_session()
    manager.check(bash("npm i"))

    assert told(records) == [
        ("allow", "tool:view:a", "rule", ""),
        ("deny", "tool:bash:rm x", "rule", ""),
        ("ask_approved", "tool:bash:make", "person", "dialog"),
        ("ask_denied", "tool:bash:npm i", "person", "dialog"),
        ("ask_approved", "tool:bash:npm i", "grant", "session"),
        ("ask_timeout", "tool:bash:npm i", "rule", ""),
    ]
    assert {record.agent_name for record in records[1:]} == {"clerk"}


def test_auto_approve_is_not_recorded_as_a_person() -> None:
    """Whoever reads the record sees that nobody looked."""
    records: list[Record] = []
    PermissionManager(POLICY, AutoApprove(), record=records.append).check(bash("make"))

    assert told(records) == [("ask_approved", "tool:bash:make", "grant", "AutoApprove")]


def test_a_callback_sees_no_secret() -> None:
    """A token in a command stands neither in the action nor in the input."""
    records: list[Record] = []
    PermissionManager(POLICY, AutoApprove(), record=records.append).check(
        bash(f"curl -H 'Authorization: Bearer {SECRET}' x.org")
    )

    assert len(records) == 1
    assert SECRET not in repr(records)


def test_a_call_whose_record_fails_does_not_run() -> None:
    """Not even one that a rule allows: where records are wanted, nothing runs without one."""

    def full(_: Record) -> None:
        raise OSError(28, "No space left on device")

    verdict = PermissionManager(POLICY, record=full).check(ToolCall("Read", {"file_path": "a"}))

    assert verdict.effect is Effect.DENY
    assert verdict.why.startswith("the record of this call could not be kept: OSError")


def test_a_callback_may_be_asynchronous() -> None:
    """It is awaited before the verdict is returned; inside a loop, `acheck` does that."""
    records: list[Record] = []

    async def keep(record: Record) -> None:
        await asyncio.sleep(0)
        records.append(record)

    manager = PermissionManager(POLICY, record=keep)
    call = ToolCall("Read", {"file_path": "a"})

    async def in_a_loop() -> None:
        assert await manager.acheck(call)
        with pytest.raises(UsageError):
            manager.check(call)

    assert manager.check(call)
    asyncio.run(in_a_loop())
    assert len(records) == 2


def test_an_aborted_question_is_recorded() -> None:
    """The record says that the call did not run before the loop ends."""
    records: list[Record] = []

    def dialog(_: PermissionQuestion) -> bool:
        raise Abort("stop")

    with pytest.raises(Abort):
        PermissionManager(POLICY, dialog, record=records.append).check(bash("make"))
    assert told(records) == [("ask_denied", "tool:bash:make", "person", "dialog")]


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Give a store of each kind that needs no server."""
    made = MemoryStore() if request.param == "memory" else open_sqlite(tmp_path / "kept.db")
    yield made
    made.close()


def test_a_store_keeps_the_records(store: Store) -> None:
    """A store is given as it is, and may be shared: each manager has chains of its own."""
    one = PermissionManager(POLICY, AutoApprove(), record=store)
    other = PermissionManager(POLICY, record=store)
    one.check(bash("make"))
    other.check(bash("make"))
    one.check(bash(f"echo {SECRET}"))

    kept = [entry.record for entry in store.find(Filter(), newest=False)]
    assert [record.decision for record in kept] == ["ask_approved", "ask_timeout", "ask_approved"]
    assert SECRET not in repr(kept)
    assert len(store.chains()) == 2
