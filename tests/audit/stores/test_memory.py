"""The store in memory, where it does more than every store must."""

from __future__ import annotations

from threading import Event as Flag
from threading import Thread

from proctor.audit.store import Change
from proctor.audit.stores.memory import MemoryStore
from proctor.errors import StoreError
from tests.contracts.samples import HANGS, everything, keep, record


def test_closing_it_wakes_who_waits() -> None:
    """Nobody waits for a store that is gone: a wait ends with a StoreError."""
    store, waiting, said = MemoryStore(), Flag(), []
    ear = store.changes()

    def listen() -> None:
        waiting.set()
        try:
            ear.wait(10 * HANGS)
        except StoreError as problem:
            said.append(problem.message)

    thread = Thread(target=listen)
    thread.start()
    assert waiting.wait(HANGS)
    store.close()
    thread.join(HANGS)

    assert (thread.is_alive(), said) == (False, ["the store is closed"])


def test_a_change_wakes_who_waits() -> None:
    """Who waits for an answer gets it when it is given, not when the wait is over."""
    store, waiting = MemoryStore(), Flag()
    told: list[Change] = []
    ear = store.changes()

    def listen() -> None:
        with store.lock:
            waiting.set()
            told.extend(ear.wait(10 * HANGS))

    thread = Thread(target=listen, daemon=True)
    thread.start()
    assert waiting.wait(HANGS)
    (kept,) = keep(store, record("u-1"))
    thread.join(HANGS)

    assert told == [Change("record", kept.n)]


def test_any_number_of_threads_use_it() -> None:
    """Threads that share the object lose nothing and get no number twice."""
    store = MemoryStore()

    def write(number: int) -> None:
        for each in range(50):
            keep(store, record(f"u-{number}-{each}"), home=f"/srv/{number}")

    threads = [Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(HANGS)

    assert list(range(1, 201)) == [kept.n for kept in everything(store)]
