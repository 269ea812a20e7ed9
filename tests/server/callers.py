"""Calls that tests have decided: of the role that reads everything and writes notes."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from proctor.audit.store import Filter
from proctor.keepers import keeping_of, open_store
from proctor.owner.client import Client
from tests.audit.homes import a_record
from tests.server.deciding_client import ROLE
from tests.server.running import Server, call, until

LONG = 60.0


class Agent:
    """Has calls decided on one connection, and remembers what was allowed."""

    def __init__(self, home: Path, shop: Path) -> None:
        (home / "roles").mkdir(exist_ok=True)
        (home / "roles" / "writer.yaml").write_text(ROLE)
        self.home = home
        self.shop = shop
        self.written: list[str] = []
        self.handed_in: list[str] = []
        self.number = 0

    def decide(self, client: Client, tool: str, **given: str) -> dict[str, Any]:
        """Have a call decided."""
        call = {"tool": tool, "input": given, "cwd": str(self.shop), "agent": "arch-1"}
        return dict(client.call("decide", within=LONG, role="writer", **call))

    def read(self, client: Client) -> str:
        """Read a file."""
        return str(self.decide(client, "Read", file_path=f"{self.shop}/a.txt")["effect"])

    def write(self, client: Client) -> tuple[str, str]:
        """Write a note; what was allowed must be on record in the end."""
        self.number += 1
        name = f"notes/{self.number}.md"
        said = self.decide(client, "Write", file_path=f"{self.shop}/{name}", content="x")
        if said["effect"] == "allow":
            self.written.append(f"tool:create_file:{name}")
        return said["effect"], said["why"]

    def hand_in(self, client: Client) -> None:
        """Hand in a record; what is said to be kept must be on record in the end."""
        record = a_record()
        client.call("keep", lines=[{"v": 1, "kind": "record", "row": record._asdict()}])
        self.handed_in.append(record.uid)

    def check_kept(self) -> None:
        """Look whether everything that was promised is there once, and every chain whole."""
        verified = call(self.home, "audit", "verify")
        assert (verified.returncode, verified.stderr) == (0, ""), verified.stdout
        with closing(open_store(self.home, keeping_of(self.home), reads=True)) as store:
            kept = [each.record for each in store.find(Filter(), limit=100_000)]
        actions = Counter(record.action_string for record in kept)
        uids = Counter(record.uid for record in kept)
        assert [name for name in self.written if actions[name] != 1] == []
        assert [uid for uid in self.handed_in if uids[uid] != 1] == []
        assert set(uids.values()) <= {1}


def until_well(server: Server) -> None:
    """
    Wait until the server has taken everything in and complains of nothing.

    A server that is started again may complain of its port, which another test's server holds
    by now. It says so when it starts, and for as long as it runs.
    """
    home = Path(server.info["home"])
    said: dict[str, Any] = {}

    def well() -> bool:
        with Client.connect(home) as client:
            said.update(client.call("status"))
        return (said["trouble"], said["spooled"]) == (server.info["trouble"], 0)

    try:
        until(well)
    except AssertionError as error:
        error.add_note(f"the last status: {said}")
        raise
