"""
A server with one more channel: somebody who answers by a script.

Run as a program it is `proctor up` of the home that the environment names, whose lines
of script are its only argument, in JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

from proctor.approval.channels.scripted import ScriptedChannel
from proctor.errors import NoOwner
from proctor.home import proctor_home
from proctor.owner.client import Client
from proctor.server import run as server
from proctor.server.office import Office
from proctor.server.tokens import Tokens
from tests.server.running import PATIENCE, Server, environment, until

CHECKOUT = Path(__file__).parents[2]


@contextmanager
def serving(home: Path, *script: Mapping[str, Any], **more: str) -> Iterator[Server]:
    """Run a server until the test is over; each of the script's lines answers what it fits."""
    with Popen(
        [sys.executable, "-P", "-m", "tests.real.serving", json.dumps(script)],
        env=environment(home, PYTHONPATH=str(CHECKOUT), **more),
        cwd="/",
        stdin=DEVNULL,
        stdout=PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield Server(process, json.loads(process.stdout.readline()))
        finally:
            process.terminate()
            process.wait(PATIENCE)


def asked(home: Path) -> dict[str, Any]:
    """Return the one question that waits, as soon as there is one."""
    found: list[dict[str, Any]] = []

    def there() -> bool:
        # A server that a hook starts may not be there yet.
        with suppress(NoOwner):
            found[:] = waiting(home)
        return bool(found)

    until(there)
    [question] = found
    return question


def waiting(home: Path, status: str = "pending") -> list[dict[str, Any]]:
    """Return the questions that wait, or that have ended in another way."""
    with Client.connect(home) as client:
        questions: list[dict[str, Any]] = client.call("questions", status=status)
    return questions


def listed(home: Path) -> list[dict[str, Any]]:
    """Return the agents as `proctor list` has them from the server, without a process for it."""
    with Client.connect(home) as client:
        rows: list[dict[str, Any]] = client.call("list")["agents"]
    return rows


def state_of(home: Path, name: str) -> str:
    """Return what an agent does, in the words of `proctor list`."""
    [row] = [row for row in listed(home) if row["name"] == name]
    return str(row["body"]["shown"])


def answer(home: Path, number: int, said: str, **more: Any) -> None:
    """Answer a question, as the user in front of the inbox."""
    token = Tokens(home).local_token()
    with Client.connect(home) as client:
        client.call("answer", number=number, token=token, answer=said, **more)


def main() -> None:
    """Run the server, and say where it is."""
    channel = ScriptedChannel(json.loads(sys.argv[1]))
    # The server has no other way to one more channel than a program of its own.
    vars(server)["Office"] = partial(Office, channels=[channel])
    server.run(proctor_home(), ready=lambda info: print(json.dumps(info), flush=True))  # noqa: T201 - it is a program


if __name__ == "__main__":
    main()
