"""Questions and grants in any order of doing: each store does what a model of a few lines does."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, field

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from proctor.terms.grant import Grant
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Scope
from tests.audit.fresh_places import LARGE, places_of, steps
from tests.contracts.samples import MANY, REPLY, grant, question
from tests.contracts.store import Place

ENDS = [Status.ANSWERED, Status.EXPIRED, Status.CANCELLED]
UIDS = st.sampled_from(["a", "b", "c", "d", "it's"])
NUMBERS = st.integers(0, 6)
TIMES = st.integers(0, 20).map(lambda minute: f"2026-06-01T12:{minute:02}:00.000Z")
KEYS = st.sampled_from(["k-1", "k-2"])


@dataclass
class Model:
    """What should be there, by number."""

    questions: dict[int, Question] = field(default_factory=dict)
    grants: dict[int, Grant] = field(default_factory=dict)

    def question_of(self, uid: str) -> Question | None:
        """Return the question of a name."""
        return next((each for each in self.questions.values() if each.uid == uid), None)

    def grant_of(self, uid: str) -> Grant | None:
        """Return the grant of a name."""
        return next((each for each in self.grants.values() if each.uid == uid), None)

    def holds(self, number: int, at: str) -> bool:
        """Say whether a grant can be used."""
        made = self.grants.get(number)
        if made is None or made.used_at or made.revoked_at:
            return False
        return not made.expires_at or at < made.expires_at


class Machine(RuleBasedStateMachine):
    """Does to a store and to a model the same."""

    def __init__(self, place: AbstractContextManager[Place]) -> None:
        super().__init__()
        self.left = place.__exit__
        self.place = place.__enter__()
        self.stores = [self.place.open(), self.place.open()]
        self.model = Model()

    def teardown(self) -> None:
        """Leave the place."""
        for store in self.stores:
            store.close()
        self.left(None, None, None)

    @rule(which=st.integers(0, 1))
    def open_anew(self, which: int) -> None:
        """Close one of the connections, and open another."""
        self.place.leave(self.stores[which])
        self.stores[which] = self.place.open()

    @rule(
        which=st.integers(0, 1), uid=UIDS, action=st.sampled_from(["x", "y"]), forged=st.booleans()
    )
    def ask(self, which: int, uid: str, action: str, forged: bool) -> None:
        """Ask something new or something known, perhaps with an answer brought along."""
        wanted = question(uid, action=action)
        answered = wanted._replace(status=Status.ANSWERED, reply=REPLY, closed_at="2026-06-01")

        asked = self.stores[which].ask(answered if forged else wanted)

        known = self.model.question_of(uid)
        if known is None:
            assert asked.id > max(self.model.questions, default=0)
            known = self.model.questions[asked.id] = wanted._replace(id=asked.id)
        assert known == asked

    @rule(
        which=st.integers(0, 1), number=NUMBERS, status=st.sampled_from(ENDS), at=TIMES,
        answer=st.sampled_from(Answer),
    )  # fmt: skip
    def end(self, which: int, number: int, status: Status, at: str, answer: Answer) -> None:
        """Answer, expire or cancel a question, whether or not it is open or there."""
        reply = REPLY._replace(answer=answer) if status is Status.ANSWERED else None

        closed = self.stores[which].close_question(number, status, at=at, reply=reply)

        known = self.model.questions.get(number)
        if known is None or known.status is not Status.PENDING:
            assert closed is None
        else:
            asked = known._replace(status=status, reply=reply, closed_at=at)
            self.model.questions[number] = asked
            assert asked == closed

    @rule(
        which=st.integers(0, 1), uid=UIDS, key=KEYS, scope=st.sampled_from(Scope),
        ends=st.just("") | TIMES,
    )  # fmt: skip
    def give(self, which: int, uid: str, key: str, scope: Scope, ends: str) -> None:
        """Grant something new or something known."""
        wanted = grant(uid, key=key, scope=scope, expires_at=ends)

        made = self.stores[which].grant(wanted)

        known = self.model.grant_of(uid)
        if known is None:
            assert made.id > max(self.model.grants, default=0)
            known = self.model.grants[made.id] = wanted._replace(id=made.id)
        assert known == made

    @rule(which=st.integers(0, 1), number=NUMBERS, at=TIMES)
    def use(self, which: int, number: int, at: str) -> None:
        """Use a grant up, whether or not it holds."""
        holds = self.model.holds(number, at)

        assert holds is self.stores[which].use_grant(number, at=at)

        if holds:
            self.model.grants[number] = self.model.grants[number]._replace(used_at=at)

    @rule(which=st.integers(0, 1), number=NUMBERS, at=TIMES)
    def revoke(self, which: int, number: int, at: str) -> None:
        """Revoke a grant, whether or not it is there."""
        known = self.model.grants.get(number)
        can = known is not None and not known.revoked_at

        assert can is self.stores[which].revoke_grant(number, by="ada", at=at)

        if known is not None and can:
            self.model.grants[number] = known._replace(revoked_at=at, revoked_by="ada")

    @rule(which=st.integers(0, 1), at=TIMES, key=KEYS, limit=st.integers(0, 4))
    def look(self, which: int, at: str, key: str, limit: int) -> None:
        """List what holds, and the newest of it."""
        store = self.stores[which]
        live = [each for number, each in self.model.grants.items() if self.model.holds(number, at)]
        every = list(self.model.questions.values())

        assert live == store.grants(live_at=at)
        assert [each for each in live if each.key == key] == store.grants_for(key, at=at)
        assert every[max(len(every) - limit, 0) :] == store.questions(limit=limit)

    @invariant()
    def nothing_disappears_and_nothing_closed_changes(self) -> None:
        """Both connections see exactly what the model has."""
        questions = list(self.model.questions.values())
        for store in self.stores:
            assert questions == store.questions(limit=MANY)
            assert list(self.model.grants.values()) == store.grants(limit=MANY)
        for status in Status:
            asked = [each for each in questions if each.status is status]
            assert asked == self.stores[0].questions(status)
            assert all(each == self.stores[1].question(each.id) for each in asked)


@pytest.mark.parametrize("kind", LARGE)
def test_each_store_does_what_the_model_does(kind: str, request: pytest.FixtureRequest) -> None:
    """At most one end wins, what has ended stays, nothing disappears: in any order of steps."""
    fresh = places_of(kind, request)

    class Here(Machine):
        def __init__(self) -> None:
            super().__init__(fresh())

    run_state_machine_as_test(Here, settings=steps(LARGE[kind]))
