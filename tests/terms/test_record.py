"""What is kept of a decision: the same as what went back to the agent."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.terms.call import ToolCall
from proctor.terms.decision import Source
from proctor.terms.effect import Effect
from proctor.terms.place import Place
from proctor.terms.record import Outcome, Record, Standing, outcome
from proctor.terms.reply import Answer, Decider, Reply, Scope
from proctor.terms.rule import Form, Rule
from proctor.terms.verdict import Verdict
from tests.tables import each_row
from tests.terms.decisions import decision, part

STANDING = Standing(role="coder", profile="standard", policy_revision="r1", project="/srv/app")
CALL = ToolCall(
    tool="Bash",
    input={"command": "npm test"},
    cwd="/srv/app/web",
    agent="coder-1",
    session="s-1",
    subagent="helper",
    harness="claude",
    call_id="call-1",
    mode="default",
    requester="ada",
)
RULE = Rule(
    effect=Effect.ASK,
    text="Bash(npm *)",
    form=Form.PATTERN,
    where=Place("roles/coder.yaml", 12),
)
REPLY = Reply(Answer.ALLOW, by="grace", channel="web", words="go on", question=7)


def record(effect: Effect, reply: Reply | None = None, **changes: Any) -> Record:
    """Return the record of a decision."""
    return Record.of(
        changes.pop("call", CALL),
        decision(effect, **changes),
        reply,
        STANDING,
        uid="u-1",
        timestamp="2026-06-01T12:00:00.000Z",
        duration_us=12,
    )


def test_a_record_tells_everything() -> None:
    """Call, decision, rule, reply and standing are all in it."""
    assert record(Effect.ASK, REPLY, rule=RULE) == Record(
        uid="u-1",
        timestamp="2026-06-01T12:00:00.000Z",
        agent_name="coder-1",
        action_string="tool:bash:npm test",
        decision="ask_approved",
        user_id="ada",
        detail="go on",
        tool="Bash",
        role="coder",
        decider="person",
        rule="Bash(npm *)",
        rule_place="roles/coder.yaml:12",
        why="so it is",
        answered_by="grace",
        channel="web",
        question=7,
        project="/srv/app",
        cwd="/srv/app/web",
        subagent="helper",
        session="s-1",
        harness="claude",
        call_id="call-1",
        mode="default",
        policy_revision="r1",
        input={"command": "npm test"},
        duration_us=12,
    )


def test_a_call_that_says_nothing_has_a_record() -> None:
    """What a program did not say is empty."""
    kept = record(Effect.DENY, call=ToolCall(tool="Bash", input=None))

    said = (kept.agent_name, kept.user_id, kept.subagent, kept.session, kept.harness)
    assert said == ("", "", "", "", "")
    assert (kept.call_id, kept.mode, kept.answered_by, kept.input) == ("", "", "", None)


@each_row("value", [5, True, ["a"], {"a": 1}, b"x", 1.5])
def test_what_is_no_text_becomes_one(value: Any) -> None:
    """A program that says something else than a text cannot put it into a column of texts."""
    call = ToolCall(
        tool="Bash", input={}, agent=value, session=value, subagent=value, harness=value,
        call_id=value, mode=value, requester=value,
    )  # fmt: skip
    kept = record(Effect.ALLOW, call=call)

    columns = ("agent_name", "session", "subagent", "harness", "call_id", "mode", "user_id")
    assert {repr(value)} == {getattr(kept, name) for name in columns}


@each_row(
    ("effect", "reply", "asked"),
    [
        (Effect.ALLOW, None, Outcome.ALLOW),
        (Effect.DENY, None, Outcome.DENY),
        (Effect.ASK, None, Outcome.ASK_DIALOG),
        (Effect.ASK, Reply(Answer.ALLOW), Outcome.ASK_APPROVED),
        (Effect.ASK, Reply(Answer.DENY, "ada"), Outcome.ASK_DENIED),
        (Effect.ASK, Reply(Answer.DENY), Outcome.ASK_TIMEOUT),
        (Effect.ASK, Reply(Answer.DENY, words="it gave up"), Outcome.ASK_TIMEOUT),
        (Effect.ASK, Reply(Answer.TIMEOUT), Outcome.ASK_TIMEOUT),
        (Effect.ASK, Reply(Answer.DIALOG), Outcome.ASK_DIALOG),
    ],
)
def test_what_became_of_it(effect: Effect, reply: Reply | None, asked: Outcome) -> None:
    """Each decision and each answer has its word; a no is that of somebody."""
    assert asked == record(effect, reply).decision


@given(
    effect=st.sampled_from(Effect),
    answer=st.none() | st.sampled_from([*Answer, "allow", "yes", "dialog", "", True, 1]),
)
def test_the_record_says_what_the_verdict_says(effect: Effect, answer: Any) -> None:
    """A call that may run is kept as one that may, and no other."""
    reply = None if answer is None else Reply(answer, by="ada")
    made = decision(effect)

    verdict, kept = Verdict.of(made, reply), outcome(made, reply)

    assert (kept in {Outcome.ALLOW, Outcome.ASK_APPROVED}) is (verdict.effect is Effect.ALLOW)
    assert (kept is Outcome.ASK_DIALOG) is (verdict.effect is Effect.ASK)


@each_row("effect", [1, 0, None, "allow", True])
def test_what_is_no_effect_is_kept_as_a_no(effect: Any) -> None:
    """An effect that is none is not kept as an allow."""
    strange = decision(Effect.ALLOW)._replace(effect=effect)

    assert outcome(strange, REPLY) is Outcome.DENY


@pytest.mark.parametrize("effect", [Effect.ALLOW, Effect.DENY])
def test_a_reply_nobody_asked_for_is_not_kept(effect: Effect) -> None:
    """Where nothing was asked, nobody answered: the record names no person."""
    assert record(effect, REPLY) == record(effect)


@each_row(
    ("reply", "detail"),
    [
        (None, ""),
        (Reply(Answer.ALLOW, by="ada"), ""),
        (Reply(Answer.ALLOW, by="ada", words="go on"), "go on"),
        (Reply(Answer.DENY, by="ada"), "User denied"),
        (Reply(Answer.DENY, by="ada", words="not on Fridays"), "not on Fridays"),
        (Reply(Answer.TIMEOUT), ""),
        (Reply(Answer.ALLOW, by="ada", scope=Scope.SESSION), "for this session"),
        (Reply(Answer.ALLOW, by="ada", scope=Scope.ALWAYS, words="go on"), "go on; always"),
        (Reply(Answer.ALLOW, by="ada", scope=Scope.TIME, seconds=600), "for 10 min"),
        (Reply(Answer.ALLOW, by="ada", scope=Scope.TIME, seconds=90), "for 1 min 30 s"),
        (Reply(Answer.ALLOW, by="ada", scope=Scope.TIME, seconds=5), "for 5 s"),
        (
            Reply(Answer.ALLOW, by="ada", scope=Scope.SESSION, category="bash", review="hm"),
            "every bash call for this session; hm",
        ),
        (Reply(Answer.DENY, by="ada", scope=Scope.ALWAYS), "User denied"),
        (Reply(Answer.TIMEOUT, scope=Scope.SESSION), ""),
    ],
)
def test_the_detail_of_an_answer(reply: Reply | None, detail: str) -> None:
    """What a person said is kept, or that one said no, and for how long a yes is."""
    assert detail == record(Effect.ASK, reply).detail


@pytest.mark.parametrize(
    ("reply", "detail"),
    [
        (Reply(Answer.DENY, words="it publishes"), "reviewer m: DENY in 1.00 s: it publishes"),
        (
            Reply(Answer.DENY, words="what it runs has changed"),
            "what it runs has changed; reviewer m: DENY in 1.00 s: it publishes",
        ),
        (
            Reply(Answer.ALLOW, words="it publishes", decider=Decider.PERSON),
            "it publishes; reviewer m: DENY in 1.00 s: it publishes",
        ),
    ],
    ids=["its reason", "not counted", "a person's words"],
)
def test_a_reviewers_reason_is_kept_once(reply: Reply, detail: str) -> None:
    """It stands in the review; what anybody else said stands before it."""
    decider = reply.decider if "ALLOW" in reply.answer.name else Decider.REVIEWER
    review = "reviewer m: DENY in 1.00 s: it publishes"

    assert detail == record(Effect.ASK, reply._replace(decider=decider, review=review)).detail


def test_the_detail_of_a_denied_call_that_no_rule_names() -> None:
    """Where the profile alone denies, it is named; where a rule does, that is enough."""
    assert record(Effect.DENY, source=Source.OTHERWISE).detail == "Profile: standard"
    assert record(Effect.DENY, source=Source.RULE).detail == ""
    assert record(Effect.ALLOW, source=Source.OTHERWISE).detail == ""


def test_the_detail_names_the_role_where_there_is_no_profile() -> None:
    """A role without a profile stands for itself."""
    made = decision(Effect.DENY, source=Source.OTHERWISE)
    kept = Record.of(CALL, made, None, Standing(role="coder"), uid="u", timestamp="t")

    assert kept.detail == "Role: coder"


def test_the_detail_is_empty_where_neither_has_a_name() -> None:
    """A policy that a program made for itself has no name."""
    made = decision(Effect.DENY, source=Source.OTHERWISE)

    assert Record.of(CALL, made, None, Standing(), uid="u", timestamp="t").detail == ""


@each_row("source", Source)
def test_who_decided(source: Source) -> None:
    """What answered is named, and a person where one did."""
    assert source.value == record(Effect.DENY, source=source).decider
    assert record(Effect.ASK, REPLY, source=source).decider == "person"
    assert source.value == record(Effect.ASK, Reply(Answer.TIMEOUT), source=source).decider


def test_a_rule_without_a_place() -> None:
    """A rule that was made in Python is named without file and line."""
    made = decision(Effect.ASK, part(), rule=Rule(effect=Effect.ASK, text="x", form=Form.TOOL))
    kept = Record.of(CALL, made, None, STANDING, uid="u", timestamp="t")

    assert (kept.rule, kept.rule_place) == ("x", "")
