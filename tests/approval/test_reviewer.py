"""What a reviewer is told, and what its answer counts for."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.approval.review_request import Request
from proctor.approval.reviewer import (
    LONGEST_REASON,
    NOT_WHOLE,
    Judgement,
    NoAnswer,
    Review,
    Said,
    may_review,
    new_fence,
    prompt_of,
    read_answer,
    review_with,
)
from proctor.terms.decision import Decision, Finding, Source
from proctor.terms.effect import Effect
from proctor.terms.rule import By
from tests.approval.review_calls import HARMLESS, HOSTILE, INSTRUCTIONS, hostile, taken_apart
from tests.tables import each_row
from tests.terms.decisions import action, part

FENCE = "0123456789abcdef0123456789abcdef"
GOLDEN = Path(__file__).parent.parent / "golden" / "approval"
ALLOW, DENY, ASK_USER = Judgement


def decision(*found: tuple[Effect, By]) -> Decision:
    """Return a decision of parts with these effects and answerers."""
    parts = [part() for _ in found]
    because = [
        Finding(each, effect, Source.RULE, "so it is", None, by)
        for each, (effect, by) in zip(parts, found, strict=True)
    ]
    return Decision(max(effect for effect, _ in found), action(*parts), tuple(because))


def reviewed(said: Said | Exception, request: Request = HARMLESS, seconds: float = 30) -> Review:
    """Return the review by a model that says this, without the time that it took."""

    async def ask(prompt: str) -> Said:
        if isinstance(said, Exception):
            raise said
        return said

    review = asyncio.run(review_with(ask, request, INSTRUCTIONS, model="small", seconds=seconds))
    assert review.seconds >= 0
    return review._replace(seconds=0)


@each_row("by", By)
@each_row("effect", Effect)
def test_only_an_ask_that_no_human_was_named_for_is_reviewed(effect: Effect, by: By) -> None:
    """A reviewer sees an ask by any or by the reviewer, and nothing else."""
    expected = effect is Effect.ASK and by in {By.ANY, By.REVIEWER}

    assert expected == may_review(decision((effect, by)))


@each_row("other", By)
@each_row("by", By)
def test_one_part_for_a_human_keeps_the_whole_from_a_reviewer(by: By, other: By) -> None:
    """As soon as one part of several wants a human, no reviewer sees any of them."""
    found = decision((Effect.ASK, by), (Effect.ALLOW, By.HUMAN), (Effect.ASK, other))

    assert (By.HUMAN not in {by, other}) == may_review(found)


def test_a_part_that_is_denied_keeps_the_whole_from_a_reviewer() -> None:
    """Even in a decision that was put together wrongly, a denied part is never reviewed."""
    denied = decision((Effect.ASK, By.ANY), (Effect.DENY, By.ANY))

    assert not may_review(denied)
    assert not may_review(denied._replace(effect=Effect.ASK))


@each_row(
    ("text", "expected"),
    {
        "two lines": ("ALLOW\nit only reads", (ALLOW, "it only reads")),
        "deny": ("DENY\nit leaves the project", (DENY, "it leaves the project")),
        "ask": ("ASK_USER\nnot sure", (ASK_USER, "not sure")),
        "windows": ("ALLOW\r\nfine\r\n", (ALLOW, "fine")),
        "blanks": ("\n \r\n \t ALLOW \t\n\n  fine  \n", (ALLOW, "fine")),
        "no reason": ("ALLOW", (ALLOW, "")),
        "deny without": ("DENY\n\n", (DENY, "the reviewer denied this and gave no reason")),
        "ask without": ("ASK_USER", (ASK_USER, "the reviewer left this to a person")),
        "long reason": ("DENY\none\n two\n", (DENY, "one two")),
        "invisible": ("DENY\n\x1b[2Kno\u202e", (DENY, "\\x1b[2Kno\\u202e")),
        "the same twice": ("ALLOW\nALLOW", (ALLOW, "ALLOW")),
        "one line": ("DENY: it publishes", (DENY, "it publishes")),
        "no blank": ("DENY:it publishes", (DENY, "it publishes")),
        "both lines": ("DENY: it publishes\nUse a branch.", (DENY, "it publishes Use a branch.")),
        "bold": ("**DENY**\nno", (DENY, "no")),
        "bold, one line": ("**DENY**: no", (DENY, "no")),
        "bold with its colon": ("**DENY:** no", (DENY, "no")),
        "code": ("`DENY`", (DENY, "the reviewer denied this and gave no reason")),
        "heading": ("## DENY\nno", (DENY, "no")),
        "dash": ("DENY - no", (DENY, "no")),
        "long dash": ("DENY \u2014 no", (DENY, "no")),
        "bold ask": ("**ASK_USER**: not sure", (ASK_USER, "not sure")),
        "a list is no answer": ("DENY\nALLOW-lists are wide", (DENY, "ALLOW-lists are wide")),
    }.values(),
)
def test_an_answer_is_its_first_line(text: str, expected: tuple[Judgement, str]) -> None:
    """The first line that is not empty decides, the rest is the reason."""
    assert expected == read_answer(text)


@each_row(
    "text",
    """allow|Allow|ALLOW.|**ALLOW**|`ALLOW`|"ALLOW"|ALLOW: fine|ALLOW DENY|ALLOWED|ASK|ASK USER
    |I would say ALLOW|ALLOW\rDENY|ALLOW\x0b|ALLOW\x85fine|ALLOW\u2028fine|\ufeffALLOW|\xa0ALLOW
    |\uff21LLOW|DENY it|DENYED: x|deny: x|ALLOW: x\nDENY|ALLOW\n**DENY**|ALLOW\nDENY: it publishes
    |DENY: x\n**ALLOW**|**DENY\nALLOW
    |{"verdict": "ALLOW"}|Verdict:\nALLOW|-\nALLOW|ALLOW\nx\nDENY|DENY\n ALLOW
    |ALLOW\x00|yes|0|true""".split("|"),
)
def test_anything_else_is_left_to_a_person(text: str) -> None:
    """Lower case, marks around the word, prose before it or two answers are not an answer."""
    with pytest.raises(NoAnswer, match=r"\Athe reviewer (did not answer with|gave two)"):
        read_answer(text)


@pytest.mark.parametrize("text", ["", "\n", " \r\n\t\n"])
def test_an_empty_answer_is_left_to_a_person(text: str) -> None:
    """Nothing is not a yes."""
    assert reviewed(Said(text, 0.1)) == Review(
        ASK_USER, "the reviewer said nothing", 0, 0.1, "small", failed=True
    )


@given(st.text())
def test_only_the_word_itself_lets_a_call_run(text: str) -> None:
    """Whatever a model says, it is a yes only if its first line is the word."""
    verdict, reason, *_ = reviewed(Said(text))
    first = text.strip(" \t\r\n").split("\n")[0].strip(" \t\r")

    assert first == "ALLOW" or verdict is not ALLOW
    assert len(reason) <= LONGEST_REASON
    assert "\n" not in reason


def test_a_reason_is_cut() -> None:
    """A reason of any length is short when it is shown."""
    _, reason = read_answer("DENY\n" + "\x1b" * 10_000)

    assert len(reason) == LONGEST_REASON
    assert reason.endswith("…")


@pytest.mark.parametrize(
    "name", ["harmless", "a forged end of the call", "turns of somebody else", "padding"]
)
def test_a_prompt_reads_as_it_was_written(name: str) -> None:
    """What a model is told about each call is on a page that people have read."""
    request = HARMLESS if name == "harmless" else hostile(HOSTILE[name])
    prompt = prompt_of(request, INSTRUCTIONS, FENCE)
    page = GOLDEN / f"prompt-{name.replace(' ', '-')}.txt"
    if os.environ.get("GOLDEN") == "write":
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(prompt)

    assert page.read_text() == prompt


@each_row("name", HOSTILE)
def test_a_call_changes_nothing_but_its_own_text(name: str) -> None:
    """Whatever an agent says, all that stands outside the fences is as with any other call."""
    expected = taken_apart(prompt_of(HARMLESS, INSTRUCTIONS, FENCE))
    actual = taken_apart(prompt_of(hostile(HOSTILE[name]), INSTRUCTIONS, FENCE))

    assert (actual.before, actual.behind) == (expected.before, expected.behind)
    assert actual.call.replace("\n", "").isprintable()
    assert actual.call.isascii()
    assert list(actual.data) == list(expected.data)
    assert {line.lstrip()[:1] for line in actual.call.split("\n")} == {"{", '"', "}"}


@given(st.text(max_size=300))
def test_no_text_gets_out_of_the_fences(text: str) -> None:
    """For any text at all, a model receives the same words around it, and the text itself."""
    expected = taken_apart(prompt_of(HARMLESS, INSTRUCTIONS, FENCE))
    request = hostile(text)
    actual = taken_apart(prompt_of(request, INSTRUCTIONS, new_fence()))

    assert (actual.before, actual.behind) == (expected.before, expected.behind)
    assert actual.data["input"] == json.loads(json.dumps(request.input))


def test_every_fence_is_another_one() -> None:
    """A token has 128 bits and is not used twice."""
    fences = {new_fence() for _ in range(100)}

    assert len(fences) == 100
    assert {len(bytes.fromhex(fence)) for fence in fences} == {16}


@pytest.mark.parametrize("fence", ["", "abc", FENCE])
def test_a_fence_that_could_be_forged_is_refused(fence: str) -> None:
    """No prompt is made with a fence that is short, or that the call itself contains."""
    request = HARMLESS._replace(input={"command": f"echo {FENCE}"})

    with pytest.raises(ValueError, match="a fence must be long"):
        prompt_of(request, INSTRUCTIONS, fence)


@pytest.mark.parametrize("instructions", ["", " \n"])
def test_without_instructions_there_is_no_prompt(instructions: str) -> None:
    """Only a role says what a reviewer is told; there is no prompt of our own."""
    with pytest.raises(ValueError, match="needs instructions"):
        prompt_of(HARMLESS, instructions, FENCE)


def test_what_a_model_says_is_the_review() -> None:
    """A review carries verdict, reason, price and the model that answered."""
    said = Said("DENY\nit leaves the project", 0.002, "small-2026")

    assert reviewed(said) == Review(DENY, "it leaves the project", 0, 0.002, "small-2026")
    assert reviewed(Said("ALLOW")) == Review(ALLOW, "", 0, None, "small")


@each_row(
    ("problem", "reason"),
    [
        (NoAnswer("it is not there"), "it is not there"),
        (TimeoutError(), "its timeout is 30 s"),
        (OSError("sk-secret"), "the reviewer failed: OSError"),
        (RecursionError("sk-secret"), "the reviewer failed: RecursionError"),
        (UnicodeEncodeError("utf-8", "sk-secret", 0, 1, "x"), "the reviewer failed: Unicode"),
    ],
)
def test_whatever_goes_wrong_is_left_to_a_person(problem: Exception, reason: str) -> None:
    """A review never raises, and does not repeat what a library said."""
    review = reviewed(problem)

    assert review == Review(ASK_USER, review.reason, 0, None, "small", failed=True)
    assert review.reason.startswith(reason)


def test_a_model_that_does_not_answer_is_not_waited_for() -> None:
    """A review ends when its time is over."""

    async def ask(prompt: str) -> Said:
        await asyncio.Event().wait()
        return Said("ALLOW")

    review = asyncio.run(review_with(ask, HARMLESS, INSTRUCTIONS, model="small", seconds=0.01))

    assert review.verdict is ASK_USER
    assert review.reason == "its timeout is 0.01 s"


def test_a_review_that_nobody_waits_for_ends() -> None:
    """To cancel a review is not something that went wrong: it just ends."""

    async def main() -> bool:
        begun = asyncio.Event()

        async def ask(prompt: str) -> Said:
            begun.set()
            await asyncio.Event().wait()
            return Said("ALLOW")

        task = asyncio.create_task(review_with(ask, HARMLESS, INSTRUCTIONS, model="small"))
        await begun.wait()
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert asyncio.run(main())


def test_what_was_not_shown_whole_is_not_allowed() -> None:
    """A yes to a call of which the middle was cut is left to a person; a no is a no."""
    long = HARMLESS._replace(input={"command": "ls;" * 10_000})
    shortened = HARMLESS._replace(shortened=True)

    assert reviewed(Said("ALLOW"), long) == Review(ASK_USER, NOT_WHOLE, 0, None, "small")
    assert reviewed(Said("ALLOW"), shortened) == Review(ASK_USER, NOT_WHOLE, 0, None, "small")
    assert reviewed(Said("DENY\nno"), long) == Review(DENY, "no", 0, None, "small")
