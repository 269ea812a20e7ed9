"""The calls of one guarded tool: an answer counts for exactly one of them."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from agents import RunContextWrapper, function_tool
from proctor.plugs.calls import AgentCalls
from proctor.plugs.openai_tool_guard import MOST, KeptAnswers, Said, ToolGuard
from proctor.terms.effect import Effect
from proctor.terms.verdict import Verdict
from proctor.testing import Trial
from proctor.tools.judging import Ruling, denied
from tests.plugs.test_openai_agents import look
from tests.tables import each_row

YES = Ruling(Verdict(Effect.ALLOW, "said ada"), "r-ask_approved")
SAID = Said("c-1", '{"where": "shelf"}', "s", "clerk")


@pytest.fixture
def guard() -> Iterator[ToolGuard]:
    """Give the calls of a tool that is asked about, of which one has a yes."""
    with Trial(ask=["look"]) as trial:
        calls = AgentCalls(trial.role, home=trial.home, judge=trial.judge)
        guard = ToolGuard(calls, look)
        guard.keep(guard.name_of(SAID), YES)
        yield guard


def test_an_answer_counts_once(guard: ToolGuard) -> None:
    """The call that was asked about has it, and the next one has none."""
    assert [guard.take(SAID), guard.take(SAID)] == [YES, None]


def test_the_same_call_in_other_words_is_the_same(guard: ToolGuard) -> None:
    """What counts is what would run, with its defaults."""
    assert guard.take(SAID._replace(text='{"deep":false,"where":"shelf"}')) == YES


@pytest.mark.parametrize(
    "other",
    [
        {"call_id": "c-2"}, {"call_id": ""}, {"session": "t"}, {"session": ""}, {"agent": "boss"},
        {"text": '{"where": "safe"}'}, {"text": '{"where": "shelf", "deep": true}'},
        {"text": '{"where": "shelf", "where": "shelf"}'}, {"text": "{"}, {"text": None},
    ],
    ids=str,
)  # fmt: skip
def test_another_call_has_no_answer(guard: ToolGuard, other: dict[str, Any]) -> None:
    """Whatever is different, id, session, agent or input, is asked about anew."""
    assert guard.take(SAID._replace(**other)) is None
    assert guard.take(SAID) == YES


@pytest.mark.parametrize("text", ["{", None, '{"where": 1}'])
def test_a_call_that_cannot_be_read_is_given_no_answer(guard: ToolGuard, text: object) -> None:
    """Nothing is kept for what nobody can tell from something else."""
    said = SAID._replace(text=text)
    guard.keep(guard.name_of(said), YES)

    assert guard.take(said) is None


def test_what_the_rules_alone_allowed_is_no_answer_where_they_ask(guard: ToolGuard) -> None:
    """Only somebody's yes is one."""
    guard.keep(guard.name_of(SAID), YES._replace(record="r-allow"))

    assert guard.take(SAID) is None


def test_a_no_ends_an_earlier_yes(guard: ToolGuard) -> None:
    """Who was asked again and said no has said no."""
    guard.keep(guard.name_of(SAID), denied("no longer"))

    assert guard.take(SAID) is None


def test_a_role_that_is_gone_leaves_the_rest_to_the_desk(guard: ToolGuard) -> None:
    """An answer that was given under it counts no more, and the rules are taken to ask."""
    for file in (guard.calls.home / "roles").iterdir():
        file.unlink()

    assert guard.take(SAID) is None
    assert guard.asks({"where": "shelf"})


def test_a_yes_under_a_role_that_does_not_load_is_none(guard: ToolGuard) -> None:
    """Where the rules can be looked up neither then nor now, nothing is taken over."""
    calls = guard.calls
    (calls.home / "roles" / f"{calls.offered.role}.yaml").write_text("permissions: [")
    guard.keep(guard.name_of(SAID), YES)

    assert (guard.name_of(SAID), guard.take(SAID)) == ("", None)


def test_what_cannot_run_is_refused_unasked(guard: ToolGuard) -> None:
    """Nobody is asked about arguments that the tool does not take."""
    assert not guard.asks({"where": 1})


def test_only_so_many_answers_are_kept() -> None:
    """Runs that never go on fill no memory; the oldest answer is forgotten first."""
    answers = KeptAnswers()
    for number in range(MOST + 1):
        answers.keep(str(number), YES)

    assert [answers.take("0"), answers.take("1"), len(answers.kept)] == [None, YES, MOST - 1]


def test_a_process_that_was_forked_has_no_answers() -> None:
    """Once is once, however many processes go on from here."""
    answers = KeptAnswers()
    answers.keep("x", YES)
    child = os.fork()
    if child == 0:
        os._exit(0 if answers.take("x") is None else 1)

    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert answers.take("x") == YES


Lower = Annotated[str, StringConstraints(strip_whitespace=True, to_lower=True)]


class Deep(BaseModel):
    """A text that is called otherwise inside, and one of which the tool gets another."""

    path: str = Field("safe", alias="p")
    word: Lower = "x"


def echo(
    context: RunContextWrapper[Any], deep: Deep, word: Lower = "x", deeper: Deep = Deep(p="safe")  # noqa: B008
) -> str:  # fmt: skip
    """Say it."""
    return f"{context}{deep}{word}{deeper}"


def heard(word: str) -> str:
    """Hear a word, before the tool does."""
    raise AssertionError(word)


def listen(word: Annotated[str, AfterValidator(heard)]) -> str:
    """Listen."""
    return word


@each_row(
    ("given", "why"),
    [
        ({"word": " RM "}, "`word` would be changed by the tool to `rm`: write that"),
        ({"deep": {"word": "RM"}}, "`deep.word` would be changed by the tool to `rm`: write that"),
        ({"deep": {"path": "b"}}, "`deep.path` is not known: there are `p`, `word`"),
    ],
    ids=str,
)
@each_row("more", [{"strict_mode": False}, {"strict_mode": True}], ids=str)
def test_what_the_tools_own_constraints_would_change_is_refused(
    given: dict[str, Any], why: str, more: dict[str, Any]
) -> None:
    """A text is not made another one after it was decided; the model reads how to write it."""
    text = json.dumps({"deep": {}, **given})
    with Trial(otherwise="allow") as trial:
        calls = AgentCalls(trial.role, home=trial.home, judge=trial.judge)
        guard = ToolGuard(calls, function_tool(echo, **more))
        ruling = asyncio.run(guard.decide(SAID._replace(text=text)))

        assert (ruling.verdict, trial.records) == (Verdict(Effect.DENY, why), ())


def test_a_default_is_decided_under_the_names_that_a_model_gives() -> None:
    """What is left out and what is written out is the same call."""
    with Trial(otherwise="allow") as trial:
        calls = AgentCalls(trial.role, home=trial.home, judge=trial.judge)
        guard = ToolGuard(calls, function_tool(echo, strict_mode=False))
        deep = {"p": "safe", "word": "x"}
        calls_of: list[Any] = [{"deep": {}}, {"deep": deep, "word": "x", "deeper": deep}]
        for given in calls_of:
            asyncio.run(guard.decide(SAID._replace(text=json.dumps(given))))
        [first, second] = [kept.action_string for kept in trial.records]

    assert first == second


def test_no_code_of_a_tool_runs_before_its_call_was_decided() -> None:
    """A validator of the tool's own is the tool's own work: not for a call that is refused."""
    with Trial(deny=["listen"]) as trial:
        calls = AgentCalls(trial.role, home=trial.home, judge=trial.judge)
        guard = ToolGuard(calls, function_tool(listen))
        ruling = asyncio.run(guard.decide(SAID._replace(text='{"word": "x"}')))

        assert (ruling.verdict.effect, len(trial.records)) == (Effect.DENY, 1)
