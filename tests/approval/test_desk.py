"""The desk: grants, the reviewer, people; only a yes of one of them is a yes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proctor import Policy
from proctor.approval.askers import Manner
from proctor.approval.desk import NO_CHANNEL, Desk
from proctor.errors import NotFound
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.person import Person
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Decider, Reply, Scope
from proctor.terms.role import Reviewer
from tests.approval.desk_rig import ADA, CALL, STANDING, Rig, Scripted, ended
from tests.tables import each_row

SESSION = ADA._replace(scope=Scope.SESSION)
REVIEWED = Reviewer(enabled=True, model="haiku", instructions="be careful")


def asked(inbox: Scripted, **how: Any) -> Reply:
    """Ask about a call, and return the answer."""
    reply = asyncio.run(Rig(inbox).ask(**how))
    assert reply is not None
    return reply


@pytest.mark.parametrize("when", ["at_once", "waited", "late"])
def test_a_persons_answer_counts_whenever_it_came(when: str) -> None:
    """Before anybody waited, while somebody did, or just before the time was over."""
    script: dict[str, Any] = {when: ended(Status.ANSWERED, ADA)}

    assert asked(Scripted(**script)) == ADA._replace(question=7)


@each_row(
    ("inbox", "answer"),
    [
        (Scripted(kept=False), Answer.DENY),
        (Scripted(), Answer.TIMEOUT),
        (Scripted(waited=ended(Status.CANCELLED)), Answer.DENY),
        (Scripted(waited=ended(Status.CANCELLED, ADA)), Answer.DENY),
        (Scripted(waited=ended(Status.EXPIRED, ADA)), Answer.TIMEOUT),
        (Scripted(waited=ended(Status.ANSWERED)), Answer.TIMEOUT),
        (Scripted(waited=ended(Status.ANSWERED, ADA._replace(by=""))), Answer.DENY),
        (Scripted(late=ended(Status.PENDING, ADA)), Answer.TIMEOUT),
    ],
    ids=["not kept", "expired", "cancelled", "cancelled with an answer", "expired with an answer",
         "answered without one", "answered by nobody", "still pending"],
)  # fmt: skip
def test_nothing_else_is_a_yes(inbox: Scripted, answer: Answer) -> None:
    """Whatever becomes of a question without a person's answer, the call does not run."""
    reply = asked(inbox)

    assert reply.answer is answer
    assert reply.words


@pytest.mark.parametrize(
    ("dialog", "answer"), [(True, Answer.DIALOG), (False, Answer.TIMEOUT)], ids=["left", "denied"]
)
def test_an_expired_question_is_left_to_a_dialog_that_is_open(
    *, dialog: bool, answer: Answer
) -> None:
    """Unless it is configured to be a denial; who has no dialog gets a denial anyway."""
    rig = Rig(Scripted(), dialog=dialog)
    beside = asyncio.run(rig.ask(manner=Manner.BESIDE))
    held = asyncio.run(rig.ask(manner=Manner.HOLD))

    assert beside is not None
    assert held is not None
    assert (beside.answer, held.answer) == (answer, Answer.TIMEOUT)


def test_a_question_does_not_tell_the_name_of_its_record() -> None:
    """Whoever sees it could otherwise put another record in its place."""
    inbox = Scripted()
    asked(inbox)

    assert [draft.uid == "u" for draft in inbox.drafts] == [False]


def test_without_a_channel_it_is_denied_at_once() -> None:
    """Nothing is even kept: nobody would see it."""
    inbox = Scripted()
    reply = asyncio.run(Rig(inbox, reachable=False).ask())

    assert reply == Reply(Answer.DENY, words=NO_CHANNEL)
    assert inbox.drafts == []


def test_without_anybody_who_may_answer_it_is_denied_at_once() -> None:
    """The denial names the role that is lacking."""
    inbox = Scripted()
    people = [Person(name="bob", roles=frozenset({"developer"}))]
    reply = asyncio.run(Rig(inbox, people=people, approvers={"coder": ["lead"]}).ask())

    assert reply is not None
    assert reply.answer is Answer.DENY
    assert "`lead`" in reply.words
    assert inbox.drafts == []


def test_an_answer_for_the_session_is_remembered() -> None:
    """The same call is allowed without a question, in the name of who allowed it."""
    inbox = Scripted(waited=ended(Status.ANSWERED, SESSION))
    rig = Rig(inbox)
    first, second = asyncio.run(rig.ask()), asyncio.run(rig.ask(uid="v"))

    assert first == SESSION._replace(question=7)
    assert second is not None
    assert (second.answer, second.by, second.decider) == (Answer.ALLOW, "ada", Decider.GRANT)
    assert second.words == "allowed by ada for this session (grant 1)"
    assert len(inbox.drafts) == 1


def test_a_lasting_rule_takes_the_place_of_a_grant() -> None:
    """Where *always* can be written as a rule, it is; what was shown is what is written."""
    always = ended(Status.ANSWERED, ADA._replace(scope=Scope.ALWAYS), always="adds `Bash(make)`")
    rig = Rig(Scripted(waited=always), always="adds `Bash(make)`")
    asyncio.run(rig.ask())

    assert (rig.lasting.kept, rig.granted()) == (["adds `Bash(make)` by ada"], 0)


def test_always_is_a_grant_where_no_rule_can_be_written() -> None:
    """So it holds for exactly this call."""
    always = ended(Status.ANSWERED, ADA._replace(scope=Scope.ALWAYS))
    rig = Rig(Scripted(waited=always))
    asyncio.run(rig.ask())

    assert (rig.lasting.kept, rig.granted()) == ([], 1)


@each_row(
    "rules",
    [
        Policy.of(deny=["Bash(make *)"]),
        Policy.of(deny=[{"rule": "Bash(make *)", "why": " "}]),
        Policy.of(otherwise="deny"),
        None,
    ],
    ids=["denies", "denies without a reason", "gives nothing", "are gone"],
)
@each_row("reviewer", [False, True], ids=["person", "reviewer"])
def test_a_yes_ends_where_the_rules_say_no_by_then(rules: Policy | None, *, reviewer: bool) -> None:
    """Whatever denies it by now, the call does not run, nothing is remembered, and it says why."""
    rig = Rig(Scripted(waited=ended(Status.ANSWERED, SESSION)), says="ALLOW\nfine")
    settings = REVIEWED if reviewer else Reviewer()
    reply = asyncio.run(rig.ask(now=by(rules), reviewer=settings))

    assert reply is not None
    assert reply.answer is Answer.DENY
    assert ("haiku" if reviewer else "ada") in reply.words
    assert rig.granted() == 0


@pytest.mark.parametrize("rules", [Policy.of(), Policy.of(allow=["Bash"])], ids=["asks", "allows"])
def test_a_yes_holds_where_nothing_denies(rules: Policy) -> None:
    """Rules that ask or allow by then leave the person's answer as it is."""
    reply = asked(Scripted(waited=ended(Status.ANSWERED, ADA)), now=by(rules))

    assert reply == ADA._replace(question=7)


def test_rules_that_allow_by_then_turn_no_denial_into_an_allow() -> None:
    """A no is a no."""
    no = ADA._replace(answer=Answer.DENY)
    reply = asked(Scripted(waited=ended(Status.ANSWERED, no)), now=by(Policy.of(allow=["Bash"])))

    assert reply == no._replace(question=7)


def test_a_yes_ends_where_the_rules_want_somebody_else_by_then() -> None:
    """Who answered must be one of those whom the rules of now name."""
    people = [Person(name="ada", roles=frozenset({"admin"})), Person(name="li", roles=LEAD)]
    rules = Policy.of(ask=[{"rule": "Bash(make *)", "approvers": ["lead"]}])
    rig = Rig(Scripted(waited=ended(Status.ANSWERED, ADA)), people=people)
    reply = asyncio.run(rig.ask(now=by(rules)))

    assert reply is not None
    assert reply.answer is Answer.DENY
    assert reply.words == "ada does not have the role `lead`, which may answer this"


def test_a_yes_ends_where_a_script_has_changed(tmp_path: Path) -> None:
    """What was answered is not what would run."""
    script = tmp_path / "x.sh"
    script.write_text("echo one\n")
    inbox = Scripted(waited=ended(Status.ANSWERED, SESSION))
    inbox.meanwhile = lambda: script.write_text("echo two\n")
    rig = Rig(inbox)
    reply = asyncio.run(rig.ask(ToolCall(tool="Bash", input={"command": f"bash {script}"})))

    assert reply is not None
    assert reply.answer is Answer.DENY
    assert "has changed" in reply.words
    assert rig.granted() == 0


@pytest.mark.parametrize(
    ("says", "answer"),
    [("ALLOW\nfine", Answer.ALLOW), ("DENY\nno", Answer.DENY)],
    ids=["allows", "denies"],
)
def test_a_reviewers_verdict_is_the_answer(says: str, answer: Answer) -> None:
    """Nobody else is asked, and the record can say who it was."""
    inbox = Scripted(waited=ended(Status.ANSWERED, ADA))
    reply = asyncio.run(Rig(inbox, says=says).ask(reviewer=REVIEWED))

    assert reply is not None
    assert (reply.answer, reply.decider) == (answer, Decider.REVIEWER)
    assert inbox.drafts == []


def test_what_a_reviewer_leaves_open_goes_to_people() -> None:
    """Their answer counts, and the reviewer's words stay with it."""
    inbox = Scripted(waited=ended(Status.ANSWERED, ADA))
    reply = asyncio.run(Rig(inbox, says="ASK_USER\nunsure").ask(reviewer=REVIEWED))

    assert reply is not None
    assert (reply.answer, reply.by, reply.decider) == (Answer.ALLOW, "ada", Decider.PERSON)
    assert "ASK_USER" in reply.review
    assert inbox.drafts[0].body["review"] == reply.review


@pytest.mark.parametrize(
    "rules",
    [
        Policy.of(ask=[{"rule": "Bash(make *)", "by": "human"}]),
        Policy.of(ask=[{"rule": "Bash(make *)", "approvers": ["admin"]}]),
    ],
    ids=["by a human", "by approvers"],
)
def test_a_reviewers_yes_does_not_count_where_a_human_is_wanted_by_then(rules: Policy) -> None:
    """Rules that changed while it looked send the question on to people."""
    inbox = Scripted(waited=ended(Status.ANSWERED, ADA))
    reply = asyncio.run(Rig(inbox, says="ALLOW\nfine").ask(now=by(rules), reviewer=REVIEWED))

    assert reply is not None
    assert (reply.by, reply.decider) == ("ada", Decider.PERSON)


def test_who_does_not_wait_gets_what_is_known_already() -> None:
    """A grant or a reviewer may answer; people are not asked."""
    inbox = Scripted(waited=ended(Status.ANSWERED, SESSION))
    rig = Rig(inbox, says="ALLOW\nfine")
    left = asyncio.run(rig.ask(manner=Manner.LEAVE))
    reviewed = asyncio.run(rig.ask(manner=Manner.LEAVE, reviewer=REVIEWED))
    asyncio.run(rig.ask())
    granted = asyncio.run(rig.ask(manner=Manner.LEAVE))

    assert left is None
    assert reviewed is not None
    assert granted is not None
    assert (reviewed.decider, granted.decider) == (Decider.REVIEWER, Decider.GRANT)
    assert len(inbox.drafts) == 1


LEAD = frozenset({"lead"})


def by(rules: Policy | None) -> Callable[[ToolCall], Decision]:
    """Return what decides a call by rules; None are gone."""

    def decide(call: ToolCall) -> Decision:
        if rules is None:
            message = "there is no role `coder`"
            raise NotFound(message)
        return rules.decide(call)

    return decide


class Slow(Scripted):
    """An inbox in which a test answers, question by question."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[asyncio.Future[Question]] = []

    async def wait(self, question: Question, seconds: float) -> Question:
        """Wait for the test."""
        future: asyncio.Future[Question] = asyncio.get_running_loop().create_future()
        self.waiting.append(future)
        return await future


async def until(check: Callable[[], object]) -> None:
    """Wait until something has come true."""
    async with asyncio.timeout(30):
        while not check():
            await asyncio.sleep(0.001)


def test_identical_questions_of_one_agent_share_one_answer() -> None:
    """It is asked once, and everybody who waits gets it."""

    async def work() -> list[Reply | None]:
        inbox = Slow()
        rig = Rig(inbox)
        asking = [asyncio.create_task(rig.ask(uid=uid)) for uid in "abc"]
        await until(lambda: inbox.waiting)
        asking[0].cancel()
        inbox.waiting[0].set_result(ended(Status.ANSWERED, ADA))
        answers = await asyncio.gather(*asking[1:])
        assert len(inbox.drafts) == 1
        return answers

    assert asyncio.run(work()) == [ADA._replace(question=7)] * 2


def test_the_questions_of_another_agent_are_others() -> None:
    """The same command of another one, or in another session, is asked by itself."""

    async def work() -> int:
        inbox = Slow()
        rig = Rig(inbox)
        others = [{"agent": "b"}, {"agent": "a", "session": "s"}, {"agent": "a", "cwd": "/srv"}]
        calls = [ToolCall(tool="Bash", input={"command": "make"}, **names) for names in others]
        asking = [asyncio.create_task(rig.ask(call, uid=str(call))) for call in calls]
        await until(lambda: len(inbox.waiting) == len(calls))
        for future in inbox.waiting:
            future.set_result(ended(Status.ANSWERED, ADA))
        await asyncio.gather(*asking)
        return len(inbox.drafts)

    assert asyncio.run(work()) == 3


def test_a_batch_is_asked_one_by_one_and_a_denial_does_not_cancel_the_rest() -> None:
    """The next question of an agent comes when the one before has ended, however it did."""

    async def work() -> tuple[list[int], list[Answer]]:
        inbox = Slow()
        rig = Rig(inbox)
        commands = ["make one", "make two", "make three"]
        asking = []
        for command in commands:
            call = ToolCall(tool="Bash", input={"command": command}, agent="arch-1")
            asking.append(asyncio.create_task(rig.ask(call, uid=command)))
            await asyncio.sleep(0)
        seen: list[int] = []
        for answer in (Answer.DENY, Answer.ALLOW, Answer.DENY):
            await until(lambda: len(inbox.waiting) > len(seen))
            seen.append(len(inbox.drafts))
            inbox.waiting[-1].set_result(ended(Status.ANSWERED, ADA._replace(answer=answer)))
        replies = await asyncio.gather(*asking)
        return seen, sorted(reply.answer for reply in replies if reply)

    assert asyncio.run(work()) == ([1, 2, 3], [Answer.ALLOW, Answer.DENY, Answer.DENY])


def test_waiting_in_line_counts_as_waiting() -> None:
    """Who has waited for all of its time behind another is told so, and was never asked."""

    async def work() -> tuple[Reply | None, int]:
        inbox = Slow()
        rig = Rig(inbox, timeout=0.05)
        first = asyncio.create_task(rig.ask())
        await until(lambda: inbox.waiting)
        call = ToolCall(tool="Bash", input={"command": "make two"}, agent="arch-1")
        second = await rig.ask(call, uid="v")
        inbox.waiting[0].set_result(ended(Status.ANSWERED, ADA))
        await first
        return second, len(inbox.drafts)

    reply, asked_of = asyncio.run(work())
    assert reply is not None
    assert (reply.answer, asked_of) == (Answer.TIMEOUT, 1)
    assert "came first" in reply.words


def test_the_end_of_the_server_ends_all_waiting() -> None:
    """No task is left behind, and nobody gets an answer."""

    async def work() -> bool:
        inbox = Slow()
        rig = Rig(inbox)
        asking = asyncio.create_task(rig.ask())
        await until(lambda: inbox.waiting)
        await rig.desk.stop()
        await asyncio.wait([asking])
        return asking.cancelled()

    assert asyncio.run(work())


def test_the_rig_asks_what_is_asked() -> None:
    """The call of these tests is one that the rules leave open."""
    assert str(Policy.of().decide(CALL).effect) == "ask"
    assert isinstance(Rig(Scripted()).desk, Desk)
    assert STANDING.role == "coder"
