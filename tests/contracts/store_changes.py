"""Waking: who listens hears of every change; being the only one; closing."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event as Flag
from threading import Thread

import pytest

from proctor.audit.store import Change, Changes, Filter, Store
from proctor.errors import StoreError
from proctor.terms.question import Status
from proctor.terms.reply import Scope
from tests.contracts.samples import (
    HANGS,
    HOME,
    HOST,
    REPLY,
    agent,
    event,
    grant,
    keep,
    question,
    record,
    run,
)
from tests.contracts.store import Place

AT = "2026-06-01T12:01:00.000Z"
Deed = Callable[[Store], tuple[str, int]]


def keeps_a_record(store: Store) -> tuple[str, int]:
    """Keep a record."""
    return "record", keep(store, record("u-1"))[0].n


def asks(store: Store) -> tuple[str, int]:
    """Ask a question."""
    return "question", store.ask(question("q-2")).id


def answers(store: Store) -> tuple[str, int]:
    """Answer a question that was there before."""
    (first,) = store.questions()
    store.close_question(first.id, Status.ANSWERED, at=AT, reply=REPLY)
    return "question", first.id


def grants(store: Store) -> tuple[str, int]:
    """Make a grant."""
    return "grant", store.grant(grant("g-2")).id


def uses(store: Store) -> tuple[str, int]:
    """Use a grant up that was there before."""
    (first,) = store.grants()
    store.use_grant(first.id, at=AT)
    return "grant", first.id


def revokes(store: Store) -> tuple[str, int]:
    """Revoke a grant that was there before."""
    (first,) = store.grants()
    store.revoke_grant(first.id, by="ada", at=AT)
    return "grant", first.id


def ends(store: Store) -> tuple[str, int]:
    """End the grants of a session that has ended."""
    made = store.grant(grant("g-2", scope=Scope.SESSION, expires_at=""))
    assert store.end_grants("coder-1", "s-1", at=AT) == [made.id]
    return "grant", made.id


def puts_an_agent(store: Store) -> tuple[str, int]:
    """Put an agent, which has no number."""
    store.put_agent(agent("coder-2"))
    return "agent", 0


def forgets_an_agent(store: Store) -> tuple[str, int]:
    """Forget an agent that was there before."""
    store.forget_agent(HOST, HOME, "coder-1")
    return "agent", 0


def puts_an_event(store: Store) -> tuple[str, int]:
    """Put an event."""
    store.put_events([event("e-1")])
    return "event", store.events()[-1].n


def keeps_a_run(store: Store) -> tuple[str, int]:
    """Keep a run."""
    kept = store.put_run(run("WF-20260601-002"))
    assert kept is not None
    return "run", kept.n


def keeps_a_run_again(store: Store) -> tuple[str, int]:
    """Keep a run that was there before."""
    first = store.run("WF-20260601-001")
    assert first is not None
    store.put_run(first)
    return "run", first.n


DEEDS: list[Deed] = [
    keeps_a_record, asks, answers, grants, uses, revokes, ends, puts_an_agent,
    forgets_an_agent, puts_an_event, keeps_a_run, keeps_a_run_again,
]  # fmt: skip


def heard(ear: Changes, kind: str, number: int) -> bool:
    """Listen until a change is told, by its number or as one of its kind."""
    wanted = {Change(kind, number), Change(kind, 0)}
    while told := ear.wait(HANGS):
        if wanted & set(told):
            return True
    return False


class Waking:
    """What every store tells whoever listens."""

    @pytest.mark.parametrize("deed", DEEDS)
    def test_a_change_elsewhere_is_heard(self, place: Place, store: Store, deed: Deed) -> None:
        """Another connection's change of each kind is told, also what came before the wait."""
        other = place.open()
        store.ask(question("q-1"))
        store.grant(grant("g-1"))
        store.put_agent(agent("coder-1"))
        store.put_run(run("WF-20260601-001"))
        ear = store.changes()

        kind, number = deed(other)

        assert heard(ear, kind, number)
        ear.close()
        place.leave(other)

    @pytest.mark.parametrize("deed", DEEDS)
    def test_ones_own_change_is_heard(self, store: Store, deed: Deed) -> None:
        """Who listens and changes something hears of it as well."""
        store.ask(question("q-1"))
        store.grant(grant("g-1"))
        store.put_agent(agent("coder-1"))
        store.put_run(run("WF-20260601-001"))
        ear = store.changes()

        kind, number = deed(store)

        assert heard(ear, kind, number)
        ear.close()

    def test_who_waits_is_woken(self, place: Place, store: Store) -> None:
        """A wait in another thread ends when something changes."""
        listening, found = Flag(), []

        def listen() -> None:
            mine = place.open()
            ear = mine.changes()
            listening.set()
            found.append(heard(ear, "question", 1))
            ear.close()
            place.leave(mine)

        thread = Thread(target=listen)
        thread.start()
        assert listening.wait(HANGS)
        store.ask(question("q-1"))
        thread.join(2 * HANGS)

        assert found == [True]

    def test_every_ear_hears(self, place: Place, store: Store) -> None:
        """What one has heard is told to the others too."""
        other = place.open()
        ears = [store.changes(), store.changes(), other.changes()]

        asked = store.ask(question("q-1"))

        assert [heard(ear, "question", asked.id) for ear in ears] == [True] * 3
        for ear in ears:
            ear.close()
        place.leave(other)

    def test_a_look_returns_at_once(self, store: Store) -> None:
        """No time to wait is a look, with nothing new or with what there is."""
        ear = store.changes()

        assert list(ear.wait(0)) == []
        ear.close()

    def test_what_was_before_is_not_told(self, store: Store) -> None:
        """Only what changes from now on is told, and once."""
        store.ask(question("q-1"))
        ear = store.changes()
        assert list(ear.wait(0)) == []

        store.grant(grant("g-1"))

        assert heard(ear, "grant", 1)
        assert "question" not in {change.kind for change in ear.wait(0)}
        ear.close()

    def test_a_refused_batch_is_not_told_as_kept(self, store: Store) -> None:
        """What was not kept cannot be found by whoever heard something."""
        keep(store, record("u-1"))
        ear = store.changes()
        with pytest.raises(StoreError):
            keep(store, record("u-2"), record("u-1"))

        told = [change for change in ear.wait(0) if change.kind == "record" and change.id]

        assert told == []
        ear.close()

    def test_many_changes_are_all_told(self, place: Place, store: Store) -> None:
        """A listener that comes late misses nothing."""
        other = place.open()
        ear = store.changes()
        asked = {other.ask(question(f"q-{n}")).id for n in range(200)}

        while asked and (told := ear.wait(HANGS)):
            numbers = {change.id for change in told if change.kind == "question"}
            asked = set() if 0 in numbers else asked - numbers

        assert asked == set()
        ear.close()
        place.leave(other)

    def test_closing_an_ear_ends_a_wait(self, place: Place, store: Store) -> None:
        """A wait in another thread ends when its ear is closed, and has heard nothing."""
        ear, waiting, heard = store.changes(), Flag(), []

        def listen() -> None:
            waiting.set()
            heard.append(list(ear.wait(10 * HANGS)))

        thread = Thread(target=listen)
        thread.start()
        assert waiting.wait(HANGS)
        ear.close()
        thread.join(HANGS)

        assert (thread.is_alive(), heard) == (False, [[]])

    def test_an_ear_closes_twice(self, store: Store) -> None:
        """Closing what is closed is fine, and the store goes on."""
        ear = store.changes()
        ear.close()
        ear.close()

        assert store.ask(question("q-1")).id


class Alone:
    """What every store does for whoever wants to be the only one."""

    def test_the_second_is_not_alone(self, place: Place, store: Store) -> None:
        """While one has it, nobody else gets it; afterwards the next does."""
        other = place.open()
        with store.exclusive("bot") as first, other.exclusive("bot") as second:
            assert (first, second) == (True, False)

        with other.exclusive("bot") as again:
            assert again is True
        place.leave(other)

    def test_one_store_cannot_be_alone_twice(self, store: Store) -> None:
        """The same connection gets it once as well, and keeps it when the second leaves."""
        with store.exclusive("bot") as first:
            with store.exclusive("bot") as second:
                assert (first, second) == (True, False)
            with store.exclusive("bot") as third:
                assert third is False

    def test_the_loser_takes_nothing_away(self, place: Place, store: Store) -> None:
        """When one that did not get it leaves, the one that has it still has it."""
        other, third = place.open(), place.open()
        with store.exclusive("bot") as first:
            with other.exclusive("bot"):
                pass
            with third.exclusive("bot") as late:
                assert (first, late) == (True, False)
        place.leave(other)
        place.leave(third)

    def test_other_names_are_free(self, place: Place, store: Store) -> None:
        """Each name is its own, whatever it looks like."""
        other = place.open()
        names = ["bot", "Bot", "bot ", "../bot", "a/b", "", "'", "x" * 5000, "🦊", "\0"]
        with store.exclusive("owner"):
            for name in names:
                with other.exclusive(name) as got:
                    assert got is True, name
        place.leave(other)

    def test_an_error_inside_lets_go(self, store: Store) -> None:
        """Who fails while being the only one is it no longer."""
        message = "on purpose"
        with pytest.raises(ValueError, match=message), store.exclusive("bot"):
            raise ValueError(message)

        with store.exclusive("bot") as got:
            assert got is True

    def test_the_store_works_meanwhile(self, place: Place, store: Store) -> None:
        """Being the only one stops nobody from reading and writing."""
        other = place.open()
        with store.exclusive("bot"):
            keep(store, record("u-1"))
            keep(other, record("u-2", agent_name="coder-2"))

        assert len(store.find(Filter())) == 2
        place.leave(other)


USES: dict[str, Callable[[Store], object]] = {
    "heads": lambda store: store.heads(HOST, HOME),
    "known": lambda store: store.known(["u"]),
    "insert": lambda store: keep(store, record("u-1")),
    "find": lambda store: store.find(Filter()),
    "find text": lambda store: store.find(Filter(text="a")),
    "get": lambda store: store.get(1),
    "chains": lambda store: store.chains(),
    "walk": lambda store: list(store.walk((HOST, HOME, "a"))),
    "count": lambda store: store.count(Filter()),
    "size": lambda store: store.size(),
    "remove": lambda store: store.remove((HOST, HOME, "a"), through=1),
    "ask": lambda store: store.ask(question("q")),
    "question": lambda store: store.question(1),
    "questions": lambda store: store.questions(),
    "close_question": lambda store: store.close_question(1, Status.EXPIRED, at=AT),
    "grant": lambda store: store.grant(grant("g")),
    "grants": lambda store: store.grants(),
    "grants_for": lambda store: store.grants_for("k", at=AT),
    "use_grant": lambda store: store.use_grant(1, at=AT),
    "revoke_grant": lambda store: store.revoke_grant(1, by="ada", at=AT),
    "end_grants": lambda store: store.end_grants("coder-1", None, at=AT),
    "put_agent": lambda store: store.put_agent(agent("a")),
    "agents": lambda store: store.agents(),
    "forget_agent": lambda store: store.forget_agent(HOST, HOME, "a"),
    "put_events": lambda store: store.put_events([event("e")]),
    "events": lambda store: store.events(),
    "remove_events": lambda store: store.remove_events(before=AT),
    "put_run": lambda store: store.put_run(run("WF-20260601-001")),
    "run": lambda store: store.run("WF-20260601-001"),
    "runs": lambda store: store.runs(),
    "next_run_number": lambda store: store.next_run_number("20260601"),
    "changes": lambda store: store.changes(),
    "exclusive": lambda store: store.exclusive("bot").__enter__(),
}


class Closing:
    """What every store does when it is let go."""

    def test_closing_twice_is_fine(self, store: Store) -> None:
        """A store that is closed may be closed again."""
        store.close()
        store.close()

    def test_a_closed_store_says_so(self, store: Store) -> None:
        """Every use of a closed store is a StoreError, and nothing quieter."""
        store.close()

        for name, use in USES.items():
            with pytest.raises(StoreError):
                pytest.fail(f"{name} gave {use(store)!r}")

    def test_it_says_what_it_is(self, store: Store) -> None:
        """A store names its kind."""
        assert store.kind in {"memory", "sqlite", "postgres"}
