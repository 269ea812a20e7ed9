"""
A client that has calls decided and hands in records, for the tests that kill the server.

`python -m tests.server.deciding_client HOME SHOP NAME` goes on until there is a file
`enough` beside the home. Each call has a name of its own that comes again in its
record's action. What has been answered goes to `NAME.told` there, a line each: what it
is, and what the answer was.
"""

from __future__ import annotations

import sys
import time
from itertools import count
from pathlib import Path
from typing import Any, TextIO

from proctor.audit.spool import Spool, record_line
from proctor.errors import NoOwner
from proctor.owner.client import Client
from tests.audit.homes import a_record

ROLE = """\
description: Reads everything, and writes notes
permissions:
  allow: [Read, "Bash(@read)", "Edit(/notes/**)"]
"""
PAUSE = 0.02
# Where nobody answers for so long, something is wrong: longer than any server takes to start.
HANGS = 60.0


class Caller:
    """Asks the server that runs now, on one connection as long as it holds."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.client: Client | None = None

    def call(self, op: str, **fields: Any) -> Any:
        """
        Ask once.

        Raises:
            NoOwner: nobody has answered; what was asked may be done or not.

        """
        try:
            if self.client is None:
                self.client = Client.connect(self.home, HANGS)
            return self.client.call(op, **fields)
        except NoOwner:
            self.close()
            raise

    def close(self) -> None:
        """Let the connection go."""
        if self.client is not None:
            self.client.close()
            self.client = None


def request(name: str, number: int, shop: Path) -> tuple[str, dict[str, Any]]:
    """Return the action of a call by which its record is known, and the request to decide it."""
    own = f"{name}-{number}"
    tool, given, action = [
        ("Read", {"file_path": f"{shop}/{own}.txt"}, f"tool:view:{own}.txt"),
        ("Bash", {"command": f"cat {own}.txt | head -3"}, f"tool:bash:cat {own}.txt | head -3"),
        (
            "Write",
            {"file_path": f"{shop}/notes/{own}.md", "content": "x"},
            f"tool:create_file:notes/{own}.md",
        ),
        ("Bash", {"command": f"touch {own}.txt"}, f"tool:bash:touch {own}.txt"),
    ][number % 4]
    call = {"tool": tool, "input": given, "cwd": str(shop), "agent": name, "role": "writer"}
    return action, {**call, "uid": own, "ask": "leave"}


def decided(caller: Caller, wanted: dict[str, Any], enough: Path) -> str:
    """Have a call decided by whichever server answers; empty where there is no more need."""
    while True:
        try:
            return str(caller.call("decide", **wanted)["effect"])
        except NoOwner:
            if enough.exists():
                return ""
            time.sleep(PAUSE)


def hand_in(caller: Caller, spool: Spool, name: str) -> str:
    """Hand a record of our own in, or spool it where nobody answers; return its uid."""
    record = a_record(name)
    row = record._asdict()
    try:
        caller.call("keep", lines=[{"v": 1, "kind": "record", "row": row}])
    except NoOwner:
        spool.put([record_line(record)])
    return record.uid


def main(home: Path, shop: Path, name: str, told: TextIO) -> None:
    """Ask and hand in, until it is enough."""
    caller, spool, enough = Caller(home), Spool(home), home.parent / "enough"
    try:
        for number in count():
            if enough.exists():
                return
            action, wanted = request(name, number, shop)
            if effect := decided(caller, wanted, enough):
                told.write(f"{effect} {action}\n")
            if number % 3 == 0:
                told.write(f"kept {hand_in(caller, spool, name)}\n")
            time.sleep(PAUSE)
    finally:
        caller.close()


if __name__ == "__main__":
    where = Path(sys.argv[1])
    with (where.parent / f"{sys.argv[3]}.told").open("a", buffering=1) as file:
        main(where, Path(sys.argv[2]), sys.argv[3], file)
