"""A PostgreSQL that stops and comes back: nothing is lost, nothing is there twice."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from threading import Event, Thread
from typing import TypeVar

import pytest

from proctor.audit.chain import breaks
from proctor.audit.ids import new_uid
from proctor.audit.store import Change, Filter, Store
from proctor.audit.stores.postgres import open_postgres
from proctor.audit.stores.postgres_changes import EVERYTHING
from proctor.errors import StoreError
from proctor.terms.question import Status
from tests.amounts import amount
from tests.contracts.samples import HOME, MANY, REPLY, links, question, record
from tests.postgres_server import HANGS, Server, fresh_schema, until

Result = TypeVar("Result")
RESTARTS = amount(2, 3)
BETWEEN = 20


@pytest.fixture
def place(own_postgres: Server) -> Iterator[str]:
    """Give an empty place on a server that may be stopped."""
    with fresh_schema(own_postgres.conninfo) as conninfo:
        yield conninfo


class Worker:
    """One machine: it keeps records and has questions answered until it is told to stop."""

    def __init__(self, conninfo: str, host: str, stop: Event) -> None:
        self.conninfo = conninfo
        self.host = host
        self.stop = stop
        self.kept: list[str] = []
        self.answered: dict[str, int] = {}
        self.errors: list[BaseException] = []
        self.thread = Thread(target=self.run)
        self.thread.start()

    def run(self) -> None:
        """Work; what goes wrong for good is looked at afterwards."""
        try:
            with closing(open_postgres(self.conninfo)) as store:
                while not self.stop.is_set():
                    self.keep(store)
                    self.ask(store)
        except BaseException as error:  # noqa: BLE001 - told by the test's own thread
            self.errors.append(error)

    def keep(self, store: Store) -> None:
        """Keep three records, as a trail does: after an error, look what is there."""
        new = [record(new_uid()) for _ in range(3)]

        def attempt() -> None:
            known = store.known([each.uid for each in new])
            left = [each for each in new if each.uid not in known]
            if left:
                store.insert(links(left, store.heads(self.host, HOME), host=self.host))

        again(attempt)
        self.kept += [each.uid for each in new]

    def ask(self, store: Store) -> None:
        """Ask a question and answer it; whoever does not know whether it was, looks."""
        asking = question(new_uid(), host=self.host)
        number = again(lambda: store.ask(asking)).id
        at, reply = "2026-06-01T12:01:00.000Z", REPLY._replace(words=asking.uid)
        again(lambda: store.close_question(number, Status.ANSWERED, at=at, reply=reply))
        self.answered[asking.uid] = number


def again(attempt: Callable[[], Result]) -> Result:
    """Try until it works; only what passes may fail."""
    results: list[Result] = []

    def works() -> bool:
        try:
            results.append(attempt())
        except StoreError as problem:
            if problem.passing:
                return False
            raise
        return True

    until(works)
    return results[0]


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(signal.SIGQUIT, id="crash"),
        pytest.param(signal.SIGINT, id="stop", marks=pytest.mark.full),
    ],
)
def test_a_restart_under_load_loses_nothing(
    own_postgres: Server, place: str, how: signal.Signals
) -> None:
    """All that was acknowledged is there once, all chains hold, all questions have their answer."""
    open_postgres(place).close()
    stop = Event()
    workers = [Worker(place, f"machine-{number}", stop) for number in range(4)]
    try:
        for _ in range(RESTARTS):
            enough = [len(worker.answered) + BETWEEN for worker in workers]
            until(lambda enough=enough: all_are_at(workers, enough))  # type: ignore[misc]  # bound now
            own_postgres.stop(how=how)
            own_postgres.start()
    finally:
        stop.set()
        for worker in workers:
            worker.thread.join(2 * HANGS)

    assert [worker.errors for worker in workers] == [[]] * 4
    with closing(open_postgres(place, read_only=True)) as store:
        found = Counter(kept.record.uid for kept in store.find(Filter(), limit=MANY, newest=False))
        assert Counter(uid for worker in workers for uid in worker.kept) == found
        assert {worker.host for worker in workers} == {chain[0] for chain in store.chains()}
        for chain in store.chains():
            assert list(breaks(store.walk(chain))) == []
        expected = {uid: n for worker in workers for uid, n in worker.answered.items()}
        questions = store.questions(limit=MANY)
        assert expected == {each.uid: each.id for each in questions}
        assert {each.uid: each.reply and each.reply.words for each in questions} == {
            uid: uid for uid in expected
        }


def all_are_at(workers: list[Worker], numbers: list[int]) -> bool:
    """Say whether each has answered so many questions, unless something went wrong."""
    done = [len(worker.answered) for worker in workers]
    return any(worker.errors for worker in workers) or all(
        have >= wanted for have, wanted in zip(done, numbers, strict=True)
    )


def test_who_listens_hears_again_after_a_restart(own_postgres: Server, place: str) -> None:
    """After an outage each listener is told to look at everything, and then hears on."""
    with (
        closing(open_postgres(place)) as store,
        closing(store.changes()) as one,
        closing(store.changes()) as other,
    ):
        own_postgres.restart()
        assert one.wait(HANGS) == EVERYTHING
        assert other.wait(HANGS) == EVERYTHING

        number = store.ask(question("q-1")).id

        assert one.wait(HANGS) == [Change("question", number)]
        assert other.wait(HANGS) == [Change("question", number)]


def test_who_listens_to_nobody_waits(own_postgres: Server, place: str) -> None:
    """While the server is away listening raises nothing, also when it begins; nothing hangs."""
    with closing(open_postgres(place)) as store:
        own_postgres.stop()
        try:
            with closing(store.changes()) as changes:
                assert changes.wait(0) == ()
                own_postgres.start()
                assert changes.wait(HANGS) == EVERYTHING
        finally:
            own_postgres.stop()
            own_postgres.start()


def test_nobody_is_the_only_one_while_the_server_is_away(own_postgres: Server, place: str) -> None:
    """Without a server nobody gets a lock, and the error of a statement says that it passes."""
    with closing(open_postgres(place)) as store:
        own_postgres.stop()
        try:
            with store.exclusive("bot") as alone:
                assert not alone
            with pytest.raises(StoreError) as caught:
                store.questions()
            assert caught.value.passing
        finally:
            own_postgres.start()

        with store.exclusive("bot") as alone:
            assert alone
        assert store.questions() == []
