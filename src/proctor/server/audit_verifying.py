"""Verify all chains in the background, once at a time, and remember what was found."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary, proxy

from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from proctor.audit.ids import timestamp
from proctor.audit.store import Filter
from proctor.errors import StoreError
from proctor.keepers import VARIABLE
from proctor.own_process import module_command
from proctor.server.office import Office
from proctor.server.prove_chains import proved
from proctor.terms.keeping import MEMORY

MODULE = "proctor.server.prove_chains"
LONGEST_LINE = 1 << 20
ENDED = "it ended before it was done"
TOPIC = "verify"
LOG = logging.getLogger("proctor.server")


class BrokenPlace(TypedDict):
    """A place where a chain does not hold."""

    host: str
    home: str
    agent: str
    seq: int
    n: int
    what: str


class State(TypedDict):
    """
    How far it is, and what was found.

    `looked_at` of about `records` are done. `whole` is null until it was verified once since
    the server started; `broken` says at how many places it is not, `breaks` names the first
    of them. `trouble` says why nothing was found out.
    """

    running: bool
    started: str
    ended: str
    looked_at: int
    records: int
    chains: int
    whole: bool | None
    broken: int
    breaks: list[BrokenPlace]
    trouble: str


class Verifying:
    """The verification of one office's store."""

    def __init__(self, office: Office) -> None:
        # What is kept for an office must not keep it.
        self.office: Office = proxy(office)
        self.task: asyncio.Task[None] | None = None
        self.state = State(
            running=False,
            started="",
            ended="",
            looked_at=0,
            records=0,
            chains=0,
            whole=None,
            broken=0,
            breaks=[],
            trouble="",
        )

    async def start(self) -> State:
        """
        Begin, unless it is under way.

        Raises:
            StoreError: the store cannot be read.

        """
        if self.state["running"]:
            return self.state
        self.note(running=True, started=timestamp(), looked_at=0, records=0, trouble="")
        try:
            records = await asyncio.to_thread(self.about_how_many)
        except StoreError:
            self.note(running=False)
            raise
        self.note(records=records)
        self.task = asyncio.create_task(self.run())
        return self.state

    def about_how_many(self) -> int:
        """Return about how many records there are: numbers follow each other, mostly."""
        reader = self.office.keepers.reader
        ends = [reader.find(Filter(), limit=1, newest=newest) for newest in (True, False)]
        return ends[0][0].n - ends[1][0].n + 1 if all(ends) else 0

    async def run(self) -> None:
        """Verify, and note what came out of it."""
        try:
            if self.office.keepers.keeping.store == MEMORY:
                found = await asyncio.to_thread(proved, self.office.keepers.reader)
                self.hear({"found": found})
            else:
                await self.run_apart()
        except (OSError, ValueError) as error:
            LOG.warning("the chains could not be verified: %s", error)
            self.note(trouble=ENDED)
        finally:
            self.note(running=False, ended=timestamp())

    async def run_apart(self) -> None:
        """Let another process do it, and listen to how far it is."""
        self.note(trouble=ENDED)
        process = await asyncio.create_subprocess_exec(
            *command(self.office.home),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment(self.office),
            cwd="/",
            limit=LONGEST_LINE,
        )
        assert process.stdout  # noqa: S101 - it is asked for above
        try:
            async for line in process.stdout:
                self.hear(json.loads(line))
        except BaseException:
            # Not at its own end: whoever kills what has ended takes its status from who waits.
            with suppress(ProcessLookupError):
                process.kill()
            raise
        finally:
            await process.wait()

    def hear(self, said: dict[str, Any]) -> None:
        """Take up what the other process says."""
        if "at" in said:
            self.note(looked_at=int(said["at"]))
        elif "trouble" in said:
            self.note(trouble=str(said["trouble"]))
        elif "found" in said:
            found = said["found"]
            self.note(
                **{name: found[name] for name in ("records", "chains", "broken", "breaks")},
                looked_at=found["records"],
                whole=not found["broken"],
                trouble="",
            )

    def note(self, **changed: Any) -> None:
        """Put down what has changed, and tell whoever listens."""
        self.state = State(**{**self.state, **changed})  # type: ignore[typeddict-item] # names of its fields
        self.office.bus.tell(TOPIC, {"running": self.state["running"]})


KNOWN: WeakKeyDictionary[Office, Verifying] = WeakKeyDictionary()


def verifying_of(office: Office) -> Verifying:
    """Return the verification of an office: pages and the interface see the same."""
    return KNOWN.setdefault(office, Verifying(office))


def command(home: Path) -> list[str]:
    """Return the words that start the other process, deaf to Python's variables and to the cwd."""
    return module_command(MODULE, str(home))


def environment(office: Office) -> dict[str, str]:
    """Return what the other process is told: the home, and its store where the user named one."""
    given = {
        "PATH": os.defpath,
        "HOME": office.env.get("HOME", "/"),
        "PROCTOR_HOME": str(office.home),
    }
    return {**given, **({VARIABLE: office.env[VARIABLE]} if office.env.get(VARIABLE) else {})}
