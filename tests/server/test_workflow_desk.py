"""Requests about runs: tasks of agents, what is refused, and that none of it is believed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proctor.errors import MoveRefused, NotAllowed, NotFound, UsageError
from tests.agents.session_homes import begun
from tests.server.asking_rig import ME
from tests.server.offices import run
from tests.server.workflow_rig import desk


def test_a_task_goes_from_hand_to_hand(home: Path, shop: Path) -> None:
    """Added, started, completed and approved by others; who had a hand in it approves nothing."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("asked")
            added = await here.task("add", name, agent="plan-1", title="Write it")
            task = added["task"]["id"]
            await here.task("start", name, agent="code-1", task=task)
            await here.task("complete", name, agent="code-1", task=task)
            with pytest.raises(MoveRefused, match="cannot approve"):
                await here.task("approve", name, agent="Code-1", task=task)
            done = await here.task("approve", name, agent="review-1", task=task)
            shown = await here.task("status", name, task=task)

            assert added["task"]["by"] == "plan-1"
            assert (done["task"]["status"], done["run"]["status"]) == ("approved", "waiting")
            assert (shown["done_by"], shown["approved_by"]) == ("code-1", "review-1")
            assert [each["id"] for each in await here.task("list", name)] == [task]

    run(work())


def test_a_task_is_sent_back(home: Path, shop: Path) -> None:
    """It begins anew, and whoever had done it stays known."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("asked")
            await here.task("add", name, title="Write it")
            for action in ("start", "complete"):
                await here.task(action, name, task="T-001", agent="code-1")
            back = await here.task("return", name, task="T-001", agent="rev-1", title="no tests")

            assert (back["task"]["status"], back["task"]["workers"]) == ("todo", ["code-1"])
            assert "no tests" in (await here.show(name))["history"][-1]["text"]

    run(work())


def test_a_planner_plans_ahead(home: Path, shop: Path) -> None:
    """A task may be one of a later stage."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            added = await here.task("add", name, title="Build it", stage="build")

            assert added["task"]["stage"] == "build"

    run(work())


def test_the_run_of_the_role_is_meant_where_none_is_named(home: Path, shop: Path) -> None:
    """An agent of a run need not say which."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            await here.start()
            chain = await here.task("chain", role=f"coder under @{name}")
            both = await here.task("chain")
            with pytest.raises(UsageError, match="`run` is missing"):
                await here.task("list")

            assert (chain["id"], chain["stage"], len(both)) == (name, "plan", 2)

    run(work())


WIDE = "".join(chr(ord(char) + 0xFEE0) for char in ME)


@pytest.mark.parametrize("agent", [ME, ME.upper(), WIDE], ids=["same", "capitals", "wide"])
def test_an_agent_with_the_name_of_a_person_is_told_from_them(
    home: Path, shop: Path, agent: str
) -> None:
    """In the history nobody takes it for them, however it is spelt."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            added = await here.task("add", name, agent=agent, title="x")

            assert added["task"]["by"] == f"{agent} (an agent)"

    run(work())


def test_nobody_moves_anything_without_a_name(home: Path, shop: Path) -> None:
    """Neither without one, nor under one that cannot be seen; looking needs none."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            for agent, kind in (("", NotAllowed), (" ", MoveRefused), ("a\u202eb", MoveRefused)):
                with pytest.raises(kind):
                    await here.task("add", name, agent=agent, title="x")

            assert await here.task("list", name, agent="") == []

    run(work())


def test_a_run_of_another_project_is_not_touched(home: Path, shop: Path, tmp_path: Path) -> None:
    """Whoever works elsewhere has no business here."""
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            for action in ("list", "add"):
                with pytest.raises(NotAllowed, match="not one of this project"):
                    await here.task(action, name, project=str(other), title="x")

    run(work())


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"action": "delete"}, UsageError),
        ({"action": ["add"]}, UsageError),
        ({"action": "add", "run": 5, "agent": "a"}, UsageError),
        ({"action": "add", "run": "WF-20261116-999", "agent": "a"}, NotFound),
        ({"action": "add", "run": "'; DROP TABLE runs", "agent": "a"}, NotFound),
        ({"action": "list", "run": "WF-20261116-001", "attempt": "x"}, UsageError),
        ({"action": "new", "agent": "a", "template": "easy", "project": "srv"}, UsageError),
        ({"action": "new", "agent": "a", "template": "../easy", "project": "/"}, NotFound),
        ({"action": "add", "agent": "x" * 5000, "run": "WF-20261116-001"}, UsageError),
    ],
)
def test_a_wrong_request_is_refused(
    said: dict[str, Any], kind: type[Exception], home: Path, shop: Path
) -> None:
    """A field that is not known, of another type, or names nothing that is there."""

    async def work() -> None:
        async with desk(home, shop) as here:
            with pytest.raises(kind):
                await here.office.workflows.desk.task(said)

    run(work())


def test_the_name_of_a_try_is_told_to_nobody(home: Path, shop: Path) -> None:
    """Neither with the run nor with its question: it is what ends the waiting."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("asked")
            await here.advance(name)
            attempt = here.office.workflows.runs.known[name].attempt
            told = [await here.show(name), await here.office.questions("")]

            assert attempt
            assert attempt not in str(told)

    run(work())


def test_whoever_moves_a_task_is_told_no_more_than_where_the_run_stands(
    home: Path, shop: Path
) -> None:
    """A model reads the answer each time: no prompts, other tasks or history are in it."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start(title="Prices")
            added = await here.task("add", name, title="Write it")

            assert added["run"] == {
                "id": name,
                "template": "easy",
                "title": "Prices",
                "status": "active",
                "stage": "plan",
                "role": "reader",
                "next": "build",
                "version": added["run"]["version"],
            }

    run(work())


def test_only_a_person_drops_a_task(home: Path, shop: Path) -> None:
    """Else an agent could open a gate by it; what is dropped keeps none shut."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("asked")
            await here.task("add", name, title="Write it")
            said = {"action": "drop", "run": name, "task": "T-001", "title": "no need"}
            with pytest.raises(NotAllowed, match="only a person"):
                await here.task("drop", name, task="T-001")
            with pytest.raises(MoveRefused, match="has tasks left"):
                await here.advance(name)
            dropped = await here.office.workflows.desk.task(said, person=ME)
            with pytest.raises(MoveRefused, match="nothing to drop"):
                await here.office.workflows.desk.task(said, person=ME)

            assert dropped["task"]["status"] == "dropped"
            assert (await here.advance(name))["status"] == "waiting"

    run(work())


def test_the_question_of_a_gate_is_named(home: Path, shop: Path) -> None:
    """Whoever advances is told its number, at once and when they try it again."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("asked")
            number = (await here.advance(name))["question"]
            with pytest.raises(MoveRefused) as refused:
                await here.advance(name)

            assert number == (await here.show(name))["question"]
            assert refused.value.help is not None
            assert f"`proctor approve {number}`" in refused.value.help

    run(work())


def test_an_agent_has_its_work_approved_by_none_that_it_started(home: Path, shop: Path) -> None:
    """A child speaks for its parent, and for the parent of that."""
    for name, parent in (("maker", ""), ("kid", "maker"), ("grandkid", "kid"), ("other", "")):
        begun(home, name, parent=parent)

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("asked")
            task = (await here.task("add", name, title="all"))["task"]["id"]
            for action in ("start", "complete"):
                await here.task(action, name, "maker", task=task)
            for agent in ("maker", "kid", "grandkid"):
                with pytest.raises(MoveRefused, match="has worked on"):
                    await here.task("approve", name, agent, task=task)
            approved = await here.task("approve", name, "other", task=task)

            assert approved["task"]["approved_by"] == "other"

    run(work())
