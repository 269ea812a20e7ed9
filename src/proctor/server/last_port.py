"""
The port that the last server of a home had.

Agents that it has started hand in their telemetry there, and scripts know it: so the next
one tries it first. Where somebody else holds it by then, they are told so: what listens
there gets whatever these agents and people send.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from proctor.agents.session_files import read_json, write_json

FILE, PORT = "port.json", "port"
LARGEST = 65_535
HELD = (
    "port {last}, where this server was last time, is held by somebody else, so it is at {url} "
    "now. Type no token at port {last}; `lsof -i :{last}` says who it is"
)


def last_port(home: Path) -> int | None:
    """Return the port of the last server; None where nobody has kept one."""
    said = (read_json(home / FILE) or {}).get(PORT)
    right = isinstance(said, int) and not isinstance(said, bool) and 0 < said <= LARGEST
    return said if right else None


def held_by_others(named: int | None, last: int | None, url: str) -> str:
    """Say that the port of last time could not be had; nothing where nobody wanted it."""
    wanted = named is None and last is not None and not url.endswith(f":{last}")
    return HELD.format(last=last, url=url) if wanted else ""


def keep_port(home: Path, port: int) -> None:
    """Keep the port for the next server; where that cannot be, it takes the usual one."""
    if last_port(home) != port:
        with suppress(OSError):
            write_json(home / FILE, {PORT: port})
