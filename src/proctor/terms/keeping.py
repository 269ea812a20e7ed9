"""How things are kept, as `config.yaml` says."""

from __future__ import annotations

from enum import Enum

from proctor.terms.named_tuple import NamedTuple

# How `store` begins where it is a PostgreSQL, and what it is where nothing is kept for long.
POSTGRES = ("postgresql://", "postgres://")
MEMORY = "memory"


class Unrecorded(Enum):
    """What may run while no record can be written."""

    READS = "reads"
    REFUSE = "refuse"


class Keeping(NamedTuple):
    """
    Where records go, for how long, and what is never written.

    `store` is empty for the file in the home, else a `postgresql://…` address, or `memory`.
    `host` is the name of this machine in records, `port` the one of the server;
    what is empty or None is chosen. `redact` are patterns of secrets. `telemetry` says
    whether agents tell the server what they do, `unrecorded` what may run while no
    record can be written.
    """

    store: str = ""
    host: str = ""
    port: int | None = None
    redact: tuple[str, ...] = ()
    keep_days: int | None = None
    keep_bytes: int | None = None
    telemetry: bool = True
    unrecorded: Unrecorded = Unrecorded.READS
