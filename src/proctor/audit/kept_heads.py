"""
The last known heads of a home's chains, in a file beside the store: `<home>/heads.json`.

The owner writes it a while after the chains have grown, and at its end. So whoever finds no store,
or one whose chains are shorter, knows that records are missing. Code that can remove the store can
remove this file too: heads that are to prove something are noted where agents cannot write.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from proctor.audit.chain import Chain, Head
from proctor.audit.identity import Identity

FILE = "heads.json"
# Of more chains only the last ones are kept, and a larger file is not ours.
MOST_HEADS, MOST_BYTES = 1000, 1 << 20


class KeptHeads:
    """What was last written of a home's heads."""

    def __init__(self, home: Path, identity: Identity) -> None:
        self.home = home
        self.identity = identity
        self.written: Mapping[str, Head] = {}

    def keep(self, heads: Mapping[str, Head]) -> None:
        """
        Write the heads of the chains, by agent, if they have changed.

        Raises:
            OSError: they cannot be written.

        """
        if not heads or heads == self.written:
            return
        host, home, _ = self.identity
        some = list(heads.items())[-MOST_HEADS:]
        rows = [
            {"host": host, "home": home, "agent": agent, **head._asdict()} for agent, head in some
        ]
        begun = self.home / f".{FILE}.{os.urandom(4).hex()}"
        try:
            begun.touch(0o600, exist_ok=False)
            begun.write_text(json.dumps(rows) + "\n", encoding="utf-8")
            begun.replace(self.home / FILE)
        finally:
            begun.unlink(missing_ok=True)
        self.written = dict(heads)


def kept_heads(home: Path) -> dict[Chain, Head]:
    """Return the heads that were kept; none where nothing can be read of them."""
    try:
        with (home / FILE).open("rb") as file:
            return heads_of(json.loads(file.read(MOST_BYTES)))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}


def heads_of(rows: object) -> dict[Chain, Head]:
    """
    Return the heads that a file names; nothing in it is passed over.

    Raises:
        KeyError, TypeError, ValueError: it is not a list of heads.

    """
    if not isinstance(rows, list):
        raise TypeError
    return {
        (str(row["host"]), str(row["home"]), str(row["agent"])): Head(
            int(row["seq"]), str(row["hash"])
        )
        for row in rows
    }
