"""Gates of workflow runs: who opens them, and that nothing else does."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from proctor.approval.message import message_of
from proctor.errors import MoveRefused, NotAllowed, NotFound, TooLate, UsageError
from proctor.terms.reply import Answer
from tests.server.asking_rig import ME, Phone, configure, until
from tests.server.offices import opened, question, records, run
from tests.server.stores import BOTH_STORES
from tests.server.workflow_rig import Desk, desk, entries, furnish

NOBODY_ELSE = 'people: {ada: {roles: [lead], telegram: "7"}, ben: {telegram: "8"}}\n'


def test_an_auto_gate_opens_by_itself(home: Path, shop: Path) -> None:
    """A person's word is enough, stage by stage, to the end."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start(title="the import")
            first = await here.advance(name)
            last = await here.advance(name)

            assert (first["status"], first["stage"], first["role"]) == ("active", "build", "writer")
            assert (last["status"], last["stage"], last["role"]) == ("completed", "build", None)
            assert entries(last) == [
                ("started", ME),
                ("gate passed", ME),
                ("stage", ME),
                ("gate passed", ME),
                ("completed", ME),
            ]
            with pytest.raises(MoveRefused, match="is completed"):
                await here.advance(name)

    run(work())


def test_the_last_finished_task_opens_an_auto_gate(home: Path, shop: Path) -> None:
    """No word of a person is needed; without a task nobody knows that the stage is done."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            task = (await here.task("add", name, title="Write the plan"))["task"]["id"]
            await here.task("start", name, task=task)
            with pytest.raises(MoveRefused, match="tasks left"):
                await here.advance(name)
            done = await here.task("complete", name, task=task)

            assert (done["task"]["status"], done["run"]["stage"]) == ("done", "build")

    run(work())


@BOTH_STORES
def test_a_human_gate_is_a_question_on_the_desk(home: Path, shop: Path) -> None:
    """It rings the phone, says run, stage, prompt and what is next; a yes opens, on record."""
    phone = Phone("telegram")
    furnish(home)
    configure(home, NOBODY_ELSE)

    async def work() -> None:
        async with desk(home, shop, channels=[phone]) as here:
            here.person = "ada"
            name = await here.start("asked", title="the import")
            await here.task("add", name, title="Read it", stage="build")
            waiting = await here.advance(name)
            asked = await question(here.office)
            await until(lambda: phone.asked)

            assert (waiting["status"], waiting["stage"]) == ("waiting", "plan")
            assert asked["action"] == (
                f"tool:workflow:{name} from stage plan to stage build under role writer, "
                'about "the import"'
            )
            assert (asked["why"], asked["by"], asked["role"]) == (
                "Is the plan good?", "human", "reader",
            )  # fmt: skip
            assert [part["part"] for part in asked["parts"]] == [
                f"{name}, stage plan",
                "stage build, role writer",
                "T-001 (stage build) Read it",
            ]
            # On the phone too.
            [told] = phone.asked
            assert [(piece.effect, piece.text) for piece in message_of(told).pieces[1:]] == [
                ("then", "stage build, role writer"),
                ("todo", "T-001 (stage build) Read it"),
            ]
            assert (await phone.press("7", words="go")).counts
            passed = await here.until(name, status="active")

            assert (passed["stage"], passed["role"]) == ("build", "writer")
            assert entries(passed)[2:] == [
                ("gate tried", "ada"),
                ("gate passed", "ada"),
                ("stage", "ada"),
            ]
            [record] = records(here.office)
            assert (record.decision, record.answered_by, record.channel, record.role) == (
                "ask_approved", "ada", "telegram", "reader",
            )  # fmt: skip

    run(work())


def test_a_no_holds_the_stage_and_it_can_be_asked_again(home: Path, shop: Path) -> None:
    """The words are in the run's history."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("asked")
            await here.advance(name)
            asked = await question(here.office)
            reply = {"answer": "deny", "words": "too vague"}
            await here.office.answer(asked["id"], reply, person=ME)
            held = await here.until(name, status="active")

            assert (held["stage"], entries(held)[-1]) == ("plan", ("gate held", ME))
            assert "too vague" in held["history"][-1]["text"]
            assert (await here.advance(name))["status"] == "waiting"
            assert (await question(here.office))["id"] != asked["id"]

    run(work())


@pytest.mark.parametrize("scope", ["session", "always"])
def test_an_answer_to_a_gate_counts_once(scope: str, home: Path, shop: Path) -> None:
    """Nothing of it can be remembered."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("asked")
            await here.advance(name)
            asked = await question(here.office)
            with pytest.raises(UsageError, match="nothing of it is remembered"):
                await here.office.answer(
                    asked["id"], {"answer": "allow", "scope": scope}, person=ME
                )
            assert (await here.show(name))["status"] == "waiting"

    run(work())


def test_who_may_not_answer_for_the_role_opens_no_gate(home: Path, shop: Path) -> None:
    """A gate is answered by whoever may answer for agents of the stage's role."""
    phone = Phone("telegram")
    furnish(home)
    configure(home, NOBODY_ELSE + "approvers: {reader: [lead]}\n")

    async def work() -> None:
        async with desk(home, shop, channels=[phone]) as here:
            here.person = "ben"
            name = await here.start("asked")
            await here.advance(name)
            await until(lambda: phone.asked)
            told = await phone.press("8", Answer.ALLOW)

            assert not told.counts
            assert (await here.show(name))["status"] == "waiting"

    run(work())


def test_a_cancelled_run_takes_its_question_back(home: Path, shop: Path) -> None:
    """An answer comes too late then, and moves nothing."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("asked")
            await here.advance(name)
            asked = await question(here.office)
            await here.cancel(name)
            async with asyncio.timeout(30):
                while await here.office.questions("pending"):
                    await asyncio.sleep(0.01)
            with pytest.raises(TooLate):
                await here.office.answer(asked["id"], {"answer": "allow"}, person=ME)

            assert (await here.show(name))["status"] == "cancelled"

    run(work())


def test_nothing_moves_while_a_gate_is_tried(home: Path, shop: Path) -> None:
    """What a person says yes to is what they were shown."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("asked")
            await here.advance(name)
            for action, more in (("add", {"title": "One more"}), ("start", {"task": "T-001"})):
                with pytest.raises(MoveRefused, match="being tried"):
                    await here.task(action, name, **more)
            with pytest.raises(MoveRefused, match="being tried"):
                await here.advance(name)

    run(work())


@BOTH_STORES
def test_a_question_of_a_gate_survives_the_server(home: Path, shop: Path) -> None:
    """The next server asks the same one, and its answer opens the gate."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start("asked")
            await here.advance(name)
            asked = await question(here.office)
        async with opened(home) as office:
            again = Desk(office, shop)
            assert (await question(office))["id"] == asked["id"]
            await office.answer(asked["id"], {"answer": "allow"}, person=ME)

            assert (await again.until(name, status="active"))["stage"] == "build"

    run(work())


def test_only_people_start_advance_and_cancel(home: Path, shop: Path) -> None:
    """Somebody with a token who is not among the people may do none of it."""
    furnish(home)
    configure(home, NOBODY_ELSE)

    async def work() -> None:
        async with desk(home, shop) as here:
            here.person = "ada"
            name = await here.start()
            here.person = "mallory"
            for attempt in (here.start(), here.advance(name), here.cancel(name)):
                with pytest.raises(NotAllowed):
                    await attempt

    run(work())


def test_a_stage_that_is_over_is_not_advanced_again(home: Path, shop: Path) -> None:
    """Two people who mean the same stage move the run once."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            both = await asyncio.gather(
                here.advance(name, stage="plan"),
                here.advance(name, stage="plan"),
                return_exceptions=True,
            )

            assert sum(isinstance(each, MoveRefused) for each in both) == 1
            assert (await here.show(name))["stage"] == "build"
            with pytest.raises(NotFound):
                await here.advance("WF-20261116-999")

    run(work())
