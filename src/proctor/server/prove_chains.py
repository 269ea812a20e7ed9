"""
A process that verifies every chain of a home: `start.py proctor.server.prove_chains HOME`.

It says on stdout how far it is, a JSON object a line; the last one has what was found. It
is a process of its own, because reckoning a million hashes would hold up the decisions of
the one that asked for it. It ends when that one does.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from proctor.audit.chain import Chain, Head
from proctor.audit.store import Store
from proctor.audit.verify import Verified, verify
from proctor.errors import ProctorError
from proctor.keepers import keeping_of, known_heads, open_store

# How many records there are between two words about it.
EVERY = 10_000
# So many places are named, where more do not hold.
MOST_BREAKS = 50
LONGEST = 300
CALMER = 10


def main(home: Path) -> None:
    """Verify, and say what was found, or what is wrong."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    with suppress(OSError):
        os.nice(CALMER)
    try:
        # Before the store is opened, which may grow meanwhile.
        noted = known_heads(home)
        with closing(open_store(home, keeping_of(home), reads=True)) as store:
            say(found=proved(store, lambda number: say(at=number), noted))
    except ProctorError as error:
        say(trouble=error.message)


def proved(
    store: Store, progress: Any = None, noted: dict[Chain, Head] | None = None
) -> dict[str, Any]:
    """Verify a store, and return what was found as data."""
    tell = (lambda number: None if number % EVERY else progress(number)) if progress else None
    return found_json(verify(store, noted=noted, progress=tell))


def found_json(found: Verified) -> dict[str, Any]:
    """Return what was found as data."""
    return {
        "records": found.records,
        "chains": len(found.heads),
        "broken": len(found.breaks),
        "breaks": [
            {
                **{
                    name: str(part)[:LONGEST]
                    for name, part in zip(("host", "home", "agent"), one.chain, strict=True)
                },
                "seq": one.seq if isinstance(one.seq, int) else 0,
                "n": one.n,
                "what": one.what[:LONGEST],
            }
            for one in found.breaks[:MOST_BREAKS]
        ],
    }


def say(**what: object) -> None:
    """Say something to whoever has started this."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def end_with_parent() -> None:
    """End as soon as whoever has started this lets go of our stdin."""
    with suppress(OSError, ValueError):
        sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
