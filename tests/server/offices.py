"""Open offices for tests, and run what is asynchronous to its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from proctor.audit.store import Filter
from proctor.server.office import Office
from proctor.terms.record import Record

Result = TypeVar("Result")
# Only ends a hang.
PATIENCE = 60


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Do something asynchronous."""
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


@asynccontextmanager
async def opened(home: Path, **how: Any) -> AsyncIterator[Office]:
    """Open an office for a while."""
    office = Office(home, **how)
    await office.start()
    try:
        yield office
    finally:
        await office.stop()


def bash(command: str, project: Path, **more: Any) -> dict[str, Any]:
    """Return a request about a command."""
    call = {"tool": "Bash", "input": {"command": command}, "cwd": str(project)}
    return {**call, "agent": "arch-1", "role": "guarded", **more}


async def question(office: Office) -> dict[str, Any]:
    """Return the one question that waits, as soon as there is one."""
    while not (found := await office.questions("pending")):
        await asyncio.sleep(0.01)
    return found[0]


async def uid_of(office: Office, asked: dict[str, Any]) -> str:
    """Return the uid of a question, as it is kept: nobody is shown it but who asked."""
    return (await office.question(asked["id"])).uid


def records(office: Office) -> list[Record]:
    """Return what is kept, oldest first."""
    return [kept.record for kept in office.keepers.reader.find(Filter(), limit=1000, newest=False)]
