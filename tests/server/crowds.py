"""Clients as processes, what they were told, and what is on record in the end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from proctor.audit.store import Filter
from proctor.keepers import keeping_of, open_store, spooled
from tests.amounts import amount
from tests.server.deciding_client import ROLE
from tests.server.running import call, running, until

CLIENTS = amount(2, 4)
EVERYTHING = 1_000_000
ROOT = Path(__file__).parent.parent.parent
# What is answered to each kind of call.
ANSWERS = {"tool:view": "allow", "tool:create_file": "allow", "tool:bash:cat": "allow",
           "tool:bash:touch": "ask"}  # fmt: skip


@contextmanager
def clients(home: Path, shop: Path, number: int = CLIENTS) -> Iterator[None]:
    """Let clients ask for a while, and wait for their end."""
    (home / "roles").mkdir(exist_ok=True)
    (home / "roles" / "writer.yaml").write_text(ROLE)
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.server.deciding_client", home, shop, f"client-{each}"],
            cwd=ROOT,
            env={**os.environ, "PROCTOR_HOME": str(home)},
        )
        for each in range(number)
    ]
    try:
        yield
    finally:
        (home.parent / "enough").touch()
        ended = [client.wait() for client in started]
    assert ended == [0] * number


def told(home: Path) -> list[tuple[str, str]]:
    """Return what all clients were told: an answer, and to what."""
    lines = [line for file in home.parent.glob("*.told") for line in file.read_text().splitlines()]
    return [(answer, what) for answer, _, what in (line.partition(" ") for line in lines)]


def check_everything_is_there_once(home: Path) -> None:
    """Let a last server take everything in, and compare what is kept with what was told."""
    with running(home):
        until(lambda: spooled(home) == 0)
    left = [path.name for path in (home / "spool").glob("*")]
    verified = call(home, "audit", "verify")
    with closing(open_store(home, keeping_of(home), reads=True)) as store:
        kept = [each.record for each in store.find(Filter(), limit=EVERYTHING)]
        events = store.events()
    by_action = Counter(record.action_string for record in kept)
    by_uid = Counter(record.uid for record in kept)
    heard = told(home)
    answers = [(answer, what) for answer, what in heard if answer != "kept"]
    wrong = [
        (a, w) for a, w in answers if not any(w.startswith(k) and a == ANSWERS[k] for k in ANSWERS)
    ]
    handed_in = [what for answer, what in heard if answer == "kept"]

    assert (verified.returncode, verified.stderr) == (0, ""), verified.stdout
    assert wrong == []
    assert [what for _, what in answers if by_action[what] != 1] == []
    assert [uid for uid in handed_in if by_uid[uid] != 1] == []
    assert [uid for uid, number in by_uid.items() if number != 1] == []
    # Nothing was damaged on the way, and nothing waits.
    assert (left, [event.kind for event in events]) == ([], [])
