"""What was allowed for a session ends with it, however it ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from proctor.audit.ids import timestamp
from proctor.terms.reply import Scope
from tests.agents.session_homes import begun, lives, over
from tests.server.asking_rig import until
from tests.server.hook_rig import HEADLESS, Hooks, event, hooks, pre, run
from tests.server.session_rig import ALIVE, look


async def allowed(here: Hooks, times: int = 1, **more: Any) -> None:
    """Let an agent ask, and allow that for its session."""
    call = await here.start(pre("make"), env=HEADLESS, pid=ALIVE, **more)
    await here.rings(times)
    assert await here.press(scope=Scope.SESSION)
    assert await call.word() == "allow"


def held(here: Hooks) -> int:
    """Return how many grants hold now."""
    return len(here.office.keepers.reader.grants(live_at=timestamp()))


def test_grant_of_a_session_ends_with_the_event_of_its_end(place: Path, shop: Path) -> None:
    """The same session asks again, should it be resumed; until then the grant had answered."""

    async def work() -> list[int]:
        seen = []
        async with hooks(place, shop) as here:
            await allowed(here)
            assert await here.word(pre("make", "call-2"), env=HEADLESS) == "allow"
            seen.append(held(here))
            await here.word(event("SessionEnd"))
            await until(lambda: held(here) == 0)
            await allowed(here, 2)
            seen.append(len(here.phone.asked))
        return seen

    assert run(work()) == [1, 2]


def test_other_agent_cannot_end_the_grants_of_a_session(place: Path, shop: Path) -> None:
    """A session is that of its agent: another one that names it ends nothing of it."""

    async def work() -> int:
        async with hooks(place, shop) as here:
            await allowed(here)
            await allowed(here, 2, agent="arch-2")
            await here.word(event("SessionEnd"), agent="arch-2")
            await until(lambda: held(here) < 2)
            [left] = here.office.keepers.reader.grants(live_at=timestamp())
            assert left.agent == "arch-1"
            return held(here)

    assert run(work()) == 1


def test_grants_of_a_stopped_agent_end(place: Path, shop: Path) -> None:
    """Its files say that it has ended; nobody else does."""

    async def work() -> list[int]:
        seen = []
        async with hooks(place, shop) as here:
            session = lives(place, begun(place))
            await look(here)
            await allowed(here)
            seen.append(held(here))
            over(place, session)
            await look(here)
            seen.append(held(here))
        return seen

    assert run(work()) == [1, 0]


def test_grants_end_when_a_program_begins_another_session(place: Path, shop: Path) -> None:
    """Of the old one nobody hears again, as after `/clear`."""

    async def work() -> int:
        async with hooks(place, shop) as here:
            await here.word(event("SessionStart"), pid=ALIVE)
            await allowed(here)
            await here.word(event("SessionStart", session_id="s-2"), pid=ALIVE)
            await until(lambda: held(here) == 0)
            return held(here)

    assert run(work()) == 0
