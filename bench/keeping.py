"""How records are kept: one after the other, from many processes at once, and by the million."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import psycopg

from keeping_rows import fill, records
from places import stores
from proctor.audit.ids import new_uid
from proctor.audit.store import Filter, Store
from proctor.audit.verify import verify
from proctor.keepers import Keepers, open_keepers, open_reader, open_store
from proctor.terms.keeping import Keeping
from proctor.terms.record import Record
from served import served
from stopwatch import FULL, Effort
from table import Section, micro, milli

AT_ONCE = 32
MOST_CPU = 100e-6
PROCESSES, EACH = 100, 20
MILLION, FEW = 1_000_000, 20_000
LONGEST_LOOK, LONGEST_PROOF = 0.1, 60.0
LOOKS = {
    "the newest": Filter(),
    "an agent": Filter(agent="coder-5"),
    "a role": Filter(role="tester"),
    "a decision": Filter(decision="ask_timeout"),
    "a tool": Filter(tool="web_fetch"),
    "a person": Filter(person="grace"),
    "a week": Filter(since="2026-05-01T00:00:00.000Z", until="2026-05-08T00:00:00.000Z"),
    "words": Filter(text="git push origin"),
    "a rare word": Filter(text="checkout warehouse"),
    "agent and decision": Filter(agent="coder-5", decision="deny"),
    "role, tool and words": Filter(role="tester", tool="bash", text="invoice"),
    "what is not there": Filter(agent="coder-5", role="tester"),
}
# Run in many processes at once: what a hook does that finds an owner, or none.
HAND_IN = """
import sys
from pathlib import Path
from proctor.audit.ids import new_uid, timestamp
from proctor.audit.spool import Spool, record_line
from proctor.errors import NoOwner
from proctor.owner.client import Client
from proctor.terms.record import Record
home, agent, number = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
for at in range(number):
    record = Record(new_uid(), timestamp(), agent, f"tool:bash:make part-{at}", "allow")
    try:
        with Client.connect(home, 60) as client:
            client.call("keep", lines=[{"v": 1, "kind": "record", "row": record._asdict()}])
    except NoOwner:
        Spool(home).put([record_line(record)])
"""


def appending(effort: Effort) -> Section:
    """Measure what the owner spends on a record: redact, digest, link, insert, commit."""
    section = Section("The owner's append", ("store", f"{AT_ONCE} at once", "one at a time"))
    number = 200 * effort.rounds
    for kind, store in stores():
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            home = home_of(folder, store)
            together = asyncio.run(append_all(home, number, AT_ONCE))
            alone = asyncio.run(append_all(home, number // 4, 1))
        section.rows.append((kind, micro(together), micro(alone)))
        wanted = f"{kind}: under {micro(MOST_CPU)} of CPU"
        section.target(wanted, micro(together), holds=together < MOST_CPU)
    return section


async def append_all(home: Path, number: int, at_once: int) -> float:
    """Append records from several tasks; return the seconds of CPU that one took."""
    keepers = open_keepers(home)
    made = [record for _, record in records(number)]
    shares = [made[share::at_once] for share in range(at_once)]
    try:
        began = time.process_time()
        await asyncio.gather(*(append_each(keepers, share) for share in shares))
        return (time.process_time() - began) / number
    finally:
        await keepers.writer.close()
        keepers.close()


async def append_each(keepers: Keepers, made: list[Record]) -> None:
    """Append one record after the other."""
    for record in made:
        assert await keepers.writer.append(record._replace(uid=new_uid()))


def many_processes(effort: Effort) -> Section:
    """Measure a hundred processes that hand records in at once, with an owner and without."""
    processes = PROCESSES if effort is FULL else PROCESSES // 10
    total = processes * EACH
    section = Section(
        f"{processes} processes with {EACH} records each, at once",
        ("store", "there", "chains", "took"),
    )
    for kind, store in stores():
        with served(store) as server:
            took = hand_in(server.home, processes)
            with closing(open_store(server.home, Keeping(store=store), reads=True)) as kept:
                note(section, (f"{kind}, an owner", total, took), kept)
    for kind, store in stores():
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            home = home_of(folder, store)
            took = hand_in(home, processes)
            with closing(open_reader(home)) as kept:
                note(section, (f"{kind}, no owner", total, took), kept)
    return section


def home_of(folder: str, store: str) -> Path:
    """Make a home whose config names a store."""
    home = Path(folder)
    if store:
        (home / "config.yaml").write_text(f'store: "{store}"\n')
    return home


def hand_in(home: Path, processes: int) -> float:
    """Let many processes hand records in, and return how long it took."""
    began = time.perf_counter()
    started = [
        subprocess.Popen([sys.executable, "-c", HAND_IN, str(home), f"arch-{at}", str(EACH)])
        for at in range(processes)
    ]
    assert [process.wait() for process in started] == [0] * processes
    return time.perf_counter() - began


def note(section: Section, what: tuple[str, int, float], store: Store) -> None:
    """Count what is there, verify it, and note both."""
    name, total, took = what
    found = verify(store)
    whole = "whole" if not found.breaks else f"{len(found.breaks)} breaks"
    there = f"{found.records:,} of {total:,}"
    section.rows.append((name, there, whole, milli(took)))
    holds = found.records == total and not found.breaks
    section.target(f"{name}: all there, chains whole", there, holds=holds)


def million(effort: Effort) -> Section:
    """Measure looking and proving in a store that is full."""
    number = MILLION if effort is FULL else FEW
    kinds = list(stores_filled(number))
    section = Section(f"{number:,} records", ("look for", *(kind for kind, _, _ in kinds)))
    for name in LOOKS:
        section.rows.append((name, *(milli(taken[name]) for _, taken, _ in kinds)))
    section.rows.append(("walk and verify all", *(f"{proof:,.1f} s" for _, _, proof in kinds)))
    for kind, taken, proof in kinds:
        slowest = max(taken.values())
        wanted = f"{kind}: list and filter in under {milli(LONGEST_LOOK)}"
        section.target(wanted, milli(slowest), holds=slowest < LONGEST_LOOK)
        wanted = f"{kind}: verify in under {LONGEST_PROOF:.0f} s"
        section.target(wanted, f"{proof:,.1f} s", holds=proof < LONGEST_PROOF)
    return section


def stores_filled(number: int) -> list[tuple[str, dict[str, float], float]]:
    """Fill each store, and return how long it took to look for things and to verify it."""
    found = []
    for kind, address in stores():
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            keeping = Keeping(store=address)
            with closing(open_store(Path(folder), keeping)) as store:
                fill(store, number)
                settle(address)
                taken = {name: best(store, wanted) for name, wanted in LOOKS.items()}
                began = time.perf_counter()
                proved = verify(store)
                assert (number, []) == (proved.records, proved.breaks)
                found.append((kind, taken, time.perf_counter() - began))
    return found


def settle(address: str) -> None:
    """Let PostgreSQL count what it has, as its own housekeeping does within a minute."""
    if address:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE")


def best(store: Store, wanted: Filter) -> float:
    """Return the seconds that a look takes, the best of three: others use this machine too."""
    taken = []
    for _ in range(3):
        began = time.perf_counter()
        store.find(wanted)
        taken.append(time.perf_counter() - began)
    return min(taken)
