"""The role of a workflow's stage: which it is now, and none where that cannot be said."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from proctor import Proctor
from proctor.errors import NoStageRole
from proctor.server.posts import Posts
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from tests.server.asking_rig import write_role
from tests.server.offices import question, records, run
from tests.server.workflow_rig import desk, furnish, write_template


def test_a_stage_decides_and_the_next_one_at_the_next_call(home: Path, shop: Path) -> None:
    """What the first stage denies, the second allows; the record has the role of the stage."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            before = await here.decide(f"@{name}")
            await here.advance(name)
            after = await here.decide(f"@{name}")

            assert (before[0], after[0]) == ("deny", "allow")
            assert [record.role for record in records(here.office)] == ["reader", "writer"]

    run(work())


def test_a_chain_with_a_run_is_never_more_than_either(home: Path, shop: Path) -> None:
    """The strictest wins: of the agent's own role and of the stage's."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            first = await here.decide(f"writer under @{name}")
            await here.advance(name)
            second = await here.decide(f"writer under @{name}")
            third = await here.decide(f"reader under @{name}")

            assert [first[0], second[0], third[0]] == ["deny", "allow", "deny"]
            assert [record.role for record in records(here.office)] == [
                "writer under reader",
                "writer",
                "reader under writer",
            ]

    run(work())


def test_a_run_that_has_ended_gives_no_role(home: Path, shop: Path) -> None:
    """Cancelled or completed: everything is denied, reading too, with that as the reason."""

    async def work() -> None:
        async with desk(home, shop) as here:
            over, done = await here.start(), await here.start()
            await here.cancel(over, why="no need")
            await here.advance(done)
            await here.advance(done)

            assert await here.decide(f"@{over}", "Read") == (
                "deny",
                f"the workflow run {over} is cancelled, so it gives no role",
            )
            assert await here.decide(f"@{done}", "Read") == (
                "deny",
                f"the workflow run {done} is completed, so it gives no role",
            )

    run(work())


@pytest.mark.parametrize("name", ["WF-20261116-999", "WF-1", "", "reader", "@WF-20261116-001"])
def test_a_run_that_nobody_knows_gives_no_role(name: str, home: Path, shop: Path) -> None:
    """Whatever stands behind the mark: it is denied, and says that there is no such run."""

    async def work() -> None:
        async with desk(home, shop) as here:
            effect, why = await here.decide(f"@{name}", "Read")

            assert effect == "deny"
            assert why.startswith("there is no workflow run")

    run(work())


def test_a_run_counts_in_its_own_project_only(home: Path, shop: Path, tmp_path: Path) -> None:
    """Elsewhere the role of that name may be another one."""
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            effect, why = await here.decide(f"@{name}", "Read", cwd=str(other))

            assert (effect, "belongs to" in why) == ("deny", True)

    run(work())


def test_a_role_that_is_gone_denies_everything(home: Path, shop: Path) -> None:
    """A stage whose role was deleted has none; nothing else is taken in its place."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            (home / "roles" / "reader.yaml").unlink()
            effect, why = await here.decide(f"@{name}", "Read")

            assert (effect, "reader" in why) == ("deny", True)

    run(work())


@pytest.mark.parametrize("first", ["reader", "writer"])
def test_a_yes_for_the_last_stage_does_not_count_in_this_one(
    home: Path, shop: Path, first: str
) -> None:
    """Who was asked in one stage and answers in another has answered for that one only."""

    async def work() -> None:
        async with desk(home, shop) as here:
            for role in ("reader", "writer"):
                write_role(home, "permissions: {ask: [Write]}\n", role)
            write_template(home, "both", first=first)
            name = await here.start("both")
            asking = asyncio.create_task(here.decide(f"@{name}"))
            asked = await question(here.office)
            await here.advance(name)
            await here.office.answer(asked["id"], {"answer": "allow"}, person=here.person)
            effect, why = await asking

            assert (effect, "moved on to another stage" in why) == ("deny", True)

    run(work())


def test_a_process_of_its_own_looks_into_the_store(home: Path, shop: Path) -> None:
    """Without the server's memory the stage is that of the store at that moment."""
    write = ToolCall(tool="Write", input={"file_path": str(shop / "a"), "content": ""})
    found: list[Effect] = []

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            posts = Posts(home)
            for _ in range(3):
                post = await asyncio.to_thread(posts.get, f"@{name}", str(shop))
                found.append(post.pipeline.decide(write).effect)
                await here.advance(name)
                if len(found) == 2:
                    break
            post = await asyncio.to_thread(posts.get, f"@{name}", str(shop))
            found.append(post.pipeline.decide(write).effect)

    run(work())
    assert found == [Effect.DENY, Effect.ALLOW, Effect.DENY]


def test_the_library_knows_the_role_of_a_stage(home: Path, shop: Path) -> None:
    """`Proctor.for_role` takes a run, alone and in a chain, and has none once it is over."""
    write = ToolCall(tool="Write", input={"file_path": str(shop / "a"), "content": ""})

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            await here.advance(name)
            own, under = await asyncio.to_thread(
                lambda: [
                    Proctor.for_role(chain, cwd=shop, home=home)
                    for chain in (f"@{name}", f"reader under @{name}")
                ]
            )
            await here.cancel(name)

            assert (own.role.id, under.role.id) == ("writer", "reader")
            assert (own.decide(write).effect, under.decide(write).effect) == (
                Effect.ALLOW,
                Effect.DENY,
            )
            with pytest.raises(NoStageRole, match="is cancelled"):
                await asyncio.to_thread(Proctor.for_role, f"@{name}", cwd=shop, home=home)

    run(work())


def test_where_nothing_was_ever_kept_there_is_no_run(home: Path, shop: Path) -> None:
    """An empty home has none, and nothing is allowed."""
    furnish(home)
    post = Posts(home).get("@WF-20261116-001", str(shop))

    assert post.pipeline.check("tool:view:a.txt").effect is Effect.DENY
