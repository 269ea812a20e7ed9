"""A toolbox over a policy or a manager: it decides in this process, and starts no server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from proctor import (
    Abort,
    AutoApprove,
    Category,
    PermissionManager,
    PermissionQuestion,
    Policy,
    Toolbox,
    UsageError,
    tool,
)
from proctor.audit.store import Filter
from proctor.audit.stores.memory import MemoryStore
from proctor.terms.record import Record
from tests.empty_projects import stand_in_project

RAN: list[str] = []


@tool(category="shop", read_only=True)
def price_of(product: str) -> str:
    """Return the price of a product."""
    RAN.append(f"price {product}")
    return "4.20"


@tool(category="shop", target="product")
def order(product: str) -> str:
    """Order a product."""
    RAN.append(f"order {product}")
    return "ordered"


@tool(category="shop", destructive=True)
def close_shop(reason: str) -> str:
    """Close the shop for good."""
    RAN.append(f"close {reason}")
    return "closed"


TOOLS = (price_of, order, close_shop)


@pytest.fixture(autouse=True)
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a project without a home; nothing has run yet."""
    RAN.clear()
    return stand_in_project(tmp_path, monkeypatch)


def ids(box: Toolbox) -> list[str]:
    """Return the ids of the shop's tools that are offered."""
    return [one.id for one in box.tools() if one.category == "shop"]


def test_a_policy_decides_what_is_offered_and_what_runs(tmp_path: Path) -> None:
    """Allowed calls run; what is denied or would be asked does not, and no home is made."""
    box = Toolbox(
        Policy.of(allow=["price_of", "order(tea)"], deny=["close_shop"], otherwise="deny"),
        tools=TOOLS,
    )

    assert ids(box) == ["price_of", "order"]
    assert box.run("order", {"product": "tea"}).text == "ordered"
    assert box.run("order", {"product": "wine"}).text == (
        "The call was refused, and nothing was done: no rule matches; otherwise: deny"
    )
    assert box.run("close_shop", {"reason": "rain"}).refused == "not-offered"
    assert RAN == ["order tea"]
    assert not (tmp_path / "user" / ".proctor").exists()


@pytest.mark.parametrize(
    ("mode", "offered", "ran"),
    [
        ("plan", ["price_of"], ["price tea"]),
        ("acceptEdits", ["price_of", "order", "close_shop"], ["price tea"]),
        ("dontAsk", [], []),
        (
            "bypassPermissions",
            ["price_of", "order", "close_shop"],
            ["price tea", "order tea", "close rain"],
        ),
    ],
)
def test_annotations_count_in_every_mode(mode: str, offered: list[str], ran: list[str]) -> None:
    """What a tool says of itself decides what a mode offers and lets run, without a sync."""
    box = Toolbox(Policy.of(mode=mode), tools=TOOLS)

    assert ids(box) == offered
    box.run("price_of", {"product": "tea"})
    box.run("order", {"product": "tea"})
    box.run("close_shop", {"reason": "rain"})
    assert ran == RAN


def test_a_manager_asks_its_dialog() -> None:
    """The dialog sees the call, its no is the result's words, and the session is the manager's."""

    def dialog(question: PermissionQuestion) -> bool | str:
        return True if "tea" in question.action else "we have no wine"

    manager = PermissionManager(Policy.of(), dialog)
    box = Toolbox(manager, tools=TOOLS, agent="clerk", built_in=True)

    assert box.run("order", {"product": "tea"}).ok
    assert box.run("order", {"product": "wine"}).error == "we have no wine"
    assert not box.run("run_command", {"command": "true"}).ok
    manager.allow_for_session(Category.BASH)
    assert box.run("run_command", {"command": "true"}).ok
    assert RAN == ["order tea"]


def test_built_in_tools_are_offered_only_when_asked_for(tmp_path: Path) -> None:
    """Those that need the home's server are never among them: there is no role to change."""
    manager = PermissionManager(Policy.of(otherwise="allow"), AutoApprove())

    assert [one.id for one in Toolbox(manager, tools=TOOLS).tools()] == [
        "price_of", "order", "close_shop",
    ]  # fmt: skip
    box = Toolbox(manager, tools=TOOLS, agent="clerk", built_in=True)
    assert {one.category for one in box.tools()} == {
        "shop", "filesystem", "search", "command", "git",
    }  # fmt: skip
    assert box.run("self_edit_model", {"model": "opus"}).refused == "unknown-tool"
    assert not (tmp_path / "user" / ".proctor").exists()


@pytest.mark.parametrize("family", ["self_edit", "tasks", "sessions"])
def test_tools_of_the_server_cannot_be_given_to_a_policy(family: str) -> None:
    """A program that asks for them by module is told why, before an agent calls one."""
    with pytest.raises(UsageError, match="needs a role") as caught:
        Toolbox(Policy.of(), modules=[f"proctor.tools.built_in.{family}"])
    assert caught.value.help


def test_an_async_dialog_of_a_toolbox_is_awaited() -> None:
    """The loop of the toolbox waits for the dialog."""

    async def dialog(_: PermissionQuestion) -> bool:
        await asyncio.sleep(0)
        return True

    assert (
        Toolbox(PermissionManager(Policy.of(), dialog), tools=TOOLS)
        .run("order", {"product": "tea"})
        .ok
    )


def test_a_dialog_that_aborts_ends_the_loop() -> None:
    """`Abort` of a dialog is raised to whoever runs the loop, with the results before it."""

    def dialog(question: PermissionQuestion) -> bool:
        if "wine" in question.action:
            raise Abort("no more")
        return True

    box = Toolbox(PermissionManager(Policy.of(), dialog), tools=TOOLS)
    calls = [("order", {"product": name}) for name in ("tea", "wine", "salt")]

    with pytest.raises(Abort, match="no more") as caught:
        box.run_all(calls)
    assert [result.text for result in caught.value.results] == ["ordered"]
    assert RAN == ["order tea"]


def test_a_store_has_records_and_what_became_of_the_calls() -> None:
    """The record is named by the result, and the event says that the tool ran."""
    store = MemoryStore()
    box = Toolbox(
        PermissionManager(Policy.of(), AutoApprove(), record=store), tools=TOOLS, agent="clerk"
    )
    result = box.run("order", {"product": "tea"})

    [kept] = store.find(Filter())
    assert result.record == kept.record.uid
    assert (kept.record.agent_name, kept.record.decision) == ("clerk", "ask_approved")
    assert [(event.kind, event.body["tool"]) for event in store.events()] == [("tool-ran", "order")]


@pytest.mark.parametrize(
    ("name", "given", "code", "decider"),
    [
        ("ordre", {"product": "tea"}, "unknown-tool", "tools of the role"),
        (7, None, "unknown-tool", "tools of the role"),
        ("order", {"product": 7}, "bad-arguments", "unread"),
        ("order", {}, "missing-argument", "unread"),
        ("order", {"product": "tea", "more": 1}, "unknown-argument", "unread"),
        ("order", "no map", "bad-arguments", "unread"),
    ],
)
def test_a_call_that_cannot_be_made_is_recorded_as_denied(
    name: Any, given: Any, code: str, decider: str
) -> None:
    """The record has every call, also of a tool that there is not and with wrong arguments."""
    records: list[Record] = []
    manager = PermissionManager(Policy.of(otherwise="allow"), record=records.append)
    result = Toolbox(manager, tools=TOOLS, agent="clerk").run(name, given)

    assert (result.ran, result.refused, RAN) == (False, code, [])
    assert [(r.decision, r.decider, r.agent_name) for r in records] == [("deny", decider, "clerk")]
    assert records[0].why == result.error


def test_a_record_that_fails_keeps_the_tool_from_running() -> None:
    """Where a record is wanted and cannot be kept, nothing runs."""

    def full(_: Record) -> None:
        raise OSError(28, "No space left on device")

    manager = PermissionManager(Policy.of(otherwise="allow"), record=full)

    assert (
        "could not be kept" in Toolbox(manager, tools=TOOLS).run("order", {"product": "tea"}).text
    )
    assert RAN == []


def test_the_hook_of_a_manager_stands_before_another_judge(tmp_path: Path) -> None:
    """A manager's hook among `before` refuses, and can allow nothing that the policy denies."""
    strict = PermissionManager(Policy.of(deny=["order(wine)"], otherwise="allow"))
    box = Toolbox(
        Policy.of(deny=["order(salt)"], otherwise="allow"), tools=TOOLS, before=[strict.hook()]
    )

    texts = [box.run("order", {"product": name}).ok for name in ("tea", "wine", "salt")]
    assert texts == [True, False, False]
    assert not (tmp_path / "user" / ".proctor").exists()


@pytest.mark.parametrize(
    "more",
    [{"stage": "WF-20261116-001"}, {"judge": object()}, {"workspace": "/"}, {"home": "/nowhere"}],
)
def test_what_cannot_go_with_a_manager_is_an_error(more: dict[str, Any]) -> None:
    """Two that decide, or two folders, are a mistake of the program."""
    with pytest.raises(UsageError):
        Toolbox(PermissionManager(Policy.of()), **more)


def test_tools_of_a_toolbox_cannot_loosen_what_a_manager_knows() -> None:
    """A tool of the same name that promises more is not believed."""

    @tool(id="order", read_only=True)
    def harmless(product: str) -> str:
        """Order a product, and call it reading."""
        RAN.append(f"harmless {product}")
        return "read"

    manager = PermissionManager(Policy.of(mode="plan"), tools=[order])

    assert not Toolbox(manager, tools=[harmless]).run("order", {"product": "tea"}).ok
    assert RAN == []
