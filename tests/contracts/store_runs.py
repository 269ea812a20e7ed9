"""Runs of workflows: kept only by whoever has seen the last version, and numbered once."""

from __future__ import annotations

from functools import partial

import pytest

from proctor.audit.rows import storable
from proctor.audit.store import Store
from proctor.terms.kept_run import KeptRun
from tests.contracts.samples import ODD, run
from tests.contracts.store import Place, all_at_once

ID, OTHER = "WF-20260601-001", "WF-20260601-002"
DAY = "20260601"
LATER = "2026-06-01T12:02:00.000Z"


def put(store: Store, given: KeptRun) -> KeptRun:
    """Keep a run, which nobody stands in the way of."""
    kept = store.put_run(given)
    assert kept is not None
    return kept


class Runs:
    """What every store does with runs of workflows."""

    def test_a_run_comes_back_whole(self, store: Store) -> None:
        """A run gets a number and its first version, and is kept as it was given."""
        kept = put(store, run(ID))

        assert run(ID, n=kept.n, version=1) == kept
        assert kept.n > 0
        assert (kept, [kept]) == (store.run(ID), store.runs())

    def test_the_next_version_takes_its_place(self, store: Store) -> None:
        """Who has seen the last version can keep the next; there is one run then."""
        first = put(store, run(ID))

        second = put(store, first._replace(status="waiting", updated_at=LATER, body={"stage": 1}))

        changed = first._replace(status="waiting", updated_at=LATER, body={"stage": 1}, version=2)
        assert changed == second
        assert [second] == store.runs()

    def test_what_a_run_is_of_stays(self, store: Store) -> None:
        """Project, template, time of making and number are those of the first version."""
        first = put(store, run(ID))
        other = first._replace(project="/srv/else", template="hotfix", created_at=LATER, n=77)

        assert first._replace(version=2) == store.put_run(other)

    @pytest.mark.parametrize("version", [0, 1, 3, -1])
    def test_an_old_version_is_refused(self, store: Store, version: int) -> None:
        """Who has not seen the last version changes nothing, and neither does who makes one up."""
        second = put(store, put(store, run(ID)))

        assert store.put_run(run(ID, version=version, status="cancelled")) is None

        assert second == store.run(ID)

    def test_what_is_not_there_has_no_next_version(self, store: Store) -> None:
        """A run that was never kept cannot be kept as a later version of itself."""
        assert store.put_run(run(ID, version=1)) is None

        assert (store.run(ID), store.runs()) == (None, [])

    def test_of_many_that_keep_the_next_version_one_wins(self, place: Place, store: Store) -> None:
        """Exactly one of those that saw the same version gets it, and its run is the one kept."""
        first = put(store, run(ID))

        def keep(number: int, mine: Store) -> KeptRun | None:
            return mine.put_run(first._replace(body={"by": number}))

        got = all_at_once(place, [partial(keep, number) for number in range(8)])

        assert [store.run(ID)] == [each for each in got if each is not None]

    def test_of_many_that_start_the_same_one_wins(self, place: Place, store: Store) -> None:
        """Exactly one makes the run of an id."""
        got = all_at_once(place, [lambda mine: mine.put_run(run(ID))] * 6)

        assert [store.run(ID)] == [each for each in got if each is not None]

    def test_what_was_kept_elsewhere_is_seen(self, place: Place, store: Store) -> None:
        """The next version of another connection is there at once."""
        first = put(store, run(ID))
        other = place.open()

        second = put(other, first._replace(status="cancelled"))

        assert second == store.run(ID)
        place.leave(other)

    def test_lists_are_the_newest_oldest_first(self, store: Store) -> None:
        """Of many, the newest come, in the order they were started, of the statuses wanted."""
        kept = [
            put(store, run(f"WF-20260601-{number:03}", status=status))
            for number, status in enumerate(["active", "failed", "waiting", "active", "completed"])
        ]

        assert kept == store.runs()
        assert [kept[0], kept[2], kept[3]] == store.runs(["active", "waiting"])
        assert kept[2:4] == store.runs(("active", "waiting"), limit=2)
        assert (store.runs(["cancelled"]), store.runs(limit=0)) == ([], [])

    @pytest.mark.parametrize("name", ODD)
    def test_odd_texts_come_back(self, store: Store, name: str) -> None:
        """Whatever an agent says in a task is a text."""
        text = ODD[name]
        odd = run(ID, project=text, body={"title": text, text: text})

        kept = put(store, odd)

        assert odd._replace(n=kept.n, version=1, project=storable(text)) == kept
        assert kept == store.run(ID)
        assert store.run(text) is None

    def test_numbers_of_a_day_are_never_given_twice(self, place: Place, store: Store) -> None:
        """Each day counts from one, and of many that ask at once each gets its own number."""
        first = store.next_run_number(DAY)
        got = all_at_once(place, [lambda mine: mine.next_run_number(DAY)] * 6)

        assert (first, store.next_run_number("20260602")) == (1, 1)
        assert list(range(2, 8)) == sorted(got)
        assert store.next_run_number(DAY) == 8

    def test_runs_do_not_go_with_old_events(self, store: Store) -> None:
        """What ended long ago stays, so that its id is never another run's."""
        kept = put(store, run(ID, status="completed"))

        assert store.remove_events(before="2099-01-01") == 0

        assert [kept] == store.runs()

    def test_what_came_back_is_the_callers_own(self, store: Store) -> None:
        """Whoever changes a body has not changed the run."""
        mine = run(ID)
        kept = put(store, mine)
        mine.body["deep"].append(1)
        kept.body["deep"].append(2)

        assert run(ID).body == store.runs()[0].body
