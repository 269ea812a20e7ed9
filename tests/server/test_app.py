"""The routes are built once, beside the loop, when they are first needed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import pytest

from proctor.server.answers import App, Receive, Scope, Send
from proctor.server.app import LateRoutes


def test_routes_are_built_once_for_all_who_wait() -> None:
    """Requests that come together share one build, and the loop goes on meanwhile."""
    go_on = threading.Event()
    builds, answered = [], []

    async def routes(scope: Scope, _receive: Receive, _send: Send) -> None:
        answered.append(scope["path"])

    def build() -> App:
        builds.append(threading.current_thread())
        assert go_on.wait(30)
        return routes

    async def work() -> None:
        late = LateRoutes(build)

        async def nothing(*_: object) -> None:
            pass

        both = [asyncio.create_task(late({"path": p}, nothing, nothing)) for p in "ab"]  # type: ignore[arg-type]
        # This runs while the routes are built in their thread, or it would never be set.
        asyncio.get_running_loop().call_soon(go_on.set)
        await asyncio.gather(*both)
        await late({"path": "c"}, nothing, nothing)  # type: ignore[arg-type]

    asyncio.run(work())

    assert answered == ["a", "b", "c"]
    assert len(builds) == 1
    assert builds[0] is not threading.main_thread()


def test_one_who_leaves_does_not_stop_the_build() -> None:
    """A request that is cut off during the build does not cancel it for others."""
    go_on = threading.Event()

    async def routes(_scope: Scope, _receive: Receive, _send: Send) -> None:
        pass

    def build() -> App:
        assert go_on.wait(30)
        return routes

    async def work() -> App:
        late = LateRoutes(build)
        leaving = asyncio.create_task(late.built())
        await asyncio.sleep(0)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        go_on.set()
        return await late.built()

    assert asyncio.run(work()) is routes


def test_routes_that_cannot_be_built_answer_nothing() -> None:
    """The error reaches every request; none is answered by half an application."""

    def build() -> App:
        raise OSError("no such file")

    async def work() -> None:
        late = LateRoutes(build)
        for _ in range(2):
            with pytest.raises(OSError, match="no such file"):
                await late.built()

    asyncio.run(work())


def test_decisions_do_not_wait_for_the_web_framework() -> None:
    """The server starts before the framework is loaded."""
    program = (
        "import sys; import proctor.server.run;"
        "print([name for name in ('fastapi', 'jinja2') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert done.stdout == "[]\n"
