"""Runs in the memory of a server: its own changes at once, those of others soon, none in doubt."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from proctor.errors import MoveRefused, NoStageRole
from proctor.server import workflow_runs
from proctor.terms.kept_run import KeptRun
from tests.kept_homes import postgres_url
from tests.server.offices import opened, run
from tests.server.stores import BOTH_STORES
from tests.server.workflow_rig import Desk, desk, furnish


@pytest.fixture
def homes(tmp_path: Path, fresh_postgres: str) -> tuple[Path, Path]:
    """Give two homes that share a store."""
    made = tmp_path / "one", tmp_path / "two"
    for home in made:
        home.mkdir(mode=0o700)
        (home / "config.yaml").write_text(f'store: "{postgres_url(fresh_postgres)}"\n')
        furnish(home)
    return made


def test_another_servers_change_counts_soon(homes: tuple[Path, Path], shop: Path) -> None:
    """Started, advanced and cancelled on one machine, it is so on the other."""

    async def work() -> None:
        one, two = homes
        async with opened(one) as first, opened(two) as second:
            mine, theirs = Desk(first, shop), Desk(second, shop)
            name = await mine.start()
            runs = second.workflows.runs
            found = []
            for step in (None, mine.advance, mine.cancel):
                if step is not None:
                    await step(name)
                now = first.workflows.runs.known[name]
                async with asyncio.timeout(30):
                    while runs.known.get(name) != now:
                        await asyncio.sleep(0.01)
                found.append((await theirs.decide(f"@{name}"))[0])

            assert found == ["deny", "allow", "deny"]

    run(work())


def test_both_advance_at_once_and_it_moves_once(homes: tuple[Path, Path], shop: Path) -> None:
    """Of two servers that mean the same stage, exactly one moves the run."""

    async def work() -> None:
        one, two = homes
        async with opened(one) as first, opened(two) as second:
            mine, theirs = Desk(first, shop), Desk(second, shop)
            name = await mine.start()
            both = await asyncio.gather(
                mine.advance(name, stage="plan"),
                theirs.advance(name, stage="plan"),
                return_exceptions=True,
            )

            assert sum(isinstance(each, MoveRefused) for each in both) == 1
            assert (await mine.show(name))["stage"] == "build"

    run(work())


def test_a_gate_that_another_server_tries_is_left_alone(
    homes: tuple[Path, Path], shop: Path
) -> None:
    """Neither its start nor a person's word there takes the question away."""

    async def work() -> None:
        one, two = homes
        async with opened(one) as first:
            mine = Desk(first, shop)
            name = await mine.start("asked")
            await mine.advance(name)
            async with opened(two) as second:
                with pytest.raises(MoveRefused, match="being tried"):
                    await Desk(second, shop).advance(name)
                assert not second.workflows.gates.trials
            assert (await mine.show(name))["status"] == "waiting"

    run(work())


def test_a_shared_store_that_is_silent_gives_no_role(homes: tuple[Path, Path], shop: Path) -> None:
    """What was true ten seconds ago may be another stage by now."""

    async def work() -> None:
        async with opened(homes[0]) as office:
            here = Desk(office, shop)
            name = await here.start()
            runs = office.workflows.runs
            runs.looked = time.monotonic() - workflow_runs.STALE - 1

            with pytest.raises(NoStageRole, match="nothing was heard of the store"):
                runs.stage(name, str(shop))

    run(work())


def test_an_old_look_takes_no_stage_back(home: Path, shop: Path) -> None:
    """What was read before a change and comes after it counts for nothing."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            runs = here.office.workflows.runs
            before = runs.known[name]
            await here.advance(name)
            runs.adopt(before)

            assert runs.stage(name, str(shop)) == "writer"

    run(work())


def test_a_run_that_somebody_has_damaged_gives_no_role(home: Path, shop: Path) -> None:
    """A row that is no run is not guessed at."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            store = here.office.keepers.store
            kept = store.run(name)
            assert isinstance(kept, KeptRun)
            store.put_run(kept._replace(body={**kept.body, "stage": 7}))
            await here.office.workflows.runs.look()
            effect, why = await here.decide(f"@{name}", "Read")

            assert (effect, "there is no workflow run" in why) == ("deny", True)

    run(work())


@BOTH_STORES
def test_a_server_that_starts_knows_the_runs(home: Path, shop: Path) -> None:
    """They outlive it, each in its stage."""

    async def work() -> None:
        async with desk(home, shop) as here:
            name = await here.start()
            await here.advance(name)
        async with opened(home) as office:
            assert (await Desk(office, shop).decide(f"@{name}"))[0] == "allow"

    run(work())


def test_too_many_runs_are_refused(home: Path, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Agents start no more long before people do; one that has ended makes room."""
    monkeypatch.setattr(workflow_runs, "MOST_LIVE", 3)
    monkeypatch.setattr(workflow_runs, "MOST_FOR_AGENTS", 2)

    async def work() -> None:
        async with desk(home, shop) as here:
            names = [await here.start() for _ in range(2)]
            with pytest.raises(MoveRefused, match="more cannot be"):
                await here.task("new", template="easy")
            names.append(await here.start())
            with pytest.raises(MoveRefused, match="more cannot be"):
                await here.start()
            for name in names[1:]:
                await here.cancel(name)

            assert (await here.task("new", template="easy"))["created_by"] == "arch-1"

    run(work())
