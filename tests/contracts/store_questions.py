"""Questions: asked once, ended once, and never changed again."""

from __future__ import annotations

from functools import partial

import pytest

from proctor.audit.rows import storable
from proctor.audit.store import Store
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Reply
from tests.contracts.samples import ODD, REPLY, question
from tests.contracts.store import Place, all_at_once

AT, LATER = "2026-06-01T12:01:00.000Z", "2026-06-01T12:02:00.000Z"
ENDS = [Status.ANSWERED, Status.EXPIRED, Status.CANCELLED]


def end(store: Store, number: int, status: Status, at: str = AT) -> Question | None:
    """End a question in one of the ways there are."""
    reply = REPLY if status is Status.ANSWERED else None
    return store.close_question(number, status, at=at, reply=reply)


class Questions:
    """What every store does with questions."""

    def test_a_question_comes_back_whole(self, store: Store) -> None:
        """A question gets a number and is kept as it was asked."""
        asked = store.ask(question("q-1"))

        assert question("q-1", id=asked.id) == asked
        assert asked.id > 0
        assert asked == store.question(asked.id)
        assert [asked] == store.questions()
        assert Status.PENDING is asked.status

    @pytest.mark.parametrize("name", ODD)
    def test_odd_texts_come_back(self, store: Store, name: str) -> None:
        """Whatever an agent says in a question, and a person in a reply, is a text."""
        text = ODD[name]
        odd = question("q-1", action=text, body={"text": text, text: text})

        asked = store.ask(odd)
        closed = store.close_question(
            asked.id, Status.ANSWERED, at=AT, reply=REPLY._replace(words=text)
        )

        assert odd._replace(id=asked.id, action=storable(text)) == asked
        assert closed is not None
        assert closed.reply is not None
        assert closed.reply.words in {text, storable(text)}
        assert closed == store.question(asked.id)

    def test_the_same_uid_is_the_same_question(self, place: Place, store: Store) -> None:
        """Who asks again, also elsewhere, gets what was asked first."""
        first = store.ask(question("q-1"))
        other = place.open()

        assert first == other.ask(question("q-1", action="something else", agent="other"))
        assert [first] == store.questions()
        place.leave(other)

    def test_asking_again_gives_the_answer(self, store: Store) -> None:
        """Who asks again after the answer gets the question with its reply."""
        first = store.ask(question("q-1"))
        closed = end(store, first.id, Status.ANSWERED)

        assert closed == store.ask(question("q-1"))
        assert [closed] == store.questions()

    def test_all_ask_at_once(self, place: Place, store: Store) -> None:
        """Many that ask the same at once get one number."""
        asked = all_at_once(place, [lambda mine: mine.ask(question("q-1"))] * 6)

        assert store.questions() == [asked[0]]
        assert {asked[0].id} == {each.id for each in asked}

    def test_nobody_asks_an_answered_question(self, store: Store) -> None:
        """An asker cannot bring the answer along, nor choose the number."""
        forged = question("q-1", id=77, status=Status.ANSWERED, reply=REPLY, closed_at=AT)

        asked = store.ask(forged)

        assert question("q-1", id=asked.id) == asked
        assert [asked] == store.questions(Status.PENDING)

    def test_numbers_grow(self, store: Store) -> None:
        """A later question has a greater number, whatever its uid and time."""
        asked = [
            store.ask(question(uid, asked_at=at))
            for uid, at in (("z", LATER), ("a", AT), ("m", "1999-01-01T00:00:00.000Z"))
        ]

        assert sorted({each.id for each in asked}) == [each.id for each in asked]
        assert asked == store.questions()

    @pytest.mark.parametrize("status", ENDS)
    def test_a_pending_question_ends(self, store: Store, status: Status) -> None:
        """Each end gives the question back as it is then."""
        asked = store.ask(question("q-1"))

        closed = end(store, asked.id, status)

        reply = REPLY if status is Status.ANSWERED else None
        assert asked._replace(status=status, reply=reply, closed_at=AT) == closed
        assert closed == store.question(asked.id)
        assert [closed] == store.questions(status)
        assert store.questions(Status.PENDING) == []

    @pytest.mark.parametrize("first", ENDS)
    @pytest.mark.parametrize("second", ENDS)
    def test_an_ended_question_stays(self, store: Store, first: Status, second: Status) -> None:
        """After its end nothing changes a question: not an answer, not an expiry."""
        asked = store.ask(question("q-1"))
        closed = end(store, asked.id, first)

        assert end(store, asked.id, second, LATER) is None

        assert closed == store.question(asked.id)

    @pytest.mark.parametrize("answer", Answer)
    def test_replies_come_back_whole(self, store: Store, answer: Answer) -> None:
        """Every kind of reply comes back as it was given, with nothing or everything in it."""
        for uid, reply in (("q-1", REPLY._replace(answer=answer)), ("q-2", Reply(answer))):
            asked = store.ask(question(uid))
            closed = store.close_question(asked.id, Status.ANSWERED, at=AT, reply=reply)

            assert closed is not None
            assert reply == closed.reply
            assert closed.reply is not None
            assert (answer, reply.scope) == (closed.reply.answer, closed.reply.scope)
            assert type(closed.reply.answer) is Answer

    def test_of_many_answers_at_once_one_wins(self, place: Place, store: Store) -> None:
        """Exactly one of those that answer at once gets it, and its answer is the one kept."""
        asked = store.ask(question("q-1"))

        def answer(name: str, mine: Store) -> Question | None:
            reply = REPLY._replace(by=name)
            return mine.close_question(asked.id, Status.ANSWERED, at=AT, reply=reply)

        got = all_at_once(place, [partial(answer, f"person-{n}") for n in range(8)])

        winners = [each for each in got if each is not None]
        assert [store.question(asked.id)] == winners

    def test_of_different_ends_at_once_one_wins(self, place: Place, store: Store) -> None:
        """An answer, an expiry and a cancelling at once: one of them holds."""
        asked = store.ask(question("q-1"))

        def close(status: Status, mine: Store) -> Question | None:
            return end(mine, asked.id, status)

        got = all_at_once(place, [partial(close, status) for status in ENDS * 2])

        winners = [each for each in got if each is not None]
        assert [store.question(asked.id)] == winners

    def test_an_answer_from_elsewhere_is_seen(self, place: Place, store: Store) -> None:
        """What is asked here is answered there."""
        asked = store.ask(question("q-1"))
        other = place.open()

        closed = end(other, asked.id, Status.ANSWERED)

        assert closed == store.question(asked.id)
        place.leave(other)

    def test_what_is_not_there_cannot_end(self, store: Store) -> None:
        """A number that no question has gives None."""
        store.ask(question("q-1"))

        assert [end(store, number, Status.ANSWERED) for number in (0, -1, 999)] == [None] * 3
        assert [store.question(number) for number in (0, -1, 999)] == [None] * 3

    def test_lists_are_the_newest_oldest_first(self, store: Store) -> None:
        """Of many, the newest come, in the order they were asked."""
        asked = [store.ask(question(f"q-{n}")) for n in range(10)]
        ended = [end(store, each.id, Status.EXPIRED) for each in asked[::2]]

        assert asked[1::2] == store.questions(Status.PENDING)
        assert asked[5::2] == store.questions(Status.PENDING, limit=3)
        assert ended == store.questions(Status.EXPIRED)
        assert store.questions(Status.CANCELLED) == []
        assert [each.id for each in asked[-4:]] == [each.id for each in store.questions(limit=4)]
        assert store.questions(limit=0) == []

    def test_old_ended_ones_are_removed(self, store: Store) -> None:
        """Ended questions go when they are old; pending ones and newer ones stay."""
        old, young, open_ = [store.ask(question(f"q-{n}")) for n in range(3)]
        end(store, old.id, Status.ANSWERED, at=AT)
        kept = end(store, young.id, Status.ANSWERED, at=LATER)

        assert store.remove_events(before=LATER) == 1

        assert [kept, open_] == store.questions()
        assert store.question(old.id) is None

    def test_what_came_back_is_the_askers_own(self, store: Store) -> None:
        """Whoever changes a body has not changed the question."""
        mine = question("q-1")
        asked = store.ask(mine)
        mine.body["deep"]["n"] = 2
        asked.body["deep"]["n"] = 3

        assert [question("q-1", id=asked.id)] == store.questions()
